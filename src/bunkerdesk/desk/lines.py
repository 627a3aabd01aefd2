"""From what the service answered to what a list shows: one line per nomination, draft and operation.

Tolerant of everything: an answer without a reference, a port or a time still makes a line.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from bunkerdesk.cache import LAST, OperationLine, WorkLine
from bunkerdesk.contract.delivery_note import DeliveryNote
from bunkerdesk.contract.nomination import (
    Delivery,
    Draft,
    FuelSpecification,
    Nomination,
    NominationBody,
    Receiver,
    Supplier,
)
from bunkerdesk.contract.operation import Operation, OperationReceiver, OperationSupplier
from bunkerdesk.contract.resource import Resource, Timestamp
from bunkerdesk.desk.document_lines import document_lines
from bunkerdesk.rules import schedule, wording

WORDING = "4"
"""Counts up when lines come out differently than before: stored lines are then made anew."""

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_LARGEST = (1 << 62) - 1
_IMO_DIGITS = 7

STARTS = ("all_fast_timestamp", "connect_timestamp", "start_transfer_timestamp")
ENDS = ("cast_off_timestamp", "disconnect_timestamp", "draining_timestamp", "end_transfer_timestamp")


def microseconds(moment: datetime) -> int:
    """Whole microseconds since 1970-01-01 UTC; a naive moment counts by its face value."""
    aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    passed = aware - EPOCH
    return (passed.days * 86_400 + passed.seconds) * 1_000_000 + passed.microseconds


def from_microseconds(value: int) -> datetime:
    """The moment in UTC."""
    seconds, rest = divmod(value, 1_000_000)
    return datetime.fromtimestamp(seconds, UTC).replace(microsecond=rest)


def storable(text: str | None) -> str:
    """Text that SQLite can hold: half a surrogate pair, valid in JSON, is not."""
    if not text:
        return ""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def reference_in(body: Mapping[str, Any]) -> str:
    """The client reference of a body; a service that answers a number means its digits."""
    given = body.get("clientReference")
    if isinstance(given, int | Decimal) and not isinstance(given, bool):
        return format(given, "f") if isinstance(given, Decimal) else str(given)
    return given if isinstance(given, str) else ""


def work_line(kind: str, nomination: Nomination | Draft, asked: str = "") -> WorkLine:
    """The line of a draft or a firm nomination; `asked` is the reference it was asked by."""
    delivery = nomination.delivery or Delivery()
    supplier = nomination.supplier or Supplier()
    receiver = nomination.receiver or Receiver()
    specifications = nomination.fuel_specifications or []
    imo = storable_number(receiver.vessel_identifier.imo if receiver.vessel_identifier else None)
    vessel = storable(receiver.vessel_name or _text(receiver, "vesselName"))
    asset, asset_imo = _asset(supplier)
    port_code = storable(delivery.bunkering_location_code)
    port_name = storable(delivery.bunkering_location_name) or port_code
    status = storable(nomination.status)
    bunkering = delivery.estimated_time_of_bunkering
    fuels = storable(wording.fuels(specifications))
    supplier_name = storable(supplier.company_identifier or supplier.company_entity_reference)
    receiver_name = storable(receiver.company_name or receiver.company_identifier)
    reference = storable(nomination.client_reference) or asked
    line = WorkLine(
        kind=kind,
        reference=reference,
        status=status,
        vessel=vessel,
        imo=imo,
        port_code=port_code,
        port_name=port_name,
        bunkering=_received(bunkering),
        duration_minutes=storable_number(delivery.estimated_bunkering_duration_in_minutes),
        fuels=fuels,
        quantity=storable(quantities(specifications)),
        supplier=supplier_name,
        receiver=receiver_name,
        asset=asset,
        asset_imo=asset_imo,
        has_problem=bool(nomination.departures),
        moment=_key(bunkering),
        amount=_nominated(specifications),
        text=_filter_text(
            *(reference, vessel, imo, port_name, port_code, fuels, supplier_name, receiver_name),
            *(asset, asset_imo, wording.status(kind, status), kind, supplier.order_reference, receiver.order_reference),
        ),
        fuel_names=frozenset(storable(item.fuel_type) for item in specifications if item.fuel_type),
        ships=((imo, vessel),) if imo and vessel else (),
        departures=_departures(nomination),
    )
    return _scheduled(line, nomination)


def _scheduled(line: WorkLine, nomination: Nomination | Draft) -> WorkLine:
    """The line with what the schedule needs: when the asset is busy, and the laycan where it is stated."""
    busy = schedule.span(nomination.delivery or Delivery())
    laycan = schedule.laycan(nomination)
    is_stated = laycan and not laycan.is_derived and laycan.start.tzinfo and laycan.end.tzinfo
    return replace(
        line,
        asset_key=storable(schedule.asset_key(nomination.supplier.asset_identifier if nomination.supplier else None)),
        also=also_known(nomination),
        starts_at=microseconds(busy.start) if busy else None,
        ends_at=microseconds(busy.end) if busy else None,
        free_at=microseconds(busy.free_at) if busy else None,
        laycan_from=microseconds(laycan.start) if laycan and is_stated else None,
        laycan_to=microseconds(laycan.end) if laycan and is_stated else None,
    )


def also_known(nomination: NominationBody) -> frozenset[str]:
    """What names vessel and asset besides what the list shows: one desk writes the IMO number, another the MMSI."""
    receiver, supplier = nomination.receiver, nomination.supplier
    vessel = schedule.ship_keys(receiver.vessel_identifier if receiver else None)
    assets = schedule.asset_keys(supplier.asset_identifier if supplier else None)
    named = (*(f"vessel {key}" for key in vessel), *(f"asset {key}" for key in assets[1:]))
    return frozenset(storable(key) for key in named if not key.startswith("vessel imo:"))


def operation_line(operation: Operation, asked: str = "") -> OperationLine:
    """The line of an operation; `asked` is the reference it was asked by."""
    notes: list[DeliveryNote] = list(operation.bunker_delivery_notes or [])
    supplier, receiver = operation.supplier or OperationSupplier(), operation.receiver or OperationReceiver()
    started, ended = _first_event(notes), _last_event(notes)
    products = [storable(getattr(note, "product_name", None)) for note in notes]
    fuels = ", ".join(dict.fromkeys(filter(None, products)))
    port_code = storable(operation.bunkering_location_code)
    port_name = storable(operation.bunkering_location_name) or port_code
    status = storable(operation.status)
    reference = storable(operation.client_reference) or asked
    supplier_name = storable(supplier.company_name)
    asset = storable(supplier.asset_name)
    vessel = storable(receiver.vessel_name)
    receiver_name = storable(receiver.company_name)
    line = OperationLine(
        reference=reference,
        status=status,
        vessel=vessel,
        port_code=port_code,
        port_name=port_name,
        started=_received(started),
        ended=_received(ended),
        fuels=fuels,
        delivered=storable(wording.total_delivered(notes)),
        supplier=supplier_name,
        asset=asset,
        receiver=receiver_name,
        notes=len(notes),
        documents=len(operation.document_references or []),
        has_problem=bool(operation.departures),
        moment=_key(started),
        moment_end=_key(ended),
        amount=_sum(wording.delivered(note)[0] for note in notes),
        text=_filter_text(
            *(reference, vessel, port_name, port_code, fuels, supplier_name, asset, receiver_name),
            *(wording.status("operation", status), operation.loading_number, *(note.number for note in notes)),
        ),
        fuel_names=frozenset(filter(None, products)),
        ships=_ships(operation, notes),
        departures=_departures(operation),
    )
    return replace(line, papers=document_lines(operation, line))


def bare_line(kind: str, reference: str, error: Exception) -> WorkLine | OperationLine:
    """The line of an answer that made its own line fail: the others of its batch must not pay for it."""
    said = (f"The list cannot show it ({type(error).__name__}).",)
    model = Operation() if kind == "operation" else Nomination()
    line = operation_line(model, reference) if isinstance(model, Operation) else work_line(kind, model, reference)
    return replace(line, has_problem=True, departures=said)


def quantities(specifications: Iterable[FuelSpecification]) -> str:
    """The nominated ranges in the order of the fuels: `480 – 520 t, 200 t`."""
    return ", ".join(filter(None, (wording.quantity_range(item.quantity_range) for item in specifications)))


def timestamp(text: str | None) -> Timestamp | None:
    """A moment as stored; None where nothing or nothing readable was."""
    if not text:
        return None
    try:
        return Timestamp.parse(text)
    except ValueError:
        return None


def _key(moment: datetime | None) -> int:
    return LAST if moment is None else microseconds(moment)


def _received(moment: datetime | None) -> str | None:
    if moment is None:
        return None
    return moment.text() if isinstance(moment, Timestamp) else moment.isoformat()


def storable_number(value: int | None) -> int | None:
    """A number that SQLite can hold, None for any other."""
    return value if value is not None and abs(value) <= _LARGEST else None


def _text(resource: Resource, name: str) -> str | None:
    value = resource.unknown_fields.get(name)
    return value if isinstance(value, str) else None


def _asset(supplier: Supplier) -> tuple[str, int | None]:
    """Name and IMO number of the supplying asset; the name of a vessel is learnt from elsewhere."""
    asset = supplier.asset_identifier
    if asset is None:
        return "", None
    imo = storable_number(asset.vessel.imo) if asset.vessel else None
    external = asset.vessel.external_id if asset.vessel and imo is None else None
    return storable(asset.terminal_name or external), imo


def _nominated(specifications: Iterable[FuelSpecification]) -> float:
    ranges = [item.quantity_range for item in specifications if item.quantity_range]
    return _sum(item.max_quantity if item.max_quantity is not None else item.min_quantity for item in ranges)


def _sum(values: Iterable[Decimal | None]) -> float:
    """A sort key: here, and only here, a double is good enough for a quantity."""
    total = sum((float(value) for value in values if value is not None), 0.0)
    return 0.0 if math.isnan(total) else total


def _moments(notes: Iterable[DeliveryNote], names: Iterable[str]) -> list[datetime]:
    found = (next((getattr(note, name) for name in names if getattr(note, name)), None) for note in notes)
    return [moment for moment in found if moment is not None]


def _first_event(notes: Iterable[DeliveryNote]) -> datetime | None:
    return min(_moments(notes, (*STARTS, *reversed(ENDS))), key=microseconds, default=None)


def _last_event(notes: Iterable[DeliveryNote]) -> datetime | None:
    """Ended only when every note has come to its end."""
    notes = list(notes)
    moments = _moments(notes, ENDS)
    return max(moments, key=microseconds) if moments and len(moments) == len(notes) else None


def _ships(operation: Operation, notes: Iterable[DeliveryNote]) -> tuple[tuple[int, str], ...]:
    pairs: list[tuple[int | str | None, str | None]] = []
    if operation.receiver:
        pairs.append((operation.receiver.vessel_identifier, operation.receiver.vessel_name))
    if operation.supplier:
        pairs.append((operation.supplier.asset_identifier, operation.supplier.asset_name))
    for note in notes:
        pairs.append((note.receiver_vessel_imo, note.receiver_vessel_name))
        pairs.append((note.supplier_asset_imo, note.supplier_asset_name))
    return tuple({_imo(number): storable(name) for number, name in pairs if _imo(number) and name}.items())


def _imo(value: int | str | None) -> int:
    """The number of an IMO number; 0 for any other identifier."""
    text = str(value or "").upper().removeprefix("IMO").strip()
    return int(text) if len(text) == _IMO_DIGITS and text.isascii() and text.isdigit() else 0


def _departures(resource: Resource) -> tuple[str, ...]:
    return tuple(storable(str(item)).replace("\n", " ") for item in resource.departures)


def _filter_text(*parts: object) -> str:
    words = " ".join(storable(str(part)) for part in parts if part)
    return " ".join(words.lower().replace("\0", " ").split())
