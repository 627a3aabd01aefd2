"""Cells painted from the tokens: text with a faint second part, references, statuses; matches are marked."""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QTextLayout
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from bunkerdesk.models.roles import Role
from bunkerdesk.views.theme.icons import icon_pixmap
from bunkerdesk.views.theme.theme import Theme
from bunkerdesk.views.theme.tokens import Size, Space, TypeSize
from bunkerdesk.views.widgets.paint import paint_pill, paint_rounded

Index = QModelIndex | QPersistentModelIndex
Spans = Sequence[tuple[int, int]]

GAP = 5
MARGIN = Space.S + 1
_REMEMBERED = 20_000


class TextRuler:
    """Widths of texts in one font, remembered: a list draws the same words again and again."""

    def __init__(self, font: QFont) -> None:
        self.font = font
        self._metrics = QFontMetrics(font)
        self._widths: dict[str, int] = {}

    def width(self, text: str) -> int:
        """Width in pixels."""
        width = self._widths.get(text)
        if width is None:
            if len(self._widths) > _REMEMBERED:
                self._widths.clear()
            width = self._widths[text] = self._metrics.horizontalAdvance(text)
        return width

    def fitted(self, text: str, room: int) -> str:
        """The text, shortened with an ellipsis where it does not fit."""
        if self.width(text) <= room:
            return text
        # Shaping thousands of characters that nobody sees would cost a frame.
        return self._metrics.elidedText(text[:400], Qt.TextElideMode.ElideRight, max(room, 0))

    def spans(self, text: str, spans: Spans) -> list[tuple[float, float]]:
        """Left and right edges of parts of a text, in either writing direction."""
        layout = QTextLayout(text, self.font)
        layout.beginLayout()
        line = layout.createLine()
        layout.endLayout()
        edges = []
        for start, length in spans:
            first, last = line.cursorToX(start), line.cursorToX(start + length)
            a, b = (edge[0] if isinstance(edge, tuple) else edge for edge in (first, last))
            edges.append((min(a, b), max(a, b)))
        return edges


class CellDelegate(QStyledItemDelegate):
    """A text, and behind it the faint part: an offset, a port's name."""

    WEIGHT = QFont.Weight.Normal

    def __init__(self, parent: QWidget, secondary_role: str = "faint") -> None:
        super().__init__(parent)
        self._secondary_role = secondary_role
        self.hovered_row = -1
        self._theme = Theme.current()
        self._theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(80, self._theme.pixels(Size.ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        area: QRect = option.rect  # type: ignore[attr-defined]
        paint_ground(painter, area, option, self._theme, is_hovered=index.row() == self.hovered_row)
        inner = area.adjusted(MARGIN, 0, -MARGIN, -1)
        if inner.width() > 0:
            self.paint_content(painter, inner, option, index)

    def paint_content(self, painter: QPainter, area: QRect, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw what is in the cell."""
        text = index.data(Qt.ItemDataRole.DisplayRole) or ""
        secondary = index.data(Role.SECONDARY) or ""
        is_right = bool((index.data(Qt.ItemDataRole.TextAlignmentRole) or 0) & Qt.AlignmentFlag.AlignRight.value)
        color = self._color("dim" if is_right and not secondary and self._is_quiet(index) else "text")
        used = self.draw(painter, area, (text, index.data(Role.MATCH)), color, is_right=is_right)
        if secondary:
            rest = area.adjusted(used + GAP, 0, 0, 0)
            if rest.width() > 12:
                marked = (secondary, index.data(Role.SECONDARY_MATCH))
                self.draw(painter, rest, marked, self._color(self._secondary_role))

    def draw(
        self, painter: QPainter, area: QRect, marked: tuple[str, Spans | None], color: QColor, *, is_right: bool = False
    ) -> int:
        """Draw one text with its matches marked; answers the width used."""
        text, spans = marked
        shown = self._ruler.fitted(text, area.width())
        width = min(self._ruler.width(shown), area.width())
        if spans:
            left = area.right() + 1 - width if is_right else area.left()
            self._mark(painter, area, left, shown, spans)
        painter.setFont(self._ruler.font)
        painter.setPen(color)
        side = Qt.AlignmentFlag.AlignRight if is_right else Qt.AlignmentFlag.AlignLeft
        painter.drawText(area, side | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, shown)
        return width

    def _mark(self, painter: QPainter, area: QRect, left: int, shown: str, spans: Spans) -> None:
        height = self._theme.pixels(18)
        top = area.top() + (area.height() - height) / 2
        visible = [(start, min(length, len(shown) - start)) for start, length in spans if start < len(shown)]
        ground = self._color("match_ground")
        for start, end in self._ruler.spans(shown, visible):
            paint_rounded(painter, QRectF(left + start - 1, top, end - start + 2, height), ground, 3)

    def _color(self, role: str) -> QColor:
        return self._theme.palette.color(role)

    def _is_quiet(self, index: Index) -> bool:
        return index.data(Role.COLUMN) in _QUIET_COLUMNS

    def _on_theme_changed(self) -> None:
        self._ruler = TextRuler(self._theme.font(TypeSize.BASE, self.WEIGHT))


_QUIET_COLUMNS = frozenset({"until", "seen"})


class ReferenceDelegate(CellDelegate):
    """A reference, heavier than the rest; a warning sign where part of the record could not be read."""

    WEIGHT = QFont.Weight.DemiBold

    def paint_content(self, painter: QPainter, area: QRect, option: QStyleOptionViewItem, index: Index) -> None:
        if index.data(Role.TONE) == "warning":
            size = 13
            ratio = painter.device().devicePixelRatioF()
            pixmap = icon_pixmap("warning", self._theme.palette.warning, size, ratio)
            painter.drawPixmap(area.right() - size + 1, area.top() + (area.height() - size) // 2, pixmap)
            area = area.adjusted(0, 0, -size - GAP, 0)
        super().paint_content(painter, area, option, index)


class StatusDelegate(CellDelegate):
    """A status: dot and word."""

    def paint_content(self, painter: QPainter, area: QRect, option: QStyleOptionViewItem, index: Index) -> None:
        text = index.data(Qt.ItemDataRole.DisplayRole) or ""
        if text:
            paint_pill(painter, area, text, index.data(Role.TONE) or "neutral", self._theme)


def paint_ground(
    painter: QPainter, area: QRect, option: QStyleOptionViewItem, theme: Theme, *, is_hovered: bool
) -> None:
    """The ground of a cell and the line below it."""
    palette = theme.palette
    if option.state & QStyle.StateFlag.State_Selected:  # type: ignore[attr-defined]
        painter.fillRect(area, palette.color("accent_ground"))
    elif is_hovered:
        painter.fillRect(area, palette.color("hover"))
    painter.fillRect(area.left(), area.bottom(), area.width(), 1, palette.color("line"))
