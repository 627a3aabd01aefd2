"""The one place for wording: times, quantities, statuses and field names as a bunker desk reads them.

Pure text; nothing here knows a widget. Names are the specification's, said in words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime, timedelta, tzinfo
from decimal import Context, Decimal
from typing import TYPE_CHECKING, Any, TypeGuard
from zoneinfo import ZoneInfo

from bunkerdesk.rules.field_names import field_words, first_lower, first_upper
from bunkerdesk.rules.vocabulary import Tone, choices, status, status_tone, word, word_or_text

if TYPE_CHECKING:
    from bunkerdesk.contract.delivery_note import DeliveryNote, Measurement, TextMeasurement
    from bunkerdesk.contract.nomination import FuelSpecification, NumberValue, QuantityRange, TextValue

__all__ = [
    "NOT_REPORTED",
    "NO_OFFSET",
    "Tone",
    "age",
    "choices",
    "count_words",
    "date_words",
    "dated_day",
    "dated_time",
    "duration",
    "exact_time",
    "field_words",
    "first_lower",
    "first_upper",
    "fuel",
    "fuels",
    "listed",
    "measurement",
    "number",
    "plain_figures",
    "port_time",
    "quantity",
    "quantity_range",
    "raised",
    "status",
    "status_tone",
    "text_measurement",
    "total_delivered",
    "unit",
    "until",
    "utc_and_desk",
    "utc_and_desk_short",
    "word",
    "word_or_text",
]

NO_OFFSET = "no offset"
NOT_REPORTED = "not reported"
THIN = "\u202f"
MINUS = "\u2212"
_GROUPED = re.compile(rf"(?<=[0-9]){THIN}(?=[0-9]{{3}})")
_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_POWER = re.compile(r"(?<=[a-z])[23](?![0-9A-Za-z])")
# Beyond this many places a number is written with an exponent: 1E+999999 would fill the memory.
_LONGEST = 60


def date_words(day: date, today: date | None = None) -> str:
    """`Sat 21 Nov`, with the year when it is not this year."""
    this_year = (today or datetime.now(UTC).date()).year
    year = "" if day.year == this_year else f" {day.year}"
    return f"{_DAYS[day.weekday()]} {day.day} {_MONTHS[day.month - 1]}{year}"


def offset_words(moment: datetime) -> str:
    """`+08:00`, `−06:00`; `no offset` for a naive moment."""
    offset = moment.utcoffset()
    if offset is None:
        return NO_OFFSET
    minutes = round(offset.total_seconds() / 60)
    return f"{MINUS if minutes < 0 else '+'}{abs(minutes) // 60:02}:{abs(minutes) % 60:02}"


def port_time(moment: datetime, today: date | None = None) -> tuple[str, str]:
    """The port's clock and its offset: `("Sat 21 Nov 22:30", "+08:00")`; the clock is never converted."""
    return f"{date_words(moment.date(), today)} {moment:%H:%M}", offset_words(moment)


def dated_time(moment: datetime) -> str:
    """The port's clock on papers and in sentences, whatever year is read in: `12 Nov 2026 10:30 (+01:00)`."""
    return f"{dated_day(moment.date())} {moment:%H:%M} ({plain_figures(offset_words(moment))})"


def dated_day(day: date) -> str:
    """`12 Nov 2026`, for papers."""
    return f"{day.day} {_MONTHS[day.month - 1]} {day.year}"


def utc_and_desk(moment: datetime, desk_zone: tzinfo | str) -> str:
    """`14:30 UTC, 15:30 at this desk`; the day is named where it is not that of the clock before, the port's first."""
    if moment.tzinfo is None:
        return "no offset was given, so UTC is not known"
    return _on_both_clocks(moment, desk_zone, _clock, "at this desk") or "outside the calendar"


def utc_and_desk_short(moment: datetime, desk_zone: tzinfo | str) -> str:
    """`14:30 UTC, 15:30 here`; only a weekday where the day is another; empty for no offset."""
    return "" if moment.tzinfo is None else _on_both_clocks(moment, desk_zone, _short_clock, "here")


def _on_both_clocks(
    moment: datetime, desk_zone: tzinfo | str, clock: Callable[[datetime, datetime], str], place: str
) -> str:
    """An aware moment in UTC and at the desk, once where both read alike; empty outside the calendar."""
    zone = ZoneInfo(desk_zone) if isinstance(desk_zone, str) else desk_zone
    try:
        utc, desk = _plain(moment).astimezone(UTC), _plain(moment).astimezone(zone)
    except OverflowError:
        return ""
    if utc.replace(tzinfo=None) == desk.replace(tzinfo=None):
        return f"{clock(utc, moment)} UTC and {place}"
    return f"{clock(utc, moment)} UTC, {clock(desk, utc)} {place}"


def _short_clock(moment: datetime, before: datetime) -> str:
    return f"{'' if moment.date() == before.date() else _DAYS[moment.weekday()] + ' '}{moment:%H:%M}"


def _plain(moment: datetime) -> datetime:
    return datetime.combine(moment.date(), moment.timetz())


def _clock(moment: datetime, before: datetime) -> str:
    if moment.date() == before.date():
        return f"{moment:%H:%M}"
    return f"{date_words(moment.date(), before.date())} {moment:%H:%M}"


def exact_time(moment: datetime) -> str:
    """ISO 8601 with the offset, for copying; as received where it was received."""
    received: str | None = getattr(moment, "received", None)
    return received or moment.isoformat()


def until(moment: datetime, now: datetime) -> str:
    """How long until a moment: `1 d 8 h`, `45 min`, `now`, `3 h ago`; empty when the moment is naive."""
    if moment.tzinfo is None:
        return ""
    seconds = (moment - now).total_seconds()
    minutes = int(abs(seconds) // 60)
    if minutes == 0:
        return "now"
    return _short(minutes, parts=2) if seconds > 0 else f"{_short(minutes, parts=1)} ago"


def _short(minutes: int, parts: int) -> str:
    days, rest = divmod(minutes, 24 * 60)
    hours, rest = divmod(rest, 60)
    if days:
        return f"{days} d" + (f" {hours} h" if hours and parts > 1 and days < 10 else "")
    if hours:
        return f"{hours} h" + (f" {rest} min" if rest and parts > 1 and hours < 6 else "")
    return f"{rest} min"


def duration(minutes: int | None) -> str:
    """`8 h`, `8 h 30 min`, from two days on `2 d 4 h`; exact, empty for None."""
    if minutes is None:
        return ""
    sign, minutes = (MINUS if minutes < 0 else ""), abs(minutes)
    days, hours = divmod(minutes // 60, 24) if minutes >= 48 * 60 else (0, minutes // 60)
    parts = [f"{days} d"] * bool(days) + [f"{hours} h"] * bool(hours) + [f"{minutes % 60} min"] * bool(minutes % 60)
    return sign + (" ".join(parts) or "0 min")


def age(seen_at: datetime, now: datetime) -> str:
    """How old a reading is: `just now`, `5 min ago`, `3 h ago`, `2 d ago`."""
    passed = now - seen_at
    if passed < timedelta(minutes=1):
        return "just now"
    return f"{_short(int(passed.total_seconds() // 60), parts=1)} ago"


def number(value: Decimal | int) -> str:
    """All digits of a number as received, grouped by thin spaces: `12 345.670`."""
    value = Decimal(value)
    if not value.is_finite() or abs(value.adjusted()) > _LONGEST:
        return str(value)
    whole, _, fraction = f"{value.copy_abs():f}".partition(".")
    grouped = THIN.join(_threes(whole))
    return (MINUS if value < 0 else "") + grouped + (f".{fraction}" if fraction else "")


def count_words(count: int, one: str, many: str = "") -> str:
    """`1 file`, `12 345 files`; without `many` the plural has an s."""
    return f"{number(count)} {one if count == 1 else many or one + 's'}"


def listed(words: Iterable[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def plain_figures(text: str) -> str:
    """Words with figures for a spreadsheet or another program, which know neither our blank nor our minus.

    `−1 250.5 t` is `-1250.5 t`.
    """
    return _GROUPED.sub("", text).replace(MINUS, "-") if not text.isascii() else text


def _threes(whole: str) -> list[str]:
    head = len(whole) % 3
    return [whole[:head]] * bool(head) + [whole[place : place + 3] for place in range(head, len(whole), 3)]


def _with_unit(text: str, unit_word: str | None) -> str:
    short = unit(unit_word)
    return f"{text} {short}" if short else text


def quantity(value: Decimal | int, unit_word: str | None) -> str:
    """`512.345 t`."""
    return _with_unit(number(value), unit_word)


def quantity_range(given: QuantityRange | None) -> str:
    """`480 – 520 t`, `500 t` where both are equal, `up to 520 t`, `from 480 t`; empty for nothing."""
    if given is None:
        return ""
    low, high = given.min_quantity, given.max_quantity
    if low is None and high is None:
        return ""
    if low is None or high is None:
        text = f"up to {number(high)}" if high is not None else f"from {number(low or Decimal(0))}"
    elif low == high:
        text = number(low)
    else:
        text = f"{number(low)} – {number(high)}"
    return _with_unit(text, given.unit)


_UNITS = {
    "metric_tonnes": "t",
    "metric_tonne": "t",
    "metric_tons": "t",
    "metric_ton": "t",
    "tonnes": "t",
    "mt": "t",
    "mmbtu": "MMBtu",
    "mwh": "MWh",
    "percent": "%",
    "per_cent": "%",
    "cubic_metres": "m³",
    "cubic_meters": "m³",
    "m3": "m³",
    "kg/m3": "kg/m³",
    "kilograms_per_cubic_metre": "kg/m³",
    "kilograms_per_cubic_meter": "kg/m³",
    "celsius": "°C",
    "degrees_celsius": "°C",
    "mm2/s": "mm²/s",
    "cst": "cSt",
}


def raised(unit_word: str) -> str:
    """A unit in its own words, its powers set as such: `kg/m3` is `kg/m³`."""
    return _POWER.sub(lambda found: "²³"[int(found.group()) - 2], unit_word)


def unit(given: str | None) -> str:
    """The short form of a unit's stored word: `metric tons` is `t`; an unknown unit stays as it came."""
    if given is None:
        return ""
    return _UNITS.get(given.strip().lower().replace(" ", "_"), given)


def measurement(given: Measurement | NumberValue | None) -> str:
    """`991.0 kg/m³`; empty for nothing."""
    if given is None or given.value is None:
        return ""
    return quantity(given.value, given.unit)


def text_measurement(given: TextMeasurement | TextValue | None) -> str:
    """`<0.10 %`, the text as received."""
    if given is None or given.value is None:
        return ""
    return _with_unit(given.value, given.unit)


def fuels(specifications: Iterable[FuelSpecification] | None) -> str:
    """`VLSFO RMG, LSMGO`: fuel types with their grade."""
    return ", ".join(filter(None, map(fuel, specifications or ())))


def fuel(specification: FuelSpecification) -> str:
    """`VLSFO RMG`; the brand where there is no fuel type."""
    grade = word("grade", specification.grade)
    kind = specification.fuel_type or specification.brand or ""
    return f"{kind} {grade}".strip() if grade.lower() not in kind.lower().split() else kind


def total_delivered(notes: Iterable[DeliveryNote] | None) -> str:
    """The delivered quantities added up by unit: `1 020.345 t`, `500 t + 210 m³`; empty when none is stated."""
    totals: dict[str, Decimal] = {}
    for note in notes or ():
        value, unit_word = delivered(note)
        if value is not None:
            short = unit(unit_word)
            totals[short] = _SUMS.add(totals[short], value) if short in totals else value
    return " + ".join(_with_unit(number(value), short) for short, value in totals.items())


# The sum of quantities with 28 digits each needs more than the usual 28.
_SUMS = Context(prec=64)


_LNG_UNITS = (
    ("tonnes", "t"),
    ("mt", "t"),
    ("tons", "t"),
    ("megawatthours", "MWh"),
    ("mwh", "MWh"),
    ("mmbtu", "MMBtu"),
    ("gj", "GJ"),
    ("mj", "MJ"),
    ("m3", "m³"),
)
Amount = tuple[Decimal, str | None]


def delivered(note: DeliveryNote) -> tuple[Decimal | None, str | None]:
    """The delivered quantity of a note and its unit; the mass where it is stated among others."""
    amounts = delivered_amounts(note)
    mass = next((amount for amount in amounts if unit(amount[1]) == "t"), None)
    return mass or next(iter(amounts), (None, None))


def delivered_amounts(note: DeliveryNote) -> list[Amount]:
    """Every quantity that a note states as delivered: LNG has mass, volume and energy.

    The fields of the LNG object are not shown: values with a unit are looked for in it, then numbers whose name ends
    with a unit.
    """
    given: Any = getattr(note, "quantity_delivered", None)
    if given is None:
        given = note.unknown_fields.get("quantityDelivered")
    if given is None:
        return []
    fields = given.to_object() if hasattr(given, "to_object") else given
    return _stated(fields) if isinstance(fields, dict) else []


def _stated(fields: dict[str, Any]) -> list[Amount]:
    found: list[Amount] = []
    for candidate in (fields, *(item for item in fields.values() if isinstance(item, dict))):
        value, unit_word = candidate.get("value"), candidate.get("unit")
        if _is_number(value):
            found.append((Decimal(value), unit_word if isinstance(unit_word, str) else None))
    for ending, short in _LNG_UNITS:
        found += [
            (Decimal(value), short)
            for name, value in fields.items()
            if name.lower().endswith(ending) and _is_number(value)
        ]
    return found


def _is_number(value: object) -> TypeGuard[int | Decimal]:
    return isinstance(value, int | Decimal) and not isinstance(value, bool)
