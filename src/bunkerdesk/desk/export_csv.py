"""CSV by RFC 4180: UTF-8 without a byte order mark, exact decimals, times in ISO 8601 with their offset.

A text that a spreadsheet would take for a formula gets an apostrophe in front; a number in a text does not.
"""

import csv
import re
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path

from bunkerdesk.desk.export_table import Cell, Heading, Pace, Table, clean
from bunkerdesk.rules.wording import plain_figures

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
_NUMBER = re.compile(r"[+-]?[0-9]+([.,][0-9]+)?", re.ASCII)
# Beyond this a number is written with an exponent: 1E+999999 would fill the disk.
_LONGEST = 60


def write_csv(table: Table, path: Path, pace: Pace) -> int:
    """Write the file; answers the number of rows. Raises `OSError`."""
    count = 0
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\r\n")
        writer.writerow([heading.title for heading in table.headings])
        for row in table.rows(pace):
            writer.writerow([text_of(said(cell, heading)) for cell, heading in zip(row, table.headings, strict=True)])
            count += 1
    return count


def said(cell: Cell, heading: Heading) -> Cell:
    """A cell as a sheet takes it."""
    return plain_figures(cell) if heading.is_worded and isinstance(cell, str) else cell


def text_of(cell: Cell) -> str:
    """A cell as text: `true`, `1250.50`, `2026-11-21T22:30:00+08:00`; a text that looks like a formula defused."""
    match cell:
        case None:
            return ""
        case str():
            text = clean(cell)
            return f"'{text}" if text.startswith(_FORMULA) and not _NUMBER.fullmatch(text) else text
        case bool():
            return "true" if cell else "false"
        case Decimal():
            return exact(cell)
        case datetime() | date():
            return cell.isoformat()
        case _:
            return str(cell)


def exact(number: Decimal) -> str:
    """A number with all its digits, plain where that is not beyond reason."""
    exponent = number.as_tuple().exponent
    return f"{number:f}" if isinstance(exponent, int) and abs(exponent) <= _LONGEST else str(number)
