"""What the search box offers while a person types."""

from bunkerdesk.app.pages import NOMINATIONS, OPERATIONS
from bunkerdesk.desk.desk import Desk
from bunkerdesk.views.search_box import Suggestion

SUGGESTIONS = 6
"""Of each list."""


def suggestions(desk: Desk, text: str) -> list[Suggestion]:
    """Known nominations and operations that hold every word of the text."""
    found: list[Suggestion] = []
    for source, icon in ((desk.nominations, NOMINATIONS), (desk.operations, OPERATIONS)):
        ids = source.find(text, SUGGESTIONS)
        rows = source.rows(ids)
        for identifier in ids:
            row = rows.get(identifier)
            if row is not None:
                where = ", ".join(filter(None, (row.vessel, row.port_name or row.port_code)))
                found.append(Suggestion(identifier, row.reference, where, icon))
    return found
