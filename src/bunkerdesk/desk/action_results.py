"""What can be done to records, why not, and what became of each. Loads nothing of the client."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum

from bunkerdesk.contract.resource import Timestamp, has_offset
from bunkerdesk.desk.changes import Changes
from bunkerdesk.desk.problems import NOTHING_SENT, KnownProblem, Problem
from bunkerdesk.desk.schedule import SETTLED


class Action(StrEnum):
    """What can be done to a record."""

    ACCEPT = "accept"
    CANCEL = "cancel"
    RESCHEDULE = "reschedule"
    PROMOTE = "promote"


@dataclass(frozen=True, slots=True)
class RowResult:
    """What became of one record; no problem: it was done."""

    record_id: int
    reference: str
    problem: Problem | None = None


@dataclass(frozen=True, slots=True)
class Move:
    """A bunkering time that was changed, as texts with their offsets; taking it back needs both."""

    record_id: int
    reference: str
    before: str
    after: str
    whole_call: bool = False


@dataclass(frozen=True, slots=True)
class ActionResult:
    """What became of all, in the order in which they were given."""

    rows: tuple[RowResult, ...]
    changes: Changes = field(default_factory=Changes)
    moves: tuple[Move, ...] = ()
    """Of a rescheduling: what was moved and can be moved back."""

    @property
    def failed(self) -> tuple[RowResult, ...]:
        """Rows that were not done."""
        return tuple(row for row in self.rows if row.problem)


@dataclass(frozen=True, slots=True)
class NewTime:
    """A new bunkering time with its offset, or a shift of the present one; and a new duration, if any."""

    bunkering: str = ""
    shift: timedelta = timedelta()
    duration_minutes: int | None = None
    whole_call: bool = False
    """The times of `CALL` move by as much."""

    def of(self, present: object) -> str:
        """The new time as text; raises `KnownProblem` where there is no time to shift."""
        if self.bunkering:
            if not has_offset(self.bunkering):
                raise ValueError("a time to be sent needs an explicit UTC offset")
            return self.bunkering
        if not isinstance(present, str) or not has_offset(present):
            raise not_done("It has no bunkering time that could be shifted.")
        return (Timestamp.parse(present) + self.shift).isoformat() if self.shift else present


CALL = (
    "receiver.estimatedTimeOfArrival",
    "delivery.pilotTime",
    "delivery.berthTime",
    "delivery.estimatedAlongsideTime",
    "receiver.estimatedTimeOfDeparture",
)
"""Times of the ship's call that go with the bunkering when she is late. A stated laycan is agreed, and stays."""

OnRow = Callable[[RowResult], bool]
"""Hears of each result; False begins no further row, and what has begun is brought to its end."""


def why_not(action: Action, kind: str, status: str) -> str:
    """Why something cannot be done to a record of a kind and status, as a short sentence; empty where it can."""
    if action is Action.PROMOTE:
        return "" if kind == "draft" else "Only a draft can become a firm nomination."
    if kind != "nomination":
        return _OTHERS.get(kind, "This is for nominations, not for operations.")
    if status in SETTLED:
        return _ENDED[status]
    return "The nomination is accepted already." if action is Action.ACCEPT and status == "accepted" else ""


_OTHERS = {"draft": "This is for firm nominations; edit the draft instead."}
_ENDED = {
    "cancelled": "The nomination is cancelled. Clone it for a new one.",
    "operation_started": "The operation has started: its nomination stays as it is.",
}


def not_done(happened: str, todo: str = "") -> KnownProblem:
    """The problem of a row that was left as it is."""
    return KnownProblem(Problem(title="Not done", happened=happened, safe=NOTHING_SENT, todo=todo))
