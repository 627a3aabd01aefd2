"""The schedule board: choosing, moving and stretching bars by mouse and keys."""

from collections.abc import Callable, Sequence
from datetime import datetime, tzinfo

from PySide6.QtCore import QEvent, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QAction, QContextMenuEvent, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QMenu, QToolTip, QWidget

from bunkerdesk.models.schedule import bar_lines, port_moment, time_words
from bunkerdesk.models.schedule_layout import HOUR, MINUTE, Bar, PlacedBar
from bunkerdesk.rules import wording
from bunkerdesk.views.schedule.dragging import GRID, Drag
from bunkerdesk.views.schedule.viewport import ZOOM, ScheduleViewport
from bunkerdesk.views.widgets.announcing import announce

EDGE = 6
"""Pixels at the end of a delivery by which it is made longer."""

Clashing = Callable[[Bar], list[str]]

_ALT, _ALT_SHIFT = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.ShiftModifier
_NONE = Qt.KeyboardModifier.NoModifier


class ScheduleBoard(ScheduleViewport):
    """Arrows choose, Enter opens, Alt+arrows move, + and - zoom, Home is now; a moved bar is only proposed."""

    current_changed = Signal(object)
    """The id of the selected bar, or None."""
    open_requested = Signal(int)
    time_proposed = Signal(object)
    """`ProposedTime` of a bar that was dropped; nothing is sent by it."""
    typed = Signal(str)
    """A letter typed on the board: the beginning of a filter."""

    def __init__(
        self, now: Callable[[], datetime], desk_zone: tzinfo, clashing: Clashing, parent: QWidget | None = None
    ) -> None:
        super().__init__(now, parent)
        self.setObjectName("schedule.board")
        self.setAccessibleName("Schedule")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._desk_zone = desk_zone
        self._ask_clashing = clashing
        self._grabbed: Drag | None = None
        self._pressed_at = QPoint()
        self._panned_from: QPoint | None = None
        self.drag: Drag | None = None
        self._actions: Callable[[], Sequence[QAction]] = tuple

    def set_actions(self, actions: Callable[[], Sequence[QAction]]) -> None:
        """What the menu of a bar offers; asked each time it opens."""
        self._actions = actions

    @property
    def current_id(self) -> int | None:
        """The id of the selected bar, if it is on the board."""
        return self._current if self.board_layout.get(self._current) else None

    @property
    def has_lost_current(self) -> bool:
        """Whether the bar that was selected is not on the board; it is selected again with its return."""
        return self._current is not None and self.current_id is None

    def select(self, identifier: int | None, *, shows: bool = True) -> None:
        """Select a bar and bring it into view."""
        placed = self.board_layout.get(identifier)
        former, self._current = self._current, placed.bar.id if placed else None
        if placed and shows:
            self.show_bar(placed)
        self.viewport().update()
        if self._current != former:
            self._say(placed)
            self.current_changed.emit(self._current)

    def set_bars(self, bars: tuple[Bar, ...], clashing: frozenset[int]) -> None:
        """Show other bars; a drag under way is given up, as its bar may be another."""
        self._end_drag()
        super().set_bars(bars, clashing)

    def words(self, bar: Bar) -> list[str]:
        """What is said of a bar, line by line."""
        return bar_lines(bar, self._now(), self._ask_clashing(bar), self._desk_zone)

    # Qt overrides

    def keyPressEvent(self, event: QKeyEvent) -> None:
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if modifiers in (_ALT, _ALT_SHIFT):
            handled = self._nudge(event.key(), HOUR if modifiers == _ALT_SHIFT else GRID)
        elif self.drag and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape):
            self._drop() if event.key() != Qt.Key.Key_Escape else self._end_drag()
            handled = True
        else:
            handled = modifiers in (_NONE, Qt.KeyboardModifier.ShiftModifier) and self._go(event.key())
        if handled:
            event.accept()
        elif event.text().strip() and event.text().isprintable() and modifiers in (_NONE, _SHIFT):
            self.typed.emit(event.text())
        else:
            event.ignore()

    def event(self, event: QEvent) -> bool:
        # Alt and an arrow is ours while the board has the focus, whatever else it may stand for.
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and _is_nudge(event):
            event.accept()
            return True
        return super().event(event)

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            placed = self._at(event.pos())
            if placed:
                QToolTip.showText(event.globalPos(), "\n".join(self.words(placed.bar)), self.viewport())
            else:
                QToolTip.hideText()
            return True
        return super().viewportEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        place = event.position().toPoint()
        placed = self._at(place)
        self._pressed_at = place
        self._end_drag()
        if placed is None:
            self._panned_from = self.offset + place
            return
        self.select(placed.bar.id, shows=False)
        if placed.bar.can_move:
            moment = self.board_layout.scale.moment(place.x() + self.offset.x())
            self._grabbed = Drag(placed, moment, moves_end=self._is_at_end(placed, place))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        place = event.position().toPoint()
        if self._panned_from is not None:
            target = self._panned_from - place
            self.horizontalScrollBar().setValue(target.x())
            self.verticalScrollBar().setValue(target.y())
            self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
        elif self._grabbed is None:
            self._show_cursor(place)
        elif self.drag or (place - self._pressed_at).manhattanLength() >= QApplication.startDragDistance():
            self._scroll_at_edge(place)
            self.drag = self._grabbed.to(self.board_layout.scale.moment(place.x() + self.offset.x()))
            self.viewport().update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._panned_from = None
            self._show_cursor(event.position().toPoint())
            self._drop() if self.drag else self._end_drag()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        placed = self.board_layout.get(self._current)
        if event.reason() == QContextMenuEvent.Reason.Mouse:
            placed = self._at(event.pos())
            self._select_placed(placed)
        actions = self._actions() if placed else ()
        if placed and actions:
            menu = QMenu(self)
            menu.setObjectName("schedule.menu")
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.setToolTipsVisible(True)
            menu.addActions(list(actions))
            corner = QPoint(placed.box.left, placed.box.bottom) - self.offset
            is_by_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
            menu.popup(event.globalPos() if is_by_mouse else self.viewport().mapToGlobal(corner))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        placed = self._at(event.position().toPoint())
        if placed and event.button() == Qt.MouseButton.LeftButton:
            self._end_drag()
            self.open_requested.emit(placed.bar.id)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.drag is None:
            return
        painter = QPainter(self.viewport())
        drag, scale, offset = self.drag, self.board_layout.scale, self.offset
        box = drag.placed.box
        left, right = scale.x(drag.start) - offset.x(), scale.x(drag.free_at) - offset.x()
        place = QRect(left, box.top - offset.y() + 3, max(right - left, 8), box.bottom - box.top - 8)
        clashing = self._drag_clashes(drag)
        self._painter.ghost(
            painter, place, self.drag_words(drag), clashes=bool(clashing), bounds=self.viewport().rect()
        )

    # Dragging

    def drag_words(self, drag: Drag) -> str:
        """`Sat 21 Nov 22:30 +08:00`, the new duration where that changes, and whom it would meet."""
        bar = drag.placed.bar
        parts = [time_words(port_moment(bar, drag.start), self._now())]
        if drag.longer:
            parts.append(wording.duration(round((drag.end - drag.start) / MINUTE)))
        clashing = self._drag_clashes(drag)
        if clashing:
            more = f" and {len(clashing) - 1} more" if len(clashing) > 1 else ""
            parts.append(f"meets {clashing[0].reference}{more}")
        return ", ".join(parts)

    def _drag_clashes(self, drag: Drag) -> list[Bar]:
        return self.board_layout.meeting(drag.placed, drag.start, drag.free_at)

    def _nudge(self, key: int, step: int) -> bool:
        """Alt with an arrow: earlier and later, shorter and longer."""
        placed = self.board_layout.get(self._current)
        if placed is None or key not in _ARROWS:
            return False
        if not placed.bar.can_move:
            announce(self, f"{placed.bar.reference} is {wording.status(placed.bar.kind, placed.bar.status).lower()}")
            return True
        drag = self.drag or Drag(placed)
        sign = 1 if key in (Qt.Key.Key_Right, Qt.Key.Key_Up) else -1
        is_move = key in (Qt.Key.Key_Left, Qt.Key.Key_Right)
        self.drag = drag.shifted(sign * step) if is_move else drag.stretched(sign * step)
        announce(self, self.drag_words(self.drag))
        self.viewport().update()
        return True

    def _drop(self) -> None:
        drag = self.drag
        self._end_drag()
        if drag and drag.is_away:
            self.time_proposed.emit(drag.proposal())

    def _end_drag(self) -> None:
        self.drag = self._grabbed = None
        self.viewport().update()

    def _scroll_at_edge(self, place: QPoint) -> None:
        bar = self.horizontalScrollBar()
        if place.x() < 0:
            bar.setValue(bar.value() - bar.singleStep())
        elif place.x() > self.viewport().width():
            bar.setValue(bar.value() + bar.singleStep())

    # Choosing

    def _go(self, key: int) -> bool:
        """Keys without Ctrl or Alt."""
        match key:
            case Qt.Key.Key_Left | Qt.Key.Key_Right:
                self._select_placed(self.board_layout.beside(self._current, 1 if key == Qt.Key.Key_Right else -1))
            case Qt.Key.Key_Up | Qt.Key.Key_Down:
                self._select_lane(1 if key == Qt.Key.Key_Down else -1)
            case Qt.Key.Key_Return | Qt.Key.Key_Enter if self.current_id is not None:
                self.open_requested.emit(self.current_id)
            case Qt.Key.Key_Home:
                self.show_now()
            case Qt.Key.Key_PageUp | Qt.Key.Key_PageDown:
                self.page(0.9 if key == Qt.Key.Key_PageDown else -0.9)
            case Qt.Key.Key_Plus | Qt.Key.Key_Equal:
                self.zoom(ZOOM)
            case Qt.Key.Key_Minus:
                self.zoom(1 / ZOOM)
            case _:
                return False
        return True

    def _select_lane(self, step: int) -> None:
        placed = self.board_layout.get(self._current)
        if placed is None:
            self._select_placed(self.board_layout.nearest(self.now_moment, 0))
        else:
            self._select_placed(self.board_layout.nearest(placed.bar.start, placed.lane + step))

    def _select_placed(self, placed: PlacedBar | None) -> None:
        if placed:
            self._end_drag()
            self.select(placed.bar.id)

    def _on_name_picked(self, y: int) -> None:
        lane = self.board_layout.lane_at(y)
        if lane:
            middle = self.board_layout.scale.moment(self.offset.x() + self.viewport().width() // 3)
            self._select_placed(self.board_layout.nearest(middle, self.board_layout.lanes.index(lane)))
            self.setFocus(Qt.FocusReason.MouseFocusReason)

    # Private

    def _at(self, place: QPoint) -> PlacedBar | None:
        inside = place + self.offset
        return self.board_layout.at(inside.x(), inside.y())

    def _is_at_end(self, placed: PlacedBar, place: QPoint) -> bool:
        x = place.x() + self.offset.x()
        is_wide = placed.end - placed.box.left > 3 * EDGE
        return is_wide and abs(x - placed.end) <= EDGE

    def _show_cursor(self, place: QPoint) -> None:
        placed = self._at(place)
        shape = Qt.CursorShape.ArrowCursor
        if placed and placed.bar.can_move and self._is_at_end(placed, place):
            shape = Qt.CursorShape.SizeHorCursor
        elif placed:
            shape = Qt.CursorShape.PointingHandCursor
        if self.viewport().cursor().shape() != shape:
            self.viewport().setCursor(shape)

    def _say(self, placed: PlacedBar | None) -> None:
        """What a screen reader hears of the selected bar: the view is painted, it has no children of its own."""
        text = ". ".join(self.words(placed.bar)) if placed else "No bar selected"
        self.setAccessibleDescription(text)
        announce(self, text)


_SHIFT = Qt.KeyboardModifier.ShiftModifier
_ARROWS = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down)


def _is_nudge(event: QKeyEvent) -> bool:
    return bool(event.modifiers() & _ALT) and event.key() in _ARROWS
