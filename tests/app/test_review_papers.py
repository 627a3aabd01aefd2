"""The papers of a review over the sandbox: every note held against its own, and a click on paper finds the row."""

import asyncio
import hashlib
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest
from PySide6.QtCore import QObject
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QToolTip

from bunkerdesk.app.frame import Frame
from bunkerdesk.app.paper_matching import PaperMatching
from bunkerdesk.app.papers import papers_of
from bunkerdesk.app.review_papers import ReviewPapers
from bunkerdesk.app.session import Session
from bunkerdesk.cache import Store
from bunkerdesk.cache.documents import KeptDocument
from bunkerdesk.contract.operation import Operation
from bunkerdesk.desk.findings_report import report_of
from bunkerdesk.desk.problems import explain
from bunkerdesk.desk.record import Record
from bunkerdesk.desk.review_papers import paper_differences
from bunkerdesk.models.review_page import doubts, review_page
from bunkerdesk.runtime.reporting import ProblemReporter
from bunkerdesk.sandbox import embedded
from bunkerdesk.sandbox.world.planted import PAPER_DIFFERS


@pytest.fixture
async def papers(frame: Frame) -> AsyncIterator[ReviewPapers]:
    made = ReviewPapers(frame)
    made.widget.resize(700, 900)
    made.widget.show()
    yield made
    made.close()
    await made.scope.settle()
    made.widget.deleteLater()


async def under_or_none(session: Session, reference: str) -> Record | None:
    opened = await session.desk.open_reference(reference)
    return next((record for record in opened.records if record.kind == "operation"), None)


async def under(session: Session, reference: str) -> Record:
    record = await under_or_none(session, reference)
    assert record is not None
    return record


async def until(is_so: Any) -> None:
    async with asyncio.timeout(30):
        while not is_so():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def matched(session: Session, record: Record) -> dict[str, Any]:
    owner = QObject()
    matching = PaperMatching(owner, session, ProblemReporter(explain=explain))
    spy = QSignalSpy(matching.placed)
    matching.show_record(record)
    await matching.scope.settle()
    await matching.aclose()
    return dict(spy.at(spy.count() - 1)[0])


async def test_every_note_is_held_against_its_own_paper(session: Session, sandbox: embedded.Running) -> None:
    """Each column of an operation with several notes carries found, differs or not found, without a viewer."""
    for reference in sandbox.references():
        record = await under_or_none(session, reference)
        if record is not None and len(cast(Operation, record.resource).bunker_delivery_notes or []) > 1:
            break
    else:
        pytest.fail("the sandbox has no operation with several notes")
    placements = await matched(session, record)
    notes = cast(Operation, record.resource).bunker_delivery_notes or []
    for place in range(len(notes)):
        states = {item.state for path, item in placements.items() if path.startswith(f"bunkerDeliveryNotes[{place}].")}
        assert "found" in states


async def test_the_checklist_knows_that_a_paper_differs(session: Session) -> None:
    """What was read goes with the review; a figure that changes on the service makes it void."""
    record = await under(session, PAPER_DIFFERS)
    placements = await matched(session, record)
    assert placements["bunkerDeliveryNotes[0].quantityDelivered"].state == "differs"
    shown = await session.desk.reviews.examine(record.id)
    assert shown is not None
    (one,) = paper_differences(shown.case, shown.review)
    assert one.place == "bunkerDeliveryNotes[0].quantityDelivered"
    assert "the paper says" in one.words
    page = review_page(shown, shown.case.now)
    assert [line.text for line in page.checklist if "Paper differs" in line.text] == [f"Paper differs. {one.words}"]
    first = page.findings[0]
    assert (first.rule, first.place, first.on) == ("Paper", one.place, f" on {one.note}")
    assert first.sentence == f"{one.words}, the service {one.stated}"
    begun = replace(shown, review=shown.review.with_typed(first.key, "called the bar"))
    assert review_page(begun, shown.case.now).findings[0].typed == "called the bar"
    stated = shown.case.notes[0].quantity_delivered
    assert one.stated == f"{stated.value} metric tons"
    report = report_of(shown, (), shown.case.now)
    assert (report.findings[0].rule, report.findings[0].sentence) == ("Paper", one.sentence)
    assert report.summary.startswith("1 figure differs from the paper, ")
    assert doubts(shown) == f"{first.sentence}.\nAccept all the same?"
    changed = shown.case.operation.model_copy(deep=True)
    (changed.bunker_delivery_notes or [])[0].number = "ANOTHER"
    assert paper_differences(type(shown.case)(changed, shown.case.now, files=shown.case.files), shown.review) == []


async def test_an_operation_nobody_opened_is_looked_over_where_its_paper_is_here(session: Session) -> None:
    """Nothing is fetched for it; with the paper on this computer the queue knows before it is opened."""
    differing = await under(session, PAPER_DIFFERS)
    opened = await under(session, "SO-24121")

    async def said() -> list[str]:
        owner = QObject()
        matching = PaperMatching(owner, session, ProblemReporter(explain=explain))
        matching.show_record(opened, (differing.id,))
        await matching.scope.settle()
        await matching.aclose()
        shown = await session.desk.reviews.examine(differing.id)
        assert shown is not None
        return [one.place for one in paper_differences(shown.case, shown.review)]

    assert await said() == []
    operation = cast(Operation, differing.resource)
    for paper in papers_of(operation, 0):
        await session.desk.documents.fetch(differing, paper)
    assert await said() == ["bunkerDeliveryNotes[0].quantityDelivered"]


@pytest.mark.parametrize(
    "content", [b"", b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>", b"<!DOCTYPE html>", b"\xff\xd8\xff\xe0" + b"\x00" * 40]
)
async def test_a_paper_that_cannot_be_read_says_nothing_about_the_figures(
    session: Session, tmp_path: Path, content: bytes
) -> None:
    """The viewer says why; the review goes on without it, and nothing is held against the note."""
    record = await under(session, "SO-24121")
    paper = papers_of(cast(Operation, record.resource), 0)[0]
    file = await session.desk.documents.fetch(record, paper)
    digest = hashlib.sha256(content).hexdigest()
    place = file.path.parents[1] / digest[:2] / digest
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(content)
    row = KeptDocument(paper.document_id or "", f"{digest[:2]}/{digest}", len(content), digest, "application/pdf", 1)
    store = Store.open(tmp_path / "store").store
    store.documents(lambda rows: rows.put(record.id, row))
    store.close()
    owner = QObject()
    failures = list[object]()
    matching = PaperMatching(owner, session, ProblemReporter(explain=explain))
    matching.scope.failed.connect(failures.append)
    matching.show_record(record)
    await matching.scope.settle()
    await matching.aclose()
    assert failures == []
    shown = await session.desk.reviews.examine(record.id)
    assert shown is not None
    assert paper_differences(shown.case, shown.review) == []


async def test_a_click_on_any_figure_finds_its_row_and_nothing_is_said_to_be_nothing(
    papers: ReviewPapers, session: Session
) -> None:
    """Marked or not; a number that no note has is named beside the click."""
    record = await under(session, PAPER_DIFFERS)
    chosen = list[str]()
    papers.figure_chosen.connect(chosen.append)
    papers.show_record(record)
    await until(lambda: papers.viewer.index is not None and not papers.is_busy)
    viewer = papers.viewer
    assert viewer.index is not None
    text = await viewer.index.read_text(0)
    note = (cast(Operation, record.resource).bunker_delivery_notes or [])[0]
    assert note.number is not None
    viewer.word_clicked.emit(0, text.index(note.number))
    await until(lambda: chosen)
    assert chosen == ["bunkerDeliveryNotes[0].number"]
    QToolTip.hideText()
    viewer.word_clicked.emit(0, text.lower().index("delivery note"))
    await papers.scope.settle()
    assert "No figure of the notes says" in QToolTip.text()
    assert chosen == ["bunkerDeliveryNotes[0].number"]


async def test_a_marked_figure_clicked_goes_to_its_row_once(papers: ReviewPapers, session: Session) -> None:
    """The mark's own figure first, though another may say the same."""
    record = await under(session, PAPER_DIFFERS)
    papers.show_record(record)
    await until(lambda: papers.viewer.index is not None and not papers.is_busy)
    chosen = list[str]()
    papers.figure_chosen.connect(chosen.append)
    assert papers.viewer.index is not None
    text = await papers.viewer.index.read_text(0)
    note = (cast(Operation, record.resource).bunker_delivery_notes or [])[0]
    assert note.number is not None
    papers.viewer.mark_clicked.emit("bunkerDeliveryNotes[0].number")
    papers.viewer.word_clicked.emit(0, text.index(note.number))
    await papers.scope.settle()
    assert chosen == ["bunkerDeliveryNotes[0].number"]
