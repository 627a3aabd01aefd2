"""A thousand imported rows: reading a file, guessing columns, reading and checking, one edit, painting a screen.

Prints seconds of each part and its share of the goal (two seconds from the table to the checked grid).
"""

import os
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import xlsxwriter
from PySide6.QtWidgets import QApplication

from bunkerdesk.desk.importing_files import read_file
from bunkerdesk.desk.importing_headers import headings_row
from bunkerdesk.models.editor_options import Options, Sources
from bunkerdesk.models.import_cells import Reader, Setting
from bunkerdesk.models.import_grid import ImportGrid
from bunkerdesk.models.import_mapping import Mapping
from bunkerdesk.models.import_rows import assess
from bunkerdesk.rules.ports import shipped
from bunkerdesk.views.importing.grid_table import GridTable

ROWS, GOAL, FRAME = 1_000, 2.0, 1 / 60
HEAD = ("Our ref", "Vessel", "IMO", "Port", "ETB", "Fuel", "Grade", "Qty", "LSMGO", "Receiver", "PO No", "Remarks")
PORTS = ("SGSIN", "Rotterdam", "AEFJR", "Algeciras", "Houston")


def ship(number: int) -> int:
    """A ship's number whose check digit fits."""
    six = f"{900_000 + number % 250}"
    return int(six) * 10 + sum(int(digit) * (7 - place) for place, digit in enumerate(six)) % 10


def workbook(path: Path) -> None:
    """A thousand plausible rows."""
    book = xlsxwriter.Workbook(path)
    sheet = book.add_worksheet()
    sheet.write_row(0, 0, HEAD)
    for number in range(ROWS):
        moment = f"{number % 27 + 1:02d}/{number // 84 + 1:02d}/2027 {number % 24:02d}:30"
        cells = (
            f"IMP-{number:05d}", f"SHIP {number % 250}", ship(number), PORTS[number % 5], moment, "VLSFO", "RMG",
            f"{480 + number}-{520 + number}", 90, "Oceanic Lines", f"PO-{number}", "",
        )  # fmt: skip
        sheet.write_row(number + 1, 0, cells)
    book.close()


def timed(name: str, work: object, goal: float) -> object:
    """Run something and print its seconds and their share of the goal."""
    begun = time.perf_counter()
    result = work()  # type: ignore[operator]
    seconds = time.perf_counter() - begun
    print(f"{name:34} {seconds * 1000:9.1f} ms   {seconds / goal:6.2f} of the goal")
    return result


def main() -> int:
    """Measure everything once."""
    application = QApplication(sys.argv[:1])
    setting = Setting(Options(Sources(lambda _: [], shipped)), datetime.now(UTC), ZoneInfo("Europe/Berlin"))
    shipped().search("singapore")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "stems.xlsx"
        workbook(path)
        table = timed("read the workbook", lambda: read_file(path), GOAL)
    assert headings_row(table.rows) == 0
    mapping = timed("guess the columns", lambda: Mapping(table, setting), GOAL)
    batch = mapping.batch(setting.kind)
    reader = Reader(batch.columns, setting)
    found = timed("read and check 1,000 rows", lambda: assess(batch.rows, reader, batch.columns), GOAL)
    print(f"{'rows with errors':34} {sum(bool(one.errors) for one in found.values()):9d}")
    timed("read one edited row", lambda: assess(batch.rows[:1], reader, batch.columns), FRAME)
    grid = ImportGrid()
    grid.show_batch(batch)
    grid.set_assessed(found)
    view = GridTable(grid)
    view.resize(1400, 900)
    view.show()
    view.grab()
    steps = 60
    begun = time.perf_counter()
    for step in range(steps):
        view.verticalScrollBar().setValue(step * 300)
        view.viewport().grab()
    print(f"{'a scrolled screen':34} {(time.perf_counter() - begun) / steps * 1000:9.1f} ms   "
          f"{(time.perf_counter() - begun) / steps / FRAME:6.2f} of a frame")  # fmt: skip
    kept = timed("keep it on the disk (noted in the window)", batch.snapshot, FRAME)
    timed("put it into JSON (beside it)", kept, GOAL)
    view.close()
    del view, application
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
