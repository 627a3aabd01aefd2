"""What the desk asks of a service: the reading face of `bunkerdesk.api.BunkerService`."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Protocol

from bunkerdesk.contract.entities import AssetOperators, CompanyEntity, Contract, CounterpartEntity
from bunkerdesk.contract.nomination import DraftPage, Nomination
from bunkerdesk.contract.operation import Operation
from bunkerdesk.contract.reference import FuelType, OperationStandard


class Nominations(Protocol):
    """Firm nominations, one reference at a time."""

    async def read(self, reference: str) -> Nomination: ...
    async def read_all(self, reference: str) -> Sequence[Nomination]: ...


class Drafts(Protocol):
    """The only list the service has."""

    def pages(self, limit: int = ...) -> AsyncIterator[DraftPage]: ...


class Operations(Protocol):
    """Operations, one reference at a time."""

    async def read(self, reference: str) -> Operation: ...
    async def read_all(self, reference: str) -> Sequence[Operation]: ...


class ReferenceData(Protocol):
    """Lists that change seldom."""

    async def fuel_types(self) -> Sequence[FuelType]: ...
    async def operation_standards(self) -> Sequence[OperationStandard]: ...


class Entities(Protocol):
    """Companies, counterparts, contracts and asset operators."""

    async def company_entities(self) -> Sequence[CompanyEntity]: ...
    async def counterpart_entities(self) -> Sequence[CounterpartEntity]: ...
    async def contracts(self) -> Sequence[Contract]: ...
    async def asset_operators(self) -> AssetOperators: ...


class Service(Protocol):
    """A signed-in service."""

    @property
    def nominations(self) -> Nominations: ...
    @property
    def drafts(self) -> Drafts: ...
    @property
    def operations(self) -> Operations: ...
    @property
    def reference_data(self) -> ReferenceData: ...
    @property
    def entities(self) -> Entities: ...


ServiceFactory = Callable[[], AbstractAsyncContextManager[Service]]
"""Makes the client of a connection; entered at the first request, left when the desk closes."""
