"""Spans of days as a person types them into a filter: `october`, `2026-10`, `last-month`, `2026-10-05..2026-10-12`."""

import re
from calendar import monthrange
from datetime import date, timedelta

from bunkerdesk.rules.calendar_words import MONTHS, RELATIVE_DAYS
from bunkerdesk.rules.message_text import flat

Span = tuple[date, date]
"""The first and the last day, both included."""

_YEAR = re.compile(r"(\d{4})")
_MONTH = re.compile(r"(\d{4})[-/.](\d{1,2})")
_MONTH_LAST = re.compile(r"(\d{1,2})[-/.](\d{4})")
_DAY = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})")
_NAMED = re.compile(r"([a-z]+)[-/. ]?(\d{4})?")
_NAMED_LAST = re.compile(r"(\d{4})[-/. ]?([a-z]+)")
_THIS = re.compile(r"(this|last|next)[-_ ]?(week|month|year)")
_STEPS = {"this": 0, "last": -1, "next": 1}


def span_of(text: str, today: date) -> Span | None:
    """The days a text means; None where it means none. `a..b` is from the first of `a` to the last of `b`.

    A month without a year is the one that began last: nobody collects papers of the future.
    """
    folded = flat(text).strip()
    if ".." in folded:
        first, _, last = folded.partition("..")
        begin = _plain(first, today) if first else (date.min, date.min)
        end = _plain(last, today) if last else (date.max, date.max)
        return (begin[0], end[1]) if begin and end and begin[0] <= end[1] else None
    return _plain(folded, today)


def _plain(text: str, today: date) -> Span | None:
    try:
        return _numbers(text) or _words(text, today)
    except (ValueError, OverflowError):
        return None  # month 13, year 0


def _numbers(text: str) -> Span | None:
    if found := _DAY.fullmatch(text):
        day = date(*map(int, found.groups()))
        return day, day
    if found := _MONTH.fullmatch(text):
        return _month(int(found[1]), int(found[2]))
    if found := _MONTH_LAST.fullmatch(text):
        return _month(int(found[2]), int(found[1]))
    if found := _YEAR.fullmatch(text):
        return date(int(found[1]), 1, 1), date(int(found[1]), 12, 31)
    return None


def _words(text: str, today: date) -> Span | None:
    if text in RELATIVE_DAYS:
        day = today + timedelta(days=RELATIVE_DAYS[text])
        return day, day
    if found := _THIS.fullmatch(text):
        return _moved(found[2], _STEPS[found[1]], today)
    if found := _NAMED.fullmatch(text):
        return _named(found[1], found[2], today)
    if found := _NAMED_LAST.fullmatch(text):
        return _named(found[2], found[1], today)
    return None


def _named(name: str, year: str | None, today: date) -> Span | None:
    month = MONTHS.get(name)
    if month is None:
        return None
    if year is not None:
        return _month(int(year), month)
    return _month(today.year if month <= today.month else today.year - 1, month)


def _moved(unit: str, step: int, today: date) -> Span:
    match unit:
        case "week":
            monday = today + timedelta(days=7 * step - today.weekday())
            return monday, monday + timedelta(days=6)
        case "month":
            place = today.year * 12 + today.month - 1 + step
            return _month(place // 12, place % 12 + 1)
        case _:
            return date(today.year + step, 1, 1), date(today.year + step, 12, 31)


def _month(year: int, month: int) -> Span:
    return date(year, month, 1), date(year, month, monthrange(year, month)[1])
