"""Cyclic garbage is collected in the GUI thread alone.

Python collects in whichever thread happens to allocate. A cycle that holds a QObject would then be taken apart in a
worker thread, while the GUI thread may be delivering one of its events: seen as a segmentation fault in one of four
runs of the tests of models, runtime and commands.
"""

import gc

from PySide6.QtCore import QObject, QTimer

INTERVAL_MS = 250


def sweep() -> None:
    """Collect the generations that Python itself would collect by now; call it in the GUI thread."""
    for generation, (count, threshold) in reversed(
        list(enumerate(zip(gc.get_count(), gc.get_threshold(), strict=True)))
    ):
        if count > threshold > 0:
            gc.collect(generation)
            return


class GarbageSweeper(QObject):
    """Turns Python's own collecting off, in all threads and for good, and does it from the Qt loop."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.disable()
        self._timer = QTimer(self, interval=INTERVAL_MS)
        self._timer.timeout.connect(sweep)
        self._timer.start()
