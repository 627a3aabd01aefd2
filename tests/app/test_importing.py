"""Importing in the window over the sandbox, by keyboard: paste, preview, mend, send; a message into the editor."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QWidget
from tests.app.window import dialog, running, until, workplace

from bunkerdesk.app.start import Start
from bunkerdesk.app.workplace import Workplace
from bunkerdesk.desk.importing import RowState
from bunkerdesk.desk.lists import ListQuery, NominationRow
from bunkerdesk.models.import_model import ImportModel, Step
from bunkerdesk.views.importing.page import ImportPage

HEAD = "Our ref\tVessel\tIMO\tPort\tETB\tFuel\tQty\tReceiver"
TABLE = (
    f"{HEAD}\n"
    "WIN-1\tEVER SUMMIT\t9811000\tSGSIN\t21/11/2027 14:00\tVLSFO\t480-520\tOceanic Lines\n"
    "WIN-2\tNYK ORION\t9312791\tSGSIN\t25/11/2027 14:00\tVLSFO\t480-520\tOceanic Lines\n"
)
MAIL = "MV EVER SUMMIT (IMO 9811000)\nPort: Singapore\nETA: 21/11 2230 LT\nVLSFO 480-520 mt\n"


def press(widget: QWidget, keys: str) -> None:
    """Press a key as the platform would: first as a shortcut override, then as a key."""
    combination = QKeySequence(keys)[0]
    for kind in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        event = QKeyEvent(kind, combination.key(), combination.keyboardModifiers(), "")
        event.ignore()
        QApplication.sendEvent(widget, event)


@pytest.fixture
async def place(tmp_path: Path) -> AsyncIterator[Workplace]:
    """The window over its own sandbox, synchronised."""
    async with running(Start(tmp_path, sandbox=True), frozen=True) as program:
        made = workplace(program)
        await until(lambda: made.session.desk.sync_state.last_finished_at and not program.scope.is_busy)
        yield made


def page_of(place: Workplace) -> ImportPage:
    page = place.window.page("import")
    assert isinstance(page, ImportPage)
    return page


async def rest(model: ImportModel) -> None:
    await until(lambda: not model.scope.is_busy)


async def test_from_the_clipboard_to_the_service_by_keyboard(place: Workplace):
    """Ctrl+V on the list, Ctrl+Return twice, a cell mended, sent; what the service took is in the list."""
    QGuiApplication.clipboard().setText(TABLE)
    place.window.show_page("nominations")
    place.runner.trigger("import.paste")
    await until(lambda: place.window.current_key == "import")
    page = page_of(place)
    await until(lambda: page.imports.step is Step.COLUMNS)
    press(page.columns.next_button, "Ctrl+Return")
    await until(lambda: page.imports.step is Step.PREVIEW)
    await rest(page.imports)
    assert page.preview.send.text() == "Send 1 draft"
    table = page.preview.table
    table.setFocus()
    press(table, "F8")
    assert "Check digit" in page.preview.strip.text.text()
    page.preview.strip.fixes[0].click()
    await rest(page.imports)
    assert table.currentIndex().data() == "9312793"
    assert page.preview.send.text() == "Send 2 drafts"
    press(table, "Ctrl+Return")
    (await dialog(QDialog)).accept()
    batch = page.imports.imports.batch
    await until(lambda: not batch.rows)
    assert batch.sent == 2
    found = place.session.desk.records("WIN-2")
    assert found[0].resource.receiver.vessel_identifier.imo == 9312793
    assert page.preview.empty.title == "All 2 sent"


async def opened_message(place: Workplace, text: str) -> ImportPage:
    await place.importing.open()
    page = page_of(place)
    page.imports.take_message(text)
    await until(lambda: page.imports.step is Step.MESSAGE)
    await rest(page.imports)
    return page


def to_come(place: Workplace) -> NominationRow:
    """A firm nomination of a named ship that can still be changed, the last by its time."""
    source = place.session.desk.nominations
    rows = source.rows(source.head(ListQuery(values={"kind": frozenset({"nomination"})}, descending=True), 200))
    good = [
        row
        for row in rows.values()
        if row.status == "supplier_assigned"
        and row.imo
        and row.vessel.isascii()
        and len(row.vessel) < 30
        and row.bunkering
    ]
    return max(good, key=lambda row: row.bunkering)


async def test_a_message_that_names_a_nomination_changes_that_one(place: Workplace):
    """The ship is late: its nomination is opened with the new time, and nothing is ordered a second time."""
    row = to_come(place)
    mail = f"Good day, MV {row.vessel} is late, pls amend {row.reference}:\nnew ETB 24 Dec 2026 0830 LT\n"
    page = await opened_message(place, mail)
    (change,) = page.message.known.buttons
    assert change.text() == f"Change {row.reference}"
    assert QApplication.focusWidget() is change
    assert row.vessel in change.accessibleDescription()
    press(change, "Space")
    await until(lambda: place.window.current_key == "editor")
    (session,) = place.session.desk.editing.sessions()
    assert (session.reference, session.is_new, session.source) == (row.reference, False, mail)
    assert session.document["delivery"]["estimatedTimeOfBunkering"].startswith("2026-12-24T08:30")
    kept = ("bunkeringLocationCode", "estimatedBunkeringDurationInMinutes", "supplierAssetBufferTimeInMinutes")
    assert all(session.document["delivery"].get(name) == session.base["delivery"].get(name) for name in kept)
    assert session.document["fuelSpecifications"] == session.base["fuelSpecifications"]
    assert place.session.desk.editing.undo(session)
    assert not session.is_changed


async def test_a_message_of_a_ship_that_has_a_nomination_there_says_so(place: Workplace):
    """Without its reference too, however her name is spelt; at another port it is another stem."""
    row = to_come(place)
    page = await opened_message(place, f"MV {row.vessel.upper()}\nPort: {row.port_code}\nETA: 24 Dec 2026 2230 LT\n")
    assert f"Change {row.reference}" in [one.text() for one in page.message.known.buttons]
    assert not page.message.known.buttons[0].hasFocus()
    other = "BRSSZ" if row.port_code != "BRSSZ" else "NLRTM"
    page = await opened_message(place, f"MV {row.vessel}\nPort: {other}\nETA: 24 Dec 2026 2230 LT\n")
    assert page.message.known.buttons == []
    assert page.message.known.isHidden()


async def test_filling_down_pasting_and_clearing_cells(place: Workplace):
    """Ctrl+D, Ctrl+V and Delete work on cells as a spreadsheet does."""
    await place.importing.open()
    page = page_of(place)
    page.imports.take_text(TABLE)
    await rest(page.imports)
    page.imports.preview()
    await rest(page.imports)
    table, grid = page.preview.table, page.imports.grid
    table.setCurrentIndex(grid.index(1, 8))
    press(table, "Del")
    assert grid.index(1, 8).data() == ""
    press(table, "Ctrl+D")
    assert grid.index(1, 8).data() == "Oceanic Lines"
    QGuiApplication.clipboard().setText("WIN-8\tMSC ANTONIA\nWIN-9\tTORM HELENE")
    table.clearSelection()
    table.setCurrentIndex(grid.index(0, 1))
    press(table, "Ctrl+V")
    assert [grid.index(row, 2).data() for row in range(2)] == ["MSC ANTONIA", "TORM HELENE"]
    press(table, "Ctrl+L")
    assert grid.row_of(0).is_excluded
    press(table, "Ctrl+Del")
    assert grid.rowCount() == 1
    assert grid.row_of(0).state is RowState.OPEN
    await rest(page.imports)


async def test_a_message_goes_into_the_editor_with_its_text(place: Workplace):
    """The form fills an editor; the message stays with it on this computer, and nothing is sent."""
    QGuiApplication.clipboard().setText(MAIL)
    place.window.show_page("nominations")
    place.runner.trigger("import.paste")
    await until(lambda: place.window.current_key == "import" and page_of(place).imports.step is Step.MESSAGE)
    page = page_of(place)
    page.message.step(1)
    assert page.message.text.current_words == "Receiver vessel name"
    press(page.message.open_button, "Ctrl+Return")
    await until(lambda: place.window.current_key == "editor")
    (session,) = place.session.desk.editing.sessions()
    assert session.source == MAIL.rstrip("\n") or session.source == MAIL
    assert session.document["receiver"]["vesselIdentifier"] == {"imo": 9811000}
    assert place.session.desk.outbox.items() == ()


async def test_a_question_of_a_message_is_answered_by_keyboard(place: Workplace):
    """The keyboard is on the line that asks; Return goes to the first answer, the next key takes it."""
    QGuiApplication.clipboard().setText(MAIL.replace("21/11", "05/12"))
    place.window.show_page("nominations")
    place.runner.trigger("import.paste")
    await until(lambda: place.window.current_key == "import" and page_of(place).imports.step is Step.MESSAGE)
    page = page_of(place)
    form = page.imports.message
    assert form is not None
    (asked,) = [number for number, line in enumerate(form.lines) if line.asks]
    row = page.message.rows[asked]
    place.window.activateWindow()
    await until(lambda: QApplication.focusWidget() is row.edit)
    press(row.edit, "Return")
    await until(lambda: QApplication.focusWidget() is row.strip.fixes[0])
    press(row.strip.fixes[0], "Space")
    assert form.open_questions == 0
    assert "estimatedTimeOfArrival" in form.document()["receiver"]
    assert QApplication.focusWidget() is row.edit


async def test_a_mail_about_two_ships_becomes_two_nominations(place: Workplace):
    """The first ship goes into an editor; the page then stands at the second, what was typed for her is kept."""
    both = "MV EVER SUMMIT IMO 9811000\nSingapore\nVLSFO 500 mt\n\nMV KESTREL BAY IMO 9176187\nRotterdam\nLSMGO 80 mt"
    QGuiApplication.clipboard().setText(both)
    place.window.show_page("nominations")
    place.runner.trigger("import.paste")
    await until(lambda: place.window.current_key == "import" and page_of(place).imports.step is Step.MESSAGE)
    page = page_of(place)
    ships = page.message.ships
    assert [ships.itemText(row) for row in range(ships.count())] == ["EVER SUMMIT (1 of 2)", "KESTREL BAY (2 of 2)"]
    page.imports.choose_part(1)
    await until(lambda: page.imports.message is not None and page.imports.message.part == 1)
    page.message.rows[0].edit.setFocus()
    QTest.keyClicks(page.message.rows[0].edit, "KB-1")
    page.imports.choose_part(0)
    await until(lambda: page.imports.message is not None and page.imports.message.part == 0)
    press(page.message.open_button, "Ctrl+Return")
    await until(lambda: place.window.current_key == "editor")
    (first,) = place.session.desk.editing.sessions()
    assert [fuel["fuelType"] for fuel in first.document["fuelSpecifications"]] == ["VLSFO"]
    place.window.show_page("import")
    await until(lambda: page.message.rows[0].edit.text() == "KB-1")
    press(page.message.open_button, "Ctrl+Return")
    await until(lambda: len(place.session.desk.editing.sessions()) == 2)
    second = place.session.desk.editing.sessions()[0]
    assert second.document["clientReference"] == "KB-1"
    assert "EVER SUMMIT" not in second.source
    assert page.imports.step is Step.SOURCE


async def test_references_are_remembered_and_read(place: Workplace):
    """A pasted list makes them known; the list of nominations is shown."""
    QGuiApplication.clipboard().setText("SO-24088\nNO-SUCH-1\n")
    place.window.show_page("nominations")
    place.runner.trigger("import.paste")
    await until(lambda: place.window.current_key == "import")
    page = page_of(place)
    await until(lambda: page.source.next_button.text() == "Remember and read")
    press(page.source.box, "Ctrl+Return")
    await until(lambda: place.window.current_key == "nominations")
    await until(lambda: not place.session.is_synchronising)
    assert await place.session.desk.remember(["SO-24088", "NO-SUCH-1"], "imported") == 0
