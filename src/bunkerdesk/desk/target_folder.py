"""The folder of a download: names, unfinished files, and files under their final names. Blocking, for any thread."""

import contextlib
import errno
import itertools
import os
import re
import secrets
import time
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath

from bunkerdesk.desk.download_items import Item
from bunkerdesk.desk.manifest import Entry, Manifest, hash_of, now_text
from bunkerdesk.desk.name_book import NameBook, numbered
from bunkerdesk.desk.naming import UNKNOWN_ENDING
from bunkerdesk.desk.problems import KnownProblem, Problem
from bunkerdesk.rules.paper.files import SNIFFED

SERVICE = "the service"
"""Where a file comes from, as the manifest says it."""
_LEFTOVER = re.compile(r"\.[0-9a-f]{16}\.(?:part|download)")
_SEES_LINKS = os.access in os.supports_follow_symlinks
_LEFT_FOR_SECONDS = 60
_MAGIC = ((b"%PDF-", "pdf"), (b"\xff\xd8\xff", "jpg"), (b"\x89PNG", "png"), (b"PK\x03\x04", "zip"), (b"GIF8", "gif"))


class TargetFolder:
    """A folder that is ready for files; `name` first, then `place` from any thread."""

    def __init__(self, folder: Path) -> None:
        """Make it where needed and free it of what an earlier run left half-done; raises `KnownProblem`."""
        self.path = folder
        self._manifest = _ready(folder)
        self._names: dict[int, str] = {}
        # One random number a run, then counted: the system's random numbers cost more than a small file's content.
        self._mark = secrets.token_hex(5)
        self._numbers = itertools.count()
        self._made: set[str] = set()
        self._own: set[str] = set()
        """Folders that this run made."""
        self._start = os.path.join(folder, "")  # noqa: PTH118
        self._second = (0, "")

    def name(self, items: Iterable[Item]) -> None:
        """Give every item a final name, in their order; free its folder of what an earlier run left half-done."""
        self._names = _names(self._manifest, items)
        for parent in {path.rpartition("/")[0] for path in self._names.values()} - {""}:
            with contextlib.suppress(OSError):
                _clear(self._start + parent)

    def entries(self, item: Item) -> list[Entry]:
        """What the manifest has of this item under its name, perhaps numbered."""
        found = self._manifest.of(item.wanted.reference, item.wanted.document_id)
        return [one for one in found if _is_variant(PurePosixPath(one.file), PurePosixPath(self._names[item.id]))]

    def unfinished(self, item: Item) -> str:
        """A new path for a file that is not whole yet, beside its name to be. Raises `OSError`."""
        parent, slash, _ = self._names[item.id].rpartition("/")
        self._make(parent)
        return f"{self._start}{parent}{slash}.{self._mark}{next(self._numbers) & 0xFFFFFF:06x}.download"

    def place(self, unfinished: str, item: Item, made_from: str) -> None:
        """Give a whole file its final name; a file that is no download of ours is never replaced.

        `file` is the item's afterwards; its size and hash must be already. Raises `OSError`.
        """
        wanted = item.wanted
        path = self._names[item.id]
        if not wanted.has_ending:
            path = self._names[item.id] = _with_ending(path, _ending(Path(unfinished)))
        if _is_there(self._start + path):
            path = self._beside_others(path, unfinished, item)
        os.replace(unfinished, self._start + path)  # noqa: PTH105  `Path`s cost more than the system's work here
        item.file = path
        self._manifest.add(
            Entry(
                file=path,
                reference=wanted.reference,
                document_type=wanted.document_type,
                document_name=wanted.document_name,
                size=item.size,
                sha256=item.sha256,
                fetched_at=self._now(),
                document_id=wanted.document_id,
                made_from=made_from if wanted.is_merged else "",
            )
        )

    def write_manifest(self) -> None:
        """Put what was placed since the last time on the disk; raises `OSError`."""
        if self._manifest.has_news:
            self._manifest.write()

    def make_anew(self) -> bool:
        """Whether folders within, which somebody took away, may be made once more; this one is not."""
        self._made.clear()
        return self.path.is_dir()

    def remove_empty(self) -> None:
        """Take away the folders that were made and got no file."""
        for folder in sorted(self._own, key=len, reverse=True):
            with contextlib.suppress(OSError):
                os.rmdir(self._start + folder)  # noqa: PTH106
        self._own.clear()

    def _make(self, folder: str) -> None:
        if folder in self._made:
            return
        missing: list[str] = []
        above = folder
        while above and not os.path.isdir(self._start + above):  # noqa: PTH112
            missing.append(above)
            above = above.rpartition("/")[0]
        if missing and not self.path.is_dir():
            raise FileNotFoundError(errno.ENOENT, "The folder is gone", str(self.path))
        self._own.update(missing)
        for one in reversed(missing):
            with contextlib.suppress(FileExistsError):
                os.mkdir(self._start + one)  # noqa: PTH102
        self._made.add(folder)

    def _now(self) -> str:
        """The manifest's time, made once a second."""
        second = int(time.time())
        if self._second[0] != second:
            self._second = (second, now_text(datetime.fromtimestamp(second, UTC)))
        return self._second[1]

    def _beside_others(self, path: str, unfinished: str, item: Item) -> str:
        """The name, or a numbered one where a person's own file has it; one with the same content is taken as ours."""
        key, number = (item.wanted.reference, item.wanted.document_id), 1
        while True:
            candidate = numbered(path, number)
            if not _is_there(self._start + candidate) or self._manifest.has(candidate, key):
                return candidate
            target, size = self.path / candidate, os.stat(unfinished).st_size  # noqa: PTH116
            if target.is_file() and target.stat().st_size == size and hash_of(target) == item.sha256:
                return candidate
            number += 1


def _is_there(path: str) -> bool:
    """Whether something bears the name, be it a link that leads nowhere; without an exception where it can be."""
    return os.access(path, os.F_OK, follow_symlinks=False) if _SEES_LINKS else os.path.lexists(path)


def _with_ending(path: str, ending: str) -> str:
    whole = PurePosixPath(path)
    return path if whole.suffix == f".{ending}" else str(whole.with_suffix(f".{ending}"))


def _ready(folder: Path) -> Manifest:
    """The folder, made where needed and free of what an earlier run left half-done; raises `KnownProblem`."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _clear(folder)
        if not os.access(folder, os.W_OK | os.X_OK):
            raise PermissionError(errno.EACCES, "This computer does not allow writing there")
        return Manifest(folder)
    except OSError as error:
        sentence = f"The folder {folder} cannot be used: {error.strerror or error}."
        raise KnownProblem(
            Problem("The folder cannot be used", sentence, todo="Choose another folder, or mend this one.")
        ) from error


def _clear(folder: Path | str) -> None:
    """Take away what an earlier run left half-done. Raises `OSError`."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if _LEFTOVER.fullmatch(entry.name) and time.time() - entry.stat().st_mtime > _LEFT_FOR_SECONDS:
                remove(entry.path)


def _names(manifest: Manifest, items: Iterable[Item]) -> dict[int, str]:
    """Final names in the order of the items. A name that a former download of the same paper has is taken again."""
    book, names = NameBook(), dict[int, str]()
    items = list(items)
    former = {item.id: _former(manifest, item) for item in items}
    for item in items:
        path = former[item.id]
        if path is not None and not book.has(path):
            book.claim(path)
            names[item.id] = path
    for item in items:
        if item.id not in names:
            names[item.id] = book.take(item.wanted.name, lambda path: not manifest.has(path))
    return names


def _former(manifest: Manifest, item: Item) -> str | None:
    for entry in manifest.of(item.wanted.reference, item.wanted.document_id):
        if _is_variant(PurePosixPath(entry.file), PurePosixPath(item.wanted.name)):
            return entry.file
    return None


def _is_variant(path: PurePosixPath, wanted: PurePosixPath) -> bool:
    """Whether a path is the wanted one, perhaps numbered, perhaps with the ending that its content has."""
    if path.parent != wanted.parent:
        return False
    number = re.search(r" \((\d{1,6})\)$", path.stem)
    stems = {wanted.stem, PurePosixPath(numbered(str(wanted), int(number[1]))).stem} if number else {wanted.stem}
    return path.stem in stems


def _ending(path: Path) -> str:
    with path.open("rb") as file:
        head = file.read(SNIFFED)
    usual = "pdf" if b"%PDF-" in head else UNKNOWN_ENDING
    return next((ending for magic, ending in _MAGIC if head.startswith(magic)), usual)


def copy_whole(source: Path, target: Path, sha256: str) -> bool:
    """Copy a kept file and test it; False where it is damaged or gone."""
    import shutil

    try:
        shutil.copyfile(source, target)
    except FileNotFoundError:
        if not target.parent.is_dir():
            raise
        return False
    return hash_of(target) == sha256


def remove(path: Path | str) -> None:
    with contextlib.suppress(OSError):
        os.unlink(path)  # noqa: PTH108
