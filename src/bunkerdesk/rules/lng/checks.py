"""The checks of an LNG delivery note: heating values, density, methane number (L03 to L06, L08 to L10)."""

from collections.abc import Mapping
from decimal import Decimal
from functools import lru_cache

from bunkerdesk.contract.delivery_note import LngFuelProperties
from bunkerdesk.rules import wording
from bunkerdesk.rules.findings import Finding, Severity
from bunkerdesk.rules.lng import iso6578, iso6976
from bunkerdesk.rules.lng.basis import (
    LEAN,
    Basing,
    frozen,
    properties_of,
    stated_gross,
    stated_mass_value,
    tell_basis,
)
from bunkerdesk.rules.lng.components import Basis, Composition, Temperature
from bunkerdesk.rules.measurements import Dimension, reading
from bunkerdesk.rules.notes.case import Case
from bunkerdesk.rules.notes.outcomes import ERROR, INFO, WARNING, Judged, judged, missing, not_applicable, passed

_PLACE = "fuelProperties"
NOT_LNG = "not an LNG note"


def figure(value: Decimal, places: str = "0.01") -> str:
    """A computed figure, rounded for a sentence."""
    return wording.number(value.quantize(Decimal(places))) if abs(value) < Decimal(10) ** 15 else str(value)


def basing(case: Case) -> Basing | None:
    """Which basis the note's composition has; None where it cannot be computed."""
    contents = tuple(Composition.of(case.gas).contents.items())
    return _told(contents, stated_gross(case.gas), case.limits.value("lng.heating_difference"))


@lru_cache(maxsize=256)
def _told(contents: tuple[tuple[str, Decimal], ...], stated: Decimal | None, tolerance: Decimal) -> Basing | None:
    """Remembered: a note's rules ask several times."""
    return tell_basis(Composition(dict(contents)), stated, tolerance)


def mole_fractions(case: Case) -> dict[str, Decimal] | None:
    """The note's mole fractions on the told or assumed basis; None where they cannot be computed."""
    told = basing(case)
    return Composition.of(case.gas).mole_fractions(told.assumed) if told else None


def mole_percents(case: Case) -> dict[str, Decimal] | None:
    """The contents in mole per cent: as stated where they are that, else from mass per cent; None as above."""
    told = basing(case)
    if told is None:
        return None
    composition = Composition.of(case.gas)
    if told.assumed is Basis.MOLE:
        return dict(composition.contents)
    return {name: share * 100 for name, share in composition.mole_fractions(told.assumed).items()}


def outside(
    case: Case, rule: str, shown: tuple[str, Decimal, str], keys: tuple[str, str], field: str
) -> Finding | None:
    """A finding when a figure (words, value, unit) lies outside two limits."""
    words, value, unit = shown
    low, high = case.limits[keys[0]], case.limits[keys[1]]
    if low.value <= value <= high.value:
        return None
    limit, side = (low, "below") if value < low.value else (high, "above")
    sentence = f"{words} {wording.number(value)} {unit}".rstrip() + f" is {side} {wording.number(limit.value)}"
    figures = (f"{wording.number(value)} {unit}".rstrip(), f"{wording.number(limit.value)} {unit}".rstrip())
    return case.finding(rule, limit.weigh(WARNING), sentence, limit.source, figures, f"{_PLACE}.{field}")


Pair = tuple[str, Decimal | None, Decimal | None, str, str]


def pairs(gas: LngFuelProperties) -> list[Pair]:
    """Gross and net heating values and Wobbe indices as (words, gross, net, field of gross, field of net)."""
    names = ("Mass%sMJ", "Mass%sBtu", "Mass%sKWh", "Volume%sMJ", "Volume%sBtuScf")
    found: list[Pair] = []
    for name in names:
        kind, _, unit = name.partition("%s")
        attribute = f"heating_value_{kind.lower()}_{'btu_scf' if unit == 'BtuScf' else unit.lower()}"
        fields = f"HeatingValue{kind}{unit}"
        found.append(
            (
                f"{kind.lower()}, {unit}",
                getattr(gas, f"gross_{attribute}"),
                getattr(gas, f"net_{attribute}"),
                f"gross{fields}",
                f"net{fields}",
            )
        )
    wobbe = ("Wobbe index, BtuScf", gas.gross_wobbe_index_btu_scf, gas.net_wobbe_index_btu_scf)
    return [*found, (*wobbe, "grossWobbeIndexBtuScf", "netWobbeIndexBtuScf")]


def l03_gross_over_net(case: Case) -> Judged:
    """Net is below gross, by the share that LNG has."""
    gas = case.gas
    if case.lng is None:
        return not_applicable(NOT_LNG)
    stated = [pair for pair in pairs(gas) if pair[1] is not None and pair[2] is not None] if gas else []
    if not stated:
        return missing("gross and net heating value are not both stated in any unit")
    return judged(_unlike_net(case, group) for group in _by_ratio(stated))


def _by_ratio(stated: list[Pair]) -> list[list[Pair]]:
    """The pairs of one property that tell the same, converted: what is wrong with it in three units is one fault."""
    groups: list[list[Pair]] = []
    for pair in stated:
        alike = next((group for group in groups if _tells_same(group[0], pair)), None)
        if alike is None:
            groups.append([pair])
        else:
            alike.append(pair)
    return groups


def _tells_same(first: Pair, second: Pair) -> bool:
    of_first, of_second = (pair[0].partition(",")[0] for pair in (first, second))
    gross, net, other_gross, other_net = (value or Decimal(0) for value in (*first[1:3], *second[1:3]))
    return of_first == of_second and abs(gross * other_net - other_gross * net) * 1000 <= abs(other_gross * net)


def _unlike_net(case: Case, group: list[Pair]) -> Finding | None:
    low, high = case.limits["lng.ratio_low"], case.limits["lng.ratio_high"]
    first, gross, net, *_ = group[0]
    if gross is None or net is None:
        return None
    kind = first.partition(", ")[0]
    words = f"{kind}, {', '.join(pair[0].partition(', ')[2] for pair in group)}"
    places = tuple(f"{_PLACE}.{field}" for pair in group for field in pair[3:])
    figures = (wording.number(gross), wording.number(net))
    if net >= gross or net <= 0:
        sentence = f"Net heating value {figures[1]} is not between 0 and gross {figures[0]} ({words})"
        return case.finding("L03", ERROR, sentence, iso6976.SOURCE, figures, *places)
    if low.value <= gross / net <= high.value:
        return None
    sentence = f"Gross over net is {figure(gross / net, '0.001')} ({words}), expected {low.value} to {high.value},"
    return case.finding("L03", low.weigh(WARNING), sentence, low.source, figures, *places)


def _mass_value(case: Case, rule: str, side: str) -> Judged:
    gas = case.gas
    if case.lng is None:
        return not_applicable(NOT_LNG)
    found = stated_mass_value(gas, side)
    if found is None:
        return missing(f"no {side} heating value by mass")
    keys = (f"lng.{side}_mass_low", f"lng.{side}_mass_high")
    is_converted = found.unit != "MJ/kg"
    words = f"{side.capitalize()} heating value"
    if is_converted:
        words = f"{words} {wording.number(found.given)} {found.unit}, that is"
    value = found.value.quantize(Decimal("0.01")) if is_converted and abs(found.value) < 10**12 else found.value
    return judged([outside(case, rule, (words, value, "MJ/kg"), keys, found.field)])


def l04_gross_mass(case: Case) -> Judged:
    """The gross heating value by mass is one that LNG has."""
    return _mass_value(case, "L04", "gross")


def l05_net_mass(case: Case) -> Judged:
    """The net heating value by mass is one that LNG has."""
    return _mass_value(case, "L05", "net")


REFERENCES: tuple[tuple[Temperature, Temperature, str], ...] = (("15", "15", "15/15 °C"), ("25", "0", "25/0 °C"))


def l06_gross_volume(case: Case) -> Judged:
    """The gross heating value by volume is one that LNG has at 15/15 or 25/0 °C; the interface does not say which."""
    gas = case.gas
    if case.lng is None:
        return not_applicable(NOT_LNG)
    metric = gas.gross_heating_value_volume_mj if gas else None
    scf = gas.gross_heating_value_volume_btu_scf if gas else None
    if metric is None and scf is None:
        return missing("no gross heating value by volume")
    found: list[Finding | None] = []
    reason = ""
    if metric is not None:
        shown = ("Gross heating value", metric, "MJ/m³")
        standard, normal = (
            ("lng.gross_volume_low", "lng.gross_volume_high"),
            ("lng.gross_normal_low", "lng.gross_normal_high"),
        )
        field = "grossHeatingValueVolumeMJ"
        first = outside(case, "L06", shown, standard, field)
        found.append(
            outside(case, "L06", shown, normal, field) if first and metric > case.limits.value(normal[0]) else first
        )
        reason, fits = _reference_words(case, metric)
        if found == [None] and not fits:
            figures = (f"{wording.number(metric)} MJ/m³",)
            sentence = f"Gross heating value {figures[0]} {reason},"
            found.append(case.finding("L06", INFO, sentence, iso6976.SOURCE, figures, f"{_PLACE}.{field}"))
    if scf is not None:
        keys = ("lng.gross_scf_low", "lng.gross_scf_high")
        found.append(
            outside(case, "L06", ("Gross heating value", scf, "Btu/scf"), keys, "grossHeatingValueVolumeBtuScf")
        )
    return judged(found, reason)


def _reference_words(case: Case, stated: Decimal) -> tuple[str, bool]:
    """Which reference temperatures the stated value by volume fits, for the reader, and whether any does."""
    told = basing(case)
    if told is None:
        return "", True
    tolerance = case.limits.value("lng.heating_difference")
    fits = [
        words
        for combustion, metering, words in REFERENCES
        if _is_near(
            stated, properties_of(Composition.of(case.gas), told.assumed, combustion, metering).gross_volume, tolerance
        )
    ]
    if not fits:
        return "fits the composition at neither 15/15 nor 25/0 °C", False
    return f"fits the composition at {' and '.join(fits)}", True


def _is_near(stated: Decimal, computed: Decimal, percent: Decimal) -> bool:
    return abs(stated - computed) * 100 <= percent * abs(computed)


def l08_density(case: Case) -> Judged:
    """The density is one that LNG has, and within 2 % of ISO 6578 at about -160 °C."""
    gas = case.gas
    if case.lng is None:
        return not_applicable(NOT_LNG)
    stated = reading(gas.density if gas else None, Dimension.DENSITY)
    if stated.exact is None:
        return missing(f"density: {stated.problem}")
    found = [
        outside(case, "L08", ("Density", stated.exact, "kg/m³"), ("lng.density_low", "lng.density_high"), "density")
    ]
    fractions = mole_fractions(case)
    if fractions is None:
        return judged(found, "not compared with ISO 6578: the composition is not usable")
    at, difference = case.limits["lng.temperature"], case.limits["lng.density_difference"]
    computed = iso6578.cached_density(frozen(fractions), at.value)
    if computed is None:
        return judged(found, "not compared with ISO 6578: outside its tables")
    if not _is_near(stated.exact, computed, difference.value):
        shown = f"{figure(computed, '0.1')} kg/m³ at {wording.number(at.value)} °C"
        sentence = f"Density {stated.words} is more than {difference.value} % from {shown} by ISO 6578"
        source = f"{iso6578.SOURCE}; {difference.source}"
        found.append(
            case.finding("L08", difference.weigh(WARNING), sentence, source, (stated.words, shown), f"{_PLACE}.density")
        )
    return judged(found)


_OCTANE = {
    "methane": Decimal("137.78"),
    "ethane": Decimal("29.948"),
    "propane": Decimal("-18.193"),
    "isoButane": Decimal("-167.062"),
    "nButane": Decimal("-167.062"),
    "nitrogen": Decimal("26.994"),
}


def linear_methane_number(fractions: Mapping[str, Decimal]) -> Decimal:
    """The Gas Research Institute's linear methane number, a hint only: pure methane gives 95.7.

    Pentanes and heavier, which the correlation does not have, are left out.
    """
    octane = sum((share * _OCTANE[name] for name, share in fractions.items() if name in _OCTANE), Decimal(0))
    return Decimal("1.445") * octane - Decimal("103.42")


def l09_methane_number(case: Case) -> Judged:
    """The methane number is from 60 to 100, its method is named, and a linear estimate is not far off."""
    gas = case.gas
    if case.lng is None:
        return not_applicable(NOT_LNG)
    value = gas.methane_number if gas else None
    if value is None:
        return missing("no methane number is stated")
    keys = ("lng.methane_number_low", "lng.methane_number_high")
    found = [outside(case, "L09", ("Methane number", value, ""), keys, "methaneNumber")]
    if not gas or not (gas.methane_number_method or "").strip():
        source = "IGF Code annex LNG-BDN: the method is named (EN 16726)"
        sentence = "The method of the methane number is not named"
        found.append(case.finding("L09", WARNING, sentence, source, (), f"{_PLACE}.methaneNumberMethod"))
    fractions = mole_fractions(case)
    difference = case.limits["lng.methane_number_difference"]
    if fractions is not None and abs(value - (hint := linear_methane_number(fractions))) > difference.value:
        shown = figure(hint, "0.1")
        sentence = f"Methane number {wording.number(value)} is far from the linear estimate {shown}"
        figures = (wording.number(value), shown)
        found.append(
            case.finding(
                "L09", difference.weigh(WARNING), sentence, difference.source, figures, f"{_PLACE}.methaneNumber"
            )
        )
    return judged(found)


def l10_heating_value(case: Case) -> Judged:
    """The gross heating value computed from the composition fits the stated one; tells mole from mass per cent."""
    if case.lng is None:
        return not_applicable(NOT_LNG)
    told = basing(case)
    if told is None or told.stated is None:
        return missing(
            "no gross heating value by mass is stated"
            if told
            else "methane is not stated, or the contents do not add up"
        )
    difference = case.limits["lng.heating_difference"]
    best = told.best
    if abs(best.difference) > difference.value:
        computed, stated = f"{figure(best.computed)} MJ/kg", f"{figure(told.stated)} MJ/kg"
        sentence = f"Gross heating value {stated} is not what the composition gives, {computed} at best,"
        source = f"{iso6976.SOURCE}; {difference.source}"
        return judged([_heating(case, difference.weigh(WARNING), sentence, source, (stated, computed))])
    if told.basis is Basis.MASS:
        sentence = "The composition is in mass per cent: it fits the stated heating value only so"
        figures = (f"{figure(told.stated)} MJ/kg", f"{figure(best.computed)} MJ/kg")
        return judged([_heating(case, INFO, sentence, f"{iso6976.SOURCE}; IGF Code annex LNG-BDN", figures)])
    if told.basis is None:
        lean = Composition.of(case.gas).contents["methane"] > LEAN
        return passed("too lean to tell mole from mass per cent" if lean else "mole and mass per cent both fit")
    return passed(f"composition in mole per cent, combustion at {best.combustion} °C")


def _heating(case: Case, severity: Severity, sentence: str, source: str, figures: tuple[str, ...]) -> Finding:
    stated = stated_mass_value(case.gas, "gross")
    field = stated.field if stated else "grossHeatingValueMassMJ"
    return case.finding("L10", severity, sentence, source, figures, f"{_PLACE}.{field}")
