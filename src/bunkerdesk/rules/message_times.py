"""Times in a pasted message: arrival, bunkering, departure and laycan in the date forms of several languages."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo

from bunkerdesk.rules.calendar_words import MONTHS, WEEKDAYS
from bunkerdesk.rules.message_text import Mark
from bunkerdesk.rules.port_clock import Now, parse

ARRIVAL = "receiver.estimatedTimeOfArrival"
BUNKERING = "delivery.estimatedTimeOfBunkering"
DEPARTURE = "receiver.estimatedTimeOfDeparture"
LAYCAN = ("delivery.laycanStart", "delivery.laycanEnd")

_LABELS = {
    "arrival": r"e\.?t\.?a\b\.?|estimated (?:time of )?arrival|arrival|arriving|arrives|eta/etb|llegada|llega a|ankunft"
    r"|arrivee",
    "bunkering": r"e\.?t\.?b\b\.?|bunkering(?: date| time| start)?|estimated time of bunkering|start of delivery"
    r"|suministro"
    r"|bunkerung|soutage|avitaillement|alongside",
    "departure": r"e\.?t\.?[ds]\b\.?|estimated (?:time of )?(?:departure|sailing)|departure|sailing|salida|zarpe"
    r"|abfahrt|depart",
    "laycan": r"lay ?/? ?can|l/c|(?:delivery |bunker(?:ing)? |supply )?window|delivery (?:date|dates|period"
    r"|range|time)s?|delivery"
    r"|dates?|lieferzeitraum|liefertermin|lieferfenster|lieferung|ventana|entrega|plazo"
    r"|fenetre(?: de livraison)?|livraison"
    r"|periode|supply date|stem date",
}
_LABEL = re.compile(
    r"(?<![a-z0-9])(?:" + "|".join(f"(?P<{kind}>{words})" for kind, words in _LABELS.items()) + r")(?![a-z])"
)
_MONTH = "(?:" + "|".join(sorted(MONTHS, key=len, reverse=True)) + ")"
_WEEKDAY = "(?:" + "|".join(sorted((day for day in WEEKDAYS if len(day) > 2), key=len, reverse=True)) + r")\.?,? ?"
_ORDINAL = r"(?:st|nd|rd|th|\.)?"
_YEAR = r"(?:(?:,? ?|[\-/])(?:de |of )?20\d{2}(?!\d)|[ \-/']\d{2}(?![\d:.h]| ?(?:hrs|lt|am|pm|-\d)))?+"
_DAY = (
    r"(?:\d{4}-\d{2}-\d{2}"
    rf"|\d{{1,2}}{_ORDINAL}[ \-/]?(?:de |of )?{_MONTH}\b\.?{_YEAR}"
    rf"|{_MONTH}\.? \d{{1,2}}(?:st|nd|rd|th)?(?![\d:])(?:,? 20\d{{2}})?"
    r"|\d{1,2}[./\-]\d{1,2}(?:[./\-](?:20\d{2}|\d{2})(?!\d))?(?!\d)\.?)"
)
_CLOCK = (
    r"(?:\d{1,2}[:.h]\d{2}(?: ?[ap]m)?|(?:[01]\d|2[0-4])[0-5]\d(?!\d|-\d{2}-\d)|\d{1,2} ?[ap]m"
    r"|\d{1,2}(?= ?(?:uhr|hrs?|h)\b)|noon|midnight)"
    r"(?: ?(?:hrs?|hours|uhr|h|lt|local(?: time)?)\b)*(?: ?(?:utc|gmt|z\b)(?:[+-]\d{1,2})?| ?[+-]\d{2}:?\d{2})?"
)
_JOIN = r"(?: ?(?:,|/|at|@|um|a las|a|t|on|el|am|le|-) ?| )"
_MOMENT = re.compile(
    rf"(?:(?P<clock1>{_CLOCK}){_JOIN}+(?:{_WEEKDAY})?(?P<day1>{_DAY})"
    rf"|(?:{_WEEKDAY})?(?P<day2>{_DAY})(?:{_JOIN}*(?P<clock2>{_CLOCK}))?)"
)
_TO = r" ?(?:-|/|to|till|until|bis|al?|au|and|und|y|et|&|~) ?(?:the |el |le )?"
_DAYS = re.compile(
    rf"(?P<first>\d{{1,2}}){_ORDINAL}{_TO}(?P<last>\d{{1,2}}){_ORDINAL}[ \-/]?(?:de "
    rf"|of )?(?P<month>{_MONTH})\b\.?(?P<year>{_YEAR})"
    rf"|(?P<month2>{_MONTH})\.? (?P<first2>\d{{1,2}}){_ORDINAL}{_TO}(?P<last2>\d{{1,2}}){_ORDINAL}(?![\d:])"
    r"(?P<year2>,? 20\d{2})?"
)
_HOURS = re.compile(rf"(?P<day>{_DAY}){_JOIN}*(?P<from>{_CLOCK})(?:{_TO})(?P<to>{_CLOCK})")
_PAIR = re.compile(rf"{_MOMENT.pattern.replace('?P<', '?P<a_')}(?:{_TO}){_MOMENT.pattern.replace('?P<', '?P<b_')}")
_SPAN = 70


@dataclass(frozen=True, slots=True)
class Clocked:
    """How to read the times of a message: the port's zone if known, the present, and the order of day and month."""

    zone: tzinfo | None
    now: datetime
    month_first: bool


def month_comes_first(plain: str) -> bool:
    """Tell whether a message writes month before day: some date in it can be read no other way."""
    pairs = re.findall(r"(?<![\d/])(\d{1,2})/(\d{1,2})(?:/(?:20)?\d{2})?(?![\d/])", plain)
    return any(int(second) > 12 >= int(first) for first, second in pairs) and not any(
        int(first) > 12 for first, _ in pairs
    )


def moments(plain: str, how: Clocked) -> Iterator[Mark]:
    """Marks for all labelled times of a folded message."""
    labels = list(_LABEL.finditer(plain))
    for place, label in enumerate(labels):
        end = min(label.end() + _SPAN, labels[place + 1].start() if place + 1 < len(labels) else len(plain))
        line_end = plain.find("\n", label.end())
        if 0 <= line_end < end and plain[label.end() : line_end].strip(" :.-=>|*"):
            end = line_end
        yield from _labelled(label.lastgroup or "", plain, (label.end(), end), how)


def _labelled(kind: str, plain: str, span: tuple[int, int], how: Clocked) -> Iterator[Mark]:
    ranged = _range(plain, span, how)
    single = _MOMENT.search(plain, *span)
    if ranged and (not single or ranged[0].start <= single.start() + 4):
        start, end = ranged
        if kind == "laycan":
            yield start
            yield end
        else:
            yield Mark(_FIELD[kind], start.value, start.start, end.end, 0.6)
    elif single:
        value = _value(single["day1"] or single["day2"], single["clock1"] or single["clock2"], how)
        if not value:
            return
        if kind == "laycan" and "T" not in value:
            yield from (Mark(field, value, single.start(), single.end(), 0.6) for field in LAYCAN)
        else:
            yield Mark(_FIELD[kind], value, single.start(), single.end(), 0.9 if "T" in value else 0.7)


_FIELD = {"arrival": ARRIVAL, "bunkering": BUNKERING, "departure": DEPARTURE, "laycan": BUNKERING}


def _range(plain: str, span: tuple[int, int], how: Clocked) -> tuple[Mark, Mark] | None:
    """The first range of days, hours or moments in a span."""
    pair, days, hours = (pattern.search(plain, *span) for pattern in (_PAIR, _DAYS, _HOURS))
    found = min((each for each in (pair, days, hours) if each), key=lambda each: each.start(), default=None)
    values: tuple[str, str] = ("", "")
    end_group: str | int = 0
    if found is None:
        return None
    if found is hours:
        values = (_value(found["day"], found["from"], how), _value(found["day"], found["to"], how))
        end_group = "to"
    elif found is days:
        month, year = found["month"] or found["month2"], found["year"] or found["year2"] or ""
        end_group = "last" if found["last"] else "last2"
        ends = (found["first"] or found["first2"], found["last"] or found["last2"])
        values = (_value(f"{ends[0]} {month}{year}", None, how), _value(f"{ends[1]} {month}{year}", None, how))
    elif found is pair:
        first = found["a_day1"] or found["a_day2"], found["a_clock1"] or found["a_clock2"]
        last = found["b_day1"] or found["b_day2"], found["b_clock1"] or found["b_clock2"]
        values = (_value(*first, how), _value(*last, how))
        end_group = "b_day1" if found["b_day1"] else "b_day2"
    if not all(values) or values[0] > values[1]:
        return None
    middle = found.start(end_group)
    return Mark(LAYCAN[0], values[0], found.start(), middle, 0.9), Mark(LAYCAN[1], values[1], middle, found.end(), 0.9)


def _value(day: str, clock: str | None, how: Clocked) -> str:
    """ISO text of a day with an optional clock time; empty when there is no such day."""
    day = re.sub(r"[',]", " ", day).replace(" of ", " ").strip()
    typed = (
        re.sub(r"(?<=\d)\.(?=\d{2}\b)", ":", clock).replace("uhr", "").replace("local time", "lt") if clock else "00:00"
    )
    typed = re.sub(r"^(\d{1,2}) ?(?:hrs?|h)? *$", r"\1:00", typed.strip()) if clock else typed
    typed = re.sub(r"\b(lt|local|hours|hrs?)\b", " ", typed).strip()
    understood = parse(f"{day} {typed}", how.zone or UTC, Now(how.now, month_first=how.month_first))
    if not understood.readings:
        return ""
    moment = understood.readings[0].moment
    if not clock:
        return moment.date().isoformat()
    return (
        moment.isoformat(timespec="minutes") if moment.tzinfo is not None and _is_known(typed, how) else _wall(moment)
    )


def _is_known(typed: str, how: Clocked) -> bool:
    return how.zone is not None or re.search(r"utc|gmt|z$|[+-]\d{2}:?\d{2}$", typed) is not None


def _wall(moment: datetime) -> str:
    return moment.replace(tzinfo=None).isoformat(timespec="minutes")
