"""PUT /v1/nominations/receiver, rule by rule."""

from typing import Any

import pytest
from tests.sandbox.conftest import Caller

PATH = "/v1/nominations/receiver"

Object = dict[str, Any]
LOADING = {"operationStandardCode": "LOAD"}
TRANSFER = {"transactionType": "transfer"}


def upsert(delivery: Object | None = None, **fields: Any) -> Object:
    return {
        "clientReference": "R-1",
        "delivery": {"estimatedTimeOfBunkering": "2026-12-01T10:00:00Z", **(delivery or {})},
        "supplierCompanyIdentifier": "SUP",
        **fields,
    }


async def put(caller: Caller, body: Object, status: int = 200) -> Any:
    answer = await caller.put(PATH, body)
    assert answer.status_code == status, answer.text
    return answer.json()


async def test_a_receiver_requests_and_both_read_it(supplier: Caller, receiver: Caller) -> None:
    """The direction is the reader's own; the receiver is the caller, whatever the body says."""
    got = await put(
        receiver,
        upsert(
            receiver={"companyIdentifier": "OTH", "contactName": "K. Buyer", "vesselIdentifier": {"imo": 9074729}},
            supplierOrderReference="SO 9",
            supplierInternalInstructions="none",
            supplierAssetIdentifier={"vessel": {"imo": 1}},
        ),
    )
    assert got["status"] == "supplier_requested"
    assert got["receiver"] == {
        "companyIdentifier": "REC",
        "contactName": "K. Buyer",
        "vesselIdentifier": {"imo": 9074729},
    }
    assert got["supplier"] == {
        "companyIdentifier": "SUP",
        "assetIdentifier": {"vessel": {"imo": 1}},
        "orderReference": "SO 9",
        "internalInstructions": "none",
    }
    assert got["delivery"]["transactionDirection"] == "in"
    assert await receiver.read("/v1/nominations/R-1") == got
    theirs = await supplier.read("/v1/nominations/R-1")
    assert theirs["delivery"]["transactionDirection"] == "out"


async def test_the_supplier_takes_up_a_request_under_the_same_reference(supplier: Caller, receiver: Caller) -> None:
    """One nomination, then with an asset; what only the receiver can set survives."""
    await put(receiver, upsert(receiver={"assetOperatorCompanyIdentifier": "OTH"}))
    body = {
        "clientReference": "R-1",
        "delivery": {"estimatedTimeOfBunkering": "2026-12-01T10:00:00Z"},
        "supplier": {"assetIdentifier": {"vessel": {"imo": 1}}, "internalReference": "I"},
        "receiver": {"companyIdentifier": "REC"},
    }
    assert (await supplier.put("/v1/nominations/supplier", body)).json()["status"] == "supplier_assigned"
    mine = await receiver.read("/v1/nominations/R-1")
    assert mine["status"] == "supplier_assigned"
    assert mine["receiver"]["assetOperatorCompanyIdentifier"] == "OTH"
    again = await put(receiver, upsert())
    assert again["supplier"]["internalReference"] == "I"


async def test_a_suppliers_nomination_for_another_leaves_a_request_of_that_reference_alone(
    supplier: Caller, receiver: Caller
) -> None:
    """A reference is unique within a company: the receiver's own nomination is not handed to somebody else."""
    asked = await put(receiver, upsert())
    body = {
        "clientReference": "R-1",
        "delivery": {"estimatedTimeOfBunkering": "2026-12-01T10:00:00Z"},
        "receiver": {"companyName": "Someone Else"},
    }
    made = await supplier.put("/v1/nominations/supplier", body)
    assert made.status_code == 200
    assert await receiver.read("/v1/nominations/R-1") == asked
    assert len(await supplier.read("/v1/nominations/R-1/all")) == 2
    assert (await supplier.put("/v1/nominations/supplier", body)).json() == made.json()
    assert len(await supplier.read("/v1/nominations/R-1/all")) == 2


async def test_the_supplier_company_is_required_unless_it_is_a_transfer(receiver: Caller) -> None:
    await put(receiver, upsert(supplierCompanyIdentifier=None), 422)
    await put(receiver, upsert(supplierCompanyIdentifier=""), 422)
    await put(receiver, upsert({"transactionType": "cargo"}, supplierCompanyIdentifier=None), 422)
    await put(receiver, upsert(supplierCompanyIdentifier="NOBODY"), 422)
    got = await put(receiver, upsert(TRANSFER, supplierCompanyIdentifier=None))
    assert got["supplier"]["companyIdentifier"] == "REC"
    assert got["delivery"]["transactionDirection"] == "in_and_out"


@pytest.mark.parametrize("delivery", [LOADING, TRANSFER])
async def test_entity_references_apply_to_loading_and_transfer(receiver: Caller, delivery: Object) -> None:
    entities = {"supplierCompanyEntityReference": "SUP-1", "receiver": {"companyEntityReference": "REC-1"}}
    got = await put(receiver, upsert(delivery, **entities))
    assert got["supplier"]["companyEntityReference"] == "SUP-1"
    assert got["receiver"]["companyEntityReference"] == "REC-1"
    await put(receiver, upsert(delivery, supplierCompanyEntityReference="SUP-OLD"), 422)
    await put(receiver, upsert(delivery, supplierCompanyEntityReference="REC-1"), 422)
    await put(receiver, upsert(delivery, receiver={"companyEntityReference": "SUP-1"}), 422)


async def test_a_receivers_own_entity_survives_what_its_supplier_sends(supplier: Caller, receiver: Caller) -> None:
    """On a loading operation between companies the supplier's word on it is ignored; its silence as well."""
    await put(receiver, upsert(LOADING, receiver={"companyEntityReference": "REC-1"}))
    delivery = {"estimatedTimeOfBunkering": "2026-12-01T10:00:00Z", **LOADING}
    body = {"clientReference": "R-1", "delivery": delivery, "receiver": {"companyIdentifier": "REC"}}
    for more in ({}, {"companyEntityReference": "nothing"}):
        answer = await supplier.put("/v1/nominations/supplier", {**body, "receiver": {**body["receiver"], **more}})
        assert answer.json()["receiver"]["companyEntityReference"] == "REC-1"
    other = {**body, "receiver": {"companyIdentifier": "OTH"}}
    assert "companyEntityReference" not in (await supplier.put("/v1/nominations/supplier", other)).json()["receiver"]


async def test_entity_references_are_ignored_elsewhere(receiver: Caller) -> None:
    got = await put(
        receiver,
        upsert(
            supplierCompanyEntityReference="SUP-OLD",
            supplierCounterpartEntityReference="nothing",
            receiver={"companyEntityReference": "nothing"},
        ),
    )
    assert not {"companyEntityReference", "counterpartEntityReference"} & {*got["supplier"], *got["receiver"]}


async def test_the_suppliers_counterpart_entity_applies_to_loading_between_companies(receiver: Caller) -> None:
    got = await put(receiver, upsert(LOADING, supplierCounterpartEntityReference="CP-SUP"))
    assert got["supplier"]["counterpartEntityReference"] == "CP-SUP"
    await put(receiver, upsert(LOADING, supplierCounterpartEntityReference="CP-REC"), 422)
    old = {"reference": "CP-OLD", "companyIdentifier": "SUP", "isActive": False}
    assert (await receiver.put("/v1/counterpart-entities", old)).status_code == 200
    refused = await put(receiver, upsert(LOADING, supplierCounterpartEntityReference="CP-OLD"), 422)
    assert "not active" in refused["detail"]
    own = await put(
        receiver, upsert(LOADING, supplierCompanyIdentifier="REC", supplierCounterpartEntityReference="CP-SUP")
    )
    assert "counterpartEntityReference" not in own["supplier"]


async def test_the_receivers_counterpart_entity_must_be_of_the_receiver(receiver: Caller) -> None:
    got = await put(receiver, upsert(receiver={"counterpartEntityReference": "CP-REC"}))
    assert got["receiver"]["counterpartEntityReference"] == "CP-REC"
    await put(receiver, upsert(receiver={"counterpartEntityReference": "CP-OTH"}), 422)


async def test_the_asset_fits_the_method_and_is_a_terminal_on_loading(receiver: Caller) -> None:
    ship, terminal = {"vessel": {"imo": 1}}, {"terminalName": "T 4"}
    await put(receiver, upsert({"deliveryMethod": "vessel"}, supplierAssetIdentifier=terminal), 422)
    await put(receiver, upsert({"deliveryMethod": "truck"}, supplierAssetIdentifier=ship), 422)
    await put(receiver, upsert(LOADING, supplierAssetIdentifier=ship), 422)
    await put(receiver, upsert(LOADING, supplierAssetIdentifier={**ship, **terminal}), 422)
    got = await put(receiver, upsert({**LOADING, "deliveryMethod": "vessel"}, supplierAssetIdentifier=terminal))
    assert got["supplier"]["assetIdentifier"] == terminal


@pytest.mark.parametrize(
    ("delivery", "status"),
    [
        ({"estimatedTimeOfBunkering": "2026-12-01T10:00:00"}, 400),
        ({"estimatedTimeOfBunkering": None}, 400),
        ({"laycanStart": "2026-12-01T10:00:00Z"}, 400),
        ({"transactionType": "transfer_in"}, 422),
        ({"estimatedAlongsideTime": "2026-12-01T10:00:00Z"}, 422),
    ],
)
async def test_the_rules_of_the_supplier_upsert_hold_here_too(receiver: Caller, delivery: Object, status: int) -> None:
    await put(receiver, upsert(delivery), status)


async def test_quantities_are_held_to_the_range_here_too(receiver: Caller) -> None:
    fuels = [{"quantityRange": {"minQuantity": 1, "maxQuantity": 10**29}}]
    await put(receiver, upsert(fuelSpecifications=fuels), 400)
    await put(receiver, upsert(fuelSpecifications=[{"quantityRange": {"minQuantity": 2, "maxQuantity": 1}}]), 422)


async def test_a_receivers_own_reference_does_not_touch_a_suppliers_nomination(
    supplier: Caller, receiver: Caller
) -> None:
    """N-1 was created by the supplier: the receiver cannot see it, so its own request stands beside it."""
    await put(receiver, {**upsert(), "clientReference": "N-1"})
    assert (await supplier.get("/v1/nominations/N-1")).status_code == 422
    assert len(await supplier.read("/v1/nominations/N-1/all")) == 2
    assert len(await receiver.read("/v1/nominations/N-1/all")) == 1


async def test_an_operator_of_the_receiver_edits_like_the_receiver(receiver: Caller, operator: Caller) -> None:
    await put(receiver, upsert(receiver={"assetOperatorCompanyIdentifier": "OPE"}))
    got = await put(operator, upsert(receiver={"orderReference": "by operator"}))
    assert got["receiver"]["companyIdentifier"] == "REC"
    assert await receiver.read("/v1/nominations/R-1") == got
