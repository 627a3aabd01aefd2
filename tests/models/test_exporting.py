"""A list on the screen as a table to export."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal

from bunkerdesk.contract.resource import Timestamp
from bunkerdesk.desk.export_table import Pace
from bunkerdesk.desk.lists import DocumentRow, NominationRow, OperationRow
from bunkerdesk.models.columns import nomination_columns, operation_columns
from bunkerdesk.models.document_list import document_columns
from bunkerdesk.models.exporting import list_table
from bunkerdesk.rules import wording

NOW = datetime(2026, 11, 21, 6, 2, tzinfo=UTC)


def row(identifier: int) -> NominationRow:
    return NominationRow(
        id=identifier, kind="nomination", reference=f"SO-{identifier}", status="accepted", vessel="EVER SUMMIT",
        imo=9811000, port_code="SGSIN", port_name="Singapore", bunkering=Timestamp.parse("2026-11-21T22:30:00+08:00"),
        duration_minutes=480, fuels="VLSFO RMG", quantity=f"1{wording.THIN}480 – 1{wording.THIN}520 t",
        supplier="Harbour", receiver="Oceanic", asset="HARBOUR 7", seen_at=NOW - timedelta(hours=1), has_problem=False,
    )  # fmt: skip


def test_a_list_is_exported_in_its_order_with_values_better_than_words():
    """Times keep their offset, durations are numbers, thin spaces are gone; what has gone meanwhile is left out."""
    there = {identifier: row(identifier) for identifier in (1, 3)}
    pace = Pace()
    table = list_table("Nominations", nomination_columns(lambda: NOW), [3, 2, 1], lambda ids: there, "Sandbox")
    lines = list(table.rows(pace))
    titles = [heading.title for heading in table.headings]
    assert [line[titles.index("Reference")] for line in lines] == ["SO-3", "SO-1"]
    assert "In" not in titles
    first = dict(zip(titles, lines[0], strict=True))
    assert first["Bunkering"] == Timestamp.parse("2026-11-21T22:30:00+08:00")
    assert first["Duration in minutes"] == 480
    assert first["Quantity"] == "1480 – 1520 t"
    assert first["Status"] == "Accepted"
    assert pace.done == 3


def delivered(words: str) -> dict[str, object]:
    """What an operation that delivered this exports."""
    there = {
        1: OperationRow(
            id=1, reference="SO-1", status="ended", vessel="EVER SUMMIT", port_code="SGSIN", port_name="Singapore",
            started=None, ended=None, fuels="VLSFO", delivered=words, supplier="Harbour", asset="HARBOUR 7",
            receiver="Oceanic", notes=2, documents=11, seen_at=NOW, has_problem=False,
        )
    }  # fmt: skip
    table = list_table("Operations", operation_columns(lambda: NOW), [1], lambda ids: there, "Sandbox")
    (line,) = table.rows(Pace())
    return dict(zip([heading.title for heading in table.headings], line, strict=True))


def test_a_delivered_quantity_is_a_number_beside_its_unit():
    """A spreadsheet can add it up; what is in two units stays words, for there is no sum of it."""
    found = delivered(f"2{wording.THIN}708.560 t")
    assert (found["Delivered"], found["Delivered unit"]) == (Decimal("2708.560"), "t")
    mixed = delivered(f"1{wording.THIN}500 t + 210 m³")
    assert (mixed["Delivered"], mixed["Delivered unit"]) == ("1500 t + 210 m³", "")
    assert (delivered("")["Delivered"], delivered("")["Delivered unit"]) == ("", "")


def test_the_list_of_documents_exports_its_time_and_size_as_such():
    """Bytes and a moment with its offset, not `312 kB` and a weekday."""
    moment = Timestamp.parse("2026-11-21T22:30:00+08:00")
    there = {
        1: DocumentRow(
            id=1, record=7, document_id="d", kind="q88", name="q.pdf", reference="SO-1", vessel="EVER SUMMIT",
            port_code="SGSIN", port_name="Singapore", started=moment, size=312_400, state="have", why="", seen_at=NOW,
            has_problem=False,
        )
    }  # fmt: skip
    table = list_table("Documents", document_columns(lambda: NOW), [1], lambda ids: there, "Sandbox")
    (line,) = table.rows(Pace())
    found = dict(zip([heading.title for heading in table.headings], line, strict=True))
    assert (found["Delivered"], found["Size in bytes"]) == (moment, 312_400)
