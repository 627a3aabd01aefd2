"""A thin line that says work goes on, over what is already there."""

from PySide6.QtCore import QRectF, QTimer
from PySide6.QtGui import QHideEvent, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from bunkerdesk.views.theme.theme import Theme


class ProgressLine(QWidget):
    """Two pixels high; keeps its place when idle so that nothing below it jumps."""

    HEIGHT = 2
    STEP_MS = 50

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = Theme.current()
        self._is_busy = False
        self._share: float | None = None
        self._phase = 0.0
        self.setFixedHeight(self.HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Progress")
        self._timer = QTimer(self, interval=self.STEP_MS)
        self._timer.timeout.connect(self._on_timer_timeout)

    @property
    def is_busy(self) -> bool:
        """Tell whether the line shows work."""
        return self._is_busy

    def set_busy(self, is_busy: bool, done: int = 0, total: int = 0) -> None:
        """Show or end the line; with a total it grows, without one a segment travels."""
        self._is_busy = is_busy
        self._share = min(done / total, 1.0) if total > 0 else None
        self.setAccessibleDescription(f"{done} of {total}" if total > 0 else ("working" if is_busy else "idle"))
        self._run()
        self.update()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._run()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._timer.stop()

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._is_busy:
            return
        painter = QPainter(self)
        accent = self._theme.palette.color("accent")
        width = self.width()
        if self._share is not None:
            painter.fillRect(QRectF(0, 0, width * self._share, self.height()), accent)
        elif self._theme.reduced_motion:
            painter.fillRect(self.rect(), accent)
        else:
            segment = width * 0.28
            painter.fillRect(QRectF((width + segment) * self._phase - segment, 0, segment, self.height()), accent)

    def _run(self) -> None:
        travels = self._is_busy and self._share is None and not self._theme.reduced_motion and self.isVisible()
        if travels and not self._timer.isActive():
            self._timer.start()
        elif not travels:
            self._timer.stop()

    def _on_timer_timeout(self) -> None:
        self._phase = (self._phase + 0.03) % 1.0
        self.update()
