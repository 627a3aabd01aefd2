import gc
import threading
import weakref

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from bunkerdesk.runtime.garbage import GarbageSweeper, sweep
from bunkerdesk.runtime.threads import run_blocking


def allocate() -> int:
    """Enough containers that Python would collect many times; answers the thread they were made in."""
    kept = [[number] for number in range(50_000)]
    assert kept
    return threading.get_ident()


def leave_a_cycle(ends: list[int]) -> None:
    thing = QObject()
    thing.itself = thing
    weakref.finalize(thing, lambda: ends.append(threading.get_ident()))


async def test_a_worker_never_takes_a_view_apart(qapp: QApplication) -> None:
    """A QObject destroyed in a worker thread, while the GUI thread delivers its event, crashes the program."""
    GarbageSweeper(qapp)
    ends: list[int] = []
    leave_a_cycle(ends)
    assert await run_blocking(allocate) != threading.get_ident()
    assert ends == []
    kept = [[number] for number in range(gc.get_threshold()[0] + 1)]
    sweep()
    assert ends == [threading.get_ident()]
    assert kept


async def test_garbage_goes_while_the_window_is_open(qtbot, qapp: QApplication) -> None:
    """Nothing but the loop has to run."""
    sweeper = GarbageSweeper(qapp)
    ends: list[int] = []
    leave_a_cycle(ends)
    kept = [[number] for number in range(10 * gc.get_threshold()[0])]
    qtbot.waitUntil(lambda: bool(ends), timeout=30_000)
    assert kept
    sweeper.deleteLater()
