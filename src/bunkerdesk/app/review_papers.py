"""The document beside the tables: a note's paper with its figures marked, from a figure to the paper and back."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from bunkerdesk.app.papers import NOTE, DocumentWindows, note_of
from bunkerdesk.contract.operation import DocumentReference, Operation
from bunkerdesk.desk.problems import explain
from bunkerdesk.desk.record import Record
from bunkerdesk.models.paper_index import PlacedFigure
from bunkerdesk.models.paper_marks import placement_words, summary, tone_of
from bunkerdesk.models.review_tables import Placement
from bunkerdesk.rules.paper.figure import Verdict
from bunkerdesk.rules.paper.figures import figures_of
from bunkerdesk.runtime.reporting import ProblemReporter
from bunkerdesk.runtime.tasks import TaskScope
from bunkerdesk.views.documents.marks import Mark
from bunkerdesk.views.documents.viewer import DocumentViewer
from bunkerdesk.views.widgets.labels import label

if TYPE_CHECKING:
    from bunkerdesk.app.workplace import Workplace

STATES = {Verdict.FOUND: "found", Verdict.DIFFERS: "differs", Verdict.NOT_FOUND: "not found"}
_WIDTH = 380


class ReviewPapers(QObject):
    """Shows one document of the operation under review."""

    placed = Signal(object)
    """`{JSON path: Placement}` of the figures looked for on the paper of a note."""
    figure_chosen = Signal(str)
    """The JSON path of a figure that was clicked on the paper."""

    def __init__(self, place: "Workplace", reporter: ProblemReporter) -> None:
        super().__init__(place)
        self._place = place
        self._windows = DocumentWindows(place.window, place.session, place.settings, place.prompts, reporter)
        self._record: Record | None = None
        self._reference: DocumentReference | None = None
        self._placed: dict[str, PlacedFigure] = {}
        self._placements: dict[str, Placement] = {}
        self._wanted = ""
        self.widget = QWidget()
        self.widget.setObjectName("review.papers_pane")
        self.widget.setMinimumWidth(_WIDTH)
        self.viewer = viewer = DocumentViewer(self.widget)
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
            scope.failed.connect(reporter.report_exception)
        viewer.opened.connect(self._on_opened)
        viewer.mark_clicked.connect(self._on_mark_clicked)
        viewer.again_requested.connect(self._on_again_requested)
        viewer.save_requested.connect(self._on_save_requested)
        viewer.outside_requested.connect(self._on_outside_requested)
        viewer.print_requested.connect(self._on_print_requested)

    @property
    def is_busy(self) -> bool:
        """Whether something is fetched, opened, drawn or matched."""
        return self.scope.is_busy or (self.widget.isVisible() and not self.viewer.is_settled)

    def show_record(self, record: Record) -> None:
        """Show the paper of an operation's first note; the same operation keeps what is shown."""
        former, self._record = self._record, record
        if former is not None and former.id == record.id and self._reference is not None:
            return
        self._placements = {}
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
        place, _, key = path.removeprefix("bunkerDeliveryNotes[").partition("].")
        reference = self._paper_of(int(place)) if place.isdigit() else None
        if reference is None:
            return
        if self._reference is None or reference.document_id != self._reference.document_id:
            self._wanted = key
            self._show(reference)
        else:
            self._go(key)

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
        operation = self._record.resource if self._record else None
        if not isinstance(operation, Operation):
            return None
        notes = operation.bunker_delivery_notes or []
        papers = [each for each in self._references() if each.document_type == NOTE]
        wanted = notes[place] if place < len(notes) else None
        return next((each for each in papers if note_of(operation, each) is wanted), None)

    def _show(self, reference: DocumentReference, *, again: bool = False) -> None:
        self._reference = reference
        self._placed = {}
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
        operation = self._record.resource if self._record else None
        reference = self._reference
        note = note_of(operation, reference) if isinstance(operation, Operation) and reference else None
        if note is None or not isinstance(operation, Operation):
            return
        placed = await self.viewer.match(figures_of(note))
        if reference is not self._reference or not placed:
            return
        self._placed = {each.placement.key: each for each in placed}
        marked = [each for each in placed if each.rectangles]
        self.viewer.set_marks(
            Mark(
                each.placement.key,
                each.placement.page,
                each.rectangles,
                tone_of(each.placement),
                placement_words(each.placement),
            )
            for each in marked
        )
        self._summary.setText(summary(placed))
        index = next(place for place, one in enumerate(operation.bunker_delivery_notes or []) if one is note)
        self._placements |= {
            f"bunkerDeliveryNotes[{index}].{key}": Placement(
                STATES[each.placement.verdict], placement_words(each.placement)
            )
            for key, each in self._placed.items()
        }
        self.placed.emit(dict(self._placements))
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
        operation = self._record.resource if self._record else None
        note = note_of(operation, self._reference) if isinstance(operation, Operation) and self._reference else None
        if note is not None and isinstance(operation, Operation):
            notes = operation.bunker_delivery_notes or []
            index = next(place for place, one in enumerate(notes) if one is note)
            self.figure_chosen.emit(f"bunkerDeliveryNotes[{index}].{key}")

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
