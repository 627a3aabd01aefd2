"""What a stated LNG composition is per cent of, told by the heating value it gives."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

from bunkerdesk.contract.delivery_note import LngFuelProperties
from bunkerdesk.rules.lng.components import Basis, Composition, Temperature
from bunkerdesk.rules.lng.iso6976 import GasProperties, cached_properties
from bunkerdesk.rules.measurements import ARITHMETIC

BTU_PER_MEGAJOULE = Decimal("947.81712")
KWH_PER_MEGAJOULE = 1 / Decimal("3.6")
LEAN = Decimal(97)
"""Per cent of methane above which mole and mass per cent give the same heating value within what is measured."""


@dataclass(frozen=True, slots=True)
class Match:
    """A stated gross heating value (MJ/kg) beside one computed; `difference` in per cent of the computed one."""

    basis: Basis
    combustion: Temperature
    computed: Decimal
    difference: Decimal


@dataclass(frozen=True, slots=True)
class Basing:
    """The answer: the matches best first; `basis` is None where the two readings cannot be told apart."""

    stated: Decimal | None
    matches: tuple[Match, ...]
    basis: Basis | None

    @property
    def best(self) -> Match:
        """The closest match."""
        return self.matches[0]

    @property
    def assumed(self) -> Basis:
        """The basis to compute with: the one told, else mole per cent as chromatographs give it."""
        return self.basis or Basis.MOLE


def basis_words(composition: Composition, told: Basing | None) -> tuple[str, str]:
    """The unit of a composition's contents, and how it is known: the interface does not say."""
    if told is None:
        return "%", "mole or mass is not known: the contents cannot be used"
    if told.basis is not None:
        unit = "mol %" if told.basis is Basis.MOLE else "mass %"
        return unit, "told by the stated heating value"
    if told.stated is None:
        return "mol %", "assumed: no heating value tells mole from mass per cent"
    if composition.contents["methane"] > LEAN:
        return "mol %", "assumed: too lean to tell mole from mass per cent"
    return "mol %", "assumed: the stated heating value does not tell mole from mass per cent"


def stated_gross(properties: LngFuelProperties | None) -> Decimal | None:
    """The stated gross heating value in MJ/kg, from whichever mass unit is filled."""
    found = stated_mass_value(properties, "gross")
    return found.value if found else None


@dataclass(frozen=True, slots=True)
class MassValue:
    """A heating value in MJ/kg, as `given` in the unit of its field."""

    value: Decimal
    given: Decimal
    unit: str
    field: str


def stated_mass_value(properties: LngFuelProperties | None, side: str) -> MassValue | None:
    """The stated heating value by mass, `gross` or `net`, from whichever of the three units is filled."""
    for suffix, field, unit, factor in (
        ("mj", "MJ", "MJ/kg", Decimal(1)),
        ("btu", "Btu", "Btu/kg", BTU_PER_MEGAJOULE),
        ("kwh", "KWh", "kWh/kg", KWH_PER_MEGAJOULE),
    ):
        given = getattr(properties, f"{side}_heating_value_mass_{suffix}", None)
        if given is not None:
            return MassValue(ARITHMETIC.divide(given, factor), given, unit, f"{side}HeatingValueMass{field}")
    return None


def frozen(fractions: Mapping[str, Decimal]) -> tuple[tuple[str, Decimal], ...]:
    """Fractions as a key."""
    return tuple(fractions.items())


def properties_of(
    composition: Composition, basis: Basis, combustion: Temperature = "15", metering: Temperature = "15"
) -> GasProperties:
    """The gas properties of a usable composition on a basis."""
    return cached_properties(frozen(composition.mole_fractions(basis)), combustion, metering)


def tell_basis(composition: Composition, stated: Decimal | None, tolerance: Decimal) -> Basing | None:
    """Compute the gross heating value as mole and as mass per cent, at 15 °C and 25 °C, and compare with the stated.

    `tolerance` in per cent: a basis is told only if the other one does not fit as well. None for a composition that
    is not usable.
    """
    if not composition.is_usable:
        return None
    matches: list[Match] = []
    for basis in Basis:
        for combustion in ("15", "25"):
            computed = properties_of(composition, basis, combustion).gross_mass
            gap = (stated - computed) * 100 / computed if stated is not None else Decimal(0)
            matches.append(Match(basis, combustion, computed, gap))
    if stated is None:
        return Basing(None, tuple(matches), None)
    matches.sort(key=lambda match: abs(match.difference))
    fits = {match.basis for match in matches if abs(match.difference) <= tolerance}
    is_told = len(fits) == 1 and composition.contents["methane"] <= LEAN
    return Basing(stated, tuple(matches), next(iter(fits)) if is_told else None)
