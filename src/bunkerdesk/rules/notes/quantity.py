"""Rules on quantities: B09, B10, B23 and B25."""

from collections import Counter
from decimal import Decimal

from bunkerdesk.rules import wording
from bunkerdesk.rules.findings import Finding
from bunkerdesk.rules.measurements import Dimension, Interval, Reading, reading
from bunkerdesk.rules.notes.case import Case, reading_of
from bunkerdesk.rules.notes.checkset import is_red_iii
from bunkerdesk.rules.notes.outcomes import INFO, WARNING, Judged, judged, missing, not_applicable, passed

_NOMINATION = "nominated quantity range"
_PERCENT = Decimal("0.01")


def percent(part: Decimal, whole: Decimal) -> Decimal | None:
    """`part` in per cent of `whole`, to two places; None of nothing or beyond reason."""
    if whole == 0:
        return None
    share = part * 100 / whole
    return share.quantize(_PERCENT) if share.is_finite() and abs(share) < Decimal(10) ** 12 else None


def _signed(value: Decimal) -> str:
    return f"{'+' if value > 0 else ''}{wording.number(value)} %"


def nominated(case: Case) -> Interval | None:
    """The nominated range of the note's fuel in tonnes, summed over the nominations; None when not comparable."""
    low, high, is_any = Decimal(0), Decimal(0), False
    has_low = has_high = True
    for specification in case.specifications():
        asked = specification.quantity_range
        if asked is None or (asked.min_quantity is None and asked.max_quantity is None):
            continue
        is_any = True
        ends = [
            reading_of(end, asked.unit, Dimension.MASS).exact if end is not None else None
            for end in (asked.min_quantity, asked.max_quantity)
        ]
        if (asked.min_quantity is not None and ends[0] is None) or (asked.max_quantity is not None and ends[1] is None):
            return None
        has_low, has_high = has_low and ends[0] is not None, has_high and ends[1] is not None
        low, high = low + (ends[0] or 0), high + (ends[1] or 0)
    return Interval(low if has_low else None, high if has_high else None) if is_any else None


def _of_same_fuel(case: Case) -> list[Case]:
    index = case.fuel_index
    cases = [case.of_note(place) for place in range(len(case.notes))]
    return [other for other in cases if other.fuel_index == index]


def b09_nominated_range(case: Case) -> Judged:
    """What was delivered of a fuel lies within its nominated range; several notes of one fuel count together."""
    if not case.specifications():
        return missing("this fuel is not in any nomination at hand")
    asked = nominated(case)
    if asked is None:
        return missing("no nominated range in tonnes")
    together = _of_same_fuel(case)
    figures = [other.delivered() for other in together]
    total = Decimal(0)
    for figure in figures:
        if figure.exact is None:
            return missing(f"delivered quantity: {figure.problem}")
        total += figure.exact
    return judged([_outside_range(case, total, asked, len(together))])


def _outside_range(case: Case, total: Decimal, asked: Interval, notes: int) -> Finding | None:
    if asked.low is not None and total < asked.low:
        end, words = asked.low, "under"
    elif asked.high is not None and total > asked.high:
        end, words = asked.high, "over"
    else:
        return None
    share = percent(total - end, end)
    by = f" ({_signed(share)})" if share is not None else ""
    low, high = (wording.number(bound) if bound is not None else "…" for bound in (asked.low, asked.high))
    together = f", {notes} notes together," if notes > 1 else ""
    sentence = f"Delivered {wording.number(total)} t{together} is {words} the nominated {low} – {high} t{by}"
    figures = (f"{wording.number(total)} t", f"{low} – {high} t")
    return case.finding("B09", WARNING, sentence, _NOMINATION, figures, "quantityDelivered")


def b10_received(case: Case) -> Judged:
    """Delivered against received: up to 0.5 % good, 1 % a note, 2 % letter of protest territory, above 3 % critical."""
    oil = case.conventional
    if oil is None:
        return not_applicable("not a conventional note")
    if oil.quantity_received is None:
        if case.operation.loading_number:
            return missing("a loading operation states no received quantity")
        return not_applicable("received quantities are stated for loading and Singapore transfer operations only")
    received, delivered = case.figure("quantity_received", Dimension.MASS), case.delivered()
    for name, figure in (("received", received), ("delivered", delivered)):
        if figure.exact is None:
            return missing(f"{name} quantity: {figure.problem}")
    return judged([_received_band(case, delivered, received)])


def _received_band(case: Case, delivered: Reading, received: Reading) -> Finding | None:
    mine, theirs = delivered.exact or Decimal(0), received.exact or Decimal(0)
    off = percent(mine - theirs, theirs)
    if off is None:
        sentence, source = "The received quantity is zero", "quantity stated on the loading document"
        return case.finding("B10", WARNING, sentence, source, (received.words,), "quantityReceived")
    good, note, protest, critical = (
        case.limits[f"received.{name}"] for name in ("good", "note", "protest", "critical")
    )
    size = abs(off)
    if size <= good.value:
        return None
    limit, words = good, "to be noted"
    if size > note.value:
        limit, words = note, "letter of protest territory"
    if size > protest.value:
        limit, words = protest, "beyond letter of protest territory"
    if size > critical.value:
        limit, words = critical, "critical"
    severity = INFO if limit is good else WARNING
    sentence = f"Delivered {delivered.words} differs by {_signed(off)} from the received {received.words}: {words},"
    figures = (delivered.words, received.words, _signed(off))
    return case.finding("B10", severity, sentence, limit.source, figures, "quantityDelivered", "quantityReceived")


def blend_share(case: Case) -> Decimal | None:
    """The nominated bio share from 0 to 1; a ratio above 1 is read as per cent. None when not stated or senseless."""
    bio = case.specification.biofuel_properties if case.specification else None
    ratio = bio.blend_ratio if bio else None
    if ratio is None or ratio < 0 or ratio > 100:
        return None
    return ratio if ratio <= 1 else ratio / 100


def b23_biofuel(case: Case) -> Judged:
    """The biofuel quantity is about the delivered quantity times the blend, and stated under RED III only."""
    oil = case.conventional
    if oil is None:
        return not_applicable("not a conventional note")
    red_iii = is_red_iii(f"{case.operation.operation_standard_code or ''} {case.standard_name}")
    stated = reading(oil.biofuel_quantity_delivered, Dimension.MASS)
    field, source = "biofuelQuantityDelivered", "biofuel quantity is calculated under RED III only"
    if not stated.is_stated:
        return missing("no biofuel quantity under RED III") if red_iii else not_applicable("no biofuel quantity")
    found: list[Finding | None] = []
    if not red_iii:
        sentence = f"Biofuel quantity {stated.words} is stated outside RED III"
        found.append(case.finding("B23", WARNING, sentence, source, (stated.words,), field))
    share, delivered = blend_share(case), case.delivered()
    if share is None or stated.exact is None or delivered.exact is None:
        reason = "blend ratio or a quantity in tonnes is missing"
        return judged(found, reason) if found else missing(reason)
    return judged([*found, _off_blend(case, stated, delivered, share)])


def _off_blend(case: Case, stated: Reading, delivered: Reading, share: Decimal) -> Finding | None:
    tolerance = case.limits["biofuel.tolerance"]
    whole, bio = delivered.exact or Decimal(0), stated.exact or Decimal(0)
    expected = whole * share
    if abs(bio - expected) * 100 <= tolerance.value * abs(whole):
        return None
    shown = f"{wording.number(expected.normalize())} t"
    sentence = f"Biofuel quantity {stated.words} is not {wording.number(share * 100)} % of {delivered.words}, {shown},"
    figures = (stated.words, shown)
    return case.finding(
        "B23", tolerance.weigh(WARNING), sentence, tolerance.source, figures, "biofuelQuantityDelivered"
    )


def b25_notes_of_fuels(case: Case) -> Judged:
    """Every nominated fuel has a note and every note a nominated fuel; looks at the whole operation."""
    fuels = (case.nomination.fuel_specifications if case.nomination else None) or []
    if not fuels:
        return missing("no nominated fuels at hand")
    if not case.notes:
        return not_applicable("there is no note yet")
    per_index = Counter(case.of_note(place).fuel_index for place in range(len(case.notes)))
    if set(per_index) == {None} and len(case.notes) == len(fuels):
        return passed("the notes carry no fuel index, but are as many as the fuels")
    found: list[Finding] = []
    for index, fuel in enumerate(fuels):
        if index not in per_index:
            sentence = f"Nominated fuel {index + 1} ({wording.fuel(fuel) or 'unnamed'}) has no delivery note"
            found.append(Finding("B25", WARNING, sentence, (), ("bunkerDeliveryNotes",), "nomination"))
    for place in range(len(case.notes)):
        one = case.of_note(place)
        if one.fuel_index is None or not 0 <= one.fuel_index < len(fuels):
            stated = "no fuel index" if one.fuel_index is None else f"fuel index {one.fuel_index}"
            sentence = f"There is no nominated fuel for {stated}"
            found.append(one.finding("B25", WARNING, sentence, "nomination", (), "fuelIndex"))
    return judged(found)
