"""Small marks: status pill, count badge, environment badge."""

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from bunkerdesk.views.theme.theme import Theme
from bunkerdesk.views.theme.tokens import Radius, Space, TypeSize
from bunkerdesk.views.widgets.paint import PILL_HEIGHT, paint_pill, paint_rounded, pill_width

ENVIRONMENTS = {"sandbox": "Sandbox", "demo": "Demo", "production": "Production"}


class StatusPill(QWidget):
    """A status as dot and word."""

    def __init__(self, text: str = "", tone: str = "neutral", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = Theme.current()
        self._theme.changed.connect(self.updateGeometry)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.set_status(text, tone)

    def set_status(self, text: str, tone: str) -> None:
        """Show another status; an empty one hides the pill."""
        self._text, self._tone = text, tone
        self.setAccessibleName(f"Status: {text}")
        self.setVisible(bool(text))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(pill_width(self._theme, self._text), self._theme.pixels(PILL_HEIGHT))

    def paintEvent(self, event: QPaintEvent) -> None:
        paint_pill(QPainter(self), self.rect(), self._text, self._tone, self._theme)


class Badge(QWidget):
    """A count in a rounded box."""

    def __init__(self, text: str = "", tone: str = "neutral", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = Theme.current()
        self._text, self._tone = text, tone
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(text)

    def sizeHint(self) -> QSize:
        return badge_size(self._theme, self._text)

    def paintEvent(self, event: QPaintEvent) -> None:
        paint_badge(QPainter(self), self.rect(), self._text, self._tone, self._theme)


def badge_size(theme: Theme, text: str) -> QSize:
    """Size of a badge with this text."""
    font = theme.font(TypeSize.MARK, QFont.Weight.DemiBold)
    height = theme.pixels(17)
    return QSize(max(QFontMetrics(font).horizontalAdvance(text) + 2 * Space.S - 2, height + 2), height)


def paint_badge(painter: QPainter, box: QRect, text: str, tone: str, theme: Theme) -> None:
    """A count, centred in its box."""
    foreground, ground = theme.palette.tone(tone)
    paint_rounded(painter, QRectF(box), ground, box.height() // 2)
    painter.setPen(foreground)
    painter.setFont(theme.font(TypeSize.MARK, QFont.Weight.DemiBold))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)


class EnvironmentBadge(QWidget):
    """Where writes go: sandbox, demo or production, in its colour and in words; stands on every dialog that writes."""

    def __init__(self, environment: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = Theme.current()
        self._theme.changed.connect(self.updateGeometry)
        self.setObjectName("environment.badge")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.set_environment(environment)

    def set_environment(self, environment: str) -> None:
        """`sandbox`, `demo` or `production`; anything else is treated as production, the careful reading."""
        self._environment = environment if environment in ENVIRONMENTS else "production"
        self._text = ENVIRONMENTS[self._environment]
        self.setAccessibleName(f"Environment: {self._text}")
        self.setToolTip(_MEANING[self._environment])
        self.updateGeometry()
        self.update()

    @property
    def environment(self) -> str:
        """What is shown."""
        return self._environment

    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(self._theme.font(TypeSize.LABEL, QFont.Weight.DemiBold))
        return QSize(metrics.horizontalAdvance(self._text) + 2 * Space.M - 2, self._theme.pixels(24))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        palette = self._theme.palette
        paint_rounded(painter, QRectF(self.rect()), palette.color(self._environment), Radius.SMALL)
        painter.setPen(palette.color("on_environment"))
        painter.setFont(self._theme.font(TypeSize.LABEL, QFont.Weight.DemiBold))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self._text)


_MEANING = {
    "sandbox": "Practice data on this computer. Nothing here reaches a real vessel.",
    "demo": "A demonstration service. Nothing here reaches a real vessel.",
    "production": "The live service. What is sent here reaches suppliers and vessels.",
}
