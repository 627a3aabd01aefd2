"""A page as words with places, put together into cells and rows: what stands beside what, and below what."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from bunkerdesk.rules.ports import fold


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in points from the upper left corner of the page."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def height(self) -> float:
        """Points."""
        return self.bottom - self.top

    def united(self, other: "Box") -> "Box":
        """The smallest rectangle around both."""
        return Box(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )

    def shares_row(self, other: "Box") -> bool:
        """Whether both stand on one line of writing: half of the lower one is at the height of the other."""
        common = min(self.bottom, other.bottom) - max(self.top, other.top)
        return common > 0.4 * min(self.height, other.height)

    def shares_column(self, other: "Box") -> bool:
        """Whether one stands above the other."""
        return min(self.right, other.right) - max(self.left, other.left) > -2


@dataclass(frozen=True, slots=True)
class Word:
    """Letters without a blank; `start` and `end` are places in the text of the page."""

    start: int
    end: int
    box: Box


@dataclass(frozen=True, slots=True)
class Page:
    """The text of a page and its words in the order of the text."""

    number: int
    """From 0."""
    text: str
    words: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """Words that belong together: one box of a form, one cell of a table, one line of a paragraph."""

    page: int
    start: int
    end: int
    text: str
    box: Box

    @property
    def tokens(self) -> tuple["Token", ...]:
        """The words of the cell, folded."""
        return tokens(self.text)


@dataclass(frozen=True, slots=True)
class Token:
    """A folded word; `start` and `end` are places in the text it was cut from."""

    text: str
    start: int
    end: int
    is_parted: bool
    """A comma, colon, bracket or the like stands before it."""


# "B.V." is one word, and the same as "BV".
_WORD = re.compile(r"[^\W\d_](?:\.[^\W\d_])+(?![^\W_])|[^\W_]+")
_PARTING = re.compile(r"[,;:()\[\]/|·=]")


@lru_cache(maxsize=8192)
def tokens(text: str) -> tuple[Token, ...]:
    """The words and numbers of a text, folded."""
    found: list[Token] = []
    last = 0
    for match in _WORD.finditer(text):
        parted = bool(_PARTING.search(text, last, match.start()))
        found.append(Token(fold(match.group()).replace(".", ""), match.start(), match.end(), parted))
        last = match.end()
    return tuple(found)


# Writing sets words a quarter of its height apart; columns stand farther.
_GAP = 1.1


def cells_of(page: Page) -> list[Cell]:
    """The cells of a page in the order of its text."""
    return [_cell(page, run) for run in _runs(page)]


def _runs(page: Page) -> Iterator[list[Word]]:
    run: list[Word] = []
    height = 0.0
    for word in page.words:
        if run and not _continues(page, run[-1], word, max(height, word.box.height)):
            yield run
            run, height = [], 0.0
        run.append(word)
        height = max(height, word.box.height)
    if run:
        yield run


def _continues(page: Page, last: Word, word: Word, height: float) -> bool:
    # Words that run from right to left follow each other to the left.
    gap = max(word.box.left - last.box.right, last.box.left - word.box.right)
    if not -height < gap < _GAP * height:
        return False
    if "\n" in page.text[last.end : word.start]:
        return False
    return last.box.shares_row(word.box) or abs(last.box.bottom - word.box.bottom) < 0.5 * height


def _cell(page: Page, run: Sequence[Word]) -> Cell:
    box = run[0].box
    for word in run[1:]:
        box = box.united(word.box)
    start, end = run[0].start, run[-1].end
    return Cell(page.number, start, end, page.text[start:end], box)


@dataclass
class Sheet:
    """The cells of one page, and who is whose neighbour."""

    page: Page
    cells: list[Cell] = field(default_factory=list)

    @classmethod
    def of(cls, page: Page) -> "Sheet":
        """The sheet of a page."""
        return cls(page, cells_of(page))

    def right_of(self, cell: Cell) -> list[Cell]:
        """Cells of the same row to the right, nearest first."""
        row = [
            other
            for other in self.cells
            if other is not cell and other.box.left >= cell.box.right - 2 and other.box.shares_row(cell.box)
        ]
        return sorted(row, key=lambda other: other.box.left)

    def row_of(self, cell: Cell) -> list[Cell]:
        """Every cell of the row, the cell itself too."""
        return [other for other in self.cells if other is cell or other.box.shares_row(cell.box)]

    def below(self, cell: Cell) -> list[Cell]:
        """Cells of the same column further down, nearest first."""
        column = [
            other
            for other in self.cells
            if other is not cell and other.box.top >= cell.box.bottom - 1.5 and other.box.shares_column(cell.box)
        ]
        return sorted(column, key=lambda other: (other.box.top, other.box.left))

    def above(self, cell: Cell) -> list[Cell]:
        """Cells of the same column further up, nearest first."""
        column = [
            other
            for other in self.cells
            if other is not cell and other.box.bottom <= cell.box.top + 1.5 and other.box.shares_column(cell.box)
        ]
        return sorted(column, key=lambda other: -other.box.bottom)
