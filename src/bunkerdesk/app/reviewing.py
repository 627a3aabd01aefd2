"""Reviewing in the window: the queue, the operation under review, verdicts and the dialogs around them.

Nothing of it is loaded before the first paint: models, rules and widgets come with the first queue.
"""

import importlib
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

from bunkerdesk.app.frame import Frame, WindowPart
from bunkerdesk.app.review_files import ReviewFiles
from bunkerdesk.app.review_notes import TypedNotes
from bunkerdesk.commands.review import REVIEW
from bunkerdesk.desk.lists import ListQuery
from bunkerdesk.runtime.clock import utc_now
from bunkerdesk.runtime.prompts import Question
from bunkerdesk.runtime.tasks import TaskScope
from bunkerdesk.runtime.threads import run_blocking

if TYPE_CHECKING:
    from bunkerdesk.app.paper_matching import PaperMatching
    from bunkerdesk.app.review_papers import ReviewPapers
    from bunkerdesk.desk.changes import Changes
    from bunkerdesk.desk.review_state import Review, Verdict
    from bunkerdesk.desk.reviews import Examination, Reviews
    from bunkerdesk.models.review_models import QueueModel
    from bunkerdesk.models.review_page import ReviewPage
    from bunkerdesk.views.review.dialogs import ProtestDialog
    from bunkerdesk.views.review.page import ReviewView

    Change = Callable[[Review], Review]

QUIET_MS = 700
"""After a change, before the queue is made anew: synchronising tells of changes four times a second."""
REVIEWER = "review.reviewer"
_MATCHING = "bunkerdesk.app.paper_matching"
_PARTS = ("bunkerdesk.desk.reviews", "bunkerdesk.models.review_page")


class Reviewing(WindowPart):
    """The `ReviewActions` of one window."""

    def __init__(self, frame: Frame) -> None:
        super().__init__(frame)
        self._queue: QueueModel | None = None
        self._view: ReviewView | None = None
        self._files = ReviewFiles(frame)
        self._papers: ReviewPapers | None = None
        self._matching: PaperMatching | None = None
        self._shown: Examination | None = None
        self._wanted: int | None = None
        self._writing = TaskScope(self)
        self._writing.failed.connect(frame.reporter.report_exception)
        self._typed = TypedNotes(frame, self._writing)
        self._timer = QTimer(self, singleShot=True, interval=QUIET_MS)
        self._timer.timeout.connect(self.refresh)
        frame.session.changed.connect(self._on_session_changed)

    # What commands ask

    @property
    def is_open(self) -> bool:
        """An operation is under review."""
        return self._shown is not None

    @property
    def is_signed(self) -> bool:
        """The operation's review is signed."""
        return self._shown is not None and self._shown.review.is_signed

    def neighbour(self, step: int) -> int | None:
        """The id of the operation before or after in the queue."""
        if self._queue is None:
            return None
        return self._queue.neighbour(self._shown.record.id if self._shown else None, step)

    async def open(self, identifier: int) -> None:
        """Show an operation on the review page."""
        self._wanted = identifier
        self._frame.window.show_page(REVIEW)
        await self._show(identifier)

    async def accept(self) -> None:
        """Sign: the delivery is as it should be; asks again where the rules found an error or the paper differs."""
        from bunkerdesk.desk.review_state import Verdict
        from bunkerdesk.models.review_page import doubts

        text = doubts(self._shown) if self._shown else ""
        await self._sign(Verdict.ACCEPT, "Accept the delivery", text, needs_remark=False)

    async def remark(self) -> None:
        """Sign with remarks."""
        from bunkerdesk.desk.review_state import Verdict

        await self._sign(Verdict.REMARK, "Accept with remarks", "", needs_remark=True)

    async def protest(self) -> None:
        """Write, save and sign a note of protest."""
        from bunkerdesk.desk.findings_report import protest_texts
        from bunkerdesk.desk.review_state import Verdict
        from bunkerdesk.views.dialogs.base import answer
        from bunkerdesk.views.review.dialogs import ProtestDialog

        shown = self._shown
        if shown is None or not shown.case.notes:
            return
        texts = protest_texts(shown, utc_now())
        dialog = ProtestDialog(texts, self._reviewer, is_signed=shown.review.is_signed, parent=self._frame.window)
        dialog.save_requested.connect(partial(self._on_save_requested, dialog, shown.record.reference))
        if await answer(dialog):
            name, text = dialog.name.text(), dialog.text.toPlainText()
            await self._keep_signature(shown, Verdict.PROTEST, name, text)

    async def reopen(self) -> None:
        """Take the signature back; the reason is kept."""
        shown = self._shown
        if shown is None:
            return
        reason = await self._frame.prompts.ask(
            Question(
                "Reopen the review",
                "The signature is taken back. What was signed, by whom and why it was reopened stay in the review.",
                "Reopen",
                label="Reason",
                maximum_length=500,
            )
        )
        if reason:
            await self._reviews.reopen(shown.record, self._reviewer, reason)
            await self._after(shown.record.id)

    async def report(self) -> None:
        """Write the findings report into a file."""
        from bunkerdesk.desk.findings_report import report_of, write_report
        from bunkerdesk.models.review_lines import as_lines
        from bunkerdesk.runtime.prompts import Choice

        shown = self._shown
        if shown is None:
            return
        choices = [
            Choice("pdf", "PDF, to send on", "Header, verdict, findings with sources, the notes side by side"),
            Choice("xlsx", "Excel, to work with", "The same in sheets"),
        ]
        chosen = await self._frame.prompts.choose(Question("Findings report", accept="Continue"), choices)
        if chosen is None:
            return
        page = await run_blocking(_page_of, shown)
        report = report_of(shown, as_lines(page.table), utc_now())
        await self._files.write(f"Findings {shown.record.reference}", chosen.key, partial(write_report, report))

    async def set_limits(self) -> None:
        """The dialog of all limits."""
        from bunkerdesk.views.dialogs.base import answer
        from bunkerdesk.views.review.dialogs import LimitsDialog

        rules = await self._reviews.desk_rules()
        dialog = LimitsDialog(rules.limits, self._frame.window)
        if await answer(dialog) and dialog.limits != rules.limits:
            await self._reviews.set_limits(dialog.limits)
            await self._after(self._shown.record.id if self._shown else None)

    async def set_claims(self) -> None:
        """The dialog of claim terms."""
        from bunkerdesk.views.dialogs.base import answer
        from bunkerdesk.views.review.dialogs import ClaimsDialog

        rules = await self._reviews.desk_rules()
        operation = self._shown.case.operation if self._shown else None
        supplier = operation.supplier.company_name if operation and operation.supplier else None
        dialog = ClaimsDialog(rules.claims, [supplier or ""], self._frame.window)
        if await answer(dialog) and dialog.book != rules.claims:
            await self._reviews.set_claims(dialog.book)
            await self._after(self._shown.record.id if self._shown else None)

    # The page

    def make_page(self) -> QWidget:
        """The page, made when first shown."""
        from bunkerdesk.models.review_models import QueueModel
        from bunkerdesk.views.review.page import ACTIONS, MORE_ACTIONS, ReviewView

        if self._queue is None:
            self._queue = QueueModel(self)
        actions = {key: self._frame.actions[key] for key in (*ACTIONS, *MORE_ACTIONS)}
        view = self._view = ReviewView(self._queue, actions, settings=self._frame.settings)
        view.chosen.connect(self._on_chosen)
        view.ticked.connect(self._on_ticked)
        view.noted.connect(self._on_noted)
        self._typed.serve(view.findings)
        view.edition_chosen.connect(self._on_edition_chosen)
        view.scrubber_chosen.connect(self._on_scrubber_chosen)
        view.documents_wanted.connect(self._on_documents_wanted)
        self.refresh()
        return view

    @property
    def view(self) -> "ReviewView | None":
        """The page, if made."""
        return self._view

    @property
    def is_busy(self) -> bool:
        """Whether something is being checked or is about to be."""
        is_shown = self._papers is not None and self._papers.is_busy
        is_matched = self._matching is not None and self._matching.scope.is_busy
        return self.scope.is_busy or self._writing.is_busy or self._timer.isActive() or is_shown or is_matched

    def refresh(self) -> None:
        """Make the queue anew; operations that have not changed are not checked again."""
        if self._queue is None and not self._frame.session.desk.operations.count(ListQuery()):
            return  # without operations neither rules nor models are needed
        self.scope.start("queue", self._survey(), replace=True)

    def tick(self) -> None:
        """Say anew what depends on the time."""
        if self._shown is not None and self._frame.window.current_key == REVIEW:
            self.scope.start("tick", self._present(self._shown), replace=True)

    # Inside

    @property
    def _reviews(self) -> "Reviews":
        return self._frame.session.desk.reviews

    @property
    def _reviewer(self) -> str:
        return self._frame.settings.text(REVIEWER)

    async def _survey(self) -> None:
        for part in _PARTS:
            await run_blocking(importlib.import_module, part)
        from bunkerdesk.models.review_models import QueueModel

        queue = self._queue = self._queue or QueueModel(self)
        if self._view:
            self._view.queue.progress.set_busy(True)
        try:
            async for items in self._reviews.queue():
                queue.set_items(items, utc_now())
                self._show_badge()
        finally:
            if self._view:
                self._view.queue.progress.set_busy(False)
        if self._view and self._shown is None and self._wanted is None:
            first = queue.neighbour(None, 1)
            await self._show(first) if first is not None else self._view.show_page(None)
        self._frame.actions.refresh()

    def _show_badge(self) -> None:
        items = self._queue.items if self._queue else ()
        tone = "error" if any(item.errors for item in items) else "neutral"
        self._frame.window.rail.set_badge(REVIEW, len(items), tone)

    async def _show(self, identifier: int) -> None:
        self._wanted = identifier  # at once: the queue's first must not take the place of what a person opens meanwhile
        for part in _PARTS:
            await run_blocking(importlib.import_module, part)
        shown = await self._reviews.examine(identifier)
        if self._wanted != identifier:
            return
        if self._view:
            self._view.findings.commit()  # what is typed belongs to the operation it was typed on
        self._shown = shown
        if shown is None:
            if self._view:
                self._view.show_page(None)
            return
        await self._present(shown)

    async def _present(self, shown: "Examination") -> None:
        page = await run_blocking(_page_of, shown)
        if self._shown is not shown or self._view is None:
            return
        self._frame.actions.refresh()
        self._view.show_page(page, utc_now())
        if self._papers is not None:
            self._papers.show_record(shown.record)
        await run_blocking(importlib.import_module, _MATCHING)
        if self._shown is shown:
            self._make_matching(self._view).show_record(shown.record, self._queue.ids if self._queue else ())

    def _make_matching(self, view: "ReviewView") -> "PaperMatching":
        """What holds every note against its paper, whether or not the document is shown."""
        if self._matching is None:
            from bunkerdesk.app.paper_matching import PaperMatching

            self._matching = PaperMatching(self, self._frame.session, self._frame.reporter)
            self._matching.placed.connect(view.notes.set_placements)
            self._matching.kept.connect(self._on_papers_kept)
        return self._matching

    async def _sign(self, verdict: "Verdict", title: str, text: str, *, needs_remark: bool) -> None:
        from bunkerdesk.views.dialogs.base import answer
        from bunkerdesk.views.review.dialogs import SignDialog

        shown = self._shown
        if shown is None:
            return
        text = f"{shown.name}\n{text}".strip()
        dialog = SignDialog(title, text, self._reviewer, needs_remark=needs_remark, parent=self._frame.window)
        if await answer(dialog):
            await self._keep_signature(shown, verdict, dialog.name.text(), dialog.remark.toPlainText())

    async def _keep_signature(self, shown: "Examination", verdict: "Verdict", name: str, remark: str) -> None:
        self._frame.settings.set_text(REVIEWER, name.strip())
        await self._reviews.sign(shown, verdict, name, remark)
        await self._after(shown.record.id)

    async def _after(self, identifier: int | None) -> None:
        """After something was written: the operation and the queue as they are now."""
        if identifier is not None:
            await self._show(identifier)
        self.refresh()

    async def _change(self, identifier: int, change: "Change") -> None:
        if record := self._frame.session.desk.record(identifier):
            await self._reviews.keep(record, change)
        if self._shown is not None and self._shown.record.id == identifier == self._wanted:
            self.scope.start("changed", self._show(identifier), replace=True)

    async def close(self) -> None:
        """Keep what was typed, then end everything that runs for the page."""
        if self._view is not None:
            self._view.findings.commit()
        await self._writing.settle()
        self._timer.stop()
        if self._papers is not None:
            self._papers.close()
            await self._papers.scope.settle()
        if self._matching is not None:
            await self._matching.aclose()
        self.scope.close()
        await self.scope.settle()

    def _make_papers(self) -> "ReviewPapers":
        from bunkerdesk.app.review_papers import ReviewPapers

        shelf = self._make_matching(self._view).shelf if self._view is not None else None
        papers = ReviewPapers(self._frame, shelf)
        if self._view is not None:
            papers.join(self._view)
            self._make_matching(self._view).quiet = papers.quiet
        return papers

    # Slots

    def _on_documents_wanted(self) -> None:
        if self._papers is None:
            self._papers = self._make_papers()
        if self._shown is not None:
            self._papers.show_record(self._shown.record)

    def _on_papers_kept(self, identifier: int) -> None:
        self._timer.start()
        if self._shown is not None and self._shown.record.id == identifier == self._wanted:
            self.scope.start("papers", self._show(identifier), replace=True)

    def _on_session_changed(self, changes: "Changes") -> None:
        self._timer.start()
        shown = self._shown
        if shown is not None and shown.record.id == self._wanted and (changes.everything or changes.records):
            self.scope.start("show", self._show(shown.record.id), replace=True)

    def _on_chosen(self, identifier: int) -> None:
        self.scope.start("show", self._show(identifier), replace=True)

    def _on_ticked(self, key: str, is_ticked: bool) -> None:
        self._start_change(lambda review: review.with_tick(key, is_ticked=is_ticked))

    def _on_noted(self, key: str, text: str) -> None:
        self._start_change(lambda review: review.with_note(key, text))

    def _on_edition_chosen(self, edition: str) -> None:
        self._start_change(lambda review: replace(review, edition=edition))

    def _on_scrubber_chosen(self, has_scrubber: object) -> None:
        known = has_scrubber if isinstance(has_scrubber, bool) else None
        self._start_change(lambda review: replace(review, has_scrubber=known))

    def _start_change(self, change: "Change") -> None:
        page = self._view.page if self._view is not None else None  # also while the next is on its way to the screen
        if page is not None:  # a task of its own: two quick ticks must both be kept
            self._writing.start(f"change {id(change)}", self._change(page.id, change), replace=False)

    def _on_save_requested(self, dialog: "ProtestDialog", reference: str, suffix: str) -> None:
        text = dialog.text.toPlainText()
        self.scope.start("save", self._files.write_protest(text, reference, suffix.lstrip(".")), replace=False)


def _page_of(shown: "Examination") -> "ReviewPage":
    from bunkerdesk.models.review_page import review_page

    return review_page(shown, utc_now())
