"""The figures of a delivery note that its paper should show, each with the names papers give it."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date, datetime
from decimal import Decimal
from hashlib import sha256
from typing import Any

from bunkerdesk.contract.delivery_note import DeliveryNote, LngFuelProperties, Measurement, TextMeasurement
from bunkerdesk.contract.operation import Operation
from bunkerdesk.contract.resource import Resource, wire_name
from bunkerdesk.rules import ports, wording
from bunkerdesk.rules.field_names import field_words
from bunkerdesk.rules.paper.figure import Figure
from bunkerdesk.rules.paper.labels import COLUMNS, HEATING_VALUES, heating_labels, labels_of

_NO_FIGURES = frozenset({"bunkerType", "fuelIndex", "isNoteOfProtestIssued", "isExciseFeeApplicable"})
_IDENTIFIERS = frozenset(
    {
        "number",
        "receiverVesselIMO",
        "supplierAssetIMO",
        "supplierAssetHarbourLicenseNumber",
        "bunkerMeteringTicketNumber",
    }
)


def figures_of(note: DeliveryNote, operation: Operation | None = None) -> list[Figure]:
    """Every value of a note that a paper can show; keys are JSON paths inside the note.

    With the operation its port too, under `bunkeringLocationCode`: a note has no field for it, its paper always does.
    """
    figures: list[Figure] = []
    for name in type(note).model_fields:
        wire = wire_name(name)
        value = getattr(note, name, None)
        if value is None or value == "" or wire in _NO_FIGURES:
            continue
        figures.extend(_of_field(wire, value))
    if operation is not None and operation.bunkering_location_code:
        names = tuple(filter(None, (operation.bunkering_location_name,)))
        figures.append(_port("bunkeringLocationCode", operation.bunkering_location_code, names))
    return figures


def figures_of_all(operation: Operation, first: int = 0) -> list[Figure]:
    """The figures of every note under their JSON path from the operation, those of one note before the others."""
    notes = operation.bunker_delivery_notes or []
    order = sorted(range(len(notes)), key=lambda place: (place != first, place))
    return [
        replace(figure, key=f"bunkerDeliveryNotes[{place}].{figure.key}")
        for place in order
        for figure in figures_of(notes[place])
    ]


def digest_of(figures: Iterable[Figure]) -> str:
    """A short name for a note's figures as they are: another one once a figure changes."""
    said = "\n".join(f"{figure.key}={figure.value}{figure.unit}" for figure in figures)
    return sha256(said.encode()).hexdigest()[:16]


def _port(key: str, code: str, names: tuple[str, ...] = ()) -> Figure:
    """A port may stand on paper by its code, its name, or both."""
    listed = ports.shipped().name(code)
    others = dict.fromkeys((*names, listed)) if listed else dict.fromkeys(names)
    return Figure(key, code, labels_of(key), others=tuple(others))


def _of_field(wire: str, value: Any) -> Iterator[Figure]:
    match value:
        case LngFuelProperties():
            yield from _properties(value)
        case Measurement() | TextMeasurement():
            figure = _measured(wire, wire, value)
            if figure is not None:
                yield figure
        case Resource():
            yield from _amounts(wire, value.to_object())
        case _:
            figure = _plain(wire, wire, value)
            if figure is not None:
                yield figure


def _measured(key: str, field: str, value: Measurement | TextMeasurement) -> Figure | None:
    if value.value is None or value.value == "":
        return None
    is_text = isinstance(value, TextMeasurement)
    return Figure(key, value.value, labels_of(field), value.unit or "", is_measured=is_text)


def _plain(key: str, field: str, value: object) -> Figure | None:
    labels = labels_of(field) or (field_words(field),)
    match value:
        case bool():
            return None
        case int() | Decimal():
            if field in _IDENTIFIERS:
                return Figure(key, str(value), labels, is_identifier=True)
            return Figure(key, Decimal(value), labels)
        case datetime() | date():
            return Figure(key, value, labels)
        case str():
            return _text(key, field, value, labels)
    return None


def _text(key: str, field: str, value: str, labels: tuple[str, ...]) -> Figure:
    if field == "receiverVesselNextPort":
        return _port(key, value)
    words = wording.word_or_text(field, value)
    return Figure(key, value, labels, others=(words,) if words != value else (), is_identifier=field in _IDENTIFIERS)


def _amounts(wire: str, fields: dict[str, Any]) -> Iterator[Figure]:
    """The LNG quantity has no shown fields: whatever has a value is looked for under its own name."""
    for name, amount in fields.items():
        value, unit = (amount.get("value"), amount.get("unit")) if isinstance(amount, dict) else (amount, "")
        if isinstance(value, bool) or not isinstance(value, int | Decimal):
            continue
        words = field_words(name)
        known = next((labels_of(stem) for stem in ("energy", "volume", "mass") if stem in name.lower()), ())
        yield Figure(f"{wire}.{name}", Decimal(value), (*known, words), unit if isinstance(unit, str) else "")


def _properties(found: LngFuelProperties) -> Iterator[Figure]:
    for name in type(found).model_fields:
        wire, value = wire_name(name), getattr(found, name)
        if value is None or value == "" or _is_said_better(wire, found):
            continue
        key = f"fuelProperties.{wire}"
        if isinstance(value, Measurement | TextMeasurement):
            figure = _measured(key, wire, value)
        elif wire == "sulphur":
            figure = Figure(key, str(value), labels_of(wire), is_measured=True)
        else:
            figure = _sided(key, wire, value) or _plain(key, wire, value)
        if figure is not None:
            yield figure


def _is_said_better(wire: str, found: LngFuelProperties) -> bool:
    """Deprecated fields repeat what another field says in the unit papers use."""
    if not wire.endswith("MMBtu"):
        return False
    twin = wire.removesuffix("MMBtu")
    given = {wire_name(name) for name in type(found).model_fields if getattr(found, name) is not None}
    return bool(given & {f"{twin}Btu", f"{twin}BtuScf", f"{twin}MJ"})


def _sided(key: str, wire: str, value: object) -> Figure | None:
    side = next((side for side in COLUMNS if wire.startswith(side)), "")
    unit, kind = HEATING_VALUES.get(wire.removeprefix(side), ("", "")) if side else ("", "")
    if not kind or not isinstance(value, Decimal):
        return None
    return Figure(key, value, heating_labels(side, kind), unit, COLUMNS[side])
