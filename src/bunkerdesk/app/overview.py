"""The overview page joined to a session: figures follow the records, a figure opens the list behind it."""

from typing import TYPE_CHECKING

from bunkerdesk.desk.overview import local_now
from bunkerdesk.models.overview import OverviewModel
from bunkerdesk.models.overview_picture import Target
from bunkerdesk.runtime.clock import MinuteTicker
from bunkerdesk.views.lists.list_page import ListPage
from bunkerdesk.views.overview.page import OverviewPage

if TYPE_CHECKING:
    from bunkerdesk.app.workplace import Workplace


def overview_page(place: "Workplace") -> OverviewPage:
    """The page; it computes only while it is shown."""
    session = place.session
    model = OverviewModel(session.desk.overview, local_now, place.scope, session.desk.reviews.queue)
    page = OverviewPage(model, place.settings)
    model.setParent(page)

    def show_list(target: Target) -> None:
        shown = place.window.show_page(target.page)
        if isinstance(shown, ListPage):
            shown.show_only(target.words, target.ids)

    model.failed.connect(place.scope.failed)
    session.changed.connect(model.refresh)
    page.list_requested.connect(show_list)
    page.refresh_requested.connect(session.synchronise)
    ticker = MinuteTicker(page)
    ticker.ticked.connect(page.refresh_times)
    ticker.start()
    return page
