"""The overview, computed in a worker thread whenever the records change, and only while it is shown."""

import threading
from collections.abc import AsyncIterator, Callable, Sequence
from datetime import date, datetime
from typing import Protocol

from PySide6.QtCore import QObject, QTimer, Signal

from bunkerdesk.desk.overview_figures import Overview, Period
from bunkerdesk.models.overview_picture import Ids, Picture, picture_of
from bunkerdesk.runtime.tasks import TaskScope
from bunkerdesk.runtime.threads import run_blocking

__all__ = ["CALM_MS", "OverviewModel", "Period"]

WORK = "overview"
CALM_MS = 1_500
"""A synchronisation tells of changes four times a second; figures follow more calmly."""


class Figures(Protocol):
    """What computes the figures; blocks. `head` tells at once what needs no adding up."""

    def head(self, now: datetime) -> Overview: ...

    def read(self, now: datetime, period: Period, is_stopped: Callable[[], bool] = ...) -> Overview | None: ...


Reviews = Callable[[], AsyncIterator[Sequence[object]]]
"""The queue of operations that await review, told again and again until it is whole."""


class OverviewModel(QObject):
    """Keeps the picture up to date while it is shown."""

    changed = Signal()
    busy_changed = Signal(bool)
    failed = Signal(object)

    def __init__(
        self,
        figures: Figures,
        now: Callable[[], datetime],
        scope: TaskScope,
        reviews: Reviews | None = None,
        parent: QObject | None = None,
    ) -> None:
        """Its work ends with the scope, which tells of failures."""
        super().__init__(parent)
        self.picture = Picture()
        self.period = Period.MONTH
        self.is_known = False
        """Whether a picture was computed at all."""
        self._figures = figures
        self._now = now
        self._reviews = reviews
        self._open: Ids | None = None
        self._is_shown = False
        self._is_stale = True
        self._are_reviews_stale = True
        self._stop = threading.Event()
        self._scope = scope
        self._timer = QTimer(self, singleShot=True, interval=CALM_MS)
        self._timer.timeout.connect(self._begin)

    @property
    def is_busy(self) -> bool:
        """Tell whether figures are being computed."""
        return self._scope.is_running(WORK) or self._timer.isActive()

    @property
    def days(self) -> tuple[date | None, date]:
        """The first and the last day that are added up; None where there is no beginning."""
        return self.period.days(self._now().date())

    def set_period(self, period: Period) -> None:
        """Add up other deliveries."""
        if period is not self.period:
            self.period = period
            self._begin()

    def set_shown(self, is_shown: bool) -> None:
        """A page that is not shown computes nothing."""
        self._is_shown = is_shown
        if is_shown and self._is_stale:
            self._begin()

    def refresh(self) -> None:
        """Records or reviews have changed: follow soon."""
        self._are_reviews_stale = True
        self.refresh_times()

    def refresh_times(self) -> None:
        """Time has passed: what is late may be more; the reviews are the same."""
        self._is_stale = True
        if self._is_shown and not self._timer.isActive():
            self._timer.start()

    def close(self) -> None:
        """Stop for good."""
        self._timer.stop()
        self._stop.set()
        self._scope.close()

    def _begin(self) -> None:
        self._timer.stop()
        self._is_stale = False
        self._stop.set()
        self._stop = threading.Event()
        self._scope.start(WORK, self._compute(self._stop), replace=True)

    async def _compute(self, stop: threading.Event) -> None:
        self.busy_changed.emit(True)
        try:
            await self._follow(stop)
        finally:
            if not stop.is_set():  # otherwise another computation has taken over
                self.busy_changed.emit(False)
            stop.set()

    async def _follow(self, stop: threading.Event) -> None:
        now = self._now()
        if not self.is_known:
            await self._adopt(await run_blocking(self._figures.head, now))
        overview = await run_blocking(self._figures.read, now, self.period, stop.is_set)
        if overview is None:
            return
        await self._adopt(overview)
        if self._reviews is None or not self._are_reviews_stale:
            return
        queue: Sequence[object] = ()
        self._are_reviews_stale = False  # what changes while they are read is read again
        try:
            async for part in self._reviews():
                queue = part
        except BaseException:
            self._are_reviews_stale = True
            raise
        found = frozenset(identifier for item in queue if isinstance(identifier := getattr(item, "id", None), int))
        if found != self._open:
            self._open = found
            await self._adopt(overview)

    async def _adopt(self, overview: Overview) -> None:
        """Put figures into words in a worker thread: there may be 100,000 records behind one of them."""
        self._take(overview, await run_blocking(picture_of, overview, self._open))

    def show(self, overview: Overview) -> None:
        """Show figures that were computed."""
        self._take(overview, picture_of(overview, self._open))

    def _take(self, overview: Overview, picture: Picture) -> None:
        self.is_known = overview.is_whole
        self.picture = picture
        self.changed.emit()
