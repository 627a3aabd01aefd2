"""Exporting from the window: which list, which rows, into which file; the writing runs in a worker thread."""

import asyncio
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QObject, QUrl
from PySide6.QtGui import QDesktopServices

from bunkerdesk.app.frame import Frame
from bunkerdesk.desk.export_table import Cancelled, Pace, Table
from bunkerdesk.desk.problems import Problem
from bunkerdesk.models.exporting import list_table
from bunkerdesk.rules import wording
from bunkerdesk.runtime.prompts import Notice
from bunkerdesk.runtime.threads import run_blocking
from bunkerdesk.views.lists.list_page import ListPage

KEY = "export"
KINDS = frozenset({"nominations", "operations"})
"""Lists whose records can be exported whole."""
SHOWN, FIELDS, NOTES, FINDINGS = "shown", "fields", "bdns", "findings"
_PROGRESS_SECONDS = 0.25


class ListExport(QObject):
    """The dialogs and the work of one window's exports; one runs at a time."""

    def __init__(self, frame: Frame) -> None:
        super().__init__(frame)
        self._frame = frame
        self._window, self._session, self._settings = frame.window, frame.session, frame.settings
        self._pace = Pace()
        self._folder = ""
        self._window.messages.action_requested.connect(self._on_action_requested)
        self._window.messages.dismissed.connect(self._on_dismissed)

    async def run(self, page: ListPage) -> None:
        """Ask, write and tell."""
        from bunkerdesk.views.dialogs.base import answer
        from bunkerdesk.views.dialogs.exporting import ExportChoice, ExportDialog, ask_file

        remembered = ExportChoice(*(self._settings.text(f"export.{name}") for name in ("rows", "content", "format")))
        dialog = ExportDialog(self._rows(page), _contents(page), remembered, self._window)
        if not await answer(dialog):
            return
        choice = dialog.choice
        for name in ("content", "format"):
            self._settings.set_text(f"export.{name}", getattr(choice, name))
        name = f"{page.spec.title} {datetime.now().astimezone():%Y-%m-%d}"
        target = await ask_file(self._window, name, choice.format, self._settings.text("export.folder"))
        if target is None:
            return
        self._settings.set_text("export.folder", str(target.parent))
        ids = page.table.selected_ids(page.model.rowCount()) if choice.rows == "selected" else page.model.ids()
        await self._write(self._table(page, choice.content, list(ids)), target, len(ids))

    def stop(self) -> None:
        """End what is being written; nothing is left of it."""
        self._pace.is_stopped.set()

    def _rows(self, page: ListPage) -> list[tuple[str, str, str]]:
        selected, total = page.table.selected_count, page.model.rowCount()
        rows = [("all", f"All {wording.number(total)}", "As filtered and sorted now")]
        if selected > 1:
            rows.insert(0, ("selected", f"The {wording.number(selected)} selected", ""))
        return rows

    def _table(self, page: ListPage, content: str, ids: list[int]) -> Table:
        connection = self._session.connection
        moment = f"{datetime.now().astimezone():%Y-%m-%d %H:%M %z}"
        where = f"{connection.name} ({connection.environment.value}), {moment}"
        if content == SHOWN:
            arrangement = page.table.arrangement
            columns = [page.model.columns[place] for place in arrangement.order() if arrangement.is_chosen(place)]
            return list_table(page.spec.title, columns, ids, page.model.read_rows, where)
        return self._session.desk.export_table(page.spec.name if content == FIELDS else content, ids, where)

    async def _write(self, table: Table, target: Path, total: int) -> None:
        from bunkerdesk.desk.export import write

        self._pace = pace = Pace(total=total)
        self._frame.reporter.clear(KEY)
        task = asyncio.ensure_future(run_blocking(write, table, target, pace))
        task.add_done_callback(_retrieve)
        try:
            while not task.done():
                await asyncio.wait([task], timeout=_PROGRESS_SECONDS)
                if not task.done():
                    words = f"{wording.number(pace.done)} of {wording.count_words(total, 'row')}"
                    self._frame.tell(Notice(f"Exporting to {target.name}", words, key=KEY))
            count = await task
        except Cancelled:
            self._window.messages.clear(KEY)
            return
        except BaseException:
            self._window.messages.clear(KEY)
            raise
        finally:
            pace.is_stopped.set()
        self._folder = str(target.parent)
        words = f"{wording.count_words(count, 'row')} written to {target}"
        self._frame.tell(Notice(words, key=KEY, tone="ok", action="Open folder"))
        if pace.failures:
            self._frame.reporter.report(
                Problem("Some records could not be exported", " ".join(pace.failures[:5]), "All others were."),
                "export failures",
            )

    def _on_action_requested(self, key: str) -> None:
        if key == KEY and self._folder:
            QDesktopServices.openUrl(QUrl.fromLocalFile(self._folder))

    def _on_dismissed(self, key: str) -> None:
        if key == KEY:
            self.stop()


def _retrieve(task: "asyncio.Future[int]") -> None:
    """A writer that was left alone tells nobody of its end."""
    if not task.cancelled():
        task.exception()


def _contents(page: ListPage) -> list[tuple[str, str, str]]:
    contents = [(SHOWN, "Columns as shown", "In their order on the screen")]
    if page.spec.name in KINDS:
        contents.append((FIELDS, "All fields", "One line a record"))
    if page.spec.name == "operations":
        contents += [
            (NOTES, "Delivery notes", "One line a note, every figure with its unit"),
            (FINDINGS, "Findings", "One line for each finding of the checks"),
        ]
    return contents
