"""What will be sent, line by line, with the difference to what the service holds. No Qt."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from bunkerdesk.contract import jsontext
from bunkerdesk.contract.jsontext import JsonObject, same_meaning

INDENT = 2
_NOTHING = object()


@dataclass(frozen=True, slots=True)
class SentLine:
    """A line of the JSON text; `mark` is `+` new, `~` changed, `-` taken out, or empty."""

    text: str
    mark: str = ""
    path: str = ""
    before: str = ""
    """The former value of a changed line."""


def sent_lines(body: JsonObject, held: JsonObject | None) -> list[SentLine]:
    """The body in lines; without anything held no line is marked. Lines marked `-` are not part of the body."""
    against = body if held is None else held
    return list(_lines(body, against, ("", "", 0), last=True))


def sent_text(body: JsonObject) -> str:
    """The exact JSON text."""
    return jsontext.write(body, indent=INDENT).decode()


def _lines(value: Any, held: Any, at: tuple[str, str, int], *, last: bool) -> Iterator[SentLine]:
    name, path, depth = at
    pad, key, comma = " " * INDENT * depth, f"{_text(name)}: " if name else "", "" if last else ","
    is_new = held is _NOTHING
    if isinstance(value, dict) and value:
        yield SentLine(f"{pad}{key}{{", _mark(is_new, value, held, dict), path)
        yield from _members(value, held, path, depth + 1)
        yield SentLine(f"{pad}}}{comma}", "+" if is_new else "", path)
    elif isinstance(value, list) and value:
        yield SentLine(f"{pad}{key}[", _mark(is_new, value, held, list), path)
        yield from _items(value, held, path, depth + 1)
        yield SentLine(f"{pad}]{comma}", "+" if is_new else "", path)
    else:
        is_changed = not is_new and not same_meaning(value, held)
        mark = "+" if is_new else "~" if is_changed else ""
        yield SentLine(f"{pad}{key}{_text(value)}{comma}", mark, path, _text(held) if is_changed else "")


def _mark(is_new: bool, value: Any, held: Any, kind: type) -> str:
    if is_new:
        return "+"
    return "" if isinstance(held, kind) or held is value else "~"


def _members(value: dict[str, Any], held: Any, path: str, depth: int) -> Iterator[SentLine]:
    known = held if isinstance(held, dict) else {}
    names = list(value)
    for place, name in enumerate(names):
        here = f"{path}.{name}" if path else name
        before = known.get(name, _NOTHING) if held is not _NOTHING else _NOTHING
        yield from _lines(value[name], before, (name, here, depth), last=place == len(names) - 1)
    for name in known:
        if name not in value:
            yield from _gone(known[name], name, f"{path}.{name}" if path else name, depth)


def _items(value: list[Any], held: Any, path: str, depth: int) -> Iterator[SentLine]:
    known = held if isinstance(held, list) else []
    for place, item in enumerate(value):
        before = known[place] if place < len(known) else _NOTHING
        yield from _lines(item, before, ("", f"{path}[{place}]", depth), last=place == len(value) - 1)
    for place in range(len(value), len(known)):
        yield from _gone(known[place], "", f"{path}[{place}]", depth)


def _gone(value: Any, name: str, path: str, depth: int) -> Iterator[SentLine]:
    for line in _lines(value, value, (name, path, depth), last=True):
        yield SentLine(line.text, "-", path)


def _text(value: Any) -> str:
    return jsontext.write(value).decode() if not isinstance(value, float) else repr(value)
