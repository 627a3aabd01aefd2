"""The preview grid as Qt sees it, and the state of the page behind it."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from PySide6.QtCore import QModelIndex, QObject, Qt
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from bunkerdesk.api import BunkerService, Credentials
from bunkerdesk.cache import Store
from bunkerdesk.desk.connections import Connection
from bunkerdesk.desk.desk import Desk
from bunkerdesk.desk.importing import RowState
from bunkerdesk.models.editor_options import Options, Sources
from bunkerdesk.models.import_grid import STATE, Filter, Standing
from bunkerdesk.models.import_model import EditKind, ImportModel, Step, Surroundings
from bunkerdesk.models.roles import Role
from bunkerdesk.rules.ports import shipped
from bunkerdesk.runtime.settings import Settings

NOW = datetime(2026, 11, 18, 9, 0, tzinfo=UTC)
TABLE = (
    "Our ref\tVessel\tIMO\tPort\tETB\tQty\tReceiver\n"
    "A1\tEVER SUMMIT\t9811000\tSGSIN\t21/11/2026 14:00\t480-520\tOceanic\n"
    "A2\tNYK ORION\t9312791\tSGSIN\t25/11/2026 14:00\t480-520\tOceanic\n"
    "A3\tTORM HELENE\t9143532\tSGSIN\t26/11/2026 14:00\ttba\tOceanic\n"
)


@pytest.fixture
async def model(tmp_path: Path) -> AsyncIterator[ImportModel]:
    """The page's state over a real store; no service is asked."""
    store = Store.open(tmp_path / "store").store
    connection = Connection.to("http://127.0.0.1:9", "desk")
    desk = Desk(connection, store, lambda: BunkerService(connection.base_url, Credentials("a", "b")))
    settings = Settings(tmp_path / "settings.json")
    around = Surroundings(Options(Sources(lambda _: [], shipped)), settings, lambda: NOW, ZoneInfo("Europe/Berlin"))
    owner = QObject()
    made = ImportModel(desk.imports, around, owner)
    yield made
    made.close()
    await made.scope.settle()
    owner.deleteLater()
    await desk.aclose()
    store.close()
    settings.flush()


async def rest(model: ImportModel) -> None:
    """Wait until nothing is read or checked."""
    async with asyncio.timeout(20):
        while model.scope.is_busy:  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def preview(model: ImportModel, text: str = TABLE) -> None:
    model.take_text(text)
    await rest(model)
    model.preview()
    await rest(model)


async def test_a_pasted_table_is_mapped_previewed_and_checked(model: ImportModel, qtmodeltester: ModelTester):
    """From the clipboard to rows with their notes, without a click on a column."""
    await preview(model)
    assert model.step is Step.PREVIEW
    grid = model.grid
    assert [grid.standing(grid.row_of(row)) for row in range(3)] == [Standing.READY, Standing.ERRORS, Standing.ERRORS]
    assert grid.counts()[Standing.ERRORS] == 2
    wrong = grid.index(1, 3)
    assert (wrong.data(), wrong.data(Role.TONE)) == ("9312791", "error")
    assert "Check digit" in wrong.data(Qt.ItemDataRole.ToolTipRole)
    assert wrong.data(Qt.ItemDataRole.AccessibleTextRole).startswith("Receiver vessel IMO: 9312791. Error")
    qtmodeltester.check(grid)


async def test_mending_a_cell_makes_its_row_ready(model: ImportModel):
    """The note goes as soon as the text is right, and what was typed is kept."""
    await preview(model)
    grid = model.grid
    assert grid.setData(grid.index(1, 3), "9312793")
    assert grid.standing(grid.row_of(1)) is Standing.READY
    await model.imports.flush()
    assert len(model.sendable()) == 2


async def test_going_round_the_notes(model: ImportModel):
    """From note to note and back to the first."""
    await preview(model)
    grid = model.grid
    first = grid.next_note(QModelIndex(), 1)
    second = grid.next_note(first, 1)
    assert [(index.row(), index.column()) for index in (first, second, grid.next_note(second, 1))] == [
        (1, 3),
        (2, 6),
        (1, 3),
    ]
    assert grid.next_note(first, -1) == second


async def test_rows_on_their_way_cannot_be_changed(model: ImportModel):
    """What was given to the outbox stays as it was sent."""
    await preview(model)
    grid = model.grid
    rows = model.sendable()
    await model.imports.send(rows)
    model.sent_off([row for row, _ in rows])
    assert rows[0][0].state is RowState.QUEUED
    assert not grid.setData(grid.index(0, 1), "other")
    assert grid.index(0, STATE).data() == "On its way"
    model.delete([rows[0][0]])
    assert grid.rowCount() == 3


async def test_left_out_rows_are_not_sent_and_deleted_ones_go(model: ImportModel):
    """Leaving out can be taken back; deleting takes the row off the grid."""
    await preview(model)
    grid = model.grid
    model.exclude([grid.row_of(0)], is_out=True)
    assert model.sendable() == []
    model.exclude([grid.row_of(0)], is_out=False)
    assert len(model.sendable()) == 1
    model.delete([grid.row_of(1), grid.row_of(2)])
    assert [grid.row_of(row).texts[0] for row in range(grid.rowCount())] == ["A1"]
    await rest(model)


async def test_the_filter_keeps_a_row_while_it_is_mended(model: ImportModel):
    """A row that has become right does not vanish under the cursor."""
    await preview(model)
    grid = model.grid
    grid.set_filter(Filter.TROUBLED)
    assert grid.rowCount() == 2
    grid.setData(grid.index(0, 3), "9312793")
    assert grid.rowCount() == 2


async def test_columns_are_remembered_by_their_headings(model: ImportModel):
    """The next sheet of the same form maps itself as this one was mapped."""
    model.take_text(TABLE)
    await rest(model)
    model.choose_column(6, "receiver.contactName")
    model.choose(kind=EditKind.SUPPLIER)
    model.preview()
    await rest(model)
    model.take_text(TABLE.replace("A1", "B1"))
    await rest(model)
    assert model.mapping is not None
    assert model.mapping.is_remembered
    assert model.mapping.columns[6].field == "receiver.contactName"
    assert model.mapping.setting.kind is EditKind.SUPPLIER


async def test_what_the_table_shows_of_dates_and_numbers_is_taken(model: ImportModel):
    """A day above twelve or a decimal comma settles the question for the whole table."""
    model.take_text("Ref\tETB\tQty\nA1\t12/21/2026 08:00\t1.234,5\nA2\t12/11/2026 08:00\t90\n")
    await rest(model)
    assert model.mapping is not None
    assert (model.mapping.setting.choices.month_first, model.mapping.setting.choices.decimal) == (True, ",")


async def test_a_file_that_gives_nothing_is_told(model: ImportModel, tmp_path: Path, qtbot: QtBot):
    """The page stays where it was and the reason is told."""
    told: list[str] = []
    model.refused.connect(lambda problem: told.append(problem.happened))
    (tmp_path / "empty.csv").write_bytes(b"")
    model.take_file(tmp_path / "empty.csv")
    await rest(model)
    assert told == ["empty.csv is empty."]
    assert model.step is Step.SOURCE


async def test_rows_that_were_worked_on_are_not_replaced_unasked(model: ImportModel):
    """Mended cells are given up only when the person says so; untouched rows are made anew at once."""
    asked: list[int] = []
    model.replacing.connect(asked.append)
    await preview(model)
    await preview(model, TABLE.replace("A1", "B1"))
    assert asked == []
    assert model.grid.index(0, 1).data() == "B1"
    model.grid.setData(model.grid.index(0, 1), "B9")
    await preview(model, TABLE.replace("A1", "C1"))
    assert asked == [3]
    assert model.imports.batch.rows[0].texts[0] == "B9"
    model.preview(is_sure=True)
    await rest(model)
    assert model.imports.batch.rows[0].texts[0] == "C1"


def long_table(count: int) -> str:
    head = TABLE.partition("\n")[0]
    days = (f"{n % 28 + 1:02}/12/2026 {n // 28:02}:00" for n in range(count))
    return "\n".join([head, *(f"L{n}\tEVER SUMMIT\t9811000\tSGSIN\t{day}\t480\tOceanic" for n, day in enumerate(days))])


def quantities_to_send(model: ImportModel) -> set[object]:
    return {body["fuelSpecifications"][0]["quantityRange"]["maxQuantity"] for _, body in model.sendable()}


async def test_what_was_pasted_over_many_rows_is_never_sent_as_it_was(model: ImportModel):
    """Between the paste and the end of the check nothing of those rows can go, least of all the old quantity."""
    await preview(model, long_table(30))
    assert quantities_to_send(model) == {480}
    column = model.grid.columnCount() - 2
    model.grid.change([(row, column, "700") for row in range(30)])
    assert quantities_to_send(model) == set()
    model.check()
    await rest(model)
    assert quantities_to_send(model) == {700}


async def test_a_check_that_began_before_an_edit_does_not_undo_it(model: ImportModel):
    """It read the text as it was."""
    await preview(model, long_table(3))
    model.check()
    await asyncio.sleep(0)
    column = model.grid.columnCount() - 2
    assert model.grid.setData(model.grid.index(1, column), "700")
    await rest(model)
    assert quantities_to_send(model) == {480, 700}


async def test_rows_read_in_another_way_wait_for_their_check(model: ImportModel):
    """A body for a draft must not go out as a nomination."""
    await preview(model)
    assert model.sendable()
    model.choose(kind=EditKind.SUPPLIER)
    assert model.sendable() == []
    await rest(model)
    assert model.grid.standing(model.grid.row_of(0)) is not Standing.UNCHECKED


async def test_what_mends_a_cell_mends_those_alike(model: ImportModel):
    """Four hundred rows with the same wrong port are one correction; other texts and rows on their way stay."""
    lines = "".join(f"A{number}\tALPHA\t{port}\n" for number, port in enumerate(["Atlantis"] * 4 + ["SGSIN", ""]))
    model.take_text(f"Our ref\tVessel\tPort\n{lines}")
    await rest(model)
    model.preview()
    await rest(model)
    grid = model.grid
    assert grid.alike() == []
    grid.row_of(2).state = RowState.QUEUED
    grid.setData(grid.index(0, 3), "NLRTM")
    assert grid.alike() == [(1, 3, "NLRTM"), (3, 3, "NLRTM")]
    grid.change(grid.alike())
    ports = [grid.index(row, 3).data() for row in range(6)]
    assert ports == ["NLRTM", "NLRTM", "Atlantis", "NLRTM", "SGSIN", ""]
    assert grid.alike() == []
    grid.setData(grid.index(5, 3), "SGSIN")
    assert grid.alike() == []
    grid.setData(grid.index(0, 3), "NLRTM")
    assert grid.alike() == []  # the same text again mends nothing
