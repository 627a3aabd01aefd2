"""The window before a service that answers badly: one clear message, the rest usable, nothing seen is lost."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QListView, QPushButton
from tests.api.server import Reply, ScriptedServer, as_json, page, problem
from tests.app.window import running, until

from bunkerdesk.api import RetryPolicy
from bunkerdesk.app.program import Program
from bunkerdesk.app.start import Start

SECRET = "s3cret-of-the-desk"
DRAFTS = "/v1/nominations/drafts"


def draft(reference: str, **more: object) -> dict[str, object]:
    return {
        "clientReference": reference,
        "status": "in_progress",
        "delivery": {
            "bunkeringLocationCode": "SGSIN",
            "estimatedTimeOfBunkering": "2026-11-23T14:00:00+08:00",
        },
        "receiver": {"vesselName": "EVER SUMMIT"},
        **more,
    }


def drafts(*items: object) -> Reply:
    return as_json({"data": list(items), "pagination": {"nextCursor": None, "hasMore": False, "limit": 50}})


async def at_once(_seconds: float) -> None:
    await asyncio.sleep(0)


@asynccontextmanager
async def desk(base_url: str, directory: Path) -> AsyncIterator[Program]:
    start = Start(directory, base_url, "harbour-fuels", SECRET)
    async with running(start, retries=RetryPolicy(attempts=2, sleep=at_once)) as program:
        yield program


def session(program: Program) -> object:
    assert program.workplace is not None
    return program.workplace.session


async def synchronised(program: Program) -> None:
    """Until the first run has ended, well or not."""
    assert program.workplace is not None
    desk_of = program.workplace.session.desk
    state = lambda: desk_of.sync_state  # noqa: E731
    await until(lambda: not state().running and (state().last_finished_at or state().problem))
    await until(lambda: not program.scope.is_busy and not program.workplace.session.nominations.is_loading)


def words(program: Program) -> str:
    """Everything the window says in labels."""
    assert program.workplace is not None
    return "\n".join(label.text() for label in program.workplace.window.findChildren(QLabel) if label.text())


def rows(program: Program) -> list[str]:
    assert program.workplace is not None
    page_ = program.workplace.window.page("nominations")
    page_.clear_filters()
    model = program.workplace.session.nominations
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def assert_discreet(program: Program, directory: Path) -> None:
    """Neither the window nor any file holds the secret, a token or a traceback."""
    seen = words(program)
    assert SECRET not in seen
    assert "token-1" not in seen
    assert "Traceback" not in seen
    for path in directory.rglob("*"):
        if path.is_file():
            content = path.read_bytes()
            assert SECRET.encode() not in content, path
            assert b"token-1" not in content, path
            assert b"Traceback" not in content, path


BAD = {
    "an unreachable address": (None, "cannot be reached"),
    "a wrong secret": (
        ("POST", "/oauth/token", as_json({"error": "invalid_client", "error_description": "unknown client"}, 400)),
        "does not accept these credentials",
    ),
    "a proxy's page": (
        ("GET", DRAFTS, page("<html><body><h1>Sign in to the guest network</h1></body></html>")),
        "cannot be read",
    ),
    "a truncated answer": (
        ("GET", DRAFTS, Reply(200, b'{"data": [{"clientRef', {"Content-Type": "application/json"})),
        "cannot be read",
    ),
    "a broken-off answer": (
        ("GET", DRAFTS, Reply(200, b'{"data": []}', {"Content-Type": "application/json"}, length=500, cut=8)),
        "",
    ),
    "a refusal": (("GET", DRAFTS, problem(403, "your company has no drafts")), "your company has no drafts"),
    "no object at all": (("GET", DRAFTS, as_json(None)), "cannot be read"),
}


@pytest.mark.parametrize("name", BAD)
async def test_a_bad_service_is_one_message_and_what_was_seen_stays(name: str, tmp_path: Path) -> None:
    """The desk works on yesterday's data instead of an empty window."""
    script, sentence = BAD[name]
    async with ScriptedServer() as server:
        server.on("GET", DRAFTS, drafts(draft("DR-1"), draft("DR-2")))
        async with desk(server.base_url, tmp_path) as program:
            await synchronised(program)
        if script is None:
            server.stop_listening()
        else:
            server.on(*script)
        async with desk(server.base_url, tmp_path) as program:
            await synchronised(program)
            if script is None:
                await until(lambda: "Offline since" in words(program))
            else:
                await until(lambda: program.workplace and program.workplace.window.messages.keys)
                assert sentence in words(program)
                assert len(program.workplace.window.messages.keys) == 1
            rows(program)
            await synchronised(program)
            assert sorted(rows(program)) == ["DR-1", "DR-2"]
            assert_discreet(program, tmp_path)


@pytest.mark.parametrize(
    "odd",
    [
        draft("DR-1", status="on_the_moon"),
        draft("DR-1", delivery=None),
        draft("DR-1", delivery="Singapore", supplier=7),
        draft("DR-1", fuelSpecifications=[None, {"quantityRange": {"minQuantity": "many"}}]),
        draft("DR-1", novelty={"a": [1, {"b": None}]}),
        {"clientReference": "DR-1"},
    ],
)
async def test_one_odd_draft_is_shown_and_spoils_no_other(odd: dict[str, object], tmp_path: Path) -> None:
    """Unknown enumerations, missing fields, nulls and strings for objects: shown as far as they go."""
    async with ScriptedServer() as server:
        server.on("GET", DRAFTS, drafts(odd, draft("DR-2")))
        async with desk(server.base_url, tmp_path) as program:
            await synchronised(program)
            rows(program)
            await synchronised(program)
            assert sorted(rows(program)) == ["DR-1", "DR-2"]
            program.workplace.opening.open_text("DR-1")
            await until(lambda: program.workplace.details.view.detail is not None)
            assert program.workplace.details.view.detail.heading.title == "DR-1"
            assert_discreet(program, tmp_path)


async def test_a_shared_reference_opens_a_chooser(tmp_path: Path) -> None:
    """422 on the single read is not an error to a person: both are offered, the chosen one is shown."""
    from bunkerdesk.views.dialogs.questions import ChooseDialog

    several = [draft("SO-9", receiver={"vesselName": name}) for name in ("EVER SUMMIT", "NYK ORION")]
    async with ScriptedServer() as server:
        server.on("GET", DRAFTS, drafts())
        server.on("GET", "/v1/nominations/SO-9", problem(422, "use /v1/nominations/SO-9/all"))
        server.on("GET", "/v1/nominations/SO-9/all", as_json({"nominations": several}))
        async with desk(server.base_url, tmp_path) as program:
            await synchronised(program)
            program.workplace.opening.open_text("SO-9")
            window = program.workplace.window
            await until(lambda: window.findChildren(ChooseDialog))
            dialog = window.findChildren(ChooseDialog)[0]
            offered = dialog.findChild(QListView).model()
            spoken = [
                offered.index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole) for row in range(offered.rowCount())
            ]
            assert len(spoken) == 2
            assert any("NYK ORION" in text for text in spoken)
            dialog.accept()
            await until(lambda: program.workplace.details.view.detail is not None)
            assert program.workplace.details.view.detail.heading.title == "SO-9"


async def test_a_missing_secret_is_asked_for_in_words(tmp_path: Path) -> None:
    """No keyring, no secret: the window says what to do, and shows what it has."""
    async with (
        ScriptedServer() as server,
        running(Start(tmp_path, server.base_url, "harbour-fuels")) as program,
    ):
        await until(lambda: program.workplace.window.messages.keys)
        assert "Sign in to the service" in words(program)
        assert not server.seen
        offer = program.workplace.window.messages.findChild(QPushButton, "message.action")
        assert offer is not None
        offer.click()
        await until(lambda: QApplication.activeModalWidget() is not None)
        dialog = QApplication.activeModalWidget()
        assert dialog is not None
        assert dialog.accessibleName() == "Connect to your service"
        dialog.close()
