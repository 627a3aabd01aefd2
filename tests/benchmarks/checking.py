"""How long it takes to check 200 operations of three notes each; goal: at most one second. `python checking.py`."""

from datetime import UTC, datetime
from decimal import Decimal
from time import perf_counter
from typing import Any

from bunkerdesk.contract.nomination import Nomination
from bunkerdesk.contract.operation import Operation
from bunkerdesk.rules.notes.case import Case
from bunkerdesk.rules.notes.registry import check

OPERATIONS = 200
PORTS = ("SGSIN", "NLRTM", "ESALG", "GIGIB", "AEFJR")


def _of(value: object, unit: str) -> dict[str, Any]:
    return {"value": value, "unit": unit}


def _common(place: int, index: int) -> dict[str, Any]:
    names = ("allFast", "connect", "startTransfer", "endTransfer", "draining", "disconnect", "castOff")
    return {
        "fuelIndex": index,
        "number": f"BDN-{place}-{index}",
        "receiverVesselName": "MV Nordic Star",
        "receiverVesselIMO": 9074729,
        "supplierCompanyName": "Strait Bunkers",
        "supplierAssetIMO": 9166778,
        "deliveryDate": "2026-11-18",
        **{f"{name}Timestamp": f"2026-11-18T{8 + hour:02}:00:00+01:00" for hour, name in enumerate(names)},
    }


def _conventional(place: int, index: int, name: str) -> dict[str, Any]:
    return _common(place, index) | {
        "bunkerType": "conventional",
        "productName": name,
        "quantityDelivered": _of(Decimal(500 + place) + Decimal("0.125"), "metric tons"),
        "productViscosity": _of(Decimal(320 + place), "mm2/s"),
        "productDensity": _of(Decimal(980) + Decimal(place) / 10, "kg/m3"),
        "productPourPoint": _of(Decimal(12), "°C"),
        "productFlashPoint": _of(f"{55 + place % 30}.5", "°C"),
        "productWaterContent": _of("0.20", "% V/V"),
        "productSulphurContent": _of(f"0.{40 + place % 15}", "% m/m"),
    }


def _lng(place: int, index: int) -> dict[str, Any]:
    shift = Decimal(place) / 1000
    gas = {
        "methane": Decimal("91.5") - shift,
        "ethane": Decimal("6.0") + shift,
        "propane": Decimal("1.7"),
        "nButane": Decimal("0.6"),
        "nitrogen": Decimal("0.2"),
        "density": _of(Decimal(451), "kg/m3"),
        "methaneNumber": 74,
        "grossHeatingValueMassMJ": Decimal("54.78"),
        "netHeatingValueMassMJ": Decimal("49.48"),
        "grossHeatingValueVolumeMJ": Decimal("40.9"),
        "grossWobbeIndexBtuScf": Decimal(1395),
    }
    return _common(place, index) | {"bunkerType": "lng", "productName": "LNG", "fuelProperties": gas}


def make_objects(place: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """An operation of three notes and its nomination, as the service answers them."""
    notes = [_conventional(place, 0, "VLSFO RMG 380"), _conventional(place, 1, "LSMGO DMA"), _lng(place, 2)]
    operation = {
        "clientReference": f"REF-{place}",
        "operationStandardCode": "CONV",
        "bunkeringLocationCode": PORTS[place % len(PORTS)],
        "receiver": {"companyName": "Southern Lines", "vesselName": "Nordic Star", "vesselIdentifier": "9074729"},
        "bunkerDeliveryNotes": notes,
        "documentReferences": [],
    }
    asked = {
        "clientReference": f"REF-{place}",
        "delivery": {"estimatedTimeOfBunkering": "2026-11-18T08:00:00+01:00"},
        "fuelSpecifications": [
            {"grade": "rmg", "certificateOfQuality": {"density": _of(Decimal(985), "kg/m3")}},
            {"grade": "dma"},
            {"fuelType": "LNG"},
        ],
    }
    return operation, asked


def make_case(place: int) -> Case:
    """The case of an operation of three notes."""
    operation, asked = make_objects(place)
    return Case(Operation.read(operation), datetime(2026, 11, 21, tzinfo=UTC), (Nomination.read(asked),))


def main() -> None:
    cases = [make_case(place) for place in range(OPERATIONS)]
    started = perf_counter()
    reports = [check(case) for case in cases]
    cold = perf_counter() - started
    started = perf_counter()
    for case in cases:
        check(case)
    warm = perf_counter() - started
    findings = sum(len(report.findings) for report in reports)
    print(f"{OPERATIONS} operations x 3 notes: {cold:.3f} s first, {warm:.3f} s again; {findings} findings; goal 1 s")


if __name__ == "__main__":
    main()
