"""What lies in a download folder: `manifest.csv` for people and spreadsheets, `SHA256SUMS` for `sha256sum -c`.

Written as a whole under another name and then put in place. What is in the manifest with an unchanged file is not
downloaded again. Blocking: for a worker thread.
"""

import contextlib
import csv
import hashlib
import io
import os
import re
import secrets
import threading
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import NamedTuple

MANIFEST = "manifest.csv"
SUMS = "SHA256SUMS"
_HEADINGS = (
    *("file", "reference", "document type", "document name", "size", "sha256", "fetched at", "document id"),
    "made from",
)
_PLAIN_LINE = re.compile(r"(?:(?:[0-9A-Za-z][ !#-+\--~]*)?,){8}(?:[0-9A-Za-z][ !#-+\--~]*)?")
"""Nine fields without a quotation mark, each empty or beginning with a letter or digit: nothing to quote or defuse."""
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠", "'")


class Entry(NamedTuple):
    """A file in the folder. `document_id` is empty for merged documents; `made_from` then tells of what."""

    file: str
    """The path below the folder, with `/`."""
    reference: str
    document_type: str
    document_name: str
    size: int
    sha256: str
    fetched_at: str
    """ISO 8601 with its offset."""
    document_id: str
    made_from: str = ""

    @property
    def key(self) -> tuple[str, str]:
        """What the file is of."""
        return self.reference, self.document_id


class Manifest:
    """The entries of one folder; several downloads may add to it."""

    def __init__(self, folder: Path) -> None:
        """An entry without its file is forgotten; a manifest that cannot be read counts as none."""
        self.folder = folder
        self._lock = threading.Lock()
        self._added: dict[str, Entry] = {}
        self._written: tuple[int, int, int] | None = None
        self._entries = {entry.file: entry for entry in _read(folder / MANIFEST) if (folder / entry.file).is_file()}
        self._by_key: dict[tuple[str, str], list[Entry]] = {}
        for entry in self._entries.values():
            self._by_key.setdefault(entry.key, []).append(entry)

    def of(self, reference: str, document_id: str) -> list[Entry]:
        """The entries of one document, or of the merged ones."""
        return self._by_key.get((reference, document_id), [])

    def has(self, file: str, key: tuple[str, str] | None = None) -> bool:
        """Whether a file of the folder was downloaded by this program, or even is that of one document."""
        entry = self._entries.get(file)
        return entry is not None and key in (None, entry.key)

    def add(self, entry: Entry) -> None:
        """Take a new file in; `write` puts it on the disk."""
        with self._lock:
            self._entries[entry.file] = self._added[entry.file] = entry
            self._by_key[entry.key] = [entry]

    @property
    def has_news(self) -> bool:
        """Whether something was added since the last `write`."""
        return bool(self._added)

    def write(self) -> None:
        """Put both files in place, with what another download has added meanwhile. Raises `OSError`."""
        with self._lock:
            added, self._added = self._added, {}
        try:
            others = self._of_others()
            with self._lock:
                self._entries = others | self._entries
                entries = sorted(self._entries.values(), key=lambda entry: entry.file)
            _replace(self.folder / MANIFEST, _table(entries))
            self._written = _state_of(self.folder / MANIFEST)
            _replace(self.folder / SUMS, "".join(map(_sum_line, entries)))
        except OSError:
            with self._lock:
                self._added = added | self._added
            raise

    def _of_others(self) -> dict[str, Entry]:
        """What stands in the file and is there; nothing new where it is as it was written last."""
        path = self.folder / MANIFEST
        if self._written is not None and self._written == _state_of(path):
            return {}
        return {entry.file: entry for entry in _read(path) if (self.folder / entry.file).is_file()}


def _state_of(path: Path) -> tuple[int, int, int] | None:
    try:
        state = path.stat()
    except OSError:
        return None
    return state.st_mtime_ns, state.st_size, state.st_ino


def is_unchanged(folder: Path, entry: Entry) -> bool:
    """Whether the file is what the manifest says, to the last bit."""
    path = folder / entry.file
    try:
        return path.stat().st_size == entry.size and hash_of(path) == entry.sha256
    except OSError:
        return False


def hash_of(path: Path) -> str:
    """SHA-256 in hexadecimal digits; raises `OSError`."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _read(path: Path) -> list[Entry]:
    entries = []
    with (
        contextlib.suppress(OSError, UnicodeDecodeError, csv.Error),
        path.open(encoding="utf-8-sig", newline="") as file,
    ):
        for row in csv.DictReader(file):
            entry = _entry(row)
            if entry is not None:
                entries.append(entry)
    return entries


def _entry(row: dict[str, str]) -> Entry | None:
    """A line, unless somebody has edited it into nonsense or out of the folder."""
    values = [_plain(row.get(name) or "") for name in _HEADINGS]
    file, size = values[0], values[4]
    path = PurePosixPath(file)
    if not file or not size.isdigit() or path.is_absolute() or ".." in path.parts or "\\" in file or "\0" in file:
        return None
    return Entry(str(path), values[1], values[2], values[3], int(size), *values[5:])


def _table(entries: Iterable[Entry]) -> str:
    table = io.StringIO(newline="")
    writer = csv.writer(table, lineterminator="\r\n")
    writer.writerow(_HEADINGS)
    for entry in entries:
        texts = [*map(str, entry)]
        line = ",".join(texts)
        # Nearly every line is as plain as this; thousands are written again and again.
        if _PLAIN_LINE.fullmatch(line):
            table.write(f"{line}\r\n")
        else:
            writer.writerow(map(_harmless, texts))
    return table.getvalue()


def _harmless(text: str) -> str:
    """A spreadsheet shall not compute what a service calls its papers."""
    if text[:1].isalnum() and text.isascii() and "\0" not in text:
        return text
    storable = text.replace("\0", "").encode("utf-8", "replace").decode("utf-8")
    return f"'{storable}" if storable.startswith(_FORMULA) else storable


def _plain(text: str) -> str:
    return text[1:] if text.startswith("'") and text[1:].startswith(_FORMULA) else text


def _sum_line(entry: Entry) -> str:
    return f"{entry.sha256}  {entry.file}\n"


def _replace(path: Path, text: str) -> None:
    unfinished = path.with_name(f".{secrets.token_hex(8)}.part")
    try:
        with unfinished.open("x", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            unfinished.unlink()
        raise


def now_text(moment: datetime) -> str:
    """A moment as the manifest says it."""
    return moment.isoformat(timespec="seconds")
