"""Operations under review in a store: the clean delivery of the rules' tests, spoiled one field at a time."""

from copy import deepcopy
from typing import Any

from bunkerdesk.cache import Store
from bunkerdesk.desk.keeping import keep_answers
from bunkerdesk.desk.record import Answer
from tests.rules.notes.delivery import DOCUMENTS, FUEL, NOTE, amount

Fields = dict[str, Any]


def operation(reference: str, *notes: Fields, **fields: Any) -> Fields:
    """An operation as the service answers it; each note replaces fields of the clean one."""
    made = [NOTE | {"number": f"BDN-{reference}-{place + 1}"} | note for place, note in enumerate(notes or ({},))]
    return {
        "status": "ended",
        "clientReference": reference,
        "operationStandardCode": "CONV",
        "bunkeringLocationCode": "ESALG",
        "supplier": {"companyName": "Strait Bunkers", "assetName": "Estrecho Uno", "assetIdentifier": "9166778"},
        "receiver": {"companyName": "Southern Lines", "vesselName": "Nordic Star", "vesselIdentifier": "9074729"},
        "bunkerDeliveryNotes": made,
        "documentReferences": deepcopy(DOCUMENTS),
    } | fields


def nomination(reference: str, **fields: Any) -> Fields:
    """Its nomination."""
    return {
        "clientReference": reference,
        "delivery": {
            "bunkeringLocationCode": "ESALG",
            "estimatedTimeOfBunkering": "2026-11-18T08:00:00+01:00",
            "estimatedBunkeringDurationInMinutes": 150,
        },
        "supplier": {"assetIdentifier": {"vessel": {"imo": 9166778}}},
        "receiver": {"vesselName": "Nordic Star", "vesselIdentifier": {"imo": 9074729}},
        "fuelSpecifications": [deepcopy(FUEL)],
    } | fields


def keep(store: Store, *operations: Fields) -> None:
    """Put operations and their nominations into a store, as synchronising does."""
    answers = []
    for item in operations:
        reference = item["clientReference"]
        answers += [
            Answer("operation", reference, (item,)),
            Answer("nomination", reference, (nomination(reference),)),
        ]
    keep_answers(store, answers)


LOW_FLASH = {"productFlashPoint": amount("55.5", "°C")}
MUCH_SULPHUR = {"productSulphurContent": amount("0.62", "% m/m")}
