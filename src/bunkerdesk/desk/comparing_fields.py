"""One walk through three copies of a document: it finds what differs, and puts together what was chosen.

Objects are compared field by field, lists of objects item by item, everything else as a whole.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Literal

from bunkerdesk.contract.jsontext import same_meaning
from bunkerdesk.contract.resource import has_offset
from bunkerdesk.desk.comparing_lists import Row, joined, rows_of
from bunkerdesk.desk.editing_paths import MISSING, Steps

Choice = Literal["mine", "theirs"]
Copies = tuple[Any, Any, Any]
"""Base, mine and theirs; `MISSING` where a copy does not have it."""
NOWHERE: Copies = (MISSING, MISSING, MISSING)


class Changed(StrEnum):
    """Who changed a field since the edit began."""

    MINE = "mine"
    THEIRS = "theirs"
    BOTH = "both"
    """Each to another value: somebody has to choose."""
    SAME = "same"
    """Both to the same value."""


class Part(StrEnum):
    """What a difference is about."""

    FIELD = "field"
    ITEM = "item"
    """An item of a list that not every copy has."""
    ORDER = "order"
    """The order of a list's items; the values are the items that both sides have."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """A difference that is chosen as a whole."""

    key: Steps
    """Tells it from every other; the steps with an item's number in the base, or who added it."""
    steps: Steps
    """Where it stands, to be shown; items have the number they have here."""
    values: Copies
    kind: Changed
    part: Part = Part.FIELD
    holders: Copies = NOWHERE
    """The objects it is a field of."""
    items: Copies = NOWHERE
    """The nearest items of a list it belongs to."""


@dataclass(frozen=True, slots=True)
class Where:
    """A place in the walk."""

    key: Steps = ()
    steps: Steps = ()
    holders: Copies = NOWHERE
    items: Copies = NOWHERE

    def below(self, key: str, step: str | int, holders: Copies, items: Copies | None = None) -> "Where":
        """One step further."""
        return Where((*self.key, key), (*self.steps, step), holders, self.items if items is None else items)


Pick = Callable[[Leaf], Choice]


def walk(copies: Copies, pick: Pick, where: Where = Where()) -> Any:
    """The document of what is picked; where nothing differs it is mine, nulls included."""
    mine = copies[1]
    values = _there(copies)
    if same(values[0], values[1]) and same(values[0], values[2]):
        return mine
    present = [value for value in values if value is not MISSING]
    if all(isinstance(value, dict) for value in present):
        return _walk_fields(values, pick, where)
    if all(map(_is_list_of_objects, present)):
        return _walk_items(values, pick, where)
    picked = pick(Leaf(where.key, where.steps, values, who(*values), Part.FIELD, where.holders, where.items))
    return mine if picked == "mine" else _there(copies)[2]


def who(base: Any, mine: Any, theirs: Any) -> Changed:
    """Who changed a value."""
    if same(mine, theirs):
        return Changed.SAME
    if same(base, theirs):
        return Changed.MINE
    return Changed.THEIRS if same(base, mine) else Changed.BOTH


def same(one: Any, other: Any) -> bool:
    """The same meaning; a moment is the same in any offset, an empty list says as little as none."""
    if isinstance(one, str) and isinstance(other, str) and one != other and has_offset(one) and has_offset(other):
        try:
            return datetime.fromisoformat(one) == datetime.fromisoformat(other)
        except ValueError:
            return False
    return same_meaning(_plain(one), _plain(other))


def _there(copies: Copies) -> Copies:
    base, mine, theirs = (MISSING if value is None else value for value in copies)
    return base, mine, theirs


def _walk_fields(values: Copies, pick: Pick, where: Where) -> Any:
    base, mine, theirs = (value if value is not MISSING else {} for value in values)
    document = {}
    for key in dict.fromkeys((*mine, *theirs, *base)):
        copies = (base.get(key, MISSING), mine.get(key, MISSING), theirs.get(key, MISSING))
        value = walk(copies, pick, where.below(key, key, values))
        if value is not MISSING:
            document[key] = value
    return document if document or values[1] == {} else MISSING


def _walk_items(values: Copies, pick: Pick, where: Where) -> Any:
    lists = [value if value is not MISSING else [] for value in values]
    rows = rows_of(lists[0], lists[1], lists[2], same)
    chosen: dict[Row, Any] = {}
    for row in rows:
        items = row.items(lists, MISSING)
        below = where.below(row.key, row.shown, values, items)
        if row.mine is None or row.theirs is None:
            item = _walk_presence(items, pick, below)
        else:
            item = walk(items, pick, below)
            item = {} if item is MISSING else item
        if item is not MISSING:
            chosen[row] = item
    mine = sorted((row for row in rows if row.mine is not None), key=_place_here)
    theirs = sorted((row for row in rows if row.theirs is not None), key=_place_there)
    main, other = (mine, theirs) if _order(rows, lists, pick, where) == "mine" else (theirs, mine)
    document = [chosen[row] for row in joined(main, other, chosen)]
    return document if document or [] in values[1:] else MISSING


def _walk_presence(items: Copies, pick: Pick, where: Where) -> Any:
    """An item that not both sides have, chosen as a whole."""
    base, mine, theirs = ([] if item is MISSING else [item] for item in items)
    picked = pick(Leaf(where.key, where.steps, items, who(base, mine, theirs), Part.ITEM, where.holders, items))
    return items[1] if picked == "mine" else items[2]


def _order(rows: list[Row], lists: list[list[Any]], pick: Pick, where: Where) -> Choice:
    """Whose order of the items counts; picked only where the two orders contradict each other."""
    shared = [row for row in rows if row.mine is not None and row.theirs is not None]
    mine, theirs = sorted(shared, key=_place_here), sorted(shared, key=_place_there)
    if mine == theirs:
        return "mine"
    of_base, of_mine, of_theirs = ([row for row in order if row.base is not None] for order in (shared, mine, theirs))
    if of_mine == of_base == of_theirs:
        kind = Changed.BOTH
    elif of_theirs == of_base:
        kind = Changed.MINE
    else:
        kind = Changed.THEIRS if of_mine == of_base else Changed.BOTH
    values = (
        [lists[0][row.base] for row in of_base if row.base is not None],
        [lists[1][row.mine] for row in mine if row.mine is not None],
        [lists[2][row.theirs] for row in theirs if row.theirs is not None],
    )
    return pick(Leaf((*where.key, "order"), where.steps, values, kind, Part.ORDER, where.holders, where.items))


def _place_here(row: Row) -> int:
    return row.mine or 0


def _place_there(row: Row) -> int:
    return row.theirs or 0


def _is_list_of_objects(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, dict) for item in value)


def _plain(value: Any) -> Any:
    """Without what says nothing: nulls, empty objects and lists."""
    if value is MISSING or value is None:
        return None
    if isinstance(value, dict):
        return {key: plain for key, item in value.items() if (plain := _plain(item)) is not None} or None
    return [_plain(item) for item in value] or None if isinstance(value, list) else value
