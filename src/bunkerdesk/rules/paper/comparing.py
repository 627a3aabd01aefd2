"""Whether a text beside a label says what a note says: numbers, text measurements, times, days, names, codes."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal

from bunkerdesk.rules import measurements
from bunkerdesk.rules.measurements import Interval, Unit
from bunkerdesk.rules.paper.figure import Figure
from bunkerdesk.rules.paper.layout import Token, tokens
from bunkerdesk.rules.paper.moments import days_in, shown_at, times_in
from bunkerdesk.rules.paper.numbers import PrintedNumber, agrees, numbers_in, unit_of
from bunkerdesk.rules.visual_order import visual

_PREFIXES = frozenset(
    {"mv", "m", "v", "mt", "t", "ms", "ss", "lngc", "lpgc", "tanker", "imo", "mr", "mrs", "capt", "no"}
)
_CUT = ("…", "...")
_MANY_DIGITS = 4


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a text says: the same, or the other value that stands at this place of it."""

    is_same: bool
    start: int
    end: int


def judge(figure: Figure, text: str) -> Judgement | None:
    """Compare a figure with the text beside its label; None where no value of its kind is there."""
    return _judge_of(figure)(figure, text)


def _judge_of(figure: Figure) -> Callable[[Figure, str], Judgement | None]:
    match figure.value:
        case datetime():
            return _moment
        case date():
            return _day
        case Decimal():
            return _number
        case _:
            return _measured if figure.is_measured else _code if figure.is_identifier else _name


def is_distinctive(figure: Figure) -> bool:
    """Whether the value alone tells what it is: four digits or more, a code, a name of two words."""
    match figure.value:
        case Decimal():
            return len(figure.value.as_tuple().digits) >= _MANY_DIGITS and figure.value.normalize().adjusted() > -3
        case datetime():
            return True
        case date():
            return False
        case str() as text if figure.is_identifier:
            return sum(map(str.isalnum, text)) >= 6 and any(map(str.isdigit, text))
        case str() as text:
            return not figure.is_measured and len(tokens(text)) > 1 and len(text) >= 8
    return False


# Numbers


def _number(figure: Figure, text: str) -> Judgement | None:
    assert isinstance(figure.value, Decimal)
    return _among(numbers_in(text), Interval.point(figure.value), figure.unit)


def _among(printed: list[PrintedNumber], value: Interval, unit_words: str) -> Judgement | None:
    unit = unit_of(unit_words)
    other: Judgement | None = None
    for number in printed:
        same = agrees(number, value, unit)
        if same:
            return Judgement(True, number.start, number.end)
        if same is False and (other is None or not other.is_same) and other is None:
            other = Judgement(False, number.start, number.end)
    return other


def _measured(figure: Figure, text: str) -> Judgement | None:
    value = measurements.interval(str(figure.value))
    if value is None:
        return _name(figure, text)
    plain = text.strip()
    whole = measurements.interval(_without_unit(plain))
    if whole is not None and not re.fullmatch(r"[<>≤≥=\s]*[\d.,]+", _without_unit(plain)):
        # A sentence such as "measured at or above 70": its bound is in words.
        start = text.index(plain) if plain else 0
        if whole == value:
            return Judgement(True, start, start + len(plain))
    return _among(numbers_in(text), value, figure.unit)


def _without_unit(text: str) -> str:
    last = numbers_in(text)
    if len(last) != 1 or not isinstance(last[0].unit, Unit | str):
        return text
    number = re.match(r"[<>≤≥]?=?\s*[-−+]?[\d.,\s]*\d", text[last[0].start :])
    return text[: last[0].start + number.end()] if number else text


# Times


def _moment(figure: Figure, text: str) -> Judgement | None:
    assert isinstance(figure.value, datetime)
    clocks = times_in(text)
    if not clocks:
        return None
    days = days_in(text, figure.value.date())
    for number, clock in enumerate(clocks):
        shown = shown_at(figure.value, clock)
        before = [day for day in days if day.start < clock.start]
        day = before[-1] if before else (days[number] if number < len(days) else None)
        start, end = clock.start, clock.end
        if day is not None:
            start, end = min(start, day.start), max(end, day.end)
        if clock.shows(shown, day.readings if day else None):
            return Judgement(True, start, end)
    first, last = clocks[0], days[0] if days else None
    return Judgement(False, min(first.start, last.start) if last else first.start, first.end)


def _day(figure: Figure, text: str) -> Judgement | None:
    assert isinstance(figure.value, date)
    days = days_in(text, figure.value)
    for day in days:
        if figure.value in day.readings:
            return Judgement(True, day.start, day.end)
    return Judgement(False, days[0].start, days[0].end) if days else None


# Texts


def _code(figure: Figure, text: str) -> Judgement | None:
    letters = [letter for letter in str(figure.value) if letter.isalnum()]
    if not letters:
        return _name(figure, text)
    edge = r"\d" if all(letter.isdigit() for letter in letters) else r"[^\W_]"
    pattern = rf"(?<!{edge})" + r"[\W_]{0,3}".join(map(re.escape, letters)) + rf"(?!{edge})"
    found = re.search(pattern, text, re.IGNORECASE)
    if found:
        return Judgement(True, found.start(), found.end())
    other = re.search(r"[^\W_](?:[^\s]*[^\W_])?", text) if edge != r"\d" else re.search(r"\d{5,}", text)
    if other is None or (edge != r"\d" and not re.search(r"\d", text)):
        return None
    return Judgement(False, other.start(), other.end())


def _name(figure: Figure, text: str) -> Judgement | None:
    printed = tokens(text)
    if not printed:
        return None
    stated = str(figure.value)
    # Arabic and Hebrew stand on a page as they are read, as they are seen, or letter for letter backwards.
    for value in dict.fromkeys((stated, *figure.others, visual(stated), stated[::-1])):
        found = _run(tokens(value), printed)
        if found:
            return Judgement(True, found[0].start, found[-1].end)
        if _is_cut(value, text):
            return Judgement(True, printed[0].start, len(text.rstrip()))
    return Judgement(False, printed[0].start, printed[-1].end)


def _run(value: tuple[Token, ...], printed: tuple[Token, ...]) -> tuple[Token, ...]:
    """The printed words that are the value, bounded by the ends of the text or by a parting sign."""
    size = len(value)
    wanted = [token.text for token in value]
    if not size:
        return ()
    for start in range(len(printed) - size + 1):
        run = printed[start : start + size]
        if [token.text for token in run] != wanted:
            continue
        ahead = printed[:start]
        begins = run[0].is_parted or all(token.text in _PREFIXES for token in ahead)
        ends = start + size == len(printed) or printed[start + size].is_parted
        if begins and ends:
            return run
    return ()


def _is_cut(value: str, text: str) -> bool:
    """A name too long for its box, cut with an ellipsis."""
    plain = text.strip()
    if not plain.endswith(_CUT):
        return False
    seen = [token.text for token in tokens(plain.rstrip(".… "))]
    whole = [token.text for token in tokens(value)]
    if len(seen) < 2 or len(seen) > len(whole):
        return False
    return seen[:-1] == whole[: len(seen) - 1] and whole[len(seen) - 1].startswith(seen[-1])
