"""PUT /v1/nominations/supplier, rule by rule."""

from typing import Any

import pytest
from tests.sandbox.conftest import Caller
from tests.sandbox.supplier import PATH, Object, put, upsert


async def test_what_was_put_is_answered_and_read_back(supplier: Caller) -> None:
    body = upsert(
        delivery={
            "operationStandardCode": "CONV",
            "bunkeringLocationCode": "NLRTM",
            "deliveryMethod": "vessel",
            "estimatedBunkeringDurationInMinutes": 90,
            "transactionType": "cargo",
            "gasUpRequired": True,
            "coolDownRequired": False,
            "contractReference": "CON-1",
        },
        supplier={
            "assetIdentifier": {"vessel": {"imo": 9074729, "mmsi": 244780000, "externalId": "B 7"}},
            "companyEntityReference": "SUP-1",
            "priceType": "floating",
            "orderReference": "SO 1",
            "internalReference": "INT 1",
            "internalInstructions": "call first",
        },
        fuelSpecifications=[
            {"fuelType": "VLSFO", "grade": "rmg", "quantityRange": {"minQuantity": 1, "maxQuantity": 2}}
        ],
        stakeholders=[{"type": "surveyor", "companyIdentifier": "OTH", "userEmail": "s@example.com"}],
    )
    answered = await put(supplier, body)
    assert answered == await supplier.read("/v1/nominations/P-1")
    assert answered["supplier"] == {"companyIdentifier": "SUP", **body["supplier"]}
    assert answered["stakeholders"] == body["stakeholders"]
    assert answered["fuelSpecifications"] == body["fuelSpecifications"]
    assert (
        answered["delivery"].items()
        >= {
            "bunkeringLocationName": "Rotterdam",
            "gasUpRequired": True,
            "coolDownRequired": False,
            "transactionType": "cargo",
            "transactionDirection": "out",
            "contractReference": "CON-1",
        }.items()
    )
    assert answered["status"] == "supplier_assigned"


async def test_stakeholders_are_present_only_if_there_are_any(supplier: Caller) -> None:
    assert "stakeholders" not in await put(supplier, upsert(stakeholders=[]))


async def test_a_second_put_of_a_reference_updates_the_nomination(supplier: Caller) -> None:
    await put(supplier, upsert(supplier={"orderReference": "A"}))
    answered = await put(supplier, upsert(supplier={"internalReference": "B"}))
    assert answered["supplier"] == {"companyIdentifier": "SUP", "internalReference": "B"}
    assert len(await supplier.read("/v1/nominations/P-1/all")) == 1


async def test_the_status_follows_the_supplying_asset(supplier: Caller) -> None:
    assert (await put(supplier, upsert()))["status"] == "supplier_unassigned"
    asset = {"assetIdentifier": {"vessel": {"imo": 1}}}
    assert (await put(supplier, upsert(supplier=asset)))["status"] == "supplier_assigned"
    assert (await put(supplier, upsert(supplier={"assetIdentifier": {}})))["status"] == "supplier_unassigned"


async def test_an_accepted_nomination_stays_accepted_when_updated(supplier: Caller) -> None:
    await put(supplier, upsert())
    assert (await supplier.put("/v1/nominations/P-1/accept", {})).status_code == 200
    assert (await put(supplier, upsert()))["status"] == "accepted"


async def test_a_cancelled_nomination_is_not_revived(supplier: Caller) -> None:
    await put(supplier, upsert("N-CANCELLED"), 422)


async def test_estimated_time_of_bunkering_is_required(supplier: Caller) -> None:
    await put(supplier, {"clientReference": "P-1", "delivery": {}, "receiver": {"companyIdentifier": "REC"}}, 400)


MOMENTS = (
    "berthTime",
    "pilotTime",
    "estimatedTimeOfBunkering",
    "estimatedAlongsideTime",
    "laycanStart",
    "laycanEnd",
    "estimatedTimeOfCompletion",  # read-only, yet sent without an offset it is as wrong as the others
)


@pytest.mark.parametrize(
    "text", ["2026-12-01T10:00:00", "2026-12-01", "2026-02-30T10:00:00Z", "2026-12-01T10:00+99:00"]
)
@pytest.mark.parametrize("name", MOMENTS)
async def test_a_timestamp_without_offset_is_400(supplier: Caller, name: str, text: str) -> None:
    whole = {"laycanStart": "2026-12-01T10:00:00Z", "laycanEnd": "2026-12-02T10:00:00Z"}
    await put(supplier, upsert(delivery={**whole, name: text}), 400)


@pytest.mark.parametrize("name", ["estimatedTimeOfArrival", "estimatedTimeOfDeparture"])
async def test_a_receivers_timestamp_without_offset_is_400(supplier: Caller, name: str) -> None:
    await put(supplier, upsert(receiver={"companyIdentifier": "REC", name: "2026-12-01T10:00:00"}), 400)


@pytest.mark.parametrize("text", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00"])
async def test_a_time_at_the_end_of_the_calendar_is_400(supplier: Caller, text: str) -> None:
    delivery = {"estimatedTimeOfBunkering": text, "bunkeringLocationCode": "NLRTM"}
    answer = await supplier.put(PATH, upsert(delivery={**delivery, "estimatedBunkeringDurationInMinutes": 2**31 - 1}))
    assert answer.status_code == 400


@pytest.mark.parametrize(
    ("port", "sent", "answered"),
    [
        ("NLRTM", "2026-12-01T09:00:00Z", "2026-12-01T10:00:00+01:00"),
        ("NLRTM", "2026-07-01T09:00:00+00:00", "2026-07-01T11:00:00+02:00"),
        ("SGSIN", "2026-07-01T09:00:00-05:00", "2026-07-01T22:00:00+08:00"),
        ("USNYC", "2026-07-01T12:00:00Z", "2026-07-01T08:00:00-04:00"),
        ("XXXXX", "2026-07-01T09:00:00-05:30", "2026-07-01T09:00:00-05:30"),
        ("SGSIN", "1850-01-01T00:00:00Z", "1850-01-01T06:55:00+06:55"),
    ],
)
async def test_times_are_answered_in_port_local_time(supplier: Caller, port: str, sent: str, answered: str) -> None:
    """The instant stays, the clock is the port's, summer time included; an unknown port keeps the offset sent."""
    body = upsert(
        delivery={"bunkeringLocationCode": port, "estimatedTimeOfBunkering": sent, "berthTime": sent},
        receiver={"companyIdentifier": "REC", "estimatedTimeOfArrival": sent},
    )
    got = await put(supplier, body)
    assert got["delivery"]["estimatedTimeOfBunkering"] == answered
    assert got["delivery"]["berthTime"] == answered
    assert got["receiver"]["estimatedTimeOfArrival"] == answered


async def test_the_specific_port_location_tells_the_clock_where_the_location_does_not(supplier: Caller) -> None:
    for place in (None, "XXXXX"):
        delivery = {"bunkeringLocationCode": place, "portBunkeringLocationCode": "SGSIN"}
        got = await put(supplier, upsert(delivery=delivery))
        assert got["delivery"]["estimatedTimeOfBunkering"] == "2026-12-01T17:00:00+08:00"


async def test_the_laycan_is_derived_from_bunkering_time_and_duration(supplier: Caller) -> None:
    """Across the end of summer time the end moves to the new offset."""
    got = await put(
        supplier,
        upsert(
            delivery={
                "bunkeringLocationCode": "NLRTM",
                "estimatedTimeOfBunkering": "2026-10-25T01:30:00+02:00",
                "estimatedBunkeringDurationInMinutes": 120,
            }
        ),
    )
    assert got["delivery"]["laycanStart"] == "2026-10-25T01:30:00+02:00"
    assert got["delivery"]["laycanEnd"] == "2026-10-25T02:30:00+01:00"
    assert got["delivery"]["estimatedTimeOfCompletion"] == "2026-10-25T02:30:00+01:00"


async def test_a_given_laycan_is_kept(supplier: Caller) -> None:
    whole = {"laycanStart": "2026-12-01T10:00:00+01:00", "laycanEnd": "2026-12-03T10:00:00+01:00"}
    got = await put(supplier, upsert(delivery={**whole, "estimatedBunkeringDurationInMinutes": 60}))
    assert got["delivery"].items() >= whole.items()


@pytest.mark.parametrize("name", ["laycanStart", "laycanEnd"])
@pytest.mark.parametrize("other", [{}, {"other": None}])
async def test_laycan_fields_go_together_or_not_at_all(supplier: Caller, name: str, other: Object) -> None:
    missing = {"laycanStart": "laycanEnd", "laycanEnd": "laycanStart"}[name]
    delivery = {name: "2026-12-01T10:00:00Z", **({missing: None} if other else {})}
    await put(supplier, upsert(delivery=delivery), 400)


async def test_a_laycan_that_ends_before_it_starts_is_422(supplier: Caller) -> None:
    delivery = {"laycanStart": "2026-12-02T10:00:00Z", "laycanEnd": "2026-12-01T10:00:00Z"}
    await put(supplier, upsert(delivery=delivery), 422)
    await put(supplier, upsert(delivery={**delivery, "laycanEnd": delivery["laycanStart"]}))


async def test_read_only_fields_are_ignored_when_sent(supplier: Caller) -> None:
    got = await put(
        supplier,
        upsert(
            delivery={
                "bunkeringLocationCode": "NLRTM",
                "bunkeringLocationName": "Elsewhere",
                "isBestEndeavourBasis": True,
                "transactionDirection": "in",
                "estimatedTimeOfCompletion": "2030-01-01T00:00:00Z",
            },
            supplier={"counterpartEntityReference": "CP-REC"},
            status="accepted",
        ),
    )
    assert got["delivery"]["bunkeringLocationName"] == "Rotterdam"
    assert got["delivery"]["isBestEndeavourBasis"] is False
    assert got["delivery"]["transactionDirection"] == "out"
    assert "estimatedTimeOfCompletion" not in got["delivery"]
    assert "counterpartEntityReference" not in got["supplier"]
    assert got["status"] == "supplier_unassigned"


async def test_fields_nobody_knows_are_passed_over(supplier: Caller) -> None:
    """Additive changes break nobody, and nothing is answered that the specification does not have."""
    plain = await put(supplier, upsert(fuelSpecifications=[{"fuelType": "VLSFO"}]))
    novel = {"novelty": {"a": [1]}}
    body = upsert(
        delivery=novel,
        supplier=novel,
        receiver={"companyIdentifier": "REC", **novel},
        fuelSpecifications=[{"fuelType": "VLSFO", **novel}],
        **novel,
    )
    assert await put(supplier, body) == plain


async def test_best_endeavour_is_maintained_elsewhere_and_survives_an_update(supplier: Caller) -> None:
    got = await put(supplier, upsert("N-1", delivery={"isBestEndeavourBasis": False}))
    assert got["delivery"]["isBestEndeavourBasis"] is True


@pytest.mark.parametrize("value", ["cargo_in", "cargo_out", "transfer_in", "transfer_out"])
async def test_legacy_transaction_types_are_422(supplier: Caller, value: str) -> None:
    await put(supplier, upsert(delivery={"transactionType": value}), 422)


async def test_an_unknown_transaction_type_is_400(supplier: Caller) -> None:
    await put(supplier, upsert(delivery={"transactionType": "gift"}), 400)


async def test_alongside_time_is_accepted_only_when_enabled(supplier: Caller, call_as: Any) -> None:
    delivery = {"estimatedAlongsideTime": "2026-12-01T08:00:00Z", "bunkeringLocationCode": "SGSIN"}
    got = await put(supplier, upsert(delivery=delivery))
    assert got["delivery"]["estimatedAlongsideTime"] == "2026-12-01T16:00:00+08:00"
    await put(call_as("OTH"), upsert(delivery=delivery), 422)
    unset = await put(call_as("OTH"), upsert(delivery={"estimatedAlongsideTime": None}))
    assert "estimatedAlongsideTime" not in unset["delivery"]
