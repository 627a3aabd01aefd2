"""Rules on the other properties: B14, B15, B16 and B18, and the note beside its certificate of quality."""

from dataclasses import dataclass
from decimal import Decimal

from bunkerdesk.rules import wording
from bunkerdesk.rules.findings import Finding
from bunkerdesk.rules.fuel_limits import DESK, GradeLimit, edition, order_problem
from bunkerdesk.rules.measurements import (
    ARITHMETIC,
    BASE_SYMBOLS,
    Certainty,
    Dimension,
    Interval,
    Reading,
    condition,
    reading,
    unit,
)
from bunkerdesk.rules.notes.case import Case
from bunkerdesk.rules.notes.checkset import FuelSet
from bunkerdesk.rules.notes.outcomes import ERROR, INFO, WARNING, Judged, judged, missing, not_applicable
from bunkerdesk.rules.notes.quality import grade_limits, margin_words


@dataclass(frozen=True, slots=True)
class Property:
    """A property of an oil fuel: its names on note, certificate and in ISO 8217."""

    name: str
    words: str
    attribute: str
    field: str
    certificate: str
    dimension: Dimension


PROPERTIES = (
    Property("density", "Density", "product_density", "productDensity", "density", Dimension.DENSITY),
    Property("viscosity", "Viscosity", "product_viscosity", "productViscosity", "viscosity", Dimension.VISCOSITY),
    Property(
        "flash_point", "Flash point", "product_flash_point", "productFlashPoint", "flash_point", Dimension.TEMPERATURE
    ),
    Property("pour_point", "Pour point", "product_pour_point", "productPourPoint", "pour_point", Dimension.TEMPERATURE),
    Property("water", "Water", "product_water_content", "productWaterContent", "water_content", Dimension.FRACTION),
    Property(
        "sulphur",
        "Sulphur",
        "product_sulphur_content",
        "productSulphurContent",
        "sulphur_content",
        Dimension.FRACTION,
    ),
)
_BY_NAME = {item.name: item for item in PROPERTIES}


def ccai(density: Decimal, viscosity: Decimal, temperature: Decimal = Decimal(50)) -> Decimal | None:
    """Calculated carbon aromaticity index of a residual fuel (ISO 8217 Annex); None outside the formula.

    Density at 15 °C in kg/m³, viscosity in mm²/s at `temperature` in °C.
    """
    if density.is_nan() or viscosity + Decimal("0.85") <= 1 or temperature <= -273:
        return None
    inner = (viscosity + Decimal("0.85")).log10().log10()
    return density - 81 - 141 * inner - 483 * ((temperature + 273) / 323).log10()


def b14_grade_limits(case: Case) -> Judged:
    """Density, viscosity, water, pour point and CCAI against ISO 8217 for the grade, narrowed by the product name."""
    if not case.fuel_set.is_oil:
        return not_applicable(f"{case.fuel_set.value}: ISO 8217 does not apply")
    wrong = order_problem(case.grade, case.edition)
    if wrong:
        sentence = f"Order error: {wrong}; product"
        figures = (case.grade.upper(), case.edition)
        return judged([case.finding("B14", ERROR, sentence, "ISO 8217:2024, scope", figures, "productName")])
    if not case.grade:
        return missing("no grade is nominated or named")
    limits = grade_limits(case)
    if not limits:
        return not_applicable(f"no ISO 8217 limits for grade “{case.grade}”")
    found = [
        finding
        for item in limits
        if item.property in {"density", "viscosity", "water"}
        and (finding := _beyond(case, item, _BY_NAME[item.property])) is not None
    ]
    found += [finding for finding in (_pour_point(case, limits), _ccai(case, limits)) if finding is not None]
    unread = [
        item.words.lower() for item in PROPERTIES[:2] if case.figure(item.attribute, item.dimension).interval is None
    ]
    if not found and len(unread) == 2:
        return missing("neither density nor viscosity can be read")
    notes = filter(None, (edition(case.edition).note, f"not judged: {', '.join(unread)}" if unread else ""))
    return judged(found, "; ".join(notes))


def _beyond(case: Case, item: GradeLimit, what: Property) -> Finding | None:
    if what.name == "viscosity" and _off_temperature(case) is not None:
        return None
    figure = case.figure(what.attribute, what.dimension)
    if figure.interval is None or figure.interval.beyond(item.limit.value, item.bound) is not Certainty.SURE:
        return None
    return _broken(case, item, what.words, figure, what.field)


def _broken(case: Case, item: GradeLimit, words: str, figure: Reading, field: str) -> Finding:
    limit = item.limit
    shown = f"{wording.number(limit.value)} {limit.unit}".strip()
    side = "above" if item.bound == "max" else "below"
    sentence = f"{words} {figure.words} is {side} {shown} for {item.fuel_class}"
    # The reproducibility at hand for viscosity is that of residual fuels.
    is_judged = item.property != "viscosity" or item.grade not in _DISTILLATE
    margin = margin_words(case, figure, limit, item.property, item.bound) if is_judged else ""
    doubt = "" if limit.is_firm or limit.confidence == DESK else f"{limit.confidence} confidence"
    standard = limit.source if limit.confidence == DESK else f"ISO 8217:{item.edition} {item.fuel_class}"
    source = "; ".join(filter(None, (standard, edition(case.edition).note, doubt)))
    return case.finding("B14", limit.weigh(WARNING), sentence, source, (figure.words, shown), field).beside(margin)


def _pour_point(case: Case, limits: list[GradeLimit]) -> Finding | None:
    """Beyond the looser (summer) limit a warning; between winter and summer only a remark: the season is not known."""
    points = sorted((item for item in limits if item.property.startswith("pour_point")), key=lambda i: i.limit.value)
    what = _BY_NAME["pour_point"]
    figure = case.figure(what.attribute, what.dimension)
    if not points or figure.interval is None:
        return None
    strict, loose = points[0], points[-1]
    if figure.interval.above(loose.limit.value) is Certainty.SURE:
        return _broken(case, loose, what.words, figure, what.field)
    if figure.interval.above(strict.limit.value) is Certainty.SURE:
        shown = f"{wording.number(strict.limit.value)} °C"
        sentence = f"Pour point {figure.words} is summer quality only, winter is {shown} for {strict.fuel_class},"
        source = f"ISO 8217:{strict.edition} {strict.fuel_class}"
        return case.finding("B14", INFO, sentence, source, (figure.words, shown), what.field)
    return None


def _ccai(case: Case, limits: list[GradeLimit]) -> Finding | None:
    item = next((item for item in limits if item.property == "ccai"), None)
    density = case.figure("product_density", Dimension.DENSITY).exact
    viscosity = case.figure("product_viscosity", Dimension.VISCOSITY).exact
    oil = case.conventional
    if item is None or density is None or viscosity is None or oil is None or oil.product_viscosity is None:
        return None
    index = ccai(density, viscosity, condition(oil.product_viscosity.unit) or Decimal(50))
    if index is None or index <= item.limit.value:
        return None
    shown = Reading(wording.number(index.quantize(Decimal(1))), "", Interval.point(index))
    return _broken(case, item, "CCAI", shown, "productViscosity")


def b15_density_against_certificate(case: Case) -> Judged:
    """Density on the note against the certificate of quality: at most 2 kg/m³ apart."""
    if case.conventional is None:
        return not_applicable("not a conventional note")
    figure = case.figure("product_density", Dimension.DENSITY)
    stated = reading(case.certificate.density if case.certificate else None, Dimension.DENSITY)
    if figure.exact is None:
        return missing(f"density: {figure.problem}")
    if stated.exact is None:
        return missing(f"certificate of quality: {stated.problem}")
    limit = case.limits["density.certificate_difference"]
    gap = figure.exact - stated.exact
    if abs(gap) <= limit.value:
        return judged([])
    sentence = f"Density {figure.words} differs by {wording.number(gap)} kg/m³ from the certificate's {stated.words}"
    figures = (figure.words, stated.words)
    return judged([case.finding("B15", limit.weigh(WARNING), sentence, limit.source, figures, "productDensity")])


@dataclass(frozen=True, slots=True)
class Comparison:
    """One property on the note beside the certificate of quality; `difference` in the unit of the dimension."""

    property: Property
    on_note: Reading
    on_certificate: Reading
    difference: Decimal | None
    agrees: bool | None
    """None where one of the two cannot be read."""


def side_by_side(case: Case) -> list[Comparison]:
    """Every property on the note and on the certificate of quality, in the order of the paper."""
    rows: list[Comparison] = []
    for what in PROPERTIES:
        mine = case.figure(what.attribute, what.dimension)
        theirs = reading(getattr(case.certificate, what.certificate, None), what.dimension)
        both = mine.exact is not None and theirs.exact is not None
        difference = ARITHMETIC.subtract(mine.exact or Decimal(0), theirs.exact or Decimal(0)) if both else None
        rows.append(Comparison(what, mine, theirs, difference, _agree(mine.interval, theirs.interval)))
    return rows


def _agree(mine: Interval | None, theirs: Interval | None) -> bool | None:
    """Whether two statements can both be true: `<0.10` and `0.08` can."""
    if mine is None or theirs is None:
        return None
    for one, other in ((mine, theirs), (theirs, mine)):
        if other.low is not None and one.high is not None:
            is_open = one.is_high_open or other.is_low_open
            if one.high < other.low or (is_open and one.high == other.low):
                return False
    return True


def b16_certificate(case: Case) -> Judged:
    """The certificate of quality's values beside the note's; tells each that differs."""
    if case.conventional is None:
        return not_applicable("not a conventional note")
    if case.certificate is None:
        return missing("no certificate of quality is nominated")
    rows = side_by_side(case)
    if all(row.agrees is None for row in rows):
        return missing("no property can be compared")
    return judged(
        case.finding(
            "B16",
            INFO,
            f"{row.property.words} {row.on_note.words} differs from the certificate's {row.on_certificate.words}",
            "certificate of quality",
            (row.on_note.words, row.on_certificate.words),
            row.property.field,
        )
        for row in rows
        if row.agrees is False
    )


_DISTILLATE = frozenset({"dmx", "dma", "dmz", "dmb", "dfa", "dfz", "dfb"})


def b18_units(case: Case) -> Judged:
    """Figures that look like another unit: t/m³ for kg/m³, mg/kg for per cent, a viscosity at another temperature."""
    oil = case.conventional
    if oil is None or case.fuel_set is FuelSet.LNG:
        return not_applicable("not a conventional note")
    unknown = [
        what.words.lower()
        for what in PROPERTIES
        if (stated := getattr(oil, what.attribute)) is not None
        and stated.value is not None
        and unit(stated.unit) is None
    ]
    found = [_density_unit(case), _sulphur_unit(case), _viscosity_temperature(case)]
    if not any(getattr(oil, what.attribute) for what in PROPERTIES):
        return missing("no property is stated")
    return judged(found, f"unit not known: {', '.join(unknown)}" if unknown else "")


def _density_unit(case: Case) -> Finding | None:
    oil = case.conventional
    stated = oil.product_density if oil else None
    if stated is None or stated.value is None:
        return None
    low, high = case.limits["sanity.density_low"], case.limits["sanity.density_high"]
    symbol = known.symbol if (known := unit(stated.unit)) else ""
    thousandth = stated.value / 1000
    if symbol == BASE_SYMBOLS[Dimension.DENSITY] and low.value <= stated.value <= high.value:
        words, other = "t/m³", low
    elif symbol == "t/m³" and low.value <= thousandth <= high.value:
        words, other = "kg/m³", low
    else:
        return None
    shown = wording.quantity(stated.value, stated.unit)
    sentence = f"Density {shown} looks like {words}"
    return case.finding("B18", other.weigh(WARNING), sentence, other.source, (shown,), "productDensity")


def _sulphur_unit(case: Case) -> Finding | None:
    figure, limit = case.figure("product_sulphur_content", Dimension.FRACTION), case.limits["sanity.sulphur"]
    if figure.interval is None or figure.interval.above(limit.value) is not Certainty.SURE:
        return None
    sentence = f"Sulphur {figure.words} looks like mg/kg"
    return case.finding("B18", limit.weigh(WARNING), sentence, limit.source, (figure.words,), "productSulphurContent")


def _off_temperature(case: Case) -> tuple[Decimal, Decimal] | None:
    """The temperature the viscosity is stated at and the grade's, where the two differ."""
    oil = case.conventional
    at = condition(oil.product_viscosity.unit) if oil and oil.product_viscosity else None
    expected = Decimal(40) if case.grade in _DISTILLATE else Decimal(50)
    return None if at is None or not case.grade or at == expected else (at, expected)


def _viscosity_temperature(case: Case) -> Finding | None:
    off = _off_temperature(case)
    if off is None:
        return None
    at, expected = off
    sentence = (
        f"Viscosity is stated at {wording.number(at)} °C, ISO 8217 has it at {expected} °C for {case.grade.upper()}"
    )
    return case.finding("B18", WARNING, sentence, "ISO 8217", (f"{wording.number(at)} °C",), "productViscosity")
