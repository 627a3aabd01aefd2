"""Documents shown by the documents page: beside the list, and merged files in windows of their own."""

from typing import Any

from shiboken6 import isValid

from bunkerdesk.app.frame import Frame, WindowPart
from bunkerdesk.app.papers import DocumentWindows
from bunkerdesk.contract.operation import DocumentReference, Operation
from bunkerdesk.desk.merging_operation import MergedHere, described, usual_order
from bunkerdesk.desk.merging_process import MergeFailed
from bunkerdesk.desk.problems import Problem, explain
from bunkerdesk.desk.record import Record
from bunkerdesk.models.downloading import MergeMember
from bunkerdesk.rules.vocabulary import word
from bunkerdesk.runtime.prompts import Notice
from bunkerdesk.views.dialogs.base import answer
from bunkerdesk.views.documents.list_page import DocumentsPage
from bunkerdesk.views.documents.merge_dialog import MergeDialog
from bunkerdesk.views.documents.viewer import DocumentViewer
from bunkerdesk.views.documents.window import DocumentWindow

MERGE = "merge"


class ShownDocuments(WindowPart):
    """Loaded with the first document that is looked at: QtPdf comes with it."""

    def __init__(self, frame: Frame, windows: DocumentWindows) -> None:
        super().__init__(frame)
        self._windows = windows
        self._viewer: DocumentViewer | None = None
        self._merged = MergedHere(windows.desk_documents)
        self._merged_windows: list[DocumentWindow] = []
        self._beside: tuple[DocumentsPage, Any] | None = None

    @property
    def is_settled(self) -> bool:
        """Whether nothing is fetched, opened or drawn."""
        is_drawn = self._viewer is None or self._viewer.is_settled
        return is_drawn and not self.scope.is_running("preview")

    def show_row(self, page: DocumentsPage, row: Any) -> None:
        """Show the document of a row beside the list."""
        former, self._beside = self._beside, (page, row)
        is_shown = self._viewer is not None and self._viewer.file is not None
        if is_shown and former is not None and former[1].id == row.id:
            return  # the row was away for a moment, as a filter was typed
        self.scope.start("preview", self._preview(page, row), replace=True)

    def show_left_out(self) -> None:
        """Show no document: the filters of the list leave out the one that was read."""
        self._beside = None
        self.scope.cancel("preview")
        if self._viewer is not None:
            self._viewer.clear(
                "The document is not among the rows",
                "The filters leave it out. Clear them to read it again, or select a row.",
            )

    def close(self) -> None:
        """Close windows and files; blocks for a moment."""
        self.scope.close()
        for window in self._merged_windows:
            if isValid(window):
                window.close()
        if self._viewer is not None and isValid(self._viewer):
            self._viewer.close_document()
        self._merged.close()

    async def merge(self, record: Record) -> None:
        """Ask for the order, merge, and show the file."""
        members = _members(record)
        if not members:
            problem = Problem("Nothing to merge", f"Operation {record.reference} has no documents yet.", safe="")
            self._frame.reporter.report(problem, MERGE)
            return
        title = described(record)[0]
        dialog = MergeDialog(title, members, self._frame.window)
        if not await answer(dialog):
            return
        self._frame.tell(Notice(f"Merging {len(dialog.chosen)} documents of {record.reference}", key=MERGE))
        try:
            file, result = await self._merged.merge(record, dialog.chosen)
        except Exception as error:  # noqa: BLE001 - whatever keeps the file away is said in the window
            self._frame.window.messages.clear(MERGE)
            self._frame.reporter.report(_problem(error), MERGE)
            return
        self._frame.reporter.clear(MERGE)
        left_out = "; ".join(f"{name} {why}" for name, why in result.broken)
        words = f"Not in it: {left_out}" if left_out else "The order, the hashes and the page numbers are on its cover"
        tone = "warning" if left_out else "ok"
        self._frame.tell(Notice(f"{record.reference} merged, {result.pages} pages", words, tone=tone, key=MERGE))
        self._show_file(file, f"{title} merged.pdf", record.reference)

    def _show_file(self, file: Any, name: str, reference: str) -> None:
        window = self._windows.window()
        window.show_title(name, reference)
        window.viewer.save_requested.connect(self._on_save_requested)
        self._merged_windows = [one for one in self._merged_windows if isValid(one)] + [window]
        window.show()
        window.viewer.show_file(file, name)

    async def _preview(self, page: DocumentsPage, row: Any, *, again: bool = False) -> None:
        record = self._frame.session.desk.record(row.record)
        if record is None:
            return
        viewer = self._made_viewer(page)
        name = row.name or word("documentType", row.kind)
        if not row.document_id:
            viewer.show_busy(name)
            viewer.show_problem("This document is missing", row.why, can_fetch=False)
            return
        reference = DocumentReference(document_id=row.document_id, document_name=row.name)

        def tell(done: int, total: int | None) -> None:
            viewer.show_busy(name, done, total or 0)

        try:
            file = await self._windows.desk_documents.fetch(record, reference, tell, again=again)
        except Exception as error:  # noqa: BLE001 - whatever keeps the document away is said in its place
            problem = explain(error)
            viewer.show_problem(problem.title, " ".join(filter(None, (problem.happened, problem.todo))))
            return
        viewer.show_file(file, name)
        if row.state != "kept":
            page.model.refresh([row.id])  # it is on this computer now

    def _made_viewer(self, page: DocumentsPage) -> DocumentViewer:
        if self._viewer is None:
            self._viewer = DocumentViewer(page)
            page.set_preview(self._viewer)
            self._viewer.save_requested.connect(self._on_save_requested)
            self._viewer.again_requested.connect(self._on_again_requested)
            self._viewer.scope.failed.connect(self._frame.reporter.report_exception)
        return self._viewer

    def _on_again_requested(self) -> None:
        if self._beside is not None:
            self.scope.start("preview", self._preview(*self._beside, again=True), replace=True)

    def _on_save_requested(self) -> None:
        viewer = self.sender()
        if isinstance(viewer, DocumentViewer) and viewer.file is not None:
            self.scope.start("save", self._windows.save(viewer.file, viewer.name, viewer.window()), replace=False)


def _members(record: Record) -> list[MergeMember]:
    operation = record.resource
    documents = operation.document_references or () if isinstance(operation, Operation) else ()
    return [
        MergeMember(
            document.document_id or "?",
            word("documentType", str(document.document_type or "other")),
            document.document_name or "",
        )
        for document in usual_order(documents)
    ]


def _problem(error: Exception) -> Problem:
    if isinstance(error, MergeFailed):
        return Problem("The documents were not merged", str(error), "The documents themselves are untouched.")
    return explain(error)
