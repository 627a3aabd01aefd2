"""The overview page joined to a session: figures follow the records, a figure opens the list behind it."""

from collections.abc import Callable
from datetime import datetime

from bunkerdesk.app.frame import Frame
from bunkerdesk.desk.desk import Desk
from bunkerdesk.desk.overview_figures import Overview, Period, local_now
from bunkerdesk.desk.problems import KnownProblem, Problem
from bunkerdesk.models.overview import OverviewModel
from bunkerdesk.models.overview_picture import Target
from bunkerdesk.runtime.clock import MinuteTicker
from bunkerdesk.runtime.prompts import Notice
from bunkerdesk.views.lists.list_page import ListPage
from bunkerdesk.views.overview.page import OverviewPage


class _Figures:
    """The figures of a desk. What adds them up is loaded where it runs: in a worker thread, at the first call."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def head(self, now: datetime) -> Overview:
        return self._desk.overview.head(now)

    def read(self, now: datetime, period: Period, is_stopped: Callable[[], bool] = lambda: False) -> Overview | None:
        return self._desk.overview.read(now, period, is_stopped)


async def _print(frame: Frame, page: OverviewPage) -> None:
    from bunkerdesk.views.dialogs.exporting import ask_file

    moment = local_now()
    target = await ask_file(frame.window, f"Overview {moment:%Y-%m-%d}", "pdf", frame.settings.text("export.folder"))
    if target is None:
        return
    connection = frame.session.connection
    where = f"{connection.name} ({connection.environment.value}), {moment:%Y-%m-%d %H:%M %z}"
    problem = page.print_to(target, where)
    if problem:
        raise KnownProblem(
            Problem(
                "The file could not be written",
                f"{target} could not be written: {problem}.",
                todo="Check free space and permissions, then try again.",
            )
        )
    frame.tell(Notice(f"The overview was written to {target}", tone="ok", key="print"))


def overview_page(frame: Frame) -> OverviewPage:
    """The page; it computes only while it is shown."""
    session = frame.session
    model = OverviewModel(_Figures(session.desk), local_now, frame.scope, session.desk.reviews.queue)
    page = OverviewPage(model, frame.settings)
    model.setParent(page)

    def show_list(target: Target) -> None:
        shown = frame.window.show_page(target.page)
        if isinstance(shown, ListPage):
            shown.show_only(target.words, target.ids)

    model.failed.connect(frame.scope.failed)
    session.changed.connect(model.refresh)
    unsubscribe = session.desk.reviews.subscribe(lambda _reference: model.refresh())
    page.destroyed.connect(lambda _page: unsubscribe())
    page.list_requested.connect(show_list)
    page.refresh_requested.connect(session.synchronise)
    page.print_requested.connect(lambda: frame.scope.start("print", _print(frame, page), replace=False))
    ticker = MinuteTicker(page)
    ticker.ticked.connect(page.refresh_times)
    ticker.start()
    return page
