"""The shape of a write's answer is not shown: however the service says yes, the desk has what it holds."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.api.server import Reply, ScriptedServer, Seen, as_json
from tests.desk.outbox_desk import DRAFTS, NO_DRAFTS, desk_at, until

from bunkerdesk.contract import jsontext
from bunkerdesk.desk.outbox_item import OutboxState

TEXT = {"Content-Type": "text/plain"}
ANSWERS: dict[str, Callable[[dict[str, Any]], Reply]] = {
    "the draft": lambda held: as_json(held, 201),
    "in a list": lambda held: as_json([held]),
    "under data": lambda held: as_json({"data": held, "warnings": []}),
    "under its name": lambda held: as_json({"draft": held}),
    "its reference": lambda held: as_json({"clientReference": held["clientReference"], "id": 7}),
    "its status": lambda held: as_json({"clientReference": held["clientReference"], "status": held["status"]}),
    "true": lambda _: as_json(True),
    "a word": lambda _: Reply(202, b"Accepted", TEXT),
    "nothing": lambda _: Reply(204),
    "no body": lambda _: Reply(200, b"", {"Content-Type": "application/json"}),
}


@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS)
async def test_a_draft_is_sent_once_and_kept_as_the_service_has_it(tmp_path: Path, answer: Callable[[Any], Reply]):
    """What the service filled in is there too, read back where the answer did not tell it."""
    held = {"clientReference": "D-1", "status": "in_progress", "delivery": {"bunkeringLocationCode": "SGSIN"}}

    def put(seen: Seen) -> Reply:
        held.update(jsontext.parse(seen.body), supplier={"companyIdentifier": "CMP-1"})
        return answer(held)

    async with ScriptedServer() as server, desk_at(server, tmp_path) as desk:
        server.on("GET", DRAFTS, lambda _: as_json({"data": [held], "pagination": {"hasMore": False}}))
        server.on("PUT", DRAFTS, put)
        await desk.synchronise()
        (record,) = desk.records("D-1")
        session = await desk.editing.begin_edit(record)
        desk.editing.change(session, "delivery.bunkeringLocationDetails", "Berth 7")
        item = await until(desk, await desk.outbox.queue(session), OutboxState.SENT)
        assert item.problem is None
        assert len(server.requests("PUT")) == 1
        (record,) = desk.records("D-1")
        assert record.resource.as_received == held
        assert held["delivery"]["bunkeringLocationDetails"] == "Berth 7"


START, END, LATER = "2026-12-01T08:00:00+08:00", "2026-12-02T08:00:00+08:00", "2026-12-03T08:00:00+08:00"
TOP, INNER = {"laycanStart": START, "laycanEnd": END}, {"delivery": {"laycanStart": START, "laycanEnd": END}}


@pytest.mark.parametrize("document", [TOP, INNER, {**TOP, **INNER}])
async def test_the_laycan_of_a_new_draft_goes_where_any_service_looks_for_it(tmp_path: Path, document: dict[str, Any]):
    """At the top, where answers have it, and in the delivery, which is what an upsert is said to take."""
    async with ScriptedServer() as server, desk_at(server, tmp_path) as desk:
        server.on("GET", DRAFTS, NO_DRAFTS)
        server.on("PUT", DRAFTS, Reply(204))
        session = await desk.editing.begin_new("draft", {"clientReference": "D-1", **document})
        await until(desk, await desk.outbox.queue(session), OutboxState.SENT)
        (put,) = server.requests("PUT")
        assert jsontext.parse(put.body) == {"clientReference": "D-1", **TOP, **INNER}


@pytest.mark.parametrize("answered", [TOP, INNER])
async def test_a_laycan_that_was_answered_in_one_place_goes_back_there_alone(tmp_path: Path, answered: dict[str, Any]):
    """That service knows the one place only; taken out it is in neither."""
    place = "laycanEnd" if answered is TOP else "delivery.laycanEnd"
    held = {"clientReference": "D-1", "status": "in_progress", "delivery": {}, **answered}
    async with ScriptedServer() as server, desk_at(server, tmp_path) as desk:
        server.on("GET", DRAFTS, lambda _: as_json({"data": [held], "pagination": {"hasMore": False}}))
        server.on("PUT", DRAFTS, Reply(204))
        await desk.synchronise()
        session = await desk.editing.begin_edit(desk.records("D-1")[0])
        desk.editing.change(session, place, LATER)
        await until(desk, await desk.outbox.queue(session), OutboxState.SENT)
        (put,) = server.requests("PUT")
        sent = jsontext.parse(put.body)
        assert [LATER in str(part) for part in (sent.get("laycanEnd"), sent["delivery"])] == [
            answered is TOP,
            answered is INNER,
        ]
