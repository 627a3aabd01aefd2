"""The pieces a detail page is made of, and how one field becomes a line. No Qt."""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, tzinfo
from decimal import Decimal
from typing import Any

from bunkerdesk.contract.delivery_note import Measurement, TextMeasurement
from bunkerdesk.contract.nomination import NumberValue, QuantityRange, TextValue
from bunkerdesk.contract.resource import Resource, Timestamp, has_offset, wire_name
from bunkerdesk.rules import ports, wording
from bunkerdesk.rules.field_names import field_title


@dataclass(frozen=True, slots=True)
class Line:
    """One field: `value` as read, `hint` dim beside it, `exact` for copying, `key` its JSON path."""

    label: str
    value: str
    hint: str = ""
    tone: str = ""
    exact: str = ""
    key: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """A small table inside a section."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    keys: tuple[str, ...] = ()
    """What each row opens, where rows can be opened."""


@dataclass(frozen=True, slots=True)
class Section:
    """A titled group of lines, as a desk names it."""

    key: str
    title: str
    lines: tuple[Line, ...]
    tables: tuple[Table, ...] = ()


@dataclass(frozen=True, slots=True)
class Heading:
    """The head of a page: the reference, the words and tone of the status, and what it is about."""

    title: str
    status: str
    tone: str
    subtitle: str


_IDENTIFIERS = frozenset({"imo", "mmsi", "receiverVesselIMO", "supplierAssetIMO", "fuelIndex"})


@dataclass(frozen=True, slots=True)
class Page:
    """What the lines of one page need to know: the time, and the clock of this desk."""

    now: datetime
    desk_zone: tzinfo | str

    def lines(
        self, resource: Resource | None, prefix: str, names: Iterable[str], important: Collection[str] = ()
    ) -> Iterator[Line]:
        """Lines for the named fields (Python names) that are there; the important ones are never left out."""
        for name in names:
            wire = wire_name(name)
            path = f"{prefix}.{wire}" if prefix else wire
            value = getattr(resource, name, None)
            if value is None or value == "":
                if name in important:
                    yield Line(label_of(wire), wording.NOT_REPORTED, tone="neutral", key=path)
            elif isinstance(value, Resource) and not isinstance(value, _MEASURES):
                yield from self.lines(value, path, type(value).model_fields)
            else:
                yield self.line(wire, path, value)

    def line(self, wire: str, path: str, value: object) -> Line:
        """The line of one value that is there."""
        if isinstance(value, datetime):
            return self.time(label_of(wire, path), path, value)
        text, exact = _words(wire, value)
        return Line(label_of(wire, path), text, exact=exact, key=path)

    def time(self, label: str, path: str, moment: datetime, note: str = "") -> Line:
        """A moment by the port's clock; UTC and the desk's clock are in the hint."""
        clock, offset = wording.port_time(moment, self.now.date())
        hints = (wording.utc_and_desk(moment, self.desk_zone), _relation(moment, self.now), note)
        tone = "warning" if moment.tzinfo is None else ""
        hint = ", ".join(filter(None, hints))
        return Line(label, f"{clock} {offset}", hint, tone, wording.exact_time(moment), path)


def _relation(moment: datetime, now: datetime) -> str:
    words = wording.until(moment, now)
    return f"in {words}" if words and words != "now" and not words.endswith("ago") else words


def label_of(wire: str, path: str = "") -> str:
    """The trade's short name of a field, whose section is named above; what belongs to a vessel says so."""
    tail = path.rsplit(".", 2)[-2:]
    if len(tail) == 2 and tail[0] in {"vesselIdentifier", "vessel"}:
        return wording.field_words(f"vessel.{wire}")
    return field_title(wire)


def place_lines(page: Page, resource: Resource, prefix: str, names: Iterable[str]) -> Iterator[Line]:
    """Where it is: the port, and of its name and its other code what the port's own line does not say already."""
    code, name = (getattr(resource, f"bunkering_location_{each}", None) for each in ("code", "name"))
    said = {
        "bunkering_location_name": bool(name) and name == ports.shipped().name(code),
        "port_bunkering_location_code": bool(ports.shipped().name(code))
        and getattr(resource, "port_bunkering_location_code", None) == code,
    }
    told = [each for each in names if not said.get(each)]
    yield from page.lines(resource, prefix, told, ("bunkering_location_code",))


_MEASURES = (QuantityRange, Measurement, NumberValue, TextMeasurement, TextValue)


def _words(wire: str, value: object) -> tuple[str, str]:
    """Words and exact text of a value that is neither a moment nor an object."""
    for kinds, worded in _WORDING:
        if isinstance(value, kinds):
            return worded(wire, value)
    return str(value), str(value)


def _measure(_: str, value: Any) -> tuple[str, str]:
    if isinstance(value, QuantityRange):
        numbers = [plain(each) for each in (value.min_quantity, value.max_quantity) if each is not None]
        return wording.quantity_range(value), " ".join([" - ".join(numbers), str(value.unit or "")]).strip()
    is_text = isinstance(value, TextMeasurement | TextValue)
    words = wording.text_measurement(value) if is_text else wording.measurement(value)
    exact = plain(value.value) if isinstance(value.value, Decimal) else str(value.value or "")
    return words or wording.NOT_REPORTED, f"{exact} {value.unit or ''}".strip()


def _whole(wire: str, value: Any) -> tuple[str, str]:
    if wire.endswith("InMinutes"):
        return wording.duration(value), str(value)
    return (str(value) if wire in _IDENTIFIERS else wording.number(value)), str(value)


def _text(wire: str, value: Any) -> tuple[str, str]:
    if wire.endswith(("PortCode", "LocationCode", "NextPort")):
        name = ports.shipped().name(value)
        return (f"{value} {name}" if name else str(value)), str(value)
    return wording.word_or_text(wire, str(value)), str(value)


_WORDING: tuple[tuple[Any, Callable[[str, Any], tuple[str, str]]], ...] = (
    (_MEASURES, _measure),
    (bool, lambda _, value: ("Yes" if value else "No", "true" if value else "false")),
    (int, _whole),
    (Decimal, lambda _, value: (wording.number(value), plain(value))),
    (date, lambda _, value: (wording.date_words(value), value.isoformat())),
    (str, _text),
)


def plain(value: Decimal) -> str:
    """All digits without grouping, for copying."""
    return f"{value:f}" if abs(value.adjusted()) < 60 else str(value)


def also_reported(page: Page, resource: Resource, prefix: str = "") -> list[Line]:
    """Everything in a resource that this version does not know, wherever it stands, flattened."""
    lines: list[Line] = []
    for path, value in _unknown(resource, prefix):
        lines.extend(_flat(page, path, value))
    return lines


def _unknown(resource: Resource, prefix: str) -> Iterator[tuple[str, object]]:
    for name, value in resource.unknown_fields.items():
        yield f"{prefix}{name}", value
    for name in type(resource).model_fields:
        value, path = getattr(resource, name), f"{prefix}{wire_name(name)}"
        if isinstance(value, Resource):
            yield from _unknown(value, f"{path}.")
        elif isinstance(value, list):
            for place, item in enumerate(value):
                if isinstance(item, Resource):
                    yield from _unknown(item, f"{path}[{place}].")


def _flat(page: Page, path: str, value: object, depth: int = 0) -> Iterator[Line]:
    if isinstance(value, dict | list) and value and depth < 8:
        parts = value.items() if isinstance(value, dict) else enumerate(value)
        for name, item in parts:
            yield from _flat(page, f"{path}.{name}" if isinstance(value, dict) else f"{path}[{name}]", item, depth + 1)
        return
    label = wording.field_words(path)
    if isinstance(value, str) and has_offset(value):
        try:
            yield page.time(label, path, Timestamp.parse(value))
        except ValueError:
            yield Line(label, value, exact=value, key=path)
        return
    if value is None or value in ("", [], {}):
        yield Line(label, "empty", tone="neutral", key=path)
        return
    text, exact = _words(path.rsplit(".", 1)[-1], value)
    yield Line(label, text, exact=exact, key=path)


def departure_section(resource: Resource) -> list[Section]:
    """Where the answer departs from the specification; nothing when it does not."""
    lines = [Line(departure.place, departure.reason, tone="warning") for departure in resource.departures]
    return [Section("departures", "Departs from the specification", tuple(lines))] if lines else []
