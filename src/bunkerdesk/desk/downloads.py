"""The download queue: files of any selection into a folder, several at once, again after a restart.

A download stops as a whole where every further file would fail too (no network, a full disk, a folder that is gone)
and says so once; what is left goes on with `resume`.
"""

import asyncio
import contextlib
import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from bunkerdesk.cache import Store
from bunkerdesk.cache.download_rows import DownloadItemRow, DownloadRow, DownloadRows
from bunkerdesk.desk.changes import Hub, Unsubscribe
from bunkerdesk.desk.download_plan import Wanted
from bunkerdesk.desk.keeping import Keeper, now
from bunkerdesk.desk.problems import Problem
from bunkerdesk.desk.record import Record
from bunkerdesk.desk.service import SignIn

if TYPE_CHECKING:
    from bunkerdesk.desk.documents import OperationDocuments
    from bunkerdesk.desk.download_run import Run

PARALLEL = 4
MOST_PARALLEL = 8


class ItemState(StrEnum):
    """How one file stands."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    SKIPPED = "skipped"
    """It was there already, unchanged."""
    FAILED = "failed"


class DownloadState(StrEnum):
    """How a download stands as a whole."""

    WAITING = "waiting"
    RUNNING = "running"
    PAUSED = "paused"
    STOPPED = "stopped"
    """Something stands in the way of every file; `problem` says what."""
    FINISHED = "finished"
    CANCELLED = "cancelled"


UNFINISHED = frozenset({DownloadState.WAITING, DownloadState.RUNNING, DownloadState.PAUSED, DownloadState.STOPPED})


@dataclass(slots=True)
class Item:
    """One file of a download; `file` is its path below the folder once it has one."""

    id: int
    wanted: Wanted
    state: ItemState = ItemState.WAITING
    file: str = ""
    problem: str = ""
    size: int = 0
    sha256: str = ""

    def row(self) -> DownloadItemRow:
        """For the queue's table."""
        state = ItemState.WAITING if self.state is ItemState.RUNNING else self.state
        return DownloadItemRow(self.id, b"", state.value, self.file, self.problem, self.size, self.sha256)


@dataclass(frozen=True, slots=True)
class Options:
    """How to download; `parallel` files at once."""

    merge_here: bool = False
    """Merge on this computer what the service has no merged file of."""
    parallel: int = PARALLEL

    def to_json(self) -> bytes:
        """For the queue's table."""
        return json.dumps({"merge_here": self.merge_here, "parallel": self.parallel}).encode()

    @classmethod
    def from_json(cls, raw: bytes) -> "Options":
        """Read back, whatever another version wrote."""
        with contextlib.suppress(ValueError, AttributeError, TypeError):
            given = json.loads(raw)
            parallel = max(1, min(int(given.get("parallel", PARALLEL)), MOST_PARALLEL))
            return cls(merge_here=bool(given.get("merge_here")), parallel=parallel)
        return cls()


@dataclass
class Download:
    """Files into one folder."""

    id: int
    folder: Path
    options: Options
    items: list[Item]
    state: DownloadState = DownloadState.WAITING
    problem: str = ""
    bytes_done: int = 0
    """Fetched in this run of the program."""
    is_durable: bool = True
    counts: Counter[ItemState] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.counts.update(item.state for item in self.items)

    @property
    def total(self) -> int:
        """How many files."""
        return len(self.items)

    @property
    def is_active(self) -> bool:
        """Whether it is under way, or will be by itself."""
        return self.state in (DownloadState.WAITING, DownloadState.RUNNING)

    @property
    def done(self) -> int:
        """How many need nothing more."""
        return self.counts[ItemState.DONE] + self.counts[ItemState.SKIPPED]

    @property
    def failed(self) -> list[Item]:
        """What could not be fetched."""
        return [item for item in self.items if item.state is ItemState.FAILED]

    def mark(self, item: Item, state: ItemState, problem: str = "") -> None:
        """Change how an item stands."""
        self.counts[item.state] -= 1
        self.counts[state] += 1
        item.state, item.problem = state, problem


@dataclass(frozen=True, slots=True)
class QueueNews:
    """Items of a download that changed; no items: the download as a whole, or the queue where there is none."""

    download: Download | None = None
    items: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Means:
    """What downloads use of the desk."""

    store: Store
    keeper: Keeper
    sign_in: SignIn
    documents: "OperationDocuments"
    record: Callable[[int], Record | None]


class DownloadQueue:
    """One download after the other, each with several files at once. Methods belong to the loop's thread."""

    def __init__(self, means: Means) -> None:
        self._means = means
        self._rows = DownloadRows(means.store.unsent)
        self._news: Hub[QueueNews] = Hub()
        self._run: Run | None = None
        self.downloads: list[Download] = []

    def subscribe(self, listener: Callable[[QueueNews], None]) -> Unsubscribe:
        """Hear what changes."""
        return self._news.subscribe(listener)

    async def load(self) -> None:
        """Take up what an earlier run of the program left: it goes on, unless the person had paused it."""
        self.downloads = await asyncio.to_thread(self._loaded)
        self._news.publish(QueueNews())

    async def add(
        self, folder: Path, items: Sequence[Wanted], options: Options, *, is_durable: bool = True
    ) -> Download:
        """Put a download at the end of the queue; `work` does it."""
        if is_durable:
            contents = await asyncio.to_thread(lambda: [item.to_json() for item in items])
            identifier, ids = await asyncio.to_thread(
                self._rows.add, str(folder), options.to_json(), DownloadState.WAITING.value, now(), contents
            )
        else:
            identifier, ids = -len(self.downloads) - 1, range(len(items))
        made = [Item(number, wanted) for number, wanted in zip(ids, items, strict=True)]
        download = Download(identifier, folder, options, made, is_durable=is_durable)
        self.downloads.append(download)
        self._news.publish(QueueNews(download))
        return download

    @property
    def is_working(self) -> bool:
        """Whether a download is under way."""
        return self._run is not None

    @property
    def is_waiting(self) -> bool:
        """Whether `work` would do something."""
        return any(download.state is DownloadState.WAITING for download in self.downloads)

    async def work(self) -> None:
        """Do what waits, until nothing does. Failures are in the downloads, never raised; cancelling pauses nothing:

        what runs goes on with the next start.
        """
        from bunkerdesk.desk.download_run import Run

        while not self.is_working and (download := self._next()):
            self._run = Run(self._means, download, self._rows, self._news.publish)
            try:
                await self._run.all()
            finally:
                self._run = None
                self._news.publish(QueueNews(download))

    async def pause(self, download: Download) -> None:
        """Stop soon; files under way begin anew with `resume`."""
        await self._end(download, DownloadState.PAUSED)

    async def cancel(self, download: Download) -> None:
        """Give up what is left; what was fetched stays, with its manifest."""
        await self._end(download, DownloadState.CANCELLED)

    async def resume(self, download: Download) -> None:
        """Put what is left back into the queue; `work` does it."""
        if download.state not in (DownloadState.RUNNING, DownloadState.WAITING):
            await self._keep_state(download, DownloadState.WAITING)

    async def retry(self, download: Download) -> None:
        """Try everything that failed once more."""
        failed = download.failed
        for item in failed:
            download.mark(item, ItemState.WAITING)
        await self._keep(download, failed)
        self._news.publish(QueueNews(download, frozenset(item.id for item in failed)))
        await self.resume(download)

    async def remove(self, download: Download) -> None:
        """Take a download off the list; its files stay."""
        await self._end(download, DownloadState.CANCELLED)
        if download in self.downloads:
            self.downloads.remove(download)
        if download.is_durable:
            await asyncio.to_thread(self._rows.forget, download.id)
        self._news.publish(QueueNews())

    # Inside

    def _next(self) -> Download | None:
        return next((one for one in self.downloads if one.state is DownloadState.WAITING), None)

    async def _end(self, download: Download, state: DownloadState) -> None:
        if self._run is not None and self._run.download is download:
            await self._run.stop(state)
        elif download.state in UNFINISHED:
            await self._keep_state(download, state)

    async def _keep_state(self, download: Download, state: DownloadState) -> None:
        download.state, download.problem = state, ""
        if download.is_durable:
            await asyncio.to_thread(self._rows.keep_state, download.id, state.value, "")
        self._news.publish(QueueNews(download))

    async def _keep(self, download: Download, items: Iterable[Item]) -> None:
        if download.is_durable:
            rows = [item.row() for item in items]
            await asyncio.to_thread(self._rows.keep_items, rows)

    def _loaded(self) -> list[Download]:
        return [self._read(row) for row in self._rows.downloads()]

    def _read(self, row: DownloadRow) -> Download:
        items = [_item(item) for item in self._rows.items(row.id)]
        state = DownloadState(row.state) if row.state in list(DownloadState) else DownloadState.STOPPED
        is_left = any(item.state is ItemState.WAITING for item in items)
        # What stood in the way may be gone by now; if not, it is said again.
        if state is DownloadState.RUNNING or (state is DownloadState.STOPPED and is_left and row.state == state):
            return Download(row.id, Path(row.folder), Options.from_json(row.options), items)
        return Download(row.id, Path(row.folder), Options.from_json(row.options), items, state, row.problem)


def _item(row: DownloadItemRow) -> Item:
    state = ItemState(row.state) if row.state in list(ItemState) else ItemState.WAITING
    return Item(row.id, Wanted.from_json(row.content), state, row.file, row.problem, row.size, row.sha256)


def summary(download: Download) -> str:
    """`480 of 500 files, 3 failed`."""
    words = [f"{download.done} of {download.total} files"]
    if download.counts[ItemState.SKIPPED]:
        words.append(f"{download.counts[ItemState.SKIPPED]} were there already")
    if download.counts[ItemState.FAILED]:
        words.append(f"{download.counts[ItemState.FAILED]} failed")
    return ", ".join(words)


def standing_in_the_way(problem: Problem) -> str:
    """What stops a download, in one sentence with what to do."""
    return " ".join(filter(None, (problem.happened, problem.todo)))
