"""How a connection becomes a service: the sandbox started where it is ours, the secret found, the client opened."""

import importlib
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from bunkerdesk.app.start import is_own_sandbox, sandbox_directory
from bunkerdesk.credentials import CredentialStore
from bunkerdesk.desk.connections import Connection
from bunkerdesk.desk.problems import KnownProblem, Problem, SecretMissing
from bunkerdesk.runtime.threads import run_blocking

if TYPE_CHECKING:
    from bunkerdesk.api import BunkerService, RetryPolicy
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


@dataclass(frozen=True)
class ServiceDoor:
    """Opens the service of a connection whenever the desk needs it; `secret` and `retries` are for this run."""

    connection: Connection
    credentials: CredentialStore
    sandbox: OwnSandbox
    hide: Hide
    secret: str | None = field(default=None, repr=False)
    retries: "RetryPolicy | None" = None

    @asynccontextmanager
    async def open(self) -> AsyncIterator["BunkerService"]:
        """A signed-in client for as long as the block lasts; raises `SecretMissing` and what the client raises."""
        base_url, client_id, secret = await self._who()
        await run_blocking(load_service)
        from bunkerdesk.api import BunkerService, Credentials, Paths, RetryPolicy
        from bunkerdesk.rules.answered_times import on_port_clock

        paths, retries = Paths(**self.connection.paths), self.retries or RetryPolicy()
        service = BunkerService(
            base_url, Credentials(client_id, secret), paths=paths, retries=retries, retold=on_port_clock
        )
        async with service:
            yield service

    async def _who(self) -> tuple[str, str, str]:
        if is_own_sandbox(self.connection):
            running = await self.sandbox.address()
            self.hide(running.client_secret)
            return running.base_url, running.client_id, running.client_secret
        address = self.connection.base_url, self.connection.client_id
        secret = self.secret or await self.credentials.secret(*address)
        if not secret:
            raise SecretMissing(self.connection.client_id)
        self.hide(secret)
        return *address, secret
