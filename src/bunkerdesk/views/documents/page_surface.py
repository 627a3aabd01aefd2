"""Pages of a PDF below each other: laid out, drawn, scrolled, zoomed and turned."""

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, QSizeF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent, QResizeEvent, QTransform
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from bunkerdesk.models.paper_document import Order, PaperDocument
from bunkerdesk.models.paper_index import PaperIndex
from bunkerdesk.views.documents.page_layout import LARGEST, SMALLEST, Fit, PageLayout
from bunkerdesk.views.documents.page_pictures import PagePictures
from bunkerdesk.views.theme.theme import Theme
from bunkerdesk.views.theme.tokens import LIGHT

STEP = 1.25
MOST_PIXELS = 9_000_000
"""A page of more is drawn coarsely, and the part in sight sharply."""
AROUND = 160
LINE = 48
"""Pixels for an arrow key."""
SPOKEN = 4_000
"""Letters of the current page that a screen reader is given."""


def _no_pages() -> PageLayout:
    return PageLayout(0, lambda _page: QSizeF())


class PageSurface(QAbstractScrollArea):
    """Shows one `PaperDocument`; what is drawn over its pages is for `PagesView`."""

    current_page_changed = Signal(int)
    zoom_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._theme = Theme.current()
        self._theme.changed.connect(self.viewport().update)
        self._document: PaperDocument | None = None
        self._index: PaperIndex | None = None
        self._pictures: PagePictures | None = None
        self._layout = _no_pages()
        self._current = 0
        self._want_timer = QTimer(self, singleShot=True, interval=0)
        self._want_timer.timeout.connect(self._want)
        self.verticalScrollBar().valueChanged.connect(self._on_scrolled)
        self.horizontalScrollBar().valueChanged.connect(self._on_scrolled)

    # What is shown

    @property
    def pictures(self) -> PagePictures | None:
        """The pictures of the document shown."""
        return self._pictures

    @property
    def current_page(self) -> int:
        """The page in the upper part of the view, from 0."""
        return self._current

    @property
    def page_count(self) -> int:
        """Pages of the document."""
        return self._layout.count

    @property
    def zoom(self) -> float:
        """1.0 is the size of the paper."""
        return self._layout.zoom

    @property
    def fit(self) -> Fit:
        """How the scale follows the window."""
        return self._layout.fit

    @property
    def turns(self) -> int:
        """Quarter turns clockwise."""
        return self._layout.turns

    @property
    def is_drawn(self) -> bool:
        """Whether every page in sight is there as it should be."""
        return self._pictures is None or (not self._want_timer.isActive() and self._pictures.is_idle)

    def show_document(self, document: PaperDocument, index: PaperIndex) -> None:
        """Show a document from its first page on."""
        self.clear()
        self._document, self._index = document, index
        self._layout = PageLayout(document.page_count, document.page_size)
        self._pictures = PagePictures(document, self)
        self._pictures.arrived.connect(self._on_picture_arrived)
        document.sizes_changed.connect(self._on_sizes_changed)
        index.page_read.connect(self._on_page_read)
        self._arrange()
        self.verticalScrollBar().setValue(0)
        self.horizontalScrollBar().setValue(0)
        self._want()
        self._announce()

    def clear(self) -> None:
        """Show nothing and forget the pictures."""
        if self._pictures is not None:
            self._pictures.deleteLater()
        self._document = self._index = self._pictures = None
        self._layout, self._current = _no_pages(), 0
        self._arrange()

    # For what is drawn over the pages

    def paint_over(self, painter: QPainter, page: int, to_view: QTransform) -> None:
        """Draw over a page; nothing here."""

    def looked_at(self) -> None:
        """Other pages came into sight; nothing here."""

    # Going about

    def go_to(self, page: int) -> None:
        """Bring the top of a page to the top of the view."""
        if self._layout.count:
            page = min(max(page, 0), self._layout.count - 1)
            self.verticalScrollBar().setValue(int(self._layout.rectangle(page).top()) - self._layout.GAP)

    def fit_to(self, fit: Fit) -> None:
        """Let the scale follow the window's width or height."""
        self._layout.fit = fit
        self._rearranged()

    def set_zoom(self, zoom: float, at: QPointF | None = None) -> None:
        """Set the scale; what is under `at` (the view's middle by default) stays there."""
        place = at or QPointF(self.viewport().width() / 2, self.viewport().height() / 2)
        before = self._layout.scale
        self._layout.fit = Fit.FREE
        self._layout.zoom = min(max(zoom, SMALLEST), LARGEST)
        across, down = self.horizontalScrollBar().value(), self.verticalScrollBar().value()
        page = self._layout.page_at(int(down + place.y())) if self._layout.count else 0
        inside = self._layout.to_page(page, place + QPointF(across, down)) if self._layout.count else QPointF()
        self._arrange()
        if self._layout.count and self._layout.scale != before:
            now = self._layout.to_view(page).map(inside) - place
            self.horizontalScrollBar().setValue(round(now.x()))
            self.verticalScrollBar().setValue(round(now.y()))
        self._after_change()

    def zoom_in(self) -> None:
        """One step larger."""
        self.set_zoom(self.zoom * STEP)

    def zoom_out(self) -> None:
        """One step smaller."""
        self.set_zoom(self.zoom / STEP)

    def turn(self, quarters: int = 1) -> None:
        """Turn all pages clockwise."""
        self._layout.turns = (self._layout.turns + quarters) % 4
        self._rearranged()

    # Events

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._rearranged()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.fillRect(event.rect(), self._theme.palette.color("sunken"))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        across, down = self.horizontalScrollBar().value(), self.verticalScrollBar().value()
        painter.translate(-across, -down)
        for page in self._visible():
            self._paint_page(painter, page)
        painter.end()

    # Inside

    def _paint_page(self, painter: QPainter, page: int) -> None:
        place = self._layout.rectangle(page)
        painter.fillRect(place.adjusted(-1, -1, 1, 2), self._theme.palette.color("line"))
        painter.fillRect(place, QColor("white"))
        self._paint_picture(painter, page, place)
        painter.save()
        painter.setClipRect(place)
        self.paint_over(painter, page, self._layout.to_view(page))
        painter.restore()

    def _paint_picture(self, painter: QPainter, page: int, place: QRectF) -> None:
        assert self._pictures is not None
        base, part = self._orders(page)
        picture = self._pictures.picture(base) or self._pictures.any_picture(page, self.turns)
        if picture is not None:
            painter.drawImage(place, picture)
        elif self._pictures.has_failed(page):
            painter.setPen(QColor(LIGHT.dim))
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, f"Page {page + 1} is damaged and cannot be drawn.")
        sharp: QImage | None = self._pictures.picture(part) if part is not None else None
        if sharp is not None and part is not None and part.clip is not None:
            ratio = self.devicePixelRatioF()
            where = QRectF(
                part.clip.x() / ratio, part.clip.y() / ratio, part.clip.width() / ratio, part.clip.height() / ratio
            )
            painter.fillRect(where.translated(place.topLeft()), QColor("white"))
            painter.drawImage(where.translated(place.topLeft()), sharp)

    def _orders(self, page: int) -> tuple[Order, Order | None]:
        """The picture of a page, and of its part in sight where the whole would be too large."""
        ratio, place = self.devicePixelRatioF(), self._layout.rectangle(page)
        whole = QSize(max(1, round(place.width() * ratio)), max(1, round(place.height() * ratio)))
        pixels = whole.width() * whole.height()
        if pixels <= MOST_PIXELS:
            return Order(page, whole, self.turns), None
        share = (MOST_PIXELS / 4 / pixels) ** 0.5
        coarse = QSize(max(1, round(whole.width() * share)), max(1, round(whole.height() * share)))
        sight = QRectF(self._sight().adjusted(-AROUND, -AROUND, AROUND, AROUND)).intersected(place)
        sight.translate(-place.topLeft())
        # Steps of a grid: a small scroll needs no new picture.
        grid = 256
        left, top = int(sight.left() * ratio) // grid * grid, int(sight.top() * ratio) // grid * grid
        right, bottom = -(-int(sight.right() * ratio) // grid) * grid, -(-int(sight.bottom() * ratio) // grid) * grid
        clip = QRect(left, top, right - left, bottom - top).intersected(QRect(QPoint(0, 0), whole))
        part = None if clip.isEmpty() else Order(page, whole, self.turns, clip, "part")
        return Order(page, coarse, self.turns), part

    def _sight(self) -> QRect:
        place = QPoint(self.horizontalScrollBar().value(), self.verticalScrollBar().value())
        return QRect(place, self.viewport().size())

    def _visible(self) -> range:
        return self._layout.visible(self.verticalScrollBar().value(), self.viewport().height())

    def _content(self, place: QPointF) -> QPointF:
        return place + QPointF(self.horizontalScrollBar().value(), self.verticalScrollBar().value())

    def _page_under(self, place: QPointF) -> int | None:
        if not self._layout.count:
            return None
        return self._layout.page_at(int(place.y()) + self.verticalScrollBar().value())

    def _arrange(self) -> None:
        view = self.viewport()
        self._layout.arrange(view.width(), view.height(), self._current)
        for bar, whole, room in (
            (self.verticalScrollBar(), self._layout.total, view.height()),
            (self.horizontalScrollBar(), self._layout.widest, view.width()),
        ):
            bar.setRange(0, max(0, whole - room))
            bar.setPageStep(room)
            bar.setSingleStep(LINE)

    def _rearranged(self) -> None:
        """Lay out anew; what stands at the top of the view stays there."""
        top = self.verticalScrollBar().value()
        page = self._layout.page_at(top) if self._layout.count else 0
        share = 0.0
        if self._layout.count:
            place = self._layout.rectangle(page)
            share = (top - place.top()) / max(place.height(), 1)
        self._arrange()
        if self._layout.count:
            place = self._layout.rectangle(page)
            self.verticalScrollBar().setValue(round(place.top() + share * place.height()))
        self._after_change()

    def _after_change(self) -> None:
        self._want_timer.start()
        self._on_scrolled()
        self.zoom_changed.emit()

    def _want(self) -> None:
        if self._pictures is None:
            return
        shown, orders, parts = self._visible(), list[Order](), list[Order]()
        for page in shown:
            base, part = self._orders(page)
            orders.append(base)
            parts += [part] if part is not None else []
        if shown:
            near = (shown.stop, shown.start - 1)
            orders += [*parts, *(self._orders(page)[0] for page in near if 0 <= page < self._layout.count)]
        self._pictures.want("page", orders)
        self.looked_at()

    def _announce(self) -> None:
        """Say which page this is and what stands on it."""
        if not self._layout.count:
            self.setAccessibleName("No document")
            self.setAccessibleDescription("")
            return
        self.setAccessibleName(f"Page {self._current + 1} of {self._layout.count}")
        text = self._index.text(self._current) if self._index is not None else None
        self.setAccessibleDescription("" if text is None else (text.strip() or "No text on this page.")[:SPOKEN])

    def _bring_in_sight(self, page: int, rectangles: Sequence[QRectF]) -> None:
        whole = QRectF(rectangles[0])
        for rectangle in rectangles[1:]:
            whole = whole.united(rectangle)
        place = self._layout.to_view(page).mapRect(whole)
        for bar, first, last, room in (
            (self.verticalScrollBar(), place.top(), place.bottom(), self.viewport().height()),
            (self.horizontalScrollBar(), place.left(), place.right(), self.viewport().width()),
        ):
            margin = min(60, room // 4)
            if not bar.value() + margin <= first <= last <= bar.value() + room - margin:
                bar.setValue(round((first + last - room) / 2))

    # Slots

    def _on_scrolled(self) -> None:
        self.viewport().update()
        if not self._layout.count:
            return
        self._want_timer.start()
        page = self._layout.page_at(self.verticalScrollBar().value() + self.viewport().height() // 3)
        if page != self._current:
            self._current = page
            self._announce()
            self.current_page_changed.emit(page)

    def _on_picture_arrived(self, _order: Order) -> None:
        self.viewport().update()

    def _on_sizes_changed(self) -> None:
        self._rearranged()

    def _on_page_read(self, page: int) -> None:
        if page == self._current:
            self._announce()
