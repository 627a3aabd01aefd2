"""What the filter field means: `rotterdam ended:october type:quality` narrows by words, by days and by values."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from bunkerdesk.rules import wording
from bunkerdesk.rules.day_spans import Span, span_of

Read = Callable[[str], Sequence[tuple[str, str, int]]]
"""Values of a facet with their words and counts."""
Named = Sequence[tuple[str, str]]
"""Keys with their titles."""

_TOKEN = re.compile(r'([A-Za-z]+)[:=]("[^"]*"?|\S*)|(\S+)')
_MOST_SAID = 3


@dataclass(frozen=True)
class Typed:
    """A filter text taken apart; `said` tells in words what the keys mean, `problem` what cannot be meant."""

    words: str = ""
    values: Mapping[str, frozenset[str]] = field(default_factory=dict)
    days: Mapping[str, Span] = field(default_factory=dict)
    said: str = ""
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Example:
    """Something that can be typed, and what it does."""

    text: str
    meaning: str


class FilterLanguage:
    """The keys one list understands: its chips by key or title, and its times."""

    def __init__(self, facets: Named, days: Named, read: Read, today: Callable[[], date]) -> None:
        self._facets = {name.casefold(): key for key, title in facets for name in (key, title)}
        self._titles = dict(facets)
        self._days = {name.casefold(): (key, title) for key, title in days for name in (key, title)}
        self._read = read
        self._today = today
        self._known: dict[str, Sequence[tuple[str, str, int]]] = {}

    def examples(self) -> list[Example]:
        """For the help: a few of each kind, with values that this list really has."""
        found = [Example("rotterdam summit", "both words, anywhere in the row")]
        for key, title in self._titles.items():
            word = next((_word(word) for _, word, _ in self._read(key) if word), "")
            if word:
                found.append(Example(f"{title.lower()}:{word}", f"{title} by the beginning of a word, or its code"))
        titles = dict.fromkeys(title for _, title in self._days.values())
        names = [title.casefold() for title in titles]
        found += [
            Example(f"{name}:october", f"{title} in the last October, by the port's clock")
            for name, title in zip(names, titles, strict=True)
        ]
        if names:
            found += [
                Example(f"{names[0]}:2026-10", "that month; a year or a day works too"),
                Example(f"{names[0]}:last-month", "also this-week, last-year, today, yesterday"),
                Example(f"{names[0]}:2026-10-05..2026-10-12", "from a day to another; either end may be left out"),
            ]
        return found

    def read(self, text: str) -> Typed:
        """Take a text apart; a key that this list does not have is a word like any other."""
        words: list[str] = []
        values: dict[str, frozenset[str]] = {}
        days: dict[str, Span] = {}
        said: list[str] = []
        problems: list[str] = []
        for name, given, whole in _tokens(text):
            if not given and (name in self._facets or name in self._days):
                continue  # its value is still being typed
            if name in self._facets:
                key = self._facets[name]
                accepted = self._accepted(key, given)
                values[key] = values.get(key, accepted) & accepted
                said += self._said(key, accepted)
                problems += [] if accepted else [f"Nothing here has a {self._titles[key].lower()} like “{given}”."]
            elif name in self._days:
                key, title = self._days[name]
                span = span_of(given, self._today())
                if span is None:
                    problems.append(f"“{given}” is no day, month or year.")
                else:
                    days[key] = span
                    said.append(f"{title} {_span_words(span)}")
            else:
                words.append(whole)
        if not values:
            self._known.clear()  # read anew for the next filter
        return Typed(" ".join(words), values, days, " · ".join(said), " ".join(problems))

    def _accepted(self, key: str, given: str) -> frozenset[str]:
        """Values of which a word, or the code, begins like one of those given."""
        if key not in self._known:
            self._known[key] = self._read(key)
        wanted = [part.strip().casefold() for part in given.split(",") if part.strip()]
        if key == "port":
            from bunkerdesk.rules.ports import shipped

            wanted += shipped().codes_meant(wanted)
        return frozenset(
            value for value, word, _ in self._known[key] if any(f" {part}" in _searched(value, word) for part in wanted)
        )

    def _said(self, key: str, accepted: frozenset[str]) -> list[str]:
        words = [word for value, word, _ in self._known[key] if value in accepted]
        if not words:
            return []
        more = f" and {len(words) - _MOST_SAID} more" if len(words) > _MOST_SAID else ""
        return [f"{self._titles[key]} {', '.join(words[:_MOST_SAID])}{more}"]


def _tokens(text: str) -> Iterator[tuple[str, str, str]]:
    """Key, value and the whole, of words too: those have no key."""
    for found in _TOKEN.finditer(text):
        yield (found[1] or "").casefold(), (found[2] or "").strip('"').strip(), found[0]


def _searched(value: str, word: str) -> str:
    """Value and word, whole and by its parts: `vlsfo` finds `BIO_VLSFO`, and so does `bio_vlsfo`."""
    whole = f" {value} {word}".casefold()
    return f"{whole} {whole.replace('_', ' ')}"


def _word(words: str) -> str:
    """One word, for an example."""
    first = words.split()[0].strip(",").lower()
    return first if first.isascii() else words.split()[-1].lower()


def _span_words(span: Span) -> str:
    first, last = span
    if first == date.min:
        return f"until {wording.dated_day(last)}"
    if last == date.max:
        return f"from {wording.dated_day(first)}"
    return wording.dated_day(first) if first == last else f"{wording.dated_day(first)} – {wording.dated_day(last)}"
