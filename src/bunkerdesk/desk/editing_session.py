"""One edit: the document as typed, what the service held when it began, and what brings the editor back."""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from bunkerdesk.cache.unsent import Edit
from bunkerdesk.contract import jsontext
from bunkerdesk.contract.jsontext import JsonObject
from bunkerdesk.desk.editing_history import History
from bunkerdesk.desk.editing_kinds import EditKind
from bunkerdesk.desk.editing_paths import value_at
from bunkerdesk.desk.lines import from_microseconds, microseconds, reference_in, storable
from bunkerdesk.desk.problems import KnownProblem, Problem


class EditState(StrEnum):
    """Whether an edit can be typed in."""

    OPEN = "open"
    QUEUED = "queued"
    """It waits in the outbox or is being sent; taking it back opens it again."""


@dataclass(frozen=True, slots=True)
class Cursor:
    """Where the person was: the field's path and the position in its text."""

    field: str = ""
    position: int = 0


@dataclass(frozen=True, slots=True)
class Refusal:
    """What the service said of a field; an empty path where it names none."""

    path: str
    text: str


def status_of(answer: JsonObject) -> str:
    """The status an answer names; empty where it names none."""
    status = answer.get("status")
    return status if isinstance(status, str) else ""


@dataclass(eq=False, slots=True)
class EditSession:
    """An edit of one nomination or draft. Only `Editing` changes it; `document` is never changed in place."""

    id: int
    kind: EditKind
    document: JsonObject
    """The body as it would be sent, decimals as `Decimal`."""
    base: JsonObject | None = None
    """The service's copy when the edit began, as a body; None for what is new."""
    base_seen_at: datetime | None = None
    """When the service answered with the base (UTC)."""
    place: int = 0
    """Its place among records that share the reference."""
    promoted_from: str = ""
    """The reference of the draft it was made from."""
    promoted_place: int = 0
    """The draft's place among those that share the reference."""
    taken_over: JsonObject | None = None
    """What the service had answered of that draft."""
    left_out: tuple[str, ...] = ()
    """Paths of fields of what it was made from, or was before, which its upsert does not take."""
    cursor: Cursor = field(default_factory=Cursor)
    state: EditState = EditState.OPEN
    refusals: tuple[Refusal, ...] = ()
    """What the service refused when it was sent last; a field's is gone once the field is changed."""
    changed_at: datetime = field(default_factory=lambda: datetime.now(UTC))
    history: History = field(default_factory=History)
    source: str = ""
    """The message it was made from; stays on this computer."""
    base_status: str = ""
    """The status the service answered with the base; no upsert takes one."""
    typed: dict[str, str] = field(default_factory=dict)
    """Text that stands in a field and is no value yet, by path; it is kept like the document, and never sent."""

    @property
    def reference(self) -> str:
        """The client reference as typed."""
        return storable(reference_in(self.document))

    @property
    def is_new(self) -> bool:
        """Not at the service yet, as far as is known."""
        return self.base is None

    @property
    def is_changed(self) -> bool:
        """Something differs from the service's copy."""
        return self.base is None or not jsontext.same_meaning(self.base, self.document)

    @property
    def can_undo(self) -> bool:
        return bool(self.history.done)

    @property
    def can_redo(self) -> bool:
        return bool(self.history.undone)

    def value(self, path: str) -> Any:
        """The value at a path of the document, or `MISSING`."""
        return value_at(self.document, path)

    def row(self) -> Edit:
        """The session for the store; any thread, since nothing it holds is changed in place but the history."""
        meta: JsonObject = {
            "base": self.base,
            "baseSeenAt": microseconds(self.base_seen_at) if self.base_seen_at else None,
            "baseStatus": self.base_status,
            "place": self.place,
            "promotedFrom": self.promoted_from,
            "promotedPlace": self.promoted_place,
            "takenOver": self.taken_over,
            "leftOut": list(self.left_out),
            "cursor": [self.cursor.field, self.cursor.position],
            "state": self.state.value,
            "refusals": [[refusal.path, refusal.text] for refusal in self.refusals],
            "history": self.history.to_object(),
            "typed": dict(self.typed),
            "source": self.source,
        }
        document, about = jsontext.write(self.document), jsontext.write(meta)
        return Edit(self.id, self.kind.value, self.reference, document, about, microseconds(self.changed_at))

    @classmethod
    def of(cls, row: Edit) -> "EditSession":
        """A session from the store; raises `ValueError` for a document that is none. Odd surroundings are dropped."""
        document, meta = jsontext.parse(row.document), jsontext.parse(row.meta)
        if not isinstance(document, dict):
            raise ValueError("the document of an edit is no JSON object")  # noqa: TRY004  a damaged row, not a type
        session = cls(row.id, EditKind(row.kind), document, changed_at=from_microseconds(row.changed_at))
        if isinstance(meta, dict):
            session._take(meta)
        return session

    def _take(self, meta: JsonObject) -> None:
        base, seen_at = meta.get("base"), meta.get("baseSeenAt")
        self.base = base if isinstance(base, dict) else None
        self.base_seen_at = from_microseconds(seen_at) if isinstance(seen_at, int) else None
        self.base_status = str(meta.get("baseStatus") or "")
        self.place = int(meta.get("place") or 0)
        self.promoted_from = str(meta.get("promotedFrom") or "")
        self.promoted_place = int(meta.get("promotedPlace") or 0)
        taken_over = meta.get("takenOver")
        self.taken_over = taken_over if isinstance(taken_over, dict) else None
        self.left_out = tuple(map(str, meta.get("leftOut") or ()))
        place, position = meta.get("cursor") or ("", 0)
        self.cursor = Cursor(str(place), int(position))
        self.state = EditState(meta.get("state") or "open")
        self.refusals = tuple(Refusal(str(path), str(text)) for path, text in meta.get("refusals") or ())
        self.history = History.of(meta.get("history"))
        self.source = str(meta.get("source") or "")
        typed = meta.get("typed")
        self.typed = {str(path): str(text) for path, text in typed.items()} if isinstance(typed, dict) else {}


class NotOpen(KnownProblem):
    """The edit waits in the outbox and cannot be typed in."""

    def __init__(self, session: EditSession) -> None:
        super().__init__(
            Problem(
                title="This is waiting to be sent",
                happened=f"{session.reference or 'The nomination'} is in the outbox as it was when you sent it.",
                safe="Nothing you typed is lost.",
                todo="Take it back from the outbox to change it.",
            )
        )
