"""Runs without a window, for a person at a terminal or a scheduler: one job over one connection. Needs no screen."""

import asyncio
import json
import signal
import sys
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, nullcontext, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, TextIO

from bunkerdesk.app.service import OwnSandbox, ServiceDoor
from bunkerdesk.app.start import Start, chosen_connection, is_own_sandbox, sandbox_directory
from bunkerdesk.cache import Store, StoreProblem, store_directory
from bunkerdesk.credentials import CredentialStore
from bunkerdesk.desk.connections import Connection, ConnectionFile
from bunkerdesk.desk.desk import Desk
from bunkerdesk.desk.keeping import now
from bunkerdesk.desk.lines import from_microseconds
from bunkerdesk.desk.problems import KnownProblem, Problem, explain
from bunkerdesk.runtime.redaction import Redaction
from bunkerdesk.runtime.threads import install_workers, run_blocking

if TYPE_CHECKING:
    from bunkerdesk.api import BunkerService

DONE = 0
SOME_FAILED = 1
"""Some item failed and was named on standard error; the rest was done."""
CANNOT_RUN = 2
"""Nothing was done: bad arguments, no connection, sign-in refused, service out of reach, nowhere to write."""
INTERRUPTED = 130
TERMINATED = 143

KEYRING_SECONDS = 60
"""A keyring may wait for a person to unlock it; a scheduler has none."""
_WIDTH = 79


class CannotRun(KnownProblem):
    """The job cannot be done at all, in one sentence."""

    def __init__(self, sentence: str) -> None:
        super().__init__(Problem(title="This cannot be done", happened=sentence, safe=""))


class Terminal:
    """Says on standard error what goes on; progress only where a person sees it."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream or sys.stderr
        self._shows_progress = self._stream.isatty()
        self._has_line = False
        self.redaction = Redaction()

    def progress(self, what: str, done: int, total: int) -> None:
        """Show how far it is, in place; nothing where the output is a file."""
        if self._shows_progress:
            line = printable(f"{what}: {done} of {total}" if total else what)[:_WIDTH]
            self._stream.write(f"\r\x1b[K{line}")
            self._stream.flush()
            self._has_line = True

    def say(self, sentence: str) -> None:
        """A line for the log: secrets hidden, control characters made visible."""
        self.end_progress()
        self._stream.write(f"{printable(self.redaction.hide(sentence))}\n")
        self._stream.flush()

    def end_progress(self) -> None:
        """Take the progress line away."""
        if self._has_line:
            self._stream.write("\r\x1b[K")
            self._has_line = False


def printable(text: str) -> str:
    """Text from elsewhere without what would steer a terminal."""
    return "".join(sign if sign.isprintable() else f"\\x{ord(sign):02x}" for sign in " ".join(text.split()))


@dataclass(frozen=True)
class Headless:
    """What a job works with; `service` is signed in."""

    desk: Desk
    store: Store
    service: "BunkerService"
    terminal: Terminal


Job = Callable[[Headless], Awaitable[int]]
"""Does the work and answers `DONE` or `SOME_FAILED`; what it raises is said and ends in `CANNOT_RUN`."""


def run(start: Start, job: Job) -> int:
    """Open the connection that the start means, do the job, close; answers the exit code."""
    terminal = Terminal()
    if start.secret:
        terminal.redaction.register(start.secret)
    try:
        return asyncio.run(_guarded(start, job, terminal))
    except KeyboardInterrupt:
        terminal.say("Stopped.")
        return INTERRUPTED


async def _guarded(start: Start, job: Job, terminal: Terminal) -> int:
    loop = asyncio.get_running_loop()
    install_workers(loop)
    task = asyncio.ensure_future(_work(start, job, terminal))
    with suppress(NotImplementedError):  # Windows
        loop.add_signal_handler(signal.SIGTERM, task.cancel)
    try:
        return await task
    except asyncio.CancelledError:
        current = asyncio.current_task()
        if current is not None and current.cancelling():
            raise  # Ctrl+C
        terminal.say("Stopped.")
        return TERMINATED
    except Exception as error:  # noqa: BLE001  a scheduler reads a sentence and an exit code, whatever happened
        _say_problem(error, terminal)
        return CANNOT_RUN
    finally:
        terminal.end_progress()


async def _work(start: Start, job: Job, terminal: Terminal) -> int:
    async with opened(start, terminal) as headless:
        return await job(headless)


@asynccontextmanager
async def opened(start: Start, terminal: Terminal) -> AsyncIterator[Headless]:
    """The desk of a connection, signed in; raises `CannotRun`, `ServiceError`, `StoreProblem`."""
    connection = await run_blocking(connection_of, start)
    sandbox = OwnSandbox(start.data_directory)
    hide = terminal.redaction.register
    secret = None if is_own_sandbox(connection) else await _secret(start, connection)
    door = ServiceDoor(connection, CredentialStore(), sandbox, hide, secret)
    store = await run_blocking(_open_store, start, connection, terminal)
    try:
        terminal.progress(f"Signing in to {connection.name}", 0, 0)
        async with door.open() as service:
            await service.sign_in()
            desk = Desk(connection, store, lambda: nullcontext(service))
            try:
                if sandbox.running is not None:
                    await desk.remember(await run_blocking(sandbox.running.references), "example")
                yield Headless(desk, store, service, terminal)
            finally:
                await desk.aclose()
    finally:
        store.close()
        await run_blocking(sandbox.stop)


def connection_of(start: Start) -> Connection:
    """As told on the command line, else the one used last in the window, else the first saved; blocks for files."""
    try:
        saved = ConnectionFile(start.data_directory).load()
    except OSError as error:
        raise CannotRun(f"The saved connections cannot be read: {error}.") from error
    last = _last_address(start)
    if start.client_id and not start.base_url:
        saved = [one for one in saved if one.client_id == start.client_id]
        last = last if any(one.base_url == last for one in saved) else ""
        if not saved:
            raise CannotRun(f"No saved connection has the client id {start.client_id}; give --base-url too.")
    if not (start.sandbox or start.base_url or saved or last):
        raise CannotRun("No connection is known: give --base-url and --client-id, or save a connection in the window.")
    connection = chosen_connection(start, saved, last)
    if not connection.client_id:
        raise CannotRun(f"No client id is known for {connection.base_url}: give --client-id.")
    return connection


def _last_address(start: Start) -> str:
    """What the window wrote under `program.LAST_CONNECTION`; its settings are left alone."""
    with suppress(OSError, ValueError, RecursionError):
        value = json.loads((start.data_directory / "settings.json").read_bytes())
        address = value.get("connection") if isinstance(value, dict) else None
        return address if isinstance(address, str) else ""
    return ""


async def _secret(start: Start, connection: Connection) -> str:
    """From the environment, else from the keyring; raises `CannotRun`."""
    if start.secret:
        return start.secret
    try:
        async with asyncio.timeout(KEYRING_SECONDS):
            secret = await CredentialStore().secret(connection.base_url, connection.client_id)
    except TimeoutError:
        raise CannotRun("The keyring does not answer: unlock it, or set BUNKERDESK_CLIENT_SECRET.") from None
    if not secret:
        raise CannotRun(
            f"The client secret of {connection.client_id} is not known: set BUNKERDESK_CLIENT_SECRET, or connect once "
            "in the window, which keeps it in the keyring."
        )
    return secret


def _open_store(start: Start, connection: Connection, terminal: Terminal) -> Store:
    client = connection.client_id
    if is_own_sandbox(connection):
        client = sandbox_directory(start.data_directory, from_microseconds(now()).date()).name
    opened_store = Store.open(store_directory(start.data_directory, connection.base_url, client))
    for notice in opened_store.notices:
        terminal.say(notice)
    return opened_store.store


def _say_problem(error: Exception, terminal: Terminal) -> None:
    from bunkerdesk.api.errors import ServiceError

    cause: BaseException = error
    while isinstance(cause, BaseExceptionGroup):
        cause = cause.exceptions[0]
    problem = explain(cause)
    if not isinstance(cause, ServiceError | KnownProblem | StoreProblem | OSError):
        for line in "".join(traceback.format_exception(cause)).splitlines():
            terminal.say(line)
    place = f" ({problem.reference})" if problem.reference else ""
    # What to do about a refusing service is written for the window, which tries again by itself.
    todo = "" if isinstance(cause, ServiceError) else problem.todo
    terminal.say(" ".join(filter(None, (f"{problem.happened}{place}", todo))))
