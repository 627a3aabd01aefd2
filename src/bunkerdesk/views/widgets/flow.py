"""A layout that goes on in the next line when the width is used up."""

from PySide6.QtCore import QMargins, QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget

from bunkerdesk.views.theme.tokens import Space


class FlowLayout(QLayout):
    """Widgets from left to right, wrapped; the widget given to `set_stretched` takes what is left of its line."""

    def __init__(self, parent: QWidget | None = None, spacing: int = Space.S) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._stretched: QWidget | None = None
        self.setSpacing(spacing)
        self.setContentsMargins(QMargins(0, 0, 0, 0))

    def set_stretched(self, widget: QWidget) -> None:
        """Let a widget grow up to its maximum width."""
        self._stretched = widget

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        margins = self.contentsMargins()
        inside = QRect(0, 0, width, 0).marginsRemoved(QMargins(margins.left(), 0, margins.right(), 0))
        return self._lay_out(inside, places=False) + margins.top() + margins.bottom()

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._lay_out(rect.marginsRemoved(self.contentsMargins()), places=True)

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        size = QSize()
        for item in self._visible():
            size = size.expandedTo(item.minimumSize())
        margins = self.contentsMargins()
        return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom())

    def _visible(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _lines(self, width: int) -> list[list[QLayoutItem]]:
        lines: list[list[QLayoutItem]] = []
        used = width
        for item in self._visible():
            needed = self._natural(item)
            if not lines or used + self.spacing() + needed > width:
                lines.append([])
                used = -self.spacing()
            lines[-1].append(item)
            used += self.spacing() + needed
        return lines

    def _natural(self, item: QLayoutItem) -> int:
        widget = item.widget()
        return item.minimumSize().width() if widget is self._stretched else item.sizeHint().width()

    def _lay_out(self, rect: QRect, *, places: bool) -> int:
        top = rect.top()
        for line in self._lines(rect.width()):
            height = max(item.sizeHint().height() for item in line)
            spare = rect.width() - sum(map(self._natural, line)) - self.spacing() * (len(line) - 1)
            left = rect.left()
            for item in line:
                width = min(self._natural(item), rect.width())
                widget = item.widget()
                if widget is not None and widget is self._stretched:
                    width = min(width + spare, widget.maximumWidth())
                if places:
                    own = item.sizeHint().height()
                    item.setGeometry(QRect(QPoint(left, top + (height - own) // 2), QSize(width, own)))
                left += width + self.spacing()
            top += height + self.spacing()
        return max(top - self.spacing() - rect.top(), 0)
