"""The short way for many files: a thread fetches one after the other on one connection, nothing but the plain case.

Whatever is not a whole, plain 200 ends the series, and the ordinary way asks again with all it knows of redirects,
proxies, renewals, repeats and words. Thousands of small files come several times as fast like this: none of them
passes between threads, and none waits for the disk.
"""

from __future__ import annotations

import hashlib
import os
import ssl
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

from bunkerdesk import __version__
from bunkerdesk.api.address import Address
from bunkerdesk.api.confidential import HiddenBytes
from bunkerdesk.api.documents import NO_DOCUMENT, SNIFFED, Downloaded, Wish, document_path
from bunkerdesk.api.partial_file import not_saved
from bunkerdesk.api.plain_http import Head, PlainConnection, Unusual, connect
from bunkerdesk.api.proxies import proxy_for
from bunkerdesk.api.wording import is_page

SERIES_SECONDS = 1.0
"""A series ends after so long, that the next begins with a token that is still good."""
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)


class Series:
    """What one thread works through. `stop` may come from any thread and breaks off what is under way."""

    def __init__(
        self,
        prefix: str,
        authorization: HiddenBytes,
        take: Callable[[], Wish | None],
        keep: Callable[[Wish, Downloaded], object],
    ) -> None:
        self.prefix = prefix
        self.authorization = authorization
        self.take = take
        self.keep = keep
        self.is_stopped = False
        self._connection: PlainConnection | None = None
        self._guard = threading.Lock()

    def stop(self) -> None:
        """Nothing further is kept; a thread that waits for the service wakes up."""
        with self._guard:
            self.is_stopped = True
            if self._connection is not None:
                self._connection.break_off()

    def uses(self, connection: PlainConnection | None) -> None:
        """Tell what `stop` has to break off."""
        with self._guard:
            self._connection = connection
            if connection is not None and self.is_stopped:
                connection.break_off()


class QuickFiles:
    """Connections that stay open; `work` may come from any of `workers`."""

    def __init__(self, address: Address, seconds: float, threads: int) -> None:
        self.workers = ThreadPoolExecutor(threads, thread_name_prefix="bunkerdesk-files")
        self._address = address
        self._seconds = seconds
        self._guard = threading.Lock()
        self._idle: list[PlainConnection] = []
        self._busy: set[PlainConnection] = set()
        self._is_closed = False
        self._context: ssl.SSLContext | None = None
        self._is_direct: bool | None = None

    def close(self) -> None:
        """Take no more; what is under way breaks off."""
        self.workers.shutdown(wait=False, cancel_futures=True)
        with self._guard:
            self._is_closed = True
            idle, self._idle = self._idle, []
            for connection in self._busy:
                connection.break_off()
        for connection in idle:
            connection.close()

    def work(self, series: Series) -> Wish | None:
        """Fetch what the series gives until it ends or its time is over, None then.

        Answers the wish that needs the ordinary way; of its file nothing is left. Raises `NotSaved`, `Refused` and
        what `keep` raises; nothing is left of that file either.
        """
        ends = time.monotonic() + SERIES_SECONDS
        connection: PlainConnection | None = None
        is_sound = True
        try:
            while not series.is_stopped and (wish := series.take()) is not None:
                is_sound = False
                try:
                    connection = connection or self._connection(series)
                    loaded = None if connection is None else self._fetch(connection, series, wish)
                except (Unusual, OSError, ValueError):
                    loaded = None
                if loaded is None:
                    return wish
                self._keep(series, wish, loaded)
                is_sound = True
                if connection is not None and connection.is_last:
                    self._release(connection, series, is_sound=False)
                    connection = None
                if time.monotonic() > ends:
                    break
        finally:
            if connection is not None:
                self._release(connection, series, is_sound=is_sound)
        return None

    @staticmethod
    def _keep(series: Series, wish: Wish, loaded: Downloaded) -> None:
        try:
            if not series.is_stopped:
                series.keep(wish, loaded)
                return
        except BaseException:
            _remove(wish.target)
            raise
        _remove(wish.target)

    def _fetch(self, connection: PlainConnection, series: Series, wish: Wish) -> Downloaded | None:
        path = series.prefix + document_path(wish.reference, wish.document_id)
        head = connection.ask(path, series.authorization)
        if head.content_type in NO_DOCUMENT:
            return None
        piece = connection.piece(head)
        if is_page(bytes(piece[:SNIFFED]).decode("utf-8", "replace")):
            return None
        return self._pour(connection, head, piece, wish.target)

    def _pour(self, connection: PlainConnection, head: Head, piece: memoryview, target: Path) -> Downloaded:
        digest = hashlib.sha256()
        file = self._opened(target)
        try:
            try:
                while piece:
                    digest.update(piece)
                    self._write(file, piece, target)
                    piece = connection.piece(head)
            finally:
                os.close(file)
        except BaseException:
            _remove(target)
            raise
        return Downloaded(target, head.content_type, head.length, digest.hexdigest())

    @staticmethod
    def _opened(target: Path) -> int:
        try:
            return os.open(target, _NEW, 0o666)
        except OSError as error:
            raise not_saved(error, target) from error

    @staticmethod
    def _write(file: int, piece: memoryview, target: Path) -> None:
        # Waiting for the disk at each file costs more than the network; the manifest tells what is whole.
        try:
            while piece:
                piece = piece[os.write(file, piece) :]
        except OSError as error:
            raise not_saved(error, target) from error

    def _connection(self, series: Series) -> PlainConnection | None:
        if self._is_direct is None:
            self._is_direct = proxy_for(self._address.base) is None
        if not self._is_direct:
            return None
        with self._guard:
            connection = self._idle.pop() if self._idle else None
        if connection is None:
            connection = connect(self._address.origin, self._seconds, self._trust, f"bunkerdesk/{__version__}")
        with self._guard:
            self._busy.add(connection)
            is_closed = self._is_closed
        series.uses(connection)
        if is_closed:
            connection.break_off()
        return connection

    def _release(self, connection: PlainConnection, series: Series, *, is_sound: bool) -> None:
        series.uses(None)
        with self._guard:
            self._busy.discard(connection)
            if is_sound and not series.is_stopped and not self._is_closed:
                self._idle.append(connection)
                return
        connection.close()

    def _trust(self) -> ssl.SSLContext:
        with self._guard:
            if self._context is None:
                import truststore

                self._context = truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            return self._context


def _remove(path: Path) -> None:
    with suppress(OSError):
        path.unlink()
