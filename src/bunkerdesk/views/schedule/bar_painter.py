"""How a bar looks: ground and stripe by status, hatched buffer time, bracket of the laycan, words inside or beside."""

from dataclasses import dataclass
from datetime import UTC

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QPainter, QPen

from bunkerdesk.models.schedule import status_words
from bunkerdesk.models.schedule_layout import PlacedBar, Scale
from bunkerdesk.rules import wording
from bunkerdesk.views.tables.delegates import TextRuler
from bunkerdesk.views.theme.icons import icon_pixmap
from bunkerdesk.views.theme.theme import Theme
from bunkerdesk.views.theme.tokens import TypeSize

STRIPE = 3
PAD = 5
MARK = 13
LEAST_WORD = 30
LABEL_REACH = 400
"""Pixels that a text beside its bar may run to the right."""


@dataclass(frozen=True, slots=True)
class _Look:
    """The tools of one tone, made once for a theme."""

    ground: QColor
    stripe: QColor
    border: QPen
    dashed: QPen
    hatch: QBrush


class BarPainter:
    """Paints bars; a child of nothing, made anew when the theme changes."""

    def __init__(self, theme: Theme) -> None:
        palette = theme.palette
        self._theme = theme
        self._strong = TextRuler(theme.font(TypeSize.LABEL, QFont.Weight.DemiBold))
        self._plain = TextRuler(theme.font(TypeSize.LABEL))
        self._text, self._dim = palette.color("text"), palette.color("dim")
        self._looks = {
            tone: _look(*palette.tone(tone), palette.color("panel"))
            for tone in ("accent", "ok", "warning", "error", "operation", "neutral")
        }
        self._clash = QPen(palette.color("error"), 2)
        self._bracket = QPen(palette.color("faint"), 1)
        self._focus = QPen(palette.color("accent"), palette.focus_width)
        self._panel = palette.color("panel")
        self.shows_utc = False

    def paint(self, painter: QPainter, placed: PlacedBar, offset: QPoint, *, clashes: bool, is_current: bool) -> None:
        """Draw a bar; `offset` is what the content is scrolled by."""
        bar, box = placed.bar, placed.box
        left, top = box.left - offset.x(), box.top - offset.y() + 3
        height = box.bottom - box.top - 8
        look = self._looks[wording.status_tone(bar.kind, bar.status)]
        body = QRect(left, top, placed.end - box.left, height)
        if box.right > placed.end:
            rest = QRect(body.right() + 1, top, box.right - placed.end, height)
            painter.fillRect(rest, self._panel)
            painter.fillRect(rest, look.hatch)
            painter.setPen(look.dashed)
            painter.drawRect(rest.adjusted(-1, 0, -1, -1))
        painter.fillRect(body, look.ground)
        painter.fillRect(left, top, STRIPE, height, look.stripe)
        painter.setPen(look.dashed if bar.kind == "draft" else look.border)
        painter.drawRect(body.adjusted(0, 0, -1, -1))
        whole = QRect(left, top, box.right - box.left, height)
        if clashes:
            painter.setPen(self._clash)
            painter.drawRect(whole.adjusted(1, 1, -1, -1))
        if is_current:
            painter.setPen(self._focus)
            painter.drawRect(whole.adjusted(-2, -2, 1, 1))
        self._words(painter, placed, body, QPoint(box.right, placed.room) - QPoint(offset.x(), offset.x()), clashes)

    def laycan(self, painter: QPainter, placed: PlacedBar, offset: QPoint, scale: Scale) -> None:
        """Draw the bracket of a stated laycan below its bar."""
        if placed.bar.laycan is None:
            return
        start, end = (scale.x(moment) - offset.x() for moment in placed.bar.laycan)
        low = placed.box.bottom - offset.y() - 3
        start, end = max(start, -10), min(max(end, start + 1), 20_000)
        painter.setPen(self._bracket)
        painter.drawLine(start, low, end, low)
        painter.drawLine(start, low - 3, start, low)
        painter.drawLine(end, low - 3, end, low)

    def ghost(self, painter: QPainter, box: QRect, words: str, *, clashes: bool, bounds: QRect) -> None:
        """Draw where a bar is being dragged to, and the new time above it (below where there is no room)."""
        palette = self._theme.palette
        tone = palette.color("error" if clashes else "accent")
        ground = QColor(tone)
        ground.setAlpha(40)
        painter.fillRect(box, ground)
        painter.setPen(QPen(tone, 1, Qt.PenStyle.DashLine))
        painter.drawRect(box.adjusted(0, 0, -1, -1))
        width, height = self._strong.width(words) + 4 * PAD, self._strong.height + 8
        top = box.top() - height - 4
        if top < bounds.top():
            top = box.bottom() + 5
        left = min(max(box.left(), bounds.left() + 2), bounds.right() - width - 1)
        plate = QRect(left, top, width, height)
        painter.fillRect(plate, tone)
        painter.setFont(self._strong.font)
        painter.setPen(palette.color("on_accent"))
        painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, words)

    def _words(self, painter: QPainter, placed: PlacedBar, body: QRect, edges: QPoint, clashes: bool) -> None:
        """Inside where the reference fits, else beside the bar as far as the next one, else shortened inside."""
        bar = placed.bar
        mark_room = self._theme.pixels(MARK)
        wanted = self._strong.width(bar.reference) + (mark_room if clashes else 0)
        inside = body.width() - STRIPE - 2 * PAD
        beside = edges.y() - edges.x() - PAD
        if wanted > inside and beside >= wanted:
            if edges.x() < 0:
                return  # the end of a name without its bar tells nothing
            left, room = edges.x() + PAD, beside
        elif inside >= LEAST_WORD:
            # The name of a long bar stays in view while any of the bar is.
            left = max(body.left() + STRIPE + PAD, PAD)
            room = body.right() - PAD - left
            if room < LEAST_WORD:
                return
        else:
            left, room = body.left() + STRIPE + 1, body.width() - STRIPE
            if not clashes or room < mark_room:
                return
        top = body.top() + (body.height() - self._strong.height) // 2
        if clashes:
            ratio = painter.device().devicePixelRatioF()
            mark = icon_pixmap("warning", self._theme.palette.error, mark_room - 2, ratio)
            painter.drawPixmap(left, body.top() + (body.height() - mark_room + 2) // 2, mark)
            left, room = left + mark_room, room - mark_room
        for ruler, color, text in (
            (self._strong, self._text, bar.reference or "No reference"),
            (self._plain, self._dim, self._clock(placed)),
            (self._plain, self._text, bar.vessel),
            (self._plain, self._dim, status_words(bar)),
        ):
            if room < min(LEAST_WORD, ruler.width(text)):
                return
            shown = ruler.fitted(text, room)
            painter.setFont(ruler.font)
            painter.setPen(color)
            painter.drawStaticText(left, top, ruler.static(shown))
            used = ruler.width(shown) + PAD
            left, room = left + used, room - used

    def _clock(self, placed: PlacedBar) -> str:
        moment = placed.bar.bunkering.astimezone(UTC) if self.shows_utc else placed.bar.bunkering
        return f"{moment.hour:02}:{moment.minute:02}"  # a third of the time that %H:%M takes


def _look(stripe: QColor, ground: QColor, panel: QColor) -> _Look:
    border = _mixed(stripe, panel, 0.55)
    hatch = QBrush(_mixed(stripe, panel, 0.6), Qt.BrushStyle.BDiagPattern)
    dashed = QPen(border, 1, Qt.PenStyle.DashLine)
    return _Look(ground, stripe, QPen(border, 1), dashed, hatch)


def _mixed(one: QColor, other: QColor, part: float) -> QColor:
    """So much of the other colour, the rest of the first."""
    pairs = ((one.red(), other.red()), (one.green(), other.green()), (one.blue(), other.blue()))
    return QColor(*(round(a + (b - a) * part) for a, b in pairs))
