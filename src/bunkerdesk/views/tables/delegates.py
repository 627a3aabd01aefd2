"""Cells painted from the tokens: text with a faint second part, references, statuses; matches are marked."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QStaticText, QTextLayout, QTextLine, QTransform
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from bunkerdesk.models.roles import Role
from bunkerdesk.views.theme.icons import icon_pixmap
from bunkerdesk.views.theme.theme import Theme
from bunkerdesk.views.theme.tokens import Size, Space, TypeSize
from bunkerdesk.views.widgets.paint import paint_pill, paint_rounded

Index = QModelIndex | QPersistentModelIndex
Spans = Sequence[tuple[int, int]]

GAP = 5
LEAST_SECONDARY = 44
MARGIN = Space.S + 1
INSET = Space.L - MARGIN
"""Of a table, so that its words begin below those of the page's head."""
CHANGED_DOT = 6
SIGN = 13
_REMEMBERED = 20_000
_SHAPED = 4_000
# Plain numbers: making an enumeration's member costs more than the cell's text.
_DISPLAY = int(Qt.ItemDataRole.DisplayRole)
_ALIGNMENT = int(Qt.ItemDataRole.TextAlignmentRole)
_RIGHT = Qt.AlignmentFlag.AlignRight.value


class TextRuler:
    """Widths of texts in one font, remembered: a list draws the same words again and again."""

    def __init__(self, font: QFont) -> None:
        self.font = font
        self._metrics = QFontMetrics(font)
        self._widths: dict[str, int] = {}
        self._static: dict[str, QStaticText] = {}
        self.height = self._metrics.height()

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

    def static(self, text: str) -> QStaticText:
        """The text shaped once; drawing it again costs a quarter of `drawText`."""
        static = self._static.get(text)
        if static is None:
            if len(self._static) > _SHAPED:
                self._static.clear()
            static = self._static[text] = QStaticText(text)
            static.setTextFormat(Qt.TextFormat.PlainText)
            static.setPerformanceHint(QStaticText.PerformanceHint.AggressiveCaching)
            static.prepare(QTransform(), self.font)
        return static

    def spans(self, text: str, spans: Spans) -> list[tuple[float, float]]:
        """Left and right edges of parts of a text, in either writing direction."""
        layout = QTextLayout(text, self.font)
        layout.beginLayout()
        line = layout.createLine()
        layout.endLayout()
        edges = []
        for start, length in spans:
            first, last = _edge(line, start), _edge(line, start + length)
            edges.append((min(first, last), max(first, last)))
        return edges


def _edge(line: QTextLine, place: int) -> float:
    # Answers (x, the place it is of); the stubs know only x.
    answer: Any = line.cursorToX(place)
    return float(answer[0] if isinstance(answer, tuple) else answer)


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
        area: QRect = option.rect
        paint_ground(painter, area, option, self._theme, is_hovered=index.row() == self.hovered_row)
        inner = area.adjusted(MARGIN, 0, -MARGIN, -1)
        if inner.width() > 0:
            self.paint_content(painter, inner, index)

    def paint_content(self, painter: QPainter, area: QRect, index: Index) -> None:
        """Draw what is in the cell."""
        data = index.model().data
        text = data(index, _DISPLAY) or ""
        secondary = data(index, Role.SECONDARY) or ""
        is_right = bool((data(index, _ALIGNMENT) or 0) & _RIGHT)
        color = self._color("dim" if is_right and data(index, Role.COLUMN) in _QUIET_COLUMNS else "text")
        used = self.draw(painter, area, (text, data(index, Role.MATCH)), color, is_right=is_right)
        if secondary:
            rest = area.adjusted(used + GAP, 0, 0, 0)
            # Two letters and an ellipsis tell nothing.
            if rest.width() >= min(LEAST_SECONDARY, self._ruler.width(secondary)):
                marked = (secondary, data(index, Role.SECONDARY_MATCH))
                self.draw(painter, rest, marked, self._color(self._secondary_role))

    def draw(
        self, painter: QPainter, area: QRect, marked: tuple[str, Spans | None], color: QColor, *, is_right: bool = False
    ) -> int:
        """Draw one text with its matches marked; answers the width used."""
        text, spans = marked
        shown = self._ruler.fitted(text, area.width())
        width = min(self._ruler.width(shown), area.width())
        left = area.right() + 1 - width if is_right else area.left()
        if spans:
            self._mark(painter, area, left, shown, spans)
        painter.setFont(self._ruler.font)
        painter.setPen(color)
        top = area.top() + (area.height() - self._ruler.height) // 2
        painter.drawStaticText(left, top, self._ruler.static(shown))
        return width

    def paint_sign(self, painter: QPainter, area: QRect, icon: str, color: str) -> QRect:
        """A small sign at the right; answers the room that is left for the text."""
        size = self._theme.pixels(SIGN)
        pixmap = icon_pixmap(icon, color, size, painter.device().devicePixelRatioF())
        painter.drawPixmap(area.right() - size + 1, area.top() + (area.height() - size) // 2, pixmap)
        return area.adjusted(0, 0, -size - GAP, 0)

    def _mark(self, painter: QPainter, area: QRect, left: int, shown: str, spans: Spans) -> None:
        height = self._theme.pixels(18)
        top = area.top() + (area.height() - height) / 2
        visible = [(start, min(length, len(shown) - start)) for start, length in spans if start < len(shown)]
        ground = self._color("match_ground")
        for start, end in self._ruler.spans(shown, visible):
            paint_rounded(painter, QRectF(left + start - 1, top, end - start + 2, height), ground, 3)

    def _color(self, role: str) -> QColor:
        return self._theme.palette.color(role)

    def _on_theme_changed(self) -> None:
        self._ruler = TextRuler(self._theme.font(TypeSize.BASE, self.WEIGHT))


_QUIET_COLUMNS = frozenset({"until", "seen"})


class ReferenceDelegate(CellDelegate):
    """A reference, heavier than the rest; a warning sign where part of the record could not be read,

    a dot where the service changed it, a pencil where an edit of it is not sent yet.
    """

    WEIGHT = QFont.Weight.DemiBold

    def paint_content(self, painter: QPainter, area: QRect, index: Index) -> None:
        if index.data(Role.TONE) == "warning":
            area = self.paint_sign(painter, area, "warning", self._theme.palette.warning)
        edited = index.data(Role.EDITED)
        if edited:
            sign = "edit" if edited == "being edited" else "send"
            area = self.paint_sign(painter, area, sign, self._theme.palette.accent)
        if index.data(Role.CHANGED):
            # In the margin at the left: the reference keeps its place.
            dot = QRectF(area.left() - MARGIN + 1, area.center().y() - 2, CHANGED_DOT, CHANGED_DOT)
            paint_rounded(painter, dot, self._theme.palette.color("warning"), CHANGED_DOT // 2)
        super().paint_content(painter, area, index)


class StatusDelegate(CellDelegate):
    """A status: dot and word."""

    def paint_content(self, painter: QPainter, area: QRect, index: Index) -> None:
        text = index.data(Qt.ItemDataRole.DisplayRole) or ""
        if text:
            paint_pill(painter, area, text, index.data(Role.TONE) or "neutral", self._theme)


def paint_ground(
    painter: QPainter, area: QRect, option: QStyleOptionViewItem, theme: Theme, *, is_hovered: bool
) -> None:
    """The ground of a cell and the line below it."""
    palette = theme.palette
    if option.state & QStyle.StateFlag.State_Selected:
        painter.fillRect(area, palette.color("accent_ground"))
    elif is_hovered:
        painter.fillRect(area, palette.color("hover"))
    painter.fillRect(area.left(), area.bottom(), area.width(), 1, palette.color("line"))
