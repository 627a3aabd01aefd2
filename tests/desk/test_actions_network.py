"""Actions on nominations against a service whose answers get lost, and behind what is held up in the outbox."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.api.server import Reply, ScriptedServer, Seen, as_json, problem
from tests.desk.outbox_desk import DRAFTS, FIRM, NO_DRAFTS, desk_at, until

from bunkerdesk.api import BunkerService, Credentials
from bunkerdesk.api.patience import RetryPolicy
from bunkerdesk.cache import Store
from bunkerdesk.contract import jsontext
from bunkerdesk.desk.action_results import NewTime
from bunkerdesk.desk.connections import Connection
from bunkerdesk.desk.desk import Desk
from bunkerdesk.desk.outbox_item import OutboxState

PATH = "/v1/nominations/N-1"
NOMINATION = {
    "clientReference": "N-1",
    "delivery": {"bunkeringLocationCode": "NLRTM", "estimatedTimeOfBunkering": "2026-11-23T14:00:00+01:00"},
    "receiver": {"companyIdentifier": "R"},
}
IMO = {"vessel": {"imo": 9074729}}
DRAFT = {
    "clientReference": "A",
    "status": "in_progress",
    "delivery": {
        "bunkeringLocationCode": "NLRTM",
        "estimatedTimeOfBunkering": "2026-12-01T10:00:00+01:00",
        "estimatedBunkeringDurationInMinutes": 60,
        "operationStandardCode": "CONV",
        "deliveryMethod": "vessel",
    },
    "supplier": {"companyIdentifier": "S", "assetIdentifier": IMO},
    "receiver": {"companyIdentifier": "R", "vesselIdentifier": IMO["vessel"]},
    "fuelSpecifications": [
        {
            "fuelType": "VLSFO",
            "grade": "rmg",
            "quantityRange": {"minQuantity": 1, "maxQuantity": 2, "unit": "metric_tonnes"},
        }
    ],
}


@pytest.fixture
def server(server: ScriptedServer) -> ScriptedServer:
    server.on("GET", DRAFTS, NO_DRAFTS)
    return server


@pytest.fixture
async def desk(server: ScriptedServer, tmp_path: Path) -> AsyncIterator[Desk]:
    """A desk that repeats a lost request, as it does for people."""
    store = Store.open(tmp_path).store
    credentials, soon = Credentials("desk", "secret"), RetryPolicy(attempts=2, sleep=_at_once)
    desk = Desk(
        Connection.to(server.base_url, "desk"), store, lambda: BunkerService(server.base_url, credentials, retries=soon)
    )
    yield desk
    await desk.aclose()
    store.close()


async def _at_once(seconds: float) -> None:
    await asyncio.sleep(0)


class OneNomination:
    """A service with one nomination that carries out what it is told, and then loses its answer."""

    def __init__(self, server: ScriptedServer, wished: str, *, carries_out: bool = True) -> None:
        self.status = "supplier_assigned"
        self._wished, self._carries_out = wished, carries_out
        server.on("GET", PATH, lambda _: as_json({**NOMINATION, "status": self.status}))
        server.on("PUT", f"{PATH}/{'cancel' if wished == 'cancelled' else 'accept'}", self._put)

    def _put(self, seen: Seen) -> Reply:
        if self.status != "supplier_assigned":
            return problem(422, f"The nomination is {self.status}.")
        self.status = self._wished if self._carries_out else "operation_started"
        return Reply(is_reset=True)


async def the_one(desk: Desk) -> int:
    return (await desk.open_reference("N-1")).records[0].id


def status(desk: Desk, number: int) -> Any:
    return desk.record(number).resource.status


@pytest.mark.parametrize("wished", ["cancelled", "accepted"])
async def test_what_was_done_before_its_answer_got_lost_is_done(server: ScriptedServer, desk: Desk, wished: str):
    """The repetition is refused, for the first was carried out: the nomination itself tells."""
    OneNomination(server, wished)
    number = await the_one(desk)
    act = desk.actions.accept([number]) if wished == "accepted" else desk.actions.cancel([number], "Diverted")
    result = await act
    assert not result.failed
    assert result.changes.records == {number}
    assert len(server.requests("PUT")) == 2
    assert status(desk, number) == wished


async def test_a_refusal_shows_how_the_nomination_stands(server: ScriptedServer, desk: Desk):
    """It was taken up meanwhile: the cancellation has failed, and the row says why it had to."""
    OneNomination(server, "cancelled", carries_out=False)
    number = await the_one(desk)
    (row,) = (await desk.actions.cancel([number], "Diverted")).rows
    assert "operation_started" in row.problem.happened
    assert status(desk, number) == "operation_started"


async def test_cancelled_by_somebody_else_is_not_taken_for_ones_own(server: ScriptedServer, desk: Desk):
    """Nothing was lost on the way: the refusal stands, and the row shows the status."""
    service = OneNomination(server, "cancelled")
    number = await the_one(desk)
    service.status = "cancelled"
    (row,) = (await desk.actions.cancel([number], "Diverted")).rows
    assert row.problem is not None
    assert status(desk, number) == "cancelled"


@pytest.mark.parametrize("deprecated", [False, True])
@pytest.mark.parametrize("is_carried_out", [True, False])
async def test_a_rescheduling_without_an_answer_is_told_by_the_nomination(
    server: ScriptedServer, desk: Desk, deprecated: bool, is_carried_out: bool
):
    """Moved, it is done, and is not moved twice; otherwise the person is told, and that nobody repeats it for them."""
    now = {**NOMINATION, "status": "accepted", "delivery": dict(NOMINATION["delivery"])}

    def lose(seen: Seen) -> Reply:
        body = jsontext.parse(seen.body)
        if is_carried_out:
            now["delivery"]["estimatedTimeOfBunkering"] = (body.get("delivery") or body)["estimatedTimeOfBunkering"]
        return Reply(is_reset=True)

    server.on("GET", PATH, lambda _: as_json(now))
    server.on("PATCH", f"{PATH}/schedule", lose)
    server.on("PUT", FIRM, lose)
    number = await the_one(desk)
    two_hours = NewTime(shift=timedelta(hours=2))
    (row,) = (await desk.actions.reschedule([number], two_hours, deprecated=deprecated)).rows
    assert len(server.requests("PATCH")) == (1 if deprecated else 0)
    if is_carried_out:
        assert row.problem is None
        assert desk.record(number).resource.delivery.estimated_time_of_bunkering.hour == 16
    else:
        assert "broke before an answer came" in row.problem.happened
        assert row.problem.todo == "Try it again once the service answers."


@pytest.mark.parametrize("held_up", ["refused", "conflict"])
async def test_promoting_behind_one_that_is_held_up_ends_and_says_so(tmp_path: Path, held_up: str):
    """The reference has an item that waits for a person: the row's result says so, and what was queued stays."""
    async with ScriptedServer() as server:
        shown = dict(DRAFT)
        server.on("GET", DRAFTS, lambda _: as_json({"data": [shown], "pagination": {"hasMore": False}}))
        server.on("PUT", DRAFTS, problem(422, "delivery.berthTime is wrong"))
        server.on("PUT", FIRM, lambda seen: Reply(200, seen.body, {"Content-Type": "application/json"}))
        async with desk_at(server, tmp_path) as desk:
            await desk.synchronise()
            (record,) = desk.records("A")
            session = await desk.editing.begin_edit(record)
            desk.editing.change(session, "delivery.bunkeringLocationDetails", "Berth 7")
            if held_up == "conflict":
                shown = {**DRAFT, "delivery": {**DRAFT["delivery"], "bunkeringLocationDetails": "Berth 9"}}
            first = await desk.outbox.queue(session)
            await until(desk, first, OutboxState(held_up))
            await desk.synchronise()
            async with asyncio.timeout(20):
                (row,) = (await desk.actions.promote([record.id])).rows
            assert "behind" in row.problem.happened
            assert ("refused" in row.problem.happened) is (held_up == "refused")
            second = desk.outbox.items()[-1]
            await desk.outbox.cancel(first)
            await until(desk, second, OutboxState.SENT)
