"""A tick a minute, for texts such as "in 1 d 8 h" and "40 s ago"."""

from collections.abc import Callable
from datetime import UTC, datetime

from PySide6.QtCore import QObject, Qt, QTimer, Signal


def utc_now() -> datetime:
    """The moment now, aware."""
    return datetime.now(UTC)


def milliseconds_to_next_minute(now: datetime) -> int:
    """Milliseconds until the clock shows a new minute; 1 to 60,000."""
    passed = now.second * 1000 + now.microsecond // 1000
    return 60_000 - passed


class MinuteTicker(QObject):
    """Emits `ticked` at the start of each minute, also after the machine has slept."""

    ticked = Signal(object)
    """The moment (aware `datetime`, UTC)."""

    def __init__(self, parent: QObject | None = None, now: Callable[[], datetime] = utc_now) -> None:
        super().__init__(parent)
        self._now = now
        # A coarse timer may fire three seconds early, in the old minute.
        self._timer = QTimer(self, singleShot=True, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._on_timer_timeout)

    def start(self) -> None:
        """Begin ticking; the first tick comes with the next minute."""
        self._timer.start(milliseconds_to_next_minute(self._now()))

    def stop(self) -> None:
        """Stop ticking."""
        self._timer.stop()

    def tick(self) -> None:
        """Tick at once, for a window that was hidden."""
        self.ticked.emit(self._now())

    def _on_timer_timeout(self) -> None:
        self.tick()
        self.start()
