"""The document beside the tables: a note's paper with its figures marked, from a figure to the paper and back."""

import asyncio
import threading
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from bunkerdesk.app.frame import Frame
from bunkerdesk.app.papers import NOTE, DocumentWindows, papers_of
from bunkerdesk.contract.operation import DocumentReference, Operation
from bunkerdesk.desk.problems import explain
from bunkerdesk.desk.record import Record
from bunkerdesk.models.paper_index import PaperShelf, PlacedFigure
from bunkerdesk.models.paper_marks import placement_words, summary, tone_of
from bunkerdesk.rules.paper.clicking import Spot, spot_at
from bunkerdesk.rules.paper.figures import figures_of, figures_of_all
from bunkerdesk.runtime.tasks import TaskScope
from bunkerdesk.views.documents.marks import Mark
from bunkerdesk.views.documents.viewer import DocumentViewer
from bunkerdesk.views.widgets.labels import label

if TYPE_CHECKING:
    from bunkerdesk.views.review.page import ReviewView

_WIDTH = 380


class ReviewPapers(QObject):
    """Shows one document of the operation under review."""

    figure_chosen = Signal(str)
    """The JSON path of a figure that was clicked on the paper."""

    def __init__(self, frame: Frame, shelf: PaperShelf | None = None) -> None:
        super().__init__(frame)
        self._windows = DocumentWindows(frame)
        self._record: Record | None = None
        self._reference: DocumentReference | None = None
        self._placed: dict[str, PlacedFigure] = {}
        self._wanted = ""
        self._last_spot: tuple[int, Spot] = (-1, Spot())
        self._turn = 0
        self._marked = self._pressed = ""
        self.widget = QWidget()
        self.widget.setObjectName("review.papers_pane")
        self.widget.setMinimumWidth(_WIDTH)
        self.viewer = viewer = DocumentViewer(self.widget, shelf)
        self._summary = label("", "label", self.widget, wraps=True)
        self._summary.setObjectName("review.paper_summary")
        self._summary.setContentsMargins(12, 4, 12, 6)
        column = QVBoxLayout(self.widget)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(viewer, 1)
        column.addWidget(self._summary)
        self.scope = TaskScope(self.widget)
        for scope in (self.scope, viewer.scope, viewer.pages.scope):
            scope.failed.connect(frame.reporter.report_exception)
        viewer.opened.connect(self._on_opened)
        viewer.mark_clicked.connect(self._on_mark_clicked)
        viewer.word_clicked.connect(self._on_word_clicked)
        viewer.again_requested.connect(self._on_again_requested)
        viewer.save_requested.connect(self._on_save_requested)
        viewer.outside_requested.connect(self._on_outside_requested)
        viewer.print_requested.connect(self._on_print_requested)

    def join(self, view: "ReviewView") -> None:
        """Stand beside the tables: figures lead to the paper, and back."""
        view.set_documents(self.widget)
        view.document_requested.connect(self.show_document)
        view.figure_activated.connect(self.show_figure)
        self.figure_chosen.connect(view.go_to)

    def quiet(self) -> threading.Event | None:
        """Set while the viewer does not draw; None while it shows no PDF."""
        document = self.viewer.document
        return document.source.quiet if document is not None else None

    @property
    def is_busy(self) -> bool:
        """Whether something is fetched, opened, drawn or matched."""
        return self.scope.is_busy or (self.widget.isVisible() and not self.viewer.is_settled)

    def show_record(self, record: Record) -> None:
        """Show the paper of an operation's first note; the same operation keeps what is shown."""
        former, self._record = self._record, record
        if former is not None and former.id == record.id and self._reference is not None:
            return
        references = self._references()
        first = next((each for each in references if each.document_type == NOTE), None)
        chosen = first or next(iter(references), None)
        if chosen is None:
            self._reference = None
            self.viewer.clear()
            self._summary.setText("")
        else:
            self._show(chosen)

    def show_document(self, identifier: str) -> None:
        """Show one of the operation's documents."""
        reference = next((each for each in self._references() if each.document_id == identifier), None)
        if reference is not None:
            self._show(reference)

    def show_figure(self, path: str) -> None:
        """Go to a figure, by its JSON path from the operation; another note's paper is opened for it."""
        place, _, _ = path.removeprefix("bunkerDeliveryNotes[").partition("].")
        reference = self._paper_of(int(place)) if place.isdigit() else None
        if reference is None:
            return
        if self._reference is None or reference.document_id != self._reference.document_id:
            self._wanted = path
            self._show(reference)
        else:
            self._go(path)

    def close(self) -> None:
        """Let go of the file and stop everything."""
        self.scope.close()
        self.viewer.close_document()
        self._windows.close()

    # Inside

    def _references(self) -> list[DocumentReference]:
        operation = self._record.resource if self._record else None
        return list(operation.document_references or []) if isinstance(operation, Operation) else []

    def _paper_of(self, place: int) -> DocumentReference | None:
        """The paper to look for a note's figures on; the one that is shown where it may be this note's."""
        operation = self._record.resource if self._record else None
        if not isinstance(operation, Operation) or not 0 <= place < len(operation.bunker_delivery_notes or []):
            return None
        papers = papers_of(operation, place)
        shown = self._reference.document_id if self._reference else None
        return next((each for each in papers if each.document_id == shown), next(iter(papers), None))

    def _note_places(self) -> list[int]:
        """The notes whose figures may stand on the paper shown, in their order."""
        operation, reference = self._record.resource if self._record else None, self._reference
        if not isinstance(operation, Operation) or reference is None:
            return []
        notes = operation.bunker_delivery_notes or []
        shown = reference.document_id
        return [
            place
            for place in range(len(notes))
            if any(each.document_id == shown for each in papers_of(operation, place))
        ]

    def _show(self, reference: DocumentReference, *, again: bool = False) -> None:
        self._reference = reference
        self._placed = {}
        self._last_spot, self._marked = (-1, Spot()), ""
        self._pressed = ""
        self._summary.setText("")
        self.scope.start("fetch", self._fetch(reference, again=again), replace=True)

    async def _fetch(self, reference: DocumentReference, *, again: bool) -> None:
        name = reference.document_name or "Document"
        record = self._record
        if record is None:
            return

        def tell(done: int, total: int | None) -> None:
            self.viewer.show_busy(name, done, total or 0)

        try:
            file = await self._windows.desk_documents.fetch(record, reference, tell, again=again)
        except Exception as error:  # noqa: BLE001  whatever keeps the document away is said in its place
            problem = explain(error)
            self.viewer.show_problem(problem.title, " ".join(filter(None, (problem.happened, problem.todo))))
            return
        self.viewer.show_file(file, name)

    async def _mark(self) -> None:
        """Mark every figure of the notes this paper is about; keys are JSON paths from the operation."""
        operation = self._record.resource if self._record else None
        reference = self._reference
        if not isinstance(operation, Operation):
            return
        notes = operation.bunker_delivery_notes or []
        found: dict[str, PlacedFigure] = {}
        for place in self._note_places():
            placed = await self.viewer.match(figures_of(notes[place]))
            found |= {f"bunkerDeliveryNotes[{place}].{each.placement.key}": each for each in placed}
        if reference is not self._reference or not found:
            return
        self._placed = found
        self.viewer.set_marks(
            Mark(key, each.placement.page, each.rectangles, tone_of(each.placement), placement_words(each.placement))
            for key, each in found.items()
            if each.rectangles
        )
        self._summary.setText(summary(found.values()))
        if self._wanted:
            self._go(self._wanted)

    def _go(self, key: str) -> None:
        self._wanted = ""
        found = self._placed.get(key)
        if found is not None and found.rectangles:
            self.viewer.show_mark(found.placement.page, found.rectangles)

    # Slots

    def _on_opened(self) -> None:
        self.scope.start("mark", self._mark(), replace=True)

    def _on_mark_clicked(self, key: str) -> None:
        # The word's own click comes after it; a mark clicked again goes on to what else says the same.
        self._pressed = key
        if key != self._marked:
            self.figure_chosen.emit(key)

    def _on_word_clicked(self, page: int, letter: int) -> None:
        self._marked, self._pressed = self._pressed, ""
        self.scope.start("spot", self._find_row(page, letter, self._marked), replace=True)

    async def _find_row(self, page: int, letter: int, marked: str) -> None:
        """From a word of the paper to the row of its figure; clicked again, to the next that says the same."""
        operation, index = self._record.resource if self._record else None, self.viewer.index
        if not isinstance(operation, Operation) or index is None:
            return
        places = self._note_places()
        figures = figures_of_all(operation, places[0] if places else 0)
        spot = await asyncio.to_thread(spot_at, figures, await index.read_words(page), letter)
        if marked:
            spot = replace(spot, keys=tuple(dict.fromkeys((marked, *spot.keys))))
        is_again = (page, spot) == self._last_spot
        self._last_spot = page, spot
        self._turn = self._turn + 1 if is_again else 0
        if spot.keys:
            key = spot.keys[self._turn % len(spot.keys)]
            if key != marked or is_again:
                self.figure_chosen.emit(key)
            if len(spot.keys) > 1:
                self._say(f"{self._turn % len(spot.keys) + 1} of {len(spot.keys)} figures that say {spot.printed}")
        elif spot.printed:
            self._say(f"No figure of the notes says “{spot.printed}”")

    def _say(self, text: str) -> None:
        self.viewer.say_at(text)

    def _on_again_requested(self) -> None:
        if self._reference is not None:
            self._show(self._reference, again=True)

    def _on_save_requested(self) -> None:
        file = self.viewer.file
        if file is not None:
            self._windows.scope.start("save", self._windows.save(file, self.viewer.name, self.widget), replace=False)

    def _on_outside_requested(self) -> None:
        file = self.viewer.file
        if file is not None:
            self._windows.scope.start("outside", self._windows.open_outside(file, self.viewer.name), replace=False)

    def _on_print_requested(self) -> None:
        if self.viewer.document is not None:
            self.scope.start("print", self._print(), replace=False)

    async def _print(self) -> None:
        from bunkerdesk.views.documents.printing import print_document

        if self.viewer.document is not None:
            await print_document(self.viewer.document, self.viewer.name, self.widget)
