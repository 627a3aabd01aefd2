"""JSON text in and out without losing a digit.

Quantities carry up to 28 significant digits as JSON numbers (specification, "Limits"). A double holds 17, so
fractions are read as `Decimal` and written back as numbers. Knows nothing of the resources.
"""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import simplejson

JsonObject = dict[str, Any]

PIECE = 200
"""Items of a long array that are written at once: the library holds the interpreter for as long as one call takes."""


class MalformedJson(ValueError):
    """The text is not JSON: cut off, another format, or nested beyond reason."""


def parse(text: bytes | str) -> Any:
    """Read JSON text; fractions become `Decimal`, whole numbers `int`.

    Raises `MalformedJson` for anything that is not one JSON value (`NaN` and `Infinity` are not JSON).
    """
    try:
        return simplejson.loads(
            text.decode("utf-8") if isinstance(text, bytes) else text, use_decimal=True, allow_nan=False
        )
    except RecursionError as error:
        raise MalformedJson("nested too deeply") from error
    except (ValueError, ArithmeticError) as error:
        raise MalformedJson(str(error)) from error


def write(value: Any, *, indent: int | None = None) -> bytes:
    """Write a JSON value as UTF-8; a `Decimal` becomes a number with all its digits."""
    try:
        return _dump(value, indent, ensure_ascii=False).encode()
    except UnicodeEncodeError:  # half a surrogate pair is valid in JSON as an escape, but is not UTF-8
        return _dump(value, indent, ensure_ascii=True).encode()


def write_array(items: Sequence[Any]) -> bytes:
    """Write a long array in pieces; in a worker thread, others have their turn between two of them."""
    pieces = (write(items[start : start + PIECE])[1:-1] for start in range(0, len(items), PIECE))
    return b"[" + b",".join(pieces) + b"]"


def _dump(value: Any, indent: int | None, *, ensure_ascii: bool) -> str:
    text: str = simplejson.dumps(
        value,
        use_decimal=True,
        ensure_ascii=ensure_ascii,
        allow_nan=False,
        indent=indent,
        separators=(",", ":") if indent is None else (",", ": "),
    )
    return text


def same_meaning(left: Any, right: Any) -> bool:
    """Tell whether two JSON values mean the same: `1`, `1.0` and `1.00` do, `true` and `1` do not."""
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, int | float | Decimal) and isinstance(right, int | float | Decimal):
        return Decimal(str(left)) == Decimal(str(right))
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(same_meaning(left[key], right[key]) for key in left)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same_meaning, left, right))
    return bool(left == right)
