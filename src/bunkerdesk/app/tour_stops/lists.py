"""The lists, the details beside them, and the search box."""

from bunkerdesk.app.tour_guide import Stop, Tour

NARROW = (1280, 720)
WIDE = (3840, 2160)


async def _nominations(tour: Tour) -> None:
    await tour.show_list("nominations")


async def _worklist(tour: Tour) -> None:
    """As it opens: what is to come, unless this service has nothing to come."""
    await _nominations(tour)
    tour.list_page().window_chip.choose("next_14_days")
    await tour.select_first()
    if not tour.list_page().model.rowCount():
        await _nominations(tour)


async def _operations(tour: Tour) -> None:
    await tour.show_list("operations")


async def _filtered(tour: Tour) -> None:
    await _nominations(tour)
    tour.list_page().field.setText("sing")


async def _no_match(tour: Tour) -> None:
    await _nominations(tour)
    tour.list_page().field.setText("no such vessel anywhere")


async def _draft(tour: Tour) -> None:
    await _nominations(tour)
    tour.workplace.opening.open_text("DR-0947")


async def _ended(tour: Tour) -> None:
    await _operations(tour)
    tour.list_page().field.setText("ended")
    await tour.select_first()


async def _lng(tour: Tour) -> None:
    await _operations(tour)
    tour.list_page().field.setText("SO-24127")
    await tour.select_first()


async def _searching(tour: Tour) -> None:
    await _nominations(tour)
    search = tour.workplace.window.top_bar.search
    search.setFocus()
    search.setText("so-2414")
    search.textEdited.emit("so-2414")


async def _not_found(tour: Tour) -> None:
    tour.workplace.window.top_bar.search.clear()
    await _nominations(tour)
    tour.workplace.opening.open_text("NO-SUCH-REFERENCE")


STOPS: list[Stop] = [
    Stop("nominations", _worklist),
    Stop("nominations-filtered", _filtered),
    Stop("nominations-no-match", _no_match),
    Stop("nominations-narrow", _nominations, NARROW),
    Stop("nominations-wide", _nominations, WIDE),
    Stop("draft", _draft),
    Stop("operations", _operations),
    Stop("operation-ended", _ended),
    Stop("operation-lng", _lng),
    Stop("search", _searching),
    Stop("reference-not-found", _not_found),
]
