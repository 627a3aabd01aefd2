"""A whole spreadsheet of stems from the file to the service in one go; what is refused stays with its reason."""

from datetime import datetime, timedelta
from pathlib import Path

import xlsxwriter
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog
from tests.app.window import CTRL, dialog, program, until

from bunkerdesk.desk.editing_kinds import EditKind
from bunkerdesk.models.import_model import Step
from bunkerdesk.sandbox import embedded
from bunkerdesk.views.importing.page import ImportPage

ROWS = 150
REFUSED = {7, 80, 149}
FIRST = datetime(2027, 1, 4, 6)  # noqa: DTZ001  a spreadsheet has no zones


def workbook(path: Path) -> Path:
    """Two lines of headings, gaps, decimal commas as text; three rows name a company that the service does not know."""
    book = xlsxwriter.Workbook(path)
    sheet = book.add_worksheet()
    sheet.write_row(0, 0, ["Our ref", "Receiver", "Port", "ETB", "Product", "Quantity", ""])
    sheet.write_row(1, 0, ["", "ID", "", "", "", "Min", "Max"])
    row = 2
    for number in range(ROWS):
        row += number % 40 == 39
        moment = FIRST + timedelta(hours=9 * number)
        company = "CMP-NOBODY" if number in REFUSED else "CMP-R201"
        values = [f"TH-{number:04d}", company, "Rotterdam, NL", f"{moment:%d.%m.%Y %H:%M}"]
        sheet.write_row(row, 0, [*values, "VLSFO", "480,5", "520,5"])
        row += 1
    book.close()
    return path


async def test_a_sheet_goes_in_one_go_and_refused_rows_stay(sandbox: embedded.Running, tmp_path: Path):
    """All but three are with the service as they were meant; those are still in the grid, with the service's words."""
    async with program(sandbox, tmp_path) as place:
        await place.importing.open()
        page = place.window.page("import")
        assert isinstance(page, ImportPage)
        model = page.imports
        model.take_file(workbook(tmp_path / "stems.xlsx"))
        await until(lambda: model.step is Step.COLUMNS)
        model.choose(kind=EditKind.SUPPLIER)
        QTest.keyClick(page, Qt.Key.Key_Return, CTRL)
        await until(lambda: model.step is Step.PREVIEW and not model.scope.is_busy)
        batch = model.imports.batch
        assert batch is not None
        assert len(batch.rows) == ROWS
        assert page.preview.send.text() == f"Send {ROWS} nominations"
        QTest.keyClick(page.preview.table, Qt.Key.Key_Return, CTRL)
        (await dialog(QDialog)).accept()
        await until(lambda: batch.sent == ROWS - len(REFUSED) and not model.under_way)
        assert [row.texts[0] for row in batch.rows] == [f"TH-{number:04d}" for number in sorted(REFUSED)]
        assert all("receiver" in row.reasons[0][0] for row in batch.rows)
        desk = place.session.desk
        delivery = desk.records("TH-0148")[0].resource.delivery
        assert delivery.bunkering_location_code == "NLRTM"
        wanted = FIRST + timedelta(hours=9 * 148)
        assert delivery.estimated_time_of_bunkering.replace(tzinfo=None) == wanted
