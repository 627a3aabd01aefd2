"""A desk whose outbox is tried at once, over a service a test scripts."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

from tests.api.server import Reply, ScriptedServer, Seen, as_json

from bunkerdesk.api import BunkerService, Credentials
from bunkerdesk.api.patience import RetryPolicy
from bunkerdesk.cache import Store
from bunkerdesk.desk.connections import Connection
from bunkerdesk.desk.desk import Desk
from bunkerdesk.desk.outbox import Outbox
from bunkerdesk.desk.outbox_item import OutboxItem, OutboxState

DRAFTS = "/v1/nominations/drafts"
FIRM = "/v1/nominations/supplier"
NO_DRAFTS = as_json({"data": [], "pagination": {"hasMore": False}})
SOON = timedelta(milliseconds=20)


class SoonOutboxDesk(Desk):
    """A desk whose outbox does not wait for seconds."""

    @property
    def outbox(self) -> Outbox:
        if "soon" not in self.__dict__:
            self.__dict__["soon"] = Outbox(self._store, self.editing, self._sending, first_wait=SOON)
        return self.__dict__["soon"]


@asynccontextmanager
async def desk_at(server: ScriptedServer, place: Path) -> AsyncIterator[Desk]:
    """A desk that tries once and again soon."""
    store = Store.open(place).store
    credentials, once = Credentials("desk", "secret"), RetryPolicy(attempts=1)
    desk = SoonOutboxDesk(
        Connection.to(server.base_url, "desk"), store, lambda: BunkerService(server.base_url, credentials, retries=once)
    )
    async with sending(desk, store):
        yield desk


@asynccontextmanager
async def sending(desk: Desk, store: Store) -> AsyncIterator[None]:
    """The outbox of a desk runs; then desk and store are closed."""
    running = asyncio.ensure_future(desk.outbox.run())
    try:
        yield
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        await desk.aclose()
        store.close()


async def until(desk: Desk, item: OutboxItem, *states: OutboxState, attempts: int = 0) -> OutboxItem:
    """Wait for something in the outbox to be in one of these states, tried so often; answers it as it is then."""
    moved = asyncio.Event()
    end = desk.outbox.subscribe(lambda _: moved.set())
    async with asyncio.timeout(30):
        while (now := desk.outbox.item(item.id)) is None or now.state not in states or now.attempts < attempts:
            await moved.wait()
            moved.clear()
    end()
    return now


def echo(seen: Seen) -> Reply:
    return Reply(200, seen.body[:-1] + b',"status":"in_progress"}', {"Content-Type": "application/json"})


def document(reference: str) -> dict[str, Any]:
    return {"clientReference": reference, "delivery": {"bunkeringLocationCode": "NLRTM"}}
