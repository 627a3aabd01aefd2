"""What is on its way to the service, in words. No widgets."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from time import monotonic

from bunkerdesk.desk.outbox import Outbox
from bunkerdesk.desk.outbox_item import OutboxItem, OutboxState
from bunkerdesk.rules import wording

_WORDS = {
    OutboxState.WAITING: ("Waiting", "accent"),
    OutboxState.SENDING: ("Being sent", "accent"),
    OutboxState.REFUSED: ("Refused", "error"),
    OutboxState.CONFLICT: ("Changed on the service too", "warning"),
    OutboxState.SENT: ("Sent", "ok"),
    OutboxState.CANCELLED: ("Taken back", "neutral"),
}


@dataclass(frozen=True, slots=True)
class OutboxLine:
    """One thing on its way: what it is, how it stands, why, and what can be done."""

    id: int
    title: str
    state: str
    tone: str
    detail: str
    session_id: int | None
    can_retry: bool
    can_take_back: bool
    is_conflict: bool
    is_over: bool


def outbox_lines(outbox: Outbox, now: datetime) -> list[OutboxLine]:
    """Everything, what needs a person first, then in the order of sending."""
    fronts = outbox.fronts()
    lines = [_line(item, fronts.get(item.id), now) for item in outbox.items()]
    return sorted(lines, key=lambda line: (line.is_over, line.tone not in ("error", "warning")))


def waiting_words(outbox: Outbox) -> tuple[str, str]:
    """For the status line: `2 waiting to be sent, 1 refused`, and its look."""
    states = [item.state for item in outbox.items()]
    waiting = sum(state in (OutboxState.WAITING, OutboxState.SENDING) for state in states)
    refused, conflict = states.count(OutboxState.REFUSED), states.count(OutboxState.CONFLICT)
    parts = [f"{waiting} waiting to be sent"] if waiting else []
    parts += [f"{refused} refused"] if refused else []
    parts += [f"{conflict} to compare"] if conflict else []
    return ", ".join(parts), "status-warning" if refused or conflict else "status"


def _title(item: OutboxItem) -> str:
    kind = "Draft" if item.kind.value == "draft" else "Nomination"
    return f"{kind} {item.reference or 'without reference'}"


def _waiting(item: OutboxItem, front: OutboxItem | None, now: datetime) -> str:
    """Why it waits and for how long; behind one that needs a person it is no matter of time."""
    detail = item.problem.happened.rstrip(".") if item.problem else ""
    before = front if front and front.state in (OutboxState.REFUSED, OutboxState.CONFLICT) else None
    if before is not None:
        needs = "refused" if before.state is OutboxState.REFUSED else "changed on the service too"
        detail = f"Waits for the earlier sending of {_title(before)}, which was {needs}"
    seconds = item.due_at - monotonic() if item.due_at is not None and before is None else 0
    when = wording.until(now + timedelta(seconds=seconds), now) if seconds > 0 else ""
    tries = f"tried {wording.count_words(item.attempts, 'time')}" if item.attempts else ""
    tries = tries or ("" if before else "first in turn")
    detail = ", ".join(filter(None, (detail, tries, f"next in {when}" if when else "")))
    return f"{detail}; it may have arrived, sending it again is safe" if item.may_have_arrived else detail


def _line(item: OutboxItem, front: OutboxItem | None, now: datetime) -> OutboxLine:
    words, tone = _WORDS[item.state]
    detail = item.problem.happened if item.problem and item.state is not OutboxState.CANCELLED else ""
    if item.state is OutboxState.WAITING:
        detail = _waiting(item, front, now)
    elif item.state is OutboxState.CONFLICT and item.is_out_of_reach and item.problem:
        words = item.problem.title
    return OutboxLine(
        id=item.id,
        title=_title(item),
        state=words,
        tone=tone,
        detail=detail,
        session_id=item.session_id,
        can_retry=item.state in (OutboxState.WAITING, OutboxState.REFUSED),
        can_take_back=item.state in (OutboxState.WAITING, OutboxState.REFUSED, OutboxState.CONFLICT),
        is_conflict=item.state is OutboxState.CONFLICT,
        is_over=item.state.is_over,
    )
