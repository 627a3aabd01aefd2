"""Places in a JSON document: reading, and changing without touching the document from before.

A changed document shares everything that stayed the same with the one it came from, so both may be kept.
"""

from collections.abc import Iterator
from typing import Any, Final, Literal

from bunkerdesk.contract.jsontext import JsonObject

Steps = tuple[str | int, ...]
"""`("fuelSpecifications", 0, "grade")`."""


class Missing:
    """The absence of a value, which is not null."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "MISSING"

    def __bool__(self) -> Literal[False]:
        return False


MISSING: Final = Missing()


class NoSuchPlace(ValueError):
    """A path that leads beyond the end of a list, or nowhere."""


def steps_of(path: str | Steps) -> Steps:
    """The steps of `fuelSpecifications.0.grade` or `fuelSpecifications[0].grade`."""
    if not isinstance(path, str):
        return path
    pieces = path.replace("[", ".").replace("]", "").split(".")
    return tuple(int(piece) if piece.isdecimal() else piece for piece in pieces if piece)


def path_text(steps: Steps) -> str:
    """`fuelSpecifications.0.grade`."""
    return ".".join(map(str, steps))


def value_at(document: Any, path: str | Steps) -> Any:
    """The value at a path, or `MISSING`."""
    value = document
    for step in steps_of(path):
        if isinstance(value, dict):
            value = value.get(str(step), MISSING)
        elif isinstance(value, list) and isinstance(step, int) and step < len(value):
            value = value[step]
        else:
            return MISSING
    return value


def with_value(document: Any, steps: Steps, value: Any) -> Any:
    """The document with a value at a path; missing objects and lists on the way are made.

    An index one behind the end of a list appends. `MISSING` takes the value out: a key of an object, or an item
    of a list, whose later items move up. Raises `NoSuchPlace`.
    """
    if not steps:
        return value
    step, rest = steps[0], steps[1:]
    if isinstance(step, int) and not isinstance(document, dict):
        return _with_item(document if isinstance(document, list) else [], step, rest, value)
    return _with_member(document if isinstance(document, dict) else {}, str(step), rest, value)


def _with_member(document: JsonObject, key: str, rest: Steps, value: Any) -> JsonObject:
    if value is MISSING and not rest:
        return {name: item for name, item in document.items() if name != key}
    if value is MISSING and key not in document:
        return document
    return {**document, key: with_value(document.get(key), rest, value)}


def _with_item(items: list[Any], index: int, rest: Steps, value: Any) -> list[Any]:
    if index > len(items) or (value is MISSING and index == len(items)):
        raise NoSuchPlace(f"there is no item {index} in a list of {len(items)}")
    if value is MISSING and not rest:
        return [*items[:index], *items[index + 1 :]]
    before = items[index] if index < len(items) else None
    return [*items[:index], with_value(before, rest, value), *items[index + 1 :]]


def without(document: JsonObject, steps: Steps) -> JsonObject:
    """The document without what is at a path; objects left empty by it go too, items of a list stay."""
    if value_at(document, steps) is MISSING:
        return document
    while (
        len(steps) > 1
        and isinstance(steps[-2], str)
        and isinstance(value_at(document, steps[:-1]), dict)
        and len(value_at(document, steps[:-1])) == 1
    ):
        steps = steps[:-1]
    changed: JsonObject = with_value(document, steps, MISSING)
    return changed


def leaves(value: Any, steps: Steps = ()) -> Iterator[tuple[Steps, Any]]:
    """Every value that holds no other, with its path; empty objects and lists count as values."""
    if isinstance(value, dict) and value:
        for key, item in value.items():
            yield from leaves(item, (*steps, key))
    elif isinstance(value, list) and value:
        for index, item in enumerate(value):
            yield from leaves(item, (*steps, index))
    else:
        yield steps, value
