"""Document windows over the sandbox: a paper opened from the details, its figures marked, refusals said in place."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any, cast

import pytest
from PySide6.QtWidgets import QWidget

from bunkerdesk.app.frame import Frame
from bunkerdesk.app.papers import DocumentWindows, OpenDocument, note_of
from bunkerdesk.app.session import Session
from bunkerdesk.contract.operation import DocumentReference, Operation
from bunkerdesk.desk.record import Record
from bunkerdesk.runtime.prompts import Question
from bunkerdesk.sandbox.world.planted import PAPER_DIFFERS


class Refusing:
    """A person who says no to everything."""

    def __init__(self) -> None:
        self.asked: list[Question] = []

    async def confirm(self, question: Question) -> bool:
        self.asked.append(question)
        return False


@pytest.fixture
def prompts() -> Refusing:
    return Refusing()


@pytest.fixture
async def windows(frame: Frame, prompts: Refusing) -> AsyncIterator[DocumentWindows]:
    frame.prompts = cast(Any, prompts)
    windows = DocumentWindows(frame)
    yield windows
    windows.close()
    await windows.scope.settle()


async def operation(session: Session) -> Record:
    opened = await session.desk.open_reference(PAPER_DIFFERS)
    return next(record for record in opened.records if record.kind == "operation")


async def settled(opened: OpenDocument) -> None:
    async with asyncio.timeout(20):
        quiet = 0
        while quiet < 5:
            await asyncio.sleep(0.01)
            quiet = quiet + 1 if opened.is_settled and not opened.viewer.scope.is_busy else 0


def paper_of(record: Record, kind: str) -> DocumentReference:
    assert isinstance(record.resource, Operation)
    return next(each for each in record.resource.document_references or [] if each.document_type == kind)


async def test_a_notes_paper_opens_with_its_figures_marked(windows: DocumentWindows, session: Session):
    """The window says how many stand on the paper; the one that differs can be gone to."""
    record = await operation(session)
    opened = windows.open(record, paper_of(record, "bunker_delivery_note").document_id or "")
    assert opened is not None
    await settled(opened)
    words = {each.text() for each in opened.window.findChildren(QWidget, "viewer.figures")}
    assert any("1 differs" in text for text in words), words
    assert opened.show_figure("quantityDelivered")
    assert not opened.show_figure("noSuchFigure")
    assert PAPER_DIFFERS in opened.window.windowTitle()
    assert windows.open(record, paper_of(record, "bunker_delivery_note").document_id or "") is opened


async def test_a_document_that_cannot_be_had_says_why_in_its_window(windows: DocumentWindows, session: Session):
    """An id the service does not know any more: a sentence, no dialog, no traceback."""
    record = await operation(session)
    document = paper_of(record, "statement_of_facts")
    document.document_id = "gone/../?#"
    opened = windows.open(record, "gone/../?#")
    assert opened is not None
    await settled(opened)
    assert opened.viewer.facts.isVisible()
    assert opened.viewer.facts.title
    assert opened.viewer.file is None
    assert windows.open(record, "never heard of") is None


async def test_another_program_gets_a_file_only_after_a_warning(
    windows: DocumentWindows, session: Session, prompts: Refusing
):
    """Refused means that nothing leaves."""
    record = await operation(session)
    opened = windows.open(record, paper_of(record, "bunker_delivery_note").document_id or "")
    assert opened is not None
    await settled(opened)
    opened.viewer.outside_requested.emit()
    async with asyncio.timeout(30):
        while not prompts.asked:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    assert prompts.asked[0].is_dangerous
    assert opened.viewer.file is not None
    assert not (opened.viewer.file.path.parents[1] / "outside").exists()


def test_a_paper_belongs_to_the_note_of_its_fuel():
    """By the fuel index; with one note it is that one, with several and no index it is nobody's."""
    notes = [
        {"bunkerType": "conventional", "number": "A", "fuelIndex": 1},
        {"bunkerType": "conventional", "number": "B", "fuelIndex": 0},
    ]
    several = Operation.read({"bunkerDeliveryNotes": notes})
    single = Operation.read({"bunkerDeliveryNotes": notes[:1]})

    def of(operation: Operation, index: int | None, kind: str = "bunker_delivery_note") -> str | None:
        reference = DocumentReference.read({"documentId": "x", "documentType": kind, "fuelIndex": index})
        note = note_of(operation, reference)
        return note.number if note is not None else None

    assert (of(several, 0), of(several, 1), of(several, None)) == ("B", "A", None)
    assert of(single, None) == "A"
    assert of(single, None, "statement_of_facts") is None
