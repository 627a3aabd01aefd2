"""Three copies of a nomination compared field by field: as it was, as typed here, as the service has it now."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Literal

from bunkerdesk.contract.jsontext import JsonObject, same_meaning
from bunkerdesk.contract.resource import has_offset
from bunkerdesk.desk.editing_bodies import EditKind, comparable, rule_path
from bunkerdesk.desk.editing_paths import MISSING, Steps, path_text, value_at, with_value, without
from bunkerdesk.rules.field_names import field_words

Choice = Literal["mine", "theirs"]


class Changed(StrEnum):
    """Who changed a field since the edit began."""

    MINE = "mine"
    THEIRS = "theirs"
    BOTH = "both"
    """Each to another value: somebody has to choose."""
    SAME = "same"
    """Both to the same value."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A field that is not the same in the three copies; `MISSING` where a copy does not have it."""

    path: str
    words: str
    base: Any
    mine: Any
    theirs: Any
    kind: Changed
    steps: Steps = ()

    @property
    def is_settled(self) -> bool:
        """Sending mine overwrites nothing of theirs."""
        return self.kind in (Changed.MINE, Changed.SAME)


class Undecided(ValueError):
    """A field that both changed has no choice."""

    def __init__(self, difference: Difference) -> None:
        super().__init__(f"{difference.words}: nobody has chosen between the two")
        self.difference = difference


def three_way(
    base: JsonObject | None, mine: JsonObject, theirs: JsonObject, kind: EditKind = EditKind.SUPPLIER
) -> list[Difference]:
    """Every field in which the copies differ, in the order of mine; null counts as not there.

    A list is compared item by item where all copies have as many, else as a whole. A derived laycan is no field of
    its own: it follows the bunkering time.
    """
    copies = (comparable(kind, base or {}), comparable(kind, mine), comparable(kind, theirs))
    return [
        Difference(path_text(steps), field_words(rule_path(kind, path_text(steps))), *values, _who(*values), steps)
        for steps, values in _fields((), copies)
    ]


def two_way(before: JsonObject | None, after: JsonObject, kind: EditKind = EditKind.SUPPLIER) -> list[Difference]:
    """What sending would change at the service; `theirs` and `base` are the same copy."""
    return three_way(before, after, before or {}, kind)


def is_conflict(differences: list[Difference]) -> bool:
    """Whether sending mine would overwrite what somebody else changed."""
    return not all(difference.is_settled for difference in differences)


def merged(mine: JsonObject, differences: list[Difference], choices: Mapping[str, Choice]) -> JsonObject:
    """Mine with the chosen fields of theirs. What only they changed is theirs unless chosen otherwise.

    Raises `Undecided` for a field both changed that has no choice.
    """
    document = mine
    for difference in differences:
        choice = choices.get(difference.path)
        if choice is None:
            if difference.kind is Changed.BOTH:
                raise Undecided(difference)
            choice = "theirs" if difference.kind is Changed.THEIRS else "mine"
        if choice == "theirs" and difference.kind is not Changed.SAME:
            document = _set(document, difference.steps, difference.theirs)
    return document


def _set(document: JsonObject, steps: Steps, value: Any) -> JsonObject:
    if value is MISSING:
        return without(document, steps)
    changed: JsonObject = with_value(document, steps, value)
    return changed


def _fields(steps: Steps, values: tuple[Any, Any, Any]) -> Iterator[tuple[Steps, tuple[Any, Any, Any]]]:
    values = tuple(MISSING if value is None else value for value in values)  # type: ignore[assignment]
    present = [value for value in values if value is not MISSING]
    if present and all(isinstance(value, dict) for value in present):
        _, mine, theirs = values
        for key in dict.fromkeys(key for value in (mine, theirs, values[0]) if value is not MISSING for key in value):
            yield from _fields((*steps, key), _three(key, values))
    elif _are_alike(values):
        for index in range(len(values[0])):
            yield from _fields((*steps, index), _three(index, values))
    elif not (_same(values[0], values[1]) and _same(values[0], values[2])):
        yield steps, values


def _three(step: str | int, values: tuple[Any, Any, Any]) -> tuple[Any, Any, Any]:
    base, mine, theirs = (MISSING if value is MISSING else value_at(value, (step,)) for value in values)
    return base, mine, theirs


def _are_alike(values: tuple[Any, Any, Any]) -> bool:
    lists = all(isinstance(value, list) for value in values)
    return lists and len({len(value) for value in values}) == 1


def _who(base: Any, mine: Any, theirs: Any) -> Changed:
    if _same(mine, theirs):
        return Changed.SAME
    if _same(base, theirs):
        return Changed.MINE
    return Changed.THEIRS if _same(base, mine) else Changed.BOTH


def _same(one: Any, other: Any) -> bool:
    """The same meaning; a moment is the same in any offset, an empty list says as little as none."""
    if isinstance(one, str) and isinstance(other, str) and one != other and has_offset(one) and has_offset(other):
        try:
            return datetime.fromisoformat(one) == datetime.fromisoformat(other)
        except ValueError:
            return False
    return same_meaning(_plain(one), _plain(other))


def _plain(value: Any) -> Any:
    """Without what says nothing: nulls and empty objects."""
    if value is MISSING or value is None:
        return None
    if isinstance(value, dict):
        return {key: plain for key, item in value.items() if (plain := _plain(item)) is not None} or None
    return [_plain(item) for item in value] if isinstance(value, list) else value
