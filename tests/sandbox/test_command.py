"""The command as a process: printed lines, a clean end, a busy port, a parent that dies."""

import asyncio
import http.client
import json
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from bunkerdesk.sandbox.embedded import Running, SandboxDidNotStart, start

PROMISED = [
    "base_url",
    "client_id",
    "client_secret",
    "client_id.receiver",
    "client_secret.receiver",
    "path.webhooks",
    "example.conventional",
    "example.lng",
    "example.merged",
    "example.unsigned",
    "example.duplicate",
    "example.shared",
]


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    with start(frozen=True) as started:
        yield started


def token(running: Running, suffix: str = "") -> dict[str, str]:
    form = {
        "grant_type": "client_credentials",
        "client_id": running.told[f"client_id{suffix}"],
        "client_secret": running.told[f"client_secret{suffix}"],
    }
    answer = httpx.post(f"{running.base_url}/oauth/token", data=form)
    return {"Authorization": f"Bearer {answer.json()['access_token']}"}


def get(running: Running, path: str, suffix: str = "") -> httpx.Response:
    return httpx.get(f"{running.base_url}{path}", headers=token(running, suffix))


def test_a_start_tells_address_credentials_paths_and_examples(running: Running) -> None:
    assert set(PROMISED) <= running.told.keys()
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+", running.base_url)
    assert running.told["path.webhooks"] == "/v1/webhooks/subscriptions"
    assert running.client_id != running.told["client_id.receiver"]


def test_the_examples_are_what_they_are_called(running: Running) -> None:
    """Each printed reference leads over HTTP to what its name promises."""
    told = running.told
    for name, bunker_type in (("conventional", "conventional"), ("lng", "lng")):
        notes = get(running, f"/v1/operations/{told[f'example.{name}']}").json()["bunkerDeliveryNotes"]
        assert bunker_type in [note["bunkerType"] for note in notes]
    merged = get(running, f"/v1/operations/{told['example.merged']}/merged-documents")
    assert (merged.status_code, merged.content[:5]) == (200, b"%PDF-")
    assert get(running, f"/v1/operations/{told['example.unsigned']}/merged-documents").status_code == 404
    assert get(running, f"/v1/operations/{told['example.unsigned']}").status_code == 200
    shared = [get(running, f"/v1/nominations/{told['example.duplicate']}{rest}") for rest in ("", "/all")]
    assert (shared[0].status_code, len(shared[1].json()) > 1) == (422, True)


def test_the_shared_example_is_seen_by_both_and_its_operator_by_the_first(running: Running) -> None:
    path = f"/v1/nominations/{running.told['example.shared']}"
    mine, theirs = get(running, path), get(running, path, ".receiver")
    assert (mine.status_code, theirs.status_code) == (200, 200)
    assert mine.json()["supplier"]["assetOperatorCompanyIdentifier"]
    assert "assetOperatorCompanyIdentifier" not in theirs.json()["supplier"]
    assert mine.json()["delivery"]["transactionDirection"] == "out"
    assert theirs.json()["delivery"]["transactionDirection"] == "in"


def test_references_with_slashes_travel_as_one_segment(running: Running) -> None:
    """Over a real socket too, where the server hands on the path it was sent."""
    headers = token(running)
    body = {
        "clientReference": "PO 7/4 #2?",
        "delivery": {"estimatedTimeOfBunkering": "2026-12-01T10:00:00Z"},
        "receiver": {"companyName": "Somebody"},
    }
    assert httpx.put(f"{running.base_url}/v1/nominations/supplier", json=body, headers=headers).is_success
    answer = httpx.get(f"{running.base_url}/v1/nominations/PO%207%2F4%20%232%3F", headers=headers)
    assert answer.json()["clientReference"] == "PO 7/4 #2?"


def test_the_absolute_form_of_a_request_is_taken(running: Running) -> None:
    """As a client behind a proxy setting sends it."""
    port = int(running.base_url.rpartition(":")[2])
    connection = http.client.HTTPConnection("127.0.0.1", port)
    connection.request("GET", f"{running.base_url}/v1/fuel-types", headers=token(running))
    assert connection.getresponse().status == 200
    connection.close()


@pytest.mark.parametrize(
    "line",
    [
        "GET /v1/nominations/é HTTP/1.1",
        "GET /v1/nominations/a b HTTP/1.1",
        "\x16\x03\x01",
        "PUT / HTTP/1.1\r\nContent-Length: -1",
    ],
)
def test_what_is_no_http_is_refused_with_a_problem_detail_too(running: Running, line: str) -> None:
    """As a client sends it that does not encode its paths."""
    port = int(running.base_url.rpartition(":")[2])
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.sendall(f"{line}\r\nHost: x\r\n\r\n".encode())
        answer = http.client.HTTPResponse(connection)
        answer.begin()
        assert (answer.status, answer.headers["Content-Type"]) == (400, "application/problem+json")
        problem = json.loads(answer.read())
    assert problem.keys() == {"type", "title", "status", "detail", "instance", "timestamp", "trace_id"}
    assert (problem["status"], problem["detail"]) == (400, "The request is not readable HTTP.")


def serve(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "bunkerdesk.sandbox", "--frozen", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_cleanly(number: signal.Signals) -> None:
    with serve() as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("base_url: http://127.0.0.1:")
        process.send_signal(number)
        _, complaints = process.communicate(timeout=20)
    assert (process.returncode, complaints) == (0, "")


def test_a_busy_port_is_one_sentence_and_exit_code_2() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with serve("--port", str(port)) as process:
            told, complaints = process.communicate(timeout=20)
        assert (process.returncode, told) == (2, "")
        assert complaints.count("\n") == 1
        assert str(port) in complaints
        with pytest.raises(SandboxDidNotStart, match=str(port)):
            start(port=port)


def test_the_data_directory_keeps_the_credentials_across_starts(tmp_path: Path) -> None:
    with start(tmp_path, frozen=True) as first:
        with pytest.raises(SandboxDidNotStart, match="cannot be used"):
            start(tmp_path)
        told = {name: value for name, value in first.told.items() if name != "base_url"}
    with start(tmp_path, frozen=True) as second:
        assert {name: value for name, value in second.told.items() if name != "base_url"} == told
        assert get(second, f"/v1/nominations/{told['example.shared']}").status_code == 200


PARENT = """
import sys, time
from bunkerdesk.sandbox.embedded import start
running = start(frozen=True)
print(running.process.pid, flush=True)
time.sleep(600)
"""


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="looks for the process in /proc")
async def test_it_dies_with_its_parent_even_when_that_is_killed() -> None:
    parent = await asyncio.create_subprocess_exec(sys.executable, "-c", PARENT, stdout=asyncio.subprocess.PIPE)
    assert parent.stdout is not None
    child = int(await parent.stdout.readline())
    assert alive(child)
    parent.kill()
    await parent.wait()
    async with asyncio.timeout(20):
        while alive(child):  # noqa: ASYNC110 - another process
            await asyncio.sleep(0.05)


def alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_stopping_twice_does_no_harm() -> None:
    running = start(frozen=True)
    running.stop()
    running.stop()
    assert running.process.returncode == 0
