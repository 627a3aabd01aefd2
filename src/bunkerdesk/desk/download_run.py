"""One download under way: several files at once, each whole under its final name or not there at all."""

import asyncio
import errno
import os
import threading
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from bunkerdesk.api.errors import (
    AuthenticationFailed,
    InsecureAddress,
    NotFound,
    NotSaved,
    ServiceError,
    SharedReference,
    TooManyRequests,
    Unreachable,
)
from bunkerdesk.api.partial_file import not_saved
from bunkerdesk.api.wishes import Wish
from bunkerdesk.cache.download_rows import DownloadItemRow, DownloadRows
from bunkerdesk.desk.changes import Changes
from bunkerdesk.desk.download_here import WhatIsHere
from bunkerdesk.desk.download_items import (
    Download,
    DownloadState,
    Item,
    ItemState,
    Means,
    QueueNews,
    standing_in_the_way,
)
from bunkerdesk.desk.download_wanted import Wanted
from bunkerdesk.desk.item_series import ItemSeries
from bunkerdesk.desk.manifest import MANIFEST
from bunkerdesk.desk.merging_operation import LocalMerge
from bunkerdesk.desk.merging_process import MergeFailed
from bunkerdesk.desk.problems import KnownProblem, Problem, explain
from bunkerdesk.desk.target_folder import SERVICE, TargetFolder, remove

T = TypeVar("T")

FLUSH_SECONDS = 1.0
_LOOK_SECONDS = 0.1
_SHARE = 20
"""Writing the manifest takes at most one part in so many of the time."""
_HOPELESS = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO})
_NO_MERGED = (
    "The service has no merged documents: the operation was not signed in the browser. “Merge here” makes the file on "
    "this computer."
)


class _Stopped(Exception):
    """Every further file would fail like this one."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.title)
        self.problem = problem


class Run:
    """Works through a download; ends early with `stop`, or by itself where something stands in the way of all."""

    def __init__(self, means: Means, download: Download, rows: DownloadRows, tell: Callable[[QueueNews], None]) -> None:
        self.download = download
        self._means = means
        self._rows = rows
        self._tell = tell
        self._merge = LocalMerge(means.documents, self._within_turns)
        # As many as there are files on the ordinary way: they share what the series has given up for them.
        self._turns = asyncio.Semaphore(0)
        self._work: asyncio.Task[None] | None = None
        self._ending: DownloadState | None = None
        self._ended = asyncio.Event()
        self._events: deque[tuple[Item, ItemState, str]] = deque()
        self._changed: dict[int, Item] = {}
        self._results: list[tuple[int, str, int, str]] = []
        self._flushing = asyncio.Lock()
        self._taking = threading.Lock()
        self._next_flush = 0.0

    async def all(self) -> None:
        """Until nothing waits any more; raises nothing but cancellation."""
        try:
            await self._through()
        except asyncio.CancelledError:
            # The program ends: what is left goes on with its next start.
            await asyncio.shield(self._close(self._ending or DownloadState.WAITING))
            raise
        except Exception as error:  # noqa: BLE001  a download ends in a state, never in a traceback
            self._stand(self._said(error))
        finally:
            self._merge.close()
            self._ended.set()
        await self._close(self._ending or DownloadState.FINISHED)

    async def stop(self, state: DownloadState) -> None:
        """End soon in this state; answers when nothing is under way any more."""
        self._end(state)
        await self._ended.wait()

    async def _through(self) -> None:
        await self._keep_state(DownloadState.RUNNING)
        await self._prepare()
        waiting = [item for item in self.download.items if item.state is ItemState.WAITING]
        self._next_flush = time.monotonic() + FLUSH_SECONDS
        self._work = asyncio.ensure_future(self._all_items(waiting))
        teller = asyncio.ensure_future(self._tell_at_times())
        try:
            # What cannot be written down ends the work too.
            both: set[asyncio.Future[Any]] = {self._work, teller}
            done, _ = await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            for task in (self._work, teller):
                task.cancel()
            await asyncio.gather(self._work, teller, return_exceptions=True)
            self._take_in()
            for item in self.download.items:
                if item.state is ItemState.RUNNING:
                    self._happened(item, ItemState.WAITING)

    # The parts of a run

    async def _prepare(self) -> None:
        self._folder = await asyncio.to_thread(TargetFolder, self.download.folder)
        await asyncio.to_thread(self._folder.name, self.download.items)

    async def _all_items(self, waiting: Sequence[Item]) -> None:
        try:
            left = await self._use_what_is_here(waiting)
            if left and self._ending is None:
                await self._fetch_all(left)
        except _Stopped as stopped:
            self._stand(stopped.problem)
        except ServiceError as error:
            self._stand(explain(error))
        except asyncio.CancelledError:
            if self._ending is None:
                raise

    async def _use_what_is_here(self, waiting: Sequence[Item]) -> list[Item]:
        """Settle what is on this computer already; answers what has to be fetched."""
        here = WhatIsHere(self._means, self._folder, self._happened)
        looking = iter(await asyncio.to_thread(here.candidates, waiting))
        settled: set[int] = set()

        async def look() -> None:
            for item in looking:
                if self._ending is not None:
                    break
                try:
                    is_settled = await here.settles(item)
                except OSError as error:
                    self._went_wrong(item, error)
                    is_settled = True
                if is_settled:
                    settled.add(item.id)

        looks = (look() for _ in range(self.download.options.parallel))
        for failure in await asyncio.gather(*looks, return_exceptions=True):
            if failure is not None:
                raise failure
        return [item for item in waiting if item.id not in settled]

    async def _fetch_all(self, left: Sequence[Item]) -> None:
        service = await self._means.sign_in()
        series = ItemSeries(partial(self._next, iter(left)), self._folder, self._happened, self._went_wrong)
        parallel = min(self.download.options.parallel, len(left))
        await service.documents.download_series(series, parallel, partial(self._by_itself, series))

    def _next(self, left: Iterator[Item]) -> Item | None:
        """The next item to be fetched; for the threads that fetch."""
        with self._taking:
            item = None if self._ending is not None else next(left, None)
        if item is not None:
            self._happened(item, ItemState.RUNNING)
        return item

    async def _by_itself(self, series: ItemSeries, wish: Wish) -> None:
        """One item the ordinary way."""
        item = series.item(wish)
        self._turns.release()
        try:
            await self._fetch(item, wish)
        except (ServiceError, KnownProblem, MergeFailed, OSError) as error:
            self._went_wrong(item, error)
        finally:
            await self._turns.acquire()

    async def _fetch(self, item: Item, wish: Wish) -> None:
        try:
            made_from = await self._into(wish, item)
            await asyncio.to_thread(self._folder.place, wish.target, item, made_from)
        except BaseException:
            await asyncio.shield(asyncio.to_thread(remove, wish.target))
            raise
        self._happened(item, ItemState.DONE)

    async def _into(self, wish: Wish, item: Item) -> str:
        """Fetch or merge; size and hash are the item's afterwards. Answers where it comes from."""
        wanted = item.wanted
        service = await self._means.sign_in()
        try:
            loaded = await self._within_turns(partial(service.documents.download_wish, wish))
        except NotFound:
            if not wanted.is_merged or not self.download.options.merge_here:
                raise
            record = await asyncio.to_thread(self._means.record, wanted.record)
            if record is None:
                raise
            result = await self._merge.merge(record, Path(wish.target))
            item.size, item.sha256 = result.size, result.sha256
            return "this computer"
        item.size, item.sha256 = loaded.size, loaded.sha256
        return SERVICE

    async def _within_turns(self, call: Callable[[], Awaitable[T]]) -> T:
        async with self._turns:
            return await call()

    # What goes wrong

    def _stands_in_the_way(self, error: Exception) -> bool:
        match error:
            case Unreachable() | AuthenticationFailed() | TooManyRequests() | InsecureAddress() | KnownProblem():
                return True
            case NotSaved() | MergeFailed() | OSError():
                folder = self.download.folder
                return error.errno in _HOPELESS or not folder.is_dir() or not os.access(folder, os.W_OK)
        return False

    def _said(self, error: Exception) -> Problem:
        match error:
            case MergeFailed():
                return Problem("Merging failed", str(error), todo="Check free space.")
            case OSError():
                return explain(not_saved(error, self.download.folder / MANIFEST))
        return explain(error)

    def _stand(self, problem: Problem) -> None:
        self.download.problem = standing_in_the_way(problem)
        self._end(DownloadState.STOPPED)

    def _end(self, state: DownloadState) -> None:
        if self._ending is None:
            self._ending = state
            if self._work is not None and self._work is not asyncio.current_task():
                self._work.cancel()

    def _went_wrong(self, item: Item, error: Exception) -> None:
        """Note it, from any thread; raises `_Stopped` where every further file would fail too."""
        if isinstance(error, OSError):
            error = not_saved(error, self.download.folder / item.wanted.name)
        if self._stands_in_the_way(error):
            self._happened(item, ItemState.WAITING)
            raise _Stopped(self._said(error)) from error
        problem = _sentence(item.wanted, error, merge_here=self.download.options.merge_here)
        self._happened(item, ItemState.FAILED, problem)

    # Keeping and telling

    def _happened(self, item: Item, state: ItemState, problem: str = "") -> None:
        """Note what became of an item, from any thread; the loop's thread takes it in a little later."""
        self._events.append((item, state, problem))

    def _take_in(self) -> None:
        latest: dict[int, tuple[Item, ItemState, str]] = {}
        while self._events:
            event = self._events.popleft()
            latest[event[0].id] = event
        for item, state, problem in latest.values():
            self.download.mark(item, state, problem)
            self._changed[item.id] = item
            if state is ItemState.DONE:
                self.download.bytes_done += item.size
                self._results.append((item.wanted.record, item.wanted.document_id, item.size, ""))
            elif state is ItemState.FAILED:
                self._results.append((item.wanted.record, item.wanted.document_id, 0, problem))

    async def _tell_at_times(self) -> None:
        """Until cancelled."""
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            self._take_in()
            if time.monotonic() >= self._next_flush:
                # What was begun to be written down is written, also when this ends meanwhile.
                await asyncio.shield(self._flush())

    async def _flush(self) -> None:
        async with self._flushing:
            begun = time.monotonic()
            self._take_in()
            changed, self._changed = self._changed, {}
            results, self._results = self._results, []
            rows = [item.row() for item in changed.values()] if self.download.is_durable else []
            try:
                await asyncio.gather(asyncio.to_thread(self._write, rows), self._keep_results(results))
            except OSError:
                self._changed = changed | self._changed
                raise
            if results:
                self._means.keeper.tell(Changes(frozenset(result[0] for result in results)))
            self._tell(QueueNews(self.download, frozenset(changed)))
            ended = time.monotonic()
            self._next_flush = ended + max(FLUSH_SECONDS, _SHARE * (ended - begun))

    async def _keep_results(self, results: Sequence[tuple[int, str, int, str]]) -> None:
        if results:
            await self._means.keeper.in_worker(
                lambda: self._means.store.document_states(lambda states: states.fetched(results))
            )

    def _write(self, rows: list[DownloadItemRow]) -> None:
        self._folder.write_manifest()
        if rows:
            self._rows.keep_items(rows)

    async def _close(self, state: DownloadState) -> None:
        """Put manifest and states on the disk."""
        if hasattr(self, "_folder"):
            await asyncio.to_thread(self._folder.remove_empty)
            try:
                await self._flush()
            except OSError as error:
                self.download.problem = standing_in_the_way(self._said(error))
                state = DownloadState.STOPPED
        await self._keep_state(state)

    async def _keep_state(self, state: DownloadState) -> None:
        self.download.state = state
        if state is not DownloadState.STOPPED:
            self.download.problem = ""
        if self.download.is_durable:
            await asyncio.to_thread(self._rows.keep_state, self.download.id, state.value, self.download.problem)
        self._tell(QueueNews(self.download))


def _sentence(wanted: Wanted, error: Exception, *, merge_here: bool) -> str:
    if isinstance(error, NotFound) and wanted.is_merged and not merge_here:
        return _NO_MERGED
    if isinstance(error, MergeFailed):
        return str(error)
    if isinstance(error, SharedReference):
        return "Several operations share this reference; the service gives documents only where there is one."
    return explain(error).happened
