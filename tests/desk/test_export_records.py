"""What is exported: whole records, notes and findings, chosen by the words of a filter."""

from contextlib import suppress
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bunkerdesk.contract import jsontext
from bunkerdesk.desk import export_fields, export_filter, export_records
from bunkerdesk.desk.desk import Desk
from bunkerdesk.desk.export_table import Pace
from bunkerdesk.desk.problems import KnownProblem

EXACT = Decimal("1234567890.12345678")


def nomination(reference: str, **changes: Any) -> dict[str, Any]:
    return {
        "clientReference": reference,
        "status": "accepted",
        "delivery": {
            "bunkeringLocationCode": "SGSIN",
            "bunkeringLocationName": "Singapore",
            "estimatedTimeOfBunkering": "2026-10-31T23:30:00+08:00",
        },
        "receiver": {"vesselIdentifier": {"imo": 9811000}, "vesselName": "EVER SUMMIT"},
        "fuelSpecifications": [{"fuelType": "VLSFO", "quantityRange": {"minQuantity": 480, "maxQuantity": EXACT}}],
        "newField": {"deep": [1]},
    } | changes


def operation(reference: str, **note: Any) -> dict[str, Any]:
    return {
        "clientReference": reference,
        "status": "ended",
        "operationStandardCode": "SS648",
        "bunkeringLocationCode": "SGSIN",
        "supplier": {"companyName": "Harbour", "assetName": "H7"},
        "receiver": {"companyName": "=Oceanic", "vesselName": "EVER SUMMIT"},
        "bunkerDeliveryNotes": [
            {
                "bunkerType": "conventional",
                "number": "BDN-1",
                "fuelIndex": 0,
                "productName": "VLSFO",
                "deliveryDate": "2026-10-31",
                "allFastTimestamp": "2026-10-31T22:00:00+08:00",
                "quantityDelivered": {"value": EXACT, "unit": "metric tons", "method": "mass flow"},
            }
            | note
        ],
        "documentReferences": [],
    }


async def filled(desk: Desk, service: Any, *references: str) -> None:
    for reference in references:
        service.nominations.there.setdefault(reference, [nomination(reference)])
        service.operations.there.setdefault(reference, [operation(reference)])
    await desk.remember(references, "imported")
    await desk.synchronise(everything=True)


def table_of(desk: Desk, kind: str, wanted: str = "") -> list[dict[str, Any]]:
    source: Any = desk.operations if export_records.is_of_operations(kind) else desk.nominations
    ids = export_filter.chosen(source, export_filter.parse([wanted]))
    table = desk.export_table(kind, list(ids), "here")
    titles = [heading.title for heading in table.headings]
    return [dict(zip(titles, row, strict=True)) for row in table.rows(Pace())]


async def test_a_nomination_keeps_its_digits_and_what_nobody_knows(desk: Desk, service: Any):
    """Exact quantities, the port's clock, and unknown fields in the last column."""
    await filled(desk, service, "A")
    (row,) = table_of(desk, "nominations")
    assert row["Fuel 1 maximum quantity"] == EXACT
    assert row["Estimated time of bunkering"].isoformat() == "2026-10-31T23:30:00+08:00"
    assert row["Receiver vessel IMO"] == 9811000
    assert jsontext.parse(row["Other fields (JSON)"]) == {"newField": {"deep": [1]}}


async def test_notes_have_value_and_unit_in_columns_of_their_own(desk: Desk, service: Any):
    """One line a note, whatever its variant; a third variant is written too."""
    service.operations.there["B"] = [
        operation("B", bunkerType="lng", quantityDelivered={"deliveredMWh": 6000}, fuelProperties={"methane": 91.5}),
    ]
    service.operations.there["C"] = [operation("C", bunkerType="hydrogen", purity="5.0")]
    await filled(desk, service, "A", "B", "C")
    rows = {row["Client reference"]: row for row in table_of(desk, "bdns")}
    assert (rows["A"]["Quantity delivered"], rows["A"]["Quantity delivered unit"]) == (EXACT, "metric tons")
    assert rows["A"]["Delivery date"] == date(2026, 10, 31)
    assert jsontext.parse(rows["A"]["Other fields (JSON)"]) == {"quantityDelivered": {"method": "mass flow"}}
    assert (rows["B"]["Quantity delivered"], rows["B"]["Quantity delivered unit"]) == (6000, "MWh")
    assert rows["B"]["Methane"] == Decimal("91.5")
    assert rows["C"]["Bunker type"] == "hydrogen"
    assert "purity" in rows["C"]["Other fields (JSON)"]


async def test_an_operation_does_not_repeat_what_has_an_export_of_its_own(desk: Desk, service: Any):
    """Notes are a line each in their own export; the last column has what no other tells."""
    papers = [{"documentId": "x", "documentType": "q88", "documentName": "Q88 a.pdf"}, {"documentType": "other"}]
    whole = {**operation("A"), "documentReferences": papers, "loadedAtNight": True}
    service.operations.there["A"] = [whole]
    service.operations.there["B"] = [{**operation("B"), "documentReferences": ["odd"]}]
    await filled(desk, service, "A", "B")
    rows = {row["Client reference"]: row for row in table_of(desk, "operations")}
    assert rows["A"]["Document names"] == "Q88 a.pdf; other"
    assert jsontext.parse(rows["A"]["Other fields (JSON)"]) == {"loadedAtNight": True}
    assert jsontext.parse(rows["B"]["Other fields (JSON)"]) == {"documentReferences": ["odd"]}


async def test_findings_name_a_number_that_another_operation_uses(desk: Desk, service: Any):
    """The check looks over all operations, not only over the exported one."""
    await filled(desk, service, "A", "B")
    rows = [row for row in table_of(desk, "findings", "reference=A") if row["rule"] == "B19"]
    assert [(row["reference"], row["note"], row["severity"]) for row in rows] == [("A", "BDN-1", "warning")]
    assert "used by B too" in rows[0]["finding"]


async def test_an_answer_in_another_shape_is_exported_as_it_came(desk: Desk, service: Any):
    """Lists for texts, texts for objects: nothing is lost and nothing fails."""
    odd = nomination("A", delivery="soon", receiver={"vesselIdentifier": [1, 2]}, fuelSpecifications={"a": 1})
    service.nominations.there["A"] = [odd]
    await filled(desk, service, "A")
    (row,) = table_of(desk, "nominations")
    left = jsontext.parse(row["Other fields (JSON)"])
    assert left["delivery"] == "soon"
    assert left["fuelSpecifications"] == {"a": 1}
    assert left["receiver"] == {"vesselIdentifier": [1, 2]}


@pytest.mark.parametrize(
    ("words", "count"),
    [
        ("", 1),
        ("status=accepted", 1),
        ("status=cancelled", 0),
        ("port=singapore fuel=vlsfo", 1),
        ("port=spore fuel=vlsfo", 1),
        ("vessel='ever sum'", 1),
        ("from=2026-10-31 to=2026-10-31", 1),  # the port's day, in UTC still the same
        ("from=2026-11-01", 0),
        ("to=2026-10-30", 0),
        ("from=2026-10-31T15:30:00Z to=2026-10-31T23:30:00+08:00", 1),
        ("from=2026-10-31T15:30:01Z", 0),
        ("ever summit", 1),
        ("text=summit status=accepted,cancelled", 1),
        ("nowhere", 0),
    ],
)
async def test_the_words_of_a_filter_narrow(words: str, count: int, desk: Desk, service: Any):
    """As the window's filters do, with days on the port's clock."""
    await filled(desk, service, "A")
    assert len(table_of(desk, "nominations", words)) == count


async def test_a_day_is_the_ports_where_utc_has_another(desk: Desk, service: Any):
    """Half past midnight in Auckland is the day before in UTC."""
    delivery = {"estimatedTimeOfBunkering": "2026-11-01T00:30:00+13:00"}
    service.nominations.there["A"] = [nomination("A", delivery=delivery)]
    await filled(desk, service, "A")
    assert len(table_of(desk, "nominations", "from=2026-11-01 to=2026-11-01")) == 1
    assert not table_of(desk, "nominations", "to=2026-10-31")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("colour=red", "“colour” is not known"),
        ("from=yesterday", "is no day"),
        ("from=2026-10-01T06:00", "needs an offset"),
        ("status=", "has no value"),
        ("vessel='half", "quotation mark"),
        ("port=SGSIN port=NLRTM", "stands twice"),
    ],
)
def test_a_word_that_cannot_be_meant_is_refused(words: str, sentence: str):
    """A nightly job with a typing error must not export everything."""
    with pytest.raises(KnownProblem, match=sentence):
        export_filter.parse([words])


@given(st.text())
def test_any_text_is_read_or_refused_in_words(text: str):
    """Nothing typed ends in a traceback."""
    with suppress(KnownProblem):
        assert export_filter.parse([text]) is not None


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from(["delivery", "receiver", "supplier", "status", "new"]), json_values))
def test_every_object_makes_a_row(raw: dict[str, Any]):
    """Whatever a service answers, each column has a cell."""
    line = _row()
    assert len(export_fields.cells(export_fields.NOMINATIONS, export_fields.Item(raw, line))) == len(
        export_fields.headings(export_fields.NOMINATIONS)
    )


def _row() -> Any:
    from bunkerdesk.desk.lists import NominationRow

    return NominationRow(
        1, "draft", "A", "", "", None, "", "", None, None, "", "", "", "", "", datetime(2026, 11, 21, tzinfo=UTC), False
    )
