"""Ctrl+K: what is opened is selected in its list, so that the keys act on what one sees."""

from pathlib import Path

from PySide6.QtCore import QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton
from tests.app.window import NONE, press, program, said, until

from bunkerdesk.app.workplace import Workplace
from bunkerdesk.sandbox import embedded
from bunkerdesk.views.lists.list_page import ListPage


async def drafts(place: Workplace) -> ListPage:
    """The list of nominations in full."""
    page = place.window.show_page("nominations")
    assert isinstance(page, ListPage)
    page.clear_filters()
    await until(lambda: page.model.rowCount() > 5 and not page.model.is_loading)
    return page


async def jump(place: Workplace, reference: str) -> None:
    """Ctrl+K, the reference, Return."""
    search = place.window.top_bar.search
    press(place, Qt.Key.Key_K)
    await until(search.hasFocus)
    QTest.keyClicks(search, reference)
    press(place, Qt.Key.Key_Return, NONE)


def is_in_view(page: ListPage) -> bool:
    """The current row is on the screen as a whole."""
    index = page.table.currentIndex()
    shown: QRect = page.table.visualRect(index)
    return page.table.viewport().rect().contains(shown.center()) and page.table.viewport().height() > shown.bottom()


async def test_a_known_record_is_selected_scrolled_to_and_edited_by_f2(sandbox: embedded.Running, tmp_path: Path):
    """F2 must open what one sees, not the row of before."""
    async with program(sandbox, tmp_path) as place:
        page = await drafts(place)
        place.window.resize(1280, 560)
        first, last = page.model.item_at(0), page.model.item_at(page.model.rowCount() - 1)
        assert first is not None
        assert last is not None
        page.table.select_row(0)
        await jump(place, last.reference)
        await until(lambda: page.current_id == last.id)
        assert page.selected_records() == (last.id,)
        assert is_in_view(page)
        await until(lambda: QApplication.focusWidget() is page.table)
        press(place, Qt.Key.Key_F2, NONE)
        await until(lambda: place.window.current_key == "editor")
        (session,) = place.session.desk.editing.sessions()
        assert session.document["clientReference"] == last.reference


async def test_a_record_never_seen_is_selected_as_soon_as_the_list_has_it(sandbox: embedded.Running, tmp_path: Path):
    """The service answers first, the list a moment later."""
    async with program(sandbox, tmp_path) as place:
        page = await drafts(place)
        page.table.select_row(0)
        await jump(place, "SO-24152")
        await until(lambda: page.current_id is not None and page.model.row_of(page.current_id) not in (None, 0))
        assert place.session.desk.record(page.current_id).reference == "SO-24152"
        assert is_in_view(page)


async def test_what_the_filters_leave_out_is_shown_and_said_and_edited_by_f2(sandbox: embedded.Running, tmp_path: Path):
    """No other row stays selected behind the details of the one that was asked for."""
    async with program(sandbox, tmp_path) as place:
        page = await drafts(place)
        wanted, other = page.model.item_at(0), page.model.item_at(1)
        page.field.setText(other.reference)
        await until(lambda: page.model.rowCount() == 1 and not page.model.is_filtering)
        page.table.select_row(0)
        await jump(place, wanted.reference)
        await until(lambda: said(place))
        assert said(place)[0].startswith(f"{wanted.reference} is not among the rows")
        assert page.selected_records() == ()
        assert place.details.record.id == wanted.id
        press(place, Qt.Key.Key_F2, NONE)
        await until(lambda: place.window.current_key == "editor")
        assert {one.document["clientReference"] for one in place.session.desk.editing.sessions()} == {wanted.reference}
        place.window.show_page("nominations")
        await jump(place, wanted.reference)
        await until(lambda: said(place))
        place.window.messages.findChild(QPushButton, "notice.action").click()
        await until(lambda: page.current_id == wanted.id)
        assert page.field.text() == ""


async def test_list_heading_and_inbox_call_a_ship_by_the_same_name(sandbox: embedded.Running, tmp_path: Path):
    """A nomination that gives a number only has the name that its operation told, everywhere."""
    async with program(sandbox, tmp_path) as place:
        desk = place.session.desk
        await desk.open_reference(sandbox.told["example.shared"])
        record = next(one for one in desk.records(sandbox.told["example.shared"]) if one.kind == "nomination")
        assert record.resource.receiver.vessel_name is None
        name = desk.nominations.rows([record.id])[record.id].vessel
        assert not name.startswith("IMO")
        place.opening.show(record)
        assert place.details.view.detail.heading.subtitle.startswith(f"{name} at ")
