"""Plain connections that stay open from one series of files to the next, and the threads that use them."""

from __future__ import annotations

import ssl
import threading
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

from bunkerdesk import __version__
from bunkerdesk.api.address import Address
from bunkerdesk.api.patience import Limits
from bunkerdesk.api.plain_http import PlainConnection, connect
from bunkerdesk.api.proxies import proxy_for


class Connections:
    """Idle ones, busy ones, and the threads."""

    def __init__(self, address: Address, limits: Limits) -> None:
        # One for all small files, and one for each large one.
        self.workers = ThreadPoolExecutor(limits.downloads + 1, thread_name_prefix="bunkerdesk-files")
        self.seconds = limits.file_seconds
        self._connect_seconds = limits.connect_seconds
        self.prefix = urlsplit(address.base).path
        """What stands before every path of the service."""
        self._address = address
        self._guard = threading.Lock()
        self._idle: list[PlainConnection] = []
        self._busy: set[PlainConnection] = set()
        self._is_closed = False
        self._context: ssl.SSLContext | None = None

    def is_direct(self) -> bool:
        """Whether no proxy stands between here and the service; blocks for a moment."""
        return proxy_for(self._address.base) is None

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

    def lease(self) -> PlainConnection:
        """An idle connection or a new one, which waits for the service. Raises `OSError`, `ValueError`."""
        with self._guard:
            connection = self._idle.pop() if self._idle else None
        if connection is None:
            connection = connect(self._address.origin, self._connect_seconds, self._trust, f"bunkerdesk/{__version__}")
        with self._guard:
            self._busy.add(connection)
            if self._is_closed:
                connection.break_off()
        return connection

    def give_back(self, connection: PlainConnection, *, is_sound: bool) -> None:
        """End a lease; only a sound connection is used again."""
        with self._guard:
            self._busy.discard(connection)
            if is_sound and not self._is_closed:
                self._idle.append(connection)
                return
        connection.close()

    def _trust(self) -> ssl.SSLContext:
        with self._guard:
            if self._context is None:
                import truststore

                self._context = truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            return self._context
