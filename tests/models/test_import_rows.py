"""Texts of a spreadsheet as nominations: what is understood, what is asked, which cell is told."""

from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bunkerdesk.desk.editing_bodies import EditKind
from bunkerdesk.desk.importing import Choices, ImportRow
from bunkerdesk.desk.importing_headers import Guess
from bunkerdesk.models.editor_options import Options, Sources
from bunkerdesk.models.import_cells import Reader, Setting
from bunkerdesk.models.import_rows import Assessed, assess
from bunkerdesk.rules.ports import shipped

NOW = datetime(2026, 11, 18, 9, 0, tzinfo=UTC)
OPTIONS = Options(Sources(lambda _: [], shipped))
REF, PORT, ETB, QTY = (
    Guess("clientReference"),
    Guess("delivery.bunkeringLocationCode"),
    Guess("delivery.estimatedTimeOfBunkering"),
    Guess("fuelSpecifications[0].quantity"),
)
FUEL = Guess("fuelSpecifications[0].fuelType")


def setting(kind: EditKind = EditKind.DRAFT, **choices: Any) -> Setting:
    return Setting(OPTIONS, NOW, ZoneInfo("Europe/Berlin"), kind, Choices(**choices))


def one(columns: list[Guess], texts: list[str], **choices: Any) -> Assessed:
    return assess([ImportRow(2, texts)], Reader(columns, setting(**choices)), columns)[2]


def test_a_row_becomes_a_draft_in_the_ports_clock():
    """Port by name, time by the port's clock whatever the order of columns, a range with its unit."""
    found = one([REF, ETB, PORT, FUEL, QTY], ["A1", "21/11/2026 14:00", "Rotterdam", "VLSFO", "480-520"])
    assert found.body["delivery"] == {
        "bunkeringLocationCode": "NLRTM",
        "estimatedTimeOfBunkering": "2026-11-21T14:00:00+01:00",
    }
    assert found.body["fuelSpecifications"] == [
        {"fuelType": "VLSFO", "quantityRange": {"minQuantity": 480, "maxQuantity": 520, "unit": "metric_tonnes"}}
    ]
    assert found.errors == 0


def test_an_alongside_time_of_a_row_is_sent_where_the_connection_allows_it():
    """Refused otherwise, as in the editor."""
    columns = [REF, PORT, Guess("delivery.estimatedAlongsideTime")]
    texts = ["A1", "SGSIN", "21/11/2026 13:00"]
    for allowed in (True, False):
        held = replace(setting(), may_send_alongside_time=allowed)
        found = assess([ImportRow(2, texts)], Reader(columns, held), columns)[2]
        assert found.body["delivery"]["estimatedAlongsideTime"] == "2026-11-21T13:00:00+08:00"
        assert any("alongside" in note.text for note in found.all_notes) is not allowed


@pytest.mark.parametrize(
    ("text", "choices", "wanted"),
    [
        ("1,234", {"decimal": "."}, Decimal(1234)),
        ("1,234", {"decimal": ","}, Decimal("1.234")),
        ("1.234", {"decimal": "."}, Decimal("1.234")),
        ("1.234", {"decimal": ","}, Decimal(1234)),
        ("1.234,5", {"decimal": "."}, Decimal("1234.5")),
    ],
)
def test_the_decimal_sign_that_was_chosen_decides(text: str, choices: dict[str, Any], wanted: Decimal):
    """A thousand tonnes are never sent as one and a bit."""
    body = one([REF, QTY], ["A1", text], **choices).body
    assert body["fuelSpecifications"][0]["quantityRange"]["maxQuantity"] == wanted


@pytest.mark.parametrize(
    ("choices", "wanted"),
    [
        ({}, "2026-12-11T08:00:00+08:00"),
        ({"month_first": True}, "2026-11-12T08:00:00+08:00"),
        ({"clock": "utc"}, "2026-12-11T08:00:00+00:00"),
        ({"clock": "desk"}, "2026-12-11T08:00:00+01:00"),
    ],
)
def test_the_order_of_dates_and_the_clock_decide(choices: dict[str, Any], wanted: str):
    """11/12 is what the person says it is, in the clock the person says."""
    body = one([REF, PORT, ETB], ["A1", "SGSIN", "11/12/2026 08:00"], **choices).body
    assert body["delivery"]["estimatedTimeOfBunkering"] == wanted


@pytest.mark.parametrize(
    ("column", "text", "words"),
    [
        (ETB, "21/11/2026", "time of day"),
        (ETB, "soon", "not a time"),
        (QTY, "tba", "not a unit"),
        (QTY, "520-480", "below the minimum"),
        (QTY, "=B2*2", "formula"),
        (ETB, "#N/A", "formula or error"),
        (PORT, "Nowhere at all", "not known"),
        (Guess("receiver.vesselIdentifier.imo"), "9811001", "Check digit"),
    ],
)
def test_what_is_wrong_is_said_at_its_cell(column: Guess, text: str, words: str):
    """An error stops the row and stands beside the cell that needs mending."""
    found = one([REF, column], ["A1", text])
    assert found.errors >= 1
    assert any(words in note.text and note.tone == "error" for note in found.notes[1])


def test_whole_days_of_a_laycan_are_told():
    """The whole of both days is taken, and it is said."""
    columns = [REF, PORT, Guess("delivery.laycanStart"), Guess("delivery.laycanEnd")]
    found = one(columns, ["A1", "SGSIN", "23/11/2026", "25/11/2026"])
    assert (found.body["laycanStart"], found.body["laycanEnd"]) == (
        "2026-11-23T00:00:00+08:00",
        "2026-11-25T23:59:00+08:00",
    )
    assert found.notes[2][0].tone == "warning"


def test_rows_that_repeat_each_other_are_told():
    """A reference twice in one table (N09), and the same stem under two references (N08)."""
    columns = [REF, Guess("receiver.vesselIdentifier.imo"), PORT, ETB, FUEL]
    texts = ["9811000", "SGSIN", "21/11/2026 14:00", "VLSFO"]
    rows = [ImportRow(number, [ref, *texts]) for number, ref in enumerate(["A1", "A1", "A2"], 2)]
    found = assess(rows, Reader(columns, setting()), columns)
    assert found[2].is_used
    assert any("already used" in note.text for note in found[2].notes[0])
    assert any("Looks like A1" in note.text for note in found[4].all_notes)
    assert not found[4].is_used


def test_a_refusal_stands_beside_the_cell_it_names():
    """What the service said of the port is told at the port, the rest at the row."""
    row = ImportRow(2, ["A1", "SGSIN"], reasons=(("delivery.bunkeringLocationCode", "closed"), ("", "not today")))
    found = assess([row], Reader([REF, PORT], setting()), [REF, PORT])[2]
    assert found.notes[1][0].text == "Refused: closed"
    assert any(note.text == "Refused: not today" for note in found.others)


def test_each_side_gets_its_own_body():
    """A receiver names the supplier at the top; a firm nomination has no vessel name, and says so."""
    columns = [REF, Guess("supplier.companyIdentifier"), Guess("receiver.vesselName")]
    reader = Reader(columns, setting(EditKind.RECEIVER))
    found = assess([ImportRow(2, ["A1", "harbour", "EVER SUMMIT"])], reader, columns)[2]
    assert found.body["supplierCompanyIdentifier"] == "harbour"
    assert "receiver" not in found.body
    assert "Not sent" in found.notes[2][0].text


def test_a_column_of_a_product_makes_a_fuel_only_where_it_holds_something():
    """Ships without gas oil get no second fuel."""
    columns = [REF, Guess("fuelSpecifications[0].quantity", "VLSFO"), Guess("fuelSpecifications[1].quantity", "LSMGO")]
    assert len(one(columns, ["A1", "480", ""]).body["fuelSpecifications"]) == 1
    assert [fuel["fuelType"] for fuel in one(columns, ["A1", "", "90"]).body["fuelSpecifications"]] == ["LSMGO"]


@pytest.mark.parametrize(
    ("text", "name", "grade"),
    [
        ("VLSFO", "VLSFO", None),
        ("VLSFO 0.5%", "VLSFO", None),
        ("VLSFO 380 CST", "VLSFO", None),
        ("vlsfo rmg380", "VLSFO", "rmg"),
        ("LSMGO DMA 0,1% S", "LSMGO", "dma"),
        ("BIO_VLSFO", "BIO_VLSFO", None),
        ("VLSFO or LSMGO", "VLSFO or LSMGO", None),
        ("Fuel of the future 380", "Fuel of the future 380", None),
    ],
)
def test_a_fuel_is_its_name_without_its_figures(text: str, name: str, grade: str | None):
    """What the trade writes behind a product is no part of its name; a name that is not known stays as typed."""
    fuel = one([REF, FUEL, QTY], ["A1", text, "480"]).body["fuelSpecifications"][0]
    assert (fuel["fuelType"], fuel.get("grade")) == (name, grade)


@given(st.lists(st.text(max_size=30), min_size=5, max_size=5))
def test_any_texts_give_a_row_and_never_a_traceback(texts: list[str]):
    """Whatever stands in the cells, the row is shown with what is wrong."""
    columns = [REF, PORT, ETB, QTY, Guess("receiver.vesselIdentifier.imo")]
    found = assess([ImportRow(2, texts)], Reader(columns, setting()), columns)
    assert set(found) == {2}


@pytest.mark.parametrize("word", ["MT", "mts", "t", "Metric tons", "metric_tonnes"])
def test_a_column_of_units_is_sent_in_the_words_of_the_service(word: str):
    """`MT` in a cell of its own is metric tonnes, as it is behind a quantity."""
    columns = [REF, FUEL, Guess("fuelSpecifications[0].quantityRange.unit")]
    found = one(columns, ["A1", "VLSFO", word])
    assert found.body["fuelSpecifications"][0]["quantityRange"]["unit"] == "metric_tonnes"
    assert not [note for note in found.notes.get(2, ()) if note.tone != "hint"]


def test_where_in_a_port_is_no_part_of_its_name():
    """Spreadsheets say `Singapore OPL` where the port is meant."""
    found = one([REF, PORT], ["A1", "singapore OPL"])
    assert found.body["delivery"]["bunkeringLocationCode"] == "SGSIN"
