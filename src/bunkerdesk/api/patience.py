"""How long and how often: limits, retries with jitter, `Retry-After`, and one watchdog for all waiting calls."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from types import TracebackType

MEBIBYTE = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Limits:
    """What one client takes for itself. Seconds are those without any progress."""

    simultaneous: int = 16
    """Calls in flight; more wait for their turn."""
    downloads: int = 8
    """Downloads in flight, counted apart so that they never hold up reading."""
    connect_seconds: float = 5
    read_seconds: float = 20
    file_seconds: float = 60
    """A service may put a file together while it is waited for: a merged one of many scans."""
    pool_seconds: float = 5
    answer_bytes: int = 64 * MEBIBYTE
    """Largest answer that is read into memory."""


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """Full jitter: the n-th wait is a random part of `first_delay` × 2ⁿ, all within `budget` seconds."""

    attempts: int = 4
    budget: float = 30
    first_delay: float = 0.5
    longest_delay: float = 8
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], Awaitable[object]] = asyncio.sleep
    random: Callable[[], float] = random.random

    def delay(self, attempt: int, retry_after: float | None) -> float:
        """Seconds to wait after the failed attempt (counted from 1); never less than the service asks for."""
        longest = min(self.longest_delay, self.first_delay * 2.0 ** (attempt - 1))
        jitter = self.random() * longest
        return jitter if retry_after is None else max(retry_after, jitter)


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds of a `Retry-After` header (a number or an HTTP date), None where it is missing or unreadable.

    A date counts from the answer's own `Date`, so that a wrong clock here does no harm.
    """
    text = headers.get("retry-after", "").strip()
    if text.isascii() and text.isdigit() and len(text) <= len("31536000"):
        return float(text)
    until, now = _moment(text), _moment(headers.get("date", "")) or datetime.now(UTC)
    return None if until is None else max(0.0, (until - now).total_seconds())


def _moment(text: str) -> datetime | None:
    with suppress(ValueError, TypeError, OverflowError, IndexError):
        moment = parsedate_to_datetime(text)
        return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return None


class Watch:
    """A block that is ended with `TimeoutError` when nothing was touched for `patience` seconds, or at `end`."""

    __slots__ = ("_limit", "_watchdog", "end", "patience", "touched")

    def __init__(self, watchdog: Watchdog, patience: float, end: float) -> None:
        self._watchdog = watchdog
        self._limit = asyncio.timeout(None)
        self.patience = patience
        self.end = end
        self.touched = 0.0

    def touch(self) -> None:
        """Something arrived: patience starts anew."""
        self.touched = self._watchdog.now()

    def check(self, now: float) -> None:
        """End the block if its time is over."""
        if now >= min(self.touched + self.patience, self.end):
            self._watchdog.remove(self)
            self._limit.reschedule(now)

    async def __aenter__(self) -> Watch:
        self.touch()
        await self._limit.__aenter__()
        self._watchdog.add(self)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._watchdog.remove(self)
        await self._limit.__aexit__(kind, error, trace)


class Watchdog:
    """One timer for all calls in flight.

    A timer per read and write, as the HTTP library makes them, stays armed under qasync after it is cancelled:
    ten thousand calls leave twenty thousand of them behind, which fire later on the GUI thread.
    """

    def __init__(self, patience: float) -> None:
        self._interval = min(1.0, patience / 4)
        self._watches: set[Watch] = set()
        self._timer: asyncio.Handle | None = None
        self._loop = asyncio.get_running_loop()

    def now(self) -> float:
        """The loop's clock."""
        return self._loop.time()

    def watch(self, patience: float, budget: float = float("inf")) -> Watch:
        """A watch over one attempt: `patience` seconds without progress, `budget` seconds in all."""
        return Watch(self, patience, self.now() + budget)

    def add(self, watch: Watch) -> None:
        self._watches.add(watch)
        if self._timer is None:
            self._timer = self._loop.call_later(self._interval, self._look)

    def remove(self, watch: Watch) -> None:
        self._watches.discard(watch)

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _look(self) -> None:
        self._timer = None
        now = self.now()
        for watch in tuple(self._watches):
            watch.check(now)
        if self._watches:
            self._timer = self._loop.call_later(self._interval, self._look)
