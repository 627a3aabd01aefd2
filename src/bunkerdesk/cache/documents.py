"""Document files of one connection, kept by content: the name of a file is its hash, never what a service said."""

import contextlib
import json
import os
import secrets
import shutil
import tempfile
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from bunkerdesk.cache.database import Database

FOLDER = "documents"
_INCOMING = "incoming"
_STALE = 24 * 60 * 60
"""Seconds after which an unfinished download of an earlier run is removed."""


@dataclass(frozen=True, slots=True)
class KeptDocument:
    """What is known of a document whose file is here; `place` is relative to the folder."""

    document_id: str
    place: str
    size: int
    sha256: str
    content_type: str
    fetched_at: int


class DocumentRows:
    """The table of documents: which content a document of a record had when it was fetched last."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of_record(self, record: int) -> list[KeptDocument]:
        """Every kept document of a record."""
        sql = "SELECT document_id, path, size, sha256, content_type, fetched_at FROM document WHERE record = ?"
        return [KeptDocument(*row) for row in self._database.read(sql, (record,))]

    def of_records(self, records: Iterable[int]) -> list[tuple[int, KeptDocument]]:
        """Every kept document of any of the records, with its record."""
        sql = (
            "SELECT record, document_id, path, size, sha256, content_type, fetched_at FROM document"
            " WHERE record IN (SELECT value FROM json_each(?))"
        )
        return [(row[0], KeptDocument(*row[1:])) for row in self._database.read(sql, (json.dumps([*records]),))]

    def find(self, record: int, document_id: str) -> KeptDocument | None:
        """One kept document."""
        return next((kept for kept in self.of_record(record) if kept.document_id == document_id), None)

    def stamps(self) -> dict[int, tuple[int, int]]:
        """For every record with kept documents what changes whenever one of them does."""
        sql = "SELECT record, count(*), sum(fetched_at) FROM document GROUP BY record"
        return {row[0]: (row[1], row[2]) for row in self._database.read(sql)}

    def put(self, record: int, kept: KeptDocument) -> None:
        """Keep or replace; a record that is not in the store any more keeps nothing."""
        with self._database.transaction() as connection:
            connection.execute(
                "INSERT OR REPLACE INTO document SELECT id, ?, ?, ?, ?, ?, ? FROM record WHERE id = ?",
                (kept.document_id, kept.place, kept.size, kept.sha256, kept.content_type, kept.fetched_at, record),
            )


class ContentFolder:
    """Files by their hash. Blocking: call it in a worker thread; raises `OSError`."""

    def __init__(self, directory: Path | None) -> None:
        """With no directory the files live for this run only."""
        self._directory = directory
        self._temporary: Path | None = None
        self._root: Path | None = None

    def close(self) -> None:
        """Remove what lives for this run only."""
        if self._temporary is not None:
            shutil.rmtree(self._temporary, ignore_errors=True)
            self._temporary = self._root = None

    def incoming(self) -> Path:
        """A place for a download; its name says nothing."""
        return self._ready() / _INCOMING / secrets.token_hex(12)

    def adopt(self, file: Path, sha256: str) -> str:
        """Take a whole file in under its hash; answers its place."""
        place = f"{sha256[:2]}/{sha256}"
        target = self._ready() / place
        target.parent.mkdir(mode=0o700, exist_ok=True)
        if os.name == "posix":
            file.chmod(0o600)
        file.replace(target)
        return place

    def path(self, kept: KeptDocument) -> Path | None:
        """The file of a kept document; None where it is gone or has another length."""
        path = self.by_hash(kept.sha256)
        return path if path is not None and path.stat().st_size == kept.size else None

    def by_hash(self, sha256: str) -> Path | None:
        """The file with this content, also one that the service has replaced since."""
        if len(sha256) != 64 or not all(letter in "0123456789abcdef" for letter in sha256):
            return None
        path = self._ready() / sha256[:2] / sha256
        return path if path.is_file() else None

    def discard(self, path: Path) -> None:
        """Remove a damaged file."""
        with contextlib.suppress(OSError):
            path.unlink()

    def _ready(self) -> Path:
        if self._root is None:
            if self._directory is None:
                self._temporary = Path(tempfile.mkdtemp(prefix="bunkerdesk-documents-"))
            root = self._temporary or (self._directory or Path()) / FOLDER
            incoming = root / _INCOMING
            for folder in (root, incoming):
                folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            _sweep(list(incoming.iterdir()))
            self._root = root
        return self._root


def _sweep(leftovers: Sequence[Path]) -> None:
    for leftover in leftovers:
        with contextlib.suppress(OSError):
            if time.time() - leftover.stat().st_mtime > _STALE:
                leftover.unlink()
