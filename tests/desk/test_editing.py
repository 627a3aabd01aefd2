"""Editing: nothing typed is lost, undo takes back exactly what was done, and what is sent is what was meant."""

import asyncio
import threading
from collections.abc import AsyncIterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from bunkerdesk.cache import Store
from bunkerdesk.contract.jsontext import same_meaning
from bunkerdesk.desk.editing import Editing, EditNews
from bunkerdesk.desk.editing_bodies import EditKind, checkable, document_path, rule_path, upsert_body
from bunkerdesk.desk.editing_history import History, Step, move_between
from bunkerdesk.desk.editing_paths import MISSING, leaves, path_text, value_at, with_value, without
from bunkerdesk.desk.editing_refusals import fields_named
from bunkerdesk.desk.editing_session import Cursor, EditState, NotOpen

BUNKERING = "2026-12-03T08:00:00+01:00"

keys = st.sampled_from(["delivery", "receiver", "x", "hull colour", "grade"])
values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.decimals(allow_nan=False, allow_infinity=False)
    | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3),
    max_leaves=8,
)
documents = st.dictionaries(keys, values, max_size=4)


@pytest.fixture
async def editing(store: Store) -> AsyncIterator[Editing]:
    editing = Editing(store)
    yield editing
    await editing.aclose()


@given(documents, st.lists(st.tuples(documents, st.booleans()), max_size=6))
def test_undo_and_redo_travel_exactly(first: dict[str, Any], steps: list[tuple[dict[str, Any], bool]]):
    """However a document changes, undo walks back over each state and redo forth again."""
    history, states = History(), [first]
    for document, _ in steps:
        move = move_between(states[-1], document)
        if move:
            history.add(Step((move,)), 0.0)
            states.append(document)
    history = History.of(history.to_object())  # as after a restart
    current = states[-1]
    for state in reversed(states[:-1]):
        current, _ = history.undo(current)
        assert same_meaning(current, state)
    assert history.undo(current) is None
    for state in states[1:]:
        current, _ = history.redo(current)
        assert same_meaning(current, state)


@given(documents)
def test_every_value_is_found_under_its_path(document: dict[str, Any]):
    """Setting what is there changes nothing; the document from before is never touched."""
    copy = str(document)
    for steps, value in leaves(document):
        if steps:
            assert value_at(document, steps) == value
            assert with_value(document, steps, value) == document
            without(document, steps)
    assert str(document) == copy


class Typing(RuleBasedStateMachine):
    """Any sequence of typing, removing, undo and redo against a list of remembered states."""

    paths = st.sampled_from(
        ["clientReference", "delivery.bunkeringLocationDetails", "fuelSpecifications.0.grade", "receiver.x.y"]
    )

    @initialize()
    def begin(self) -> None:
        self.document: dict[str, Any] = {"unknown": {"kept": [1, None]}}
        self.history = History()
        self.states = [self.document]
        self.place = 0

    @rule(path=paths, value=st.text(min_size=1, max_size=3))
    def type_in(self, path: str, value: str) -> None:
        from bunkerdesk.desk.editing_paths import steps_of

        after = with_value(self.document, steps_of(path), value)
        move = move_between(self.document, after)
        if move:
            self.history.add(Step((move,)), 0.0)
            self.states = [*self.states[: self.place + 1], after]
            self.place += 1
        self.document = after

    @rule()
    def undo(self) -> None:
        went = self.history.undo(self.document)
        assert (went is None) == (self.place == 0)
        if went:
            self.document, self.place = went[0], self.place - 1

    @rule()
    def redo(self) -> None:
        went = self.history.redo(self.document)
        assert (went is None) == (self.place == len(self.states) - 1)
        if went:
            self.document, self.place = went[0], self.place + 1

    @invariant()
    def the_state_is_the_remembered_one(self) -> None:
        if hasattr(self, "states"):
            assert same_meaning(self.document, self.states[self.place])
            assert self.document["unknown"] == {"kept": [1, None]}


TestTyping = Typing.TestCase
TestTyping.settings = settings(max_examples=40, stateful_step_count=25, deadline=None)


async def test_a_firm_one_made_into_a_draft_leaves_its_contract_and_says_so(editing: Editing):
    """A draft's delivery has no contract reference: it is not sent on unseen, and the person is told."""
    contract, place = "delivery.contractReference", "delivery.bunkeringLocationDetails"
    session = await editing.begin_new("supplier", {"delivery": {"contractReference": "TC-1"}})
    editing.change(session, place, "Berth 7")
    clone = await editing.clone(session, "draft")
    editing.set_kind(session, "draft")
    for made in (session, clone):
        assert made.left_out == (contract,)
        assert made.document == {"delivery": {"bunkeringLocationDetails": "Berth 7"}}
    same = await editing.clone(await editing.begin_new("supplier", {"delivery": {"contractReference": "TC-1"}}))
    assert (same.value(contract), same.left_out) == ("TC-1", ())


async def test_typing_in_one_field_is_one_step(editing: Editing):
    """Undo takes back the word, not the letter; another field is another step; leaving a field ends it."""
    session = await editing.begin_new("draft")
    for text in ("R", "Ro", "Rot"):
        editing.change(session, "delivery.bunkeringLocationDetails", text)
    editing.change(session, "receiver.orderReference", "1")
    editing.move_cursor(session, "receiver.orderReference", 1)
    editing.move_cursor(session, "delivery", 0)
    editing.change(session, "receiver.orderReference", "12")
    assert editing.undo(session) == "receiver.orderReference"
    assert session.value("receiver.orderReference") == "1"
    editing.undo(session)
    editing.undo(session)
    assert session.document == {}
    assert not session.can_undo
    while session.can_redo:
        editing.redo(session)
    assert session.value("receiver.orderReference") == "12"


async def test_changes_are_saved_by_themselves_and_come_back(store: Store):
    """Nobody asks to save; a new start has document, cursor, undo and refusal-free state."""
    editing, saved = Editing(store), asyncio.Event()
    session = await editing.begin_new("supplier", {"clientReference": "S-1"})
    editing.subscribe(lambda news: saved.set() if news.event == "saved" else None)
    editing.change(session, "delivery.estimatedTimeOfBunkering", BUNKERING, cursor=Cursor("delivery.x", 3))
    assert not editing.is_saved(session)
    async with asyncio.timeout(30):
        await saved.wait()
    assert editing.is_saved(session)
    again = Editing(store)
    (back,) = again.sessions()
    assert back.document == session.document
    assert (back.kind, back.cursor, back.can_undo) == (EditKind.SUPPLIER, Cursor("delivery.x", 3), True)
    await again.aclose()
    await editing.aclose()


async def test_kept_is_said_only_of_what_is_on_the_disk(editing: Editing):
    """While the disk is busy the last change is not kept yet, though its writing has begun."""
    session = await editing.begin_new("draft")
    disk_is_free = threading.Event()
    editing.in_worker_soon(disk_is_free.wait)
    editing.change(session, "clientReference", "S-1")
    writing = asyncio.create_task(editing.flush())
    await asyncio.sleep(0)
    assert not editing.is_saved(session)
    disk_is_free.set()
    await writing
    assert editing.is_saved(session)


async def test_closing_writes_what_was_just_typed(store: Store):
    """The last keystroke before the window closes is on the disk."""
    editing = Editing(store)
    session = await editing.begin_new("draft")
    editing.change(session, "clientReference", "typed in the last millisecond")
    await editing.aclose()
    assert b"last millisecond" in store.unsent.edits()[0].document


async def test_given_up_edits_can_be_taken_back(editing: Editing, store: Store):
    """Discarding is the only way to lose an edit, and it can be undone."""
    session = await editing.begin_new("draft", {"clientReference": "S-2"})
    await editing.discard(session)
    assert store.unsent.edits() == []
    await editing.restore(session)
    assert [edit.reference for edit in store.unsent.edits()] == ["S-2"]


async def test_a_queued_edit_is_not_typed_in(editing: Editing):
    """What waits in the outbox is sent as it was when it was given."""
    session = await editing.begin_new("draft")
    editing.set_state(session, EditState.QUEUED)
    with pytest.raises(NotOpen):
        editing.change(session, "clientReference", "X")
    assert session.document == {}


async def test_a_derived_laycan_follows_its_time_and_a_stated_one_stays(editing: Editing):
    """Nobody typed the derived one, so it must not hold the old window; one undo brings both back."""
    derived = {
        "delivery": {
            "estimatedTimeOfBunkering": BUNKERING,
            "estimatedBunkeringDurationInMinutes": 60,
            "laycanStart": BUNKERING,
            "laycanEnd": "2026-12-03T09:00:00+01:00",
        }
    }
    session = await editing.begin_new("supplier", derived)
    editing.change(session, "delivery.estimatedTimeOfBunkering", "2026-12-04T08:00:00+01:00")
    assert session.value("delivery.laycanStart") is MISSING
    editing.undo(session)
    assert session.document == derived
    editing.change(session, "delivery.laycanEnd", "2026-12-05T09:00:00+01:00")
    editing.change(session, "delivery.estimatedTimeOfBunkering", "2026-12-04T08:00:00+01:00")
    assert session.value("delivery.laycanStart") == BUNKERING


async def test_a_laycan_that_a_draft_says_twice_stays_one(editing: Editing):
    """Changed or taken out in one place, it is so in the other: the service would not know which counts."""
    start, end = "2026-12-01T08:00:00+08:00", "2026-12-02T08:00:00+08:00"
    window = {"laycanStart": start, "laycanEnd": end}
    session = await editing.begin_new("draft", {**window, "delivery": {**window, "berthTime": start}})
    editing.change(session, "laycanStart", "2026-12-01T10:00:00+08:00")
    assert session.value("delivery.laycanStart") == "2026-12-01T10:00:00+08:00"
    assert session.value("delivery.laycanEnd") == end
    editing.remove(session, "laycanEnd")
    assert "laycanEnd" not in session.document["delivery"]
    editing.undo(session)
    assert session.value("delivery.laycanEnd") == end


async def test_of_identifier_and_name_the_one_just_given_counts(editing: Editing):
    """The service takes exactly one; a stale identifier would silently beat the name just typed."""
    session = await editing.begin_new("draft", {"receiver": {"companyIdentifier": "C-1", "companyName": "One"}})
    editing.change(session, "receiver.companyName", "Two")
    assert session.document == {"receiver": {"companyName": "Two"}}


async def test_items_of_lists_come_and_go(editing: Editing):
    """A fuel inserted, another removed, undone: the rest keeps its order."""
    session = await editing.begin_new("draft", {"fuelSpecifications": [{"grade": "rmg"}, {"grade": "dma"}]})
    editing.insert(session, "fuelSpecifications.1", {"grade": "rf"})
    editing.remove(session, "fuelSpecifications.0")
    assert [fuel["grade"] for fuel in session.value("fuelSpecifications")] == ["rf", "dma"]
    editing.undo(session)
    assert [fuel["grade"] for fuel in session.value("fuelSpecifications")] == ["rmg", "rf", "dma"]
    news: list[EditNews] = []
    editing.subscribe(news.append)
    editing.change_many(session, [("fuelSpecifications.0.grade", "rmk"), ("clientReference", "S-3")])
    assert {"fuelSpecifications.0.grade", "clientReference"} <= set(news[0].paths)
    editing.undo(session)
    assert session.value("clientReference") is MISSING


async def test_templates_keep_everything_but_the_reference(editing: Editing):
    """A new one from a template needs a reference of its own."""
    session = await editing.begin_new("receiver", {"clientReference": "S-4", "supplierCompanyIdentifier": "C"})
    await editing.keep_template("  Weekly ", session)
    assert editing.templates() == ("Weekly",)
    made = await editing.from_template("Weekly")
    assert (made.kind, made.document) == (EditKind.RECEIVER, {"supplierCompanyIdentifier": "C"})
    await editing.drop_template("Weekly")
    with pytest.raises(KeyError):
        await editing.from_template("Weekly")


ANSWER = {
    "clientReference": "S-5",
    "status": "supplier_assigned",
    "delivery": {"estimatedTimeOfBunkering": BUNKERING, "transactionDirection": "in", "future": {"a": [1]}},
    "supplier": {"companyIdentifier": "C-1", "counterpartEntityReference": "CP", "orderReference": "O", "odd": True},
    "receiver": {"companyIdentifier": "C-2", "companyName": "Two", "vesselName": "V", "next": None},
    "novelty": "kept",
}


def test_the_body_of_each_side_drops_only_what_answers_alone_have():
    """The receiver names the supplier at the top, the supplier gives one of identifier and name; novelties stay."""
    supplier = upsert_body(ANSWER, EditKind.SUPPLIER)
    assert supplier["supplier"] == {"companyIdentifier": "C-1", "orderReference": "O", "odd": True}
    assert supplier["receiver"] == {"companyIdentifier": "C-2", "next": None}
    assert supplier["delivery"] == {"estimatedTimeOfBunkering": BUNKERING, "future": {"a": [1]}}
    assert (supplier["novelty"], "status" in supplier) == ("kept", False)
    receiver = upsert_body(ANSWER, EditKind.RECEIVER)
    assert receiver["supplierCompanyIdentifier"] == "C-1"
    assert receiver["supplierCounterpartEntityReference"] == "CP"
    assert receiver["supplier"] == {"odd": True}
    assert receiver["receiver"] == {"next": None}
    assert checkable(EditKind.RECEIVER, receiver).supplier.order_reference == "O"
    draft = upsert_body(ANSWER, EditKind.DRAFT)
    assert draft["receiver"] == ANSWER["receiver"]


def test_places_of_rules_and_of_the_document_translate_both_ways():
    """A finding about the supplier jumps to the field that the receiver really sends."""
    path = document_path(EditKind.RECEIVER, "supplier.assetIdentifier.vessel.imo")
    assert path == "supplierAssetIdentifier.vessel.imo"
    assert rule_path(EditKind.RECEIVER, path) == "supplier.assetIdentifier.vessel.imo"
    assert document_path(EditKind.DRAFT, "fuelSpecifications[1].grade") == "fuelSpecifications.1.grade"
    assert path_text(("a", 0)) == "a.0"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("receiver.companyIdentifier names no known company.", ("receiver.companyIdentifier",)),
        (
            "fuelSpecifications[2].quantityRange.maxQuantity is too large",
            ("fuelSpecifications.2.quantityRange.maxQuantity",),
        ),
        ("receiver needs companyIdentifier or companyName", ("receiver.companyIdentifier", "receiver.companyName")),
        ("The Estimated Time of Bunkering must carry an offset", ("delivery.estimatedTimeOfBunkering",)),
        ("laycanStart and laycanEnd go together", ("delivery.laycanStart", "delivery.laycanEnd")),
        ("The receiver's order reference is too long", ()),
        ("Receiver order reference is too long", ("receiver.orderReference",)),
        ("Something else altogether", ()),
        ("no.such.field is wrong (.*[a-z", ()),
    ],
)
def test_a_refusal_is_put_beside_the_field_it_names(text: str, expected: tuple[str, ...]):
    """By path, by name, by the words of the field; a text that names none stays with the whole."""
    assert fields_named(EditKind.SUPPLIER, text) == expected
