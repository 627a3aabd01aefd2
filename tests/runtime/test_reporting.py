import asyncio
import logging
import sys
import threading
from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtCore import qWarning

from bunkerdesk.runtime.redaction import HIDDEN, Redaction
from bunkerdesk.runtime.reporting import LogFiles, ProblemReporter, ReportedProblem

TOKEN = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJkZXNrIn0.c2lnbmF0dXJl"


@dataclass(frozen=True)
class Trouble:
    title: str = "The service did not answer"
    happened: str = "No answer within 30 s."
    safe: str = "All seen records are kept."
    todo: str = "Try again later."
    reference: str | None = "trace-1"


def heard(reporter: ProblemReporter) -> list[ReportedProblem]:
    found: list[ReportedProblem] = []
    reporter.problem_reported.connect(found.append)
    return found


def fail(text: str) -> None:
    raise ZeroDivisionError(text)


def failure(text: str) -> Exception:
    try:
        fail(text)
    except ZeroDivisionError as error:
        return error
    raise AssertionError


def test_same_problem_is_shown_once_and_cleared_by_key() -> None:
    """A dead network is one bar, however many requests fail."""
    reporter = ProblemReporter()
    found, cleared = heard(reporter), []
    reporter.problem_cleared.connect(cleared.append)
    for _ in range(5):
        reporter.report(Trouble(), "network")
    assert [item.key for item in found] == ["network"]
    reporter.clear("network")
    reporter.clear("network")
    assert cleared == ["network"]
    reporter.report(Trouble(), "network")
    assert len(found) == 2


def test_fault_is_reported_once_for_each_place() -> None:
    """A fault in painting comes thirty times a second."""
    reporter = ProblemReporter()
    found = heard(reporter)
    for number in range(30):
        reporter.report_exception(failure(f"row {number}"))
    assert len(found) == 1
    assert "ZeroDivisionError" in found[0].report
    reporter.report_exception(asyncio.CancelledError())
    assert len(found) == 1


async def test_every_way_out_ends_in_the_reporter() -> None:
    """Nothing dies unheard: not in a thread, not in the loop, not in a slot."""
    reporter = ProblemReporter()
    found = heard(reporter)
    loop = asyncio.get_running_loop()
    uninstall = reporter.install(loop)
    try:
        thread = threading.Thread(target=lambda: fail("in a thread"))
        thread.start()
        thread.join()
        loop.call_exception_handler({"message": "task", "exception": failure("in the loop")})
        try:
            [1][2]
        except IndexError as error:
            sys.excepthook(type(error), error, error.__traceback__)
        qWarning("a word from Qt")
        async with asyncio.timeout(30):
            while len(found) < 3:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
    finally:
        uninstall()
    assert {item.problem.title for item in found} == {"Something went wrong in Bunker Desk"}


def test_log_and_report_hold_no_secret(tmp_path: Path) -> None:
    """A log can be mailed to a supporter."""
    redaction = Redaction()
    redaction.register("s3cret-of-the-desk")
    files = LogFiles(tmp_path / "log", redaction)
    reporter = ProblemReporter(redaction)
    found = heard(reporter)
    log = logging.getLogger("test")
    log.warning("tried %s", "s3cret-of-the-desk")
    log.warning("Authorization: Bearer %s", TOKEN)
    log.warning("body grant_type=client_credentials&client_secret=another-one&x=1")
    reporter.report_exception(failure(f"token {TOKEN} and s3cret-of-the-desk"))
    files.close()
    text = files.path.read_text() + found[0].report
    for secret in ("s3cret-of-the-desk", TOKEN, "another-one"):
        assert secret not in text
    assert HIDDEN in text
    assert "x=1" in text
    assert files.path.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    "line",
    [
        '{"access_token": "abc123def", "token_type": "Bearer"}',
        "{'client_secret': 'abc123def'}",
        "client_secret=abc123def",
        "Authorization: Basic abc123def",
        "proxy http://user:abc123def@proxy.example:3128",
        "password=abc123def",
    ],
)
def test_what_looks_like_a_secret_is_hidden(line: str) -> None:
    """Also a secret nobody registered."""
    assert "abc123def" not in Redaction().hide(line)


def test_plain_text_is_left_alone() -> None:
    """A log without its figures helps nobody."""
    line = "GET https://demo.example/v1/nominations/SO-24117 200 in 31 ms"
    assert Redaction().hide(line) == line
