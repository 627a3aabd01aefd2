"""The stops of the tour, in order. Every view has one; each is reached as a person would reach it."""

from bunkerdesk.app.tour import Stop, Tour

NARROW = (1280, 720)
WIDE = (3840, 2160)


async def _nominations(tour: Tour) -> None:
    tour.workplace.window.show_page("nominations")
    page = tour.list_page()
    page.clear_filters()
    await tour.settle()
    if page.model.rowCount():
        page.table.select_row(0)
        page.table.setFocus()


async def _filtered(tour: Tour) -> None:
    await _nominations(tour)
    tour.list_page().field.setText("sing")


async def _no_match(tour: Tour) -> None:
    await _nominations(tour)
    tour.list_page().field.setText("no such vessel anywhere")


async def _operations(tour: Tour) -> None:
    tour.workplace.window.show_page("operations")
    page = tour.list_page()
    page.clear_filters()
    await tour.settle()
    if page.model.rowCount():
        page.table.select_row(0)
        page.table.setFocus()


STOPS: list[Stop] = [
    Stop("nominations", _nominations),
    Stop("nominations-filtered", _filtered),
    Stop("nominations-no-match", _no_match),
    Stop("nominations-narrow", _nominations, NARROW),
    Stop("nominations-wide", _nominations, WIDE),
    Stop("operations", _operations),
]
