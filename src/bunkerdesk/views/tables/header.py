"""The head of a table: quiet words, a clear sign of the sorting, its own menu."""

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QHeaderView, QWidget

from bunkerdesk.views.tables.delegates import MARGIN
from bunkerdesk.views.theme.icons import icon_pixmap
from bunkerdesk.views.theme.theme import Theme
from bunkerdesk.views.theme.tokens import Space, TypeSize

ARROW = 11


class TableHeader(QHeaderView):
    """Sections are resized and moved by hand; a click sorts."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._theme = Theme.current()
        self.setObjectName("table.header")
        self.setAccessibleName("Columns")
        self.setSectionsClickable(True)
        self.setSectionsMovable(True)
        self.setSortIndicatorShown(True)
        self.setHighlightSections(False)
        self.setMinimumSectionSize(36)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._theme.changed.connect(self._on_theme_changed)

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), self._theme.pixels(30))

    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:
        model = self.model()
        if model is None or not rect.isValid():
            return
        palette = self._theme.palette
        painter.fillRect(rect, palette.color("panel"))
        painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, palette.color("line"))
        title = model.headerData(logicalIndex, self.orientation(), Qt.ItemDataRole.DisplayRole) or ""
        alignment = model.headerData(logicalIndex, self.orientation(), Qt.ItemDataRole.TextAlignmentRole) or 0
        is_right = bool(int(alignment) & Qt.AlignmentFlag.AlignRight.value)
        is_sorted = self.isSortIndicatorShown() and self.sortIndicatorSection() == logicalIndex
        self._paint_title(painter, rect.adjusted(MARGIN, 0, -MARGIN, -1), title, is_right, is_sorted)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.fillRect(self.viewport().rect(), self._theme.palette.color("panel"))
        bottom = self.viewport().height() - 1
        painter.fillRect(0, bottom, self.viewport().width(), 1, self._theme.palette.color("line"))
        painter.end()
        super().paintEvent(event)

    def _paint_title(self, painter: QPainter, area: QRect, title: str, is_right: bool, is_sorted: bool) -> None:
        weight = QFont.Weight.DemiBold if is_sorted else QFont.Weight.Medium
        font = self._theme.font(TypeSize.LABEL, weight)
        metrics = QFontMetrics(font)
        arrow = self._theme.pixels(ARROW)
        room = area.width() - (arrow + Space.XS if is_sorted else 0)
        shown = metrics.elidedText(title, Qt.TextElideMode.ElideRight, room)
        width = metrics.horizontalAdvance(shown)
        left = area.right() + 1 - width if is_right else area.left()
        painter.setFont(font)
        painter.setPen(self._theme.palette.color("text" if is_sorted else "dim"))
        box = QRect(left, area.top(), width + 1, area.height())
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, shown)
        if is_sorted:
            is_up = self.sortIndicatorOrder() is Qt.SortOrder.AscendingOrder
            name = "sort-ascending" if is_up else "sort-descending"
            pixmap = icon_pixmap(name, self._theme.palette.accent, arrow, self.devicePixelRatioF())
            place = left - arrow - Space.XS if is_right else left + width + Space.XS
            painter.drawPixmap(place, area.top() + (area.height() - arrow) // 2, pixmap)

    def _on_theme_changed(self) -> None:
        self.updateGeometry()
        self.viewport().update()
