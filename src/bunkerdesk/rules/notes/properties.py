"""Rule B14: the other properties of an oil fuel against ISO 8217."""

from dataclasses import dataclass
from decimal import Decimal

from bunkerdesk.rules import wording
from bunkerdesk.rules.findings import Finding
from bunkerdesk.rules.fuel_limits import DESK, GradeLimit, edition, order_problem
from bunkerdesk.rules.measurements import (
    Certainty,
    Dimension,
    Interval,
    Reading,
    condition,
    unit,
)
from bunkerdesk.rules.notes.case import Case
from bunkerdesk.rules.notes.checkset import FuelSet
from bunkerdesk.rules.notes.outcomes import ERROR, INFO, WARNING, Judged, judged, missing, not_applicable
from bunkerdesk.rules.notes.quality import grade_limits, margin_words
from bunkerdesk.rules.vocabulary import DISTILLATE


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
BY_NAME = {item.name: item for item in PROPERTIES}


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
        and (finding := _beyond(case, item, BY_NAME[item.property])) is not None
    ]
    found += [finding for finding in (_pour_point(case, limits), _ccai(case, limits)) if finding is not None]
    unread = [words for item in PROPERTIES[:2] if (words := _not_judged(case, item))]
    if not found and len(unread) == 2:
        return missing(f"not judged: {', '.join(unread)}")
    others = [item for item in (BY_NAME["water"], BY_NAME["pour_point"]) if getattr(case.note, item.attribute, None)]
    unread += [words for item in others if (words := _not_judged(case, item))]
    notes = filter(None, (edition(case.edition).note, f"not judged: {', '.join(unread)}" if unread else ""))
    return judged(found, "; ".join(notes))


def _not_judged(case: Case, what: Property) -> str:
    """Why a property is not compared with its limits: `viscosity (stated at 100 °C, not 50 °C)`; empty if it is."""
    figure = case.figure(what.attribute, what.dimension)
    if figure.interval is None:
        return f"{what.words.lower()} ({figure.problem})"
    if what.name == "density" and (looks := density_astray(case)):
        return f"density ({looks})"
    off = off_temperature(case, what, figure)
    return f"{what.words.lower()} (stated at {degrees(off[0])}, not {degrees(off[1])})" if off else ""


def density_astray(case: Case) -> str:
    """What a density looks like that no fuel has: `looks like t/m³`; empty for one that a fuel may have."""
    figure, stated = case.figure("product_density", Dimension.DENSITY), getattr(case.note, "product_density", None)
    low, high = case.limits.value("sanity.density_low"), case.limits.value("sanity.density_high")
    is_gas = case.fuel_set in {FuelSet.LNG, FuelSet.LOW_FLASH}
    if is_gas or figure.exact is None or stated is None or low <= figure.exact / 1000 <= high:
        return ""
    known = unit(stated.unit)
    for other, looks in (("kg/m³", "t/m³"), ("t/m³", "kg/m³")):
        factor = 1 if other == "kg/m³" else Decimal("0.001")
        if known is not None and known.symbol == other and low <= stated.value * factor <= high:
            return f"looks like {looks}"
    return "is no density of a fuel: perhaps a slip of the decimal point"


def degrees(value: Decimal) -> str:
    return f"{wording.number(value)} °C"


def usual_temperature(case: Case, what: Property) -> Decimal | None:
    """The temperature of a property's limits in °C: 15 for density, 40 or 50 for viscosity by the grade."""
    if what.name == "density":
        return Decimal(15)
    if what.name != "viscosity" or not case.grade:
        return None
    return Decimal(40) if case.grade in DISTILLATE else Decimal(50)


def off_temperature(case: Case, what: Property, figure: Reading) -> tuple[Decimal, Decimal] | None:
    """The temperature a figure is stated at and that of its limits, where the two differ."""
    at, usual = condition(figure.unit_words), usual_temperature(case, what)
    return None if at is None or usual is None or at == usual else (at, usual)


def _beyond(case: Case, item: GradeLimit, what: Property) -> Finding | None:
    figure = case.figure(what.attribute, what.dimension)
    if figure.interval is None or off_temperature(case, what, figure) is not None:
        return None
    if what.name == "density" and density_astray(case):
        return None
    certainty = figure.interval.beyond(item.limit.value, item.bound)
    if certainty is Certainty.NOT:
        return None
    if item.is_enforced:
        return _broken(case, item, what.words, figure, what.field)
    return _beyond_unverified(case, item, what, figure) if certainty is Certainty.SURE else None


def _beyond_unverified(case: Case, item: GradeLimit, what: Property, figure: Reading) -> Finding:
    """A number nobody could confirm is shown, not enforced."""
    shown, side = _limit_words(item), "above" if item.bound == "max" else "below"
    sentence = f"{what.words} {figure.words} is {side} the unverified limit {shown} for {item.fuel_class}"
    source = f"ISO 8217:{item.edition} {item.fuel_class}; {item.limit.confidence} confidence, not enforced"
    return case.finding("B14", INFO, sentence, source, (figure.words, shown), what.field)


def _limit_words(item: GradeLimit) -> str:
    return f"{wording.number(item.limit.value)} {item.limit.unit}".strip()


def _broken(case: Case, item: GradeLimit, words: str, figure: Reading, field: str) -> Finding:
    limit, shown = item.limit, _limit_words(item)
    is_sure = figure.interval is not None and figure.interval.beyond(limit.value, item.bound) is Certainty.SURE
    side = "above" if item.bound == "max" else "below"
    sentence = f"{words} {figure.words} {'is' if is_sure else 'may be'} {side} {shown} for {item.fuel_class}"
    # The reproducibility at hand for viscosity is that of residual fuels.
    is_judged = item.property != "viscosity" or item.grade not in DISTILLATE
    margin = margin_words(case, figure, limit, item.property, item.bound) if is_judged else ""
    doubt = "" if limit.is_firm or limit.confidence == DESK else f"{limit.confidence} confidence"
    standard = limit.source if limit.confidence == DESK else f"ISO 8217:{item.edition} {item.fuel_class}"
    source = "; ".join(filter(None, (standard, edition(case.edition).note, doubt)))
    return case.finding("B14", limit.weigh(WARNING), sentence, source, (figure.words, shown), field).beside(margin)


def _pour_point(case: Case, limits: list[GradeLimit]) -> Finding | None:
    """Beyond the looser (summer) limit a warning; between winter and summer only a remark: the season is not known."""
    points = sorted((item for item in limits if item.property.startswith("pour_point")), key=lambda i: i.limit.value)
    what = BY_NAME["pour_point"]
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
    stated = case.figure("product_density", Dimension.DENSITY)
    is_usable = off_temperature(case, BY_NAME["density"], stated) is None and not density_astray(case)
    density = stated.exact if is_usable else None
    viscosity = case.figure("product_viscosity", Dimension.VISCOSITY).exact
    oil = case.conventional
    if item is None or density is None or viscosity is None or oil is None or oil.product_viscosity is None:
        return None
    index = ccai(density, viscosity, condition(oil.product_viscosity.unit) or Decimal(50))
    if index is None or index <= item.limit.value:
        return None
    shown = Reading(wording.number(index.quantize(Decimal(1))), "", Interval.point(index))
    return _broken(case, item, "CCAI", shown, "productViscosity")
