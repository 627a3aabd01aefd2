"""The import page: source, columns, preview, or a message and its form; one step is shown at a time."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from bunkerdesk.models.import_model import ImportModel, Step
from bunkerdesk.rules.wording import count_words
from bunkerdesk.views.importing.grid_view import GridView
from bunkerdesk.views.importing.mapping_view import MappingView
from bunkerdesk.views.importing.message_view import MessageView
from bunkerdesk.views.importing.source_view import SourceView
from bunkerdesk.views.theme.tokens import Space
from bunkerdesk.views.widgets.labels import ElidedLabel, label

_TITLES = {
    Step.SOURCE: ("Import", "Cells of a spreadsheet, a file, references, or a message"),
    Step.COLUMNS: ("Which column is which field", "What the headings and values say is chosen already"),
    Step.PREVIEW: ("Preview", ""),
    Step.MESSAGE: ("Message", "Check what was recognised, then go on in the editor"),
}
_ONWARD = ("Ctrl+Return", "Ctrl+Enter")


class ImportPage(QWidget):
    """Ctrl+Return is the primary button of each step, Escape goes a step back."""

    status_changed = Signal(str)
    send_requested = Signal()
    file_requested = Signal()
    references_taken = Signal(str)
    editor_requested = Signal()
    stem_chosen = Signal(int)
    """A record that the message changes."""
    discard_requested = Signal()
    take_back_requested = Signal()

    def __init__(self, model: ImportModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = model.grid
        self.imports = model
        self.setObjectName("import")
        self.setAccessibleName("Import")
        self.setProperty("look", "page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._title = label("", "title", self)
        self._hint = ElidedLabel("", "dim", self)
        self.source = SourceView(self)
        self.columns = MappingView(model, self)
        self.preview = GridView(model, self)
        self.message = MessageView(model, self)
        self._steps: dict[Step, SourceView | MappingView | GridView | MessageView] = {
            Step.SOURCE: self.source,
            Step.COLUMNS: self.columns,
            Step.PREVIEW: self.preview,
            Step.MESSAGE: self.message,
        }
        self._stack = QStackedWidget(self)
        for view in self._steps.values():
            self._stack.addWidget(view)
        head = QHBoxLayout()
        head.setContentsMargins(Space.L, Space.M, Space.L, 0)
        head.setSpacing(Space.M)
        head.addWidget(self._title)
        head.addWidget(self._hint, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(Space.M)
        layout.addLayout(head)
        layout.addWidget(self._stack, 1)
        self._connect()
        self._on_step_changed(model.step.value)

    @property
    def status_text(self) -> str:
        """For the status line."""
        batch = self.imports.imports.batch
        if self.imports.step is not Step.PREVIEW or batch is None:
            return ""
        return f"{count_words(len(batch.rows), 'row')} of {batch.source}"

    def focus_filter(self) -> None:
        """There is no filter: the focus goes where work goes on."""
        self.take_focus()

    def take_focus(self) -> None:
        """Put the focus where work goes on."""
        self._steps[self.imports.step].take_focus()

    def go_on(self) -> None:
        """What the primary button of the step does."""
        match self.imports.step:
            case Step.SOURCE:
                self.source.take()
            case Step.COLUMNS:
                self.columns.next_button.click()
            case Step.PREVIEW:
                self.preview.send.click()
            case Step.MESSAGE:
                self.message.open_button.click()

    def go_back(self) -> None:
        """A step back; rows under preview stay kept."""
        if self.imports.step is Step.PREVIEW and self.imports.mapping is not None:
            self.imports.go(Step.COLUMNS)
        elif self.imports.step in (Step.COLUMNS, Step.MESSAGE):
            self.imports.go(Step.SOURCE)

    # Qt overrides

    def event(self, event: QEvent) -> bool:
        # The keys of the step come before any command with the same keys.
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._is_ours(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = QKeySequence(event.keyCombination())
        if any(keys == QKeySequence(text) for text in _ONWARD):
            self.go_on()
        elif event.key() == Qt.Key.Key_Escape:
            self.go_back()
        elif event.key() == Qt.Key.Key_F8:
            step = -1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1
            if self.imports.step is Step.MESSAGE:
                self.message.step(step)
            elif self.imports.step is Step.PREVIEW:
                self.preview.table.go_to_note(step)
        else:
            super().keyPressEvent(event)

    # Inside

    def _is_ours(self, event: QKeyEvent) -> bool:
        keys = QKeySequence(event.keyCombination())
        if any(keys == QKeySequence(text) for text in (*_ONWARD, "F8", "Shift+F8")):
            return True
        return self.preview.table.hasFocus() and self.preview.table.owns(keys)

    def _connect(self) -> None:
        model = self.imports
        model.step_changed.connect(self._on_step_changed)
        model.grid.counts_changed.connect(self._on_counts_changed)
        self.source.taken.connect(model.take_text)
        self.source.message_taken.connect(model.take_message)
        self.source.references_taken.connect(self.references_taken)
        self.source.file_requested.connect(self.file_requested)
        self.source.file_dropped.connect(model.take_file)
        self.source.preview_requested.connect(self._on_preview_requested)
        self.columns.back_requested.connect(self.go_back)
        self.columns.sheet_requested.connect(self._on_sheet_requested)
        self.preview.back_requested.connect(self.go_back)
        self.preview.send_requested.connect(self.send_requested)
        self.preview.take_back_requested.connect(self.take_back_requested)
        self.preview.close_requested.connect(self.discard_requested)
        self.message.back_requested.connect(self.go_back)
        self.message.editor_requested.connect(self.editor_requested)
        self.message.stem_chosen.connect(self.stem_chosen)

    def _on_step_changed(self, key: str) -> None:
        step = Step(key)
        title, hint = _TITLES[step]
        batch = self.imports.imports.batch
        self._title.setText(title)
        self._hint.set_text(hint or (batch.source if batch else ""))
        self._stack.setCurrentWidget(self._steps[step])
        self._on_counts_changed()
        self.source.set_under_way(len(batch.rows) if batch else 0)
        if step is Step.COLUMNS:
            self.columns.refresh()
        elif step is Step.MESSAGE:
            self.message.refresh()
        if self.isVisible():
            self.take_focus()

    def _on_preview_requested(self) -> None:
        self.imports.go(Step.PREVIEW)

    def _on_counts_changed(self) -> None:
        self.status_changed.emit(self.status_text)

    def _on_sheet_requested(self, sheet: str) -> None:
        if self.imports.path is not None:
            self.imports.take_file(self.imports.path, sheet)
