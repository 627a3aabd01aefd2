"""The LNG rules on a clean note, spoiled a field at a time."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest

from bunkerdesk.contract.operation import Operation
from bunkerdesk.rules.findings import Severity
from bunkerdesk.rules.fuel_limits import Limits
from bunkerdesk.rules.lng.basis import BTU_PER_MEGAJOULE, tell_basis
from bunkerdesk.rules.lng.checks import linear_methane_number
from bunkerdesk.rules.lng.components import Basis, Composition, table
from bunkerdesk.rules.lng.iso6976 import gas_properties
from bunkerdesk.rules.notes.case import Case
from bunkerdesk.rules.notes.checkset import FuelSet
from bunkerdesk.rules.notes.outcomes import Judged, Outcome
from bunkerdesk.rules.notes.registry import BY_NUMBER, RULES

D = Decimal
FOUND, PASSED, SKIPPED, MISSING = Outcome.FOUND, Outcome.PASSED, Outcome.NOT_APPLICABLE, Outcome.MISSING
TYPICAL = {
    "methane": D("91.50"),
    "ethane": D("6.00"),
    "propane": D("1.70"),
    "isoButane": D("0.30"),
    "nButane": D("0.30"),
    "nitrogen": D("0.20"),
}
_AT_15 = gas_properties({name: value / 100 for name, value in TYPICAL.items()})
_AT_60_F = gas_properties({name: value / 100 for name, value in TYPICAL.items()}, "15_55", "15_55")


def _rounded(value: Decimal, places: str = "0.001") -> Decimal:
    return value.quantize(D(places))


CLEAN: dict[str, Any] = {
    **TYPICAL,
    "density": {"value": D("451.0"), "unit": "kg/m3"},
    "methaneNumber": D(74),
    "methaneNumberMethod": "EN 16726",
    "sulphur": "< 0.001",
    "grossHeatingValueMassMJ": _rounded(_AT_15.gross_mass),
    "netHeatingValueMassMJ": _rounded(_AT_15.net_mass),
    "grossHeatingValueMassBtu": _rounded(_AT_15.gross_mass * BTU_PER_MEGAJOULE),
    "grossHeatingValueMassKWh": _rounded(_AT_15.gross_mass / D("3.6"), "0.00001"),
    "grossHeatingValueVolumeMJ": _rounded(_AT_15.gross_volume),
    "grossHeatingValueVolumeBtuScf": _rounded(_AT_15.gross_volume * D("26.787")),
    "grossWobbeIndexBtuScf": _rounded(_AT_60_F.gross_wobbe * D("26.8392")),
}
NO_HEAVY = dict.fromkeys(("isoPentane", "neoPentane", "nPentane", "nHexane"), D(0))
ONLY_METHANE = dict.fromkeys(("ethane", "propane", "isoButane", "nButane", "nitrogen"))
NOTHING = dict.fromkeys(CLEAN)
# Without a stated heating value the contents are taken as mole per cent.
NO_MASS_VALUES = dict.fromkeys(("grossHeatingValueMassMJ", "grossHeatingValueMassBtu", "grossHeatingValueMassKWh"))


def make(kind: str = "lng", **spoiled: Any) -> Case:
    gas = {name: value for name, value in (CLEAN | spoiled).items() if value is not None}
    note = {"bunkerType": kind, "number": "LNG-1", "productName": "LNG", "fuelProperties": gas}
    return Case(Operation.read({"bunkerDeliveryNotes": [note]}), datetime(2026, 11, 21, tzinfo=UTC)).of_note(0)


@pytest.fixture
def judge() -> Callable[..., Judged]:
    return lambda rule, **spoiled: BY_NUMBER[rule].judge(make(**spoiled))


OUTCOMES: list[tuple[str, dict[str, Any], Outcome]] = [
    *((rule.number, {"kind": "conventional"}, SKIPPED) for rule in RULES if rule.number.startswith("L")),
    *((f"L{number:02}", {}, PASSED) for number in range(1, 12)),
    *((f"L{number:02}", NOTHING, MISSING) for number in range(1, 12)),
    ("L01", {"methane": D("91.30"), **NO_HEAVY}, FOUND),
    ("L01", {"methane": D("91.30")}, MISSING),
    ("L01", {"methane": D("91.20")}, FOUND),
    ("L01", {"methane": D("85.00")}, FOUND),
    ("L01", {"methane": D("91.70")}, FOUND),
    ("L01", ONLY_METHANE, MISSING),
    ("L01", {"nitrogen": None}, MISSING),
    ("L01", {"nitrogen": None, "methane": D("92.50")}, FOUND),
    ("L02", {"ethane": D("-0.10")}, FOUND),
    ("L02", {"methane": D("78.50"), "ethane": D("19.00"), **NO_MASS_VALUES}, FOUND),
    ("L02", {"nitrogen": D("1.40"), "methane": D("90.30")}, FOUND),
    ("L02", {"nPentane": D("0.30"), "methane": D("91.20")}, FOUND),
    ("L03", {"netHeatingValueMassMJ": D("55.0")}, FOUND),
    ("L03", {"netHeatingValueMassMJ": D("50.2"), "grossHeatingValueMassMJ": D("54.0")}, FOUND),
    ("L04", {"grossHeatingValueMassMJ": D("56.1")}, FOUND),
    ("L05", {"netHeatingValueMassMJ": D("46.0")}, FOUND),
    ("L06", {"grossHeatingValueVolumeMJ": D("36.0")}, FOUND),
    ("L06", {"grossHeatingValueVolumeMJ": D("47.0")}, FOUND),
    ("L06", {"grossHeatingValueVolumeBtuScf": D(990)}, FOUND),
    ("L07", {"grossWobbeIndexBtuScf": D(1450)}, FOUND),
    ("L07", {"grossWobbeIndexBtuScf": D(1360)}, FOUND),
    ("L08", {"density": {"value": D(495), "unit": "kg/m3"}}, FOUND),
    ("L08", {"density": {"value": D(430), "unit": "kg/m3"}}, FOUND),
    ("L09", {"methaneNumber": D(55)}, FOUND),
    ("L09", {"methaneNumber": D(97)}, FOUND),
    ("L09", {"methaneNumberMethod": None}, FOUND),
    ("L10", {"grossHeatingValueMassMJ": D("55.4"), "grossHeatingValueMassBtu": None}, FOUND),
    ("L11", {"grossHeatingValueMassBtu": D("54500")}, FOUND),
    ("L11", {"grossHeatingValueMassKWh": D("54.5")}, FOUND),
    ("L02", {"methane": D("79.95"), "ethane": D("18.35"), **NO_MASS_VALUES}, FOUND),
    ("L04", {**NO_MASS_VALUES, "grossHeatingValueMassBtu": D(53200)}, FOUND),
    ("L04", {**NO_MASS_VALUES, "grossHeatingValueMassKWh": D("14.9")}, PASSED),
    ("L05", {"netHeatingValueMassMJ": None, "netHeatingValueMassKWh": D("12.9")}, FOUND),
    ("L06", {"grossHeatingValueVolumeMJ": D("39.0")}, FOUND),
    ("L11", {"grossHeatingValueMassMJ": None, "grossHeatingValueMassKWh": D("14.9")}, FOUND),
    ("L12", {"grossHeatingValueMassMMBtu": D("0.0517")}, PASSED),
    ("L12", {"grossHeatingValueMassMMBtu": D("0.0517"), "grossHeatingValueMassBtu": None}, FOUND),
    ("L12", {"grossHeatingValueMassMMBtu": D("51700")}, FOUND),
    ("L12", {}, SKIPPED),
]


@pytest.mark.parametrize(("rule", "spoiled", "expected"), OUTCOMES)
def test_outcome_of_each_rule(
    judge: Callable[..., Judged], rule: str, spoiled: dict[str, Any], expected: Outcome
) -> None:
    """Pass, finding, not applicable and missing data of every LNG rule."""
    if rule == "L12" and spoiled is NOTHING:
        expected = SKIPPED
    result = judge(rule, **spoiled)
    assert result.outcome is expected, result
    assert all(finding.rule == rule and finding.places and finding.source for finding in result.findings)


def test_a_density_that_names_its_temperature_is_read(judge: Callable[..., Judged]) -> None:
    """`kg/m3 at -160 °C` is kg/m³ like any other."""
    assert judge("L08", density={"value": D(600), "unit": "kg/m3 at -160 °C"}).outcome is FOUND
    assert judge("L08", density={"value": D(600), "unit": "kg/m³ at −160 °C"}).outcome is FOUND
    plain = judge("L08", density=CLEAN["density"])
    assert judge("L08", density=CLEAN["density"] | {"unit": "kg/m3 at -160 °C"}).outcome is plain.outcome is PASSED


@pytest.mark.parametrize(
    ("methane", "severity"), [("91.20", Severity.WARNING), ("91.00", Severity.WARNING), ("90.99", Severity.ERROR)]
)
def test_a_narrowed_sum_keeps_its_error(methane: str, severity: Severity) -> None:
    """Beyond the desk's 0.3 a warning, beyond the shipped 0.5 still an error."""
    own = Limits().with_override("lng.sum_tolerance", D("0.3"))
    (finding,) = BY_NUMBER["L01"].judge(replace(make(methane=D(methane)), limits=own)).findings
    assert finding.severity is severity


def test_only_impossible_figures_are_errors(judge: Callable[..., Judged]) -> None:
    """A sum far from 100, a negative content and net above gross cannot be; all ranges are practice."""
    severities = {
        (rule, finding.severity)
        for rule, spoiled, expected in OUTCOMES
        if expected is FOUND
        for finding in judge(rule, **spoiled).findings
    }
    assert {rule for rule, severity in severities if severity is Severity.ERROR} == {"L01", "L02", "L03"}


def test_fractions_are_told_from_per_cent(judge: Callable[..., Judged]) -> None:
    """0.915 of methane is 91.5 %: a doubt about the unit, no sum that cannot be."""
    (finding,) = judge("L01", **{name: value / 100 for name, value in TYPICAL.items()}).findings
    assert finding.severity is Severity.WARNING
    assert finding.sentence == "Contents add up to 1.000: they look like fractions, not per cent, on LNG-1"


def test_what_is_not_stated_is_not_zero(judge: Callable[..., Judged]) -> None:
    """It is named where the sum lacks something, and neither nitrogen nor the heavy ones pass for none."""
    assert judge("L01", **ONLY_METHANE).reason == (
        "what is stated adds up to 91.50 %; "
        "not stated: ethane, propane, iso-butane, n-butane, nitrogen, pentanes and heavier"
    )
    assert judge("L01", methane=D("91.20")).findings[0].besides == "not stated: pentanes and heavier"
    assert judge("L02").reason == "not judged, because not stated: pentanes and heavier"
    assert "nitrogen" in judge("L02", nitrogen=None, **NO_HEAVY).reason
    assert judge("L02", **NO_HEAVY).reason == ""


def test_one_wrong_ratio_in_three_units_is_one_finding(judge: Callable[..., Judged]) -> None:
    """The three are the same figure converted; another figure among them is a fault of its own."""
    gross, net = D("54.0"), D("50.2")
    three = {
        "grossHeatingValueMassMJ": gross,
        "netHeatingValueMassMJ": net,
        "grossHeatingValueMassBtu": _rounded(gross * BTU_PER_MEGAJOULE),
        "netHeatingValueMassBtu": _rounded(net * BTU_PER_MEGAJOULE),
        "grossHeatingValueMassKWh": _rounded(gross / D("3.6"), "0.00001"),
        "netHeatingValueMassKWh": _rounded(net / D("3.6"), "0.00001"),
    }
    (finding,) = judge("L03", **three).findings
    assert "Gross over net is 1.076 (mass, MJ, Btu, KWh)" in finding.sentence
    assert len(finding.places) == 6
    assert len(judge("L03", **three | {"netHeatingValueMassKWh": D("15.5")}).findings) == 2


def test_methane_below_seventy_warns_only(judge: Callable[..., Judged]) -> None:
    """The limit is general knowledge."""
    (finding,) = judge("L02", methane=D("65.00"), ethane=D("32.50")).findings
    assert finding.severity is Severity.WARNING
    assert "70 mol %" in finding.figures


RICH = {"methane": D("83.0"), "ethane": D("11.0"), "propane": D("4.5"), "nButane": D("1.0"), "nitrogen": D("0.5")}


@pytest.mark.parametrize("basis", Basis)
@pytest.mark.parametrize("combustion", ["15", "25"])
def test_basis_is_told_by_the_heating_value(basis: Basis, combustion: str) -> None:
    """A rich LNG tells mole from mass per cent, whichever temperature the value was stated at."""
    composition = Composition(RICH)
    stated = gas_properties(composition.mole_fractions(basis), combustion).gross_mass  # type: ignore[arg-type]
    told = tell_basis(composition, stated, D("0.3"))
    assert told is not None
    assert told.basis is basis
    assert (told.best.basis, told.best.combustion) == (basis, combustion)


def test_mass_per_cent_is_told_as_information(judge: Callable[..., Judged]) -> None:
    """The IGF form asks for mass per cent: this is no fault, but worth knowing."""
    stated = gas_properties(Composition(RICH).mole_fractions(Basis.MASS)).gross_mass
    others = dict.fromkeys(("isoButane", "grossHeatingValueMassBtu", "grossHeatingValueMassKWh"))
    (finding,) = judge("L10", **RICH, **others, grossHeatingValueMassMJ=stated).findings
    assert finding.severity is Severity.INFO
    assert "mass per cent" in finding.sentence


def test_lean_gas_is_undecidable(judge: Callable[..., Judged]) -> None:
    """Above 97 % methane both readings fit, and the rule says so instead of guessing."""
    lean = {"methane": D("99.0"), "ethane": D("1.0")} | dict.fromkeys(
        ("propane", "isoButane", "nButane", "nitrogen", "grossHeatingValueMassBtu", "grossHeatingValueMassKWh")
    )
    stated = gas_properties({"methane": D("0.99"), "ethane": D("0.01")}).gross_mass
    result = judge("L10", **lean, grossHeatingValueMassMJ=stated)
    assert result.outcome is PASSED
    assert "too lean" in result.reason


def test_volume_says_which_reference_fits(judge: Callable[..., Judged]) -> None:
    """The interface does not carry the reference temperatures; the composition tells."""
    assert "15/15" in judge("L06").reason
    normal = gas_properties({name: value / 100 for name, value in TYPICAL.items()}, "25", "0").gross_volume
    assert "25/0" in judge("L06", grossHeatingValueVolumeMJ=normal).reason


def test_linear_methane_number_of_methane() -> None:
    """Pure methane gives 95.7 by the Gas Research Institute's correlation."""
    assert round(linear_methane_number({"methane": D(1)}), 1) == D("95.7")


def test_lng_note_takes_the_lng_set() -> None:
    """The fuel properties belong to the LNG set whatever else is missing."""
    assert make().fuel_set is FuelSet.LNG


def test_mole_and_mass_fractions_agree_for_one_component() -> None:
    """A single component is 100 % of either."""
    for name in table():
        for basis in Basis:
            assert Composition({name: D(100)}).mole_fractions(basis) == {name: D(1)}
