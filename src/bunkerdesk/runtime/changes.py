"""The change hub: bursts of changes reach the models as one."""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal


class ChangeHub(QObject):
    """Collects changes within one turn of the event loop and announces them together.

    `merge` joins two change sets; what they are is the publisher's business. GUI thread only.
    """

    changed = Signal(object)

    def __init__(self, merge: Callable[[Any, Any], Any], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._merge = merge
        self._waiting: Any = None
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._timer.timeout.connect(self.flush)

    def publish(self, changes: Any) -> None:
        """Announce changes soon, merged with what else is published in this turn."""
        self._waiting = changes if self._waiting is None else self._merge(self._waiting, changes)
        if not self._timer.isActive():
            self._timer.start()

    def flush(self) -> None:
        """Announce at once what is waiting."""
        self._timer.stop()
        changes, self._waiting = self._waiting, None
        if changes is not None:
            self.changed.emit(changes)
