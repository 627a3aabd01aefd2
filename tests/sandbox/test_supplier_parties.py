"""Receiver, supplier, entities and operators of PUT /v1/nominations/supplier, rule by rule."""

from typing import Any

import pytest
from tests.sandbox.conftest import Caller
from tests.sandbox.supplier import Object, put, upsert


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


async def test_an_entity_of_nobody_belongs_to_no_new_company_either(supplier: Caller) -> None:
    """Neither side names a company: that is no agreement."""
    assert (await supplier.put("/v1/counterpart-entities", {"reference": "CP-NOBODY"})).status_code == 200
    await put(supplier, upsert(receiver={"companyName": "New", "counterpartEntityReference": "CP-NOBODY"}), 422)


async def test_a_counterpart_entity_that_is_not_active_still_belongs_to_its_company(supplier: Caller) -> None:
    """That it is active is asked of the entity references of the receiver's upsert alone."""
    old = {"reference": "CP-REC", "companyIdentifier": "REC", "isActive": False}
    assert (await supplier.put("/v1/counterpart-entities", old)).status_code == 200
    body = upsert(receiver={"companyIdentifier": "REC", "counterpartEntityReference": "CP-REC"})
    assert (await put(supplier, body))["receiver"]["counterpartEntityReference"] == "CP-REC"


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
