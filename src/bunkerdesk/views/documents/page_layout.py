"""Where pages stand below each other, in pixels of the view's content; nothing is painted here."""

from bisect import bisect_right
from collections.abc import Callable
from enum import Enum, auto

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QTransform

POINTS_AN_INCH, PIXELS_AN_INCH = 72.0, 96.0
SMALLEST, LARGEST = 0.1, 8.0


class Fit(Enum):
    """How the scale follows the window."""

    WIDTH = auto()
    PAGE = auto()
    FREE = auto()


class PageLayout:
    """Rectangles of pages; `size_of` answers a page's size in points."""

    GAP = 12

    def __init__(self, count: int, size_of: Callable[[int], QSizeF]) -> None:
        self.count = count
        self.turns = 0
        self.zoom = 1.0
        self.fit = Fit.WIDTH
        self._size_of = size_of
        self._width = 1
        self._height = 1
        self._tops: list[int] = []
        self._sizes: list[tuple[int, int]] = []
        self.widest = 1
        self.total = 1

    @property
    def scale(self) -> float:
        """Pixels for each point."""
        return self.zoom * PIXELS_AN_INCH / POINTS_AN_INCH

    def arrange(self, width: int, height: int, current: int) -> None:
        """Lay the pages out for a view of this size."""
        self._width, self._height = max(width, 40), max(height, 40)
        points = [self._turned(self._size_of(page)) for page in range(self.count)]
        if self.fit is not Fit.FREE and points:
            self.zoom = self._fitting(points, current)
        scale, top = self.scale, self.GAP
        self._tops, self._sizes = [], []
        for wide, high in points:
            size = max(1, round(wide * scale)), max(1, round(high * scale))
            self._tops.append(top)
            self._sizes.append(size)
            top += size[1] + self.GAP
        self.total = top
        self.widest = max((size[0] for size in self._sizes), default=1) + 2 * self.GAP

    def rectangle(self, page: int) -> QRectF:
        """A page in the content; centred where the view is wider."""
        wide, high = self._sizes[page]
        left = max((max(self._width, self.widest) - wide) / 2, self.GAP)
        return QRectF(round(left), self._tops[page], wide, high)

    def visible(self, top: int, height: int) -> range:
        """The pages that show between two heights."""
        if not self._tops:
            return range(0)
        first = max(bisect_right(self._tops, top) - 1, 0)
        last = max(bisect_right(self._tops, top + height) - 1, 0)
        return range(first, last + 1)

    def page_at(self, height: int) -> int:
        """The page at a height of the content, or the last one above it."""
        return min(max(bisect_right(self._tops, height) - 1, 0), max(self.count - 1, 0))

    def to_view(self, page: int) -> QTransform:
        """From points of a page to pixels of the content."""
        place, size = self.rectangle(page), self._size_of(page)
        turn = QTransform()
        turn.translate(place.left(), place.top())
        turn.scale(self.scale, self.scale)
        match self.turns % 4:
            case 1:
                turn.translate(size.height(), 0)
            case 2:
                turn.translate(size.width(), size.height())
            case 3:
                turn.translate(0, size.width())
        turn.rotate(90 * (self.turns % 4))
        return turn

    def to_page(self, page: int, place: QPointF) -> QPointF:
        """From pixels of the content to points of a page."""
        back, is_possible = self.to_view(page).inverted()
        return back.map(place) if is_possible else QPointF()

    def _turned(self, size: QSizeF) -> tuple[float, float]:
        return (size.height(), size.width()) if self.turns % 2 else (size.width(), size.height())

    def _fitting(self, points: list[tuple[float, float]], current: int) -> float:
        pixel = PIXELS_AN_INCH / POINTS_AN_INCH
        if self.fit is Fit.PAGE:
            wide, high = points[min(current, len(points) - 1)]
            zoom = min((self._width - 2 * self.GAP) / wide, (self._height - 2 * self.GAP) / high) / pixel
        else:
            # One page of a foreign format must not make all others small: the first pages decide.
            wide = sorted(wide for wide, _ in points[:25])[len(points[:25]) // 2]
            zoom = (self._width - 2 * self.GAP) / wide / pixel
        return min(max(zoom, SMALLEST), LARGEST)
