"""Density of LNG from composition and temperature: the revised Klosek-McKinley method of ISO 6578.

D = M / (Σ x·V − [k1 + (k2 − k1)·x(N2)/0.0425]·x(CH4)), volumes by temperature, k1 and k2 by molar mass and
temperature, all interpolated linearly. Valid for at least 60 % methane, at most 4 % each of butanes, pentanes and
nitrogen.
"""

import csv
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import lru_cache

from bunkerdesk import resource_files
from bunkerdesk.rules.lng.components import table

SOURCE = "ISO 6578 (Klosek-McKinley)"
_NITROGEN_SCALE = Decimal("0.0425")

_Series = tuple[tuple[Decimal, ...], tuple[Decimal, ...]]


@lru_cache(maxsize=1)
def _tables() -> tuple[dict[str, _Series], dict[str, dict[Decimal, _Series]]]:
    """Molar volumes (m³/kmol) by component, and k1, k2 (0.001 m³/kmol) by molar mass; each by temperature (°C)."""
    collected: dict[tuple[str, str], list[tuple[Decimal, Decimal]]] = {}
    with resource_files.path("data", "klosek_mckinley.csv").open(encoding="utf-8", newline="") as rows:
        for row in csv.DictReader(rows):
            point = (Decimal(row["temperature_c"]), Decimal(row["value"]))
            collected.setdefault((row["table"], row["row"]), []).append(point)
    volumes: dict[str, _Series] = {}
    corrections: dict[str, dict[Decimal, _Series]] = {"k1": {}, "k2": {}}
    for (name, key), points in collected.items():
        at, values = zip(*sorted(points), strict=True)
        if name == "molar_volume":
            volumes[key] = (at, values)
        else:
            corrections[name][Decimal(key)] = (at, values)
    return volumes, corrections


def _interpolated(at: Sequence[Decimal], values: Sequence[Decimal], wanted: Decimal) -> Decimal | None:
    if not at[0] <= wanted <= at[-1]:
        return None
    place = min(bisect_right(at, wanted), len(at) - 1)
    low, high = at[place - 1], at[place]
    return values[place - 1] + (values[place] - values[place - 1]) * (wanted - low) / (high - low)


def _correction(name: str, molar_mass: Decimal, temperature: Decimal) -> Decimal | None:
    rows = _tables()[1][name]
    columns = [_interpolated(*rows[mass], temperature) for mass in rows]
    known = [column for column in columns if column is not None]
    return _interpolated(tuple(rows), known, molar_mass) if len(known) == len(rows) else None


def density(fractions: Mapping[str, Decimal], temperature: Decimal) -> Decimal | None:
    """Density in kg/m³ of the saturated liquid at a temperature in °C; None outside the tables.

    `fractions` are mole fractions that add up to 1. The tables run from -180 to -140 °C and 16 to 30 kg/kmol.
    """
    volumes, _ = _tables()
    known = table()
    molar_mass = sum((share * known[name].molar_mass for name, share in fractions.items()), Decimal(0))
    first, second = (_correction(name, molar_mass, temperature) for name in ("k1", "k2"))
    if first is None or second is None:
        return None
    ideal = Decimal(0)
    for name, share in fractions.items():
        volume = _interpolated(*volumes[name], temperature)
        if volume is None:
            return None
        ideal += share * volume
    nitrogen, methane = fractions.get("nitrogen", Decimal(0)), fractions.get("methane", Decimal(0))
    shrinkage = (first + (second - first) * nitrogen / _NITROGEN_SCALE) * methane / 1000
    volume = ideal - shrinkage
    return molar_mass / volume if volume > 0 else None


@lru_cache(maxsize=512)
def cached_density(fractions: tuple[tuple[str, Decimal], ...], temperature: Decimal) -> Decimal | None:
    """The same, remembered."""
    return density(dict(fractions), temperature)
