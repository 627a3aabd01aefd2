"""The fuels as a table: one row each, certificate and biofuel folded below, one reserved line for messages."""

from functools import partial

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from bunkerdesk.models.editor_fields import Group, Kind, plain_path
from bunkerdesk.models.editor_form import FUEL
from bunkerdesk.models.editor_model import EditorModel
from bunkerdesk.models.editor_setting import ShownGroup
from bunkerdesk.views.editor.field_box import FieldBox
from bunkerdesk.views.editor.field_grid import FieldGrid, Fold
from bunkerdesk.views.editor.note_line import NoteLine
from bunkerdesk.views.theme.tokens import Space
from bunkerdesk.views.widgets.buttons import IconButton, button
from bunkerdesk.views.widgets.cards import Card
from bunkerdesk.views.widgets.clearing import emptied
from bunkerdesk.views.widgets.labels import ElidedLabel, label, rule

_STRETCHES = (4, 3, 5, 3, 3, 4)
_WEIGHT = {"error": 3, "warning": 2}


class FuelFold(QObject):
    """A folded part of a fuel; its fields are made when it is first opened."""

    entered = Signal(object)
    made = Signal()

    def __init__(self, model: EditorModel, group: Group, index: int, row: QWidget) -> None:
        super().__init__(row)
        self.group = group
        self._model = model
        self._index = index
        self.boxes: list[FieldBox] = []
        self.grid = FieldGrid(row)
        self.head = Fold(group.title, f"editor.fuel{index}.{group.key}", row)
        self.head.serve(self.grid)
        self.head.folded.connect(self._on_folded)

    def refresh(self) -> None:
        """Show what the model holds, and how much of it while it is folded."""
        if self.head.isChecked():
            for box in self.boxes:
                box.refresh()
        held = sum(self._model.value(one, self._index) is not None for one in self.group.fields)
        self.head.set_words(f"{self.group.title} · {held} stated" if held else self.group.title)

    def _on_folded(self, is_open: bool) -> None:
        if is_open and not self.boxes:
            self.boxes = [FieldBox(self._model, one, self._index, self.grid) for one in self.group.fields]
            for box in self.boxes:
                box.entered.connect(self.entered)
            self.grid.set_boxes(self.boxes)
            self.made.emit()
        self.refresh()


class FuelRow(QWidget):
    """One fuel: its cells, what to do with it, and the parts that are folded."""

    entered = Signal(object)
    made = Signal()
    """Fields of a folded part came into being."""

    def __init__(self, model: EditorModel, index: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._index = index
        self.cells = [FieldBox(model, one, index, self, bare=True) for one in FUEL.fields]
        self._movers: list[QWidget] = []
        self.note = NoteLine(f"editor.fuel{index}", self)
        self.note.fix_taken.connect(self._on_fix_taken)
        self._noted: FieldBox | None = None
        column = QVBoxLayout(self)
        column.setContentsMargins(0, Space.XS, 0, Space.XS)
        column.setSpacing(2)
        column.addLayout(self._line())
        below = QHBoxLayout()
        below.setSpacing(Space.M)
        self.folds = [FuelFold(model, fold, index, self) for fold in FUEL.folds]
        for fold in self.folds:
            fold.entered.connect(self._on_entered)
            fold.made.connect(self.made)
            below.addWidget(fold.head, 0, Qt.AlignmentFlag.AlignTop)
        below.addWidget(self.note, 1)
        column.addLayout(below)
        for fold in self.folds:
            column.addWidget(fold.grid)
        for box in self.cells:
            box.entered.connect(self._on_entered)
            box.fixes_wanted.connect(self._on_fixes_wanted)
        self.refresh()

    @property
    def boxes(self) -> list[FieldBox]:
        """Every field of the row that was made."""
        return [*self.cells, *(box for fold in self.folds for box in fold.boxes)]

    @property
    def room_of_movers(self) -> int:
        """What the buttons at the right of the cells take."""
        return sum(mover.sizeHint().width() + Space.S for mover in self._movers)

    def tab_stops(self) -> list[QWidget]:
        """In reading order."""
        stops: list[QWidget] = [cell.edit for cell in self.cells]
        stops += [*self._movers, *(fold.head for fold in self.folds), *self.note.fixes]
        return stops + [stop for fold in self.folds for box in fold.boxes for stop in box.tab_stops()]

    def set_columns(self, count: int) -> None:
        """For the folded parts."""
        for fold in self.folds:
            fold.grid.set_columns(count)

    def refresh(self) -> None:
        """Show what the model holds; the heaviest message of the cells stands below them."""
        for box in self.cells:
            box.refresh()
        noted = max(self.cells, key=lambda box: _WEIGHT.get(self._model.note(box.field, self._index).tone, 0))
        focused = next((box for box in self.cells if box.edit.hasFocus()), None)
        note = self._model.note(noted.field, self._index)
        if note.tone not in _WEIGHT and focused is not None:
            noted, note = focused, self._model.note(focused.field, self._index)
        self._noted = noted
        self.note.show_note(note)
        for fold in self.folds:
            fold.refresh()

    def _line(self) -> QGridLayout:
        line = QGridLayout()
        line.setHorizontalSpacing(Space.S)
        for column, cell in enumerate(self.cells):
            cell.note.hide()
            line.addWidget(cell, 0, column)
            line.setColumnStretch(column, _STRETCHES[column])
        name = f"editor.fuel{self._index}"
        number = self._index + 1
        last = self._model.count("fuelSpecifications") - 1
        for place, (icon, text, step) in enumerate(
            (("chevron-up", "up", -1), ("chevron-down", "down", 1)), len(self.cells)
        ):
            mover = IconButton(icon, f"Move fuel {number} {text}", f"{name}.{text}", self)
            mover.setEnabled(0 <= self._index + step <= last)
            mover.clicked.connect(partial(_move, self._model, self._index, step))
            line.addWidget(mover, 0, place)
            self._movers.append(mover)
        remove = IconButton("trash", f"Remove fuel {number}", f"{name}.remove", self)
        remove.clicked.connect(partial(_remove, self._model, "fuelSpecifications", self._index))
        line.addWidget(remove, 0, len(self.cells) + 2)
        self._movers.append(remove)
        return line

    def _on_entered(self, box: FieldBox) -> None:
        self.entered.emit(box)
        self.refresh()

    def _on_fixes_wanted(self) -> None:
        self.refresh()
        if self.note.fixes:
            self.note.fixes[0].show()
            self.note.fixes[0].setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_fix_taken(self, fix: object) -> None:
        if self._noted is not None:
            self._noted.note.fix_taken.emit(fix)


def _move(model: EditorModel, index: int, step: int, *_: object) -> None:
    model.move_item("fuelSpecifications", index, step)


def _remove(model: EditorModel, items: str, index: int, *_: object) -> None:
    model.remove_item(items, index)


class FuelCard(Card):
    """All fuels."""

    boxes_changed = Signal()
    entered = Signal(object)

    def __init__(self, model: EditorModel, parent: QWidget | None = None) -> None:
        super().__init__("", "editor.section.fuel", parent)
        self.setAccessibleName("Fuel")
        self._model = model
        self.rows: list[FuelRow] = []
        self._columns = 4
        head = QHBoxLayout()
        head.addWidget(label("Fuel", "strong", self), 1)
        self.add_button = button("Add fuel", "editor.fuel.add", self, tooltip="Add another fuel (Alt+F)")
        self.add_button.setShortcut("Alt+F")
        self.add_button.clicked.connect(self._on_add_clicked)
        head.addWidget(self.add_button)
        self.body.addLayout(head)
        self._titles = QWidget(self)
        titles = QGridLayout(self._titles)
        titles.setContentsMargins(0, 0, 0, 0)
        titles.setHorizontalSpacing(Space.S)
        for column, one in enumerate(FUEL.fields):
            title = ElidedLabel(one.label, "label", self)
            title.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            if one.kind in (Kind.MINIMUM, Kind.MAXIMUM):
                title.setAlignment(Qt.AlignmentFlag.AlignRight)
            titles.addWidget(title, 0, column)
            titles.setColumnStretch(column, _STRETCHES[column])
        self.body.addWidget(self._titles)
        self._empty = label("No fuel yet", "faint", self)
        self.body.addWidget(self._empty)
        self._list = QVBoxLayout()
        self._list.setSpacing(0)
        self.body.addLayout(self._list)

    @property
    def boxes(self) -> list[FieldBox]:
        """Every field of every fuel."""
        return [box for row in self.rows for box in row.boxes]

    def tab_stops(self) -> list[QWidget]:
        """In reading order."""
        return [self.add_button, *(stop for row in self.rows for stop in row.tab_stops())]

    def show_groups(self, groups: list[ShownGroup]) -> None:
        """Make the rows anew where their number changed."""
        if len(groups) != len(self.rows):
            self._remake(len(groups))
        self._titles.setVisible(bool(groups))
        self._empty.setVisible(not groups)

    def reveal(self, path: str) -> None:
        """Open the folded part that holds a field."""
        for index, row in enumerate(self.rows):
            for fold in row.folds:
                if any(plain_path(one.path(index)).startswith(plain_path(path)) for one in fold.group.fields):
                    fold.head.set_open(True)

    def refresh(self) -> None:
        """Show what the model holds."""
        for row in self.rows:
            row.refresh()

    def set_columns(self, count: int) -> None:
        """For the folded parts."""
        self._columns = count
        for row in self.rows:
            row.set_columns(count)

    def _remake(self, count: int) -> None:
        emptied(self._list)
        self.rows = []
        for index in range(count):
            self._list.addWidget(rule(self))
            row = FuelRow(self._model, index, self)
            row.set_columns(self._columns)
            row.entered.connect(self.entered)
            row.made.connect(self.boxes_changed)
            self._list.addWidget(row)
            self.rows.append(row)
        self._align_titles()
        self.boxes_changed.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._align_titles()

    def _align_titles(self) -> None:
        """The titles end where the cells do, whatever the size of the buttons beside them."""
        titles = self._titles.layout()
        if self.rows and titles is not None:
            titles.setContentsMargins(0, 0, self.rows[0].room_of_movers, 0)

    def _on_add_clicked(self) -> None:
        self._model.add_item("fuelSpecifications")
