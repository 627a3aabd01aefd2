"""What stands beside the bars: the axis above, the names of the assets at the left, the clock in the corner."""

from collections.abc import Callable
from datetime import tzinfo

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QFont, QMouseEvent, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QWidget

from bunkerdesk.models.schedule_axis import Axis, axis
from bunkerdesk.models.schedule_layout import ScheduleLayout
from bunkerdesk.views.tables.delegates import TextRuler
from bunkerdesk.views.theme.theme import Theme
from bunkerdesk.views.theme.tokens import Space, TypeSize

AXIS_HEIGHT = 44
NAMES_WIDTH = 152
NAMES_NARROW = 104


class _Margin(QWidget):
    """Painted from what the board has; wheel and clicks go to the board."""

    def __init__(self, board: QWidget, viewport: QWidget) -> None:
        super().__init__(board)
        self._target = viewport
        self.theme = Theme.current()
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def wheelEvent(self, event: QWheelEvent) -> None:
        QApplication.sendEvent(self._target, event)

    def ground(self, painter: QPainter, area: QRect) -> None:
        """Fill with the ground of a header."""
        painter.fillRect(area, self.theme.palette.color("panel"))


class AxisHeader(_Margin):
    """Two rows of labels: days above hours, months above days. A label stays readable while its stretch is in view."""

    def __init__(self, board: QWidget, viewport: QWidget) -> None:
        super().__init__(board, viewport)
        self.setObjectName("schedule.axis_header")
        self.offset = 0
        self.now: int | None = None
        self._layout: ScheduleLayout | None = None
        self._zone: tzinfo | None = None

    def take(self, layout: ScheduleLayout, zone: tzinfo) -> None:
        """Show another scale or clock."""
        self._layout, self._zone = layout, zone
        self.update()

    def axis(self, first: int, last: int) -> Axis:
        """The axis between two pixels of the content."""
        assert self._layout is not None
        assert self._zone is not None
        scale = self._layout.scale
        return axis(scale.moment(first), scale.moment(last), scale, self._zone, self.theme.text_scale)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        self.ground(painter, self.rect())
        palette, middle = self.theme.palette, self.height() // 2
        painter.fillRect(0, self.height() - 1, self.width(), 1, palette.color("line"))
        if self._layout is None:
            return
        found, scale = self.axis(self.offset, self.offset + self.width()), self._layout.scale
        strong = TextRuler(self.theme.font(TypeSize.LABEL, QFont.Weight.DemiBold))
        plain = TextRuler(self.theme.font(TypeSize.LABEL))
        lefts = [scale.x(tick.moment) - self.offset for tick in found.major]
        for number, (left, tick) in enumerate(zip(lefts, found.major, strict=True)):
            stop = lefts[number + 1] if number + 1 < len(lefts) else self.width() + 1000
            painter.fillRect(left, 4, 1, self.height() - 4, palette.color("field_line"))
            start = max(left + Space.XS + 2, Space.XS)
            if stop - start - Space.XS >= min(strong.width(tick.words), LEAST_LABEL):
                painter.setPen(palette.color("text"))
                painter.setFont(strong.font)
                shown = strong.fitted(tick.words, stop - start - Space.XS)
                painter.drawText(QRect(start, 0, stop - start, middle + 2), _LEFT, shown)
        for tick in found.minor:
            left = scale.x(tick.moment) - self.offset
            painter.fillRect(left, middle + 2, 1, middle, palette.color("line"))
            if left + Space.XS < 0:
                continue  # half a figure reads as another one
            painter.setPen(palette.color("dim"))
            painter.setFont(plain.font)
            painter.drawText(QRect(left + Space.XS, middle, 200, middle), _LEFT, tick.words)
        if self.now is not None:
            self._paint_now(painter, scale.x(self.now) - self.offset)

    def _paint_now(self, painter: QPainter, left: int) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.theme.palette.color("error"))
        low = self.height() - 1
        painter.drawPolygon([QPoint(left - 5, low - 7), QPoint(left + 5, low - 7), QPoint(left, low)])


LEAST_LABEL = 60
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class LaneNames(_Margin):
    """The names of the assets, with their numbers where there is room."""

    def __init__(self, board: QWidget, viewport: QWidget, pick: Callable[[int], None]) -> None:
        super().__init__(board, viewport)
        self.setObjectName("schedule.lanes")
        self.offset = 0
        self._pick = pick
        self._layout: ScheduleLayout | None = None

    def take(self, layout: ScheduleLayout) -> None:
        """Show other lanes."""
        self._layout = layout
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._pick(int(event.position().y()) + self.offset)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        self.ground(painter, self.rect())
        palette = self.theme.palette
        strong = TextRuler(self.theme.font(TypeSize.BASE, QFont.Weight.Medium))
        plain = TextRuler(self.theme.font(TypeSize.MARK))
        painter.fillRect(self.width() - 1, 0, 1, self.height(), palette.color("line"))
        room = self.width() - Space.L - Space.S
        for lane in self._layout.lanes if self._layout else ():
            top, bottom = lane.top - self.offset, lane.bottom - self.offset
            if bottom <= 0 or top >= self.height():
                continue
            painter.fillRect(0, bottom - 1, self.width(), 1, palette.color("line"))
            # The name of a high lane stays in view while any of the lane is.
            top = min(max(top, 0), bottom - strong.height - Space.XS)
            painter.setFont(strong.font)
            painter.setPen(palette.color("text" if lane.key else "warning"))
            painter.drawText(Space.L, top + Space.XS + strong.height - 3, strong.fitted(lane.title, room))
            if lane.note and bottom - top > strong.height + plain.height + Space.XS:
                painter.setFont(plain.font)
                painter.setPen(palette.color("dim"))
                low = top + Space.XS + strong.height + plain.height - 4
                painter.drawText(Space.L, low, plain.fitted(lane.note, room))
