"""Limits with their sources: ISO 8217 by edition and grade, editable, and the two verdicts on a test result."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bunkerdesk.contract import jsontext
from bunkerdesk.rules.findings import Severity
from bunkerdesk.rules.fuel_limits import DESK, Limits, edition, narrowed_class, order_problem, verdicts

D = Decimal


def by_property(grade: str, asked: str, fuel_class: str = "") -> dict[str, Decimal]:
    return {f"{item.property}.{item.bound}": item.limit.value for item in Limits().of_grade(grade, asked, fuel_class)}


def test_family_and_class() -> None:
    """A family is checked by its loosest class, a known class by its own figure."""
    assert by_property("rmg", "2017")["viscosity.max"] == 700
    assert by_property("rmg", "2017", "RMG380")["viscosity.max"] == 380
    assert by_property("rmg", "2017", "RMG380")["flash_point.min"] == 60
    assert by_property("dma", "2017")["density.max"] == 890
    assert by_property("dmx", "2017")["flash_point.min"] == 43
    assert by_property("others", "2017") == {}


def test_2012_is_read_as_2017_and_says_so() -> None:
    """Old editions are contracted still; their numbers are those of 2017 here."""
    assert by_property("rmg", "2012") == by_property("rmg", "2017")
    assert "2012" in edition("2012").note
    assert edition("2017").note == ""
    assert edition("1999").table == "2017"


def test_rf_came_with_2024() -> None:
    """RF under an older edition is an error of the order."""
    assert order_problem("rf", "2017")
    assert order_problem("rf", "2012")
    assert order_problem("rf", "2024") == ""
    assert order_problem("rmg", "2017") == ""


@pytest.mark.parametrize(
    ("grade", "name", "expected"),
    [
        ("rmg", "RMG 380", "RMG380"),
        ("rmg", "Marine fuel 380 cSt", "RMG380"),
        ("rmg", "VLSFO 380", "RMG380"),
        ("rmk", "RMK-700", "RMK700"),
        ("rmk", "IFO 180", ""),
        ("rmg", "RMK 500", ""),
        ("rmg", "VLSFO", ""),
        ("rmg", "Batch 3801", ""),
        ("dma", "380 cSt", ""),
        (None, "RMG 380", ""),
    ],
)
def test_product_name_narrows_the_family(grade: str | None, name: str, expected: str) -> None:
    """The interface knows `rmg` only; the number stands in the product's name."""
    assert narrowed_class(grade, name) == expected


def test_only_firm_limits_make_errors() -> None:
    """General knowledge, computed and edited numbers warn; what is found in a regulation may stop."""
    limits = Limits()
    assert limits["flash_point.minimum"].weigh(Severity.ERROR) is Severity.ERROR
    assert limits["lng.methane_least"].weigh(Severity.ERROR) is Severity.WARNING
    assert limits["rate.minimum"].weigh(Severity.INFO) is Severity.INFO
    edited = limits.with_override("flash_point.minimum", D(61))["flash_point.minimum"]
    assert (edited.value, edited.confidence) == (61, DESK)
    assert "60" in edited.source
    assert edited.weigh(Severity.ERROR) is Severity.WARNING


def test_a_narrowed_limit_keeps_the_regulations_weight() -> None:
    """What breaks the shipped number as well stays an error; general knowledge gains no weight by being edited."""
    own = Limits().with_override("lng.sum_tolerance", D("0.3"))["lng.sum_tolerance"]
    assert own.weigh(Severity.ERROR, lambda shipped: D("0.6") > shipped) is Severity.ERROR
    assert own.weigh(Severity.ERROR, lambda shipped: D("0.5") > shipped) is Severity.WARNING
    soft = Limits().with_override("rate.maximum", D(100))["rate.maximum"]
    assert soft.weigh(Severity.ERROR, lambda _: True) is Severity.WARNING


def test_overrides_survive_json_and_nothing_else_does() -> None:
    """A desk's own limits are kept as text; unknown keys and nonsense are left out."""
    own = Limits().with_override("rate.maximum", D("3000.5")).with_override("iso8217.2017.rmg.density.max", D(990))
    again = Limits.from_object(jsontext.parse(jsontext.write(own.to_object())))
    assert again == own
    assert again.of_grade("rmg", "2017")[0].limit.unit
    assert {item.limit.value for item in again.of_grade("rmg", "2017") if item.property == "density"} == {D(990)}
    given_object = {"rate.maximum": "x", "no.such": 1, "rate.minimum": True, "duration.factor": D("Infinity")}
    assert Limits.from_object(given_object) == Limits()
    assert Limits.from_object([1]) == Limits()
    assert own.with_override("rate.maximum", None).value("rate.maximum") == 2500
    with pytest.raises(KeyError):
        own.with_override("no.such", D(1))


def test_every_limit_states_its_source() -> None:
    """A number without a source cannot be argued with."""
    for limit in Limits().every():
        assert limit.source, limit.key
        assert limit.title, limit.key
        assert limit.confidence, limit.key


@pytest.mark.parametrize(
    ("name", "limit", "bound", "widened"),
    [
        ("sulphur", "0.50", "max", "0.53"),
        ("sulphur", "0.10", "max", "0.11"),
        ("density", "991", "max", "991.9"),
        ("flash_point", "60", "min", "57.5"),
        ("viscosity", "380", "max", "397"),
        ("water", "0.50", "max", "0.61"),
    ],
)
def test_commercial_margin(name: str, limit: str, bound: str, widened: str) -> None:
    """The receiver's line is limit and 0.59 R (ISO 4259), as published for these methods."""
    spread = Limits().reproducibility(name, D(limit))
    found = verdicts(D(limit), D(limit), bound, spread)
    assert found.widened is not None
    assert round(found.widened, -D(widened).as_tuple().exponent) == D(widened)


def test_the_two_verdicts_differ_inside_the_margin_only() -> None:
    """0.52 is above 0.50, but the receiver may not claim on it; 0.54 is beyond both."""
    spread = Limits().reproducibility("sulphur", D("0.50"))
    assert verdicts(D("0.52"), D("0.50"), "max", spread).differ
    assert not verdicts(D("0.54"), D("0.50"), "max", spread).differ
    assert not verdicts(D("0.50"), D("0.50"), "max", spread).is_beyond_limit
    assert verdicts(D(58), D(60), "min", D("4.26")).differ
    assert not verdicts(D(57), D(60), "min", D("4.26")).differ


amounts = st.decimals(min_value=0, max_value=1000, places=3)


@given(amounts, amounts, amounts, st.sampled_from(["max", "min"]))
def test_the_margin_only_forgives(figure: Decimal, limit: Decimal, spread: Decimal, bound: str) -> None:
    """Nothing within the limit is beyond the widened one."""
    found = verdicts(figure, limit, bound, spread)
    assert found.is_beyond_limit or not found.is_beyond_widened
