"""Services of another make: what the specification does not show is answered otherwise, and the desk goes on."""

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from tests.api.server import Reply, ScriptedServer, as_json, problem
from tests.desk.outbox_desk import DRAFTS, desk_at, echo, until

from bunkerdesk.contract import jsontext
from bunkerdesk.desk.desk import Desk
from bunkerdesk.desk.lists import ListQuery
from bunkerdesk.desk.outbox_item import OutboxState

FUELS = [{"name": "VLSFO", "grades": ["rmg"]}]
OPERATORS = {"companiesIAmOperatorFor": ["CMP-1"], "myAssetOperators": {"CMP-2": ["SG-1"]}}


def listing(*references: str, **pagination: Any) -> Reply:
    return as_json({"data": [{"clientReference": reference} for reference in references], "pagination": pagination})


@pytest.fixture
def server(server: ScriptedServer) -> ScriptedServer:
    server.on("GET", DRAFTS, listing("D-1", "D-2", hasMore=False))
    server.on("GET", "/v1/fuel-types", as_json(FUELS))
    server.on("GET", "/v1/company-entities", as_json([{"reference": "E1", "tradingNames": ["A", 1]}]))
    server.on("GET", "/v1/counterpart-entities", as_json([]))
    server.on("GET", "/v1/asset-operators/companies", as_json(OPERATORS))
    return server


def drafts(desk: Desk) -> list[str]:
    rows = desk.nominations.rows(desk.nominations.head(ListQuery(), 100)).values()
    return sorted(row.reference for row in rows)


@pytest.mark.parametrize("status", [400, 401, 403, 404, 405, 410, 501])
async def test_a_path_that_is_not_there_is_no_problem_however_it_is_said(
    server: ScriptedServer, tmp_path: Path, status: int
):
    """Gateways in front of a service say it in many ways; what is shown is read all the same."""
    for path in ("/v1/operation-standards", "/v1/contracts"):
        server.on("GET", path, problem(status))
    async with desk_at(server, tmp_path) as desk:
        await desk.synchronise()
        assert (desk.sync_state.problem, desk.sync_state.problems) == (None, ())
        assert drafts(desk) == ["D-1", "D-2"]
        assert desk.reference_data("asset_operators") == [OPERATORS]
        assert desk.reference_data("contracts") == []


@pytest.mark.parametrize("path", ["/v1/fuel-types", "/v1/contracts", "/v1/company-entities"])
async def test_a_list_out_of_order_leaves_the_rest(server: ScriptedServer, tmp_path: Path, path: str):
    """It is named, the desk is not offline, and the other lists are read."""
    server.on("GET", path, problem(503, "under repair"))
    async with desk_at(server, tmp_path) as desk:
        await desk.synchronise()
        state = desk.sync_state
        name = path.rpartition("/")[2].replace("-", " ")
        assert [one.title for one in state.problems] == [f"The list of {name} could not be read"]
        assert "under repair" in state.problems[0].happened
        assert state.offline_since is None
        assert state.last_finished_at is not None
        assert drafts(desk) == ["D-1", "D-2"]
        assert desk.reference_data("asset_operators") == [OPERATORS]


@pytest.mark.parametrize("reply", [Reply(is_reset=True), Reply(500)])
async def test_a_record_on_which_the_service_dies_leaves_the_others(
    server: ScriptedServer, tmp_path: Path, reply: Reply
):
    """The connection breaks over one nomination: that is not the network's end, and the rest is read."""
    for number in range(5):
        answer = as_json({"clientReference": f"N-{number}", "status": "accepted"})
        server.on("GET", f"/v1/nominations/N-{number}", reply if number == 2 else answer)
    async with desk_at(server, tmp_path) as desk:
        await desk.remember([f"N-{number}" for number in range(5)], "imported")
        await desk.synchronise()
        assert desk.sync_state.offline_since is None
        assert [one.title for one in desk.sync_state.problems] == ["Nomination N-2 could not be read"]
        assert drafts(desk) == ["D-1", "D-2", "N-0", "N-1", "N-3", "N-4"]


async def test_a_service_that_dies_on_every_record_is_out_of_reach(server: ScriptedServer, tmp_path: Path):
    """It is not asked for hundreds of others."""
    server.on("GET", "*", Reply(is_reset=True))
    async with desk_at(server, tmp_path) as desk:
        await desk.remember([f"N-{number}" for number in range(100)], "imported")
        await desk.synchronise()
        assert desk.sync_state.offline_since is not None
    assert len(server.requests("GET")) < 60


async def test_refused_credentials_are_still_said_at_the_first_list(server: ScriptedServer, tmp_path: Path):
    """Only a path that may not be there is excused."""
    server.on("GET", "/v1/fuel-types", problem(401))
    async with desk_at(server, tmp_path) as desk:
        await desk.synchronise()
        assert "credentials" in desk.sync_state.problem.title


async def test_what_is_of_another_shape_is_kept_as_it_came(server: ScriptedServer, tmp_path: Path):
    """Fields of entities and operators are not shown: whatever stands in them is there to be shown."""
    async with desk_at(server, tmp_path) as desk:
        await desk.synchronise()
        assert desk.reference_data("company_entities") == [{"reference": "E1", "tradingNames": ["A", 1]}]
        assert desk.reference_data("asset_operators") == [OPERATORS]


async def test_a_list_of_drafts_that_does_not_say_where_it_goes_on_removes_nothing(
    server: ScriptedServer, tmp_path: Path
):
    """It claims to have more: what is not on its pages may be there."""
    async with desk_at(server, tmp_path) as desk:
        await desk.synchronise()
        server.on("GET", DRAFTS, listing("D-1", hasMore=True, nextCursor=None))
        await desk.synchronise()
        assert drafts(desk) == ["D-1", "D-2"]
        assert "goes on, but not where" in desk.sync_state.problem.happened
        server.on("GET", DRAFTS, listing("D-1", hasMore=False))
        await desk.synchronise()
        assert drafts(desk) == ["D-1"]


@pytest.mark.parametrize(
    ("delivery", "supplier", "receiver", "side"),
    [
        ({"transactionDirection": "in"}, {}, {}, "receiver"),
        ({"transactionDirection": "out"}, {}, {"assetOperatorCompanyIdentifier": "CMP-1"}, "supplier"),
        ({"transactionDirection": "in_and_out"}, {}, {}, "supplier"),
        ({}, {}, {"assetOperatorCompanyIdentifier": "CMP-1"}, "receiver"),
        ({}, {"assetOperatorCompanyIdentifier": "CMP-1"}, {"assetOperatorCompanyIdentifier": "CMP-1"}, "supplier"),
        (None, None, None, "supplier"),
    ],
)
async def test_the_role_is_told_by_the_direction_else_by_the_asset_operator(
    server: ScriptedServer, tmp_path: Path, delivery: Any, supplier: Any, receiver: Any, side: str
):
    """Which fields are answered is not shown; each side is shown its own operator only."""
    answer = {"clientReference": "N-1", "status": "accepted", "delivery": delivery}
    server.on("GET", "/v1/nominations/N-1", as_json({**answer, "supplier": supplier, "receiver": receiver}))
    async with desk_at(server, tmp_path) as desk:
        (record,) = (await desk.open_reference("N-1")).records
        assert (await desk.editing.begin_edit(record)).kind == side


async def test_what_was_answered_in_other_types_goes_back_in_the_specified_ones(server: ScriptedServer, tmp_path: Path):
    """A service that writes nulls, decimals as texts and offsets without a colon need not read them so."""
    draft = {
        "clientReference": "D-1",
        "delivery": {
            "pilotTime": None,
            "berthTime": "2026-12-01T10:00:00.5+0800",
            "estimatedAlongsideTime": "2026-12-01 10:00+08:00",
            "estimatedTimeOfBunkering": "2026-12-01T02:00:00.0000000Z",
            "estimatedBunkeringDurationInMinutes": "240",
            "gasUpRequired": "true",
            "bunkeringLocationDetails": 7,
            "novel": None,
        },
        "receiver": {"vesselIdentifier": {"imo": "9321483", "mmsi": None}, "contactName": None},
        "fuelSpecifications": [
            {
                "quantityRange": {"minQuantity": "480.2500", "maxQuantity": 1e3, "unit": "metric_tonnes"},
                "certificateOfQuality": {"sulphurContent": {"value": 0.49, "unit": "% m/m"}},
                "biofuelProperties": None,
            }
        ],
        "stakeholders": None,
        "status": "in_progress",
    }
    server.on("GET", DRAFTS, as_json({"data": [draft], "pagination": {"hasMore": False}}))
    server.on("PUT", DRAFTS, Reply(204))
    async with desk_at(server, tmp_path) as desk:
        await desk.synchronise()
        session = await desk.editing.begin_edit(desk.records("D-1")[0])
        desk.editing.change(session, "receiver.orderReference", "O-2")
        await until(desk, await desk.outbox.queue(session), OutboxState.SENT)
    (sent,) = server.requests("PUT")
    assert jsontext.parse(sent.body) == {
        "clientReference": "D-1",
        "delivery": {
            "berthTime": "2026-12-01T10:00:00.500000+08:00",
            "estimatedAlongsideTime": "2026-12-01T10:00:00+08:00",
            "estimatedTimeOfBunkering": "2026-12-01T02:00:00.0000000Z",
            "estimatedBunkeringDurationInMinutes": 240,
            "gasUpRequired": True,
            "bunkeringLocationDetails": "7",
            "novel": None,
        },
        "receiver": {"vesselIdentifier": {"imo": 9321483}, "orderReference": "O-2"},
        "fuelSpecifications": [
            {
                "quantityRange": {"minQuantity": Decimal("480.2500"), "maxQuantity": 1000, "unit": "metric_tonnes"},
                "certificateOfQuality": {"sulphurContent": {"value": "0.49", "unit": "% m/m"}},
            }
        ],
    }


MAXIMUM = "fuelSpecifications.0.quantityRange.maxQuantity"


@pytest.mark.parametrize(
    "body",
    [
        {"errors": {"FuelSpecifications[0].QuantityRange.MaxQuantity": ["is beyond the tank"]}},
        {"errors": [{"pointer": f"#/{MAXIMUM.replace('.', '/')}", "detail": "is beyond the tank"}]},
        {"detail": [{"loc": ["body", *MAXIMUM.split(".")], "msg": "is beyond the tank"}]},
        {"errors": [f"{MAXIMUM} is beyond the tank"]},
        {"message": f"{MAXIMUM} is beyond the tank", "error": "Bad Request"},
    ],
)
async def test_what_is_said_field_by_field_stands_beside_the_field(
    server: ScriptedServer, tmp_path: Path, body: dict[str, Any]
):
    """And in the sentence, where the service has no other: a bare title helps nobody."""
    server.on("PUT", DRAFTS, as_json({"title": "One or more validation errors occurred.", **body}, 400))
    async with desk_at(server, tmp_path) as desk:
        session = await desk.editing.begin_new("draft", {"clientReference": "D-9"})
        item = await until(desk, await desk.outbox.queue(session), OutboxState.REFUSED)
        assert [refusal.path for refusal in item.refusals] == [MAXIMUM]
        assert "is beyond the tank" in item.refusals[0].text
        assert "is beyond the tank" in item.problem.happened


async def test_a_draft_whose_reference_is_a_number_is_matched(server: ScriptedServer, tmp_path: Path):
    """It is one draft from the list to its editing and sending, under its digits, as the text that is specified."""
    place = {"bunkeringLocationCode": "NLRTM"}
    mine = {"clientReference": 77123, "delivery": place, "receiver": {"vesselName": "EVER SUMMIT"}}
    server.on("GET", DRAFTS, as_json({"data": [mine], "pagination": {"hasMore": False}}))
    server.on("PUT", DRAFTS, echo)
    async with desk_at(server, tmp_path) as desk:
        await desk.synchronise()
        assert drafts(desk) == ["77123"]
        (record,) = desk.records("77123")
        session = await desk.editing.begin_edit(record)
        assert await desk.editing.begin_edit(record) is session
        desk.editing.change(session, "receiver.vesselName", "EVER SUMMIT II")
        item = await until(desk, await desk.outbox.queue(session), OutboxState.SENT)
        assert item.reference == "77123"
        (after,) = desk.records("77123")
        assert after.id == record.id
        assert after.resource.receiver.vessel_name == "EVER SUMMIT II"
    (sent,) = server.requests("PUT")
    assert json.loads(sent.body)["clientReference"] == "77123"


async def test_a_numbered_draft_that_a_colleague_changed_is_not_overwritten(server: ScriptedServer, tmp_path: Path):
    """What is at the service is compared before it is sent over, whatever kind of reference it has."""
    mine = {"clientReference": 77123, "receiver": {"vesselName": "EVER SUMMIT"}}
    server.on("GET", DRAFTS, as_json({"data": [mine], "pagination": {"hasMore": False}}))
    async with desk_at(server, tmp_path) as desk:
        await desk.synchronise()
        (record,) = desk.records("77123")
        session = await desk.editing.begin_edit(record)
        desk.editing.change(session, "receiver.vesselName", "EVER SUMMIT II")
        theirs = {**mine, "receiver": {"vesselName": "TORM HELVIG"}}
        server.on("GET", DRAFTS, as_json({"data": [theirs], "pagination": {"hasMore": False}}))
        await until(desk, await desk.outbox.queue(session), OutboxState.CONFLICT)
    assert server.requests("PUT") == []
