"""Limits a check compares with: ISO 8217 by grade and edition, and every other number, each with its source.

All limits are editable. Only a limit of confidence `high` (or one that is a definition) can make an error; what is
general knowledge, computed, or set at this desk makes a warning at most.
"""

import builtins
import csv
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from typing import Any

from bunkerdesk import resource_files
from bunkerdesk.rules.findings import Severity

DEFAULT_EDITION = "2017"
EDITIONS = ("2010", "2012", "2017", "2024")
DESK = "desk"
_FIRM = frozenset({"high", "definition"})
_NOT_ENFORCED = "do not enforce"


@dataclass(frozen=True, slots=True)
class Limit:
    """One number with where it comes from; `confidence` is high, medium, low, general, computed, definition or desk."""

    key: str
    value: Decimal
    unit: str
    confidence: str
    title: str
    source: str
    shipped: "Limit | None" = None
    """The shipped limit, where this desk has set its own."""

    @property
    def is_firm(self) -> bool:
        """Whether breaking it may be called an error."""
        return self.confidence in _FIRM

    @property
    def regulation(self) -> "Limit | None":
        """The firm limit that this desk's own stands in for; None where there is none."""
        return self.shipped if self.shipped is not None and self.shipped.is_firm else None

    def weigh(self, wanted: Severity, is_beyond: Callable[[Decimal], bool] | None = None) -> Severity:
        """The severity of breaking it: an error becomes a warning when the limit is not firm.

        A desk that narrows a regulation's limit does not take its weight away: what `is_beyond` that one as well stays
        an error.
        """
        firm = self.regulation
        keeps = self.is_firm or (firm is not None and is_beyond is not None and is_beyond(firm.value))
        return Severity.WARNING if wanted is Severity.ERROR and not keeps else wanted


@dataclass(frozen=True, slots=True)
class GradeLimit:
    """A limit of ISO 8217: `grade` as in the interface, `fuel_class` the ISO class (`RMG380`) or the family (`RMG`)."""

    limit: Limit
    grade: str
    fuel_class: str
    property: str
    bound: str
    """`max` or `min`."""
    edition: str
    note: str

    @builtins.property
    def is_enforced(self) -> bool:
        """Whether beyond it a fuel is off its grade; a number not confirmed is only shown, unless the desk set it."""
        return not self.note.startswith(_NOT_ENFORCED) or self.limit.confidence == DESK

    def is_stricter_than(self, other: "GradeLimit") -> bool:
        """Whether it allows less than another limit of the same property and bound."""
        mine, theirs = self.limit.value, other.limit.value
        return mine < theirs if self.bound == "max" else mine > theirs


@dataclass(frozen=True, slots=True)
class Edition:
    """The table that stands for an edition; `note` says so when it is another year's."""

    asked: str
    table: str
    note: str


def edition(asked: str | None) -> Edition:
    """The table for an edition of ISO 8217; 2010 and 2012 are read as 2017, so is an edition that is not known."""
    year = (asked or DEFAULT_EDITION).strip()
    if year in {"2017", "2024"}:
        return Edition(year, year, "")
    if year in EDITIONS:
        return Edition(year, "2017", f"the {year} edition is checked by the 2017 tables")
    return Edition(year, DEFAULT_EDITION, f"edition “{year}” is not known; the {DEFAULT_EDITION} tables are used")


def order_problem(grade: str | None, asked: str | None) -> str:
    """What is wrong with ordering a grade under an edition: RF came with the 2024 edition. Empty when nothing is."""
    chosen = edition(asked)
    if grade == "rf" and chosen.table == "2017":
        return f"grade RF does not exist in ISO 8217:{chosen.asked}; it came with the 2024 edition"
    return ""


_CLASS_OF_PRODUCT = (
    re.compile(r"\brm([gk])\s*-?\s*(180|380|500|700)\b"),
    re.compile(r"\b()(180|380|500|700)\s*-?\s*cst\b"),
    re.compile(r"\b(?:[vu]lsfo|hsfo|lsfo|ifo|mfo|hfo|mf|fo|fuel oil)\s*-?\s*()(180|380|500|700)\b"),
)


@lru_cache(maxsize=1024)
def narrowed_class(grade: str | None, product_name: str | None) -> str:
    """The class a product name narrows `rmg` or `rmk` to: `RMG 380`, `380 cSt` and `VLSFO 380` give `RMG380`.

    Empty where the name carries no viscosity, or one that the family does not have (there is no RMK180).
    """
    letter, viscosity = _named_class(product_name or "")
    if grade not in {"rmg", "rmk"} or not viscosity or letter not in {"", grade[-1]}:
        return ""
    name = f"{grade.upper()}{viscosity}"
    return name if name != "RMK180" else ""


def viscosity_named(words: str | None) -> str:
    """The viscosity class that a name carries: `380` for `VLSFO 380`; empty when it carries none."""
    return _named_class(words or "")[1]


@lru_cache(maxsize=1024)
def _named_class(words: str) -> tuple[str, str]:
    """The letter (`RMG`: g) and the viscosity that a name carries; empty where it does not."""
    folded = words.lower() if len(words) <= 200 else ""
    for pattern in _CLASS_OF_PRODUCT:
        if found := pattern.search(folded):
            return found.group(1), found.group(2)
    return "", ""


@lru_cache(maxsize=1)
def _defaults() -> dict[str, Limit]:
    with resource_files.path("data", "check_limits.csv").open(encoding="utf-8", newline="") as table:
        limits = [
            Limit(row["key"], Decimal(row["value"]), row["unit"], row["confidence"], row["title"], _cited(row))
            for row in csv.DictReader(table)
        ]
    return {limit.key: limit for limit in limits} | {item.limit.key: item.limit for item in _grade_table().values()}


_DOUBTS = {
    "medium": "medium confidence",
    "low": "low confidence",
    "general": "general knowledge",
    "computed": "computed",
}


def _cited(row: Mapping[str, str]) -> str:
    """The source, with how far it may be trusted where it is not confirmed: whoever reads a finding must know."""
    return "; ".join(filter(None, (row["source"], _DOUBTS.get(row["confidence"]))))


_GradeKey = tuple[str, str, str, str, str]
_SYMBOLS = {"C": "°C", "mm2/s": "mm²/s", "kg/m3": "kg/m³", "mass %": "%", "volume %": "%", "": ""}


@lru_cache(maxsize=1)
def _grade_table() -> dict[_GradeKey, GradeLimit]:
    """By (edition, grade, class, property, bound); the class is empty for the family."""
    found: dict[_GradeKey, GradeLimit] = {}
    with resource_files.path("data", "iso8217.csv").open(encoding="utf-8", newline="") as table:
        for row in csv.DictReader(table):
            # A sulphur figure of 2024 rests on a sub-limit only; an empty value means that there is no number.
            if row["value"]:
                item = _grade_limit(row)
                fuel_class = "" if row["scope"] == "family" else row["iso_grade"]
                found[row["edition"], row["api_grade"], fuel_class, row["property"], row["bound"]] = item
    return found


def _grade_limit(row: Mapping[str, str]) -> GradeLimit:
    grade, year = row["api_grade"], row["edition"]
    fuel_class = grade.upper() if row["scope"] == "family" else row["iso_grade"]
    key = f"iso8217.{year}.{fuel_class.lower()}.{row['property']}.{row['bound']}"
    title = f"{fuel_class} {row['property'].replace('_', ' ')}, {row['bound']}"
    source = f"ISO 8217:{year} {fuel_class} ({row['source']})"
    limit = Limit(key, _plain(row["value"]), _SYMBOLS[row["unit"]], row["confidence"], title, source)
    return GradeLimit(limit, grade, fuel_class, row["property"], row["bound"], year, row["note"])


def _plain(text: str) -> Decimal:
    """`380.0` as the standard prints it: 380."""
    value = Decimal(text)
    return value.quantize(Decimal(1)) if value == value.to_integral_value() else value


@dataclass(frozen=True)
class Limits:
    """All limits: the shipped ones and what this desk has set instead. JSON-able as the overrides alone."""

    overrides: Mapping[str, Decimal] = field(default_factory=dict)

    @classmethod
    def from_object(cls, given: object) -> "Limits":
        """Read overrides from JSON; unknown keys and what is not a finite number are left out."""
        kept: dict[str, Decimal] = {}
        for key, value in given.items() if isinstance(given, dict) else ():
            number = _finite(value)
            if key in _defaults() and number is not None:
                kept[key] = number
        return cls(kept)

    def to_object(self) -> dict[str, Any]:
        """The overrides as a JSON object."""
        return dict(self.overrides)

    def with_override(self, key: str, value: Decimal | None) -> "Limits":
        """The limits with one set at this desk; None takes the shipped one back. Raises `KeyError`."""
        if key not in _defaults():
            raise KeyError(key)
        kept = {name: number for name, number in self.overrides.items() if name != key}
        return Limits(kept if value is None else kept | {key: value})

    def __getitem__(self, key: str) -> Limit:
        """The limit of a key; raises `KeyError`."""
        return self._applied(_defaults()[key])

    def value(self, key: str) -> Decimal:
        """The number of a key; raises `KeyError`."""
        own = self.overrides.get(key)
        return _defaults()[key].value if own is None else own

    def every(self) -> list[Limit]:
        """All limits in the order of the tables."""
        return [self._applied(limit) for limit in _defaults().values()]

    def of_grade(self, grade: str | None, asked: str | None, fuel_class: str = "") -> list[GradeLimit]:
        """The ISO 8217 limits of a grade: the class's where it is known and has one, else the family's."""
        found = _limits_of(grade or "", edition(asked).table, fuel_class)
        if not self.overrides:
            return list(found)
        return [replace(item, limit=self._applied(item.limit)) for item in found]

    def reproducibility(self, name: str, at: Decimal) -> Decimal | None:
        """Reproducibility R of a test at a figure (general knowledge per method); None where it is not known."""
        match name:
            case "sulphur":
                offset = self.value("reproducibility.sulphur_offset")
                return self.value("reproducibility.sulphur_factor") * (at + offset)
            case "density" | "water":
                return self.value(f"reproducibility.{name}")
            case "flash_point" | "viscosity":
                return self.value(f"reproducibility.{name}_factor") * abs(at)
            case _:
                return None

    def _applied(self, limit: Limit) -> Limit:
        own = self.overrides.get(limit.key)
        if own is None or own == limit.value:
            return limit
        source = f"set at this desk (was {limit.value}: {limit.source})"
        return replace(limit, value=own, confidence=DESK, source=source, shipped=limit)


def _finite(value: object) -> Decimal | None:
    if isinstance(value, bool) or not isinstance(value, int | Decimal | str):
        return None
    try:
        number = Decimal(value)
    except InvalidOperation:
        return None
    return number if number.is_finite() else None


@lru_cache(maxsize=256)
def _limits_of(grade: str, year: str, fuel_class: str) -> tuple[GradeLimit, ...]:
    chosen: dict[tuple[str, str], GradeLimit] = {}
    for (table, name, scope, quality, bound), item in _grade_table().items():
        # Distillate grades of 2024 stand as their one class, residual ones of 2017 as several and the family.
        fits = scope in {"", fuel_class} or scope == grade.upper()
        if (table, name) == (year, grade) and fits and (scope or (quality, bound) not in chosen):
            chosen[quality, bound] = item
    return tuple(chosen.values())


COMMERCIAL_SHARE = Decimal("0.59")


@dataclass(frozen=True, slots=True)
class Verdicts:
    """The two verdicts on one figure: against the limit, and against the limit widened by 0.59 R (ISO 4259).

    The second is what a receiver may claim on after a test of his own; a supplier's own result may not be beyond the
    first (ISO 4259), and MARPOL's sulphur verification knows no such margin.
    """

    limit: Decimal
    widened: Decimal | None
    is_beyond_limit: bool
    is_beyond_widened: bool

    @property
    def differ(self) -> bool:
        """Beyond the limit, yet inside the margin of the test."""
        return self.is_beyond_limit and self.widened is not None and not self.is_beyond_widened


def verdicts(figure: Decimal, limit: Decimal, bound: str, reproducibility: Decimal | None) -> Verdicts:
    """Judge a test result both ways; `bound` is `max` or `min`."""
    way = 1 if bound == "max" else -1
    widened = None if reproducibility is None else limit + way * COMMERCIAL_SHARE * reproducibility
    beyond = (figure - limit) * way > 0
    return Verdicts(limit, widened, beyond, beyond if widened is None else (figure - widened) * way > 0)
