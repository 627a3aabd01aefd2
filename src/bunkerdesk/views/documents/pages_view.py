"""Pages of a PDF below each other: scrolled, zoomed, turned, selected from, searched in and marked."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QGuiApplication,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from bunkerdesk.models.paper_document import Order, PaperDocument
from bunkerdesk.models.paper_index import Hit, PaperIndex
from bunkerdesk.runtime.tasks import TaskScope
from bunkerdesk.views.documents.marks import Mark, paint_focus, paint_ground, paint_marks
from bunkerdesk.views.documents.page_layout import LARGEST, SMALLEST, Fit, PageLayout
from bunkerdesk.views.documents.page_pictures import PagePictures
from bunkerdesk.views.documents.selection import Letter, Selection, letter_at, rectangles_of, word_at
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
SELECTED, FOUND, CURRENT_HIT = "#B9D6F5", LIGHT.match_ground, "#FFC74D"


class PagesView(QAbstractScrollArea):
    """Shows one `PaperDocument`; everything by keyboard too."""

    current_page_changed = Signal(int)
    zoom_changed = Signal()
    word_clicked = Signal(int, int)
    """Page and letter number: where a click without dragging went down on a word."""
    mark_clicked = Signal(str)
    """The key of the mark that was clicked."""
    find_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("viewer.pages")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setMouseTracking(True)
        self.viewport().setCursor(Qt.CursorShape.IBeamCursor)
        self._theme = Theme.current()
        self._theme.changed.connect(self.viewport().update)
        self.scope = TaskScope(self)
        self._document: PaperDocument | None = None
        self._index: PaperIndex | None = None
        self._pictures: PagePictures | None = None
        self._layout = PageLayout(0, lambda _page: None)  # type: ignore[arg-type, return-value]
        self._current = 0
        self._marks: dict[int, list[Mark]] = {}
        self._focus: tuple[int, tuple[QRectF, ...]] | None = None
        self._selection: Selection | None = None
        self._is_dragging = False
        self._hits: Sequence[Hit] = ()
        self._hit = -1
        self._hit_places: dict[Hit, tuple[QRectF, ...]] = {}
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
        self._layout = PageLayout(0, lambda _page: None)  # type: ignore[arg-type, return-value]
        self._marks, self._focus, self._selection = {}, None, None
        self._hits, self._hit, self._hit_places, self._current = (), -1, {}, 0
        self._arrange()

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

    # Marks and hits

    def set_marks(self, marks: Iterable[Mark]) -> None:
        """Mark figures on all pages, replacing those before."""
        self._marks = {}
        for mark in marks:
            self._marks.setdefault(mark.page, []).append(mark)
        self.viewport().update()

    def show_mark(self, page: int, rectangles: Sequence[QRectF]) -> None:
        """Go to a place and mark it until another is; no rectangles takes the mark away."""
        if not rectangles or not 0 <= page < self._layout.count:
            self._focus = None
            self.viewport().update()
            return
        self._focus = page, tuple(rectangles)
        self._bring_in_sight(page, rectangles)
        self.viewport().update()

    def set_hits(self, hits: Sequence[Hit], current: int) -> None:
        """Mark found text; the current hit (-1 for none) is brought into sight."""
        if hits is not self._hits:
            self._hit_places = {}
        self._hits, self._hit = hits, current
        if 0 <= current < len(hits):
            self.scope.start("hit", self._go_to_hit(hits[current]), replace=True)
        self._look_up_hits()
        self.viewport().update()

    async def _go_to_hit(self, hit: Hit) -> None:
        if self._index is not None:
            if hit not in self._hit_places:
                (self._hit_places[hit],) = await self._index.rectangles([hit])
            self._bring_in_sight(hit.page, self._hit_places[hit] or (QRectF(0, 0, 10, 10),))
            self.viewport().update()

    def _look_up_hits(self) -> None:
        """Ask for the places of hits in sight."""
        shown = self._visible()
        wanted = [hit for hit in self._hits if hit.page in shown and hit not in self._hit_places][:400]
        if wanted and self._index is not None:
            self.scope.start("hits", self._read_hits(self._index, wanted), replace=True)

    async def _read_hits(self, index: PaperIndex, hits: Sequence[Hit]) -> None:
        places = await index.rectangles(hits)
        self._hit_places.update(zip(hits, places, strict=True))
        self.viewport().update()

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

    # Selecting

    @property
    def selected_text(self) -> str:
        """The selected text, empty for none."""
        if self._selection is None or self._index is None:
            return ""
        return self._selection.text(self._index.text)

    def copy(self) -> bool:
        """Put the selected text on the clipboard; False for none."""
        text = self.selected_text
        if text:
            QGuiApplication.clipboard().setText(text)
        return bool(text)

    def select_page(self) -> None:
        """Select all text of the current page."""
        if self._index is not None:
            self.scope.start("select", self._select_page(self._index, self._current), replace=True)

    async def _select_page(self, index: PaperIndex, page: int) -> None:
        read = await index.read_words(page)
        self._selection = Selection(Letter(page, 0), Letter(page, len(read.text)))
        self.viewport().update()

    def _letter(self, place: QPointF) -> Letter | None:
        """The letter under a place of the view; the page's words are asked for where nobody knows them yet."""
        page, index = self._page_under(place), self._index
        if index is None or page is None:
            return None
        words = index.words(page)
        if words is None:
            self.scope.start(f"words {page}", self._read_words(index, page), replace=False)
            return None
        letter = letter_at(words, self._layout.to_page(page, self._content(place)))
        return None if letter is None else Letter(page, letter)

    async def _read_words(self, index: PaperIndex, page: int) -> None:
        await index.read_words(page)
        self.viewport().update()

    async def _click(self, index: PaperIndex, place: QPointF, page: int) -> None:
        word = word_at(await index.read_words(page), self._layout.to_page(page, self._content(place)))
        if word is not None:
            self.word_clicked.emit(page, word.start)

    def _mark_under(self, place: QPointF) -> Mark | None:
        page = self._page_under(place)
        if page is None:
            return None
        point = self._layout.to_page(page, self._content(place))
        return next(
            (
                mark
                for mark in self._marks.get(page, ())
                if any(each.adjusted(-2, -2, 2, 2).contains(point) for each in mark.rectangles)
            ),
            None,
        )

    # Events

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is not Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
            return
        self._selection = None
        self._is_dragging = True
        letter = self._letter(event.position())
        self._selection = Selection(letter, letter) if letter else None
        self.viewport().update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        place = event.position()
        if not self._is_dragging:
            mark = self._mark_under(place)
            self.viewport().setToolTip(mark.words if mark else "")
            shape = Qt.CursorShape.PointingHandCursor if mark else Qt.CursorShape.IBeamCursor
            self.viewport().setCursor(shape)
            return
        letter = self._letter(place)
        if letter is not None:
            self._selection = Selection(self._selection.anchor if self._selection else letter, letter)
            self.viewport().update()
        outside = place.y() - min(max(place.y(), 0), self.viewport().height())
        if outside:
            bar = self.verticalScrollBar()
            bar.setValue(bar.value() + round(outside))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() is not Qt.MouseButton.LeftButton or not self._is_dragging:
            return
        self._is_dragging = False
        if self._selection is not None and self._selection.anchor != self._selection.head:
            return
        self._selection = None
        mark, page = self._mark_under(event.position()), self._page_under(event.position())
        if mark is not None:
            self.mark_clicked.emit(mark.key)
        if self._index is not None and page is not None:
            self.scope.start("click", self._click(self._index, event.position(), page), replace=True)
        self.viewport().update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.set_zoom(self.zoom * STEP ** (event.angleDelta().y() / 120), event.position())
            event.accept()
            return
        super().wheelEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        has_control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if not (has_control and self._act_on_text(event.key())) and not self._move(event.key(), jumps=has_control):
            super().keyPressEvent(event)
            return
        event.accept()

    def _act_on_text(self, key: int) -> bool:
        actions: dict[int, Callable[[], object]] = {
            Qt.Key.Key_C: self.copy,
            Qt.Key.Key_A: self.select_page,
            Qt.Key.Key_F: self.find_requested.emit,
        }
        action = actions.get(key)
        if action is not None:
            action()
        return action is not None

    def _move(self, key: int, *, jumps: bool) -> bool:
        down, across = self.verticalScrollBar(), self.horizontalScrollBar()
        room = self.viewport().height() - 40
        scaled: dict[int, Callable[[], object]] = {
            Qt.Key.Key_Plus: self.zoom_in,
            Qt.Key.Key_Equal: self.zoom_in,
            Qt.Key.Key_Minus: self.zoom_out,
            Qt.Key.Key_0: partial(self.fit_to, Fit.WIDTH),
        }
        shifts = {
            Qt.Key.Key_Home: (down, -down.maximum()),
            Qt.Key.Key_End: (down, down.maximum()),
            Qt.Key.Key_PageDown: (down, room),
            Qt.Key.Key_Space: (down, room),
            Qt.Key.Key_PageUp: (down, -room),
            Qt.Key.Key_Down: (down, LINE),
            Qt.Key.Key_Up: (down, -LINE),
            Qt.Key.Key_Right: (across, LINE),
            Qt.Key.Key_Left: (across, -LINE),
        }
        if jumps and key in {Qt.Key.Key_PageDown, Qt.Key.Key_PageUp}:
            self.go_to(self._current + (1 if key == Qt.Key.Key_PageDown else -1))
        elif key in scaled:
            scaled[key]()
        elif key in shifts:
            bar, shift = shifts[Qt.Key(key)]
            bar.setValue(bar.value() + shift)
        else:
            return False
        return True

    def event(self, event: QEvent) -> bool:
        # The window has commands for some of these keys; here they belong to the paper.
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            own = {Qt.Key.Key_C, Qt.Key.Key_A, Qt.Key.Key_F, Qt.Key.Key_Plus, Qt.Key.Key_Minus, Qt.Key.Key_0}
            if event.key() in own and self._layout.count:
                event.accept()
                return True
        return super().event(event)

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
        to_view = self._layout.to_view(page)
        painter.save()
        painter.setClipRect(place)
        words = self._index.words(page) if self._index is not None else None
        if self._selection is not None and words is not None:
            paint_ground(painter, to_view, rectangles_of(words, *self._selection.on_page(words)), SELECTED)
        for number, hit in enumerate(self._hits):
            if hit.page == page:
                ground = CURRENT_HIT if number == self._hit else FOUND
                paint_ground(painter, to_view, self._hit_places.get(hit, ()), ground)
        paint_marks(painter, to_view, self._marks.get(page, ()))
        if self._focus is not None and self._focus[0] == page:
            paint_focus(painter, to_view, self._focus[1])
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
        self._look_up_hits()

    def _announce(self) -> None:
        """Say which page this is and what stands on it."""
        if not self._layout.count:
            self.setAccessibleName("No document")
            self.setAccessibleDescription("")
            return
        self.setAccessibleName(f"Page {self._current + 1} of {self._layout.count}")
        text = self._index.text(self._current) if self._index is not None else None
        self.setAccessibleDescription("" if text is None else (text.strip() or "No text on this page.")[:SPOKEN])

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
