"""Documents, downloading and merging: the list, its filters, the dialogs, the queue with what failed."""

import asyncio
from pathlib import Path

from PySide6.QtWidgets import QApplication, QRadioButton

from bunkerdesk.app.collecting import CONTINUED, DONE
from bunkerdesk.app.pages import DOCUMENTS, DOWNLOADS
from bunkerdesk.app.tour_guide import NothingToShow, Stop, Tour
from bunkerdesk.views.documents.merge_dialog import MergeDialog
from bunkerdesk.views.documents.queue_dialog import DownloadDialog
from bunkerdesk.views.documents.queue_page import QueuePage


async def _documents(tour: Tour) -> None:
    await tour.show_list(DOCUMENTS)


async def _missing(tour: Tour) -> None:
    await _documents(tour)
    tour.list_page().chips["status"].facet.choose(["missing"])
    await tour.select_first()


async def _filtered(tour: Tour) -> None:
    """All of a month in one port, in words."""
    await _documents(tour)
    tour.list_page().field.setText("port:singapore delivered:this-month type:statement")
    await tour.select_first()


async def _filter_help(tour: Tour) -> None:
    await _documents(tour)
    help_button = tour.list_page().filter_help
    help_button.open_menu()
    tour.front = help_button.menu_shown


async def _dialog(tour: Tour) -> None:
    tour.workplace.window.show_page("operations")
    page = tour.list_page()
    page.clear_filters()
    await tour.settle()
    page.table.selectAll()
    tour.workplace.runner.trigger("documents.download")
    await tour.until_dialog()
    await _named(tour)


async def _named(tour: Tour) -> DownloadDialog:
    dialog = QApplication.activeModalWidget()
    if dialog is None:
        raise NothingToShow("there is nothing to download")
    assert isinstance(dialog, DownloadDialog), "the download dialog is open"
    dialog.folder.setText(str(Path(tour.program.start.data_directory, "collected")))
    while not dialog.is_settled:  # noqa: ASYNC110 - the dialog tells nobody of it
        await asyncio.sleep(0.01)
    return dialog


async def _bad_pattern(tour: Tour) -> None:
    dialog = await _named(tour)
    dialog.pattern.setText("{port}/{vesel}.pdf")
    await _named(tour)


def _choose(dialog: DownloadDialog, name: str) -> None:
    one = dialog.findChild(QRadioButton, name)
    assert isinstance(one, QRadioButton), name
    one.click()


async def _paused(tour: Tour) -> None:
    """Every document of every operation, one at a time, stopped by hand in the middle."""
    dialog = await _named(tour)
    _choose(dialog, "download.what.documents")
    dialog.pattern.setText("{port}/{date:%Y-%m}/{reference} {type}.{ext}")
    dialog.parallel.setValue(1)
    await _named(tour)
    dialog.accept_button.click()
    while tour.workplace.window.current_key != DOWNLOADS:  # noqa: ASYNC110
        await asyncio.sleep(0)
    page = tour.workplace.window.page(DOWNLOADS)
    assert isinstance(page, QueuePage)
    card = next(iter(page.cards.values()))
    while card.picture.can_pause and card.picture.done * 3 < card.picture.total:  # noqa: ASYNC110
        await asyncio.sleep(0)
    card.buttons["pause"].click()
    await tour.settle()
    page.table.select_row(min(3, page.model.rowCount() - 1))


async def _continuing(tour: Tour) -> None:
    """The window was closed in the middle of a download and stands again."""
    if not tour.is_at_home:
        raise NothingToShow("the window of a service that is not the tour's own is not closed")
    page = tour.workplace.window.page(DOWNLOADS)
    assert isinstance(page, QueuePage)
    card = next(iter(page.cards.values()))
    card.buttons["resume"].click()
    while not card.picture.can_pause:  # noqa: ASYNC110
        await asyncio.sleep(0)
    await tour.open_anew()
    window = tour.workplace.window
    while CONTINUED not in window.messages.keys:  # noqa: ASYNC110
        await asyncio.sleep(0)
    window.show_page("nominations")
    await asyncio.sleep(0.05)


async def _pause(tour: Tour) -> None:
    tour.workplace.window.messages.action_requested.emit(CONTINUED)
    await tour.settle()
    tour.workplace.window.messages.clear(DONE)


async def _queue(tour: Tour) -> None:
    await _pause(tour)
    await _dialog(tour)
    dialog = await _named(tour)
    _choose(dialog, "download.what.merged")
    dialog.pattern.setText("{port}/{date:%Y-%m}/{reference} {vessel}.pdf")
    dialog.merge_here.setChecked(False)
    await _named(tour)
    dialog.accept_button.click()
    while tour.workplace.window.current_key != DOWNLOADS:  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    await tour.settle()
    page = tour.workplace.window.page(DOWNLOADS)
    assert isinstance(page, QueuePage)
    page.table.select_row(0)


async def _merge(tour: Tour) -> None:
    tour.workplace.window.messages.clear(DONE)
    await _documents(tour)
    tour.workplace.runner.trigger("documents.merge")
    await tour.until_dialog()


async def _close(tour: Tour) -> None:
    modal = QApplication.activeModalWidget()
    if modal is None:
        raise NothingToShow("there is nothing to merge")
    assert isinstance(modal, MergeDialog), "the merge dialog is open"
    modal.close()
    await tour.settle()


STOPS: list[Stop] = [
    Stop("documents", _documents),
    Stop("documents-missing", _missing),
    Stop("documents-narrow", _documents, (1280, 720)),
    Stop("documents-filtered", _filtered),
    Stop("documents-filter-help", _filter_help),
    Stop("download", _dialog),
    Stop("download-bad-pattern", _bad_pattern),
    Stop("downloads-paused", _paused),
    Stop("downloads-continuing", _continuing, is_passing=True),
    Stop("downloads", _queue),
    Stop("merge", _merge),
    Stop("documents-again", _close),
]
