"""The text of one PDF, read in a thread: to search in, to select, and to find a note's figures."""

import asyncio
import re
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TypeVar

from PySide6.QtCore import QObject, QRectF, Signal
from PySide6.QtPdf import QPdfDocument

from bunkerdesk.models.paper_document import PaperSource
from bunkerdesk.models.paper_reading import line_rectangles, page_text, read_page
from bunkerdesk.rules.paper.figure import Figure, Placement
from bunkerdesk.rules.paper.layout import Page
from bunkerdesk.rules.paper.matching import match

T = TypeVar("T")

KEPT = 8
"""Files whose text is remembered."""
MOST_HITS = 5_000
SMALL = 12
"""A file of so many pages is read whole for its figures; of a longer one the likeliest pages."""
LIKELY = 24
SEARCHED_FOR_FIGURES = 400
_LONGEST_WAIT = 2.0
"""Seconds after which a picture that takes long is not waited for any more."""
_BREATH = 0.002
"""Seconds between two pages, for the window."""


@dataclass(frozen=True, slots=True)
class Hit:
    """Letters of a page."""

    page: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class PlacedFigure:
    """A placement with its rectangles in points, one for each line; none where it is not found."""

    placement: Placement
    rectangles: tuple[QRectF, ...] = ()


@dataclass
class PaperText:
    """What was read of one file."""

    texts: dict[int, str] = field(default_factory=dict)
    pages: dict[int, Page] = field(default_factory=dict)
    is_whole: bool = False


class PaperShelf:
    """Remembers the text of the last files by their hash."""

    def __init__(self) -> None:
        self._texts: OrderedDict[str, PaperText] = OrderedDict()

    def of(self, sha256: str) -> PaperText:
        """The text of a file, empty at first."""
        text = self._texts.setdefault(sha256, PaperText())
        self._texts.move_to_end(sha256)
        while len(self._texts) > KEPT:
            self._texts.popitem(last=False)
        return text


class PaperIndex(QObject):
    """Reads one file with a document of its own, whenever nobody draws."""

    page_read = Signal(int)
    """The text of a page is there."""
    finished = Signal()

    def __init__(self, source: PaperSource, text: PaperText, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.page_count = source.page_count
        self._text = text
        self._source = source
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="paper")
        self._document: QPdfDocument | None = None
        self._is_closed = False

    @property
    def is_whole(self) -> bool:
        """Whether the text of every page is there."""
        return self._text.is_whole

    def text(self, page: int) -> str | None:
        """The text of a page; None while it is not read."""
        return self._text.texts.get(page)

    def words(self, page: int) -> Page | None:
        """The words of a page with their places; None while nobody asked for them."""
        return self._text.pages.get(page)

    def close(self) -> None:
        """Stop reading; does not wait."""
        if not self._is_closed:
            self._is_closed = True
            self._executor.submit(self._let_go)
            self._executor.shutdown(wait=False)

    async def read(self) -> None:
        """Read the text of all pages, from the first on."""
        for page in range(self.page_count):
            if self._is_closed:
                return
            if page not in self._text.texts:
                await self.read_text(page)
                await asyncio.sleep(_BREATH)
        self._text.is_whole = True
        self.finished.emit()

    async def read_text(self, page: int) -> str:
        """The text of one page, before its turn if need be."""
        if page not in self._text.texts:
            self._text.texts[page] = await self._asked(lambda document: page_text(document, page))
            self.page_read.emit(page)
        return self._text.texts[page]

    async def read_words(self, page: int) -> Page:
        """The words of one page."""
        if page not in self._text.pages:
            read = await self._asked(lambda document: read_page(document, page))
            self._text.pages[page] = read
            self._text.texts.setdefault(page, read.text)
        return self._text.pages[page]

    def find(self, wanted: str) -> list[Hit]:
        """Every place of a text in what is read so far; blanks match line ends, letter case does not matter."""
        words = wanted.split()
        if not words:
            return []
        pattern = re.compile(r"\s+".join(map(re.escape, words)), re.IGNORECASE)
        hits: list[Hit] = []
        for page in sorted(self._text.texts):
            hits.extend(Hit(page, *found.span()) for found in pattern.finditer(self._text.texts[page]))
            if len(hits) >= MOST_HITS:
                break
        return hits[:MOST_HITS]

    async def rectangles(self, hits: Sequence[Hit]) -> list[tuple[QRectF, ...]]:
        """The rectangles of letters, one for each line."""
        return await self._asked(
            lambda document: [tuple(line_rectangles(document, hit.page, hit.start, hit.end)) for hit in hits]
        )

    async def match(self, figures: Sequence[Figure]) -> list[PlacedFigure]:
        """Where a note's figures stand on this paper, in their order."""
        pages = [await self.read_words(page) for page in await self._likely_pages(figures)]
        placements = await asyncio.to_thread(match, figures, pages)
        standing = [placement for placement in placements if placement.page >= 0]
        found = await self.rectangles([Hit(each.page, each.start, each.end) for each in standing])
        places = {id(each): places or self._by_words(each) for each, places in zip(standing, found, strict=True)}
        return [PlacedFigure(each, places.get(id(each), ())) for each in placements]

    def _by_words(self, placement: Placement) -> tuple[QRectF, ...]:
        """Rectangles of the words where QtPdf has none for the letters."""
        page = self._text.pages[placement.page]
        boxes = [word.box for word in page.words if word.start < placement.end and placement.start < word.end]
        return tuple(QRectF(box.left, box.top, box.right - box.left, box.height) for box in boxes)

    async def _likely_pages(self, figures: Sequence[Figure]) -> list[int]:
        """Pages that may be the note's paper: all of a short file, else those that name most of its figures."""
        if self.page_count <= SMALL:
            return list(range(self.page_count))
        last = min(self.page_count, SEARCHED_FOR_FIGURES)
        texts = {page: (await self.read_text(page)).casefold() for page in range(last)}
        names = [str(figure.value).casefold() for figure in figures if isinstance(figure.value, str)]
        marks = [name for name in names if len(name) > 4] + ["delivery note", "delivery receipt"]
        points = {page: sum(mark in text for mark in marks) for page, text in texts.items()}
        likely = sorted((page for page in points if points[page]), key=lambda page: (-points[page], page))[:LIKELY]
        return sorted(likely or range(SMALL))

    async def _asked(self, question: Callable[[QPdfDocument], T]) -> T:
        """Ask QtPdf in the reading thread, when nobody draws."""
        if self._is_closed:
            raise asyncio.CancelledError
        return await asyncio.wrap_future(self._executor.submit(self._ask, question))

    def _ask(self, question: Callable[[QPdfDocument], T]) -> T:
        self._source.quiet.wait(_LONGEST_WAIT)
        if self._document is None:
            self._document = QPdfDocument()
            if self._source.password:
                self._document.setPassword(self._source.password)
            self._document.load(str(self._source.path))
        return question(self._document)

    def _let_go(self) -> None:
        """In the reading thread, where the document was made."""
        self._document = None
