"""The stops of the tour, one module for each part of the window, in the order of the pictures."""

from bunkerdesk.app.tour import Stop
from bunkerdesk.app.tour_stops import collecting, dialogs, documents, editor, lists, overview, review


def all_stops() -> list[Stop]:
    """Every stop."""
    return [
        *lists.STOPS,
        *review.STOPS,
        *overview.STOPS,
        *documents.STOPS,
        *editor.STOPS,
        *collecting.STOPS,
        *dialogs.STOPS,
    ]
