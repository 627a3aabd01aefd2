"""Quantities as people type them: decimal comma or point, grouping, ranges; exact, with an echo of what was read.

`1,234` can be one thousand or one and a bit: both readings are offered, none is taken by itself.
"""

import re
from dataclasses import dataclass
from decimal import Context, Decimal
from typing import Generic, TypeVar

from bunkerdesk.rules import wording

MOST_DIGITS = 28
LARGEST = Decimal("7.9228162514264337593543950335E+28")
"""Specification, "Limits": beyond these the service answers 400."""

_EXACT = Context(prec=80)
_BLANKS = "\\s\u00a0\u2009\u202f'’"
_NUMBER = re.compile(rf"[+\-−]?[0-9](?:[0-9.,{_BLANKS}]*[0-9])?[.,]?")
_UNIT_WORDS = {
    "metric_tonnes": "t mt mts mton mtons ton tons tonne tonnes metric_tons metric_tonnes tn tm to tonnen toneladas",
    "mmbtu": "mmbtu mmbtus",
    "mwh": "mwh",
}
_UNITS = {word: unit for unit, words in _UNIT_WORDS.items() for word in words.split()}
"""The specification's unit for a typed word."""
_UNIT = re.compile(r"(?i)(metric[ _]tonn?e?s?|[a-z]+[23²³]?)\.?\s*$")


@dataclass(frozen=True, slots=True)
class Quantity:
    """One reading of a typed quantity; `echo` says it back."""

    value: Decimal
    echo: str


@dataclass(frozen=True, slots=True)
class Bounds:
    """One reading of a typed range; either end may be open."""

    low: Decimal | None
    high: Decimal | None
    echo: str


R = TypeVar("R", Quantity, Bounds)


@dataclass(frozen=True, slots=True)
class Understood(Generic[R]):
    """What was understood: one reading, two where the text is ambiguous, none with the problem in words."""

    readings: tuple[R, ...] = ()
    unit: str = ""
    """The specification's unit where one was typed, else empty."""
    problem: str = ""

    @property
    def only(self) -> R | None:
        """The reading, if there is just one."""
        return self.readings[0] if len(self.readings) == 1 else None

    @property
    def is_ambiguous(self) -> bool:
        """Tell whether the person has to choose."""
        return len(self.readings) > 1


def parse(text: str) -> Understood[Quantity]:
    """Read one quantity, with or without a unit."""
    number, unit, problem = _split_unit(text)
    if problem:
        return Understood(problem=problem)
    values, problem = _values(number)
    readings = tuple(Quantity(value, _echo(wording.number(value), unit)) for value in values)
    return Understood(readings, unit, problem)


def limit_problem(value: Decimal) -> str:
    """Why the service would refuse this number, empty when it would not."""
    digits = len(value.normalize(_EXACT).as_tuple().digits)
    if digits > MOST_DIGITS:
        return f"At most {MOST_DIGITS} significant digits are possible, these are {digits}"
    if abs(value) > LARGEST:
        return "This number is larger than the service can hold (about 7.9 with 28 zeros)"
    return ""


def _echo(number: str, unit: str) -> str:
    return f"{number} {wording.unit(unit)}".strip()


def unit_of(word: str) -> str:
    """The specification's unit for a typed word; empty where it is none."""
    return _UNITS.get(word.casefold().rstrip(".").replace(" ", "_"), "")


def _split_unit(text: str) -> tuple[str, str, str]:
    """The number's text, the unit and a problem."""
    typed = text.strip()
    match = _UNIT.search(typed)
    if match is None:
        return typed, "", ""
    unit = unit_of(match[1])
    if not unit:
        return typed, "", f"“{match[1]}” is not a unit known here: mt, MMBtu and MWh are"
    return typed[: match.start()].strip(), unit, ""


def _values(number: str) -> tuple[list[Decimal], str]:
    """The possible values of a number's text."""
    if not number:
        return [], "A quantity is needed"
    if not _NUMBER.fullmatch(number):
        return [], "This is not a number"
    sign = -1 if number[0] in "-−" else 1
    body = re.sub(rf"[{_BLANKS}]+", " ", number.lstrip("+-−"))
    if " " in body:
        body, problem = _without_blanks(body)
        if problem:
            return [], problem
    values = [value.copy_negate() if sign < 0 else value for value in _separated(body)]
    if not values:
        return [], "The points and commas do not make a number"
    problem = next(filter(None, map(limit_problem, values)), "")
    return ([], problem) if problem else (values, "")


def _without_blanks(body: str) -> tuple[str, str]:
    whole = re.match(r"[0-9]{1,3}(?: [0-9]{3})+(?![0-9 ])", body)
    if whole is None or " " in body[whole.end() :]:
        return "", "The blanks do not part thousands"
    rest = body[whole.end() :]
    # Grouped by blanks already, so a separator that follows is the decimal one.
    return whole[0].replace(" ", "") + (re.sub("[.,]", "·", rest, count=1)), ""


def _separated(body: str) -> list[Decimal]:
    """Values of digits with points and commas; `·` is a decimal separator for sure."""
    if "·" in body:
        return [] if re.search("[.,]", body) else [Decimal(body.replace("·", "."))]
    kinds = {letter for letter in body if letter in ".,"}
    if not kinds:
        return [Decimal(body)]
    if len(kinds) == 2:
        return _both_kinds(body)
    return _one_kind(body, kinds.pop())


def _both_kinds(body: str) -> list[Decimal]:
    decimal = max(".,", key=body.rfind)
    grouping = "," if decimal == "." else "."
    whole, _, fraction = body.rpartition(decimal)
    if decimal in whole or not _is_grouped(whole, grouping):
        return []
    return [Decimal(f"{whole.replace(grouping, '')}.{fraction}")]


def _one_kind(body: str, separator: str) -> list[Decimal]:
    if body.count(separator) > 1:
        return [Decimal(body.replace(separator, ""))] if _is_grouped(body, separator) else []
    decimal = Decimal(body.replace(separator, "."))
    if _is_grouped(body, separator) and not body.startswith("0"):
        return [Decimal(body.replace(separator, "")), decimal]
    return [decimal]


def _is_grouped(body: str, separator: str) -> bool:
    head, *groups = body.split(separator)
    return 1 <= len(head) <= 3 and all(len(group) == 3 for group in groups)


_BETWEEN = re.compile(r"(?i)\s*(?:\.\.+|…|\bto\b|\bbis\b|\ba\b|\bund\b|\band\b|[–—/]|(?<=[0-9a-z])\s*-\s*(?=[0-9]))\s*")
_PLUS_MINUS = re.compile(
    r"(?i)^(?P<middle>.+?)\s*(?:\+\s*/?\s*[-−]|±|\+-|-/\+)\s*(?P<by>[0-9.,]+)\s*(?P<percent>%|pct|percent)?(?P<tail>.*)$"
)
_PLUS_AND_MINUS = re.compile(
    r"(?i)^(?P<middle>.+?)\s*(?:\+\s*(?P<plus>[0-9.,]+)\s*(?:%|[a-z]{0,6})\s*/\s*[-−]\s*(?P<minus>[0-9.,]+)"
    r"|[-−]\s*(?P<minus2>[0-9.,]+)\s*(?:%|[a-z]{0,6})\s*/\s*\+\s*(?P<plus2>[0-9.,]+))"
    r"\s*(?P<percent>%|pct|percent)?(?P<tail>.*)$"
)
_MORE_OR_LESS = re.compile(
    r"(?i)^(?P<middle>.+?)\s+(?P<by>[0-9.,]+)\s*(?P<percent>%|pct|percent)\s*(?P<tail>(?:more or less|mol[a-z]*).*)$"
)
_TAIL = re.compile(r"(?i)\s*(?:mol[a-z]*|more or less|in (?:owners?|suppliers?|sellers?|buyers?)['’]? option)?\.?\s*")
_OPEN = (
    (re.compile(r"(?i)^(?:max(?:imum)?\.?|up to|upto|hasta|bis(?: zu)?|<=|≤)\s*(.+)$"), "high"),
    (re.compile(r"(?i)^(?:min(?:imum)?\.?|from|at least|ab|desde|>=|≥)\s*(.+)$"), "low"),
)
_MIN_MAX = re.compile(r"(?i)^min(?:imum)?\.?\s*(.+?)\s*[,/;-]?\s*max(?:imum)?\.?\s*(.+)$")
_ABOUT = re.compile(r"(?i)^(?:about|abt\.?|approx\.?|approximately|ca\.?|circa|~|env\.?|aprox\.?)\s*")


def parse_range(text: str) -> Understood[Bounds]:
    """Read a range: `480-520`, `480 to 520 mt`, `500 +/- 5%`, `500 +10/-5 mt`, `min 480 max 520`, `up to 520`."""
    typed = _ABOUT.sub("", text.strip())
    if not typed:
        return Understood(problem="A quantity is needed")
    tolerance = _PLUS_AND_MINUS.match(typed) or _PLUS_MINUS.match(typed) or _MORE_OR_LESS.match(typed)
    if tolerance:
        return _around(tolerance)
    both = _MIN_MAX.match(typed)
    ends = [both[1], both[2]] if both else [part for part in _BETWEEN.split(typed) if part] or [typed]
    opened = next(((match[1], end) for pattern, end in _OPEN if (match := pattern.match(typed))), None)
    if opened and not both:
        return _open(*opened)
    return _between(ends[0], ends[-1]) if len(ends) <= 2 else Understood(problem="A range has two ends")


def _bounds(low: Decimal | None, high: Decimal | None, unit: str, note: str = "") -> Bounds:
    if low is None or high is None:
        words = f"up to {wording.number(high)}" if high is not None else f"from {wording.number(low or 0)}"
    else:
        words = wording.number(low) if low == high else f"{wording.number(low)} – {wording.number(high)}"
    return Bounds(low, high, _echo(words, unit) + note)


def _open(text: str, end: str) -> Understood[Bounds]:
    one = parse(text)
    readings = tuple(
        _bounds(None, each.value, one.unit) if end == "high" else _bounds(each.value, None, one.unit)
        for each in one.readings
    )
    return Understood(readings, one.unit, one.problem)


def _between(left: str, right: str) -> Understood[Bounds]:
    """Both ends are written in the same way, so their readings go in pairs."""
    low, high = parse(left), parse(right)
    problem = low.problem or high.problem
    if problem:
        return Understood(problem=problem)
    if low.unit and high.unit and low.unit != high.unit:
        return Understood(problem="The two ends have different units")
    unit = high.unit or low.unit
    count = max(len(low.readings), len(high.readings))
    pairs = [
        (low.readings[min(n, len(low.readings) - 1)], high.readings[min(n, len(high.readings) - 1)])
        for n in range(count)
    ]
    readings = tuple(_bounds(first.value, last.value, unit) for first, last in pairs)
    if all(each.low is not None and each.high is not None and each.low > each.high for each in readings):
        return Understood(unit=unit, problem=f"The maximum is below the minimum: {readings[0].echo}")
    return Understood(tuple(r for r in readings if r.low is None or r.high is None or r.low <= r.high), unit)


def _around(match: re.Match[str]) -> Understood[Bounds]:
    """A quantity with what it may be more or less."""
    middle, groups = parse(match["middle"]), match.groupdict()
    plus = groups.get("plus") or groups.get("plus2") or groups.get("by") or ""
    minus = groups.get("minus") or groups.get("minus2") or plus
    below, above = _values(minus), _values(plus)
    unit, unit_problem = _tail_unit(match["tail"].strip())
    unit = middle.unit or unit
    problem = unit_problem or middle.problem or below[1] or above[1]
    if problem:
        return Understood(problem=problem)
    share, ways = " %" if match["percent"] else "", (below[0][-1].copy_negate(), above[0][-1])
    readings = []
    for each in middle.readings:
        low, high = (_moved(each.value, by, is_share=bool(share)) for by in ways)
        if limit_problem(low) or limit_problem(high):
            return Understood(problem=limit_problem(low) or limit_problem(high))
        by = (
            f"± {wording.number(ways[1])}"
            if minus == plus
            else f"+ {wording.number(ways[1])} − {wording.number(below[0][-1])}"
        )
        readings.append(_bounds(low, high, unit, f" ({wording.number(each.value)} {by}{share})"))
    return Understood(tuple(readings), unit)


def _tail_unit(tail: str) -> tuple[str, str]:
    """The unit behind a tolerance, and a problem; who may choose is no unit."""
    if not tail or _TAIL.fullmatch(tail):
        return "", ""
    return _split_unit(re.sub(r"(?i)\bmol[a-z]*\b", "", tail))[1:]


def _moved(value: Decimal, by: Decimal, *, is_share: bool) -> Decimal:
    """A value and what is added to it, in the same unit or in per cent of it."""
    more = _EXACT.divide(_EXACT.multiply(value, by), Decimal(100)) if is_share else by
    return trimmed(_EXACT.add(value, more))


def trimmed(value: Decimal) -> Decimal:
    """A computed value without the zeros behind its last digit: 475.00 is 475."""
    plain = value.normalize(_EXACT)
    return plain.quantize(Decimal(1), context=_EXACT) if plain == plain.to_integral_value(context=_EXACT) else plain
