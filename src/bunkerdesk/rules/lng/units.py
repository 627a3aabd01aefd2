"""Heating values in several units: they agree, and no field holds another unit's figure (L07, L11, L12)."""

from decimal import Decimal

from bunkerdesk.rules import wording
from bunkerdesk.rules.findings import Finding
from bunkerdesk.rules.lng import iso6976
from bunkerdesk.rules.lng.basis import BTU_PER_MEGAJOULE, KWH_PER_MEGAJOULE, properties_of
from bunkerdesk.rules.lng.checks import NOT_LNG, basing, figure, outside
from bunkerdesk.rules.lng.components import Composition
from bunkerdesk.rules.notes.case import Case
from bunkerdesk.rules.notes.outcomes import INFO, WARNING, Judged, judged, missing, not_applicable

_PLACE = "fuelProperties"
BTU_SCF_PER_MEGAJOULE_M3 = Decimal("26.8392")
"""At the same reference conditions."""
# From 15 °C m³ and from 0 °C Nm³ to 60 °F scf, ideal gas, metering temperature only.
_SCF_FACTORS = (BTU_SCF_PER_MEGAJOULE_M3, Decimal("26.787"), Decimal("25.393"))


def l07_wobbe(case: Case) -> Judged:
    """The gross Wobbe index is one that LNG has, and what the composition gives at 60 °F."""
    gas = case.gas
    if case.lng is None:
        return not_applicable(NOT_LNG)
    value = gas.gross_wobbe_index_btu_scf if gas else None
    if value is None:
        return missing("no gross Wobbe index in Btu/scf")
    keys, field = ("lng.wobbe_scf_low", "lng.wobbe_scf_high"), "grossWobbeIndexBtuScf"
    found = [outside(case, "L07", ("Gross Wobbe index", value, "Btu/scf"), keys, field)]
    told = basing(case)
    if told is None:
        return judged(found, "not compared with the composition, which is not usable")
    tolerance = case.limits["lng.heating_difference"]
    composition = Composition.of(gas)
    # Desks convert at the same reference or from 15/15 °C; both are accepted.
    computed = [
        properties_of(composition, told.assumed, "15_55", "15_55").gross_wobbe * BTU_SCF_PER_MEGAJOULE_M3,
        properties_of(composition, told.assumed, "15", "15").gross_wobbe * BTU_SCF_PER_MEGAJOULE_M3,
    ]
    if all(abs(value - expected) * 100 > tolerance.value * expected for expected in computed):
        shown, stated = f"{figure(computed[0], '0.1')} Btu/scf", f"{wording.number(value)} Btu/scf"
        sentence = f"Gross Wobbe index {stated} is not what the composition gives, {shown},"
        source = f"{iso6976.SOURCE}; {tolerance.source}"
        found.append(
            case.finding("L07", tolerance.weigh(WARNING), sentence, source, (stated, shown), f"{_PLACE}.{field}")
        )
    return judged(found)


def l11_families(case: Case) -> Judged:
    """The same heating value in MJ, Btu and kWh agrees within 0.1 %."""
    gas = case.gas
    if case.lng is None:
        return not_applicable(NOT_LNG)
    found: list[Finding | None] = []
    compared = 0
    for side in ("gross", "net"):
        for attribute, field, factors, unit in _relatives(side):
            base_name = f"{side}_heating_value_{'volume' if 'volume' in attribute else 'mass'}_mj"
            base, other = getattr(gas, base_name, None), getattr(gas, attribute, None)
            if base is not None and other is not None:
                compared += 1
                found.append(_disagreement(case, base, other, (field, unit), factors))
        btu, kwh = (getattr(gas, f"{side}_heating_value_mass_{unit}", None) for unit in ("btu", "kwh"))
        if getattr(gas, f"{side}_heating_value_mass_mj", None) is None and btu is not None and kwh is not None:
            compared += 1
            base = (btu / BTU_PER_MEGAJOULE).quantize(Decimal("0.00001")) if abs(btu) < 10**12 else btu
            field = f"{side}HeatingValueMassKWh"
            found.append(_disagreement(case, base, kwh, (field, "kWh/kg"), (KWH_PER_MEGAJOULE,)))
    return judged(found) if compared else missing("no heating value is stated in two units")


def _relatives(side: str) -> list[tuple[str, str, tuple[Decimal, ...], str]]:
    return [
        (f"{side}_heating_value_mass_btu", f"{side}HeatingValueMassBtu", (BTU_PER_MEGAJOULE,), "Btu/kg"),
        (f"{side}_heating_value_mass_kwh", f"{side}HeatingValueMassKWh", (KWH_PER_MEGAJOULE,), "kWh/kg"),
        (f"{side}_heating_value_volume_btu_scf", f"{side}HeatingValueVolumeBtuScf", _SCF_FACTORS, "Btu/scf"),
    ]


def _disagreement(
    case: Case, base: Decimal, other: Decimal, named: tuple[str, str], factors: tuple[Decimal, ...]
) -> Finding | None:
    field, unit = named
    tolerance = case.limits["lng.family_difference"]
    if any(abs(other - base * factor) * 100 <= tolerance.value * abs(base * factor) for factor in factors):
        return None
    base_unit = "MJ/m³" if "scf" in unit else "MJ/kg"
    expected = f"{figure(base * factors[0])} {unit}"
    sentence = f"{wording.number(other)} {unit} is not {wording.number(base)} {base_unit}, which is {expected},"
    figures = (f"{wording.number(other)} {unit}", f"{wording.number(base)} {base_unit}")
    source = f"1 MJ = 947.81712 Btu = 0.277778 kWh; {tolerance.source}"
    return case.finding("L11", tolerance.weigh(WARNING), sentence, source, figures, f"{_PLACE}.{field}")


_DEPRECATED = {
    "gross_heating_value_mass_mmbtu": "grossHeatingValueMassMMBtu",
    "net_heating_value_mass_mmbtu": "netHeatingValueMassMMBtu",
    "gross_heating_value_volume_mmbtu": "grossHeatingValueVolumeMMBtu",
    "net_heating_value_volume_mmbtu": "netHeatingValueVolumeMMBtu",
    "gross_wobbe_index_mmbtu": "grossWobbeIndexMMBtu",
    "net_wobbe_index_mmbtu": "netWobbeIndexMMBtu",
}


def l12_deprecated(case: Case) -> Judged:
    """The deprecated MMBtu fields: a figure above 1000 is really Btu. The fields named Btu are to be preferred."""
    if case.lng is None:
        return not_applicable(NOT_LNG)
    stated = [
        (field, value) for name, field in _DEPRECATED.items() if (value := getattr(case.gas, name, None)) is not None
    ]
    if not stated:
        return not_applicable("no MMBtu field is filled")
    return judged(_of_deprecated(case, field, value) for field, value in stated)


def _of_deprecated(case: Case, field: str, value: Decimal) -> Finding | None:
    """A figure that is really Btu warns; one that no newer field repeats is told."""
    limit, shown = case.limits["lng.mmbtu_most"], f"{wording.field_words(field)} {wording.number(value)}"
    place, figures = f"{_PLACE}.{field}", (wording.number(value),)
    if value > limit.value:
        sentence = f"{shown} is above {wording.number(limit.value)}, so it is really Btu"
        return case.finding("L12", limit.weigh(WARNING), sentence, f"{_DEPRECATION}; {limit.source}", figures, place)
    if any(getattr(case.gas, name, None) is not None for name in _newer(field)):
        return None
    sentence = f"{shown} stands in a deprecated field only; the Btu field is to be preferred"
    return case.finding("L12", INFO, sentence, _DEPRECATION, figures, place)


_DEPRECATION = "fields ending in MMBtu are deprecated since 2026-08-23; use the Btu fields"


def _newer(field: str) -> tuple[str, ...]:
    """The fields that took a deprecated one's place, by their Python names."""
    old = next(name for name, wire in _DEPRECATED.items() if wire == field).removesuffix("_mmbtu")
    return f"{old}_btu", f"{old}_btu_scf"
