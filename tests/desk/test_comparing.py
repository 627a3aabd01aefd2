"""Three copies compared: nothing of anybody is overwritten without being shown."""

from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bunkerdesk.desk.comparing import Changed, Undecided, is_conflict, merged, three_way, two_way
from bunkerdesk.desk.editing_kinds import EditKind

leaf = st.none() | st.integers(0, 3) | st.sampled_from(["a", "b"]) | st.booleans()
fuels = st.lists(st.fixed_dictionaries({"grade": leaf, "brand": leaf}), max_size=2)
bodies = st.fixed_dictionaries(
    {},
    optional={
        "clientReference": leaf,
        "delivery": st.dictionaries(st.sampled_from(["x", "y.z", "gasUpRequired"]), leaf, max_size=3),
        "fuelSpecifications": fuels,
        "unknown": st.dictionaries(st.sampled_from(["p", "q"]), leaf | fuels, max_size=2),
    },
)


def kinds(base: Any, mine: Any, theirs: Any) -> dict[str, str]:
    return {difference.path: difference.kind.value for difference in three_way(base, mine, theirs)}


@given(bodies, bodies, bodies)
def test_choosing_one_side_everywhere_gives_that_side(base: dict, mine: dict, theirs: dict):
    """All of theirs is theirs, all of mine is mine; the three copies stay as they were."""
    before = deepcopy((base, mine, theirs))
    found = three_way(base, mine, theirs)
    paths = [difference.path for difference in found]
    assert two_way(theirs, merged(mine, found, dict.fromkeys(paths, "theirs"))) == []
    assert two_way(mine, merged(mine, found, dict.fromkeys(paths, "mine"))) == []
    assert before == (base, mine, theirs)


@given(bodies, bodies)
def test_only_what_somebody_else_changed_is_a_conflict(base: dict, other: dict):
    """Mine alone never stops a sending; a change of theirs always does; equal changes do not."""
    assert not is_conflict(three_way(base, other, base))
    assert not is_conflict(three_way(base, other, other))
    assert is_conflict(three_way(base, base, other)) == bool(two_way(base, other))


@given(bodies, bodies, bodies)
def test_who_changed_what_is_told_the_same_from_both_sides(base: dict, mine: dict, theirs: dict):
    """Exchanging the two exchanges mine and theirs and nothing else."""
    turned = {"mine": "theirs", "theirs": "mine", "both": "both", "same": "same"}
    assert {path: turned[kind] for path, kind in kinds(base, mine, theirs).items()} == kinds(base, theirs, mine)


def test_a_field_both_changed_needs_a_choice():
    """Without one nothing is merged."""
    found = three_way({"a": 1}, {"a": 2}, {"a": 3})
    assert [difference.kind for difference in found] == [Changed.BOTH]
    with pytest.raises(Undecided):
        merged({"a": 2}, found, {})


def test_a_moment_in_another_offset_is_the_same_moment():
    """The service answers in the port's clock what was sent in UTC."""
    sent = {"delivery": {"berthTime": "2026-12-03T07:00:00Z"}}
    assert two_way(sent, {"delivery": {"berthTime": "2026-12-03T08:00:00+01:00"}}) == []
    assert two_way(sent, {"delivery": {"berthTime": "2026-12-03T08:00:00Z"}})[0].words == "Berth time"


def test_differences_are_named_in_words_also_for_a_receiver():
    """The supplier's field at the top of a receiver's body has the words of the specification."""
    found = three_way({}, {"supplierOrderReference": "1"}, {}, EditKind.RECEIVER)
    assert [difference.words for difference in found] == ["Supplier order reference"]
