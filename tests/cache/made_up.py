"""Made-up nominations and operations for the store's tests and benchmark, as JSON objects of the interface."""

from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from typing import Any

from bunkerdesk.cache import Seen
from bunkerdesk.contract import jsontext
from bunkerdesk.contract.nomination import Draft, Nomination
from bunkerdesk.contract.operation import Operation
from bunkerdesk.desk.lines import operation_line, work_line

PORTS = (("NLRTM", "Rotterdam", 1), ("SGSIN", "Singapore", 8), ("USHOU", "Houston", -6), ("ESALG", "Algeciras", 1))
FUELS = ("VLSFO", "LSMGO", "HSFO", "LNG", "Methanol")
STATUSES = ("supplier_requested", "supplier_assigned", "accepted", "cancelled")


def nomination(number: int) -> dict[str, Any]:
    """A firm nomination; numbers spread over ports, fuels, statuses and a year of bunkering times."""
    code, name, hours = PORTS[number % len(PORTS)]
    zone = timezone(timedelta(hours=hours))
    moment = datetime(2026, 1, 1, tzinfo=zone) + timedelta(minutes=number * 7919 % 525_600)
    return {
        "clientReference": f"BD-2026-{number:06}",
        "delivery": {
            "operationStandardCode": "SS600",
            "bunkeringLocationCode": code,
            "bunkeringLocationName": name,
            "deliveryMethod": "vessel",
            "estimatedTimeOfBunkering": moment.isoformat(),
            "estimatedBunkeringDurationInMinutes": 240 + number % 300,
        },
        "supplier": {
            "companyIdentifier": f"supplier-{number % 7}",
            "assetIdentifier": {"vessel": {"imo": 9_100_000 + number % 40}},
        },
        "receiver": {
            "companyIdentifier": f"receiver-{number % 90}",
            "vesselIdentifier": {"imo": 9_200_000 + number % 900, "mmsi": 244_000_000 + number % 900},
        },
        "fuelSpecifications": [
            {
                "fuelType": FUELS[number % len(FUELS)],
                "grade": "rmg",
                "quantityRange": {"minQuantity": 400 + number % 50, "maxQuantity": 500, "unit": "metric_tonnes"},
            }
        ],
        "status": STATUSES[number % len(STATUSES)],
    }


def operation(number: int) -> dict[str, Any]:
    """The operation of a nomination, with one conventional note."""
    firm = nomination(number)
    start = datetime.fromisoformat(firm["delivery"]["estimatedTimeOfBunkering"])
    return {
        "status": "ended",
        "clientReference": firm["clientReference"],
        "operationStandardCode": "SS600",
        "bunkeringLocationCode": firm["delivery"]["bunkeringLocationCode"],
        "bunkeringLocationName": firm["delivery"]["bunkeringLocationName"],
        "supplier": {"companyName": "Noordzee Bunkers", "assetName": f"Barge {number % 40}"},
        "receiver": {"companyName": "Meridian Lines", "vesselName": f"Meridian {number % 900}"},
        "bunkerDeliveryNotes": [
            {
                "bunkerType": "conventional",
                "number": f"BDN-{number}",
                "cargoOfficerName": "J. de Vries",
                "chiefEngineerName": "A. Rahman",
                "productName": FUELS[number % len(FUELS)],
                "quantityDelivered": {"value": 512.345, "unit": "metric tons"},
                "receiverVesselIMO": 9_200_000 + number % 900,
                "receiverVesselName": f"Meridian {number % 900}",
                "allFastTimestamp": start.isoformat(),
                "castOffTimestamp": (start + timedelta(hours=5)).isoformat(),
            }
        ],
        "documentReferences": [],
    }


def seen(kind: str, value: dict[str, Any], place: int = 0) -> Seen:
    """An answer as the desk hands it to the store."""
    raw = jsontext.write(value)
    reference = str(value.get("clientReference") or "")
    if kind == "operation":
        return Seen(kind, reference, place, raw, lambda: operation_line(Operation.read(value)))
    model = Draft if kind == "draft" else Nomination
    return Seen(kind, reference, place, raw, lambda: work_line(kind, model.read(value)))


def batches(count: int, size: int = 100) -> Iterator[list[Seen]]:
    """Firm nominations in batches."""
    for start in range(0, count, size):
        yield [seen("nomination", nomination(number)) for number in range(start, min(start + size, count))]
