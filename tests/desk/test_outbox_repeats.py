"""What the outbox does about what others did meanwhile, and about answers that do not say what became of a sending."""

import asyncio
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from tests.api.server import Reply, ScriptedServer, Seen, as_json, problem
from tests.desk.outbox_desk import DRAFTS, FIRM, NO_DRAFTS, desk_at, document, echo, until

from bunkerdesk.desk.comparing import Undecided
from bunkerdesk.desk.desk import Desk
from bunkerdesk.desk.editing_session import EditSession
from bunkerdesk.desk.outbox_item import OutboxState
from bunkerdesk.models.outbox_list import outbox_lines

ENDS = (OutboxState.SENT, OutboxState.CONFLICT, OutboxState.REFUSED)
REFERENCE = "N-1"
ONE = f"/v1/nominations/{REFERENCE}"
PLACE = "delivery.bunkeringLocationDetails"
NOTHING = Reply(204)


class Held:
    """A nomination at the service, which anybody may change."""

    def __init__(self) -> None:
        self.now: dict[str, Any] = {
            "clientReference": REFERENCE,
            "status": "supplier_assigned",
            "delivery": {
                "bunkeringLocationCode": "NLRTM",
                "estimatedTimeOfBunkering": "2026-11-23T14:00:00+01:00",
                "transactionDirection": "out",
            },
            "receiver": {"companyIdentifier": "R", "contactName": "Anna"},
        }

    def read(self, _: Seen) -> Reply:
        return as_json(self.now)

    def take(self, seen: Seen) -> Reply:
        self.now = {**json.loads(seen.body), "status": "supplier_assigned"}
        return as_json(self.now)


@pytest.fixture
def held() -> Held:
    return Held()


@pytest.fixture
def server(server: ScriptedServer, held: Held) -> ScriptedServer:
    server.on("GET", DRAFTS, NO_DRAFTS)
    server.on("PUT", DRAFTS, echo)
    server.on("GET", ONE, held.read)
    server.on("PUT", FIRM, held.take)
    return server


async def edit(desk: Desk) -> EditSession:
    """The nomination being edited, its place changed."""
    (record,) = (await desk.open_reference(REFERENCE)).records
    session = await desk.editing.begin_edit(record)
    desk.editing.change(session, PLACE, "Berth 7")
    return session


async def test_a_change_of_a_colleague_after_an_outage_is_compared(server: ScriptedServer, held: Held, tmp_path: Path):
    """Fields this desk took out, and fields it never had, count as well as those it sent."""

    def fail(_: Seen) -> Reply:
        held.now["receiver"] = {**held.now["receiver"], "contactName": "Bert", "orderReference": "PO-77"}
        return problem(503, "Maintenance")

    server.on("PUT", FIRM, fail, held.take)
    async with desk_at(server, tmp_path) as desk:
        session = await edit(desk)
        desk.editing.change(session, "receiver.contactName", None)
        item = await until(desk, await desk.outbox.queue(session), *ENDS)
        assert item.state is OutboxState.CONFLICT
        kinds = {one.path: str(one.kind) for one in item.differences}
        assert kinds == {PLACE: "mine", "receiver.contactName": "both", "receiver.orderReference": "theirs"}
        await desk.outbox.resolve(item, {"receiver.contactName": "theirs"})
        await until(desk, item, OutboxState.SENT)
        assert held.now["receiver"] == {"companyIdentifier": "R", "contactName": "Bert", "orderReference": "PO-77"}
        assert held.now["delivery"]["bunkeringLocationDetails"] == "Berth 7"


async def test_after_an_outage_that_changed_nothing_it_is_just_sent_again(
    server: ScriptedServer, held: Held, tmp_path: Path
):
    """Even where a field was taken out."""
    server.on("PUT", FIRM, problem(503, "Maintenance"), held.take)
    async with desk_at(server, tmp_path) as desk:
        session = await edit(desk)
        desk.editing.change(session, "receiver.contactName", None)
        item = await until(desk, await desk.outbox.queue(session), *ENDS)
        assert item.state is OutboxState.SENT
        assert held.now["receiver"] == {"companyIdentifier": "R"}


async def test_an_edit_that_had_arrived_is_not_sent_over_what_came_after(
    server: ScriptedServer, held: Held, tmp_path: Path
):
    """The answer was lost; a colleague added a field since: it stays, and the edit counts as sent."""

    def lose(seen: Seen) -> Reply:
        held.take(seen)
        held.now["receiver"]["orderReference"] = "PO-77"
        return Reply(is_reset=True)

    server.on("PUT", FIRM, lose, held.take)
    async with desk_at(server, tmp_path) as desk:
        item = await until(desk, await desk.outbox.queue(await edit(desk)), *ENDS)
        assert item.state is OutboxState.SENT
        assert len(server.requests("PUT")) == 1
        assert held.now["receiver"]["orderReference"] == "PO-77"


@pytest.mark.parametrize(("before", "after", "puts"), [(None, "NEW", 1), ("R", "NEW", 1), ("R", "R", 2)])
async def test_a_receiver_sent_by_name_is_there_as_the_company_it_stands_for(
    server: ScriptedServer, held: Held, tmp_path: Path, before: str | None, after: str, puts: int
):
    """A firm nomination is answered with the identifier alone; where it is still the former, nothing has arrived."""

    def lose(seen: Seen) -> Reply:
        held.take(seen)
        held.now["receiver"] = {"companyIdentifier": after}
        return Reply(is_reset=True)

    server.on("PUT", FIRM, lose, held.take)
    if before is None:
        server.on("GET", ONE, problem(404), held.read)
    async with desk_at(server, tmp_path) as desk:
        if before is None:
            body = {"clientReference": REFERENCE, "delivery": {"bunkeringLocationCode": "NLRTM"}}
            session = await desk.editing.begin_new("supplier", body)
        else:
            session = await edit(desk)
        desk.editing.change(session, "receiver.companyName", "New Co")
        if before:
            desk.editing.change(session, "receiver.contactName", None)
        item = await until(desk, await desk.outbox.queue(session), *ENDS)
        assert item.state is OutboxState.SENT
        assert len(server.requests("PUT")) == puts


async def test_what_was_being_sent_when_the_program_ended_is_not_sent_over_what_came_after(
    server: ScriptedServer, held: Held, tmp_path: Path
):
    """It had arrived; the next start finds it there, closes the edit and leaves a colleague's later field alone."""
    arrived = asyncio.Event()

    async def take(seen: Seen) -> Reply:
        held.take(seen)
        held.now["receiver"]["orderReference"] = "PO-77"
        arrived.set()
        return Reply(gate=asyncio.Event())

    server.on("PUT", FIRM, take, held.take)
    async with desk_at(server, tmp_path) as desk:
        item = await desk.outbox.queue(await edit(desk))
        await arrived.wait()
    async with desk_at(server, tmp_path) as desk:
        await until(desk, item, OutboxState.SENT)
        assert len(server.requests("PUT")) == 1
        assert held.now["receiver"]["orderReference"] == "PO-77"
        assert desk.editing.sessions() == ()


async def test_a_new_draft_does_not_replace_one_that_came_during_an_outage(server: ScriptedServer, tmp_path: Path):
    """Another draft under the reference: reference and place are the same, the rest is not; it is compared."""
    theirs = {**document("A"), "status": "in_progress", "receiver": {"orderReference": "PO-9"}}
    there: list[Any] = []

    def fail(_: Seen) -> Reply:
        there.append(theirs)
        return problem(503, "Maintenance")

    server.on("PUT", DRAFTS, fail, echo)
    server.on("GET", DRAFTS, lambda _: as_json({"data": there, "pagination": {"hasMore": False}}))
    async with desk_at(server, tmp_path) as desk:
        mine = {**document("A"), "receiver": {"contactName": "mine"}}
        item = await until(desk, await desk.outbox.queue(await desk.editing.begin_new("draft", mine)), *ENDS)
        assert item.state is OutboxState.CONFLICT
        assert len(server.requests("PUT")) == 1
        assert {one.path for one in item.differences} >= {"receiver.contactName", "receiver.orderReference"}


async def test_what_was_cancelled_meanwhile_is_asked_about(server: ScriptedServer, held: Held, tmp_path: Path):
    """No upsert names a status, so nothing else would show it; left cancelled, the edit opens again."""
    async with desk_at(server, tmp_path) as desk:
        session = await edit(desk)
        held.now["status"] = "cancelled"
        item = await until(desk, await desk.outbox.queue(session), *ENDS)
        assert item.state is OutboxState.CONFLICT
        assert item.problem.title == "Cancelled on the service meanwhile"
        (line,) = outbox_lines(desk.outbox, datetime.now(UTC))
        assert (line.state, line.is_conflict) == ("Cancelled on the service meanwhile", True)
        with pytest.raises(Undecided):
            await desk.outbox.resolve(item, {})
    async with desk_at(server, tmp_path) as desk:
        (item,) = desk.outbox.items()
        assert item.differences[0].path == "status"
        left = await desk.outbox.resolve(item, {"status": "theirs"})
        assert left.state is OutboxState.CANCELLED
        (session,) = desk.editing.sessions()
        assert (session.state, session.value(PLACE)) == ("open", "Berth 7")
        assert server.requests("PUT") == []


async def test_what_was_cancelled_meanwhile_is_sent_where_the_person_wants_it(
    server: ScriptedServer, held: Held, tmp_path: Path
):
    """The question is put once."""
    async with desk_at(server, tmp_path) as desk:
        session = await edit(desk)
        held.now["status"] = "cancelled"
        item = await until(desk, await desk.outbox.queue(session), OutboxState.CONFLICT)
        await desk.outbox.resolve(item, {"status": "mine"})
        await until(desk, item, OutboxState.SENT)
        assert held.now["delivery"]["bunkeringLocationDetails"] == "Berth 7"


async def test_an_edit_of_what_was_cancelled_already_is_no_question(server: ScriptedServer, held: Held, tmp_path: Path):
    """It was known when the edit began, and is still known after a restart."""
    held.now["status"] = "cancelled"
    async with desk_at(server, tmp_path) as desk:
        await edit(desk)
    async with desk_at(server, tmp_path) as desk:
        (session,) = desk.editing.sessions()
        item = await until(desk, await desk.outbox.queue(session), *ENDS)
        assert item.state is OutboxState.SENT


@pytest.mark.parametrize("status", [401, 403, 404, 500])
async def test_a_yes_that_cannot_be_read_back_is_a_yes(server: ScriptedServer, held: Held, tmp_path: Path, status: int):
    """It is sent once, the record stays with its status and what was sent, and the outbox tells of the reading."""

    def take(seen: Seen) -> Reply:
        server.on("GET", ONE, problem(status, "Not for you"))
        return NOTHING

    server.on("PUT", FIRM, take)
    async with desk_at(server, tmp_path) as desk:
        item = await until(desk, await desk.outbox.queue(await edit(desk)), *ENDS)
        assert item.state is OutboxState.SENT
        assert len(server.requests("PUT")) == 1
        record = desk.record(item.record_ids[0])
        assert (record.is_gone, record.resource.status) == (False, "supplier_assigned")
        assert record.resource.delivery.bunkering_location_details == "Berth 7"
        assert record.resource.delivery.transaction_direction == "out"
        (line,) = outbox_lines(desk.outbox, datetime.now(UTC))
        assert line.state == "Sent"
        assert "could not be asked for it afterwards" in line.detail


async def test_an_answer_that_is_part_of_the_nomination_does_not_become_it(
    server: ScriptedServer, held: Held, tmp_path: Path
):
    """The whole is read back; a later edit would otherwise take out what the answer left out."""

    def part(seen: Seen) -> Reply:
        held.take(seen)
        return as_json({"clientReference": REFERENCE, "delivery": {"bunkeringLocationCode": "NLRTM"}})

    server.on("PUT", FIRM, part)
    async with desk_at(server, tmp_path) as desk:
        item = await until(desk, await desk.outbox.queue(await edit(desk)), *ENDS)
        assert item.state is OutboxState.SENT
        assert desk.record(item.record_ids[0]).resource.as_received == held.now


async def test_what_waits_behind_a_refused_one_says_so(server: ScriptedServer, tmp_path: Path):
    """Nothing moves until a person has settled the first; the line of the second tells which."""
    server.on("PUT", DRAFTS, problem(422, "receiver.companyIdentifier names no known company."), echo)
    async with desk_at(server, tmp_path) as desk:
        first, second = await desk.outbox.queue_bodies("draft", [document("H"), document("H")], accepts_used=True)
        await until(desk, first, OutboxState.REFUSED)
        details = {line.id: line.detail for line in outbox_lines(desk.outbox, datetime.now(UTC))}
        assert details[second.id] == "Waits for the earlier sending of Draft H, which was refused"
        await desk.outbox.cancel(first)
        await until(desk, second, OutboxState.SENT)
