"""Rule B18: figures that look like another unit's, or like a slip of the decimal point."""

from bunkerdesk.rules import wording
from bunkerdesk.rules.findings import Finding
from bunkerdesk.rules.measurements import ARITHMETIC, Certainty, Dimension, reading, unit
from bunkerdesk.rules.notes.case import Case
from bunkerdesk.rules.notes.certificate import Comparison, decimal_slip, side_by_side
from bunkerdesk.rules.notes.checkset import FuelSet
from bunkerdesk.rules.notes.outcomes import WARNING, Judged, judged, missing, not_applicable
from bunkerdesk.rules.notes.properties import PROPERTIES, Property, degrees, density_astray, off_temperature
from bunkerdesk.rules.notes.quantity import rounded
from bunkerdesk.rules.vocabulary import RESIDUAL


def b18_units(case: Case) -> Judged:
    """Figures that look like another unit's (t/m³ for kg/m³, cubic metres for tonnes) or like a lost decimal point."""
    oil = case.conventional
    if oil is None or case.fuel_set is FuelSet.LNG:
        return not_applicable("not a conventional note")
    unknown = [
        what.words.lower()
        for what in PROPERTIES
        if (stated := getattr(oil, what.attribute)) is not None
        and stated.value is not None
        and unit(stated.unit) is None
        and not case.figure(what.attribute, what.dimension).own_unit
    ]
    rows = side_by_side(case)
    slipped = frozenset(row.property.name for row in rows if decimal_slip(row))
    found = [_delivered(case), *(look(case) for name, look in _LOOKS.items() if name not in slipped)]
    found += [finding for what in PROPERTIES for finding in (_two_units(case, what), _temperature(case, what))]
    found += [_decimal_point(case, row) for row in rows]
    if not any(getattr(oil, what.attribute) for what in PROPERTIES) and not any(found):
        return missing("no property is stated")
    return judged(found, f"unit not known: {', '.join(unknown)}" if unknown else "")


_IN_TONNES = "MARPOL Annex VI Appendix V item 6 (metric tons)"


def _delivered(case: Case) -> Finding | None:
    """A delivered quantity that is no mass: nothing can be held against it, so that is told itself."""
    stated = case.delivered()
    if not stated.is_stated or stated.interval is not None:
        return None
    volume, density = case.delivered(Dimension.VOLUME).exact, case.figure("product_density", Dimension.DENSITY).exact
    sentence = f"Delivered quantity {stated.words} is not in tonnes"
    found = case.finding("B18", WARNING, sentence, _IN_TONNES, (stated.words,), "quantityDelivered")
    if volume is None or density is None or density_astray(case):
        return found
    tonnes = ARITHMETIC.multiply(volume, density) / 1000
    return found.beside(f"by the stated density it is {wording.number(rounded(tonnes))} t, if the volume is at 15 °C")


def _density(case: Case) -> Finding | None:
    looks, limit = density_astray(case), case.limits["sanity.density_low"]
    if not looks:
        return None
    shown = case.figure("product_density", Dimension.DENSITY).words
    return case.finding(
        "B18", limit.weigh(WARNING), f"Density {shown} {looks}", limit.source, (shown,), "productDensity"
    )


def _decimal_point(case: Case, row: Comparison) -> Finding | None:
    """A power of ten away from the certificate: a decimal point lost on the way, or mg/kg for per cent."""
    slip = decimal_slip(row)
    if not slip:
        return None
    sentence = f"{row.property.words} {row.on_note.words} is {slip} the certificate's {row.on_certificate.words}"
    figures = (row.on_note.words, row.on_certificate.words)
    return case.finding("B18", WARNING, sentence, "certificate of quality", figures, row.property.field)


def _sulphur_unit(case: Case) -> Finding | None:
    figure, limit = case.figure("product_sulphur_content", Dimension.FRACTION), case.limits["sanity.sulphur"]
    least = case.limits["sanity.sulphur_residual"]
    if figure.interval is None:
        return None
    if figure.interval.above(limit.value) is Certainty.SURE:
        looks = "mg/kg"
    elif case.grade in RESIDUAL and figure.exact is not None and figure.exact < least.value:
        looks, limit = "%", least
    else:
        return None
    sentence = f"Sulphur {figure.words} looks like {looks}"
    return case.finding("B18", limit.weigh(WARNING), sentence, limit.source, (figure.words,), "productSulphurContent")


def _flash_point(case: Case) -> Finding | None:
    """Degrees Fahrenheit under °C make a low flash point look high, so they are looked for."""
    figure, limit = case.figure("product_flash_point", Dimension.TEMPERATURE), case.limits["sanity.flash_point"]
    stated = reading(case.certificate.flash_point if case.certificate else None, Dimension.TEMPERATURE)
    if figure.exact is None or not case.fuel_set.is_oil:
        return None
    celsius = (figure.exact - 32) * 5 / 9
    if stated.exact is not None and abs(celsius - stated.exact) < 1 < abs(figure.exact - stated.exact):
        sentence = f"Flash point {figure.words} looks like °F: the certificate has {stated.words}"
        source, figures = "certificate of quality", (figure.words, stated.words)
    elif figure.exact > limit.value:
        sentence = f"Flash point {figure.words} is no flash point of a fuel: °F, or a slip of the decimal point"
        source, figures = limit.source, (figure.words, f"{wording.number(limit.value)} °C")
    else:
        return None
    return case.finding("B18", WARNING, sentence, source, figures, "productFlashPoint")


_LOOKS = {"density": _density, "sulphur": _sulphur_unit, "flash_point": _flash_point}
"""What looks wrong by itself; not told where the certificate shows a slip of the decimal point already."""


def _two_units(case: Case, what: Property) -> Finding | None:
    """A text that carries another unit than the one beside it: `130 F` in °C. It is read by its own."""
    stated = getattr(case.note, what.attribute, None)
    if stated is None or not isinstance(stated.value, str):
        return None
    figure = case.figure(what.attribute, what.dimension)
    own, beside = unit(figure.own_unit), unit(figure.unit_words)
    if own is None or beside is None or own == beside:
        return None
    sentence = f"{what.words} “{figure.text}” is stated with the unit {wording.unit(figure.unit_words)} as well"
    source = "a figure has one unit; the one in the text is taken"
    return case.finding("B18", WARNING, sentence, source, (figure.words, figure.unit_words), what.field)


def _temperature(case: Case, what: Property) -> Finding | None:
    """Density and viscosity of an oil fuel at another temperature than their limits; other fuels have no ISO 8217."""
    if what not in PROPERTIES[:2] or not case.fuel_set.is_oil:
        return None
    off = off_temperature(case, what, case.figure(what.attribute, what.dimension))
    if off is None:
        return None
    at, usual = off
    if what.name == "density":
        due, source = f"the note has it at {degrees(usual)}", "MARPOL Annex VI Appendix V item 7"
    else:
        due, source = f"ISO 8217 has it at {degrees(usual)} for {case.grade.upper()}", "ISO 8217"
    sentence = f"{what.words} is stated at {degrees(at)}, {due}"
    return case.finding("B18", WARNING, sentence, source, (degrees(at),), what.field)
