"""One file after the other on one connection: asked for, hashed and written as it comes."""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from bunkerdesk.api.partial_file import not_saved
from bunkerdesk.api.plain_http import Ended, Head, PlainConnection, Unusual
from bunkerdesk.api.wishes import NO_DOCUMENT, SNIFFED, Fetched, Wish
from bunkerdesk.api.wording import is_page

if TYPE_CHECKING:
    from bunkerdesk.api.confidential import HiddenBytes

LARGE = 128 * 1024
"""From here on a file is worth a thread of its own: hashing and writing go on beside the others."""
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
_OK = 200
_SENT_ON = range(300, 400)
_BEFORE_A_PAGE = 64
_MOST_WORDS = 64 * 1024
"""Of an answer that is no file: so much is read past, that the connection stays of use."""


class NoPlainFile(Exception):
    """This file needs the ordinary way; nothing is left of it."""

    def __init__(self, *, is_habit: bool) -> None:
        super().__init__()
        self.is_habit = is_habit
        """Whether the service will answer the next one in the same way: other framing, or sent elsewhere."""


class Lane:
    """A connection and what it fetches; for one thread at a time but for `break_off`."""

    def __init__(self, connection: PlainConnection) -> None:
        self.connection = connection
        self.wish: Wish | None = None
        self.is_sound = True
        """Whether the connection is of use for another file."""
        self.touched = 0.0
        """When something came last, by the clock of who waits."""
        self._forget()

    def _forget(self) -> None:
        self._head: Head | None = None
        self._digest = hashlib.sha256()
        self._size = 0
        self._file: int | None = None

    @property
    def is_large(self) -> bool:
        """Whether what is under way is worth a thread of its own."""
        return self._size > LARGE or (self._head is not None and (self._head.length or 0) > LARGE)

    def begin(self, wish: Wish, path: str, authorization: HiddenBytes) -> None:
        """Ask for a file. Raises `NoPlainFile`."""
        self._forget()
        self.wish, self.is_sound = wish, False
        try:
            self.connection.ask(path, authorization)
        except (Unusual, OSError, ValueError):
            raise NoPlainFile(is_habit=False) from None

    def advance(self) -> Fetched | None:
        """Take what has come; the file once it is whole. Raises `NoPlainFile`, `NotSaved`; nothing is left then."""
        try:
            return self._advanced()
        except BaseException as error:
            self.give_up()
            if isinstance(error, OSError | Unusual | ValueError):
                raise NoPlainFile(is_habit=isinstance(error, Unusual) and not isinstance(error, Ended)) from None
            raise

    def give_up(self) -> None:
        """Leave nothing of a file that is not whole."""
        file, self._file = self._file, None
        if file is not None and self.wish is not None:
            with suppress(OSError):
                os.close(file)
            remove(self.wish.target)

    def _advanced(self) -> Fetched | None:
        connection = self.connection
        if self._head is None:
            self._head = connection.head()
            if self._head is None:
                return None
        while (piece := connection.piece()) is not None:
            if not piece:
                return self._whole(self._head)
            self._take(piece, self._head)
        return None

    def _take(self, piece: memoryview, head: Head) -> None:
        if not self._size:
            self._look(piece, head)
        self._size += len(piece)
        if _is_file(head):
            self._digest.update(piece)
            self._write(piece)
        elif self._size > _MOST_WORDS:
            raise NoPlainFile(is_habit=head.status in _SENT_ON)

    @staticmethod
    def _look(piece: memoryview, head: Head) -> None:
        """Refuse a page that calls itself a document: a sign-in page between here and the service."""
        if not _is_file(head):
            return
        # Looking closer is seldom needed, and would cost more than most of what is done for a small file.
        if b"<" not in bytes(piece[:_BEFORE_A_PAGE]):
            return
        if is_page(bytes(piece[:SNIFFED]).decode("utf-8", "replace")):
            raise NoPlainFile(is_habit=False)

    def _whole(self, head: Head) -> Fetched:
        self.is_sound = not self.connection.is_last
        if not _is_file(head) or self.wish is None:
            raise NoPlainFile(is_habit=head.status in _SENT_ON)
        target = self.wish.target
        file = self._opened(target) if self._file is None else self._file
        self._file = None
        try:
            os.close(file)
        except OSError as error:  # a disk far away says only now that it is full
            remove(target)
            raise not_saved(error, Path(target)) from error
        return Fetched(head.content_type, self._size, self._digest.hexdigest())

    def _write(self, piece: memoryview) -> None:
        # Waiting for the disk at each file costs more than the network; the manifest tells what is whole.
        assert self.wish is not None
        target = self.wish.target
        if self._file is None:
            self._file = self._opened(target)
        try:
            while piece:
                piece = piece[os.write(self._file, piece) :]
        except OSError as error:
            raise not_saved(error, Path(target)) from error

    @staticmethod
    def _opened(target: str) -> int:
        try:
            return os.open(target, _NEW, 0o666)
        except OSError as error:
            raise not_saved(error, Path(target)) from error


def _is_file(head: Head) -> bool:
    return head.status == _OK and head.content_type not in NO_DOCUMENT


def remove(path: str) -> None:
    """Take an unfinished file away."""
    with suppress(OSError):
        os.unlink(path)  # noqa: PTH108  see `Wish.target`
