"""The outbox of the window while nobody can be reached: what waits is told, found and taken back."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QWidget
from tests.app.editors import editor, fill, send
from tests.app.window import CTRL, in_front, press, said, unreachable, until

from bunkerdesk.app.workplace import Workplace


async def take_back_button(place: Workplace) -> QPushButton:
    """That of the only line, once the outbox shows it."""
    (item,) = place.session.desk.outbox.items()
    name = f"outbox.{item.id}.take_back"
    await until(lambda: place.window.findChild(QPushButton, name))
    return place.window.findChild(QPushButton, name)


async def test_what_waits_is_visible_and_can_be_taken_back(tmp_path: Path) -> None:
    """No network: the status line says so, the outbox takes it back, the editor opens again."""
    async with unreachable(tmp_path) as place:
        view = await editor(place, "draft")
        fill(view, "DR-EDIT-5")
        await send(place, view)
        waiting = place.window.status_line.findChild(QPushButton, "status.waiting")
        await until(lambda: waiting.text() == "1 waiting to be sent")
        assert not view.head.send.isEnabled()
        waiting.click()
        (await take_back_button(place)).click()
        await until(lambda: view.model.is_open)
        assert not waiting.isVisible()
        assert view.model.session.document["clientReference"] == "DR-EDIT-5"


async def test_what_waits_is_told_found_by_key_and_taken_back_by_keyboard(tmp_path: Path) -> None:
    """No network: a notice says that it waits and is safe; the outbox has a key; "Take back" opens the edit again."""
    async with unreachable(tmp_path) as place:
        view = await editor(place, "draft")
        fill(view, "DR-EDIT-13")
        await send(place, view)
        await until(lambda: any("DR-EDIT-13 waits to be sent" in words for words in said(place)))
        await in_front(place)
        press(place, Qt.Key.Key_O, CTRL | Qt.KeyboardModifier.ShiftModifier)
        await take_back_button(place)
        place.window.findChild(QWidget, "outbox").close()
        view.head.take_back.setFocus()
        QTest.keyClick(view.head.take_back, Qt.Key.Key_Space)
        await until(lambda: view.model.is_open)
        assert not view.head.take_back.isVisible()
        assert not any("waits to be sent" in words for words in said(place))
