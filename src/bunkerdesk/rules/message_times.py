"""Times in a pasted message: arrival, bunkering, departure and laycan in the date forms of several languages."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta, tzinfo

from bunkerdesk.rules.calendar_words import MONTHS, WEEKDAYS
from bunkerdesk.rules.message_text import Mark
from bunkerdesk.rules.port_clock import Now, parse

ARRIVAL = "receiver.estimatedTimeOfArrival"
BUNKERING = "delivery.estimatedTimeOfBunkering"
DEPARTURE = "receiver.estimatedTimeOfDeparture"
LAYCAN = ("delivery.laycanStart", "delivery.laycanEnd")

_LABELS = {
    "arrival": r"e\.?t\.?a\b\.?|estimated (?:time of )?arrival|arrival|arriving|arrives|eta/etb|llegada|llega a|ankunft"
    r"|arrivee|arriv(?:o|era)|chegada|aankomst|ankomst|(?:is |are )due(?: to arrive)?",
    "bunkering": r"e\.?t\.?b\b\.?|bunkering(?: date| time| start)?|estimated time of bunkering|start of delivery"
    r"|suministro|rifornimento|abastecimento|bunkring"
    r"|bunkerung|soutage|avitaillement|alongside",
    "departure": r"e\.?t\.?[ds]\b\.?|estimated (?:time of )?(?:departure|sailing)|departure|sailing|salida|zarpe"
    r"|abfahrt|depart|partenza|saida|vertrek|avgang|afgang|sails(?: again)?",
    "laycan": r"lay ?/? ?can|l/c|(?:delivery |bunker(?:ing)? |supply )?window|delivery (?:date|dates|period"
    r"|range|time)s?|delivery"
    r"|dely(?: dates?)?|consegna|levering|leveranse"
    r"|dates?|lieferzeitraum|liefertermin|lieferfenster|lieferung|ventana|entrega|plazo"
    r"|fenetre(?: de livraison)?|livraison"
    r"|periode|supply date|stem date",
}
_LABEL = re.compile(
    r"(?<![a-z0-9])(?:" + "|".join(f"(?P<{kind}>{words})" for kind, words in _LABELS.items()) + r")(?![a-z])"
)
_MONTH = "(?:" + "|".join(sorted(MONTHS, key=len, reverse=True)) + ")"
_WEEKDAY = (
    "(?:" + "|".join(sorted((day for day in WEEKDAYS if len(day) > 2), key=len, reverse=True)) + r")\.?,? ?(?:the )?"
)
_ORDINAL = r"(?:st|nd|rd|th|\.)?"
_YEAR = r"(?:(?:,? ?|[\-/])(?:de |of )?20\d{2}(?!\d)|[ \-/']\d{2}(?![\d:.h]| ?(?:hrs|lt|am|pm|-\d)))?+"
_DAY = (
    r"(?:\d{4}[-/.]\d{2}[-/.]\d{2}"
    rf"|\d{{1,2}}{_ORDINAL}[ \-/]?(?:de |of )?{_MONTH}\b\.?{_YEAR}"
    rf"|{_MONTH}\.? \d{{1,2}}(?:st|nd|rd|th)?(?![\d:])(?:,? 20\d{{2}})?"
    r"|\d{1,2}[./\-]\d{1,2}(?:[./\-](?:20\d{2}|\d{2})(?!\d))?(?!\d)\.?)"
)
_CLOCK = (
    r"(?:\d{1,2}[:.h]\d{2}(?![./]\d)(?: ?[ap]m)?|(?:[01]\d|2[0-4])[0-5]\d(?!\d|[-/.]\d{2}[-/.]\d)|\d{1,2} ?[ap]m"
    r"|\d{1,2}(?= ?(?:uhr|uur|hrs?|h)\b)|noon|midnight)"
    r"(?: ?(?:hrs?|hours|uhr|uur|h|lt|local(?: time)?)\b)*(?: ?(?:utc|gmt|z\b)(?:[+-]\d{1,2})?| ?[+-]\d{2}:?\d{2})?"
)
_PART_OF_DAY = r"(?: ?(?:[ap]m|[ap]\.m\.|(?:early |late )?(?:morning|noon|afternoon|evening|night))\b)"
_JOIN = r"(?: ?(?:,|/|at|@|um|a las|as|a|t|on|om|ore|kl\.?|el|am|le|about|abt|approx\.?|around|ca\.?|-) ?| )"
# The day of the month and the clock time in one figure, as in the days of telex: 280600LT NOV.
_TELEX = (
    r"(?<!\d)(?P<dd>0[1-9]|[12]\d|3[01])[-/ ]?(?P<hhmm>(?:[01]\d|2[0-3])[0-5]\d) ?"
    rf"(?:hrs?|lt|h|local)? ?(?P<mmm>{_MONTH}\b\.?{_YEAR})"
)
_MOMENT = re.compile(
    rf"(?:(?P<clock1>{_CLOCK}){_JOIN}+(?:{_WEEKDAY})?(?P<day1>{_DAY})"
    rf"|(?:{_WEEKDAY})?(?P<day2>{_DAY})(?:{_JOIN}*(?P<clock2>{_CLOCK})|{_PART_OF_DAY})?"
    rf"|{_TELEX})"
)
_TO = r" ?(?:-|/|to|till|until|bis|al?|au|and|und|y|et|&|~) ?(?:the |el |le )?"
_DAYS = re.compile(
    rf"(?P<first>\d{{1,2}}){_ORDINAL}{_TO}(?P<last>\d{{1,2}}){_ORDINAL}[ \-/]?(?:de "
    rf"|of )?(?P<month>{_MONTH})\b\.?(?P<year>{_YEAR})"
    rf"|(?P<month2>{_MONTH})\.? (?P<first2>\d{{1,2}}){_ORDINAL}{_TO}(?P<last2>\d{{1,2}}){_ORDINAL}(?![\d:])"
    r"(?P<year2>,? 20\d{2})?"
)
_DAYS_ALONE = re.compile(rf"(?m)^[ \-*]*({_DAYS.pattern})[ .]*$")
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
    heads = [match.span() for match in _HEAD_LINES.finditer(plain)]
    labels = [
        label for label in _LABEL.finditer(plain) if not any(start <= label.start() < end for start, end in heads)
    ]
    for place, label in enumerate(labels):
        last = _joined(labels, place, plain)
        begin, following = labels[last].end(), labels[last + 1 : last + 2]
        end = min(begin + _SPAN, following[0].start() if following else len(plain))
        line_end = plain.find("\n", begin)
        if 0 <= line_end < end and plain[begin:line_end].strip(" :.-=>|*"):
            end = line_end
        yield from _labelled(label.lastgroup or "", plain, (begin, end), how)
    yield from _days_alone(plain, how)


def _joined(labels: Sequence[re.Match[str]], place: int, plain: str) -> int:
    """The last label of some that share a time: `ETA/ETB 28 Nov` is both."""
    while place + 1 < len(labels) and plain[labels[place].end() : labels[place + 1].start()].strip() in ("/", "&"):
        place += 1
    return place


def _days_alone(plain: str, how: Clocked) -> Iterator[Mark]:
    """Days from and to on a line of their own, without a word, are the window: `27-28 Nov`."""
    for match in _DAYS_ALONE.finditer(plain):
        ends = _range(plain, match.span(1), how)
        if ends and ends[1].end == match.end(1):
            yield from (replace(mark, confidence=0.6) for mark in ends)


def written(plain: str, now: datetime) -> datetime:
    """The day a message was written, where its head says so with the year; the present otherwise."""
    head = _HEAD_DATE.search(plain, 0, _HEAD)
    if head is None:
        return now
    understood = parse(f"{head['day']} 12:00", now.tzinfo, Now(now))
    moment = understood.readings[0].moment if understood.readings else now
    return moment if now - _OLDEST < moment <= now else now


_HEAD, _OLDEST = 600, timedelta(days=800)
_HEAD_DATE = re.compile(
    r"(?m)^(?:date|sent|datum|gesendet|verzonden|fecha|enviado(?: el)?|envoye(?: le)?|data|inviato|dato|sendt) ?: ?"
    rf"(?:{_WEEKDAY})?(?:den |il |le |el |op )?(?P<day>\d{{4}}-\d{{2}}-\d{{2}}|\d{{1,2}}[./-]\d{{1,2}}[./-]20\d{{2}}"
    rf"|\d{{1,2}}{_ORDINAL}[ -](?:de )?{_MONTH}\b\.?,? (?:de )?20\d{{2}}|{_MONTH}\.? \d{{1,2}},? 20\d{{2}})"
)
_PARTIES = (
    r"(?:from|to|cc|bcc|subject|reply-to|message-id|von|an|betreff|de|para|asunto|assunto|objet|a|da|oggetto|van|aan"
    r"|onderwerp|fra|til|emne) ?: "
)
_DATED = r"(?:date|datum|fecha|data|dato) ?: [^\n]{4,60}"
_HEAD_LINES = re.compile(
    # The date in the head of a mail: written as mail programs write it, or beside sender, recipient or subject.
    r"(?m)^[> ]*date ?: (?:[a-z]{3}, )?\d{1,2} [a-z]{3} 20\d{2},? \d{2}:\d{2}:\d{2}[^\n]*"
    rf"|^[> ]*{_PARTIES}[^\n]*\n(?:[> ]*{_PARTIES}[^\n]*\n){{0,3}}[> ]*{_DATED}"
    rf"|^[> ]*{_DATED}(?=\n[> ]*{_PARTIES})"
)
BACK = timedelta(days=5)
"""A date without a year this short a time ago is not next year's: the mail speaks of what has just been."""


@dataclass(frozen=True, slots=True)
class _Read:
    """ISO text of what was read, empty where it is no day; and what was assumed for it."""

    value: str
    note: str = ""


def _labelled(kind: str, plain: str, span: tuple[int, int], how: Clocked) -> Iterator[Mark]:
    ranged = _range(plain, span, how)
    single = _MOMENT.search(plain, *span)
    if ranged and (not single or ranged[0].start <= single.start() + 4):
        start, end = ranged
        if kind == "laycan":
            yield start
            yield end
        else:
            note = "; ".join(filter(None, (FIRST_OF_SEVERAL, start.note)))
            yield Mark(_FIELD[kind], start.value, start.start, end.end, 0.6, note)
    elif single:
        read = _moment(single, "", how)
        if not read.value:
            return
        if kind == "laycan" and "T" not in read.value:
            yield from (Mark(field, read.value, *single.span(), 0.6, read.note) for field in LAYCAN)
        else:
            yield Mark(_FIELD[kind], read.value, *single.span(), 0.9 if "T" in read.value else 0.7, read.note)


_FIELD = {"arrival": ARRIVAL, "bunkering": BUNKERING, "departure": DEPARTURE, "laycan": BUNKERING}


def _moment(match: re.Match[str], prefix: str, how: Clocked) -> _Read:
    """The moment of a match of `_MOMENT`, whose groups have a prefix in a pair."""
    if match[f"{prefix}dd"]:
        clock = match[f"{prefix}hhmm"]
        return _value(f"{match[f'{prefix}dd']} {match[f'{prefix}mmm']}", f"{clock[:2]}:{clock[2:]}", how)
    day = match[f"{prefix}day1"] or match[f"{prefix}day2"]
    return _value(day, match[f"{prefix}clock1"] or match[f"{prefix}clock2"], how)


def _range(plain: str, span: tuple[int, int], how: Clocked) -> tuple[Mark, Mark] | None:
    """The first range of days, hours or moments in a span."""
    pair, days, hours = (pattern.search(plain, *span) for pattern in (_PAIR, _DAYS, _HOURS))
    found = min((each for each in (pair, days, hours) if each), key=lambda each: each.start(), default=None)
    ends: tuple[_Read, _Read] = (_Read(""), _Read(""))
    end_group: str | int = 0
    if found is None:
        return None
    if found is hours:
        ends = (_value(found["day"], found["from"], how), _value(found["day"], found["to"], how))
        end_group = "to"
    elif found is days:
        month, year = found["month"] or found["month2"], found["year"] or found["year2"] or ""
        end_group = "last" if found["last"] else "last2"
        numbers = (found["first"] or found["first2"], found["last"] or found["last2"])
        ends = (_value(f"{numbers[0]} {month}{year}", None, how), _value(f"{numbers[1]} {month}{year}", None, how))
    elif found is pair:
        ends = (_moment(found, "a_", how), _moment(found, "b_", how))
        end_group = next(group for group in ("b_day1", "b_day2", "b_dd") if found[group])
    first, last = ends
    if not first.value or not last.value or first.value > last.value:
        return None
    middle = found.start(end_group)
    return (
        Mark(LAYCAN[0], first.value, found.start(), middle, 0.9, first.note),
        Mark(LAYCAN[1], last.value, middle, found.end(), 0.9, last.note),
    )


def _value(day: str, clock: str | None, how: Clocked) -> _Read:
    """A day with an optional clock time."""
    day = re.sub(r"[',]", " ", day).replace(" of ", " ").strip()
    typed = "00:00"
    if clock:
        typed = re.sub(r"(?<=\d)\.(?=\d{2}\b)", ":", clock).replace("local time", "lt")
        typed = re.sub(r"u(?:hr|ur)", "", typed)
        typed = re.sub(r"^(\d{1,2}) ?(?:hrs?|h)? *$", r"\1:00", typed.strip())
    typed = re.sub(r"\b(lt|local|hours|hrs?)\b", " ", typed).strip()
    now = Now(how.now, month_first=how.month_first, back=BACK)
    understood = parse(f"{day} {typed}", how.zone or UTC, now)
    if not understood.readings:
        return _Read("")
    moment = understood.readings[0].moment
    assumed = _ASSUMED.search(understood.readings[0].note)
    note = assumed[0] if assumed else ""
    if not clock:
        return _Read(moment.date().isoformat(), note)
    is_known = moment.tzinfo is not None and _is_known(typed, how)
    return _Read(moment.isoformat(timespec="minutes") if is_known else _wall(moment), note)


_ASSUMED = re.compile(r"year \d{4} assumed")
FIRST_OF_SEVERAL = "the first of several days taken"
ASSUMED = " assumed"
"""In the note of a date whose year the message does not say."""


def _is_known(typed: str, how: Clocked) -> bool:
    return how.zone is not None or re.search(r"utc|gmt|z$|[+-]\d{2}:?\d{2}$", typed) is not None


def _wall(moment: datetime) -> str:
    return moment.replace(tzinfo=None).isoformat(timespec="minutes")
