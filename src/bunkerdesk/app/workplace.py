"""The window of one connection, with everything joined: pages, details, search, commands, messages."""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from bunkerdesk import __version__
from bunkerdesk.app.collecting import Collecting
from bunkerdesk.app.context import WindowContext
from bunkerdesk.app.details import Details, ShowsRecords
from bunkerdesk.app.editing_room import EditingRoom
from bunkerdesk.app.frame import Frame
from bunkerdesk.app.importing import Importing
from bunkerdesk.app.licences import WORKS
from bunkerdesk.app.nomination_work import NominationWork
from bunkerdesk.app.opening import Opening
from bunkerdesk.app.pages import (
    ACTIVITY,
    DOCUMENTS,
    DOWNLOADS,
    EDITOR,
    NOMINATIONS,
    OPERATIONS,
    OVERVIEW,
    PAGES,
    SCHEDULE,
)
from bunkerdesk.app.planning import Planning
from bunkerdesk.app.program_menu import menu_parts
from bunkerdesk.app.reviewing import Reviewing
from bunkerdesk.app.row_menus import RowMenu
from bunkerdesk.app.searching import suggestions
from bunkerdesk.app.session import SYNC_PROBLEM, Session
from bunkerdesk.app.start import is_own_sandbox
from bunkerdesk.commands.alongside_time import alongside_commands
from bunkerdesk.commands.changes import change_commands
from bunkerdesk.commands.command import ABOUT, COLUMNS, CONNECTION, SEARCH, SHORTCUTS, Command, Place
from bunkerdesk.commands.documents import document_commands
from bunkerdesk.commands.exporting import EXPORT, exporting_commands
from bunkerdesk.commands.importing import IMPORT, importing_commands
from bunkerdesk.commands.nominations import nomination_commands
from bunkerdesk.commands.outgoing import outgoing_commands
from bunkerdesk.commands.page_keys import page_keys
from bunkerdesk.commands.review import REVIEW, review_commands
from bunkerdesk.commands.schedule import schedule_commands
from bunkerdesk.commands.standard import standard_commands
from bunkerdesk.desk.changes import Changes
from bunkerdesk.desk.lists import ListQuery
from bunkerdesk.runtime.clock import MinuteTicker, utc_now
from bunkerdesk.runtime.prompts import Notice
from bunkerdesk.runtime.reporting import ProblemReporter, ReportedProblem
from bunkerdesk.runtime.settings import Settings
from bunkerdesk.views.lists.list_page import ListPage
from bunkerdesk.views.lists.pages import nomination_page, operation_page
from bunkerdesk.views.widgets.buttons import ActionButton

if TYPE_CHECKING:
    from bunkerdesk.app.list_export import ListExport
    from bunkerdesk.views.schedule.schedule_page import SchedulePage


REFUSED = "command refused"
SANDBOX_WORDS = (
    "You are looking at the sandbox: a local service with made-up companies and ships. "
    "Nothing you do here reaches anyone."
)


class Workplace(QObject):
    """Makes the parts of one window and joins them to each other."""

    connection_requested = Signal()
    closing = Signal()

    def __init__(
        self, session: Session, settings: Settings, reporter: ProblemReporter, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._frame = frame = Frame(session, settings, reporter, self)
        self.session, self.settings, self.window = session, settings, frame.window
        self.scope, self.prompts = frame.scope, frame.prompts
        self._list_export: ListExport | None = None
        context = WindowContext(frame)
        self.details = Details(frame)
        self.nomination_work = NominationWork(frame, self.details, context)
        self.reviewing = Reviewing(frame)
        self.collecting = Collecting(frame)
        self.editing_room = EditingRoom(frame)
        self.importing = Importing(frame)
        self.planning = Planning(frame, self.details)
        self.opening = Opening(frame, self.details)
        frame.set_commands(self._commands(), context)
        self.runner, self.actions = frame.runner, frame.actions
        self.nomination_work.join()
        self._ticker = MinuteTicker(self)
        self._add_pages()
        self._join()

    # Showing

    def show(self) -> None:
        """Show the window with what is known, on the page used last."""
        last, pages = self.settings.last_page, self.window.keys()
        self.window.show_page(last if last in pages else NOMINATIONS)
        self.window.show()

    def begin(self) -> None:
        """What the first paint does not need."""
        self.details.begin()
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
        self.details.refresh()

    def go(self, place: Place) -> None:
        """Go where a command or a part wants to."""
        page = self._frame.list_page
        if place == SEARCH:
            self.window.top_bar.search.activate()
        elif place == CONNECTION:
            self.connection_requested.emit()
        elif place == COLUMNS and page:
            page.open_columns()
        elif place == EXPORT and page:
            self.scope.start("export", self._export(page), replace=False)
        elif place.key == EDITOR:
            self.editing_room.show(place.argument)
        elif place == SHORTCUTS:
            self.prompts.show_shortcuts((*self.runner.registry.sheet(), *page_keys()))
        elif place == ABOUT:
            self.prompts.show_about(__version__, WORKS)
        elif any(place.key == page.entry.key for page in PAGES):
            self.window.show_page(place.key)

    async def _export(self, page: ListPage) -> None:
        if self._list_export is None:
            from bunkerdesk.app.list_export import ListExport

            self._list_export = ListExport(self._frame)
        await self._list_export.run(page)

    async def close(self) -> None:
        """End what runs for this window, then the session, then the window itself."""
        await self.reviewing.close()
        await self.collecting.close()
        await self.importing.close()
        await self.editing_room.close()
        self._ticker.stop()
        self.details.close()
        self.scope.close()
        await self.scope.settle()
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

    # Inside: commands, in the order of the sheet

    def _commands(self) -> list[Command]:
        return [
            *standard_commands([page.entry for page in PAGES]),
            *nomination_commands(self.nomination_work),
            *outgoing_commands(self.editing_room),
            *exporting_commands(),
            *importing_commands(self.importing),
            *review_commands(self.reviewing),
            *document_commands(self.collecting),
            *schedule_commands(self.planning),
            *change_commands(self.planning),
            *alongside_commands(self.editing_room),
        ]

    # Inside: pages, each made when first shown

    def _add_pages(self) -> None:
        makers: dict[str, Callable[[], QWidget]] = {
            NOMINATIONS: self._make_nominations,
            SCHEDULE: self._make_schedule,
            OPERATIONS: self._make_operations,
            REVIEW: self.reviewing.make_page,
            DOCUMENTS: self.collecting.make_documents,
            DOWNLOADS: self.collecting.make_downloads,
            OVERVIEW: self._make_overview,
            EDITOR: self.editing_room.make_page,
            IMPORT: self.importing.make_page,
            ACTIVITY: self._make_activity,
        }
        for page in PAGES:
            entry = page.entry
            self.window.add_page(entry.key, entry.text, entry.icon, page.section, makers[entry.key])

    def _make_nominations(self) -> QWidget:
        session = self.session
        page = nomination_page(session.nominations, session.desk.nominations.facet, self.settings, utc_now)
        new_draft, importing = self.actions["nomination.new_draft"], self.actions["import.open"]
        page.add_actions(
            [
                ActionButton(importing, "nominations.import", page),
                ActionButton(new_draft, "nominations.new_draft", page, "primary", shows_keys=True),
            ]
        )
        return self._joined(page)

    def _make_operations(self) -> QWidget:
        session = self.session
        page = operation_page(session.operations, session.desk.operations.facet, self.settings, utc_now)
        page.add_actions([ActionButton(self.actions["review.open"], "operations.review", page)])
        return self._joined(page)

    def _make_activity(self) -> QWidget:
        return self._joined(self.planning.make_activity())

    def _make_schedule(self) -> QWidget:
        page = self.planning.make_schedule()
        self._join_records(page)
        return page

    def _make_overview(self) -> QWidget:
        from bunkerdesk.app.overview import overview_page

        return overview_page(self._frame)

    # Inside: joining

    def _joined(self, page: ListPage) -> ListPage:
        """A list page joined to the details, the commands and the session."""
        self._join_records(page)
        self.opening.serve(page)
        self._frame.tell_unread(page)
        page.table.set_actions(RowMenu(self._frame, page.spec.name))
        return page

    def _join_records(self, page: "ListPage | SchedulePage") -> None:
        """Join any page on which records are chosen."""
        page.current_changed.connect(self._on_current_changed)
        page.open_requested.connect(self._on_open_requested)
        page.refresh_requested.connect(self.session.synchronise)
        page.status_changed.connect(self._on_page_status_changed)
        self._ticker.ticked.connect(page.refresh_times)

    def _join(self) -> None:
        window, session, reporter = self.window, self.session, self._frame.reporter
        window.close_requested.connect(self.closing)
        window.page_shown.connect(self._on_page_shown)
        window.top_bar.refresh_requested.connect(session.synchronise)
        window.top_bar.stop_requested.connect(session.stop_synchronising)
        window.messages.dismissed.connect(reporter.clear)
        window.messages.action_requested.connect(self._on_message_action)
        reporter.problem_reported.connect(self._on_problem_reported)
        reporter.problem_cleared.connect(window.messages.clear)
        session.changed.connect(self._on_session_changed)
        session.noticed.connect(self._on_noticed)
        session.status.state_changed.connect(self._on_sync_state_changed)
        self._frame.place_requested.connect(self.go)
        self.details.document_requested.connect(self.collecting.open_document)
        self.editing_room.reference_requested.connect(self.opening.open_text)
        self.opening.review_requested.connect(self._on_review_requested)
        self._ticker.ticked.connect(self._on_ticked)
        self.runner.refused.connect(self._on_refused)
        self.runner.running_changed.connect(self._on_running_changed)
        window.key_left.connect(self.runner.press)

    def _on_review_requested(self, identifier: int) -> None:
        """Show an operation that was looked for while reviewing; the queue has the keyboard again."""
        self._frame.scope.start("review", self.reviewing.open(identifier), replace=True)
        if self.reviewing.view is not None:
            self.reviewing.view.queue.list.setFocus()

    def _refresh_counts(self) -> None:
        desk = self.session.desk
        for key, source in ((NOMINATIONS, desk.nominations), (OPERATIONS, desk.operations)):
            self.window.rail.set_badge(key, source.count(ListQuery()))

    # Slots

    def _on_current_changed(self, identifier: object) -> None:
        page = self._frame.page
        if identifier is not None or (isinstance(page, ShowsRecords) and page.is_left_out):
            self.details.refresh_soon()
        self.actions.refresh()

    def _on_open_requested(self, identifier: int) -> None:
        if self.window.current_key == OPERATIONS:
            self.runner.trigger("review.open")
            return
        if self.editing_room.go_on(identifier):
            return
        if not self.window.is_pane_shown:
            self.window.toggle_pane()
        self.details.refresh_soon()

    def _on_page_shown(self, _key: str) -> None:
        self._frame.reporter.clear("open")
        self.window.messages.clear_done()
        self.actions.refresh()

    def _on_page_status_changed(self, _text: str) -> None:
        self.actions.refresh()

    def _on_session_changed(self, _changes: Changes) -> None:
        self._refresh_counts()

    def _on_noticed(self, sentence: str) -> None:
        self._frame.tell(Notice(sentence, key="store"))

    def _on_sync_state_changed(self, _state: object) -> None:
        self.actions.refresh()

    def _on_problem_reported(self, reported: ReportedProblem) -> None:
        # What keeps the desk from the service is mended in its connection.
        action = "Open the connection…" if reported.key == SYNC_PROBLEM else ""
        self.window.messages.show_problem(reported, action)

    def _on_message_action(self, key: str) -> None:
        if key == SYNC_PROBLEM:
            self.connection_requested.emit()

    def _on_refused(self, key: str, reason: str) -> None:
        words = self.runner.registry[key].text.rstrip("…")
        self._frame.tell(Notice(f"{words} is not possible now", reason, "warning", REFUSED, is_passing=True))

    def _on_running_changed(self, _key: str, is_running: bool) -> None:
        if is_running:
            self.window.messages.clear(REFUSED)

    def _on_ticked(self, _now: datetime) -> None:
        self.reviewing.tick()
        self.details.refresh()
