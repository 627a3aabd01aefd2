"""Synchronising, opening a reference, what a person is told: one desk over a made-up service."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from bunkerdesk.api import AuthenticationFailed, Reason, Unreachable, UnreadableAnswer
from bunkerdesk.contract.nomination import Draft
from bunkerdesk.desk.changes import Changes
from bunkerdesk.desk.connections import Connection
from bunkerdesk.desk.desk import Desk
from bunkerdesk.desk.lines import work_line
from bunkerdesk.desk.lists import ListQuery

EVERYTHING = ListQuery()


def draft(reference: str | None, **more: Any) -> dict[str, Any]:
    return {"clientReference": reference, "status": "in_progress", "receiver": {"vesselName": "Aurora"}, **more}


def firm(reference: str, status: str = "accepted", **more: Any) -> dict[str, Any]:
    return {"clientReference": reference, "status": status, **more}


def operation(reference: str, status: str = "ongoing", **more: Any) -> dict[str, Any]:
    return {
        "status": status,
        "clientReference": reference,
        "operationStandardCode": "SS600",
        "bunkeringLocationCode": "SGSIN",
        "supplier": {"companyName": "Straits Bunkering", "assetName": "Straits 1"},
        "receiver": {"companyName": "Meridian Lines", "vesselName": "Aurora"},
        "bunkerDeliveryNotes": [],
        "documentReferences": [],
        **more,
    }


def worklist(desk: Desk) -> list[tuple[str, str]]:
    rows = desk.nominations.rows(desk.nominations.head(EVERYTHING, 500))
    return sorted((row.kind, row.reference) for row in rows.values())


async def test_a_run_lists_drafts_known_references_and_their_operations(desk, service):
    """The only list of the service is its drafts; everything else is what this desk knows."""
    service.drafts.there = [draft("D-1"), draft("D-2"), draft("D-3")]
    service.nominations.there = {"N-1": [firm("N-1")], "D-3": [firm("D-3")]}
    service.operations.there = {"N-1": [operation("N-1")]}
    assert await desk.remember(["N-1", "N-404", ""], "imported") == 2
    assert await desk.synchronise()
    drafts = [("draft", "D-1"), ("draft", "D-2"), ("draft", "D-3")]
    assert worklist(desk) == [*drafts, ("nomination", "D-3"), ("nomination", "N-1")]
    assert desk.operations.count(EVERYTHING) == 1
    assert desk.sync_state.problem is None
    assert desk.sync_state.last_finished_at is not None
    assert [fuel["name"] for fuel in desk.reference_data("fuel_types")] == ["VLSFO"]
    assert desk.reference_data("operation_standards") == []
    assert service.entered == 1


async def test_what_is_not_there_is_not_asked_for_each_time(desk, service):
    """A hundred drafts must not cost two hundred requests every two minutes."""
    service.drafts.there = [draft("D-1")]
    await desk.synchronise()
    await desk.synchronise()
    assert service.nominations.asked == ["D-1"]
    await desk.synchronise(everything=True)
    assert service.nominations.asked == ["D-1", "D-1"]


async def test_a_draft_that_has_gone_is_looked_for_as_a_nomination_at_once(desk, service):
    """Promoted by a colleague: it changes its kind in the list and is not missing for ten minutes."""
    service.drafts.there = [draft("D-1"), draft("D-2")]
    await desk.synchronise()
    service.drafts.there = [draft("D-2")]
    service.nominations.there = {"D-1": [firm("D-1")]}
    await desk.synchronise()
    assert worklist(desk) == [("draft", "D-2"), ("nomination", "D-1")]


async def test_an_unfinished_list_of_drafts_removes_nothing(desk, service):
    """Page two of three is broken: the drafts of page three are still there."""
    service.drafts.there = [draft(f"D-{number}") for number in range(6)]
    await desk.synchronise()
    service.drafts.there = service.drafts.there[:2]
    service.drafts.failing = UnreadableAnswer("Cut off.")
    await desk.synchronise()
    assert len(worklist(desk)) == 6
    assert "cannot be read" in desk.sync_state.problem.title


async def test_a_cancelled_nomination_is_left_alone_for_a_day(desk, service):
    """What will not change is not asked for; what may, is."""
    service.nominations.there = {"N-1": [firm("N-1", "cancelled")], "N-2": [firm("N-2")]}
    await desk.remember(["N-1", "N-2"], "imported")
    await desk.synchronise()
    await desk.synchronise()
    assert sorted(service.nominations.asked) == ["N-1", "N-2", "N-2"]


async def test_a_changed_nomination_has_its_operation_looked_for_again(desk, service):
    """The delivery has begun: it appears with the next run, not hours later."""
    service.nominations.there = {"N-1": [firm("N-1")]}
    await desk.remember(["N-1"], "imported")
    await desk.synchronise()
    await desk.synchronise()
    assert service.operations.asked == ["N-1"]
    service.nominations.there = {"N-1": [firm("N-1", "operation_started")]}
    service.operations.there = {"N-1": [operation("N-1")]}
    await desk.synchronise()
    await desk.synchronise()
    assert desk.operations.count(EVERYTHING) == 1


async def test_only_what_changed_is_told(desk, service):
    """A refresh that brings nothing new repaints nothing."""
    told: list[Changes] = []
    desk.subscribe(told.append)
    service.drafts.there = [draft("D-1"), draft("D-2")]
    await desk.synchronise()
    assert len(frozenset().union(*(changes.records for changes in told))) == 2
    told.clear()
    await desk.synchronise()
    assert told == []
    service.drafts.there = [draft("D-1", status="other"), draft("D-2")]
    await desk.synchronise()
    (changes,) = told
    (identifier,) = changes.records
    assert desk.record(identifier).resource.status == "other"


async def test_records_that_share_a_reference_are_all_there(desk, service):
    """The chooser has something to choose from."""
    service.nominations.there = {"N-1": [firm("N-1"), firm("N-1", "cancelled")]}
    opened = await desk.open_reference("N-1")
    assert [(record.resource.status, record.sharing) for record in opened.records] == [
        ("accepted", 2),
        ("cancelled", 2),
    ]
    service.nominations.there = {"N-1": [firm("N-1")]}
    assert len((await desk.refresh("N-1")).records) == 1


async def test_a_draft_without_reference_and_a_null_object_have_their_line(desk, service):
    """Odd answers cost a mark on their own line, never the others."""
    service.drafts.there = [draft(None), draft(None), draft("D-1", delivery=None, fuelSpecifications=[None]), None]
    await desk.synchronise()
    rows = desk.nominations.rows(desk.nominations.head(EVERYTHING, 10)).values()
    assert sorted(row.reference for row in rows) == ["", "", "D-1"]
    assert all(row.has_problem for row in rows)
    assert "no draft" in desk.sync_state.problem.happened
    record = desk.records("D-1")[0]
    assert any("fuelSpecifications" in departure for departure in record.departures)


async def test_a_reference_that_cannot_be_read_leaves_the_others(desk, service):
    """One broken answer, one message; ninety-nine good ones."""
    service.nominations.there = {"N-1": [firm("N-1")], "N-3": [firm("N-3")]}
    service.nominations.failing = {"N-2": UnreadableAnswer("The answer is a web page.")}
    await desk.remember(["N-1", "N-2", "N-3"], "imported")
    await desk.synchronise()
    assert worklist(desk) == [("nomination", "N-1"), ("nomination", "N-3")]
    (problem,) = desk.sync_state.problems
    assert problem.title == "Nomination N-2 could not be read"
    assert desk.sync_state.last_finished_at is not None


async def test_offline_everything_seen_stays_and_is_dated(desk, service):
    """The cable is out: the list stands, the state says since when, and the next try comes sooner."""
    service.drafts.there = [draft("D-1")]
    await desk.synchronise()
    service.drafts.failing = Unreachable.because(Reason.NETWORK, "The network is down.")
    await desk.synchronise()
    since = desk.sync_state.offline_since
    assert since is not None
    assert "reached" in desk.sync_state.problem.title
    assert worklist(desk) == [("draft", "D-1")]
    assert not desk.due(datetime.now(UTC))
    assert desk.due(datetime.now(UTC) + timedelta(seconds=16))
    await desk.synchronise()
    assert desk.sync_state.offline_since == since
    service.drafts.failing = None
    await desk.synchronise()
    assert desk.sync_state.offline_since is None
    assert not desk.due(datetime.now(UTC) + timedelta(seconds=100))
    assert desk.due(datetime.now(UTC) + timedelta(seconds=121))
    assert desk.due(datetime.now(UTC) - timedelta(hours=2))  # the computer's clock was set back


async def test_refused_credentials_end_the_run_with_words(desk, service):
    """One message, not one per reference."""
    await desk.remember([f"N-{number}" for number in range(40)], "imported")
    service.nominations.failing = {f"N-{number}": AuthenticationFailed("Refused.", status=401) for number in range(40)}
    await desk.synchronise()
    assert "credentials" in desk.sync_state.problem.title
    assert desk.sync_state.offline_since is None
    assert not desk.sync_state.running


class Gate:
    """Holds every answer back until it is opened."""

    def __init__(self, single: Any) -> None:
        self.open = asyncio.Event()
        self.reached = asyncio.Event()
        self._read = single.read
        single.read = self

    async def __call__(self, reference: str) -> Any:
        self.reached.set()
        await self.open.wait()
        return await self._read(reference)


async def test_a_run_can_be_stopped_at_any_time(desk, service):
    """Stop means stop: no error, what was read stays, and the next run begins afresh."""
    service.drafts.there = [draft("D-1")]
    gate = Gate(service.nominations)
    states = []
    desk.subscribe_sync(states.append)
    run = asyncio.get_running_loop().create_task(desk.synchronise())
    async with asyncio.timeout(30):
        await gate.reached.wait()
    assert desk.is_synchronising
    assert not await desk.synchronise()
    desk.stop_synchronising()
    assert await run
    assert not desk.sync_state.running
    assert desk.sync_state.problem is None
    assert desk.sync_state.last_finished_at is None
    assert worklist(desk) == [("draft", "D-1")]
    gate.open.set()
    await desk.synchronise()
    assert desk.sync_state.last_finished_at is not None
    assert states[0].running


async def test_a_cancelled_task_is_cancelled(desk, service):
    """Closing the window ends the run like any other task."""
    gate = Gate(service.nominations)
    await desk.remember(["N-1"], "imported")
    run = asyncio.get_running_loop().create_task(desk.synchronise())
    async with asyncio.timeout(30):
        await gate.reached.wait()
    run.cancel()
    with pytest.raises(asyncio.CancelledError):
        await run
    assert not desk.sync_state.running


async def test_opening_finds_the_exact_text_first_then_without_blanks(desk, service):
    """A reference copied with a blank is found; one that has a blank of its own as well."""
    service.operations.there = {"OP 1": [operation("OP 1")], " OP 2": [operation(" OP 2")]}
    opened = await desk.open_reference("  OP 1 \n")
    assert [record.kind for record in opened.records] == ["operation"]
    opened = await desk.open_reference(" OP 2")
    assert opened.records[0].reference == " OP 2"
    service.operations.asked.clear()
    assert (await desk.open_reference("OP 1")).records
    assert service.operations.asked == []


async def test_what_was_opened_is_known_from_then_on(desk, service):
    """It stands in the worklist and is kept fresh."""
    service.nominations.there = {"N-1": [firm("N-1")]}
    service.operations.there = {"N-1": [operation("N-1")]}
    opened = await desk.open_reference("N-1")
    assert [record.kind for record in opened.records] == ["nomination", "operation"]
    assert [other.kind for other in desk.related(opened.records[0])] == ["operation"]
    service.nominations.there = {"N-1": [firm("N-1", "amended")]}
    await desk.synchronise()
    assert desk.records("N-1")[0].resource.status == "amended"


async def test_a_mistyped_reference_is_said_and_leaves_no_trace(desk, service):
    """No dead entry that is asked for for ever."""
    opened = await desk.open_reference(" N-404 ")
    assert opened.records == ()
    assert "No nomination or operation N-404 on this service" in opened.problem.happened
    service.nominations.asked.clear()
    await desk.synchronise()
    assert service.nominations.asked == []


async def test_opening_offline_says_so_and_shows_what_was_seen(desk, service):
    """What was seen opens; what was not says why."""
    service.nominations.there = {"N-1": [firm("N-1")]}
    await desk.open_reference("N-1")
    down = Unreachable.because(Reason.NETWORK, "The network is down.")
    service.nominations.failing = service.operations.failing = {"N-1": down, "N-2": down}
    refreshed = await desk.refresh("N-1")
    assert [record.reference for record in refreshed.records] == ["N-1"]
    assert "reached" in refreshed.problem.title
    assert "reached" in (await desk.open_reference("N-2")).problem.title


async def test_a_ship_known_by_number_gets_its_name_when_another_answer_tells_it(desk, service):
    """Firm nominations carry the IMO number only; the desk speaks in names."""
    service.nominations.there = {"N-1": [firm("N-1", receiver={"vesselIdentifier": {"imo": 9321483}})]}
    await desk.open_reference("N-1")
    (identifier,) = desk.nominations.head(EVERYTHING, 1)
    assert desk.nominations.rows([identifier])[identifier].vessel == "IMO 9321483"
    service.drafts.there = [draft("D-1", receiver={"vesselName": "Emma Søborg", "vesselIdentifier": {"imo": 9321483}})]
    await desk.synchronise()
    assert desk.nominations.rows([identifier])[identifier].vessel == "Emma Søborg"
    order = desk.nominations.order(EVERYTHING)
    lines = dict(zip(order.ids, order.texts.splitlines(), strict=True))
    assert "emma søborg" in lines[identifier]
    service.nominations.there["N-1"][0]["status"] = "amended"
    await desk.refresh("N-1")
    assert desk.nominations.rows([identifier])[identifier].vessel == "Emma Søborg"


async def test_chips_have_words_and_counts(desk, service):
    """The most frequent first, unknown values as they came."""
    location = {"bunkeringLocationCode": "NLRTM", "bunkeringLocationName": "Rotterdam"}
    fuel = [{"fuelType": "VLSFO"}, {"fuelType": "LSMGO"}]
    service.drafts.there = [draft("D-1", delivery=location, fuelSpecifications=fuel), draft("D-2", status="odd_one")]
    service.nominations.there = {
        "N-1": [firm("N-1", "supplier_assigned", delivery=location, fuelSpecifications=fuel[:1])]
    }
    await desk.remember(["N-1"], "imported")
    await desk.synchronise()
    assert desk.nominations.facet("fuel") == [("VLSFO", "VLSFO", 2), ("LSMGO", "LSMGO", 1)]
    assert desk.nominations.facet("port") == [("NLRTM", "Rotterdam NLRTM", 2), ("", "No port", 1)]
    assert desk.nominations.facet("kind") == [("draft", "Draft", 2), ("nomination", "Nomination", 1)]
    words = {value: word for value, word, _ in desk.nominations.facet("status")}
    assert words["supplier_assigned"].lower() == "supplier assigned"
    assert "odd" in words["odd_one"].lower()
    narrow = ListQuery(values={"fuel": frozenset({"LSMGO"}), "port": frozenset({"NLRTM"})})
    assert desk.nominations.count(narrow) == 1
    assert desk.nominations.count(ListQuery(values={"fuel": frozenset()})) == 0


async def test_lines_worded_by_an_older_version_are_made_anew(desk, service, store):
    """After an update the list speaks as the new version does, offline too."""
    service.drafts.there = [draft("D-1")]
    await desk.synchronise()
    (identifier,) = desk.nominations.head(EVERYTHING, 1)
    store.known(lambda known: known.keep_fact("wording", "0"))
    old = desk.record(identifier)
    with_old_words = store.record(identifier)
    store.relist(lambda record: work_line("draft", Draft(client_reference="old words")), 10)
    assert desk.nominations.rows([identifier])[identifier].reference == "old words"
    service.drafts.failing = Unreachable.because(Reason.NETWORK, "The network is down.")
    again = Desk(Connection.to("https://demo.example", "desk"), store, service.factory)
    await again.synchronise()
    assert again.nominations.rows([identifier])[identifier].reference == "D-1"
    assert again.record(identifier).changed_at == old.changed_at
    assert with_old_words.raw == store.record(identifier).raw
    await again.aclose()


async def test_a_laycan_stands_in_the_list_by_the_ports_clock_where_it_is_stated(desk, service):
    """Start and end each have their own column; what only follows the bunkering time is not repeated."""
    window = {"laycanStart": "2026-11-21T00:00:00Z", "laycanEnd": "2026-11-23T00:00:00Z"}
    delivery = {"estimatedTimeOfBunkering": "2026-11-21T22:30:00+08:00"}
    service.drafts.there = [draft("D-1", delivery={**delivery, **window}), draft("D-2", delivery=delivery)]
    await desk.synchronise()
    rows = {row.reference: row for row in desk.nominations.rows(desk.nominations.head(EVERYTHING, 10)).values()}
    assert rows["D-1"].laycan_start.isoformat() == "2026-11-21T08:00:00+08:00"
    assert rows["D-1"].laycan_end.isoformat() == "2026-11-23T08:00:00+08:00"
    assert (rows["D-2"].laycan_start, rows["D-2"].laycan_end) == (None, None)
