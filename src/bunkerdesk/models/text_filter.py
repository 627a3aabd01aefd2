"""The typed filter over 100,000 lines of text, in slices of time. No Qt.

A line matches when it holds every word, anywhere. Case is folded by whoever made the text.
"""

from array import array
from bisect import bisect_right
from collections.abc import Sequence
from time import perf_counter

from bunkerdesk.desk.lists import Order

# Lines read at once: small enough for a slice of a millisecond, large enough that splitting costs less than finding.
BLOCK_LINES = 1024
# Characters searched before the clock is read again.
FIND_SPAN = 1_000_000
CANDIDATE_LINES = 512
# Reading one candidate costs about as much as reading eight lines of a block.
CANDIDATE_COST = 8

EMPTY = Order(array("q"), "", array("q"))


def words_of(text: str) -> tuple[str, ...]:
    """The words of a filter, folded, the longest (most telling) first."""
    return tuple(sorted(set(text.casefold().split()), key=lambda word: (-len(word), word)))


class TextFilter:
    """One search at a time; `start` and then `advance` until it answers True."""

    def __init__(self) -> None:
        self.places: array[int] = array("q")
        """Positions in the order that match, ascending, as far as found."""
        self.words: tuple[str, ...] = ()
        self._order = EMPTY
        self._next_line = 0
        self._candidates: Sequence[int] = ()
        self._next_candidate = 0

    @property
    def is_finished(self) -> bool:
        """Tell whether every line has been judged."""
        return self._next_candidate >= len(self._candidates) and self._next_line >= len(self._order.ids)

    def start(self, order: Order, text: str) -> None:
        """Begin a search. Where the text says more than the last one, only the last one's matches are judged again."""
        words = words_of(text)
        if order is self._order and self._next_candidate >= len(self._candidates) and self._narrows(words):
            self._candidates = self.places
        else:
            self._candidates = ()
            self._next_line = 0
        if len(self._candidates) * CANDIDATE_COST > self._next_line:
            self._candidates = ()
            self._next_line = 0
        self._order = order
        self._next_candidate = 0
        self.words = words
        self.places = array("q")

    def advance(self, budget_seconds: float, enough: int | None = None) -> bool:
        """Go on for about that long, or until `enough` more lines are found; answers whether it is finished."""
        deadline = perf_counter() + budget_seconds
        goal = None if enough is None else len(self.places) + enough
        while not self.is_finished:
            if self._next_candidate < len(self._candidates):
                self._judge_candidates()
            elif self.words:
                self._scan()
            else:
                self.places = array("q", range(len(self._order.ids)))
                self._next_line = len(self._order.ids)
            if perf_counter() >= deadline or (goal is not None and len(self.places) >= goal):
                break
        return self.is_finished

    def _narrows(self, words: tuple[str, ...]) -> bool:
        """Every former word lies within a new one, so that no line can match which did not before."""
        return bool(self.words) and all(any(former in word for word in words) for former in self.words)

    def _judge_candidates(self) -> None:
        texts, ends, words = self._order.texts, self._order.ends, self.words
        stop = self._next_candidate + CANDIDATE_LINES
        for place in self._candidates[self._next_candidate : stop]:
            line = texts[ends[place - 1] if place else 0 : ends[place]]
            if all(word in line for word in words):
                self.places.append(place)
        self._next_candidate = stop

    def _scan(self) -> None:
        """Leap to the next line with the longest word, then judge a block of lines from there on."""
        texts, ends, words = self._order.texts, self._order.ends, self.words
        start = ends[self._next_line - 1] if self._next_line else 0
        stop_line = max(self._next_line + 1, bisect_right(ends, start + FIND_SPAN))
        found = texts.find(words[0], start, ends[stop_line - 1])
        if found < 0:
            self._next_line = stop_line
            return
        first = bisect_right(ends, found)
        last = min(first + BLOCK_LINES, len(ends))
        lines = texts[ends[first - 1] if first else 0 : ends[last - 1]].split("\n")
        hits = [index for index, line in enumerate(lines) if words[0] in line]
        for word in words[1:]:
            hits = [index for index in hits if word in lines[index]]
        self.places.extend([first + index for index in hits])
        self._next_line = last
