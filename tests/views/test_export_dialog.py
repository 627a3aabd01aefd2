"""Choosing what to export and where to."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QRadioButton, QWidget

from bunkerdesk.views.dialogs.exporting import ExportChoice, ExportDialog, ask_file

ROWS = (("selected", "The 3 selected", ""), ("all", "All 40", "As filtered"))
CONTENTS = (("shown", "Columns as shown", "In their order"), ("fields", "All fields", "One line a record"))


async def until(condition: Callable[[], Any]) -> Any:
    async with asyncio.timeout(30):
        while not condition():  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    return condition()


def test_the_last_answers_stand_and_others_are_chosen_by_key(qapp: QApplication):
    """What was exported yesterday is exported today with one key; an answer no longer offered is the first."""
    dialog = ExportDialog(ROWS, CONTENTS, ExportChoice("gone", "fields", "csv"))
    assert dialog.choice == ExportChoice("selected", "fields", "csv")
    for button in dialog.findChildren(QRadioButton):
        assert button.accessibleName().count(": ") == 1
    shown = dialog.findChild(QRadioButton, "export.content.shown")
    assert isinstance(shown, QRadioButton)
    QTest.keyClick(shown, Qt.Key.Key_Space)
    assert dialog.choice.content == "shown"
    dialog.deleteLater()


async def test_a_file_is_asked_for_without_stopping_the_loop(qapp: QApplication, tmp_path: Path):
    """The program's own dialog; the ending is added where it was not typed, Escape is no."""
    parent = QWidget()
    parent.show()
    for keys, expected in ((Qt.Key.Key_Return, tmp_path / "november.xlsx"), (Qt.Key.Key_Escape, None)):
        task = asyncio.create_task(ask_file(parent, "Nominations", "xlsx", str(tmp_path)))
        dialog: QFileDialog = await until(lambda: parent.findChild(QFileDialog))
        await until(dialog.isVisible)
        field = dialog.findChild(QLineEdit)
        assert isinstance(field, QLineEdit)
        assert field.text() == "Nominations.xlsx"
        field.setText("november")
        QTest.keyClick(field, keys)
        assert await asyncio.wait_for(task, 5) == expected
        await until(lambda: parent.findChild(QFileDialog) is None)
    parent.close()
    parent.deleteLater()
