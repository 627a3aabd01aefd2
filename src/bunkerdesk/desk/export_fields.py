"""The columns of exported nominations, operations and delivery notes, read from the answers as they came.

Headings are the specification's names in words, values the specification's own; what no column shows stands in the
last one as JSON, so that nothing the service answered is lost.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any, get_args

from bunkerdesk.contract import jsontext
from bunkerdesk.contract.delivery_note import (
    ConventionalNote,
    DeliveryNote,
    LngFuelProperties,
    LngNote,
    Measurement,
    TextMeasurement,
)
from bunkerdesk.contract.jsontext import JsonObject
from bunkerdesk.contract.resource import Resource, Timestamp, wire_name
from bunkerdesk.desk.export_table import Cell, Heading
from bunkerdesk.desk.lists import NominationRow, OperationRow
from bunkerdesk.rules import wording

FUELS = 4
"""Nominated fuels with columns of their own; further ones are in the last column."""
OTHER = Heading("Other fields (JSON)")

Step = str | int
ListRow = NominationRow | OperationRow


@dataclass(frozen=True, slots=True)
class Item:
    """A record on its way into a row: the object as received, and its line in the list."""

    raw: JsonObject
    row: ListRow


@dataclass(frozen=True, slots=True)
class Field:
    """A column: its heading, its value, and which parts of the object it shows."""

    heading: Heading
    value: Callable[[Item], Cell]
    shows: tuple[Step, ...] = ()
    is_told_elsewhere: bool = False
    """Whether it stands for a list of objects that has an export of its own; anything else is told in full."""


def headings(fields: Sequence[Field]) -> tuple[Heading, ...]:
    """The headings with the last column."""
    return (*(field.heading for field in fields), OTHER)


def cells(fields: Sequence[Field], item: Item) -> list[Cell]:
    """One row."""
    left = _rest(item.raw, _tree(field.shows for field in fields if _shows(field, item.raw)))
    return [*(field.value(item) for field in fields), "" if left is _NOTHING else _json(left)]


def _shows(field: Field, raw: JsonObject) -> bool:
    if not field.is_told_elsewhere:
        return bool(field.shows)
    value = at(raw, field.shows)
    return isinstance(value, list) and all(isinstance(one, dict) for one in value)


# Values of JSON as cells


def at(value: Any, path: Sequence[Step]) -> Any:
    """What stands at a path; None where nothing does."""
    for step in path:
        if isinstance(step, int):
            value = value[step] if isinstance(value, list) and step < len(value) else None
        else:
            value = value.get(step) if isinstance(value, dict) else None
    return value


def plain(value: Any) -> Cell:
    """Any JSON value as a cell; objects and lists as their JSON text."""
    return _json(value) if isinstance(value, dict | list) else value


def moment(value: Any) -> Cell:
    """A time with its offset; a text that is none stays a text."""
    try:
        return Timestamp.parse(value) if isinstance(value, str) and len(value) > len("2026-11-21") else plain(value)
    except ValueError:
        return plain(value)


def day(value: Any) -> Cell:
    """A calendar day; a text that is none stays a text."""
    try:
        return date.fromisoformat(value) if isinstance(value, str) else plain(value)
    except ValueError:
        return plain(value)


def _json(value: Any) -> str:
    return jsontext.write(value).decode()


_NOTHING = object()
_WHOLE: dict[Step, Any] = {}


def _tree(paths: Iterator[tuple[Step, ...]] | Any) -> dict[Step, Any]:
    tree: dict[Step, Any] = {}
    for path in paths:
        branch = tree
        for step in path[:-1]:
            branch = branch.setdefault(step, {})
        branch[path[-1]] = _WHOLE
    return tree


def _rest(value: Any, tree: Mapping[Step, Any]) -> Any:
    """What the columns do not show; an object among shown ones keeps its place in its list."""
    if tree is _WHOLE:
        return _NOTHING
    if isinstance(value, dict):
        left = {key: _rest(item, tree[key]) if key in tree else item for key, item in value.items()}
        left = {key: item for key, item in left.items() if item is not _NOTHING}
        return left or _NOTHING
    if isinstance(value, list):
        items = [_rest(item, tree[place]) if place in tree else item for place, item in enumerate(value)]
        return _NOTHING if all(item is _NOTHING for item in items) else [{} if i is _NOTHING else i for i in items]
    return _NOTHING if value is None else value


# Columns


def _steps(path: str) -> tuple[Step, ...]:
    return tuple(int(step) if step.isdecimal() else step for step in path.replace("[", ".").replace("]", "").split("."))


def _field(path: str, title: str = "", read: Callable[[Any], Cell] = plain) -> Field:
    steps = _steps(path)
    heading = Heading(title or wording.field_words(path), is_time=read is moment)
    return Field(heading, lambda item: read(at(item.raw, steps)), steps)


def _names(raw: JsonObject) -> str:
    """The names of an operation's documents, those without one by their type."""
    documents = at(raw, ("documentReferences",))
    if not isinstance(documents, list):
        return ""
    named = (at(one, ("documentName",)) or at(one, ("documentType",)) for one in documents)
    return "; ".join(str(name) for name in named if name)


def _of_row(title: str, value: Callable[[Any], Cell], *, is_time: bool = False) -> Field:
    return Field(Heading(title, is_time), lambda item: value(item.row))


_TIMES = frozenset(
    wire_name(name)
    for name in (
        *("berth_time", "pilot_time", "estimated_time_of_bunkering", "estimated_alongside_time", "laycan_start"),
        *("laycan_end", "estimated_time_of_completion", "estimated_time_of_arrival", "estimated_time_of_departure"),
    )
)


def _fields(prefix: str, names: str) -> list[Field]:
    return [_field(f"{prefix}{name}", read=moment if name in _TIMES else plain) for name in names.split()]


def _vessel(row: ListRow) -> Cell:
    return row.vessel


def _nominated_fuel(place: int) -> list[Field]:
    names = (
        *("fuelType", "grade", "brand", "quantityRange.minQuantity", "quantityRange.maxQuantity", "quantityRange.unit"),
    )
    return [_field(f"fuelSpecifications[{place}].{name}") for name in names]


_REFERENCE = Field(Heading("Client reference"), lambda item: item.row.reference, ("clientReference",))

NOMINATIONS: tuple[Field, ...] = (
    _of_row("Kind", lambda row: row.kind),
    _REFERENCE,
    *_fields("", "status"),
    _of_row("Receiver vessel", _vessel),
    *_fields(
        "delivery.",
        "bunkeringLocationCode bunkeringLocationName portBunkeringLocationCode bunkeringLocationDetails "
        "estimatedTimeOfBunkering estimatedBunkeringDurationInMinutes estimatedTimeOfCompletion laycanStart laycanEnd "
        "berthTime pilotTime estimatedAlongsideTime supplierAssetBufferTimeInMinutes deliveryMethod "
        "operationStandardCode contractReference transactionType transactionDirection isBestEndeavourBasis "
        "gasUpRequired coolDownRequired",
    ),
    _field("laycanStart", "Draft laycan start", moment),
    _field("laycanEnd", "Draft laycan end", moment),
    *_fields(
        "supplier.",
        "companyIdentifier companyEntityReference counterpartEntityReference orderReference internalReference "
        "internalInstructions priceType assetOperatorCompanyIdentifier",
    ),
    _of_row("Supplier asset", lambda row: row.asset),
    _field("supplier.assetIdentifier.vessel.imo", "Supplier asset IMO"),
    _field("supplier.assetIdentifier.vessel.mmsi", "Supplier asset MMSI"),
    _field("supplier.assetIdentifier.vessel.externalId", "Supplier asset external ID"),
    _field("supplier.assetIdentifier.terminalName", "Supplier terminal name"),
    *_fields(
        "receiver.",
        "companyIdentifier companyName vesselName orderReference companyEntityReference counterpartEntityReference "
        "estimatedTimeOfArrival estimatedTimeOfDeparture lastPortCode nextPortCode nextDestination contactName "
        "assetOperatorCompanyIdentifier",
    ),
    _field("receiver.vesselIdentifier.imo", "Receiver vessel IMO"),
    _field("receiver.vesselIdentifier.mmsi", "Receiver vessel MMSI"),
    _field("receiver.vesselIdentifier.externalId", "Receiver vessel external ID"),
    *(field for place in range(FUELS) for field in _nominated_fuel(place)),
    _of_row("Seen at (UTC)", lambda row: row.seen_at, is_time=True),
)

_OPERATION: tuple[Field, ...] = (
    _REFERENCE,
    *_fields(
        "",
        "status operationStandardCode bunkeringLocationCode bunkeringLocationName portBunkeringLocationCode "
        "transactionType loadingNumber",
    ),
    *_fields("supplier.", "companyName assetName companyEntityReference orderReference"),
    _field("supplier.assetIdentifier", "Supplier asset identifier"),
    *_fields("receiver.", "companyName vesselName nextPortCode nextDestination"),
    _field("receiver.vesselIdentifier", "Receiver vessel identifier"),
)

OPERATIONS: tuple[Field, ...] = (
    *_OPERATION,
    _of_row("Started", lambda row: row.started, is_time=True),
    _of_row("Ended", lambda row: row.ended, is_time=True),
    _of_row("Products", lambda row: row.fuels),
    _of_row("Delivered", lambda row: wording.plain_figures(row.delivered)),
    Field(Heading("Delivery notes"), lambda item: item.row.notes, ("bunkerDeliveryNotes",), is_told_elsewhere=True),  # type: ignore[union-attr]
    _of_row("Documents", lambda row: row.documents),
    Field(Heading("Document names"), lambda item: _names(item.raw), ("documentReferences",), is_told_elsewhere=True),
    _of_row("Seen at (UTC)", lambda row: row.seen_at, is_time=True),
)


def _note_fields(model: type[Resource], prefix: str = "", leave: frozenset[str] = frozenset()) -> Iterator[Field]:
    for name, info in model.model_fields.items():
        if name in leave:
            continue
        wire, kinds = f"{prefix}{wire_name(name)}", get_args(info.annotation)
        title = wording.field_words(wire_name(name))
        if Measurement in kinds or TextMeasurement in kinds:
            yield _field(f"{wire}.value", title)
            yield _field(f"{wire}.unit", f"{title} unit")
        elif name.endswith("_timestamp"):
            yield _field(wire, title, moment)
        elif date in kinds:
            yield _field(wire, title, day)
        else:
            yield _field(wire, title)


def _delivered(item: Item) -> tuple[Decimal | None, str | None]:
    """Value and unit of the delivered quantity, whatever the variant of the note."""
    return wording.delivered(ConventionalNote.model_construct(quantity_delivered=item.raw.get("quantityDelivered")))


_COMMON = frozenset(DeliveryNote.model_fields)
_QUANTITY = frozenset({"quantity_delivered"})

NOTES: tuple[Field, ...] = (
    *_note_fields(DeliveryNote),
    _field("productName"),
    Field(Heading("Quantity delivered"), lambda item: _delivered(item)[0], ("quantityDelivered", "value")),
    Field(Heading("Quantity delivered unit"), lambda item: _delivered(item)[1], ("quantityDelivered", "unit")),
    *_note_fields(ConventionalNote, leave=_COMMON | _QUANTITY | {"product_name"}),
    *_note_fields(LngNote, leave=_COMMON | _QUANTITY | {"product_name", "fuel_properties"}),
    *_note_fields(LngFuelProperties, "fuelProperties."),
)
"""The fields of a delivery note of any variant; `Item.raw` is the note, `Item.row` its operation's."""

NOTE_OF: tuple[tuple[Heading, Callable[[OperationRow], Cell]], ...] = (
    (Heading("Client reference"), lambda row: row.reference),
    (Heading("Operation status"), lambda row: row.status),
    (Heading("Bunkering location code"), lambda row: row.port_code),
    (Heading("Bunkering location name"), lambda row: row.port_name),
)
"""What the operation adds to each of its notes, before the note's own columns."""
