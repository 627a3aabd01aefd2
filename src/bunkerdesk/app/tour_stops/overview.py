"""The overview in its states, what a figure opens, and the export of a list."""

from PySide6.QtWidgets import QApplication

from bunkerdesk.app.tour_guide import Stop, Tour
from bunkerdesk.commands.exporting import EXPORT
from bunkerdesk.desk.overview_figures import Overview, Period, local_now
from bunkerdesk.views.overview.page import OverviewPage


async def _overview(tour: Tour) -> OverviewPage:
    page = tour.workplace.window.show_page("overview")
    assert isinstance(page, OverviewPage)
    page.choose_period(Period.ALL)
    await tour.settle()
    return page


async def _whole(tour: Tour) -> None:
    await _overview(tour)


async def _by_keyboard(tour: Tour) -> None:
    page = await _overview(tour)
    bars = page.charts["by_fuel"].bars
    if bars:
        bars[0].setFocus()


async def _behind(tour: Tour) -> None:
    page = await _overview(tour)
    bars = page.charts["by_port"].bars
    if bars:
        bars[0].click()


async def _empty(tour: Tour) -> None:
    page = await _overview(tour)
    page.model_of_figures.show(Overview(local_now().date()))


async def _export(tour: Tour) -> None:
    tour.workplace.window.show_page("operations")
    tour.list_page().clear_filters()
    await tour.settle()
    tour.workplace.go(EXPORT)
    await tour.until_dialog()


async def _close(tour: Tour) -> None:
    modal = QApplication.activeModalWidget()
    if modal is not None:
        modal.close()


STOPS: list[Stop] = [
    Stop("overview", _whole, (1600, 1400)),
    Stop("overview-narrow", _by_keyboard, (1280, 720)),
    Stop("overview-behind-a-figure", _behind),
    Stop("overview-empty", _empty),
    Stop("export", _export),
    Stop("operations-again", _close),
]
