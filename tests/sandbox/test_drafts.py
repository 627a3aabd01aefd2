"""Draft nominations: pages, the upsert's rules, and every branch of the brand mapping."""

from typing import Any

import pytest
from tests.sandbox.conftest import Caller

PATH = "/v1/nominations/drafts"

Object = dict[str, Any]


async def put(caller: Caller, body: Object, status: int = 200) -> Any:
    answer = await caller.put(PATH, {"clientReference": "D-X", **body})
    assert answer.status_code == status, answer.text
    return answer.json()


async def page(caller: Caller, **query: Any) -> Any:
    answer = await caller.get(PATH, params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def test_the_default_page_holds_50_and_the_last_one_says_so(supplier: Caller) -> None:
    got = await page(supplier)
    assert got["pagination"] == {"nextCursor": None, "hasMore": False, "limit": 50}
    assert [draft["clientReference"] for draft in got["data"]] == ["D-0", "D-1", "D-2"]
    assert got["data"][0]["status"] == "in_progress"


@pytest.mark.parametrize(
    ("asked", "given"), [("0", 1), ("-5", 1), ("1", 1), ("200", 200), ("201", 200), ("9" * 50, 200)]
)
async def test_limits_are_clamped_to_1_and_200(supplier: Caller, asked: str, given: int) -> None:
    assert (await page(supplier, limit=asked))["pagination"]["limit"] == given


@pytest.mark.parametrize("query", ["limit=ten", "limit=", "limit=1.5", "limit=%d9%a1", "limit=1&limit=2", "limit=%ff"])
async def test_a_limit_that_is_no_integer_is_400(supplier: Caller, query: str) -> None:
    assert (await supplier.get(f"{PATH}?{query}")).status_code == 400


async def test_pages_lead_through_all_drafts_once_even_while_some_are_added(supplier: Caller) -> None:
    seen: list[str] = []
    cursor: str | None = None
    for number in range(10):
        got = await page(supplier, limit=1, **({"cursor": cursor} if cursor else {}))
        seen += [draft["clientReference"] for draft in got["data"]]
        cursor = got["pagination"]["nextCursor"]
        assert got["pagination"]["hasMore"] == (cursor is not None)
        if cursor is None:
            break
        if number < 2:
            await put(supplier, {"clientReference": f"NEW-{number}"})
            await put(supplier, {"clientReference": "D-0"})
    assert seen == ["D-0", "D-1", "D-2", "NEW-0", "NEW-1"]


async def test_a_cursor_that_was_not_given_out_is_400(supplier: Caller, receiver: Caller) -> None:
    mine = (await page(supplier, limit=1))["pagination"]["nextCursor"]
    for cursor in ("", "x", "1", "é", "MQ", mine[:-2] + "AA"):
        assert (await supplier.get(PATH, params={"cursor": cursor})).status_code == 400
    assert (await receiver.get(PATH, params={"cursor": mine})).status_code == 400


async def test_drafts_are_the_companys_own(receiver: Caller, supplier: Caller) -> None:
    assert [draft["clientReference"] for draft in (await page(receiver))["data"]] == ["D-99"]
    await put(receiver, {"clientReference": "D-1"})
    assert len((await page(supplier))["data"]) == 3


async def test_an_appointed_operator_sees_and_edits_the_draft(supplier: Caller, operator: Caller) -> None:
    await put(supplier, {"supplier": {"assetOperatorCompanyIdentifier": "OPE"}})
    got = await put(operator, {"supplier": {"companyIdentifier": "SUP", "orderReference": "Z"}})
    assert got["supplier"]["companyIdentifier"] == "SUP"
    assert [draft["clientReference"] for draft in (await page(operator))["data"]] == ["D-X"]
    assert got in (await page(supplier))["data"]


async def test_a_company_drafts_what_another_is_to_supply(receiver: Caller, supplier: Caller) -> None:
    """That the supplier is the caller is a rule of the supplier's upsert alone; the draft stays the caller's own."""
    body = {"supplier": {"companyIdentifier": "SUP"}, "receiver": {"companyIdentifier": "REC"}}
    got = await put(receiver, body)
    assert got["supplier"] == {"companyIdentifier": "SUP"}
    assert await put(receiver, got) == got
    assert got in (await page(receiver))["data"]
    assert "D-X" not in [draft["clientReference"] for draft in (await page(supplier))["data"]]


async def test_the_asset_operator_of_another_supplier_is_neither_shown_nor_let_in(
    receiver: Caller, operator: Caller
) -> None:
    """A receiver is told the operator of its own side only, and appoints none for the supplier's."""
    got = await put(receiver, {"supplier": {"companyIdentifier": "SUP", "assetOperatorCompanyIdentifier": "OPE"}})
    assert got["supplier"] == {"companyIdentifier": "SUP"}
    assert got not in (await page(operator))["data"]


@pytest.mark.parametrize(
    ("supplier_company", "receiver_company", "direction"),
    [("SUP", "REC", "in"), ("REC", "OTH", "out"), ("REC", "REC", "in_and_out"), ("SUP", "OTH", None)],
)
async def test_a_draft_tells_the_role_of_its_company(
    receiver: Caller, supplier_company: str, receiver_company: str, direction: str | None
) -> None:
    """Derived like that of a firm nomination; what is sent of it is passed over."""
    body = {
        "delivery": {"transactionDirection": "out"},
        "supplier": {"companyIdentifier": supplier_company},
        "receiver": {"companyIdentifier": receiver_company},
    }
    assert (await put(receiver, body))["delivery"].get("transactionDirection") == direction


async def test_an_operator_drafts_for_the_company_where_it_names_an_allowed_entity(
    supplier: Caller, operator: Caller
) -> None:
    """Without one the draft is its own; its own of the same reference stays beside the company's."""
    await put(operator, {"supplier": {"companyIdentifier": "SUP", "companyEntityReference": "SUP-1"}})
    assert "D-X" in [draft["clientReference"] for draft in (await page(supplier))["data"]]
    own = await put(operator, {"supplier": {"companyIdentifier": "OPE"}})
    assert own["supplier"]["companyIdentifier"] == "OPE"
    assert len((await page(operator))["data"]) == 2
    await put(operator, {"clientReference": "D-Y", "supplier": {"companyIdentifier": "SUP"}})
    assert "D-Y" not in [draft["clientReference"] for draft in (await page(supplier))["data"]]


async def test_a_draft_may_be_nearly_empty_and_says_who_supplies(supplier: Caller) -> None:
    got = await put(supplier, {})
    assert got == {
        "clientReference": "D-X",
        "delivery": {"transactionDirection": "out"},
        "supplier": {"companyIdentifier": "SUP"},
        "receiver": {},
        "fuelSpecifications": [],
        "status": "in_progress",
    }
    assert (await supplier.put(PATH, {})).status_code == 400


async def test_drafts_answer_in_port_local_time_with_the_laycan_on_top(supplier: Caller) -> None:
    """Neither contract reference nor completion time are part of a draft's delivery."""
    got = await put(
        supplier,
        {
            "delivery": {
                "bunkeringLocationCode": "SGSIN",
                "estimatedTimeOfBunkering": "2026-12-01T00:00:00Z",
                "estimatedBunkeringDurationInMinutes": 60,
                "contractReference": "CON-1",
            },
            "receiver": {"estimatedTimeOfArrival": "2026-12-01T00:00:00Z", "vesselName": "ANNA"},
        },
    )
    assert got["laycanStart"] == got["delivery"]["laycanStart"] == "2026-12-01T08:00:00+08:00"
    assert got["laycanEnd"] == got["delivery"]["laycanEnd"] == "2026-12-01T09:00:00+08:00"
    assert got["receiver"] == {"estimatedTimeOfArrival": "2026-12-01T08:00:00+08:00", "vesselName": "ANNA"}
    assert not {"contractReference", "estimatedTimeOfCompletion"} & got["delivery"].keys()
    assert "lastChangedAtUtc" not in got


async def test_the_laycan_is_taken_from_the_delivery_or_the_top(supplier: Caller) -> None:
    top = {"laycanStart": "2026-12-01T08:00:00Z", "laycanEnd": "2026-12-02T08:00:00Z"}
    inner = {"laycanStart": "2026-12-03T08:00:00Z", "laycanEnd": "2026-12-04T08:00:00Z"}
    assert (await put(supplier, top))["laycanStart"] == "2026-12-01T08:00:00+00:00"
    assert (await put(supplier, {**top, "delivery": inner}))["laycanEnd"] == "2026-12-04T08:00:00+00:00"
    await put(supplier, {"laycanStart": top["laycanStart"]}, 400)
    await put(supplier, {"delivery": {"laycanEnd": top["laycanEnd"]}}, 400)


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"delivery": {"estimatedTimeOfBunkering": "2026-12-01T00:00:00"}}, 400),
        ({"receiver": {"estimatedTimeOfArrival": "2026-12-01T00:00:00"}}, 400),
        ({"laycanStart": "2026-12-01T00:00:00", "laycanEnd": "2026-12-01T00:00:00Z"}, 400),
        ({"delivery": {"transactionType": "cargo_in"}}, 422),
        ({"fuelSpecifications": [{"quantityRange": {"maxQuantity": 8 * 10**28}}]}, 400),
        ({"fuelSpecifications": [{"quantityRange": {"minQuantity": 2, "maxQuantity": 1}}]}, 422),
        ({"supplier": {"companyIdentifier": "NOBODY"}}, 422),
        ({"supplier": {"companyEntityReference": "SUP-OLD"}}, 422),
        ({"supplier": {"priceType": "guess"}}, 400),
        ({"receiver": {"companyIdentifier": "NOBODY"}}, 422),
    ],
)
async def test_the_shared_rules_hold_for_drafts(supplier: Caller, body: Object, status: int) -> None:
    await put(supplier, body, status)


async def test_min_quantity_is_optional(supplier: Caller) -> None:
    fuels = [{"quantityRange": {"maxQuantity": 100, "unit": "metric_tonnes"}}]
    assert (await put(supplier, {"fuelSpecifications": fuels}))["fuelSpecifications"] == fuels


async def test_the_receiver_company_follows_from_the_counterpart_entity(supplier: Caller) -> None:
    got = await put(supplier, {"receiver": {"counterpartEntityReference": "CP-REC", "contactName": "J"}})
    assert got["receiver"].items() >= {"companyIdentifier": "REC", "companyName": "Receiver BV"}.items()
    for receiver in (
        {"companyIdentifier": "OTH", "counterpartEntityReference": "CP-REC"},
        {"companyName": "Other Trading", "counterpartEntityReference": "CP-REC"},
        {"counterpartEntityReference": "CP-NONE"},
    ):
        await put(supplier, {"receiver": receiver}, 422)


async def test_an_entity_that_is_not_active_still_belongs_to_its_company(supplier: Caller) -> None:
    """The counterpart entity has to belong to the receiver company; that it is active is not asked."""
    old = {"reference": "CP-OTH-OLD", "companyIdentifier": "OTH", "isActive": False}
    assert (await supplier.put("/v1/counterpart-entities", old)).status_code == 200
    receiver = {"receiver": {"companyIdentifier": "OTH", "counterpartEntityReference": "CP-OTH-OLD"}}
    assert (await put(supplier, receiver))["receiver"]["companyName"] == "Other Trading"


async def test_a_name_nobody_knows_does_not_keep_the_counterpart_entity_from_naming_the_receiver(
    supplier: Caller,
) -> None:
    """The rule asks for the identifier alone: omitted, the company is derived."""
    got = await put(supplier, {"receiver": {"companyName": "Receiver, R'dam", "counterpartEntityReference": "CP-REC"}})
    assert got["receiver"].items() >= {"companyIdentifier": "REC", "companyName": "Receiver BV"}.items()


async def test_an_answered_draft_can_be_put_back_whole(supplier: Caller) -> None:
    """The answer names the receiver twice, by identifier and by name; sending it back changes nothing."""
    body = {
        "delivery": {"bunkeringLocationCode": "NLRTM", "estimatedTimeOfBunkering": "2026-12-01T00:00:00Z"},
        "receiver": {"counterpartEntityReference": "CP-REC"},
        "supplier": {"priceType": "fixed", "assetIdentifier": {"vessel": {"imo": 1}}},
        "fuelSpecifications": [{"brand": "Clean 05"}],
        "stakeholders": [{"type": "surveyor"}],
    }
    got = await put(supplier, body)
    assert got["stakeholders"] == body["stakeholders"]
    assert got["supplier"].items() >= body["supplier"].items()
    assert await put(supplier, got) == got


async def test_stakeholders_of_a_draft_are_present_only_if_there_are_any(supplier: Caller) -> None:
    assert "stakeholders" not in await put(supplier, {"stakeholders": []})


async def test_a_known_receiver_name_finds_its_company_and_another_is_kept(supplier: Caller) -> None:
    known = await put(supplier, {"receiver": {"companyName": "receiver bv"}})
    assert known["receiver"] == {"companyIdentifier": "REC", "companyName": "Receiver BV"}
    assert (await put(supplier, {"receiver": {"companyName": "New"}}))["receiver"] == {"companyName": "New"}


FULL = {"brand": "Clean 05", "fuelType": "VLSFO", "grade": "rmg"}


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ({"brand": "Clean 05"}, FULL),
        ({"brand": "Clean 05", "fuelType": "", "grade": None}, FULL),
        ({"brand": "Clean 05", "grade": "rmg"}, FULL),
        ({"brand": "Clean 05", "fuelType": "VLSFO"}, FULL),
        ({"fuelType": "VLSFO", "grade": "rmg"}, FULL),
        (FULL, FULL),
        # what was sent is never overwritten, and a disagreement leaves the rest unset
        ({"brand": "Clean 05", "grade": "rmk"}, None),
        ({"brand": "Clean 05", "fuelType": "HSFO"}, None),
        ({"fuelType": "VLSFO", "grade": "rmd"}, None),
        ({"brand": "Own", "fuelType": "VLSFO", "grade": "rmg"}, None),
        # not enough to go by
        ({"fuelType": "VLSFO"}, None),
        ({"grade": "rmg"}, None),
        ({}, None),
        # no such mapping, and a fuel type that is not valid under the operation standard
        ({"brand": "Unknown"}, None),
        ({"brand": "Gas Pure"}, None),
        ({"fuelType": "LNG", "grade": "others"}, None),
    ],
)
async def test_brand_mapping(supplier: Caller, sent: Object, kept: Object | None) -> None:
    got = await put(supplier, {"delivery": {"operationStandardCode": "CONV"}, "fuelSpecifications": [sent]})
    assert got["fuelSpecifications"] == [sent if kept is None else kept]


async def test_brand_mapping_follows_the_operation_standard(supplier: Caller) -> None:
    gas = {"brand": "Gas Pure", "fuelType": "LNG", "grade": "others"}
    for delivery in ({"operationStandardCode": "LNG"}, {}, {"operationStandardCode": "UNHEARD"}):
        got = await put(supplier, {"delivery": delivery, "fuelSpecifications": [{"brand": "Gas Pure"}]})
        assert got["fuelSpecifications"] == [gas]


async def test_nothing_is_filled_while_fuel_configuration_is_off(receiver: Caller) -> None:
    got = await put(receiver, {"fuelSpecifications": [{"brand": "Clean 05"}]})
    assert got["fuelSpecifications"] == [{"brand": "Clean 05"}]
