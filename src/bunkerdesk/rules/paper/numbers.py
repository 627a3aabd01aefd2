"""Numbers as papers print them: thousands grouped or not, point or comma, a bound in front, a unit behind."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from bunkerdesk.rules import measurements
from bunkerdesk.rules.measurements import Interval, Unit

_BLANK = " \u00a0\u202f\u2009'’"
_NUMBER = re.compile(
    rf"(?P<bound>[<>≤≥]=?\s*)?(?P<sign>[-−–+]\s?(?=[\d.,]))?"
    rf"(?P<digits>\d{{1,3}}(?:[{_BLANK}]\d{{3}})+(?:[.,]\d+)?(?!\d)|\d+(?:[.,]\d+)*|[.,]\d+)"
)
# Numbers that are part of a standard's name, a clock time, a day or a code are no figures.
_NO_FIGURE = re.compile(
    r"\b(?:iso|astm|ip|en|din|gpa|api|sae|jis|gb/?t)[\s/-]*[a-z]?[\s-]?\d[\d.:/-]*"
    r"|\b(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2}))\b(?![.,]?\d)"
    r"|\b\d{1,2}:\d{2}(?::\d{2})?\b|\butc\s*[+-]\d{1,2}",
    re.IGNORECASE,
)
_UNIT_WORDS = 5
_RATIOS = {
    "mj/kg": "MJ/kg",
    "btu/kg": "Btu/kg",
    "kwh/kg": "kWh/kg",
    "mmbtu/kg": "MMBtu/kg",
    "mj/m3": "MJ/m3",
    "mj/nm3": "MJ/m3",
    "mj/sm3": "MJ/m3",
    "btu/scf": "Btu/scf",
    "btu/ft3": "Btu/scf",
    "btu/cf": "Btu/scf",
    "mol %": "mol %",
    "mol%": "mol %",
    "% mol": "mol %",
    "%mol": "mol %",
    "mole %": "mol %",
    "mole per cent": "mol %",
    "gt": "GT",
    "grt": "GT",
}
_SUPERSCRIPTS = str.maketrans({"²": "2", "³": "3", "⁻": "-", "¹": "1"})

UnitRead = Unit | str | None
"""A unit of the table, another unit by its own name, or none."""


@lru_cache(maxsize=1024)
def unit_of(words: str) -> UnitRead:
    """The unit that words name; None for words that are no unit."""
    plain = " ".join(words.translate(_SUPERSCRIPTS).strip(" .,;:()[]").split())
    known = measurements.unit(plain) or measurements.unit(words.strip(" ,;:()[]"))
    return known or _RATIOS.get(plain.lower())


@dataclass(frozen=True, slots=True)
class PrintedNumber:
    """A number in a text; `start` and `end` include its bound and unit."""

    start: int
    end: int
    readings: frozenset[Decimal]
    """Every way to read it: `1,234` is 1234 and 1.234."""
    bound: str
    """`<`, `<=`, `>`, `>=` or nothing."""
    unit: UnitRead
    digits: int
    """Significant digits."""

    @property
    def intervals(self) -> Iterator[Interval]:
        """What each reading allows."""
        for value in self.readings:
            match self.bound:
                case "":
                    yield Interval.point(value)
                case "<" | "<=":
                    yield Interval(None, value, is_high_open=self.bound == "<")
                case _:
                    yield Interval(value, None, is_low_open=self.bound == ">")


def numbers_in(text: str) -> list[PrintedNumber]:
    """The figures of a text, in order; standards, days and clock times are left out."""
    taken = [match.span() for match in _NO_FIGURE.finditer(text)]
    found = []
    for match in _NUMBER.finditer(text):
        start, end = match.span("digits")
        if any(start < last and first < end for first, last in taken) or _is_part(text, match):
            continue
        found.append(_printed(text, match))
    return found


def _is_part(text: str, match: re.Match[str]) -> bool:
    """Whether the digits belong to a word (`RMG380`), a code or a range."""
    start = match.start("digits")
    before = text[start - 1 : start]
    if match["sign"]:
        ahead = text[match.start("sign") - 1 : match.start("sign")] if match.start("sign") else ""
        return ahead.isalnum()
    if (
        before.isalnum()
        or before in {"_", "#"}
        or (before in {".", ",", "/", ":"} and text[start - 2 : start - 1].isalnum())
    ):
        return True
    after = text[match.end() : match.end() + 2]
    return bool(re.match(r"[-/:]\d|:\d|_", after))


def _printed(text: str, match: re.Match[str]) -> PrintedNumber:
    unit, end = _unit_behind(text, match.end())
    sign = -1 if (match["sign"] or "").strip() in {"-", "−", "–"} else 1
    digits = match["digits"]
    readings = frozenset(sign * value for value in readings_of(digits))
    bound = (match["bound"] or "").strip().replace("≤", "<=").replace("≥", ">=").replace("==", "=")
    significant = re.sub(r"\D", "", digits).lstrip("0")
    return PrintedNumber(match.start(), end, readings, bound, unit, len(significant))


def _unit_behind(text: str, place: int) -> tuple[UnitRead, int]:
    """The longest run of words behind a number that is a unit, and where it ends."""
    rest = text[place : place + 60].split("\n")[0].rstrip("\r")
    ends = [match.end() for match in re.finditer(r"\S+", rest)][:_UNIT_WORDS]
    for end in reversed(ends):
        unit = unit_of(rest[:end])
        if unit is not None:
            return unit, place + len(rest[:end].rstrip(" .,;:)]"))
    return None, place


@lru_cache(maxsize=4096)
def readings_of(digits: str) -> frozenset[Decimal]:
    """Every value digits with separators can mean: `1,234` two, `1.234,5` one, `498.213` two."""
    plain = re.sub(rf"[{_BLANK}]", "", digits)
    points, commas = plain.count("."), plain.count(",")
    if points and commas:
        decimal = "." if plain.rfind(".") > plain.rfind(",") else ","
        thousands = "," if decimal == "." else "."
        return (
            frozenset({Decimal(plain.replace(thousands, "").replace(decimal, "."))})
            if plain.count(decimal) == 1
            else frozenset()
        )
    separator = "." if points else ","
    count = points or commas
    if not count:
        return frozenset({Decimal(plain)})
    whole, *parts = plain.split(separator)
    is_grouped = bool(whole) and len(whole) <= 3 and whole != "0" and all(len(part) == 3 for part in parts)
    found = set()
    if is_grouped and plain == digits:
        found.add(Decimal(plain.replace(separator, "")))
    if count == 1:
        found.add(Decimal(plain.replace(separator, ".")))
    return frozenset(found)


def agrees(printed: PrintedNumber, value: Interval, unit: UnitRead) -> bool | None:
    """Whether a printed figure says the same; None where the units cannot be compared."""
    theirs = printed.unit
    if isinstance(unit, Unit) and isinstance(theirs, Unit):
        if unit.dimension is not theirs.dimension:
            return None
        if unit == theirs:
            return value in set(printed.intervals)
        return value.in_base(unit) in {interval.in_base(theirs) for interval in printed.intervals}
    if unit is not None and theirs is not None and unit != theirs:
        return None
    return value in set(printed.intervals)
