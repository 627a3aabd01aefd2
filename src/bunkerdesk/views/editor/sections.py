"""The cards of the form: delivery, receiver, supplier and stakeholders."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from bunkerdesk.models.editor_fields import Field
from bunkerdesk.models.editor_model import EditorModel
from bunkerdesk.models.editor_setting import ShownGroup
from bunkerdesk.views.editor.field_box import FieldBox
from bunkerdesk.views.editor.field_grid import FieldGrid, FoldedGrid
from bunkerdesk.views.theme.tokens import Space
from bunkerdesk.views.widgets.buttons import IconButton, button
from bunkerdesk.views.widgets.cards import Card
from bunkerdesk.views.widgets.labels import label, rule


class FormCard(Card):
    """One section; its boxes are kept while their fields are shown, so that the cursor never jumps."""

    boxes_changed = Signal()
    entered = Signal(object)
    """The box the cursor came into."""

    def __init__(self, model: EditorModel, shown: ShownGroup, parent: QWidget | None = None) -> None:
        super().__init__(shown.group.title, f"editor.section.{shown.group.key}", parent)
        self._model = model
        self._made: dict[tuple[str, object], FieldBox] = {}
        self._shown: tuple[tuple[Field, ...], tuple[Field, ...]] = ((), ())
        self._grid = FieldGrid(self)
        self.more = FoldedGrid("More fields", f"editor.{shown.group.key}.more", self)
        self.body.addWidget(self._grid)
        self.body.addWidget(self.more)
        self.show_group(shown)

    @property
    def boxes(self) -> list[FieldBox]:
        """Every field, the folded ones last."""
        return [self._box(one) for one in (*self._shown[0], *self._shown[1])]

    def tab_stops(self) -> list[QWidget]:
        """In reading order."""
        shown, rare = ([stop for one in part for stop in self._box(one).tab_stops()] for part in self._shown)
        return [*shown, self.more.fold, *rare]

    def show_group(self, shown: ShownGroup) -> None:
        """Show the fields that apply now."""
        if (shown.fields, shown.rare) == self._shown:
            return
        # A rare field that is being filled in stays where it is until it is left.
        self._shown = (shown.fields, shown.rare)
        kept = {_key(one) for one in (*shown.fields, *shown.rare)}
        for key in [key for key in self._made if key not in kept]:
            box = self._made.pop(key)
            box.hide()
            box.deleteLater()
        self._grid.set_boxes([self._box(one) for one in shown.fields])
        self.more.grid.set_boxes([self._box(one) for one in shown.rare])
        self.more.setVisible(bool(shown.rare))
        self.boxes_changed.emit()

    def refresh(self) -> None:
        """Show what the model holds."""
        for box in self.boxes:
            box.refresh()

    def set_columns(self, count: int) -> None:
        """Arrange."""
        self._grid.set_columns(count)
        self.more.grid.set_columns(count)

    def _box(self, one: Field) -> FieldBox:
        key = _key(one)
        if key not in self._made:
            box = self._made[key] = FieldBox(self._model, one, None, self)
            box.entered.connect(self.entered)
        return self._made[key]


def _key(one: Field) -> tuple[str, object]:
    return one.key, one.kind


class StakeholderCard(Card):
    """Further parties, one line each."""

    boxes_changed = Signal()
    entered = Signal(object)

    def __init__(self, model: EditorModel, parent: QWidget | None = None) -> None:
        super().__init__("", "editor.section.stakeholders", parent)
        self.setAccessibleName("Stakeholders")
        self._model = model
        self._columns = 4
        self._rows: list[tuple[QWidget, FieldGrid, list[FieldBox]]] = []
        self._removers: list[QWidget] = []
        head = QHBoxLayout()
        head.addWidget(label("Stakeholders", "strong", self), 1)
        self.add_button = button("Add stakeholder", "editor.stakeholders.add", self)
        self.add_button.clicked.connect(self._on_add_clicked)
        head.addWidget(self.add_button)
        self.body.addLayout(head)
        self._list = QVBoxLayout()
        self.body.addLayout(self._list)

    @property
    def boxes(self) -> list[FieldBox]:
        """Every field."""
        return [box for _, _, boxes in self._rows for box in boxes]

    def tab_stops(self) -> list[QWidget]:
        """In reading order."""
        stops: list[QWidget] = [self.add_button]
        for (_, _, boxes), remove in zip(self._rows, self._removers, strict=True):
            stops += [stop for box in boxes for stop in box.tab_stops()]
            stops.append(remove)
        return stops

    def show_groups(self, groups: Sequence[ShownGroup]) -> None:
        """Make the rows anew where their number changed."""
        if len(groups) == len(self._rows):
            return
        for row, _, _ in self._rows:
            row.hide()
            row.deleteLater()
        self._removers = []
        self._rows = [self._row(group) for group in groups]
        self.boxes_changed.emit()

    def refresh(self) -> None:
        """Show what the model holds."""
        for box in self.boxes:
            box.refresh()

    def set_columns(self, count: int) -> None:
        """Arrange."""
        self._columns = count
        for _, grid, _ in self._rows:
            grid.set_columns(min(count, 3))

    def _row(self, shown: ShownGroup) -> tuple[QWidget, FieldGrid, list[FieldBox]]:
        row = QWidget(self)
        index = shown.index or 0
        boxes = [FieldBox(self._model, one, shown.index, row) for one in shown.fields]
        for box in boxes:
            box.entered.connect(self.entered)
        grid = FieldGrid(row)
        grid.set_columns(min(self._columns, 3))
        grid.set_boxes(boxes)
        line = QHBoxLayout()
        line.setSpacing(Space.S)
        line.addWidget(grid, 1)
        remove = IconButton("trash", f"Remove stakeholder {index + 1}", f"editor.stakeholder{index}.remove", row)
        remove.clicked.connect(partial(_remove, self._model, index))
        self._removers.append(remove)
        line.addWidget(remove)
        column = QVBoxLayout(row)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(rule(row))
        column.addLayout(line)
        self._list.addWidget(row)
        return row, grid, boxes

    def _on_add_clicked(self) -> None:
        self._model.add_item("stakeholders")


def _remove(model: EditorModel, index: int, *_: object) -> None:
    model.remove_item("stakeholders", index)
