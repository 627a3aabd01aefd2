"""Marks on paper: what a figure's place looks like. Paper stays paper, so its colours are those of the light look."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen, QTransform

from bunkerdesk.views.theme.tokens import LIGHT, color

_FOCUS = ("#E0A100", "#FFE27A")
_SWELL = 1.6
"""Points around the letters."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A figure's place: rectangles in points, `tone` is `ok`, `error` or `warning`."""

    key: str
    page: int
    rectangles: tuple[QRectF, ...]
    tone: str = "ok"
    words: str = ""
    """What a screen reader and the tooltip say."""


def _see_through(text: str, alpha: int) -> QColor:
    result = QColor(text)
    result.setAlpha(alpha)
    return result


def paint_marks(painter: QPainter, to_view: QTransform, marks: Sequence[Mark]) -> None:
    """Thin underlined grounds of all marks of a page."""
    for mark in marks:
        tone = getattr(LIGHT, mark.tone, LIGHT.accent)
        for rectangle in mark.rectangles:
            place = to_view.mapRect(rectangle.adjusted(-_SWELL, -_SWELL, _SWELL, _SWELL))
            painter.setPen(QPen(color(tone), 1.2 if mark.tone == "ok" else 2))
            painter.setBrush(QBrush(_see_through(tone, 26)))
            painter.drawRoundedRect(place, 2, 2)


def paint_focus(painter: QPainter, to_view: QTransform, rectangles: Sequence[QRectF]) -> None:
    """The one figure that was asked for."""
    painter.save()
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Multiply)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(_FOCUS[1]))
    places = [to_view.mapRect(each.adjusted(-2.5, -2.5, 2.5, 2.5)) for each in rectangles]
    for place in places:
        painter.drawRoundedRect(place, 3, 3)
    painter.restore()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(_FOCUS[0]), 2))
    for place in places:
        painter.drawRoundedRect(place, 3, 3)


def paint_ground(painter: QPainter, to_view: QTransform, rectangles: Sequence[QRectF], ground: str) -> None:
    """Selected or searched letters, the letters still to be read."""
    painter.save()
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Multiply)
    for rectangle in rectangles:
        painter.fillRect(to_view.mapRect(rectangle.adjusted(-0.5, -1.5, 0.5, 1.5)), QColor(ground))
    painter.restore()
