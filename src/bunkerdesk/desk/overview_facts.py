"""What one operation adds to the figures of the overview."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from bunkerdesk.contract.delivery_note import ConventionalNote, DeliveryNote
from bunkerdesk.contract.enums import DocumentType
from bunkerdesk.contract.nomination import FuelSpecification, NominationBody
from bunkerdesk.contract.operation import Operation
from bunkerdesk.rules import wording
from bunkerdesk.rules.measurements import ARITHMETIC, Dimension, reading
from bunkerdesk.rules.notes.case import Case, reading_of
from bunkerdesk.rules.notes.checkset import FuelSet
from bunkerdesk.rules.notes.emissions import FACTORS, Factor, emission

_MEGAJOULES_PER_MWH, _GIGAJOULES_PER_MWH = Decimal(3600), Decimal("3.6")

Packed = tuple[Any, ...]
"""Facts as a tuple of plain values and such tuples: what the garbage collector need not look at."""


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
    low: Decimal | None
    high: Decimal | None
    """The nominated range in tonnes."""
    place: int | None
    """The place of the fuel in the nomination; several notes may share it."""
    is_repeated: bool
    """The operation holds this note twice, word for word: it is counted once."""
    factor: Factor | None


@dataclass(frozen=True, slots=True)
class Operated:
    """An operation with its notes."""

    id: int
    port: str
    supplier: str
    receiver: str
    has_protest: bool
    deliveries: tuple[Delivered, ...]

    def packed(self) -> Packed:
        """As plain values."""
        notes = tuple(_packed_note(note) for note in self.deliveries)
        return (self.id, self.port, self.supplier, self.receiver, self.has_protest, notes)

    @classmethod
    def unpacked(cls, facts: Packed) -> "Operated":
        """From plain values."""
        identifier, port, supplier, receiver, has_protest, notes = facts
        deliveries = tuple(map(_unpacked_note, notes))
        return cls(identifier, port, supplier, receiver, has_protest, deliveries)


SUPPLIER, RECEIVER = 2, 3
"""Places in the packed facts."""


_NAMES = tuple(Delivered.__dataclass_fields__)


def _packed_note(note: Delivered) -> Packed:
    """The values in their order, the factor by the name of its fuel."""
    return (*(getattr(note, name) for name in _NAMES[:-1]), note.factor.fuel if note.factor else "")


def _unpacked_note(values: Packed) -> Delivered:
    named: dict[str, Any] = dict(zip(_NAMES, values, strict=True))
    return Delivered(**(named | {"factor": FACTORS.get(named["factor"])}))


def operated(identifier: int, operation: Operation, nominations: Sequence[NominationBody], now: datetime) -> Operated:
    """The facts of an operation, beside the nominations under its reference."""
    case = Case(operation, now, tuple(nominations))
    supplier, receiver = operation.supplier, operation.receiver
    return Operated(
        id=identifier,
        port=operation.bunkering_location_name or operation.bunkering_location_code or "",
        supplier=(supplier.company_name if supplier else None) or "",
        receiver=(receiver.company_name if receiver else None) or "",
        has_protest=_has_protest(operation),
        deliveries=tuple(map(_delivered, case.of_every_note())),
    )


def _has_protest(operation: Operation) -> bool:
    notes = operation.bunker_delivery_notes or ()
    papers = operation.document_references or ()
    return any(isinstance(note, ConventionalNote) and note.is_note_of_protest_issued for note in notes) or any(
        paper.document_type == DocumentType.NOTE_OF_PROTEST for paper in papers
    )


def _delivered(case: Case) -> Delivered:
    note, specification = case.note, case.specification
    is_gas = case.fuel_set is FuelSet.LNG
    made = emission(case)
    low, high = _nominated_tonnes(specification)
    bio = reading(getattr(note, "biofuel_quantity_delivered", None), Dimension.MASS)
    return Delivered(
        day=_day(note),
        fuel=_fuel(note, specification),
        tonnes=_finite(case.delivered().exact),
        is_gas=is_gas,
        gas_mwh=_finite(_gas_energy(case, made.energy if made else None)) if is_gas else None,
        bio_tonnes=_finite(bio.exact),
        carbon_dioxide=_finite(made.carbon_dioxide) if made else None,
        low=low,
        high=high,
        place=case.fuel_index,
        is_repeated=_is_repeated(case),
        factor=made.factor if made else None,
    )


def _is_repeated(case: Case) -> bool:
    """A note with a number and not one word other than an earlier one of this operation."""
    note = case.note
    return bool(note.number) and any(note == earlier for earlier in case.notes[: case.note_index])


def _finite(value: Decimal | None) -> Decimal | None:
    """One impossible figure must not turn a whole sum into no number."""
    return value if value is not None and value.is_finite() else None


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
        None if value is None else _finite(reading_of(value, given.unit, Dimension.MASS).exact)
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
