import json
from typing import Any

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu

from bunkerdesk.models.roles import Role


async def test_a_keystroke_changes_the_rows(desk: Any, tools: Any) -> None:
    """Typing narrows the list; every word must be found somewhere in the row."""
    assert desk.model.rowCount() == 40
    tools.type_text(desk.page.field, "sing lng")
    await desk.rested()
    found = [desk.source.records[number] for number in desk.model.ids()]
    assert found
    assert all(row.port_name == "Singapore" and row.fuels == "LNG" for row in found)
    assert f"{len(found)} nominations match" in desk.window.status_line.page_text


async def test_nothing_found_offers_to_clear_the_filters(desk: Any, tools: Any) -> None:
    """A filter without a match says so, and one button brings everything back."""
    tools.type_text(desk.page.field, "no such vessel")
    await desk.rested()
    assert desk.page.empty.isVisible()
    assert desk.page.empty.title == "No nomination matches"
    desk.page.empty.action_requested.emit()
    await desk.rested()
    assert desk.model.rowCount() == 40
    assert desk.page.table.isVisible()


async def test_nothing_known_offers_to_synchronise(settings: Any, tools: Any, qtbot: Any) -> None:
    """A first run is no fruitless search, also where a span of days is chosen from the start."""
    desk = tools.build(settings, [])
    desk.window.show_page("nominations")
    desk.window.show()
    await desk.rested()
    assert desk.page.empty.title == "No nominations yet"
    with qtbot.waitSignal(desk.page.refresh_requested, timeout=0, raising=True):
        desk.page.empty.action_requested.emit()
    tools.end(desk)


async def test_chips_narrow_and_say_so(desk: Any) -> None:
    """A ticked value narrows the list, tints its chip and names itself."""
    chip = desk.page.chips["status"]
    chip.open_popup().close()
    chip.facet.choose({"accepted"})
    await desk.rested()
    assert {desk.source.records[number].status for number in desk.model.ids()} == {"accepted"}
    assert chip.is_active
    assert chip.accessibleName() == "Status: Accepted"
    desk.page.clear_filters()
    await desk.rested()
    assert desk.model.rowCount() == 40
    assert not chip.is_active


async def test_a_chip_is_worked_by_keys(desk: Any, tools: Any) -> None:
    """Space ticks a value in the popup, Enter closes it, and the focus is back on the chip."""
    chip = desk.page.chips["port"]
    popup = chip.open_popup()
    tools.press(popup.list, "Space")
    await desk.rested()
    assert len(chip.facet.chosen) == 1
    assert {desk.source.records[number].port_code for number in desk.model.ids()} == chip.facet.chosen
    tools.press(popup.list, "Return")
    tools.bury()
    assert not any(isinstance(child, type(popup)) for child in chip.children())


@pytest.mark.parametrize(
    ("key", "first", "last"),
    [("today", 0, 1), ("next_14_days", 0, 14), ("any", None, None)],
)
async def test_spans_are_days_of_the_desk(desk: Any, tools: Any, key: str, first: int | None, last: int | None) -> None:
    """The next 14 days begin with this day's midnight and end with the fourteenth's."""
    desk.page.window_chip.choose(key)
    await desk.rested()
    days = [
        (row.bunkering.astimezone().date() - tools.NOW.astimezone().date()).days
        for row in (desk.source.records[number] for number in desk.model.ids())
    ]
    assert days
    if first is not None and last is not None:
        assert all(first <= day < last for day in days)
    else:
        assert len(days) == 40


async def test_late_leaves_out_what_is_under_way_or_off(desk: Any, tools: Any) -> None:
    """Late is what should have begun and has not."""
    desk.page.window_chip.choose("late")
    await desk.rested()
    rows = [desk.source.records[number] for number in desk.model.ids()]
    assert rows
    assert all(row.bunkering < tools.NOW for row in rows)
    assert not {row.status for row in rows} & {"operation_started", "cancelled"}


async def test_the_span_is_remembered(desk: Any, settings: Any) -> None:
    """The span chosen last is the one of the next start."""
    desk.page.window_chip.choose("today")
    assert settings.text("nominations.window") == "today"


async def test_selection_and_place_survive_a_refresh(desk: Any, tools: Any) -> None:
    """New and changed records move the selected row, but it stays selected and in sight."""
    desk.page.table.select_row(20)
    chosen = desk.page.current_id
    desk.source.records[99] = tools.replace(tools.nomination(1), id=99, reference="SO-1")
    desk.source.records[2] = tools.replace(desk.source.records[2], vessel="RENAMED")
    desk.model.refresh({99, 2})
    await desk.rested()
    assert desk.model.rowCount() == 41
    assert desk.page.current_id == chosen
    assert desk.page.table.selected_count == 1


async def test_rows_that_come_one_after_another_begin_with_the_first(desk: Any, tools: Any) -> None:
    """Until a person moves, the keyboard stands on the first row, not on the one that happened to come first."""
    table = desk.page.table
    desk.window.activateWindow()
    table.setFocus(Qt.FocusReason.OtherFocusReason)
    assert table.currentIndex().row() == 0
    desk.source.records[99] = tools.replace(tools.nomination(0), id=99, reference="SO-0")
    desk.model.refresh({99})
    await desk.rested()
    assert table.currentIndex().data(Role.ID) == 99
    tools.press(table, "Down")
    assert desk.page.current_id == 99, "the first arrow takes the row, it does not skip it"
    tools.press(table, "Down")
    desk.source.records[98] = tools.replace(tools.nomination(-1), id=98, reference="SO-00")
    desk.model.refresh({98})
    await desk.rested()
    assert table.currentIndex().data(Role.ID) == 1, "who has moved stays where they are"


async def test_enter_and_double_click_open(desk: Any, tools: Any, qtbot: Any) -> None:
    """Enter opens the current row."""
    desk.page.table.select_row(3)
    with qtbot.waitSignal(desk.page.open_requested, timeout=0, raising=True) as opened:
        tools.press(desk.page.table, "Return")
    assert opened.args == [desk.model.id_at(3)]
    with qtbot.waitSignal(desk.page.open_requested, timeout=0, raising=True) as opened:
        desk.page.table.doubleClicked.emit(desk.model.index(5, 0))
    assert opened.args == [desk.model.id_at(5)]


async def test_typing_on_the_table_begins_a_filter(desk: Any, tools: Any) -> None:
    """Nobody has to reach for the field first."""
    desk.page.table.keyboardSearch("n")
    tools.type_text(desk.page.field, "yk")
    await desk.rested()
    assert {desk.source.records[number].vessel for number in desk.model.ids()} == {"NYK ORION"}


async def test_control_f_reaches_the_filter_from_anywhere(desk: Any, tools: Any) -> None:
    """The keys work in the table as in the rail, and before any command with the same keys."""
    desk.window.activateWindow()
    for widget in (desk.page.table, desk.window.rail):
        desk.page.table.setFocus()
        tools.press(widget, "Ctrl+F")
        assert desk.window.focusWidget() is desk.page.field


async def test_down_and_escape_leave_the_field(desk: Any, tools: Any) -> None:
    """Escape clears first, then goes back to the rows."""
    desk.page.focus_filter()
    tools.type_text(desk.page.field, "ever")
    tools.press(desk.page.field, "Escape")
    assert desk.page.field.text() == ""
    tools.press(desk.page.field, "Down")
    assert desk.window.focusWidget() is desk.page.table


async def test_copy_gives_exact_values_in_the_order_on_the_screen(desk: Any, tools: Any) -> None:
    """A spreadsheet gets tabs, exact times and, when wanted, the titles."""
    table = desk.page.table
    table.selectAll()
    rows = await table.copy_selection(headers=True)
    lines = QGuiApplication.clipboard().text().splitlines()
    assert rows == 40
    assert len(lines) == 41
    titles = lines[0].split("\t")
    assert titles[0] == "Reference"
    cells = dict(zip(titles, lines[1].split("\t"), strict=True))
    row = desk.source.records[desk.model.id_at(0)]
    assert cells["Bunkering (port time)"] == row.bunkering.isoformat()


async def test_columns_give_way_by_priority_and_come_back(desk: Any) -> None:
    """A narrow window keeps reference, status and vessel; a wide one shows everything."""
    arrangement = desk.page.table.arrangement

    def keys(room: int) -> list[str]:
        arrangement.fit(room)
        return [str(arrangement.columns[number].key) for number in arrangement.shown()]

    assert keys(560)[:1] == ["reference"]
    assert {"reference", "vessel"} <= set(keys(320))
    narrow, wide = keys(900), keys(3000)
    assert set(narrow) < set(wide)
    assert len(wide) == len(arrangement.columns)
    priorities = {str(column.key): column.priority for column in arrangement.columns}
    assert max(priorities[key] for key in narrow) <= min(priorities[key] for key in set(wide) - set(narrow))


async def test_columns_fill_the_width_and_never_exceed_it(desk: Any) -> None:
    """No horizontal scrolling while there is something to let go."""
    arrangement = desk.page.table.arrangement
    header = desk.page.table.horizontalHeader()
    for room in range(500, 2400, 117):
        arrangement.fit(room)
        assert header.length() <= room


async def test_chosen_columns_are_remembered(desk: Any, settings: Any, tmp_path: Any) -> None:
    """Hidden, moved and resized columns are in the settings file for the next start."""
    arrangement = desk.page.table.arrangement
    number = desk.model.column_of("status")
    arrangement.choose(number, False)
    arrangement.move(desk.model.column_of("vessel"), -2)
    desk.page.table.horizontalHeader().resizeSection(desk.model.column_of("reference"), 240)
    settings.flush()
    kept = json.loads((tmp_path / "settings.json").read_text())["columns/nominations"]
    assert kept["status"]["visible"] is False
    assert kept["vessel"]["position"] == 0
    assert kept["reference"]["width"] == 240
    arrangement.reset()
    assert not desk.page.table.isColumnHidden(number)


async def test_the_last_column_cannot_be_hidden(desk: Any) -> None:
    """An empty table would leave no header to click."""
    arrangement = desk.page.table.arrangement
    for number in range(len(arrangement.columns)):
        arrangement.choose(number, False)
    assert len(arrangement.shown()) == 1
    arrangement.reset()


async def test_sorting_by_header_is_shown_and_remembered(desk: Any, settings: Any) -> None:
    """The sign of the sorting follows the click, and the next start sorts the same."""
    number = desk.model.column_of("vessel")
    desk.page.table.horizontalHeader().setSortIndicator(number, Qt.SortOrder.DescendingOrder)
    await desk.rested()
    assert desk.model.query.sort == "vessel"
    assert desk.model.query.descending
    assert settings.text("nominations.sort") == "vessel descending"
    assert desk.page.table.horizontalHeader().isSortIndicatorShown()


async def test_the_column_menu_sorts_and_chooses_by_keyboard(desk: Any) -> None:
    """What the header does by mouse, the menu of the button does by keys."""
    desk.page.open_columns()
    menu = desk.page.column_menu.shown
    assert isinstance(menu, QMenu)
    sorting = next(action for action in menu.actions() if action.menu() is not None)
    by_port = next(action for action in sorting.menu().actions() if action.text() == "Port")
    by_port.trigger()
    await desk.rested()
    assert desk.model.query.sort == "port"
    status = next(action for action in menu.actions() if action.text() == "Status")
    status.trigger()
    assert desk.page.table.isColumnHidden(desk.model.column_of("status"))
    menu.close()


async def test_cells_speak(desk: Any) -> None:
    """A screen reader hears the column's name and the value."""
    index = desk.model.index(0, desk.model.column_of("bunkering"))
    assert index.data(Qt.ItemDataRole.AccessibleTextRole).startswith("Bunkering")
    assert index.data(Role.SECONDARY) in index.data(Qt.ItemDataRole.AccessibleTextRole)


async def test_many_selected_rows_are_counted_without_walking_them(desk: Any) -> None:
    """The status line counts the selection."""
    table = desk.page.table
    table.selectAll()
    table.selectionModel().select(
        desk.model.index(4, 0), QItemSelectionModel.SelectionFlag.Deselect | QItemSelectionModel.SelectionFlag.Rows
    )
    assert table.selected_count == 39
    assert "39 selected" in desk.page.status_text
    assert len(table.selected_ids()) == 39


async def test_long_and_foreign_names_paint_and_keep_their_tooltip(desk: Any, tools: Any) -> None:
    """A name of 300 characters is shortened on the screen and whole on hover; nothing is taken for markup."""
    name = "<b>LONG</b> " + "N" * 290
    desk.source.records[1] = tools.replace(desk.source.records[1], vessel=name)
    desk.model.refresh({1})
    await desk.rested()
    row = desk.model.row_of(1)
    index = desk.model.index(row, desk.model.column_of("vessel"))
    assert name in index.data(Qt.ItemDataRole.ToolTipRole)
    assert not desk.page.table.grab().isNull()


async def test_keys_in_the_filter_narrow_by_one_thing_and_say_so(desk: Any, tools: Any):
    """`port:singapore bunkering:…` instead of opening two chips; what was understood is read out in the field."""
    page = desk.page
    page.focus_filter()
    tools.type_text(page.field, "port:sgsin summit")
    await desk.rested()
    rows = [desk.source.records[number] for number in page.model.ids()]
    assert rows
    assert all(row.port_code == "SGSIN" and row.vessel == "EVER SUMMIT" for row in rows)
    assert page.echo.text() == "Port SGSIN"
    assert page.field.accessibleDescription() == "Port SGSIN"
    page.field.setText("port:atlantis")
    await desk.rested()
    assert page.model.rowCount() == 0
    assert "Nothing here has a port like “atlantis”." in page.echo.text()
    page.clear_filters()
    await desk.rested()
    assert page.echo.isHidden()
    assert page.model.rowCount() == len(desk.source.records)


async def test_days_that_are_typed_take_the_place_of_the_span(desk: Any):
    """`bunkering:october` under “Next 14 days” means October."""
    page = desk.page
    page.window_chip.choose("next_14_days")
    page.field.setText("bunkering:2026-10")
    assert page.model.query.window == (None, None)
    assert {str(first) for first, _ in page.model.query.days.values()} == {"2026-10-01"}
    assert "Bunkering 1 Oct 2026 – 31 Oct 2026" in page.echo.text()
    page.field.setText("")
    assert page.model.query.days == {}
    assert page.model.query.window == page.window_chip.bounds()


async def test_the_help_shows_what_can_be_typed(desk: Any, tools: Any):
    """By keyboard: the button beside the field, an example, and it stands in the field."""
    page = desk.page
    page.filter_help.setFocus()
    page.filter_help.click()
    menu = page.filter_help.menu_shown
    assert menu is not None
    examples = {action.data(): action for action in menu.actions()}
    assert "bunkering:october" in examples
    assert "port's clock" in examples["bunkering:october"].text()
    examples["bunkering:october"].trigger()
    menu.close()
    assert page.field.text() == "bunkering:october"
    assert "Bunkering 1 Oct 2026" in page.echo.text()
