"""The document viewer: a PDF, a picture, or the facts of anything else, with the tools each of them has."""

import asyncio
from collections.abc import Iterable, Sequence

from PySide6.QtCore import QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QStackedLayout, QVBoxLayout, QWidget

from bunkerdesk.models.paper_document import Obstacle, PaperDocument, PaperProblem
from bunkerdesk.models.paper_index import Hit, PaperIndex, PaperShelf, PlacedFigure
from bunkerdesk.rules.paper.figure import Figure
from bunkerdesk.rules.paper.files import DocumentFile, FileKind
from bunkerdesk.runtime.tasks import TaskScope
from bunkerdesk.views.documents.facts import OUTSIDE, FactsView
from bunkerdesk.views.documents.find_bar import FindBar
from bunkerdesk.views.documents.image_view import ImageView, PictureProblem, read_picture
from bunkerdesk.views.documents.marks import Mark
from bunkerdesk.views.documents.pages_view import PagesView
from bunkerdesk.views.documents.thumbnails import Thumbnails
from bunkerdesk.views.documents.tool_bar import ViewerBar
from bunkerdesk.views.widgets.empty_state import EmptyState
from bunkerdesk.views.widgets.progress_line import ProgressLine


class DocumentViewer(QFrame):
    """Shows one file at a time; a broken one says so and nothing else happens."""

    word_clicked = Signal(int, int)
    """Page and letter number of a word that was clicked."""
    mark_clicked = Signal(str)
    """The key of a marked figure that was clicked."""
    opened = Signal()
    """The file is on the screen, as pages, picture or facts."""
    save_requested = Signal()
    outside_requested = Signal()
    again_requested = Signal()
    print_requested = Signal()

    def __init__(self, parent: QWidget | None = None, shelf: PaperShelf | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("viewer")
        self.setAccessibleName("Document viewer")
        self.scope = TaskScope(self)
        self._shelf = shelf or PaperShelf()
        self._file: DocumentFile | None = None
        self._name = ""
        self._document: PaperDocument | None = None
        self._index: PaperIndex | None = None
        self._hits: list[Hit] = []
        self._hit = -1
        self.bar = ViewerBar(self)
        self.find_bar = FindBar(self)
        self.find_bar.hide()
        self.pages = PagesView(self)
        self.thumbnails = Thumbnails(self)
        self.thumbnails.hide()
        self.picture = ImageView(self)
        self.facts = FactsView(self)
        self._empty = EmptyState("viewer.empty", self)
        self._empty.show_state("document", "No document", "Choose a document to read it here.")
        self._progress = ProgressLine(self)
        self._recount = QTimer(self, singleShot=True, interval=250)
        self._recount.timeout.connect(self._find_again)
        self._lay_out()
        self._join()
        self._show_part(self._empty)

    # What is shown

    @property
    def file(self) -> DocumentFile | None:
        """The file shown."""
        return self._file

    @property
    def name(self) -> str:
        """What the service calls the document."""
        return self._name

    @property
    def index(self) -> PaperIndex | None:
        """The text of the PDF shown."""
        return self._index

    @property
    def document(self) -> PaperDocument | None:
        """The PDF shown."""
        return self._document

    @property
    def is_settled(self) -> bool:
        """Whether nothing is being opened or drawn."""
        return not self.scope.is_running("open") and not self.pages.scope.is_busy and self.pages.is_drawn

    def show_file(self, file: DocumentFile, name: str) -> None:
        """Show a file from the local store; a PDF and a picture are opened in a worker."""
        self._leave()
        self._file, self._name = file, name
        self.bar.show_name(name, file.changed_from)
        self._progress.set_busy(True)
        self.scope.start("open", self._open(file, ""), replace=True)

    def show_busy(self, name: str, done: int = 0, total: int = 0) -> None:
        """Say that a document is being fetched; what was shown before is taken away with the first call."""
        if self._file is not None or self._name != name:
            self._leave()
            self._file, self._name = None, name
            self.bar.show_name(name)
            self._empty.show_state("download", "Fetching the document", name)
            self._show_part(self._empty)
        self._progress.set_busy(True, done, total)

    def show_problem(self, title: str, hint: str, *, can_fetch: bool = True) -> None:
        """Say why there is no file, and whether fetching again could help."""
        self._leave()
        self._file = None
        self.facts.show_facts(title, hint, None, self._name, "error" if can_fetch else "warning")
        self.facts.offer_fetching(can_fetch)
        self._show_part(self.facts)
        self.opened.emit()

    def clear(self, title: str = "No document", hint: str = "Choose a document to read it here.") -> None:
        """Show nothing, and say why."""
        self._leave()
        self._file, self._name = None, ""
        self.bar.show_name("")
        self._empty.show_state("document", title, hint)
        self._show_part(self._empty)

    def close_document(self) -> None:
        """Let go of the file and stop everything; the viewer may be deleted then."""
        self._leave()
        self.scope.close()
        self.pages.scope.close()

    # Figures on paper

    async def match(self, figures: Sequence[Figure]) -> list[PlacedFigure]:
        """Where figures stand in the PDF shown; empty for anything else."""
        return await self._index.match(figures) if self._index is not None else []

    def set_marks(self, marks: Iterable[Mark]) -> None:
        """Mark figures on all pages, replacing those before."""
        self.pages.set_marks(marks)

    def show_mark(self, page: int, rectangles: Sequence[QRectF]) -> None:
        """Go to a figure and mark it."""
        self.pages.show_mark(page, rectangles)

    def say_at(self, text: str) -> None:
        """Say something where the person clicked last, and to a screen reader."""
        self.pages.say_at_click(text)

    # Searching

    def open_find(self) -> None:
        """Open the search and take the selected text over."""
        if self._document is None:
            return
        self.find_bar.show()
        selected = self.pages.selected_text
        if selected and "\n" not in selected:
            self.find_bar.field.setText(selected)
            self.search(selected)
        self.find_bar.field.setFocus()
        self.find_bar.field.selectAll()

    def close_find(self) -> None:
        """Close the search and take its marks away."""
        self.find_bar.hide()
        self.search("")
        self.pages.setFocus()

    def search(self, text: str) -> None:
        """Mark every place of a text and go to the first from the current page on."""
        if self._index is None:
            return
        self._hits = self._index.find(text)
        here = self.pages.current_page
        self._hit = next((place for place, hit in enumerate(self._hits) if hit.page >= here), 0 if self._hits else -1)
        self._show_hits()

    def find_next(self, step: int = 1) -> None:
        """Go to the next hit, or with -1 to the one before."""
        if self._hits:
            self._hit = (self._hit + step) % len(self._hits)
            self._show_hits()

    def _find_again(self) -> None:
        """More pages are read: take their hits in, and stay where the person is."""
        if self._index is None or not self.find_bar.isVisible():
            return
        here = self._hits[self._hit] if 0 <= self._hit < len(self._hits) else None
        found = self._index.find(self.find_bar.field.text())
        if found != self._hits:
            self._hits = found
            self._hit = found.index(here) if here in found else (0 if found else -1)
            self.pages.set_hits(self._hits, self._hit if here is None else -1)
        self._show_hits(moves=False)

    def _show_hits(self, *, moves: bool = True) -> None:
        if moves:
            self.pages.set_hits(self._hits, self._hit)
        is_whole = self._index is None or self._index.is_whole
        self.find_bar.show_count(self._hit, len(self._hits), is_whole=is_whole)

    # Events

    def keyPressEvent(self, event: QKeyEvent) -> None:
        has_control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        is_back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if has_control and event.key() == Qt.Key.Key_F:
            self.open_find()
        elif has_control and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._hits:
            self.pages.press_hit(self._hits[self._hit])
        elif has_control and event.key() == Qt.Key.Key_P and self._document is not None:
            self.print_requested.emit()
        elif has_control and event.key() == Qt.Key.Key_S and self._file is not None:
            self.save_requested.emit()
        elif event.key() == Qt.Key.Key_F3:
            self.find_next(-1 if is_back else 1)
        else:
            super().keyPressEvent(event)

    # Opening

    async def _open(self, file: DocumentFile, password: str) -> None:
        try:
            match file.kind:
                case FileKind.PDF:
                    await self._open_pages(file, password)
                case FileKind.IMAGE:
                    await self._open_picture(file)
                case _:
                    self._show_other(file)
        finally:
            self._progress.set_busy(False)
        self.opened.emit()

    async def _open_pages(self, file: DocumentFile, password: str) -> None:
        try:
            document = await PaperDocument.open(file.path, password)
        except PaperProblem as problem:
            self._show_obstacle(file, problem, was_tried=bool(password))
            return
        self._document = document
        self._index = PaperIndex(document.source, self._shelf.of(file.sha256), self)
        self._index.page_read.connect(self._on_page_read)
        self._index.finished.connect(self._on_read)
        self.pages.show_document(document, self._index)
        self.thumbnails.show_document(document, self.pages.pictures)
        self._show_part(self.pages)
        self.bar.show_page(0, document.page_count)
        self.scope.start("read", self._read(document, self._index), replace=True)

    async def _read(self, document: PaperDocument, index: PaperIndex) -> None:
        await document.read_sizes()
        await index.read()

    async def _open_picture(self, file: DocumentFile) -> None:
        try:
            picture = await asyncio.to_thread(read_picture, file.path)
        except PictureProblem as problem:
            self.facts.show_facts(str(problem), OUTSIDE, file, self._name)
            self._show_part(self.facts)
            return
        self.picture.show_picture(picture, self._name)
        self._show_part(self.picture)

    def _show_obstacle(self, file: DocumentFile, problem: PaperProblem, *, was_tried: bool) -> None:
        if problem.obstacle is Obstacle.PASSWORD:
            hint = "That password does not open it." if was_tried else "Whoever sent it knows the password."
            self.facts.show_facts(str(problem), hint, file, self._name, "lock")
            self._show_part(self.facts)
            self.facts.focus_password()
            return
        hint = "Fetch it again; if it stays so, ask whoever issued it for a sound copy."
        self.facts.show_facts(str(problem), hint, file, self._name, "error")
        self._show_part(self.facts)

    def _show_other(self, file: DocumentFile) -> None:
        self.facts.show_other(file, self._name)
        self._show_part(self.facts)

    def _leave(self) -> None:
        for key in ("open", "read"):
            self.scope.cancel(key)
        self.pages.clear()
        self.thumbnails.show_document(None, None)
        self.picture.show_picture(None)
        if self._index is not None:
            self._index.close()
            self._index.deleteLater()
        if self._document is not None:
            self._document.close()
        self._index, self._document, self._hits, self._hit = None, None, [], -1
        self.find_bar.hide()
        self._progress.set_busy(False)

    # Layout

    def _lay_out(self) -> None:
        self._parts = QStackedLayout()
        for part in (self._empty, self.pages, self.picture, self.facts):
            self._parts.addWidget(part)
        middle = QHBoxLayout()
        middle.setSpacing(0)
        middle.addWidget(self.thumbnails)
        middle.addLayout(self._parts, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.bar)
        column.addWidget(self.find_bar)
        column.addWidget(self._progress)
        column.addLayout(middle, 1)

    def _join(self) -> None:
        bar, pages = self.bar, self.pages
        bar.page_wanted.connect(pages.go_to)
        bar.thumbnails_toggled.connect(self._on_thumbnails_toggled)
        bar.zoom_wanted.connect(self._on_zoom_wanted)
        bar.fit_wanted.connect(self._on_fit_wanted)
        bar.step_wanted.connect(self._on_step_wanted)
        bar.turn_wanted.connect(self._on_turn_wanted)
        bar.find_requested.connect(self.open_find)
        bar.print_requested.connect(self.print_requested)
        pages.current_page_changed.connect(self._on_current_page_changed)
        pages.zoom_changed.connect(self._show_zoom)
        pages.word_clicked.connect(self.word_clicked)
        pages.mark_clicked.connect(self.mark_clicked)
        pages.find_requested.connect(self.open_find)
        self.picture.zoom_changed.connect(self._show_zoom)
        self.thumbnails.page_chosen.connect(pages.go_to)
        self.find_bar.wanted.connect(self.search)
        self.find_bar.moved.connect(self.find_next)
        self.find_bar.closed.connect(self.close_find)
        for part in (bar, self.facts):
            part.save_requested.connect(self.save_requested)
            part.outside_requested.connect(self.outside_requested)
            part.again_requested.connect(self.again_requested)
        self.facts.password_entered.connect(self._on_password_entered)

    def _show_part(self, part: QWidget) -> None:
        self._parts.setCurrentWidget(part)
        is_pages, is_picture = part is self.pages, part is self.picture
        self.bar.show_tools(pages=is_pages, picture=is_picture, file=self._file is not None)
        self.thumbnails.setVisible(is_pages and self.bar.are_thumbnails_wanted)
        self.setFocusProxy(part)
        self._show_zoom()

    def _show_zoom(self) -> None:
        part = self._parts.currentWidget()
        if part is self.pages:
            self.bar.show_zoom(self.pages.zoom, self.pages.fit)
        elif part is self.picture:
            self.bar.show_zoom(self.picture.zoom)

    # Slots

    def _target(self) -> PagesView | ImageView:
        return self.picture if self._parts.currentWidget() is self.picture else self.pages

    def _on_step_wanted(self, step: int) -> None:
        target = self._target()
        target.zoom_in() if step > 0 else target.zoom_out()

    def _on_zoom_wanted(self, zoom: float) -> None:
        self._target().set_zoom(zoom)

    def _on_fit_wanted(self, fit: object) -> None:
        target = self._target()
        if isinstance(target, PagesView):
            target.fit_to(fit)  # type: ignore[arg-type]
        else:
            target.fit()

    def _on_turn_wanted(self) -> None:
        self._target().turn()

    def _on_thumbnails_toggled(self, is_on: bool) -> None:
        self.thumbnails.setVisible(is_on and self._parts.currentWidget() is self.pages)
        self.thumbnails.follow(self.pages.current_page)

    def _on_current_page_changed(self, page: int) -> None:
        self.bar.show_page(page, self.pages.page_count)
        self.thumbnails.follow(page)

    def _on_password_entered(self, password: str) -> None:
        if self._file is not None:
            self._progress.set_busy(True)
            self.scope.start("open", self._open(self._file, password), replace=True)

    def _on_page_read(self, _page: int) -> None:
        if self.find_bar.isVisible() and not self._recount.isActive():
            self._recount.start()

    def _on_read(self) -> None:
        self._recount.start()
