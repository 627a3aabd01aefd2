"""Nominations: reading, cancelling, accepting, rescheduling; who sees what."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from tests.sandbox.conftest import Caller, HandClock

PATH = "/v1/nominations/{}"


async def test_an_unknown_reference_is_404_and_an_empty_list(supplier: Caller) -> None:
    assert (await supplier.get(PATH.format("unknown"))).status_code == 404
    assert await supplier.read(PATH.format("unknown/all")) == []


async def test_other_companies_nominations_do_not_exist(supplier: Caller) -> None:
    for method, path, body in (
        ("GET", "N-OTHERS", None),
        ("PUT", "N-OTHERS/cancel", {"reason": "x"}),
        ("PUT", "N-OTHERS/accept", {}),
        ("PATCH", "N-OTHERS/schedule", {}),
    ):
        assert (await supplier.send(method, PATH.format(path), body)).status_code == 404
    assert await supplier.read(PATH.format("N-OTHERS/all")) == []


async def test_several_accessible_ones_are_422_and_point_to_all(supplier: Caller, receiver: Caller) -> None:
    """What the caller cannot see does not count: the receiver sees only the one it created."""
    answer = await supplier.get(PATH.format("N-TWICE"))
    assert answer.status_code == 422
    assert "/v1/nominations/N-TWICE/all" in answer.json()["detail"]
    assert len(await supplier.read(PATH.format("N-TWICE/all"))) == 2
    assert (await receiver.get(PATH.format("N-TWICE"))).status_code == 200


async def test_the_way_to_all_is_percent_encoded(supplier: Caller, receiver: Caller) -> None:
    """The path in the detail can be used as it stands."""
    body = {"delivery": {"estimatedTimeOfBunkering": "2026-12-01T10:00:00Z"}, "clientReference": "a/b c"}
    assert (await receiver.put(PATH.format("receiver"), {**body, "supplierCompanyIdentifier": "SUP"})).is_success
    other = {**body, "supplierCompanyIdentifier": "SUP"}
    assert (await supplier.put(PATH.format("receiver"), other)).is_success
    detail = (await supplier.get(PATH.format("a%2Fb%20c"))).json()["detail"]
    assert "/v1/nominations/a%2Fb%20c/all" in detail


async def test_asset_operators_are_shown_to_their_own_side_only(supplier: Caller, receiver: Caller) -> None:
    mine, theirs = await supplier.read(PATH.format("N-SHARED")), await receiver.read(PATH.format("N-SHARED"))
    assert mine["supplier"]["assetOperatorCompanyIdentifier"] == "OPE"
    assert "assetOperatorCompanyIdentifier" not in mine["receiver"]
    assert theirs["receiver"]["assetOperatorCompanyIdentifier"] == "OTH"
    assert "assetOperatorCompanyIdentifier" not in theirs["supplier"]


async def test_cancelling_answers_status_and_the_moment_in_utc(supplier: Caller, clock: HandClock) -> None:
    clock.advance(minutes=30)
    answer = await supplier.put(PATH.format("N-1/cancel"), {"reason": "vessel delayed"})
    assert answer.status_code == 200
    told = answer.json()
    assert told.keys() == {"clientReference", "status", "lastChangedAtUtc"}
    assert (told["clientReference"], told["status"]) == ("N-1", "cancelled")
    changed = datetime.fromisoformat(told["lastChangedAtUtc"])
    assert changed == clock.now()
    assert changed.utcoffset() == timedelta()
    assert (await supplier.read(PATH.format("N-1")))["status"] == "cancelled"


async def test_a_receiver_cancels_what_it_created(receiver: Caller) -> None:
    assert (await receiver.put(PATH.format("N-SHARED/cancel"), {"reason": "x"})).status_code == 200


@pytest.mark.parametrize(
    ("body", "status"),
    [({}, 400), ({"reason": None}, 400), ({"reason": 5}, 400), ({"reason": ""}, 422), ({"reason": " \n"}, 422)],
)
async def test_the_reason_is_mandatory(supplier: Caller, body: dict[str, Any], status: int) -> None:
    assert (await supplier.put(PATH.format("N-1/cancel"), body)).status_code == status


@pytest.mark.parametrize("reference", ["N-CANCELLED", "N-STARTED"])
async def test_cancelled_and_started_nominations_cannot_be_cancelled_or_accepted(
    supplier: Caller, reference: str
) -> None:
    assert (await supplier.put(PATH.format(f"{reference}/cancel"), {"reason": "x"})).status_code == 422
    assert (await supplier.put(PATH.format(f"{reference}/accept"), {})).status_code == 422


async def test_a_shared_reference_can_be_neither_cancelled_nor_accepted(supplier: Caller) -> None:
    assert (await supplier.put(PATH.format("N-TWICE/cancel"), {"reason": "x"})).status_code == 422
    assert (await supplier.put(PATH.format("N-TWICE/accept"), {})).status_code == 422


@pytest.mark.parametrize("body", [None, {}, {"comment": "fine"}])
async def test_accepting_needs_no_body_and_may_be_repeated(supplier: Caller, body: Any) -> None:
    for _ in range(2):
        answer = await supplier.send("PUT", PATH.format("N-1/accept"), body)
        assert answer.status_code == 200
        assert answer.json()["status"] == "accepted"


async def test_rescheduling_moves_what_follows_and_says_it_is_deprecated(supplier: Caller) -> None:
    """The derived laycan moves along, a port's clock stays the port's."""
    body = {"estimatedTimeOfBunkering": "2026-12-24T22:00:00Z", "estimatedBunkeringDurationInMinutes": 60}
    answer = await supplier.send("PATCH", PATH.format("N-1/schedule"), body)
    assert answer.status_code == 200
    assert answer.headers["Deprecation"] == "true"
    assert answer.json()["status"] == "supplier_assigned"
    delivery = (await supplier.read(PATH.format("N-1")))["delivery"]
    assert delivery["estimatedTimeOfBunkering"] == delivery["laycanStart"] == "2026-12-24T23:00:00+01:00"
    assert delivery["estimatedTimeOfCompletion"] == delivery["laycanEnd"] == "2026-12-25T00:00:00+01:00"


async def test_rescheduling_to_another_asset_sets_the_status(supplier: Caller) -> None:
    """An asset that says nothing is not sent: the one that is there stays."""
    barge = {"vessel": {"mmsi": 1}}
    for asset in (barge, {}, None, {"vessel": {}}, {"terminalName": ""}):
        answer = await supplier.send("PATCH", PATH.format("N-1/schedule"), {"supplierAsset": asset})
        assert answer.json()["status"] == "supplier_assigned"
        assert (await supplier.read(PATH.format("N-1")))["supplier"]["assetIdentifier"] == barge


async def test_rescheduling_needs_offsets_and_an_open_nomination(supplier: Caller) -> None:
    naive = {"estimatedTimeOfBunkering": "2026-12-24T22:00:00"}
    assert (await supplier.send("PATCH", PATH.format("N-1/schedule"), naive)).status_code == 400
    assert (await supplier.send("PATCH", PATH.format("N-CANCELLED/schedule"), {})).status_code == 422
    assert (await supplier.send("PATCH", PATH.format("N-TWICE/schedule"), {})).status_code == 422
