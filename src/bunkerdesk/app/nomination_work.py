"""What commands on nominations work on in one window, and their buttons in the details."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QPushButton

from bunkerdesk.app.details import Details
from bunkerdesk.app.frame import Frame
from bunkerdesk.commands.command import CommandContext
from bunkerdesk.commands.rescheduling import TAKE_BACK, Moved
from bunkerdesk.desk.action_results import Action, why_not
from bunkerdesk.desk.desk import Desk
from bunkerdesk.desk.record import Record
from bunkerdesk.views.widgets.buttons import button, keys_text

_ACTION = {
    "nomination.accept": Action.ACCEPT,
    "nomination.reschedule": Action.RESCHEDULE,
    "nomination.cancel": Action.CANCEL,
    "nomination.send": Action.PROMOTE,
}
_BUTTONS = {
    "draft": ("nomination.edit", "nomination.send", "nomination.clone"),
    "nomination": ("nomination.accept", "nomination.edit", "nomination.reschedule", "nomination.cancel"),
}


class NominationWork(QObject):
    """The `NominationWork` of one window. A button in the details means the record shown there."""

    def __init__(self, frame: Frame, details: Details, context: CommandContext) -> None:
        super().__init__(frame)
        self._frame = frame
        self._details = details
        self._context = context
        self.moved = Moved()
        self._shown: Record | None = None
        self._pressed: tuple[int, ...] = ()
        details.shown.connect(self._on_shown)

    def join(self) -> None:
        """Once the window's commands can run."""
        self._frame.runner.running_changed.connect(self._on_running_changed)
        self._frame.window.messages.action_requested.connect(self._on_action_requested)

    @property
    def desk(self) -> Desk:
        """The desk of the window's connection."""
        return self._frame.session.desk

    @property
    def targets(self) -> Sequence[int]:
        """The selected rows, else the record whose details are shown; a button of the details means that one."""
        shown = (self._shown.id,) if self._shown else ()
        return self._pressed or self._context.selection or shown

    def _offer(self, record: Record | None) -> None:
        """Show buttons for what can be done to the record in the details."""
        before, self._shown = self._shown, record
        if record is None or (before and (before.id, _status(before)) == (record.id, _status(record))):
            return
        keys = _BUTTONS.get(record.kind, ())
        able = [key for key in keys if key not in _ACTION or not why_not(_ACTION[key], record.kind, _status(record))]
        self._details.view.set_actions([self._button(key, is_first=not place) for place, key in enumerate(able)])

    def _button(self, key: str, *, is_first: bool) -> QPushButton:
        command = self._frame.runner.registry[key]
        keys = "".join(f" ({keys_text(one)})" for one in self._frame.runner.registry.shortcuts(key)[:1])
        look = "primary" if is_first else ""
        made = button(command.text, f"detail.{key}", None, look, f"{command.description}{keys}")
        made.setProperty("command", key)
        made.clicked.connect(self._on_clicked)
        return made

    @Slot(object)
    def _on_shown(self, record: object) -> None:
        self._offer(record if isinstance(record, Record) else None)

    @Slot()
    def _on_clicked(self) -> None:
        sender = self.sender()
        if sender is None or self._shown is None:
            return
        self._pressed = (self._shown.id,)  # until the command ends: it begins in a later turn of the loop
        if not self._frame.runner.trigger(str(sender.property("command"))):
            self._pressed = ()

    @Slot(str)
    def _on_action_requested(self, key: str) -> None:
        if key == TAKE_BACK:
            self._frame.runner.trigger(TAKE_BACK)

    @Slot(str, bool)
    def _on_running_changed(self, key: str, is_running: bool) -> None:
        if not is_running and key.startswith("nomination."):
            self._pressed = ()


def _status(record: Record) -> str:
    return str(getattr(record.resource, "status", None) or "")
