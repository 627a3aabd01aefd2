"""The shape of a write's answer is not shown: however the service says yes, the desk has what it holds."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.api.server import Reply, ScriptedServer, Seen, as_json
from tests.desk.outbox_desk import DRAFTS, desk_at, until

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
