"""A single value of the contract as a desk reads it, wherever it stands: lists of changes, comparisons. No Qt."""

from datetime import UTC, datetime, tzinfo
from typing import Any

from bunkerdesk.contract.nomination import FuelSpecification, NumberValue, QuantityRange, TextValue
from bunkerdesk.contract.operation import Operation
from bunkerdesk.contract.resource import Timestamp, has_offset
from bunkerdesk.models.detail_lines import Page
from bunkerdesk.rules import wording


def value_words(path: str, value: Any, now: datetime, *, zone: tzinfo | None = None) -> str:
    """A time by the port's clock, a quantity with its unit, an enumerated value in words, `not reported` for nothing.

    Where `zone` is given, a time received in another offset is shown by that clock.
    """
    if value is None or value in ("", [], {}):
        return wording.NOT_REPORTED
    if isinstance(value, str) and has_offset(value):
        return " ".join(wording.port_time(_by_clock(Timestamp.parse(value), zone), now.date()))
    if isinstance(value, dict):
        return object_words(value)
    if isinstance(value, list):
        return f"{len(value)} entries" if len(value) > 1 else value_words(path, value[0], now, zone=zone)
    return Page(now, UTC).line(path.rsplit(".", 1)[-1], path, value).value


def object_words(value: dict[str, Any]) -> str:
    """`480 – 520 t`, `VLSFO RMG, 480 – 520 t`; the fields one by one where the object is none of the known ones."""
    if value.keys() & {"minQuantity", "maxQuantity"}:
        return wording.quantity_range(QuantityRange.read(value))
    if value.keys() & {"fuelType", "grade", "brand"}:
        fuel = FuelSpecification.read(value)
        return ", ".join(filter(None, (wording.fuel(fuel), wording.quantity_range(fuel.quantity_range))))
    if "value" in value:
        is_text = isinstance(value["value"], str)
        measured = TextValue.read(value) if is_text else NumberValue.read(value)
        return wording.text_measurement(measured) if isinstance(measured, TextValue) else wording.measurement(measured)
    if isinstance(value.get("documentName"), str):
        return str(value["documentName"])
    if "bunkerType" in value:
        return _note_words(value)
    named = [f"{wording.field_words(name)} {item}" for name, item in value.items() if _is_plain(item)]
    return ", ".join(named) or f"{len(value)} fields"


def _note_words(value: dict[str, Any]) -> str:
    """A delivery note by number, product and quantity."""
    notes = Operation.read({"bunkerDeliveryNotes": [value]}).bunker_delivery_notes or []
    said = (value.get("number"), value.get("productName"), wording.total_delivered(notes))
    return ", ".join(str(one) for one in said if one) or "without a number"


def _is_plain(value: object) -> bool:
    return value is not None and not isinstance(value, dict | list)


def _by_clock(moment: datetime, zone: tzinfo | None) -> datetime:
    if zone is None or moment.tzinfo is None:
        return moment
    try:
        there = datetime.fromisoformat(moment.isoformat()).astimezone(zone)
    except (OverflowError, ValueError):
        return moment
    return moment if there.utcoffset() == moment.utcoffset() else there
