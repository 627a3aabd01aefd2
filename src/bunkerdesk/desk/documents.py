"""Documents of an operation: from the local store at once when seen before, else fetched whole and kept."""

import asyncio
import hashlib
import secrets
import shutil
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from weakref import WeakValueDictionary

from bunkerdesk.cache import Store
from bunkerdesk.cache.documents import ContentFolder, KeptDocument
from bunkerdesk.contract.operation import DocumentReference
from bunkerdesk.desk.keeping import Keeper
from bunkerdesk.desk.lines import from_microseconds, microseconds
from bunkerdesk.desk.record import Record
from bunkerdesk.desk.service import SignIn
from bunkerdesk.rules.paper.files import SNIFFED, DocumentFile, kind_of

Progress = Callable[[int, int | None], object]
"""Bytes received, and bytes expected where the service says."""


class OperationDocuments:
    """The files behind document references; methods belong to the loop's thread, files and hashes to workers."""

    def __init__(self, store: Store, keeper: Keeper, sign_in: SignIn) -> None:
        self._store = store
        self._keeper = keeper
        self._sign_in = sign_in
        self._folder = ContentFolder(store.directory)
        # Two who want one document wait for one download.
        self._locks: WeakValueDictionary[tuple[int, str], asyncio.Lock] = WeakValueDictionary()

    def close(self) -> None:
        """Remove files that live for this run only; blocks for a moment."""
        self._folder.close()

    async def fetch(
        self,
        record: Record,
        reference: DocumentReference,
        on_progress: Progress | None = None,
        *,
        again: bool = False,
    ) -> DocumentFile:
        """The file of a document reference.

        `again` asks the service even if the file is here; a content that differs names the former hash in
        `changed_from`. Raises what the client raises; a kept file then stays as it is.
        """
        document_id = reference.document_id or "?"
        async with self._locks.setdefault((record.id, document_id), asyncio.Lock()):
            kept = await asyncio.to_thread(self._read, record.id, document_id)
            if kept is not None and not again:
                return kept
            return await self._download(record, document_id, on_progress)

    async def kept(self, record: Record, reference: DocumentReference) -> DocumentFile | None:
        """The file if it is here, whole and unchanged; never asks the service."""
        return await asyncio.to_thread(self._read, record.id, reference.document_id or "?")

    async def by_hash(self, sha256: str) -> Path | None:
        """A content fetched once, also after the service gave another: what a sign-off was about."""
        return await asyncio.to_thread(self._folder.by_hash, sha256)

    async def save_copy(self, file: DocumentFile, target: Path) -> None:
        """Copy a file out of the store; the target is replaced as a whole. Raises `OSError`."""
        await asyncio.to_thread(_copy, file.path, target)

    async def outside_copy(self, file: DocumentFile, name: str) -> Path:
        """A copy for another program under a plain name, which must not change the kept file."""
        folder = file.path.parents[1] / "outside" / file.sha256[:12]
        await asyncio.to_thread(folder.mkdir, 0o700, True, True)
        target = folder / name
        await self.save_copy(file, target)
        return target

    # Inside

    async def _download(self, record: Record, document_id: str, on_progress: Progress | None) -> DocumentFile:
        service = await self._sign_in()
        target = await asyncio.to_thread(self._folder.incoming)
        loaded = await service.documents.download(record.reference, document_id, target, on_progress)
        place = await asyncio.to_thread(self._folder.adopt, loaded.path, loaded.sha256)
        moment = microseconds(datetime.now(UTC))
        new = KeptDocument(document_id, place, loaded.size, loaded.sha256, loaded.content_type, moment)
        former = await self._keeper.in_worker(partial(self._keep, record.id, new))
        return await asyncio.to_thread(self._file, new, former)

    def _keep(self, record: int, new: KeptDocument) -> str:
        """Keep what was fetched; answers the former hash where it was another."""
        former = self._store.documents(lambda rows: rows.find(record, new.document_id))
        self._store.documents(lambda rows: rows.put(record, new))
        return former.sha256 if former and former.sha256 != new.sha256 else ""

    def _read(self, record: int, document_id: str) -> DocumentFile | None:
        kept = self._store.documents(lambda rows: rows.find(record, document_id))
        path = self._folder.path(kept) if kept else None
        if kept is None or path is None:
            return None
        if _hash(path) != kept.sha256:
            self._folder.discard(path)
            return None
        return self._file(kept)

    def _file(self, kept: KeptDocument, former: str = "") -> DocumentFile:
        path = self._folder.path(kept)
        if path is None:
            raise FileNotFoundError(2, "The kept file is gone", kept.sha256)
        with path.open("rb") as file:
            kind = kind_of(file.read(SNIFFED))
        fetched_at = from_microseconds(kept.fetched_at)
        return DocumentFile(path, kind, kept.content_type, kept.size, kept.sha256, fetched_at, former)


def _hash(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _copy(source: Path, target: Path) -> None:
    partial_copy = target.with_name(f".{secrets.token_hex(8)}.part")
    try:
        shutil.copyfile(source, partial_copy)
        partial_copy.replace(target)
    except OSError:
        partial_copy.unlink(missing_ok=True)
        raise
