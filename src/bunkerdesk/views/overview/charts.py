"""A small family of charts: columns, stacked columns, rows and ranges. Every bar is a button with a name and a figure.

Colour is never alone: figures stand beside bars, and the stretches of a stacked bar differ in hatching too, so that a
print in grey tells the same.
"""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QPdfWriter, QPen
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from bunkerdesk.models.overview_picture import Bar
from bunkerdesk.views.theme.theme import Theme
from bunkerdesk.views.theme.tokens import Palette, Radius, Space, TypeSize
from bunkerdesk.views.widgets.labels import label
from bunkerdesk.views.widgets.paint import paint_focus, paint_rounded

ROW, COLUMN = 26, 148
NOTHING = "Nothing to show for this period."
_WIDEST_COLUMN = 64
_BAR = 10
_HATCHES = {
    "faint": Qt.BrushStyle.BDiagPattern,
    "warning": Qt.BrushStyle.FDiagPattern,
    "operation": Qt.BrushStyle.DiagCrossPattern,
}
_STEPS = {
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_Down: 1,
}


def font_on(painter: QPainter, size: TypeSize, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    """The interface's font; on paper without its special figures, which could not be searched or copied there."""
    font = Theme.current().font(size, weight)
    if isinstance(painter.device(), QPdfWriter):
        font = QFont(font)
        font.clearFeatures()
        font.setFeature(QFont.Tag.fromString("calt"), 0)
    return font


def fill(painter: QPainter, box: QRectF, tone: str, palette: Palette) -> None:
    """A stretch of a bar in a tone, hatched where another tone could look the same in grey."""
    painter.fillRect(box, palette.color(tone))
    hatch = _HATCHES.get(tone)
    if hatch is not None:
        line = QColor(palette.color("panel"))
        line.setAlpha(110)
        painter.fillRect(box, QBrush(line, hatch))


class BarButton(QAbstractButton):
    """One bar: the mouse, Enter and the space bar open what stands behind it; arrows go to its neighbours."""

    step_requested = Signal(int)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = Theme.current()
        self.bar = Bar("", "", "")
        self.most = 1.0
        self.label_room = 0
        """What the longest label of the chart needs."""
        self.setObjectName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def show_bar(self, bar: Bar, most: float) -> None:
        """Become a bar; `most` is the longest of the chart."""
        self.bar, self.most = bar, most if most > 0 else 1.0
        self.setAccessibleName(bar.spoken or f"{bar.label}: {bar.figure}")
        self.setAccessibleDescription("Opens the list behind it" if bar.target else "")
        self.setToolTip(f"{bar.label}\n{bar.hint}" if bar.hint else bar.label)
        self.setCursor(Qt.CursorShape.PointingHandCursor if bar.target else Qt.CursorShape.ArrowCursor)
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = _STEPS.get(Qt.Key(event.key()))
        if step is not None:
            self.step_requested.emit(step)
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        box = QRectF(self.rect())
        if self.underMouse() and self.bar.target:
            paint_rounded(painter, box, self._theme.palette.color("hover"), Radius.SMALL)
        self.paint_bar(painter, box.adjusted(Space.XS, 1, -Space.XS, -1), self._theme.palette)
        if self.hasFocus():
            paint_focus(painter, box, self._theme, Radius.SMALL)

    def paint_bar(self, painter: QPainter, box: QRectF, palette: Palette) -> None:
        """Paint the bar into a box in a palette: the screen's, or that of paper."""

    def _words(self, painter: QPainter, box: QRectF, text: str, ink: QColor, align: Qt.AlignmentFlag) -> None:
        shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, int(box.width()) + 1)
        painter.setPen(ink)
        painter.drawText(box, align | Qt.AlignmentFlag.AlignVCenter, shown)


class RowBar(BarButton):
    """Label at the left, bar in the middle, figure at the right."""

    LABEL, FIGURE = 84, 84

    def sizeHint(self) -> QSize:
        return QSize(self._theme.pixels(300), self._theme.pixels(ROW))

    def paint_bar(self, painter: QPainter, box: QRectF, palette: Palette) -> None:
        left = min(max(self._theme.pixels(self.LABEL), self.label_room), box.width() * 0.46)
        right = min(self._theme.pixels(self.FIGURE), box.width() * 0.32)
        painter.setFont(font_on(painter, TypeSize.LABEL))
        name = QRectF(box.left(), box.top(), left - Space.S, box.height())
        self._words(painter, name, self.bar.label, palette.color("text"), Qt.AlignmentFlag.AlignLeft)
        figure = QRectF(box.right() - right, box.top(), right, box.height())
        self._words(painter, figure, self.bar.figure, palette.color("text"), Qt.AlignmentFlag.AlignRight)
        height = self._theme.pixels(_BAR)
        middle = QRectF(box.left() + left, box.center().y() - height / 2, box.width() - left - right, height)
        self._paint_measure(painter, middle, palette)

    def _paint_measure(self, painter: QPainter, room: QRectF, palette: Palette) -> None:
        painter.fillRect(room, palette.color("sunken"))
        x = room.left()
        for part in self.bar.parts:
            width = max(2.0, room.width() * part.size / self.most) if part.size > 0 else 0.0
            fill(painter, QRectF(x, room.top(), width, room.height()), part.tone, palette)
            x += width


class RangeBar(RowBar):
    """The nominated range as a band, what was delivered as a mark on it."""

    def _paint_measure(self, painter: QPainter, room: QRectF, palette: Palette) -> None:
        scale, centre = room.width() / 2 / (self.most * 1.1), room.center().x()
        painter.fillRect(QRectF(room.left(), room.center().y() - 0.5, room.width(), 1), palette.color("line"))
        low, high = centre + self.bar.low * scale, centre + self.bar.high * scale
        band = QRectF(low, room.top(), max(3.0, high - low), room.height())
        painter.fillRect(band, palette.color("accent_ground"))
        painter.setPen(QPen(palette.color("accent"), 1))
        painter.drawRect(band)
        x = centre + self.bar.mark * scale
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(palette.color("panel"), 1))
        painter.setBrush(palette.color(self.bar.tone))
        reach = room.height() / 2 + 2
        middle = QPointF(x, room.center().y())
        painter.drawPolygon(
            [middle + QPointF(*at) for at in ((0, -reach), (reach * 0.7, 0), (0, reach), (-reach * 0.7, 0))]
        )
        painter.restore()


class ColumnBar(BarButton):
    """Figure on top, bar, label below."""

    def sizeHint(self) -> QSize:
        return QSize(self._theme.pixels(56), self._theme.pixels(COLUMN))

    def paint_bar(self, painter: QPainter, box: QRectF, palette: Palette) -> None:
        line = self._theme.pixels(18)
        centre = Qt.AlignmentFlag.AlignHCenter
        painter.setFont(font_on(painter, TypeSize.MARK))
        foot = QRectF(box.left(), box.bottom() - line, box.width(), line)
        self._words(painter, foot, self.bar.label, palette.color("dim"), centre)
        room = QRectF(box.left(), box.top() + line, box.width(), box.height() - 2 * line - 2)
        width = min(self._theme.pixels(_WIDEST_COLUMN), room.width() * 0.7)
        painter.fillRect(QRectF(box.left(), room.bottom(), box.width(), 1), palette.color("line"))
        y = room.bottom()
        for part in self.bar.parts:
            height = max(2.0, room.height() * part.size / self.most) if part.size > 0 else 0.0
            fill(painter, QRectF(room.center().x() - width / 2, y - height, width, height), part.tone, palette)
            y -= height
        painter.setFont(font_on(painter, TypeSize.LABEL))
        head = QRectF(box.left(), y - line, box.width(), line)
        self._words(painter, head, self.bar.figure, palette.color("text"), centre)


class Chart(QWidget):
    """Bars of one kind; Tab enters it once, arrows go from bar to bar."""

    opened = Signal(object)
    """The `Target` behind a bar."""

    def __init__(self, kind: type[BarButton], name: str, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setAccessibleName(title)
        self._kind = kind
        self._buttons: list[BarButton] = []
        is_across = issubclass(kind, ColumnBar)
        self._layout: QHBoxLayout | QVBoxLayout = QHBoxLayout(self) if is_across else QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(0)
        self._nothing = label(NOTHING, "hint", self)
        self._layout.addWidget(self._nothing)
        policy = QSizePolicy.Policy
        self.setSizePolicy(policy.Expanding, policy.Maximum if not is_across else policy.Preferred)
        if is_across:
            self.setMinimumHeight(Theme.current().pixels(COLUMN))

    @property
    def bars(self) -> tuple[BarButton, ...]:
        """The bars shown."""
        return tuple(button for button in self._buttons if not button.isHidden())

    def show_bars(self, bars: Sequence[Bar], nothing: str = NOTHING) -> None:
        """Show these; a bar keeps its widget and with it the focus. `nothing` is said where there are none."""
        while len(self._buttons) < len(bars):
            self._add()
        most = max((bar.size for bar in bars), default=1.0)
        metrics = QFontMetrics(Theme.current().font(TypeSize.LABEL))
        widest = max((metrics.horizontalAdvance(bar.label) for bar in bars), default=0) + 2 * Space.M
        for place, button in enumerate(self._buttons):
            button.setVisible(place < len(bars))
            if place < len(bars):
                button.label_room = widest
                button.show_bar(bars[place], most)
        self.setAccessibleDescription("; ".join(bar.spoken or f"{bar.label}: {bar.figure}" for bar in bars) or nothing)
        self._nothing.setText(nothing)
        self._nothing.setVisible(not bars)
        self._let_tab_stop_at(next((one for one in self.bars if one.hasFocus()), None))

    def _add(self) -> None:
        button = self._kind(f"{self.objectName()}.{len(self._buttons)}", self)
        policy = QSizePolicy.Policy
        is_across = isinstance(button, ColumnBar)
        button.setSizePolicy(policy.Expanding, policy.Expanding if is_across else policy.Fixed)
        button.clicked.connect(self._on_clicked)
        button.step_requested.connect(self._on_step_requested)
        self._buttons.append(button)
        self._layout.addWidget(button)

    def _let_tab_stop_at(self, chosen: BarButton | None) -> None:
        """Only one bar of a chart is a stop of the Tab key."""
        shown = self.bars
        chosen = chosen or (shown[0] if shown else None)
        for button in shown:
            stops = Qt.FocusPolicy.StrongFocus if button is chosen else Qt.FocusPolicy.ClickFocus
            button.setFocusPolicy(stops)

    def _on_clicked(self) -> None:
        button = self.sender()
        if isinstance(button, BarButton):
            self._let_tab_stop_at(button)
            if button.bar.target is not None:
                self.opened.emit(button.bar.target)

    def _on_step_requested(self, step: int) -> None:
        shown = self.bars
        here = next((place for place, button in enumerate(shown) if button is self.sender()), 0)
        there = shown[max(0, min(len(shown) - 1, here + step))]
        self._let_tab_stop_at(there)
        there.setFocus(Qt.FocusReason.TabFocusReason)
