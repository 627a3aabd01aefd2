"""Documents in windows of their own: fetched, shown, marked with their note's figures, saved, opened outside."""

from pathlib import Path

from PySide6.QtCore import QObject, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from bunkerdesk.app.frame import Frame, WindowPart
from bunkerdesk.contract.delivery_note import DeliveryNote
from bunkerdesk.contract.operation import DocumentReference, Operation
from bunkerdesk.desk.documents import OperationDocuments
from bunkerdesk.desk.problems import explain
from bunkerdesk.desk.record import Record
from bunkerdesk.models.paper_index import PlacedFigure
from bunkerdesk.models.paper_marks import placement_words, summary, tone_of
from bunkerdesk.rules.paper.figures import figures_of
from bunkerdesk.rules.paper.files import DocumentFile, safe_file_name
from bunkerdesk.runtime.prompts import Question
from bunkerdesk.runtime.tasks import TaskScope
from bunkerdesk.views.dialogs.exporting import ask_file
from bunkerdesk.views.documents.marks import Mark
from bunkerdesk.views.documents.window import DocumentWindow

NOTE = "bunker_delivery_note"
FOLDER = "documents.folder"


def note_of(operation: Operation, reference: DocumentReference) -> DeliveryNote | None:
    """The delivery note a paper belongs to: the one of its fuel, or the only one."""
    notes = operation.bunker_delivery_notes or []
    if reference.document_type != NOTE or not notes:
        return None
    own = [note for note in notes if note.fuel_index is not None and note.fuel_index == reference.fuel_index]
    if own:
        return own[0]
    if reference.fuel_index is not None and 0 <= reference.fuel_index < len(notes):
        return notes[reference.fuel_index]
    return notes[0] if len(notes) == 1 else None


def papers_of(operation: Operation, place: int) -> list[DocumentReference]:
    """The papers that may be a note's: its own, else those that belong to no fuel and may hold several notes."""
    notes = operation.bunker_delivery_notes or []
    papers = [each for each in operation.document_references or [] if each.document_type == NOTE]
    own = [each for each in papers if note_of(operation, each) is notes[place]]
    return own or [each for each in papers if each.fuel_index is None]


class DocumentWindows(WindowPart):
    """The document windows of one session; one for each document."""

    def __init__(self, frame: Frame) -> None:
        super().__init__(frame)
        self._session, self._settings, self._prompts = frame.session, frame.settings, frame.prompts
        self._opened: dict[tuple[int, str], OpenDocument] = {}

    def open(self, record: Record, document_id: str) -> "OpenDocument | None":
        """Show a document of an operation; None for an id it does not have."""
        operation = record.resource
        references = operation.document_references or [] if isinstance(operation, Operation) else []
        reference = next((each for each in references if each.document_id == document_id), None)
        if reference is None:
            return None
        key = record.id, document_id
        former = self._opened.get(key)
        if former is not None and isValid(former.window):
            former.window.show()
            former.window.raise_()
            former.window.activateWindow()
            return former
        opened = OpenDocument(self, record, reference)
        self._opened[key] = opened
        opened.window.closed.connect(self._on_window_closed)
        opened.window.show()
        opened.fetch()
        return opened

    def window(self) -> DocumentWindow:
        """A new window."""
        return DocumentWindow(self._settings)

    @property
    def desk_documents(self) -> OperationDocuments:
        """The files of the desk."""
        return self._session.desk.documents

    async def save(self, file: DocumentFile, name: str, parent: QWidget) -> None:
        """Ask where to, and copy the file there."""
        plain = Path(safe_file_name(name, file.kind))
        target = await ask_file(parent, plain.stem, plain.suffix.lstrip(".") or "bin", self._settings.text(FOLDER))
        if target is not None:
            self._settings.set_text(FOLDER, str(target.parent))
            await self.desk_documents.save_copy(file, target)

    async def open_outside(self, file: DocumentFile, name: str) -> None:
        """Hand a copy under a plain name to another program, after a warning."""
        question = Question(
            "Open this file outside of Bunker Desk?",
            f"{name} is a {file.kind_words} that somebody sent. Another program will open it, with that program's "
            "own safety. Do so only if you trust whoever sent it.",
            accept="Open outside",
            is_dangerous=True,
        )
        if await self._prompts.confirm(question):
            copy = await self.desk_documents.outside_copy(file, safe_file_name(name, file.kind))
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(copy)))

    def close(self) -> None:
        """Close every window."""
        self.scope.close()
        for opened in list(self._opened.values()):
            if isValid(opened.window):
                opened.window.close()
        self._opened.clear()

    def _on_window_closed(self, window: object) -> None:
        self._opened = {key: each for key, each in self._opened.items() if each.window is not window}


class OpenDocument(QObject):
    """One document in its window."""

    def __init__(self, windows: DocumentWindows, record: Record, reference: DocumentReference) -> None:
        super().__init__(windows)
        self._windows = windows
        self._record = record
        self._reference = reference
        self.window = windows.window()
        self.name = reference.document_name or "Document"
        self.window.show_title(self.name, record.reference)
        self.scope = TaskScope(self.window)
        self.placed: list[PlacedFigure] = []
        """Where the figures of its note stand."""
        viewer = self.viewer = self.window.viewer
        viewer.opened.connect(self._on_opened)
        viewer.again_requested.connect(self._on_again_requested)
        viewer.save_requested.connect(self._on_save_requested)
        viewer.outside_requested.connect(self._on_outside_requested)
        viewer.print_requested.connect(self._on_print_requested)
        for scope in (self.scope, viewer.scope, viewer.pages.scope):
            scope.failed.connect(self._on_failed)

    @property
    def is_settled(self) -> bool:
        """Whether nothing is fetched, opened, drawn or matched."""
        return not self.scope.is_busy and self.viewer.is_settled

    def fetch(self, *, again: bool = False) -> None:
        """Show the document from the store, or fetch it."""
        self.scope.start("fetch", self._fetch(again), replace=True)

    def show_figure(self, key: str) -> bool:
        """Go to a figure of the note and mark it; False where it is not on the paper."""
        found = next((each for each in self.placed if each.placement.key == key and each.rectangles), None)
        if found is not None:
            self.viewer.show_mark(found.placement.page, found.rectangles)
        return found is not None

    async def _fetch(self, again: bool) -> None:
        def tell(done: int, total: int | None) -> None:
            self.viewer.show_busy(self.name, done, total or 0)

        try:
            file = await self._windows.desk_documents.fetch(self._record, self._reference, tell, again=again)
        except Exception as error:  # noqa: BLE001 - whatever keeps the document away is said in its window
            problem = explain(error)
            self.viewer.show_problem(problem.title, " ".join(filter(None, (problem.happened, problem.todo))))
            return
        self.viewer.show_file(file, self.name)

    async def _mark(self) -> None:
        operation = self._record.resource
        note = note_of(operation, self._reference) if isinstance(operation, Operation) else None
        self.placed = placed = await self.viewer.match(figures_of(note)) if note is not None else []
        self.viewer.set_marks(
            Mark(
                each.placement.key,
                each.placement.page,
                each.rectangles,
                tone_of(each.placement),
                placement_words(each.placement),
            )
            for each in placed
            if each.rectangles
        )
        self.window.show_figures(summary(placed))

    def _on_opened(self) -> None:
        self.window.show_figures("")
        self.scope.start("mark", self._mark(), replace=True)

    def _on_again_requested(self) -> None:
        self.fetch(again=True)

    def _on_save_requested(self) -> None:
        file = self.viewer.file
        if file is not None:
            self._windows.scope.start("save", self._windows.save(file, self.name, self.window), replace=False)

    def _on_outside_requested(self) -> None:
        file = self.viewer.file
        if file is not None:
            self._windows.scope.start("outside", self._windows.open_outside(file, self.name), replace=False)

    def _on_print_requested(self) -> None:
        if self.viewer.document is not None:
            self.scope.start("print", self._print(), replace=False)

    async def _print(self) -> None:
        from bunkerdesk.views.documents.printing import print_document

        if self.viewer.document is not None:
            await print_document(self.viewer.document, self.name, self.window)

    def _on_failed(self, error: object) -> None:
        self._windows.scope.failed.emit(error)
