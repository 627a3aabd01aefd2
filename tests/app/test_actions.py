"""Acting on one and on many in the program, by keyboard over real HTTP against the sandbox."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QItemSelection, QItemSelectionModel, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit, QListView, QMenu, QPushButton
from tests.app.window import CTRL, dialog, press, program, said, until

from bunkerdesk.app.workplace import Workplace
from bunkerdesk.sandbox import embedded
from bunkerdesk.views.dialogs.progress import ProgressDialog
from bunkerdesk.views.editor.page import EditorPage
from bunkerdesk.views.lists.list_page import ListPage

CTRL_SHIFT, CTRL_ALT = CTRL | Qt.KeyboardModifier.ShiftModifier, CTRL | Qt.KeyboardModifier.AltModifier
REASON = "The vessel was diverted"


async def listed(place: Workplace, references: Sequence[str]) -> ListPage:
    """The list with these references known to it, and their rows selected."""
    for reference in references:
        await place.session.desk.open_reference(reference)
    page = place.window.show_page("nominations")
    assert isinstance(page, ListPage)
    page.clear_filters()
    ids = [place.session.desk.records(reference)[0].id for reference in references]
    await until(lambda: all(page.model.row_of(number) is not None for number in ids))
    selection = QItemSelection()
    for number in ids:
        row = page.model.row_of(number)
        selection.select(page.model.index(row, 0), page.model.index(row, 0))
    flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
    page.table.selectionModel().select(selection, flags)
    first = page.model.index(page.model.row_of(ids[0]), 0)
    page.table.selectionModel().setCurrentIndex(first, QItemSelectionModel.SelectionFlag.NoUpdate)
    page.table.setFocus()
    place.actions.refresh()
    return page


def statuses(place: Workplace, references: Sequence[str]) -> list[Any]:
    return [place.session.desk.records(reference)[0].resource.status for reference in references]


async def test_cancelling_several_asks_once_shows_each_result_and_offers_the_reason_again(
    sandbox: embedded.Running, tmp_path: Path
):
    """One reason, one progress with a line for each; the next time the reason is a key away."""
    references = ["SO-24153", "SO-24154", "SO-24156"]
    async with program(sandbox, tmp_path) as place:
        await listed(place, references)
        press(place, Qt.Key.Key_Backspace, CTRL_SHIFT)
        asked = await dialog(QDialog, "ask")
        QTest.keyClicks(asked.findChild(QLineEdit, "ask.field"), REASON)
        QTest.keyClick(asked.findChild(QLineEdit, "ask.field"), Qt.Key.Key_Return)
        progress = await dialog(ProgressDialog)
        await until(lambda: progress.close_button.text() == "Close")
        assert progress.words.text() == "3 of 3 done."
        assert sorted(progress.results.index(row, 0).data() for row in range(3)) == references
        QTest.keyClick(progress.close_button, Qt.Key.Key_Return)
        await until(lambda: QApplication.activeModalWidget() is None)
        assert statuses(place, references) == ["cancelled"] * 3
        await listed(place, ["SO-24157"])
        press(place, Qt.Key.Key_Backspace, CTRL_SHIFT)
        asked = await dialog(QDialog, "ask")
        offer = asked.findChild(QPushButton, "ask.suggestion.0")
        assert offer.text() == REASON
        QTest.keyClick(offer, Qt.Key.Key_Space)
        QTest.keyClick(asked.findChild(QLineEdit, "ask.field"), Qt.Key.Key_Return)
        await until(lambda: statuses(place, ["SO-24157"]) == ["cancelled"])
        await until(lambda: any(text.startswith("Cancelled: SO-24157") for text in said(place)))


async def test_a_clone_and_a_template_are_made_and_used_by_keys_alone(sandbox: embedded.Running, tmp_path: Path):
    """Begun from what is there, never under its reference."""
    async with program(sandbox, tmp_path) as place:
        await listed(place, ["SO-24158"])
        port = place.session.desk.records("SO-24158")[0].resource.delivery.bunkering_location_code
        press(place, Qt.Key.Key_D, CTRL_SHIFT)
        await until(lambda: place.window.current_key == "editor")
        editor = place.window.page("editor")
        assert isinstance(editor, EditorPage)
        await until(lambda: editor.current is not None)
        assert editor.current.model.session.document["delivery"]["bunkeringLocationCode"] == port
        assert "clientReference" not in editor.current.model.session.document
        first = editor.current.model.session.id
        await listed(place, ["SO-24158"])
        press(place, Qt.Key.Key_M, CTRL_ALT)
        asked = await dialog(QDialog, "ask")
        QTest.keyClicks(asked.findChild(QLineEdit, "ask.field"), "Weekly stem")
        QTest.keyClick(asked.findChild(QLineEdit, "ask.field"), Qt.Key.Key_Return)
        await until(lambda: any("Weekly stem" in text for text in said(place)))
        place.actions.refresh()
        press(place, Qt.Key.Key_N, CTRL_ALT)
        chooser = await dialog(QDialog, "choose")
        QTest.keyClick(chooser.findChild(QListView, "choose.list"), Qt.Key.Key_Return)
        await until(lambda: place.window.current_key == "editor")
        await until(lambda: editor.current is not None and editor.current.model.session.id != first)
        assert editor.current.model.session.document["delivery"]["bunkeringLocationCode"] == port
        assert "clientReference" not in editor.current.model.session.document
        await until(lambda: not place.runner.is_running("nomination.new_from_template"))
        press(place, Qt.Key.Key_M, CTRL_ALT | Qt.KeyboardModifier.ShiftModifier)
        chooser = await dialog(QDialog, "choose")
        QTest.keyClick(chooser.findChild(QListView, "choose.list"), Qt.Key.Key_Return)
        sure = await dialog(QDialog, "confirm")
        assert sure.windowTitle() == "Delete the template Weekly stem?"
        QTest.keyClick(sure.findChild(QPushButton, "confirm.accept"), Qt.Key.Key_Space)
        await until(lambda: place.session.desk.editing.templates() == ())


async def test_the_menu_of_a_row_offers_what_can_be_done_and_says_why_not(sandbox: embedded.Running, tmp_path: Path):
    """What has no button and no key is found by the right mouse button or the menu key."""
    async with program(sandbox, tmp_path) as place:
        page = await listed(place, ["SO-24140"])
        page.table.customContextMenuRequested.emit(page.table.visualRect(page.table.currentIndex()).center())
        await until(lambda: isinstance(QApplication.activePopupWidget(), QMenu))
        actions = {action.objectName(): action for action in QApplication.activePopupWidget().actions()}
        assert actions["nomination.make_template"].isEnabled()
        assert not actions["nomination.delete_template"].isEnabled()
        assert not actions["nomination.cancel"].isEnabled()
        assert actions["nomination.cancel"].toolTip().startswith("The operation has started")
        assert {"nomination.clone", "nomination.reschedule_deprecated", "changes.watch"} <= actions.keys()
        QApplication.activePopupWidget().close()
        schedule = place.window.show_page("schedule")
        await until(lambda: schedule.current_id is not None)
        centre = schedule.board.viewport().rect().center()
        event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, centre, schedule.mapToGlobal(centre))
        QApplication.sendEvent(schedule.board.viewport(), event)
        await until(lambda: isinstance(QApplication.activePopupWidget(), QMenu))
        assert place.actions["nomination.clone"] in QApplication.activePopupWidget().actions()
        QApplication.activePopupWidget().close()
