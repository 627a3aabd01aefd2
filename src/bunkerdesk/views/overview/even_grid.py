"""Widgets in columns of the same width, as many as there is room for."""

from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QWidget

from bunkerdesk.views.theme.tokens import Space


class EvenGrid(QWidget):
    """A grid that finds its number of columns: at least `narrowest` pixels each, at most `most` columns."""

    def __init__(self, narrowest: int, most: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._narrowest = narrowest
        self._most = most
        self._columns = 0
        self._children: list[QWidget] = []
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(Space.M)

    def add(self, widget: QWidget) -> None:
        """Put a widget at the end."""
        self._children.append(widget)
        self._columns = 0
        self._arrange()

    def put_in_order(self, wanted: Sequence[QWidget]) -> None:
        """Let the widgets stand, and be reached by Tab, in this order."""
        others = [widget for widget in self._children if widget not in wanted]
        if [*wanted, *others] != self._children:
            self._children = [*wanted, *others]
            for before, after in pairwise(wanted):
                QWidget.setTabOrder(before, after)
            self.arrange_anew()

    def arrange_anew(self) -> None:
        """A widget was shown or hidden."""
        self._columns = 0
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        shown = [widget for widget in self._children if not widget.isHidden()]
        room = (self.width() + Space.M) // (self._narrowest + Space.M)
        columns = max(1, min(self._most, room, len(shown) or 1))
        lines = -(-len(shown) // columns)
        columns = -(-len(shown) // lines) if lines else columns  # no lonely one in the last line
        if columns == self._columns:
            return
        for column in range(max(columns, self._columns)):
            self._grid.setColumnStretch(column, 1 if column < columns else 0)
        self._columns = columns
        for place, widget in enumerate(shown):
            self._grid.addWidget(widget, place // columns, place % columns, Qt.AlignmentFlag(0))
