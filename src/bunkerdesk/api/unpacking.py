"""Undoes the compression of an answer piece by piece, and tells damaged from cut off.

The HTTP library does it too, but a damaged piece leaves its nested iterators suspended, and they then clean up in
their finalisers, where no loop runs.
"""

from __future__ import annotations

import zlib
from contextlib import suppress

_GZIP = 16 + zlib.MAX_WBITS


class Damaged(Exception):
    """The compression cannot be undone, or is one that was not asked for."""


class Unpacker:
    """Feed it the body as it arrives; `is_whole` at the end tells whether the compressed data was complete."""

    def __init__(self, content_encoding: str) -> None:
        name = content_encoding.strip().lower()
        self._is_deflate = name == "deflate"
        if name in {"", "identity"}:
            self._unpack = None
        elif name in {"gzip", "x-gzip"}:
            self._unpack = zlib.decompressobj(_GZIP)
        elif self._is_deflate:
            self._unpack = zlib.decompressobj()
        else:
            raise Damaged

    @property
    def is_whole(self) -> bool:
        return self._unpack is None or self._unpack.eof

    def feed(self, data: bytes) -> bytes:
        """The next piece unpacked; raises `Damaged`."""
        if self._unpack is None:
            return data
        with suppress(zlib.error):
            return self._unpack.decompress(data)
        if self._is_deflate:  # some servers send it without its header
            self._is_deflate = False
            self._unpack = zlib.decompressobj(-zlib.MAX_WBITS)
            return self.feed(data)
        raise Damaged
