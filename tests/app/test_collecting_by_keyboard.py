"""Exporting and downloading from the window over the sandbox, by keyboard alone: a command, a dialog, a file."""

import csv
import hashlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QLineEdit, QRadioButton, QWidget
from tests.app.window import all_known, dialog, until

from bunkerdesk.app.workplace import Workplace
from bunkerdesk.sandbox import embedded
from bunkerdesk.views.dialogs.exporting import ExportDialog
from bunkerdesk.views.documents.queue_dialog import DownloadDialog
from bunkerdesk.views.documents.queue_page import QueuePage
from bunkerdesk.views.lists.list_page import ListPage

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
async def place(sandbox: embedded.Running, tmp_path: Path) -> AsyncIterator[Workplace]:
    async with all_known(sandbox, tmp_path / "desk") as known:
        yield known


async def operations(place: Workplace, words: str) -> ListPage:
    """The operations that a filter finds, the keyboard in the table."""
    page = place.window.show_page("operations")
    assert isinstance(page, ListPage)
    page.clear_filters()
    QTest.keyClicks(page.field, words)
    await until(lambda: not page.model.is_loading and not page.model.is_filtering and page.model.rowCount())
    QTest.keyClick(page.field, Qt.Key.Key_Return)
    return page


def choose(parent: QWidget, name: str) -> None:
    one = parent.findChild(QRadioButton, name)
    assert isinstance(one, QRadioButton), name
    one.setFocus()
    QTest.keyClick(one, Qt.Key.Key_Space)


def references(page: ListPage) -> list[str]:
    return [row.reference for row in page.model.read_rows(list(page.model.ids())).values()]


async def export(place: Workplace, page: ListPage, target: Path, content: str) -> None:
    """Ctrl+E, format and content by the space bar, Return, a name, Return."""
    QTest.keyClick(page.table, Qt.Key.Key_E, CONTROL)
    asked = await dialog(ExportDialog)
    choose(asked, f"export.content.{content}")
    choose(asked, f"export.format.{target.suffix.lstrip('.')}")
    QTest.keyClick(asked, Qt.Key.Key_Return)
    saving = await dialog(QFileDialog)
    field = saving.findChild(QLineEdit)
    assert isinstance(field, QLineEdit)
    field.selectAll()
    QTest.keyClicks(field, str(target))
    QTest.keyClick(field, Qt.Key.Key_Return)
    await until(lambda: target.is_file() and not place.scope.is_running("export"))


async def test_a_filtered_list_becomes_a_file_of_each_format(place: Workplace, tmp_path: Path):
    """What is on the screen, in its order, is what a manager finds in the file: CSV, Excel, and paper."""
    import python_calamine
    from PySide6.QtPdf import QPdfDocument

    page = await operations(place, "port:singapore")
    wanted = references(page)
    assert len(wanted) > 3
    await export(place, page, tmp_path / "list.csv", "shown")
    with (tmp_path / "list.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert sorted(row["Reference"] for row in rows) == sorted(wanted)
    await export(place, page, tmp_path / "notes.xlsx", "bdns")
    sheet = python_calamine.CalamineWorkbook.from_path(tmp_path / "notes.xlsx").get_sheet_by_index(0).to_python()
    head = sheet[0]
    quantities = [row[head.index("Quantity delivered")] for row in sheet[1:]]
    assert {row[head.index("Client reference")] for row in sheet[1:]} <= set(wanted)
    assert quantities
    assert all(isinstance(quantity, float) for quantity in quantities if quantity != "")
    await export(place, page, tmp_path / "list.pdf", "shown")
    document = QPdfDocument()
    document.load(str(tmp_path / "list.pdf"))
    text = " ".join(document.getAllText(0).text().split())
    document.close()
    assert [one for one in wanted if one.isascii() and one not in text] == []
    assert "Page 1 of 1" in text


async def test_a_filtered_list_becomes_a_folder_of_documents(place: Workplace, tmp_path: Path):
    """Ctrl+J, a folder, Return: every document with its hash in the manifest; a second time nothing is fetched."""
    page = await operations(place, "port:rotterdam ended:this-month")
    folder = tmp_path / "papers"
    for times in (1, 2):
        page = await operations(place, "port:rotterdam ended:this-month")
        QTest.keyClick(page.table, Qt.Key.Key_J, CONTROL)
        asked = await dialog(DownloadDialog)
        assert isinstance(asked, DownloadDialog)
        choose(asked, "download.rows.all")
        choose(asked, "download.what.documents")
        for field, text in ((asked.folder, str(folder)), (asked.pattern, "{port}/{reference} {type} {number}.{ext}")):
            field.setFocus()
            field.selectAll()
            QTest.keyClicks(field, text)
        await until(lambda one=asked: one.is_settled and one.accept_button.isEnabled())
        QTest.keyClick(asked, Qt.Key.Key_Return)
        await until(lambda: place.window.current_key == "downloads")
        queue = place.window.page("downloads")
        assert isinstance(queue, QueuePage)
        await until(lambda count=times, shown=queue: len(shown.cards) == count)
        card = queue.cards[max(queue.cards)]
        await until(lambda one=card: one.picture.state.startswith("Finished"))
        if times == 2:
            assert "fetched" not in card.picture.words
    with (folder / "manifest.csv").open(encoding="utf-8-sig", newline="") as file:
        manifest = [row for row in csv.DictReader(file) if any(len(value or "") == 64 for value in row.values())]
    beside = {"manifest.csv", "SHA256SUMS"}
    files = [path for path in folder.rglob("*") if path.is_file() and path.name not in beside]
    assert files
    assert all(path.is_relative_to(folder / "NLRTM") for path in files)
    hashes = {value for row in manifest for value in row.values() if len(value or "") == 64}
    assert {hashlib.sha256(path.read_bytes()).hexdigest() for path in files} <= hashes
