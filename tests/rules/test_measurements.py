"""Figures as papers state them: units by table, texts as intervals, exact arithmetic."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bunkerdesk.contract.delivery_note import Measurement, TextMeasurement
from bunkerdesk.rules.figure_texts import number
from bunkerdesk.rules.measurements import Certainty, Dimension, Interval, condition, interval, reading, unit

D = Decimal


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("55.5", "55.5", "55.5"),
        ("0,48", "0.48", "0.48"),
        ("1,234.5", "1234.5", "1234.5"),
        ("1.234,5", "1234.5", "1234.5"),
        ("<0.10", None, "0.10"),
        (">70", "70", None),
        ("≥ 70", "70", None),
        ("above 70", "70", None),
        ("min 60", "60", None),
        ("70 min.", "70", None),
        ("70+", "70", None),
        ("measured at or above 70 °C", "70", None),
        ("Not less than 60 deg C", "60", None),
        ("not more than 0.10", None, "0.10"),
        ("max. 0.50", None, "0.50"),
        ("0.45 - 0.48", "0.45", "0.48"),
        ("0.48 ± 0.02", "0.46", "0.50"),
        ("-6", "-6", "-6"),
        ("−6", "-6", "-6"),
        ("62.5 (ISO 2719)", "62.5", "62.5"),
        ("nil", "0", "0"),
        ("＜60", None, "60"),
        ("﹤60", None, "60"),
        ("&lt;60", None, "60"),
        ("LT 60", None, "60"),
        ("GT60", "60", None),
        ("NMT 0.50", None, "0.50"),
        ("NLT 60", "60", None),
        ("60 (min)", "60", None),
        ("minus 6", "-6", "-6"),
        ("4.8e-1", "0.48", "0.48"),
        ("5E-05", "0.00005", "0.00005"),
        ("<0.10 (ISO 8754)", None, "0.10"),
        ("72 °C PMCC", "72", "72"),
        ("between 60 and 70", "60", "70"),
    ],
)
def test_texts_are_read_as_intervals(text: str, low: str | None, high: str | None) -> None:
    """What a bunker clerk writes for a figure is understood."""
    found = interval(text)
    assert found is not None
    assert (found.low, found.high) == (low and D(low), high and D(high))


@pytest.mark.parametrize(
    "text",
    [
        *("", "trace", "12 13", "1e500", "see certificate", "9" * 200, "0.48-0.45", "<", "~0.48", "approx. 0.48"),
        *(
            "typical 0.45",
            "- 6",
            "60-",
            ">60 max",
            "0.48 (limit 0.50)",
            "0.4.8",
            "min 60 - 70",
            "6 below zero",
            "ca 60",
        ),
    ],
)
def test_texts_without_one_figure_are_not_guessed(text: str) -> None:
    """A text that states no figure, or several, is shown and not judged."""
    assert interval(text) is None


def test_open_ends_are_kept() -> None:
    """`>70` does not allow 70, `≥70` does; `<0.10` is not above 0.10."""
    above, least, under = interval(">70"), interval("≥70"), interval("<0.10")
    assert above
    assert least
    assert under
    assert above.above(D(70)) is Certainty.SURE
    assert least.above(D(70)) is Certainty.POSSIBLE
    assert least.below(D(70)) is Certainty.NOT
    assert under.above(D("0.10")) is Certainty.NOT
    assert under.above(D("0.05")) is Certainty.POSSIBLE
    assert under.below(D("0.10")) is Certainty.SURE


@pytest.mark.parametrize(
    ("words", "dimension", "factor"),
    [
        ("metric tons", Dimension.MASS, "1"),
        ("Metric Tonnes", Dimension.MASS, "1"),
        ("metric_tonnes", Dimension.MASS, "1"),
        ("kg/m³", Dimension.DENSITY, "1"),
        ("t/m3", Dimension.DENSITY, "1000"),
        ("% m/m", Dimension.FRACTION, "1"),
        ("mass %", Dimension.FRACTION, "1"),
        ("mg/kg", Dimension.FRACTION, "0.0001"),
        ("mm²/s", Dimension.VISCOSITY, "1"),
        ("cSt", Dimension.VISCOSITY, "1"),
        ("cSt at 50 °C", Dimension.VISCOSITY, "1"),
        ("deg C", Dimension.TEMPERATURE, "1"),
        ("MWh", Dimension.ENERGY, "3600"),
        ("kg/m^3", Dimension.DENSITY, "1"),
        ("kg/m3 (15 °C)", Dimension.DENSITY, "1"),
        ("mm^2/s", Dimension.VISCOSITY, "1"),
        ("percent m/m", Dimension.FRACTION, "1"),
        ("degrees centigrade", Dimension.TEMPERATURE, "1"),
        ("metric tons (MT)", Dimension.MASS, "1"),
    ],
)
def test_stored_unit_words_are_known(words: str, dimension: Dimension, factor: str) -> None:
    """Unit words come as they were stored; spelling, superscripts and blanks do not matter."""
    found = unit(words)
    assert found is not None
    assert (found.dimension, found.factor) == (dimension, D(factor))


def test_temperature_of_a_viscosity() -> None:
    """A viscosity's unit may carry its temperature."""
    assert condition("mm2/s at 40 °C") == 40
    assert condition("cSt @ 50") == 50
    assert condition("cSt (50 °C)") == 50
    assert condition("kg/m3 at -160 °C") == condition("kg/m³ at −160 °C") == -160
    assert unit("kg/m3 at -160 °C") == unit("kg/m3")
    assert condition("cSt") is None


def test_unreadable_figures_say_why_and_stay_as_they_came() -> None:
    """An unknown unit, a foreign one and a text without figure each have their reason."""
    unknown = reading(Measurement(value=D(3), unit="barrels"), Dimension.MASS)
    assert (unknown.text, unknown.interval) == ("3", None)
    assert "barrels" in unknown.problem
    assert "density" in reading(Measurement(value=D(3), unit="t"), Dimension.DENSITY).problem
    assert "trace" in reading(TextMeasurement(value="trace", unit="%"), Dimension.FRACTION).problem
    assert reading(TextMeasurement(value="70", unit=""), Dimension.TEMPERATURE).problem == "no unit is stated"
    assert reading(None, Dimension.MASS).problem == "not stated"


def test_fahrenheit_and_parts_per_million_are_converted() -> None:
    """Figures in other units are compared in one."""
    flash = reading(TextMeasurement(value="140", unit="°F"), Dimension.TEMPERATURE).exact
    assert flash == 60
    assert reading(TextMeasurement(value="86", unit="°F"), Dimension.TEMPERATURE).exact == 30
    assert reading(TextMeasurement(value="<1000", unit="mg/kg"), Dimension.FRACTION).interval == Interval(
        None, D("0.1000"), is_high_open=True
    )


@pytest.mark.parametrize(
    ("text", "beside", "dimension", "value"),
    [
        ("131 F", "°C", Dimension.TEMPERATURE, "55"),
        ("480 ppm", "% m/m", Dimension.FRACTION, "0.048"),
        ("measured at or above 70 °C", "", Dimension.TEMPERATURE, "70"),
        ("70 °C", "text", Dimension.TEMPERATURE, "70"),
        ("0.48 % m/m", "%", Dimension.FRACTION, "0.48"),
    ],
)
def test_a_text_may_carry_its_unit(text: str, beside: str, dimension: Dimension, value: str) -> None:
    """The unit next to the figure is the figure's, also where none is given apart; the text stays as it came."""
    found = reading(TextMeasurement(value=text, unit=beside), dimension)
    assert found.interval is not None
    assert found.interval.low == D(value)
    assert found.words == text


def test_units_of_different_kinds_are_not_read() -> None:
    """A viscosity where a temperature is due is told, whichever of the two units is wrong."""
    assert "mm2/s" in reading(TextMeasurement(value="70 mm2/s", unit="°C"), Dimension.TEMPERATURE).problem
    assert "%" in reading(TextMeasurement(value="70 °C", unit="%"), Dimension.TEMPERATURE).problem


figures = st.decimals(min_value=-10_000, max_value=10_000, places=3)


@given(figures, figures)
def test_above_and_below_never_contradict(value: Decimal, limit: Decimal) -> None:
    """An exact figure is surely above, surely below, or equal; nothing is only possible."""
    point = Interval.point(value)
    assert (point.above(limit) is Certainty.SURE) == (value > limit)
    assert (point.below(limit) is Certainty.SURE) == (value < limit)
    assert Certainty.POSSIBLE not in {point.above(limit), point.below(limit)}


@given(figures, figures, figures)
def test_certainty_holds_for_every_allowed_figure(one: Decimal, other: Decimal, limit: Decimal) -> None:
    """What is sure of an interval is true of both its ends; what is not, is true of neither."""
    span = Interval(min(one, other), max(one, other))
    ends = {end > limit for end in (span.low, span.high) if end is not None}
    assert span.above(limit) is {
        frozenset({True}): Certainty.SURE,
        frozenset({False}): Certainty.NOT,
        frozenset({True, False}): Certainty.POSSIBLE,
    }.get(frozenset(ends))


@given(figures)
def test_a_written_figure_reads_back(value: Decimal) -> None:
    """Decimal point, decimal comma and thousands give the same number."""
    assert interval(f"{value:f}") == Interval.point(value)
    assert interval(f"{value:f}".replace(".", ",")) == Interval.point(value)
    assert number(f"{value:,f}") == value


@given(st.text(max_size=130))
def test_any_text_is_read_or_refused(text: str) -> None:
    """No text from a paper breaks the reader."""
    found = interval(text)
    assert found is None or found.low is None or found.high is None or found.low <= found.high


@given(figures, st.sampled_from(["kg", "t/m3", "mg/kg", "K", "°F", "GJ"]))
def test_units_keep_the_order(value: Decimal, words: str) -> None:
    """A larger figure stays the larger one in the unit of the comparison."""
    known = unit(words)
    assert known is not None
    smaller, larger = Interval.point(value).in_base(known), Interval.point(value + 1).in_base(known)
    assert smaller.low is not None
    assert larger.above(smaller.low) is Certainty.SURE
