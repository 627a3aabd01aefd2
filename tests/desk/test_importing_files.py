"""Tables from real files: spreadsheets, encodings, and what must end in a sentence."""

import zipfile
from datetime import date, datetime, time
from pathlib import Path

import pytest
import xlsxwriter

from bunkerdesk.desk import importing_files
from bunkerdesk.desk.importing_files import decoded, read_file
from bunkerdesk.desk.importing_tables import Unreadable


def workbook(path: Path, *, password_like: bool = False) -> Path:
    """Two sheets, times, numbers, a merged area, a formula."""
    book = xlsxwriter.Workbook(path)
    book.add_worksheet("Empty")
    sheet = book.add_worksheet("Stems")
    moment = book.add_format({"num_format": "dd/mm/yyyy hh:mm"})
    day = book.add_format({"num_format": "dd/mm/yyyy"})
    clock = book.add_format({"num_format": "hh:mm"})
    sheet.write_row(0, 0, ["Ref", "ETB", "Day", "Time", "Qty", "Vessel", "Sum"])
    sheet.write(1, 0, "A1")
    sheet.write_datetime(1, 1, datetime(2026, 11, 21, 14, 0), moment)  # noqa: DTZ001  a spreadsheet has no zones
    sheet.write_datetime(1, 2, date(2026, 11, 21), day)
    sheet.write_datetime(1, 3, time(14, 30), clock)
    sheet.write(1, 4, 480.125)
    sheet.write_formula(1, 6, "=E2*2", None, 960.25)
    sheet.write(2, 0, "A2")
    sheet.write_datetime(2, 1, datetime(2026, 11, 22), moment)  # noqa: DTZ001
    sheet.write(2, 4, 1200)
    sheet.merge_range(1, 5, 2, 5, "EVER SUMMIT")
    book.close()
    return path


def test_a_workbook_gives_texts_that_read_one_way(tmp_path: Path):
    """Times as ISO, midnight in a column of times as midnight, three decimals not as thousands."""
    table = read_file(workbook(tmp_path / "stems.xlsx"))
    assert table.sheet == "Stems"
    assert table.sheets == ("Empty", "Stems")
    assert table.rows[1] == ["A1", "2026-11-21 14:00", "2026-11-21", "14:30", "480.1250", "EVER SUMMIT", "960.25"]
    assert table.rows[2] == ["A2", "2026-11-22 00:00", "", "", "1200", "EVER SUMMIT", ""]
    assert "1 merged" in table.notes[0]


@pytest.mark.parametrize(("serial", "text"), [(46347.58333, "14:00"), (46347.5833, "14:00"), (46347.59375, "14:15")])
def test_a_time_cut_off_by_another_program_is_the_minute_it_was(tmp_path: Path, serial: float, text: str):
    """Fourteen o'clock is 0.58333… of a day; with fewer digits it lies seconds before, and is meant all the same."""
    book = xlsxwriter.Workbook(tmp_path / "stems.xlsx")
    sheet = book.add_worksheet("Stems")
    sheet.write_row(0, 0, ["Ref", "ETB", "Time"])
    sheet.write(1, 0, "A1")
    sheet.write_number(1, 1, serial, book.add_format({"num_format": "dd/mm/yyyy hh:mm"}))
    sheet.write_number(1, 2, serial % 1, book.add_format({"num_format": "hh:mm"}))
    book.close()
    assert read_file(tmp_path / "stems.xlsx").rows[1] == ["A1", f"2026-11-21 {text}", text]


@pytest.mark.parametrize(
    ("encoding", "mark"), [("utf-8", b""), ("utf-8-sig", b""), ("utf-16", b""), ("utf-16-le", b""), ("cp1252", b"")]
)
def test_encodings_of_csv_are_recognised(tmp_path: Path, encoding: str, mark: bytes):
    """Accents are right whoever wrote the file."""
    path = tmp_path / "stems.csv"
    path.write_bytes(mark + "Ref;Empfänger;Menge\nA1;Compañía Marítima;480\nA2;Größe;90\n".encode(encoding))
    table = read_file(path)
    assert [row[1] for row in table.rows] == ["Empfänger", "Compañía Marítima", "Größe"]
    assert bool(table.notes) is (encoding in ("cp1252", "utf-16-le"))


def test_what_cannot_be_read_says_why(tmp_path: Path):
    """Empty, binary, damaged, protected, missing: a sentence each, never a traceback."""
    cases = {
        "empty.csv": (b"", "empty"),
        "blank.csv": (b" \r\n;;;\r\n", "empty"),
        "picture.csv": (bytes(range(1, 32)) * 50, "neither"),
        "damaged.xlsx": (b"PK\x03\x04" + b"junk" * 50, "damaged"),
        "locked.xlsx": (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600 + "EncryptedPackage".encode("utf-16-le"),
            "password",
        ),
        "damaged.xls": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "damaged"),
    }
    for name, (content, word) in cases.items():
        path = tmp_path / name
        path.write_bytes(content)
        with pytest.raises(Unreadable, match=word):
            read_file(path)
    with pytest.raises(Unreadable, match="cannot be opened"):
        read_file(tmp_path / "missing.csv")


def test_a_huge_file_is_refused_before_it_is_read(tmp_path: Path):
    """A hundred megabytes cost neither memory nor minutes."""
    path = tmp_path / "huge.csv"
    with path.open("wb") as file:
        file.seek(100_000_000)
        file.write(b"x")
    with pytest.raises(Unreadable, match="100 MB"):
        read_file(path)


def test_ten_thousand_columns_are_refused(tmp_path: Path):
    """The sentence names the number."""
    path = tmp_path / "wide.xlsx"
    book = xlsxwriter.Workbook(path)
    sheet = book.add_worksheet()
    sheet.write_row(0, 0, [f"c{number}" for number in range(10_000)])
    book.close()
    with pytest.raises(Unreadable, match="10\u202f000 columns"):
        read_file(path)


def test_a_cell_far_below_does_not_burst_the_memory(tmp_path: Path):
    """A sheet is held whole with its empty cells; one that reaches to the last row is refused first."""
    path = tmp_path / "far.xlsx"
    book = xlsxwriter.Workbook(path)
    sheet = book.add_worksheet()
    sheet.write_row(0, 0, ["Ref"] * 30)
    sheet.write(1_048_575, 29, "end")
    book.close()
    with pytest.raises(Unreadable, match="1\u202f048\u202f576"):
        read_file(path)


def test_an_archive_that_unpacks_to_too_much_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Compressed nothing stays on the disk."""
    monkeypatch.setattr(importing_files, "MOST_UNPACKED", 1_000_000)
    path = tmp_path / "bomb.xlsx"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/worksheets/sheet1.xml", b" " * 2_000_000)
    with pytest.raises(Unreadable, match="unpacks"):
        read_file(path)


def test_bytes_of_no_encoding_are_still_readable():
    """Odd bytes become signs, never an error."""
    text, note = decoded(b"Ref;Name\nA1;\x81\x8d\xff\n", "odd.csv")
    assert text.startswith("Ref;Name")
    assert "Windows-1252" in note
