"""From a successful answer to resources, tolerantly; big answers are read in a worker thread."""

from __future__ import annotations

import logging
import time
import unicodedata
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeVar
from urllib.parse import quote

from pydantic import ValidationError

from bunkerdesk.api.caller import Caller
from bunkerdesk.api.confidential import Confidential
from bunkerdesk.api.errors import NotFound, Refused, UnreadableAnswer
from bunkerdesk.api.failures import excerpt
from bunkerdesk.api.orders import Answer, Order
from bunkerdesk.api.wording import is_markup, readable
from bunkerdesk.contract import jsontext
from bunkerdesk.contract.nomination import Pagination
from bunkerdesk.contract.resource import Resource, as_plain, first_list

R = TypeVar("R", bound=Resource)
T = TypeVar("T")
Body = Resource | Mapping[str, Any]
"""What may be sent: a resource, or a mapping with the specification's names."""

Retold = Callable[[Any], Any]
"""What is to be made of a nomination or draft before it is read: JSON in, JSON out."""

_LOG = logging.getLogger(__name__)
_INLINE_BYTES = 8 * 1024
"""More is read in a worker: a nomination of 2 kB takes half a millisecond, a page of fifty would cost a frame."""
_MOST_PAGES = 1000
_NO_CONTENT = 204
_USUAL_ENVELOPES = ("data", "items", "results")


def body_of(body: Body) -> bytes:
    """The JSON text of a body; raises `Refused` for what JSON cannot hold."""
    try:
        return body.to_json() if isinstance(body, Resource) else jsontext.write(as_plain(body))
    except (TypeError, ValueError) as error:
        reason = str(error)
    raise Refused(f"This cannot be written as JSON: {reason}.")


def as_it_came(value: Any) -> Any:
    """Nothing is made of it."""
    return value


async def one(caller: Caller, order: Order, kind: type[R], about: str | None = None, retold: Retold = as_it_came) -> R:
    """Carry out an order that answers with one object; `about` is the reference it has to speak of, if any."""

    def read(answer: Answer) -> R:
        value = None if answer.status == _NO_CONTENT else _json(answer, caller.confidential, order)
        if value is None and order.is_single_read:
            raise NotFound(f"The service has nothing under this reference (HTTP {answer.status}).", status=404)
        found = _resource(kind, retold(value), answer)
        if about is not None and not is_about(found, about):
            raise _unreadable(answer, "does not speak of the reference that was asked for")
        return found

    return await _read(caller, await caller.call(order), read)


async def many(
    caller: Caller, order: Order, kind: type[R], names: Collection[str] = (), retold: Retold = as_it_came
) -> list[R]:
    """Carry out an order that answers with a list, bare or inside an object under one of the names.

    Only the drafts are said to come in pages; another list that pages as they do is read to its end too.
    """

    def read(answer: Answer) -> tuple[list[R], str | None]:
        if not answer.body.strip():
            return [], None
        value = _json(answer, caller.confidential, order)
        if value is None:
            return [], None
        items = first_list(value, (*names, *_USUAL_ENVELOPES)) if not _is_one(kind, value) else [value]
        if items is None:
            raise _unreadable(answer, "holds no list where one is expected")
        return _resources(kind, map(retold, items)), _way_on(value)

    found, cursor = await _read(caller, await caller.call(order), read)
    asked: set[str] = set()
    while cursor is not None and cursor not in asked and len(asked) < _MOST_PAGES:
        asked.add(cursor)
        further = replace(order, path=f"{order.path}?cursor={quote(cursor, safe='')}")
        more, following = await _read(caller, await caller.call(further), read)
        if following == cursor:
            break  # it knows no cursors, and has said the same once more
        found += more
        cursor = following
    return found


def _way_on(value: Any) -> str | None:
    said = value.get("pagination") if isinstance(value, dict) else None
    pagination = Pagination.read(said if isinstance(said, dict) else {})
    return pagination.next_cursor or None if pagination.has_more else None


def is_about(resource: Resource, reference: str) -> bool:
    """Tell whether an answer speaks of a reference: it names it, in any case of letters, or names none at all."""
    named = getattr(resource, "client_reference", None)
    if named is None:
        return _is_one(type(resource), resource.as_received)
    return _folded(str(named)) == _folded(reference)


def _folded(reference: str) -> str:
    return unicodedata.normalize("NFC", " ".join(reference.split())).casefold()


async def written(caller: Caller, order: Order, kind: type[R], name: str = "", retold: Retold = as_it_came) -> R | None:
    """Carry out a write; what can be read of its answer, None for an empty one or one of another shape.

    The write has happened: an odd answer is no failure, nor is a plain word. A page, which somebody between here and
    the service may have written, is `UnreadableAnswer`, and so is JSON that cannot be read.
    """

    def read(answer: Answer) -> R | None:
        if not answer.body.strip():
            return None
        try:
            value = _json(answer, caller.confidential, order)
        except UnreadableAnswer:
            if _is_a_word(answer):
                return None
            raise
        if isinstance(value, list) and len(value) == 1:
            value = value[0]
        if isinstance(value, dict):
            inner = [value[key] for key in (name, "data") if isinstance(value.get(key), dict)]
            value = inner[0] if inner and not _is_one(kind, value) else value
        return _resource_or_none(kind, retold(value))

    return await _read(caller, await caller.call(order), read)


def _is_a_word(answer: Answer) -> bool:
    """Tell whether an answer is a text that says no more than its status, such as `OK`; no page, no broken JSON."""
    text = readable(answer.body)
    return answer.content_type == "text/plain" and bool(text) and not is_markup(answer.body.decode("utf-8", "replace"))


async def nothing(caller: Caller, order: Order) -> None:
    """Carry out an order whose answer does not matter."""
    await caller.call(order)


async def _read(caller: Caller, answer: Answer, read: Callable[[Answer], T]) -> T:
    if len(answer.body) <= _INLINE_BYTES:
        return read(answer)
    return await caller.in_worker(lambda: read(answer))


def _json(answer: Answer, confidential: Confidential, order: Order) -> Any:
    try:
        return jsontext.parse(answer.json_text)
    except jsontext.MalformedJson:
        pass
    words = excerpt(answer, confidential, order.confidential)
    failure = _unreadable(answer, f"is not JSON: {words}" if words else "is empty or no whole JSON")
    raise failure


def _resource(kind: type[R], value: object, answer: Answer) -> R:
    found = _resource_or_none(kind, value)
    if found is None:
        raise _unreadable(answer, "is JSON of another shape than expected")
    return found


def _resource_or_none(kind: type[R], value: object) -> R | None:
    try:
        return kind.read(value)
    except ValidationError:
        _LOG.warning("Left out what is no %s: a JSON %s", kind.__name__, type(value).__name__)
    return None


def _resources(kind: type[R], items: Iterable[Any]) -> list[R]:
    found: list[R] = []
    for item in items:
        resource = _resource_or_none(kind, item)
        if resource is not None:
            found.append(resource)
        time.sleep(0)  # lets the GUI thread in: reading itself holds the interpreter for 10 ms and more
    return found


def _is_one(kind: type[R], value: object) -> bool:
    """Tell whether an object is a resource itself rather than an envelope: it has two of its fields."""
    if not isinstance(value, dict):
        return False
    fields = {field.alias or name for name, field in kind.model_fields.items()}
    return len(fields.intersection(value)) > 1


def _unreadable(answer: Answer, what: str) -> UnreadableAnswer:
    kind = answer.content_type or "no content type"
    failure = UnreadableAnswer(f"The answer {what} (HTTP {answer.status}, {kind}).", status=answer.status)
    failure.content_type = answer.content_type
    return failure
