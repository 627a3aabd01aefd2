"""The schedule from a month to an hour, dense and narrow; what the service changed, in the list, beside it, and all."""

import asyncio
from datetime import datetime, timedelta

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from bunkerdesk.app.tour_guide import SETTLES_WITHIN, Stop, Tour
from bunkerdesk.models.schedule_layout import HOUR
from bunkerdesk.views.activity.page import ChangePage
from bunkerdesk.views.schedule.schedule_page import SchedulePage

NARROW = (1280, 720)
DENSE = (2200, 1400)
DAYS = timedelta(hours=4, minutes=30)


async def _schedule(tour: Tour, span: str = "week") -> SchedulePage:
    page = tour.workplace.window.show_page("schedule")
    assert isinstance(page, SchedulePage)
    QTest.keyClick(page.board, Qt.Key.Key_Escape)
    page.list_page.clear_filters()
    await tour.settle()
    await _read(page)
    page.board.show_span(span)
    page.board.show_now()
    page.take_focus()
    return page


async def _read(page: SchedulePage) -> None:
    async with asyncio.timeout(SETTLES_WITHIN):
        while page.schedule.is_loading:  # noqa: ASYNC110 - reading ends with its task
            await asyncio.sleep(0.01)


async def _week(tour: Tour) -> None:
    page = await _schedule(tour)
    ahead = [bar for bar in page.schedule.bars if bar.start > page.board.now_moment and bar.asset_key]
    page.board.select(min(ahead, key=lambda bar: bar.start).id if ahead else None)


async def _clash_and_drag(tour: Tour) -> None:
    """A bar is being moved onto another: the mouse is still down."""
    page = await _schedule(tour, "day")
    board = page.board
    movable = [bar for bar in page.schedule.bars if bar.can_move and bar.asset_key]
    if not movable:
        return
    clashing = [bar for bar in movable if bar.id in page.schedule.clashes.ids]
    bar = min(clashing or movable, key=lambda bar: abs(bar.start - board.now_moment))
    board.select(bar.id)
    board.show_moment(bar.start, 0.3)
    placed = board.board_layout.get(bar.id)
    assert placed is not None
    place = QPoint(placed.box.left + 30, placed.box.top + 12) - board.offset
    QTest.mousePress(board.viewport(), Qt.MouseButton.LeftButton, pos=place)
    for step in (10, 40, round(2 * HOUR / board.board_layout.scale.per_pixel)):
        QTest.mouseMove(board.viewport(), place + QPoint(step, 0))


async def _dense(tour: Tour) -> None:
    page = await _schedule(tour, "month")
    page.board.select(None)


async def _ports_clock(tour: Tour) -> None:
    page = await _schedule(tour)
    page.choose_axis("SGSIN")


async def _no_match(tour: Tour) -> None:
    page = await _schedule(tour)
    page.choose_axis("utc")
    page.filters.field.setText("no such vessel anywhere")
    await tour.settle()
    await _read(page)


async def _receiver_changes(tour: Tour) -> None:
    """The other company moves the time and narrows the quantity; this desk then asks the service."""
    from bunkerdesk.api import BunkerService, Credentials
    from bunkerdesk.desk.editing_bodies import EditKind, upsert_body

    running = tour.program.sandbox.running
    if running is None:
        return
    told = running.told
    credentials = Credentials(told["client_id.receiver"], told["client_secret.receiver"])
    async with BunkerService(running.base_url, credentials) as service:
        reference = told["example.shared"]
        nomination = await service.nominations.read(reference)
        body = upsert_body(nomination.as_answered, EditKind.RECEIVER)
        delivery = body["delivery"]
        moved = datetime.fromisoformat(delivery["estimatedTimeOfBunkering"]) + DAYS
        delivery["estimatedTimeOfBunkering"] = moved.isoformat()
        await service.nominations.put_as_receiver(body)
    await tour.workplace.session.desk.refresh(reference)
    tour.workplace.session.synchronise(everything=True)
    await tour.settle()


async def _activity(tour: Tour) -> None:
    await _schedule(tour)
    await _receiver_changes(tour)
    page = tour.workplace.window.show_page("activity")
    assert isinstance(page, ChangePage)
    await tour.settle()
    if page.model.rowCount():
        page.table.select_row(0)
        page.table.setFocus()


async def _changed_row(tour: Tour) -> None:
    tour.workplace.window.show_page("nominations")
    page = tour.list_page()
    page.clear_filters()
    await tour.settle()
    record = tour.workplace.session.desk.records("SO-24117")
    row = page.model.row_of(record[0].id) if record else None
    if row is not None:
        page.table.select_row(row)
        page.table.setFocus()


async def _acknowledged(tour: Tour) -> None:
    tour.workplace.runner.trigger("changes.acknowledge_all")
    tour.workplace.window.show_page("activity")
    await tour.settle()


STOPS: list[Stop] = [
    Stop("schedule-week", _week),
    Stop("schedule-day-clash-drag", _clash_and_drag),
    Stop("schedule-dense", _dense, DENSE),
    Stop("schedule-port-clock-narrow", _ports_clock, NARROW),
    Stop("schedule-no-match", _no_match),
    Stop("activity", _activity),
    Stop("worklist-changed-row", _changed_row),
    Stop("activity-empty", _acknowledged),
]
