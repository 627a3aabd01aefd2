"""Painting shared by widgets and table delegates: pills, badges, focus rings."""

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen

from bunkerdesk.views.theme.theme import Theme
from bunkerdesk.views.theme.tokens import Radius, Space, TypeSize

PILL_HEIGHT = 20
DOT = 6


def pill_font(theme: Theme) -> QFont:
    """The type of a pill's word."""
    return theme.font(TypeSize.LABEL, QFont.Weight.Medium)


def pill_width(theme: Theme, text: str) -> int:
    """Width of a pill with this word."""
    return QFontMetrics(pill_font(theme)).horizontalAdvance(text) + 3 * Space.S + theme.pixels(DOT)


def paint_pill(painter: QPainter, area: QRect, text: str, tone: str, theme: Theme) -> None:
    """A dot and a word on a tinted ground, left in `area`, elided where it does not fit."""
    foreground, ground = theme.palette.tone(tone)
    font = pill_font(theme)
    metrics = QFontMetrics(font)
    height = min(theme.pixels(PILL_HEIGHT), area.height())
    width = min(area.width(), pill_width(theme, text))
    box = QRectF(area.left(), area.top() + (area.height() - height) / 2, width, height)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    is_contrast = theme.palette.name == "high contrast"
    painter.setPen(QPen(foreground, 1) if is_contrast else Qt.PenStyle.NoPen)
    painter.setBrush(ground)
    painter.drawRoundedRect(box, Radius.SMALL, Radius.SMALL)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(foreground)
    dot = theme.pixels(DOT)
    painter.drawEllipse(QPointF(box.left() + Space.S + dot / 2, box.center().y()), dot / 2, dot / 2)
    painter.setPen(foreground)
    painter.setFont(font)
    text_box = box.adjusted(2 * Space.S + dot - 2, 0, -Space.S + 2, 0)
    shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, int(text_box.width()) + 1)
    painter.drawText(text_box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)
    painter.restore()


def paint_rounded(painter: QPainter, box: QRectF, ground: QColor, radius: int = Radius.MEDIUM) -> None:
    """A filled rounded rectangle without an outline."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ground)
    painter.drawRoundedRect(box, radius, radius)
    painter.restore()


def paint_focus(painter: QPainter, box: QRectF, theme: Theme, radius: int = Radius.MEDIUM) -> None:
    """The focus ring inside `box`."""
    width = theme.palette.focus_width
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(theme.palette.color("accent"), width))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    inset = width / 2
    painter.drawRoundedRect(box.adjusted(inset, inset, -inset, -inset), radius, radius)
    painter.restore()
