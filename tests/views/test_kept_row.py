"""A row that a filter takes away: nothing else is selected in its place, and it comes back with the filter."""

from typing import Any

from PySide6.QtCore import QItemSelectionModel, Qt

from bunkerdesk.models.roles import Role

ADD = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows


async def test_a_row_that_the_filter_takes_away_comes_back_with_it(desk: Any, tools: Any) -> None:
    """The field keeps the focus all the while, and the row is in view again."""
    page, told = desk.page, []
    page.table.select_row(30)
    chosen = page.current_id
    page.current_changed.connect(lambda identifier: told.append((identifier, page.is_left_out)))
    desk.window.activateWindow()
    page.focus_filter()
    tools.type_text(page.field, next(row.vessel for row in map(tools.nomination, range(5)) if row.id != chosen % 5))
    await desk.rested()
    assert chosen not in desk.model.ids()
    assert page.selected_records() == ()
    assert told[-1] == (None, True)
    assert page.table.currentIndex().row() == 0, "the ring waits on the first match, not on a neighbour of what went"
    assert desk.window.focusWidget() is page.field
    tools.press(page.field, "Escape")
    await desk.rested()
    assert page.selected_records() == (chosen,)
    assert told[-1] == (chosen, False)
    row = page.table.visualRect(page.table.currentIndex())
    assert page.table.viewport().rect().contains(row.center())
    assert desk.window.focusWidget() is page.field


async def test_a_row_that_still_matches_stays_selected(desk: Any, tools: Any) -> None:
    """Letter by letter, nothing tells of another row."""
    page, told = desk.page, []
    page.table.select_row(desk.model.row_of(7))
    page.current_changed.connect(told.append)
    tools.type_text(page.field, "SO-24007")
    await desk.rested()
    assert list(desk.model.ids()) == [7]
    assert page.selected_records() == (7,)
    assert set(told) <= {7}


async def test_a_chip_takes_a_row_away_and_gives_it_back(desk: Any) -> None:
    """As the text does."""
    page = desk.page
    page.table.select_row(desk.model.row_of(7))
    page.chips["port"].facet.choose({"SGSIN"})
    await desk.rested()
    assert page.is_left_out
    assert page.current_id is None
    page.chips["port"].facet.choose(())
    await desk.rested()
    assert not page.is_left_out
    assert page.current_id == 7


async def test_what_is_chosen_meanwhile_stays_chosen(desk: Any, tools: Any) -> None:
    """The former row has no claim on the selection once a person has taken another."""
    page = desk.page
    page.table.select_row(desk.model.row_of(7))
    tools.type_text(page.field, "SO-24009")
    await desk.rested()
    tools.press(page.field, "Down")
    page.table.setFocus(Qt.FocusReason.ShortcutFocusReason)
    tools.press(page.table, "Down")
    assert page.current_id == 9
    assert not page.is_left_out
    page.clear_filters()
    await desk.rested()
    assert page.selected_records() == (9,)


async def test_of_several_rows_the_ring_goes_to_one_that_is_left(desk: Any, tools: Any) -> None:
    """What the keys act on is what the keyboard stands on; no row comes back into a selection by itself."""
    page = desk.page
    page.table.select_row(desk.model.row_of(7))
    page.table.selectionModel().select(desk.model.index(desk.model.row_of(9), 0), ADD)
    tools.type_text(page.field, "SO-24009")
    await desk.rested()
    assert page.table.currentIndex().data(Role.ID) == 9
    assert page.current_id == 9
    assert not page.is_left_out
    page.clear_filters()
    await desk.rested()
    assert page.selected_records() == (9,)


async def test_a_row_that_goes_by_itself_is_not_left_out(desk: Any, tools: Any) -> None:
    """The service changed it: no filter of a person's took it away, and what was read of it may stay."""
    page = desk.page
    page.chips["port"].facet.choose({desk.source.records[7].port_code})
    await desk.rested()
    page.table.select_row(desk.model.row_of(7))
    desk.source.records[7] = tools.replace(desk.source.records[7], port_code="XXXXX")
    desk.model.refresh({7})
    await desk.rested()
    assert 7 not in desk.model.ids()
    assert page.current_id is None
    assert not page.is_left_out
