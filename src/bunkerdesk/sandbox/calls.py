"""A call as the endpoints see it: who calls, the decoded path and query, the body read exactly."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qsl, unquote

from fastapi import Request

from bunkerdesk.contract import jsontext
from bunkerdesk.sandbox.refusals import Refusal, malformed
from bunkerdesk.sandbox.service import Service

MOST_BYTES = 1024 * 1024
"""Request bodies beyond a mebibyte are refused with 413; the specification shows no limit."""
MOST_LEVELS = 64


@dataclass
class Call:
    """One authenticated call."""

    service: Service
    company: str
    path: dict[str, str]
    query: dict[str, str] = field(default_factory=dict)
    body: Any = None

    @property
    def reference(self) -> str:
        return self.path["clientReference"]


async def raw_body(request: Request) -> bytes:
    """The body's bytes; raises 413 when there are too many."""
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > MOST_BYTES:
            raise Refusal(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"The body must have at most {MOST_BYTES} bytes.")
        parts.append(part)
    return b"".join(parts)


def read_body(content_type: str | None, body: bytes, *, optional: bool) -> Any:
    """The JSON value of a body: exact, UTF-8, of bounded depth; anything else is 400, another media type 415."""
    if optional and not body.strip():
        return {}
    media_type = (content_type or "application/json").partition(";")[0].strip().lower()
    if media_type != "application/json" and not (
        media_type.startswith("application/") and media_type.endswith("+json")
    ):
        raise Refusal(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "The body must be application/json.")
    try:
        value = jsontext.parse(body)
    except jsontext.MalformedJson as error:
        raise malformed("The body is not readable JSON.") from error
    for text in _texts(value):
        if not text.isascii() and any("\ud800" <= letter <= "\udfff" for letter in text):
            raise malformed("The body has half of a surrogate pair, which is no character.")
    return value


def _texts(value: Any) -> Iterator[str]:
    """Every string and field name, found without recursion; raises 400 beyond the depth allowed."""
    level = [value]
    for _ in range(MOST_LEVELS):
        below: list[Any] = []
        for item in level:
            if isinstance(item, str):
                yield item
            elif isinstance(item, dict):
                yield from item
                below.extend(item.values())
            elif isinstance(item, list):
                below.extend(item)
        level = below
    if level:
        raise malformed("The body is nested too deeply.")


def read_path(path: dict[str, str]) -> dict[str, str]:
    """Path parameters, each percent-decoded as one segment; raises 400 for what is not UTF-8."""
    try:
        return {name: unquote(text, errors="strict") for name, text in path.items()}
    except UnicodeDecodeError as error:
        raise malformed("The path is not UTF-8.") from error


def read_query(query: bytes, known: tuple[str, ...]) -> dict[str, str]:
    """The known query parameters; one given twice is 400, unknown ones are passed over."""
    try:
        pairs = parse_qsl(query.decode("ascii"), keep_blank_values=True, errors="strict", max_num_fields=100)
    except ValueError as error:
        raise malformed("The query cannot be read.") from error
    found = [(name, value) for name, value in pairs if name in known]
    if len(dict(found)) < len(found):
        raise malformed("A query parameter is given twice.")
    return dict(found)
