"""Selected text of a PDF: from one letter to another, over pages."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF

from bunkerdesk.models.paper_reading import united_by_line
from bunkerdesk.rules.paper.layout import Page, Word


@dataclass(frozen=True, slots=True, order=True)
class Letter:
    """A place in the text: before the letter with this number."""

    page: int
    index: int


@dataclass(frozen=True, slots=True)
class Selection:
    """From where the mouse went down to where it is."""

    anchor: Letter
    head: Letter

    @property
    def ends(self) -> tuple[Letter, Letter]:
        """First and last, in the order of the text."""
        return (self.anchor, self.head) if self.anchor <= self.head else (self.head, self.anchor)

    def on_page(self, page: Page) -> tuple[int, int]:
        """The selected letters of a page; an empty range where there are none."""
        first, last = self.ends
        if not first.page <= page.number <= last.page:
            return 0, 0
        start = first.index if page.number == first.page else 0
        return start, last.index if page.number == last.page else len(page.text)

    def text(self, text_of: Callable[[int], str | None]) -> str:
        """The selected text; line ends as on this platform's clipboard."""
        first, last = self.ends
        parts = []
        for number in range(first.page, last.page + 1):
            text = text_of(number) or ""
            start = first.index if number == first.page else 0
            end = last.index if number == last.page else len(text)
            parts.append(text[start:end])
        return "\n".join(parts).replace("\r\n", "\n")


def letter_at(page: Page, place: QPointF) -> int | None:
    """The letter under a place in points, or the nearest one of the nearest line; None on a page without text."""
    word = min(page.words, key=lambda each: _distance(each, place), default=None)
    if word is None:
        return None
    width = word.box.right - word.box.left
    share = (place.x() - word.box.left) / width if width > 0 else 0.0
    return word.start + round(min(max(share, 0.0), 1.0) * (word.end - word.start))


def word_at(page: Page, place: QPointF) -> Word | None:
    """The word right under a place."""
    return next((word for word in page.words if _distance(word, place) <= 1), None)


def _distance(word: Word, place: QPointF) -> float:
    box = word.box
    across = max(box.left - place.x(), place.x() - box.right, 0)
    down = max(box.top - place.y(), place.y() - box.bottom, 0)
    return across + 4 * down  # the line at this height before a nearer word of another line


def rectangles_of(page: Page, start: int, end: int) -> list[QRectF]:
    """Rectangles over letters, one for each line."""
    parts = []
    for word in page.words:
        if word.end <= start or word.start >= end:
            continue
        letter = (word.box.right - word.box.left) / max(word.end - word.start, 1)
        left = word.box.left + letter * max(start - word.start, 0)
        right = word.box.right - letter * max(word.end - end, 0)
        parts.append(QRectF(left, word.box.top, right - left, word.box.height))
    return united_by_line(parts)
