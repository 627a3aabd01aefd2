"""Days and clock times as papers print them: `2026-11-20 04:30 (UTC+01:00)`, `20/11/2026 0430 LT`, `20-NOV-26`."""

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, timezone

from bunkerdesk.rules.calendar_words import MONTHS
from bunkerdesk.rules.ports import fold

_DAYS = re.compile(
    r"\b(?P<y1>\d{4})[-/.](?P<m1>\d{1,2})[-/.](?P<d1>\d{1,2})(?!\d)"
    r"|\b(?P<one>\d{1,2})[-/.](?P<two>\d{1,2})[-/.](?P<y2>\d{4}|\d{2})(?!\d)"
    r"|\b(?P<d3>\d{1,2})(?:st|nd|rd|th|\.)?[\s-]{0,2}(?P<n3>[^\W\d_]{3,10})\.?,?[\s-]{0,2}(?P<y3>\d{4}|\d{2})?(?![\d:])"
    r"|\b(?P<n4>[^\W\d_]{3,10})\.?\s(?P<d4>\d{1,2})(?:st|nd|rd|th)?,?\s(?P<y4>\d{4})(?!\d)",
    re.IGNORECASE,
)
_TIMES = re.compile(
    r"(?<![\d:.,])(?P<hour>[01]?\d|2[0-4])\s?[:.h]\s?(?P<minute>[0-5]\d)(?::[0-5]\d)?(?![\d.,]\d|\d)(?:\s?(?P<half>[ap]\.?m\.?))?"
    r"|(?<![\d:.,/-])(?P<bare>(?:[01]\d|2[0-4])[0-5]\d)(?![\d:.,/-])(?:\s?(?:hrs?|h|lt|hours|uhr)\b)?",
    re.IGNORECASE,
)
_OFFSET = re.compile(
    r"\s*\(?\s*(?:(?:utc|gmt)\s*(?P<sign>[+−-])\s*(?P<hours>\d{1,2})(?::?(?P<minutes>\d{2}))?"
    r"|(?P<sign2>[+−-])(?P<hours2>\d{2}):?(?P<minutes2>\d{2})|(?P<zulu>utc|gmt|z)\b)\s*\)?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class PrintedDay:
    """A day in a text; 03/04/2026 has two readings."""

    start: int
    end: int
    readings: frozenset[date]


@dataclass(frozen=True, slots=True)
class PrintedTime:
    """A clock time in a text, with its offset where one is printed."""

    start: int
    end: int
    clock: time
    offset: timezone | None
    ends_day: bool = False
    """Printed as 24:00: midnight after the day it stands with."""

    def shows(self, moment: datetime, days: frozenset[date] | None) -> bool:
        """Whether it is the clock time of a moment, on one of the days printed beside it where there are any."""
        if (moment.hour, moment.minute) != (self.clock.hour, self.clock.minute):
            return False
        before = moment.date().toordinal() - 1
        return days is None or moment.date() in days or (self.ends_day and before in map(date.toordinal, days))


def days_in(text: str, near: date) -> list[PrintedDay]:
    """The days of a text, in order; a year that is left out is that of `near`."""
    found = []
    for match in _DAYS.finditer(text):
        readings = frozenset(_readings(match, near))
        if readings:
            found.append(PrintedDay(match.start(), match.end(), readings))
    return found


def _readings(match: re.Match[str], near: date) -> set[date]:
    part = match.groupdict()
    if part["y1"]:
        return _day(part["y1"], part["m1"], part["d1"], near)
    if part["one"]:
        return _day(part["y2"], part["two"], part["one"], near) | _day(part["y2"], part["one"], part["two"], near)
    month = MONTHS.get(fold(part["n3"] or part["n4"]))
    if month is None:
        return set()
    return _day(part["y3"] or part["y4"], str(month), part["d3"] or part["d4"], near)


def _day(year: str | None, month: str, day: str, near: date) -> set[date]:
    number = near.year if not year else int(year) + (2000 if len(year) == 2 else 0)
    try:
        return {date(number, int(month), int(day))}
    except ValueError:
        return set()


def times_in(text: str) -> list[PrintedTime]:
    """The clock times of a text, in order; digits of a day are none."""
    taken = [match.span() for match in _DAYS.finditer(text) if match["y1"] or match["one"] or _is_month(match)]
    found = []
    for match in _TIMES.finditer(text):
        if any(match.start() < last and first < match.end() for first, last in taken):
            continue
        clock = _clock(match)
        if clock is None:
            continue
        offset = _OFFSET.match(text, match.end())
        end = offset.end() if offset else match.end()
        ends_day = (match["hour"] or match["bare"]).startswith("24")
        found.append(PrintedTime(match.start(), end, clock, _zone(offset) if offset else None, ends_day))
    return found


def _is_month(match: re.Match[str]) -> bool:
    return fold(match["n3"] or match["n4"] or "") in MONTHS


def _clock(match: re.Match[str]) -> time | None:
    if match["bare"]:
        hour, minute = int(match["bare"][:2]), int(match["bare"][2:])
    else:
        hour, minute = int(match["hour"]), int(match["minute"])
        half = (match["half"] or "").lower()[:1]
        if half and 1 <= hour <= 12:
            hour = hour % 12 + (12 if half == "p" else 0)
    if hour == 24:
        return time(0, 0) if minute == 0 else None
    return time(hour, minute)


def _zone(match: re.Match[str]) -> timezone | None:
    if match["zulu"]:
        return UTC
    sign = match["sign"] or match["sign2"]
    hours = int(match["hours"] or match["hours2"] or 0)
    minutes = int(match["minutes"] or match["minutes2"] or 0)
    if hours > 15 or minutes > 59:
        return None
    shift = timedelta(hours=hours, minutes=minutes)
    return timezone(shift if sign == "+" else -shift)


def shown_at(moment: datetime, printed: PrintedTime) -> datetime:
    """A moment by the clock a printed time is in: the port's, unless another offset is printed."""
    plain = datetime.combine(moment.date(), moment.timetz())
    if printed.offset is None or plain.tzinfo is None:
        return plain
    try:
        return plain.astimezone(printed.offset)
    except OverflowError:
        return plain
