"""Finds a note's figures on a paper: first beside, then below their labels; a coincidence is never called found."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from bunkerdesk.rules.paper.comparing import Judgement, is_distinctive, judge
from bunkerdesk.rules.paper.figure import Figure, Placement, Verdict, not_found
from bunkerdesk.rules.paper.layout import Cell, Page, Sheet, tokens
from bunkerdesk.rules.paper.numbers import unit_of

_TITLES = ("bunker delivery note", "bunker delivery receipt", "lng bunker delivery note", "albaran", "lieferschein")
_LONGEST_CHAIN = 14
_FARTHEST = 6.0
"""How far below its label a value may stand, in heights of the writing."""
_BELOW_A_SIGNATURE = 13.0
"""The same for a printed name: the signature stands between."""


@dataclass(frozen=True, slots=True)
class Label:
    """A label on the paper and the figures it may belong to."""

    cell: Cell
    start: int
    end: int
    """Places in the cell's text."""
    keys: frozenset[str]
    words: int
    is_whole: bool
    """The cell says nothing else."""


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A text that may be a figure's value; `start` is its place in the text of the page."""

    page: int
    start: int
    text: str
    rank: int
    """Nearer is smaller."""


def match(figures: Sequence[Figure], pages: Sequence[Page]) -> list[Placement]:
    """A placement for each figure, in their order."""
    paper = Paper(figures, pages)
    return [paper.place(figure) for figure in figures]


class Paper:
    """One file with the labels of some figures found on it."""

    def __init__(self, figures: Sequence[Figure], pages: Sequence[Page]) -> None:
        self._sheets = [Sheet.of(page) for page in pages]
        self._wordings = _wordings(figures)
        self._labels = [label for sheet in self._sheets for label in _labels_on(sheet, self._wordings)]
        self._label_cells = {(label.cell.page, label.cell.start) for label in self._labels if label.is_whole}
        self._by_number = {sheet.page.number: sheet for sheet in self._sheets}
        product = next((figure for figure in figures if figure.key == "productName"), None)
        self._product_row = _row_of_product(product, self._sheets) if product is not None else frozenset()
        self._groups = self._page_groups(next((figure for figure in figures if figure.key == "number"), None))

    def labels_of(self, figure: Figure) -> list[Label]:
        """Where the paper names a figure."""
        return [label for label in self._labels if figure.key in label.keys]

    def place(self, figure: Figure) -> Placement:
        """Where a figure stands."""
        for group in self._groups:
            placement = self._labelled(figure, group)
            if placement is not None:
                return placement
        return self._unlabelled(figure) or not_found(figure.key)

    def _labelled(self, figure: Figure, group: frozenset[int]) -> Placement | None:
        """The figure beside its own labels on some pages: found where one agrees, else the nearest other value."""
        best: tuple[tuple[int, int], Placement] | None = None
        for label in self._labels:
            if figure.key not in label.keys or label.cell.page not in group:
                continue
            if not self._is_own_row(figure, label):
                continue
            for candidate in self._candidates(figure, label):
                judgement = judge(figure, candidate.text)
                if judgement is None:
                    continue
                said = label.cell.text[label.start : label.end]
                placement = _placement(figure, candidate, judgement, said)
                order = (0 if judgement.is_same else 1, candidate.rank - 100 * label.words)
                if best is None or order < best[0]:
                    best = (order, placement)
                break
        return best[1] if best else None

    def _candidates(self, figure: Figure, label: Label) -> Iterator[_Candidate]:
        """Texts that may be the value; those that say the same first, then the nearest."""
        near = list(self._near(figure, label))
        same = [candidate for candidate in near if (found := judge(figure, candidate.text)) and found.is_same]
        # In a table of several products the other value is the one in this product's row.
        yield from same or sorted(
            near, key=lambda candidate: (candidate.page, candidate.start) not in self._product_row
        )

    def _near(self, figure: Figure, label: Label) -> Iterator[_Candidate]:
        cell = label.cell
        text, offset = _value_part(cell.text[label.end :])
        is_plain = label.words > 1 or offset > 1 or not isinstance(figure.value, str) or figure.is_measured
        if text.strip() and is_plain:
            yield _Candidate(cell.page, cell.start + label.end + offset, text, 0)
        sheet = self._by_number[cell.page]
        number = 1
        for other in sheet.right_of(cell):
            if self._is_label(other):
                break
            if not figure.column or self._is_under(sheet, other, figure.column, label):
                yield _Candidate(other.page, other.start, other.text, number)
                number += 1
        is_name = isinstance(figure.value, str) and not (figure.is_measured or figure.is_identifier)
        yield from self._under(sheet, cell, _BELOW_A_SIGNATURE if is_name else _FARTHEST)

    def _under(self, sheet: Sheet, cell: Cell, farthest: float) -> Iterator[_Candidate]:
        """The cells below a label down to the next label; a value of several lines as one text too."""
        last, chain = cell.box, list[Cell]()
        for other in sheet.below(cell):
            height = max(cell.box.height, other.box.height)
            if self._is_label(other) or other.box.top - last.bottom > farthest * height or len(chain) >= _LONGEST_CHAIN:
                break
            if chain and chain[-1].box.shares_row(other.box):
                continue
            chain.append(other)
            last = other.box
        for length in range(min(4, len(chain)), 1, -1):
            if _is_paragraph(chain[:length]):
                text = sheet.page.text[chain[0].start : chain[length - 1].end]
                yield _Candidate(cell.page, chain[0].start, text, 20)
                break
        for place, other in enumerate(chain):
            yield _Candidate(other.page, other.start, other.text, 21 + place)

    def _is_label(self, cell: Cell) -> bool:
        return (cell.page, cell.start) in self._label_cells

    def _is_own_row(self, figure: Figure, label: Label) -> bool:
        """Whether a row that names a unit in a cell of its own names this figure's."""
        if not figure.column:
            return True
        own = unit_of(figure.unit)
        sheet = self._by_number[label.cell.page]
        said = [unit_of(cell.text) for cell in sheet.row_of(label.cell) if cell is not label.cell]
        named = [unit for unit in said if unit is not None]
        inside = [unit for part in re.split(r"[,(]", label.cell.text)[1:] if (unit := unit_of(part)) is not None]
        return all(unit == own for unit in (*named, *inside))

    def _is_under(self, sheet: Sheet, cell: Cell, words: tuple[str, ...], label: Label) -> bool:
        """Whether a value stands in the column headed by one of these words, or the label says the side itself."""
        said = {token.text for token in tokens(label.cell.text)}
        if said & set(words):
            return True
        heads = _side_heads(sheet, cell)
        over = [head for head in heads if head.box.shares_column(cell.box)]
        # Figures that align right may stand beside a heading that aligns left: its column reaches to the next.
        begun = over or [head for head in heads if head.box.left <= (cell.box.left + cell.box.right) / 2]
        head = max(begun, key=lambda each: each.box.left, default=None)
        return head is not None and bool({token.text for token in head.tokens} & set(words))

    # Without a label

    def _unlabelled(self, figure: Figure) -> Placement | None:
        if not is_distinctive(figure):
            return None
        for group in self._groups:
            for sheet in self._sheets:
                if sheet.page.number not in group:
                    continue
                for cell in sheet.cells:
                    if self._is_label(cell):
                        continue
                    judgement = judge(figure, cell.text)
                    if judgement is not None and judgement.is_same:
                        candidate = _Candidate(cell.page, cell.start, cell.text, 99)
                        return _placement(figure, candidate, judgement, "")
        return None

    # Several notes in one file

    def _page_groups(self, number: Figure | None) -> list[frozenset[int]]:
        """The pages to look at, the note's own first; pages of another note's number are left out."""
        pages = self._own_pages(number) if number is not None else {sheet.page.number for sheet in self._sheets}
        titled = frozenset(page for page in pages if _is_titled(self._by_number[page]))
        rest = frozenset(pages) - titled
        return [group for group in (titled, rest) if group]

    def _own_pages(self, number: Figure) -> set[int]:
        """Pages that name this note's number, and those behind them up to another note's."""
        everything = [sheet.page.number for sheet in self._sheets]
        said = {page: self._number_on(number, page) for page in everything}
        if True not in said.values():
            return set(everything)
        own, is_own = set[int](), True
        for page in everything:
            is_own = is_own if said[page] is None else bool(said[page])
            if is_own:
                own.add(page)
        return own

    def _number_on(self, number: Figure, page: int) -> bool | None:
        """Whether a page names this note (True), only another (False), or none."""
        found: set[bool] = set()
        for label in self._labels:
            if label.cell.page == page and "number" in label.keys:
                found |= {
                    said for each in self._near(number, label) if (said := _names_note(number, each.text)) is not None
                }
        return True if True in found else False if found else None


def _row_of_product(product: Figure, sheets: Sequence[Sheet]) -> frozenset[tuple[int, int]]:
    """The cells beside a product's name, by page and place in its text."""
    named = [
        (sheet, cell)
        for sheet in sheets
        for cell in sheet.cells
        if (judgement := judge(product, cell.text)) is not None and judgement.is_same
    ]
    return frozenset((other.page, other.start) for sheet, cell in named for other in sheet.row_of(cell))


def _names_note(number: Figure, text: str) -> bool | None:
    """Whether a text is this note's number (True), the number of another note (False), or none."""
    judgement = judge(number, text)
    if judgement is None:
        return None
    if judgement.is_same:
        return True
    return False if _shape(text[judgement.start : judgement.end]) == _shape(str(number.value)) else None


def _shape(code: str) -> str:
    """`GIB-261120-3506` is `A-9-9`: numbers of one series look alike."""
    return re.sub(r"[^\W\d_]+", "A", re.sub(r"\d+", "9", code))


_SIDES = frozenset({"gross", "superior", "higher", "upper", "net", "inferior", "lower"})


def _side_heads(sheet: Sheet, cell: Cell) -> list[Cell]:
    """The nearest row above a cell whose headings tell gross from net."""
    heads = [
        head
        for head in sheet.cells
        if head.box.bottom <= cell.box.top + 1.5 and {token.text for token in head.tokens} & _SIDES
    ]
    last = max(heads, key=lambda head: head.box.bottom, default=None)
    return [head for head in heads if last is not None and head.box.shares_row(last.box)]


def _placement(figure: Figure, candidate: _Candidate, judgement: Judgement, label: str) -> Placement:
    verdict = Verdict.FOUND if judgement.is_same else Verdict.DIFFERS
    start, end = candidate.start + judgement.start, candidate.start + judgement.end
    printed = " ".join(candidate.text[judgement.start : judgement.end].split())
    return Placement(figure.key, verdict, candidate.page, start, end, printed, " ".join(label.split()))


def _value_part(text: str) -> tuple[str, int]:
    """What follows a label in its own cell, without the sign that parts them."""
    lead = re.match(r"\s*(?:\([^)]{0,24}\)\s*)?[:=.]*\s*", text)
    offset = lead.end() if lead else 0
    return text[offset:], offset


def _is_paragraph(cells: Sequence[Cell]) -> bool:
    """Lines that begin at one place, close to each other and in the order of the text."""
    first = cells[0].box
    for one, other in pairwise(cells):
        close = other.box.top - one.box.bottom < 1.2 * max(one.box.height, other.box.height)
        if not close or abs(other.box.left - first.left) > 4 or other.start < one.end:
            return False
    return True


def _is_titled(sheet: Sheet) -> bool:
    """Whether the page is headed as a delivery note."""
    if not sheet.cells:
        return False
    foot = max(cell.box.bottom for cell in sheet.cells)
    return any(
        cell.box.top < 0.3 * foot and " ".join(token.text for token in cell.tokens).startswith(_TITLES)
        for cell in sheet.cells
        if cell.text.upper() == cell.text or cell.box.height > 7
    )


# Labels


Wordings = dict[str, list[tuple[tuple[str, ...], frozenset[str]]]]
"""By first word: the words of each label, longest first, and the figures they name."""


def _wordings(figures: Iterable[Figure]) -> Wordings:
    keys: dict[tuple[str, ...], set[str]] = {}
    for figure in figures:
        for label in figure.labels:
            words = tuple(token.text for token in tokens(label))
            if words:
                keys.setdefault(words, set()).add(figure.key)
    found: Wordings = {}
    for words in sorted(keys, key=len, reverse=True):
        found.setdefault(words[0], []).append((words, frozenset(keys[words])))
    return found


def _labels_on(sheet: Sheet, wordings: Wordings) -> Iterator[Label]:
    for cell in sheet.cells:
        yield from _labels_in(cell, wordings)


def _labels_in(cell: Cell, wordings: Wordings) -> Iterator[Label]:
    """The labels of a cell; a longer name hides the shorter ones inside it."""
    words = cell.tokens
    place = 0
    is_start = True
    while place < len(words):
        found = _label_at(cell, place, wordings, is_start=is_start)
        if found is None:
            # Numbering such as "3" or "a)" may stand before the first label.
            is_start = is_start and len(words[place].text) <= 2
            place += 1
            continue
        yield found
        place += found.words
        is_start = False


def _label_at(cell: Cell, place: int, wordings: Wordings, *, is_start: bool) -> Label | None:
    words = cell.tokens
    for wanted, keys in wordings.get(words[place].text, ()):
        run = words[place : place + len(wanted)]
        if tuple(token.text for token in run) != wanted:
            continue
        start, end = run[0].start, run[-1].end
        rest = cell.text[end:]
        if rest[:1] in {"'", "’"}:
            continue
        # In the middle of a line only what is plainly a label: a colon, or a figure right behind it.
        if not is_start and not re.match(r"\s*(?:\([^)]{0,24}\)\s*)?(?:[:=]|[<>]?\d)", rest):
            continue
        return Label(cell, start, end, keys, len(wanted), not _has_value(rest))
    return None


def _has_value(rest: str) -> bool:
    """Whether more than a unit, a condition or a remark in brackets follows a label."""
    plain = re.sub(r"\([^)]*\)|(?:@|\bat\b)\s*\d+\s*°?\s*[CF]?\b", "", rest).strip(" :.,;=-*")
    return bool(plain) and unit_of(plain) is None
