"""A desk's own spreadsheet as it really comes: titles, two lines of headings, mixed times, texts in number columns."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import xlsxwriter

from bunkerdesk.desk.importing import Batch, Choices
from bunkerdesk.desk.importing_files import read_file
from bunkerdesk.desk.importing_tables import Table, html_table, text_table
from bunkerdesk.models.editor_options import Options, Sources
from bunkerdesk.models.import_cells import Reader, Setting
from bunkerdesk.models.import_mapping import Mapping
from bunkerdesk.models.import_rows import Assessed, assess
from bunkerdesk.rules.ports import shipped

NOW = datetime(2026, 11, 18, 9, 0, tzinfo=UTC)
ROWS = 1000
FIRST = datetime(2026, 12, 1)  # noqa: DTZ001  a spreadsheet has no zones
TIMES: tuple[Callable[[datetime], Any], ...] = (
    lambda moment: moment,
    lambda moment: f"{moment:%d.%m.%Y %H:%M}",
    lambda moment: f"{moment:%d/%m/%Y %H%M}",
    lambda moment: f"{moment:%d %b %Y %H:%M} CET",
    lambda moment: f"{moment:%d/%m/%y %H.%M}",
    lambda moment: f"{moment:%d-%b-%Y %H%M} LT",
    lambda moment: f"{moment:%Y-%m-%dT%H:%M}:00+01:00",
    lambda moment: f"{moment:%d.%m.%Y}, {moment:%H:%M} Uhr",
    lambda moment: f"{moment:%d.%m.%Y %H:%M} MEZ",
)
LEAST = (480, "480,5", "1.200,00", "480,25 mt", "1 200,5", "480.5", "abt 500", "480 MT", "ca. 1.250,5")
MOST = (520, "520,5", "1.260,00", "520,75 mt", "1 260,5", "520.5", "540", "-", "n/a")
PORTS = ("NLRTM", "Rotterdam", "Rotterdam, NL", "NLRTM Rotterdam", "Rotterdam (NLRTM)", "nlrtm ")
NUMBERS = (9811000, "IMO 9811000", " 9811000 ", "IMO: 9811000", 9811000.0)


def workbook(path: Path) -> Path:
    """1,000 stems below two title lines and two lines of headings, with gaps, sums and merged cells."""
    book = xlsxwriter.Workbook(path)
    sheet = book.add_worksheet("Stems")
    clock = book.add_format({"num_format": "dd.mm.yyyy hh:mm"})
    sheet.write(0, 0, "Bunker programme")
    sheet.write(1, 0, "printed 18.11.2026")
    sheet.write_row(3, 0, ["Our ref", "Vessel", "", "Port", "ETB", "Product", "Quantity (mt)", "", "Laycan"])
    for first, last in ((1, 2), (6, 7), (8, 9)):
        sheet.merge_range(3, first, 3, last, ["Vessel", "Quantity (mt)", "Laycan"][(first > 1) + (first > 6)])
    sheet.write_row(4, 0, ["", "Name", "IMO", "", "(LT)", "", "Min", "Max", "from", "to", "Remarks"])
    row = 5
    for number in range(ROWS):
        row += number % 40 == 39
        if number % 250 == 249:
            sheet.write(row, 0, "Total")
            sheet.write(row, 6, 12_000)
            row += 1
        moment = FIRST + timedelta(hours=60 * number / ROWS) + timedelta(days=number)
        moment = moment.replace(second=0, microsecond=0)
        sheet.write_row(row, 0, [f"MX-{number:04d}", "EVER SUMMIT", NUMBERS[number % len(NUMBERS)]])
        sheet.write(row, 3, PORTS[number % len(PORTS)])
        when = TIMES[number % len(TIMES)](moment)
        sheet.write_datetime(row, 4, when, clock) if isinstance(when, datetime) else sheet.write(row, 4, when)
        sheet.write_row(row, 5, ["VLSFO", LEAST[number % len(LEAST)], MOST[number % len(MOST)]])
        sheet.write_row(row, 8, ["n/a", "-", "pls confirm"] if number % 2 else ["", "", ""])
        row += 1
    book.close()
    return path


def mapped(table: Table) -> Mapping:
    """With the signs of the table's own numbers and dates, as the page takes them."""
    setting = Setting(Options(Sources(lambda _: [], shipped)), NOW, ZoneInfo("Europe/Berlin"))
    mapping = Mapping(table, setting)
    choices = Choices(mapping.month_first() or False, mapping.decimal() or ".")
    mapping.setting = replace(setting, choices=choices)
    return mapping


def understood(table: Table) -> tuple[Batch, dict[int, Assessed]]:
    mapping = mapped(table)
    batch = mapping.batch(mapping.setting.kind)
    return batch, assess(batch.rows, Reader(batch.columns, mapping.setting), batch.columns)


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> tuple[Batch, dict[int, Assessed]]:
    return understood(read_file(workbook(tmp_path_factory.mktemp("messy") / "stems.xlsx")))


def test_a_thousand_rows_as_they_come_need_no_mending(read: tuple[Batch, dict[int, Assessed]]):
    """Every form of time, number, port and IMO number that a desk types is understood; sums are left out."""
    batch, found = read
    stems = [row for row in batch.rows if not row.is_excluded]
    assert len(stems) == ROWS
    assert [row.texts[0] for row in batch.rows if row.is_excluded] == ["Total"] * 4
    assert {found[row.number].errors for row in stems} == {0}
    bodies = [found[row.number].body for row in stems]
    assert {body["delivery"]["bunkeringLocationCode"] for body in bodies} == {"NLRTM"}
    assert {body["receiver"]["vesselIdentifier"]["imo"] for body in bodies} == {9811000}
    assert all("laycanStart" not in body for body in bodies)


def test_every_form_of_a_time_is_the_same_moment(read: tuple[Batch, dict[int, Assessed]]):
    """All of them are meant by Rotterdam's clock, CET or not."""
    batch, found = read
    for number, row in enumerate(row for row in batch.rows if not row.is_excluded):
        wanted = (FIRST + timedelta(hours=60 * number / ROWS) + timedelta(days=number)).replace(second=0, microsecond=0)
        moment = datetime.fromisoformat(found[row.number].body["delivery"]["estimatedTimeOfBunkering"])
        assert moment.replace(tzinfo=None) == wanted, row.texts
        if "+01:00" not in row.texts[4]:
            assert moment.utcoffset() == wanted.replace(tzinfo=ZoneInfo("Europe/Amsterdam")).utcoffset(), row.texts


def test_both_ends_of_a_quantity_keep_their_figures(read: tuple[Batch, dict[int, Assessed]]):
    """Decimal commas, thousands, units and "abt" give the number that is meant."""
    batch, found = read
    stems = [row for row in batch.rows if not row.is_excluded][: len(LEAST)]
    ranges = [found[row.number].body["fuelSpecifications"][0]["quantityRange"] for row in stems]
    wanted = ["480", "480.5", "1200.00", "480.25", "1200.5", "480.5", "500", "480", "1250.5"]
    assert [Decimal(one["minQuantity"]) for one in ranges] == [Decimal(text) for text in wanted]
    assert [one.get("maxQuantity") for one in ranges][-2:] == [None, None]


def test_rows_carry_the_numbers_they_have_in_the_spreadsheet(read: tuple[Batch, dict[int, Assessed]]):
    """Titles and empty rows count: a person looks row 47 up in the file."""
    batch, _ = read
    numbers = {row.texts[0]: row.number for row in batch.rows}
    assert numbers["MX-0000"] == 6
    assert numbers["MX-0038"] == 44
    assert numbers["MX-0039"] == 46


@pytest.mark.parametrize(
    ("rows", "headings"),
    [
        (
            [["Ref", "Vessel", "", "Quantity", ""], ["", "Name", "IMO", "Min", "Max"]],
            ["Ref", "Vessel Name", "Vessel IMO", "Quantity Min", "Quantity Max"],
        ),
        (
            [["", "Delivery", "", ""], ["Ref", "Port", "ETB", "Qty"]],
            ["Ref", "Port", "ETB", "Qty"],
        ),
        ([["Ref", "Port", "ETB", "Qty"]], ["Ref", "Port", "ETB", "Qty"]),
        ([["Ref", "Port", "ETB", "Qty"], ["", "", "(LT)", "mt"]], ["Ref", "Port", "ETB (LT)", "Qty mt"]),
        ([["Stems of next week", "", "", ""], ["Ref", "Port", "ETB", "Qty"]], ["Ref", "Port", "ETB", "Qty"]),
    ],
)
def test_headings_in_two_lines_are_read_together(rows: list[list[str]], headings: list[str]):
    """A group above its columns tells what "from" and "Name" belong to; one line stays one line."""
    values = ["A1", *["x"] * (len(rows[0]) - 1)]
    mapping = mapped(Table([*rows, values]))
    assert mapping.headings == headings
    assert [list(row) for row in mapping.body] == [values]


def test_a_first_row_of_words_is_a_row_and_no_heading():
    """A stem must not vanish because its cells read like headings."""
    mapping = mapped(Table([["Ref", "Vessel", "Bunkers"], ["A-one", "EVER SUMMIT", "VLSFO"], ["A-two", "X", "LSMGO"]]))
    assert mapping.headings == ["Ref", "Vessel", "Bunkers"]
    assert len(mapping.body) == 2


def test_a_pasted_table_with_merged_cells_keeps_its_columns():
    """A port merged over three rows counts for each of them and shifts nothing."""
    html = (
        "<table><tr><th>Ref</th><th>Port</th><th>Vessel</th></tr>"
        "<tr><td>A1</td><td rowspan=3>Rotterdam</td><td>EVER SUMMIT</td></tr>"
        "<tr><td>A2</td><td>NYK ORION</td></tr><tr></tr><tr><td>A4</td><td>BLUE AVOCET</td></tr></table>"
    )
    table = html_table(html)
    assert table is not None
    assert table.rows[1:] == [
        ["A1", "Rotterdam", "EVER SUMMIT"],
        ["A2", "Rotterdam", "NYK ORION"],
        ["", "Rotterdam", ""],
        ["A4", "BLUE AVOCET", ""],
    ]


def test_a_pasted_table_with_gaps_and_cet_is_understood():
    """Semicolons, decimal commas, an empty line and a clock called by its name."""
    text = (
        "Ref;Port;ETB;Product;Qty\n"
        "A1;Rotterdam;03.12.2026 14:00 CET;VLSFO;480,5 - 520,5\n"
        ";;;;\n"
        "A2;Singapore;03.12.2026 14:00 SGT;LSMGO;90\n"
    )
    batch, found = understood(text_table(text))
    assert [row.number for row in batch.rows] == [2, 4]
    times = [found[number].body["delivery"]["estimatedTimeOfBunkering"] for number in (2, 4)]
    assert times == ["2026-12-03T14:00:00+01:00", "2026-12-03T14:00:00+08:00"]
    assert [found[number].errors for number in (2, 4)] == [0, 0]


def test_a_mapped_time_is_said_back_on_the_ports_clock():
    """Before a thousand rows go out, one look at the column tells which clock is meant."""
    mapping = mapped(Table([["Ref", "Port", "ETB"], ["A1", "SGSIN", "03.12.2026 14:00"]]))
    assert mapping.lines()[2].understood.startswith("Thu 3 Dec 14:00 +08:00")
