"""Reads text and the places of words out of a PDF. Blocking: for a worker thread; QtPdf is loaded with it."""

import re
import time
from collections.abc import Iterator, Sequence

from PySide6.QtCore import QRectF
from PySide6.QtPdf import QPdfDocument

from bunkerdesk.rules.paper.layout import Box, Page, Word

_WORD = re.compile(r"\S+")
_LINE = re.compile(r"[^\r\n]+")
BREATH = 2
"""Lines asked for in a row before the window is let in."""
MOST_LINES = 5_000
"""Lines of one page whose places are looked up; a page with more is no form."""

_NARROW, _WIDE = frozenset("iljtfrI.,:;|!'()[]/ -"), frozenset("mwMW%@—…")


def page_text(document: QPdfDocument, page: int) -> str:
    """The text of a page; lines end with `\\r\\n`."""
    return document.getAllText(page).text()


def read_page(document: QPdfDocument, page: int) -> Page:
    """A page as words with their places.

    Each question costs QtPdf a walk through the page, so a line is asked for once where it is written in one piece.
    """
    text = page_text(document, page)
    words: list[Word] = []
    for number, line in enumerate(list(_LINE.finditer(text))[:MOST_LINES]):
        if not number % BREATH:
            time.sleep(0.0003)  # a mere release would be taken back before the window's thread wakes
        parts = [polygon.boundingRect() for polygon in _selected(document, page, line.start(), line.end())]
        placed = [part for part in parts if not part.isEmpty()]
        if len(parts) == 1 and placed:
            words.extend(_shared_out(text, line.start(), line.end(), placed[0]))
        elif placed:
            words.extend(_asked_for(document, page, text, line.start(), line.end()))
        elif words:
            # Letters of a font this computer lacks are nowhere; in a form they stand below what comes before.
            above = words[-1].box if line.start() - words[-1].end <= 2 else None
            if above is not None:
                under = QRectF(_left_of_line(words, text), above.bottom + 3, 90, 7)
                words.extend(_shared_out(text, line.start(), line.end(), under))
    return Page(page, text, tuple(words))


def _left_of_line(words: Sequence[Word], text: str) -> float:
    """Where the last line of the words begins."""
    begin = text.rfind("\n", 0, words[-1].start) + 1
    return min(word.box.left for word in words if word.start >= begin)


def box_of(document: QPdfDocument, page: int, start: int, end: int) -> Box | None:
    """The rectangle around letters of a page in points; None for letters that are nowhere."""
    rectangle = document.getSelectionAtIndex(page, start, end - start).boundingRectangle()
    return None if rectangle.isEmpty() else _box(rectangle)


def line_rectangles(document: QPdfDocument, page: int, start: int, end: int) -> list[QRectF]:
    """The rectangles around letters, one for each line: a PDF may have one for each letter."""
    return united_by_line([polygon.boundingRect() for polygon in _selected(document, page, start, end)])


def united_by_line(parts: Sequence[QRectF]) -> list[QRectF]:
    """Rectangles of one line of writing as one."""
    lines: list[QRectF] = []
    for part in parts:
        last = lines[-1] if lines else None
        common = 0.0 if last is None else min(last.bottom(), part.bottom()) - max(last.top(), part.top())
        if last is not None and common > 0.3 * min(last.height(), part.height()):
            lines[-1] = last.united(part)
        elif not part.isEmpty():
            lines.append(QRectF(part))
    return lines


def _selected(document: QPdfDocument, page: int, start: int, end: int) -> Sequence:  # type: ignore[type-arg]
    return document.getSelectionAtIndex(page, start, end - start).bounds()


def _asked_for(document: QPdfDocument, page: int, text: str, start: int, end: int) -> Iterator[Word]:
    for match in _WORD.finditer(text, start, end):
        box = box_of(document, page, match.start(), match.end()) or _nowhere(document, page, start, end)
        yield Word(match.start(), match.end(), box)


def _nowhere(document: QPdfDocument, page: int, start: int, end: int) -> Box:
    """A place without width where the line begins, for a word of it that has none."""
    line = document.getSelectionAtIndex(page, start, end - start).boundingRectangle()
    return Box(line.left(), line.top(), line.left(), line.bottom())


def _shared_out(text: str, start: int, end: int, line: QRectF) -> Iterator[Word]:
    """The words of a line written in one piece, by the usual widths of letters."""
    widths = [0.0]
    for letter in text[start:end]:
        widths.append(widths[-1] + _width(letter))
    scale = line.width() / widths[-1]
    for match in _WORD.finditer(text, start, end):
        left = line.left() + widths[match.start() - start] * scale
        right = line.left() + widths[match.end() - start] * scale
        yield Word(match.start(), match.end(), Box(left, line.top(), right, line.bottom()))


def _width(letter: str) -> float:
    if letter in _NARROW:
        return 0.3
    if letter in _WIDE:
        return 0.88
    if letter > "\u2e7f":
        return 1.0
    return 0.68 if letter.isupper() else 0.54


def _box(rectangle: QRectF) -> Box:
    return Box(rectangle.left(), rectangle.top(), rectangle.right(), rectangle.bottom())
