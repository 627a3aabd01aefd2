"""Actions on nominations: a cancellation with its reason, and many rows with a result each."""

from PySide6.QtWidgets import QApplication

from bunkerdesk.app.tour_guide import Stop, Tour
from bunkerdesk.desk.lists import ListQuery
from bunkerdesk.runtime.prompts import ResultLine

_REFUSALS = {
    2: "A nomination with status operation_started cannot be accepted.",
    5: "The service cannot be reached: no route to it. It is not known whether it received what was sent.",
}


async def _clear(tour: Tour) -> None:
    dialog = QApplication.activeModalWidget()
    if dialog is not None:
        dialog.close()
    await tour.settle()


async def _ready(tour: Tour) -> None:
    """A nomination that can be accepted, with its buttons."""
    await _clear(tour)
    tour.workplace.window.show_page("nominations")
    page = tour.list_page()
    page.clear_filters()
    await tour.settle()
    source = tour.workplace.session.desk.nominations
    ids = source.head(ListQuery(), 1000)
    rows = source.rows(ids)
    wanted = [row for row in rows.values() if row.kind == "nomination" and row.status == "supplier_assigned"]
    number = page.model.row_of(wanted[0].id) if wanted else None
    page.table.select_row(number or 0)
    page.table.setFocus()


async def _cancel(tour: Tour) -> None:
    await _ready(tour)
    await tour.settle()
    tour.workplace.runner.trigger("nomination.cancel")


async def _many(tour: Tour) -> None:
    """What a person sees after accepting several; nothing is written for a picture."""
    await _clear(tour)
    source = tour.workplace.session.desk.nominations
    references = [row.reference for row in source.rows(source.head(ListQuery(), 8)).values()]
    board = tour.workplace.prompts.progress(f"Accepting {len(references)} nominations", len(references))
    for place, reference in enumerate(references[:-1]):
        board.add(ResultLine(reference, _REFUSALS.get(place, "")))


STOPS: list[Stop] = [
    Stop("nomination-actions", _ready),
    Stop("nomination-cancel", _cancel),
    Stop("nominations-many", _many),
    Stop("nominations-after", _clear),
]
