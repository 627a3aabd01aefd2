"""Rows ready to paint: formatted once, kept while they are near the screen. No Qt."""

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Generic

from bunkerdesk.desk.lists import Row
from bunkerdesk.models.columns import Column

# Rows read at once around the one asked for; a tall screen shows about seventy.
ROWS_BEFORE, ROWS_AFTER = 4, 44
LINES_KEPT = 2000

Spans = tuple[tuple[int, int], ...]


class Line(Generic[Row]):
    """One row with its texts; the texts are made when first asked for."""

    __slots__ = ("id", "row", "secondaries", "texts", "tones")

    def __init__(self, record_id: int, row: Row | None) -> None:
        self.id = record_id
        self.row: Row | None = row
        self.texts: tuple[str, ...] | None = None
        self.secondaries: tuple[str, ...] = ()
        self.tones: tuple[str, ...] = ()

    def format(self, columns: Sequence[Column[Row]]) -> tuple[str, ...]:
        """Make the texts of all columns; empty ones for a row that could not be read."""
        row = self.row
        if row is None:
            self.texts = self.secondaries = self.tones = ("",) * len(columns)
        else:
            self.texts = tuple([column.text(row) for column in columns])
            self.secondaries = tuple([column.secondary(row) for column in columns])
            self.tones = tuple([column.tone(row) for column in columns])
        return self.texts


class LineCache(Generic[Row]):
    """Lines by id. `read` gives rows of ids; what it raises goes to `on_failure`, and the lines stay empty."""

    def __init__(
        self, read: Callable[[Sequence[int]], Mapping[int, Row]], on_failure: Callable[[Exception], None]
    ) -> None:
        self._read: Callable[[Sequence[int]], Mapping[int, Row]] = read
        self._on_failure = on_failure
        self._lines: dict[int, Line[Row]] = {}

    def at(self, ids: "array[int]", row: int) -> Line[Row]:
        """The line of a row, read together with its neighbours."""
        line = self._lines.get(ids[row])
        return line if line is not None else self._fetch(ids, row)

    def known(self) -> Iterable[int]:
        """Ids with a line."""
        return self._lines.keys()

    def forget(self, ids: Iterable[int]) -> list[int]:
        """Drop lines that are out of date; answers the ids that had one."""
        return [item for item in ids if self._lines.pop(item, None) is not None]

    def forget_texts(self) -> None:
        """Have every text made anew, as time has passed."""
        for line in self._lines.values():
            line.texts = None

    def _fetch(self, ids: "array[int]", row: int) -> Line[Row]:
        lines = self._lines
        wanted = [item for item in ids[max(0, row - ROWS_BEFORE) : row + ROWS_AFTER] if item not in lines]
        try:
            rows = self._read(wanted)
        except Exception as error:  # noqa: BLE001  # raising out of `data()` means thirty excepthook calls a repaint
            rows = {}
            self._on_failure(error)
        if len(lines) + len(wanted) > LINES_KEPT:
            # The oldest half goes; what is on the screen was read last, or is read again.
            for item in list(lines)[: len(lines) // 2]:
                del lines[item]
        for item in wanted:
            lines[item] = Line(item, rows.get(item))
        return lines[ids[row]]


def match_spans(text: str, words: Sequence[str]) -> Spans:
    """Where the words of a filter stand in a text, as (start, length), joined where they touch."""
    folded = text.casefold()
    if len(folded) != len(text):
        # A letter that folds into two shifts every place behind it; lower case keeps the places.
        folded = text.lower()
        if len(folded) != len(text):
            return ()
    found = sorted((start, start + len(word)) for word in words for start in _places(folded, word))
    joined: list[tuple[int, int]] = []
    for start, stop in found:
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(stop, joined[-1][1]))
        else:
            joined.append((start, stop))
    return tuple((start, stop - start) for start, stop in joined)


def _places(text: str, word: str) -> Iterable[int]:
    start = text.find(word)
    while start >= 0:
        yield start
        start = text.find(word, start + len(word))
