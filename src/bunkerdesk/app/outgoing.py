"""What is on its way to the service, in the window: the outbox, taking back, settling what changed meanwhile."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from shiboken6 import isValid

from bunkerdesk.app.frame import Frame
from bunkerdesk.runtime.clock import utc_now
from bunkerdesk.runtime.prompts import Notice
from bunkerdesk.runtime.tasks import TaskScope

if TYPE_CHECKING:
    from bunkerdesk.desk.outbox import Outbox
    from bunkerdesk.desk.outbox_item import OutboxItem
    from bunkerdesk.views.editor.outbox_panel import OutboxPanel


class Outgoing(QObject):
    """The outbox of one window; `show_edit` goes to the editor of an id."""

    def __init__(self, frame: Frame, scope: TaskScope, show_edit: Callable[[str], None]) -> None:
        super().__init__(frame)
        self._frame = frame
        self._scope = scope
        self._show_edit = show_edit
        self._panel: OutboxPanel | None = None

    def show(self) -> None:
        """Open the outbox."""
        from bunkerdesk.views.editor.outbox_panel import OutboxPanel

        if self._panel is None or not isValid(self._panel):
            window = self._frame.window
            self._panel = OutboxPanel(window.top_bar.badge.environment, window)
            self._panel.retry_requested.connect(self._on_retry_requested)
            self._panel.take_back_requested.connect(self.want_back)
            self._panel.open_requested.connect(self._on_open_requested)
        self.show_lines()
        self._panel.show()
        self._panel.raise_()
        self._panel.activateWindow()

    def close(self) -> None:
        """Close the outbox with the window."""
        if self._panel is not None and isValid(self._panel):
            self._panel.close()

    def refresh(self) -> None:
        """Say anew how much waits."""
        from bunkerdesk.models.outbox_list import waiting_words

        self._frame.window.status_line.set_waiting(*waiting_words(self._outbox))
        self.show_lines()

    def show_lines(self) -> None:
        """Show what is in the outbox, where it is open."""
        from bunkerdesk.models.outbox_list import outbox_lines

        if self._panel is not None and isValid(self._panel):
            self._panel.show_lines(outbox_lines(self._outbox, utc_now()))

    def settle(self, item: "OutboxItem") -> None:
        """Compare field by field what changed on the service meanwhile."""
        self._scope.start(f"settle {item.id}", self._settle(item), replace=False)

    def want_back(self, number: int) -> None:
        """Take something out of the outbox and go on editing it."""
        item = self._outbox.item(number)
        if item is not None:
            self._scope.start(f"take back {number}", self._take_back(item), replace=False)

    # Inside

    @property
    def _outbox(self) -> "Outbox":
        return self._frame.session.desk.outbox

    async def _settle(self, item: "OutboxItem") -> None:
        from bunkerdesk.app.comparing import settle

        await settle(self._frame, item)
        now = self._outbox.item(item.id)
        if now is not None and now.state.value == "cancelled" and now.session_id is not None:
            self._show_edit(str(now.session_id))

    async def _take_back(self, item: "OutboxItem") -> None:
        if not await self._outbox.cancel(item):
            notice = Notice("Too late to take back", f"{item.reference} is being sent.", "warning", f"outbox {item.id}")
            self._frame.tell(notice)
        elif item.session_id is not None:
            self._show_edit(str(item.session_id))

    def _on_retry_requested(self, number: int) -> None:
        item = self._outbox.item(number)
        if item is not None:
            self._scope.start(f"retry {number}", self._outbox.retry(item), replace=False)

    def _on_open_requested(self, number: int) -> None:
        item = self._outbox.item(number)
        if item is None:
            return
        if item.state.value == "conflict":
            self.settle(item)
        elif item.session_id is not None:
            self._show_edit(str(item.session_id))
