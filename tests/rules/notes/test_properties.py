"""ISO 8217 as a surveyor reads the findings: the limits of a grade, the certificate, temperatures and units."""

from collections.abc import Callable
from decimal import Decimal

import pytest
from tests.rules.notes.delivery import Judge, amount

from bunkerdesk.rules.findings import Severity
from bunkerdesk.rules.fuel_limits import Limits
from bunkerdesk.rules.notes.case import Case
from bunkerdesk.rules.notes.certificate import side_by_side
from bunkerdesk.rules.notes.outcomes import Outcome
from bunkerdesk.rules.notes.properties import ccai

D = Decimal


def test_viscosity_of_the_named_class(judge: Judge) -> None:
    """RMG 380 at 390: above its class, within 0.59 R; at 400 beyond both; a bare RMG may have 700."""
    (within,) = judge("B14", productViscosity=amount(D(390), "cSt")).findings
    assert within.sentence == "Viscosity 390 mm²/s is above 380 mm²/s for RMG380 on BDN-77-2"
    assert "proves nothing up to 396.6 mm²/s" in within.whole
    assert "the supplier's own figure, which has no such margin" in within.whole
    (beyond,) = judge("B14", productViscosity=amount(D(400), "cSt")).findings
    assert "as well" in beyond.whole
    assert judge("B14", productViscosity=amount(D(400), "cSt at 40 °C")).outcome is Outcome.PASSED  # B18 tells of it
    bare = judge("B14", productName="ULSFO", productViscosity=amount(D(600), "cSt"))
    assert bare.outcome is Outcome.PASSED


@pytest.mark.parametrize(
    ("stated", "outcome", "said"),
    [
        ("kg/m3 at 15 °C", Outcome.FOUND, ""),
        ("kg/m3", Outcome.FOUND, ""),
        ("kg/m3 at 50 °C", Outcome.PASSED, "density (stated at 50 °C, not 15 °C)"),
    ],
)
def test_density_is_judged_at_15_degrees(judge: Judge, stated: str, outcome: Outcome, said: str) -> None:
    """991.1 kg/m³ at 15 °C is too much; at 50 °C it is another figure: not compared, and said."""
    spoiled = {
        "productDensity": amount(D("991.1"), stated),
        "fuel": {"certificateOfQuality": {"density": amount(D(980), "kg/m3")}},
    }
    result = judge("B14", **spoiled)
    assert result.outcome is outcome
    assert said in result.reason
    compared = outcome is Outcome.FOUND
    assert judge("B15", **spoiled).outcome is (Outcome.FOUND if compared else Outcome.MISSING)
    assert judge("B16", **spoiled).outcome is (Outcome.PASSED if compared else Outcome.MISSING)  # B15 has told it
    assert judge("B18", **spoiled).outcome is (Outcome.PASSED if compared else Outcome.FOUND)


def test_densities_at_one_temperature_are_compared(judge: Judge) -> None:
    """Note and certificate both at 50 °C differ or agree like any two."""
    certified = {"fuel": {"certificateOfQuality": {"density": amount(D(960), "kg/m3 at 50 °C")}}}
    assert judge("B15", **certified, productDensity=amount(D(962), "kg/m3 @ 50 °C")).outcome is Outcome.PASSED
    assert judge("B15", **certified, productDensity=amount(D("962.1"), "kg/m3 @ 50 °C")).outcome is Outcome.FOUND
    assert judge("B15", **certified, productDensity=amount(D(960), "kg/m3")).outcome is Outcome.MISSING


def test_viscosity_at_another_temperature_is_not_judged(judge: Judge) -> None:
    """35 mm²/s at 100 °C says nothing about 380 at 50 °C; nor does the certificate's."""
    certified = {"fuel": {"certificateOfQuality": {"viscosity": amount(D(320), "cSt")}}}
    result = judge("B14", **certified, productViscosity=amount(D(35), "cSt at 100 °C"))
    assert (result.outcome, "viscosity (stated at 100 °C, not 50 °C)" in result.reason) == (Outcome.PASSED, True)
    assert judge("B16", **certified, productViscosity=amount(D(35), "cSt at 100 °C")).outcome is Outcome.MISSING
    neither = {"productDensity": amount(D(985), "kg/m3 at 50 °C"), "productViscosity": amount(D(35), "cSt at 100 °C")}
    assert judge("B14", **neither).outcome is Outcome.MISSING


@pytest.mark.parametrize(
    ("water", "outcome"), [("<0.50", Outcome.PASSED), ("<1.0", Outcome.FOUND), ("0.51", Outcome.FOUND)]
)
def test_a_bound_across_the_water_limit_is_told(judge: Judge, water: str, outcome: Outcome) -> None:
    """`<1.0` does not tell whether the water is at most 0.50 %."""
    result = judge("B14", productWaterContent=amount(water, "% V/V"))
    assert result.outcome is outcome
    assert all(("may be above" in finding.sentence) == water.startswith("<") for finding in result.findings)


@pytest.mark.parametrize(("density", "outcome"), [("991", Outcome.PASSED), ("991.1", Outcome.FOUND)])
def test_unverified_limits_are_shown_and_not_enforced(judge: Judge, density: str, outcome: Outcome) -> None:
    """Nobody could confirm the density of RMG in the 2024 edition: a remark, unless the desk sets its own."""
    spoiled = {"productDensity": amount(D(density), "kg/m3"), "productViscosity": amount(D(180), "cSt")}
    result = judge("B14", **spoiled, facts={"chosen_edition": "2024"})
    assert result.outcome is outcome
    assert all(
        finding.severity is Severity.INFO and "unverified limit" in finding.sentence for finding in result.findings
    )
    own = Limits().with_override("iso8217.2024.rmg.density.max", D(990))
    (finding,) = judge("B14", **spoiled, facts={"chosen_edition": "2024", "limits": own}).findings
    assert finding.severity is Severity.WARNING


def test_water_of_2024_is_enforced_with_its_doubt(judge: Judge) -> None:
    """A limit of low confidence that is not marked so stays a warning that says its doubt."""
    (finding,) = judge("B14", productWaterContent=amount("0.51", "%"), facts={"chosen_edition": "2024"}).findings
    assert (finding.severity, "low confidence" in finding.source) == (Severity.WARNING, True)


@pytest.mark.parametrize(("degrees", "outcome"), [("86", Outcome.PASSED), ("86.1", Outcome.FOUND)])
def test_a_pour_point_in_fahrenheit_at_its_limit(judge: Judge, degrees: str, outcome: Outcome) -> None:
    """86 °F is 30 °C, not a hair above."""
    assert judge("B14", productPourPoint=amount(D(degrees), "°F")).outcome is outcome


def test_methanol_is_not_measured_by_iso_8217(judge: Judge) -> None:
    """Its viscosity at 20 °C and its density are its own; units are still looked at."""
    methanol = {"productName": "Methanol", "fuel": {"grade": "methanol_grade_a", "fuelType": "Methanol"}}
    figures = {"productViscosity": amount(D("0.6"), "cSt at 20 °C"), "productDensity": amount(D(792), "kg/m3 at 20 °C")}
    assert judge("B18", **methanol, **figures).outcome is Outcome.PASSED
    assert judge("B18", **methanol, productDensity=amount(D("0.792"), "kg/m3")).outcome is Outcome.FOUND


def test_pour_point_between_the_seasons(judge: Judge) -> None:
    """The season is not known: between winter and summer limit is a remark only."""
    dma = {"productName": "DMA", "fuel": {"grade": "dma"}, "productDensity": amount(D(850), "kg/m3")}
    dma["productViscosity"] = amount(D(4), "mm2/s")
    (finding,) = judge("B14", **dma, productPourPoint=amount(D(-3), "°C")).findings
    assert finding.severity is Severity.INFO
    (finding,) = judge("B14", **dma, productPourPoint=amount(D(3), "°C")).findings
    assert finding.severity is Severity.WARNING


def test_rf_without_the_2024_edition(judge: Judge) -> None:
    """RF under 2017 is an error of the order; when nobody chose an edition, RF is read by 2024."""
    order = {"productName": "RF 380", "fuel": {"grade": "rf"}}
    (finding,) = judge("B14", **order, facts={"chosen_edition": "2017"}).findings
    assert finding.severity is Severity.ERROR
    assert judge("B14", **order).outcome is Outcome.PASSED


def test_ccai_of_rmg380_at_its_limits() -> None:
    """991 kg/m³ and 380 mm²/s at 50 °C give 852."""
    index = ccai(D(991), D(380))
    assert index is not None
    assert round(index) == 852
    assert ccai(D(991), D("0.1")) is None


def test_side_by_side_reads_texts_as_intervals(make_case: Callable[..., Case]) -> None:
    """`>70` on the note agrees with 72 on the certificate; 0.09 and 0.10 do not agree."""
    rows = {row.property.name: row for row in side_by_side(make_case(productSulphurContent=amount("0.10", "%")))}
    assert rows["flash_point"].agrees is True
    assert rows["sulphur"].agrees is False
    assert rows["sulphur"].difference == D("0.01")
    assert rows["water"].agrees is None


def test_units_that_look_wrong(judge: Judge) -> None:
    """t/m³ named kg/m³, sulphur in mg/kg, a viscosity at another temperature."""
    (density,) = judge("B18", productDensity=amount(D("0.991"), "kg/m3")).findings
    assert density.sentence == "Density 0.991 kg/m³ looks like t/m³ on BDN-77-2"
    assert judge("B18", productDensity=amount(D("985.1"), "t/m3")).outcome is Outcome.FOUND
    assert judge("B18", productDensity=amount(D("0.9851"), "t/m3")).outcome is Outcome.PASSED
    assert judge("B18", productSulphurContent=amount("900", "%")).outcome is Outcome.FOUND
    assert judge("B18", productViscosity=amount(D(320), "cSt at 40 °C")).outcome is Outcome.FOUND
    assert judge("B18", productViscosity=amount(D(320), "cSt at 50 °C")).outcome is Outcome.PASSED


def test_unknown_unit_skips_the_check_and_says_so(judge: Judge) -> None:
    """A figure in a unit that is not known is not judged, nor silently passed."""
    result = judge("B15", productDensity=amount(D(985), "degrees API"))
    assert result.outcome is Outcome.MISSING
    assert "degrees API" in result.reason
    assert "density" in judge("B18", productDensity=amount(D(985), "degrees API")).reason
