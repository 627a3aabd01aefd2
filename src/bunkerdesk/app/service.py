"""How a connection becomes a service: the sandbox started where it is ours, the secret found, the client opened."""

import importlib
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from bunkerdesk.app.start import is_own_sandbox, sandbox_directory
from bunkerdesk.credentials import CredentialStore
from bunkerdesk.desk.connections import Connection
from bunkerdesk.desk.problems import KnownProblem, Problem, SecretMissing
from bunkerdesk.runtime.threads import run_blocking

if TYPE_CHECKING:
    from bunkerdesk.api import BunkerService
    from bunkerdesk.sandbox.embedded import Running

Hide = Callable[[str], None]


def load_service() -> None:
    """Load the HTTP library; it takes a tenth of a second, so it is done in a worker thread after the first paint."""
    for module in ("bunkerdesk.api.transport", "anyio._backends._asyncio", "bunkerdesk.desk.synchronising"):
        importlib.import_module(module)


class OwnSandbox:
    """The sandbox as the program's child process: started when first needed, stopped with the program."""

    def __init__(self, data_directory: Path, *, frozen: bool = False) -> None:
        self._data_directory = data_directory
        self._frozen = frozen
        self.running: Running | None = None

    async def address(self) -> "Running":
        """The running sandbox; raises `KnownProblem`."""
        if self.running is None or self.running.process.poll() is not None:
            self.running = await run_blocking(self._start)
        return self.running

    def stop(self) -> None:
        """End it; blocks for a moment."""
        if self.running is not None:
            self.running.stop()
            self.running = None

    def _start(self) -> "Running":
        from bunkerdesk.sandbox import embedded

        folder = sandbox_directory(self._data_directory, date.today())  # noqa: DTZ011 - the desk's own day
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            return embedded.start(folder, frozen=self._frozen)
        except embedded.SandboxDidNotStart as error:
            raise KnownProblem(
                Problem(
                    title="The sandbox did not start",
                    happened=str(error),
                    todo="Start Bunker Desk again, or connect to your service.",
                )
            ) from error


class ServiceDoor:
    """Opens the service of a connection whenever the desk needs it."""

    def __init__(
        self, connection: Connection, credentials: CredentialStore, sandbox: OwnSandbox, hide: Hide, secret: str | None
    ) -> None:
        self._connection = connection
        self._credentials = credentials
        self._sandbox = sandbox
        self._hide = hide
        self._secret = secret

    @asynccontextmanager
    async def open(self) -> AsyncIterator["BunkerService"]:
        """A signed-in client for as long as the block lasts; raises `SecretMissing` and what the client raises."""
        base_url, client_id, secret = await self._who()
        await run_blocking(load_service)
        from bunkerdesk.api import BunkerService, Credentials, Paths

        paths = Paths(**self._connection.paths)
        async with BunkerService(base_url, Credentials(client_id, secret), paths=paths) as service:
            yield service

    async def _who(self) -> tuple[str, str, str]:
        if is_own_sandbox(self._connection):
            running = await self._sandbox.address()
            self._hide(running.client_secret)
            return running.base_url, running.client_id, running.client_secret
        address = self._connection.base_url, self._connection.client_id
        secret = self._secret or await self._credentials.secret(*address)
        if not secret:
            raise SecretMissing(self._connection.client_id)
        self._hide(secret)
        return *address, secret
