"""The keys of the whole window, over real HTTP against the sandbox: what a refused one says, where others lead."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from bunkerdesk.app.program import Program
from bunkerdesk.app.start import Start
from bunkerdesk.app.workplace import Workplace
from bunkerdesk.sandbox import embedded

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture(scope="module")
def sandbox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[embedded.Running]:
    with embedded.start(tmp_path_factory.mktemp("sandbox"), frozen=True) as running:
        yield running


@pytest.fixture
async def place(sandbox: embedded.Running, tmp_path: Path) -> AsyncIterator[Workplace]:
    """The window on its nominations, everything read."""
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    running = Program(application, Start(tmp_path, sandbox.base_url, sandbox.client_id, sandbox.client_secret))
    running.open_first()
    assert running.workplace is not None
    window = running.workplace.window
    window.activateWindow()
    session = running.workplace.session
    await until(lambda: window.isActiveWindow() and session.desk.reference_data("operation_standards"))
    await until(lambda: not session.is_synchronising)
    yield running.workplace
    await running.close()


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(10):
        while not condition():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


def press(place: Workplace, key: Qt.Key, modifiers: Qt.KeyboardModifier = CTRL) -> None:
    """Press a key where the focus is."""
    QTest.keyClick(place.window.focusWidget() or place.window, key, modifiers)


def said(place: Workplace) -> list[str]:
    """What the bars say, from above."""
    bars = place.window.messages.findChildren(QWidget, "notice")
    return [bar.accessibleName() for bar in bars if bar.isVisible()]


@pytest.mark.parametrize(
    ("page", "key", "words"),
    [
        ("review", Qt.Key.Key_J, "Download is not possible now Go to Operations or Documents"),
        ("review", Qt.Key.Key_E, "Export is not possible now This page has no list to export. Go to Nominations"),
        ("activity", Qt.Key.Key_M, "Merge here is not possible now Go to Operations or Documents"),
        ("schedule", Qt.Key.Key_V, "Paste nominations is not possible now Go to Nominations"),
        ("overview", Qt.Key.Key_Return, "Send as firm nomination is not possible now Select a nomination or draft"),
        ("editor", Qt.Key.Key_T, "Reschedule is not possible now Change the fields of the editor"),
        ("downloads", Qt.Key.Key_E, "Export is not possible now This page has no list"),
        ("import", Qt.Key.Key_J, "Download is not possible now Go to Operations"),
    ],
)
async def test_a_key_that_does_nothing_here_says_why_and_what_would_work(
    place: Workplace, page: str, key: Qt.Key, words: str
):
    """A greyed action does not hear its key; the person must not be left with silence."""
    place.window.show_page(page)
    place.actions.refresh()
    press(place, key)
    await until(lambda: any(text.startswith(words) for text in said(place)))
    press(place, key)
    assert len(said(place)) == 1
    press(place, Qt.Key.Key_1)
    await until(lambda: place.window.current_key == "nominations")
    assert said(place) == []
