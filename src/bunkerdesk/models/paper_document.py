"""One PDF for looking at: opened in a worker, pages drawn by QtPdf's own thread, one after the other.

QtPdf holds one lock for the whole process while it draws, and Python's own while it is asked from Python. So pages
are drawn by its C++ thread only, and nobody else asks it anything meanwhile: see `quiet`.
"""

import asyncio
import threading
from dataclasses import dataclass, field
from enum import Enum, auto
from pathlib import Path
from typing import ClassVar

from PySide6.QtCore import QObject, QRect, QSize, QSizeF, QThread, Signal
from PySide6.QtGui import QImage
from PySide6.QtPdf import QPdfDocument, QPdfDocumentRenderOptions, QPdfPageRenderer

SIZES_AT_ONCE = 64
"""Pages whose size is read before the first is drawn; asking for all of 10,000 takes half a second."""
SIZES_A_TURN = 250


class Obstacle(Enum):
    """Why a file cannot be shown."""

    PASSWORD = auto()
    BROKEN = auto()
    NO_PAGES = auto()
    PROTECTED = auto()
    MISSING = auto()


_SENTENCES = {
    Obstacle.PASSWORD: "This document is locked with a password.",
    Obstacle.BROKEN: "This file is damaged or cut off: it calls itself a PDF and cannot be read as one.",
    Obstacle.NO_PAGES: "This PDF has no pages.",
    Obstacle.PROTECTED: "This document uses a protection that Bunker Desk cannot open.",
    Obstacle.MISSING: "The file is not here any more. Fetch it again.",
}


class PaperProblem(Exception):
    """A file that cannot be shown; `str()` is a sentence for the person."""

    def __init__(self, obstacle: Obstacle) -> None:
        super().__init__(_SENTENCES[obstacle])
        self.obstacle = obstacle


@dataclass(frozen=True, slots=True)
class Order:
    """A picture of a page that is wanted; `clip` is a part of it in pixels of the whole."""

    page: int
    size: QSize
    turns: int = 0
    """Quarter turns clockwise; the size is that of the turned page."""
    clip: QRect | None = None
    purpose: str = "page"


@dataclass(frozen=True, slots=True)
class PaperSource:
    """An open file, for whoever reads it with a document of his own."""

    path: Path
    page_count: int
    password: str = field(default="", repr=False)
    quiet: threading.Event = field(default_factory=threading.Event)
    """Set while nothing is drawn: only then may another thread ask QtPdf."""


class PaperDocument(QObject):
    """An open PDF. `draw` is answered by `drawn`, in any order of calls one at a time."""

    drawn = Signal(object, QImage)
    """The `Order` and its picture; a null picture for a page that cannot be drawn."""
    sizes_changed = Signal()

    # Those whose last picture is still being made; nobody else holds them.
    _leaving: ClassVar[set["PaperDocument"]] = set()

    def __init__(self, document: QPdfDocument, sizes: list[QSizeF], source: PaperSource) -> None:
        """See `open`."""
        super().__init__()
        self.source = source
        self.page_count = source.page_count
        self._document = document
        document.setParent(self)
        self._sizes = sizes
        source.quiet.set()
        self._order: Order | None = None
        self._is_closed = False
        self._renderer = QPdfPageRenderer(self)
        self._renderer.setRenderMode(QPdfPageRenderer.RenderMode.MultiThreaded)
        self._renderer.setDocument(document)
        self._renderer.pageRendered.connect(self._on_page_rendered)

    @classmethod
    async def open(cls, path: Path, password: str = "") -> "PaperDocument":
        """Open a file; raises `PaperProblem`."""
        here = QThread.currentThread()
        document, sizes = await asyncio.to_thread(_open, path, password, here)
        return cls(document, sizes, PaperSource(path, document.pageCount(), password))

    @property
    def is_drawing(self) -> bool:
        """Whether a picture is being made; another order would wait for it."""
        return self._order is not None

    def page_size(self, page: int) -> QSizeF:
        """Points; of a page not yet asked for that of the last one known."""
        return self._sizes[min(page, len(self._sizes) - 1)]

    async def read_sizes(self) -> None:
        """Ask for the sizes of all pages, a few at a time."""
        while len(self._sizes) < self.page_count and not self._is_closed:
            first = len(self._sizes)
            last = min(first + SIZES_A_TURN, self.page_count)
            more = await asyncio.to_thread(_sizes, self._document, first, last, self.source.quiet)
            differs = any(size != self._sizes[-1] for size in more)
            self._sizes.extend(more)
            if differs:
                self.sizes_changed.emit()

    def draw(self, order: Order) -> bool:
        """Begin a picture; False while another is being made."""
        if self._order is not None or self._is_closed:
            return False
        options = QPdfDocumentRenderOptions()
        options.setRotation(QPdfDocumentRenderOptions.Rotation(order.turns % 4))
        size = order.size
        if order.clip is not None:
            options.setScaledSize(order.size)
            options.setScaledClipRect(order.clip)
            size = order.clip.size()
        self._order = order
        self.source.quiet.clear()
        self._renderer.requestPage(order.page, size, options)
        return True

    def close(self) -> None:
        """Let go of the file; a picture under way is waited for in its own thread, not in this one."""
        self._is_closed = True
        if self._order is None:
            self.deleteLater()
        else:
            PaperDocument._leaving.add(self)

    def _on_page_rendered(
        self, _page: int, _size: QSize, image: QImage, _options: QPdfDocumentRenderOptions, _number: int
    ) -> None:
        order, self._order = self._order, None
        self.source.quiet.set()
        if self._is_closed:
            PaperDocument._leaving.discard(self)
            self.deleteLater()
        elif order is not None:
            self.drawn.emit(order, image)


async def count_pages(path: Path) -> int:
    """How many pages a file has, without showing it; raises `PaperProblem`."""
    return await asyncio.to_thread(_count_pages, path)


def _count_pages(path: Path) -> int:
    return _loaded(path, "").pageCount()


def _open(path: Path, password: str, home: QThread) -> tuple[QPdfDocument, list[QSizeF]]:
    document = _loaded(path, password)
    sizes = [_usable(document.pagePointSize(page)) for page in range(min(SIZES_AT_ONCE, document.pageCount()))]
    document.moveToThread(home)
    return document, sizes


def _loaded(path: Path, password: str) -> QPdfDocument:
    document = QPdfDocument()
    if password:
        document.setPassword(password)
    error = document.load(str(path))
    # A damaged file may load without an error and then not be ready.
    if error is not QPdfDocument.Error.None_ or document.status() is not QPdfDocument.Status.Ready:
        raise PaperProblem(_OBSTACLES.get(error, Obstacle.BROKEN))
    if document.pageCount() < 1:
        raise PaperProblem(Obstacle.NO_PAGES)
    return document


_OBSTACLES = {
    QPdfDocument.Error.IncorrectPassword: Obstacle.PASSWORD,
    QPdfDocument.Error.UnsupportedSecurityScheme: Obstacle.PROTECTED,
    QPdfDocument.Error.FileNotFound: Obstacle.MISSING,
}


def _sizes(document: QPdfDocument, first: int, last: int, quiet: threading.Event) -> list[QSizeF]:
    found = []
    for page in range(first, last):
        quiet.wait(1)
        found.append(_usable(document.pagePointSize(page)))
    return found


def _usable(size: QSizeF) -> QSizeF:
    """A size that can be laid out, whatever a hostile file says."""
    width, height = size.width(), size.height()
    if not (1 <= width <= 20_000 and 1 <= height <= 20_000):
        return QSizeF(595, 842)
    return size
