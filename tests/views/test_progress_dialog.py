"""One progress for many writes: every result is there, stopping stops the rest, closing ends it."""

import asyncio
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from bunkerdesk.runtime.prompts import ResultLine
from bunkerdesk.views.dialogs.progress import ProgressDialog, ResultList


@pytest.fixture
def dialog(qtbot: QtBot) -> Iterator[ProgressDialog]:
    parent = QWidget()
    qtbot.addWidget(parent)
    dialog = ProgressDialog("Accepting 3 nominations", 3, "production", parent)
    dialog.open()
    yield dialog
    dialog.close()


async def test_results_are_read_while_it_runs_and_stay_until_closed(dialog: ProgressDialog):
    """What failed stands on top with its reason; the badge says where it was written."""
    dialog.add(ResultLine("A"))
    dialog.add(ResultLine("B", "The hose is connected."))
    dialog.add(ResultLine("C"))
    model = dialog.results
    words = [model.index(row).data() for row in range(model.rowCount())]
    assert words == ["B: The hose is connected.", "A", "C"]
    assert model.index(1).data(Qt.ItemDataRole.AccessibleTextRole) == "A: done"
    assert dialog.badge.environment == "production"
    waiting = asyncio.ensure_future(dialog.finish())
    await asyncio.sleep(0)
    assert dialog.words.text() == "2 of 3 done, 1 not done."
    assert dialog.close_button.text() == "Close"
    dialog.close_button.click()
    await asyncio.wait_for(waiting, 5)


async def test_stopping_says_what_was_not_begun(dialog: ProgressDialog):
    """Stop ends the rest once, and the words count what nobody tried."""
    stopped: list[bool] = []
    dialog.on_stop(lambda: stopped.append(True))
    dialog.add(ResultLine("A"))
    dialog.close_button.click()
    assert stopped == [True]
    assert not dialog.close_button.isEnabled()
    waiting = asyncio.ensure_future(dialog.finish())
    await asyncio.sleep(0)
    assert dialog.words.text() == "1 of 3 done, 2 not begun."
    dialog.close_button.click()
    await asyncio.wait_for(waiting, 5)


async def test_escape_while_it_runs_stops_the_rest(dialog: ProgressDialog):
    """Closing the dialog is stopping: nothing goes on behind a closed window."""
    stopped: list[bool] = []
    dialog.on_stop(lambda: stopped.append(True))
    dialog.reject()
    assert stopped == [True]
    await asyncio.wait_for(dialog.finish(), 5)


def test_the_list_is_a_proper_model(qtbot: QtBot, qtmodeltester: ModelTester):
    """Rows arrive at the right place for any view."""
    parent = QWidget()
    qtbot.addWidget(parent)
    model = ResultList(parent)
    for number in range(6):
        model.add(ResultLine(str(number), "no" if number % 2 else ""))
    qtmodeltester.check(model)
    assert model.failed == 3


async def test_a_reason_of_any_length_is_read_to_its_end(dialog: ProgressDialog):
    """A sentence that just fails to fit its line gets a second one; the last word of a refusal matters."""
    reason = "A nomination with status operation_started cannot be "
    for length in range(1, 60):
        dialog.add(ResultLine("SO-24116", reason + "x" * length))
    rows = range(dialog.results.rowCount())
    heights = [dialog.list.visualRect(dialog.results.index(row)).height() for row in rows]
    font = dialog.list.fontMetrics()
    room = dialog.list.viewport().width() - dialog.list.iconSize().width()
    for row, height in zip(rows, heights, strict=True):
        words = dialog.results.index(row).data()
        if font.horizontalAdvance(words) > room - 24:
            assert height >= 2 * font.height(), words
