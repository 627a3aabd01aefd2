"""A file as it comes on a connection: hashed, and written under its unfinished name."""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from bunkerdesk.api.partial_file import not_saved
from bunkerdesk.api.wishes import NO_DOCUMENT, SNIFFED, Fetched, Wish
from bunkerdesk.api.wording import is_page

if TYPE_CHECKING:
    from bunkerdesk.api.plain_http import Head

_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
_OK = 200
_SENT_ON = range(300, 400)
_BEFORE_A_PAGE = 64
_MOST_WORDS = 64 * 1024
"""Of an answer that is no file: so much is read past, that the connection stays of use."""
_NOTHING = memoryview(b"")


class NoPlainFile(Exception):
    """This file needs the ordinary way; nothing is left of it."""

    def __init__(self, *, is_habit: bool) -> None:
        super().__init__()
        self.is_habit = is_habit
        """Whether the service will answer the next one in the same way: other framing, or sent elsewhere."""


class Incoming:
    """What comes for a wish; for one thread at a time."""

    def __init__(self, wish: Wish, head: Head) -> None:
        self.wish = wish
        self.size = 0
        self._head = head
        self._is_file = head.status == _OK and head.content_type not in NO_DOCUMENT
        self._digest = hashlib.sha256()
        self._file: int | None = None
        self._last = _NOTHING

    def take(self, piece: memoryview) -> None:
        """Hash and write a part of the content. Raises `NoPlainFile`, `NotSaved`."""
        self._note(piece)
        self._put(piece)

    def take_last(self, piece: memoryview) -> None:
        """The last part, perhaps empty; only noted: `finish` hashes and writes it. Raises `NoPlainFile`."""
        self._note(piece)
        if not self._is_file:
            raise NoPlainFile(is_habit=self._head.status in _SENT_ON)
        self._last = piece

    def finish(self) -> Fetched:
        """Write the last part. Raises `NotSaved`; nothing is left then."""
        try:
            self._put(self._last)
            self._last = _NOTHING
            self._close()
        except BaseException:
            self.give_up()
            raise
        return Fetched(self._head.content_type, self.size, self._digest.hexdigest())

    def give_up(self) -> None:
        """Leave nothing of a file that is not whole."""
        self._last = _NOTHING
        file, self._file = self._file, None
        if file is not None:
            with suppress(OSError):
                os.close(file)
            remove(self.wish.target)

    def _note(self, piece: memoryview) -> None:
        if not self.size and self._is_file:
            _look(piece)
        self.size += len(piece)
        if not self._is_file and self.size > _MOST_WORDS:
            raise NoPlainFile(is_habit=self._head.status in _SENT_ON)

    def _put(self, piece: memoryview) -> None:
        if not self._is_file:
            return
        self._digest.update(piece)
        # Waiting for the disk at each file costs more than the network; the manifest tells what is whole.
        target = self.wish.target
        try:
            if self._file is None:
                self._file = os.open(target, _NEW, 0o666)
            while piece:
                piece = piece[os.write(self._file, piece) :]
        except OSError as error:
            raise not_saved(error, Path(target)) from error

    def _close(self) -> None:
        file, self._file = self._file, None
        assert file is not None
        try:
            os.close(file)
        except OSError as error:  # a disk far away says only now that it is full
            remove(self.wish.target)
            raise not_saved(error, Path(self.wish.target)) from error


def _look(piece: memoryview) -> None:
    """Refuse a page that calls itself a document: a sign-in page between here and the service."""
    # Looking closer is seldom needed, and would cost more than most of what is done for a small file.
    if b"<" in bytes(piece[:_BEFORE_A_PAGE]) and is_page(bytes(piece[:SNIFFED]).decode("utf-8", "replace")):
        raise NoPlainFile(is_habit=False)


def remove(path: str) -> None:
    """Take an unfinished file away."""
    with suppress(OSError):
        os.unlink(path)  # noqa: PTH108  see `Wish.target`
