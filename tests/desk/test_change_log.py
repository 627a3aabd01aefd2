"""What counts as a change, and how it is kept until somebody takes note."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bunkerdesk.cache import ChangeRow, ChangeRows, Store
from bunkerdesk.cache.outgoing import Outgoing
from bunkerdesk.desk.change_log import ChangeLog, differences, weight_of
from bunkerdesk.desk.desk import Desk
from bunkerdesk.desk.editing_bodies import EditKind, upsert_body
from bunkerdesk.desk.keeping import keep_answers, retire_drafts
from bunkerdesk.desk.lists import ListQuery
from bunkerdesk.desk.outbox_item import OutboxItem, OutboxState
from bunkerdesk.desk.record import Answer


def nomination(**delivery: Any) -> dict[str, Any]:
    return {
        "clientReference": "SO-1",
        "status": "accepted",
        "delivery": {"estimatedTimeOfBunkering": "2026-11-21T18:00:00+08:00", "bunkeringLocationCode": "SGSIN"}
        | delivery,
        "supplier": {"assetIdentifier": {"vessel": {"imo": 9811000}}},
        "receiver": {"vesselName": "EVER SUMMIT"},
        "fuelSpecifications": [{"fuelType": "VLSFO", "quantityRange": {"minQuantity": 480, "maxQuantity": 520}}],
    }


def answered(store: Store, *values: dict[str, Any], is_own: bool = False) -> None:
    for value in values:
        keep_answers(store, [Answer("nomination", "SO-1", (value,))], is_own=is_own)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-99, 99) | st.text("abc", max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abcdef"), inner, max_size=4),
    max_leaves=12,
)


@given(JSON)
def test_an_answer_does_not_differ_from_itself(value: Any) -> None:
    """Reading the same again fills no inbox."""
    assert list(differences(value, value)) == []


@given(JSON, JSON)
def test_back_is_the_same_way(one: Any, other: Any) -> None:
    """Every difference is named once from either side, with the values changed over."""
    forth = {(each.path, repr(each.before), repr(each.after)) for each in differences(one, other)}
    back = {(each.path, repr(each.after), repr(each.before)) for each in differences(other, one)}
    assert forth == back


def test_the_same_moment_in_another_offset_is_no_change() -> None:
    """The service may answer in another clock; nothing happened."""
    after = nomination(estimatedTimeOfBunkering="2026-11-21T10:00:00Z")
    assert list(differences(nomination(), after)) == []


def test_a_quantity_is_one_field_and_a_new_document_one_line() -> None:
    """Nobody acknowledges a minimum and a maximum apart, nor every document after one that was put in front."""
    before, after = nomination(), nomination()
    after["fuelSpecifications"][0]["quantityRange"] = {"minQuantity": 500, "maxQuantity": 510}
    assert [each.path for each in differences(before, after)] == ["fuelSpecifications[0].quantityRange"]
    old = {"documentReferences": [{"documentId": "a", "documentName": "A"}]}
    new = {"documentReferences": [{"documentId": "b", "documentName": "B"}, *old["documentReferences"]]}
    (found,) = differences(old, new)
    assert (found.path, found.before, found.after["documentName"]) == ("documentReferences[0]", None, "B")


def test_what_matters_comes_first() -> None:
    """Bunkering time, status, quantity, asset, the rest."""
    paths = [
        "delivery.estimatedTimeOfBunkering",
        "status",
        "fuelSpecifications[0].quantityRange",
        "supplier.assetIdentifier.vessel.imo",
        "delivery.bunkeringLocationDetails",
    ]
    assert [weight_of(path) for path in paths] == sorted({weight_of(path) for path in paths})


def test_a_different_answer_is_noted_field_by_field_and_an_own_write_is_not(store: Store) -> None:
    """What I did myself is no news to me."""
    answered(store, nomination())
    assert store.change_log.all() == []
    moved = nomination(estimatedTimeOfBunkering="2026-11-21T22:30:00+08:00", bunkeringLocationDetails="Eastern")
    answered(store, moved)
    noted = store.change_log.all()
    assert [row.path.rsplit(".", 1)[-1] for row in noted] == ["estimatedTimeOfBunkering", "bunkeringLocationDetails"]
    assert noted[0].before == b'"2026-11-21T18:00:00+08:00"'
    assert (noted[0].vessel, noted[0].port_code) == ("EVER SUMMIT", "SGSIN")
    answered(store, nomination(), is_own=True)
    assert len(store.change_log.all()) == 2


def test_of_many_answers_only_what_is_this_desks_own_is_left_out(store: Store) -> None:
    """Synchronised in one batch: an unanswered sending of one reference hides nobody's change of another."""
    here = "delivery.bunkeringLocationDetails"
    before = {name: nomination() | {"clientReference": name} for name in ("SO-1", "SO-2", "Wei\u00df \u5929/3")}
    keep_answers(store, [Answer("nomination", name, (value,)) for name, value in before.items()])
    delivery = nomination(bunkeringLocationDetails="A")["delivery"]
    bodies = {name: upsert_body(value, EditKind.SUPPLIER) | {"delivery": delivery} for name, value in before.items()}
    sent = [
        OutboxItem(
            0, place, EditKind.SUPPLIER, name, bodies[name], OutboxState.WAITING, datetime.now(UTC),
            base=upsert_body(before[name], EditKind.SUPPLIER), may_have_arrived=name != "SO-2",
        ).row()
        for place, name in enumerate(before)
    ]  # fmt: skip
    Outgoing(store.unsent).add(sent)
    after = [Answer("nomination", name, (value | {"delivery": delivery},)) for name, value in before.items()]
    keep_answers(store, after)
    assert [(row.reference, row.path) for row in store.change_log.all()] == [("SO-2", here)]


def test_an_answer_noted_before_a_crash_is_not_noted_again(store: Store) -> None:
    """The note is written before the answer; between the two the power may fail."""
    row = ChangeRow(0, "nomination", "SO-1", 0, "status", b'"accepted"', b'"amended"', 1, "", "", "", 1)
    assert store.change_log.add([row]) == 1
    assert store.change_log.add([row]) == 0
    store.change_log.acknowledge_all(2, store.change_log.last())
    assert store.change_log.add([row]) == 1


def test_a_draft_that_goes_is_told_but_not_one_that_became_firm(store: Store) -> None:
    """Promoting is the usual way of a draft to leave the list."""
    for name in ("DR-1", "DR-2"):
        keep_answers(store, [Answer("draft", name, ({"clientReference": name},))])
    keep_answers(store, [Answer("nomination", "DR-2", ({"clientReference": "DR-2"},))], is_own=True)
    retire_drafts(store, set())
    (gone,) = store.change_log.all()
    assert (gone.reference, gone.path, gone.after) == ("DR-1", "", b'"gone"')


def test_the_log_and_its_acknowledgements_survive_a_restart_and_a_rebuild(tmp_path: Path) -> None:
    """Taking note is a person's act: it does not come undone."""
    store = Store.open(tmp_path / "store").store
    answered(store, nomination(), nomination(bunkeringLocationDetails="A"), nomination(bunkeringLocationDetails="B"))
    store.change_log.acknowledge([store.change_log.all()[0].id], 5)
    store.change_log.watch("SO-1", 1)
    store.close()
    (tmp_path / "store" / "seen.sqlite3").unlink()
    again = Store.open(tmp_path / "store").store
    assert [bool(row.acknowledged_at) for row in again.change_log.all()] == [True, False]
    assert again.change_log.open_count() == 1
    assert again.change_log.watched() == {"SO-1"}
    again.close()


def test_history_is_bounded_and_what_is_open_goes_last(store: Store) -> None:
    """A log that only grows would one day be the slowest thing in the program."""
    rows = ChangeRows(store.unsent, most=3)

    def row(number: int) -> ChangeRow:
        return ChangeRow(0, "draft", f"DR-{number}", 0, "status", b"1", b"2", 1, "", "", "", number)

    rows.add([row(1), row(2), row(3)])
    rows.acknowledge([rows.all()[0].id], 9)  # the latest, DR-3
    rows.add([row(4), row(5)])
    assert [kept.reference for kept in rows.all()] == ["DR-5", "DR-4", "DR-2"]


async def test_the_inbox_narrows_and_empties(desk: Desk, store: Store) -> None:
    """By state, kind, port and vessel; one, a record, or everything is acknowledged."""
    log: ChangeLog = desk.change_log
    answered(store, nomination(), nomination(bunkeringLocationDetails="A", bunkeringLocationName="Singapore"))
    is_open = ListQuery("at", descending=True, values={"state": frozenset({"open"})})
    ids = log.source.order(is_open).ids
    assert len(ids) == log.open_count() == 2
    assert len(log.source.order(ListQuery(values={"port": frozenset({"NLRTM"})})).ids) == 0
    (record,) = desk.records("SO-1")
    assert log.open_records() == {record.id}
    await log.acknowledge(ids[:1])
    assert [row.id for row in log.open_of(record)] == [ids[1]]
    await log.acknowledge_records([("nomination", "SO-1", 0)])
    assert (log.open_count(), log.open_records(), len(log.source.order(is_open).ids)) == (0, frozenset(), 0)
    assert [value for value, _, _ in log.source.facet("state")] == ["acknowledged"]


@pytest.mark.parametrize("which", ["all", "records"])
async def test_only_what_was_there_is_acknowledged(store: Store, which: str) -> None:
    """Behind a long batch the taking note waits; what that batch notes nobody has seen."""

    async def behind_a_batch(work: Callable[[], Any]) -> None:
        answered(store, nomination(bunkeringLocationDetails="B"))
        work()

    answered(store, nomination(), nomination(bunkeringLocationDetails="A"))
    log = ChangeLog(store, behind_a_batch, lambda: 5)
    await (log.acknowledge_all() if which == "all" else log.acknowledge_records([("nomination", "SO-1", 0)]))
    assert [row.after for row in store.change_log.all() if not row.acknowledged_at] == [b'"B"']


async def test_only_watched_references_are_announced_and_each_change_once(desk: Desk, store: Store) -> None:
    """A notification for everything would soon be switched off."""
    log = desk.change_log
    answered(store, nomination(), nomination(bunkeringLocationDetails="A"))
    assert log.news() == []
    await log.watch("SO-1", is_on=True)
    answered(store, nomination(bunkeringLocationDetails="B"))
    assert [row.after for row in log.news()] == [b'"B"']
    assert log.news() == []
    await log.watch("SO-1", is_on=False)
    answered(store, nomination(bunkeringLocationDetails="C"))
    assert log.news() == []


@pytest.mark.parametrize("value", ["x" * 10_000, [1] * 5_000, {"a": "ü" * 3_000}])
def test_an_endless_value_is_cut_in_the_log(store: Store, value: Any) -> None:
    """One hostile note must not fill the disk twenty thousand times."""
    answered(store, nomination(), nomination(internalNote=value))
    (row,) = store.change_log.all()
    assert len(row.after) < 2_500


def test_a_long_delivery_note_is_kept_by_what_names_it(store: Store) -> None:
    """Its parts are long; number, product and quantity are what a person looks for in the inbox."""
    parts = {f"field{number}": {"value": "x" * 200, "unit": "y" * 100} for number in range(20)}
    note = {"bunkerType": "lng", "number": "BDN-1", "productName": "LNG", **parts}
    before: dict[str, Any] = {"clientReference": "SO-1", "status": "started", "bunkerDeliveryNotes": []}
    for value in (before, before | {"bunkerDeliveryNotes": [note]}):
        keep_answers(store, [Answer("operation", "SO-1", (value,))])
    (row,) = store.change_log.all()
    assert json.loads(row.after) == {"bunkerType": "lng", "number": "BDN-1", "productName": "LNG"}
