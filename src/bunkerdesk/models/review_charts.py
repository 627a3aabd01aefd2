"""Figures a person would rather look at: quantity in its range, properties against limits, LNG composition. No Qt."""

from dataclasses import dataclass
from decimal import Decimal

from bunkerdesk.models.review_gas import composition_title
from bunkerdesk.rules import wording
from bunkerdesk.rules.lng.components import Composition
from bunkerdesk.rules.measurements import BASE_SYMBOLS, Certainty, Interval, reading
from bunkerdesk.rules.notes.case import Case
from bunkerdesk.rules.notes.properties import PROPERTIES
from bunkerdesk.rules.notes.quality import flash_point_limit, grade_limits
from bunkerdesk.rules.notes.quantity import nominated, rounded
from bunkerdesk.rules.wording import field_words

_DRAWABLE = 15


@dataclass(frozen=True, slots=True)
class RangeBar:
    """A nominated range with what was delivered and received, in one unit."""

    label: str
    unit: str
    low: Decimal | None
    high: Decimal | None
    delivered: Decimal | None
    received: Decimal | None
    tone: str
    spoken: str


@dataclass(frozen=True, slots=True)
class LimitBar:
    """A property and its limit; an open interval such as `>70` is drawn to the side it is open to."""

    label: str
    words: str
    limit: Decimal
    bound: str
    low: Decimal | None
    high: Decimal | None
    tone: str
    spoken: str


@dataclass(frozen=True, slots=True)
class Share:
    """One component in per cent as stated."""

    label: str
    percent: Decimal


@dataclass(frozen=True, slots=True)
class Charts:
    """All charts of an operation; empty tuples are not drawn."""

    ranges: tuple[RangeBar, ...] = ()
    limits: tuple[tuple[str, tuple[LimitBar, ...]], ...] = ()
    """By note."""
    compositions: tuple[tuple[str, tuple[Share, ...]], ...] = ()
    """By note, with what the per cent are and how that is known."""


def charts_of(case: Case) -> Charts:
    """The charts of an operation."""
    views = case.of_every_note()
    bars = [(view.label, tuple(_limit_bars(view))) for view in views]
    shares = [
        (f"{view.label}: {composition_title([view]).lower()}", tuple(_shares(view))) for view in views if view.lng
    ]
    return Charts(
        tuple(bar for view in views if (bar := _range_bar(view)) is not None),
        tuple((label, found) for label, found in bars if found),
        tuple((label, found) for label, found in shares if found),
    )


def _drawable(value: Decimal | None) -> Decimal | None:
    return value if value is not None and value.is_finite() and abs(value.adjusted()) < _DRAWABLE else None


def _range_bar(case: Case) -> RangeBar | None:
    asked = nominated(case)
    if asked is None:
        return None
    got = asked.delivered(case)
    delivered = _drawable(rounded(got)) if got is not None else None
    received_reading = case.figure("quantity_received", asked.unit.dimension) if case.conventional else None
    stated = received_reading.exact if received_reading else None
    received = _drawable(asked.in_unit(stated)) if stated is not None else None
    if delivered is None:
        return None
    symbol = asked.unit.symbol
    low, high = _drawable(asked.low), _drawable(asked.high)
    if low is None and high is None:
        return None
    is_under, is_over = low is not None and delivered < low, high is not None and delivered > high
    tone = "warning" if is_under or is_over else "ok"
    said = [f"{case.label}: nominated {_ends(low, high)} {symbol}", f"delivered {wording.number(delivered)} {symbol}"]
    said += [f"received {wording.number(received)} {symbol}"] if received is not None else []
    return RangeBar(case.label, symbol, low, high, delivered, received, tone, ", ".join(said))


def _ends(low: Decimal | None, high: Decimal | None) -> str:
    if low is None or high is None:
        return f"up to {wording.number(high)}" if high is not None else f"from {wording.number(low or Decimal(0))}"
    return f"{wording.number(low)} to {wording.number(high)}"


def _limit_bars(case: Case) -> list[LimitBar]:
    if not case.conventional or not case.fuel_set.is_oil:
        return []
    found: list[LimitBar] = []
    by_property = {item.property: item for item in grade_limits(case) if item.is_enforced}
    flash, _ = flash_point_limit(case)
    for what in PROPERTIES:
        figure = reading(getattr(case.note, what.attribute), what.dimension)
        item = by_property.get(what.name)
        limit, bound = (item.limit.value, item.bound) if item else (None, "max")
        if what.name == "flash_point":
            limit, bound = flash.value, "min"
        if figure.interval is None or limit is None:
            continue
        bar = _limit_bar((what.words, figure.words), figure.interval, limit, bound, BASE_SYMBOLS[what.dimension])
        if bar is not None:
            found.append(bar)
    return found


def _limit_bar(named: tuple[str, str], stated: Interval, limit: Decimal, bound: str, symbol: str) -> LimitBar | None:
    label, words = named
    low, high = _drawable(stated.low), _drawable(stated.high)
    if (low is None and high is None) or _drawable(limit) is None:
        return None
    certainty = stated.beyond(limit, bound)
    tone = {Certainty.SURE: "error", Certainty.POSSIBLE: "warning", Certainty.NOT: "ok"}[certainty]
    judged = {Certainty.SURE: "beyond", Certainty.POSSIBLE: "perhaps beyond", Certainty.NOT: "within"}[certainty]
    side = "at most" if bound == "max" else "at least"
    spoken = f"{label} {words}, {judged} the limit of {side} {wording.number(limit)} {symbol}"
    return LimitBar(label, words, limit, bound, low, high, tone, spoken)


def _shares(case: Case) -> list[Share]:
    contents = Composition.of(case.gas).contents
    usable = [(name, value) for name, value in contents.items() if _drawable(value) is not None and value > 0]
    return [Share(field_words(name), value) for name, value in sorted(usable, key=lambda pair: -pair[1])]
