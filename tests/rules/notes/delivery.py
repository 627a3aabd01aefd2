"""A clean delivery at Algeciras, to be spoiled one field at a time."""

from collections.abc import Callable
from copy import deepcopy
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from bunkerdesk.contract.nomination import Nomination
from bunkerdesk.contract.operation import Operation
from bunkerdesk.rules.notes.case import Case
from bunkerdesk.rules.notes.outcomes import Judged

Fields = dict[str, Any]
MakeCase = Callable[..., Case]
Judge = Callable[..., Judged]
"""Judges a spoiled delivery by the number of a rule."""
NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)


def amount(value: object, unit: str) -> Fields:
    """A measurement."""
    return {"value": value, "unit": unit}


NOTE: Fields = {
    "bunkerType": "conventional",
    "fuelIndex": 0,
    "number": "BDN-77-2",
    "cargoOfficerName": "A. Lim",
    "chiefEngineerName": "B. Ortiz",
    "receiverCompanyName": "Southern Lines",
    "receiverVesselName": "MV Nordic Star",
    "receiverVesselIMO": 9074729,
    "supplierCompanyName": "Strait Bunkers",
    "supplierAssetName": "Estrecho Uno",
    "supplierAssetIMO": 9166778,
    "deliveryDate": "2026-11-18",
    "allFastTimestamp": "2026-11-18T08:00:00+01:00",
    "connectTimestamp": "2026-11-18T08:30:00+01:00",
    "startTransferTimestamp": "2026-11-18T09:00:00+01:00",
    "endTransferTimestamp": "2026-11-18T11:00:00+01:00",
    "drainingTimestamp": "2026-11-18T11:10:00+01:00",
    "disconnectTimestamp": "2026-11-18T11:30:00+01:00",
    "castOffTimestamp": "2026-11-18T12:00:00+01:00",
    "productName": "ULSFO RMG 380",
    "quantityDelivered": amount(Decimal("505.25"), "metric tons"),
    "productViscosity": amount(Decimal("320"), "mm2/s"),
    "productDensity": amount(Decimal("985.1"), "kg/m3"),
    "productPourPoint": amount(Decimal("12"), "°C"),
    "productFlashPoint": amount(">70", "°C"),
    "productWaterContent": amount("0.20", "% V/V"),
    "productSulphurContent": amount("0.09", "% m/m"),
    "bunkerMeteringTicketNumber": "BMT1",
    "isNoteOfProtestIssued": False,
}
FUEL: Fields = {
    "fuelType": "ULSFO",
    "grade": "rmg",
    "quantityRange": {"minQuantity": Decimal(480), "maxQuantity": Decimal(520), "unit": "metric_tonnes"},
    "certificateOfQuality": {
        "flashPoint": amount("72", "°C"),
        "density": amount(Decimal("985.1"), "kg/m3"),
        "viscosity": amount(Decimal("320"), "mm2/s"),
        "sulphurContent": amount("0.09", "% m/m"),
    },
}
DOCUMENTS = [
    {"documentId": kind, "documentType": kind, "documentName": f"{kind}.pdf"}
    for kind in (
        "bunker_delivery_note",
        "safety_data_sheet",
        "safety_checklist",
        "certificate_of_quality",
        "statement_of_facts",
    )
]


def _without_none(fields: Fields) -> Fields:
    return {name: value for name, value in fields.items() if value is not None}


def make_case(
    *,
    fuel: Fields | None = None,
    operation: Fields | None = None,
    nomination: Fields | None = None,
    delivery: Fields | None = None,
    documents: list[Fields] | None = None,
    notes: list[Fields] | None = None,
    is_nominated: bool = True,
    facts: Fields | None = None,
    **note: Any,
) -> Case:
    """A case of the clean delivery; keyword arguments replace fields of the note, None takes one away."""
    first = _without_none(NOTE | note)
    body: Fields = {
        "status": "ended",
        "clientReference": "ALG-77",
        "operationStandardCode": "CONV",
        "bunkeringLocationCode": "ESALG",
        "supplier": {"companyName": "Strait Bunkers", "assetName": "ESTRECHO  UNO", "assetIdentifier": "9166778"},
        "receiver": {"companyName": "Southern Lines", "vesselName": "Nordic Star", "vesselIdentifier": "IMO 9074729"},
        "bunkerDeliveryNotes": [first, *(notes or [])],
        "documentReferences": documents if documents is not None else deepcopy(DOCUMENTS),
    }
    asked: Fields = {
        "clientReference": "ALG-77",
        "delivery": {
            "bunkeringLocationCode": "ESALG",
            "estimatedTimeOfBunkering": "2026-11-18T08:00:00+01:00",
            "estimatedBunkeringDurationInMinutes": 150,
        }
        | (delivery or {}),
        "supplier": {"assetIdentifier": {"vessel": {"imo": 9166778}}},
        "receiver": {"vesselIdentifier": {"imo": 9074729}},
        "fuelSpecifications": [_without_none(FUEL | (fuel or {}))],
    } | (nomination or {})
    case = Case(
        Operation.read(_without_none(body | (operation or {}))),
        NOW,
        (Nomination.read(asked),) if is_nominated else (),
        **(facts or {}),
    )
    return case.of_note(0)
