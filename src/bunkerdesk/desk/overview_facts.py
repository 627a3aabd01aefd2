"""What one record adds to the figures of the overview; read once, and again only when the record has changed."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal

from bunkerdesk.contract.delivery_note import ConventionalNote, DeliveryNote
from bunkerdesk.contract.enums import DocumentType, OperationStatus
from bunkerdesk.contract.jsontext import JsonObject
from bunkerdesk.contract.nomination import FuelSpecification, NominationBody
from bunkerdesk.contract.operation import Operation
from bunkerdesk.rules import wording
from bunkerdesk.rules.measurements import ARITHMETIC, Dimension, reading
from bunkerdesk.rules.notes.case import Case, reading_of
from bunkerdesk.rules.notes.checkset import FuelSet
from bunkerdesk.rules.notes.emissions import Factor, emission
from bunkerdesk.rules.notes.matrix import State, document_matrix
from bunkerdesk.rules.schedule import Occupation, occupation

NOT_LATE = frozenset({"operation_started", "cancelled"})
"""Nominations that are under way or off are not late, however long ago their time was."""
DELIVERED = frozenset({OperationStatus.FINALISING.value, OperationStatus.ENDED.value, OperationStatus.ARCHIVED.value})
"""States of an operation in which its papers should be there."""
_MEGAJOULES_PER_MWH, _GIGAJOULES_PER_MWH = Decimal(3600), Decimal("3.6")


@dataclass(frozen=True, slots=True)
class Nominated:
    """A nomination or draft: when, in which state, and its hold of the supplying asset."""

    id: int
    kind: str
    reference: str
    status: str
    begin: datetime | None
    """As received; aware unless the service left the offset out."""
    hold: Occupation | None

    @property
    def is_off(self) -> bool:
        return self.status == "cancelled"

    def is_late(self, now: datetime) -> bool:
        """Its bunkering time has passed and nothing was begun."""
        return self.begin is not None and self.status not in NOT_LATE and _aware(self.begin) < now


@dataclass(frozen=True, slots=True)
class Delivered:
    """One delivery note: what came over, in exact figures; None where a note does not tell."""

    day: date | None
    """On the port's clock."""
    fuel: str
    tonnes: Decimal | None
    is_gas: bool
    gas_mwh: Decimal | None
    bio_tonnes: Decimal | None
    carbon_dioxide: Decimal | None
    factor: Factor | None
    low: Decimal | None
    high: Decimal | None
    """The nominated range in tonnes."""
    place: int | None
    """The place of the fuel in the nomination; several notes may share it."""


@dataclass(frozen=True, slots=True)
class Operated:
    """An operation with its notes."""

    id: int
    reference: str
    status: str
    port: str
    supplier: str
    receiver: str
    has_protest: bool
    missing: int
    """Kinds of paper that should be there and are not."""
    deliveries: tuple[Delivered, ...]


def nominated(identifier: int, kind: str, reference: str, body: NominationBody) -> Nominated:
    """The facts of a nomination or draft."""
    delivery = body.delivery
    status = str(getattr(body, "status", None) or "")
    begin = delivery.estimated_time_of_bunkering if delivery else None
    return Nominated(identifier, kind, reference, status, begin, occupation(identifier, body))


_KEPT = {"delivery", "supplier", "status"}
_KEPT_OF_DELIVERY = {
    "estimatedTimeOfBunkering", "estimatedBunkeringDurationInMinutes", "estimatedTimeOfCompletion",
    "supplierAssetBufferTimeInMinutes",
}  # fmt: skip


def essence(raw: JsonObject) -> JsonObject:
    """The few fields that `nominated` looks at: reading a whole nomination takes five times as long."""
    kept = {name: value for name, value in raw.items() if name in _KEPT}
    delivery, supplier = kept.get("delivery"), kept.get("supplier")
    if isinstance(delivery, dict):
        kept["delivery"] = {name: value for name, value in delivery.items() if name in _KEPT_OF_DELIVERY}
    if isinstance(supplier, dict):
        kept["supplier"] = {"assetIdentifier": supplier.get("assetIdentifier")}
    return kept


def operated(
    identifier: int, reference: str, operation: Operation, nominations: Sequence[NominationBody], now: datetime
) -> Operated:
    """The facts of an operation, beside the nominations under its reference."""
    case = Case(operation, now, tuple(nominations))
    status = str(operation.status or "")
    supplier, receiver = operation.supplier, operation.receiver
    return Operated(
        id=identifier,
        reference=reference,
        status=status,
        port=operation.bunkering_location_name or operation.bunkering_location_code or "",
        supplier=(supplier.company_name if supplier else None) or "",
        receiver=(receiver.company_name if receiver else None) or "",
        has_protest=_has_protest(operation),
        missing=_missing(case) if status in DELIVERED else 0,
        deliveries=tuple(_delivered(case.of_note(place)) for place in range(len(case.notes))),
    )


def _has_protest(operation: Operation) -> bool:
    notes = operation.bunker_delivery_notes or ()
    papers = operation.document_references or ()
    return any(isinstance(note, ConventionalNote) and note.is_note_of_protest_issued for note in notes) or any(
        paper.document_type == DocumentType.NOTE_OF_PROTEST for paper in papers
    )


def _missing(case: Case) -> int:
    return sum(row.state is State.MISSING for row in document_matrix(case))


def _delivered(case: Case) -> Delivered:
    note, specification = case.note, case.specification
    is_gas = case.fuel_set is FuelSet.LNG
    made = emission(case)
    tonnes = case.delivered().exact
    low, high = _nominated_tonnes(specification)
    bio = reading(getattr(note, "biofuel_quantity_delivered", None), Dimension.MASS)
    return Delivered(
        day=_day(note),
        fuel=_fuel(note, specification),
        tonnes=tonnes,
        is_gas=is_gas,
        gas_mwh=_gas_energy(case, made.energy if made else None) if is_gas else None,
        bio_tonnes=bio.exact,
        carbon_dioxide=made.carbon_dioxide if made else None,
        factor=made.factor if made else None,
        low=low,
        high=high,
        place=case.fuel_index,
    )


def _gas_energy(case: Case, gigajoules: Decimal | None) -> Decimal | None:
    """Megawatt hours: as stated, else from the mass by the calorific value of the IMO's factors."""
    value, unit = wording.delivered(case.note)
    stated = reading_of(value, unit, Dimension.ENERGY).exact if value is not None else None
    if stated is not None:
        return ARITHMETIC.divide(stated, _MEGAJOULES_PER_MWH)
    return None if gigajoules is None else ARITHMETIC.divide(gigajoules, _GIGAJOULES_PER_MWH)


def _nominated_tonnes(specification: FuelSpecification | None) -> tuple[Decimal | None, Decimal | None]:
    given = specification.quantity_range if specification else None
    if given is None:
        return None, None
    low, high = (
        None if value is None else reading_of(value, given.unit, Dimension.MASS).exact
        for value in (given.min_quantity, given.max_quantity)
    )
    return (low if low is not None else high), (high if high is not None else low)


def _fuel(note: DeliveryNote, specification: FuelSpecification | None) -> str:
    """The nominated fuel type, else the first word of the product's name."""
    if specification is not None and specification.fuel_type:
        return specification.fuel_type
    words = str(getattr(note, "product_name", None) or "").split()
    return words[0] if words else "Not named"


def _day(note: DeliveryNote) -> date | None:
    if note.delivery_date is not None:
        return note.delivery_date
    times: Iterable[datetime | None] = (note.end_transfer_timestamp, note.disconnect_timestamp, note.all_fast_timestamp)
    return next((moment.date() for moment in times if moment is not None), None)


def _aware(moment: datetime) -> datetime:
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
