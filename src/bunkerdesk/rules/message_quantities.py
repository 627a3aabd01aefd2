"""Quantities in a pasted message: ranges, open ends, and the tolerances that stand behind or beside a figure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from bunkerdesk.rules.quantities import Bounds, parse_range

# Blanks part thousands, but `RMG 380 500 mt` is a viscosity and a quantity, `0.5 450 mt` a sulphur limit and one.
_N = r"(?:(?!(?:180|380|500|700) )\d{1,3}(?: \d{3}(?![\d.,]))+|\d[\d.,']*)"
_UNIT = (
    r"(?:metric ?(?:tons?|tonnes?)|m\.?t\.?s?|mtons?|tons?|tonnes?|tonnen|toneladas|t|to|tm|cbm|m3|mmbtu|mwh)"
    r"(?![a-z0-9])"
)
_BY = r"\d{1,4}(?:[.,]\d{1,2})?(?![.,]?\d)"
_SHARE = r"(?:%|pct\b|per ?cent\b|prozent\b|por ciento\b)"
_MIN, _MAX = r"(?:minimum|minimo|min\.?)", r"(?:maximum|maximo|max\.?)"
_TAKEN = "\x01"
"""Stands in a line where a tolerance stood, so that its figure is no quantity."""
_TOLERANCE = re.compile(
    r"[(\[]?(?:(?:\+ ?/? ?-|±|- ?/ ?\+|plus ?(?:/|or)? ?minus|mas ?[/o]? ?menos)"
    rf" ?(?P<by>{_BY}) ?(?P<of>{_SHARE}|{_UNIT})?"
    rf"|\+ ?(?P<plus>{_BY}) ?(?:{_SHARE}|{_UNIT})? ?/ ?- ?(?P<minus>{_BY}) ?(?P<of2>{_SHARE}|{_UNIT})?"
    rf"|- ?(?P<minus3>{_BY}) ?(?:{_SHARE}|{_UNIT})? ?/ ?\+ ?(?P<plus3>{_BY}) ?(?P<of3>{_SHARE}|{_UNIT})?"
    rf"|(?P<mol>{_BY}) ?{_SHARE} ?(?:mol[a-z]{{0,3}}\b|more or less)"
    rf"|{_MIN}[: ]*(?P<low>{_N}) ?(?:{_UNIT})? ?(?:[,/;-]|and|y)? ?{_MAX}[: ]*(?P<high>{_N}) ?(?:{_UNIT})?)[)\]]?"
)
_GAP = re.compile(
    r"[ ,]*(?:(?:0[.,]\d{1,2} ?%|(?:rm[a-z] ?)?(?:180|380|500|700)(?: ?cst)?|rm[a-z]|dm[a-z]|[a-z.]{1,14})[ ,]*){0,5}"
)
"""Between a quantity and its tolerance stands at most what is ordered: `50 TM de MGO +/- 5%`."""
_NO_GAP = re.compile("[ ,]*")
_QUANTITY = re.compile(
    rf"(?<![\w.,%/])(?:(?P<bound>{_MIN}|{_MAX}|up to|hasta|bis zu)[: ]*)?(?P<number>{_N})(?: ?{_UNIT})?"
    rf"(?: ?(?:-|/|to|bis|al?|until|{_MAX}|, ?{_MAX}|- ?{_MAX}|/ ?{_MAX})[: ]*(?P<last>{_N}))?"
    rf" ?(?:{_TAKEN}+ ?)?(?P<unit>{_UNIT})(?: ?(?P<open>min|max)\b)?"
)
_BARE = re.compile(rf"(?<![\w.,%/:+-])(?P<number>{_N})(?: ?(?:-|to|/) ?(?P<last>{_N}))?(?![\w.,%/:]|-\d)")
_NOT_RECEIVED = re.compile(r"\b(?:rob|loa|dwt|grt|pump(?:ing)?|per hour|rate|capacity)\b")
_UNIT_WORDS = {"mmbtu": "mmbtu", "mwh": "mwh", "cbm": "m3", "m3": "m3"}
_VISCOSITIES = {"180", "380", "500", "700"}


@dataclass(frozen=True, slots=True)
class Amount:
    """A quantity of a message; either end may be open."""

    low: Decimal | None
    high: Decimal | None
    unit: str
    start: int
    end: int
    confidence: float
    typed: tuple[str, ...] = ()
    """With its tolerance as a person types it, where it has one; two where `+/- 10` may be tonnes or per cent."""
    is_bare: bool = False
    """Whether neither the line nor the head of a column names a unit."""

    @property
    def text(self) -> str:
        """`480 - 520 metric_tonnes`."""
        ends = [f"{end:f}" for end in (self.low, self.high) if end is not None]
        words = " - ".join(dict.fromkeys(ends)) if self.low is not None else f"- {ends[0]}"
        return f"{words} {self.unit}"


@dataclass(frozen=True, slots=True)
class Line:
    """The quantities of a line, and the places of tolerances that belong to none of them."""

    amounts: tuple[Amount, ...]
    left: tuple[tuple[int, int], ...] = ()


def amounts(line: str, offset: int) -> Line:
    """The quantities of a folded line that begins at `offset` of its message."""
    if _NOT_RECEIVED.search(line):
        return Line(())
    tolerances, rest = _tolerances(line)
    matches = list(_QUANTITY.finditer(rest))
    found: list[Amount] = []
    for place, match in enumerate(matches):
        following = matches[place + 1].start() if place + 1 < len(matches) else len(line)
        unit = _UNIT_WORDS.get(match["unit"], "metric_tonnes")
        own = _own(match, following, tolerances, rest)
        amount = _amount(match, unit, own, offset, 0.9) if own else None
        if amount:
            tolerances = [one for one in tolerances if one is not own]
        amount = amount or _amount(match, unit, None, offset, 0.9)
        if amount:
            found.append(amount)
    found += [amount for one in tolerances if (amount := _between(one, offset))]
    left = [one for one in tolerances if one["of"] or one["of2"] or one["of3"] or one["mol"]]
    places = tuple((offset + one.start(), offset + one.end()) for one in left)
    return Line(tuple(sorted(found, key=lambda amount: amount.start)), places)


def bare_amount(line: str, begin: int, offset: int) -> Amount | None:
    """In a table with a quantity column the unit stands in the head: the first number by itself behind a product."""
    tolerances, rest = _tolerances(line)
    for match in () if len(line) > 60 else _BARE.finditer(rest, begin):
        own = next((one for one in tolerances if not rest[match.end() : one.start()].strip()), None)
        found = _amount(match, "metric_tonnes", own, offset, 0.6)
        if found and (found.high or 0) >= 5 and match["number"] not in _VISCOSITIES:
            return found
    return None


_NUMBER_BEFORE = re.compile(r"(?:^|(?<=[ +&/,x]))(?P<number>\d{2,4})(?:-(?P<last>\d{2,4}))?(?: ?x)? ?\Z")
_NUMBER_BEHIND = re.compile(r" ?[:=x-]? ?(?P<number>\d{2,4})(?:-(?P<last>\d{2,4}))?(?= ?(?:$|[,;+&]))")
_YEAR = re.compile(r"20[23]\d")


def number_beside(line: str, start: int, end: int, offset: int) -> Amount | None:
    """A number directly before or behind the product at `line[start:end]`; no year, no viscosity."""
    before, behind = _NUMBER_BEFORE.search(line[:start]), _NUMBER_BEHIND.match(line, end)
    for match in (before, behind):
        if match and match["number"] not in _VISCOSITIES and not _YEAR.fullmatch(match["number"]):
            found = _amount(match, "metric_tonnes", None, offset, 0.6)
            return replace(found, is_bare=True) if found else None
    return None


def _tolerances(line: str) -> tuple[list[re.Match[str]], str]:
    """The tolerances of a line, and the line with a sign for each letter of them."""
    found = list(_TOLERANCE.finditer(line))
    return found, _TOLERANCE.sub(lambda match: _TAKEN * len(match[0]), line) if found else line


def _between(match: re.Match[str], offset: int) -> Amount | None:
    """`min 450 max 500 mt` by itself."""
    unit = re.search(_UNIT, match[0]) if match["low"] else None
    ends = _ends(_typed("", match)[0], "") if unit else None
    if unit is None or ends is None:
        return None
    start, end = offset + match.start(), offset + match.end()
    return Amount(*ends, _UNIT_WORDS.get(unit[0], "metric_tonnes"), start, end, 0.9)


def _own(match: re.Match[str], following: int, tolerances: Sequence[re.Match[str]], rest: str) -> re.Match[str] | None:
    """The tolerance of a quantity: inside it or behind it, where at most the product stands between."""
    for one in tolerances:
        is_inside = match.start() < one.start() < match.end()
        gap = _GAP if one["low"] is None or one[0][0] in "([" else _NO_GAP
        is_behind = match.end() <= one.start() < following and gap.fullmatch(rest, match.end(), one.start())
        if is_inside or is_behind:
            return one
    return None


def _amount(
    match: re.Match[str], unit: str, tolerance: re.Match[str] | None, offset: int, confidence: float
) -> Amount | None:
    """The quantity of a match; None where the tolerance makes no sense with it."""
    groups = match.groupdict()
    bound = groups.get("bound") or groups.get("open") or ""
    start, end = offset + match.start(), offset + max(match.end(), tolerance.end() if tolerance else 0)
    if tolerance is None:
        ends = _ends(f"{match['number']}-{match['last']}" if match["last"] else match["number"], bound)
        return Amount(*ends, unit, start, end, confidence) if ends else None
    if bound or match["last"]:
        return None
    typed = _typed(match["number"], tolerance)
    ends = _ends(typed[0], "")
    if ends is None:
        return None
    short = {"metric_tonnes": "mt"}.get(unit, unit)
    return Amount(*ends, unit, start, end, confidence, tuple(f"{one} {short}" for one in typed))


def _typed(number: str, tolerance: re.Match[str]) -> tuple[str, ...]:
    """`500 +/- 10`; without a unit or `%` behind the tolerance it may be either."""
    if tolerance["low"]:
        return ("-".join(tolerance[end].rstrip(".,'") for end in ("low", "high")),)
    if tolerance["mol"]:
        return (f"{number} +/- {tolerance['mol']}%",)
    of = tolerance["of"] or tolerance["of2"] or tolerance["of3"] or ""
    plus, minus = tolerance["plus"] or tolerance["plus3"], tolerance["minus"] or tolerance["minus3"]
    around = f"{number} +{plus}/-{minus}" if plus else f"{number} +/- {tolerance['by']}"
    if re.fullmatch(_SHARE, of):
        return (f"{around}%",)
    return (around,) if of else (around, f"{around}%")


Ends = tuple[Decimal | None, Decimal | None]


def _ends(typed: str, bound: str) -> Ends | None:
    """The ends of a quantity; with one separator and three digits it is thousands, no ship takes 1.2 t."""
    readings: tuple[Bounds, ...] = parse_range(typed).readings
    if not readings:
        return None
    low, high = readings[0].low, readings[0].high
    if (high is not None and high <= 0) or (low is not None and low < 0):
        return None
    if bound.startswith(("max", "up", "hasta", "bis")) and "-" not in typed:
        return None, high
    if bound.startswith("min") and "-" not in typed:
        return low, None
    return low, high
