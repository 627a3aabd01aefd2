"""Bunker delivery notes of the demo world: clean ones, made from a nomination and the course of its delivery."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from random import Random
from typing import Any

from bunkerdesk.sandbox.world import gas
from bunkerdesk.sandbox.world.fleet import Ship
from bunkerdesk.sandbox.world.places import Port
from bunkerdesk.sandbox.world.products import PRODUCTS, Product, measure

_OFFICERS = ("Lim Boon Huat", "P. van der Velde", "S. Al Mansoori", "D. Kowalczyk", "R. Fernandes", "G. Papadakis")
_ENGINEERS = ("A. Hoekstra", "Cho Min-jun", "V. Petrenko", "J. Reyes", "N. Sørensen", "王志强", "H. Nakagawa")
_KILOGRAM = Decimal("0.001")


@dataclass(frozen=True)
class Course:
    """The seven events of one delivery, UTC."""

    all_fast: datetime
    connect: datetime
    start: datetime
    end: datetime
    draining: datetime
    disconnect: datetime
    cast_off: datetime

    @classmethod
    def after(cls, etb: datetime, minutes: int, chance: Random) -> "Course":
        """A plausible course that begins at the estimated time of bunkering."""
        whole = etb.replace(second=0, microsecond=0)

        def later(moment: datetime, low: int, high: int) -> datetime:
            return moment + timedelta(minutes=chance.randint(low, high))

        connect = later(whole, 32, 44)
        start = later(connect, 24, 32)
        end = start + timedelta(minutes=max(45, minutes - 120 + chance.randint(-15, 15)))
        draining = later(end, 8, 16)
        disconnect = later(draining, 14, 24)
        return cls(whole, connect, start, end, draining, disconnect, later(disconnect, 22, 35))


@dataclass(frozen=True)
class Delivery:
    """What all notes of one operation share."""

    reference: str
    port: Port
    course: Course
    supplier_name: str
    receiver_name: str
    asset_name: str
    asset: Ship | None
    vessel: Ship
    next_port: str | None
    next_destination: str | None
    received: bool
    """A loading or a Singapore transfer: the loading document's quantity is stated."""
    red_iii: bool
    protest: bool


def _common(delivery: Delivery, fuel_index: int, several: bool, chance: Random) -> dict[str, Any]:
    course, port = delivery.course, delivery.port
    note: dict[str, Any] = {
        "fuelIndex": fuel_index if several else None,
        "number": f"{port.code[2:]}-{course.start:%y%m%d}-{chance.randint(1000, 9999)}",
        "cargoOfficerName": _OFFICERS[chance.randrange(len(_OFFICERS))],
        "chiefEngineerName": _ENGINEERS[chance.randrange(len(_ENGINEERS))],
        "receiverCompanyName": delivery.receiver_name,
        "receiverVesselName": delivery.vessel.name,
        "receiverVesselIMO": delivery.vessel.imo,
        "receiverVesselGrossTonnage": delivery.vessel.gross_tonnage,
        "receiverVesselNextPort": delivery.next_port,
        "receiverNextDestination": delivery.next_destination,
        "supplierCompanyName": delivery.supplier_name,
        "supplierAssetName": delivery.asset_name,
        "supplierAssetIMO": delivery.asset.imo if delivery.asset else None,
        "supplierAssetHarbourLicenseNumber": delivery.asset.licence if delivery.asset else None,
        "deliveryDate": port.clock(course.start).date().isoformat(),
    }
    for name, moment in (
        ("allFastTimestamp", course.all_fast),
        ("connectTimestamp", course.connect),
        ("startTransferTimestamp", course.start),
        ("endTransferTimestamp", course.end),
        ("drainingTimestamp", course.draining),
        ("disconnectTimestamp", course.disconnect),
        ("castOffTimestamp", course.cast_off),
    ):
        note[name] = port.text(moment)
    return note


def _within(low: Decimal, high: Decimal, chance: Random) -> Decimal:
    share = Decimal(chance.randint(180, 870)) / 1000
    return (low + (high - low) * share).quantize(_KILOGRAM)


def _decimal(value: Decimal, unit: str) -> dict[str, Any]:
    return {"value": value, "unit": unit}


def product_of(fuel: dict[str, Any]) -> Product:
    """The product that a fuel specification asks for; VLSFO where nothing fits."""
    fuel_type, grade, brand = fuel.get("fuelType"), fuel.get("grade"), fuel.get("brand")
    candidates = [product for product in PRODUCTS.values() if product.fuel_type == fuel_type]
    return next(
        (product for product in candidates if product.grade == grade or (brand and product.brand == brand)),
        candidates[0] if candidates else PRODUCTS["VLSFO"],
    )


def conventional(delivery: Delivery, fuel: dict[str, Any], place: tuple[int, bool], chance: Random) -> dict[str, Any]:
    """A clean note for an oil fuel, a biofuel or methanol; `place` is (fuel index, several fuels)."""
    product = product_of(fuel)
    low, high = tonnes(fuel)
    delivered = _within(low, high, chance)
    quality = fuel.get("certificateOfQuality") or measure(product, chance).certificate("")
    note = {
        "bunkerType": "conventional",
        **_common(delivery, *place, chance),
        "productName": product.name,
        "quantityDelivered": _decimal(delivered, "metric tons"),
    }
    if delivery.received:
        difference = (delivered * Decimal(chance.randint(-18, 22)) / 10_000).quantize(_KILOGRAM)
        note["quantityReceived"] = _decimal(delivered + difference, "metric tons")
    biofuel = fuel.get("biofuelProperties")
    if delivery.red_iii and biofuel and biofuel.get("blendRatio") is not None:
        share = Decimal(biofuel["blendRatio"]) / 100
        note["biofuelQuantityDelivered"] = _decimal((delivered * share).quantize(_KILOGRAM), "metric tons")
    for field, name in (
        ("productViscosity", "viscosity"),
        ("productDensity", "density"),
        ("productPourPoint", "pourPoint"),
        ("productFlashPoint", "flashPoint"),
        ("productWaterContent", "waterContent"),
        ("productSulphurContent", "sulphurContent"),
    ):
        if name in quality:
            note[field] = dict(quality[name])
    metered = delivery.port.metered and delivery.asset is not None
    note["bunkerMeteringTicketNumber"] = f"BMT{chance.randint(100_000, 999_999)}" if metered else None
    note["customerRating"] = ("Excellent", "Good", "Good", None)[chance.randrange(4)]
    note["isNoteOfProtestIssued"] = delivery.protest
    return note


def lng(delivery: Delivery, fuel: dict[str, Any], place: tuple[int, bool], chance: Random) -> dict[str, Any]:
    """A clean LNG note: composition, heating values and energy follow from one mix."""
    mixture = gas.mix(("lean", "typical", "rich")[chance.randrange(3)])
    low, high = tonnes(fuel)
    course, port = delivery.course, delivery.port
    return {
        "bunkerType": "lng",
        **_common(delivery, *place, chance),
        "productName": PRODUCTS["LNG"].name,
        "isExciseFeeApplicable": delivery.next_destination == "domestic",
        "openingCTSTimestamp": port.text(course.start - timedelta(minutes=12)),
        "closingCTSTimestamp": port.text(course.end + timedelta(minutes=6)),
        "fuelProperties": gas.properties(mixture),
        "quantityDelivered": gas.quantity(mixture, _within(low, high, chance)),
    }


def tonnes(fuel: dict[str, Any]) -> tuple[Decimal, Decimal]:
    """The nominated range in metric tons, whatever its unit (about 15.2 MWh a tonne of LNG, gross)."""
    asked = fuel.get("quantityRange") or {}
    high = Decimal(asked.get("maxQuantity") or 500)
    low = Decimal(asked.get("minQuantity") or high * Decimal("0.95"))
    per_tonne = {"mwh": Decimal("15.2"), "mmbtu": Decimal("15.2") * Decimal("3.412142")}.get(asked.get("unit") or "")
    if per_tonne:
        low, high = low / per_tonne, high / per_tonne
    # A caller may nominate up to 1e28; a paper has no room for it, and no barge either.
    return min(low, Decimal(50_000)), min(high, Decimal(50_000))
