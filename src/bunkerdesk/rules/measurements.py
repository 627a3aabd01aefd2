"""Measurements as papers state them: unit words brought to one unit, texts such as `<0.10` read as intervals.

The service returns units "as stored human-readable strings" (specification, "Resources"), so unit words are matched
by a table; a word that is not in it leaves the figure as it came and the check that needs it is skipped and says so.
"""

import re
from dataclasses import dataclass
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal
from enum import StrEnum, auto
from functools import lru_cache

from bunkerdesk.contract.delivery_note import Measurement, TextMeasurement
from bunkerdesk.contract.nomination import NumberValue, TextValue
from bunkerdesk.rules import wording
from bunkerdesk.rules.figure_texts import Reader, Said, folded

# Figures come from elsewhere, up to 28 digits with any exponent: an impossible figure becomes NaN or infinity, which
# no limit holds against, and never an exception.
ARITHMETIC = Context(prec=64, Emin=MIN_EMIN, Emax=MAX_EMAX, traps=[])
"""For `localcontext`: exact enough for every check, and without traps."""

Stated = Measurement | TextMeasurement | NumberValue | TextValue


class Dimension(StrEnum):
    """What a unit measures; figures are compared only within one."""

    MASS = auto()
    VOLUME = auto()
    ENERGY = auto()
    DENSITY = auto()
    FRACTION = auto()
    VISCOSITY = auto()
    TEMPERATURE = auto()


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit; `(value * factor + shift) / divisor` is the figure in the unit of its dimension."""

    dimension: Dimension
    symbol: str
    factor: Decimal = Decimal(1)
    shift: Decimal = Decimal(0)
    divisor: Decimal = Decimal(1)
    """Apart from the factor: 5/9 has no end as a decimal, so 86 °F would come out above 30 °C."""


BASE_SYMBOLS = {
    Dimension.MASS: "t",
    Dimension.VOLUME: "m³",
    Dimension.ENERGY: "MJ",
    Dimension.DENSITY: "kg/m³",
    Dimension.FRACTION: "%",
    Dimension.VISCOSITY: "mm²/s",
    Dimension.TEMPERATURE: "°C",
}

_MASS = Unit(Dimension.MASS, "t")
_CUBIC = Unit(Dimension.VOLUME, "m³")
_DENSITY = Unit(Dimension.DENSITY, "kg/m³")
_DENSE = Unit(Dimension.DENSITY, "t/m³", Decimal(1000))
_PERCENT = Unit(Dimension.FRACTION, "%")
_PER_MILLION = Decimal("0.0001")
_STOKES = Unit(Dimension.VISCOSITY, "mm²/s")
_CELSIUS = Unit(Dimension.TEMPERATURE, "°C")
MEGAJOULES_PER_MMBTU = Decimal("1055.05585262")

_TABLE: tuple[tuple[Unit, str], ...] = (
    (_MASS, "metric ton|metric tons|metric tonne|metric tonnes|tonne|tonnes|t|mt|mts|m.t.|ton (metric)"),
    (
        _MASS,
        "metric tons (mt)|metric ton (mt)|metric tonnes (mt)|metric tons (t)|mton|mtons|tonne (metric)|tonnes (metric)",
    ),
    (Unit(Dimension.MASS, "kg", Decimal("0.001")), "kg|kgs|kilogram|kilograms|kilogramme|kilogrammes"),
    (_CUBIC, "m3|cubic metre|cubic metres|cubic meter|cubic meters|cbm"),
    (Unit(Dimension.VOLUME, "l", Decimal("0.001")), "l|litre|litres|liter|liters"),
    (Unit(Dimension.ENERGY, "MJ"), "mj|megajoule|megajoules"),
    (Unit(Dimension.ENERGY, "GJ", Decimal(1000)), "gj|gigajoule|gigajoules"),
    (Unit(Dimension.ENERGY, "MWh", Decimal(3600)), "mwh|megawatt hour|megawatt hours"),
    (Unit(Dimension.ENERGY, "kWh", Decimal("3.6")), "kwh|kilowatt hour|kilowatt hours"),
    (Unit(Dimension.ENERGY, "MMBtu", MEGAJOULES_PER_MMBTU), "mmbtu|million btu"),
    (
        _DENSITY,
        "kg/m3|kg/cbm|kg m-3|kg per m3|kilogram per cubic metre|kilograms per cubic metre|kilogram per cubic meter|"
        "kilograms per cubic meter|g/l",
    ),
    (_DENSITY, "kg/m^3|kg/m**3|kgm-3|kg/cubic metre|kg/cubic meter|kilogram/m3|kilograms/m3|kg/m3 in vacuum|kg/m3 vac"),
    (_DENSE, "t/m^3|tonne/m3|tonnes/m3|ton/m3|tons/m3|g/cm^3"),
    (_DENSE, "t/m3|mt/m3|t/cbm|tonnes per cubic metre|tonnes per cubic meter|metric tons per cubic meter"),
    (_DENSE, "metric tons per cubic metre|kg/l|g/cm3|g/ml|g/cc|kilograms per litre|grams per cubic centimetre"),
    (_PERCENT, "%|percent|per cent|pct|% m/m|%m/m|% (m/m)|m/m %|% mass|mass %|mass%|%mass|wt%|wt %|% wt|%wt|% w/w"),
    (_PERCENT, "% v/v|%v/v|% (v/v)|v/v %|vol %|vol%|% vol|%vol|% volume|volume %|% (w/w)|percent by mass"),
    (_PERCENT, "percent by volume|mass percent|volume percent|mass percentage|volume percentage|% by mass|% by volume"),
    (
        _PERCENT,
        "percent m/m|percent (m/m)|m/m%|m/m|% (mass)|percentage|% by weight|percent by weight|weight %|wt. %|% weight",
    ),
    (_PERCENT, "percent v/v|percent (v/v)|v/v%|v/v|% (volume)|% wt/wt|mass per cent|volume per cent|% m|% v"),
    (Unit(Dimension.FRACTION, "mg/kg", _PER_MILLION), "mg/kg|ppm|ppmw|ppm m/m|mg per kg|milligrams per kilogram"),
    (_STOKES, "mm2/s|mm2s-1|mm2 s-1|cst|cs|centistoke|centistokes|square millimetres per second"),
    (_STOKES, "square millimeters per second|square millimetre per second|square millimeter per second"),
    (_STOKES, "mm^2/s|mm**2/s|mm2/sec|mm2/second|cst.|square millimetres/second|square millimeters/second"),
    (_CELSIUS, "° celsius|deg celsius|degc.|degrees centigrade|degree centigrade|centigrade"),
    (_CELSIUS, "°c|deg c|deg. c|degc|degree c|degrees c|c|℃|celsius|degree celsius|degrees celsius|º c|ºc|° c"),
    (Unit(Dimension.TEMPERATURE, "K", Decimal(1), Decimal("-273.15")), "k|kelvin"),
    (
        Unit(Dimension.TEMPERATURE, "°F", Decimal(5), Decimal(-160), Decimal(9)),
        "°f|deg f|degf|f|fahrenheit|degrees fahrenheit",
    ),
)
_UNITS = {folded(word): unit for unit, words in _TABLE for word in words.split("|")}
_CONDITION = re.compile(
    r"\s*(?:\(\s*(?:@|\bat\b)?|(?:@|\bat\b))\s*(-?\d+(?:\.\d+)?)\s*(?:°|deg(?:rees)?\.?)?\s*c?(?:elsius)?\s*\)?\s*$"
)


@lru_cache(maxsize=512)
def unit(words: str | None) -> Unit | None:
    """The unit of stored words (`metric tons`, `kg/m³`, `% m/m`); None for words the table does not have."""
    if not words or len(words) > 80:
        return None
    plain = folded(words)
    return _UNITS.get(plain) or _UNITS.get(_CONDITION.sub("", plain))


@lru_cache(maxsize=512)
def condition(words: str | None) -> Decimal | None:
    """The temperature a unit's words carry: 50 for `mm2/s at 50 °C`; None when they name none."""
    found = _CONDITION.search(folded(words)) if words and len(words) <= 80 else None
    return Decimal(found.group(1)) if found else None


class Certainty(StrEnum):
    """What an interval allows to say: surely so, possibly so, surely not so."""

    SURE = auto()
    POSSIBLE = auto()
    NOT = auto()


@dataclass(frozen=True, slots=True)
class Interval:
    """All figures a statement allows; None is unbounded. `>70` is open at 70, `≥70` is closed."""

    low: Decimal | None
    high: Decimal | None
    is_low_open: bool = False
    is_high_open: bool = False

    @classmethod
    def point(cls, value: Decimal) -> "Interval":
        """One exact figure."""
        return cls(value, value)

    @property
    def exact(self) -> Decimal | None:
        """The figure when the statement is exact, else None."""
        return self.low if self.low is not None and self.low == self.high else None

    def above(self, limit: Decimal) -> Certainty:
        """Whether the figure is greater than the limit."""
        if self.low is not None and (self.low > limit or (self.low == limit and self.is_low_open)):
            return Certainty.SURE
        return Certainty.NOT if self.high is not None and self.high <= limit else Certainty.POSSIBLE

    def below(self, limit: Decimal) -> Certainty:
        """Whether the figure is less than the limit."""
        if self.high is not None and (self.high < limit or (self.high == limit and self.is_high_open)):
            return Certainty.SURE
        return Certainty.NOT if self.low is not None and self.low >= limit else Certainty.POSSIBLE

    def beyond(self, limit: Decimal, bound: str) -> Certainty:
        """Whether the figure breaks a limit; `bound` is `max` or `min`."""
        return self.above(limit) if bound == "max" else self.below(limit)

    def contains(self, value: Decimal) -> bool:
        """Whether the statement allows the figure."""
        return self.above(value) is not Certainty.SURE and self.below(value) is not Certainty.SURE

    def in_base(self, given: Unit) -> "Interval":
        """The interval in the unit of its dimension; every factor is positive, so the order stays."""
        if given.factor == given.divisor == 1 and not given.shift:
            return self
        low, high = (None if end is None else _in_base(end, given) for end in (self.low, self.high))
        return Interval(low, high, self.is_low_open, self.is_high_open)


def _in_base(value: Decimal, given: Unit) -> Decimal:
    # Adding a shift of nothing would fill a huge figure up with zeros.
    product = ARITHMETIC.multiply(value, given.factor)
    moved = ARITHMETIC.add(product, given.shift) if given.shift else product
    return moved if given.divisor == 1 else ARITHMETIC.divide(moved, given.divisor)


_TEXTS = Reader(_UNITS)


@lru_cache(maxsize=2048)
def _said(text: str) -> Said | None:
    return _TEXTS.read(text)


@lru_cache(maxsize=2048)
def interval(text: str) -> Interval | None:
    """The figures a text allows: `0,48`, `<0.10`, `>70`, `min 60`, `70+`, `measured at or above 70 °C`, `0.45-0.48`.

    None for a text that states no figure, more than one, or says something beside it that is not understood.
    """
    said = _said(text)
    return None if said is None else Interval(said.low, said.high, said.is_low_open, said.is_high_open)


@dataclass(frozen=True, slots=True)
class Reading:
    """A stated figure: the original text and unit words, and the interval in the unit of its dimension.

    `interval` is None when the figure cannot be used; `problem` then says why.
    """

    text: str
    unit_words: str
    interval: Interval | None = None
    problem: str = ""
    own_unit: str = ""
    """The unit that stands in the text itself: `480 ppm`, `measured at or above 70 °C`; it is the figure's unit."""

    @property
    def is_stated(self) -> bool:
        """Whether there is any text to show."""
        return bool(self.text)

    @property
    def exact(self) -> Decimal | None:
        """The exact figure in the unit of its dimension, else None."""
        return self.interval.exact if self.interval else None

    @property
    def words(self) -> str:
        """The figure as it came, with the short form of its unit: `55.5 °C`."""
        if self.own_unit:
            return self.text
        known = unit(self.unit_words)
        symbol = known.symbol if known else wording.unit(self.unit_words)
        return (
            f"{self.text} {symbol}".strip() if symbol and not self.text.lower().endswith(symbol.lower()) else self.text
        )


NOT_STATED = Reading("", "", None, "not stated")


def reading(stated: Stated | None, dimension: Dimension) -> Reading:
    """Read a measurement of the contract for a check that needs the given dimension."""
    if stated is None or stated.value is None or str(stated.value).strip() == "":
        return NOT_STATED
    words = stated.unit or ""
    if isinstance(stated.value, str):
        return _text_reading(stated.value, words, dimension)
    text, known = wording.number(stated.value), unit(words)
    if known is None or known.dimension is not dimension:
        return Reading(text, words, None, _unit_problem(words, dimension))
    return Reading(text, words, Interval.point(stated.value).in_base(known))


def _text_reading(text: str, words: str, dimension: Dimension) -> Reading:
    """A figure stated as a text, which may carry its unit; one named beside it must be of the same kind."""
    said, found, text = _said(text), interval(text), text.strip()
    own = next(iter(said.units), "") if said else ""
    beside = unit(words)
    known = unit(own) or beside
    if known is None or known.dimension is not dimension or (beside or known).dimension is not dimension:
        foreign = words if beside is None or beside.dimension is not dimension else own
        return Reading(text, words, None, _unit_problem(foreign or own, dimension), own)
    if found is None:
        return Reading(text, words, None, f"“{text}” cannot be read as a figure", own)
    return Reading(text, words, found.in_base(known), "", own)


def _unit_problem(words: str, dimension: Dimension) -> str:
    if unit(words) is None:
        return f"the unit “{words}” is not known" if words else "no unit is stated"
    return f"“{words}” is not a unit of {dimension.value}"
