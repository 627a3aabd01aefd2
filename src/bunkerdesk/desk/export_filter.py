"""The words of `--filter`, like the filters of the window: `status=accepted port=SGSIN from=2026-10-01 nordic`.

A word without `=` must be found somewhere in the row; `key=value` narrows by a field, several values parted by commas.
"""

import re
import shlex
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from difflib import get_close_matches

from bunkerdesk.contract.enums import DraftStatus, NominationStatus, OperationStatus
from bunkerdesk.contract.resource import Timestamp
from bunkerdesk.desk.lists import ListQuery, ListSource, NominationRow, Row
from bunkerdesk.desk.problems import KnownProblem, Problem
from bunkerdesk.rules.day_spans import Span, span_of

FACETS = ("status", "port", "fuel", "kind")
TEXTS = ("vessel", "supplier", "receiver", "asset", "reference")
BOUNDS = ("from", "to")
TIMES = ("bunkering", "started", "ended")
KEYS = (*FACETS, *TEXTS, *TIMES, *BOUNDS, "text")
WIDEST_OFFSET = timedelta(hours=26)
"""A port's day begins and ends at most this long before and after the same day in UTC."""
_SCREEN = 500
_KEYED = re.compile(r"([A-Za-z_]+)=(.*)", re.DOTALL)
_AS_TYPED = re.compile(rf"({'|'.join(KEYS)}):(.+)", re.DOTALL | re.IGNORECASE)
"""The window's way to write it; any other word with a colon is a word."""

_NEARLY_KEYED = re.compile(r"([a-z_-]+):(.+)", re.DOTALL)
_NEAR = 0.65

Bound = date | datetime


@dataclass(frozen=True)
class Filter:
    """What a list is narrowed to; texts are folded. A bound without a time is a day on the port's clock."""

    facets: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    texts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    words: tuple[str, ...] = ()
    start: Bound | None = None
    end: Bound | None = None
    days: Mapping[str, Span] = field(default_factory=dict)
    doubts: tuple[str, ...] = ()
    """Sentences on words that are nearly a key; they are searched as they stand."""

    def query(self, source: ListSource[Row]) -> ListQuery:
        """The part of it that the store answers; the rest is `matches`."""
        values = {name: _accepted(source, name, given) for name, given in self.facets.items()}
        return ListQuery(values=values, window=(_opening(self.start), _closing(self.end)), days=self.days)

    def matches(self, row: Row) -> bool:
        """Whether a row that the query found is meant."""
        moment = row.bunkering if isinstance(row, NominationRow) else row.started
        return all(
            any(part in str(getattr(row, name)).casefold() for part in parts) for name, parts in self.texts.items()
        ) and _is_within(moment, self.start, self.end)


def parse(texts: Sequence[str]) -> Filter:
    """Read the words; raises `KnownProblem` with a sentence for one that cannot be meant."""
    facets: dict[str, tuple[str, ...]] = {}
    fields: dict[str, tuple[str, ...]] = {}
    bounds: dict[str, Bound] = {}
    days: dict[str, Span] = {}
    words: list[str] = []
    for key, value in _words(texts):
        if not key:
            words += value.casefold().split()
        elif key in bounds or key in facets or key in fields or key in days:
            raise _wrong(f"“{key}” stands twice: part several values by commas.")
        elif key in BOUNDS:
            bounds[key] = _bound(key, value)
        elif key in TIMES:
            days[key] = _span(key, value)
        elif key in FACETS:
            facets[key] = _values(key, value)
        else:
            fields[key] = _values(key, value)
    odd = tuple(doubt for word in words if (doubt := _doubt(word)))
    return Filter(facets, fields, tuple(words), bounds.get("from"), bounds.get("to"), days, odd)


def doubts(source: ListSource[Row], wanted: Filter, *, of_operations: bool) -> list[str]:
    """Sentences on what is most likely misspelt: words that are nearly a key, values that no row has and nobody knows.

    For a worker thread.
    """
    statuses = OperationStatus if of_operations else NominationStatus
    known = {"status": [status.value for status in statuses], "kind": [] if of_operations else ["draft", "nomination"]}
    if not of_operations:
        known["status"].append(DraftStatus.IN_PROGRESS.value)
    sentences = [*wanted.doubts]
    for name, given in wanted.facets.items():
        words = _known_words(source, name, known.get(name, ()))
        for value in given:
            if value in words or _accepted(source, name, (value,)) or (name == "port" and _is_port(value)):
                continue
            near = get_close_matches(value, words, 1)
            hint = f"; did you mean {near[0]}?" if near else "."
            sentences.append(f"--filter: no row has {name} {value}{hint}")
    return sentences


def chosen(source: ListSource[Row], wanted: Filter) -> "array[int]":
    """The ids that match, in the order of the list; for a worker thread."""
    order = source.order(wanted.query(source))
    found = array("q")
    begin = 0
    for identifier, end in zip(order.ids, order.ends, strict=True):
        line = order.texts[begin : end - 1]
        begin = end
        if all(word in line for word in wanted.words):
            found.append(identifier)
    return matching(source, found, wanted)


def matching(source: ListSource[Row], ids: Sequence[int], wanted: Filter) -> "array[int]":
    """Those of the ids whose rows match what the store did not answer."""
    if not wanted.texts and wanted.start is None and wanted.end is None:
        return array("q", ids)
    found = array("q")
    for start in range(0, len(ids), _SCREEN):
        part = ids[start : start + _SCREEN]
        rows = source.rows(part)
        found.extend(identifier for identifier in part if identifier in rows and wanted.matches(rows[identifier]))
    return found


def _doubt(word: str) -> str:
    """A sentence on a word such as `prot:rotterdam`; empty for others, also for those with a colon like 12:30."""
    keyed = _NEARLY_KEYED.fullmatch(word)
    near = get_close_matches(keyed[1], KEYS, 1, _NEAR) if keyed else []
    if keyed is None or not near:
        return ""
    return f"--filter: no such key “{keyed[1]}”, so “{word}” is searched as a word; did you mean {near[0]}:{keyed[2]}?"


def _is_port(value: str) -> bool:
    from bunkerdesk.rules.ports import shipped

    return bool(shipped().name(value.upper()) or shipped().search(value, 1))


def _known_words(source: ListSource[Row], name: str, values: Iterable[str]) -> list[str]:
    """What may well be asked for although no row has it now: each value as it is sent, and in words."""
    words = {text.casefold() for value, word, _ in source.facet(name) for text in (value, word)}
    return sorted(words | {text for value in values for text in (value, value.replace("_", " "))})


def _words(texts: Sequence[str]) -> Iterator[tuple[str, str]]:
    for text in texts:
        try:
            parts = shlex.split(text)
        except ValueError:
            raise _wrong(f"A quotation mark is missing in {text}") from None
        for part in parts:
            keyed = _AS_TYPED.fullmatch(part) or _KEYED.fullmatch(part)
            if keyed is None:
                yield "", part
                continue
            key, value = keyed[1].lower(), keyed[2].strip()
            if key not in KEYS:
                raise _wrong(f"“{key}” is not known: known are {', '.join(KEYS)}.")
            if not value:
                raise _wrong(f"“{key}” has no value.")
            yield ("" if key == "text" else key), value


def _values(key: str, value: str) -> tuple[str, ...]:
    parts = tuple(part.strip().casefold() for part in value.split(",") if part.strip())
    if not parts:
        raise _wrong(f"“{key}” has no value.")
    return parts


def _span(key: str, value: str) -> Span:
    span = span_of(value, datetime.now(UTC).astimezone().date())
    if span is None:
        raise _wrong(f"“{key}={value}” is no day, month or year such as 2026-10-05, 2026-10, october or last-month.")
    return span


def _bound(key: str, value: str) -> Bound:
    try:
        if len(value) <= len("2026-10-01"):
            return date.fromisoformat(value)
        moment = Timestamp.parse(value)
    except ValueError:
        raise _wrong(f"“{key}={value}” is no day such as 2026-10-01 and no time with its offset.") from None
    if moment.tzinfo is None:
        raise _wrong(f"“{key}={value}” needs an offset such as +08:00, or the day alone.")
    return moment


def _accepted(source: ListSource[Row], name: str, given: tuple[str, ...]) -> frozenset[str]:
    """The stored values that are meant, by value or by the words of the window; fuels and ports also by a part."""
    accepted = set()
    if name == "port":
        from bunkerdesk.rules.ports import shipped

        given = (*given, *shipped().codes_meant(given))
    for value, word, _ in source.facet(name):
        own = value.casefold()
        names = {own, own.replace("_", " "), word.casefold()}
        is_part = name in ("fuel", "port") and any(part in own or part in word.casefold() for part in given)
        if is_part or names & set(given):
            accepted.add(value)
    return frozenset(accepted)


def _opening(bound: Bound | None) -> datetime | None:
    if bound is None or isinstance(bound, datetime):
        return bound
    return _shifted(datetime.combine(bound, time(), UTC), -WIDEST_OFFSET)


def _closing(bound: Bound | None) -> datetime | None:
    if bound is None or isinstance(bound, datetime):
        return bound
    return _shifted(datetime.combine(bound, time.max, UTC), WIDEST_OFFSET)


def _shifted(moment: datetime, by: timedelta) -> datetime:
    try:
        return moment + by
    except OverflowError:
        return moment


def _is_within(moment: datetime | None, start: Bound | None, end: Bound | None) -> bool:
    if start is None and end is None:
        return True
    if moment is None:
        return False
    return (start is None or _compared(moment, start) >= 0) and (end is None or _compared(moment, end) <= 0)


def _compared(moment: datetime, bound: Bound) -> int:
    """Below, at or above zero as the moment lies before, at or after the bound; a day is the port's."""
    if isinstance(bound, datetime):
        aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        return (aware > bound) - (aware < bound)
    return (moment.date() > bound) - (moment.date() < bound)


def _wrong(sentence: str) -> KnownProblem:
    return KnownProblem(Problem(title="The filter cannot be read", happened=f"--filter: {sentence}", safe=""))
