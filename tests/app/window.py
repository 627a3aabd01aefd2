"""The whole program over a sandbox, for the tests of this folder: one window, its keys, and what its bars say."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from bunkerdesk.app.program import Program
from bunkerdesk.app.start import Start
from bunkerdesk.app.workplace import Workplace
from bunkerdesk.sandbox import embedded

CTRL = Qt.KeyboardModifier.ControlModifier
NONE = Qt.KeyboardModifier.NoModifier


@asynccontextmanager
async def program(sandbox: embedded.Running, directory: Path) -> AsyncIterator[Workplace]:
    """The window in front, signed in, its first synchronising done."""
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    running = Program(application, Start(directory, sandbox.base_url, sandbox.client_id, sandbox.client_secret))
    running.open_first()
    place = running.workplace
    assert place is not None
    place.window.activateWindow()
    try:
        await until(lambda: place.session.desk.reference_data("operation_standards"))
        await until(lambda: place.window.isActiveWindow() and not place.session.is_synchronising)
        yield place
    finally:
        await running.close()


async def until(condition: Callable[[], object]) -> None:
    """Wait until something is so; fails after twenty seconds."""
    async with asyncio.timeout(20):
        while not condition():  # noqa: ASYNC110  # widgets tell of no such moment
            await asyncio.sleep(0.01)


def press(place: Workplace, key: Qt.Key, modifiers: Qt.KeyboardModifier = CTRL) -> None:
    """Press a key where the focus is."""
    QTest.keyClick(QApplication.focusWidget() or place.window, key, modifiers)


def said(place: Workplace) -> list[str]:
    """What the notices of the window say, from above."""
    bars = place.window.messages.findChildren(QWidget, "notice")
    return [bar.accessibleName() for bar in bars if bar.isVisible()]
