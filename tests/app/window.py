"""The whole program over a service, for the tests of this folder: one window, its keys, dialogs and bars."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from bunkerdesk.app.program import Program
from bunkerdesk.app.start import Start
from bunkerdesk.app.workplace import Workplace
from bunkerdesk.sandbox import embedded

CTRL = Qt.KeyboardModifier.ControlModifier
NONE = Qt.KeyboardModifier.NoModifier
AnyDialog = TypeVar("AnyDialog", bound=QDialog)


@asynccontextmanager
async def running(start: Start, **options: Any) -> AsyncIterator[Program]:
    """The program from its first window to its orderly end."""
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    program = Program(application, start, **options)
    program.open_first()
    try:
        yield program
    finally:
        await program.close()


@asynccontextmanager
async def program(sandbox: embedded.Running, directory: Path) -> AsyncIterator[Workplace]:
    """The window in front, signed in, its first synchronising done."""
    async with running(start_on(sandbox, directory)) as made:
        place = workplace(made)
        place.window.activateWindow()
        await until(lambda: place.session.desk.reference_data("operation_standards"))
        await until(lambda: place.window.isActiveWindow() and not place.session.is_synchronising)
        yield place


@asynccontextmanager
async def all_known(sandbox: embedded.Running, directory: Path) -> AsyncIterator[Workplace]:
    """A window that has read every record of the sandbox."""
    async with running(start_on(sandbox, directory)) as made:
        place = workplace(made)
        desk = place.session.desk
        await until(lambda: desk.reference_data("operation_standards") and not place.session.is_synchronising)
        await desk.remember(sandbox.references(), "imported")
        assert await desk.synchronise(everything=True)
        yield place


@asynccontextmanager
async def unreachable(directory: Path) -> AsyncIterator[Workplace]:
    """A window over an address at which nobody listens."""
    async with running(Start(directory, "http://127.0.0.1:9", "nobody", "secret-of-nobody")) as made:
        yield workplace(made)


def start_on(sandbox: embedded.Running, directory: Path) -> Start:
    """Signed in to the sandbox from the first moment."""
    return Start(directory, sandbox.base_url, sandbox.client_id, sandbox.client_secret)


def workplace(made: Program) -> Workplace:
    """The window's workplace, which is there from the first window on."""
    assert made.workplace is not None
    return made.workplace


async def until(condition: Callable[[], object]) -> None:
    """Wait until something is so; fails after a minute."""
    async with asyncio.timeout(60):
        while not condition():  # noqa: ASYNC110  # widgets tell of no such moment
            await asyncio.sleep(0.01)


async def in_front(place: Workplace) -> None:
    """Wait for the window to have the keyboard."""
    place.window.activateWindow()
    await until(place.window.isActiveWindow)


async def dialog(kind: type[AnyDialog], name: str = "") -> AnyDialog:
    """Wait for a dialog of a kind, of this object name where one is given, to stand in front."""

    def front() -> AnyDialog | None:
        modal = QApplication.activeModalWidget()
        return modal if isinstance(modal, kind) and (not name or modal.objectName() == name) else None

    await until(front)
    found = front()
    assert found is not None
    return found


def press(place: Workplace, key: Qt.Key, modifiers: Qt.KeyboardModifier = CTRL) -> None:
    """Press a key where the focus is."""
    QTest.keyClick(QApplication.focusWidget() or place.window, key, modifiers)


def said(place: Workplace) -> list[str]:
    """What the notices of the window say, from above."""
    bars = place.window.messages.findChildren(QWidget, "notice")
    return [bar.accessibleName() for bar in bars if bar.isVisible()]
