"""Rules on sulphur and flash point: B11 to B13."""

import re
from dataclasses import replace
from datetime import date
from decimal import Decimal

from bunkerdesk.rules import wording
from bunkerdesk.rules.findings import Finding
from bunkerdesk.rules.fuel_limits import Limit, verdicts
from bunkerdesk.rules.measurements import Certainty, Dimension, Reading, reading
from bunkerdesk.rules.notes import eca
from bunkerdesk.rules.notes.case import Case
from bunkerdesk.rules.notes.checkset import FuelSet
from bunkerdesk.rules.notes.outcomes import ERROR, INFO, WARNING, Judged, judged, missing, not_applicable, passed

_BOXES = (
    "a higher value is lawful with an equivalent means (scrubber): see the declaration's three boxes, "
    "reg. 14.1 value, reg. 14.4 value, purchaser's limit"
)
SULPHUR, FLASH = "productSulphurContent", "productFlashPoint"
_FINE = Decimal("0.001")


def margin_words(case: Case, figure: Reading, limit: Limit, name: str, bound: str = "max") -> str:
    """How a figure beyond a limit stands to limit and 0.59 R (ISO 4259); empty where R or the figure is not exact."""
    spread = case.limits.reproducibility(name, limit.value)
    if figure.exact is None or spread is None:
        return ""
    both = verdicts(figure.exact, limit.value, bound, spread)
    if both.widened is None:
        return ""
    widened = f"{_short(both.widened)} {limit.unit}"
    if both.differ:
        return f"within limit and 0.59 R ({widened}, ISO 4259): the receiver may not call it off-specification"
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
    stand = eca.standing(case.operation.bunkering_location_code, delivery_day(case), case.position)
    inside = stand.certainty is Certainty.SURE
    limit = case.limits["sulphur.eca" if inside else "sulphur.global"]
    where = f"in the {stand.area.name} emission control area" if inside and stand.area else "outside control areas"
    over = figure.interval.above(limit.value)
    if over is not Certainty.NOT:
        found = _too_much_sulphur(case, figure, limit, over, where)
        return judged(
            [replace(found, source=f"{found.source}; {_area_source(stand.area)}") if inside and stand.area else found]
        )
    own = case.limits["sulphur.eca"]
    if stand.certainty is Certainty.POSSIBLE and stand.area and figure.interval.above(own.value) is not Certainty.NOT:
        sentence = f"Sulphur {figure.words} is above {own.value} %; the port may lie in the {stand.area.name} area,"
        source = f"{own.source}; {stand.note}"
        return judged([case.finding("B11", INFO, sentence, source, (figure.words, f"{own.value} %"), SULPHUR)])
    return passed(f"{where}: {limit.value} %")


def _area_source(area: eca.Area) -> str:
    """Where the area comes from; which ports lie in it is nowhere laid down."""
    doubt = "" if area.confidence == "high" else f", {area.confidence} confidence"
    return f"{area.source}{doubt}; that the port lies in it is general knowledge"


def _too_much_sulphur(case: Case, figure: Reading, limit: Limit, over: Certainty, where: str) -> Finding:
    may = "is" if over is Certainty.SURE else "may be"
    sentence = f"Sulphur {figure.words} {may} above {limit.value} % {where}"
    margin = margin_words(case, figure, limit, "sulphur")
    note = f"{margin}, but MARPOL's verification knows no such margin" if "may not" in margin else margin
    besides = "; ".join(filter(None, (note, _BOXES)))
    figures = (figure.words, f"{limit.value} %")
    return case.finding("B11", WARNING, sentence, limit.source, figures, SULPHUR).beside(besides)


_PROMISES_TENTH = re.compile(
    r"ULSFO|LSMGO|ULTRA LOW SULPHUR|LOW SULPHUR MARINE GAS|LOW SULPHUR MGO|(?<![\d.,])0[.,]10?\s?%"
)
_PROMISES_HALF = ("VLSFO", "VERY LOW SULPHUR")


def _contract_limit(case: Case) -> Limit | None:
    """The sulphur that product, fuel type or brand promise."""
    specification = case.specification
    words = [getattr(case.note, "product_name", None)]
    if specification:
        words += [specification.fuel_type, specification.brand]
    named = " ".join(word for word in words if word).upper().replace("_", " ").replace("SULFUR", "SULPHUR")
    if _PROMISES_TENTH.search(named):
        return case.limits["sulphur.contract_ulsfo"]
    return case.limits["sulphur.contract_vlsfo"] if any(name in named for name in _PROMISES_HALF) else None


def b12_contract_sulphur(case: Case) -> Judged:
    """Sulphur against the certificate of quality (+0.02), the grade and what the product's name promises."""
    if case.conventional is None or case.fuel_set is FuelSet.METHANOL:
        return not_applicable("not an oil fuel")
    figure = sulphur(case)
    if figure.interval is None:
        return missing(f"sulphur: {figure.problem}")
    found: list[Finding | None] = []
    stated = reading(case.certificate.sulphur_content if case.certificate else None, Dimension.FRACTION)
    compared = stated.interval is not None and stated.interval.high is not None
    if stated.interval is not None and stated.interval.high is not None:
        found.append(_above_certificate(case, figure, stated, stated.interval.high))
    limits = [item.limit for item in case.limits.of_grade(case.grade, case.edition) if item.property == "sulphur"]
    contract = _contract_limit(case)
    limits += [contract] if contract else []
    for limit in limits:
        if figure.interval.above(limit.value) is Certainty.SURE:
            sentence = f"Sulphur {figure.words} is above {wording.number(limit.value)} % ({limit.title})"
            margin = margin_words(case, figure, limit, "sulphur")
            figures = (figure.words, f"{wording.number(limit.value)} %")
            found.append(case.finding("B12", WARNING, sentence, limit.source, figures, SULPHUR).beside(margin))
    if not compared and not limits:
        return missing("neither a certificate of quality nor a grade or contract limit")
    return judged(found, "" if compared else f"certificate of quality: {stated.problem}")


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


def b13_flash_point(case: Case) -> Judged:
    """Flash point at least 60 °C, 43 °C for DMX only; not for methanol and gas. Below it the fuel may not be taken."""
    if not case.fuel_set.is_oil:
        return not_applicable(f"{case.fuel_set.value}: the 60 °C rule is for oil fuels")
    figure = case.figure("product_flash_point", Dimension.TEMPERATURE)
    if figure.interval is None:
        return missing(f"flash point: {figure.problem}")
    limit = case.limits["flash_point.minimum_dmx" if case.grade == "dmx" else "flash_point.minimum"]
    under = figure.interval.below(limit.value)
    if under is Certainty.NOT:
        exact_to = case.limits["flash_point.exact_up_to"]
        if figure.exact is None and figure.interval.low is not None and figure.interval.low < exact_to.value:
            sentence = f"Flash point “{figure.words}” is no exact figure; up to {exact_to.value} °C one is due"
            return judged([case.finding("B13", WARNING, sentence, exact_to.source, (figure.words,), FLASH)])
        return passed()
    figures = (figure.words, f"{wording.number(limit.value)} °C")
    if under is Certainty.POSSIBLE:
        sentence = f"Flash point “{figure.words}” does not tell whether it is at least {wording.number(limit.value)} °C"
        return judged([case.finding("B13", WARNING, sentence, limit.source, figures, FLASH)])
    sentence = f"Flash point {figure.words} is below {wording.number(limit.value)} °C"
    margin = margin_words(case, figure, limit, "flash_point", "min")
    note = f"{margin}; SOLAS knows no such margin" if "may not" in margin else margin
    besides = "; ".join(filter(None, ("the fuel may not be taken on board", note)))
    return judged([case.finding("B13", limit.weigh(ERROR), sentence, limit.source, figures, FLASH).beside(besides)])
