"""Tables from files: CSV in any usual encoding, XLSX, XLS and ODS. For a worker thread; raises `Unreadable`."""

import contextlib
import re
import zipfile
from collections.abc import Iterable
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bunkerdesk.desk.importing_tables import MOST_COLUMNS, Table, Unreadable, table_of, text_table, too_wide
from bunkerdesk.rules import wording

if TYPE_CHECKING:
    from python_calamine import CalamineSheet, CalamineWorkbook

MOST_BYTES = 50_000_000
MOST_UNPACKED = 400_000_000
MOST_CELLS = 20_000_000
"""A sheet is held whole while it is read, empty cells too: 24 bytes each."""
_NARROWER = "Delete the columns that hold nothing for a nomination."
_ZIP, _OLE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_BOMS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))


def read_file(path: Path, sheet: str = "") -> Table:
    """The table of a file; of a workbook the sheet of that name, else the first one with something in it."""
    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            head = file.read(8)
            file.seek(0)
            data = file.read(MOST_BYTES) if size <= MOST_BYTES else b""
    except OSError as error:
        sentence = f"{path.name} cannot be opened: {error.strerror or 'the system refuses it'}."
        raise Unreadable(sentence, "Check that it is there and not open elsewhere.") from error
    if size > MOST_BYTES:
        raise Unreadable(
            f"{path.name} has {size // 1_000_000} MB; at most {MOST_BYTES // 1_000_000} MB can be imported.",
            "Save only the rows and columns you need.",
        )
    if not data.strip(b"\0\r\n\t ;,"):
        raise Unreadable(f"{path.name} is empty.")
    if head.startswith(_ZIP):
        _check_archive(path)
    elif head.startswith(_OLE):
        if "EncryptedPackage".encode("utf-16-le") in data:
            raise _locked(path)
    else:
        text, note = decoded(data, path.name)
        return text_table(text, path.name, (note,) if note else ())
    return _workbook(path, sheet)


def decoded(data: bytes, name: str) -> tuple[str, str]:
    """The text of bytes, and a word where the encoding had to be guessed."""
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return data.decode(encoding, "replace"), ""
    sample = data[:4000]
    if sample.count(0) > len(sample) // 4:
        is_little = sample[1::2].count(0) >= sample[::2].count(0)
        return data.decode("utf-16-le" if is_little else "utf-16-be", "replace"), "Read as UTF-16"
    if sum(byte < 9 or 13 < byte < 32 for byte in sample) > len(sample) // 20 + 1:
        raise Unreadable(f"{name} is neither a table in text nor a workbook.", "Save it as CSV or XLSX.")
    try:
        return data.decode("utf-8"), ""
    except UnicodeDecodeError:
        # Five bytes have no letter in Windows-1252.
        return data.decode("cp1252", "replace"), "Read as Windows-1252: check names with accents"


def _locked(path: Path) -> Unreadable:
    return Unreadable(f"{path.name} is protected by a password.", "Save a copy without a password.")


def _damaged(path: Path) -> Unreadable:
    return Unreadable(f"{path.name} is damaged or no workbook.", "Open it in a spreadsheet and save it anew.")


_CELL = re.compile(rb'<c [^>]{0,80}?r="([A-Z]{1,3})([0-9]{1,7})"')


def _check_archive(path: Path) -> None:
    """Refuse what would burst the memory before anything is unpacked into it."""
    try:
        with zipfile.ZipFile(path) as archive:
            infos = archive.infolist()
            if any(info.flag_bits & 1 for info in infos):
                raise _locked(path)
            if sum(info.file_size for info in infos) > MOST_UNPACKED:
                sentence = f"{path.name} unpacks to more than {MOST_UNPACKED // 1_000_000} MB."
                raise Unreadable(sentence, "Save only the rows and columns you need.")
            for info in infos:
                if info.filename.startswith("xl/worksheets/") and info.filename.endswith(".xml"):
                    with archive.open(info) as stream:
                        _check_reach(path, iter(lambda: stream.read(1_000_000), b""))
    except (zipfile.BadZipFile, zipfile.LargeZipFile, NotImplementedError, EOFError, ValueError) as error:
        raise _damaged(path) from error


def _check_reach(path: Path, blocks: Iterable[bytes]) -> None:
    """A single cell far out makes a sheet of billions of empty ones."""
    across = down = 1
    rest = b""
    for block in blocks:
        for match in _CELL.finditer(rest + block):
            across, down = max(across, _column(match[1])), max(down, int(match[2]))
        rest = block[-120:]
    if across > MOST_COLUMNS:
        raise Unreadable(too_wide(f"A sheet of {path.name}", across), _NARROWER)
    if across * down > MOST_CELLS:
        sentence = f"{path.name} has a sheet that reaches to row {wording.number(down)}."
        raise Unreadable(sentence, "Delete the empty rows below the table and save it anew.")


def _column(letters: bytes) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + letter - 64
    return number


def _workbook(path: Path, wanted: str) -> Table:
    import python_calamine

    try:
        with python_calamine.CalamineWorkbook.from_path(path) as book:
            return _chosen(book, path, wanted)
    except python_calamine.PasswordError as error:
        raise _locked(path) from error
    except (python_calamine.CalamineError, ValueError, OSError) as error:
        raise _damaged(path) from error


def _chosen(book: "CalamineWorkbook", path: Path, wanted: str) -> Table:
    import python_calamine

    hidden = python_calamine.SheetVisibleEnum.Visible
    names = tuple(sheet.name for sheet in book.sheets_metadata if sheet.visible == hidden) or tuple(book.sheet_names)
    for name in (wanted,) if wanted in names else names:
        sheet = book.get_sheet_by_name(name)
        if sheet.total_width > MOST_COLUMNS:
            raise Unreadable(too_wide(name, sheet.total_width), _NARROWER)
        rows = sheet.to_python(skip_empty_area=False) if sheet.total_height else []
        if any(cell not in ("", None) for row in rows for cell in row):
            filled = _fill_merged(rows, sheet)
            notes = (f"{filled} merged areas were filled downwards",) if filled else ()
            table = table_of(_texts(rows), path.name, notes)
            return replace(table, sheets=names, sheet=name)
    raise Unreadable(f"{path.name} has no cells with anything in them.")


def _fill_merged(rows: list[list[Any]], sheet: "CalamineSheet") -> int:
    """A value merged over several rows counts for each of them; across columns it stays in the first."""
    filled = 0
    for (top, left), (bottom, _) in sheet.merged_cell_ranges or ():
        if bottom <= top or top >= len(rows) or left >= len(rows[top]):
            continue
        filled += 1
        for row in rows[top + 1 : bottom + 1]:
            row[left] = rows[top][left]
    return filled


def _texts(rows: list[list[Any]]) -> list[list[str]]:
    """Cells as text that reads one way only: ISO times, decimals with a point."""
    # A midnight comes as a bare day; in a column with times of day it is one.
    timed = {place for row in rows for place, cell in enumerate(row) if isinstance(cell, datetime)}
    return [[_text(cell, is_timed=place in timed) for place, cell in enumerate(row)] for row in rows]


def _text(cell: Any, *, is_timed: bool) -> str:
    match cell:
        case bool():
            return "yes" if cell else "no"
        case int() | float():
            return number_text(Decimal(repr(cell)))
        case datetime() | date():
            text = _rounded(cell).isoformat(" ", "minutes") if isinstance(cell, datetime) else cell.isoformat()
            return f"{text} 00:00" if is_timed and not isinstance(cell, datetime) else text
        case time():
            return _rounded(datetime.combine(date(2000, 1, 1), cell)).time().isoformat("minutes")
        case timedelta():
            minutes = round(cell.total_seconds() / 60)
            return f"{minutes // 60}:{minutes % 60:02d}"
        case _:
            return str(cell or "")


def _rounded(moment: datetime) -> datetime:
    """To the minute: a sheet holds 14:00 as a fraction of a day, and some programs cut it off just before."""
    with contextlib.suppress(OverflowError):  # the last minute of the calendar
        return moment + timedelta(seconds=30)
    return moment


def number_text(value: Decimal) -> str:
    """A number without an exponent; three decimals get a zero more, since `1.234` may be read as thousands."""
    if value == value.to_integral_value():
        return f"{value.to_integral_value():f}"
    text = f"{value:f}"
    whole, _, fraction = text.partition(".")
    return f"{text}0" if len(fraction) == 3 and len(whole.lstrip("-")) <= 3 else text
