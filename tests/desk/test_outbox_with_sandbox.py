"""Editing and sending over real HTTP against the sandbox in a process of its own."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.desk.outbox_desk import sending, until

from bunkerdesk.api import BunkerService, Credentials
from bunkerdesk.cache import Store
from bunkerdesk.contract.resource import Timestamp
from bunkerdesk.desk.action_results import NewTime
from bunkerdesk.desk.comparing import Undecided, two_way
from bunkerdesk.desk.connections import Connection
from bunkerdesk.desk.desk import Desk
from bunkerdesk.desk.editing_bodies import EditKind, upsert_body
from bunkerdesk.desk.lists import ListQuery
from bunkerdesk.desk.outbox_item import OutboxItem, OutboxState
from bunkerdesk.sandbox import embedded

BUNKERING = "2026-12-03T08:00:00+01:00"
ALL = ListQuery()
VESSEL_DELIVERY = {"operationStandardCode": "SS648"}
THE_SUPPLIER, THE_RECEIVER = "CMP-7K2Q", "CMP-4RXM"
"""The sandbox's first and second company."""


@pytest.fixture(scope="module")
def sandbox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[embedded.Running]:
    with embedded.start(tmp_path_factory.mktemp("sandbox"), frozen=True) as running:
        yield running


@asynccontextmanager
async def opened(sandbox: embedded.Running, place: Path, company: str = "supplier") -> AsyncIterator[Desk]:
    """A desk whose outbox runs."""
    number = "" if company == "supplier" else f".{company}"
    credentials = Credentials(sandbox.told[f"client_id{number}"], sandbox.told[f"client_secret{number}"])
    store = Store.open(place).store
    connection = Connection.to(sandbox.base_url, credentials.client_id)
    desk = Desk(connection, store, lambda: BunkerService(sandbox.base_url, credentials))
    async with sending(desk, store):
        yield desk


@pytest.fixture
async def desk(sandbox: embedded.Running, tmp_path: Path) -> AsyncIterator[Desk]:
    async with opened(sandbox, tmp_path / "store") as desk:
        yield desk


def draft(reference: str, **delivery: Any) -> dict[str, Any]:
    return {
        "clientReference": reference,
        "delivery": {
            "bunkeringLocationCode": "NLRTM",
            "deliveryMethod": "vessel",
            "estimatedTimeOfBunkering": BUNKERING,
            "estimatedBunkeringDurationInMinutes": 240,
            **delivery,
        },
        "receiver": {"companyName": "A shipping company nobody knows"},
    }


async def sent(desk: Desk, kind: str, document: dict[str, Any]) -> OutboxItem:
    session = await desk.editing.begin_new(kind, document)
    return await until(desk, await desk.outbox.queue(session), OutboxState.SENT, OutboxState.REFUSED)


async def test_a_new_draft_is_sent_and_stands_in_the_list(desk: Desk):
    """The row is there without a further reading, the edit is gone, the reference is known."""
    item = await sent(desk, "draft", draft("E-1 / new?"))
    assert item.state is OutboxState.SENT
    assert desk.editing.sessions() == ()
    record = desk.record(item.record_ids[0])
    assert (record.kind, record.reference) == ("draft", "E-1 / new?")
    assert await desk.remember(["E-1 / new?"], "opened") == 0


async def test_an_edited_draft_arrives_with_everything_else_unchanged(desk: Desk, sandbox: embedded.Running):
    """One field changed: the service's copy differs from before in that field alone."""
    await desk.synchronise()
    rows = [record for record in map(desk.record, desk.nominations.head(ALL, 1000)) if record.kind == "draft"]
    record = rows[0]
    before = upsert_body(record.resource.as_received, "draft")
    session = await desk.editing.begin_edit(record)
    desk.editing.change(session, "delivery.bunkeringLocationDetails", "Berth 7, port side")
    item = await until(desk, await desk.outbox.queue(session), OutboxState.SENT, OutboxState.REFUSED)
    assert item.state is OutboxState.SENT
    after = upsert_body(desk.record(record.id).resource.as_received, "draft")
    changed = {difference.path: difference.mine for difference in two_way(before, after, EditKind.DRAFT)}
    assert changed == {"delivery.bunkeringLocationDetails": "Berth 7, port side"}


async def test_a_draft_is_promoted_under_its_reference(desk: Desk):
    """The firm nomination is new to the service and does not clash with the draft it comes from."""
    document = draft("E-2")
    document["receiver"] = {"companyIdentifier": THE_RECEIVER}
    item = await sent(desk, "draft", document)
    session = await desk.editing.promote(desk.record(item.record_ids[0]), "supplier")
    assert (session.is_new, session.reference, session.promoted_from) == (True, "E-2", "E-2")
    assert not [finding for finding in desk.checks.findings(session) if finding.rule == "N09"]
    done = await until(desk, await desk.outbox.queue(session), OutboxState.SENT, OutboxState.REFUSED)
    assert [desk.record(number).kind for number in done.record_ids] == ["nomination"]


async def test_the_other_company_sees_what_one_sent(desk: Desk, sandbox: embedded.Running, tmp_path: Path):
    """What the receiver sent, the supplier opens by its reference, edits as supplier, and the receiver sees that."""
    async with opened(sandbox, tmp_path / "other", "receiver") as other:
        document = draft("R-1", operationStandardCode="SS648")
        del document["receiver"]
        item = await sent(other, "receiver", {**document, "supplierCompanyIdentifier": THE_SUPPLIER})
        assert item.state is OutboxState.SENT, item.problem
        (record,) = (await desk.open_reference("R-1")).records
        session = await desk.editing.begin_edit(record)
        assert session.kind == "supplier"
        desk.editing.change(session, "supplier.assetIdentifier.vessel.imo", 9074729)
        await until(desk, await desk.outbox.queue(session), OutboxState.SENT)
        (seen,) = (await other.refresh("R-1")).records
        assert seen.resource.supplier.asset_identifier.vessel.imo == 9074729
        back = await other.editing.begin_edit(seen)
        assert back.kind == "receiver"
        assert back.value("supplierAssetIdentifier.vessel.imo") == 9074729


async def test_a_refused_draft_comes_back_with_the_text_beside_its_field(desk: Desk):
    """The edit is open again, the refusal stands at the field it names, and the next sending succeeds."""
    document = draft("E-3")
    document["receiver"] = {"companyIdentifier": "nobody"}
    item = await sent(desk, "draft", document)
    assert item.state is OutboxState.REFUSED
    (session,) = desk.editing.sessions()
    assert session.state == "open"
    assert [refusal.path for refusal in session.refusals] == ["receiver.companyIdentifier"]
    desk.editing.change(session, "receiver.companyIdentifier", None)
    desk.editing.change(session, "receiver.companyName", "Somebody")
    assert session.refusals == ()
    again = await until(desk, await desk.outbox.queue(session), OutboxState.SENT, OutboxState.REFUSED)
    assert again.state is OutboxState.SENT
    assert again.id == item.id


async def test_a_used_reference_is_refused_before_it_overwrites_anything(desk: Desk):
    """A new draft under the reference of an existing one would silently replace it."""
    await sent(desk, "draft", draft("E-4", bunkeringLocationDetails="first"))
    item = await sent(desk, "draft", draft("E-4", bunkeringLocationDetails="second"))
    assert item.state is OutboxState.REFUSED
    assert [refusal.path for refusal in item.refusals] == ["clientReference"]
    assert "already used" in item.problem.happened


async def test_a_change_by_somebody_else_is_compared_and_never_overwritten(
    desk: Desk, sandbox: embedded.Running, tmp_path: Path
):
    """Both changed the duration, they the place too: chosen field by field, then it arrives as chosen."""
    first = await sent(desk, "draft", draft("E-5"))
    mine = await desk.editing.begin_edit(desk.record(first.record_ids[0]))
    async with opened(sandbox, tmp_path / "colleague") as colleague:
        await colleague.synchronise()
        (record,) = colleague.records("E-5")
        theirs = await colleague.editing.begin_edit(record)
        colleague.editing.change(theirs, "delivery.estimatedBunkeringDurationInMinutes", 300)
        colleague.editing.change(theirs, "delivery.bunkeringLocationDetails", "Berth 9")
        await until(colleague, await colleague.outbox.queue(theirs), OutboxState.SENT)
    desk.editing.change(mine, "delivery.estimatedBunkeringDurationInMinutes", 360)
    desk.editing.change(mine, "supplier.orderReference", "PO 12")
    item = await until(desk, await desk.outbox.queue(mine), OutboxState.CONFLICT, OutboxState.SENT)
    assert item.state is OutboxState.CONFLICT
    kinds = {difference.path: str(difference.kind) for difference in item.differences}
    assert kinds["delivery.estimatedBunkeringDurationInMinutes"] == "both"
    assert kinds["delivery.bunkeringLocationDetails"] == "theirs"
    assert kinds["supplier.orderReference"] == "mine"
    with pytest.raises(Undecided):
        await desk.outbox.resolve(item, {})
    await desk.outbox.resolve(item, {"delivery.estimatedBunkeringDurationInMinutes": "mine"})
    done = await until(desk, item, OutboxState.SENT, OutboxState.CONFLICT)
    delivery = desk.record(done.record_ids[0]).resource.delivery
    assert delivery.estimated_bunkering_duration_in_minutes == 360
    assert delivery.bunkering_location_details == "Berth 9"


async def test_accepting_cancelling_and_rescheduling_patch_the_rows(desk: Desk, sandbox: embedded.Running):
    """Each row gets its result; the stored nominations show the new status and time without a further reading."""
    ids = []
    for number in range(3):
        document = draft(f"F-{number}", operationStandardCode="SS648")
        document["receiver"] = {"companyIdentifier": THE_RECEIVER}
        ids += (await sent(desk, "supplier", document)).record_ids
    told: list[str] = []
    accepted = await desk.actions.accept([*ids, 999_999], lambda row: told.append(row.reference) is None)
    assert [bool(row.problem) for row in accepted.rows] == [False, False, False, True]
    assert len(told) == 4
    assert accepted.changes.records == set(ids)
    assert {desk.record(number).resource.status for number in ids} == {"accepted"}
    moved = await desk.actions.reschedule(ids[:1], NewTime(shift=timedelta(hours=6)))
    assert not moved.failed
    delivery = desk.record(ids[0]).resource.delivery
    assert delivery.estimated_time_of_bunkering == Timestamp.parse(BUNKERING) + timedelta(hours=6)
    assert delivery.laycan_start == delivery.estimated_time_of_bunkering, "a derived laycan follows its time"
    patched = await desk.actions.reschedule(ids[1:2], NewTime(BUNKERING, duration_minutes=90), deprecated=True)
    assert not patched.failed
    assert desk.record(ids[1]).resource.delivery.estimated_bunkering_duration_in_minutes == 90
    cancelled = await desk.actions.cancel(ids[2:], "Vessel diverted")
    assert not cancelled.failed
    assert desk.record(ids[2]).resource.status == "cancelled"
    assert desk.actions.recent_reasons() == ("Vessel diverted",)
    again = await desk.actions.cancel(ids[2:], "Once more")
    assert "cancelled" in again.failed[0].problem.happened
    with pytest.raises(ValueError, match="reason"):
        await desk.actions.cancel(ids[:1], "  ")


async def test_promoting_many_sends_the_good_ones_and_opens_the_others(desk: Desk):
    """A draft without a receiver stays open as an edit with its reason; the other is firm."""
    good, bad = draft("G-1", **VESSEL_DELIVERY), draft("G-2")
    good["receiver"] = {"companyIdentifier": THE_RECEIVER}
    good["supplier"] = {"assetIdentifier": {"vessel": {"imo": 9074729}}}
    del bad["receiver"]
    ids = [(await sent(desk, "draft", document)).record_ids[0] for document in (good, bad)]
    result = await desk.actions.promote(ids)
    assert [row.reference for row in result.failed] == ["G-2"]
    assert [session.reference for session in desk.editing.sessions()] == ["G-2"]
    assert {record.kind for record in desk.records("G-1")} == {"draft", "nomination"}
