"""The two comparisons of the editor: with another nomination, and with what somebody else sent meanwhile."""

from typing import TYPE_CHECKING

from bunkerdesk.runtime.clock import utc_now
from bunkerdesk.runtime.prompts import Notice

if TYPE_CHECKING:
    from bunkerdesk.app.frame import Frame
    from bunkerdesk.contract.jsontext import JsonObject
    from bunkerdesk.desk.editing_session import EditSession
    from bunkerdesk.desk.outbox_item import OutboxItem
    from bunkerdesk.models.editor_conflict import Clock


async def compare(frame: "Frame", session: "EditSession", reference: str) -> bool:
    """Show an edit beside what the service holds under a reference, its own or that of another nomination.

    True when the person wants to go there.
    """
    from bunkerdesk.models.editor_conflict import side_by_side
    from bunkerdesk.views.dialogs.base import answer
    from bunkerdesk.views.editor.compare_dialog import CompareDialog

    other = await frame.session.desk.held(session.kind, reference)
    if other is None:
        text = "It may have been taken out meanwhile. Synchronise, then check again."
        frame.tell(Notice(f"The service does not hold {reference}", text, "warning", "compare"))
        return False
    frame.window.messages.clear("compare")
    shown = side_by_side(session.document, other, session.kind, reference, clock_of(session.document))
    return bool(await answer(CompareDialog(shown, frame.window)))


async def settle(frame: "Frame", item: "OutboxItem") -> None:
    """Ask field by field, then send what was chosen."""
    from bunkerdesk.models.editor_conflict import compared
    from bunkerdesk.views.dialogs.base import answer
    from bunkerdesk.views.editor.compare_dialog import ConflictDialog

    window = frame.window
    lines = compared(item.differences, clock_of(item.theirs or item.body))
    dialog = ConflictDialog(item.reference, lines, window.top_bar.badge.environment, window)
    if await answer(dialog):
        await frame.session.desk.outbox.resolve(item, dialog.choices)  # type: ignore[arg-type]


def clock_of(document: "JsonObject") -> "Clock":
    """The present and the clock of a nomination's port."""
    from bunkerdesk.desk.editing_paths import value_at
    from bunkerdesk.models.editor_conflict import Clock
    from bunkerdesk.rules.ports import shipped

    code = value_at(document, "delivery.bunkeringLocationCode")
    return Clock(utc_now(), shipped().zone(code if isinstance(code, str) else None))
