"""One record as the pages show it, and the way of an answer into the store."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from bunkerdesk.cache import Line, Seen, StoredRecord
from bunkerdesk.contract import jsontext
from bunkerdesk.contract.enums import NominationStatus, OperationStatus
from bunkerdesk.contract.jsontext import JsonObject
from bunkerdesk.contract.nomination import Draft, Nomination
from bunkerdesk.contract.operation import Operation
from bunkerdesk.contract.resource import Resource
from bunkerdesk.desk.lines import bare_line, from_microseconds, operation_line, reference_in, storable, work_line

Kind = Literal["draft", "nomination", "operation"]

MODELS: dict[str, type[Draft] | type[Nomination] | type[Operation]] = {
    "draft": Draft,
    "nomination": Nomination,
    "operation": Operation,
}

SETTLED = frozenset({NominationStatus.CANCELLED.value, OperationStatus.ARCHIVED.value})
"""States that are not expected to change any more; asked for once a day instead of each time."""


@dataclass(frozen=True, slots=True)
class Record:
    """A draft, nomination or operation with its age."""

    id: int
    kind: str
    reference: str
    resource: Draft | Nomination | Operation
    seen_at: datetime
    """When the service last answered with it (UTC)."""
    changed_at: datetime
    """When an answer last differed from the one before (UTC)."""
    departures: tuple[str, ...]
    """Where the answer departs from the specification, in words."""
    sharing: int
    """How many records of this kind share the reference."""
    is_gone: bool
    """The service does not answer with it any more."""
    place: int = 0
    """Which of those that share the reference."""

    @property
    def answer(self) -> JsonObject:
        """What the service answered, with what is not understood."""
        return self.resource.as_answered

    @classmethod
    def of(cls, stored: StoredRecord) -> "Record":
        """Read a stored record back; raises `ValueError` where it is no JSON object."""
        if stored.kind not in MODELS:
            raise ValueError("no such kind of record")
        return cls(
            id=stored.id,
            kind=stored.kind,
            reference=stored.reference,
            resource=MODELS[stored.kind].read_json(stored.raw),
            seen_at=from_microseconds(stored.seen_at),
            changed_at=from_microseconds(stored.changed_at),
            departures=stored.departures,
            sharing=stored.sharing,
            is_gone=stored.gone_at is not None,
            place=stored.place,
        )


@dataclass(frozen=True, slots=True)
class Answer:
    """Everything the service answered for one reference and kind; no objects: there is nothing (404)."""

    kind: Kind
    reference: str
    objects: tuple[JsonObject, ...] = ()
    asked_at: int | None = None
    """`Keeper.own_writes` when it was asked for; None where no write of this desk can have come in between."""

    @classmethod
    def of(cls, kind: Kind, reference: str, resources: Sequence[Resource], asked_at: int | None = None) -> "Answer":
        """An answer from what the client read."""
        return cls(kind, reference, tuple(item.as_answered for item in resources), asked_at)

    @property
    def is_settled(self) -> bool:
        """Whether none of it is expected to change any more."""
        return bool(self.objects) and all(str(item.get("status")) in SETTLED for item in self.objects)

    def seen(self) -> list[Seen]:
        """One entry per object, in the order of the answer."""
        return [seen(self.kind, self.reference, place, value) for place, value in enumerate(self.objects)]


def seen(kind: Kind, reference: str, place: int, value: JsonObject) -> Seen:
    """An object as the store takes it; it is validated only if it turns out to be new."""
    key = storable(reference)
    return Seen(kind, key, place, jsontext.write(value), lambda: line_of(kind, key, value))


def line_of(kind: str, reference: str, value: JsonObject) -> Line:
    """The line of an object, whatever is in it."""
    try:
        resource = MODELS[kind].read(value)
        if isinstance(resource, Operation):
            return operation_line(resource, reference)
        return work_line(kind, resource, reference)
    except Exception as error:  # noqa: BLE001  one odd answer must not cost a batch of a hundred
        return bare_line(kind, reference, error)


def line_again(stored: StoredRecord) -> Line:
    """The line of a stored record."""
    try:
        return line_of(stored.kind, stored.reference, jsontext.parse(stored.raw))
    except jsontext.MalformedJson as error:
        return bare_line(stored.kind, stored.reference, error)


class DraftPlaces:
    """Numbers drafts that share a reference, or have none, in the order of the pages."""

    def __init__(self, asked_at: int | None = None) -> None:
        self.asked_at = asked_at
        """`Keeper.own_writes` when the first page was asked for."""
        self.present: set[tuple[str, int]] = set()
        self._counts: dict[str, int] = {}

    def seen(self, values: Sequence[JsonObject]) -> list[Seen]:
        """The drafts of a page."""
        return [self._next(value) for value in values]

    def _next(self, value: JsonObject) -> Seen:
        reference = storable(reference_in(value))
        place = self._counts.get(reference, 0)
        self._counts[reference] = place + 1
        self.present.add((reference, place))
        return seen("draft", reference, place, value)
