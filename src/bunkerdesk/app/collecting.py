"""Collecting documents in the window: the documents page, the download queue, merging here.

Nothing of it is loaded before its page or dialog is wanted; a queue left by an earlier run goes on by itself.
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget

from bunkerdesk.app.frame import Frame, WindowPart
from bunkerdesk.app.pages import DOCUMENTS, DOWNLOADS, OPERATIONS
from bunkerdesk.desk.lists import ListQuery
from bunkerdesk.desk.problems import Problem
from bunkerdesk.desk.record import Record
from bunkerdesk.models.document_list import document_columns
from bunkerdesk.models.record_list import RecordListModel
from bunkerdesk.rules.wording import count_words, number
from bunkerdesk.runtime.clock import utc_now
from bunkerdesk.runtime.prompts import Notice
from bunkerdesk.runtime.threads import run_blocking
from bunkerdesk.views.widgets.buttons import ActionButton

if TYPE_CHECKING:
    from bunkerdesk.app.papers import DocumentWindows, OpenDocument
    from bunkerdesk.app.shown_documents import ShownDocuments
    from bunkerdesk.desk.changes import Changes
    from bunkerdesk.desk.download_items import Download, QueueNews
    from bunkerdesk.desk.download_wanted import Wanted
    from bunkerdesk.desk.downloads import DownloadQueue
    from bunkerdesk.models.download_list import DownloadItems
    from bunkerdesk.models.downloading import DownloadChoice
    from bunkerdesk.views.documents.list_page import DocumentsPage
    from bunkerdesk.views.documents.queue_page import QueuePage

DONE = "download done"
CONTINUED = "download continued"


class Collecting(WindowPart):
    """The `CollectingActions` of one window."""

    def __init__(self, frame: Frame) -> None:
        super().__init__(frame)
        self.model: RecordListModel[Any] | None = None
        self.items: RecordListModel[Any] | None = None
        self._source: DownloadItems | None = None
        self._page: DocumentsPage | None = None
        self._queue_page: QueuePage | None = None
        self._queue: DownloadQueue | None = None
        self._documents: ShownDocuments | None = None
        self._windows: DocumentWindows | None = None
        self._continued: list[Download] = []
        """What an earlier run of the program left, while it goes on."""
        self._current = 0
        self._folder = ""
        frame.session.changed.connect(self._on_session_changed)
        frame.window.messages.action_requested.connect(self._on_action_requested)

    # What commands ask

    @property
    def has_rows(self) -> bool:
        """The list on the screen has something to download."""
        page = self._frame.list_page
        return page is not None and page.model.rowCount() > 0

    @property
    def operation(self) -> int | None:
        """The id of the operation of the current row."""
        page = self._frame.list_page
        if page is None or page.current_id is None:
            return None
        if page is self._page:
            row = self._page.current_row
            return row.record if row is not None else None
        return page.current_id if page.spec.name == OPERATIONS else None

    @property
    def is_busy(self) -> bool:
        """Whether something loads that a picture should wait for."""
        models = [model for model in (self.model, self.items) if model is not None]
        is_leafing = self._page is not None and not self._page.is_settled
        is_drawing = self._documents is not None and not self._documents.is_settled
        return is_leafing or is_drawing or self.scope.is_busy or any(model.is_busy for model in models)

    async def download(self) -> None:
        """Ask what, where to and under which names, then begin."""
        page = self._frame.list_page
        if page is None:
            return
        from bunkerdesk.app import download_questions as questions
        from bunkerdesk.views.dialogs.base import answer
        from bunkerdesk.views.documents.queue_dialog import DownloadDialog

        desk, settings = self._frame.session.desk, self._frame.settings
        options = questions.row_options(page), questions.what_options(page)
        last = questions.remembered(settings, page)
        names = questions.names_of(desk, page)
        dialog = DownloadDialog(options, last, questions.PATTERNS, names, self._frame.window)
        if not await answer(dialog):
            return
        choice = dialog.choice
        questions.remember(settings, choice)
        ids = questions.ids_of(page, choice.rows)
        wanted = await run_blocking(questions.planned, desk, page.spec.name, ids, choice)
        await self.begin(Path(choice.folder), wanted, choice)

    async def begin(self, folder: Path, wanted: "Sequence[Wanted]", choice: "DownloadChoice") -> None:
        """Put a download into the queue, show the queue, and do it."""
        from bunkerdesk.desk.download_items import Options

        queue = await self._loaded_queue()
        download = await queue.add(folder, wanted, Options(merge_here=choice.merge_here, parallel=choice.parallel))
        self._current = download.id
        self._frame.window.show_page(DOWNLOADS)
        self._show_queue()
        self._work()

    async def merge(self) -> None:
        """Ask for the order, merge, and show the file."""
        identifier = self.operation
        record = self._frame.session.desk.record(identifier) if identifier is not None else None
        if record is not None:
            await self._shown().merge(record)

    def open_document(self, record: Record, document_id: str) -> "OpenDocument | None":
        """Show a document of an operation in a window of its own; None for an id it does not have."""
        return self._made_windows().open(record, document_id)

    # Pages

    def make_documents(self) -> QWidget:
        """The documents page."""
        from bunkerdesk.views.documents.list_page import DocumentsPage

        frame, desk = self._frame, self._frame.session.desk
        self.model = RecordListModel(desk.document_list, document_columns(utc_now), self)
        self.model.failed.connect(self._frame.reporter.report_exception)
        self._page = page = DocumentsPage(self.model, desk.document_list.facet, frame.settings, utc_now)
        page.open_requested.connect(self._on_open_requested)
        page.preview_requested.connect(self._on_preview_requested)
        page.refresh_requested.connect(frame.session.synchronise)
        page.status_changed.connect(frame.actions.refresh)
        page.current_changed.connect(frame.actions.refresh)
        frame.tell_unread(page)
        page.add_actions([self._button("documents.merge", page), self._button("documents.download", page, "primary")])
        return page

    def make_downloads(self) -> QWidget:
        """The download queue."""
        from bunkerdesk.models.download_list import DownloadItems, item_columns
        from bunkerdesk.views.documents.queue_page import QueuePage

        self._source = DownloadItems()
        self.items = RecordListModel(self._source, item_columns(), self)
        self.items.set_query(ListQuery(sort="state"))
        self._queue_page = page = QueuePage(self.items, self._frame.settings)
        page.action_requested.connect(self._on_card_action)
        page.chosen.connect(self._on_card_chosen)
        page.new_requested.connect(self._on_new_requested)
        if self._frame.session.desk.has_downloads:
            self.scope.start("load", self._load(), replace=False)
        return page

    def take_up(self) -> None:
        """Go on with what an earlier run left; called once the window stands."""
        self.scope.start("load", self._load(), replace=False)

    async def close(self) -> None:
        """End what runs; downloads go on with the next start."""
        self.scope.close()
        await self.scope.settle()
        for model in (self.model, self.items):
            if model is not None:
                model.close()
        if self._documents is not None:
            self._documents.close()
        if self._windows is not None:
            self._windows.close()

    # Downloading

    async def _load(self) -> None:
        await self._loaded_queue()
        self._show_queue()
        self._work()

    async def _loaded_queue(self) -> "DownloadQueue":
        if self._queue is None:
            import importlib

            await run_blocking(importlib.import_module, "bunkerdesk.desk.download_run")
            if self._queue is None:
                self._queue = queue = self._frame.session.desk.downloads
                await queue.load()
                queue.subscribe(self._on_queue_news)
                self._say_continued()
        return self._queue

    def _work(self) -> None:
        if self._queue is not None and self._queue.is_waiting:
            self.scope.start("work", self._queue.work(), replace=False)

    # Showing

    def _show_queue(self) -> None:
        if self._queue is None:
            return
        downloads = self._queue.downloads
        running = sum(download.total - download.done for download in downloads if download.state == "running")
        self._frame.window.rail.set_badge(DOWNLOADS, running)
        if self._queue_page is None or self._source is None or self.items is None:
            return
        from bunkerdesk.models.download_list import picture_of

        if downloads and self._current not in {download.id for download in downloads}:
            self._current = downloads[-1].id
        shown = next((download for download in downloads if download.id == self._current), None)
        self._queue_page.show_downloads([picture_of(download) for download in downloads], self._current)
        self._source.show(shown)
        self.items.refresh(None)

    def _shown(self) -> "ShownDocuments":
        if self._documents is None:
            from bunkerdesk.app.shown_documents import ShownDocuments

            self._documents = ShownDocuments(self._frame, self._made_windows())
        return self._documents

    def _made_windows(self) -> "DocumentWindows":
        """QtPdf is loaded with the first."""
        if self._windows is None:
            from bunkerdesk.app.papers import DocumentWindows

            self._windows = DocumentWindows(self._frame)
        return self._windows

    def _button(self, key: str, page: QWidget, look: str = "") -> Any:
        return ActionButton(self._frame.actions[key], f"documents.button.{key}", page, look)

    # Slots

    def _on_session_changed(self, changes: "Changes") -> None:
        if self.model is not None and (changes.everything or changes.records):
            self.model.refresh(None)

    def _on_queue_news(self, news: "QueueNews") -> None:
        self._show_queue()
        if self._continued and not any(download.is_active for download in self._continued):
            self._continued.clear()
            self._frame.window.messages.clear(CONTINUED)
        if news.download is not None and not news.items:
            self._say_end(news.download)

    def _say_continued(self) -> None:
        from bunkerdesk.desk.download_items import ItemState

        assert self._queue is not None
        self._continued = [download for download in self._queue.downloads if download.is_active]
        if self._continued:
            left = sum(download.counts[ItemState.WAITING] for download in self._continued)
            total = sum(download.total for download in self._continued)
            title = f"Continuing an earlier download: {number(left)} of {count_words(total, 'file')} left"
            folders = ", ".join(dict.fromkeys(str(download.folder) for download in self._continued))
            self._frame.tell(Notice(title, f"To {folders}", key=CONTINUED, action="Pause"))

    async def _pause_continued(self) -> None:
        assert self._queue is not None
        for download in [one for one in self._continued if one.is_active]:
            await self._queue.pause(download)
            self._frame.tell(Notice("The download is paused", "Resume it on the Downloads page.", key=DONE))

    def _say_end(self, download: "Download") -> None:
        from bunkerdesk.desk.download_items import DownloadState
        from bunkerdesk.desk.downloads import summary

        if download.state is DownloadState.FINISHED:
            self._folder = str(download.folder)
            is_whole = not download.failed
            title = f"Downloaded to {download.folder}" if is_whole else "Downloaded, but not everything"
            notice = Notice(title, summary(download), "ok" if is_whole else "warning", key=DONE)
            self._frame.tell(replace(notice, action="Open folder"))
        elif download.state is DownloadState.STOPPED and download.problem:
            left = count_words(download.total - download.done, "file is", "files are")
            safe = f"{count_words(download.done, 'file is', 'files are')} there; {left} left."
            problem = Problem("The download has stopped", download.problem, safe, "Resume it on the Downloads page.")
            self._frame.reporter.report(problem, DONE)

    def _on_action_requested(self, key: str) -> None:
        if key == CONTINUED:
            self.scope.start("pause", self._pause_continued(), replace=False)
        elif key == DONE and self._folder:
            QDesktopServices.openUrl(QUrl.fromLocalFile(self._folder))

    def _on_card_chosen(self, identifier: int) -> None:
        self._current = identifier
        self._show_queue()

    def _on_card_action(self, action: str, identifier: int) -> None:
        if self._queue is None:
            return
        download = next((one for one in self._queue.downloads if one.id == identifier), None)
        if download is None:
            return
        if action == "open":
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(download.folder)))
            return
        self.scope.start(f"{action} {identifier}", self._act(action, download), replace=False)

    async def _act(self, action: str, download: "Download") -> None:
        assert self._queue is not None
        queue = self._queue
        if action == "remove":
            is_open = download.state in ("waiting", "running", "paused", "stopped")
            await (queue.cancel(download) if is_open else queue.remove(download))
        else:
            await {"pause": queue.pause, "resume": queue.resume, "retry": queue.retry}[action](download)
        self._show_queue()
        self._work()

    def _on_new_requested(self) -> None:
        self._frame.window.show_page(DOCUMENTS)

    def _on_preview_requested(self, row: object) -> None:
        assert self._page is not None
        if row is not None:
            self._shown().show_row(self._page, row)
        elif self._page.is_left_out and self._page.has_preview:
            self._shown().show_left_out()

    def _on_open_requested(self, _identifier: int) -> None:
        row = self._page.current_row if self._page is not None else None
        if row is None or not row.document_id:
            return
        record = self._frame.session.desk.record(row.record)
        if record is not None:
            self.open_document(record, row.document_id)
