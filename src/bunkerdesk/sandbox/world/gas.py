"""LNG of the demo world: a composition in mole per cent and all that follows from it.

Heating values and Wobbe indices by ISO 6976:2016 (combustion and metering at 15 °C; Btu per standard cubic foot at
60 °F), density by the ISO 6578 formula at -160 °C, from the component table in `resources/data/lng_components.csv`.
"""

import csv
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from math import sqrt
from typing import Any

from bunkerdesk import resource_files

BTU_PER_MJ = 947.81712
MJ_PER_KWH = 3.6
MMBTU_PER_MWH = 3.412142
_R, _PRESSURE = 8.3144621, 101.325
_AIR_MASS, _AIR_Z = 28.96546, {"15C": 0.999595, "15_55C": 0.999601}
_SCF_M3 = 0.0283168466

# Molar volumes of the saturated liquids near -160 °C, m3/kmol (ISO 6578 tables, rounded).
_LIQUID_VOLUME = {
    "methane": 0.038149, "ethane": 0.04805, "propane": 0.06262, "isoButane": 0.07843, "nButane": 0.07677,
    "isoPentane": 0.0920, "neoPentane": 0.0930, "nPentane": 0.0919, "nHexane": 0.1055, "nitrogen": 0.0476,
}  # fmt: skip

MIXES: dict[str, dict[str, str]] = {
    "lean": {"methane": "96.42", "ethane": "2.61", "propane": "0.48", "isoButane": "0.09", "nButane": "0.11",
             "isoPentane": "0.02", "neoPentane": "0.00", "nPentane": "0.01", "nHexane": "0.00", "nitrogen": "0.26"},
    "typical": {"methane": "92.38", "ethane": "5.21", "propane": "1.36", "isoButane": "0.31", "nButane": "0.35",
                "isoPentane": "0.03", "neoPentane": "0.01", "nPentane": "0.02", "nHexane": "0.01", "nitrogen": "0.32"},
    "rich": {"methane": "89.44", "ethane": "6.82", "propane": "2.31", "isoButane": "0.46", "nButane": "0.58",
             "isoPentane": "0.04", "neoPentane": "0.01", "nPentane": "0.03", "nHexane": "0.01", "nitrogen": "0.30"},
}  # fmt: skip


@cache
def components() -> dict[str, dict[str, str]]:
    """The component table by the field names of the interface."""
    with resource_files.path("data", "lng_components.csv").open(encoding="utf-8", newline="") as table:
        return {row["api_field"]: row for row in csv.DictReader(table)}


@dataclass(frozen=True)
class Gas:
    """A composition in mole per cent (it is normalised before anything is computed)."""

    mole_per_cent: dict[str, Decimal]

    @property
    def fractions(self) -> dict[str, float]:
        """Mole fractions."""
        total = float(sum(self.mole_per_cent.values()))
        return {name: float(value) / total for name, value in self.mole_per_cent.items()}

    def mean(self, column: str) -> float:
        """The molar mean of a column of the component table."""
        table = components()
        return sum(share * float(table[name][column]) for name, share in self.fractions.items())

    @property
    def molar_mass(self) -> float:
        """kg/kmol."""
        return self.mean("molar_mass_kg_per_kmol")

    def compression(self, reference: str) -> float:
        """Z at a reference condition ("15C" or "15_55C", which is 60 °F)."""
        return 1.0 - self.mean(f"summation_s_{reference}") ** 2

    def volumetric(self, molar: float, reference: str) -> float:
        """A molar heat (kJ/mol) as MJ per real cubic metre."""
        kelvin = 288.15 if reference == "15C" else 288.70556
        return molar * _PRESSURE / (self.compression(reference) * _R * kelvin)

    def relative_density(self, reference: str) -> float:
        """Density relative to air at the same condition."""
        return self.molar_mass * _AIR_Z[reference] / (_AIR_MASS * self.compression(reference))

    @property
    def liquid_density(self) -> float:
        """kg/m3 at -160 °C: M / (sum x V - k x methane), the shrinkage k after the ISO 6578 tables."""
        shares = self.fractions
        heavy = self.molar_mass - 16.04246
        shrinkage = 0.000165 * heavy + 0.00035 * heavy * shares.get("nitrogen", 0.0) / 0.0425
        volume = sum(share * _LIQUID_VOLUME[name] for name, share in shares.items())
        return self.molar_mass / (volume - shrinkage * shares["methane"])

    @property
    def gross_mass(self) -> float:
        """Gross heating value, MJ/kg at 15 °C."""
        return self.mean("Hs_molar_15C_kJ_mol") / self.molar_mass

    @property
    def net_mass(self) -> float:
        """Net heating value, MJ/kg at 15 °C."""
        return self.mean("Hi_molar_15C_kJ_mol") / self.molar_mass

    @property
    def methane_number(self) -> float:
        """A linear estimate in the manner of engine makers' tools: enough for a demo note."""
        shares = self.fractions
        heavy = sum(
            shares[name] for name in ("isoButane", "nButane", "isoPentane", "neoPentane", "nPentane", "nHexane")
        )
        return 100.0 - 230.0 * shares["ethane"] - 470.0 * shares["propane"] - 900.0 * heavy + 40.0 * shares["nitrogen"]


def _places(value: float, places: str) -> Decimal:
    return Decimal(repr(value)).quantize(Decimal(places))


def mix(kind: str) -> Gas:
    """One of the three mixes; each sums to 100."""
    return Gas({name: Decimal(value) for name, value in MIXES[kind].items()})


def properties(gas: Gas) -> dict[str, Any]:
    """The note's LNG fuel properties, consistent in every unit; the deprecated fields stay filled."""
    gross, net = gas.gross_mass, gas.net_mass
    gross_btu = gas.volumetric(gas.mean("Hs_molar_15_55C_kJ_mol"), "15_55C") * BTU_PER_MJ * _SCF_M3
    net_btu = gross_btu * net / gross
    root = sqrt(gas.relative_density("15_55C"))
    scf = {
        "grossHeatingValueVolume": gross_btu,
        "netHeatingValueVolume": net_btu,
        "grossWobbeIndex": gross_btu / root,
        "netWobbeIndex": net_btu / root,
    }
    found: dict[str, Any] = dict(gas.mole_per_cent)
    found |= {
        "sulphur": "<0.0005",
        "density": {"value": _places(gas.liquid_density, "0.1"), "unit": "kg/m3"},
        "methaneNumber": _places(gas.methane_number, "0.1"),
        "methaneNumberMethod": "EN 16726",
    }
    for name, value in (("gross", gross), ("net", net)):
        found[f"{name}HeatingValueMassMJ"] = _places(value, "0.001")
        found[f"{name}HeatingValueMassBtu"] = _places(value * BTU_PER_MJ, "0.1")
        found[f"{name}HeatingValueMassKWh"] = _places(value / MJ_PER_KWH, "0.0001")
        found[f"{name}HeatingValueMassMMBtu"] = _places(value * BTU_PER_MJ / 1e6, "0.0000001")
        molar = gas.mean("Hs_molar_15C_kJ_mol" if name == "gross" else "Hi_molar_15C_kJ_mol")
        found[f"{name}HeatingValueVolumeMJ"] = _places(gas.volumetric(molar, "15C"), "0.001")
    for name, value in scf.items():
        found[f"{name}BtuScf"] = _places(value, "0.1")
        found[f"{name}MMBtu"] = _places(value / 1e6, "0.0000001")
    return found


def quantity(gas: Gas, mass_tonnes: Decimal) -> dict[str, Any]:
    """What was delivered: mass, liquid volume and gross energy, each from the one before."""
    mass = float(mass_tonnes)
    energy = mass * 1000 * float(_places(gas.gross_mass, "0.001")) * BTU_PER_MJ / 1e6
    volume = mass * 1000 / float(_places(gas.liquid_density, "0.1"))
    return {
        "mass": {"value": mass_tonnes, "unit": "metric tons"},
        "volume": {"value": _places(volume, "0.001"), "unit": "m3"},
        "energy": {"value": _places(energy, "0.1"), "unit": "MMBtu"},
        "energyInMegawattHours": {"value": _places(energy / MMBTU_PER_MWH, "0.1"), "unit": "MWh"},
    }
