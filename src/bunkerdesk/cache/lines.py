"""What the cache takes and gives, in plain values: lines of the two lists, records, and what a list selects.

Moments are whole microseconds since 1970-01-01 UTC; `moment` columns are sort keys (`schema.LAST` where unknown).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bunkerdesk.cache.document_line import DocumentLine


@dataclass(frozen=True, slots=True)
class WorkLine:
    """A draft or a firm nomination in the worklist; `bunkering` is the text as received."""

    kind: str
    reference: str
    status: str
    vessel: str
    imo: int | None
    port_code: str
    port_name: str
    bunkering: str | None
    duration_minutes: int | None
    fuels: str
    quantity: str
    supplier: str
    receiver: str
    asset: str
    asset_imo: int | None
    has_problem: bool
    moment: int
    amount: float
    """Sort key of the quantity only."""
    text: str
    """Lower-case filter text, one line without its newline."""
    fuel_names: frozenset[str]
    ships: tuple[tuple[int, str], ...] = ()
    """Names by IMO number that this answer tells."""
    departures: tuple[str, ...] = ()
    """Where the answer departs from the specification."""
    asset_key: str = ""
    """`rules.schedule.asset_key`; empty while no asset is assigned."""
    also: frozenset[str] = frozenset()
    """What else is known of vessel and asset than IMO number and name: `vessel mmsi:…`, `asset id:…`."""
    starts_at: int | None = None
    ends_at: int | None = None
    free_at: int | None = None
    """When the asset is busy and, with the buffer time, when it is free again; None without a time."""
    laycan_from: int | None = None
    laycan_to: int | None = None
    """The laycan where it is stated."""


@dataclass(frozen=True, slots=True)
class OperationLine:
    """An operation in its list; `started` and `ended` are texts as received."""

    reference: str
    status: str
    vessel: str
    port_code: str
    port_name: str
    started: str | None
    ended: str | None
    fuels: str
    delivered: str
    supplier: str
    asset: str
    receiver: str
    notes: int
    documents: int
    has_problem: bool
    moment: int
    moment_end: int
    amount: float
    text: str
    fuel_names: frozenset[str]
    ships: tuple[tuple[int, str], ...] = ()
    """Names by IMO number that this answer tells."""
    departures: tuple[str, ...] = ()
    """Where the answer departs from the specification."""
    papers: tuple["DocumentLine", ...] = ()
    """The lines of its documents."""


Line = WorkLine | OperationLine


@dataclass(frozen=True, slots=True)
class Seen:
    """One answer of the service: `place` counts the records of this kind that share the reference."""

    kind: str
    reference: str
    place: int
    raw: bytes
    """The JSON object as received."""
    line: Callable[[], Line]
    """Makes the line of the list; called only when the record is new or has changed."""


@dataclass(frozen=True, slots=True)
class Difference:
    """The service answered otherwise than before, or again with a record that was gone (`was_gone`)."""

    kind: str
    reference: str
    place: int
    before: bytes
    after: bytes
    was_gone: bool


@dataclass(frozen=True, slots=True)
class Near:
    """A vessel and a supplying asset by whatever is known of them; `also` as in the worklist."""

    imo: int | None
    vessel: str
    assets: tuple[str, ...]
    also: frozenset[str]


@dataclass(frozen=True, slots=True)
class ScheduleLine:
    """A draft or nomination as the schedule needs it; moments as in the worklist."""

    id: int
    kind: str
    reference: str
    status: str
    vessel: str
    imo: int | None
    port_code: str
    port_name: str
    bunkering: str
    duration_minutes: int | None
    fuels: str
    quantity: str
    receiver: str
    asset: str
    asset_imo: int | None
    asset_key: str
    starts_at: int
    ends_at: int
    free_at: int
    laycan_from: int | None
    laycan_to: int | None


@dataclass(frozen=True, slots=True)
class StoredRecord:
    """A record as it was last seen."""

    id: int
    kind: str
    reference: str
    place: int
    raw: bytes
    seen_at: int
    changed_at: int
    gone_at: int | None
    departures: tuple[str, ...]
    sharing: int
    """How many records of this kind share the reference."""


@dataclass(frozen=True, slots=True)
class Selection:
    """What a list shows: facet values that are accepted, and bounds of `moment`, either end open."""

    sort: str
    descending: bool = False
    values: Mapping[str, frozenset[str]] = field(default_factory=dict)
    start: int | None = None
    end: int | None = None
    days: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """First and last day on the port's clock (`2026-10-01`) by the name of a time."""


@dataclass(frozen=True, slots=True)
class ListTable:
    """One of the two list tables."""

    name: str
    display: tuple[str, ...]
    """Columns of a row, after its id and before `seen_at`."""
    sorts: Mapping[str, str]
    """Sort names and the indexed columns behind them."""
    facets: Mapping[str, tuple[str, str]]
    """Facet names, the column of the value and the column that says it in words."""
    stored: tuple[str, ...]
    """Columns taken from a line, in its order."""
    record: str = "id"
    """The column with the id of the record."""
    times: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Names of times, the column with the text as received and the one with its moment."""


_BESIDE = frozenset({"fuel_names", "also", "ships", "departures", "papers"})


def _columns(line: type[Any]) -> tuple[str, ...]:
    return tuple(name for name in line.__dataclass_fields__ if name not in _BESIDE)


_COMMON_SORTS = {
    "reference": "reference",
    "status": "status",
    "vessel": "vessel",
    "port": "port_name",
    "port_name": "port_name",
    "port_code": "port_code",
    "fuels": "fuels",
    "supplier": "supplier",
    "receiver": "receiver",
    "asset": "asset",
}

WORKLIST = ListTable(
    name="worklist",
    display=(
        *("kind", "reference", "status", "vessel", "imo", "port_code", "port_name", "bunkering", "duration_minutes"),
        *("fuels", "quantity", "supplier", "receiver", "asset", "asset_imo", "has_problem"),
        *("laycan_from", "laycan_to"),
    ),
    sorts=_COMMON_SORTS
    | {
        "bunkering": "moment",
        "kind": "kind",
        "imo": "imo",
        "duration": "duration_minutes",
        "duration_minutes": "duration_minutes",
        "quantity": "amount",
    },
    facets={"status": ("status", "kind"), "port": ("port_code", "port_name"), "kind": ("kind", "kind")},
    stored=_columns(WorkLine),
    times={"bunkering": ("bunkering", "moment")},
)

OPERATIONS = ListTable(
    name="operation_list",
    display=(
        *("reference", "status", "vessel", "port_code", "port_name", "started", "ended", "fuels", "delivered"),
        *("supplier", "asset", "receiver", "notes", "documents", "has_problem"),
    ),
    sorts=_COMMON_SORTS
    | {
        "bunkering": "moment",
        "started": "moment",
        "ended": "moment_end",
        "delivered": "amount",
        "notes": "notes",
        "documents": "documents",
    },
    facets={"status": ("status", "status"), "port": ("port_code", "port_name")},
    stored=_columns(OperationLine),
    times={"started": ("started", "moment"), "ended": ("ended", "moment_end")},
)
