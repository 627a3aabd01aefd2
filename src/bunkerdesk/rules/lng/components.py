"""The components of LNG with their constants, and compositions told apart into mole and mass per cent."""

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum, auto
from functools import lru_cache
from typing import Literal

from bunkerdesk import resource_files
from bunkerdesk.contract.delivery_note import LngFuelProperties

Temperature = Literal["0", "15", "15_55", "20", "25"]
"""Reference temperatures in °C; `15_55` is 60 °F. The gas is never metered at 25."""


@dataclass(frozen=True, slots=True)
class Component:
    """Constants of ISO 6976:2016: molar mass in kg/kmol, gross heating values in kJ/mol, summation factors."""

    name: str
    hydrogen: int
    molar_mass: Decimal
    gross: Mapping[str, Decimal]
    summation: Mapping[str, Decimal]


NAMES: dict[str, str] = {
    "methane": "methane",
    "ethane": "ethane",
    "propane": "propane",
    "iso_butane": "isoButane",
    "n_butane": "nButane",
    "iso_pentane": "isoPentane",
    "neo_pentane": "neoPentane",
    "n_pentane": "nPentane",
    "n_hexane": "nHexane",
    "nitrogen": "nitrogen",
}
"""Python field names of the fuel properties and the component's name in the interface."""
HEAVY = ("isoPentane", "neoPentane", "nPentane", "nHexane")
_COMBUSTION, _METERING = ("0", "15", "15_55", "20", "25"), ("0", "15", "15_55", "20")


@lru_cache(maxsize=1)
def table() -> dict[str, Component]:
    """All components by their name in the interface."""
    found: dict[str, Component] = {}
    with resource_files.path("data", "lng_components.csv").open(encoding="utf-8", newline="") as rows:
        for row in csv.DictReader(rows):
            if row["api_field"] != "(air)":
                found[row["api_field"]] = Component(
                    row["api_field"],
                    int(row["n_hydrogen"]),
                    Decimal(row["molar_mass_kg_per_kmol"]),
                    {at: Decimal(row[f"Hs_molar_{at}C_kJ_mol"]) for at in _COMBUSTION},
                    {at: Decimal(row[f"summation_s_{at}C"]) for at in _METERING},
                )
    return found


class Basis(StrEnum):
    """What a composition's per cent are; the interface does not say."""

    MOLE = auto()
    MASS = auto()


@dataclass(frozen=True, slots=True)
class Composition:
    """Contents as stated, in per cent; a component that is not stated is left out, not zero."""

    contents: Mapping[str, Decimal]

    @classmethod
    def of(cls, properties: LngFuelProperties | None) -> "Composition":
        """The stated contents of a note."""
        stated = {wire: getattr(properties, name, None) for name, wire in NAMES.items()}
        return cls({wire: value for wire, value in stated.items() if value is not None})

    @property
    def total(self) -> Decimal:
        """The sum of what is stated, in per cent."""
        return sum(self.contents.values(), Decimal(0))

    @property
    def is_usable(self) -> bool:
        """Whether heating values can be computed: methane is stated, nothing is negative, the sum is near 100."""
        return (
            "methane" in self.contents
            and all(value >= 0 for value in self.contents.values())
            and Decimal(90) <= self.total <= Decimal(110)
        )

    def mole_fractions(self, basis: Basis, given: Mapping[str, Component] | None = None) -> dict[str, Decimal]:
        """Fractions that add up to 1, from contents on the given basis; raises `ValueError` for nothing stated."""
        known = given or table()
        amounts = {
            name: value if basis is Basis.MOLE else value / known[name].molar_mass
            for name, value in self.contents.items()
        }
        total = sum(amounts.values(), Decimal(0))
        if not total > 0:
            raise ValueError("no contents")
        return {name: value / total for name, value in amounts.items()}
