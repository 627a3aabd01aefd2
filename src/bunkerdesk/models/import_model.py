"""The import page's state: which step it is on, the table being mapped, the rows previewed, the message being read."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from bunkerdesk.contract.jsontext import JsonObject
from bunkerdesk.desk.editing_bodies import EditKind
from bunkerdesk.desk.importing import Batch, Choices, ImportRow, Imports, RowState
from bunkerdesk.desk.importing_tables import Pasted, Table, Unreadable, html_table, kind_of, references_of, text_table
from bunkerdesk.desk.message_stems import Stem
from bunkerdesk.desk.problems import Problem
from bunkerdesk.models.editor_options import Options
from bunkerdesk.models.import_cells import Reader, Setting
from bunkerdesk.models.import_grid import ImportGrid
from bunkerdesk.models.import_mapping import Mapping
from bunkerdesk.models.import_message import MessageForm
from bunkerdesk.models.import_rows import Assessed, assess
from bunkerdesk.rules.neighbours import Neighbour
from bunkerdesk.runtime.settings import Settings
from bunkerdesk.runtime.tasks import TaskScope
from bunkerdesk.runtime.threads import run_blocking

__all__ = ["Choices", "EditKind", "ImportModel", "Step", "Surroundings"]

CHECK, READ = "check", "read"
AFTER_TYPING_MS = 350
SLICE = 100
_MEMORY = "import/columns/{}"


class Step(StrEnum):
    """Where the page is."""

    SOURCE = "source"
    COLUMNS = "columns"
    PREVIEW = "preview"
    MESSAGE = "message"


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the model is given besides the import itself."""

    options: Options
    settings: Settings
    now: Callable[[], datetime]
    desk_zone: tzinfo
    may_send_alongside_time: Callable[[], bool] = lambda: False
    stems: Callable[[str, JsonObject], tuple[Stem, ...]] = lambda *_: ()
    """What a message with these values may be about; called in worker threads."""


class ImportModel(QObject):
    """Reads and checks in worker threads; sending and opening editors is asked of whoever listens."""

    step_changed = Signal(str)
    mapping_changed = Signal()
    message_changed = Signal()
    refused = Signal(object)
    """A `Problem`: a file or text that gives nothing."""
    sending_changed = Signal()
    replacing = Signal(int)
    """Rows under preview that were worked on and would be given up: whoever listens asks, then `preview` again."""

    def __init__(self, imports: Imports, around: Surroundings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.imports = imports
        self.around = around
        self.step = Step.SOURCE
        self.mapping: Mapping | None = None
        self.message: MessageForm | None = None
        self._parts: dict[int, MessageForm] = {}
        """Forms of a message about several ships that were looked at."""
        self.path: Path | None = None
        self.under_way: set[int] = set()
        """Numbers of rows that were given to the outbox in this run and have no result yet."""
        self.total_sent = 0
        self.grid = ImportGrid(self)
        self.scope = TaskScope(self)
        self._known: Sequence[Neighbour] = ()
        self._is_touched = imports.batch is not None
        self._soon = QTimer(self, singleShot=True, interval=AFTER_TYPING_MS)
        self._soon.timeout.connect(self.check)
        self.grid.edited.connect(self._on_edited)
        self._leave = imports.subscribe(self._on_news)
        if imports.batch is not None:
            self._show_batch(imports.batch)

    def close(self) -> None:
        """Listen no more."""
        self._leave()
        self.scope.close()

    @property
    def setting(self) -> Setting:
        """What texts are read against now."""
        batch = self.imports.batch
        kind = batch.kind if batch and self.step is Step.PREVIEW else self._kind
        choices = batch.choices if batch and self.step is Step.PREVIEW else Choices()
        around = self.around
        may_send = around.may_send_alongside_time()
        return Setting(around.options, around.now(), around.desk_zone, kind, choices, may_send)

    @property
    def _kind(self) -> EditKind:
        known = self.around.settings.text("import/kind", EditKind.DRAFT.value)
        return EditKind(known) if known in [kind.value for kind in EditKind] else EditKind.DRAFT

    def go(self, step: Step) -> None:
        """Show another step."""
        self.step = step
        self.step_changed.emit(step.value)

    # Taking something in

    def take_text(self, text: str, html: str = "") -> Pasted:
        """Take a pasted text: a table goes to its columns, a message to its form; answers what it is."""
        kind = kind_of(text)
        if kind is Pasted.TABLE or (kind is not Pasted.REFERENCES and html and self._is_table(html)):
            self.path = None
            self.scope.start(READ, self._read_table(partial(_pasted_table, text, html)), replace=True)
            return Pasted.TABLE
        if kind is Pasted.MESSAGE:
            self.take_message(text)
        return kind

    def take_message(self, text: str) -> None:
        """Read a text as a message, whatever it looks like."""
        self.scope.start(READ, self._read_message(text), replace=True)

    def choose_part(self, part: int) -> None:
        """Show another ship of the message; what was typed for this one is there again later."""
        if self.message is not None and part != self.message.part:
            self.scope.start(READ, self._show_part(self.message.text, part), replace=True)

    def take_file(self, path: Path, sheet: str = "") -> None:
        """Read a file in a worker thread."""
        from bunkerdesk.desk.importing_files import read_file

        self.path = path
        self.scope.start(READ, self._read_table(partial(read_file, path, sheet)), replace=True)

    @staticmethod
    def references(text: str) -> list[str]:
        """The references of a list."""
        return references_of(text)

    # Columns

    def choose_column(self, place: int, field: str) -> None:
        """Map a column."""
        if self.mapping is not None:
            self.mapping.choose(place, field)
            self.mapping_changed.emit()

    def choose_heading_row(self, number: int) -> None:
        """Take another row for the headings, -1 for none."""
        if self.mapping is not None and number != self.mapping.heading_row:
            self.mapping.set_heading_row(number)
            self.mapping_changed.emit()

    def choose(self, *, kind: EditKind | None = None, choices: Choices | None = None) -> None:
        """Change what rows become, or how texts are read; at the preview everything is checked anew."""
        if kind is not None:
            self.around.settings.set_text("import/kind", kind.value)
        batch = self.imports.batch
        if self.step is Step.PREVIEW and batch is not None:
            batch.kind, batch.choices = kind or batch.kind, choices or batch.choices
            self.imports.changed()
            self.grid.forget()
            self.check()
        elif self.step is Step.MESSAGE and self.message is not None and kind is not None:
            self.message.setting = replace(self.message.setting, kind=kind)
            self.message_changed.emit()
        elif self.mapping is not None:
            setting = self.mapping.setting
            self.mapping.setting = replace(setting, kind=kind or setting.kind, choices=choices or setting.choices)
            self.mapping_changed.emit()

    def preview(self, *, is_sure: bool = False) -> None:
        """Take the mapped rows up and check them; rows that were worked on are only given up when `is_sure`."""
        batch = self.imports.batch
        if batch is not None and batch.rows and self._is_touched and not is_sure:
            self.replacing.emit(len(batch.rows))
        elif self.mapping is not None and any(column.field for column in self.mapping.columns):
            self.scope.start(READ, self._preview(self.mapping), replace=True)

    # The grid

    def check(self) -> None:
        """Read and check all rows anew."""
        if self.imports.batch is not None:
            self.scope.start(CHECK, self._check(self.imports.batch), replace=True)

    def exclude(self, rows: Sequence[ImportRow], *, is_out: bool) -> None:
        """Leave rows out, or take them in again."""
        for row in rows:
            row.is_excluded = is_out and row.state is not RowState.QUEUED
        self.grid.refresh([row.number for row in rows])
        self._changed()

    def delete(self, rows: Sequence[ImportRow]) -> None:
        """Take rows out of the import for good; those on their way stay."""
        batch = self.imports.batch
        if batch is None:
            return
        gone = {row.number for row in rows if row.state is not RowState.QUEUED}
        batch.rows = [row for row in batch.rows if row.number not in gone]
        self.grid.refresh()
        self._changed()

    def sendable(self) -> list[tuple[ImportRow, JsonObject]]:
        """Rows that can go, with their bodies."""
        return [(row, found.body) for row, found in self.grid.sendable()]

    def sent_off(self, rows: Sequence[ImportRow]) -> None:
        """These were given to the outbox."""
        self._is_touched = True
        waiting = {row.number for row in rows if row.state is RowState.QUEUED}
        self.total_sent = len(rows)
        self.under_way = waiting
        self.grid.refresh([row.number for row in rows])
        self.sending_changed.emit()

    async def drop(self) -> None:
        """Give the import up."""
        await self.imports.drop()
        self.grid.show_batch(None)
        self.mapping = None
        self.go(Step.SOURCE)

    # Inside

    def _is_table(self, html: str) -> bool:
        try:
            table = html_table(html)
        except Unreadable:
            return False
        return table is not None and len(table.rows) > 2

    async def _read_table(self, work: Callable[[], Table]) -> None:
        try:
            table = await run_blocking(work)
        except Unreadable as error:
            self.refused.emit(error.problem)
            return
        mapping = await run_blocking(Mapping, table, Setting(*self._plain_setting()))
        remembered = self.around.settings.text(_MEMORY.format(mapping.fingerprint)) if mapping.fingerprint else ""
        known = mapping.recall(remembered) if remembered else None
        if known is not None:
            mapping.setting = replace(mapping.setting, kind=known[0], choices=known[1])
        else:
            choices = Choices(mapping.month_first() or False, mapping.decimal() or ".")
            mapping.setting = replace(mapping.setting, choices=choices)
        self.mapping = mapping
        self.go(Step.COLUMNS)
        self.mapping_changed.emit()

    async def _read_message(self, text: str) -> None:
        if not text.strip():
            self.refused.emit(Problem("There is no text", "The message is empty.", "", "Paste its text."))
            return
        self._parts = {}
        await self._show_part(text, 0)

    async def _show_part(self, text: str, part: int) -> None:
        form = self._parts.get(part)
        if form is None:
            setting = Setting(*self._plain_setting())
            form = await run_blocking(MessageForm.of, text, setting, part, setting.options.ship_names())
            form.stems = await run_blocking(self._stems_of, form)
        self.message = self._parts[part] = form
        self.go(Step.MESSAGE)
        self.message_changed.emit()

    def _stems_of(self, form: MessageForm) -> tuple[Stem, ...]:
        return self.around.stems(form.source, form.meant())

    def _plain_setting(self) -> tuple[Options, datetime, tzinfo, EditKind]:
        return self.around.options, self.around.now(), self.around.desk_zone, self._kind

    async def _preview(self, mapping: Mapping) -> None:
        if mapping.fingerprint:
            self.around.settings.set_text(_MEMORY.format(mapping.fingerprint), mapping.memory())
        batch = await run_blocking(mapping.batch, mapping.setting.kind)
        await self.imports.begin(batch)
        self._is_touched = False
        self._show_batch(batch)

    def _show_batch(self, batch: Batch) -> None:
        self.step = Step.PREVIEW
        self.grid.show_batch(batch)
        self.step_changed.emit(self.step.value)
        self.check()

    async def _check(self, batch: Batch) -> None:
        reader = Reader(batch.columns, self.setting)
        # As they are now: what is typed meanwhile is read by itself, and must not be overwritten by what it was.
        rows = [replace(row, texts=list(row.texts)) for row in batch.rows]
        if len(rows) > SLICE and not any(map(self.grid.assessed, rows[:1])):
            # What is on the screen first; without its neighbours.
            self._adopt(batch, rows, await run_blocking(assess, rows[:SLICE], reader, batch.columns))
        found, known = await run_blocking(self._assess_all, rows, reader, batch)
        if batch is self.imports.batch:
            self._known = known
            self._adopt(batch, rows, found)

    def _adopt(self, batch: Batch, looked_at: Sequence[ImportRow], found: dict[int, Assessed]) -> None:
        """Take what was found of rows that still say what was looked at."""
        texts = {row.number: row.texts for row in batch.rows}
        same = {row.number for row in looked_at if texts.get(row.number) == row.texts}
        self.grid.set_assessed({number: one for number, one in found.items() if number in same})

    def _assess_all(
        self, rows: Sequence[ImportRow], reader: Reader, batch: Batch
    ) -> tuple[dict[int, Assessed], Sequence[Neighbour]]:
        known: list[Neighbour] = []

        def read_known(bodies: Sequence[Any]) -> Sequence[Neighbour]:
            known.extend(self.imports.neighbours(bodies))
            return known

        return assess(rows, reader, batch.columns, read_known), known

    def _changed(self) -> None:
        self._is_touched = True
        self.imports.changed()
        self._soon.start()

    def _on_edited(self, numbers: frozenset[int]) -> None:
        batch = self.imports.batch
        if batch is None:
            return
        few = [row for row in batch.rows if row.number in numbers]
        if len(few) <= 20:
            # At once for what was typed; clashes with other rows follow.
            self.grid.set_assessed(assess(few, Reader(batch.columns, self.setting), batch.columns, self._known))
        else:
            self.grid.forget(numbers)
        self._changed()

    def _on_news(self, numbers: frozenset[int]) -> None:
        batch = self.imports.batch
        if batch is None:
            return
        self.grid.refresh(numbers)
        present = {row.number: row for row in batch.rows}
        refused = [present[number] for number in numbers if number in present and present[number].reasons]
        if refused:
            self.grid.set_assessed(assess(refused, Reader(batch.columns, self.setting), batch.columns, self._known))
        queued = {row.number for row in batch.rows if row.state is RowState.QUEUED}
        self.under_way &= queued
        self.sending_changed.emit()


def _pasted_table(text: str, html: str) -> Table:
    # Merged cells are told by the HTML only: as text all but the first are empty.
    is_merged = "rowspan" in html.lower()
    table = text_table(text, "Pasted table") if not html or ("\t" in text and not is_merged) else None
    return table or html_table(html, "Pasted table") or text_table(text, "Pasted table")
