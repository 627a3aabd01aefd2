"""The window of one connection, with everything joined: pages, details, search, commands, messages."""

from datetime import UTC, datetime, tzinfo
from functools import cached_property, partial
from typing import TYPE_CHECKING, Protocol, runtime_checkable
from zoneinfo import ZoneInfo

from PySide6.QtCore import QObject, QTimer, QTimeZone, Signal

from bunkerdesk.app.collecting import Collecting
from bunkerdesk.app.context import WindowContext
from bunkerdesk.app.editing_room import EDITOR, EditingRoom
from bunkerdesk.app.importing import Importing
from bunkerdesk.app.nomination_work import NominationWork
from bunkerdesk.app.opening import Opening
from bunkerdesk.app.pages import NOMINATIONS, OPERATIONS, all_pages
from bunkerdesk.app.planning import SCHEDULE, Planning
from bunkerdesk.app.reviewing import Reviewing
from bunkerdesk.app.row_menus import RowMenu
from bunkerdesk.app.searching import suggestions
from bunkerdesk.app.session import Session
from bunkerdesk.app.start import is_own_sandbox
from bunkerdesk.app.window_commands import menu_parts, window_commands
from bunkerdesk.commands.command import COLUMNS, CONNECTION, SEARCH, SHORTCUTS, Place
from bunkerdesk.commands.exporting import EXPORT
from bunkerdesk.commands.page_keys import page_keys
from bunkerdesk.commands.registry import CommandRegistry
from bunkerdesk.commands.runner import CommandActions, CommandRunner
from bunkerdesk.commands.standard import standard_commands
from bunkerdesk.desk.changes import Changes
from bunkerdesk.desk.lists import ListQuery
from bunkerdesk.desk.record import Record
from bunkerdesk.runtime.clock import MinuteTicker
from bunkerdesk.runtime.prompts import Notice
from bunkerdesk.runtime.reporting import ProblemReporter, ReportedProblem
from bunkerdesk.runtime.settings import Settings
from bunkerdesk.runtime.tasks import TaskScope
from bunkerdesk.views.lists.list_page import ListPage
from bunkerdesk.views.prompts import WindowPrompts
from bunkerdesk.views.shell import MainWindow

if TYPE_CHECKING:
    from bunkerdesk.app.list_export import ListExport
    from bunkerdesk.app.papers import DocumentWindows, OpenDocument
    from bunkerdesk.views.detail.detail_view import DetailView
    from bunkerdesk.views.schedule.schedule_page import SchedulePage


REFUSED = "command refused"
SANDBOX_WORDS = (
    "You are looking at the sandbox: a local service with made-up companies and ships. "
    "Nothing you do here reaches anyone."
)


def desk_zone() -> tzinfo:
    """The zone of this computer, with its daylight saving."""
    try:
        return ZoneInfo(bytes(QTimeZone.systemTimeZoneId().data()).decode())
    except (KeyError, ValueError):
        return UTC


@runtime_checkable
class ShowsRecords(Protocol):
    """A page whose current row is a record, or is of one."""

    @property
    def shown_record(self) -> int | None: ...


class Workplace(QObject):
    """Joins one session to one window."""

    connection_requested = Signal()
    closing = Signal()

    def __init__(
        self, session: Session, settings: Settings, reporter: ProblemReporter, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.session = session
        self.settings = settings
        self._reporter = reporter
        self.zone = desk_zone()
        self.shown_record: Record | None = None
        self._shown: int | None = None
        self._list_export: ListExport | None = None
        self._documents: DocumentWindows | None = None
        connection = session.connection
        self.window = MainWindow(settings, session.status, connection.environment.value)
        self.window.set_environment(connection.environment.value, connection.name)
        self.scope = TaskScope(self)
        self.scope.failed.connect(reporter.report_exception)
        self.prompts = WindowPrompts(self.window)
        self._context = WindowContext(self.window, session, settings, self.prompts, self.go)
        self._pages = all_pages()
        entries = [page.entry for page in self._pages]
        self.reviewing = Reviewing(self, reporter)
        self.collecting = Collecting(self, reporter)
        self.editing_room = EditingRoom(self, reporter)
        self.importing = Importing(self, reporter)
        self.planning = Planning(self)
        self.opening = Opening(self, reporter)
        self.nomination_work = NominationWork(self, self._context)
        registry = CommandRegistry([*standard_commands(entries), *window_commands(self)])
        self.runner = CommandRunner(registry, self._context, self.scope, self)
        self.actions = CommandActions(self.runner, self.window)
        self.nomination_work.join()
        self._has_begun = False
        self._detail_timer = QTimer(self, singleShot=True, interval=0)
        self._detail_timer.timeout.connect(self._show_current)
        self._ticker = MinuteTicker(self)
        self._add_pages()
        self._join()

    @cached_property
    def detail(self) -> "DetailView":
        """The detail view; it and what it says are not needed for the first paint."""
        from bunkerdesk.views.detail.detail_view import DetailView

        detail = DetailView()
        detail.link_requested.connect(self.opening.follow_link)
        detail.refresh_requested.connect(self._on_detail_refresh_requested)
        detail.close_requested.connect(self.window.toggle_pane)
        detail.row_activated.connect(self._on_row_activated)
        return detail

    # Showing

    def show(self) -> None:
        """Show the window with what is known, on the page used last."""
        last, pages = self.settings.last_page, self.window.keys()
        self.window.show_page(last if last in pages else NOMINATIONS)
        self.window.show()

    def begin(self) -> None:
        """What the first paint does not need."""
        self._has_begun = True
        self.window.set_pane(self.detail)
        self.window.addActions(self.actions.all())
        self.window.top_bar.menu.set_actions(menu_parts(self.actions, self.runner.registry))
        self.window.top_bar.search.set_suggest(partial(suggestions, self.session.desk))
        self._ticker.start()
        self._refresh_counts()
        self.planning.begin()
        self.editing_room.begin()
        self.importing.begin()
        if is_own_sandbox(self.session.connection):
            banner = self.window.show_banner(SANDBOX_WORDS, "Connect to your service…")
            banner.action_requested.connect(self.connection_requested)
        self.window.status_line.set_clock("Times in port clock")
        connection = self.session.connection
        is_same = connection.name.casefold() == connection.client_id.casefold()
        words = connection.name if is_same else f"{connection.name}, {connection.client_id}"
        self.window.status_line.set_company(words)
        self._show_current()

    def go(self, place: Place) -> None:
        """Go where a command wants to."""
        if place == SEARCH:
            self.window.top_bar.search.activate()
        elif place == CONNECTION:
            self.connection_requested.emit()
        elif place == COLUMNS:
            page = self._list()
            if page:
                page.open_columns()
        elif place == EXPORT:
            page = self._list()
            if page:
                self.scope.start("export", self._export(page), replace=False)
        elif place.key == EDITOR:
            self.editing_room.show(place.argument)
        elif place == SHORTCUTS:
            self.prompts.show_shortcuts((*self.runner.registry.sheet(), *page_keys()))
        elif any(place.key == page.entry.key for page in self._pages):
            self.window.show_page(place.key)

    async def _export(self, page: ListPage) -> None:
        if self._list_export is None:
            from bunkerdesk.app.list_export import ListExport

            self._list_export = ListExport(self.window, self.session, self.settings, self._reporter, self)
        await self._list_export.run(page)

    async def close(self) -> None:
        """End what runs for this window, then the session, then the window itself."""
        await self.reviewing.close()
        await self.collecting.close()
        await self.importing.close()
        await self.editing_room.close()
        self._ticker.stop()
        self._detail_timer.stop()
        self.scope.close()
        await self.scope.settle()
        if self._documents is not None:
            self._documents.close()
        self.prompts.close()
        self.planning.close()
        # Pages that go out of sight hand their selection on, and that still reads the store.
        self.window.hide()
        await self.session.close()
        self.window.close_now()
        self.window.deleteLater()
        # The reporter and the settings outlive this window; they must not reach into it any more.
        self.session.deleteLater()
        self.deleteLater()

    def open_document(self, record: Record, document_id: str) -> "OpenDocument | None":
        """Show a document of an operation in a window of its own; QtPdf is loaded with the first."""
        if self._documents is None:
            from bunkerdesk.app.papers import DocumentWindows

            self._documents = DocumentWindows(self.window, self.session, self.settings, self.prompts, self._reporter)
        return self._documents.open(record, document_id)

    # Joining

    def _add_pages(self) -> None:
        for page in self._pages:
            entry = page.entry
            self.window.add_page(entry.key, entry.text, entry.icon, page.section, partial(page.make, self))

    def joined(self, page: ListPage) -> ListPage:
        """Join a list page to the details, the commands and the session."""
        self.join_records(page)
        self.opening.serve(page)
        page.table.set_actions(RowMenu(self, page.spec.name))
        return page

    def join_records(self, page: "ListPage | SchedulePage") -> None:
        """Join any page on which records are chosen."""
        page.current_changed.connect(self._on_current_changed)
        page.open_requested.connect(self._on_open_requested)
        page.refresh_requested.connect(self.session.synchronise)
        page.status_changed.connect(self._on_page_status_changed)
        self._ticker.ticked.connect(page.refresh_times)

    def _join(self) -> None:
        window, session = self.window, self.session
        window.close_requested.connect(self.closing)
        window.page_shown.connect(self._on_page_shown)
        window.top_bar.refresh_requested.connect(session.synchronise)
        window.top_bar.stop_requested.connect(session.stop_synchronising)
        window.messages.dismissed.connect(self._reporter.clear)
        self._reporter.problem_reported.connect(self._on_problem_reported)
        self._reporter.problem_cleared.connect(window.messages.clear)
        session.changed.connect(self._on_session_changed)
        session.noticed.connect(self._on_noticed)
        session.status.state_changed.connect(self._on_sync_state_changed)
        self._ticker.ticked.connect(self._on_ticked)
        self.runner.refused.connect(self._on_refused)
        self.runner.running_changed.connect(self._on_running_changed)
        window.key_left.connect(self.runner.press)

    def _list(self) -> ListPage | None:
        page = self.window.page(self.window.current_key) if self.window.current_key else None
        return page if isinstance(page, ListPage) else None

    def _refresh_counts(self) -> None:
        desk = self.session.desk
        for key, source in ((NOMINATIONS, desk.nominations), (OPERATIONS, desk.operations)):
            count = source.count(ListQuery())
            self.window.rail.set_badge(key, f"{count:,}".replace(",", "\u202f") if count else "")

    # Details

    def _show_current(self) -> None:
        if not self._has_begun:
            return
        page = self.window.page(self.window.current_key) if self.window.current_key else None
        if not isinstance(page, ShowsRecords):
            return
        if page.shown_record is not None:
            self._shown = page.shown_record
        record = self.session.desk.record(self._shown) if self._shown is not None else None
        if record is None:
            self.shown_record = None
            what = "bar" if self.window.current_key == SCHEDULE else "row"
            self.detail.show_nothing(hint=f"Select a {what} to read it here.")
            self.nomination_work.show(None)
        else:
            self._fill(record)
        self.actions.refresh()

    def present(self, record: Record) -> None:
        """Show a record in the details, whatever row is current."""
        self._shown = record.id
        self._fill(record)

    def _fill(self, record: Record) -> None:
        # The content of the detail pages is not needed for the first paint.
        from bunkerdesk.app.presenting import detail_of

        self.shown_record = record
        other = self.opening.linked(record)
        row = self.session.desk.nominations.rows([record.id]).get(record.id) if record.kind != "operation" else None
        vessel = row.vessel if row else ""
        self.detail.show_detail(detail_of(record, datetime.now(UTC), self.zone, other, vessel))
        self.nomination_work.show(record)
        self.detail.show_card(self.planning.card_of(record))

    # Slots

    def _on_current_changed(self, identifier: object) -> None:
        if identifier is not None:
            self._detail_timer.start()
        self.actions.refresh()

    def _on_open_requested(self, identifier: int) -> None:
        if self.window.current_key == OPERATIONS:
            self.runner.trigger("review.open")
            return
        if self.editing_room.go_on(identifier):
            return
        if not self.window.is_pane_shown:
            self.window.toggle_pane()
        self._detail_timer.start()

    def _on_page_shown(self, _key: str) -> None:
        self._reporter.clear("open")
        self.window.messages.clear_done()
        self._shown = None
        self._detail_timer.start()
        self.actions.refresh()

    def _on_page_status_changed(self, _text: str) -> None:
        self.actions.refresh()

    def _on_row_activated(self, key: object, document_id: str) -> None:
        record = self.session.desk.record(key) if isinstance(key, int) else None
        if record is not None:
            self.open_document(record, document_id)

    def _on_detail_refresh_requested(self, key: object) -> None:
        record = self.session.desk.record(key) if isinstance(key, int) else None
        if record is not None:
            self.scope.start("refresh", self._refresh(record.reference), replace=True)

    async def _refresh(self, reference: str) -> None:
        self.detail.set_busy(True)
        try:
            opened = await self.session.desk.refresh(reference)
        finally:
            self.detail.set_busy(False)
        if opened.problem:
            self._reporter.report(opened.problem, "refresh")
        else:
            self._reporter.clear("refresh")
        self._show_current()

    def _on_session_changed(self, changes: Changes) -> None:
        self._refresh_counts()
        if changes.everything or changes.log or self._shown in changes.records:
            self._detail_timer.start()

    def _on_noticed(self, sentence: str) -> None:
        self.window.messages.show_notice(Notice(sentence, key="store"))

    def _on_sync_state_changed(self, _state: object) -> None:
        self.actions.refresh()

    def _on_problem_reported(self, reported: ReportedProblem) -> None:
        self.window.messages.show_problem(reported)

    def _on_refused(self, key: str, reason: str) -> None:
        words = self.runner.registry[key].text.rstrip("…")
        notice = Notice(f"{words} is not possible now", reason, "warning", REFUSED, is_passing=True)
        self.window.messages.show_notice(notice)

    def _on_running_changed(self, _key: str, is_running: bool) -> None:
        if is_running:
            self.window.messages.clear(REFUSED)

    def _on_ticked(self, _now: datetime) -> None:
        self.reviewing.tick()
        self._show_current()
