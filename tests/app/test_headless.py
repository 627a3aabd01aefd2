"""Jobs without a window: which connection they take, what a scheduler is told, and that no screen is needed."""

import io
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from bunkerdesk.app import headless
from bunkerdesk.app.start import SANDBOX_ADDRESS, Start, save_connection
from bunkerdesk.desk.connections import Connection, ConnectionFile

HERE = Connection.to("https://demo.example", "desk one")
THERE = Connection.to("https://other.example", "desk two")


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    ConnectionFile(tmp_path).save([HERE, THERE])
    return tmp_path


def test_the_connection_is_the_one_told_or_the_last_or_the_first(saved: Path):
    """A nightly job works on the service that the person works on, unless told otherwise."""
    assert headless.connection_of(Start(saved)) == HERE
    (saved / "settings.json").write_text('{"version": 1, "connection": "https://other.example"}')
    assert headless.connection_of(Start(saved)) == THERE
    assert headless.connection_of(Start(saved, client_id="desk one")) == HERE
    assert headless.connection_of(Start(saved, base_url="https://demo.example/")) == HERE
    told = headless.connection_of(Start(saved, base_url="https://new.example", client_id="me"))
    assert (told.base_url, told.client_id) == ("https://new.example", "me")
    assert headless.connection_of(Start(saved, sandbox=True)).base_url == SANDBOX_ADDRESS


@pytest.mark.parametrize(
    ("start", "word"),
    [
        ({}, "--base-url and --client-id"),
        ({"client_id": "who"}, "who"),
        ({"base_url": "https://demo.example"}, "--client-id"),
    ],
)
def test_without_a_connection_the_job_says_what_to_give(tmp_path: Path, start: dict[str, str], word: str):
    """Nothing is started on a guess: not even the sandbox."""
    with pytest.raises(headless.CannotRun, match=word):
        headless.connection_of(Start(tmp_path, **start))


@pytest.mark.parametrize("content", ["", "[]", '{"connection": 3}', "\x00{"])
def test_settings_that_cannot_be_read_are_left_alone(saved: Path, content: str):
    """The window decides what becomes of its settings; a job only looks."""
    (saved / "settings.json").write_text(content)
    assert headless.connection_of(Start(saved)) == HERE
    assert (saved / "settings.json").read_text() == content


def test_what_the_service_says_cannot_steer_a_terminal():
    """A vessel's name may hold escape sequences, line ends and turned writing."""
    stream = io.StringIO()
    terminal = headless.Terminal(stream)
    terminal.redaction.register("very-secret")
    terminal.say("MV \x1b[2J\nEVIL\u202e very-secret")
    terminal.progress("Reading", 1, 2)  # not a terminal: no progress
    assert stream.getvalue() == "MV \\x1b[2J EVIL\\x202e [hidden]\n"


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_gives_way_to_a_sentence():
    """On a terminal the moving line never mixes with what stays."""
    screen = Screen()
    terminal = headless.Terminal(screen)
    terminal.progress("Reading", 1, 2)
    terminal.say("Operation A could not be read.")
    assert screen.getvalue() == "\r\x1b[KReading: 1 of 2\r\x1b[KOperation A could not be read.\n"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_stopped_job_says_so_by_its_exit_code(tmp_path: Path, number: int, code: int):
    """Ctrl+C at a terminal and the scheduler's end are told apart from failure; no traceback."""
    script = (
        "import asyncio, sys\n"
        "from contextlib import asynccontextmanager\n"
        "from pathlib import Path\n"
        "from bunkerdesk.app import headless\n"
        "from bunkerdesk.app.start import Start\n"
        "async def work(*_):\n"
        "    print('begun', flush=True)\n"
        "    await asyncio.sleep(60)\n"
        "@asynccontextmanager\n"
        "async def opened(*_):\n"
        "    yield None\n"
        "headless.opened = opened\n"
        "sys.exit(headless.run(Start(Path(sys.argv[1])), work))\n"
    )
    environment = {name: value for name, value in os.environ.items() if name != "COVERAGE_PROCESS_START"}
    with subprocess.Popen(
        [sys.executable, "-c", script, str(tmp_path)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        process.send_signal(number)
        _, said = process.communicate(timeout=20)
    assert (process.returncode, said) == (code, "Stopped.\n")


def test_a_job_loads_no_window(tmp_path: Path):
    """A server without a screen and without Qt's system libraries can run it."""
    script = (
        "import sys, bunkerdesk.app.headless\n"
        "print([name for name in sys.modules if name.partition('.')[0] in ('PySide6', 'qasync', 'keyring', 'httpx')])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_a_connection_made_anew_keeps_the_paths_set_in_the_file(tmp_path: Path) -> None:
    """Another secret or name does not lose what was set by hand for a service that differs."""
    ConnectionFile(tmp_path).save([replace(HERE, paths={"contracts": "/v2/contracts"}), THERE])
    save_connection(tmp_path, replace(HERE, name="Harbour, new"))
    first, second = ConnectionFile(tmp_path).load()
    assert (first.name, first.paths) == ("Harbour, new", {"contracts": "/v2/contracts"})
    assert second == THERE
