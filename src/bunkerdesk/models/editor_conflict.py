"""Copies of a nomination side by side, field by field, in words. No Qt."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from decimal import Decimal
from typing import Any

from bunkerdesk.contract.jsontext import JsonObject
from bunkerdesk.contract.nomination import FuelSpecification
from bunkerdesk.desk.comparing import Changed, Difference, Part, two_way
from bunkerdesk.desk.editing_bodies import EditKind
from bunkerdesk.desk.editing_paths import MISSING, Steps, leaves, path_text
from bunkerdesk.desk.lines import reference_in
from bunkerdesk.desk.outbox_item import STATUS as STATUS
from bunkerdesk.models.value_words import object_words, value_words
from bunkerdesk.rules import vocabulary, wording

NOTHING = "nothing"
NOT_THERE = "not there"
_SAYS = {
    Changed.MINE: "Changed here",
    Changed.THEIRS: "Changed on the service",
    Changed.BOTH: "Changed by both",
    Changed.SAME: "Changed alike",
}
_ORDER_SAYS = {
    Changed.MINE: "Put in another order here",
    Changed.THEIRS: "Put in another order on the service",
    Changed.BOTH: "Put in different orders",
}
_PLACES = {Changed.MINE: "here", Changed.THEIRS: "on the service", Changed.SAME: "by both"}
_UNITED = frozenset({"minQuantity", "maxQuantity", "value"})
_SUMMED = frozenset({"fuelType", "grade", "quantityRange"})


@dataclass(frozen=True, slots=True)
class Compared:
    """One field in the copies; `choice` is what holds unless chosen otherwise, empty where a person has to choose."""

    path: str
    words: str
    base: str
    mine: str
    theirs: str
    says: str
    choice: str
    can_choose: bool


@dataclass(frozen=True, slots=True)
class Clock:
    """What times are said by: the present, and the port's clock where it is known."""

    now: datetime
    zone: tzinfo | None = None


def compared(differences: Sequence[Difference], clock: Clock) -> list[Compared]:
    """The lines of a comparison: what a person has to choose first."""
    lines = [
        _of_status(one)
        if one.path == STATUS
        else Compared(
            path=one.path,
            words=_words(one),
            base=_said(one, 0, clock),
            mine=_said(one, 1, clock),
            theirs=_said(one, 2, clock),
            says=" · ".join(filter(None, (_item_name(one), _says(one)))),
            choice=one.settled_for or "",
            can_choose=one.kind is not Changed.SAME,
        )
        for one in differences
    ]
    return sorted(lines, key=lambda line: bool(line.choice))


def _of_status(difference: Difference) -> Compared:
    """An end on the service meanwhile: sent all the same, or not at all."""
    before, now = (
        vocabulary.status("nomination", value) if isinstance(value, str) else ""
        for value in (difference.base, difference.theirs)
    )
    return Compared(
        path=difference.path,
        words=difference.words,
        base=before or NOTHING,
        mine="Send it all the same",
        theirs=f"{now}: do not send",
        says=f"{now} on the service meanwhile",
        choice="",
        can_choose=True,
    )


@dataclass(frozen=True, slots=True)
class SideBySide:
    """An edit beside what stands under a reference: the names of the two, what differs, how much does not."""

    mine: str
    other: str
    lines: tuple[Compared, ...]
    alike: int
    is_same: bool = False
    """Both stand under one reference: sending this one would change the other."""


def side_by_side(mine: JsonObject, other: JsonObject, kind: EditKind, reference: str, clock: Clock) -> SideBySide:
    """This document beside the one under a reference."""
    differences = two_way(other, mine, kind)
    lines = [
        Compared(
            one.path,
            _words(one),
            "",
            _said(one, 1, clock),
            _said(one, 2, clock),
            _item_name(one),
            "mine",
            can_choose=False,
        )
        for one in differences
    ]
    alike = max(sum(1 for _ in leaves(mine)) - len({one.path for one in differences}), 0)
    own = reference_in(mine)
    is_same = own == reference
    named = "Typed here" if is_same else own or "This one"
    return SideBySide(named, reference, tuple(lines), alike, is_same)


def _words(difference: Difference) -> str:
    return difference.words.removesuffix(" in minutes")


def _says(difference: Difference) -> str:
    """Who did what; an item of a list was added or taken out."""
    kind, base = difference.kind, difference.base
    if difference.part is Part.ORDER:
        return _ORDER_SAYS.get(kind, "")
    if difference.part is Part.FIELD:
        return _SAYS[kind]
    if kind is not Changed.BOTH:
        return f"{'Added' if base is MISSING else 'Taken out'} {_PLACES[kind]}"
    if difference.mine is MISSING:
        return "Taken out here, changed on the service"
    return "Changed here, taken out on the service"


def _said(difference: Difference, side: int, clock: Clock) -> str:
    """One copy's value in words."""
    value = (difference.base, difference.mine, difference.theirs)[side]
    if difference.part is Part.ITEM:
        return NOT_THERE if value is MISSING else _item_words(value, clock)
    if difference.part is Part.ORDER:
        return ", then ".join(object_words(item).partition(", ")[0] for item in value)
    return field_value(difference.steps, value, clock, difference.holders[side])


def field_value(steps: Steps, value: Any, clock: Clock, holder: Any = None) -> str:
    """A field's value as the details show it: a quantity with the unit of its range, a time by the port's clock."""
    if value is MISSING or value is None or value in ("", [], {}):
        return NOTHING
    name = next((step for step in reversed(steps) if isinstance(step, str)), "")
    unit = holder.get("unit") if isinstance(holder, dict) and name in _UNITED else None
    if isinstance(value, int | Decimal) and not isinstance(value, bool) and isinstance(unit, str):
        return wording.quantity(value, unit)
    if name == "unit" and isinstance(value, str):
        return wording.unit(value)
    if isinstance(value, list) and len(value) > 1:
        return ", ".join(field_value(steps, item, clock) for item in value)
    try:
        return value_words(path_text(steps), value, clock.now, zone=clock.zone)
    except (ValueError, TypeError, ArithmeticError):
        return str(value)


def _item_words(item: JsonObject, clock: Clock) -> str:
    """A whole item: what it is called, then each further field with its name."""
    named = object_words(item) if item.keys() & _SUMMED else ""
    rest = [
        f"{wording.field_words(path_text(steps))} {field_value(steps, value, clock)}"
        for steps, value in leaves(item)
        if not (named and steps[0] in _SUMMED) and value not in (None, "", [], {})
    ]
    return ", ".join(filter(None, (named, *rest))) or "nothing stated"


def _item_name(difference: Difference) -> str:
    """The fuel a field belongs to, by type and grade; the number alone may be another one at the service."""
    if difference.part is not Part.FIELD:
        return ""
    item = next((item for item in difference.items[1:] if isinstance(item, dict)), None)
    return wording.fuel(FuelSpecification.read(item)) if item and item.keys() & {"fuelType", "grade"} else ""
