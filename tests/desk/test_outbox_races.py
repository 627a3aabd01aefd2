"""The outbox while a person changes their mind, and while the computer's clock does."""

import asyncio
import json
from datetime import datetime, timedelta, tzinfo
from pathlib import Path
from typing import Self

import pytest
from tests.api.server import Reply, ScriptedServer, Seen, problem
from tests.desk.outbox_desk import DRAFTS, NO_DRAFTS, desk_at, document, echo, until

from bunkerdesk.desk.desk import Desk
from bunkerdesk.desk.editing_session import EditSession, EditState
from bunkerdesk.desk.outbox_item import OutboxItem, OutboxState

PLACE = "delivery.bunkeringLocationDetails"


class Held:
    """A path that answers once it is let."""

    def __init__(self, reply: Reply) -> None:
        self.asked, self.let = asyncio.Event(), asyncio.Event()
        self._reply = reply

    async def __call__(self, seen: Seen) -> Reply:
        self.asked.set()
        await self.let.wait()
        return self._reply if self._reply.status != 207 else echo(seen)


async def on_its_way(desk: Desk, held: Held) -> tuple[EditSession, OutboxItem]:
    """Draft A, just when the service was asked something for it."""
    session = await desk.editing.begin_new("draft", document("A"))
    item = await desk.outbox.queue(session)
    await held.asked.wait()
    return session, item


async def another_is_sent(desk: Desk) -> None:
    """Draft B goes out: whatever the outbox still had in hand of A is over by then."""
    await until(desk, await desk.outbox.queue(await desk.editing.begin_new("draft", document("B"))), OutboxState.SENT)


@pytest.fixture
def server(server: ScriptedServer) -> ScriptedServer:
    server.on("GET", DRAFTS, NO_DRAFTS)
    server.on("PUT", DRAFTS, echo)
    return server


async def test_taken_back_while_the_service_is_read_it_is_not_sent(server: ScriptedServer, tmp_path: Path):
    """What is typed after that stays, and only that is sent later."""
    reading = Held(NO_DRAFTS)
    server.on("GET", DRAFTS, reading, NO_DRAFTS)
    async with desk_at(server, tmp_path) as desk:
        session, item = await on_its_way(desk, reading)
        assert await desk.outbox.cancel(item)
        desk.editing.change(session, PLACE, "Berth 7")
        await desk.editing.flush()
        reading.let.set()
        await another_is_sent(desk)
        assert [json.loads(seen.body)["clientReference"] for seen in server.requests("PUT")] == ["B"]
        assert session.value(PLACE) == "Berth 7"
        again = await until(desk, await desk.outbox.queue(session), OutboxState.SENT)
        assert again.id != item.id
        assert json.loads(server.requests("PUT")[-1].body)["delivery"]["bunkeringLocationDetails"] == "Berth 7"
        assert desk.outbox.item(item.id).state is OutboxState.CANCELLED


async def test_taken_back_and_sent_anew_while_the_service_is_read_goes_out_once(server: ScriptedServer, tmp_path: Path):
    """The first version never arrives, the second does."""
    reading = Held(NO_DRAFTS)
    server.on("GET", DRAFTS, reading, NO_DRAFTS)
    async with desk_at(server, tmp_path) as desk:
        session, first = await on_its_way(desk, reading)
        assert await desk.outbox.cancel(first)
        desk.editing.change(session, PLACE, "Berth 8")
        second = await desk.outbox.queue(session)
        reading.let.set()
        await until(desk, second, OutboxState.SENT)
        (sent,) = server.requests("PUT")
        assert json.loads(sent.body)["delivery"]["bunkeringLocationDetails"] == "Berth 8"


async def test_an_edit_given_up_while_the_service_is_read_is_not_sent(server: ScriptedServer, tmp_path: Path):
    """Wanted again, it opens as it was and can be typed in."""
    reading = Held(NO_DRAFTS)
    server.on("GET", DRAFTS, reading, NO_DRAFTS)
    async with desk_at(server, tmp_path) as desk:
        session, item = await on_its_way(desk, reading)
        await desk.editing.discard(session)
        reading.let.set()
        await another_is_sent(desk)
        assert len(server.requests("PUT")) == 1
        assert desk.outbox.item(item.id).state is OutboxState.CANCELLED
        await desk.editing.restore(session)
        desk.editing.change(session, PLACE, "Berth 9")
        assert session.value(PLACE) == "Berth 9"


async def test_a_refusal_read_after_taking_back_changes_nothing(server: ScriptedServer, tmp_path: Path):
    """The reading ends with an error: what was taken back does not come back into the outbox."""
    reading = Held(problem(503, "Maintenance"))
    server.on("GET", DRAFTS, reading, NO_DRAFTS)
    async with desk_at(server, tmp_path) as desk:
        session, item = await on_its_way(desk, reading)
        assert await desk.outbox.cancel(item)
        reading.let.set()
        await another_is_sent(desk)
        assert desk.outbox.item(item.id).state is OutboxState.CANCELLED
        assert session.state == "open"
    async with desk_at(server, tmp_path) as desk:
        assert desk.outbox.items() == ()


async def test_once_it_is_being_sent_it_cannot_be_taken_back(server: ScriptedServer, tmp_path: Path):
    """The answer is still out: no is said, and the edit stays closed to typing until the answer is there."""
    writing = Held(Reply(207))
    server.on("PUT", DRAFTS, writing)
    async with desk_at(server, tmp_path) as desk:
        session, item = await on_its_way(desk, writing)
        assert not await desk.outbox.cancel(item)
        assert session.state == "queued"
        writing.let.set()
        await until(desk, item, OutboxState.SENT)
        assert desk.editing.sessions() == ()


async def test_only_the_version_that_was_sent_is_closed(server: ScriptedServer, tmp_path: Path):
    """An edit that was opened anew while its answer was out stays open, upon what the service has now."""
    writing = Held(Reply(207))
    server.on("PUT", DRAFTS, writing)
    async with desk_at(server, tmp_path) as desk:
        session, item = await on_its_way(desk, writing)
        desk.editing.set_state(session, EditState.OPEN)
        desk.editing.change(session, PLACE, "typed later")
        writing.let.set()
        await until(desk, item, OutboxState.SENT)
        assert desk.editing.sessions() == (session,)
        assert (session.state, session.is_new, session.value(PLACE)) == ("open", False, "typed later")
    async with desk_at(server, tmp_path) as desk:
        (kept,) = desk.editing.sessions()
        assert (kept.state, kept.value(PLACE), desk.outbox.items()) == ("open", "typed later", ())


@pytest.mark.parametrize("status", [400, 403, 409, 410])
async def test_a_refused_reading_opens_the_edit_with_the_reason(server: ScriptedServer, tmp_path: Path, status: int):
    """It would be refused for ever; nothing is sent, and the person can mend it or ask for the right."""
    server.on("GET", DRAFTS, problem(status, "Your company may not read drafts."))
    async with desk_at(server, tmp_path) as desk:
        session = await desk.editing.begin_new("draft", document("A"))
        item = await until(desk, await desk.outbox.queue(session), OutboxState.REFUSED)
        assert "may not read drafts" in item.problem.happened
        assert "may not read drafts" in item.refusals[0].text
        assert (session.state, item.attempts, server.requests("PUT")) == ("open", 1, [])


class Shifted(datetime):
    """The computer's clock; `by` sets it anew."""

    by = timedelta(0)

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> Self:
        return super().now(tz) + cls.by


@pytest.mark.parametrize("status", [503, 429])
async def test_a_clock_set_back_stops_nothing(
    server: ScriptedServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, status: int
):
    """After a failure the clock goes back two hours: what waits and what is new goes out all the same."""
    monkeypatch.setattr("bunkerdesk.desk.outbox.datetime", Shifted)
    monkeypatch.setattr(Shifted, "by", timedelta(0))
    server.on("PUT", DRAFTS, problem(status, "Later"), echo)
    async with desk_at(server, tmp_path) as desk:
        first = await desk.outbox.queue(await desk.editing.begin_new("draft", document("A")))
        await until(desk, first, OutboxState.WAITING, attempts=1)
        Shifted.by = timedelta(hours=-2)
        second = await desk.outbox.queue(await desk.editing.begin_new("draft", document("B")))
        await until(desk, first, OutboxState.SENT)
        await until(desk, second, OutboxState.SENT)
