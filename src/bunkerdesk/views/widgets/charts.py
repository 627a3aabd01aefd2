"""Small charts painted from the tokens: a figure in its range, a figure against a limit, shares of a whole.

Each bar is a widget of its own with an accessible name that says all it draws.
"""

from decimal import Decimal

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from bunkerdesk.views.theme.theme import Theme
from bunkerdesk.views.theme.tokens import Space, TypeSize

LABEL_SHARE = 0.24
VALUE_SHARE = 0.24
BAR = 8
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class Chart(QWidget):
    """One row of a chart: a label at the left, the drawing, words at the right."""

    HEIGHT = 26

    def __init__(self, label: str, words: str, spoken: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = Theme.current()
        self._theme.changed.connect(self.updateGeometry)
        self._label, self._words = label, words
        self.setAccessibleName(spoken)
        self.setToolTip(spoken)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(320, self._theme.pixels(self.HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return QSize(200, self._theme.pixels(self.HEIGHT))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        width, height = self.width(), self.height()
        left, right = width * LABEL_SHARE, width * (1 - VALUE_SHARE)
        painter.setFont(self._theme.font(TypeSize.LABEL))
        painter.setPen(self._theme.palette.color("dim"))
        self._text(painter, QRectF(0, 0, left - Space.S, height), self._label, _LEFT)
        painter.setPen(self._theme.palette.color("text"))
        self._text(painter, QRectF(right + Space.S, 0, width - right - Space.S, height), self._words, _RIGHT)
        self.draw(painter, QRectF(left, 0, right - left, height))

    def draw(self, painter: QPainter, area: QRectF) -> None:
        """Draw between label and words."""

    def track(self, painter: QPainter, area: QRectF, color: QColor) -> QRectF:
        """A thin rounded bar in the middle of an area."""
        thickness = self._theme.pixels(BAR)
        box = QRectF(area.left(), area.center().y() - thickness / 2, max(area.width(), 1.0), thickness)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        painter.drawRoundedRect(box, thickness / 2, thickness / 2)
        return box

    def tick(self, painter: QPainter, x: float, area: QRectF, color: QColor, *, width: float = 2.0) -> None:
        """An upright mark."""
        reach = self._theme.pixels(9)
        painter.setPen(QPen(color, width))
        painter.drawLine(QPointF(x, area.center().y() - reach), QPointF(x, area.center().y() + reach))

    def _text(self, painter: QPainter, box: QRectF, text: str, alignment: Qt.AlignmentFlag) -> None:
        shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, int(box.width()))
        painter.drawText(box, alignment, shown)


class Scale:
    """Figures to pixels over the span of what is drawn, with a margin on both sides."""

    def __init__(self, figures: list[Decimal], area: QRectF, margin: float = 0.12) -> None:
        low, high = min(figures), max(figures)
        span = high - low or abs(high) / 10 or Decimal(1)
        self._low = low - span * Decimal(repr(margin))
        self._span = span * Decimal(repr(1 + 2 * margin))
        self._area = area

    def at(self, figure: Decimal) -> float:
        """The place of a figure, kept inside the area."""
        share = float((figure - self._low) / self._span)
        return self._area.left() + min(max(share, 0.0), 1.0) * self._area.width()


class RangeChart(Chart):
    """A range, what was delivered as a mark, and what was received as a ring."""

    def __init__(
        self,
        texts: tuple[str, str, str],
        ends: tuple[Decimal | None, Decimal | None],
        figures: tuple[Decimal, Decimal | None],
        tone: str,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(*texts, parent)
        self._ends, self._figures, self._tone = ends, figures, tone

    def draw(self, painter: QPainter, area: QRectF) -> None:
        palette = self._theme.palette
        (low, high), (delivered, received) = self._ends, self._figures
        known = [figure for figure in (low, high, delivered, received) if figure is not None]
        scale = Scale(known, area)
        self.track(painter, area, palette.color("sunken") if not palette.is_dark else palette.color("line"))
        left = scale.at(low) if low is not None else area.left()
        right = scale.at(high) if high is not None else area.right()
        inside = QRectF(left, area.top(), max(right - left, 2.0), area.height())
        self.track(painter, inside, palette.color("accent_ground"))
        for end in (low, high):
            if end is not None:
                self.tick(painter, scale.at(end), area, palette.color("faint"), width=1.0)
        foreground, _ = palette.tone(self._tone)
        self.tick(painter, scale.at(delivered), area, foreground, width=3.0)
        if received is not None:
            painter.setPen(QPen(palette.color("operation"), 2))
            painter.setBrush(palette.color("panel"))
            painter.drawEllipse(QPointF(scale.at(received), area.center().y()), 4, 4)


class LimitChart(Chart):
    """A figure against a limit; the forbidden side is hatched, an open figure ends in an arrow."""

    def __init__(
        self,
        texts: tuple[str, str, str],
        limit: tuple[Decimal, str],
        figure: tuple[Decimal | None, Decimal | None],
        tone: str,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(*texts, parent)
        self._limit, self._figure, self._tone = limit, figure, tone

    def draw(self, painter: QPainter, area: QRectF) -> None:
        palette = self._theme.palette
        (limit, bound), (low, high) = self._limit, self._figure
        known = [figure for figure in (low, high) if figure is not None]
        scale = Scale([*known, limit], area, 0.6 if known and known[0] == limit else 0.25)
        box = self.track(painter, area, palette.color("line" if palette.is_dark else "sunken"))
        edge = scale.at(limit)
        wrong = QRectF(box)
        if bound == "max":
            wrong.setLeft(edge)
        else:
            wrong.setRight(edge)
        painter.setBrush(palette.color("error_ground"))
        painter.drawRect(wrong)
        self.tick(painter, edge, area, palette.color("dim"), width=1.0)
        foreground, _ = palette.tone(self._tone)
        middle = area.center().y()
        if low is not None and low == high:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(foreground)
            painter.drawEllipse(QPointF(scale.at(low), middle), 5, 5)
            return
        first = scale.at(low) if low is not None else area.left() + 6
        last = scale.at(high) if high is not None else area.right() - 6
        painter.setPen(QPen(foreground, 3))
        painter.drawLine(QPointF(first, middle), QPointF(last, middle))
        for is_open, tip, way in ((low is None, first, -1), (high is None, last, 1)):
            if is_open:
                self._arrow(painter, tip, middle, way, foreground)

    @staticmethod
    def _arrow(painter: QPainter, x: float, y: float, way: int, color: QColor) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        painter.drawPolygon(
            QPolygonF([QPointF(x + 6 * way, y), QPointF(x - 2 * way, y - 5), QPointF(x - 2 * way, y + 5)])
        )


class ShareChart(Chart):
    """One part of a whole, as a bar from nothing to all; small parts are seen too, for the scale is a root."""

    HEIGHT = 22

    def __init__(self, label: str, words: str, percent: Decimal, parent: QWidget | None = None) -> None:
        super().__init__(label, words, f"{label}: {words}", parent)
        self._percent = percent

    def draw(self, painter: QPainter, area: QRectF) -> None:
        palette = self._theme.palette
        self.track(painter, area, palette.color("line" if palette.is_dark else "sunken"))
        share = min(max(float(self._percent) / 100, 0.0), 1.0) ** 0.5
        self.track(
            painter, QRectF(area.left(), area.top(), area.width() * share, area.height()), palette.color("accent")
        )
