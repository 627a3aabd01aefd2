"""One download under way: several files at once, each whole under its final name or not there at all."""

import asyncio
import errno
import os
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Sequence
from datetime import datetime
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
from bunkerdesk.cache.documents import KeptDocument
from bunkerdesk.cache.download_rows import DownloadItemRow, DownloadRows
from bunkerdesk.desk.changes import Changes
from bunkerdesk.desk.download_plan import Wanted
from bunkerdesk.desk.downloads import Download, DownloadState, Item, ItemState, Means, QueueNews, standing_in_the_way
from bunkerdesk.desk.item_series import ItemSeries, Waiting
from bunkerdesk.desk.lines import microseconds
from bunkerdesk.desk.manifest import Entry, is_unchanged
from bunkerdesk.desk.merging_operation import LocalMerge
from bunkerdesk.desk.merging_process import MergeFailed
from bunkerdesk.desk.problems import KnownProblem, Problem, explain
from bunkerdesk.desk.service import Downloaded, Service
from bunkerdesk.desk.target_folder import SERVICE, TargetFolder, copy_whole, remove

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


class Run:
    """Works through a download; ends early with `stop`, or by itself where something stands in the way of all."""

    def __init__(self, means: Means, download: Download, rows: DownloadRows, tell: Callable[[QueueNews], None]) -> None:
        self.download = download
        self._means = means
        self._rows = rows
        self._tell = tell
        self._merge = LocalMerge(means.documents, self._within_turns)
        self._turns = asyncio.Semaphore(download.options.parallel)
        self._workers: list[asyncio.Task[None]] = []
        self._ending: DownloadState | None = None
        self._ended = asyncio.Event()
        self._events: deque[tuple[Item, ItemState, str]] = deque()
        self._changed: dict[int, Item] = {}
        self._results: list[tuple[int, str, int, str]] = []
        self._flushing = asyncio.Lock()
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
            self._stand(explain(error))
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
        waiting = Waiting(item for item in self.download.items if item.state is ItemState.WAITING)
        self._next_flush = time.monotonic() + FLUSH_SECONDS
        try:
            self._workers = [asyncio.ensure_future(self._work(waiting)) for _ in range(self.download.options.parallel)]
            self._teller = asyncio.ensure_future(self._tell_at_times())
            working = asyncio.gather(*self._workers)
            # What cannot be written down ends the work too.
            both: set[asyncio.Future[Any]] = {working, self._teller}
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            await (working if working.done() else self._teller)
        finally:
            tasks = [*self._workers, self._teller]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self._take_in()
            for item in self.download.items:
                if item.state is ItemState.RUNNING:
                    self._happened(item, ItemState.WAITING)

    # The parts of a run

    async def _prepare(self) -> None:
        self._folder = await asyncio.to_thread(TargetFolder, self.download.folder)
        await asyncio.to_thread(self._folder.name, self.download.items)
        waiting = [item for item in self.download.items if item.state is ItemState.WAITING]
        self._kept = await asyncio.to_thread(self._kept_files, waiting)

    def _kept_files(self, items: Iterable[Item]) -> dict[tuple[int, str], KeptDocument]:
        """What is on this computer already; the merged documents are always asked for."""
        records = {item.wanted.record for item in items if not item.wanted.is_merged}
        return {
            (record, kept.document_id): kept
            for record in records
            for kept in self._means.store.documents(lambda rows, record=record: rows.of_record(record))  # type: ignore[misc]
            if kept.document_id
        }

    async def _work(self, waiting: Waiting) -> None:
        try:
            while self._ending is None and (item := await asyncio.to_thread(self._next, waiting)) is not None:
                await self._through_items(item, waiting)
        except _Stopped:
            pass
        except asyncio.CancelledError:
            if self._ending is None:
                raise

    async def _through_items(self, item: Item, waiting: Waiting) -> None:
        """A series of items with this one first, then what the series could not do."""
        series = ItemSeries(item, partial(self._next, waiting), self._folder, self._happened, self._kept)
        try:
            if series.is_plain(item):
                await self._within_turns(partial(self._fetched, series))
            if series.item is not None:
                await self._fetch(series.item)
        except (ServiceError, KnownProblem, MergeFailed, OSError) as error:
            self._went_wrong(series.item or item, error)
        except asyncio.CancelledError:
            if series.item is not None:
                self._happened(series.item, ItemState.WAITING)
            raise

    async def _fetched(self, series: ItemSeries) -> None:
        service = await self._means.sign_in()
        await service.documents.download_series(series.take, series.keep)

    def _next(self, waiting: Waiting) -> Item | None:
        """The next item that has to be fetched; what is there already is passed over. For any thread."""
        while self._ending is None and (item := waiting.take()) is not None:
            self._happened(item, ItemState.RUNNING)
            entry = self._there_already(item)
            if entry is None:
                return item
            item.file, item.size, item.sha256 = entry.file, entry.size, entry.sha256
            self._happened(item, ItemState.SKIPPED)
        return None

    def _there_already(self, item: Item) -> Entry | None:
        for entry in self._folder.entries(item):
            if item.wanted.is_merged and self._is_outdated(entry, item.wanted):
                continue
            if is_unchanged(self.download.folder, entry):
                return entry
        return None

    def _is_outdated(self, entry: Entry, wanted: Wanted) -> bool:
        """Whether the operation has changed since its documents were merged."""
        stored = self._means.store.record(wanted.record)
        try:
            made = microseconds(datetime.fromisoformat(entry.fetched_at))
        except ValueError:
            return True
        return stored is not None and stored.changed_at // 1_000_000 > made // 1_000_000

    async def _fetch(self, item: Item) -> None:
        """One item the ordinary way."""
        unfinished = self._folder.unfinished()
        try:
            made_from = await self._into(unfinished, item)
            await asyncio.to_thread(self._folder.place, unfinished, item, made_from)
        except BaseException:
            await asyncio.shield(asyncio.to_thread(remove, unfinished))
            raise
        self._happened(item, ItemState.DONE)

    async def _into(self, target: Path, item: Item) -> str:
        """Fetch, copy or merge; size and hash are the item's afterwards. Answers where it comes from."""
        wanted = item.wanted
        kept = self._kept.get((wanted.record, wanted.document_id))
        if kept is not None and await self._copied(kept, target):
            item.size, item.sha256 = kept.size, kept.sha256
            return SERVICE
        service = await self._means.sign_in()
        try:
            loaded = await self._within_turns(partial(_ordinary, service, wanted, target))
        except NotFound:
            if not wanted.is_merged or not self.download.options.merge_here:
                raise
            record = await asyncio.to_thread(self._means.record, wanted.record)
            if record is None:
                raise
            result = await self._merge.merge(record, target)
            item.size, item.sha256 = result.size, result.sha256
            return "this computer"
        item.size, item.sha256 = loaded.size, loaded.sha256
        return SERVICE

    async def _copied(self, kept: KeptDocument, target: Path) -> bool:
        source = await self._means.documents.by_hash(kept.sha256)
        return source is not None and await asyncio.to_thread(copy_whole, source, target, kept.sha256)

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

    def _stand(self, problem: Problem) -> None:
        self.download.problem = standing_in_the_way(problem)
        self._end(DownloadState.STOPPED)

    def _end(self, state: DownloadState) -> None:
        if self._ending is None:
            self._ending = state
            current = asyncio.current_task()
            for worker in self._workers:
                if worker is not current:
                    worker.cancel()

    def _went_wrong(self, item: Item, error: Exception) -> None:
        if self._stands_in_the_way(error):
            self._happened(item, ItemState.WAITING)
            self._stand(_said(error))
            raise _Stopped from error
        problem = _sentence(item.wanted, error, merge_here=self.download.options.merge_here)
        self._happened(item, ItemState.FAILED, problem)

    # Keeping and telling

    def _happened(self, item: Item, state: ItemState, problem: str = "") -> None:
        """Note what became of an item, from any thread; the loop's thread takes it in a little later."""
        self._events.append((item, state, problem))

    def _take_in(self) -> None:
        while self._events:
            item, state, problem = self._events.popleft()
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
            try:
                await self._flush()
            except OSError as error:
                self.download.problem = standing_in_the_way(explain(error))
                state = DownloadState.STOPPED
        await self._keep_state(state)

    async def _keep_state(self, state: DownloadState) -> None:
        self.download.state = state
        if state is not DownloadState.STOPPED:
            self.download.problem = ""
        if self.download.is_durable:
            await asyncio.to_thread(self._rows.keep_state, self.download.id, state.value, self.download.problem)
        self._tell(QueueNews(self.download))


async def _ordinary(service: Service, wanted: Wanted, target: Path) -> Downloaded:
    if wanted.is_merged:
        return await service.documents.download_merged(wanted.reference, target)
    return await service.documents.download(wanted.reference, wanted.document_id, target)


def _said(error: Exception) -> Problem:
    return (
        Problem("Merging failed", str(error), todo="Check free space.")
        if isinstance(error, MergeFailed)
        else explain(error)
    )


def _sentence(wanted: Wanted, error: Exception, *, merge_here: bool) -> str:
    if isinstance(error, NotFound) and wanted.is_merged and not merge_here:
        return _NO_MERGED
    if isinstance(error, MergeFailed):
        return str(error)
    if isinstance(error, SharedReference):
        return "Several operations share this reference; the service gives documents only where there is one."
    return explain(error).happened
