"""One editor over a real store: typing, notes, undo, findings, what will be sent, and what survives."""

import asyncio
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bunkerdesk.cache import Store
from bunkerdesk.contract import jsontext
from bunkerdesk.desk.editing import Editing
from bunkerdesk.desk.editing_kinds import EditKind
from bunkerdesk.desk.editing_session import EditSession, Refusal
from bunkerdesk.models.editor_form import all_fields
from bunkerdesk.models.editor_list import EditorList
from bunkerdesk.models.editor_model import EditorModel
from bunkerdesk.models.editor_options import Options, Sources
from bunkerdesk.models.editor_readings import Fix
from bunkerdesk.models.editor_sent import sent_lines, sent_text
from bunkerdesk.models.editor_setting import Setting
from bunkerdesk.rules import nomination_checks
from bunkerdesk.rules.ports import shipped

NOW = datetime(2026, 11, 21, 6, 2, tzinfo=UTC)
FIELDS = {field.key: field for field in all_fields()}
BUNKERING = FIELDS["delivery.estimatedTimeOfBunkering"]
PORT = FIELDS["delivery.bunkeringLocationCode"]
MAXIMUM = FIELDS["quantityRange.maxQuantity"]
STANDARD = FIELDS["delivery.operationStandardCode"]
BASE: dict[str, Any] = {
    "clientReference": "SO-1",
    "x-desk": {"colour": "blue", "weight": Decimal("1.50")},
    "delivery": {
        "bunkeringLocationCode": "SGSIN",
        "deliveryMethod": "pipeline",
        "estimatedTimeOfBunkering": "2026-11-23T12:00:00+08:00",
        "estimatedBunkeringDurationInMinutes": 480,
    },
    "receiver": {"companyIdentifier": "CMP-R201"},
    "fuelSpecifications": [
        {"fuelType": "VLSFO", "quantityRange": {"minQuantity": 480, "maxQuantity": 520}, "x-fuel": True},
        {"fuelType": "LSMGO", "quantityRange": {"minQuantity": 60, "maxQuantity": 70}},
    ],
}


def setting() -> Setting:
    options = Options(Sources(lambda _kind: [], shipped))

    def check(_session: Any, body: Any, around: Any) -> Any:
        return nomination_checks.check(body, around)

    return Setting(options, lambda: NOW, ZoneInfo("Europe/Oslo"), check)


@pytest.fixture
async def editing(tmp_path: Path) -> AsyncIterator[Editing]:
    store = Store.open(tmp_path / "store").store
    desk = Editing(store)
    yield desk
    await desk.aclose()
    store.close()


async def opened(editing: Editing, kind: str = "supplier", base: dict[str, Any] | None = None) -> EditorModel:
    if base is None:
        return EditorModel(editing, await editing.begin_new(kind), setting())
    session = await editing.begin_new(kind, base)
    session.base = base
    return EditorModel(editing, session, setting())


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(30):
        while not condition():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def test_typing_a_time_puts_an_exact_moment_into_the_document(editing: Editing) -> None:
    """The zone comes from the port typed before."""
    model = await opened(editing)
    model.type_text(PORT, "SGSIN")
    model.type_text(BUNKERING, "23/11 1400")
    assert model.session.document["delivery"]["estimatedTimeOfBunkering"] == "2026-11-23T14:00:00+08:00"
    assert model.text(BUNKERING) == "Mon 23 Nov 14:00 +08:00"
    model.refresh()
    assert model.note(BUNKERING).message == "06:00 UTC, 07:00 at this desk"


async def test_text_that_is_no_value_is_kept_stops_sending_and_comes_back(editing: Editing, tmp_path: Path) -> None:
    """Half a time typed before a crash stands in its field again; the value of before is not lost either."""
    model = await opened(editing, base=BASE)
    model.type_text(BUNKERING, "23/11 14")
    assert model.text(BUNKERING) == "23/11 14"
    assert model.session.document["delivery"]["estimatedTimeOfBunkering"] == "2026-11-23T12:00:00+08:00"
    model.refresh()
    assert model.why_not_send()
    assert model.review.errors[0].path == "delivery.estimatedTimeOfBunkering"
    await editing.save(model.session)
    again = EditSession.of(next(row for row in _rows(editing, tmp_path) if row.id == model.session.id))
    assert again.typed == {"delivery.estimatedTimeOfBunkering": "23/11 14"}


def _rows(editing: Editing, tmp_path: Path) -> list[Any]:
    other = Store.open(tmp_path / "store").store
    try:
        return other.unsent.edits()
    finally:
        other.close()


async def test_a_value_typed_after_all_takes_the_place_of_the_text(editing: Editing) -> None:
    """The error goes with the last missing digit."""
    model = await opened(editing, base=BASE)
    model.type_text(BUNKERING, "23/11 14")
    model.type_text(BUNKERING, "23/11 1400")
    model.refresh()
    assert not model.session.typed
    assert model.review.at("delivery.estimatedTimeOfBunkering") is None


async def test_undo_goes_through_all_fields_and_says_where(editing: Editing) -> None:
    """Ctrl+Z takes back the last step wherever it was, and the cursor goes there."""
    model = await opened(editing, base=BASE)
    jumps: list[str] = []
    model.jump_requested.connect(lambda path, _position: jumps.append(path))
    model.type_text(STANDARD, "SS648")
    model.enter("delivery.bunkeringLocationCode", 0)
    model.type_text(PORT, "NLRTM")
    model.undo()
    assert model.value(PORT) == "SGSIN"
    assert model.value(STANDARD) == "SS648"
    model.undo()
    assert model.value(STANDARD) is None
    model.redo()
    assert model.value(STANDARD) == "SS648"
    assert [jump.replace("[", ".") for jump in jumps][:2] == [PORT.key, STANDARD.key]


async def test_unknown_fields_and_values_go_back_as_they_came(editing: Editing) -> None:
    """One field changed: everything else has the same meaning as before."""
    model = await opened(editing, base=BASE)
    model.type_text(PORT, "NLRTM")
    expected = {**BASE, "delivery": {**BASE["delivery"], "bunkeringLocationCode": "NLRTM"}}
    assert jsontext.same_meaning(jsontext.parse(model.sent_text()), expected)
    assert [line.label for line in model.also()] == ["X-desk colour", "X-desk weight", "Fuel 1 x-fuel"]


async def test_a_refusal_stands_beside_the_field_it_names(editing: Editing) -> None:
    """Not in a box somewhere: below the field, until it is changed."""
    model = await opened(editing, base=BASE)
    model.session.refusals = (Refusal("delivery.operationStandardCode", "No such standard."),)
    model.refresh()
    assert (model.note(STANDARD).message, model.note(STANDARD).tone) == ("No such standard.", "error")
    assert model.state == ("Refused", "error")
    model.type_text(STANDARD, "SS648")
    assert model.note(STANDARD).message != "No such standard."


async def test_a_fix_mends_the_number(editing: Editing) -> None:
    """A click on the offered number, and the error is gone."""
    model = await opened(editing, base=BASE)
    imo = FIELDS["receiver.vesselIdentifier.imo"]
    model.type_text(imo, "9312791")
    (fix,) = model.note(imo).fixes
    model.take(imo, fix)
    assert model.value(imo) == fix.value
    assert not model.note(imo).fixes


async def test_fuels_are_added_moved_and_removed_with_what_was_typed(editing: Editing) -> None:
    """Text that is no value yet goes along with its fuel."""
    model = await opened(editing, base=BASE)
    model.type_text(MAXIMUM, "many", 1)
    model.move_item("fuelSpecifications", 1, -1)
    assert model.session.document["fuelSpecifications"][0]["fuelType"] == "LSMGO"
    assert model.text(MAXIMUM, 0) == "many"
    model.remove_item("fuelSpecifications", 0)
    assert model.count("fuelSpecifications") == 1
    assert not model.session.typed
    model.undo()
    assert model.count("fuelSpecifications") == 2
    model.add_item("fuelSpecifications")
    assert model.count("fuelSpecifications") == 3


async def test_text_in_a_folded_field_stops_sending_too(editing: Editing) -> None:
    """A density that is no number is not silently left out."""
    model = await opened(editing, base=BASE)
    model.type_text(FIELDS["certificateOfQuality.density.value"], "heavy", 1)
    model.refresh()
    assert model.review.errors[0].path == "fuelSpecifications[1].certificateOfQuality.density.value"


async def test_a_receivers_words_on_the_supplier_go_to_the_top(editing: Editing) -> None:
    """The form shows the supplier's section; the upsert has the fields where the service wants them."""
    model = await opened(editing, "receiver")
    model.type_text(FIELDS["supplier.companyIdentifier"], "CMP-7K2Q")
    model.type_text(FIELDS["supplier.assetIdentifier.vessel.imo"], "9074729")
    assert model.session.document == {
        "supplierCompanyIdentifier": "CMP-7K2Q",
        "supplierAssetIdentifier": {"vessel": {"imo": 9074729}},
    }
    assert model.text(FIELDS["supplier.companyIdentifier"]) == "CMP-7K2Q"


async def test_the_laycan_is_shown_as_derived_until_it_is_typed(editing: Editing) -> None:
    """Nobody types the same two times again."""
    model = await opened(editing, base=BASE)
    start = FIELDS["delivery.laycanStart"]
    assert model.text(start) == ""
    assert model.derived(start) == "Mon 23 Nov 12:00 +08:00"
    assert model.note(start).tone == "derived"
    model.type_text(start, "23/11 1000")
    model.refresh()
    assert model.derived(start) == ""
    assert model.review.at("delivery.laycanStart") is not None


async def test_a_laycan_the_service_derived_is_shown_as_derived(editing: Editing) -> None:
    """It came back stated; that it follows the bunkering time is said, with its other clocks below."""
    times = {"estimatedTimeOfBunkering": "2026-11-23T14:00:00+08:00", "estimatedBunkeringDurationInMinutes": 480}
    window = {"laycanStart": "2026-11-23T14:00:00+08:00", "laycanEnd": "2026-11-23T22:00:00+08:00"}
    model = await opened(editing, base={"delivery": {"bunkeringLocationCode": "SGSIN", **times, **window}})
    fields = {one.key: one for group in model.groups() for one in group.fields}
    note = model.note(fields["delivery.laycanEnd"])
    assert (note.message, note.tone, note.echo) == ("Derived from bunkering", "derived", "14:00 UTC, 15:00 here")
    model.type_text(fields["delivery.laycanEnd"], "24/11/2026 0600")
    model.leave(fields["delivery.laycanEnd"])
    model.refresh()
    assert model.note(fields["delivery.laycanEnd"]).tone != "derived"
    assert model.note(fields["delivery.laycanStart"]).tone != "derived"


async def test_another_ports_clock_is_offered_for_times_typed_before(editing: Editing) -> None:
    """Changing the port leaves the moment; the wall time in the new clock is one click away."""
    model = await opened(editing, base={**BASE, "clientReference": "SO-2"})
    model.session.base = None
    model.type_text(PORT, "NLRTM")
    model.refresh()
    note = model.note(BUNKERING)
    assert note.tone == "warning"
    assert [fix.value for fix in note.fixes] == ["2026-11-23T12:00:00+01:00", "2026-11-23T05:00:00+01:00"]


async def test_what_will_be_sent_shows_the_laycan_of_a_new_draft_in_both_places(editing: Editing) -> None:
    """As it goes out, not as it was typed."""
    start = "2026-12-01T08:00:00+08:00"
    model = EditorModel(editing, await editing.begin_new("draft", {"laycanStart": start}), setting())
    assert jsontext.parse(model.sent_text()) == {"laycanStart": start, "delivery": {"laycanStart": start}}
    assert "delivery.laycanStart" in [line.path for line in model.sent()]


async def test_the_side_of_what_is_new_can_change(editing: Editing) -> None:
    """A draft becomes a firm nomination of either side with what was typed."""
    model = await opened(editing, "draft")
    model.type_text(FIELDS["supplier.orderReference"], "SO-24140")
    editing.set_kind(model.session, "receiver")
    model.refresh()
    assert model.target == "PUT nominations/receiver"
    assert model.session.document == {"supplierOrderReference": "SO-24140"}
    assert model.text(FIELDS["supplier.orderReference"]) == "SO-24140"


async def test_the_list_follows_what_is_opened_and_closed(editing: Editing) -> None:
    """The page and the rail know how many there are."""
    editors = EditorList(editing, setting())
    session = await editing.begin_new("draft", {"clientReference": "DR-1"})
    await until(lambda: editors.entries() == [(session.id, "Draft DR-1", "being edited")])
    assert editors.current == session.id
    assert editors.model(session.id) is editors.model(session.id)
    await editing.discard(session)
    assert editors.entries() == []
    assert editors.model(session.id) is None
    editors.close()


async def test_the_last_edit_of_an_earlier_run_goes_when_it_is_sent(editing: Editing) -> None:
    """The list that begins with it tells that it is gone, though nothing else happened in between."""
    session = await editing.begin_new("draft", {"clientReference": "DR-1"})
    editors = EditorList(editing, setting())
    told: list[object] = []
    editors.changed.connect(lambda: told.append(editors.entries()))
    editing.forget(session)
    await until(lambda: told == [[]])
    editors.close()


def test_lines_mark_what_is_new_changed_and_taken_out() -> None:
    """The person sees the difference to what the service holds before sending."""
    held = {"a": 1, "b": {"c": "old", "gone": True}, "list": [1, 2]}
    lines = sent_lines({"a": 1, "b": {"c": "new"}, "new": [3], "list": [1]}, held)
    marked = {(line.mark, line.path) for line in lines if line.mark}
    assert marked == {("~", "b.c"), ("-", "b.gone"), ("+", "new"), ("+", "new[0]"), ("-", "list[1]")}
    assert next(line for line in lines if line.path == "b.c").before == '"old"'


def test_without_anything_held_nothing_is_marked() -> None:
    """What is new throughout is not painted green throughout."""
    assert not [line for line in sent_lines({"a": 1, "b": [{"c": 2}]}, None) if line.mark]


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.decimals(allow_nan=False, allow_infinity=False, places=3)
    | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(min_size=1, max_size=5), inner, max_size=3),
    max_leaves=12,
)
documents = st.dictionaries(st.text(min_size=1, max_size=5), json_values, max_size=4)


@given(documents, documents)
def test_the_lines_that_are_not_taken_out_are_the_exact_body(body: dict[str, Any], held: dict[str, Any]) -> None:
    """What is shown is what is sent, to the last digit."""
    lines = sent_lines(body, held)
    text = "\n".join(line.text for line in lines if line.mark != "-")
    assert jsontext.parse(text) == jsontext.parse(sent_text(body))


def test_kinds_have_their_paths() -> None:
    """Each side sends to its own endpoint."""
    assert {kind.value for kind in EditKind} == {"draft", "supplier", "receiver"}
    assert Fix("a", 1) == Fix("a", 1)
