"""Three copies compared: nothing of anybody is overwritten without being shown."""

from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bunkerdesk.desk.comparing import Changed, Part, Undecided, changes, is_conflict, merged, three_way, two_way
from bunkerdesk.desk.editing_kinds import EditKind

leaf = st.none() | st.integers(0, 3) | st.sampled_from(["a", "b"]) | st.booleans()
fuel = st.fixed_dictionaries(
    {"fuelType": st.sampled_from(["VLSFO", "LSMGO", "LNG"])},
    optional={
        "grade": st.sampled_from(["rmg", "rmk"]),
        "quantityRange": st.fixed_dictionaries({"minQuantity": leaf, "unit": leaf}),
        "notKnownYet": leaf | st.lists(leaf, max_size=2),
    },
)
fuels = st.lists(fuel | st.dictionaries(st.sampled_from(["fuelType", "brand", "x"]), leaf, max_size=2), max_size=3)
people = st.lists(
    st.fixed_dictionaries({"type": leaf}, optional={"companyIdentifier": leaf, "userEmail": leaf}), max_size=3
)
bodies = st.fixed_dictionaries(
    {},
    optional={
        "clientReference": leaf,
        "delivery": st.dictionaries(st.sampled_from(["x", "y.z", "gasUpRequired"]), leaf, max_size=3),
        "fuelSpecifications": fuels,
        "stakeholders": people | st.none(),
        "unknown": st.dictionaries(st.sampled_from(["p", "q"]), leaf | fuels | st.lists(leaf, max_size=3), max_size=2),
    },
)


def swapped(path: str) -> str:
    """A path seen from the other side: what one added, the other added."""
    ways = {"mine+": "theirs+", "theirs+": "mine+"}
    steps = [
        next((f"{other}{step.removeprefix(own)}" for own, other in ways.items() if step.startswith(own)), step)
        for step in path.split(".")
    ]
    return ".".join("both" if step.startswith("both+") else step for step in steps)


def kinds(base: Any, mine: Any, theirs: Any) -> list[tuple[str, str]]:
    return sorted((difference.path, difference.kind.value) for difference in three_way(base, mine, theirs))


@given(bodies, bodies, bodies)
def test_choosing_one_side_everywhere_gives_that_side(base: dict, mine: dict, theirs: dict):
    """All of theirs is theirs, all of mine is mine, order and unknown fields included; the copies stay as they were."""
    before = deepcopy((base, mine, theirs))
    paths = [difference.path for difference in three_way(base, mine, theirs)]
    assert two_way(theirs, merged(base, mine, theirs, dict.fromkeys(paths, "theirs"))) == []
    assert two_way(mine, merged(base, mine, theirs, dict.fromkeys(paths, "mine"))) == []
    assert before == (base, mine, theirs)


@given(bodies, bodies)
def test_only_what_somebody_else_changed_is_a_conflict(base: dict, other: dict):
    """Mine alone never stops a sending; a change of theirs always does; equal changes do not."""
    assert not is_conflict(three_way(base, other, base))
    assert not is_conflict(three_way(base, other, other))
    assert is_conflict(three_way(base, base, other)) == bool(two_way(base, other))


@given(bodies, bodies)
def test_what_only_one_side_changed_needs_no_choice(base: dict, other: dict):
    """Mine alone gives mine, theirs alone gives theirs."""
    assert two_way(other, merged(base, other, base, {})) == []
    assert two_way(other, merged(base, base, other, {})) == []


@given(bodies, bodies, bodies)
def test_who_changed_what_is_told_the_same_from_both_sides(base: dict, mine: dict, theirs: dict):
    """Exchanging the two exchanges mine and theirs and nothing else."""
    turned = {"mine": "theirs", "theirs": "mine", "both": "both", "same": "same"}
    seen = sorted((swapped(path), turned[kind]) for path, kind in kinds(base, mine, theirs))
    assert seen == sorted(
        (path if "both+" not in path else swapped(path), kind) for path, kind in kinds(base, theirs, mine)
    )


@given(bodies, bodies, bodies)
def test_every_difference_can_be_chosen_by_itself(base: dict, mine: dict, theirs: dict):
    """No two differences share a path, so that one choice never decides another."""
    paths = [difference.path for difference in three_way(base, mine, theirs)]
    assert len(paths) == len(set(paths))


@given(bodies, bodies)
def test_the_changes_of_an_edit_make_the_same_of_the_document(before: dict, after: dict):
    """What was typed into a draft goes over to the nomination made from it."""
    document: dict[str, Any] = dict(before)
    for path, value in changes(before, after):
        steps = path.split(".")
        if len(steps) == 1:
            document = {**document, path: value}
    top = {name for name in (*before, *after) if name in ("fuelSpecifications", "stakeholders", "clientReference")}
    assert two_way({name: after.get(name) for name in top}, {name: document.get(name) for name in top}) == []


VLSFO = {"fuelType": "VLSFO", "grade": "rmg", "quantityRange": {"minQuantity": 480, "maxQuantity": 520, "unit": "mt"}}
LSMGO = {"fuelType": "LSMGO", "grade": "dma", "quantityRange": {"minQuantity": 90, "maxQuantity": 110, "unit": "mt"}}
LNG = {"fuelType": "LNG", "quantityRange": {"minQuantity": 800, "maxQuantity": 900, "unit": "mmbtu"}}


def with_(fuel: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {**fuel, "quantityRange": {**fuel["quantityRange"], **fields}}


def body(*specifications: dict[str, Any]) -> dict[str, Any]:
    return {"fuelSpecifications": list(specifications)}


def test_changes_in_different_fuels_merge_by_themselves():
    """One raised the first, the other lowered the second: both hold, and a field nobody knows stays."""
    base = body(VLSFO, LSMGO)
    mine = body(with_(VLSFO, maxQuantity=560), LSMGO)
    theirs = body(VLSFO, {**with_(LSMGO, minQuantity=80), "blendCode": "B24"})
    assert merged(base, mine, theirs, {}) == body(
        with_(VLSFO, maxQuantity=560), {**with_(LSMGO, minQuantity=80), "blendCode": "B24"}
    )


def test_changes_in_different_fields_of_one_fuel_merge_by_themselves():
    """A fuel is no lump: its grade is one choice, its quantity another."""
    mine, theirs = body(with_(VLSFO, maxQuantity=560)), body({**VLSFO, "grade": "rmk"})
    assert merged(body(VLSFO), mine, theirs, {}) == body({**with_(VLSFO, maxQuantity=560), "grade": "rmk"})


def test_the_same_field_of_a_fuel_changed_by_both_is_one_choice():
    """Only that field is asked for."""
    base, mine, theirs = body(VLSFO, LSMGO), body(with_(VLSFO, maxQuantity=560), LSMGO), body(
        with_(VLSFO, maxQuantity=500), LSMGO)  # fmt: skip
    (asked,) = three_way(base, mine, theirs)
    assert (asked.words, asked.kind) == ("Fuel 1 › Maximum quantity", Changed.BOTH)
    assert (asked.base, asked.mine, asked.theirs) == (520, 560, 500)
    assert merged(base, mine, theirs, {asked.path: "theirs"}) == theirs


def test_a_fuel_is_recognised_wherever_it_stands():
    """One put a fuel before it, the other changed it: it is one fuel, and the new one stays in front."""
    mine, theirs = body(LSMGO, VLSFO), body(with_(VLSFO, maxQuantity=500))
    found = three_way(body(VLSFO), mine, theirs)
    assert {(one.part, one.kind) for one in found} == {(Part.ITEM, Changed.MINE), (Part.FIELD, Changed.THEIRS)}
    assert merged(body(VLSFO), mine, theirs, {}) == body(LSMGO, with_(VLSFO, maxQuantity=500))


def test_fuels_added_by_both_both_stay():
    """Each added another one: nothing is overwritten, nothing has to be chosen."""
    base, mine, theirs = body(VLSFO), body(VLSFO, LSMGO), body(VLSFO, LNG)
    assert merged(base, mine, theirs, {}) in (body(VLSFO, LNG, LSMGO), body(VLSFO, LSMGO, LNG))


def test_a_fuel_taken_out_there_and_changed_here_has_to_be_chosen():
    """It is either kept as changed here or taken out."""
    base, mine, theirs = body(VLSFO, LSMGO), body(VLSFO, with_(LSMGO, maxQuantity=120)), body(VLSFO)
    (asked,) = three_way(base, mine, theirs)
    assert (asked.words, asked.part, asked.kind) == ("Fuel 2", Part.ITEM, Changed.BOTH)
    assert merged(base, mine, theirs, {asked.path: "mine"}) == mine
    assert merged(base, mine, theirs, {asked.path: "theirs"}) == theirs


def test_of_two_equal_fuels_the_one_that_kept_its_place_is_the_same():
    """Two parcels of one fuel: here the second was named, there the first got its certificate; they do not blend."""
    mine, theirs = {**VLSFO, "brand": "Clean 05"}, {**VLSFO, "certificateOfQuality": {"identifier": "Q-1"}}
    base = body(VLSFO, VLSFO)
    assert merged(base, body(VLSFO, mine), body(theirs, VLSFO), {}) == body(theirs, mine)
    assert merged(base, body(mine, VLSFO), body(VLSFO, theirs), {}) == body(mine, theirs)


def test_equal_fuels_are_told_apart_by_their_rank_where_another_was_put_in_front():
    """A third fuel in front shifts both parcels: the second one is still the second."""
    theirs = {**VLSFO, "certificateOfQuality": {"identifier": "Q-1"}}
    outcome = merged(body(VLSFO, VLSFO), body(with_(VLSFO, maxQuantity=560), VLSFO), body(LSMGO, VLSFO, theirs), {})
    assert outcome == body(LSMGO, with_(VLSFO, maxQuantity=560), theirs)


@given(st.integers(2, 5), st.data())
def test_changes_to_different_ones_of_equal_items_never_meet(count: int, data: st.DataObject):
    """However many are equal: each change stays with the item it was made to, and nothing has to be chosen."""
    item = data.draw(st.sampled_from([VLSFO, {"type": "surveyor", "companyIdentifier": "SUR"}]))
    name = "fuelSpecifications" if item is VLSFO else "stakeholders"
    who = data.draw(st.lists(st.sampled_from(["mine", "theirs", ""]), min_size=count, max_size=count))
    copies = {
        side: {name: [{**item, side: "x"} if one == side else item for one in who]} for side in ("mine", "theirs")
    }
    outcome = merged({name: [item] * count}, copies["mine"], copies["theirs"], {})
    assert outcome == {name: [{**item, one: "x"} if one else item for one in who]}


def test_an_order_changed_by_one_holds_beside_a_change_of_the_other():
    """The number of a fuel is its place on notes and papers: the new order is kept, the new quantity too."""
    base, mine, theirs = body(VLSFO, LSMGO), body(LSMGO, VLSFO), body(VLSFO, with_(LSMGO, maxQuantity=120))
    kinds = {one.part: one.kind for one in three_way(base, mine, theirs)}
    assert kinds == {Part.ORDER: Changed.MINE, Part.FIELD: Changed.THEIRS}
    assert merged(base, mine, theirs, {}) == body(with_(LSMGO, maxQuantity=120), VLSFO)


def test_a_derived_laycan_does_not_outlive_the_time_it_came_from():
    """Their new bunkering time is taken: the laycan the service had derived from the old one is not sent on."""

    def at(day: int) -> dict[str, Any]:
        start, end = f"2026-12-{day:02}T08:00:00+08:00", f"2026-12-{day:02}T16:00:00+08:00"
        times = {"estimatedTimeOfBunkering": start, "estimatedBunkeringDurationInMinutes": 480}
        return {"delivery": {**times, "laycanStart": start, "laycanEnd": end}}

    mine = {**at(3), "receiver": {"contactName": "Night desk"}}
    outcome = merged(at(3), mine, at(5), {})
    assert outcome["delivery"]["estimatedTimeOfBunkering"].startswith("2026-12-05")
    assert "laycanStart" not in outcome["delivery"]
    assert outcome["receiver"] == {"contactName": "Night desk"}


def test_a_field_both_changed_needs_a_choice():
    """Without one nothing is merged."""
    found = three_way({"a": 1}, {"a": 2}, {"a": 3})
    assert [difference.kind for difference in found] == [Changed.BOTH]
    with pytest.raises(Undecided):
        merged({"a": 1}, {"a": 2}, {"a": 3}, {})


def test_a_moment_in_another_offset_is_the_same_moment():
    """The service answers in the port's clock what was sent in UTC."""
    sent = {"delivery": {"berthTime": "2026-12-03T07:00:00Z"}}
    assert two_way(sent, {"delivery": {"berthTime": "2026-12-03T08:00:00+01:00"}}) == []
    assert two_way(sent, {"delivery": {"berthTime": "2026-12-03T08:00:00Z"}})[0].words == "Berth time"


def test_differences_are_named_in_words_also_for_a_receiver():
    """The supplier's field at the top of a receiver's body has the words of the specification."""
    found = three_way({}, {"supplierOrderReference": "1"}, {}, EditKind.RECEIVER)
    assert [difference.words for difference in found] == ["Supplier order reference"]
