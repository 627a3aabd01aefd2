"""Rules on quantities: B09, B10, B23 and B25."""

from collections import Counter
from dataclasses import dataclass
from decimal import Decimal

from bunkerdesk.contract.nomination import QuantityRange
from bunkerdesk.rules import wording
from bunkerdesk.rules.findings import Finding
from bunkerdesk.rules.measurements import ARITHMETIC, Dimension, Reading, Unit, reading, unit
from bunkerdesk.rules.notes.case import Case, reading_of
from bunkerdesk.rules.notes.checkset import is_red_iii
from bunkerdesk.rules.notes.outcomes import ERROR, WARNING, Judged, judged, missing, not_applicable, passed

_NOMINATION = "nominated quantity range"
_PERCENT = Decimal("0.01")
_ROUNDABLE = 40


def percent(part: Decimal, whole: Decimal) -> Decimal | None:
    """`part` in per cent of `whole`, to two places; None of nothing or beyond reason."""
    if whole == 0:
        return None
    share = part * 100 / whole
    return share.quantize(_PERCENT) if share.is_finite() and abs(share) < Decimal(10) ** 12 else None


def _signed(value: Decimal) -> str:
    return f"{'+' if value > 0 else ''}{wording.number(value)} %"


@dataclass(frozen=True, slots=True)
class Asked:
    """The nominated range of one fuel, in the unit it was nominated in."""

    low: Decimal | None
    high: Decimal | None
    unit: Unit

    @property
    def words(self) -> str:
        """`480 – 520 t`; an open end as `…`."""
        low, high = (wording.number(rounded(end)) if end is not None else "…" for end in (self.low, self.high))
        return f"{low} – {high} {self.unit.symbol}"

    def figure(self, value: Decimal) -> str:
        """A figure in the nominated unit, with it."""
        return f"{wording.number(rounded(value))} {self.unit.symbol}"

    def in_unit(self, base: Decimal) -> Decimal:
        """A figure of the same dimension, given in its base unit, in the nominated unit."""
        return ARITHMETIC.divide(ARITHMETIC.subtract(base, self.unit.shift), self.unit.factor)

    def delivered(self, case: Case) -> Decimal | None:
        """What a note says was delivered, in the nominated unit; None where it states nothing of that dimension.

        Of several amounts the one stated in that very unit, else one of the dimension, converted.
        """
        for value, words in wording.delivered_amounts(case.note):
            if unit(words) == self.unit:
                return value
        found = case.delivered(self.unit.dimension).exact
        return None if found is None else self.in_unit(found)


_COMPARED = (Dimension.MASS, Dimension.ENERGY, Dimension.VOLUME)


def nominated(case: Case) -> Asked | None:
    """The nominated range of the note's fuel, summed over the nominations; None when not comparable.

    One stem that stands twice under a reference, with the same range at the same time, is asked for once.

    Like is compared with like: a mass with a mass, an energy with an energy. Units of one dimension are converted
    (their factors are definitions), a mass is never made from an energy.
    """
    stated = _ranges(case)
    known = unit(stated[0].unit) if stated else None
    if known is None or known.dimension not in _COMPARED:
        return None
    low = [_end(each.min_quantity, each.unit, known) for each in stated]
    high = [_end(each.max_quantity, each.unit, known) for each in stated]
    if _UNREADABLE in (*low, *high):
        return None
    return Asked(_total(low), _total(high), known)


def _ranges(case: Case) -> list[QuantityRange]:
    found: dict[tuple[object, ...], QuantityRange] = {}
    for body, item in zip(case.nominations_of_fuel(), case.specifications(), strict=True):
        asked, delivery = item.quantity_range, body.delivery
        if asked is not None and (asked.min_quantity is not None or asked.max_quantity is not None):
            begins = delivery.estimated_time_of_bunkering if delivery else None
            found.setdefault((asked.min_quantity, asked.max_quantity, asked.unit, begins), asked)
    return list(found.values())


_UNREADABLE = Decimal("NaN")


def _end(value: Decimal | None, words: str | None, wanted: Unit) -> Decimal | None:
    """One end of a range in the wanted unit; None for an open end, NaN for one of another dimension."""
    if value is None:
        return None
    found = reading_of(value, words, wanted.dimension).exact
    return _UNREADABLE if found is None else ARITHMETIC.divide(ARITHMETIC.subtract(found, wanted.shift), wanted.factor)


def _total(ends: list[Decimal | None]) -> Decimal | None:
    total = Decimal(0)
    for end in ends:
        if end is None:
            return None
        total = ARITHMETIC.add(total, end)
    return total


def rounded(value: Decimal) -> Decimal:
    """A figure as it is shown: as it stands where it has three places or fewer; a converted figure is cut to them."""
    exponent = value.as_tuple().exponent
    if not isinstance(exponent, int) or exponent >= -3:
        return value
    if abs(value.adjusted()) > _ROUNDABLE:
        return value.normalize(ARITHMETIC)
    return ARITHMETIC.quantize(value, Decimal("0.001"))


def _of_same_fuel(case: Case) -> list[Case]:
    index = case.fuel_index
    return [other for other in case.of_every_note() if other.fuel_index == index]


def b09_nominated_range(case: Case) -> Judged:
    """What was delivered of a fuel lies within its nominated range; several notes of one fuel count together.

    They are judged once, with the last of them.
    """
    if not case.specifications():
        return missing("this fuel is not in any nomination at hand")
    asked = nominated(case)
    if asked is None:
        return missing("no nominated range in a unit of mass, energy or volume that is known")
    together = _of_same_fuel(case)
    if case.note_index != together[-1].note_index:
        return not_applicable(f"the notes of one fuel are judged together, with {together[-1].label}")
    total = Decimal(0)
    for other in together:
        figure = asked.delivered(other)
        if figure is None:
            stated = other.delivered(asked.unit.dimension)
            return missing(f"delivered quantity: {stated.problem}; nominated is {asked.words}, not comparable")
        total += figure
    return judged([_outside_range(case, total, asked, together)])


def _outside_range(case: Case, total: Decimal, asked: Asked, notes: list[Case]) -> Finding | None:
    if asked.low is not None and total < asked.low:
        end, words = asked.low, "under"
    elif asked.high is not None and total > asked.high:
        end, words = asked.high, "over"
    else:
        return None
    share = percent(total - end, end)
    by = f" ({_signed(share)})" if share is not None else ""
    got = asked.figure(total)
    places = tuple(other.place("quantityDelivered") for other in notes)
    sentence = f"Delivered {got} is {words} the nominated {asked.words}{by} on {_named(notes)}"
    return Finding("B09", WARNING, sentence, (got, asked.words), places, _NOMINATION, _meant(total, asked))


def _meant(total: Decimal, asked: Asked) -> str:
    """What a quantity far outside may have been: `1.199` was perhaps 1 199, a comma taken for a decimal point."""
    shifted = [ARITHMETIC.scaleb(total, power) for power in (-3, -2, -1, 1, 2, 3)]
    fits = [each for each in shifted if asked.low and asked.high and asked.low <= each <= asked.high]
    return f"{asked.figure(fits[0])} would be within it: perhaps a slip of the decimal point" if len(fits) == 1 else ""


def _named(notes: list[Case]) -> str:
    labels = [other.label for other in notes]
    return wording.listed(labels) + ("" if len(labels) == 1 else " together")


def b10_received(case: Case) -> Judged:
    """Delivered against received: up to 0.5 % good, 1 % a note, 2 % letter of protest territory, above 3 % critical."""
    oil = case.conventional
    if oil is None:
        return not_applicable("not a conventional note")
    if oil.quantity_received is None:
        if case.operation.loading_number or _is_singapore_transfer(case):
            return missing("a loading or Singapore transfer operation states no received quantity")
        return not_applicable("received quantities are stated for loading and Singapore transfer operations only")
    received, delivered = case.figure("quantity_received", Dimension.MASS), case.delivered()
    for name, figure in (("received", received), ("delivered", delivered)):
        if figure.exact is None:
            return missing(f"{name} quantity: {figure.problem}")
    return judged([_received_band(case, delivered, received)])


def _is_singapore_transfer(case: Case) -> bool:
    kind = case.operation.transaction_type or case.delivery.transaction_type
    return kind == "transfer" and (case.operation.bunkering_location_code or "").upper().startswith("SG")


def _received_band(case: Case, delivered: Reading, received: Reading) -> Finding | None:
    mine, theirs = delivered.exact or Decimal(0), received.exact or Decimal(0)
    off = percent(mine - theirs, theirs)
    if off is None:
        sentence, source = "The received quantity is zero", "quantity stated on the loading document"
        return case.finding("B10", WARNING, sentence, source, (received.words,), "quantityReceived")
    good, note, protest, critical = (
        case.limits[f"received.{name}"] for name in ("good", "note", "protest", "critical")
    )
    size = abs(mine - theirs) * 100 / abs(theirs)
    if size <= good.value:
        return None
    limit, words = good, "to be noted"
    if size > note.value:
        limit, words = note, "letter of protest territory"
    if size > protest.value:
        limit, words = protest, "beyond letter of protest territory"
    if size > critical.value:
        limit, words = critical, "critical"
    sentence = f"Delivered {delivered.words} differs by {_signed(off)} from the received {received.words}: {words},"
    figures = (delivered.words, received.words, _signed(off))
    fields = ("quantityDelivered", "quantityReceived")
    return case.finding(
        "B10", limit.weigh(ERROR if limit is critical else WARNING), sentence, limit.source, figures, *fields
    )


def blend_shares(case: Case) -> tuple[Decimal, ...]:
    """What the nominated blend ratio may say as a share: above 1 per cent, below perhaps. Empty when senseless."""
    bio = case.specification.biofuel_properties if case.specification else None
    ratio = bio.blend_ratio if bio else None
    if ratio is None or ratio < 0 or ratio > 100:
        return ()
    return (ratio, ratio / 100) if ratio <= 1 else (ratio / 100,)


def b23_biofuel(case: Case) -> Judged:
    """The biofuel quantity is about the delivered quantity times the blend, and stated under RED III only."""
    oil = case.conventional
    if oil is None:
        return not_applicable("not a conventional note")
    red_iii = is_red_iii(f"{case.operation.operation_standard_code or ''} {case.standard_name}")
    stated = reading(oil.biofuel_quantity_delivered, Dimension.MASS)
    field, source = "biofuelQuantityDelivered", "biofuel quantity is calculated under RED III only"
    found = [_odd_iscc_value(case)]
    if not stated.is_stated and not any(found):
        return missing("no biofuel quantity under RED III") if red_iii else not_applicable("no biofuel quantity")
    if not stated.is_stated:
        return judged(found)
    if not red_iii:
        sentence = f"Biofuel quantity {stated.words} is stated outside RED III"
        found.append(case.finding("B23", WARNING, sentence, source, (stated.words,), field))
    shares, delivered = blend_shares(case), case.delivered()
    if not shares or stated.exact is None or delivered.exact is None:
        reason = "blend ratio or a quantity in tonnes is missing"
        return judged(found, reason) if any(found) else missing(reason)
    off = [_off_blend(case, stated, delivered, share) for share in shares]
    return judged([*found, None if None in off else off[0]])


def _odd_iscc_value(case: Case) -> Finding | None:
    """What the ISCC value means is not stated; as g CO2e/MJ or as a saving in per cent it lies from 0 to 100."""
    bio = case.specification.biofuel_properties if case.specification else None
    value = bio.iscc_value if bio else None
    if value is None or 0 <= value <= 100:
        return None
    shown = wording.number(value)
    sentence = f"ISCC value (as reported) {shown} is outside 0 to 100: seen with the nominated fuel"
    return case.finding(
        "B23", WARNING, sentence, "proof of sustainability; meaning not stated", (shown,), "productName"
    )


def _off_blend(case: Case, stated: Reading, delivered: Reading, share: Decimal) -> Finding | None:
    tolerance = case.limits["biofuel.tolerance"]
    whole, bio = delivered.exact or Decimal(0), stated.exact or Decimal(0)
    expected = whole * share
    rounding = case.limits.value("biofuel.rounding")
    if abs(bio - expected) <= max(tolerance.value * abs(expected) / 100, rounding):
        return None
    shown = f"{wording.number(rounded(expected))} t"
    part = f"{wording.number(rounded((share * 100).normalize()))} % of {delivered.words}, {shown},"
    sentence = f"Biofuel quantity {stated.words} is not {part}"
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
    per_index = Counter(one.fuel_index for one in case.of_every_note())
    if set(per_index) == {None} and len(case.notes) == len(fuels):
        return passed("the notes carry no fuel index, but are as many as the fuels")
    found: list[Finding] = []
    for index, fuel in enumerate(fuels):
        if index not in per_index:
            sentence = f"Nominated fuel {index + 1} ({wording.fuel(fuel) or 'unnamed'}) has no delivery note"
            found.append(Finding("B25", WARNING, sentence, (), ("bunkerDeliveryNotes",), "nomination"))
    for one in case.of_every_note():
        if one.fuel_index is None or not 0 <= one.fuel_index < len(fuels):
            stated = "no fuel index" if one.fuel_index is None else f"fuel index {one.fuel_index}"
            sentence = f"There is no nominated fuel for {stated}"
            found.append(one.finding("B25", WARNING, sentence, "nomination", (), "fuelIndex"))
    return judged(found)
