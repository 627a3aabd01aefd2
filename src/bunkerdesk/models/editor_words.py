"""What an edit is called and how it stands, in words. No Qt."""

from datetime import datetime, timedelta

from bunkerdesk.desk.editing_kinds import EditKind
from bunkerdesk.desk.editing_session import EditSession, EditState
from bunkerdesk.rules import wording


def title(session: EditSession) -> str:
    """`Draft DR-0933`."""
    kind = "Draft" if session.kind is EditKind.DRAFT else "Nomination"
    return f"{kind} {session.reference or 'without reference'}"


def state(session: EditSession) -> tuple[str, str]:
    """The word of the state pill and its tone."""
    if session.state is EditState.QUEUED:
        return "Waiting to be sent", "accent"
    if session.refusals:
        return "Refused", "error"
    if session.is_new:
        return "Not sent yet", "neutral"
    return ("Changed here", "warning") if session.is_changed else ("As on the service", "ok")


def kept(session: EditSession, now: datetime) -> str:
    """`kept 2 s ago`."""
    passed = max(timedelta(), now - session.changed_at)
    if passed < timedelta(minutes=1):
        return f"kept {int(passed.total_seconds())} s ago"
    return f"kept {wording.age(session.changed_at, now)}"
