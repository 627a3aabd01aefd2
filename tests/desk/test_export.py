"""Files as they come out: exact, typed, defused, whole or not at all."""

import csv
import os
import re
import subprocess
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtPdf import QPdfDocument
from python_calamine import CalamineWorkbook

from bunkerdesk.desk import export
from bunkerdesk.desk.export_csv import text_of
from bunkerdesk.desk.export_table import Cancelled, Cell, Heading, Pace, Table
from bunkerdesk.desk.export_xlsx import LONGEST_TEXT, as_number
from bunkerdesk.desk.problems import KnownProblem

SINGAPORE = timezone(timedelta(hours=8))
MOMENT = datetime(2026, 11, 21, 22, 30, tzinfo=SINGAPORE)
HEADINGS = (Heading("Reference"), Heading("Bunkering", is_time=True), Heading("Quantity"), Heading("Day"))
HOSTILE = ("=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "\t=1", "\r=1", "＝1+1", '=HYPERLINK("http://x")')


def table(*rows: Sequence[Cell], headings: Sequence[Heading] = HEADINGS, fails: bool = False) -> Table:
    def made(pace: Pace) -> Iterator[Sequence[Cell]]:
        for row in rows:
            pace.step()
            yield row
        if fails:
            raise OSError(28, "No space left on device")

    return Table("Nominations", tuple(headings), made, "Sandbox, 2026-11-21")


def sheet_of(path: Path) -> list[list[object]]:
    return CalamineWorkbook.from_path(path).get_sheet_by_index(0).to_python(skip_empty_area=False)


def text_of_pdf(path: Path) -> str:
    document = QPdfDocument()
    document.load(str(path))
    text = "\n".join(document.getAllText(page).text() for page in range(document.pageCount()))
    document.close()
    return text


def test_csv_keeps_digits_offsets_and_line_ends_inside_cells(tmp_path: Path):
    """A parser by RFC 4180 reads back what was there; nothing is rounded, nothing has a byte order mark."""
    exact = Decimal("12345678901234567890.12345678")
    target = tmp_path / "list.csv"
    assert export.write(table(['a "b",\nc', MOMENT, exact, date(2026, 11, 21)]), target, Pace()) == 1
    content = target.read_bytes()
    assert content.startswith(b"Reference,Bunkering,Quantity,Day\r\n")
    with target.open(encoding="utf-8", newline="") as file:
        row = list(csv.reader(file))[1]
    assert row == ['a "b",\nc', "2026-11-21T22:30:00+08:00", str(exact), "2026-11-21"]


@pytest.mark.parametrize("text", HOSTILE)
def test_a_text_of_the_service_never_becomes_a_formula(text: str, tmp_path: Path):
    """A vessel's name must not start a program on the desk of whoever opens the file."""
    assert text_of(text) == f"'{text}"
    target = tmp_path / "list.xlsx"
    export.write(table([text, None, None, None]), target, Pace())
    workbook = CalamineWorkbook.from_path(target)
    assert str(workbook.get_sheet_by_index(0).to_python(skip_empty_area=False)[1][0]).strip() == text.strip()
    with zipfile.ZipFile(target) as packed:
        sheet = packed.read("xl/worksheets/sheet1.xml")
    assert b"<f>" not in sheet
    assert b"<hyperlink" not in sheet


@pytest.mark.parametrize("text", ["-1", "+6591234567", "-0,48", "<0.10", ">70", "SO-24117", ""])
def test_figures_in_texts_stay_as_they_are(text: str):
    """A telephone number and a flash point are no formulas."""
    assert text_of(text) == text


@pytest.mark.parametrize("ending", ["csv", "xlsx"])
def test_figures_in_our_own_sentences_are_written_plainly_and_received_texts_stay(ending: str, tmp_path: Path):
    """A spreadsheet finds −4.5 only as -4.5, 1 250.5 only in one piece; a name of the service is not ours to mend."""
    sentence = "Short by \u22121\u202f250.5 t of 12\u202f345\u202f678 t: 3\u202ftests, 5 \u2013 7 \u00b0C"
    target = tmp_path / f"list.{ending}"
    rows = table([sentence, sentence], headings=(Heading("received"), Heading("finding", is_worded=True)))
    export.write(rows, target, Pace())
    if ending == "xlsx":
        line = sheet_of(target)[1]
    else:
        with target.open(encoding="utf-8", newline="") as file:
            line = list(csv.reader(file))[1]
    assert line == [sentence, "Short by -1250.5 t of 12345678 t: 3\u202ftests, 5 \u2013 7 \u00b0C"]


def test_xlsx_has_typed_cells(tmp_path: Path):
    """Numbers add up, times sort, the port's clock is shown with its offset beside it."""
    target = tmp_path / "list.xlsx"
    export.write(table(["A", MOMENT, Decimal("512.345"), date(2026, 11, 20)]), target, Pace())
    header, row = sheet_of(target)
    assert header == ["Reference", "Bunkering", "Bunkering offset", "Quantity", "Day"]
    assert row == ["A", datetime(2026, 11, 21, 22, 30), "+08:00", 512.345, date(2026, 11, 20)]  # noqa: DTZ001


def test_a_number_beyond_a_spreadsheets_digits_stays_exact_as_text(tmp_path: Path):
    """Fifteen digits are kept by every spreadsheet; the sixteenth would be lost without a word."""
    long = Decimal("1234567890.12345678")
    target = tmp_path / "list.xlsx"
    export.write(table(["A", None, long, None], ["B", None, Decimal("1E+400"), None]), target, Pace())
    assert sheet_of(target)[1][3] == "1234567890.12345678"
    assert sheet_of(target)[2][3] == "1E+400"


@given(st.decimals(allow_nan=True, allow_infinity=True))
def test_a_number_in_a_sheet_is_the_number_that_was_meant(value: Decimal):
    """Whatever becomes a double comes back as the same decimal."""
    number = as_number(value)
    assert number is None or (Decimal(repr(number)) == value and len(value.normalize().as_tuple().digits) <= 15)


@pytest.mark.parametrize("ending", [".csv", ".xlsx", ".pdf"])
def test_texts_that_no_format_likes_are_written_all_the_same(ending: str, tmp_path: Path):
    """Half surrogates, control characters, endless names, right-to-left and Chinese: no crash, a whole file."""
    texts = ["\ud800", "a\x00b\x1b[2J", "x" * 40_000, "سفينة النور", "中远海运 宇宙", "\uffff", "🚢", "\u202e evil", ""]
    target = tmp_path / f"list{ending}"
    rows = [[text, "no time", Decimal("NaN"), datetime.min] for text in texts]  # noqa: DTZ901
    assert export.write(table(*rows), target, Pace()) == len(texts)
    if ending == ".xlsx":
        cells = [str(row[0]) for row in sheet_of(target)[1:]]
        assert max(map(len, cells)) == LONGEST_TEXT
        assert "中远海运 宇宙" in cells


def test_a_pdf_has_its_header_on_every_page(tmp_path: Path):
    """Page 3 of a print must say what its columns are, and where it comes from."""
    import pikepdf

    target = tmp_path / "list.pdf"
    rows = [[f"SO-{number}", MOMENT, number, None] for number in range(120)]
    export.write(table(*rows), target, Pace())
    with pikepdf.open(target) as document:
        pages = len(document.pages)
    text = text_of_pdf(target)
    assert pages >= 3
    assert text.count("Reference") == pages
    assert text.count("Sandbox, 2026-11-21") == pages
    said = " ".join(text.split())
    assert all(f"Page {number} of {pages}" in said for number in range(1, pages + 1))
    assert "2026-11-21 22:30 +08:00" in text


def test_a_print_of_many_pages_is_one_file(tmp_path: Path):
    """It is made in parts, so that memory does not grow; page numbers go on, no row is lost at a seam."""
    target = tmp_path / "list.pdf"
    export.write(table(*([f"SO-{number}", None, None, None] for number in range(5_000))), target, Pace())
    words = text_of_pdf(target).split()
    assert [word for word in words if word.startswith("SO-")] == [f"SO-{number}" for number in range(5_000)]
    pages = words.count("Page")
    assert pages > 100
    whole = " ".join(words)
    assert all(f"Page {number} of {pages}" in whole for number in (1, 100, 101, pages))
    assert [path.name for path in tmp_path.iterdir()] == ["list.pdf"]


def test_a_long_sentence_is_broken_over_lines_on_paper(tmp_path: Path):
    """A finding that ends in an ellipsis is no finding."""
    sentence = "Sulphur 0.48 % is above 0.10 % in the North Sea emission control area on RTM-261024-8980 " * 2
    target = tmp_path / "list.pdf"
    names = tuple(Heading(name) for name in ("reference", "rule", "finding", "source"))
    export.write(table(["SO-1", "B11", sentence + "end", sentence], headings=names), target, Pace())
    text = text_of_pdf(target)
    assert "end" in text
    assert "…" not in text


@pytest.mark.parametrize("ending", [".csv", ".xlsx", ".pdf"])
def test_a_failure_half_way_leaves_the_former_file_and_nothing_else(ending: str, tmp_path: Path):
    """Yesterday's list is better than half of today's."""
    target = tmp_path / f"list{ending}"
    target.write_text("yesterday")
    with pytest.raises(KnownProblem, match="No space left on device"):
        export.write(table(["A", None, 1, None], fails=True), target, Pace())
    assert target.read_text() == "yesterday"
    assert [path.name for path in tmp_path.iterdir()] == [target.name]


@contextmanager
def tiny_disk(folder: Path) -> Iterator[None]:
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(folder)], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("a small disk can be mounted by root only")
    try:
        yield
    finally:
        subprocess.run(["umount", str(folder)], check=True)


@pytest.mark.parametrize("ending", [".csv", ".xlsx", ".pdf"])
def test_a_full_disk_is_said(ending: str, tmp_path: Path):
    """Said in words, with nothing left on the full disk."""
    with tiny_disk(tmp_path):
        target = tmp_path / f"list{ending}"
        # Random enough that packing does not make it fit.
        rows = [[os.urandom(400).hex(), MOMENT, number, None] for number in range(2_000)]
        with pytest.raises(KnownProblem, match="No space left on device"):
            export.write(table(*rows), target, Pace())
        assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path):
    """Permission denied, no folder, a folder of that name, an unknown ending: each has its sentence."""
    with pytest.raises(KnownProblem, match="does not exist"):
        export.checked_target(tmp_path / "gone" / "list.csv")
    (tmp_path / "folder.csv").mkdir()
    with pytest.raises(KnownProblem, match="is a folder"):
        export.checked_target(tmp_path / "folder.csv")
    with pytest.raises(KnownProblem, match="tells no format"):
        export.checked_target(tmp_path / "list.txt")
    if os.geteuid() == 0:
        pytest.skip("permissions do not bind this user")
    tmp_path.chmod(0o500)
    with pytest.raises(KnownProblem, match="Permission denied"):
        export.write(table(), tmp_path / "list.csv", Pace())


def test_a_link_is_followed_and_stays_a_link(tmp_path: Path):
    """A nightly job may write through a link to where the file really lives."""
    real = tmp_path / "real"
    real.mkdir()
    link = tmp_path / "list.csv"
    link.symlink_to(real / "november.csv")
    export.write(table(["A", None, 1, None]), link, Pace())
    assert link.is_symlink()
    assert (real / "november.csv").read_text().startswith("Reference")


def test_a_stopped_export_leaves_nothing(tmp_path: Path):
    """Closing the window in the middle of it is no accident."""
    pace = Pace()
    pace.is_stopped.set()
    with pytest.raises(Cancelled):
        export.write(table(["A", None, 1, None]), tmp_path / "list.xlsx", pace)
    assert list(tmp_path.iterdir()) == []


def test_a_sheet_is_ready_to_be_read(tmp_path: Path):
    """The header stays in sight, every column has the width of what is in it, and can be filtered."""
    target = tmp_path / "list.xlsx"
    export.write(
        table(["SO-24117", MOMENT, Decimal("512.345"), date(2026, 11, 20)], ["x" * 300, None, 1, None]), target, Pace()
    )
    with zipfile.ZipFile(target) as packed:
        sheet = packed.read("xl/worksheets/sheet1.xml").decode()
    assert 'ySplit="1"' in sheet
    assert 'state="frozen"' in sheet
    assert '<autoFilter ref="A1:E3"' in sheet
    columns = re.findall(r'<col min="(\d+)" max="(\d+)" width="([\d.]+)"', sheet)
    widths = [float(width) for first, last, width in columns for _ in range(int(first), int(last) + 1)]
    assert len(widths) == 5
    assert max(widths) < 62  # an endless name does not push everything else off the screen
    assert widths[1] > len("2026-11-21 22:30")
