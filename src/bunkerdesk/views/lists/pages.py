"""The two list pages."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from bunkerdesk.models.record_list import RecordListModel
from bunkerdesk.runtime.settings import Settings
from bunkerdesk.views.lists.list_page import ListPage
from bunkerdesk.views.lists.list_spec import ListSpec
from bunkerdesk.views.widgets.chip import Read
from bunkerdesk.views.widgets.window_chip import PAST, UPCOMING

FACETS = (("status", "Status"), ("port", "Port"), ("fuel", "Fuel"))

NOMINATIONS = ListSpec(
    name="nominations",
    title="Nominations",
    one="nomination",
    many="nominations",
    facets=FACETS,
    windows=UPCOMING,
    window="next_14_days",
    sort="bunkering",
    times=(("bunkering", "Bunkering"),),
    nothing_title="No nominations yet",
    nothing_hint="Drafts and every reference opened, imported or created here are listed.",
    icon="nominations",
)

OPERATIONS = ListSpec(
    name="operations",
    title="Operations",
    one="operation",
    many="operations",
    facets=FACETS,
    windows=PAST,
    window="any",
    sort="started descending",
    times=(("ended", "Ended"), ("started", "Started")),
    nothing_title="No operations yet",
    nothing_hint="An operation is listed once its nomination is known here.",
    icon="operations",
)


def nomination_page(
    model: RecordListModel[Any], facet: Read, settings: Settings, now: Callable[[], datetime]
) -> ListPage:
    """The worklist: drafts and known nominations."""
    return ListPage(NOMINATIONS, model, facet, settings, now)


def operation_page(
    model: RecordListModel[Any], facet: Read, settings: Settings, now: Callable[[], datetime]
) -> ListPage:
    """The operations of the known references."""
    return ListPage(OPERATIONS, model, facet, settings, now)
