"""The outbox against a service that fails in every way a network has."""

import asyncio
import json
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.api.server import Reply, ScriptedServer, Seen, as_json, problem
from tests.desk.outbox_desk import DRAFTS, NO_DRAFTS, desk_at, document, echo, until

from bunkerdesk.cache import Store
from bunkerdesk.desk.outbox_item import OutboxItem, OutboxState


@pytest.fixture
def server(server: ScriptedServer) -> ScriptedServer:
    server.on("GET", DRAFTS, NO_DRAFTS)
    return server


async def test_an_outage_is_waited_out(server: ScriptedServer, tmp_path: Path):
    """Two answers of 503, then yes: it arrives by itself, once, and was visible as waiting with the reason."""
    server.on("PUT", DRAFTS, problem(503, "Maintenance"), problem(503, "Maintenance"), echo)
    async with desk_at(server, tmp_path) as desk:
        seen: list[OutboxItem] = []
        desk.outbox.subscribe(seen.append)
        item = await desk.outbox.queue(await desk.editing.begin_new("draft", document("A")))
        sent = await until(desk, item, OutboxState.SENT)
        waiting = [news for news in seen if news.state is OutboxState.WAITING and news.attempts == 1]
        assert "Maintenance" in waiting[0].problem.happened
        assert waiting[0].may_have_arrived
        assert sent.attempts == 3
        assert len(server.requests("PUT")) == 3
        with closing(Store.open(tmp_path).store) as kept:
            assert not kept.unsent.edits()


async def test_offline_it_stays_on_the_disk_and_goes_out_after_a_restart(server: ScriptedServer, tmp_path: Path):
    """Nothing listens; the program ends; it starts again with a network: the nomination is sent."""
    async with ScriptedServer() as dead:
        dead.stop_listening()
        async with desk_at(dead, tmp_path) as desk:
            session = await desk.editing.begin_new("draft", document("B"))
            item = await desk.outbox.queue(session)
            waiting = await until(desk, item, OutboxState.WAITING, attempts=1)
            assert "reach" in waiting.problem.title
            assert session.state == "queued"
    server.on("PUT", DRAFTS, echo)
    async with desk_at(server, tmp_path) as desk:
        (item,) = desk.outbox.items()
        await until(desk, item, OutboxState.SENT)
        assert json.loads(server.requests("PUT")[0].body) == document("B")


async def test_a_put_cut_off_before_its_answer_has_arrived_without_a_false_alarm(
    server: ScriptedServer, tmp_path: Path
):
    """The service had stored it: its own copy is seen, nothing is complained of, compared or sent once more."""
    arrived: list[Any] = []

    def take(seen: Seen) -> Reply:
        arrived.append(
            {
                **json.loads(seen.body),
                "status": "in_progress",
                "delivery": {"bunkeringLocationCode": "NLRTM", "bunkeringLocationName": "Rotterdam"},
            }
        )
        return Reply(is_reset=True)

    server.on("PUT", DRAFTS, take, echo)
    server.on("GET", DRAFTS, lambda _: as_json({"data": arrived, "pagination": {"hasMore": False}}))
    async with desk_at(server, tmp_path) as desk:
        item = await desk.outbox.queue(await desk.editing.begin_new("draft", document("C")))
        sent = await until(desk, item, OutboxState.SENT, OutboxState.REFUSED, OutboxState.CONFLICT)
        assert sent.state is OutboxState.SENT
        assert len(server.requests("PUT")) == 1
        assert desk.record(sent.record_ids[0]).resource.delivery.bunkering_location_name == "Rotterdam"


async def test_two_changes_of_one_reference_keep_their_order(server: ScriptedServer, tmp_path: Path):
    """The later one is not sent while the earlier one waits; another reference overtakes both."""
    gate = asyncio.Event()
    answers: dict[str, asyncio.Event] = {"first": gate}

    async def slow(seen: Seen) -> Reply:
        body = json.loads(seen.body)
        if body.get("stakeholders") is None and body["clientReference"] == "D":
            await answers["first"].wait()
        return echo(seen)

    server.on("PUT", DRAFTS, slow)
    async with desk_at(server, tmp_path) as desk:
        bodies = [document("D"), {**document("D"), "stakeholders": []}, document("E")]
        first, second, other = await desk.outbox.queue_bodies("draft", bodies, accepts_used=True)
        await until(desk, other, OutboxState.SENT)
        assert desk.outbox.item(second.id).state is OutboxState.WAITING
        gate.set()
        await until(desk, second, OutboxState.SENT)
        sent = [json.loads(seen.body) for seen in server.requests("PUT")]
        assert [body for body in sent if body["clientReference"] == "D"] == bodies[:2]
        assert desk.outbox.item(first.id).state is OutboxState.SENT


async def test_what_waits_can_be_taken_back(server: ScriptedServer, tmp_path: Path):
    """Taken back, it is not sent, and the edit can be typed in again."""
    server.on("PUT", DRAFTS, problem(503, "Maintenance"))
    async with desk_at(server, tmp_path) as desk:
        session = await desk.editing.begin_new("draft", document("F"))
        item = await desk.outbox.queue(session)
        await until(desk, item, OutboxState.WAITING, attempts=1)
        desk.outbox.wake()
        while not await desk.outbox.cancel(item):
            await until(desk, item, OutboxState.WAITING)
        assert session.state == "open"
        desk.editing.change(session, "delivery.bunkeringLocationDetails", "again")
        assert desk.outbox.item(item.id).state is OutboxState.CANCELLED


async def test_giving_up_a_refused_edit_lets_the_next_of_its_reference_through(server: ScriptedServer, tmp_path: Path):
    """Otherwise a refusal nobody sees any more would hold up its reference for ever, over restarts too."""
    server.on("PUT", DRAFTS, problem(422, "receiver.companyIdentifier names no known company."), echo)
    async with desk_at(server, tmp_path) as desk:
        refused = await desk.editing.begin_new("draft", document("H"))
        first = await desk.outbox.queue(refused, accepts_used=True)
        await until(desk, first, OutboxState.REFUSED)
        second = await desk.outbox.queue(await desk.editing.begin_new("draft", document("H")), accepts_used=True)
        assert desk.outbox.item(second.id).state is OutboxState.WAITING
        await desk.editing.discard(refused)
        await until(desk, second, OutboxState.SENT)
        assert desk.outbox.item(first.id).state is OutboxState.CANCELLED
    async with desk_at(server, tmp_path) as desk:
        assert desk.outbox.items() == ()


async def test_an_unknown_field_and_value_survive_an_edit(server: ScriptedServer, tmp_path: Path):
    """Opened, one field changed, sent: what this version does not understand arrives as it came, digit for digit."""
    raw = (
        '{"clientReference":"G","status":"under_negotiation","hullColour":{"ral":3020},'
        '"delivery":{"estimatedTimeOfBunkering":"2026-12-03T08:00:00.000+01:00","deliveryMethod":"airship",'
        '"bunkeringLocationName":"Rotterdam","tide":null},"receiver":{"companyName":"X","vesselName":"Y"},'
        '"fuelSpecifications":[{"fuelType":"H2","quantityRange":{"minQuantity":12345678901234567890.12345678,'
        '"maxQuantity":2E+28,"unit":"lumps"},"grade":"future_grade"}]}'
    )
    page = f'{{"data":[{raw}],"pagination":{{"hasMore":false}}}}'
    server.on("GET", DRAFTS, Reply(200, page.encode(), {"Content-Type": "application/json"}))
    server.on("PUT", DRAFTS, echo)
    async with desk_at(server, tmp_path) as desk:
        await desk.synchronise()
        (record,) = desk.records("G")
        session = await desk.editing.begin_edit(record)
        desk.editing.change(session, "supplier.orderReference", "PO 1")
        await until(desk, await desk.outbox.queue(session), OutboxState.SENT)
    from bunkerdesk.contract import jsontext

    expected = jsontext.parse(raw)
    del expected["status"], expected["delivery"]["bunkeringLocationName"]
    expected["supplier"] = {"orderReference": "PO 1"}
    sent = server.requests("PUT")[0].body
    assert jsontext.same_meaning(jsontext.parse(sent), expected)
    assert b"12345678901234567890.12345678" in sent


KILLED = """
import asyncio, os, signal, sys
from pathlib import Path
from bunkerdesk.cache import Store
from bunkerdesk.desk.editing import Editing
from bunkerdesk.desk.editing_session import Cursor

async def main():
    editing = Editing(Store.open(Path(sys.argv[1])).store)
    session = await editing.begin_new("draft", {"clientReference": "K"})
    for number in range(50):
        editing.change(session, "supplier.internalInstructions", "x" * number)
        await asyncio.sleep(0.02)
    editing.change(session, "delivery.bunkeringLocationDetails", "the last word", cursor=Cursor("delivery", 13))
    await asyncio.sleep(0.5)
    os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(main())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
async def test_a_killed_program_keeps_the_last_change_with_cursor_and_undo(tmp_path: Path):
    """Half a second after the last key the process is killed; the next start has all of it."""
    done = await asyncio.to_thread(
        subprocess.run, [sys.executable, "-c", KILLED, str(tmp_path)], check=False, capture_output=True
    )
    assert done.returncode == -9, done.stderr.decode()
    async with ScriptedServer() as server, desk_at(server, tmp_path) as desk:
        (session,) = desk.editing.sessions()
        assert session.value("delivery.bunkeringLocationDetails") == "the last word"
        assert session.value("supplier.internalInstructions") == "x" * 49
        assert (session.cursor.field, session.cursor.position) == ("delivery", 13)
        desk.editing.undo(session)
        assert session.document == {"clientReference": "K", "supplier": {"internalInstructions": "x" * 49}}


@pytest.mark.parametrize("kind", ["draft", "supplier"])
async def test_what_is_not_on_the_service_any_more_is_not_made_anew(server: ScriptedServer, tmp_path: Path, kind: str):
    """Somebody took it away while it was edited: that is said, nothing is sent, and what was typed stays."""
    held = {**document("G-1"), "status": "in_progress"}
    listed = as_json({"data": [held] if kind == "draft" else [], "pagination": {"hasMore": False}})
    server.on("GET", DRAFTS, listed)
    if kind == "supplier":
        server.on("GET", "/v1/nominations/G-1", as_json(held))
    async with desk_at(server, tmp_path) as desk:
        await (desk.synchronise() if kind == "draft" else desk.open_reference("G-1"))
        session = await desk.editing.begin_edit(desk.records("G-1")[0], kind)
        desk.editing.change(session, "delivery.bunkeringLocationDetails", "Berth 7")
        server.on("GET", DRAFTS, NO_DRAFTS)
        server.on("GET", "/v1/nominations/G-1", problem(404))
        item = await until(desk, await desk.outbox.queue(session), OutboxState.REFUSED)
        assert item.problem.title == "Not on the service any more"
        assert "G-1 was edited here" in item.problem.happened
        assert item.refusals[0].text == item.problem.happened
        assert session.value("delivery.bunkeringLocationDetails") == "Berth 7"
    assert server.requests("PUT") == []
