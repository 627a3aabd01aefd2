"""Rules B15 and B16: the note beside its certificate of quality."""

from dataclasses import dataclass
from decimal import Decimal

from bunkerdesk.rules import wording
from bunkerdesk.rules.measurements import ARITHMETIC, Dimension, Interval, Reading, condition, reading
from bunkerdesk.rules.notes.case import Case
from bunkerdesk.rules.notes.outcomes import INFO, WARNING, Judged, judged, missing, not_applicable
from bunkerdesk.rules.notes.properties import BY_NAME, PROPERTIES, Property, degrees, density_astray, usual_temperature
from bunkerdesk.rules.notes.quality import is_above_certificate


def b15_density_against_certificate(case: Case) -> Judged:
    """Density on the note against the certificate of quality: at most 2 kg/m³ apart."""
    if case.conventional is None:
        return not_applicable("not a conventional note")
    figure = case.figure("product_density", Dimension.DENSITY)
    stated = reading(case.certificate.density if case.certificate else None, Dimension.DENSITY)
    if figure.exact is None or (looks := density_astray(case)):
        return missing(f"density: {figure.problem or looks}")
    if stated.exact is None:
        return missing(f"certificate of quality: {stated.problem}")
    apart = _temperatures_apart(case, BY_NAME["density"], figure, stated)
    if apart:
        return missing(f"density is stated {apart}")
    limit = case.limits["density.certificate_difference"]
    gap = figure.exact - stated.exact
    if abs(gap) <= limit.value:
        return judged([])
    off = f"{'+' if gap > 0 else ''}{wording.number(gap)} kg/m³"
    sentence = f"Density {figure.words} differs by {off} from the certificate's {stated.words}"
    figures = (figure.words, stated.words)
    return judged([case.finding("B15", limit.weigh(WARNING), sentence, limit.source, figures, "productDensity")])


def _temperatures_apart(case: Case, what: Property, mine: Reading, theirs: Reading) -> str:
    """That note and certificate state a figure at two temperatures; one not named is the usual one."""
    usual = usual_temperature(case, what)
    at, other = (condition(figure.unit_words) or usual for figure in (mine, theirs))
    if at is None or other is None or at == other:
        return ""
    return f"at {degrees(at)}, on the certificate at {degrees(other)}"


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
    """The certificate of quality's values beside the note's; tells each that differs and no other rule has told."""
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
        if row.agrees is False and not _is_told(case, row)
    )


def _is_told(case: Case, row: Comparison) -> bool:
    """Whether B12, B15 or B18 tells of the same difference: one slip is one finding."""
    if decimal_slip(row):
        return True
    match row.property.name:
        case "density":
            return bool(density_astray(case) or b15_density_against_certificate(case).findings)
        case "sulphur":
            return is_above_certificate(case)
        case _:
            return False


_TIMES = {
    1: ("ten times", "a tenth of"),
    2: ("a hundred times", "a hundredth of"),
    3: ("a thousand times", "a thousandth of"),
    4: ("ten thousand times", "a ten-thousandth of"),
}


def decimal_slip(row: Comparison) -> str:
    """How note and certificate differ where it is by a power of ten: `a tenth of`; empty where it is not.

    Pour points of 3 °C and 30 °C are two fuels rather than one slip.
    """
    mine, theirs = row.on_note.exact, row.on_certificate.exact
    if row.property.name == "pour_point" or not mine or not theirs or not (mine.is_finite() and theirs.is_finite()):
        return ""
    for power, (more, less) in _TIMES.items():
        for words, given, other in ((more, mine, theirs), (less, theirs, mine)):
            expected = ARITHMETIC.scaleb(other, power)
            if abs(ARITHMETIC.subtract(given, expected)) * 200 <= abs(expected):
                return words
    return ""
