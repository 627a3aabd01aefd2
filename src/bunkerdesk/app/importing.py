"""Bringing nominations in: the import page joined to files, clipboard, outbox and editor.

Nothing of it is loaded before the page or the clipboard is first asked for; an import that was under way in an
earlier run shows in the rail.
"""

import importlib
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QWidget
from shiboken6 import isValid

from bunkerdesk.app.alongside_time import AlongsideTime
from bunkerdesk.app.frame import Frame, WindowPart
from bunkerdesk.app.pages import EDITOR, NOMINATIONS
from bunkerdesk.app.seen_vessels import seen_vessels
from bunkerdesk.commands.command import Place
from bunkerdesk.commands.importing import IMPORT
from bunkerdesk.rules import wording
from bunkerdesk.runtime.clock import utc_now
from bunkerdesk.runtime.prompts import Notice, Question
from bunkerdesk.runtime.threads import run_blocking

if TYPE_CHECKING:
    from bunkerdesk.desk.problems import Problem
    from bunkerdesk.models.import_message import MessageForm
    from bunkerdesk.models.import_model import ImportModel
    from bunkerdesk.views.importing.page import ImportPage

FOLDER = "import.folder"
KEY = "import"
FILES = "Tables (*.csv *.tsv *.txt *.xlsx *.xlsm *.xls *.xlsb *.ods);;All files (*)"
_PARTS = ("bunkerdesk.desk.importing_files", "bunkerdesk.models.import_model", "bunkerdesk.rules.ports")


class Importing(WindowPart):
    """The `ImportActions` of one window."""

    def __init__(self, frame: Frame) -> None:
        super().__init__(frame)
        self._model: ImportModel | None = None
        self._page: ImportPage | None = None

    # Life

    def begin(self) -> None:
        """After the first paint: an import of an earlier run is told in the rail."""
        self._show_count()

    async def close(self) -> None:
        """End reading and checking; rows are the desk's to keep."""
        if self._model is not None:
            self._model.close()
            await self._model.scope.settle()
        self.scope.close()
        await self.scope.settle()

    @property
    def model(self) -> "ImportModel":
        """The state of the page."""
        if self._model is None:
            self._model = self._make_model()
        return self._model

    def make_page(self) -> QWidget:
        """The import page."""
        from bunkerdesk.views.importing.page import ImportPage

        page = self._page = ImportPage(self.model)
        page.file_requested.connect(self._on_file_requested)
        page.send_requested.connect(self._on_send_requested)
        page.references_taken.connect(self._on_references_taken)
        page.editor_requested.connect(self._on_editor_requested)
        page.stem_chosen.connect(self._on_stem_chosen)
        page.discard_requested.connect(self._on_discard_requested)
        page.take_back_requested.connect(self._on_take_back_requested)
        return page

    # What commands ask

    async def open(self) -> None:
        """Show the page, with what is under way."""
        await self._load()
        self._frame.window.show_page(IMPORT)

    async def paste(self) -> None:
        """Take what the clipboard holds; what is under way stays until the new rows are previewed."""
        mime = QGuiApplication.clipboard().mimeData()
        text, html = mime.text(), mime.html() if mime.hasHtml() else ""
        if not text.strip():
            self._frame.tell(
                Notice("The clipboard holds no text", "Copy cells, references or a message first.", key=KEY)
            )
            return
        await self._load()
        model = self.model
        page = self._shown_page()
        from bunkerdesk.models.import_model import Step

        model.go(Step.SOURCE)
        page.source.give(text, html)
        if model.take_text(text, html) == "references":
            page.take_focus()

    # Inside

    async def _load(self) -> None:
        if self._model is None:
            for module in _PARTS:
                await run_blocking(importlib.import_module, module)

    def _shown_page(self) -> "ImportPage":
        self._frame.window.show_page(IMPORT)
        assert self._page is not None, "showing a page makes it"
        return self._page

    def _make_model(self) -> "ImportModel":
        from bunkerdesk.models.editor_options import Options, Sources
        from bunkerdesk.models.import_model import ImportModel, Surroundings
        from bunkerdesk.rules.ports import shipped

        desk = self._frame.session.desk
        alongside = AlongsideTime(self._frame.settings, self._frame.session.connection)
        options = Options(Sources(desk.reference_data, shipped, partial(seen_vessels, desk)))
        settings, zone = self._frame.settings, self._frame.zone
        around = Surroundings(options, settings, utc_now, zone, alongside.may_be_sent, desk.stems)
        model = ImportModel(desk.imports, around, self)
        model.scope.failed.connect(self._frame.reporter.report_exception)
        model.refused.connect(self._on_refused)
        model.replacing.connect(self._on_replacing)
        model.grid.counts_changed.connect(self._show_count)
        return model

    def _show_count(self) -> None:
        if not isValid(self._frame.window):
            return
        batch = self._frame.session.desk.imports.batch
        self._frame.window.rail.set_badge(IMPORT, len(batch.rows) if batch else 0)

    async def _choose_file(self) -> None:
        window, settings = self._frame.window, self._frame.settings
        from bunkerdesk.views.dialogs.base import answer

        dialog = QFileDialog(window, "Open a table")
        dialog.setObjectName("import.open_file")
        dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilter(FILES)
        dialog.setDirectory(settings.text(FOLDER) or str(Path.home()))
        chosen: list[str] = []
        dialog.fileSelected.connect(chosen.append)
        await answer(dialog)
        if chosen:
            path = Path(chosen[0])
            settings.set_text(FOLDER, str(path.parent))
            self.model.take_file(path)

    async def _send(self) -> None:
        rows = self.model.sendable()
        batch = self.model.imports.batch
        if not rows or batch is None:
            return
        is_draft = batch.kind.value == "draft"
        what = wording.count_words(len(rows), "draft" if is_draft else "nomination")
        what += "" if is_draft else f" as {batch.kind.value}"
        found = [self.model.grid.assessed(row) for row, _ in rows]
        asked = sum(one is not None and one.warnings > 0 for one in found)
        used = sum(one is not None and one.is_used for one in found)
        lines = [f"{wording.number(asked)} of them have something to look at."] if asked else []
        lines += (
            [
                f"{wording.number(used)} have a reference that is in use: those are changed at the service."
                if used > 1
                else "One has a reference that is in use: that one is changed at the service."
            ]
            if used
            else []
        )
        lines.append("Rows leave the grid as the service takes them; refused ones stay with the reason.")
        question = Question(f"Send {what}?", "\n".join(lines), "Send", "Go back", writes=True)
        if await self._frame.prompts.confirm(question):
            plain = [(row, body) for row, body in rows if not self._is_used(row)]
            known = [(row, body) for row, body in rows if self._is_used(row)]
            await self.model.imports.send(plain)
            await self.model.imports.send(known, accepts_used=True)
            self.model.sent_off([row for row, _ in rows])

    def _is_used(self, row: object) -> bool:
        found = self.model.grid.assessed(row)  # type: ignore[arg-type]
        return found is not None and found.is_used

    async def _remember(self, text: str) -> None:
        references = self.model.references(text)
        new = await self._frame.session.desk.remember(references, "imported")
        known = len(references) - new
        words = f"{wording.count_words(new, 'reference')} remembered"
        tail = f"{wording.count_words(known, 'was', 'were')} known already. " if known else ""
        self._frame.tell(Notice(words, f"{tail}They are read from the service now.", "ok", KEY))
        if self._page is not None:
            self._page.source.give("")
        self._frame.session.synchronise()
        self._frame.window.show_page(NOMINATIONS)

    async def _open_editor(self) -> None:
        form = self.model.message
        if form is None:
            return
        session = await self._frame.session.desk.editing.begin_new(form.kind, form.document(), form.source)
        self._go_on(form)
        self._frame.go(Place(EDITOR, str(session.id)))

    async def _change(self, identifier: int) -> None:
        """Open what is known already with what the message says of it."""
        form, desk = self.model.message, self._frame.session.desk
        record = desk.record(identifier)
        if form is None or record is None:
            return
        from bunkerdesk.desk.editing_paths import value_at
        from bunkerdesk.desk.message_stems import said_changes

        session = await desk.editing.begin_edit(record, source=form.source)
        port = value_at(session.document, "delivery.bunkeringLocationCode")
        said = form.document(port if isinstance(port, str) else "")
        changes = said_changes(said, form.kind, session.kind, session.document)
        desk.editing.change_many(session, changes)
        self._go_on(form)
        if not changes:
            name = record.reference or "The draft"
            self._frame.tell(Notice(f"{name} says all of that already", "Nothing was changed.", key=KEY))
        self._frame.go(Place(EDITOR, str(session.id)))

    def _go_on(self, form: "MessageForm") -> None:
        """What comes after one nomination of a message: its next ship, else an empty page."""
        from bunkerdesk.models.import_model import Step

        if form.next_part is not None:
            self.model.choose_part(form.next_part)
            ship = form.parts[form.next_part].ship
            self._frame.tell(Notice(f"{ship} is in the message too", "Import goes on with that ship.", key=KEY))
        else:
            self.model.message = None
            self.model.go(Step.PREVIEW if self.model.imports.batch else Step.SOURCE)
            if self._page is not None:
                self._page.source.give("")

    async def _discard(self) -> None:
        batch = self.model.imports.batch
        count = len(batch.rows) if batch else 0
        question = Question(
            f"Discard {wording.count_words(count, 'row')}?",
            "What is not sent is forgotten on this computer. What is on its way goes on.",
            "Discard",
            "Keep",
            is_dangerous=True,
        )
        if not count or await self._frame.prompts.confirm(question):
            await self.model.drop()
            self._show_count()

    async def _replace(self, count: int) -> None:
        question = Question(
            f"Replace the {wording.count_words(count, 'row')} under preview?",
            "They were changed or are not all sent. What is on its way goes on.",
            "Replace",
            "Keep them",
            is_dangerous=True,
        )
        if await self._frame.prompts.confirm(question):
            self.model.preview(is_sure=True)

    async def _take_back(self) -> None:
        taken = await self.model.imports.take_back()
        self.model.check()
        self._frame.tell(Notice(f"{wording.number(taken)} taken back", key=KEY))

    # Slots

    def _on_refused(self, problem: "Problem") -> None:
        self._frame.reporter.report(problem, KEY)

    def _on_replacing(self, count: int) -> None:
        self.scope.start("replace", self._replace(count), replace=False)

    def _on_file_requested(self) -> None:
        self.scope.start("file", self._choose_file(), replace=False)

    def _on_send_requested(self) -> None:
        self.scope.start("send", self._send(), replace=False)

    def _on_references_taken(self, text: str) -> None:
        self.scope.start("references", self._remember(text), replace=False)

    def _on_editor_requested(self) -> None:
        self.scope.start("editor", self._open_editor(), replace=False)

    def _on_stem_chosen(self, identifier: int) -> None:
        self.scope.start("editor", self._change(identifier), replace=False)

    def _on_discard_requested(self) -> None:
        self.scope.start("discard", self._discard(), replace=False)

    def _on_take_back_requested(self) -> None:
        self.scope.start("take back", self._take_back(), replace=False)
