"""A desk over a made-up service in this process."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.desk.download_world import server as server
from tests.desk.download_world import world as world

from bunkerdesk.api import BunkerService, Credentials, NotFound, SharedReference
from bunkerdesk.cache import Store
from bunkerdesk.contract.entities import AssetOperators
from bunkerdesk.contract.nomination import DraftPage, Nomination
from bunkerdesk.contract.operation import Operation
from bunkerdesk.contract.reference import FuelType
from bunkerdesk.desk.connections import Connection
from bunkerdesk.desk.desk import Desk
from bunkerdesk.sandbox import embedded


class Single:
    """Nominations or operations: what is there, what fails, what was asked for."""

    def __init__(self, model: type[Nomination] | type[Operation]) -> None:
        self.model = model
        self.there: dict[str, list[dict[str, Any]]] = {}
        self.failing: dict[str, Exception] = {}
        self.asked: list[str] = []

    async def read(self, reference: str) -> Any:
        self.asked.append(reference)
        if reference in self.failing:
            raise self.failing[reference]
        found = self.there.get(reference, [])
        if not found:
            raise NotFound("Nothing there.", status=404)
        if len(found) > 1:
            raise SharedReference("Several share it.", status=422)
        return self.model.read(found[0])

    async def read_all(self, reference: str) -> list[Any]:
        return [self.model.read(value) for value in self.there[reference]]


class Drafts:
    """Draft pages of two, so that there are several."""

    def __init__(self) -> None:
        self.there: list[Any] = []
        self.failing: Exception | None = None

    async def pages(self, limit: int = 50) -> AsyncIterator[DraftPage]:
        for start in range(0, max(len(self.there), 1), 2):
            yield DraftPage.read({"data": self.there[start : start + 2], "pagination": {"hasMore": False}})
        if self.failing:
            raise self.failing


class ReferenceLists:
    """Reference data and entities; some of it is not offered."""

    async def fuel_types(self) -> list[FuelType]:
        return [FuelType.read({"name": "VLSFO", "grades": ["rmg"], "extra": 1})]

    async def operation_standards(self) -> list[Any]:
        raise NotFound("Not offered.", status=404)

    async def company_entities(self) -> list[Any]:
        return []

    counterpart_entities = contracts = company_entities

    async def asset_operators(self) -> AssetOperators:
        return AssetOperators.read({"companiesIAmOperatorFor": [], "myAssetOperators": []})


class MadeUpService:
    """What `BunkerService` is to the desk."""

    def __init__(self) -> None:
        self.nominations = Single(Nomination)
        self.operations = Single(Operation)
        self.drafts = Drafts()
        self.reference_data = self.entities = ReferenceLists()
        self.entered = 0

    @asynccontextmanager
    async def factory(self) -> AsyncIterator["MadeUpService"]:
        self.entered += 1
        yield self


@pytest.fixture
def service() -> MadeUpService:
    return MadeUpService()


@pytest.fixture
def store() -> Iterator[Store]:
    store = Store.in_memory()
    yield store
    store.close()


@pytest.fixture
async def desk(store: Store, service: MadeUpService) -> AsyncIterator[Desk]:
    desk = Desk(Connection.to("https://demo.example", "desk"), store, service.factory)
    yield desk
    await desk.aclose()


@pytest.fixture(scope="module")
def sandbox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[embedded.Running]:
    """A sandbox in a process of its own, its clock stopped."""
    with embedded.start(tmp_path_factory.mktemp("sandbox"), frozen=True) as running:
        yield running


@pytest.fixture
async def sandbox_desk(sandbox: embedded.Running, tmp_path: Path) -> AsyncIterator[Desk]:
    """A desk over real HTTP against the sandbox."""
    store = Store.open(tmp_path / "store").store
    credentials = Credentials(sandbox.client_id, sandbox.client_secret)
    connection = Connection.to(sandbox.base_url, sandbox.client_id)
    desk = Desk(connection, store, lambda: BunkerService(sandbox.base_url, credentials))
    yield desk
    await desk.aclose()
    store.close()
