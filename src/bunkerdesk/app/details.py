"""The pane beside the pages: which record it shows, and what that record says by now."""

from datetime import UTC, datetime
from functools import cached_property
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from PySide6.QtCore import QObject, QTimer, Signal

from bunkerdesk.app.frame import Frame
from bunkerdesk.app.pages import SCHEDULE
from bunkerdesk.desk.changes import Changes
from bunkerdesk.desk.record import Record

if TYPE_CHECKING:
    from bunkerdesk.views.detail.detail_view import DetailView

REFRESH = "refresh"


@runtime_checkable
class ShowsRecords(Protocol):
    """A page whose current row is a record, or is of one."""

    @property
    def shown_record(self) -> int | None: ...

    @property
    def is_left_out(self) -> bool:
        """Whether the filters leave out what was read."""


class Details(QObject):
    """Follows the current row of the page on the screen, at most once for each turn of the loop."""

    shown = Signal(object)
    """The `Record` the pane was filled with, or None."""
    link_requested = Signal(object)
    """The id of a record whose counterpart is asked for."""
    document_requested = Signal(object, str)
    """A `Record`, and the id of one of its documents."""

    def __init__(self, frame: Frame) -> None:
        super().__init__(frame)
        self._frame = frame
        self.record: Record | None = None
        """The record in the pane."""
        self._wanted: int | None = None
        self._has_begun = False
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._timer.timeout.connect(self.refresh)
        frame.session.changed.connect(self._on_session_changed)
        frame.window.page_shown.connect(self._on_page_shown)

    @cached_property
    def view(self) -> "DetailView":
        """The pane's content; it and what it says are not needed for the first paint."""
        from bunkerdesk.views.detail.detail_view import DetailView

        view = DetailView()
        view.link_requested.connect(self.link_requested)
        view.refresh_requested.connect(self._on_refresh_requested)
        view.close_requested.connect(self._frame.window.toggle_pane)
        view.row_activated.connect(self._on_row_activated)
        return view

    def begin(self) -> None:
        """What the first paint does not need."""
        self._has_begun = True
        self._frame.window.set_pane(self.view)

    def close(self) -> None:
        """Follow nothing more."""
        self._timer.stop()

    def refresh(self) -> None:
        """Show the current record as it is now."""
        page = self._frame.page
        if not self._has_begun or not isinstance(page, ShowsRecords):
            return
        if page.shown_record is not None:
            self._wanted = page.shown_record
        record = self._frame.session.desk.record(self._wanted) if self._wanted is not None else None
        if record is None or (page.shown_record is None and page.is_left_out):
            self._show_nothing(record)
        else:
            self._fill(record)
        self._frame.actions.refresh()

    def refresh_soon(self) -> None:
        """Show the current record once the loop comes to it."""
        self._timer.start()

    def present(self, record: Record) -> None:
        """Show a record, whatever row is current."""
        self._wanted = record.id
        self._fill(record)

    def counterpart(self, record: Record) -> Record | None:
        """The operation of a nomination, or the other way round."""
        others = self._frame.session.desk.related(record)
        return next((one for one in others if (one.kind == "operation") != (record.kind == "operation")), None)

    def _show_nothing(self, left_out: Record | None) -> None:
        self.record = None
        what, among = ("bar", "bars") if self._frame.window.current_key == SCHEDULE else ("row", "rows")
        if left_out is None:
            self.view.show_nothing(hint=f"Select a {what} to read it here.")
        else:
            self.view.show_nothing(
                f"{left_out.reference} is not among the {among}",
                f"The filters leave it out. Clear them to read it again, or select a {what}.",
            )
        self.shown.emit(None)

    def _fill(self, record: Record) -> None:
        # The content of the detail pages is not needed for the first paint.
        from bunkerdesk.app.presenting import detail_of

        self.record = record
        desk = self._frame.session.desk
        row = desk.nominations.rows([record.id]).get(record.id) if record.kind != "operation" else None
        vessel = row.vessel if row else ""
        zone, other = self._frame.zone, self.counterpart(record)
        self.view.show_detail(detail_of(record, datetime.now(UTC), zone, other, vessel))
        self.shown.emit(record)

    async def _read_again(self, reference: str) -> None:
        reporter = self._frame.reporter
        self.view.set_busy(True)
        try:
            opened = await self._frame.session.desk.refresh(reference)
        finally:
            self.view.set_busy(False)
        if opened.problem:
            reporter.report(opened.problem, REFRESH)
        else:
            reporter.clear(REFRESH)
        self.refresh()

    def _of(self, key: object) -> Record | None:
        return self._frame.session.desk.record(key) if isinstance(key, int) else None

    # Slots

    def _on_refresh_requested(self, key: object) -> None:
        record = self._of(key)
        if record is not None:
            self._frame.scope.start(REFRESH, self._read_again(record.reference), replace=True)

    def _on_row_activated(self, key: object, document_id: str) -> None:
        record = self._of(key)
        if record is not None:
            self.document_requested.emit(record, document_id)

    def _on_session_changed(self, changes: Changes) -> None:
        if changes.everything or changes.log or self._wanted in changes.records:
            self.refresh_soon()

    def _on_page_shown(self, _key: str) -> None:
        self._wanted = None
        self.refresh_soon()
