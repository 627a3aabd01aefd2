"""PUT /v1/nominations/supplier, rule by rule."""

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.sandbox.conftest import Caller

from bunkerdesk.contract import jsontext
from bunkerdesk.sandbox.shapes import MAGNITUDE

PATH = "/v1/nominations/supplier"

Object = dict[str, Any]


def upsert(reference: str = "P-1", delivery: Object | None = None, **sections: Any) -> Object:
    return {
        "clientReference": reference,
        "delivery": {"estimatedTimeOfBunkering": "2026-12-01T10:00:00+01:00", **(delivery or {})},
        "receiver": {"companyIdentifier": "REC"},
        **sections,
    }


async def put(caller: Caller, body: Object, status: int = 200) -> Any:
    answer = await caller.put(PATH, body)
    assert answer.status_code == status, answer.text
    return jsontext.parse(answer.content)


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


# receiver


async def test_exactly_one_of_identifier_and_name(supplier: Caller) -> None:
    await put(supplier, upsert(receiver={"companyIdentifier": "REC", "companyName": "Receiver BV"}), 422)
    await put(supplier, upsert(receiver={"companyIdentifier": "NOBODY"}), 422)
    await put(supplier, upsert(receiver={}), 422)
    await put(supplier, upsert(receiver=None), 422)
    await put(supplier, upsert(delivery={"transactionType": "cargo"}, receiver={"companyName": " "}), 422)


async def test_an_existing_company_of_the_name_is_reused(supplier: Caller) -> None:
    got = await put(supplier, upsert(receiver={"companyName": " receiver bv"}))
    assert got["receiver"]["companyIdentifier"] == "REC"


async def test_an_unknown_name_registers_a_company_suggestion(supplier: Caller) -> None:
    """The same name is the same company afterwards."""
    first = await put(supplier, upsert("A", receiver={"companyName": "Neue Reederei"}))
    second = await put(supplier, upsert("B", receiver={"companyName": "Neue Reederei"}))
    identifier = first["receiver"]["companyIdentifier"]
    assert identifier == second["receiver"]["companyIdentifier"]
    await put(supplier, upsert("C", receiver={"companyIdentifier": identifier}))


async def test_a_refused_upsert_registers_nothing(supplier: Caller, sandbox: Any) -> None:
    body = upsert(receiver={"companyName": "Nie Gesehen", "counterpartEntityReference": "CP-REC"})
    await put(supplier, body, 422)
    assert sandbox.service.directory.company_named("Nie Gesehen") is None


async def test_a_transfer_without_receiver_is_with_the_own_company(supplier: Caller) -> None:
    got = await put(supplier, upsert(delivery={"transactionType": "transfer"}, receiver=None))
    assert got["receiver"]["companyIdentifier"] == "SUP"
    assert got["delivery"]["transactionDirection"] == "in_and_out"


@pytest.mark.parametrize("value", [None, ""])
async def test_contact_name_null_or_empty_leaves_it_unset(supplier: Caller, value: str | None) -> None:
    got = await put(supplier, upsert(receiver={"companyIdentifier": "REC", "contactName": value}))
    assert "contactName" not in got["receiver"]
    kept = await put(supplier, upsert(receiver={"companyIdentifier": "REC", "contactName": "J. Trader"}))
    assert kept["receiver"]["contactName"] == "J. Trader"


async def test_the_counterpart_entity_must_belong_to_the_receiver_company(supplier: Caller) -> None:
    good = upsert(receiver={"companyIdentifier": "REC", "counterpartEntityReference": "CP-REC"})
    assert (await put(supplier, good))["receiver"]["counterpartEntityReference"] == "CP-REC"
    for reference in ("CP-OTH", "CP-NONE"):
        await put(supplier, upsert(receiver={"companyIdentifier": "REC", "counterpartEntityReference": reference}), 422)


async def test_the_receivers_entity_applies_only_to_own_loading_operations(supplier: Caller) -> None:
    own = {"companyIdentifier": "SUP", "companyEntityReference": "SUP-1"}
    loading = {"operationStandardCode": "LOAD"}
    got = await put(supplier, upsert(delivery=loading, receiver=own))
    assert got["receiver"]["companyEntityReference"] == "SUP-1"
    await put(supplier, upsert(delivery=loading, receiver={**own, "companyEntityReference": "SUP-OLD"}), 422)
    for delivery, section in ((loading, {"companyIdentifier": "REC"}), ({}, {"companyIdentifier": "SUP"})):
        ignored = await put(supplier, upsert("P-2", delivery, receiver={**section, "companyEntityReference": "X"}))
        assert "companyEntityReference" not in ignored["receiver"]


# supplier


@pytest.mark.parametrize("reference", ["SUP-OLD", "REC-1", "unknown"])
async def test_the_suppliers_entity_must_be_active_and_its_own(supplier: Caller, reference: str) -> None:
    await put(supplier, upsert(supplier={"companyEntityReference": reference}), 422)


@pytest.mark.parametrize(
    ("method", "asset", "status"),
    [
        ("vessel", {"vessel": {"imo": 1}}, 200),
        ("vessel", {"vessel": {"imo": 1}, "terminalName": "T"}, 200),
        ("vessel", {"terminalName": "T"}, 422),
        ("terminal", {"terminalName": "T"}, 200),
        ("truck", {"vessel": {"imo": 1}}, 422),
        ("terminal", {"vessel": {"imo": 1}}, 422),
        ("pipeline", {"vessel": {"imo": 1}}, 200),
        (None, {"terminalName": "T"}, 200),
    ],
)
async def test_the_asset_fits_the_delivery_method(
    supplier: Caller, method: str | None, asset: Object, status: int
) -> None:
    await put(supplier, upsert(delivery={"deliveryMethod": method}, supplier={"assetIdentifier": asset}), status)


# asset operators


async def test_an_asset_operator_acts_for_the_company_with_an_allowed_entity(
    supplier: Caller, operator: Caller
) -> None:
    """The nomination is the company's; both read it, and both see who operates."""
    section = {"companyIdentifier": "SUP", "companyEntityReference": "SUP-1"}
    got = await put(operator, upsert(supplier=section))
    assert got["supplier"]["companyIdentifier"] == "SUP"
    assert got["supplier"]["assetOperatorCompanyIdentifier"] == "OPE"
    assert await supplier.read("/v1/nominations/P-1") == got


@pytest.mark.parametrize(
    "section",
    [
        {"companyIdentifier": "SUP"},
        {"companyIdentifier": "SUP", "companyEntityReference": "SUP-OLD"},
        {"companyIdentifier": "REC", "companyEntityReference": "REC-1"},
        {"companyIdentifier": "NOBODY", "companyEntityReference": "SUP-1"},
    ],
)
async def test_acting_without_appointment_is_422(operator: Caller, section: Object) -> None:
    await put(operator, upsert(supplier=section), 422)


async def test_an_appointed_operator_sees_and_edits_like_the_company(supplier: Caller, operator: Caller) -> None:
    assert (await operator.get("/v1/nominations/N-1")).status_code == 404
    await put(supplier, upsert("N-1", supplier={"assetOperatorCompanyIdentifier": "OPE"}))
    assert await operator.read("/v1/nominations/N-1") == await supplier.read("/v1/nominations/N-1")
    edited = await put(operator, upsert("N-1", supplier={"companyIdentifier": "SUP", "orderReference": "X"}))
    assert (await supplier.read("/v1/nominations/N-1")) == edited
    assert len(await supplier.read("/v1/nominations/N-1/all")) == 1


async def test_an_unknown_operator_is_422(supplier: Caller) -> None:
    await put(supplier, upsert(supplier={"assetOperatorCompanyIdentifier": "NOBODY"}), 422)


# quantities


def quantities(least: str, most: str) -> bytes:
    return jsontext.write(upsert(fuelSpecifications=[{"quantityRange": {"minQuantity": 0, "maxQuantity": 1}}])).replace(
        b'"minQuantity":0,"maxQuantity":1', f'"minQuantity":{least},"maxQuantity":{most}'.encode()
    )


@pytest.mark.parametrize(
    ("number", "status"),
    [
        ("1234567890123456789012345678", 200),
        ("12345678901234567890.12345678", 200),
        ("0.1234567890123456789012345678", 200),
        ("79000000000000000000000000000", 200),
        ("7.9e28", 200),
        ("1.50", 200),
        ("0e-40", 200),
        ("12345678901234567890123456789", 400),
        ("1.2345678901234567890123456789", 400),
        ("79228162514264337593543950336", 400),
        ("8e28", 400),
        ("1e29", 400),
        ("1e999999", 400),
        ("1e-30", 400),
    ],
)
async def test_quantities_are_exact_within_the_supported_range(supplier: Caller, number: str, status: int) -> None:
    """Up to 28 significant digits and a magnitude of 7.9 x 10^28; answered digit for digit as JSON numbers."""
    least = number if status == 400 else "0"
    answer = await supplier.put(PATH, quantities(least, number))
    assert answer.status_code == status, answer.text
    if status == 200:
        got = jsontext.parse(answer.content)["fuelSpecifications"][0]["quantityRange"]["maxQuantity"]
        assert Decimal(got) == Decimal(number)
        assert f'"maxQuantity":{number}'.lower() in answer.text.lower().replace("e+", "e")


async def test_a_minimum_above_the_maximum_is_422(supplier: Caller) -> None:
    assert (await supplier.put(PATH, quantities("2", "1"))).status_code == 422


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(number=st.decimals(allow_nan=False, allow_infinity=False, min_value=0, max_value=MAGNITUDE))
async def test_any_number_comes_back_as_it_was_or_is_refused(supplier: Caller, number: Decimal) -> None:
    answer = await supplier.put(PATH, quantities("0", str(number)))
    if answer.status_code == 200:
        got = jsontext.parse(answer.content)["fuelSpecifications"][0]["quantityRange"]["maxQuantity"]
        assert Decimal(got) == number
    else:
        assert answer.status_code == 400
        assert number
        assert len(number.as_tuple().digits) > 28 or abs(number.adjusted()) > 28
