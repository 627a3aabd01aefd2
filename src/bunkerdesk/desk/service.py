"""What the desk asks of a service: the face of `bunkerdesk.api.BunkerService`."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from bunkerdesk.api.wishes import Source, Wish
    from bunkerdesk.contract.entities import AssetOperators, CompanyEntity, Contract, CounterpartEntity
    from bunkerdesk.contract.nomination import Draft, DraftPage, Nomination
    from bunkerdesk.contract.operation import Operation
    from bunkerdesk.contract.reference import FuelType, OperationStandard
    from bunkerdesk.contract.requests import Rescheduling, StatusAnswer


class Nominations(Protocol):
    """Firm nominations, one reference at a time."""

    async def read(self, reference: str) -> Nomination: ...
    async def read_all(self, reference: str) -> Sequence[Nomination]: ...
    async def cancel(self, reference: str, reason: str) -> StatusAnswer | None: ...
    async def accept(self, reference: str) -> Nomination | None: ...
    async def reschedule(self, reference: str, body: Rescheduling) -> StatusAnswer | None: ...
    async def put_as_supplier(self, body: Mapping[str, Any], /) -> Nomination | None: ...
    async def put_as_receiver(self, body: Mapping[str, Any], /) -> Nomination | None: ...


class Drafts(Protocol):
    """The only list the service has."""

    def pages(self, limit: int = ...) -> AsyncIterator[DraftPage]: ...
    async def put(self, body: Mapping[str, Any], /) -> Draft | None: ...


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


class Downloaded(Protocol):
    """A whole document on the disk."""

    @property
    def path(self) -> Path: ...
    @property
    def content_type(self) -> str: ...
    @property
    def size(self) -> int: ...
    @property
    def sha256(self) -> str: ...


class Documents(Protocol):
    """Document files of operations."""

    async def download(
        self,
        reference: str,
        document_id: str,
        target: Path,
        on_progress: Callable[[int, int | None], object] | None = None,
        /,
    ) -> Downloaded: ...
    async def download_series(
        self, source: Source, at_once: int, ordinary: Callable[[Wish], Awaitable[object]], /
    ) -> None: ...
    async def download_wish(self, wish: Wish, /) -> Downloaded: ...


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
    @property
    def documents(self) -> Documents: ...


ServiceFactory = Callable[[], AbstractAsyncContextManager[Service]]
"""Makes the client of a connection; entered at the first request, left when the desk closes."""

SignIn = Callable[[], Awaitable[Service]]
"""The service of a desk, signed in when first needed."""
