"""The schedule as a person uses it: keys, mouse, zoom, filters; nothing is sent by it."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QHelpEvent, QKeyEvent, QKeySequence, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip

from bunkerdesk.commands.page_keys import BOARD
from bunkerdesk.contract.resource import Timestamp
from bunkerdesk.desk.lines import microseconds
from bunkerdesk.desk.schedule import Bar, Clashes
from bunkerdesk.models.schedule import ProposedTime, ScheduleModel
from bunkerdesk.models.schedule_layout import HOUR, MINUTE
from bunkerdesk.runtime.settings import Settings
from bunkerdesk.views.schedule.schedule_page import SchedulePage
from bunkerdesk.views.theme import Theme


class BarSource:
    """Bars of the list's rows: four assets, the last row without one; rows 5 and 9 clash."""

    def __init__(self, rows: dict[int, Any]) -> None:
        self.rows = rows

    def bars(self, ids: Sequence[int]) -> list[Bar]:
        return [self.bar(self.rows[number]) for number in ids if number in self.rows]

    def bar(self, row: Any) -> Bar:
        start = microseconds(row.bunkering)
        end = start + (row.duration_minutes or 0) * MINUTE
        asset = "" if row.id == 40 else f"BARGE {row.id % 4}"
        return Bar(
            **{name: getattr(row, name) for name in ("id", "kind", "reference", "status", "vessel", "port_code")},
            **{name: getattr(row, name) for name in ("port_name", "bunkering", "duration_minutes", "fuels")},
            quantity=row.quantity,
            receiver=row.receiver,
            asset=asset,
            asset_imo=None,
            asset_key=f"id:{asset}" if asset else "",
            start=start,
            end=end,
            free_at=end + HOUR,
            laycan=None,
        )

    def clashes(self, now: datetime) -> Clashes:
        return Clashes(frozenset({5, 9}), frozenset({5, 9}))

    def clashing_with(self, bar: Bar) -> list[str]:
        return ["SO-24009"] if bar.id == 5 else []


@dataclass
class Shown:
    page: SchedulePage
    desk: Any
    proposed: list[ProposedTime]

    @property
    def board(self) -> Any:
        return self.page.board

    def place(self, number: int, dx: int = 24) -> QPoint:
        placed = self.board.board_layout.get(number)
        return QPoint(placed.box.left + dx, placed.box.top + 12) - self.board.offset


@pytest.fixture
async def shown(desk: Any, settings: Settings, tools: Any) -> AsyncIterator[Shown]:
    source = BarSource(desk.source.records)
    model = ScheduleModel(source, desk.model, tools.now, desk.window)
    desk.window.add_page(
        "schedule",
        "Schedule",
        "schedule",
        "",
        lambda: SchedulePage(model, desk.page, desk.source.facet, settings, (tools.now, UTC)),
    )
    page = desk.window.show_page("schedule")
    await tools.until(lambda: len(page.board.board_layout) == 40)
    result = Shown(page, desk, [])
    page.time_proposed.connect(result.proposed.append)
    yield result
    model.close()


def test_every_bar_is_reached_by_arrows_and_enter_opens_it(shown: Shown, tools: Any):
    """No mouse is needed: along a lane by time, across lanes to the nearest in time."""
    opened: list[int] = []
    shown.page.open_requested.connect(opened.append)
    shown.board.select(5)
    tools.press(shown.board, "Right")
    assert shown.page.current_id == 9
    tools.press(shown.board, "Left")
    tools.press(shown.board, "Down")
    assert shown.page.current_id in (4, 6)
    tools.press(shown.board, "Return")
    assert opened == [shown.page.current_id]


def test_keys_move_a_bar_in_quarters_and_only_enter_drops_it(shown: Shown, tools: Any):
    """The new time is said on the port's clock; Escape gives it up."""
    bar = next(bar for bar in shown.page.schedule.bars if bar.id == 6)
    shown.board.select(6)
    for keys in ("Alt+Right", "Alt+Right", "Alt+Shift+Right", "Alt+Left"):
        tools.press(shown.board, keys)
    new = bar.bunkering + timedelta(minutes=75)
    assert f"{new:%H:%M}" in shown.board.drag_words(shown.board.drag)
    assert shown.proposed == []
    tools.press(shown.board, "Escape")
    assert (shown.board.drag, shown.proposed) == (None, [])
    tools.press(shown.board, "Alt+Up")
    tools.press(shown.board, "Return")
    assert shown.proposed == [ProposedTime(6, None, 495)]


def test_dragging_a_bar_proposes_the_new_time_by_the_ports_clock(shown: Shown):
    """What the editor gets has the port's offset, not the desk's."""
    board = shown.board
    board.show_span("day")
    bar = next(bar for bar in shown.page.schedule.bars if bar.id == 8)
    board.select(8)
    board.show_moment(bar.start, 0.3)
    begin = shown.place(8)
    QTest.mousePress(board.viewport(), Qt.MouseButton.LeftButton, pos=begin)
    QTest.mouseMove(board.viewport(), begin + QPoint(30, 0))
    step = round(2 * HOUR / board.board_layout.scale.per_pixel)
    QTest.mouseMove(board.viewport(), begin + QPoint(step, 0))
    assert board.drag is not None
    assert shown.proposed == []
    QTest.mouseRelease(board.viewport(), Qt.MouseButton.LeftButton, pos=begin + QPoint(step, 0))
    (proposed,) = shown.proposed
    assert proposed.record == 8
    assert abs((proposed.bunkering - bar.bunkering) - timedelta(hours=2)) <= timedelta(minutes=15)
    assert proposed.bunkering.utcoffset() == bar.bunkering.utcoffset()
    assert proposed.bunkering.minute % 15 == 0
    assert proposed.duration_minutes is None


def test_dragging_the_end_makes_it_longer_and_a_click_proposes_nothing(shown: Shown):
    """Choosing a bar must never begin an edit."""
    board = shown.board
    board.show_span("day")
    bar = next(bar for bar in shown.page.schedule.bars if bar.id == 8)
    board.show_moment(bar.start, 0.2)
    board.verticalScrollBar().setValue(0)
    placed = board.board_layout.get(8)
    edge = QPoint(placed.end, placed.box.top + 12) - board.offset
    QTest.mouseClick(board.viewport(), Qt.MouseButton.LeftButton, pos=edge - QPoint(40, 0))
    assert (shown.proposed, shown.page.current_id) == ([], 8)
    QTest.mousePress(board.viewport(), Qt.MouseButton.LeftButton, pos=edge)
    hour = round(HOUR / board.board_layout.scale.per_pixel)
    QTest.mouseMove(board.viewport(), edge + QPoint(20, 0))
    QTest.mouseRelease(board.viewport(), Qt.MouseButton.LeftButton, pos=edge + QPoint(hour, 0))
    (proposed,) = shown.proposed
    assert proposed.bunkering is None
    assert proposed.duration_minutes is not None
    assert proposed.duration_minutes > bar.duration_minutes


@pytest.mark.parametrize("number", [2, 4])
def test_what_is_under_way_or_cancelled_stays_where_it_is(shown: Shown, tools: Any, number: int):
    """Its time is not to be changed any more."""
    shown.board.select(number)
    tools.press(shown.board, "Alt+Right")
    assert shown.board.drag is None


def test_zooming_keeps_the_instant_under_the_pointer(shown: Shown):
    """Ctrl and the wheel look closer at what is pointed at."""
    board = shown.board
    before = board.board_layout.scale.moment(board.offset.x() + 300)
    per_pixel = board.board_layout.scale.per_pixel
    place = QPointF(300, 50)
    wheel = QWheelEvent(
        place,
        board.viewport().mapToGlobal(place),
        QPoint(),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.ControlModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(board.viewport(), wheel)
    scale = board.board_layout.scale
    assert scale.per_pixel < per_pixel
    assert abs(scale.moment(board.offset.x() + 300) - before) <= 2 * per_pixel
    assert not any(one.isChecked() for one in shown.page.spans.values())


def test_home_and_page_keys_go_through_time(shown: Shown, tools: Any):
    """Now is one key away from anywhere."""
    board = shown.board
    begin = board.left_moment
    tools.press(board, "PgDown")
    assert board.left_moment > begin
    tools.press(board, "Home")
    assert abs(board.left_moment - begin) <= 2 * board.board_layout.scale.per_pixel


async def test_the_board_shows_what_the_list_shows(shown: Shown, tools: Any):
    """One filter for both: typed here, it narrows the table too, and clears with it."""
    shown.page.filters.field.setText("rotterdam")
    await tools.until(lambda: 0 < len(shown.board.board_layout) < 40)
    assert shown.desk.page.field.text() == "rotterdam"
    assert {bar.port_code for bar in shown.page.schedule.bars} == {"NLRTM"}
    shown.desk.page.clear_filters()
    await tools.until(lambda: len(shown.board.board_layout) == 40)
    assert shown.page.filters.field.text() == ""


async def test_an_empty_board_says_why_and_what_to_do(shown: Shown, tools: Any):
    """A blank page looks like a fault."""
    shown.page.filters.field.setText("no such vessel")
    await tools.until(lambda: shown.page.empty.isVisible())
    assert "No nomination matches" in shown.page.empty.title


def test_the_selection_goes_with_the_person_between_board_and_table(shown: Shown):
    """Show as table keeps what is worked on."""
    shown.board.select(12)
    table = shown.desk.window.show_page("nominations")
    assert table.current_id == 12
    table.table.select_row(table.model.row_of(20))
    shown.desk.window.show_page("schedule")
    assert shown.page.current_id == 20


async def test_the_board_opens_on_now_whatever_row_is_selected(shown: Shown, tools: Any):
    """A row of last month must not decide what week is looked at; a jump from that row does."""
    now = shown.board.now_moment
    shown.desk.window.show_page("nominations")
    table = shown.desk.page
    table.table.select_row(table.model.row_of(40))
    shown.desk.window.show_page("schedule")
    await tools.until(lambda: shown.page.current_id == 40)
    left, width = shown.board.left_moment, shown.board.viewport().width()
    assert left < now < shown.board.board_layout.scale.moment(shown.board.offset.x() + width // 2)
    shown.page.select(40)
    assert shown.board.left_moment > left


def test_every_key_the_sheet_names_for_the_schedule_is_heard_by_it(shown: Shown):
    """What F1 promises holds."""
    shown.board.select(6)
    for _, _, keys in BOARD:
        for key in keys:
            combination = QKeySequence(key)[0]
            text = key if len(key) == 1 else ""
            event = QKeyEvent(QEvent.Type.KeyPress, combination.key(), combination.keyboardModifiers(), text)
            event.ignore()
            if key == "Esc":
                shown.board.keyPressEvent(
                    QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
                )
            shown.board.keyPressEvent(event)
            assert event.isAccepted(), key
    assert shown.board.drag is None


def test_a_screen_reader_and_a_tooltip_say_status_time_and_clash(shown: Shown):
    """Colour alone tells nobody anything."""
    shown.board.select(5)
    words = shown.board.accessibleDescription()
    assert words.startswith("SO-24005, Supplier assigned")
    assert "Bunkering" in words
    assert "Clashes with SO-24009" in words
    place = shown.place(5)
    shown.board.viewportEvent(QHelpEvent(QEvent.Type.ToolTip, place, shown.board.viewport().mapToGlobal(place)))
    assert "Clashes with SO-24009" in QToolTip.text()
    QToolTip.hideText()


def test_now_clashes_and_states_are_seen_on_the_board(shown: Shown):
    """A red line is now, a red frame a clash, and each state has its own stripe."""
    board, palette = shown.board, Theme.current().palette
    board.show_span("day")
    bars = {bar.id: bar for bar in shown.page.schedule.bars}
    stripes = {}
    for number in (5, 6, 8):
        board.select(None)
        board.show_moment(bars[number].start, 0.4)
        placed = board.board_layout.get(number)
        board.verticalScrollBar().setValue(max(placed.box.top - 40, 0))
        image = board.viewport().grab().toImage()
        left, top = placed.box.left - board.offset.x(), placed.box.top - board.offset.y() + 3
        frame = image.pixelColor((left + placed.end - board.offset.x()) // 2, top + 1)
        assert (frame == palette.color("error")) is (number == 5)
        stripes[bars[number].status] = image.pixelColor(left + 1, top + 9).name()
    assert len(set(stripes.values())) == len(stripes) >= 2
    board.show_now()
    x = board.board_layout.scale.x(board.now_moment) - board.offset.x()
    assert board.viewport().grab().toImage().pixelColor(x, 2) == palette.color("error")


def test_bars_stand_at_instants_whatever_clock_the_axis_has(shown: Shown):
    """Another clock moves the ticks, never a bar."""
    before = {bar.id: shown.board.board_layout.get(bar.id).box for bar in shown.page.schedule.bars}
    for key in ("desk", "SGSIN", "USHOU", "utc"):
        shown.page.choose_axis(key)
        assert {number: shown.board.board_layout.get(number).box for number in before} == before


async def test_a_changed_time_moves_its_bar_and_keeps_the_view(shown: Shown, tools: Any):
    """News come while one looks; the board must not jump."""
    left, row = shown.board.left_moment, shown.desk.source.records[6]
    moved = Timestamp.fromisoformat((row.bunkering + timedelta(hours=1)).isoformat())
    old = shown.board.board_layout.get(6).bar.start
    shown.desk.source.records[6] = replace(row, bunkering=moved)
    shown.desk.model.refresh({6})
    await tools.until(lambda: shown.board.board_layout.get(6).bar.start == old + HOUR)
    assert abs(shown.board.left_moment - left) <= 2 * shown.board.board_layout.scale.per_pixel
