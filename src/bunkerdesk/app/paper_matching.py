"""Every note of the operation under review held against its paper, in the background: found, differs, not found."""

import asyncio
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, Signal

from bunkerdesk.app.papers import papers_of
from bunkerdesk.app.session import Session
from bunkerdesk.contract.operation import DocumentReference, Operation
from bunkerdesk.desk.record import Record
from bunkerdesk.desk.review_state import PaperSaid, Review
from bunkerdesk.models.paper_document import PaperProblem, PaperSource, count_pages
from bunkerdesk.models.paper_index import PaperIndex, PaperShelf, PlacedFigure
from bunkerdesk.models.paper_marks import STATES, placement_words
from bunkerdesk.models.review_tables import Placement
from bunkerdesk.rules.paper.figure import Figure, Verdict
from bunkerdesk.rules.paper.figures import digest_of, figures_of
from bunkerdesk.rules.paper.files import DocumentFile, FileKind
from bunkerdesk.runtime.reporting import ProblemReporter
from bunkerdesk.runtime.tasks import TaskScope
from bunkerdesk.runtime.threads import run_blocking

_PATIENCE = 0.1
"""Seconds between two operations nobody has opened."""
Quiet = Callable[[], threading.Event | None]


@dataclass(frozen=True, slots=True)
class _Read:
    """A note's paper as it was read."""

    said: PaperSaid
    placements: Mapping[str, Placement]


class PaperMatching(QObject):
    """Reads the papers of one operation's notes, one after the other; needs no viewer."""

    placed = Signal(object)
    """`{JSON path: Placement}` of all notes read so far."""
    kept = Signal(int)
    """The id of an operation with whose review something new is kept of its papers."""

    def __init__(self, owner: QObject, session: Session, reporter: ProblemReporter) -> None:
        super().__init__(owner)
        self._session = session
        self.scope = TaskScope(self)
        self.scope.failed.connect(reporter.report_exception)
        self.shelf = PaperShelf()
        self.quiet: Quiet = lambda: None
        """While a viewer draws, QtPdf must not be asked; answers the event of what is shown."""
        self._record: Record | None = None
        self._known: dict[tuple[str, str], _Read] = {}
        self._placements: dict[str, Placement] = {}
        self._looked_over: dict[int, Operation] = {}

    def show_record(self, record: Record, others: Sequence[int] = ()) -> None:
        """Read the papers of an operation, then those of others that are here already; nothing is fetched for these.

        The same operation as it stood says again what is known.
        """
        former, self._record = self._record, record
        if former is not None and former.id == record.id and former.resource == record.resource:
            self.placed.emit(dict(self._placements))
            return
        self._placements = {}
        self.scope.start("match", self._match_and_look_over(record, others), replace=True)

    async def aclose(self) -> None:
        """Stop reading."""
        self.scope.close()
        await self.scope.settle()

    # Inside

    async def _match_and_look_over(self, record: Record, others: Sequence[int]) -> None:
        await self._match(record)
        await self._look_over(others)

    async def _match(self, record: Record) -> None:
        operation = record.resource
        if not isinstance(operation, Operation):
            return
        said: dict[str, PaperSaid] = {}
        for place, note in enumerate(operation.bunker_delivery_notes or []):
            figures = figures_of(note)
            best = await self._best(record, papers_of(operation, place), figures, fetches=True)
            if best is not None:
                said[str(place)] = best.said
                self._placements |= {
                    f"bunkerDeliveryNotes[{place}].{key}": placement for key, placement in best.placements.items()
                }
                self.placed.emit(dict(self._placements))
        if said:
            await self._keep(record, said)

    async def _look_over(self, identifiers: Sequence[int]) -> None:
        """What waits in the queue: so that it says before it is opened whose paper differs."""
        for identifier in identifiers:
            record = await run_blocking(self._session.desk.record, identifier)
            operation = record.resource if record is not None else None
            if record is None or not isinstance(operation, Operation) or self._looked_over.get(identifier) == operation:
                continue
            said: dict[str, PaperSaid] = {}
            for place, note in enumerate(operation.bunker_delivery_notes or []):
                best = await self._best(record, papers_of(operation, place), figures_of(note), fetches=False)
                if best is not None:
                    said[str(place)] = best.said
            if said:
                self._looked_over[identifier] = operation
                await self._keep(record, said)
            await asyncio.sleep(_PATIENCE)

    async def _keep(self, record: Record, said: Mapping[str, PaperSaid]) -> None:
        """What the papers say otherwise goes with the review: queue, checklist and report know it from there."""
        is_new = False

        def change(review: Review) -> Review:
            nonlocal is_new
            is_new = dict(review.papers) != dict(said)
            return replace(review, papers=dict(said)) if is_new else review

        await self._session.desk.reviews.keep(record, change)
        if is_new:
            self.kept.emit(record.id)

    async def _best(
        self, record: Record, papers: Sequence[DocumentReference], figures: Sequence[Figure], *, fetches: bool
    ) -> _Read | None:
        """Of several papers that may be the note's the one on which most of its figures stand."""
        found: list[_Read] = []
        for paper in papers:
            file = await self._file(record, paper, fetches=fetches)
            read = await self._of_file(paper, file, figures) if file is not None else None
            found += [read] if read is not None else []
        return max(found, key=_standing, default=None)

    async def _file(self, record: Record, paper: DocumentReference, *, fetches: bool) -> DocumentFile | None:
        documents = self._session.desk.documents
        try:
            return await (documents.fetch(record, paper) if fetches else documents.kept(record, paper))
        except Exception:  # noqa: BLE001  the viewer says why a paper cannot be had; here it only says nothing
            return None

    async def _of_file(self, paper: DocumentReference, file: DocumentFile, figures: Sequence[Figure]) -> _Read | None:
        if file.kind is not FileKind.PDF:
            return None
        key = file.sha256, digest_of(figures)
        if key not in self._known:
            placed = await self._placed(file, figures)
            if placed is None:
                return None
            self._known[key] = _Read(_said(paper, file, figures, placed), _placements(placed))
        return self._known[key]

    async def _placed(self, file: DocumentFile, figures: Sequence[Figure]) -> list[PlacedFigure] | None:
        try:
            pages = await count_pages(file.path)
        except PaperProblem:
            return None
        quiet = self.quiet() or _always()
        index = PaperIndex(PaperSource(file.path, pages, quiet=quiet), self.shelf.of(file.sha256), self)
        try:
            return await index.match(figures)
        finally:
            index.close()
            index.deleteLater()


def _always() -> threading.Event:
    event = threading.Event()
    event.set()
    return event


def _said(
    paper: DocumentReference, file: DocumentFile, figures: Sequence[Figure], placed: Sequence[PlacedFigure]
) -> PaperSaid:
    differs = tuple(
        (each.placement.key, placement_words(each.placement))
        for each in placed
        if each.placement.verdict is Verdict.DIFFERS
    )
    return PaperSaid(paper.document_id or "", file.sha256, digest_of(figures), differs)


def _placements(placed: Sequence[PlacedFigure]) -> dict[str, Placement]:
    return {
        each.placement.key: Placement(STATES[each.placement.verdict], placement_words(each.placement))
        for each in placed
    }


def _standing(read: _Read) -> int:
    return sum(placement.state == STATES[Verdict.FOUND] for placement in read.placements.values())
