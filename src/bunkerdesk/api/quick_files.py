"""The short way for many files: one blocking exchange a file in a thread of its own, nothing but the plain case.

Whatever is not a whole, plain 200 answers None, and the ordinary way asks again with all it knows of redirects,
proxies, renewals, repeats and words. Thousands of small files come three times as fast like this: each passes
between threads once instead of five times, and none waits for the disk.
"""

from __future__ import annotations

import http.client
import ssl
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

from bunkerdesk import __version__
from bunkerdesk.api.address import Address
from bunkerdesk.api.confidential import HiddenBytes
from bunkerdesk.api.documents import NO_DOCUMENT, SNIFFED, Downloaded
from bunkerdesk.api.errors import NotSaved
from bunkerdesk.api.orders import plain_content_type
from bunkerdesk.api.partial_file import PartialFile
from bunkerdesk.api.proxies import proxy_for
from bunkerdesk.api.wording import is_page

_PIECE = 256 * 1024
_OK = 200


class QuickFiles:
    """Connections that stay open, one for each thread; `fetch` may come from any of `workers`."""

    def __init__(self, address: Address, seconds: float, threads: int) -> None:
        self.workers = ThreadPoolExecutor(threads, thread_name_prefix="bunkerdesk-files")
        self._address = address
        self._seconds = seconds
        self._mine = threading.local()
        self._guard = threading.Lock()
        self._connections: list[http.client.HTTPConnection] = []
        self._context: ssl.SSLContext | None = None
        self._is_direct: bool | None = None

    def close(self) -> None:
        """Take no more; what is under way breaks off."""
        self.workers.shutdown(wait=False, cancel_futures=True)
        with self._guard:
            connections, self._connections = self._connections, []
        for connection in connections:
            with suppress(OSError):
                connection.close()

    def fetch(self, path: str, authorization: HiddenBytes, file: PartialFile, target: Path) -> Downloaded | None:
        """The file, whole under its name, or None where it needs the ordinary way. Raises `NotSaved`."""
        try:
            connection = self._connection()
            if connection is None:
                return None
            connection.request("GET", path, headers={
                "Authorization": bytes(authorization).decode("latin-1"),
                "Accept": "*/*",
                "Accept-Encoding": "identity",
                "User-Agent": f"bunkerdesk/{__version__}",
            })  # fmt: skip
            response = connection.getresponse()
            content_type = plain_content_type({"content-type": response.headers.get("content-type") or ""})
            if self._is_plain(response, content_type) and self._pour(response, file):
                # Waiting for the disk at each file costs more than the network; the manifest tells what is whole.
                file.finish(is_lasting=False)
                if not file.is_discarded:
                    return Downloaded(target, content_type, file.size, file.sha256)
        except (OSError, http.client.HTTPException, ValueError):
            pass
        except NotSaved:
            self._drop()
            raise
        self._drop()
        file.discard()
        return None

    @staticmethod
    def _is_plain(response: http.client.HTTPResponse, content_type: str) -> bool:
        return (
            response.status == _OK
            and response.length is not None
            and not response.headers.get("content-encoding")
            and content_type not in NO_DOCUMENT
        )

    @staticmethod
    def _pour(response: http.client.HTTPResponse, file: PartialFile) -> bool:
        expected = response.length
        piece = response.read(_PIECE)
        if is_page(piece[:SNIFFED].decode("utf-8", "replace")):
            return False
        while piece and not file.is_discarded:
            file.write(piece)
            piece = response.read(_PIECE) if response.length else b""
        if not expected:
            file.write(b"")
        return file.size == expected

    def _connection(self) -> http.client.HTTPConnection | None:
        connection: http.client.HTTPConnection | None = getattr(self._mine, "connection", None)
        if connection is not None:
            return connection
        scheme, host, port = self._address.origin
        if self._is_direct is None:
            self._is_direct = proxy_for(self._address.base) is None
        if not self._is_direct:
            return None
        if scheme == "https":
            connection = http.client.HTTPSConnection(host, port, timeout=self._seconds, context=self._trust())
        else:
            connection = http.client.HTTPConnection(host, port, timeout=self._seconds)
        self._mine.connection = connection
        with self._guard:
            self._connections.append(connection)
        return connection

    def _drop(self) -> None:
        connection = getattr(self._mine, "connection", None)
        self._mine.connection = None
        if connection is not None:
            with suppress(OSError):
                connection.close()
            with self._guard, suppress(ValueError):
                self._connections.remove(connection)

    def _trust(self) -> ssl.SSLContext:
        with self._guard:
            if self._context is None:
                import truststore

                self._context = truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            return self._context
