"""A series of files on the loop: it renews the token meanwhile, and does what needs the ordinary way."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from bunkerdesk.api.connections import Connections
from bunkerdesk.api.quick_files import Series
from bunkerdesk.api.tokens import Token
from bunkerdesk.api.wishes import Source, Wish

_TOKEN_SECONDS = 1.0
"""How long a token is used without asking whether it is still good."""
_STOP_SECONDS = 2.0


async def run_series(
    connections: Connections,
    source: Source,
    at_once: int,
    ordinary: Callable[[Wish], Awaitable[object]],
    token: Callable[[], Awaitable[Token]],
) -> None:
    """See `Documents.download_series`."""
    ways = _OrdinaryWays(ordinary)
    series = Series(connections, source, at_once, ways.begin_from_thread)
    ways.series = series
    series.authorization = (await token()).authorization()
    working = asyncio.get_running_loop().run_in_executor(connections.workers, series.run)
    try:
        while not (await asyncio.wait({working}, timeout=_TOKEN_SECONDS))[0]:
            series.authorization = (await token()).authorization()
        ways.raise_failure()
        await working
    finally:
        series.stop()
        await ways.close()
        # Not without end: a thread that is still connecting finds itself stopped later.
        await asyncio.wait({working}, timeout=_STOP_SECONDS)
        working.add_done_callback(_forget)


class _OrdinaryWays:
    """The files of a series that are fetched on the loop."""

    def __init__(self, ordinary: Callable[[Wish], Awaitable[object]]) -> None:
        self.series: Series | None = None
        self._ordinary = ordinary
        self._loop = asyncio.get_running_loop()
        self._tasks: set[asyncio.Future[object]] = set()
        self._failure: BaseException | None = None
        self._is_closed = False

    def begin_from_thread(self, wish: Wish) -> None:
        self._loop.call_soon_threadsafe(self._begin, wish)

    def raise_failure(self) -> None:
        if self._failure is not None:
            raise self._failure

    async def close(self) -> None:
        self._is_closed = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _begin(self, wish: Wish) -> None:
        if not self._is_closed:
            task = asyncio.ensure_future(self._ordinary(wish))
            self._tasks.add(task)
            task.add_done_callback(self._on_done)

    def _on_done(self, task: asyncio.Future[object]) -> None:
        self._tasks.discard(task)
        if self.series is None:
            return
        self.series.done_elsewhere()
        if not task.cancelled() and task.exception() is not None:
            self._failure = self._failure or task.exception()
            self.series.stop()


def _forget(done: asyncio.Future[None]) -> None:
    """Nobody waits for it any more, whatever it ended with."""
    if not done.cancelled():
        done.exception()
