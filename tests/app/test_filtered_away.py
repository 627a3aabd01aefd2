"""What stands beside a list when the list's filters take away the row that was read."""

import io
from pathlib import Path
from typing import Any

import pikepdf
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from tests.app import other_service
from tests.app.other_service import OtherService
from tests.app.window import NONE, press, program, running, said, until, workplace

from bunkerdesk.app.start import Start
from bunkerdesk.app.workplace import Workplace
from bunkerdesk.sandbox import embedded
from bunkerdesk.views.documents.viewer import DocumentViewer
from bunkerdesk.views.lists.list_page import ListPage
from bunkerdesk.views.schedule.schedule_page import SchedulePage
from bunkerdesk.views.widgets.empty_state import EmptyState


async def shown(place: Workplace, key: str) -> ListPage:
    """A list in full."""
    page = place.window.show_page(key)
    assert isinstance(page, ListPage)
    page.clear_filters()
    await until(lambda: page.model.rowCount() > 5 and not page.model.is_loading)
    return page


def paper() -> bytes:
    """One blank page."""
    made, file = pikepdf.new(), io.BytesIO()
    made.add_blank_page()
    made.save(file)
    return file.getvalue()


def title_beside(place: Workplace) -> str:
    """What the details say where they show no record."""
    empty = place.details.view.findChild(EmptyState)
    assert empty is not None
    return empty.title if empty.isVisible() else ""


async def test_the_details_follow_the_filter_and_no_command_means_the_hidden_row(
    sandbox: embedded.Running, tmp_path: Path
):
    """F2 on a row nobody sees would edit another ship than the one on the screen."""
    async with program(sandbox, tmp_path) as place:
        page = await shown(place, "nominations")
        wanted, other = page.model.item_at(0), page.model.item_at(1)
        assert wanted is not None
        assert other is not None
        page.table.select_row(0)
        await until(lambda: place.details.record is not None and place.details.record.id == wanted.id)
        page.focus_filter()
        QTest.keyClicks(page.field, other.reference)
        await until(lambda: title_beside(place) == f"{wanted.reference} is not among the rows")
        assert place.details.record is None
        press(place, Qt.Key.Key_F2, NONE)
        await until(lambda: said(place))
        assert place.window.current_key == "nominations"
        assert QApplication.focusWidget() is page.field
        page.field.clear()
        await until(lambda: place.details.record is not None and place.details.record.id == wanted.id)
        assert not title_beside(place)


async def test_the_document_beside_its_list_goes_with_its_row_and_no_letter_asks_the_service(tmp_path: Path):
    """A paper without its row in the list would be taken for that of another."""
    service = OtherService({"OP-1": 3, "OP-2": 3}, body=paper())
    with other_service.running(service) as address:
        async with running(Start(tmp_path, address, "someone", "secret-of-someone")) as made:
            place = workplace(made)
            await place.session.desk.remember(["OP-1", "OP-2"], "imported")
            assert await place.session.desk.synchronise(everything=True)
            page: Any = await shown(place, "documents")
            page.table.select_row(next(row for row in range(6) if page.model.item_at(row).document_id))
            await until(lambda: page.has_preview)
            viewer = page.findChild(DocumentViewer)
            await until(lambda: viewer.file is not None)
            await until(lambda: not place.session.is_synchronising)
            before = service.asked.total()
            reference = page.current_row.reference
            page.focus_filter()
            QTest.keyClicks(page.field, "OP-2" if reference == "OP-1" else "OP-1")
            await until(lambda: viewer.findChild(EmptyState).title == "The document is not among the rows")
            assert viewer.file is None
            for _ in range(4):
                QTest.keyClick(page.field, Qt.Key.Key_Backspace)
            await until(lambda: viewer.file is not None and page.current_row.reference == reference)
            assert service.asked.total() == before


async def test_a_bar_that_is_filtered_away_is_not_read_beside_the_board(sandbox: embedded.Running, tmp_path: Path):
    """The board shares the list's filters, and what they do to the details."""
    async with program(sandbox, tmp_path) as place:
        await shown(place, "nominations")
        schedule = place.window.show_page("schedule")
        assert isinstance(schedule, SchedulePage)
        await until(lambda: len(schedule.schedule.bars) > 1)
        bar = schedule.schedule.bars[0]
        schedule.select(bar.id)
        await until(lambda: place.details.record is not None and place.details.record.id == bar.id)
        schedule.filters.field.setText("no such ship")
        await until(lambda: title_beside(place) == f"{bar.reference} is not among the bars")
        schedule.filters.field.clear()
        await until(lambda: place.details.record is not None and place.details.record.id == bar.id)


async def test_a_list_behind_a_figure_begins_without_what_was_read_before(sandbox: embedded.Running, tmp_path: Path):
    """It is another list: nothing is told to be left out of it, and nothing comes back into it."""
    async with program(sandbox, tmp_path) as place:
        page = await shown(place, "nominations")
        page.table.select_row(0)
        await until(lambda: place.details.record is not None)
        wanted = page.model.id_at(1)
        place.window.show_page("overview")
        place.window.show_page("nominations")
        page.show_only("Late", frozenset({wanted}))
        await until(lambda: list(page.model.ids()) == [wanted] and not page.model.is_loading)
        await until(lambda: title_beside(place) == "Nothing selected")
        page.clear_filters()
        await until(lambda: page.model.rowCount() > 5 and not page.model.is_loading)
        assert page.current_id is None
