"""The seam between lists on the screen and the store: order, filter text and display rows.

A list holds ids only. `Order` is what a list of 100,000 needs in memory (some ten megabytes); rows are read for
what is on the screen.
"""

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Generic, Protocol, TypeVar

from bunkerdesk.contract.resource import Timestamp


@dataclass(frozen=True, slots=True)
class ListQuery:
    """What a list shows and in which order; the typed filter text is applied to `Order.texts`, not here.

    `values` maps a facet (`status`, `port`, `fuel`, `kind`) to the accepted values; a facet left out accepts all.
    `id` accepts records by their ids, as texts.
    `window` bounds the bunkering time (UTC), either end may be open.
    `days` bounds times (`bunkering`, `started`, `ended`) by first and last day on the port's clock.
    """

    sort: str = "bunkering"
    descending: bool = False
    values: dict[str, frozenset[str]] = field(default_factory=dict)
    window: tuple[datetime | None, datetime | None] = (None, None)
    days: Mapping[str, tuple[date, date]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Order:
    """Ids in display order with their filter text.

    `texts` holds one lower-case line per id, each ended by a newline, in the same order; `ends[i]` is the offset
    just behind the newline of line i.
    """

    ids: "array[int]"
    texts: str
    ends: "array[int]"


@dataclass(frozen=True, slots=True)
class NominationRow:
    """A line of the worklist: a draft or a firm nomination."""

    id: int
    kind: str
    """`draft` or `nomination`."""
    reference: str
    status: str
    vessel: str
    imo: int | None
    port_code: str
    port_name: str
    bunkering: Timestamp | None
    """Port clock with the offset as received."""
    duration_minutes: int | None
    fuels: str
    quantity: str
    """Formatted by `rules.wording`."""
    supplier: str
    receiver: str
    asset: str
    seen_at: datetime
    """When the service last answered with it (UTC)."""
    has_problem: bool
    laycan_start: Timestamp | None = None
    laycan_end: Timestamp | None = None
    """The laycan where it is stated, by the clock of the bunkering time."""


@dataclass(frozen=True, slots=True)
class OperationRow:
    """A line of the operations list."""

    id: int
    reference: str
    status: str
    vessel: str
    port_code: str
    port_name: str
    started: Timestamp | None
    """First known event of its notes, port clock."""
    ended: Timestamp | None
    fuels: str
    delivered: str
    supplier: str
    asset: str
    receiver: str
    notes: int
    documents: int
    seen_at: datetime
    has_problem: bool


@dataclass(frozen=True, slots=True)
class DocumentRow:
    """A line of the documents list: a document of an operation, or one that is required and absent."""

    id: int
    record: int
    """The id of its operation."""
    document_id: str
    """Empty for an absent one."""
    kind: str
    """The document type as received."""
    name: str
    reference: str
    vessel: str
    port_code: str
    port_name: str
    started: Timestamp | None
    """When the delivery ended, else began; port clock."""
    size: int | None
    """Bytes, once it was fetched."""
    state: str
    """`kept`, `have`, `missing` or `failed`."""
    why: str
    """What an absent one is needed for, or why fetching failed."""
    seen_at: datetime
    has_problem: bool


Row = TypeVar("Row", NominationRow, OperationRow, DocumentRow)


class ListSource(Protocol, Generic[Row]):
    """Reads for one list; fast enough for the GUI thread where it says so."""

    def count(self, query: ListQuery) -> int:
        """How many rows match; GUI thread, a few milliseconds at 100,000."""
        ...

    def head(self, query: ListQuery, limit: int) -> "array[int]":
        """The first ids in order; GUI thread, about a millisecond, for the first paint."""
        ...

    def order(self, query: ListQuery) -> Order:
        """All ids in order with their filter text; call it in a worker thread."""
        ...

    def rows(self, ids: Sequence[int]) -> dict[int, Row]:
        """Display rows of a screenful of ids; GUI thread."""
        ...

    def facet(self, name: str) -> list[tuple[str, str, int]]:
        """The values of a facet with their words and counts, most frequent first."""
        ...
