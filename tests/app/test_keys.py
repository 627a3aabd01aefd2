"""The keys of the whole window, over real HTTP against the sandbox: what a refused one says, where others lead."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QShortcut
from PySide6.QtWidgets import QAbstractButton, QDialog
from tests.app.window import NONE, dialog, press, program, said, until

from bunkerdesk.sandbox import embedded
from bunkerdesk.views.widgets.labels import KeyCap


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
    sandbox: embedded.Running, tmp_path: Path, page: str, key: Qt.Key, words: str
):
    """A greyed action does not hear its key; the person must not be left with silence."""
    async with program(sandbox, tmp_path) as place:
        place.window.show_page(page)
        place.actions.refresh()
        press(place, key)
        await until(lambda: any(text.startswith(words) for text in said(place)))
        press(place, key)
        assert len(said(place)) == 1
        press(place, Qt.Key.Key_1)
        await until(lambda: place.window.current_key == "nominations")
        assert said(place) == []


async def test_every_page_is_one_key_away(sandbox: embedded.Running, tmp_path: Path):
    """Ten pages, ten keys; the last is not left to the mouse."""
    async with program(sandbox, tmp_path) as place:
        keys = dict(zip(place.window.keys(), (*range(1, 10), "B"), strict=True))
        for page, key in keys.items():
            press(place, Qt.Key(ord(str(key))))
            await until(lambda page=page: place.window.current_key == page)


async def test_every_key_of_the_window_is_on_the_sheet(sandbox: embedded.Running, tmp_path: Path):
    """F1 hides nothing, whichever page brought the key."""
    async with program(sandbox, tmp_path) as place:
        pages = place.window.keys()
        for page in pages:
            place.window.show_page(page)
        press(place, Qt.Key.Key_N)
        await until(lambda: place.session.desk.editing.sessions() and place.window.current_key == "editor")
        press(place, Qt.Key.Key_F1, NONE)
        sheet = await dialog(QDialog)
        shown = {cap.text() for cap in sheet.findChildren(KeyCap)}
        heard = {one.key().toString() for one in place.window.findChildren(QShortcut) if one.isEnabled()}
        heard |= {one.shortcut().toString() for one in place.window.findChildren(QAbstractButton)}
        assert heard - {""} <= shown
        sheet.reject()
