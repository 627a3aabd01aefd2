"""Texts: always plain, elided with the full text as tooltip, looks named by the style sheet."""

import re

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QWidget

NO_BREAK = "\u00a0"
_UNITS = "d|h|min|s|t|kg|m³|MWh|MMBtu|%|°C|UTC"
_BEFORE_UNIT = re.compile(rf"(?<=\d) (?=(?:{_UNITS})(?!\w))|(?<=[dhn]) (?=ago\b)")
# A zero-width space: a place to wrap that nobody sees.
BREAK = "\u200b"
PIECE = 8
_AFTER_SIGN = re.compile(r"(?<=[_/.,;:+&=-])")


def set_look(widget: QWidget, look: str) -> None:
    """Give a widget one of the style sheet's looks, also after it was shown."""
    if widget.property("look") == look:
        return
    widget.setProperty("look", look)
    style = widget.style()
    style.unpolish(widget)
    style.polish(widget)


def label(text: str, look: str = "", parent: QWidget | None = None, *, wraps: bool = False) -> QLabel:
    """A plain text; what a service sent is never read as markup."""
    result = QLabel(parent)
    result.setTextFormat(Qt.TextFormat.PlainText)
    result.setText(breakable(text) if wraps else text)
    result.setWordWrap(wraps)
    if look:
        result.setProperty("look", look)
    return result


def rule(parent: QWidget | None = None) -> QFrame:
    """A one-pixel line across."""
    result = QFrame(parent)
    result.setProperty("look", "rule")
    result.setFixedHeight(1)
    return result


class ElidedLabel(QLabel):
    """One line that gives way: shortened with an ellipsis, whole in the tooltip and for a screen reader."""

    def __init__(self, text: str = "", look: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.elide_mode = Qt.TextElideMode.ElideRight
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        if look:
            self.setProperty("look", look)
        self.set_text(text)

    def set_text(self, text: str) -> None:
        """Show another text; line breaks become blanks."""
        one_line = " ".join(text.split())
        if one_line == self.text():
            return
        self.setText(one_line)
        self.setAccessibleName(one_line)
        self.updateGeometry()

    @property
    def is_elided(self) -> bool:
        """Tell whether the text does not fit."""
        return self.fontMetrics().horizontalAdvance(self.text()) > self.contentsRect().width()

    def minimumSizeHint(self) -> QSize:
        return QSize(self.fontMetrics().averageCharWidth() * 3, super().minimumSizeHint().height())

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip:
            self.setToolTip(self.text() if self.is_elided else "")
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.is_elided:
            super().paintEvent(event)
            return
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        text = self.fontMetrics().elidedText(self.text(), self.elide_mode, self.contentsRect().width())
        painter.drawText(self.contentsRect(), self.alignment() | Qt.AlignmentFlag.AlignVCenter, text)


class KeyCap(QLabel):
    """The keys of a shortcut, as a hint."""

    def __init__(self, keys: str, parent: QWidget | None = None) -> None:
        super().__init__(keys, parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("look", "key")
        self.setAccessibleName(f"Shortcut {keys}")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)


def breakable(text: str, longest: int = 16) -> str:
    """Let an endless word wrap: after a sign such as `_` or `/` where there is one, else every few characters.

    Zero-width spaces are put into words longer than `longest` characters; a figure keeps its unit beside it.
    """
    text = _BEFORE_UNIT.sub(NO_BREAK, text)
    if max(map(len, text.split(" "))) <= longest:
        return text
    return " ".join(_broken(word) if len(word) > longest else word for word in text.split(" "))


def _broken(word: str) -> str:
    pieces = (part[at : at + PIECE] for part in _AFTER_SIGN.split(word) for at in range(0, len(part), PIECE))
    return BREAK.join(pieces)
