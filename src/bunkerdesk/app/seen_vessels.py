"""The ships this desk has seen: offered in editors, told apart in messages."""

from typing import TYPE_CHECKING

from bunkerdesk.desk.lists import ListQuery

if TYPE_CHECKING:
    from bunkerdesk.desk.desk import Desk
    from bunkerdesk.models.editor_options import Vessel

MOST_VESSELS = 500


def seen_vessels(desk: "Desk") -> "list[Vessel]":
    """Ships of the nominations around, the latest first."""
    from bunkerdesk.models.editor_options import Vessel

    source = desk.nominations
    rows = source.rows(source.head(ListQuery(descending=True), MOST_VESSELS)).values()
    return list({row.imo: Vessel(row.imo, row.vessel) for row in rows if row.imo and row.vessel}.values())
