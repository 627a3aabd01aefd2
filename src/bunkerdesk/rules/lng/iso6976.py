"""Heating values, relative density and Wobbe index of a gas from its composition: ISO 6976:2016.

H_molar = Σ x·H; net = gross − (nH/2)·L; by volume = H_molar·p/(Z·R·T); Z = 1 − (Σ x·s)² at 101.325 kPa.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from bunkerdesk.rules.lng.components import Component, Temperature, table

SOURCE = "ISO 6976:2016"
_GAS_CONSTANT = Decimal("8.3144621")
_PRESSURE = Decimal("101.325")
_AIR_MASS = Decimal("28.96546")
# Compression factor of air and enthalpy of vaporisation of water (kJ/mol), ISO 6976:2016 tables A.1 and A.4.
_AIR_FACTOR = {
    "0": Decimal("0.999419"),
    "15": Decimal("0.999595"),
    "15_55": Decimal("0.999601"),
    "20": Decimal("0.999645"),
}
_VAPORISATION = {
    "0": Decimal("45.064"),
    "15": Decimal("44.431"),
    "15_55": Decimal("44.408"),
    "20": Decimal("44.222"),
    "25": Decimal("44.013"),
}
_KELVIN = {
    "0": Decimal("273.15"),
    "15": Decimal("288.15"),
    "15_55": Decimal("288.70"),
    "20": Decimal("293.15"),
    "25": Decimal("298.15"),
}


@dataclass(frozen=True, slots=True)
class GasProperties:
    """Of the real gas: kg/kmol, kJ/mol, MJ/kg, MJ/m³, kg/m³; the volume is that of the metering temperature."""

    combustion: Temperature
    metering: Temperature
    molar_mass: Decimal
    compression_factor: Decimal
    relative_density: Decimal
    density: Decimal
    gross_molar: Decimal
    net_molar: Decimal
    gross_mass: Decimal
    net_mass: Decimal
    gross_volume: Decimal
    net_volume: Decimal
    gross_wobbe: Decimal
    net_wobbe: Decimal


def gas_properties(
    fractions: Mapping[str, Decimal],
    combustion: Temperature = "15",
    metering: Temperature = "15",
    components: Mapping[str, Component] | None = None,
) -> GasProperties:
    """Properties of a mixture given by mole fractions that add up to 1.

    Combustion at 0, 15, 15.55, 20 or 25 °C; metering at all but 25 (ISO 6976 has no summation factors there). Raises
    `KeyError` for a component the table does not have.
    """
    known = components or table()
    parts = [(share, known[name]) for name, share in fractions.items()]
    molar_mass = sum((share * part.molar_mass for share, part in parts), Decimal(0))
    gross = sum((share * part.gross[combustion] for share, part in parts), Decimal(0))
    water = sum((share * part.hydrogen for share, part in parts), Decimal(0)) / 2
    net = gross - water * _VAPORISATION[combustion]
    root = sum((share * part.summation[metering] for share, part in parts), Decimal(0))
    factor = 1 - root * root
    volume = factor * _GAS_CONSTANT * _KELVIN[metering] / _PRESSURE
    relative = molar_mass / _AIR_MASS * _AIR_FACTOR[metering] / factor
    wobbe = relative.sqrt()
    return GasProperties(
        combustion,
        metering,
        molar_mass,
        factor,
        relative,
        molar_mass / volume,
        gross,
        net,
        gross / molar_mass,
        net / molar_mass,
        gross / volume,
        net / volume,
        gross / volume / wobbe,
        net / volume / wobbe,
    )


@lru_cache(maxsize=512)
def cached_properties(
    fractions: tuple[tuple[str, Decimal], ...], combustion: Temperature, metering: Temperature
) -> GasProperties:
    """The same for the shipped components, remembered: a note's rules ask several times."""
    return gas_properties(dict(fractions), combustion, metering)
