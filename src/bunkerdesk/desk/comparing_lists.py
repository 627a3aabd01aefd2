"""Which item of one copy's list is which of another's: fuels and stakeholders carry no identifier."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from bunkerdesk.contract import jsontext
from bunkerdesk.contract.jsontext import JsonObject

Same = Callable[[Any, Any], bool]

IDENTITIES: tuple[tuple[str, ...], ...] = (
    ("fuelType", "grade", "brand"),
    ("type", "companyIdentifier", "userEmail"),
    ("fuelType",),
    ("companyIdentifier",),
    ("userEmail",),
    ("reference",),
    ("code",),
    ("id",),
    ("name",),
    ("brand",),
    ("type",),
)
"""What an item is known by, the surest first: a fuel by type, grade and brand, then by its type alone."""


@dataclass(frozen=True, slots=True)
class Row:
    """One item in the three copies: its index in each, None where a copy does not have it."""

    base: int | None
    mine: int | None
    theirs: int | None

    @property
    def key(self) -> str:
        """A step that stays the same whatever is chosen: the index in the base, else who added it."""
        if self.base is not None:
            return str(self.base)
        if self.mine is not None:
            return f"both+{self.mine}" if self.theirs is not None else f"mine+{self.mine}"
        return f"theirs+{self.theirs}"

    @property
    def shown(self) -> int:
        """The index to name it by: as it stands here, else as at the service."""
        return next(index for index in (self.mine, self.theirs, self.base) if index is not None)

    def items(self, lists: Sequence[Sequence[Any]], missing: Any) -> tuple[Any, Any, Any]:
        """The item in each copy."""
        base, mine, theirs = (
            missing if index is None else items[index]
            for index, items in zip((self.base, self.mine, self.theirs), lists, strict=True)
        )
        return base, mine, theirs


def rows_of(base: Sequence[Any], mine: Sequence[Any], theirs: Sequence[Any], same: Same) -> list[Row]:
    """Every item once: those of the base in its order, then what was added."""
    of_mine = dict(_pairs(base, mine, same, by_place=True))
    of_theirs = dict(_pairs(base, theirs, same, by_place=True))
    rows = [Row(place, of_mine.get(place), of_theirs.get(place)) for place in range(len(base))]
    added_here = [place for place in range(len(mine)) if place not in set(of_mine.values())]
    added_there = [place for place in range(len(theirs)) if place not in set(of_theirs.values())]
    both = dict(_pairs([mine[place] for place in added_here], [theirs[place] for place in added_there], same))
    rows += [
        Row(None, place, added_there[both[number]] if number in both else None)
        for number, place in enumerate(added_here)
    ]
    rows += [Row(None, None, place) for number, place in enumerate(added_there) if number not in set(both.values())]
    return rows


def joined(main: Iterable[Row], other: Iterable[Row], kept: Iterable[Row]) -> list[Row]:
    """The kept rows in the order of `main`; what only `other` has stands behind what it follows there."""
    wanted = set(kept)
    joined = [row for row in main if row in wanted]
    before = -1
    for row in other:
        if row not in wanted:
            continue
        if row not in joined:
            joined.insert(before + 1, row)
        before = joined.index(row)
    return joined


def _pairs(
    left: Sequence[Any], right: Sequence[Any], same: Same, *, by_place: bool = False
) -> Iterator[tuple[int, int]]:
    """Which is which, by the surest sign first: equal, of the same identity, then at the same place.

    Where a sign fits several, because a list holds one thing twice, those that kept their place go together.
    """
    lefts, rights = list(range(len(left))), list(range(len(right)))
    signs: list[Callable[[int, int], bool]] = [lambda one, other: same(left[one], right[other])]
    signs += [_alike_in(names, left, right) for names in IDENTITIES]
    if by_place:
        signs.append(lambda one, other: one == other)
    nearness = _nearness(left, right) if by_place else [_anywhere]
    for sign in signs:
        for is_near in nearness:
            for one in list(lefts):
                found = next((other for other in rights if is_near(one, other) and sign(one, other)), None)
                if found is not None:
                    lefts.remove(one)
                    rights.remove(found)
                    yield one, found


def _nearness(left: Sequence[Any], right: Sequence[Any]) -> list[Callable[[int, int], bool]]:
    """How an item keeps its place, the surest first: in the list, among those of its kind; else it is anywhere."""
    ours, others = _ranks(left), _ranks(right)
    near: list[Callable[[int, int], bool]] = [lambda one, other: ours[one] == others[other], _anywhere]
    return [lambda one, other: one == other, *near] if len(left) == len(right) else near


def _anywhere(one: int, other: int) -> bool:
    return True


def _ranks(items: Sequence[Any]) -> list[tuple[bytes | None, int]]:
    """Of each item its kind, by the first thing it is known by, and how many of that kind stand before it."""
    single = [names for names in IDENTITIES if len(names) == 1]
    kinds = [next(filter(None, (_identity(item, names) for names in single)), None) for item in items]
    return [(kind, kinds[:place].count(kind)) for place, kind in enumerate(kinds)]


def _alike_in(names: tuple[str, ...], left: Sequence[Any], right: Sequence[Any]) -> Callable[[int, int], bool]:
    ours, others = ([_identity(item, names) for item in items] for items in (left, right))
    return lambda one, other: ours[one] is not None and ours[one] == others[other]


def _identity(item: JsonObject, names: tuple[str, ...]) -> bytes | None:
    """What an item says under the names; None where it says nothing under the first."""
    said = [item.get(name) for name in names]
    return None if said[0] is None else jsontext.write(said)
