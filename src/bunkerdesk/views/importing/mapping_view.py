"""Which column is which field: a line for each column, with samples and what the first one is understood as."""

from functools import partial
from textwrap import shorten as shorten_words

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QStandardItem, QStandardItemModel, QWheelEvent
from PySide6.QtWidgets import QComboBox, QCompleter, QFrame, QGridLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from bunkerdesk.models.import_mapping import ColumnLine, choices
from bunkerdesk.models.import_model import Choices, EditKind, ImportModel
from bunkerdesk.rules.wording import count_words
from bunkerdesk.views.importing.options_bar import OptionsBar
from bunkerdesk.views.theme.tokens import Space
from bunkerdesk.views.widgets.buttons import button, keys_text
from bunkerdesk.views.widgets.labels import ElidedLabel, label, set_look

LONGEST_HEADINGS = 44
_LOOKS = {"error": "field-error", "warning": "warning-text", "hint": "hint"}


class FieldChoice(QComboBox):
    """The field of a column: a list to choose from, or to type into."""

    def __init__(self, entries: QStandardItemModel, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setModel(entries)
        self.setEditable(True)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.setMinimumWidth(280)
        self.setMaxVisibleItems(16)
        completer = self.completer()
        if completer is not None:
            completer.setFilterMode(Qt.MatchFlag.MatchContains)
            completer.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        # Rolling through the columns must not change the ones that pass below the pointer.
        event.ignore()

    def show_field(self, field: str) -> None:
        """Show a field without telling anybody."""
        self.blockSignals(True)
        self.setCurrentIndex(max(self.findData(field), 0))
        self.blockSignals(False)


class MappingView(QWidget):
    """The columns of a table from above; Tab goes from one choice to the next."""

    back_requested = Signal()
    sheet_requested = Signal(str)

    def __init__(self, model: ImportModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("import.columns")
        self._model = model
        self._boxes: list[FieldChoice] = []
        self._echoes: list[ElidedLabel] = []
        self._entries = QStandardItemModel(self)
        for path, words in choices():
            item = QStandardItem(words)
            item.setData(path, Qt.ItemDataRole.UserRole)
            self._entries.appendRow(item)
        self.options = OptionsBar("import.options", self)
        self.options.kind_chosen.connect(self._on_kind_chosen)
        self.options.choices_chosen.connect(self._on_choices_chosen)
        self.source = ElidedLabel("", "dim", self)
        self.heading_row = self._box("import.heading_row", "Headings")
        self.heading_row.currentIndexChanged.connect(self._on_heading_row_changed)
        self.sheet = self._box("import.sheet", "Sheet")
        self.sheet.currentIndexChanged.connect(self._on_sheet_changed)
        self._lay_out()
        model.mapping_changed.connect(self.refresh)

    def take_focus(self) -> None:
        """Put the focus into the first choice that is still open, else on what comes next."""
        mapping = self._model.mapping
        lost = [place for place, one in enumerate(mapping.columns) if not one.field] if mapping else []
        target = self._boxes[lost[0]] if lost and lost[0] < len(self._boxes) else self.next_button
        target.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def boxes(self) -> list[FieldChoice]:
        """The choices, from above."""
        return self._boxes

    def refresh(self) -> None:
        """Show the mapping as it is now."""
        mapping = self._model.mapping
        if mapping is None:
            return
        lines = mapping.lines()
        if len(lines) != len(self._boxes) or [line.heading for line in lines] != self._headings:
            self._build(lines)
        for place, line in enumerate(lines):
            self._boxes[place].show_field(line.chosen.field)
            self._echoes[place].set_text(line.understood)
            set_look(self._echoes[place], _LOOKS.get(line.tone, "hint"))
            self._boxes[place].setAccessibleDescription(f"{', '.join(line.samples)}. {line.understood}".strip())
        self.options.show_choices(mapping.setting.kind, mapping.setting.choices)
        self._show_source()

    # Inside

    def _show_source(self) -> None:
        mapping = self._model.mapping
        if mapping is None:
            return
        table = mapping.table
        notes = [*table.notes, *(["columns as chosen the last time"] if mapping.is_remembered else [])]
        self.source.set_text(", ".join(filter(None, (table.name, *notes))))
        self._fill(self.sheet, [(name, name) for name in table.sheets], table.sheet)
        self.sheet.setVisible(len(table.sheets) > 1)
        rows = [("-1", "No headings")]
        rows += [
            (str(row), f"Row {row + 1}: {_shortened(', '.join(filter(None, cells)))}")
            for row, cells in enumerate(table.rows[:12])
        ]
        self._fill(self.heading_row, rows, str(mapping.heading_row))
        mapped = sum(1 for column in mapping.columns if column.field)
        count = len(mapping.body)
        self.next_button.setText(f"Preview {count_words(count, 'row')}")
        self.next_button.setAccessibleName(self.next_button.text())
        self.next_button.setEnabled(mapped > 0 and count > 0)
        self.next_button.setToolTip(keys_text("Ctrl+Return") if mapped else "Choose a field for at least one column.")
        self.count.setText(f"{mapped} of {len(mapping.columns)} columns are used")

    def _fill(self, box: QComboBox, entries: list[tuple[str, str]], chosen: str) -> None:
        box.blockSignals(True)
        box.clear()
        for value, words in entries:
            box.addItem(words, value)
        box.setCurrentIndex(max(box.findData(chosen), 0))
        box.blockSignals(False)

    def _box(self, name: str, words: str) -> QComboBox:
        box = QComboBox(self)
        box.setObjectName(name)
        box.setAccessibleName(words)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        return box

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(Space.S)
        top.addWidget(self.source, 1)
        top.addWidget(self.sheet)
        top.addWidget(self.heading_row)
        self._area = QScrollArea(self)
        self._area.setObjectName("import.columns.area")
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.count = label("", "dim", self)
        back = button("Back", "import.columns.back", self)
        back.clicked.connect(self.back_requested)
        self.next_button = button("Preview", "import.preview", self, "primary")
        self.next_button.clicked.connect(self._model.preview)
        bottom = QHBoxLayout()
        bottom.setSpacing(Space.S)
        bottom.addWidget(self.count, 1)
        bottom.addWidget(back)
        bottom.addWidget(self.next_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(Space.L, 0, Space.L, Space.L)
        layout.setSpacing(Space.M)
        layout.addLayout(top)
        layout.addWidget(self.options)
        layout.addWidget(self._area, 1)
        layout.addLayout(bottom)
        self._headings: list[str] = []

    def _build(self, lines: list[ColumnLine]) -> None:
        self._headings = [line.heading for line in lines]
        self._boxes, self._echoes = [], []
        content = QFrame(self._area)
        content.setProperty("look", "card")
        grid = QGridLayout(content)
        grid.setContentsMargins(Space.L, Space.M, Space.L, Space.M)
        grid.setHorizontalSpacing(Space.L)
        grid.setVerticalSpacing(Space.S)
        for place, title in enumerate(("Column", "First values", "Field", "Understood as")):
            grid.addWidget(label(title, "label", content), 0, place)
        for place, stretch in enumerate((3, 5, 0, 5)):
            grid.setColumnStretch(place, stretch)
        for place, line in enumerate(lines):
            heading = ElidedLabel(line.heading, "strong", content)
            box = FieldChoice(self._entries, f"import.column.{place}", content)
            box.setAccessibleName(f"Field of column {line.heading}")
            box.currentIndexChanged.connect(partial(self._on_field_chosen, place))
            echo = ElidedLabel("", "hint", content)
            grid.addWidget(heading, place + 1, 0)
            grid.addWidget(ElidedLabel(" · ".join(line.samples) or "nothing", "dim", content), place + 1, 1)
            grid.addWidget(box, place + 1, 2)
            grid.addWidget(echo, place + 1, 3)
            self._boxes.append(box)
            self._echoes.append(echo)
        grid.setRowStretch(len(lines) + 1, 1)
        self._area.setWidget(content)

    def _on_field_chosen(self, column: int, _place: int) -> None:
        self._model.choose_column(column, str(self._boxes[column].currentData() or ""))

    def _on_kind_chosen(self, kind: str) -> None:
        self._model.choose(kind=EditKind(kind))

    def _on_choices_chosen(self, chosen: Choices) -> None:
        self._model.choose(choices=chosen)

    def _on_heading_row_changed(self, _place: int) -> None:
        self._model.choose_heading_row(int(self.heading_row.currentData() or -1))

    def _on_sheet_changed(self, _place: int) -> None:
        self.sheet_requested.emit(str(self.sheet.currentData()))


def _shortened(headings: str) -> str:
    return shorten_words(headings, LONGEST_HEADINGS, placeholder=" …") or headings[:LONGEST_HEADINGS]
