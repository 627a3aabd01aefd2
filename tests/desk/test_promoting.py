"""Firm nominations made from drafts: of the draft that was meant, and not of an old version unseen."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from tests.api.server import ScriptedServer, as_json
from tests.desk.outbox_desk import DRAFTS, desk_at, document

from bunkerdesk.desk.desk import Desk
from bunkerdesk.desk.editing_session import EditSession
from bunkerdesk.rules.findings import Severity

PLACE = "delivery.bunkeringLocationDetails"


@pytest.fixture
async def desk(server: ScriptedServer, tmp_path: Path) -> AsyncIterator[Desk]:
    async with desk_at(server, tmp_path) as desk:
        yield desk


class Drafts:
    """The drafts of a service."""

    def __init__(self, server: ScriptedServer, count: int = 1) -> None:
        self.now: list[dict[str, Any]] = [{**document("A"), "status": "in_progress"} for _ in range(count)]
        for place, draft in enumerate(self.now):
            self.berth(f"Berth {place}", draft)
        server.on("GET", DRAFTS, lambda _: as_json({"data": self.now, "pagination": {"hasMore": False}}))

    def berth(self, words: str, draft: dict[str, Any] | None = None) -> None:
        draft = draft or self.now[0]
        draft["delivery"] = {**draft["delivery"], "bunkeringLocationDetails": words}


def told(desk: Desk, session: EditSession) -> list[str]:
    return [one.sentence for one in desk.checks.findings(session) if one.rule == "N13"]


async def test_a_draft_that_changed_since_is_told_before_sending(server: ScriptedServer, desk: Desk, tmp_path: Path):
    """The receiver raises the quantity while the supplier's firm nomination waits in the editor."""
    drafts = Drafts(server)
    await desk.synchronise()
    session = await desk.editing.promote(desk.records("A")[0])
    assert told(desk, session) == []
    drafts.berth("Berth 9")
    drafts.now[0]["status"] = "cancelled"
    await desk.synchronise()
    words = "Draft A has changed since this was made from it: Bunkering location details, Status"
    (found,) = (one for one in desk.checks.findings(session) if one.rule == "N13")
    assert (found.sentence, found.severity, found.places) == (words, Severity.WARNING, (PLACE,))
    await desk.editing.flush()
    again = EditSession.of(session.row())
    assert told(desk, again) == [words]
    # Who types the same has seen it.
    drafts.now[0]["status"] = "in_progress"
    await desk.synchronise()
    desk.editing.change(session, PLACE, "Berth 9")
    assert told(desk, session) == []


async def test_what_an_edit_of_the_draft_overwrites_is_told(server: ScriptedServer, desk: Desk):
    """The edit began before the draft went on: only what both changed is asked about, the rest is taken as it is."""
    drafts = Drafts(server)
    await desk.synchronise()
    edit = await desk.editing.begin_edit(desk.records("A")[0])
    desk.editing.change(edit, PLACE, "Berth 7")
    drafts.berth("Berth 9")
    drafts.now[0]["operationStandardCode"] = "SS648"
    await desk.synchronise()
    firm = await desk.editing.promote(desk.records("A")[0], edit=edit)
    assert (firm.value(PLACE), firm.value("operationStandardCode")) == ("Berth 7", "SS648")
    assert told(desk, firm) == ["Draft A has changed since this was made from it: Bunkering location details"]


async def test_an_edit_of_an_old_version_is_not_sent_among_many(server: ScriptedServer, desk: Desk):
    """It was opened, left, and the draft went on: the desk has the new draft, and would send the old edit."""
    drafts = Drafts(server)
    await desk.synchronise()
    await desk.editing.promote(desk.records("A")[0])
    drafts.berth("Berth 9")
    await desk.synchronise()
    (row,) = (await desk.actions.promote([desk.records("A")[0].id])).rows
    assert "has changed since this was made from it" in row.problem.happened
    assert (desk.outbox.items(), server.requests("PUT")) == ((), [])


async def test_of_several_drafts_under_a_reference_the_one_meant_is_made_firm(server: ScriptedServer, desk: Desk):
    """Not the edit of another of them, begun before; nor is it held up by the other."""
    Drafts(server, 2)
    await desk.synchronise()
    first, second = sorted(desk.records("A"), key=lambda record: record.place)
    sessions = [await desk.editing.promote(draft) for draft in (first, second, first)]
    assert [session.value(PLACE) for session in sessions] == ["Berth 0", "Berth 1", "Berth 0"]
    assert sessions[0] is sessions[2]
    assert [told(desk, session) for session in sessions[:2]] == [[], []]
