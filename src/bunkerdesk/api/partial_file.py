"""A file that takes its final name only when it is whole. Blocking: call it in a worker thread."""

from __future__ import annotations

import errno
import hashlib
import os
import secrets
import threading
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from bunkerdesk.api.errors import NotSaved

_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
_SENTENCES = {
    errno.ENOENT: "The folder {folder} does not exist.",
    errno.ENOTDIR: "{folder} is not a folder.",
    errno.EACCES: "This computer does not allow writing {name} in {folder}.",
    errno.EPERM: "This computer does not allow writing {name} in {folder}.",
    errno.EROFS: "{folder} can only be read, not written.",
    errno.EISDIR: "{name} is a folder; the document was not saved.",
    errno.ENAMETOOLONG: "The name {name} is too long for this computer.",
}


class PartialFile:
    """A temporary sibling of the target, hashed while it is written.

    Its methods may come from several threads in any order: after `discard` nothing is written any more, and
    after `finish` there is nothing to discard.
    """

    def __init__(self, target: Path, *, is_lasting: bool = True) -> None:
        """With `is_lasting`, `finish` waits until the file is on the disk for certain."""
        self.target = target
        self._is_lasting = is_lasting
        self.size = 0
        self._hash = hashlib.sha256()
        self._path = target.parent / f".{secrets.token_hex(8)}.part"
        self._file: BinaryIO | None = None
        self._is_over = False
        self._lock = threading.Lock()

    @property
    def sha256(self) -> str:
        """Hash of what was written, in hexadecimal digits."""
        return self._hash.hexdigest()

    def write(self, data: bytes) -> None:
        """Append; raises `NotSaved`. The file is made by the first call."""
        with self._lock:
            if self._is_over:
                return
            try:
                file = self._opened()
                file.write(data)
            except OSError as error:
                raise not_saved(error, self.target) from error
            self._hash.update(data)
            self.size += len(data)

    def finish(self) -> None:
        """Give it its final name once it is whole; raises `NotSaved`."""
        with self._lock:
            if self._is_over:
                return
            try:
                with self._opened() as file:
                    file.flush()
                    if self._is_lasting:
                        os.fsync(file.fileno())
                self._path.replace(self.target)
                self._is_over = True
            except OSError as error:
                raise not_saved(error, self.target) from error
        if self._is_lasting:
            _sync_folder(self.target.parent)

    def discard(self) -> None:
        """Remove what was written, unless it is finished."""
        with self._lock:
            is_finished, self._is_over = self._is_over, True
            if self._file is None or is_finished:
                return
            with suppress(OSError):
                self._file.close()
            with suppress(OSError):
                self._path.unlink(missing_ok=True)

    def _opened(self) -> BinaryIO:
        if self._file is None:
            if self.target.is_dir():
                raise IsADirectoryError(errno.EISDIR, "is a folder", str(self.target))
            self._file = self._path.open("xb")
        return self._file


def not_saved(error: OSError, target: Path) -> NotSaved:
    """The error in plain words."""
    code = error.errno
    if code in _FULL:
        sentence = "There is no room left in {folder}; {name} was not saved."
    else:
        sentence = _SENTENCES.get(code or 0, "{name} could not be saved in {folder}.")
    failure = NotSaved(sentence.format(folder=target.parent, name=target.name))
    failure.errno = code
    return failure


def _sync_folder(folder: Path) -> None:
    """Make the new name last, where a folder can be synchronised (not on Windows)."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
