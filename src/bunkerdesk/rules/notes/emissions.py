"""Carbon dioxide and energy of a delivered fuel, tank to wake, by the IMO's factors; an estimate, not a report.

A bio part counts as fossil until it is certified: what `isccValue` means is not stated, so it is not used here.
"""

from dataclasses import dataclass
from decimal import Decimal

from bunkerdesk.rules.measurements import ARITHMETIC
from bunkerdesk.rules.notes.case import Case
from bunkerdesk.rules.notes.checkset import FuelSet

_IMO = "IMO factors (MEPC.364(79), before it MEPC.308(73))"
_BLEND = "blend of unknown share: the least favourable fossil factor; MEPC.1/Circ.905 for certified biofuel"


@dataclass(frozen=True, slots=True)
class Factor:
    """Tonnes of CO2 a tonne of fuel, and the lower calorific value in MJ/kg."""

    fuel: str
    carbon: Decimal
    calorific: Decimal
    confidence: str
    source: str


HEAVY = Factor("heavy fuel oil", Decimal("3.114"), Decimal("40.2"), "high", _IMO)
LIGHT = Factor("light fuel oil", Decimal("3.151"), Decimal("41.2"), "high", _IMO)
DIESEL = Factor("diesel or gas oil", Decimal("3.206"), Decimal("42.7"), "high", _IMO)
GAS = Factor("liquefied natural gas", Decimal("2.750"), Decimal("48.0"), "high", f"{_IMO}; without methane slip")
METHANOL = Factor("methanol", Decimal("1.375"), Decimal("19.9"), "high", f"{_IMO}; fossil")
ETHANE = Factor("ethane", Decimal("2.927"), Decimal("46.4"), "high", _IMO)
ETHANOL = Factor("ethanol", Decimal("1.913"), Decimal("26.8"), "high", _IMO)
PROPANE = Factor("propane (LPG)", Decimal("3.000"), Decimal("46.3"), "general", _IMO)
BUTANE = Factor("butane (LPG)", Decimal("3.030"), Decimal("45.7"), "general", _IMO)
_BLENDED = Factor("distillate or residual with bio part", Decimal("3.206"), Decimal("42.7"), "low", _BLEND)

BY_GRADE: dict[str, Factor] = {
    **dict.fromkeys(("rme", "rmg", "rmk"), HEAVY),
    **dict.fromkeys(("rma", "rmb", "rmd"), LIGHT),
    **dict.fromkeys(("dmx", "dma", "dmz", "dmb"), DIESEL),
    **dict.fromkeys(("dfa", "dfz", "dfb", "rf"), _BLENDED),
    **dict.fromkeys(("methanol_grade_a", "methanol_grade_b", "methanol_grade_c", "methanol_others"), METHANOL),
}
"""Grade of the interface to factor; `others` has none."""

FACTORS: dict[str, Factor] = {one.fuel: one for one in (*BY_GRADE.values(), GAS, ETHANE, ETHANOL, PROPANE, BUTANE)}
"""Every factor by the fuel it is named for."""


@dataclass(frozen=True, slots=True)
class Emission:
    """Of one note: tonnes of fuel and of CO2, energy in GJ, and the factor behind them."""

    tonnes: Decimal
    carbon_dioxide: Decimal
    energy: Decimal
    factor: Factor


def factor(grade: str | None, fuel_set: FuelSet = FuelSet.UNKNOWN) -> Factor | None:
    """The factor of a grade, else of the fuel's kind; None where neither tells."""
    known = BY_GRADE.get(grade or "")
    if known is not None:
        return known
    return {FuelSet.LNG: GAS, FuelSet.METHANOL: METHANOL, FuelSet.BIOFUEL: _BLENDED}.get(fuel_set)


def emission(case: Case) -> Emission | None:
    """The estimate for the case's note; None without a quantity in tonnes or a factor."""
    chosen = GAS if case.fuel_set is FuelSet.LNG else factor(case.grade, case.fuel_set)
    tonnes = case.delivered().exact
    if chosen is None or tonnes is None:
        return None
    carbon, energy = (ARITHMETIC.multiply(tonnes, per_tonne) for per_tonne in (chosen.carbon, chosen.calorific))
    return Emission(tonnes, carbon, energy, chosen)
