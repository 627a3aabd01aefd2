"""One thing on its way to the service, and its form on the disk."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from bunkerdesk.cache.outgoing import OutgoingRow
from bunkerdesk.contract import jsontext
from bunkerdesk.contract.enums import NominationStatus
from bunkerdesk.contract.jsontext import JsonObject
from bunkerdesk.desk.comparing import Changed, Difference, three_way
from bunkerdesk.desk.editing_kinds import EditKind
from bunkerdesk.desk.editing_paths import MISSING
from bunkerdesk.desk.editing_session import Refusal
from bunkerdesk.desk.lines import from_microseconds, microseconds, storable
from bunkerdesk.desk.problems import Problem

STATUS = "status"
OUT_OF_REACH = {
    NominationStatus.CANCELLED.value: "cancelled",
    NominationStatus.OPERATION_STARTED.value: "taken into delivery",
}
"""States in which nobody expects a nomination to change any more, and what became of it."""


class OutboxState(StrEnum):
    """How far something is on its way."""

    WAITING = "waiting"
    SENDING = "sending"
    REFUSED = "refused"
    """The service said no (4xx); mended and sent again, or cancelled."""
    CONFLICT = "conflict"
    """The service's copy changed since the edit began; `differences` are to be settled."""
    SENT = "sent"
    CANCELLED = "cancelled"

    @property
    def is_over(self) -> bool:
        """Nothing more happens to it."""
        return self in (OutboxState.SENT, OutboxState.CANCELLED)


@dataclass(frozen=True, slots=True)
class OutboxItem:
    """A body on its way. A new object for each change; `id` stays."""

    id: int
    sequence: int
    kind: EditKind
    reference: str
    body: JsonObject
    state: OutboxState
    created_at: datetime
    session_id: int | None = None
    """The edit it came from; None where it came from a list."""
    base: JsonObject | None = None
    """The service's copy when the edit began; None for what is new."""
    theirs: JsonObject | None = None
    """The service's copy as read before the sending that found a conflict."""
    base_status: str = ""
    """The status beside the base, and beside theirs: an upsert would revive what was cancelled meanwhile."""
    their_status: str = ""
    place: int = 0
    attempts: int = 0
    problem: Problem | None = None
    """Why it is not sent yet, to show."""
    refusals: tuple[Refusal, ...] = ()
    due_at: float | None = None
    """When it is tried again, by the monotonic clock of this run."""
    may_have_arrived: bool = False
    """A sending ended without an answer; repeating it is safe."""
    accepts_used: bool = False
    """The person knows that the reference is in use."""
    promoted_from: str = ""
    record_ids: tuple[int, ...] = ()
    """Once sent: the records in the store."""

    @property
    def is_out_of_reach(self) -> bool:
        """Whether the service's copy has come to an end, or is being delivered, since the edit began."""
        return self.their_status in OUT_OF_REACH and self.their_status != self.base_status

    @property
    def differences(self) -> list[Difference]:
        """Base, mine and theirs compared; empty where theirs was not read. An end meanwhile comes first."""
        if self.theirs is None:
            return []
        found = three_way(self.base, self.body, self.theirs, self.kind)
        if not self.is_out_of_reach:
            return found
        before = self.base_status or MISSING
        return [Difference(STATUS, "Status", before, before, self.their_status, Changed.BOTH, (STATUS,)), *found]

    def row(self) -> OutgoingRow:
        """For the store."""
        meta: JsonObject = {
            "session": self.session_id,
            "base": self.base,
            "theirs": self.theirs,
            "baseStatus": self.base_status,
            "theirStatus": self.their_status,
            "place": self.place,
            "refusals": [[refusal.path, refusal.text] for refusal in self.refusals],
            "mayHaveArrived": self.may_have_arrived,
            "acceptsUsed": self.accepts_used,
            "promotedFrom": self.promoted_from,
        }
        return OutgoingRow(
            id=self.id,
            sequence=self.sequence,
            kind=self.kind.value,
            reference=storable(self.reference),
            body=jsontext.write(self.body),
            state=self.state.value,
            attempts=self.attempts,
            last_problem=jsontext.write(asdict(self.problem)).decode() if self.problem else "",
            created_at=microseconds(self.created_at),
            meta=jsontext.write(meta),
        )

    @classmethod
    def of(cls, row: OutgoingRow) -> "OutboxItem":
        """From the store; raises `ValueError` or `TypeError` for a row that cannot be read.

        What was being sent when the program ended may have arrived.
        """
        body, meta = jsontext.parse(row.body), jsontext.parse(row.meta)
        if not isinstance(body, dict) or not isinstance(meta, dict):
            raise TypeError("a row of the outbox holds no JSON object")
        state = OutboxState(row.state)
        was_sending = state is OutboxState.SENDING
        return cls(
            id=row.id,
            sequence=row.sequence,
            kind=EditKind(row.kind),
            reference=row.reference,
            body=body,
            state=OutboxState.WAITING if was_sending else state,
            created_at=from_microseconds(row.created_at),
            session_id=meta.get("session"),
            base=meta.get("base"),
            theirs=meta.get("theirs"),
            base_status=str(meta.get("baseStatus") or ""),
            their_status=str(meta.get("theirStatus") or ""),
            place=int(meta.get("place") or 0),
            attempts=row.attempts,
            problem=Problem(**jsontext.parse(row.last_problem)) if row.last_problem else None,
            refusals=_refusals(meta.get("refusals") or ()),
            may_have_arrived=was_sending or bool(meta.get("mayHaveArrived")),
            accepts_used=bool(meta.get("acceptsUsed")),
            promoted_from=str(meta.get("promotedFrom") or ""),
        )


def _refusals(pairs: Iterable[Any]) -> tuple[Refusal, ...]:
    return tuple(Refusal(str(path), str(text)) for path, text in pairs)
