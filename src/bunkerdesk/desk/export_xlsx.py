"""XLSX with typed cells, written row by row in constant memory; a text is never a formula or a link.

A number becomes one where a spreadsheet keeps all its digits (fifteen), else it stays a text. A time is the port's
clock, with its offset in the column beside.
"""

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time
from decimal import Decimal
from pathlib import Path
from typing import Any

from bunkerdesk.desk.export_csv import exact, said
from bunkerdesk.desk.export_table import Cell, Heading, Pace, Table, clean
from bunkerdesk.rules.wording import offset_words, plain_figures

MOST_ROWS = 1_048_575
"""Below the header; what a sheet holds."""
LONGEST_TEXT = 32_767
_DIGITS = 15
_FIRST_YEAR, _LAST_YEAR = 1900, 9999
_NARROWEST, _WIDEST = 8, 60
_TIME, _DAY = "yyyy-mm-dd hh:mm:ss", "yyyy-mm-dd"
# Signs that XML cannot hold even when escaped.
_NOT_XML = dict.fromkeys((0xFFFE, 0xFFFF), "\ufffd")


def write_xlsx(table: Table, path: Path, pace: Pace) -> int:
    """Write the file, more sheets where one is full; answers the number of rows. Raises `OSError`."""
    import xlsxwriter
    from xlsxwriter.exceptions import FileCreateError

    options = {
        "constant_memory": True,
        "tmpdir": str(path.parent),
        "strings_to_formulas": False,
        "strings_to_urls": False,
        "strings_to_numbers": False,
        "default_date_format": _TIME,
    }
    workbook = xlsxwriter.Workbook(str(path), options)
    try:
        count = _fill(workbook, table, pace)
        workbook.close()
    except FileCreateError as error:
        raise error.args[0] if error.args and isinstance(error.args[0], OSError) else OSError(str(error)) from error
    finally:
        _release(workbook)
    return count


def _release(workbook: Any) -> None:
    """Close the files of a workbook that could not be finished, and keep its end from trying again."""
    workbook.fileclosed = True
    for sheet in workbook.worksheets():
        handle = getattr(sheet, "row_data_fh", None)
        if handle is not None and not handle.closed:
            with contextlib.suppress(OSError, ValueError):
                handle.close()


def _fill(workbook: Any, table: Table, pace: Pace) -> int:
    bold = workbook.add_format({"bold": True, "bottom": 1, "text_wrap": False})
    formats = {"day": workbook.add_format({"num_format": _DAY})}
    sheet = _Sheet(workbook.add_worksheet(_sheet_name(table.title)), table.headings, bold, formats)
    count = 0
    for row in table.rows(pace):
        if sheet.rows == MOST_ROWS:
            sheet.finish()
            sheet = _Sheet(workbook.add_worksheet(), table.headings, bold, formats)
        sheet.add(row)
        count += 1
    sheet.finish()
    return count


def _sheet_name(title: str) -> str:
    return "".join(" " if sign in "[]:*?/\\'" else sign for sign in title)[:31].strip() or "Export"


@dataclass
class _Sheet:
    """One sheet: header, rows, and the widths seen."""

    sheet: Any
    headings: Sequence[Heading]
    bold: Any
    formats: dict[str, Any]
    rows: int = 0
    widths: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        titles = []
        for heading in self.headings:
            titles += [heading.title, f"{heading.title} offset"] if heading.is_time else [heading.title]
        self.widths = [len(title) + 3 for title in titles]
        for place, title in enumerate(titles):
            self.sheet.write_string(0, place, title, self.bold)
        self.sheet.freeze_panes(1, 0)

    def add(self, row: Sequence[Cell]) -> None:
        self.rows += 1
        place = 0
        for heading, cell in zip(self.headings, row, strict=True):
            self._write(place, said(cell, heading))
            place += 1
            if heading.is_time:
                if isinstance(cell, datetime) and cell.tzinfo is not None and _is_calendar(cell):
                    self._write(place, plain_figures(offset_words(cell)))
                place += 1

    def _write(self, place: int, cell: Cell) -> None:
        at = (self.rows, place)
        width = 0
        match cell:
            case None | "":
                return
            case bool():
                self.sheet.write_boolean(*at, cell)
            case int() | Decimal() if (number := as_number(cell)) is not None:
                self.sheet.write_number(*at, number)
                width = len(str(cell))
            case datetime() if _is_calendar(cell):
                self.sheet.write_datetime(*at, datetime.combine(cell.date(), cell.time()))
                width = len(_TIME)
            case date() if not isinstance(cell, datetime) and _is_calendar(cell):
                self.sheet.write_datetime(*at, datetime.combine(cell, time()), self.formats["day"])
                width = len(_DAY)
            case _:
                text = _text(cell)
                self.sheet.write_string(*at, text)
                width = len(text)
        self.widths[place] = max(self.widths[place], width + 1)

    def finish(self) -> None:
        for place, width in enumerate(self.widths):
            self.sheet.set_column(place, place, max(_NARROWEST, min(width, _WIDEST)))
        self.sheet.autofilter(0, 0, max(self.rows, 1), len(self.widths) - 1)


def as_number(cell: int | Decimal) -> float | None:
    """The double that a spreadsheet shows with all the digits; None where there is none."""
    value = Decimal(cell)
    if not value.is_finite() or (
        len(value.as_tuple().digits) > _DIGITS and len(value.normalize().as_tuple().digits) > _DIGITS
    ):
        return None
    number = float(value)
    return number if Decimal(repr(number)) == value else None


def _is_calendar(day: date) -> bool:
    return _FIRST_YEAR <= day.year <= _LAST_YEAR


def _text(cell: Cell) -> str:
    match cell:
        case Decimal():
            text = exact(cell)
        case datetime() | date():
            text = cell.isoformat()
        case _:
            text = clean(str(cell)).translate(_NOT_XML)
    return text if len(text) <= LONGEST_TEXT else text[: LONGEST_TEXT - 1] + "…"
