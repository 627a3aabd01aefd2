"""The scrolled surface of the schedule: scale, scrolling, zoom, and painting what is on the screen."""

from collections.abc import Callable
from datetime import UTC, datetime, tzinfo

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from bunkerdesk.models.schedule_axis import FARTHEST, NEAREST, day_of, microseconds, midnight
from bunkerdesk.models.schedule_layout import DAY, Bar, Box, Heights, PlacedBar, Scale, ScheduleLayout
from bunkerdesk.views.schedule.bar_painter import LABEL_REACH, BarPainter
from bunkerdesk.views.schedule.margins import AXIS_HEIGHT, NAMES_NARROW, NAMES_WIDTH, AxisHeader, LaneNames
from bunkerdesk.views.theme.theme import Theme

SPANS = {"day": DAY, "week": 7 * DAY, "month": 31 * DAY}
ZOOM = 1.25
MARGIN = 45 * DAY
"""What can be scrolled to before the first and behind the last bar."""
NARROW = 640


class ScheduleViewport(QAbstractScrollArea):
    """Bars on a time axis. Scrolling moves the picture and paints the new strip only."""

    zoom_changed = Signal(str)
    """`day`, `week`, `month`, or empty where it is none of them."""

    def __init__(self, now: Callable[[], datetime], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._now = now
        self._theme = Theme.current()
        self._clashing: frozenset[int] = frozenset()
        self._window: tuple[int | None, int | None] = (None, None)
        self.zone: tzinfo = UTC
        self.span = "week"
        self._current: int | None = None
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.viewport().setMouseTracking(True)
        self.axis_header = AxisHeader(self, self.viewport())
        self.lane_names = LaneNames(self, self.viewport(), self._on_name_picked)
        self._painter = BarPainter(self._theme)
        self.board_layout = ScheduleLayout((), Scale(midnight(day_of(self.now_moment, UTC), UTC), 7 * DAY // 1000))
        self._theme.changed.connect(self._on_theme_changed)
        self._was_shown = False

    # Content

    @property
    def now_moment(self) -> int:
        """The instant now, in microseconds."""
        return microseconds(self._now())

    def set_bars(self, bars: tuple[Bar, ...], clashing: frozenset[int]) -> None:
        """Show other bars; the time and the asset in view stay."""
        self._clashing = clashing
        self.board_layout, per_pixel = ScheduleLayout(bars, self.board_layout.scale), self.board_layout.scale.per_pixel
        self._lay_out(per_pixel, 0)

    def set_window(self, start: datetime | None, end: datetime | None) -> None:
        """Shade the time that the list does not show."""
        self._window = (microseconds(start) if start else None, microseconds(end) if end else None)
        self.viewport().update()

    def set_zone(self, zone: tzinfo) -> None:
        """Read the axis by another clock; bars stay at their instants."""
        self.zone = zone
        self.axis_header.take(self.board_layout, zone)
        self.viewport().update()

    def set_times_in_utc(self, is_utc: bool) -> None:
        """Say the times of bars in UTC instead of the port's clock."""
        self._painter.shows_utc = is_utc
        self.viewport().update()

    def refresh_now(self) -> None:
        """Move the now-line."""
        self.axis_header.now = self.now_moment
        self.axis_header.update()
        self.viewport().update()

    # Time in view

    @property
    def offset(self) -> QPoint:
        """What the content is scrolled by."""
        return QPoint(self.horizontalScrollBar().value(), self.verticalScrollBar().value())

    @property
    def left_moment(self) -> int:
        """The instant at the left edge."""
        return self.board_layout.scale.moment(self.offset.x())

    def show_span(self, name: str) -> None:
        """Fit a day, a week or a month into the width, around what is worked on."""
        self.span = name
        anchor = self._anchor()
        self._lay_out(self._fitting(name), 0)
        self.show_moment(anchor)
        self.zoom_changed.emit(name)

    def zoom(self, factor: float, x: int | None = None) -> None:
        """Zoom in (above 1) or out around a pixel of the screen, else around what is worked on."""
        scale = self.board_layout.scale
        if x is None:
            x = min(max(scale.x(self._anchor()) - self.offset.x(), 0), self.viewport().width())
        per_pixel = min(max(round(scale.per_pixel / factor), NEAREST), FARTHEST)
        if per_pixel != scale.per_pixel:
            self.span = ""
            self._lay_out(per_pixel, x)
            self.zoom_changed.emit("")

    def show_moment(self, moment: int, part: float = 0.2) -> None:
        """Bring an instant to a part of the width."""
        self.horizontalScrollBar().setValue(self.board_layout.scale.x(moment) - round(part * self.viewport().width()))

    def show_now(self) -> None:
        """Bring now into view."""
        self.show_moment(self.now_moment)

    def page(self, pages: float) -> None:
        """Scroll by so much of the width."""
        bar = self.horizontalScrollBar()
        bar.setValue(bar.value() + round(pages * self.viewport().width()))

    def show_bar(self, placed: PlacedBar) -> None:
        """Scroll until a bar is in view, with a margin."""
        box, room = placed.box, self.viewport().width()
        left, bar = self.offset.x(), self.horizontalScrollBar()
        if box.left < left + room // 20 or box.left > left + room * 4 // 5:
            bar.setValue(box.left - room // 5)
        top, down = self.offset.y(), self.verticalScrollBar()
        if box.top < top:
            down.setValue(box.top - self.board_layout.heights.padding)
        elif box.bottom > top + self.viewport().height():
            down.setValue(box.bottom - self.viewport().height() + self.board_layout.heights.padding)

    # Qt overrides

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()
        left = self.left_moment
        per_pixel = self._fitting(self.span) if self.span else self.board_layout.scale.per_pixel
        self._lay_out(per_pixel, 0)
        if self._was_shown:
            self.horizontalScrollBar().setValue(self.board_layout.scale.x(left))
        else:
            self._was_shown = True
            self.show_now()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        self.viewport().scroll(dx, dy)
        if dx:
            self.axis_header.offset = self.offset.x()
            self.axis_header.update()
        if dy:
            self.lane_names.offset = self.offset.y()
            self.lane_names.update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        delta = event.angleDelta()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            if delta.y():
                self.zoom(ZOOM ** (delta.y() / 120), round(event.position().x()))
            event.accept()
        elif event.modifiers() & Qt.KeyboardModifier.ShiftModifier or abs(delta.x()) > abs(delta.y()):
            bar = self.horizontalScrollBar()
            bar.setValue(bar.value() - (delta.x() or delta.y()))
            event.accept()
        else:
            super().wheelEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        area = event.rect()
        painter.setClipRect(area)
        self._paint_area(painter, area)

    # Private

    def _paint_area(self, painter: QPainter, area: QRect) -> None:
        palette, offset, scale = self._theme.palette, self.offset, self.board_layout.scale
        painter.fillRect(area, palette.color("panel"))
        first, last = area.left() + offset.x(), area.right() + 1 + offset.x()
        found = self.axis_header.axis(first, last)
        for saturday, monday in found.weekends:
            self._shade(painter, area, scale.x(saturday) - offset.x(), scale.x(monday) - offset.x(), "background")
        start, stop = self._window
        if start is not None:
            self._shade(painter, area, -1, scale.x(start) - offset.x(), "sunken")
        if stop is not None:
            self._shade(painter, area, scale.x(stop) - offset.x(), self.viewport().width() + 1, "sunken")
        for role, ticks in (("line", found.minor), ("field_line", found.major)):
            for tick in ticks:
                painter.fillRect(scale.x(tick.moment) - offset.x(), area.top(), 1, area.height(), palette.color(role))
        for lane in self.board_layout.lanes:
            painter.fillRect(area.left(), lane.bottom - offset.y() - 1, area.width(), 1, palette.color("line"))
        self._paint_bars(painter, area, offset)
        painter.fillRect(scale.x(self.now_moment) - offset.x(), area.top(), 2, area.height(), palette.color("error"))

    def _paint_bars(self, painter: QPainter, area: QRect, offset: QPoint) -> None:
        # What stands beside a bar may reach into the area from the left.
        top, left = area.top() + offset.y() - 2, area.left() + offset.x() - LABEL_REACH
        wide = Box(left, top, area.right() + offset.x() + 4, area.bottom() + offset.y() + 3)
        scale = self.board_layout.scale
        for placed in self.board_layout.visible(wide):
            if placed.box.right + 2 < wide.left + LABEL_REACH and placed.room < wide.left + LABEL_REACH:
                continue
            number = placed.bar.id
            self._painter.paint(
                painter, placed, offset, clashes=number in self._clashing, is_current=number == self._current
            )
            self._painter.laycan(painter, placed, offset, scale)

    def _shade(self, painter: QPainter, area: QRect, left: int, right: int, role: str) -> None:
        part = QRect(left, area.top(), right - left, area.height()).intersected(area)
        if not part.isEmpty():
            painter.fillRect(part, self._theme.palette.color(role))

    def _anchor(self) -> int:
        """The selected bar, now, or the middle: the first that is in view."""
        scale, left = self.board_layout.scale, self.offset.x()
        placed = self.board_layout.get(self._current)
        for moment in ([placed.bar.start] if placed else []) + [self.now_moment]:
            if left <= scale.x(moment) <= left + self.viewport().width():
                return moment
        return scale.moment(left + self.viewport().width() // 2)

    def _fitting(self, name: str) -> int:
        return min(max(SPANS[name] // max(self.viewport().width(), 1), NEAREST), FARTHEST)

    def _lay_out(self, per_pixel: int, x: int) -> None:
        """Lay the bars out at a scale; the instant at a pixel of the screen stays there."""
        kept, now = self.left_moment + x * self.board_layout.scale.per_pixel, self.now_moment
        first, last = self.board_layout.extent() or (now, now)
        origin = midnight(day_of(min(first, now) - MARGIN, UTC), UTC)
        heights = Heights(self._theme.pixels(28), self._theme.pixels(8))
        self.board_layout = self.board_layout.rescaled(Scale(origin, per_pixel), heights)
        width = self.board_layout.scale.x(max(last, now) + MARGIN)
        bar, room = self.horizontalScrollBar(), self.viewport().size()
        bar.setRange(0, max(width - room.width(), 0))
        bar.setPageStep(room.width())
        bar.setSingleStep(max(room.width() // 20, 1))
        down = self.verticalScrollBar()
        down.setRange(0, max(self.board_layout.height - room.height(), 0))
        down.setPageStep(room.height())
        down.setSingleStep(heights.track)
        bar.setValue(self.board_layout.scale.x(kept) - x)
        self.axis_header.offset, self.axis_header.now = self.offset.x(), now
        self.axis_header.take(self.board_layout, self.zone)
        self.lane_names.offset = self.offset.y()
        self.lane_names.take(self.board_layout)
        self.viewport().update()

    def _arrange(self) -> None:
        top = self._theme.pixels(AXIS_HEIGHT)
        left = self._theme.pixels(NAMES_WIDTH if self.width() >= NARROW else NAMES_NARROW)
        self.setViewportMargins(left, top, 0, 0)
        inner = self.viewport().geometry()
        self.axis_header.setGeometry(inner.left(), inner.top() - top, inner.width(), top)
        self.lane_names.setGeometry(inner.left() - left, inner.top(), left, inner.height())

    def _on_name_picked(self, y: int) -> None:
        """A click beside a lane; the board makes a selection of it."""

    def _on_theme_changed(self) -> None:
        shows_utc = self._painter.shows_utc
        self._painter = BarPainter(self._theme)
        self._painter.shows_utc = shows_utc
        self._arrange()
        self._lay_out(self.board_layout.scale.per_pixel, 0)
