"""Three copies of a nomination compared field by field: as it was, as typed here, as the service has it now.

A fuel is compared with the same fuel wherever it stands in the list, field by field; one that only one side has is
chosen as a whole. A derived laycan is no field of its own: it follows the bunkering time.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bunkerdesk.contract.jsontext import JsonObject
from bunkerdesk.desk.comparing_fields import NOWHERE, Changed, Choice, Copies, Leaf, Part, same, walk
from bunkerdesk.desk.editing_bodies import EditKind, comparable, rule_path
from bunkerdesk.desk.editing_paths import MISSING, Steps, path_text, steps_of, value_at, with_value
from bunkerdesk.rules.field_names import field_words
from bunkerdesk.rules.wording import first_lower

__all__ = [
    "Changed",
    "Choice",
    "Difference",
    "Part",
    "Undecided",
    "changes",
    "holds",
    "is_conflict",
    "merged",
    "three_way",
    "two_way",
]

_NOTHING = (MISSING, None, "")


@dataclass(frozen=True, slots=True)
class Difference:
    """A field that is not the same in the three copies; `MISSING` where a copy does not have it."""

    path: str
    """Tells it from the others; names an item of a list by its number in the base, or by who added it."""
    words: str
    base: Any
    mine: Any
    theirs: Any
    kind: Changed
    steps: Steps = ()
    part: Part = Part.FIELD
    holders: Copies = NOWHERE
    """The objects it is a field of, for instance the range whose unit belongs to a quantity."""
    items: Copies = NOWHERE
    """The fuel or other item of a list it belongs to."""

    @property
    def is_settled(self) -> bool:
        """Sending mine overwrites nothing of theirs."""
        return self.kind in (Changed.MINE, Changed.SAME)

    @property
    def settled_for(self) -> Choice | None:
        """What holds unless chosen otherwise; None where somebody has to choose."""
        if self.kind is Changed.BOTH:
            return None
        return "theirs" if self.kind is Changed.THEIRS else "mine"


class Undecided(ValueError):
    """A field that both changed has no choice."""

    def __init__(self, difference: Difference) -> None:
        super().__init__(f"{difference.words}: nobody has chosen between the two")
        self.difference = difference


def three_way(
    base: JsonObject | None, mine: JsonObject, theirs: JsonObject, kind: EditKind = EditKind.SUPPLIER
) -> list[Difference]:
    """Every field in which the copies differ, in the order of mine; null counts as not there."""
    found: list[Difference] = []

    def note(leaf: Leaf) -> Choice:
        found.append(_difference(leaf, kind))
        return "mine"

    walk(_comparable(base, mine, theirs, kind), note)
    return found


def two_way(before: JsonObject | None, after: JsonObject, kind: EditKind = EditKind.SUPPLIER) -> list[Difference]:
    """What sending would change at the service; `theirs` and `base` are the same copy."""
    return three_way(before, after, before or {}, kind)


def changes(before: JsonObject, after: JsonObject, kind: EditKind = EditKind.SUPPLIER) -> list[tuple[str, Any]]:
    """Path and value of what makes `after` of `before`, a list that differs as a whole; None takes a value out."""
    paths = []
    for difference in two_way(before, after, kind):
        steps = difference.steps
        to_list = next((place for place, step in enumerate(steps) if isinstance(step, int)), len(steps))
        paths.append(path_text(steps[:to_list]))
    values = {path: value_at(after, path) for path in paths}
    return [(path, None if value is MISSING else value) for path, value in values.items()]


def is_conflict(differences: list[Difference]) -> bool:
    """Whether sending mine would overwrite what somebody else changed."""
    return not all(difference.is_settled for difference in differences)


def holds(base: JsonObject | None, mine: JsonObject, theirs: JsonObject, kind: EditKind) -> bool:
    """Whether theirs is what was sent: all of it as sent, nothing still there that was taken out.

    What neither the base nor the sending names may have been filled in by the service.
    """
    theirs = _with_sent_name(base, mine, theirs)
    return all(
        one.kind is Changed.SAME or (one.part is Part.FIELD and one.base is MISSING and one.mine is MISSING)
        for one in three_way(base, mine, theirs, kind)
    )


def _with_sent_name(base: JsonObject | None, mine: JsonObject, theirs: JsonObject) -> JsonObject:
    """Theirs with the receiver's name that was sent, where the company it stands for is answered in its place."""
    name, identifier = "receiver.companyName", "receiver.companyIdentifier"
    found = value_at(theirs, identifier)
    is_named = value_at(mine, identifier) in _NOTHING and value_at(mine, name) not in _NOTHING
    if not is_named or value_at(theirs, name) not in _NOTHING or found in _NOTHING:
        return theirs
    if found == value_at(base, identifier):
        return theirs  # the name has not come to anything
    without: JsonObject = with_value(theirs, steps_of(identifier), MISSING)
    answered: JsonObject = with_value(without, steps_of(name), value_at(mine, name))
    return answered


def merged(
    base: JsonObject | None,
    mine: JsonObject,
    theirs: JsonObject,
    choices: Mapping[str, Choice],
    kind: EditKind = EditKind.SUPPLIER,
) -> JsonObject:
    """The copies put together by choices, by path. What only they changed is theirs unless chosen otherwise.

    Raises `Undecided` for a field both changed that has no choice.
    """

    def pick(leaf: Leaf) -> Choice:
        difference = _difference(leaf, kind)
        choice = choices.get(difference.path) or difference.settled_for
        if choice is None:
            raise Undecided(difference)
        return "mine" if difference.kind is Changed.SAME else choice

    copies = _comparable(base, mine, theirs, kind)
    document: JsonObject = walk(copies, pick) or {}
    for whole, compared in ((mine, copies[1]), (theirs, copies[2])):
        if same(document, compared):
            return whole  # with the laycan that was derived for it
    return document


def _comparable(base: JsonObject | None, mine: JsonObject, theirs: JsonObject, kind: EditKind) -> Copies:
    return comparable(kind, base or {}), comparable(kind, mine), comparable(kind, theirs)


def _difference(leaf: Leaf, kind: EditKind) -> Difference:
    words = words_of(leaf.steps, kind)
    if leaf.part is Part.ORDER:
        words = f"Order of {first_lower(words)}"
    return Difference(
        path_text(leaf.key), words, *leaf.values, leaf.kind, leaf.steps, leaf.part, leaf.holders, leaf.items
    )


def words_of(steps: Steps, kind: EditKind) -> str:
    """`Receiver contact name`; a field of a list's item stands behind it: `Fuel 1 › Maximum quantity`."""
    numbers = [place for place, step in enumerate(steps) if isinstance(step, int)]
    if not numbers:
        return field_words(rule_path(kind, path_text(steps)))
    item, rest = steps[: numbers[-1] + 1], steps[numbers[-1] + 1 :]
    named = field_words(path_text(item))
    return f"{named} › {field_words(path_text(rest))}" if rest else named
