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
    unread = [words for item in PROPERTIES[:2] if (words := _not_judged(case, item))]
    if not found and len(unread) == 2:
        return missing(f"not judged: {', '.join(unread)}")
    others = [item for item in (_BY_NAME["water"], _BY_NAME["pour_point"]) if getattr(case.note, item.attribute, None)]
    unread += [words for item in others if (words := _not_judged(case, item))]
    notes = filter(None, (edition(case.edition).note, f"not judged: {', '.join(unread)}" if unread else ""))
    return judged(found, "; ".join(notes))


def _not_judged(case: Case, what: Property) -> str:
    """Why a property is not compared with its limits: `viscosity (stated at 100 °C, not 50 °C)`; empty if it is."""
    figure = case.figure(what.attribute, what.dimension)
    if figure.interval is None:
        return f"{what.words.lower()} ({figure.problem})"
    off = off_temperature(case, what, figure)
    return f"{what.words.lower()} (stated at {_degrees(off[0])}, not {_degrees(off[1])})" if off else ""


def _degrees(value: Decimal) -> str:
    return f"{wording.number(value)} °C"


def _usual_temperature(case: Case, what: Property) -> Decimal | None:
    """The temperature of a property's limits in °C: 15 for density, 40 or 50 for viscosity by the grade."""
    if what.name == "density":
        return Decimal(15)
    if what.name != "viscosity" or not case.grade:
        return None
    return Decimal(40) if case.grade in _DISTILLATE else Decimal(50)


def off_temperature(case: Case, what: Property, figure: Reading) -> tuple[Decimal, Decimal] | None:
    """The temperature a figure is stated at and that of its limits, where the two differ."""
    at, usual = condition(figure.unit_words), _usual_temperature(case, what)
    return None if at is None or usual is None or at == usual else (at, usual)


def _beyond(case: Case, item: GradeLimit, what: Property) -> Finding | None:
    figure = case.figure(what.attribute, what.dimension)
    if figure.interval is None or off_temperature(case, what, figure) is not None:
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
    stated = case.figure("product_density", Dimension.DENSITY)
    density = stated.exact if off_temperature(case, _BY_NAME["density"], stated) is None else None
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
    apart = _temperatures_apart(case, _BY_NAME["density"], figure, stated)
    if apart:
        return missing(f"density is stated {apart}")
    limit = case.limits["density.certificate_difference"]
    gap = figure.exact - stated.exact
    if abs(gap) <= limit.value:
        return judged([])
    sentence = f"Density {figure.words} differs by {wording.number(gap)} kg/m³ from the certificate's {stated.words}"
    figures = (figure.words, stated.words)
    return judged([case.finding("B15", limit.weigh(WARNING), sentence, limit.source, figures, "productDensity")])


def _temperatures_apart(case: Case, what: Property, mine: Reading, theirs: Reading) -> str:
    """That note and certificate state a figure at two temperatures; one not named is the usual one."""
    usual = _usual_temperature(case, what)
    at, other = (condition(figure.unit_words) or usual for figure in (mine, theirs))
    if at is None or other is None or at == other:
        return ""
    return f"at {_degrees(at)}, on the certificate at {_degrees(other)}"


@dataclass(frozen=True, slots=True)
class Comparison:
    """One property on the note beside the certificate of quality; `difference` in the unit of the dimension."""

    property: Property
    on_note: Reading
    on_certificate: Reading
    difference: Decimal | None
    agrees: bool | None
    """None where one of the two cannot be read, or they are stated at two temperatures."""


def side_by_side(case: Case) -> list[Comparison]:
    """Every property on the note and on the certificate of quality, in the order of the paper."""
    rows: list[Comparison] = []
    for what in PROPERTIES:
        mine = case.figure(what.attribute, what.dimension)
        theirs = reading(getattr(case.certificate, what.certificate, None), what.dimension)
        is_apart = bool(_temperatures_apart(case, what, mine, theirs))
        both = mine.exact is not None and theirs.exact is not None and not is_apart
        difference = ARITHMETIC.subtract(mine.exact or Decimal(0), theirs.exact or Decimal(0)) if both else None
        agrees = None if is_apart else _agree(mine.interval, theirs.interval)
        rows.append(Comparison(what, mine, theirs, difference, agrees))
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
        and not case.figure(what.attribute, what.dimension).own_unit
    ]
    found = [_density_unit(case), _sulphur_unit(case)]
    found += [finding for what in PROPERTIES for finding in (_two_units(case, what), _temperature(case, what))]
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
        due, source = f"the note has it at {_degrees(usual)}", "MARPOL Annex VI Appendix V item 7"
    else:
        due, source = f"ISO 8217 has it at {_degrees(usual)} for {case.grade.upper()}", "ISO 8217"
    sentence = f"{what.words} is stated at {_degrees(at)}, {due}"
    return case.finding("B18", WARNING, sentence, source, (_degrees(at),), what.field)
