"""Pictures of pages: the most wanted is drawn next, the least used is forgotten when memory is full."""

from collections import OrderedDict
from collections.abc import Iterable, Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from bunkerdesk.models.paper_document import Order, PaperDocument

MOST_BYTES = 160 * 1024 * 1024

Key = tuple[int, int, int, int, tuple[int, int, int, int] | None]


def key_of(order: Order) -> Key:
    """Page, width, height, turns and part of a picture."""
    part = order.clip
    clip = (part.x(), part.y(), part.width(), part.height()) if part is not None else None
    return order.page, order.size.width(), order.size.height(), order.turns % 4, clip


class PagePictures(QObject):
    """A cache in front of a `PaperDocument`, bounded by bytes."""

    arrived = Signal(object)
    """The `Order` whose picture is there."""

    def __init__(self, document: PaperDocument, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._pictures: OrderedDict[Key, QImage] = OrderedDict()
        self._latest: dict[tuple[int, int], Key] = {}
        self._bytes = 0
        self._failed: set[int] = set()
        self._wanted: dict[str, Sequence[Order]] = {}
        document.drawn.connect(self._on_drawn)

    @property
    def is_idle(self) -> bool:
        """Whether everything wanted is there."""
        return not self._document.is_drawing and self._next() is None

    @property
    def held_bytes(self) -> int:
        """What the pictures take."""
        return self._bytes

    def want(self, purpose: str, orders: Sequence[Order]) -> None:
        """Say what is wanted, the most wanted first; replaces what was wanted for this purpose."""
        self._wanted[purpose] = orders
        self._work()

    def picture(self, order: Order) -> QImage | None:
        """A picture as ordered; None while it is not there."""
        key = key_of(order)
        found = self._pictures.get(key)
        if found is not None:
            self._pictures.move_to_end(key)
        return found

    def any_picture(self, page: int, turns: int) -> QImage | None:
        """A picture of the whole page in any size, to show until the right one is there."""
        key = self._latest.get((page, turns % 4))
        return self._pictures.get(key) if key is not None else None

    def has_failed(self, page: int) -> bool:
        """Whether QtPdf could not draw a page."""
        return page in self._failed

    def _work(self) -> None:
        order = self._next()
        if order is not None:
            self._document.draw(order)

    def _next(self) -> Order | None:
        return next((order for order in self._all_wanted() if not self._is_there(order)), None)

    def _all_wanted(self) -> Iterable[Order]:
        for purpose in sorted(self._wanted):  # "page" comes before "thumbnail"
            yield from self._wanted[purpose]

    def _is_there(self, order: Order) -> bool:
        return key_of(order) in self._pictures or order.page in self._failed

    def _on_drawn(self, order: Order, image: QImage) -> None:
        if image.isNull():
            self._failed.add(order.page)
        else:
            self._keep(order, image)
        self.arrived.emit(order)
        self._work()

    def _keep(self, order: Order, image: QImage) -> None:
        key = key_of(order)
        self._pictures[key] = image
        self._bytes += image.sizeInBytes()
        if order.clip is None and order.purpose == "page":
            self._latest[order.page, order.turns % 4] = key
        while self._bytes > MOST_BYTES and len(self._pictures) > 1:
            old, picture = self._pictures.popitem(last=False)
            self._bytes -= picture.sizeInBytes()
            if self._latest.get((old[0], old[3])) == old:
                del self._latest[old[0], old[3]]
