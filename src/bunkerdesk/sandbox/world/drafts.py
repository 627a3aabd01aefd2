"""Draft nominations of the demo world: some nearly complete, some hardly begun."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from random import Random
from typing import Any

from bunkerdesk.sandbox.stage import StoredDraft
from bunkerdesk.sandbox.world import parties
from bunkerdesk.sandbox.world.fleet import VESSELS
from bunkerdesk.sandbox.world.places import NEXT_PORTS, PORTS, Port
from bunkerdesk.sandbox.world.products import PRODUCTS

COUNT = 40
_FIRST = 931
_PRODUCTS = ("VLSFO", "LSMGO", "HSFO", "B24", "METHANOL", "LNG", "VLSFO180", "B30", "ULSFO")
_STANDARD = {"B24": "RED3", "B30": "RED3", "METHANOL": "METH", "LNG": "LNG-STS"}
_SUPPLYING = (
    "SGSIN",
    "NLRTM",
    "AEFJR",
    "GIGIB",
    "USHOU",
    "CNZOS",
    "BEANR",
    "AUSYD",
    "PABLB",
    "INBOM",
    "ESALG",
    "SEGOT",
)


def drafts(now: datetime) -> list[StoredDraft]:
    """Forty drafts: the receiver's own among them; three whose time has passed, three still without a time."""
    return [_draft(index, now) for index in range(COUNT)]


def _draft(index: int, now: datetime) -> StoredDraft:
    chance = Random(f"draft/{index}")
    port = PORTS[_SUPPLYING[index % len(_SUPPLYING)]]
    company = parties.RECEIVER_ID if index % 5 == 4 else parties.SUPPLIER_ID
    hours = chance.choice((-30, -7)) if index in {6, 17, 23} else chance.randint(8, 24 * 40)
    etb = (now + timedelta(hours=hours)).replace(minute=30 * (index % 2), second=0, microsecond=0)
    minutes = chance.randrange(180, 720, 30)
    products = [_PRODUCTS[index % len(_PRODUCTS)]]
    if index % 4 == 0 and products[0] == "VLSFO":
        products.append("LSMGO")
    document: dict[str, Any] = {
        "clientReference": f"DR-{_FIRST + index:04}",
        "laycanStart": port.text(etb),
        "laycanEnd": port.text(etb + timedelta(minutes=minutes + 60 * (index % 24))),
        "delivery": _delivery(index, port, etb, minutes),
        "supplier": _supplier(index, company, port),
        "receiver": _receiver(index, company, port, etb),
        "fuelSpecifications": [_fuel(name, index, chance) for name in products],
    }
    for name in ("laycanStart", "laycanEnd"):
        document["delivery"][name] = document[name]
    for side, direction in (("receiver", "in"), ("supplier", "out")):
        if document[side].get("companyIdentifier") == company:
            document["delivery"]["transactionDirection"] = direction
    if index in {9, 21, 33}:
        for name in ("laycanStart", "laycanEnd"):
            del document[name], document["delivery"][name]
        document["delivery"].pop("estimatedTimeOfBunkering")
    if index in {13, 26}:
        document["fuelSpecifications"] = []
    return StoredDraft(
        document=document,
        company=company,
        last_changed=(now - timedelta(minutes=11 + 97 * index)).astimezone(UTC).replace(microsecond=0),
    )


def _delivery(index: int, port: Port, etb: datetime, minutes: int) -> dict[str, Any]:
    name = _PRODUCTS[index % len(_PRODUCTS)]
    spot, details = port.spots[index % len(port.spots)]
    delivery: dict[str, Any] = {
        "operationStandardCode": _STANDARD.get(name, "SS648" if port.code == "SGSIN" else "CONV"),
        "bunkeringLocationCode": port.code,
        "bunkeringLocationName": port.name,
        "deliveryMethod": "vessel",
        "estimatedTimeOfBunkering": port.text(etb),
        "estimatedBunkeringDurationInMinutes": minutes,
        "isBestEndeavourBasis": index % 11 == 5,
    }
    if index % 3:
        delivery |= {"portBunkeringLocationCode": spot, "bunkeringLocationDetails": details}
    if name == "LNG":
        delivery |= {"gasUpRequired": index % 2 == 0, "coolDownRequired": True}
    return delivery


def _supplier(index: int, company: str, port: Port) -> dict[str, Any]:
    own = company == parties.SUPPLIER_ID
    supplier: dict[str, Any] = {"companyIdentifier": company if own else parties.SUPPLIERS[index % 5]}
    if own:
        supplier["companyEntityReference"] = parties.ENTITY_OF_PORT.get(port.code, "LMF-SG")
    if own and index % 4:
        supplier |= {"internalReference": f"ENQ-{2200 + index}", "priceType": "floating" if index % 3 else "fixed"}
    return supplier


def _receiver(index: int, company: str, port: Port, etb: datetime) -> dict[str, Any]:
    own = company == parties.RECEIVER_ID
    identifier = parties.RECEIVER_ID if own or index % 6 == 0 else parties.RECEIVERS[index % len(parties.RECEIVERS)]
    ship = VESSELS[(index * 7) % len(VESSELS)]
    receiver: dict[str, Any] = {
        "companyIdentifier": identifier,
        "companyName": parties.PARTIES[identifier].name,
        "vesselName": ship.name,
        "vesselIdentifier": ship.identifier,
    }
    if not own:  # nobody keeps itself as a counterpart
        receiver["counterpartEntityReference"] = parties.counterpart_reference(identifier)
    if index % 4:
        receiver |= {
            "orderReference": f"ENQ/{index:03}/{etb:%y}",
            "estimatedTimeOfArrival": port.text(etb - timedelta(hours=4)),
            "nextPortCode": NEXT_PORTS[index % len(NEXT_PORTS)],
            "nextDestination": "international",
        }
    if index in {11, 29}:
        # A trader's first call: a name, no ship yet.
        receiver = {"companyName": "Blue Meridian Chartering", "vesselName": "TBN"}
    return receiver


def _fuel(name: str, index: int, chance: Random) -> dict[str, Any]:
    product = PRODUCTS[name]
    high = Decimal(chance.randrange(60, 300, 10) if product.grade == "dma" else chance.randrange(300, 2200, 50))
    asked: dict[str, Any] = {"maxQuantity": high, "unit": "metric_tonnes"}
    if index % 3:
        asked["minQuantity"] = (high * Decimal("0.95")).quantize(Decimal("0.1"))
    fuel: dict[str, Any] = {"fuelType": product.fuel_type, "quantityRange": asked, "grade": product.grade}
    if product.brand and index % 2:
        fuel["brand"] = product.brand
    if product.blend is not None:
        fuel["biofuelProperties"] = {"typeOfFeedstock": product.feedstock, "blendRatio": product.blend}
    return fuel
