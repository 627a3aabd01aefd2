"""A list on the screen as a table to export."""

from datetime import UTC, datetime, timedelta

from bunkerdesk.contract.resource import Timestamp
from bunkerdesk.desk.export import Pace
from bunkerdesk.desk.lists import NominationRow
from bunkerdesk.models.columns import nomination_columns
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
