"""The schedule in the program, over real HTTP against the sandbox: a moved bar opens the editor and sends nothing."""

from datetime import timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from tests.app.window import NONE, press, program, until

from bunkerdesk.api import BunkerService, Credentials
from bunkerdesk.app.workplace import Workplace
from bunkerdesk.contract.resource import Timestamp
from bunkerdesk.models.schedule_layout import HOUR
from bunkerdesk.sandbox import embedded
from bunkerdesk.views.editor.page import EditorPage
from bunkerdesk.views.editor.session_view import SessionView
from bunkerdesk.views.schedule.schedule_page import SchedulePage

REFERENCE = "SO-24152"
BUNKERING = "delivery.estimatedTimeOfBunkering"
ALT = Qt.KeyboardModifier.AltModifier


async def board_with(place: Workplace, reference: str) -> SchedulePage:
    """The schedule with the bar of a reference selected and in view."""
    opened = await place.session.desk.open_reference(reference)
    page = place.window.show_page("schedule")
    assert isinstance(page, SchedulePage)
    page.list_page.clear_filters()
    await until(lambda: page.board.board_layout.get(opened.records[0].id))
    page.board.show_span("day")
    page.select(opened.records[0].id)
    page.take_focus()
    return page


def by_mouse(page: SchedulePage) -> None:
    """Drag the selected bar two hours to the right."""
    board = page.board
    placed = board.board_layout.get(page.current_id)
    assert placed is not None
    begin = QPoint(placed.box.left + 30, placed.box.top + 12) - board.offset
    end = begin + QPoint(round(2 * HOUR / board.board_layout.scale.per_pixel), 0)
    QTest.mousePress(board.viewport(), Qt.MouseButton.LeftButton, pos=begin)
    QTest.mouseMove(board.viewport(), begin + QPoint(20, 0))
    QTest.mouseMove(board.viewport(), end)
    QTest.mouseRelease(board.viewport(), Qt.MouseButton.LeftButton, pos=end)


def by_keys(page: SchedulePage) -> None:
    """Two hours by Alt+Shift+Right, dropped by Return."""
    for _ in range(2):
        QTest.keyClick(page.board, Qt.Key.Key_Right, ALT | Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(page.board, Qt.Key.Key_Return)


@pytest.mark.parametrize("move", [by_mouse, by_keys])
async def test_a_dropped_bar_opens_the_editor_with_the_new_time_and_sends_nothing(
    sandbox: embedded.Running, tmp_path: Path, move
):
    """A slip of the hand must never reach the other company."""
    async with program(sandbox, tmp_path) as place:
        page = await board_with(place, REFERENCE)
        before = next(bar for bar in page.schedule.bars if bar.id == page.current_id).bunkering
        move(page)
        await until(lambda: place.window.current_key == "editor")
        editor = place.window.page("editor")
        assert isinstance(editor, EditorPage)
        await until(lambda: editor.current is not None)
        view = editor.current
        assert isinstance(view, SessionView)
        proposed = Timestamp.parse(view.model.session.document["delivery"]["estimatedTimeOfBunkering"])
        assert abs(proposed - before - timedelta(hours=2)) <= timedelta(minutes=15)
        assert proposed.utcoffset() == before.utcoffset()
        box = view.box(BUNKERING)
        assert box is not None
        assert f"{proposed:%H:%M}" in box.edit.text()
        assert place.session.desk.outbox.items() == ()
        async with BunkerService(sandbox.base_url, Credentials(sandbox.client_id, sandbox.client_secret)) as service:
            held = await service.nominations.read(REFERENCE)
        assert held.delivery.estimated_time_of_bunkering == before


async def test_escape_gives_a_move_up_and_no_editor_opens(sandbox: embedded.Running, tmp_path: Path):
    """Nothing is left behind of a bar that was put back."""
    async with program(sandbox, tmp_path) as place:
        page = await board_with(place, REFERENCE)
        press(place, Qt.Key.Key_Right, ALT)
        assert page.board.drag is not None
        press(place, Qt.Key.Key_Escape, NONE)
        assert page.board.drag is None
        assert place.window.current_key == "schedule"
        assert place.session.desk.editing.sessions() == ()


async def test_the_key_between_table_and_board_brings_the_selected_row_into_view(
    sandbox: embedded.Running, tmp_path: Path
):
    """A jump from a row leads to its bar; just opening the page leads to now."""
    async with program(sandbox, tmp_path) as place:
        page = await board_with(place, REFERENCE)
        bar = page.board.board_layout.get(page.current_id).bar
        page.board.show_span("day")
        page.board.show_moment(bar.start - 400 * HOUR)
        press(place, Qt.Key.Key_1)
        await until(lambda: place.window.current_key == "nominations")
        press(place, Qt.Key.Key_2)
        await until(lambda: place.window.current_key == "schedule" and page.current_id == bar.id)
        assert page.board.left_moment < bar.start - 100 * HOUR
        shift = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
        press(place, Qt.Key.Key_B, shift)
        await until(lambda: place.window.current_key == "nominations")
        press(place, Qt.Key.Key_B, shift)
        await until(
            lambda: place.window.current_key == "schedule" and abs(page.board.left_moment - bar.start) < 24 * HOUR
        )
