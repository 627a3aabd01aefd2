"""What a service answers, opened, one field changed and sent: everything else arrives as it came."""

from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.api.server import Reply, ScriptedServer
from tests.desk.outbox_desk import DRAFTS, FIRM, desk_at, echo, until

from bunkerdesk.contract import jsontext
from bunkerdesk.contract.jsontext import JsonObject
from bunkerdesk.contract.nomination import Draft, Nomination
from bunkerdesk.desk.comparing import two_way
from bunkerdesk.desk.editing_bodies import ANSWERED_ONLY, EditKind, consequences, upsert_body
from bunkerdesk.desk.editing_paths import leaves, path_text, value_at, with_value
from bunkerdesk.desk.outbox_item import OutboxState

DETAILS = ("delivery", "bunkeringLocationDetails")
words = st.sampled_from(["", "MT Ærø", "新加坡", "a/b?c#%", "on_hold"])
numbers = st.integers(-5, 9_000_000) | st.decimals(allow_nan=False, allow_infinity=False, places=12)
moments = st.sampled_from(["2026-11-23T14:00:00+08:00", "2026-11-23T06:00:00Z", "2026-03-29T02:30:00+01:00"])
anything = st.none() | st.booleans() | words | numbers | st.lists(words, max_size=2)
unknown = st.dictionaries(st.sampled_from(["newField", "x_y", "naïve"]), anything, max_size=2)


def holding(**fields: st.SearchStrategy[Any]) -> st.SearchStrategy[JsonObject]:
    """An object with some of the fields and some that nobody knows."""
    return st.tuples(st.fixed_dictionaries({}, optional=fields), unknown).map(lambda pair: {**pair[1], **pair[0]})


fuels = st.lists(
    holding(
        fuelType=words,
        grade=st.sampled_from(["rmg", "dma", "rmx_2030"]),
        quantityRange=holding(
            minQuantity=numbers, maxQuantity=numbers, unit=st.sampled_from(["metric_tonnes", "drops"])
        ),
        certificateOfQuality=holding(density=holding(value=numbers, unit=words)),
    ),
    max_size=3,
)
delivery = holding(
    deliveryMethod=st.sampled_from(["vessel", "pipeline", "drone"]),
    transactionType=st.sampled_from(["transfer", "cargo", "swap"]),
    estimatedTimeOfBunkering=moments,
    estimatedBunkeringDurationInMinutes=st.integers(0, 3000),
    berthTime=moments,
    gasUpRequired=st.booleans(),
)
party = holding(companyIdentifier=words, orderReference=words, vesselIdentifier=holding(imo=st.integers(0, 10**7)))
answers = st.tuples(
    holding(
        delivery=delivery,
        supplier=holding(priceType=words, assetIdentifier=holding(terminalName=words)),
        receiver=party,
        fuelSpecifications=fuels,
        stakeholders=st.lists(holding(type=words, userEmail=words), max_size=2),
    ),
    st.sampled_from(["A-1", "SO/1 ?#%", "新-1"]),
).map(lambda pair: {**pair[0], "clientReference": pair[1]})


def as_exact(value: Any) -> Reply:
    return Reply(200, jsontext.write(value), {"Content-Type": "application/json"})


@given(answers, st.sampled_from([EditKind.DRAFT, EditKind.SUPPLIER]))
def test_one_changed_field_is_all_that_changes(answer: JsonObject, kind: EditKind):
    """Generated drafts and nominations with fields and values that nobody knows, read, changed, written as JSON."""
    model = Draft if kind is EditKind.DRAFT else Nomination
    read = model.read(jsontext.parse(jsontext.write(answer)))
    base = upsert_body(read.as_received or {}, kind)
    changed = with_value(base, DETAILS, "Berth 7, port side")
    changed = consequences(kind, base, changed, DETAILS)
    arrived = jsontext.parse(jsontext.write(changed))
    assert [one.path for one in two_way(base, arrived, kind)] == [path_text(DETAILS)]
    assert value_at(arrived, DETAILS) == "Berth 7, port side"
    dropped = {*ANSWERED_ONLY[kind], "receiver.companyName"}
    for steps, value in leaves(answer):
        if value != {} and not any(path_text(steps).startswith(path) for path in dropped):
            assert jsontext.same_meaning(value_at(arrived, steps), value), path_text(steps)


@pytest.mark.parametrize("kind", list(EditKind))
def test_what_is_read_only_is_never_sent(kind: EditKind):
    """Status, names and times that the service derives, and what is maintained elsewhere; what it takes is there."""
    derived = ("bunkeringLocationName", "estimatedTimeOfCompletion", "transactionDirection", "isBestEndeavourBasis")
    delivery = {**dict.fromkeys(derived, "x"), "berthTime": "2026-12-01T08:00:00Z"}
    supplier = {"companyIdentifier": "CMP-1", "counterpartEntityReference": "CP-1", "orderReference": "SO-1"}
    body = upsert_body({"status": "accepted", "delivery": delivery, "supplier": supplier}, kind)
    assert "status" not in body
    assert body["delivery"] == {"berthTime": "2026-12-01T08:00:00Z"}
    if kind is EditKind.RECEIVER:  # who may name the supplier's counterpart entity, and does so at the top
        assert body["supplierCounterpartEntityReference"] == "CP-1"
        assert "supplier" not in body
    else:
        assert body["supplier"] == {"companyIdentifier": "CMP-1", "orderReference": "SO-1"}


@pytest.mark.parametrize("kind", ["draft", "supplier"])
async def test_what_is_put_on_the_wire_differs_in_the_changed_field_alone(tmp_path: Path, kind: str):
    """Over real HTTP: unknown fields, unknown values and 28 digits are in the body as the service answered them."""
    answer = {
        "clientReference": "RT-1",
        "status": "on_hold",
        "hologram": {"seal": [1, {"deep": None}], "text": "\u0001é"},
        "delivery": {"bunkeringLocationCode": "SGSIN", "deliveryMethod": "drone", "tide": "spring"},
        "receiver": {"companyIdentifier": "CMP-R201", "mood": "calm"},
        "fuelSpecifications": [
            {
                "fuelType": "VLSFO",
                "grade": "rmx_2030",
                "quantityRange": {"minQuantity": Decimal("480.25"), "unit": "drops"},
            },
            {
                "fuelType": "LNG",
                "quantityRange": {"maxQuantity": Decimal("12345678901234567890.12345678")},
                "blend": "B24",
            },
        ],
    }
    path = DRAFTS if kind == "draft" else FIRM
    async with ScriptedServer() as server:
        listed = {"data": [answer] if kind == "draft" else [], "pagination": {"hasMore": False}}
        server.on("GET", DRAFTS, as_exact(listed))
        if kind == "supplier":
            server.on("GET", "/v1/nominations/RT-1", as_exact(answer))
        server.on("PUT", path, echo)
        async with desk_at(server, tmp_path) as desk:
            await (desk.synchronise() if kind == "draft" else desk.open_reference("RT-1"))
            (record,) = desk.records("RT-1")
            session = await desk.editing.begin_edit(record, kind)
            desk.editing.change(session, path_text(DETAILS), "Berth 7, port side")
            item = await until(desk, await desk.outbox.queue(session), OutboxState.SENT, OutboxState.REFUSED)
            assert item.state is OutboxState.SENT
        (put,) = server.requests("PUT")
        expected = {name: value for name, value in answer.items() if name != "status"}
        expected["delivery"] = {**answer["delivery"], "bunkeringLocationDetails": "Berth 7, port side"}  # type: ignore[dict-item]
        assert jsontext.same_meaning(jsontext.parse(put.body), expected)
        assert b"12345678901234567890.12345678" in put.body
