"""The schedule and the inbox of changes joined to a session: badges, marks, cards, announcements, commands."""

from functools import cached_property
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from bunkerdesk.app.details import Details
from bunkerdesk.app.frame import Frame
from bunkerdesk.app.pages import ACTIVITY, EDITOR, NOMINATIONS, SCHEDULE
from bunkerdesk.app.row_menus import RowMenu
from bunkerdesk.commands.command import Place
from bunkerdesk.desk.changes import Changes
from bunkerdesk.desk.record import Record
from bunkerdesk.models.record_list import RecordListModel
from bunkerdesk.runtime.clock import utc_now
from bunkerdesk.runtime.prompts import Notice
from bunkerdesk.runtime.threads import run_blocking
from bunkerdesk.views.lists.list_page import ListPage

if TYPE_CHECKING:
    from bunkerdesk.models.schedule import ProposedTime, ScheduleModel
    from bunkerdesk.views.activity.notifications import DesktopNotifications
    from bunkerdesk.views.activity.page import ChangePage
    from bunkerdesk.views.schedule.schedule_page import SchedulePage

BUNKERING, DURATION = "delivery.estimatedTimeOfBunkering", "delivery.estimatedBunkeringDurationInMinutes"


class Planning(QObject):
    """What the schedule and the inbox need of a window."""

    def __init__(self, frame: Frame, details: Details) -> None:
        super().__init__(frame)
        self._frame = frame
        self._details = details
        self._desk = frame.session.desk
        self._notifications: DesktopNotifications | None = None
        self.open_count = 0
        self._page: ChangePage | None = None
        frame.session.changed.connect(self._on_session_changed)
        details.shown.connect(self._on_shown)

    # The models are not needed for the first paint.

    @cached_property
    def schedule(self) -> "ScheduleModel":
        """The bars of the board, and the clashes."""
        from bunkerdesk.models.schedule import ScheduleModel

        model = ScheduleModel(self._desk.schedule, self._frame.session.nominations, utc_now, self)
        model.failed.connect(self._frame.scope.failed)
        model.clash_count_changed.connect(self._on_clash_count_changed)
        return model

    @cached_property
    def changes(self) -> RecordListModel[Any]:
        """The inbox of changes."""
        from bunkerdesk.models.change_list import change_columns

        model: RecordListModel[Any] = RecordListModel(self._desk.change_log.source, change_columns(utc_now), self)
        model.failed.connect(self._frame.scope.failed)
        return model

    def begin(self) -> None:
        """Count and mark what is there from before."""
        self.schedule.refresh()
        self._refresh_log()

    def close(self) -> None:
        """Stop reading."""
        for name in ("schedule", "changes"):
            if name in self.__dict__:  # made already
                getattr(self, name).close()

    # Pages

    def make_schedule(self) -> "SchedulePage":
        """The schedule, over the filters of the nominations list."""
        from bunkerdesk.views.schedule.schedule_page import SchedulePage

        rows = self._frame.window.page(NOMINATIONS)
        assert isinstance(rows, ListPage)
        clocks = (utc_now, self._frame.zone)
        page = SchedulePage(self.schedule, rows, self._desk.nominations.facet, self._frame.settings, clocks)
        page.board.set_actions(RowMenu(self._frame, SCHEDULE))
        page.time_proposed.connect(self._on_time_proposed)
        page.table_requested.connect(self.toggle)
        return page

    def make_activity(self) -> "ChangePage":
        """The inbox."""
        from bunkerdesk.views.activity.page import ChangePage

        settings = self._frame.settings
        page = ChangePage(self.changes, self._desk.change_log.source.facet, settings, utc_now, self._record_id)
        page.acknowledge_requested.connect(self._on_acknowledge_requested)
        page.acknowledge_all_requested.connect(self._on_acknowledge_all_requested)
        page.set_open_count(self.open_count)
        self._page = page
        return page

    # The schedule's commands

    @property
    def is_shown(self) -> bool:
        """Whether the schedule is on the screen."""
        return self._frame.window.current_key == SCHEDULE

    def toggle(self) -> None:
        """From the table to the schedule and back; the selection goes with it."""
        if self.is_shown:
            self._frame.window.show_page(NOMINATIONS)
            return
        rows = self._frame.window.page(NOMINATIONS)
        chosen = rows.current_id if isinstance(rows, ListPage) else None
        page = self._shown_schedule()
        if chosen is not None:
            page.select(chosen)

    def show_now(self) -> None:
        """Bring now into view."""
        self._shown_schedule().board.show_now()

    def show_span(self, name: str) -> None:
        """Fit a `day`, a `week` or a `month` into the width."""
        self._shown_schedule().board.show_span(name)

    # The inbox' commands

    @property
    def has_changes(self) -> bool:
        """Whether what is selected or shown has changes to acknowledge."""
        if self._shows_inbox:
            return any(not row.acknowledged_at for row in self._selected())
        return bool(self._keys())

    @property
    def watched_reference(self) -> str:
        """The reference that is shown."""
        record = self._details.record
        return record.reference if record else ""

    @property
    def is_watched(self) -> bool:
        """Whether its changes are announced."""
        return self.watched_reference in self._desk.change_log.watched()

    async def acknowledge(self) -> None:
        """The selected changes; outside the inbox those of the record that is shown."""
        if self._shows_inbox:
            await self._desk.change_log.acknowledge([row.id for row in self._selected()])
        else:
            await self.acknowledge_record()

    async def acknowledge_record(self) -> None:
        """Everything about the records that are selected or shown."""
        await self._desk.change_log.acknowledge_records(self._keys())

    async def acknowledge_all(self) -> None:
        """Everything."""
        await self._desk.change_log.acknowledge_all()

    async def toggle_watch(self) -> None:
        """Begin or end announcing the changes of the reference that is shown."""
        reference, is_on = self.watched_reference, not self.is_watched
        await self._desk.change_log.watch(reference, is_on=is_on)
        words = (
            f"{reference} is watched: what the service changes is announced on the desktop."
            if is_on
            else f"{reference} is not watched any more."
        )
        self._frame.tell(Notice(words, key="watch"))

    # Details

    def _card_of(self, record: Record) -> QWidget | None:
        """What the service changed in a record, None for nothing."""
        from bunkerdesk.models.change_list import change_note

        note = change_note(self._desk.change_log.open_of(record), utc_now())
        if note is None:
            return None
        from bunkerdesk.views.activity.card import ChangeCard

        card = ChangeCard(note)
        card.acknowledged.connect(self._on_card_acknowledged)
        card.more_requested.connect(self._on_more_requested)
        return card

    # Private

    @property
    def _shows_inbox(self) -> bool:
        return self._page is not None and self._frame.window.current_key == ACTIVITY

    def _selected(self) -> list[Any]:
        return list(self._page.selected_changes()) if self._page else []

    def _keys(self) -> set[tuple[str, str, int]]:
        """Records with something to acknowledge: those of the selected changes, else the one shown."""
        if self._shows_inbox:
            return {(row.kind, row.reference, row.place) for row in self._selected()}
        record = self._details.record
        if record is None or not self._desk.change_log.open_of(record):
            return set()
        return {(record.kind, record.reference, record.place)}

    def _record_id(self, kind: str, reference: str, place: int) -> int | None:
        record = self._desk.record_at(kind, reference, place)
        return record.id if record else None

    def _shown_schedule(self) -> "SchedulePage":
        from bunkerdesk.views.schedule.schedule_page import SchedulePage

        page = self._frame.window.show_page(SCHEDULE)
        assert isinstance(page, SchedulePage)
        return page

    def _refresh_log(self) -> None:
        log = self._desk.change_log
        self.open_count = log.open_count()
        self._frame.window.rail.set_badge(ACTIVITY, self.open_count, "warning")
        if self._page:
            self._page.set_open_count(self.open_count)
        self.changes.refresh()
        self._frame.scope.start("marks", self._mark(), replace=True)

    async def _mark(self) -> None:
        marked = await run_blocking(self._desk.change_log.open_records)
        self._frame.session.nominations.set_marked(marked)
        self._frame.session.operations.set_marked(marked)

    def _announce(self) -> None:
        news = self._desk.change_log.news()
        if news:
            if self._notifications is None:
                from bunkerdesk.views.activity.notifications import DesktopNotifications

                self._notifications = DesktopNotifications(self)
            from bunkerdesk.models.change_list import announcement

            title, text = announcement(news, utc_now())
            self._notifications.notify(title, text, news[0].reference)

    # Slots

    def _on_shown(self, record: Record | None) -> None:
        if record is not None:
            self._details.view.show_card(self._card_of(record))

    def _on_session_changed(self, changes: Changes) -> None:
        if changes.records or changes.everything:
            self.schedule.refresh()
        if changes.log or changes.everything:
            self._refresh_log()
            self._announce()

    def _on_clash_count_changed(self, count: int) -> None:
        self._frame.window.rail.set_badge(SCHEDULE, count, "error")

    def _on_time_proposed(self, proposed: "ProposedTime") -> None:
        record = self._desk.record(proposed.record)
        if record is not None:
            self._frame.scope.start("propose", self._propose(record, proposed), replace=True)

    async def _propose(self, record: Record, proposed: "ProposedTime") -> None:
        changes: list[tuple[str, Any]] = []
        if proposed.bunkering is not None:
            changes.append((BUNKERING, proposed.bunkering.text()))
        if proposed.duration_minutes is not None:
            changes.append((DURATION, proposed.duration_minutes))
        editing = self._desk.editing
        edit = await editing.begin_edit(record)
        editing.change_many(edit, changes)
        self._frame.go(Place(EDITOR, str(edit.id)))

    def _on_acknowledge_requested(self) -> None:
        self._frame.runner.trigger("changes.acknowledge")

    def _on_acknowledge_all_requested(self) -> None:
        self._frame.runner.trigger("changes.acknowledge_all")

    def _on_card_acknowledged(self) -> None:
        self._frame.runner.trigger("changes.acknowledge_record")

    def _on_more_requested(self) -> None:
        self._frame.window.show_page(ACTIVITY)
