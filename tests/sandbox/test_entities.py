"""Reference data, entities, contracts, asset operators."""

from typing import Any

import pytest
from tests.sandbox.conftest import Caller

COUNTERPARTS = "/v1/counterpart-entities"
CONTRACTS = "/v1/contracts"


async def test_reference_data_is_listed(supplier: Caller) -> None:
    assert {"name": "VLSFO", "grades": ["rmg"]} in await supplier.read("/v1/fuel-types")
    standards = await supplier.read("/v1/operation-standards")
    assert {"code": "SGT", "name": "Singapore transfer", "type": "Transfer", "fuelTypes": []} in standards


async def test_company_entities_are_the_callers_own(supplier: Caller, receiver: Caller) -> None:
    assert [entity["reference"] for entity in await supplier.read("/v1/company-entities")] == ["SUP-1", "SUP-OLD"]
    assert [entity["reference"] for entity in await receiver.read("/v1/company-entities")] == ["REC-1"]


async def test_asset_operators_are_told_to_both_sides(supplier: Caller, operator: Caller) -> None:
    mine, theirs = [await caller.read("/v1/asset-operators/companies") for caller in (supplier, operator)]
    assert mine["companiesIAmOperatorFor"] == theirs["myAssetOperators"] == []
    assert mine["myAssetOperators"] == [
        {"companyIdentifier": "OPE", "companyName": "Barge Operations", "companyEntityReferences": ["SUP-1"]}
    ]
    assert theirs["companiesIAmOperatorFor"][0]["companyIdentifier"] == "SUP"


async def test_counterpart_entities_are_created_and_updated_by_reference(supplier: Caller, receiver: Caller) -> None:
    body = {"reference": "CP-NEW", "name": "N", "companyIdentifier": "REC", "email": "a@b.example", "vat": "NL1"}
    assert (await supplier.put(COUNTERPARTS, body)).json().items() >= body.items()
    await supplier.put(COUNTERPARTS, {**body, "name": "M"})
    named = {entity["reference"]: entity.get("name") for entity in await supplier.read(COUNTERPARTS)}
    assert named == {"CP-REC": None, "CP-OTH": None, "CP-NEW": "M"}
    assert "CP-NEW" not in [entity["reference"] for entity in await receiver.read(COUNTERPARTS)]


async def test_a_repeated_put_without_reference_makes_no_second_one(supplier: Caller) -> None:
    first = await supplier.put(COUNTERPARTS, {"name": "Once"})
    assert (await supplier.put(COUNTERPARTS, {"name": "Once"})).json() == first.json()
    assert len(await supplier.read(COUNTERPARTS)) == 3


LONGEST = "a" * (320 - len("@mail.example")) + "@mail.example"


@pytest.mark.parametrize(
    ("email", "status"),
    [
        ("desk.ops+rotterdam@sub.example.com", 200),
        ("käpt'n@häfen.example", 200),
        (LONGEST, 200),
        (None, 200),
        ("a" + LONGEST, 400),
        ("no-at.example", 400),
        ("two@@example.com", 400),
        ("a@b@example.com", 400),
        ("a b@example.com", 400),
        ("a@example", 400),
        ("a@-example.com", 400),
        (".a@example.com", 400),
        ("a..b@example.com", 400),
        ("a@example.com\n", 400),
        ("", 400),
        (5, 400),
    ],
)
async def test_the_email_is_valid_and_has_at_most_320_characters(supplier: Caller, email: Any, status: int) -> None:
    answer = await supplier.put(COUNTERPARTS, {"reference": "E", "email": email})
    assert answer.status_code == status


@pytest.mark.parametrize(
    ("phone", "status"),
    [("+31 (0)10-123 45 67", 200), (None, 200), ("010 x 12", 400), ("010/12", 400), ("٠١٢", 400), ("1\n", 400)],
)
async def test_the_phone_number_has_digits_blanks_and_plus_minus_brackets(
    supplier: Caller, phone: str | None, status: int
) -> None:
    assert (await supplier.put(COUNTERPARTS, {"reference": "P", "phoneNumber": phone})).status_code == status


async def test_a_counterpart_of_an_unknown_company_is_422(supplier: Caller) -> None:
    assert (await supplier.put(COUNTERPARTS, {"reference": "P", "companyIdentifier": "NOBODY"})).status_code == 422


async def test_contracts_are_put_and_listed(supplier: Caller, receiver: Caller) -> None:
    body = {"reference": "CON-2", "validFrom": "2026-01-01T00:00:00+01:00", "terms": {"signed": "2026-01-01T08:00Z"}}
    answer = await supplier.put(CONTRACTS, body)
    assert (answer.status_code, answer.json()) == (200, body)
    assert body in await supplier.read(CONTRACTS)
    assert await receiver.read(CONTRACTS) == []


@pytest.mark.parametrize(
    "fields",
    [
        {"validFrom": "2026-01-01T00:00:00"},
        {"validTo": "soon"},
        {"startDate": "2026-01-01T00:00:00"},
        {"periods": [{"from": "2026-01-01 00:00"}]},
    ],
)
async def test_any_timestamp_in_a_contract_needs_an_offset(supplier: Caller, fields: dict[str, Any]) -> None:
    """The fields are not shown, so every text that is a date and time is held to the rule."""
    assert (await supplier.put(CONTRACTS, {"reference": "C", **fields})).status_code == 400


@pytest.mark.parametrize("text", ["2026-01-01", "2026-01-01T00:00:00 was the first day", "2026-01-01T00:00:00-05:00"])
async def test_a_text_of_a_contract_that_only_begins_like_a_timestamp_is_kept(supplier: Caller, text: str) -> None:
    answer = await supplier.put(CONTRACTS, {"reference": "C", "remark": text})
    assert (answer.status_code, answer.json()["remark"]) == (200, text)
