"""Two clocks: the wall clock that dates changes and tokens, and the faster time in which operations live."""

from datetime import UTC, datetime, timedelta
from typing import Protocol

PACE = 60
"""Sandbox seconds in a real second: an hour at the berth passes in a minute."""


class Clock(Protocol):
    """Tells the moment: aware, UTC."""

    def now(self) -> datetime: ...


class WallClock:
    """The machine's clock."""

    def now(self) -> datetime:
        return datetime.now(UTC)


class SandboxTime:
    """Time that runs `PACE` times as fast as the wall clock from a given moment on."""

    def __init__(self, clock: Clock, start: datetime, pace: int = PACE) -> None:
        self._clock = clock
        self._start = start
        self._began = clock.now()
        self._pace = pace

    def now(self) -> datetime:
        elapsed: timedelta = self._clock.now() - self._began
        return self._start + max(elapsed, timedelta()) * self._pace


def utc_text(moment: datetime) -> str:
    """A moment in UTC as JSON carries it."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
