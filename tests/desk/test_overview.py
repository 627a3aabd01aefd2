"""The figures of the overview against records that the desk has seen."""

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest

from bunkerdesk.desk.desk import Desk
from bunkerdesk.desk.overview_figures import Overview, Period

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


def nomination(reference: str, begin: str, **changes: Any) -> dict[str, Any]:
    return {
        "clientReference": reference,
        "status": "accepted",
        "delivery": {"estimatedTimeOfBunkering": begin, "estimatedBunkeringDurationInMinutes": 240},
        "supplier": {"assetIdentifier": {"vessel": {"imo": 9166778}}},
        "fuelSpecifications": [
            {
                "fuelType": "VLSFO",
                "grade": "rmg",
                "quantityRange": {"minQuantity": 480, "maxQuantity": 520, "unit": "metric_tonnes"},
            }
        ],
    } | changes


def note(**changes: Any) -> dict[str, Any]:
    return {
        "bunkerType": "conventional",
        "number": "BDN-1",
        "fuelIndex": 0,
        "productName": "VLSFO RMG 380",
        "deliveryDate": "2026-11-20",
        "quantityDelivered": {"value": Decimal("500.125"), "unit": "metric tons"},
    } | changes


def operation(reference: str, *notes: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {
        "clientReference": reference,
        "status": "ended",
        "operationStandardCode": "CONV",
        "bunkeringLocationCode": "GIGIB",
        "bunkeringLocationName": "Gibraltar",
        "supplier": {"companyName": "Harbour", "assetName": "H7"},
        "receiver": {"companyName": f"Owner of {reference}", "vesselName": "EVER SUMMIT"},
        "bunkerDeliveryNotes": list(notes),
        "documentReferences": [],
    } | changes


async def figures(desk: Desk, service: Any, period: Period = Period.ALL) -> Overview:
    await desk.remember({*service.nominations.there, *service.operations.there}, "imported")
    await desk.synchronise(everything=True)
    found = desk.overview.read(NOW, period)
    assert found is not None
    return found


def references(desk: Desk, ids: frozenset[int]) -> set[str]:
    return {record.reference for identifier in ids if (record := desk.record(identifier))}


async def test_what_needs_a_person_is_counted(desk: Desk, service: Any):
    """Late is what was not begun in time, clashing what claims one asset twice from now on, days are the ports'."""
    there = service.nominations.there
    there["LATE"] = [nomination("LATE", "2026-11-21T11:59:00Z", supplier={})]
    there["STARTED"] = [nomination("STARTED", "2026-11-21T08:00:00Z", status="operation_started", supplier={})]
    there["OFF"] = [nomination("OFF", "2026-11-21T08:00:00Z", status="cancelled")]
    there["ONE"] = [nomination("ONE", "2026-11-22T08:00:00Z")]
    there["TWO"] = [nomination("TWO", "2026-11-22T11:00:00Z")]
    there["PAST"] = [nomination("PAST", "2026-10-22T11:00:00Z", status="operation_started")]
    there["PAST2"] = [nomination("PAST2", "2026-10-22T11:00:00Z", status="operation_started")]
    there["AUCKLAND"] = [nomination("AUCKLAND", "2026-11-23T00:30:00+13:00", supplier={})]
    service.drafts.there = [{"clientReference": "DRAFT", "status": "in_progress"}]
    found = await figures(desk, service)
    assert references(desk, found.late) == {"LATE"}
    assert references(desk, found.clashing) == {"ONE", "TWO"}
    assert found.clashing == desk.schedule.clashes(NOW).ahead_ids  # what the schedule's badge counts
    assert references(desk, found.drafts) == {"DRAFT"}
    assert [load.day for load in found.days] == [date(2026, 11, 21) + timedelta(days=n) for n in range(8)]
    by_day = [references(desk, frozenset().union(*load.ids.values())) for load in found.days]
    assert by_day[:3] == [{"LATE", "STARTED"}, {"ONE", "TWO"}, {"AUCKLAND"}]


async def test_deliveries_add_up_exactly(desk: Desk, service: Any):
    """To the last digit, by fuel, port, counterparty and month, beside what was nominated; CO2 by its factor."""
    service.nominations.there["A"] = [nomination("A", "2026-11-20T08:00:00Z")]
    service.operations.there["A"] = [
        operation("A", note(), note(number="BDN-2", quantityDelivered={"value": Decimal("0.001"), "unit": "kg"}))
    ]
    service.operations.there["B"] = [
        operation("B", note(fuelIndex=None, productName="LSMGO DMA", deliveryDate="2026-09-30"))
    ]
    found = await figures(desk, service)
    assert found.delivered.value == Decimal("1000.250001")
    assert [(one.label, one.value) for one in found.by_fuel] == [
        ("VLSFO", Decimal("500.125001")),
        ("LSMGO", Decimal("500.125")),
    ]
    assert [one.label for one in found.by_port] == ["Gibraltar"]
    assert {one.label for one in found.by_counterparty} == {"Owner of A", "Owner of B"}
    assert [one.label for one in found.by_month] == ["2026-09", "2026-10", "2026-11"]
    (against,) = found.against
    assert (against.low, against.high, against.delivered) == (480, 520, Decimal("500.125001"))
    factors = {one.label: (one.factor, one.carbon_dioxide) for one in found.by_factor}
    assert factors["heavy fuel oil"] == (Decimal("3.114"), Decimal("500.125001") * Decimal("3.114"))


async def test_a_period_leaves_out_what_is_older(desk: Desk, service: Any):
    """Seven days end today; a note without any day is in `All` only."""
    service.operations.there["NEW"] = [operation("NEW", note(deliveryDate="2026-11-15"))]
    service.operations.there["OLD"] = [operation("OLD", note(deliveryDate="2026-11-14"))]
    service.operations.there["WHEN"] = [operation("WHEN", note(deliveryDate=None))]
    assert references(desk, (await figures(desk, service, Period.WEEK)).delivered.ids) == {"NEW"}
    assert references(desk, (await figures(desk, service, Period.MONTH)).delivered.ids) == {"NEW", "OLD"}
    assert references(desk, (await figures(desk, service)).delivered.ids) == {"NEW", "OLD", "WHEN"}


async def test_a_month_of_the_calendar_is_whole_and_alone(desk: Desk, service: Any):
    """What a manager reports at month end: from the first to the last of the month before, and what is of this one."""
    for day in ("2026-09-30", "2026-10-01", "2026-10-31", "2026-11-01"):
        service.operations.there[day] = [operation(day, note(deliveryDate=day))]
    last = (await figures(desk, service, Period.LAST_MONTH)).delivered.ids
    assert references(desk, last) == {"2026-10-01", "2026-10-31"}
    assert references(desk, (await figures(desk, service, Period.THIS_MONTH)).delivered.ids) == {"2026-11-01"}
    assert Period.LAST_MONTH.days(date(2027, 1, 1)) == (date(2026, 12, 1), date(2026, 12, 31))
    assert Period.LAST_MONTH.days(date(2028, 3, 31)) == (date(2028, 2, 1), date(2028, 2, 29))


async def test_gas_counts_as_energy_and_biofuel_by_its_own_figure(desk: Desk, service: Any):
    """LNG as stated in megawatt hours, else from its mass; a note that tells neither is said to be left out."""
    gas = {"bunkerType": "lng", "productName": "LNG", "fuelIndex": None}
    service.operations.there["MWH"] = [operation("MWH", note(**gas, quantityDelivered={"deliveredMWh": 6000}))]
    service.operations.there["MASS"] = [operation("MASS", note(**gas, quantityDelivered={"value": 100, "unit": "t"}))]
    service.operations.there["NONE"] = [operation("NONE", note(**gas, quantityDelivered={}))]
    bio = {"value": 24, "unit": "metric tons"}
    service.operations.there["BIO"] = [operation("BIO", note(productName="B24 VLSFO", biofuelQuantityDelivered=bio))]
    found = await figures(desk, service)
    assert round(found.gas.value, 9) == Decimal("7333.333333333")
    assert found.gas.left_out == 1
    assert found.bio.value == 24
    assert references(desk, found.bio.ids) == {"BIO"}


async def test_missing_papers_and_protests_are_seen(desk: Desk, service: Any):
    """Only operations that have come to their end lack papers."""
    service.operations.there["ENDED"] = [operation("ENDED", note(isNoteOfProtestIssued=True))]
    service.operations.there["ONGOING"] = [operation("ONGOING", note(), status="ongoing")]
    found = await figures(desk, service)
    lines = desk.document_list.rows(list(found.missing))
    assert {line.reference for line in lines.values()} == {"ENDED"}
    assert {line.state for line in lines.values()} == {"missing"}
    assert (len(lines), found.missing_at) == (len(found.missing), 1)
    assert len(found.missing) >= 3
    assert references(desk, found.protests) == {"ENDED"}


async def test_figures_follow_a_change_of_either_record(desk: Desk, service: Any):
    """A corrected nomination changes what its operation is held against; what is gone counts no more."""
    service.nominations.there["A"] = [nomination("A", "2026-11-20T08:00:00Z")]
    service.operations.there["A"] = [operation("A", note())]
    assert (await figures(desk, service)).against[0].high == 520
    specification = nomination("A", "2026-11-20T08:00:00Z")["fuelSpecifications"][0]
    specification["quantityRange"] = {"minQuantity": 100, "maxQuantity": 200, "unit": "metric_tonnes"}
    service.nominations.there["A"] = [nomination("A", "2026-11-20T08:00:00Z", fuelSpecifications=[specification])]
    assert (await figures(desk, service)).against[0].high == 200
    service.operations.there["A"] = []
    assert (await figures(desk, service)).operations == 0


@pytest.mark.parametrize("odd", [{"bunkerDeliveryNotes": "none"}, {"receiver": 7}, {"bunkerDeliveryNotes": [{"x": 1}]}])
async def test_an_odd_operation_costs_the_others_nothing(odd: dict[str, Any], desk: Desk, service: Any):
    """One answer in another shape, and the figures of all others stand."""
    service.operations.there["ODD"] = [operation("ODD", note()) | odd]
    service.operations.there["GOOD"] = [operation("GOOD", note())]
    found = await figures(desk, service)
    assert "GOOD" in references(desk, found.delivered.ids)


async def test_an_empty_store_has_empty_figures(desk: Desk, service: Any):
    """A first run shows nothing, and does not fail."""
    found = await figures(desk, service)
    assert (found.nominations, found.operations, found.by_month, len(found.days)) == (0, 0, (), 8)


async def test_a_reading_can_be_stopped(desk: Desk, service: Any):
    """Another period was chosen meanwhile."""
    service.operations.there["A"] = [operation("A", note())]
    await figures(desk, service)
    service.operations.there["A"] = [operation("A", note(number="BDN-9"))]
    await desk.synchronise(everything=True)
    assert desk.overview.read(NOW, Period.ALL, lambda: True) is None
