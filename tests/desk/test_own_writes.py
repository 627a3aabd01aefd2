"""What this desk writes while it reads: the later word counts, whichever came first over the wire."""

import asyncio
import json
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.api.server import Reply, ScriptedServer, Seen, as_json, problem
from tests.desk.outbox_desk import DRAFTS, FIRM, NO_DRAFTS, desk_at, document, echo, until

from bunkerdesk.desk.action_results import NewTime
from bunkerdesk.desk.desk import Desk
from bunkerdesk.desk.lists import ListQuery
from bunkerdesk.desk.outbox_item import OutboxState

ENDS = (OutboxState.SENT, OutboxState.CONFLICT, OutboxState.REFUSED)
ONE, OTHER = "/v1/nominations/N-1", "/v1/nominations/N-2"
PLACE = "delivery.bunkeringLocationDetails"
NINE, TEN, NOON = ("2026-11-23T09:00:00+01:00", "2026-11-23T10:00:00+01:00", "2026-11-23T12:00:00+01:00")
QUERY = ListQuery()


class Nomination:
    """A nomination at the service, which anybody may change."""

    def __init__(self, server: ScriptedServer, path: str = ONE) -> None:
        self.now: dict[str, Any] = {
            "clientReference": path.rpartition("/")[2],
            "status": "supplier_assigned",
            "delivery": {"bunkeringLocationCode": "NLRTM", "estimatedTimeOfBunkering": NINE},
            "receiver": {"companyIdentifier": "R", "contactName": "Anna"},
        }
        server.on("GET", path, lambda _: as_json(self.now))
        server.on("PUT", FIRM, self.take)

    def take(self, seen: Seen) -> Reply:
        self.now = {**json.loads(seen.body), "status": self.now["status"]}
        return as_json(self.now)


@pytest.fixture
def server(server: ScriptedServer) -> ScriptedServer:
    server.on("GET", DRAFTS, NO_DRAFTS)
    server.on("PUT", DRAFTS, echo)
    return server


@pytest.fixture
async def desk(server: ScriptedServer, tmp_path: Path) -> AsyncIterator[Desk]:
    async with desk_at(server, tmp_path) as desk:
        yield desk


async def the_one(desk: Desk) -> int:
    return (await desk.open_reference("N-1")).records[0].id


def noted(desk: Desk) -> list[tuple[str, bytes]]:
    source = desk.change_log.source
    source.order(QUERY)
    return [(row.path, row.after) for row in source.rows(source.head(QUERY, 50)).values()]


async def test_an_answer_from_before_an_own_write_does_not_undo_it(server: ScriptedServer, desk: Desk):
    """A run of synchronising keeps what it read in batches; an acceptance in between stays, and is nobody's change."""
    service = Nomination(server)
    number = await the_one(desk)
    await desk.remember(["N-2"], "imported")
    slow = asyncio.Event()
    server.on("GET", OTHER, Reply(404, gate=slow))

    def accept(_: Seen) -> Reply:
        service.now["status"] = "accepted"
        return as_json(service.now)

    server.on("PUT", f"{ONE}/accept", accept)
    async with asyncio.TaskGroup() as group:
        run = group.create_task(desk.synchronise())
        await reached(server, OTHER)
        assert not (await desk.actions.accept([number])).failed
        slow.set()
    assert run.result()
    assert desk.record(number).resource.status == "accepted"
    assert noted(desk) == []


async def test_a_draft_sent_while_the_pages_are_read_is_not_gone(server: ScriptedServer, desk: Desk):
    """It stands on none of the pages that were read before it came."""
    last_page = asyncio.Event()
    first = as_json({"data": [], "pagination": {"hasMore": True, "nextCursor": "2"}})
    late = Reply(200, NO_DRAFTS.body, NO_DRAFTS.headers, gate=last_page)
    server.on("GET", DRAFTS, first, late)
    async with asyncio.TaskGroup() as group:
        group.create_task(desk.synchronise())
        await reached(server, DRAFTS, times=2)
        server.on("GET", DRAFTS, NO_DRAFTS)
        item = await desk.outbox.queue(await desk.editing.begin_new("draft", document("A")))
        sent = await until(desk, item, OutboxState.SENT)
        last_page.set()
    assert not desk.record(sent.record_ids[0]).is_gone
    assert noted(desk) == []
    await desk.synchronise()
    assert desk.record(sent.record_ids[0]).is_gone


async def test_rescheduling_waits_for_an_edit_on_its_way(server: ScriptedServer, desk: Desk):
    """The edit's answer is out when the list moves the nomination: both changes are at the service afterwards."""
    service = Nomination(server)
    number = await the_one(desk)
    session = await desk.editing.begin_edit(desk.record(number))
    desk.editing.change(session, PLACE, "Berth 7")
    out, let = asyncio.Event(), asyncio.Event()

    async def take(seen: Seen) -> Reply:
        out.set()
        await let.wait()
        return service.take(seen)

    server.on("PUT", FIRM, take, service.take)
    item = await desk.outbox.queue(session)
    await out.wait()
    async with asyncio.TaskGroup() as group:
        moving = group.create_task(desk.actions.reschedule([number], NewTime(shift=timedelta(hours=1))))
        await desk.refresh("N-2")  # long enough for a read that does not wait
        let.set()
    await until(desk, item, OutboxState.SENT)
    assert not moving.result().failed
    assert service.now["delivery"]["bunkeringLocationDetails"] == "Berth 7"
    assert service.now["delivery"]["estimatedTimeOfBunkering"] == TEN


@pytest.mark.parametrize("deprecated", [False, True])
@pytest.mark.parametrize("status", ["cancelled", "operation_started"])
async def test_what_ended_meanwhile_is_not_rescheduled(server: ScriptedServer, desk: Desk, status: str, deprecated):
    """The list still showed it as assigned: nothing is sent, the row says why, and the list shows how it stands."""
    service = Nomination(server)
    number = await the_one(desk)
    service.now["status"] = status
    (row,) = (await desk.actions.reschedule([number], NewTime(NOON), deprecated=deprecated)).rows
    assert "meanwhile" in row.problem.happened
    assert server.requests("PUT") == server.requests("PATCH") == []
    assert desk.record(number).resource.status == status


@pytest.mark.parametrize("deprecated", [False, True])
async def test_what_somebody_else_moved_is_not_shifted_from_where_it_was(
    server: ScriptedServer, desk: Desk, deprecated: bool
):
    """A shift counts from the time on the screen."""
    service = Nomination(server)
    number = await the_one(desk)
    service.now["delivery"]["estimatedTimeOfBunkering"] = NOON
    (row,) = (await desk.actions.reschedule([number], NewTime(shift=timedelta(hours=1)), deprecated=deprecated)).rows
    assert "bunkering time" in row.problem.happened
    assert server.requests("PUT") == server.requests("PATCH") == []


async def test_the_same_time_in_another_offset_is_no_move(server: ScriptedServer, desk: Desk):
    """Nobody changed anything."""
    service = Nomination(server)
    number = await the_one(desk)
    service.now["delivery"]["estimatedTimeOfBunkering"] = "2026-11-23T08:00:00Z"
    assert not (await desk.actions.reschedule([number], NewTime(NOON))).failed
    assert service.now["delivery"]["estimatedTimeOfBunkering"] == NOON


async def test_a_draft_that_changed_meanwhile_is_not_sent_as_it_was(server: ScriptedServer, desk: Desk):
    """Of many drafts sent at once nobody looks at each: an old version would become firm unseen."""
    draft = {**document("A"), "status": "in_progress"}
    server.on("GET", DRAFTS, lambda _: as_json({"data": [draft], "pagination": {"hasMore": False}}))
    await desk.synchronise()
    (record,) = desk.records("A")
    draft["delivery"] = {**draft["delivery"], "bunkeringLocationDetails": "Berth 9"}
    (row,) = (await desk.actions.promote([record.id])).rows
    assert "changed it meanwhile" in row.problem.happened
    assert (desk.outbox.items(), desk.editing.sessions(), server.requests("PUT")) == ((), (), [])


class LostAnswer:
    """Takes what is sent, lets a colleague change something, and loses its answer."""

    def __init__(self, service: Nomination, **theirs: Any) -> None:
        self.service, self.theirs = service, theirs

    def __call__(self, seen: Seen) -> Reply:
        self.service.take(seen)
        for section, fields in self.theirs.items():
            self.service.now[section] = {**self.service.now[section], **fields} if section != "status" else fields
        return Reply(is_reset=True)


async def edited(desk: Desk) -> Any:
    session = await desk.editing.begin_edit(desk.record(await the_one(desk)))
    desk.editing.change(session, PLACE, "Berth 7")
    desk.editing.change(session, "receiver.contactName", None)
    return session


async def test_what_arrived_without_an_answer_is_not_told_as_somebody_elses(server: ScriptedServer, desk: Desk):
    """Neither by the read before the repeat, nor by synchronising meanwhile."""
    service = Nomination(server)
    session = await edited(desk)
    server.on("PUT", FIRM, LostAnswer(service))
    item = await until(desk, await desk.outbox.queue(session), *ENDS)
    assert (item.state, len(server.requests("PUT"))) == (OutboxState.SENT, 1)
    assert noted(desk) == []


async def test_synchronising_while_the_answer_is_out_notes_nothing(server: ScriptedServer, desk: Desk):
    """The service has it, this desk does not know that yet."""
    service = Nomination(server)
    session = await edited(desk)
    taken, let = asyncio.Event(), asyncio.Event()

    def take(seen: Seen) -> Reply:
        taken.set()
        reply = service.take(seen)
        reply.gate = let
        return reply

    server.on("PUT", FIRM, take)
    item = await desk.outbox.queue(session)
    await taken.wait()
    await desk.synchronise()
    let.set()
    await until(desk, item, OutboxState.SENT)
    assert noted(desk) == []


async def test_what_a_colleague_changed_after_it_is_told(server: ScriptedServer, desk: Desk):
    """Only that: the status somebody gave it, and the field somebody filled in over this desk's own."""
    service = Nomination(server)
    session = await edited(desk)
    server.on("PUT", FIRM, LostAnswer(service, receiver={"contactName": "Bert"}, status="accepted"))
    await until(desk, await desk.outbox.queue(session), *ENDS)
    assert sorted(noted(desk)) == [("receiver.contactName", b'"Bert"'), ("status", b'"accepted"')]


async def test_an_edit_asked_for_twice_in_a_row_is_one(server: ScriptedServer, desk: Desk):
    """A double click and a key: two edits of one nomination would come to contradict each other."""
    Nomination(server)
    record = desk.record(await the_one(desk))
    one, other = await asyncio.gather(desk.editing.begin_edit(record), desk.editing.begin_edit(record))
    assert one is other
    assert desk.editing.sessions() == (one,)


async def test_an_answer_to_accepting_that_is_part_of_the_nomination_does_not_become_it(
    server: ScriptedServer, desk: Desk
):
    """The shape of that answer is not shown: the rest stays as it was read."""
    service = Nomination(server)
    number = await the_one(desk)
    part = {"clientReference": "N-1", "status": "accepted", "delivery": {"bunkeringLocationCode": "NLRTM"}}
    server.on("PUT", f"{ONE}/accept", as_json(part))
    assert not (await desk.actions.accept([number])).failed
    assert desk.record(number).resource.as_received == {**service.now, "status": "accepted"}


@pytest.mark.parametrize("done", ["accepted", "rescheduled"])
async def test_a_yes_that_cannot_be_read_back_is_no_failed_row(server: ScriptedServer, desk: Desk, done: str):
    """The answer tells nothing and reading fails: whoever is told that it failed would do it again."""
    service = Nomination(server)
    number = await the_one(desk)

    def take(_: Seen) -> Reply:
        server.on("GET", ONE, problem(500, "Maintenance"))
        return Reply(204)

    server.on("PUT", f"{ONE}/accept", take)
    server.on("PATCH", f"{ONE}/schedule", take)
    if done == "accepted":
        result = await desk.actions.accept([number])
    else:
        result = await desk.actions.reschedule([number], NewTime(NOON), deprecated=True)
    assert not result.failed
    assert desk.record(number).resource.status == ("accepted" if done == "accepted" else "supplier_assigned")
    assert desk.record(number).resource.receiver.contact_name == service.now["receiver"]["contactName"]


async def test_of_several_under_a_reference_the_one_is_cancelled_that_the_service_says(
    server: ScriptedServer, desk: Desk
):
    """A cancellation names the reference only: which of the two it was is read, not taken for granted."""
    first, second = ({**Nomination(server).now, "receiver": {"companyIdentifier": name}} for name in ("R", "Q"))
    server.on("GET", ONE, problem(422, "Several share it: see /v1/nominations/N-1/all"))
    server.on("GET", f"{ONE}/all", lambda _: as_json([first, second]))
    number = await the_one(desk)

    def cancel(_: Seen) -> Reply:
        second["status"] = "cancelled"
        return as_json({"clientReference": "N-1", "status": "cancelled", "lastChangedAtUtc": "2026-11-22T00:00:00Z"})

    server.on("PUT", f"{ONE}/cancel", cancel)
    assert not (await desk.actions.cancel([number], "Diverted")).failed
    assert [record.resource.status for record in desk.records("N-1")] == ["supplier_assigned", "cancelled"]


async def reached(server: ScriptedServer, path: str, times: int = 1) -> None:
    async with asyncio.timeout(20):
        while len(server.requests("GET", path)) < times:  # noqa: ASYNC110
            await asyncio.sleep(0.005)
