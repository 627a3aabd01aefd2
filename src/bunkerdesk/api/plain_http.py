"""HTTP/1 as far as a plain file needs it: a GET, its answer of a told length or in chunks, the next on the same link.

Everything else is `Unusual`, and nothing is guessed: a connection that said something unusual is closed.
Source: RFC 9112, sections 4 (status line), 5 (field syntax), 6.2 (Content-Length) and 7.1 (chunks).
"""

from __future__ import annotations

import re
import socket
import ssl
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache

from bunkerdesk.api.confidential import HiddenBytes

PIECE = 256 * 1024
"""Hashed and written at once: few enough calls that threads seldom meet, and still in the processor's cache."""
_BUFFER = 2 * PIECE
_LONGEST_HEAD = 32 * 1024
_LONGEST_CHUNK_LINE = 64
_STATUS = re.compile(rb"HTTP/1\.([01]) ([2-5][0-9]{2})(?: [^\r\n]*)?")
_FIELD = re.compile(rb"([!#$%&'*+\-.^_`|~0-9A-Za-z]+):[ \t]*([^\r\n\0]*?)[ \t]*")
_TARGET = re.compile(rb"/[!-~]*")
_TOKEN = re.compile(rb"[ -~]+")
_LENGTH = re.compile(rb"[0-9]{1,15}")
_CHUNK = re.compile(rb"([0-9A-Fa-f]{1,12})[ \t]*(?:;[ -~\t]*)?")
_ONCE = frozenset({b"content-length", b"content-type", b"transfer-encoding", b"content-encoding", b"connection"})
_NEVER = frozenset({b"content-range", b"upgrade", b"trailer"})
_LATER = (BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError)


class Unusual(Exception):
    """The answer is not the plain case."""


class Ended(Unusual):
    """The connection ended before the answer."""


@dataclass(frozen=True, slots=True)
class Head:
    """Of a plain answer: status, length in bytes, content type without parameters in lower case."""

    status: int
    length: int | None
    """None where the answer comes in chunks."""
    content_type: str


class PlainConnection:
    """One connection; for one thread at a time but for `break_off`.

    `waits` says whether it waits for the service, or answers None where nothing has come yet.
    """

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
        self._searched = 0
        self._left = 0
        """Of the content, or of the chunk under way."""
        self._chunks: _Chunks | None = None
        self._tested: HiddenBytes | None = None
        """The last token that may be sent; they are long, and asked with again and again."""

    @property
    def is_over(self) -> bool:
        """Whether the last piece was the end of the content."""
        return not self._left and (self._chunks is None or (self._chunks.is_over and not self._chunks.content))

    def fileno(self) -> int:
        """For who waits for several."""
        return self._link.fileno()

    def waits(self, seconds: float | None) -> None:
        """Wait for the service so long at each step; None: not at all."""
        self._link.settimeout(0 if seconds is None else seconds)

    def ask(self, path: str, authorization: HiddenBytes) -> None:
        """Send a GET. Raises `Unusual`, `OSError`, `ValueError`."""
        target = path.encode("ascii")
        if not _TARGET.fullmatch(target) or not (authorization is self._tested or _TOKEN.fullmatch(authorization)):
            raise Unusual
        self._tested = authorization
        if self._begin != self._end:
            raise Unusual  # more than was asked for
        self._begin = self._end = self._searched = 0
        request = HiddenBytes(b"".join((b"GET ", target, self._after_path, authorization, self._after_token)))
        if self._link.send(request) != len(request):
            raise Unusual  # a service that does not take so little

    def head(self) -> Head | None:
        """The head of the answer. Raises `Unusual`, `OSError`, `ValueError`."""
        while True:
            ends = self._buffer.find(b"\r\n\r\n", self._searched, self._end)
            if max(ends, self._searched) > _LONGEST_HEAD:
                raise Unusual
            if ends >= 0:
                self._begin = ends + 4
                head = self._parsed(bytes(self._view[:ends]))
                self._left, self._chunks = (0, _Chunks()) if head.length is None else (head.length, None)
                if head.length is not None and self._end - self._begin > head.length:
                    raise Unusual
                return head
            self._searched = max(0, self._end - 3)
            if not self._receive(_BUFFER):
                return None

    def piece(self) -> memoryview | None:
        """The next part of the content, up to `PIECE` bytes, empty at its end. Good until more is received.

        Raises `Ended` where the connection ends before the content, `Unusual`, `OSError`.
        """
        if self._chunks is not None:
            return self._unchunked(self._chunks)
        wanted = min(self._left, PIECE)
        if not self._hold(wanted):
            return None
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

    def _receive(self, until: int) -> bool:
        """Receive something into the buffer, at most up to a place; False where nothing has come yet."""
        try:
            received = self._link.recv_into(self._view[self._end : until])
        except _LATER:
            return False
        if not received:
            raise Ended
        self._end += received
        return True

    def _hold(self, wanted: int) -> bool:
        """Have so many bytes in the buffer; False where they have not come yet."""
        if self._begin + wanted > _BUFFER or self._begin == self._end:
            self._move_up()
        until = self._begin + wanted
        while self._end < until:
            if not self._receive(until if self._chunks is None else _BUFFER):
                return False
        return True

    def _move_up(self) -> None:
        kept = self._end - self._begin
        if kept:
            self._buffer[:kept] = self._buffer[self._begin : self._end]
        self._begin, self._end = 0, kept

    def _unchunked(self, chunks: _Chunks) -> memoryview | None:
        while not chunks.is_over:
            if not self._left and not self._next_chunk(chunks):
                return None
            while self._left:
                if self._begin == self._end and not self._hold(1):
                    return None
                part = min(self._left, self._end - self._begin, PIECE - len(chunks.content))
                chunks.content += self._view[self._begin : self._begin + part]
                self._begin += part
                self._left -= part
                if len(chunks.content) == PIECE:
                    return chunks.taken()
        return chunks.taken()

    def _next_chunk(self, chunks: _Chunks) -> bool:
        """Read the line before a chunk, and the end of the one before; False where it has not come yet."""
        while True:
            skipped = 2 if chunks.is_begun else 0
            ends = self._buffer.find(b"\r\n", self._begin + skipped, self._end)
            if ends >= 0:
                break
            if self._end - self._begin > _LONGEST_CHUNK_LINE:
                raise Unusual
            if not self._hold(self._end - self._begin + 1):
                return False
        line = bytes(self._view[self._begin : ends])
        size = _CHUNK.fullmatch(line, skipped)
        if size is None or line[:skipped] != b"\r\n"[:skipped]:
            raise Unusual
        length = int(size[1], 16)
        if not length:
            return self._end_of_chunks(chunks, ends)
        self._begin, self._left, chunks.is_begun = ends + 2, length, True
        return True

    def _end_of_chunks(self, chunks: _Chunks, ends: int) -> bool:
        """After the last chunk there is an empty line and nothing else; a field there is not plain."""
        if not self._hold(ends + 4 - self._begin):
            return False
        # `_hold` may have moved it all.
        ends = self._buffer.find(b"\r\n", self._begin + (2 if chunks.is_begun else 0), self._end)
        if self._end != ends + 4 or self._buffer[ends : ends + 4] != b"\r\n\r\n":
            raise Unusual
        self._begin, chunks.is_over = self._end, True
        return True

    def _parsed(self, head: bytes) -> Head:
        first, *lines = head.split(b"\r\n")
        status, is_old = _status(first)
        self.is_last = is_old
        fields: dict[bytes, bytes] = {}
        for line in lines:
            name, value = _field(line)
            if name in _NEVER or (name in _ONCE and name in fields):
                raise Unusual
            fields[name] = value
            if name == b"connection":
                self.is_last = value.strip().lower() != b"keep-alive"
        if is_old and b"transfer-encoding" in fields:
            raise Unusual
        kind = fields.get(b"content-type", b"").partition(b";")[0].strip().lower()
        return Head(status, _length(fields), kind.decode("latin-1"))


class _Chunks:
    """How far an answer in chunks is; `content` is what was put together of them."""

    def __init__(self) -> None:
        self.content = bytearray()
        self.is_begun = False
        self.is_over = False

    def taken(self) -> memoryview:
        found, self.content = memoryview(self.content), bytearray()
        return found


@lru_cache(maxsize=16)  # a service says nearly the same before each of a thousand files
def _status(line: bytes) -> tuple[int, bool]:
    """The status, and whether the service speaks HTTP/1.0."""
    found = _STATUS.fullmatch(line)
    if found is None:
        raise Unusual
    return int(found[2]), found[1] == b"0"


@lru_cache(maxsize=256)
def _field(line: bytes) -> tuple[bytes, bytes]:
    """Name in lower case, and value."""
    found = _FIELD.fullmatch(line)
    if found is None:
        raise Unusual
    return found[1].lower(), found[2]


def _length(fields: dict[bytes, bytes]) -> int | None:
    """Of the content, None where it comes in chunks; raises `Unusual` where neither is said, or both."""
    if fields.get(b"content-encoding", b"identity").lower() != b"identity":
        raise Unusual
    coding, length = fields.get(b"transfer-encoding"), fields.get(b"content-length")
    if coding is not None:
        if coding.lower() != b"chunked" or length is not None:
            raise Unusual
        return None
    if length is None or not _LENGTH.fullmatch(length):
        raise Unusual
    return int(length)


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
