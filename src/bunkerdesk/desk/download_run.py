"""One download under way: several files at once, each whole under its final name or not there at all."""

import asyncio
import contextlib
import errno
import os
import re
import secrets
import time
from collections.abc import Awaitable, Callable, Iterable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path, PurePosixPath
from typing import TypeVar

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
from bunkerdesk.desk.lines import microseconds
from bunkerdesk.desk.manifest import Entry, Manifest, hash_of, is_unchanged, now_text
from bunkerdesk.desk.merging_operation import LocalMerge
from bunkerdesk.desk.merging_process import MergeFailed
from bunkerdesk.desk.naming import UNKNOWN_ENDING, NameBook, numbered
from bunkerdesk.desk.problems import KnownProblem, Problem, explain
from bunkerdesk.rules.paper.files import SNIFFED

T = TypeVar("T")

FLUSH_SECONDS = 1.0
_SHARE = 20
"""Writing the manifest takes at most one part in so many of the time."""
_LEFTOVER = re.compile(r"\.[0-9a-f]{16}\.(?:part|download)")
_LEFT_FOR_SECONDS = 60
_HOPELESS = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO})
_NO_MERGED = (
    "The service has no merged documents: the operation was not signed in the browser. “Merge here” makes the file on "
    "this computer."
)
_MAGIC = ((b"%PDF-", "pdf"), (b"\xff\xd8\xff", "jpg"), (b"\x89PNG", "png"), (b"PK\x03\x04", "zip"), (b"GIF8", "gif"))


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
        waiting = iter([item for item in self.download.items if item.state is ItemState.WAITING])
        try:
            self._workers = [asyncio.ensure_future(self._work(waiting)) for _ in range(self.download.options.parallel)]
            await asyncio.gather(*self._workers)
        finally:
            for worker in self._workers:
                worker.cancel()
            await asyncio.gather(*self._workers, return_exceptions=True)

    # The parts of a run

    async def _prepare(self) -> None:
        folder = self.download.folder
        self._manifest = await asyncio.to_thread(_ready, folder)
        waiting = [item for item in self.download.items if item.state is ItemState.WAITING]
        self._kept = await asyncio.to_thread(self._kept_files, waiting)
        self._names = await asyncio.to_thread(_names, folder, self._manifest, self.download.items)

    def _kept_files(self, items: Iterable[Item]) -> dict[tuple[int, str], KeptDocument]:
        """What is on this computer already; the merged documents are always asked for."""
        records = {item.wanted.record for item in items if not item.wanted.is_merged}
        return {
            (record, kept.document_id): kept
            for record in records
            for kept in self._means.store.documents(lambda rows, record=record: rows.of_record(record))  # type: ignore[misc]
            if kept.document_id
        }

    async def _work(self, waiting: Iterable[Item]) -> None:
        try:
            await self._through_items(waiting)
        except asyncio.CancelledError:
            if self._ending is None:
                raise

    async def _through_items(self, waiting: Iterable[Item]) -> None:
        for item in waiting:
            if self._ending is not None:
                return
            self._mark(item, ItemState.RUNNING)
            try:
                await self._do(item)
            except (asyncio.CancelledError, _Stopped) as error:
                if item.state is ItemState.RUNNING:
                    self._mark(item, ItemState.WAITING)
                if isinstance(error, _Stopped):
                    return
                raise
            # What was begun to be written down is written, also when this worker ends meanwhile.
            await asyncio.shield(self._flush_sometimes())

    async def _do(self, item: Item) -> None:
        try:
            # Asked for in a thread only where there is something to compare.
            known = self._manifest.of(item.wanted.reference, item.wanted.document_id)
            entry = await asyncio.to_thread(self._there_already, item) if known else None
            if entry is not None:
                item.file, item.size, item.sha256 = entry.file, entry.size, entry.sha256
                self._mark(item, ItemState.SKIPPED)
                return
            await self._fetch(item)
        except (ServiceError, KnownProblem, MergeFailed, OSError) as error:
            if self._stands_in_the_way(error):
                self._stand(_said(error))
                raise _Stopped from error
            self._failed(item, _sentence(item.wanted, error, merge_here=self.download.options.merge_here))
        else:
            self._mark(item, ItemState.DONE)
            self._results.append((item.wanted.record, item.wanted.document_id, item.size, ""))

    def _there_already(self, item: Item) -> Entry | None:
        wanted = item.wanted
        for entry in self._manifest.of(wanted.reference, wanted.document_id):
            if not _is_variant(PurePosixPath(entry.file), PurePosixPath(self._names[item.id])):
                continue
            if wanted.is_merged and self._is_outdated(entry, wanted):
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
        unfinished = self.download.folder / f".{secrets.token_hex(8)}.download"
        try:
            made_from = await self._into(unfinished, item)
            fetched_at = datetime.now(UTC)
            await asyncio.to_thread(self._place, unfinished, item, made_from, fetched_at)
        except BaseException:
            await asyncio.shield(asyncio.to_thread(_remove, unfinished))
            raise

    async def _into(self, target: Path, item: Item) -> str:
        """Fetch, copy or merge; size and hash are the item's afterwards. Answers where it comes from."""
        wanted = item.wanted
        kept = self._kept.get((wanted.record, wanted.document_id))
        if kept is not None and await self._copied(kept, target):
            item.size, item.sha256 = kept.size, kept.sha256
            return "the service"
        service = await self._means.sign_in()
        try:
            call = partial(service.documents.download_quick, wanted.reference, wanted.document_id, target)
            loaded = await self._within_turns(call)
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
        return "the service"

    async def _copied(self, kept: KeptDocument, target: Path) -> bool:
        source = await self._means.documents.by_hash(kept.sha256)
        return source is not None and await asyncio.to_thread(_copy_whole, source, target, kept.sha256)

    async def _within_turns(self, call: Callable[[], Awaitable[T]]) -> T:
        async with self._turns:
            return await call()

    def _place(self, unfinished: Path, item: Item, made_from: str, fetched_at: datetime) -> None:
        """Give a whole file its final name; a file that is no download of ours is never replaced."""
        wanted, folder = item.wanted, self.download.folder
        path = PurePosixPath(self._names[item.id])
        if not wanted.has_ending:
            path = self._renamed(path, _ending(unfinished), item)
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        path = _place_beside_others(self._manifest, folder, path, unfinished, item.sha256)
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        unfinished.replace(folder / path)
        item.file = str(path)
        self._manifest.add(
            Entry(
                file=item.file,
                reference=wanted.reference,
                document_type=wanted.document_type,
                document_name=wanted.document_name,
                size=item.size,
                sha256=item.sha256,
                fetched_at=now_text(fetched_at),
                document_id=wanted.document_id,
                made_from=made_from if wanted.is_merged else "",
            )
        )

    def _renamed(self, path: PurePosixPath, ending: str, item: Item) -> PurePosixPath:
        if path.suffix == f".{ending}":
            return path
        self._names[item.id] = str(path.with_suffix(f".{ending}"))
        return path.with_suffix(f".{ending}")

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

    def _failed(self, item: Item, sentence: str) -> None:
        self._mark(item, ItemState.FAILED, sentence)
        self._results.append((item.wanted.record, item.wanted.document_id, 0, sentence))

    # Keeping and telling

    def _mark(self, item: Item, state: ItemState, problem: str = "") -> None:
        self.download.mark(item, state, problem)
        if state is ItemState.DONE:
            self.download.bytes_done += item.size
        self._changed[item.id] = item

    async def _flush_sometimes(self) -> None:
        if time.monotonic() >= self._next_flush and not self._flushing.locked():
            await self._flush()

    async def _flush(self) -> None:
        async with self._flushing:
            begun = time.monotonic()
            changed, self._changed = self._changed, {}
            results, self._results = self._results, []
            rows = [item.row() for item in changed.values()] if self.download.is_durable else []
            await asyncio.to_thread(self._write, rows)
            if results:
                await self._means.keeper.in_worker(
                    lambda: self._means.store.document_states(lambda states: states.fetched(results))
                )
                self._means.keeper.tell(Changes(frozenset(result[0] for result in results)))
            self._tell(QueueNews(self.download, frozenset(changed)))
            ended = time.monotonic()
            self._next_flush = ended + max(FLUSH_SECONDS, _SHARE * (ended - begun))

    def _write(self, rows: list[DownloadItemRow]) -> None:
        if self._manifest.has_news:
            self._manifest.write()
        if rows:
            self._rows.keep_items(rows)

    async def _close(self, state: DownloadState) -> None:
        """Put manifest and states on the disk."""
        if hasattr(self, "_manifest"):
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


def _ready(folder: Path) -> Manifest:
    """The folder, made where needed and free of what an earlier run left half-done; raises `KnownProblem`."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for leftover in folder.iterdir():
            if _LEFTOVER.fullmatch(leftover.name) and time.time() - leftover.stat().st_mtime > _LEFT_FOR_SECONDS:
                _remove(leftover)
        if not os.access(folder, os.W_OK | os.X_OK):
            raise PermissionError(errno.EACCES, "This computer does not allow writing there")
        return Manifest(folder)
    except OSError as error:
        sentence = f"The folder {folder} cannot be used: {error.strerror or error}."
        raise KnownProblem(
            Problem("The folder cannot be used", sentence, todo="Choose another folder, or mend this one.")
        ) from error


def _names(folder: Path, manifest: Manifest, items: Iterable[Item]) -> dict[int, str]:
    """Final names in the order of the items. A name that a former download of the same paper has is taken again."""
    book, names = NameBook(), dict[int, str]()
    items = list(items)
    former = {item.id: _former(manifest, item) for item in items}
    for item in items:
        path = former[item.id]
        if path is not None and not book.has(path):
            book.claim(path)
            names[item.id] = str(path)
    for item in items:
        if item.id not in names:
            names[item.id] = str(book.take(PurePosixPath(item.wanted.name), lambda path: not manifest.has(path)))
    return names


def _former(manifest: Manifest, item: Item) -> PurePosixPath | None:
    wanted = PurePosixPath(item.wanted.name)
    for entry in manifest.of(item.wanted.reference, item.wanted.document_id):
        if _is_variant(PurePosixPath(entry.file), wanted):
            return PurePosixPath(entry.file)
    return None


def _is_variant(path: PurePosixPath, wanted: PurePosixPath) -> bool:
    """Whether a path is the wanted one, perhaps numbered, perhaps with the ending that its content has."""
    if path.parent != wanted.parent:
        return False
    number = re.search(r" \((\d{1,6})\)$", path.stem)
    stems = {wanted.stem, numbered(wanted, int(number[1])).stem} if number else {wanted.stem}
    return path.stem in stems


def _place_beside_others(
    manifest: Manifest, folder: Path, path: PurePosixPath, unfinished: Path, sha256: str
) -> PurePosixPath:
    """The name, or a numbered one where a person's own file has it; one with the same content is taken as ours."""
    number = 1
    while True:
        candidate = numbered(path, number)
        target = folder / candidate
        if not os.path.lexists(target) or manifest.has(candidate):
            return candidate
        if target.is_file() and target.stat().st_size == unfinished.stat().st_size and hash_of(target) == sha256:
            return candidate
        number += 1


def _ending(path: Path) -> str:
    with path.open("rb") as file:
        head = file.read(SNIFFED)
    if b"%PDF-" in head:
        return "pdf"
    return next((ending for magic, ending in _MAGIC if head.startswith(magic)), UNKNOWN_ENDING)


def _copy_whole(source: Path, target: Path, sha256: str) -> bool:
    """Copy a kept file and test it; False where it is damaged or gone."""
    import shutil

    try:
        shutil.copyfile(source, target)
    except FileNotFoundError:
        if not target.parent.is_dir():
            raise
        return False
    return hash_of(target) == sha256


def _remove(path: Path) -> None:
    with contextlib.suppress(OSError):
        path.unlink()


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
