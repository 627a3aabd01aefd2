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


@asynccontextmanager
async def all_known(sandbox: embedded.Running, directory: Path) -> AsyncIterator[Workplace]:
    """A window that has read every record of the sandbox."""
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    running = Program(application, Start(directory, sandbox.base_url, sandbox.client_id, sandbox.client_secret))
    running.open_first()
    assert running.workplace is not None
    session = running.workplace.session
    await until(lambda: session.desk.reference_data("operation_standards") and not session.is_synchronising)
    await session.desk.remember(sandbox.references(), "imported")
    assert await session.desk.synchronise(everything=True)
    try:
        yield running.workplace
    finally:
        await running.close()


async def until(condition: Callable[[], object]) -> None:
    """Wait until something is so; fails after a minute."""
    async with asyncio.timeout(60):
        while not condition():  # noqa: ASYNC110  # widgets tell of no such moment
            await asyncio.sleep(0.01)


def press(place: Workplace, key: Qt.Key, modifiers: Qt.KeyboardModifier = CTRL) -> None:
    """Press a key where the focus is."""
    QTest.keyClick(QApplication.focusWidget() or place.window, key, modifiers)


def said(place: Workplace) -> list[str]:
    """What the notices of the window say, from above."""
    bars = place.window.messages.findChildren(QWidget, "notice")
    return [bar.accessibleName() for bar in bars if bar.isVisible()]
