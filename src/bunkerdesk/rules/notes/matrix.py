"""Which papers an operation needs, has and does not need, by operation standard, port and fuels.

The list by type and the Singapore list are trade practice, so a missing paper makes a warning.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum, auto

from bunkerdesk.contract.enums import DocumentType
from bunkerdesk.contract.operation import DocumentReference
from bunkerdesk.rules.notes.case import Case
from bunkerdesk.rules.notes.checkset import FuelSet, is_red_iii
from bunkerdesk.rules.notes.quality import delivery_day

D = DocumentType
METERED_PORTS = frozenset({"NLRTM", "BEANR", "BEZEE"})
METERED_FROM = date(2026, 1, 1)
_SS648 = "SS 648:2019 practice"
_IAPH = (
    D.IAPH_40A_CHECKLIST,
    D.IAPH_40B_CHECKLIST,
    D.IAPH_41A_CHECKLIST,
    D.IAPH_41B_CHECKLIST,
    D.IAPH_41C_CHECKLIST,
    D.GOTHENBURG_CHECKLIST,
)


@dataclass(frozen=True, slots=True)
class Required:
    """A paper that is needed, why, and where that comes from; any of `or_else` does as well."""

    document_type: DocumentType
    why: str
    source: str
    or_else: tuple[DocumentType, ...] = ()
    of: tuple[int, ...] = ()
    """The indices of the fuels that need one each; empty where one paper does for all."""

    def lacking(self, documents: Iterable[DocumentReference]) -> str:
        """What is missing of it in words, `for fuel 2`; empty when it is all there."""
        there = [document for document in documents if document.document_type in self.accepted]
        if not there:
            return "altogether"
        if any(document.fuel_index is None for document in there):
            return ""
        indices = {document.fuel_index for document in there}
        without = [str(index + 1) for index in self.of if index not in indices]
        return f"for fuel {' and '.join(without)}" if without else ""

    @property
    def accepted(self) -> tuple[DocumentType, ...]:
        """The types that will do."""
        return (self.document_type, *self.or_else)


class State(StrEnum):
    """How an operation stands to one kind of paper."""

    HAVE = auto()
    MISSING = auto()
    NOT_NEEDED = auto()


@dataclass(frozen=True, slots=True)
class Row:
    """One kind of paper: its state, why it is needed (empty when it is not), and what there is of it."""

    document_type: str
    state: State
    why: str
    source: str
    documents: tuple[DocumentReference, ...]


def required_documents(
    standard: str | None,
    port: str | None,
    fuels: Iterable[FuelSet],
    on: date | None = None,
    *,
    is_by_tanker: bool = True,
) -> list[Required]:
    """The papers needed under an operation standard, at a port (UN/LOCODE), for sets of fuels, on a day.

    Metering papers are asked where a bunker tanker delivers: not of a truck, a terminal or a loading operation.
    """
    sets, place = set(fuels), (port or "").strip().upper()
    needed = [
        Required(D.BUNKER_DELIVERY_NOTE, "every delivery", "MARPOL Annex VI reg. 18.5"),
        Required(D.SAFETY_DATA_SHEET, "every delivery", "SOLAS VI/5-1; trade practice"),
    ]
    metering = _of_port(place, sets, on) if is_by_tanker else []
    if sets & {FuelSet.OIL, FuelSet.BIOFUEL, FuelSet.METHANOL, FuelSet.LOW_FLASH, FuelSet.UNKNOWN}:
        checklists = (D.ISGOTT_CHECKLIST, *_IAPH) if FuelSet.METHANOL in sets else (D.ISGOTT_CHECKLIST,)
        needed.append(Required(D.SAFETY_CHECKLIST, "before bunkering", "ISGOTT; trade practice", checklists))
        if all(item.document_type != D.SS648_STATEMENT_OF_FACTS for item in metering):
            also = (D.SS648_STATEMENT_OF_FACTS,)
            needed.append(Required(D.STATEMENT_OF_FACTS, "time log of the delivery", "trade practice", also))
    if sets:
        needed.append(Required(D.CERTIFICATE_OF_QUALITY, "quality before delivery", "trade practice"))
    if FuelSet.LNG in sets:
        needed.append(
            Required(D.IAPH_40A_CHECKLIST, "LNG bunkering", "IAPH checklists", (*_IAPH[1:], D.SAFETY_CHECKLIST))
        )
        needed.append(
            Required(
                D.TANK_MEASUREMENTS, "LNG custody transfer", "GIIGNL custody transfer handbook", (D.STATEMENT_OF_FACTS,)
            )
        )
    if FuelSet.BIOFUEL in sets or is_red_iii(standard):
        why = "sustainability of the bio part (proof of sustainability or of compliance)"
        needed.append(Required(D.PROOF_OF_SUSTAINABILITY, why, "ISCC; RED III"))
    return needed + metering


def _of_port(place: str, sets: set[FuelSet], on: date | None) -> list[Required]:
    if not sets & {FuelSet.OIL, FuelSet.BIOFUEL}:
        return []
    ticket = "quantity by mass flow meter"
    if place in METERED_PORTS:
        if on is not None and on < METERED_FROM:
            return []
        return [
            Required(D.BUNKER_METERING_TICKET, ticket, "port rule of Rotterdam and Antwerp-Bruges, from 2026-01-01")
        ]
    return [Required(kind, why, _SS648) for kind, why in SINGAPORE] if place.startswith("SG") else []


SINGAPORE: tuple[tuple[DocumentType, str], ...] = (
    (D.BUNKER_METERING_TICKET, "quantity by mass flow meter"),
    (D.METER_READING_RECORD_FORM_PRE_OPERATION, "meter reading before"),
    (D.METER_READING_RECORD_FORM_POST_OPERATION, "meter reading after"),
    (D.MASS_FLOW_METERING_SYSTEM_SEALS_CHECKLIST_PRE_OPERATION, "seals before"),
    (D.MASS_FLOW_METERING_SYSTEM_SEALS_CHECKLIST_POST_OPERATION, "seals after"),
    (D.SS648_STATEMENT_OF_FACTS, "time log"),
    (D.BUNKER_REQUISITION_FORM, "requisition"),
)
"""What Singapore adds for metered fuels: kinds of paper and why."""


_OF_EACH_FUEL = frozenset({D.BUNKER_DELIVERY_NOTE, D.CERTIFICATE_OF_QUALITY, D.PROOF_OF_SUSTAINABILITY})


def needed_for(case: Case) -> list[Required]:
    """The papers a case's operation needs: by its standard, port and the fuels of its notes, and a stated protest."""
    notes = case.of_every_note()
    standard = f"{case.operation.operation_standard_code or ''} {case.standard_name}"
    port, on = case.operation.bunkering_location_code, max(map(delivery_day, notes), default=None)
    sets = [one.fuel_set for one in notes]
    needed = required_documents(standard, port, sets, on, is_by_tanker=case.is_by_tanker)
    needed = [replace(item, of=_fuels_of(item, notes)) for item in needed]
    if any(getattr(note, "is_note_of_protest_issued", None) for note in case.notes):
        needed.append(Required(D.NOTE_OF_PROTEST, "a note says that one was issued", "delivery note"))
    return needed


def _fuels_of(item: Required, notes: list[Case]) -> tuple[int, ...]:
    """A note and a certificate are of one fuel each; a proof of sustainability is of the biofuels, if any is one."""
    if item.document_type not in _OF_EACH_FUEL:
        return ()
    bio = [one for one in notes if one.fuel_set is FuelSet.BIOFUEL]
    meant = bio if bio and item.document_type == D.PROOF_OF_SUSTAINABILITY else notes
    return tuple(dict.fromkeys(index for one in meant if (index := one.note.fuel_index) is not None))


def document_matrix(case: Case) -> list[Row]:
    """Every kind of paper with its state: needed ones first, unknown kinds that are there last."""
    there: dict[str, list[DocumentReference]] = {}
    for document in case.operation.document_references or ():
        there.setdefault(str(document.document_type or D.OTHER), []).append(document)
    needed = needed_for(case)
    rows = [_needed_row(item, there) for item in needed]
    listed = {row.document_type for row in rows}
    kinds = [kind.value for kind in D] + [kind for kind in there if not D.known(kind)]
    rows += [
        Row(kind, State.HAVE if kind in there else State.NOT_NEEDED, "", "", tuple(there.get(kind, ())))
        for kind in kinds
        if kind not in listed
    ]
    return rows


def _needed_row(item: Required, there: dict[str, list[DocumentReference]]) -> Row:
    documents = tuple(document for kind in item.accepted for document in there.get(kind.value, ()))
    lacking = item.lacking(documents)
    why = f"{item.why}; missing {lacking}" if documents and lacking else item.why
    state = State.MISSING if lacking else State.HAVE
    return Row(item.document_type.value, state, why, item.source, documents)
