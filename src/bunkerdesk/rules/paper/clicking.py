"""From a place on a paper back to the figures: what the number or name there may be, the likeliest first."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from bunkerdesk.rules.paper.comparing import judge
from bunkerdesk.rules.paper.figure import Figure
from bunkerdesk.rules.paper.layout import Box, Cell, Page, Sheet
from bunkerdesk.rules.paper.matching import Paper
from bunkerdesk.rules.paper.numbers import PrintedNumber, numbers_in

_FAR = 10_000.0
_OTHER_WAY = 2_000.0


@dataclass(frozen=True, slots=True)
class Spot:
    """A word of a paper: what is printed there, and the figures it agrees with, nearest by their labels first."""

    printed: str = ""
    start: int = -1
    """Its place in the text of the page: the same for every letter of it."""
    keys: tuple[str, ...] = ()


def spot_at(figures: Sequence[Figure], page: Page, letter: int) -> Spot:
    """What stands at a letter of a page, and which figures say the same."""
    paper = Paper(figures, [page])
    cell = next((each for each in Sheet.of(page).cells if each.start <= letter < each.end), None)
    if cell is None:
        return Spot()
    place = letter - cell.start
    number = next((each for each in numbers_in(cell.text) if each.start <= place < each.end), None)
    start, end = (number.start, number.end) if number else _word(cell.text, place)
    fitting: list[tuple[float, int, str]] = []
    for order, figure in enumerate(figures):
        span = _fit(figure, cell.text, place, number)
        if span is not None:
            start, end = min(start, span[0]), max(end, span[1])
            near = min((_distance(label.cell.box, cell) for label in paper.labels_of(figure)), default=_FAR)
            fitting.append((near, order, figure.key))
    printed = " ".join(cell.text[start:end].split())
    return Spot(printed, cell.start + start, tuple(key for _, _, key in sorted(fitting)))


def _fit(figure: Figure, text: str, place: int, number: PrintedNumber | None) -> tuple[int, int] | None:
    """Where a figure agrees with what is printed at a place of a cell; None where it does not."""
    if isinstance(figure.value, Decimal) or figure.is_measured:
        if number is not None:
            said = judge(figure, text[number.start : number.end])
            return (number.start, number.end) if said is not None and said.is_same else None
        if isinstance(figure.value, Decimal):
            return None
    # A label in the same cell ends with a colon: the value is what follows it.
    for begin in dict.fromkeys((0, text.rfind(":", 0, place) + 1)):
        said = judge(figure, text[begin:])
        if said is not None and said.is_same and said.start <= place - begin < said.end:
            return said.start + begin, said.end + begin
    return None


def _word(text: str, place: int) -> tuple[int, int]:
    start, end = place, place
    while start > 0 and not text[start - 1].isspace():
        start -= 1
    while end < len(text) and not text[end].isspace():
        end += 1
    return start, end


def _distance(label: Box, cell: Cell) -> float:
    """How far a label stands from a value: beside it on the left first, then above it, then anywhere."""
    box = cell.box
    if label.shares_row(box) and label.left <= box.right:
        return max(box.left - label.right, 0.0)
    if label.shares_column(box) and label.top <= box.bottom:
        return 2 * max(box.top - label.bottom, 0.0) + 1
    return _OTHER_WAY + abs(box.left - label.left) + abs(box.top - label.top)
