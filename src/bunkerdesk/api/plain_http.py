"""HTTP/1.1 as far as a plain file needs it: a GET, a 200 with one Content-Length, the next on the same connection.

Everything else is `Unusual`, and nothing is guessed: a connection that said something unusual is closed.
Source: RFC 9112, sections 4 (status line), 5 (field syntax) and 6.2 (Content-Length).
"""

from __future__ import annotations

import re
import socket
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import ssl

    from bunkerdesk.api.confidential import HiddenBytes

_BUFFER = 64 * 1024
"""Fits the processor's cache, where a piece is hashed and written at once."""
_LONGEST_HEAD = 32 * 1024
_STATUS = re.compile(rb"HTTP/1\.1 200(?: [^\r\n]*)?")
_FIELD = re.compile(rb"([!#$%&'*+\-.^_`|~0-9A-Za-z]+):[ \t]*([^\r\n\0]*?)[ \t]*")
_TARGET = re.compile(rb"/[!-~]*")
_TOKEN = re.compile(rb"[ -~]+")
_LENGTH = re.compile(rb"[0-9]{1,15}")
_ONCE = frozenset({b"content-length", b"content-type"})
_NEVER = frozenset({b"transfer-encoding", b"content-encoding", b"content-range", b"upgrade"})


class Unusual(Exception):
    """The answer is not the plain case."""


@dataclass(frozen=True, slots=True)
class Head:
    """Of a plain answer: length in bytes, content type without parameters in lower case."""

    length: int
    content_type: str


class PlainConnection:
    """One connection; blocking, for one thread at a time but for `break_off`."""

    def __init__(self, link: socket.socket, host: str, agent: str) -> None:
        self.is_last = False
        """Whether the service closes the connection after this answer."""
        self._link = link
        self._after_path = f" HTTP/1.1\r\nHost: {host}\r\nAuthorization: ".encode("ascii")
        self._after_token = f"\r\nAccept: */*\r\nAccept-Encoding: identity\r\nUser-Agent: {agent}\r\n\r\n".encode(
            "ascii"
        )
        self._buffer = bytearray(_BUFFER)
        self._view = memoryview(self._buffer)
        self._begin = self._end = 0
        """What was received and not taken yet."""
        self._left = 0

    def ask(self, path: str, authorization: HiddenBytes) -> Head:
        """Send a GET and read the head of its answer. Raises `Unusual`, `OSError`, `ValueError`."""
        target = path.encode("ascii")
        if not _TARGET.fullmatch(target) or not _TOKEN.fullmatch(authorization):
            raise Unusual
        self._link.sendall(b"".join((b"GET ", target, self._after_path, authorization, self._after_token)))
        head = self._read_head()
        self._left = head.length
        if self._end - self._begin > self._left:
            raise Unusual
        return head

    def piece(self, head: Head) -> memoryview:
        """The next part of the content, up to 64 kB, empty at its end. Good until the next call.

        Raises `Unusual` where the connection ends before the content.
        """
        if self._begin == self._end:
            self._begin = self._end = 0
        wanted = min(self._left, _BUFFER - self._begin)
        while self._end - self._begin < wanted:
            received = self._link.recv_into(self._view[self._end : self._begin + wanted])
            if not received:
                raise Unusual
            self._end += received
        found = self._view[self._begin : self._begin + wanted]
        self._begin += wanted
        self._left -= wanted
        return found

    def break_off(self) -> None:
        """Wake a thread that waits for this connection; it finds it ended."""
        with suppress(OSError):
            # Past the encryption: its own shutdown lets another thread write in plain for a moment.
            socket.socket.shutdown(self._link, socket.SHUT_RDWR)

    def close(self) -> None:
        """Give it up."""
        with suppress(OSError):
            self._link.close()

    def _read_head(self) -> Head:
        if self._begin != self._end:
            raise Unusual
        self._begin = self._end = 0
        while True:
            received = self._link.recv_into(self._view[self._end :])
            if not received:
                raise Unusual
            searched = max(0, self._end - 3)
            self._end += received
            ends = self._buffer.find(b"\r\n\r\n", searched, self._end)
            if ends >= 0:
                self._begin = ends + 4
                return self._parsed(bytes(self._view[:ends]))
            if self._end > _LONGEST_HEAD:
                raise Unusual

    def _parsed(self, head: bytes) -> Head:
        first, *lines = head.split(b"\r\n")
        if not _STATUS.fullmatch(first):
            raise Unusual
        fields: dict[bytes, bytes] = {}
        for line in lines:
            found = _FIELD.fullmatch(line)
            if found is None:
                raise Unusual
            name = found[1].lower()
            if name in _NEVER or (name in _ONCE and name in fields):
                raise Unusual
            fields[name] = found[2]
            if name == b"connection" and found[2].strip().lower() != b"keep-alive":
                self.is_last = True
        length = fields.get(b"content-length", b"")
        if not _LENGTH.fullmatch(length):
            raise Unusual
        kind = fields.get(b"content-type", b"").partition(b";")[0].strip().lower()
        return Head(int(length), kind.decode("latin-1"))


def connect(
    origin: tuple[str, str, int], seconds: float, trust: Callable[[], ssl.SSLContext], agent: str
) -> PlainConnection:
    """Connect to scheme, host and port; no step waits longer than `seconds`. Raises `OSError`."""
    scheme, host, port = origin
    link = socket.create_connection((host, port), timeout=seconds)
    try:
        link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if scheme == "https":
            link = trust().wrap_socket(link, server_hostname=host)
        shown = f"[{host}]" if ":" in host else host
        is_usual = port == (443 if scheme == "https" else 80)
        return PlainConnection(link, shown if is_usual else f"{shown}:{port}", agent)
    except BaseException:
        link.close()
        raise
