"""Rules on sulphur and flash point: B11 to B13."""

import re
from dataclasses import replace
from datetime import date
from decimal import Decimal

from bunkerdesk.rules import wording
from bunkerdesk.rules.findings import Finding, Severity
from bunkerdesk.rules.fuel_limits import GradeLimit, Limit, verdicts
from bunkerdesk.rules.measurements import Certainty, Dimension, Interval, Reading, reading
from bunkerdesk.rules.notes import eca
from bunkerdesk.rules.notes.case import Case
from bunkerdesk.rules.notes.checkset import FuelSet, names_oil
from bunkerdesk.rules.notes.outcomes import ERROR, INFO, WARNING, Judged, judged, missing, not_applicable, passed

_BOXES = (
    "a higher value is lawful with an equivalent means (scrubber): see the declaration's three boxes, "
    "reg. 14.1 value, reg. 14.4 value, purchaser's limit"
)
_FOR_OUTSIDE = "up to {} % it is lawful for use outside the area (the first box), not inside it"
_AS_ORDERED = "as ordered, with at most {} %"
_OWN_FIGURE = "but the note states the supplier's own figure, which has no such margin"
SULPHUR, FLASH = "productSulphurContent", "productFlashPoint"
_FINE = Decimal("0.001")


def margin_words(case: Case, figure: Reading, limit: Limit, name: str, bound: str = "max") -> str:
    """How a figure beyond a limit stands to limit and 0.59 R (ISO 4259); empty where R or the figure is not exact.

    The margin is the receiver's, for a test of his own; a supplier's result may not be beyond the limit at all.
    """
    spread = case.limits.reproducibility(name, limit.value)
    if figure.exact is None or spread is None:
        return ""
    both = verdicts(figure.exact, limit.value, bound, spread)
    if both.widened is None:
        return ""
    widened = f"{_short(both.widened)} {limit.unit}"
    if both.differ:
        to = "up to" if bound == "max" else "down to"
        return f"a receiver's test proves nothing {to} {widened} (limit and 0.59 R, ISO 4259), {_OWN_FIGURE}"
    return f"beyond limit and 0.59 R ({widened}, ISO 4259) as well"


def _short(value: Decimal) -> str:
    fine = value.quantize(_FINE) if abs(value) < 10 else value.quantize(Decimal("0.1"))
    return wording.number(fine.normalize() if fine != fine.to_integral_value() else fine.quantize(Decimal(1)))


def delivery_day(case: Case) -> date:
    """The day whose limits apply: start of transfer, delivery date, nominated bunkering, else today."""
    start, day = case.note.start_transfer_timestamp, case.note.delivery_date
    if start is not None:
        return case.port_day(start)
    planned = case.delivery.estimated_time_of_bunkering
    return day or (case.port_day(planned) if planned else case.now.date())


def sulphur(case: Case) -> Reading:
    """The stated sulphur content in per cent."""
    gas = case.gas
    if gas is not None:
        return Reading(gas.sulphur or "", "", None, "no unit is stated" if gas.sulphur else "not stated")
    return case.figure("product_sulphur_content", Dimension.FRACTION)


def b11_statutory_sulphur(case: Case) -> Judged:
    """Sulphur against 0.10 % inside emission control areas and 0.50 % elsewhere; a scrubber makes more lawful."""
    if case.conventional is None:
        return not_applicable("sulphur of gas fuels is documented otherwise")
    if case.has_scrubber:
        return not_applicable("the ship has an equivalent means (scrubber)")
    figure = sulphur(case)
    if figure.interval is None:
        return missing(f"sulphur: {figure.problem}")
    stand = eca.standing(case.port_code, delivery_day(case), case.position)
    if stand.certainty is Certainty.POSSIBLE and stand.area is None:
        return _sulphur_at_unknown_port(case, figure, figure.interval, stand.note)
    return _sulphur_at_port(case, figure, figure.interval, stand)


def _sulphur_at_port(case: Case, figure: Reading, content: Interval, stand: eca.Standing) -> Judged:
    inside = stand.certainty is Certainty.SURE
    limit = case.limits["sulphur.eca" if inside else "sulphur.global"]
    where = f"in the {stand.area.name} emission control area" if inside and stand.area else "outside control areas"
    over = content.above(limit.value)
    if over is not Certainty.NOT:
        found = _too_much_sulphur(case, figure, limit, over, where)
        return judged(
            [replace(found, source=f"{found.source}; {_area_source(stand.area)}") if inside and stand.area else found]
        )
    own = case.limits["sulphur.eca"]
    if stand.certainty is Certainty.POSSIBLE and stand.area and content.above(own.value) is not Certainty.NOT:
        sentence = f"Sulphur {figure.words} is above {own.value} %; the port may lie in the {stand.area.name} area,"
        source = f"{own.source}; {stand.note}"
        return judged([case.finding("B11", INFO, sentence, source, (figure.words, f"{own.value} %"), SULPHUR)])
    return passed(f"{where}: {limit.value} %")


def _sulphur_at_unknown_port(case: Case, figure: Reading, content: Interval, why: str) -> Judged:
    """Above 0.50 % is too much anywhere, up to 0.10 % nowhere; between them the port decides."""
    most, least = case.limits["sulphur.global"], case.limits["sulphur.eca"]
    over = content.above(most.value)
    if over is not Certainty.NOT:
        return judged([_too_much_sulphur(case, figure, most, over, "at a port that is not known")], why)
    if content.above(least.value) is not Certainty.NOT:
        return missing(f"{why}: inside an emission control area {least.value} % applies")
    return passed(f"{why}; at most {least.value} % is lawful everywhere")


def _area_source(area: eca.Area) -> str:
    """Where the area comes from; which ports lie in it is nowhere laid down."""
    doubt = "" if area.confidence == "high" else f", {area.confidence} confidence"
    return f"{area.source}{doubt}; that the port lies in it is general knowledge"


def _too_much_sulphur(case: Case, figure: Reading, limit: Limit, over: Certainty, where: str) -> Finding:
    may = "is" if over is Certainty.SURE else "may be"
    sentence = f"Sulphur {figure.words} {may} above {limit.value} % {where}"
    usual, ordered = case.limits["sulphur.global"], ordered_sulphur(case)
    is_usual = figure.interval is not None and figure.interval.above(usual.value) is Certainty.NOT
    if is_as_ordered(case) and ordered:
        note = _AS_ORDERED.format(ordered.value)
    else:
        margin = margin_words(case, figure, limit, "sulphur")
        note = f"{margin}, nor has MARPOL's verification" if _OWN_FIGURE in margin else margin
    besides = "; ".join(filter(None, (note, _FOR_OUTSIDE.format(usual.value) if is_usual else "", _BOXES)))
    figures = (figure.words, f"{limit.value} %")
    return case.finding("B11", WARNING, sentence, limit.source, figures, SULPHUR).beside(besides)


_PROMISES_TENTH = re.compile(
    r"ULSFO|LSMGO|ULTRA LOW SULPHUR|LOW SULPHUR MARINE GAS|LOW SULPHUR MGO|(?<![\d.,])0[.,]10?\s?%"
)
_PROMISES_HALF = ("VLSFO", "VERY LOW SULPHUR")
# A percentage in a product's name is its sulphur, unless it is the share of another thing: `30.1 % FAME`, `FAME 0.3 %`.
_PROMISED_SHARE = re.compile(
    r"(?:\b(?P<other>FAME|BIO\w*|HVO|UCO\w*|WATER|RME)\b[\s:(]*(?:MAX(?:IMUM)?\.?|UP TO|<|≤)?\s*)?"
    r"(?<![\d.,])(\d[.,]\d{1,2}|\d)\s?%(?!\s*(?:V/V|VOL|FAME|BIO|HVO|UCO|WATER|BLEND|RENEW|RME|B\d))"
)


def is_as_ordered(case: Case) -> bool:
    """Whether the sulphur is what fuel or product promise, and lawful to burn outside control areas.

    A control area forbids to burn such a fuel inside it, not to supply it there.
    """
    ordered, usual = ordered_sulphur(case), case.limits["sulphur.global"]
    content = sulphur(case).interval
    if ordered is None or content is None:
        return False
    return content.above(min(ordered.value, usual.value)) is Certainty.NOT


def ordered_sulphur(case: Case) -> Limit | None:
    """The sulphur that product, fuel type or brand promise; the least where they promise several."""
    specification = case.specification
    words = [getattr(case.note, "product_name", None)]
    if specification:
        words += [specification.fuel_type, specification.brand]
    named = " ".join(word for word in words if word).upper().replace("_", " ").replace("SULFUR", "SULPHUR")
    promised = [case.limits["sulphur.contract_ulsfo"]] if _PROMISES_TENTH.search(named) else []
    if any(name in named for name in _PROMISES_HALF):
        promised.append(case.limits["sulphur.contract_vlsfo"])
    promised += [_share(found[2]) for found in _PROMISED_SHARE.finditer(named) if not found["other"]]
    return min(promised, key=lambda limit: limit.value, default=None)


def _share(digits: str) -> Limit:
    value = Decimal(digits.replace(",", "."))
    return Limit("sulphur.named", value, "%", "definition", "Sulphur that the product's name promises", "product name")


def b12_contract_sulphur(case: Case) -> Judged:
    """Sulphur against the certificate of quality (+0.02), the grade and what the product's name promises."""
    if case.conventional is None or not (case.fuel_set.is_oil or case.fuel_set is FuelSet.UNKNOWN):
        return not_applicable("not an oil fuel")
    figure = sulphur(case)
    if figure.interval is None:
        return missing(f"sulphur: {figure.problem}")
    stated = reading(case.certificate.sulphur_content if case.certificate else None, Dimension.FRACTION)
    most = stated.interval.high if stated.interval else None
    found = [] if most is None else [_above_certificate(case, figure, stated, most)]
    limits = [item.limit for item in grade_limits(case) if item.property == "sulphur" and item.is_enforced]
    contract = ordered_sulphur(case)
    limits += [contract] if contract else []
    found += [_above_limit(case, figure, limit) for limit in limits]
    if most is None and not limits:
        return missing("neither a certificate of quality nor a grade or contract limit")
    return judged(found, "" if most is not None else f"certificate of quality: {stated.problem}")


def _above_limit(case: Case, figure: Reading, limit: Limit) -> Finding | None:
    over = figure.interval.above(limit.value) if figure.interval else Certainty.NOT
    if over is Certainty.NOT:
        return None
    may = "is" if over is Certainty.SURE else "may be"
    shown = f"{wording.number(limit.value)} %"
    margin = margin_words(case, figure, limit, "sulphur")
    sentence = f"Sulphur {figure.words} {may} above {shown} ({limit.title})"
    return case.finding("B12", WARNING, sentence, limit.source, (figure.words, shown), SULPHUR).beside(margin)


def grade_limits(case: Case) -> list[GradeLimit]:
    """The ISO 8217 limits of the nominated grade and of another that the product is named: of each the stricter."""
    limits = case.limits.of_grade(case.grade, case.edition, case.fuel_class)
    if case.named_grade in {"", case.grade}:
        return limits
    chosen = {(item.property, item.bound): item for item in limits}
    for item in case.limits.of_grade(case.named_grade, case.edition):
        other = chosen.get((item.property, item.bound))
        if other is None or not other.is_enforced or (item.is_enforced and item.is_stricter_than(other)):
            chosen[item.property, item.bound] = item
    return list(chosen.values())


def is_above_certificate(case: Case) -> bool:
    """Whether B12 tells that the sulphur is above the certificate's."""
    stated = reading(case.certificate.sulphur_content if case.certificate else None, Dimension.FRACTION)
    most = stated.interval.high if stated.interval else None
    return most is not None and _above_certificate(case, sulphur(case), stated, most) is not None


def _above_certificate(case: Case, figure: Reading, stated: Reading, most: Decimal) -> Finding | None:
    margin = case.limits["sulphur.certificate_margin"]
    if figure.interval is None or figure.interval.above(most + margin.value) is not Certainty.SURE:
        return None
    sentence = (
        f"Sulphur {figure.words} is above the certificate of quality's {stated.words} by more than {margin.value} %"
    )
    figures = (figure.words, stated.words)
    return case.finding(
        "B12", margin.weigh(WARNING), sentence, f"certificate of quality; {margin.source}", figures, SULPHUR
    )


def flash_point_limit(case: Case) -> tuple[Limit, str]:
    """The least flash point, and why DMX's own does not hold where it was nominated.

    43 °C is for emergency equipment, so it needs a product that is DMX: one named as another fuel has 60 °C.
    """
    usual = case.limits["flash_point.minimum"]
    if case.grade != "dmx":
        return usual, ""
    name = getattr(case.note, "product_name", None)
    if case.named_grade == "dmx" or not (case.named_grade or names_oil(name)):
        return case.limits["flash_point.minimum_dmx"], ""
    return usual, f"DMX was nominated, but the product is named “{(name or '').strip()}”"


def b13_flash_point(case: Case) -> Judged:
    """Flash point at least 60 °C, 43 °C for DMX only; not for methanol and gas. Below it the fuel may not be taken."""
    if not case.fuel_set.is_oil:
        return not_applicable(f"{case.fuel_set.value}: the 60 °C rule is for oil fuels")
    figure = case.figure("product_flash_point", Dimension.TEMPERATURE)
    if figure.interval is None:
        return missing(f"flash point: {figure.problem}")
    limit, otherwise = flash_point_limit(case)
    reason = "; ".join(filter(None, (case.choice.against, otherwise)))
    found = _low_flash_point(case, figure, limit) or _inexact(case, figure)
    return judged([found and found.beside("; ".join(filter(None, (found.besides, reason))))], reason)


def _low_flash_point(case: Case, figure: Reading, limit: Limit) -> Finding | None:
    """By the limit, and by the regulation's where this desk set its own: an error is what is beyond both."""
    law = limit.regulation
    own = _flash_point(case, figure, limit, limit.weigh(ERROR))
    if law is None:
        return own
    by_law = _flash_point(case, figure, law, WARNING if own is None else ERROR)
    if by_law is None or own is not None:
        return by_law or own
    return by_law.beside(f"this desk has set {wording.number(limit.value)} °C; {by_law.besides}")


def _inexact(case: Case, figure: Reading) -> Finding | None:
    """Up to 69 °C an exact figure is due."""
    exact_to = case.limits["flash_point.exact_up_to"]
    low = figure.interval.low if figure.interval else None
    if figure.exact is not None or low is None or low >= exact_to.value:
        return None
    sentence = f"Flash point “{figure.words}” is no exact figure; up to {exact_to.value} °C one is due"
    return case.finding("B13", WARNING, sentence, exact_to.source, (figure.words,), FLASH)


def _flash_point(case: Case, figure: Reading, limit: Limit, severity: Severity) -> Finding | None:
    under = figure.interval.below(limit.value) if figure.interval else Certainty.NOT
    if under is Certainty.NOT:
        return None
    figures = (figure.words, f"{wording.number(limit.value)} °C")
    if under is Certainty.POSSIBLE:
        sentence = f"Flash point “{figure.words}” does not tell whether it is at least {wording.number(limit.value)} °C"
        return case.finding("B13", WARNING, sentence, limit.source, figures, FLASH)
    sentence = f"Flash point {figure.words} is below {wording.number(limit.value)} °C"
    margin = margin_words(case, figure, limit, "flash_point", "min")
    note = f"{margin}, nor has SOLAS" if _OWN_FIGURE in margin else margin
    besides = "; ".join(filter(None, ("the fuel may not be taken on board" if limit.is_firm else "", note)))
    return case.finding("B13", severity, sentence, limit.source, figures, FLASH).beside(besides)
