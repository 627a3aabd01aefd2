"""The preview: how many rows are ready, the grid, what is said of the current cell, and sending all."""

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from bunkerdesk.models.import_grid import Filter, Standing
from bunkerdesk.models.import_model import EditKind, ImportModel, Step
from bunkerdesk.rules import wording
from bunkerdesk.views.importing.grid_table import GridTable
from bunkerdesk.views.importing.note_strip import NoteStrip
from bunkerdesk.views.importing.options_bar import OptionsBar
from bunkerdesk.views.theme.tokens import Space
from bunkerdesk.views.widgets.buttons import button, keys_text
from bunkerdesk.views.widgets.empty_state import EmptyState
from bunkerdesk.views.widgets.labels import label
from bunkerdesk.views.widgets.marks import StatusPill
from bunkerdesk.views.widgets.progress_line import ProgressLine

_COUNTED = (
    (Standing.READY, "ready"),
    (Standing.ASKS, "to look at"),
    (Standing.ERRORS, "with errors"),
    (Standing.REFUSED, "refused"),
    (Standing.QUEUED, "on their way"),
    (Standing.EXCLUDED, "left out"),
)
_NOUNS = {"draft": "draft", "supplier": "nomination", "receiver": "nomination"}


class GridView(QWidget):
    """Rows that the service has taken leave; refused ones stay with the reason."""

    back_requested = Signal()
    send_requested = Signal()
    take_back_requested = Signal()
    close_requested = Signal()

    def __init__(self, model: ImportModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("import.preview_page")
        self._model = model
        self.options = OptionsBar("import.preview", self)
        self.options.kind_chosen.connect(self._on_kind_chosen)
        self.options.choices_chosen.connect(self._on_choices_chosen)
        self.pills = {standing: StatusPill("", standing.value[1], self) for standing, _ in _COUNTED}
        self.filter = button("Only what needs a look", "import.filter", self)
        self.filter.setCheckable(True)
        self.filter.setProperty("look", "choice")
        self.filter.toggled.connect(self._on_filter_toggled)
        self.progress = ProgressLine(self)
        self.table = GridTable(model.grid, self)
        self.table.delete_requested.connect(self.delete_rows)
        self.table.exclude_requested.connect(self.exclude_rows)
        self.table.selectionModel().currentChanged.connect(self._on_current_changed)
        self.empty = EmptyState("import.done", self)
        self.empty.action_requested.connect(self.close_requested)
        self.strip = NoteStrip("import.note", self)
        self.strip.fix_taken.connect(self._on_fix_taken)
        self._make_buttons()
        self._lay_out()
        model.grid.counts_changed.connect(self.refresh)
        model.sending_changed.connect(self.refresh)
        model.scope.busy_changed.connect(self._on_busy_changed)
        self.refresh()

    def take_focus(self) -> None:
        """Put the focus into the grid, on its first note."""
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)
        if not self.table.currentIndex().isValid() and self._model.grid.rowCount():
            self.table.setCurrentIndex(self._model.grid.index(0, 1))

    def refresh(self) -> None:
        """Say how things stand."""
        batch = self._model.imports.batch
        if batch is None:
            return
        counts = self._model.grid.counts()
        for standing, words in _COUNTED:
            text = f"{wording.number(counts[standing])} {words}" if counts[standing] else ""
            self.pills[standing].set_status(text, standing.value[1])
        self.options.show_choices(batch.kind, batch.choices)
        self._show_send(counts[Standing.READY] + counts[Standing.ASKS], _NOUNS[batch.kind.value])
        waiting, total = len(self._model.under_way), self._model.total_sent
        self.take_back.setVisible(bool(counts[Standing.QUEUED]))
        self.progress.set_busy(bool(waiting) or self._model.scope.is_busy, total - waiting, total if waiting else 0)
        self.sent.setText(f"{wording.number(batch.sent)} sent" if batch.sent else "")
        self._show_done(batch.sent, bool(batch.rows))
        self._show_alike(has_rows=bool(batch.rows))
        self._show_note()

    def delete_rows(self) -> None:
        """Take the selected rows out."""
        grid = self._model.grid
        self._model.delete([grid.row_of(row) for row in self.table.selected_rows()])

    def exclude_rows(self) -> None:
        """Leave the selected rows out; when all of them are, take them in again."""
        rows = [self._model.grid.row_of(row) for row in self.table.selected_rows()]
        self._model.exclude(rows, is_out=not all(row.is_excluded for row in rows))

    # Inside

    def _make_buttons(self) -> None:
        self.sent = label("", "dim", self)
        self.back = button("Columns", "import.back_to_columns", self, tooltip="Choose the columns again")
        self.back.clicked.connect(self.back_requested)
        self.discard = button("Discard…", "import.discard", self, tooltip="Forget these rows; nothing sent is undone")
        self.discard.clicked.connect(self.close_requested)
        self.exclude = button("Leave out", "import.exclude", self, tooltip=keys_text("Ctrl+L"))
        self.exclude.clicked.connect(self.exclude_rows)
        self.delete = button("Delete rows", "import.delete", self, tooltip=keys_text("Ctrl+Del"))
        self.delete.clicked.connect(self.delete_rows)
        self.fill = button("Fill down", "import.fill", self, tooltip=keys_text("Ctrl+D"))
        self.fill.clicked.connect(self.table.fill_down)
        self.next_note = button(
            "Next note", "import.next_note", self, tooltip=f"{keys_text('F8')}, back {keys_text('Shift+F8')}"
        )
        self.next_note.clicked.connect(self._on_next_note_clicked)
        self.alike = button(
            "", "import.alike", self, tooltip="Change every cell of this column that held the same text"
        )
        self.alike.clicked.connect(self._on_alike_clicked)
        self.take_back = button("Take back", "import.take_back", self, tooltip="Take back what is not sent yet")
        self.take_back.clicked.connect(self.take_back_requested)
        self.send = button("Send all", "import.send", self, "primary")
        self.send.clicked.connect(self.send_requested)

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(Space.S)
        top.addWidget(self.options, 1)
        counts = QHBoxLayout()
        counts.setSpacing(Space.S)
        for pill in self.pills.values():
            counts.addWidget(pill)
        counts.addWidget(self.sent)
        counts.addStretch(1)
        for one in (self.filter, self.next_note, self.fill, self.exclude, self.delete):
            counts.addWidget(one)
        bottom = QHBoxLayout()
        bottom.setSpacing(Space.S)
        bottom.addWidget(self.strip, 1)
        for one in (self.alike, self.discard, self.back, self.take_back, self.send):
            bottom.addWidget(one)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(Space.L, 0, Space.L, Space.L)
        layout.setSpacing(Space.S)
        layout.addLayout(top)
        layout.addLayout(counts)
        layout.addWidget(self.progress)
        layout.addWidget(self.table, 1)
        layout.addWidget(self.empty, 1)
        layout.addLayout(bottom)

    def _show_send(self, count: int, noun: str) -> None:
        self.send.setText(f"Send {wording.count_words(count, noun)}" if count else "Send all")
        self.send.setAccessibleName(self.send.text())
        self.send.setEnabled(count > 0)
        self.send.setToolTip(keys_text("Ctrl+Return") if count else "No row is ready: mend the errors first.")
        self.back.setEnabled(self._model.mapping is not None)
        self.back.setToolTip("" if self._model.mapping else "The table this came from is no longer open.")

    def _show_done(self, sent: int, has_rows: bool) -> None:
        self.table.setVisible(has_rows)
        self.strip.setVisible(has_rows)
        self.empty.setVisible(not has_rows)
        for one in (
            self.filter,
            self.next_note,
            self.fill,
            self.exclude,
            self.delete,
            self.back,
            self.send,
            self.discard,
        ):
            one.setVisible(has_rows)
        if not has_rows:
            words = f"All {wording.number(sent)} sent" if sent else "No rows are left"
            self.empty.show_state(
                "ok" if sent else "empty", words, "They are in the list of nominations." if sent else "", "Import more"
            )

    def _show_alike(self, *, has_rows: bool) -> None:
        count = len(self._model.grid.alike()) if has_rows else 0
        self.alike.setVisible(count > 0)
        if count:
            self.alike.setText(f"Also in {wording.count_words(count, 'cell')} alike")
            self.alike.setAccessibleName(self.alike.text())

    def _show_note(self) -> None:
        index = self.table.currentIndex()
        if not index.isValid():
            self.strip.show_notes("", (), "Cells are edited in place: F2, or just type.")
            return
        grid = self._model.grid
        heading = str(grid.headerData(index.column(), Qt.Orientation.Horizontal))
        self.strip.show_notes(heading, grid.notes(index), str(index.data() or "empty"))

    def _on_current_changed(self, _current: QModelIndex, _former: QModelIndex) -> None:
        self._show_note()

    def _on_fix_taken(self, text: str) -> None:
        index = self.table.currentIndex()
        if index.isValid():
            self._model.grid.change([(index.row(), index.column(), text)])
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_alike_clicked(self) -> None:
        self._model.grid.change(self._model.grid.alike())
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_filter_toggled(self, is_on: bool) -> None:
        self._model.grid.set_filter(Filter.TROUBLED if is_on else Filter.ALL)

    def _on_next_note_clicked(self) -> None:
        self.table.go_to_note(1)
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_kind_chosen(self, kind: str) -> None:
        self._model.choose(kind=EditKind(kind))

    def _on_choices_chosen(self, chosen: object) -> None:
        self._model.choose(choices=chosen)  # type: ignore[arg-type]

    def _on_busy_changed(self, _is_busy: bool) -> None:
        if self._model.step is Step.PREVIEW:
            self.refresh()
