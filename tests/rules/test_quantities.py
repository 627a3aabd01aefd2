"""Typed quantities and ranges: exact, echoed, never silently guessed."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bunkerdesk.rules import quantities, wording
from bunkerdesk.rules.quantities import LARGEST, limit_problem, parse, parse_range

THIN = "\u202f"


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("480", "480"),
        ("480,5", "480.5"),
        ("480.5", "480.5"),
        ("1.234,56", "1234.56"),
        ("1,234.56", "1234.56"),
        ("1 234,5", "1234.5"),
        (f"12{THIN}345.6", "12345.6"),
        ("12'345.678", "12345.678"),
        ("1,234,567", "1234567"),
        ("1.234.567", "1234567"),
        ("0,480", "0.480"),
        ("1234.567", "1234.567"),
        ("12 345.678", "12345.678"),
        ("-5", "-5"),
        ("500 mt", "500"),
        ("500 Metric Tons", "500"),
    ],
)
def test_one_reading(typed: str, value: str) -> None:
    """Comma or point, grouped or not, with all digits."""
    only = parse(typed).only
    assert only is not None
    assert str(only.value) == value


@pytest.mark.parametrize(("typed", "values"), [("1,234", ["1234", "1.234"]), ("1.200", ["1200", "1.200"])])
def test_one_separator_and_three_digits_is_ambiguous(typed: str, values: list[str]) -> None:
    """Both readings are offered with their echo; none is taken."""
    understood = parse(typed)
    assert understood.is_ambiguous
    assert understood.only is None
    assert [str(reading.value) for reading in understood.readings] == values
    assert understood.readings[0].echo.startswith(f"1{THIN}")


@pytest.mark.parametrize("typed", ["", "abc", "1,23,4", "12 34", "1,2.3", "7 lumps", "1..2", "1e5", "٣", "NaN", "²"])
def test_what_is_no_quantity(typed: str) -> None:
    """Refused with a sentence."""
    understood = parse(typed)
    assert understood.readings == ()
    assert understood.problem


def test_limits_of_the_service() -> None:
    """28 significant digits and about 7.9 with 28 zeros; zeros at the end are no significant digits."""
    assert parse("9" * 28).only is not None
    assert "29" in parse("1" * 29).problem
    assert parse("7" + "0" * 28).only is not None
    assert "larger" in parse("8" + "0" * 28).problem
    assert limit_problem(LARGEST) == "At most 28 significant digits are possible, these are 29"


@given(st.decimals(min_value=-(10**20), max_value=10**20, places=4, allow_nan=False, allow_infinity=False))
def test_what_is_shown_can_be_typed(value: Decimal) -> None:
    """A number as the desk words it is read back as the same number, among the readings."""
    readings = parse(wording.number(value)).readings
    assert value in [reading.value for reading in readings]


@given(st.text(alphabet="0123456789.,'  -+%±/tomaxinup", max_size=24))
def test_any_text_gets_an_answer(text: str) -> None:
    """A reading or a problem, never both and never an error; no reading is beyond the service's limits."""
    for understood in (parse(text), parse_range(text)):
        assert bool(understood.readings) != bool(understood.problem)
    for reading in parse_range(text).readings:
        assert all(not limit_problem(end) for end in (reading.low, reading.high) if end is not None)


@pytest.mark.parametrize(
    ("typed", "low", "high", "unit"),
    [
        ("480-520", "480", "520", ""),
        ("480 – 520 t", "480", "520", "metric_tonnes"),
        ("480 to 520 mt", "480", "520", "metric_tonnes"),
        ("480/520", "480", "520", ""),
        ("500 +/- 5%", "475", "525", ""),
        ("500mt +/-5% moloo", "475", "525", "metric_tonnes"),
        ("500 ± 10 t", "490", "510", "metric_tonnes"),
        ("500 mt 5% moloo", "475", "525", "metric_tonnes"),
        ("33.3 +/- 10%", "29.97", "36.63", ""),
        ("min 480 max 520", "480", "520", ""),
        ("480 mt - 520 mt", "480", "520", "metric_tonnes"),
        ("1200,5 - 1300,5 t", "1200.5", "1300.5", "metric_tonnes"),
        ("abt 500 mt", "500", "500", "metric_tonnes"),
        ("24000-26000 mmbtu", "24000", "26000", "mmbtu"),
    ],
)
def test_ranges(typed: str, low: str, high: str, unit: str) -> None:
    """The ways a desk writes a range."""
    understood = parse_range(typed)
    assert understood.only is not None
    assert (str(understood.only.low), str(understood.only.high), understood.unit) == (low, high, unit)


def test_open_ranges() -> None:
    """A draft may leave the minimum out."""
    up_to = parse_range("max 520 mt").only
    assert up_to is not None
    assert (up_to.low, up_to.high, up_to.echo) == (None, Decimal(520), "up to 520 t")
    assert parse_range("at least 480").readings[0].high is None


def test_ends_of_a_range_are_read_alike() -> None:
    """1,200-1,400 is two readings, not four."""
    echoes = [reading.echo for reading in parse_range("1,200-1,400 mt").readings]
    assert echoes == [f"1{THIN}200 – 1{THIN}400 t", "1.200 – 1.400 t"]


@pytest.mark.parametrize(
    ("typed", "words"), [("520-480", "below"), ("1-2-3", "two ends"), ("4 t - 3 mwh", "different")]
)
def test_impossible_ranges(typed: str, words: str) -> None:
    """The reason is named."""
    assert words in parse_range(typed).problem


@given(st.decimals(1, 10**9, places=3), st.integers(1, 20))
def test_tolerance_is_exact(middle: Decimal, percent: int) -> None:
    """The ends lie exactly by the percentage around the middle, without a rounded digit."""
    understood = parse_range(f"{middle:f}0 +/- {percent}%")
    bounds = understood.readings[-1]
    assert bounds.low is not None
    assert bounds.high is not None
    assert quantities.trimmed(bounds.low + bounds.high) == quantities.trimmed(middle * 2)
    assert (bounds.high - bounds.low) * 50 == middle * percent


@pytest.mark.parametrize(
    ("typed", "low", "high"),
    [
        ("500 mt +/- 10 mt", "490", "510"),
        ("120 mt +10/-5 mt", "115", "130"),
        ("200 -0/+10 mt", "200", "210"),
        ("1000 +5%/-10%", "900", "1050"),
    ],
)
def test_a_tolerance_may_differ_above_and_below(typed: str, low: str, high: str) -> None:
    """More above than below, in tonnes or per cent."""
    only = parse_range(typed).only
    assert only is not None
    assert (only.low, only.high) == (Decimal(low), Decimal(high))


def test_a_unit_that_the_service_does_not_know_is_named() -> None:
    """`m3` is a unit, and the units to give instead are told."""
    assert parse_range("3500 m3").problem == "“m3” is not a unit known here: mt, MMBtu and MWh are"
