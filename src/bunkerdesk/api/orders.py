"""What goes out and what comes back, without a word of the HTTP library."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

FORM = b"application/x-www-form-urlencoded"
_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Order:
    """What to send. `path` is encoded and begins with a slash; `body` None sends none."""

    method: str
    path: str
    body: bytes | None = field(default=None, repr=False)
    content_type: bytes = b"application/json"
    accept: bytes = b"application/json, application/problem+json"
    is_file: bool = False
    """The answer is a file: no content encoding wanted, so that lengths can be compared."""
    is_single_read: bool = False
    """422 says that the reference is shared."""
    is_path_assumed: bool = False
    """404, 405 and the like say that the endpoint is not offered under this path."""
    confidential: tuple[str, ...] = field(default=(), repr=False)
    """Secrets inside this body."""

    @property
    def is_repeatable(self) -> bool:
        """Sending it twice does no harm: GET, PUT (idempotent here) and the token request."""
        return self.method in {"GET", "PUT"} or self.content_type == FORM


@dataclass(frozen=True, slots=True)
class Answer:
    """A whole answer. `content_type` without parameters, lower case."""

    status: int
    headers: Mapping[str, str] = field(repr=False)
    body: bytes = field(repr=False)

    @property
    def json_text(self) -> bytes:
        """The body without the byte order mark that some services put before their JSON."""
        return self.body.removeprefix(_BOM)

    @property
    def content_type(self) -> str:
        return plain_content_type(self.headers)


def plain_content_type(headers: Mapping[str, str]) -> str:
    """The content type without parameters, lower case, empty where it is missing."""
    return str(headers.get("content-type", "")).partition(";")[0].strip().lower()
