"""The dialogs of downloading and merging and the queue page, by keyboard and as a screen reader finds them."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from tests.views.conftest import press, until

from bunkerdesk.desk.download_items import Download, DownloadState, Item, ItemState, Options
from bunkerdesk.desk.download_wanted import Wanted
from bunkerdesk.models.document_list import size_words
from bunkerdesk.models.download_list import DownloadItems, item_columns, picture_of
from bunkerdesk.models.downloading import DownloadChoice, MergeMember, NamePreview
from bunkerdesk.models.record_list import RecordListModel
from bunkerdesk.runtime.settings import Settings
from bunkerdesk.views.documents.merge_dialog import MergeDialog
from bunkerdesk.views.documents.queue_dialog import DownloadDialog
from bunkerdesk.views.documents.queue_page import QueuePage

ROWS = [("selected", "The 3 selected operations", ""), ("all", "All 36 operations", "")]
WHATS = [("merged", "Merged", ""), ("documents", "Every document", "")]
PATTERNS = {"merged": "{reference}.pdf", "documents": "{type}.{ext}"}


class Names:
    """A preview that remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[DownloadChoice] = []

    async def __call__(self, choice: DownloadChoice) -> NamePreview:
        self.asked.append(choice)
        if "{vesel}" in choice.pattern:
            return NamePreview(problem="“vesel” is no field.")
        return NamePreview((f"{choice.pattern} 1", f"{choice.pattern} 2"), "36 files.")


@pytest.fixture
async def names() -> Names:
    return Names()


@pytest.fixture
async def dialog(names: Names, qapp: object) -> Any:
    chosen = DownloadChoice("selected", "merged", "/tmp/x", PATTERNS["merged"], merge_here=True, parallel=4)
    made = DownloadDialog((ROWS, WHATS), chosen, PATTERNS, names)
    await until(lambda: made.is_settled)
    yield made
    made.close()
    made.deleteLater()


async def test_names_are_shown_while_the_pattern_is_typed(dialog: DownloadDialog, names: Names):
    """A person sees the first names before the first file is fetched; a mistake is said and stops nothing else."""
    assert dialog.names == ["{reference}.pdf 1", "{reference}.pdf 2"]
    dialog.pattern.setText("{vesel}.pdf")
    await until(lambda: dialog.is_settled)
    assert dialog.names == []
    assert not dialog.accept_button.isEnabled()
    assert "vesel" in dialog.accept_button.toolTip()
    dialog.pattern.setText("{vessel}.pdf")
    await until(lambda: dialog.is_settled)
    assert dialog.accept_button.isEnabled()
    dialog.folder.clear()
    await until(lambda: dialog.is_settled)
    assert dialog.accept_button.toolTip() == "Choose a folder first"


async def test_the_usual_pattern_follows_what_is_downloaded(dialog: DownloadDialog, names: Names):
    """A pattern of one's own stays."""
    single = dialog.findChild(QWidget, "download.what.documents")
    single.click()
    assert dialog.pattern.text() == PATTERNS["documents"]
    assert not dialog.merge_here.isEnabled()
    dialog.pattern.setText("mine {number}")
    dialog.findChild(QWidget, "download.what.merged").click()
    await until(lambda: dialog.is_settled)
    assert dialog.choice == DownloadChoice("selected", "merged", "/tmp/x", "mine {number}", merge_here=True, parallel=4)
    assert names.asked[-1] == dialog.choice


async def test_everything_in_the_dialog_has_a_name(dialog: DownloadDialog):
    """For the keyboard, tests and a screen reader."""
    fields = [child for child in dialog.findChildren(QWidget) if child.focusPolicy() & Qt.FocusPolicy.TabFocus]
    own = [field for field in fields if not field.objectName().startswith("qt_")]
    assert own
    assert all(field.objectName() and (field.accessibleName() or field.property("text")) for field in own)


@pytest.fixture
def merge(qapp: object) -> Any:
    made = MergeDialog("SO-1", [MergeMember(str(number), f"Type {number}", f"{number}.pdf") for number in range(4)])
    yield made
    made.close()
    made.deleteLater()


def test_members_move_and_are_left_out_by_keyboard(merge: MergeDialog):
    """Alt with the arrows moves, the space bar leaves out; the ends stay ends."""
    press(merge.list, "Alt+Up")
    press(merge.list, "Alt+Down")
    assert merge.chosen == ["1", "0", "2", "3"]
    assert merge.list.currentRow() == 1
    press(merge.list, "Space")
    assert merge.chosen == ["1", "2", "3"]
    merge.up.click()
    assert merge.list.currentRow() == 0
    assert not merge.up.isEnabled()
    for row in range(4):
        merge.list.item(row).setCheckState(Qt.CheckState.Unchecked)
    assert not merge.accept_button.isEnabled()


def made(state: DownloadState, *states: ItemState) -> Download:
    items = [
        Item(number, Wanted(1, f"SO-{number}", "d", "Q88", "q.pdf", f"SO-{number}.pdf"), one, size=number * 1000)
        for number, one in enumerate(states)
    ]
    for item in items:
        item.problem = "gone" if item.state is ItemState.FAILED else ""
    return Download(7, Path("/tmp/out"), Options(), items, state)


async def test_the_queue_shows_what_can_be_done_with_each_download(settings: Settings, qapp: object):
    """A running one can be paused, a stopped one resumed, failures tried again; failed files come first."""
    source = DownloadItems(made(DownloadState.FINISHED, ItemState.DONE, ItemState.FAILED, ItemState.SKIPPED))
    model: RecordListModel[Any] = RecordListModel(source, item_columns())
    page = QueuePage(model, settings)
    try:
        page.show_downloads([], 0)
        assert "Nothing is downloaded" in page.empty.title
        asked: list[tuple[str, int]] = []
        page.action_requested.connect(lambda action, number: asked.append((action, number)))
        for state, shown in (
            (DownloadState.RUNNING, {"pause"}),
            (DownloadState.STOPPED, {"resume", "retry"}),
            (DownloadState.FINISHED, {"retry"}),
        ):
            page.show_downloads([picture_of(made(state, ItemState.DONE, ItemState.FAILED))], 7)
            buttons = page.cards[7].buttons
            visible = {key for key in ("pause", "resume", "retry") if not buttons[key].isHidden()}
            assert visible == shown
        buttons["retry"].click()
        assert asked == [("retry", 7)]
        assert "1 of 2 files, 1 failed" in page.cards[7].accessibleName()
        model.refresh(None)
        model.sort(0)
        await until(lambda: not model.is_loading and model.rowCount() == 3)
        assert [model.index(row, 0).data() for row in range(3)] == ["Failed", "Downloaded", "There already"]
        assert model.index(0, model.column_of("file")).data() == "gone"
    finally:
        model.close()
        page.close()
        page.deleteLater()
        await asyncio.sleep(0)


@pytest.mark.parametrize(
    ("size", "words"),
    [
        *((None, ""), (0, "0 B"), (999, "999 B"), (312_400, "312 kB"), (4_120_000, "4.1 MB"), (41_200_000, "41 MB")),
        *((999_499, "999 kB"), (999_999, "1.0 MB"), (9_960_000, "10 MB"), (999_999_999, "1.0 GB")),
    ],
)
def test_sizes_read_as_a_person_says_them(size: int | None, words: str):
    """Three digits at most."""
    assert size_words(size) == words


async def test_why_a_file_failed_can_be_read_in_full(settings: Settings, qapp: object):
    """The reasons are counted on the card; the current line says its own in full below the list."""
    download = made(DownloadState.FINISHED, ItemState.DONE, ItemState.FAILED, ItemState.FAILED, ItemState.FAILED)
    for item, reason in zip(download.items, ("", "The service is down. " * 9, "gone", "gone"), strict=True):
        item.problem = reason
    model: RecordListModel[Any] = RecordListModel(DownloadItems(download), item_columns())
    page = QueuePage(model, settings)
    try:
        page.resize(1200, 800)
        page.show()
        page.show_downloads([picture_of(download)], 7)
        assert page.cards[7].picture.problem.splitlines()[0] == "2\u202f× gone"
        assert "1\u202f× The service is down." in page.cards[7].accessibleName()
        model.refresh(None)
        await until(lambda: not model.is_loading and model.rowCount() == 4)
        assert page.detail.isHidden()
        page.table.select_row(1)
        assert "The service is down. " * 8 in page.detail.text()
        assert "Failed" in page.detail.accessibleName()
        widths = [page.table.columnWidth(number) for number in range(len(model.columns))]
        assert widths[model.column_of("file")] == max(widths) > 500
    finally:
        model.close()
        page.close()
        page.deleteLater()
        await asyncio.sleep(0)


async def test_the_number_of_files_at_once_can_be_read(dialog: DownloadDialog):
    """A spin box without its buttons must still have room for its figure."""
    dialog.show()
    inner = dialog.parallel.lineEdit()
    assert inner.text() == "4"
    assert inner.width() > inner.fontMetrics().horizontalAdvance("88")
    press(dialog.parallel, "Up")
    assert dialog.choice.parallel == 5
