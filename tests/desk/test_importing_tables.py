"""Pasted text as a table: delimiters, spreadsheets' HTML, lists of references, messages that are none of it."""

import csv
import io
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bunkerdesk.desk.importing_tables import (
    MOST_COLUMNS,
    MOST_ROWS,
    Pasted,
    Unreadable,
    delimiter_of,
    html_table,
    kind_of,
    references_of,
    text_table,
)

MAILS = sorted((Path(__file__).parents[1] / "rules" / "mails").glob("*.txt"))


@pytest.mark.parametrize("delimiter", ["\t", ";", ","])
def test_each_usual_delimiter_is_found(delimiter: str):
    """A file from any country's spreadsheet opens without being asked."""
    rows = [["Ref", "Vessel", "Qty"], ["A1", "EVER SUMMIT", "480"], ["A2", "NYK ORION", "90"]]
    text = "\n".join(delimiter.join(row) for row in rows)
    assert delimiter_of(text) == delimiter
    assert text_table(text).rows == rows


def test_decimal_commas_do_not_part_cells():
    """A semicolon file with decimal commas keeps its quantities whole."""
    table = text_table("Ref;Menge;Hafen\nA1;1.234,5;DEHAM\nA2;90,25;NLRTM")
    assert [row[1] for row in table.rows] == ["Menge", "1.234,5", "90,25"]


def test_a_table_drawn_with_bars_loses_its_frame():
    """Tables typed into a chat are tables too."""
    table = text_table("| Ref | Qty |\n|-----|-----|\n| A1 | 480 |\n| A2 | 90 |")
    assert table.rows == [["Ref", "Qty"], ["A1", "480"], ["A2", "90"]]


def test_cells_with_line_breaks_stay_cells():
    """Remarks of two lines do not shift the rows below them."""
    table = text_table('Ref\tRemarks\nA1\t"first\nsecond"\nA2\tnone')
    assert table.rows[1] == ["A1", "first\nsecond"]
    assert len(table.rows) == 3


_CELLS = st.text(st.characters(blacklist_categories=("Cs", "Cc"), blacklist_characters='"'), min_size=1, max_size=12)


@given(st.lists(st.lists(_CELLS.map(str.strip).filter(bool), min_size=3, max_size=3), min_size=2, max_size=8))
def test_what_a_spreadsheet_copies_comes_back_cell_by_cell(rows: list[list[str]]):
    """Whatever stands in the cells, none of them moves or is lost."""
    out = io.StringIO()
    csv.writer(out, delimiter="\t", lineterminator="\n").writerows(rows)
    wanted = [[cell.strip("\ufeff") for cell in row] for row in rows]
    if all(any(row) for row in wanted) and not any(
        "\x85" in c or "\u2028" in c or "\u2029" in c for r in rows for c in r
    ):
        assert [[cell for cell in row] for row in text_table(out.getvalue()).rows] == _even(wanted)


def _even(rows: list[list[str]]) -> list[list[str]]:
    width = max(max(place for place, cell in enumerate(row, 1) if cell) for row in rows)
    return [row[:width] for row in rows]


@given(st.text(max_size=400))
def test_any_text_is_something_or_says_why_not(text: str):
    """No paste breaks the page."""
    assert kind_of(text) in Pasted
    with suppress(Unreadable):
        table = text_table(text)
        assert {len(row) for row in table.rows} == {table.width}


def test_html_of_a_spreadsheet_keeps_columns_under_their_headings():
    """Merged cells count for as many columns as they cover; style sheets are no text."""
    html = (
        "<html><head><style>td{color:red}</style></head><body><table><tr><th colspan=2>Vessel</th><th>Qty</th></tr>"
        "<tr><td>EVER<br>SUMMIT</td><td>9811000</td><td>480&nbsp;mt</td></tr></table></body></html>"
    )
    table = html_table(html)
    assert table is not None
    assert table.rows == [["Vessel", "", "Qty"], ["EVER SUMMIT", "9811000", "480 mt"]]


def test_html_without_a_table_is_none():
    """Text copied from a web page goes on as text."""
    assert html_table("<p>MV EVER SUMMIT, Singapore</p>") is None


def test_a_list_of_references_is_told_from_a_table_and_a_message():
    """One column of references is to be remembered, not to be sent as empty drafts."""
    text = "Reference\nSO-24117\nSO-24118,\nDR/0933\n"
    assert kind_of(text) is Pasted.REFERENCES
    assert references_of(text) == ["SO-24117", "SO-24118", "DR/0933"]


@pytest.mark.parametrize(
    "text",
    [
        "Good morning,\n\nsorry - MV BLUE AVOCET now delayed 2 days due to weather, pls amend our stem SO-24154:\n"
        "new ETA Singapore 24 Nov 2200LT, new ETB 25 Nov 0225LT. Qty unchanged.\n\nRgds",
        "[18/11, 09:14] Ravi: morning mate, need 500mt\n[18/11, 09:15] Ravi: ETA 24/11 0600 lt",
        "Hi team,\nplease note the vessel will need 500 mt of VLSFO, ETA 24 Nov at Singapore\nthanks, Ravi",
    ],
)
def test_sentences_with_commas_are_a_message(text: str):
    """As many commas in one line as in the next do not make columns of them."""
    assert kind_of(text) is Pasted.MESSAGE


def test_a_table_with_long_remarks_is_a_table():
    """Each line has its three cells."""
    remarks = "please call the master half an hour before you come alongside"
    assert kind_of(f"Vessel,Qty,Remarks\nALPHA,500,{remarks}\nBETA,300,{remarks} too\n") is Pasted.TABLE


def test_an_odd_reference_among_plain_ones_is_a_reference_too():
    """Companies choose their references: one of several words makes a list no message, and is not lost."""
    references = ["SO-24117", "SO-24118", "PO 77/4 #2", "合同-118", "SO-24119", "SO-24120"]
    text = "\n".join(references)
    assert kind_of(text) is Pasted.REFERENCES
    assert references_of(text) == references


def test_short_lines_of_a_message_are_no_list_of_references():
    """Sentences do not become references because one or two of them stand beside a number."""
    assert kind_of("SO-24117\nplease book 480 mt\nfor 25 Nov\nSO-24118") is Pasted.MESSAGE


def test_most_mails_of_the_corpus_are_taken_for_messages():
    """Only the few that are drawn as tables may be taken for one."""
    kinds = [kind_of(path.read_text("utf-8")) for path in MAILS]
    assert kinds.count(Pasted.MESSAGE) >= len(MAILS) - 4
    assert Pasted.REFERENCES not in kinds


def test_too_much_is_refused_with_its_measure():
    """A sentence says how much it is and how much is possible."""
    with pytest.raises(Unreadable, match="columns"):
        text_table("\n".join("\t".join("x" * (MOST_COLUMNS + 1)) for _ in range(3)))
    with pytest.raises(Unreadable, match="rows"):
        text_table("a\tb\n" * (MOST_ROWS + 5))
    with pytest.raises(Unreadable, match="nothing"):
        text_table(" \n\t\n")


def test_an_open_quotation_mark_does_not_swallow_memory():
    """A quote that never closes gives either its text or a sentence."""
    text = 'Ref\tRemarks\nA1\t"' + "x" * 200_000
    with pytest.raises(Unreadable, match="quotation mark"):
        text_table(text)
