"""What was delivered of LNG as mass, volume and energy (L13): one delivery told three times, sold by its energy."""

from collections.abc import Iterator
from decimal import Decimal
from itertools import pairwise

from bunkerdesk.rules import wording
from bunkerdesk.rules.findings import Finding
from bunkerdesk.rules.fuel_limits import Limit
from bunkerdesk.rules.lng.basis import stated_gross, stated_mass_value
from bunkerdesk.rules.lng.checks import NOT_LNG, basing, figure
from bunkerdesk.rules.measurements import ARITHMETIC, Dimension, Reading, reading
from bunkerdesk.rules.notes.case import Case, reading_of
from bunkerdesk.rules.notes.outcomes import INFO, WARNING, Judged, judged, missing, not_applicable

_FIELD = "quantityDelivered"
_ENERGY = "energy is volume by density by heating value (GIIGNL custody transfer handbook)"


def l13_amounts(case: Case) -> Judged:
    """Mass is volume by density, energy is mass by the gross heating value, and units of energy agree."""
    if case.lng is None:
        return not_applicable(NOT_LNG)
    energies = list(_energies(case))
    mass, volume = case.delivered(), case.delivered(Dimension.VOLUME)
    density = reading(case.gas.density if case.gas else None, Dimension.DENSITY).exact
    by_volume = _tonnes(volume.exact, density)
    tonnes = mass.exact if mass.exact is not None else by_volume
    found = [_two_energies(case, first, second) for first, second in pairwise(energies)]
    compared = bool(found)
    if mass.exact is not None and by_volume is not None:
        compared = True
        found.append(_mass(case, mass, volume, by_volume))
    heating = _gross_values(case)
    if energies and tonnes is not None and heating:
        compared = True
        found.append(_energy(case, energies[0], tonnes, heating))
    return judged(found) if compared else missing("of mass, volume and energy too little is stated to compare")


def _energies(case: Case) -> Iterator[Reading]:
    for value, words in wording.delivered_amounts(case.note):
        found = reading_of(value, words, Dimension.ENERGY)
        if found.exact is not None:
            yield found


def _tonnes(volume: Decimal | None, density: Decimal | None) -> Decimal | None:
    return None if volume is None or density is None else ARITHMETIC.multiply(volume, density) / 1000


def _gross_values(case: Case) -> list[Decimal]:
    """The gross heating value as stated and, what L10 holds it against, as the composition gives it."""
    told = basing(case)
    values = [stated_gross(case.gas), told.best.computed if told else None]
    return [value for value in values if value is not None and value > 0]


def _is_near(value: Decimal, expected: Decimal, limit: Limit) -> bool:
    return abs(value - expected) * 100 <= limit.value * abs(expected)


def _two_energies(case: Case, first: Reading, second: Reading) -> Finding | None:
    limit = case.limits["lng.family_difference"]
    if first.exact is None or second.exact is None or _is_near(second.exact, first.exact, limit):
        return None
    sentence = f"Delivered {first.words} and {second.words} are not the same energy"
    source = f"1 MWh = 3 600 MJ, 1 MMBtu = 1 055.06 MJ; {limit.source}"
    return case.finding("L13", limit.weigh(WARNING), sentence, source, (first.words, second.words), _FIELD)


def _mass(case: Case, mass: Reading, volume: Reading, by_volume: Decimal) -> Finding | None:
    limit = case.limits["lng.delivered_difference"]
    if mass.exact is None or _is_near(mass.exact, by_volume, limit):
        return None
    shown = f"{figure(by_volume, '0.001')} t"
    sentence = f"Delivered {mass.words} is not what {volume.words} weigh at the stated density, {shown},"
    return case.finding("L13", limit.weigh(WARNING), sentence, limit.source, (mass.words, shown), _FIELD)


def _energy(case: Case, energy: Reading, tonnes: Decimal, heating: list[Decimal]) -> Finding | None:
    """By the gross value, as LNG is sold; what fits the net one is told, for it is a tenth less."""
    limit, stated = case.limits["lng.delivered_difference"], energy.exact or Decimal(0)
    expected = [ARITHMETIC.multiply(tonnes, value) * 1000 for value in heating]
    if any(_is_near(stated, each, limit) for each in expected):
        return None
    shown = f"{figure(expected[0] / 1000, '0.1')} GJ"
    figures = (energy.words, shown)
    net = stated_mass_value(case.gas, "net")
    if net is not None and _is_near(stated, ARITHMETIC.multiply(tonnes, net.value) * 1000, limit):
        sentence = f"Delivered {energy.words} is by the net heating value; by the gross one it is {shown}"
        return case.finding("L13", INFO, sentence, _ENERGY, figures, _FIELD)
    mine = f"{energy.words} ({figure(stated / 1000, '0.1')} GJ)"
    sentence = f"Delivered {mine} is not what {figure(tonnes, '0.001')} t give by the gross heating value, {shown},"
    source = f"{_ENERGY}; {limit.source}"
    return case.finding("L13", limit.weigh(WARNING), sentence, source, figures, _FIELD)
