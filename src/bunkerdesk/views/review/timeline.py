"""The course of a delivery as a line: events as marks, the transfer as a bar, in port time."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from bunkerdesk.models.review_timeline import Lane, Timeline
from bunkerdesk.views.theme.theme import Theme
from bunkerdesk.views.theme.tokens import Space, TypeSize

LANE = 42
LABEL = 16
EDGE = 8


class TimelineView(QWidget):
    """Paints a timeline; reads itself out as sentences."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("review.timeline")
        self._theme = Theme.current()
        self._theme.changed.connect(self.updateGeometry)
        self._timeline = Timeline()
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_timeline(self, timeline: Timeline) -> None:
        """Show another one."""
        self._timeline = timeline
        self.setAccessibleName(f"Timeline. {timeline.spoken()}")
        self.setToolTip("\n".join(lane.spoken() for lane in timeline.lanes))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(400, self._theme.pixels(self._height()))

    def minimumSizeHint(self) -> QSize:
        return QSize(240, self._theme.pixels(self._height()))

    def _height(self) -> int:
        lanes = self._timeline.lanes
        return sum(LANE + (LABEL if lane.label else 0) for lane in lanes) or LABEL + Space.S

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        top = 0.0
        for lane in self._timeline.lanes:
            if lane.label:
                self._head(painter, lane, top)
                top += self._theme.pixels(LABEL)
            self._lane(painter, lane, top)
            top += self._theme.pixels(LANE)
        if not self._timeline.lanes:
            painter.setPen(self._theme.palette.color("faint"))
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignVCenter, "No times are stated.")
        if self.hasFocus():
            painter.setPen(QPen(self._theme.palette.color("accent"), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5)

    def _head(self, painter: QPainter, lane: Lane, top: float) -> None:
        palette = self._theme.palette
        box = QRectF(EDGE, top, self.width() - 2 * EDGE, self._theme.pixels(LABEL))
        painter.setFont(self._theme.font(TypeSize.MARK, QFont.Weight.DemiBold))
        painter.setPen(palette.color("text"))
        painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, lane.label)
        painter.setFont(self._theme.font(TypeSize.MARK))
        painter.setPen(palette.color("dim"))
        painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, lane.summary)

    def _lane(self, painter: QPainter, lane: Lane, top: float) -> None:
        palette = self._theme.palette
        span = self.width() - 4 * EDGE
        line = top + self._theme.pixels(14)
        places = [2 * EDGE + mark.at * span for mark in lane.marks]
        painter.setPen(QPen(palette.color("line"), 3, c=Qt.PenCapStyle.RoundCap))
        painter.drawLine(EDGE, int(line), self.width() - EDGE, int(line))
        start = next((x for x, mark in zip(places, lane.marks, strict=True) if mark.kind == "start"), None)
        end = next((x for x, mark in zip(places, lane.marks, strict=True) if mark.kind == "end"), None)
        if start is not None and end is not None:
            is_backwards = end < start
            painter.setPen(QPen(palette.color("error" if is_backwards else "accent"), 4))
            painter.drawLine(int(start), int(line), int(end), int(line))
        painter.setPen(QPen(palette.color("accent"), 2))
        for x in places:
            painter.drawLine(int(x), int(line) - 8, int(x), int(line) + 8)
        self._words(painter, lane, places, line + self._theme.pixels(10))

    def _words(self, painter: QPainter, lane: Lane, places: list[float], top: float) -> None:
        """Words below the marks, the transfer's first; those without room are left to the tooltip."""
        usual, strong = self._theme.font(TypeSize.MARK), self._theme.font(TypeSize.MARK, QFont.Weight.DemiBold)
        plain, bold = QFontMetrics(usual), QFontMetrics(strong)
        taken: list[tuple[float, float]] = []
        last = len(lane.marks) - 1
        order = sorted(range(len(lane.marks)), key=lambda i: (not lane.marks[i].kind, i not in {0, last}, i))
        for place in order:
            mark = lane.marks[place]
            width = plain.horizontalAdvance(f"{mark.words} ") + bold.horizontalAdvance(mark.clock)
            left = min(max(places[place] - width / 2, EDGE), self.width() - EDGE - width)
            if any(left < end + Space.S and left + width + Space.S > begin for begin, end in taken):
                continue
            taken.append((left, left + width))
            box = QRectF(left, top, width + 2, self._theme.pixels(LABEL))
            painter.setFont(usual)
            painter.setPen(self._theme.palette.color("dim"))
            painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, mark.words)
            painter.setFont(strong)
            painter.setPen(self._theme.palette.color("text"))
            painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, mark.clock)
