"""The download queue: files of any selection into a folder, several at once, again after a restart.

A download stops as a whole where every further file would fail too (no network, a full disk, a folder that is gone)
and says so once; what is left goes on with `resume`.
"""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from bunkerdesk.cache.download_rows import DownloadItemRow, DownloadRow, DownloadRows
from bunkerdesk.desk.changes import Hub, Unsubscribe
from bunkerdesk.desk.download_items import (
    UNFINISHED,
    Download,
    DownloadState,
    Item,
    ItemState,
    Means,
    Options,
    QueueNews,
)
from bunkerdesk.desk.download_wanted import Wanted
from bunkerdesk.desk.keeping import now
from bunkerdesk.rules import wording

if TYPE_CHECKING:
    from bunkerdesk.desk.download_run import Run


class DownloadQueue:
    """One download after the other, each with several files at once. Methods belong to the loop's thread."""

    def __init__(self, means: Means) -> None:
        self._means = means
        self._rows = DownloadRows(means.store.unsent)
        self._news: Hub[QueueNews] = Hub()
        self._run: Run | None = None
        self._growing = asyncio.Lock()
        self.downloads: list[Download] = []

    def subscribe(self, listener: Callable[[QueueNews], None]) -> Unsubscribe:
        """Hear what changes."""
        return self._news.subscribe(listener)

    async def load(self) -> None:
        """Take up what an earlier run of the program left: it goes on, unless the person had paused it."""
        # What is added meanwhile is neither lost nor there twice: two of one id would fetch every file twice.
        async with self._growing:
            known = {download.id for download in self.downloads}
            left = await asyncio.to_thread(self._loaded)
            self.downloads[:0] = [download for download in left if download.id not in known]
        self._news.publish(QueueNews())

    async def add(
        self, folder: Path, items: Sequence[Wanted], options: Options, *, is_durable: bool = True
    ) -> Download:
        """Put a download at the end of the queue; `work` does it."""
        async with self._growing:
            download = await self._added(folder, items, options, is_durable=is_durable)
        self._news.publish(QueueNews(download))
        return download

    async def _added(self, folder: Path, items: Sequence[Wanted], options: Options, *, is_durable: bool) -> Download:
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
    words = [f"{wording.number(download.done)} of {wording.count_words(download.total, 'file')}"]
    if download.counts[ItemState.SKIPPED]:
        words.append(f"{wording.count_words(download.counts[ItemState.SKIPPED], 'was', 'were')} there already")
    if download.counts[ItemState.FAILED]:
        words.append(f"{wording.number(download.counts[ItemState.FAILED])} failed")
    return ", ".join(words)
