"""Documents of an operation: download to a file, whole or not at all."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from bunkerdesk.api.caller import Caller
from bunkerdesk.api.errors import Refused, UnreadableAnswer
from bunkerdesk.api.orders import Answer, Order
from bunkerdesk.api.partial_file import PartialFile
from bunkerdesk.api.wishes import NO_DOCUMENT, SNIFFED, Source, Wish, document_path
from bunkerdesk.api.wording import is_page

Progress = Callable[[int, int | None], object]
"""Called with the bytes received and the bytes expected, the latter None where the service does not say."""

_PIECE = 512 * 1024
_PROGRESS_SECONDS = 0.1
_OK = 200


@dataclass(frozen=True, slots=True)
class Downloaded:
    """A whole document on the disk. `content_type` as the service said, without parameters; may be empty."""

    path: Path
    content_type: str
    size: int
    sha256: str


class Documents:
    """Document files of operations."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    async def download(
        self, reference: str, document_id: str, target: str | Path, on_progress: Progress | None = None
    ) -> Downloaded:
        """Download a document; a file at the target is replaced, and only by a whole one.

        Raises `NotFound`, `SharedReference`, `UnreadableAnswer` for a page instead of a document, `NotSaved`.
        """
        if not document_id:
            raise Refused("A document's id must not be empty.")
        return await self._download(document_path(reference, document_id), Path(target), on_progress)

    async def download_merged(
        self, reference: str, target: str | Path, on_progress: Progress | None = None
    ) -> Downloaded:
        """Download the merged documents; only of operations signed in the browser."""
        return await self._download(document_path(reference, ""), Path(target), on_progress)

    async def download_series(
        self, source: Source, at_once: int, ordinary: Callable[[Wish], Awaitable[object]]
    ) -> None:
        """Download many in few steps where each answer is plain, so many at once; no progress.

        A thread asks the source for one after the other and hands it each whole file, which is not yet on the disk
        for certain. `ordinary` is for a wish that needs the ordinary way, with nothing left of its file; it runs on
        the loop and counts among the many. Raises what signing in raises, and what `ordinary` and the source raise
        where they must not; then, and when cancelled, nothing further is kept.
        """
        await self._caller.fetch_series(source, at_once, ordinary)

    async def download_wish(self, wish: Wish) -> Downloaded:
        """Download one of a series the ordinary way: whole, but like its companions not yet on the disk for certain.

        Raises as `download`.
        """
        return await self._download(
            document_path(wish.reference, wish.document_id), Path(wish.target), None, is_lasting=False
        )

    async def _download(
        self, path: str, target: Path, on_progress: Progress | None, *, is_lasting: bool = True
    ) -> Downloaded:
        order = Order("GET", path, accept=b"*/*", is_file=True, is_single_read=True)
        sink = _FileSink(self._caller, partial(PartialFile, target, is_lasting=is_lasting), on_progress)
        try:
            await self._caller.stream(order, sink.renewed)
            return await sink.finish()
        finally:
            await sink.discard()


class _FileSink:
    """Collects the pieces of one download and writes them in a worker, half a megabyte at a time."""

    def __init__(self, caller: Caller, new_file: Callable[[], PartialFile], on_progress: Progress | None) -> None:
        self._caller = caller
        self._new_file = new_file
        self._on_progress = on_progress
        self._start_over()

    def _start_over(self) -> None:
        self._file = self._new_file()
        self._pending = bytearray()
        self._received = 0
        self._total: int | None = None
        self._reported_at = 0.0
        self._head: Answer | None = None
        self._is_finished = False

    async def renewed(self) -> _FileSink:
        """The sink for another attempt: what the last one left is gone."""
        await self.discard()
        self._start_over()
        return self

    def begin(self, head: Answer) -> None:
        if head.status != _OK or head.content_type in NO_DOCUMENT:
            raise _no_document(head)
        self._head = head
        length = head.headers.get("content-length", "")
        self._total = int(length) if length.isdigit() and "content-encoding" not in head.headers else None

    async def take(self, chunk: bytes) -> None:
        if self._received < SNIFFED:
            self._sniff(chunk)
        self._received += len(chunk)
        self._pending += chunk
        if len(self._pending) >= _PIECE:
            await self._flush()
        self._report(is_last=False)

    async def finish(self) -> Downloaded:
        """Give the file its final name."""
        await self._flush()
        await self._caller.in_worker(self._file.finish)
        self._is_finished = True
        self._report(is_last=True)
        content_type = self._head.content_type if self._head else ""
        return Downloaded(self._file.target, content_type, self._file.size, self._file.sha256)

    async def discard(self) -> None:
        """Remove what is not finished, even while a worker still writes and the caller was cancelled."""
        if not self._is_finished:
            removal = asyncio.get_running_loop().run_in_executor(None, self._file.discard)
            await asyncio.shield(removal)

    async def _flush(self) -> None:
        piece, self._pending = bytes(self._pending), bytearray()
        await self._caller.in_worker(lambda: self._file.write(piece))

    def _sniff(self, chunk: bytes) -> None:
        """Refuse a page that calls itself a document: a sign-in page between here and the service."""
        start = bytes(self._pending[:SNIFFED]) + chunk[:SNIFFED]
        if self._head is not None and is_page(start.decode("utf-8", "replace")):
            raise _no_document(self._head)

    def _report(self, *, is_last: bool) -> None:
        now = asyncio.get_running_loop().time()
        if self._on_progress is None or not (is_last or now - self._reported_at >= _PROGRESS_SECONDS):
            return
        self._reported_at = now
        self._on_progress(self._received, self._total)


def _no_document(head: Answer) -> UnreadableAnswer:
    kind = head.content_type or "no content type"
    failure = UnreadableAnswer(
        f"The service answered with something else than a document (HTTP {head.status}, {kind}).", status=head.status
    )
    failure.content_type = head.content_type
    return failure
