"""Text and marks over the pages of a PDF: selected from, searched in, marked, clicked; and the keys."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from html import escape

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QMouseEvent, QPainter, QTransform, QWheelEvent
from PySide6.QtWidgets import QToolTip, QWidget

from bunkerdesk.models.paper_index import Hit, PaperIndex
from bunkerdesk.runtime.tasks import TaskScope
from bunkerdesk.views.documents.marks import Mark, paint_focus, paint_ground, paint_marks
from bunkerdesk.views.documents.page_layout import Fit
from bunkerdesk.views.documents.page_surface import LINE, STEP, PageSurface
from bunkerdesk.views.documents.selection import Letter, Selection, letter_at, rectangles_of, word_at
from bunkerdesk.views.theme.tokens import LIGHT
from bunkerdesk.views.widgets.announcing import announce

SAID_MS = 6000
"""How long a word beside a click stays."""
SELECTED, FOUND, CURRENT_HIT = "#B9D6F5", LIGHT.match_ground, "#FFC74D"


class PagesView(PageSurface):
    """Shows one `PaperDocument`; everything by keyboard too."""

    word_clicked = Signal(int, int)
    """Page and letter number: where a click without dragging went down on a word."""
    mark_clicked = Signal(str)
    """The key of the mark that was clicked."""
    find_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("viewer.pages")
        self.viewport().setMouseTracking(True)
        self.viewport().setCursor(Qt.CursorShape.IBeamCursor)
        self.scope = TaskScope(self)
        self._forget()

    def clear(self) -> None:
        """Show nothing; forget marks, hits and the selection."""
        self._forget()
        super().clear()

    def _forget(self) -> None:
        self._marks: dict[int, list[Mark]] = {}
        self._focus: tuple[int, tuple[QRectF, ...]] | None = None
        self._selection: Selection | None = None
        self._is_dragging = False
        self._hits: Sequence[Hit] = ()
        self._hit = -1
        self._hit_places: dict[Hit, tuple[QRectF, ...]] = {}
        self._pressed = QPointF()

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

    def looked_at(self) -> None:
        self._look_up_hits()

    def paint_over(self, painter: QPainter, page: int, to_view: QTransform) -> None:
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

    def press_hit(self, hit: Hit) -> None:
        """The keyboard's way of clicking a word: one that was searched for."""
        places = self._hit_places.get(hit, ())
        to_view = self._layout.to_view(hit.page)
        self._pressed = to_view.map(places[0].bottomLeft()) if places else to_view.map(QPointF(20, 20))
        self.word_clicked.emit(hit.page, hit.start)

    def say_at_click(self, text: str) -> None:
        """Say something beside the word that was clicked last."""
        corner = self._pressed - QPointF(self.horizontalScrollBar().value(), self.verticalScrollBar().value())
        spot = self.viewport().mapToGlobal(corner.toPoint())
        QToolTip.showText(
            spot, f"<p style='white-space:pre-wrap'>{escape(text)}</p>", self.viewport(), QRect(), SAID_MS
        )
        announce(self, text)

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
        self._pressed = self._content(event.position())
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
