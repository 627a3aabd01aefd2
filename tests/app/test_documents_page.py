"""The list of documents in the program over the sandbox: found by words, read beside the list, by keyboard."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from tests.app.window import all_known, until

from bunkerdesk.app.download_questions import preview_of, remembered
from bunkerdesk.app.workplace import Workplace
from bunkerdesk.sandbox import embedded
from bunkerdesk.views.documents.list_page import DocumentsPage
from bunkerdesk.views.documents.viewer import DocumentViewer


@pytest.fixture
async def place(sandbox: embedded.Running, tmp_path: Path) -> AsyncIterator[Workplace]:
    async with all_known(sandbox, tmp_path) as known:
        yield known


async def found(place: Workplace, words: str) -> DocumentsPage:
    """The documents that a filter finds; Return goes into the table and to its first row."""
    page = place.window.show_page("documents")
    assert isinstance(page, DocumentsPage)
    page.clear_filters()
    QTest.keyClicks(page.field, words)
    await until(lambda: not page.model.is_loading and not page.model.is_filtering and page.model.rowCount())
    QTest.keyClick(page.field, Qt.Key.Key_Return)
    return page


async def shown(place: Workplace, page: DocumentsPage) -> DocumentViewer:
    """The viewer beside the list, at rest."""
    await until(lambda: page.has_preview and not place.collecting.is_busy)
    viewer = page.findChild(DocumentViewer)
    assert isinstance(viewer, DocumentViewer)
    return viewer


async def test_a_document_is_found_by_words_and_read_with_the_arrows(place: Workplace):
    """Singapore's time logs of this month; Down shows the next one, and what was fetched is marked as here."""
    page = await found(place, "port:singapore delivered:this-month type:statement state:have")
    rows = list(page.model.read_rows(list(page.model.ids())).values())
    assert {row.port_code for row in rows} == {"SGSIN"}
    assert {row.kind for row in rows} <= {"statement_of_facts", "ss648_statement_of_facts"}
    assert len(rows) > 1
    viewer = await shown(place, page)
    assert viewer.file is not None
    first = viewer.name
    QTest.keyClick(page.table, Qt.Key.Key_Down)
    await until(lambda: viewer.name != first and viewer.file is not None and not place.collecting.is_busy)
    await until(lambda: page.current_row.state == "kept")


async def test_a_missing_document_says_what_it_is_needed_for(place: Workplace):
    """It is in the list like all others; there is nothing to fetch, so nothing offers it."""
    page = await found(place, "state:missing")
    assert {row.state for row in page.model.read_rows(list(page.model.ids())).values()} == {"missing"}
    viewer = await shown(place, page)
    assert viewer.facts.title == "This document is missing"
    assert "Needed for" in viewer.facts.accessibleName()
    again = viewer.facts.findChild(QPushButton, "viewer.facts.again")
    assert isinstance(again, QPushButton)
    assert again.isHidden()
    index = page.table.currentIndex().siblingAtColumn(page.model.column_of("status"))
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "State Missing"


async def test_missing_papers_among_the_rows_are_told_before_a_download(place: Workplace):
    """Ten rows and nine files: the dialog says why, so that nobody looks for the tenth."""
    page = await found(place, "state:missing")
    missing = list(page.model.ids())
    page.clear_filters()
    await until(lambda: page.model.rowCount() > len(missing) and not page.model.is_loading)
    there = [number for number, row in page.model.read_rows(list(page.model.ids())).items() if row.state != "missing"]
    choice = remembered(place.settings, page)
    seen = preview_of(place.session.desk, "documents", [*missing[:1], *there[:3]], choice)
    assert seen.note.startswith("3 files. 1 row is of a missing paper: there is nothing to fetch.")
    assert "missing" not in preview_of(place.session.desk, "documents", there[:3], choice).note


async def test_a_time_is_never_shown_without_its_offset(place: Workplace):
    """However narrow the list: the column of the delivery has room for both, or it is gone."""
    page = await found(place, "state:have")
    column, table = page.model.column_of("delivered"), page.table
    needed = table.fontMetrics().horizontalAdvance("Wed 28 Nov 00:00 +00:00")
    widths = {}
    for room in range(300, 1400, 50):
        table.arrangement.fit(room)
        widths[room] = 0 if table.isColumnHidden(column) else table.columnWidth(column)
    assert all(not width or width > needed for width in widths.values())
    assert widths[800]
