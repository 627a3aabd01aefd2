"""What every resource shares: names, exact numbers, offsets as received, open enumerations, tolerant reading."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import MAXYEAR, MINYEAR, date, datetime
from decimal import Decimal, InvalidOperation
from enum import Enum, StrEnum
from typing import Annotated, Any, ClassVar, Self, TypeVar

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PrivateAttr,
    ValidationError,
    ValidationInfo,
    ValidatorFunctionWrapHandler,
    WithJsonSchema,
    model_validator,
)

from bunkerdesk.contract import jsontext
from bunkerdesk.contract.jsontext import JsonObject

# RFC 3339 as the specification narrows it: Z, +hh:mm or -hh:mm. Seconds may be missing in hand-made clients.
_WITH_OFFSET = re.compile(r"\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(:\d{2}([.,]\d+)?)?([Zz]|[+-]\d{2}:\d{2})", re.ASCII)


_ACRONYMS = {"imo": "IMO", "cts": "CTS", "mj": "MJ", "kwh": "KWh", "mmbtu": "MMBtu"}


def wire_name(name: str) -> str:
    """The specification's camelCase name of a Python name: `receiver_vessel_imo` is `receiverVesselIMO`."""
    first, *rest = name.split("_")
    return first + "".join(_ACRONYMS.get(word, word.capitalize()) for word in rest)


class Timestamp(datetime):
    """A moment that remembers how it was written.

    Returned times are in port local time with the port's offset (specification, "Conventions" 3). Offset and
    precision are kept as received, so that what nobody edited goes back unchanged.
    """

    received: str | None = None

    @classmethod
    def parse(cls, text: str) -> Timestamp:
        """Read ISO 8601 text; raises `ValueError`. A text without an offset gives a naive moment.

        The first and the last year of the calendar are no moments: services write "not set" and "never" that way,
        and on another clock they would lie outside of it.
        """
        moment = cls.fromisoformat(text.strip().upper())  # RFC 3339 allows a small t and z
        if moment.year in (MINYEAR, MAXYEAR):
            raise ValueError("at the end of the calendar, where nothing is delivered")
        moment.received = text
        return moment

    def text(self) -> str:
        """The text as received, else ISO 8601."""
        return self.received or self.isoformat()


def has_offset(text: str) -> bool:
    """Tell whether a timestamp text carries an explicit UTC offset as the specification asks of a sender."""
    return _WITH_OFFSET.fullmatch(text) is not None


def _timestamp(value: object) -> object:
    match value:
        case Timestamp():
            return value
        case datetime():
            return Timestamp.fromisoformat(value.isoformat())
        case str() if len(value) > len("2026-11-21"):
            return Timestamp.parse(value)
        case _:
            raise ValueError("not a date and time")


def _aware(value: object) -> object:
    moment = _timestamp(value)
    if isinstance(moment, datetime) and moment.tzinfo is None:
        raise ValueError("a time to be sent needs an explicit UTC offset")
    return moment


def _exact(value: object) -> object:
    match value:
        case bool():
            raise ValueError("not a number")
        case int() | Decimal():
            return Decimal(value)
        case float():
            return Decimal(repr(value))
        case str():
            try:
                return Decimal(value.strip())
            except InvalidOperation as error:
                raise ValueError("not a number") from error
        case _:
            raise ValueError("not a number")


_DATE_TIME = WithJsonSchema({"type": "string", "format": "date-time"})

PortTime = Annotated[datetime, BeforeValidator(_timestamp), _DATE_TIME]
"""A returned moment; a `Timestamp` at run time, naive only if the service left the offset out."""

SentTime = Annotated[datetime, BeforeValidator(_aware), _DATE_TIME]
"""A moment to be sent; a naive one is refused (400 at the service)."""

Exact = Annotated[Decimal, BeforeValidator(_exact), Field(allow_inf_nan=False), WithJsonSchema({"type": "number"})]
"""A decimal with all its digits, a JSON number on the wire."""


class OpenEnum(StrEnum):
    """Lower-case values of the specification; values not listed are kept as plain `str`."""

    @classmethod
    def known(cls, value: str | None) -> bool:
        """Tell whether this version knows the value."""
        return value in cls._value2member_map_


E = TypeVar("E", bound=OpenEnum)
Open = Annotated[E | str, Field(union_mode="left_to_right")]
"""`Open[Status]`: the member where it is known, else the text as it came ("Conventions" 4)."""


@dataclass(frozen=True)
class Departure:
    """A place where an answer departs from the specification, with the reason; the rest stays usable."""

    place: str
    reason: str

    def __str__(self) -> str:
        return f"{self.place}: {self.reason}"


class Resource(BaseModel):
    """Base of all resources.

    Every field may be None: a service may leave out what the specification demands. `required` names what it
    demands; `read` lists what was missing or unreadable in `departures` and keeps the rest. Unknown fields are
    kept under the names they came with.
    """

    # Building all validators takes a tenth of a second: deferred until a model is first used.
    # A number where a text is due (an id, a berth, a flash point) is readable: its digits are the text.
    model_config = ConfigDict(
        alias_generator=wire_name,
        populate_by_name=True,
        extra="allow",
        protected_namespaces=(),
        defer_build=True,
        coerce_numbers_to_str=True,
    )

    required: ClassVar[frozenset[str]] = frozenset()
    """Field names (camelCase) that the specification requires in an answer."""

    _departures: tuple[Departure, ...] = PrivateAttr(default=())
    _as_received: JsonObject | None = PrivateAttr(default=None)

    @classmethod
    def read(cls, value: object) -> Self:
        """Read an answer tolerantly; only a value that is no object at all raises (`ValidationError`)."""
        found: list[Departure] = []
        resource = cls.model_validate(value, context=found)
        resource._departures = tuple(dict.fromkeys(found))
        resource._as_received = value if isinstance(value, dict) else None
        return resource

    @classmethod
    def read_json(cls, text: bytes | str) -> Self:
        """Read JSON text tolerantly; raises `MalformedJson` or `ValidationError`."""
        return cls.read(jsontext.parse(text))

    @property
    def departures(self) -> tuple[Departure, ...]:
        """Where the answer departs from the specification."""
        return self._departures

    @property
    def as_received(self) -> JsonObject | None:
        """The JSON object this was read from; None for one made here."""
        return self._as_received

    @property
    def as_answered(self) -> JsonObject:
        """The JSON object this was read from, with what is not understood; `to_object` of one made here."""
        return self._as_received or self.to_object()

    @property
    def unknown_fields(self) -> Mapping[str, Any]:
        """Fields this version does not know, as received."""
        return self.__pydantic_extra__ or {}

    def to_object(self) -> JsonObject:
        """The JSON object with the specification's names; what was never set is left out."""
        plain: JsonObject = as_plain(self.model_dump(by_alias=True, exclude_unset=True))
        return plain

    def to_json(self) -> bytes:
        """The JSON text; decimals are numbers with all their digits."""
        return jsontext.write(self.to_object())

    @model_validator(mode="wrap")
    @classmethod
    def _tolerate(cls, value: Any, handler: ValidatorFunctionWrapHandler, info: ValidationInfo) -> Any:
        found = info.context
        if not isinstance(found, list) or not isinstance(value, dict):
            return handler(value)
        if cls.required:
            missing = sorted(name for name in cls.required if value.get(name) is None)
            found.extend(Departure(f"{cls.__name__}.{name}", "missing") for name in missing)
        try:
            return handler(value)
        except ValidationError as error:
            return handler(_without_unreadable(cls.__name__, value, error, found))


_MEMBER = "str-enum["
"""An open enumeration is a member or a text: that a value is no member is said once more, as no text."""


def _without_unreadable(name: str, value: JsonObject, error: ValidationError, found: list[Departure]) -> JsonObject:
    """Take out of an object what could not be read, noting each place; nested objects have mended themselves."""
    mended = dict(value)
    broken: dict[str, set[int]] = {}
    for detail in error.errors(include_url=False, include_input=False, include_context=False):
        field, *rest = detail["loc"]
        places = broken.setdefault(str(field), set())
        if rest and isinstance(rest[0], int):
            places.add(rest[0])
        if not any(str(part).startswith(_MEMBER) for part in rest):
            place = ".".join(str(part) for part in detail["loc"] if part != "str")
            found.append(Departure(f"{name}.{place}", detail["msg"].removeprefix("Value error, ")))
    for field, indexes in broken.items():
        items = mended.get(field)
        if indexes and isinstance(items, list):
            mended[field] = [item for index, item in enumerate(items) if index not in indexes]
        else:
            mended.pop(field, None)
    return mended


def as_plain(value: Any) -> Any:
    """Turn models, moments and enumerations into JSON values; decimals stay `Decimal`."""
    match value:
        case Resource():
            return value.to_object()
        case Timestamp():
            return value.text()
        case datetime() | date():
            return value.isoformat()
        case Enum():
            return value.value
        case Mapping():
            return {str(key): as_plain(item) for key, item in value.items()}
        case str():
            return value
        case list() | tuple():
            return [as_plain(item) for item in value]
        case _:
            return value


def first_list(value: object, names: Collection[str] = ()) -> list[Any] | None:
    """The list in an answer whose envelope is not shown: the bare array, a named one, or the only one inside.

    A null under one of the names is an empty list, an object under one of them a further envelope; so is any other
    object where just one holds a list of objects. HAL leaves `_embedded` out where there is nothing to embed.
    """
    if isinstance(value, list):
        return value
    if not isinstance(value, dict):
        return None
    named = [value[name] for name in names if name in value]
    lists = [item for item in named if isinstance(item, list)]
    if lists:
        return lists[0]
    lists = [item for item in value.values() if isinstance(item, list)]
    if lists:
        return lists[0] if len(lists) == 1 else None
    inner = [first_list(item, names) for item in named if isinstance(item, dict)]
    found = next((found for found in inner if found is not None), [] if None in named else None)
    return _further_inside(value, names) if found is None else found


def _further_inside(value: JsonObject, names: Collection[str]) -> list[Any] | None:
    inner = [first_list(item, names) for item in value.values() if isinstance(item, dict)]
    found = [items for items in inner if items is not None and all(isinstance(item, dict) for item in items)]
    if not found and "_links" in value and not value.get("_embedded"):
        return []
    return found[0] if len(found) == 1 else None
