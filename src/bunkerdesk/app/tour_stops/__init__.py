"""The stops of the tour, one module for each part of the window, in the order of the pictures."""

from bunkerdesk.app.tour_guide import Stop
from bunkerdesk.app.tour_stops import (
    actions,
    collecting,
    dialogs,
    documents,
    editor,
    importing,
    lists,
    overview,
    planning,
    review,
)


def all_stops() -> list[Stop]:
    """Every stop."""
    return [
        *lists.STOPS,
        *planning.STOPS,
        *review.STOPS,
        *overview.STOPS,
        *documents.STOPS,
        *actions.STOPS,
        *editor.STOPS,
        *importing.STOPS,
        *collecting.STOPS,
        *dialogs.STOPS,
    ]
