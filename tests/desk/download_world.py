"""A desk over a scripted service, with operations whose documents can be downloaded."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.api.server import Reply, ScriptedServer, as_json
from tests.desk.test_document_list import operation

from bunkerdesk.api import BunkerService, Credentials, RetryPolicy
from bunkerdesk.cache import Store
from bunkerdesk.desk.connections import Connection
from bunkerdesk.desk.desk import Desk
from bunkerdesk.desk.download_items import Download, Options
from bunkerdesk.desk.download_plan import Planner, What
from bunkerdesk.desk.lists import ListQuery
from bunkerdesk.desk.naming import DOCUMENT_PATTERN, NamePattern

PDF = b"%PDF-1.7\nbunker delivery note " + bytes(range(256)) * 40


class World:
    """A service with operations, and a desk that knows them."""

    def __init__(self, server: ScriptedServer, desk: Desk, store: Store) -> None:
        self.server = server
        self.desk = desk
        self.store = store

    async def know(self, count: int, papers: int = 1, name: str = "BDN.pdf", **content: bytes) -> list[int]:
        """Make operations known; answers their ids."""
        for number in range(count):
            reference = f"OP-{number}"
            documents = [(f"d/{place}?#", "bunker_delivery_note", name) for place in range(papers)]
            value = operation("ended", *documents, vessel=f"VESSEL {number}")
            value["clientReference"] = reference
            self.server.on("GET", f"/v1/operations/{reference}", as_json(value))
            for place in range(papers):
                self.document(reference, place, Reply(200, PDF + f"{number} {place}".encode(), pdf_head()))
        for number in range(count):
            await self.desk.refresh(f"OP-{number}")
        return list(self.desk.operations.order(ListQuery(sort="reference")).ids)

    def document(self, reference: str, place: int, *replies: Any) -> None:
        self.server.on("GET", f"/v1/operations/{reference}/documents/d%2F{place}%3F%23", *replies)

    async def download(self, folder: Path, ids: list[int], what: What = What.DOCUMENTS, **more: Any) -> Download:
        pattern = NamePattern(more.pop("pattern", DOCUMENT_PATTERN))
        is_durable = more.pop("is_durable", True)
        items = await asyncio.to_thread(Planner(self.desk, pattern).of_operations, ids, what)
        added = await self.desk.downloads.add(folder, items, Options(**more), is_durable=is_durable)
        await self.desk.downloads.work()
        return added

    def asked(self) -> int:
        """How many files were asked for."""
        return len([seen for seen in self.server.requests("GET") if "documents" in seen.path])


def pdf_head() -> dict[str, str]:
    return {"Content-Type": "application/pdf"}


@asynccontextmanager
async def desk_over(server: ScriptedServer, directory: Path) -> AsyncIterator[World]:
    """A desk whose retries take no time."""
    retries = RetryPolicy(first_delay=0.001, longest_delay=0.002)
    store = Store.open(directory).store
    desk = Desk(
        Connection.to(server.base_url, "desk"),
        store,
        lambda: BunkerService(server.base_url, Credentials("desk", "secret"), retries=retries),
    )
    try:
        yield World(server, desk, store)
    finally:
        await desk.aclose()
        store.close()


@pytest.fixture
async def server() -> AsyncIterator[ScriptedServer]:
    async with ScriptedServer() as server:
        yield server


@pytest.fixture
async def world(server: ScriptedServer, tmp_path: Path) -> AsyncIterator[World]:
    async with AsyncExitStack() as stack:
        yield await stack.enter_async_context(desk_over(server, tmp_path / "store"))


def files(folder: Path) -> dict[str, bytes]:
    """Everything below a folder but the manifest, hidden files too."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name not in ("manifest.csv", "SHA256SUMS")
    }


async def in_thread(call: Callable[..., Any], *args: Any) -> Any:
    return await asyncio.to_thread(call, *args)


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not condition():  # noqa: ASYNC110  the queue tells of no such moment
            await asyncio.sleep(0.005)
