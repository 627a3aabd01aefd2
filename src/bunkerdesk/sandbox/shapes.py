"""The shapes of request bodies: each reads a JSON value, and describes itself as JSON Schema.

One declaration serves both, so that the OpenAPI document cannot say anything else than the service does. A value
of another type than the shape asks for is 400; `null` means the same as leaving a field out; fields nobody knows
are passed over ("Versioning" 2).
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Protocol

from bunkerdesk.sandbox.moments import read_moment
from bunkerdesk.sandbox.refusals import malformed

JsonObject = dict[str, Any]

MOST_DIGITS = 28
MAGNITUDE = Decimal("79228162514264337593543950335")
"""The supported decimal range ("Limits": 28 significant digits, magnitude up to about 7.9 x 10^28)."""

INT32 = 2**31 - 1


class Shape(Protocol):
    """What a value must look like."""

    def read(self, value: Any, place: str) -> Any:
        """The value as the service keeps it; raises a 400 `Refusal` that names the place."""
        ...

    def schema(self) -> JsonObject:
        """JSON Schema of what `read` accepts, without `null`."""
        ...


@dataclass(frozen=True)
class Text:
    """A string; with `values` a closed enumeration."""

    shortest: int = 0
    longest: int | None = None
    values: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()
    pattern: str | None = None
    rule: str = "has characters that are not allowed"
    """What is said of a text that does not have the pattern."""
    note: str = ""

    def read(self, value: Any, place: str) -> str:
        if not isinstance(value, str):
            raise malformed(f"{place} must be a string.")
        if len(value) < self.shortest:
            raise malformed(f"{place} must not be empty.")
        if self.longest is not None and len(value) > self.longest:
            raise malformed(f"{place} must have at most {self.longest} characters.")
        if self.values and value not in self.values:
            raise malformed(f"{place} must be one of: {', '.join(self.values)}.")
        if self.pattern and not re.fullmatch(self.pattern, value):
            raise malformed(f"{place} {self.rule}.")
        return value

    def schema(self) -> JsonObject:
        described: JsonObject = {"type": "string"}
        if self.shortest:
            described["minLength"] = self.shortest
        if self.longest is not None:
            described["maxLength"] = self.longest
        if self.values:
            described["enum"] = list(self.values)
        if self.examples:
            described["examples"] = list(self.examples)
        if self.pattern:
            described["pattern"] = self.pattern
        return _noted(described, self.note)


def word(examples: tuple[str, ...]) -> Text:
    """A value of an enumeration that is not shown in full: lower case like all of them ("Conventions" 1)."""
    rule = f"must be an enumerated value in lower case, such as {examples[0]}"
    return Text(examples=examples, pattern="^[a-z][a-z0-9_]*$", rule=rule)


@dataclass(frozen=True)
class Whole:
    """An integer of 32 bits."""

    least: int = 0
    most: int = INT32

    def read(self, value: Any, place: str) -> int:
        if isinstance(value, Decimal) and _is_whole(value):
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            raise malformed(f"{place} must be an integer.")
        if not self.least <= value <= self.most:
            raise malformed(f"{place} must lie between {self.least} and {self.most}.")
        return value

    def schema(self) -> JsonObject:
        return {"type": "integer", "format": "int32", "minimum": self.least, "maximum": self.most}


def _is_whole(value: Decimal) -> bool:
    return abs(value.adjusted()) <= MOST_DIGITS and value == value.to_integral_value()


@dataclass(frozen=True)
class Number:
    """An exact decimal; outside the supported range it is 400."""

    def read(self, value: Any, place: str) -> int | Decimal:
        if isinstance(value, bool) or not isinstance(value, int | Decimal):
            raise malformed(f"{place} must be a number.")
        exact = Decimal(value)
        if exact.copy_abs() > MAGNITUDE or (exact and exact.adjusted() < -MOST_DIGITS):
            raise malformed(f"{place} is outside the supported decimal range.")
        if significant_digits(exact) > MOST_DIGITS:
            raise malformed(f"{place} has more than {MOST_DIGITS} significant digits.")
        return value

    def schema(self) -> JsonObject:
        # Bounds as integers: a double cannot name the true ones, and what lies between is for the service to say.
        return {"type": "number", "description": "Exact decimal, at most 28 significant digits; else 400."}


def significant_digits(value: Decimal) -> int:
    """Digits from the first to the last that is not zero; the zeros of `1.50` and `1500` carry nothing here."""
    digits = "".join(map(str, value.as_tuple().digits)).strip("0")
    return len(digits)


@dataclass(frozen=True)
class Truth:
    """true or false."""

    def read(self, value: Any, place: str) -> bool:
        if not isinstance(value, bool):
            raise malformed(f"{place} must be true or false.")
        return value

    def schema(self) -> JsonObject:
        return {"type": "boolean"}


@dataclass(frozen=True)
class Moment:
    """A timestamp with an explicit offset; read as an aware `datetime`.

    A read-only one is held to the rule like any other that is sent, and then passed over.
    """

    is_read_only: bool = False

    def read(self, value: Any, place: str) -> Any:
        if not isinstance(value, str):
            raise malformed(f"{place} must be a timestamp.")
        try:
            return read_moment(value)
        except ValueError as error:
            raise malformed(f"{place}: {error}.") from error

    def schema(self) -> JsonObject:
        described: JsonObject = {"readOnly": True} if self.is_read_only else {}
        return described | {
            "type": "string",
            "format": "date-time",
            "pattern": r"^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(:\d{2}([.,]\d+)?)?([Zz]|[+-]\d{2}:\d{2})$",
            "description": "With an explicit UTC offset; else 400.",
        }


@dataclass(frozen=True)
class Items:
    """An array."""

    of: Shape

    def read(self, value: Any, place: str) -> list[Any]:
        if not isinstance(value, list):
            raise malformed(f"{place} must be an array.")
        return [self.of.read(item, f"{place}[{index}]") for index, item in enumerate(value)]

    def schema(self) -> JsonObject:
        return {"type": "array", "items": self.of.schema()}


@dataclass(frozen=True)
class Texts:
    """An object that maps names to strings."""

    def read(self, value: Any, place: str) -> dict[str, str]:
        if not isinstance(value, dict) or not all(isinstance(item, str) for item in value.values()):
            raise malformed(f"{place} must be an object of strings.")
        return dict(value)

    def schema(self) -> JsonObject:
        return {"type": "object", "additionalProperties": {"type": "string"}}


@dataclass(frozen=True)
class Fields:
    """An object with known fields."""

    fields: Mapping[str, Shape]
    required: frozenset[str] = field(default_factory=frozenset)
    keeps_unknown: bool = False
    """For resources whose fields the specification does not show: what comes is kept."""

    def read(self, value: Any, place: str = "") -> JsonObject:
        if not isinstance(value, dict):
            raise malformed(f"{place or 'The body'} must be an object.")
        taken: JsonObject = dict(value) if self.keeps_unknown else {}
        for name, shape in self.fields.items():
            where = f"{place}.{name}" if place else name
            if value.get(name) is not None:
                taken[name] = shape.read(value[name], where)
            elif name in self.required:
                raise malformed(f"{where} is required.")
            else:
                taken.pop(name, None)
        return taken

    def schema(self) -> JsonObject:
        described: JsonObject = {
            "type": "object",
            "properties": {
                name: shape.schema() if name in self.required else nullable(shape.schema())
                for name, shape in self.fields.items()
            },
        }
        if self.required:
            described["required"] = sorted(self.required)
        return described


def nullable(schema: JsonObject) -> JsonObject:
    """The schema that also accepts `null`."""
    widened = {**schema, "type": [schema["type"], "null"]}
    if "enum" in schema:
        widened["enum"] = [*schema["enum"], None]
    return widened


def _noted(schema: JsonObject, note: str) -> JsonObject:
    return {**schema, "description": note} if note else schema
