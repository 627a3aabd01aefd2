"""Fields side by side: four columns where there is room, two where it is narrow; rare ones behind a fold."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QToolButton, QVBoxLayout, QWidget

from bunkerdesk.views.editor.field_box import FieldBox
from bunkerdesk.views.theme.binding import IconBinding
from bunkerdesk.views.theme.tokens import Space


class FieldGrid(QWidget):
    """Boxes in reading order."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._boxes: list[FieldBox] = []
        self._columns = 4
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(Space.M)
        self._grid.setVerticalSpacing(Space.XS)

    def set_boxes(self, boxes: Sequence[FieldBox]) -> None:
        """Show these; boxes no longer among them are the caller's to delete."""
        self._boxes = list(boxes)
        self._arrange()

    def set_columns(self, count: int) -> None:
        """Arrange in this many columns."""
        if count != self._columns:
            self._columns = count
            self._arrange()

    def _arrange(self) -> None:
        while self._grid.count():
            self._grid.takeAt(0)
        row = column = 0
        for box in self._boxes:
            width = min(box.field.width, self._columns)
            if column + width > self._columns:
                row, column = row + 1, 0
            self._grid.addWidget(box, row, column, 1, width, Qt.AlignmentFlag.AlignTop)
            box.show()
            column += width
        for place in range(4):
            self._grid.setColumnStretch(place, 1 if place < self._columns else 0)
            self._grid.setColumnMinimumWidth(place, 0)


class Fold(QToolButton):
    """A heading that opens and closes what is below it."""

    folded = Signal(bool)

    def __init__(self, text: str, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setText(text)
        self.setProperty("look", "fold")
        self.setCheckable(True)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._binding = IconBinding(self, "chevron-right", "faint", 12)
        self._content: QWidget | None = None
        self.toggled.connect(self._on_toggled)
        self._name()

    def set_words(self, text: str) -> None:
        """Show other words, and be announced by them."""
        self.setText(text)
        self._name()

    def serve(self, content: QWidget) -> None:
        """Open and close this widget."""
        self._content = content
        content.setVisible(self.isChecked())

    def set_open(self, is_open: bool) -> None:
        """Open or close."""
        self.setChecked(is_open)

    def _on_toggled(self, is_open: bool) -> None:
        self._binding.show("chevron-down" if is_open else "chevron-right")
        if self._content is not None:
            self._content.setVisible(is_open)
        self._name()
        self.folded.emit(is_open)

    def _name(self) -> None:
        words = self.text().removeprefix("✓").strip()
        self.setAccessibleName(f"{words}, {'open' if self.isChecked() else 'folded'}")


class FoldedGrid(QWidget):
    """A fold with a grid of fields."""

    def __init__(self, text: str, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.fold = Fold(text, name, self)
        self.grid = FieldGrid(self)
        self.fold.serve(self.grid)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Space.XS)
        column.addWidget(self.fold, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.grid)
