"""Firm nominations of the demo world, made from its deals."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from random import Random
from typing import Any

from bunkerdesk.sandbox.stage import StoredNomination
from bunkerdesk.sandbox.world import parties
from bunkerdesk.sandbox.world.deals import Deal
from bunkerdesk.sandbox.world.fleet import BARGES, VESSELS, Ship
from bunkerdesk.sandbox.world.gas import MMBTU_PER_MWH
from bunkerdesk.sandbox.world.places import NEXT_PORTS, PORTS, Port
from bunkerdesk.sandbox.world.products import PRODUCTS, Product, measure

SEED = 20_471
_GAS_CARRIERS = {"METHANE BLUEBELL", "ARCTIC PLOVER LNG", "VALIANT OSPREY", "STELLA CYGNI"}
_METHANOL_SHIPS = {"GREEN HERON"}
# The vessel of each receiver's house style, so that a list reads like a real fleet.
_BY_RECEIVER = {
    "CMP-R201": ("NORDLYS TERN", "BOREAL CURLEW"),
    "CMP-R202": ("海丰远航", "MINERVA STRAIT"),
    "CMP-R203": ("نجمة الخليج", "OPAL NAVIGATOR"),
    "CMP-R204": ("IBERIAN SWIFT", "KESTREL BAY"),
    "CMP-R205": ("SOUTHERN PETREL", "TASMAN DRIFTER"),
    "CMP-R206": ("HAEDONG PIONEER", "MV JADE PROSPECTOR"),
    "CMP-R207": ("SAHYADRI STAR",),
    "CMP-R208": ("CARIBBEAN LAPWING", "PACIFIC LINNET", "OCEAN QUILL"),
    "CMP-R209": ("RHINE MERCHANT", "LADY ANNEKE", "ESTUARY PRIDE"),
}
_OWN = ("HALCYON MERIDIAN", "CORAL HERALD", "ATLANTIC WREN", "GOLDEN SANDPIPER", "BLUE AVOCET")


def vessel_of(deal: Deal) -> Ship:
    """The receiving vessel; a barge for transfers and loadings."""
    if deal.traits & {"transfer", "loading"}:
        return BARGES[deal.port][1]
    names: tuple[str, ...]
    if "LNG" in deal.products:
        names = tuple(sorted(_GAS_CARRIERS))
    elif "METHANOL" in deal.products:
        names = tuple(_METHANOL_SHIPS)
    elif deal.reference == "SO-24164":
        return next(ship for ship in VESSELS if len(ship.name) == 300)
    else:
        names = _BY_RECEIVER.get(deal.receiver, _OWN)
    return next(ship for ship in VESSELS if ship.name == names[deal.index % len(names)])


def barge_of(deal: Deal) -> Ship | None:
    """The delivering barge; None for trucks, terminals, and where none is assigned yet."""
    if deal.traits & {"truck", "loading"} or deal.status in {"supplier_requested", "supplier_unassigned"}:
        return None
    barges = BARGES[deal.port]
    if "LNG" in deal.products:
        return barges[-1]
    return barges[0] if "transfer" in deal.traits else barges[deal.index % max(1, len(barges) - 1)]


def standard_of(deal: Deal) -> str:
    """The operation standard's code."""
    lng = "LNG" in deal.products
    if "transfer" in deal.traits:
        return "LNG-TRF" if lng else "SG-TRF"
    if "loading" in deal.traits:
        return "LNG-LOAD" if lng else "LOAD"
    if lng:
        return "LNG-TTS" if "truck" in deal.traits else "LNG-STS"
    if "METHANOL" in deal.products:
        return "METH"
    if "red3" in deal.traits:
        return "RED3"
    return "SS648" if deal.port == "SGSIN" else "CONV"


def nomination(deal: Deal, now: datetime) -> StoredNomination:
    """The stored nomination of a deal."""
    port = PORTS[deal.port]
    receiver_made = "receiver-made" in deal.traits
    document = {
        "clientReference": deal.reference,
        "delivery": _delivery(deal, port),
        "supplier": _supplier(deal),
        "receiver": _receiver(deal, port),
        "fuelSpecifications": [_fuel(deal, index, name) for index, name in enumerate(deal.products)],
    }
    if "surveyor" in deal.traits:
        document["stakeholders"] = [
            {
                "type": "surveyor",
                "companyIdentifier": parties.SURVEYOR_ID,
                "userEmail": "attendance@plumbline-surveyors.example",
            }
        ]
    return StoredNomination(
        document=document,
        supplier_company=deal.supplier,
        receiver_company=deal.receiver,
        created_by=deal.receiver if receiver_made else deal.supplier,
        status=deal.status,
        last_changed=_last_changed(deal, now),
        supplier_operator=parties.OPERATOR_ID if "operator" in deal.traits else None,
        receiver_operator=parties.RECEIVER_OPERATOR_ID if _receiver_operated(deal) else None,
    )


def _last_changed(deal: Deal, now: datetime) -> datetime:
    changed = min(now - timedelta(minutes=6 + 43 * deal.index), deal.etb - timedelta(hours=3 + deal.index % 40))
    return changed.astimezone(UTC).replace(microsecond=0)


def _receiver_operated(deal: Deal) -> bool:
    return deal.receiver == parties.RECEIVER_ID and deal.port in {"NLRTM", "GIGIB"} and deal.supplier != deal.receiver


def _method(deal: Deal) -> str:
    return "truck" if "truck" in deal.traits else "terminal" if "loading" in deal.traits else "vessel"


def _delivery(deal: Deal, port: Port) -> dict[str, Any]:
    end = deal.etb + timedelta(minutes=deal.minutes)
    spot, details = port.spots[deal.index % len(port.spots)]
    laycan_end = end if deal.index % 3 else end + timedelta(hours=18)
    delivery: dict[str, Any] = {
        "operationStandardCode": standard_of(deal),
        "bunkeringLocationCode": port.code,
        "bunkeringLocationName": port.name,
        "portBunkeringLocationCode": spot,
        "bunkeringLocationDetails": details,
        "deliveryMethod": _method(deal),
        "berthTime": port.text(deal.etb - timedelta(minutes=70)),
        "pilotTime": port.text(deal.etb - timedelta(minutes=130)),
        "estimatedTimeOfBunkering": port.text(deal.etb),
        "laycanStart": port.text(deal.etb),
        "laycanEnd": port.text(laycan_end),
        "estimatedTimeOfCompletion": port.text(end),
        "estimatedBunkeringDurationInMinutes": deal.minutes,
        "supplierAssetBufferTimeInMinutes": 60 + 30 * (deal.index % 3),
        "isBestEndeavourBasis": "best-endeavour" in deal.traits,
    }
    if "alongside" in deal.traits:
        delivery["estimatedAlongsideTime"] = port.text(deal.etb - timedelta(minutes=25))
    if "contract" in deal.traits:
        delivery["contractReference"] = parties.contract_reference(deal.etb.year, deal.receiver)
    if "LNG" in deal.products:
        delivery |= {"gasUpRequired": "gas-up" in deal.traits, "coolDownRequired": "cool-down" in deal.traits}
    if deal.traits & {"transfer", "loading"}:
        delivery["transactionType"] = "transfer" if "transfer" in deal.traits else "cargo"
    return {name: value for name, value in delivery.items() if value is not None}


def _supplier(deal: Deal) -> dict[str, Any]:
    barge = barge_of(deal)
    supplier: dict[str, Any] = {
        "companyIdentifier": deal.supplier,
        "orderReference": f"BN{4_410_300 + deal.index * 7}",
        "internalReference": f"{PORTS[deal.port].code[2:]}-{deal.index:03}",
        "priceType": "fixed" if "fixed" in deal.traits else "floating",
    }
    if deal.supplier == parties.SUPPLIER_ID:
        entity = "LMF-LNG" if "entity-lng" in deal.traits else parties.ENTITY_OF_PORT.get(deal.port)
        supplier |= {
            "companyEntityReference": entity or "LMF-SG",
            "internalInstructions": _instructions(deal),
        }
    if deal.receiver == parties.RECEIVER_ID or "loading" in deal.traits:
        supplier["counterpartEntityReference"] = parties.counterpart_reference(deal.supplier)
    if _method(deal) != "vessel" and deal.status != "supplier_unassigned":
        port = PORTS[deal.port]
        supplier["assetIdentifier"] = {
            "terminalName": port.terminals[-1] if port.terminals else f"{port.name} Truck Loading Rack"
        }
    elif barge is not None:
        supplier["assetIdentifier"] = {"vessel": barge.identifier}
    return supplier


def _instructions(deal: Deal) -> str:
    return (
        "Call the agent two hours before arrival. Hose crane on port side only.",
        "Take the line sample at the start of delivery; the chief asks for four bottles.",
        "Vessel switches from HSFO on arrival: segregated hoses, please.",
        "Delivery by daylight only; swell above 1.5 m stops the operation.",
    )[deal.index % 4]


def _receiver(deal: Deal, port: Port) -> dict[str, Any]:
    ship = vessel_of(deal)
    departure = deal.etb + timedelta(minutes=deal.minutes + 180)
    return {
        "companyIdentifier": deal.receiver,
        "orderReference": f"45{118_200 + deal.index * 13}",
        "vesselIdentifier": ship.identifier,
        "estimatedTimeOfArrival": port.text(deal.etb - timedelta(minutes=190)),
        "estimatedTimeOfDeparture": port.text(departure),
        "lastPortCode": _other_port(deal, 0),
        "nextPortCode": _other_port(deal, 5),
        "nextDestination": "domestic" if deal.index % 9 == 4 else "international",
        "counterpartEntityReference": parties.counterpart_reference(deal.receiver),
        "contactName": ("M. de Wit", "Tan Hui Min", "J. Ferreira", "R. Iyer", "K. Ødegård")[deal.index % 5],
    }


def _other_port(deal: Deal, shift: int) -> str:
    others = [code for code in NEXT_PORTS if code != deal.port]
    return others[(deal.index + shift) % len(others)]


def quality_seed(reference: str, fuel_index: int) -> Random:
    """The chance of one parcel: the same for its certificate and its delivery note."""
    return Random(f"{SEED}/{reference}/{fuel_index}")


def tonnes_of(product: Product, deal: Deal, fuel_index: int) -> tuple[Decimal, Decimal]:
    """The nominated range in metric tons."""
    if product.fuel_type == "LNG":
        base = 40 if "truck" in deal.traits else 600 + 150 * (deal.index % 5)
    elif product.grade == "dma":
        base = 60 + 20 * ((deal.index + fuel_index) % 8)
    else:
        base = 420 + 110 * ((deal.index * 3 + fuel_index) % 13)
    if "truck" in deal.traits:
        base = min(base, 46)
    return Decimal(base), Decimal(base) + (Decimal(base) / 20).quantize(Decimal(1))


def _fuel(deal: Deal, index: int, name: str) -> dict[str, Any]:
    product = PRODUCTS[name]
    low, high = tonnes_of(product, deal, index)
    unit = "metric_tonnes"
    if deal.traits & {"mwh", "mmbtu"}:
        # About 15.2 MWh a tonne gross.
        factor = Decimal("15.2") * (Decimal(repr(MMBTU_PER_MWH)) if "mmbtu" in deal.traits else 1)
        low, high = ((value * factor).quantize(Decimal(1)) for value in (low, high))
        unit = "mmbtu" if "mmbtu" in deal.traits else "mwh"
    fuel: dict[str, Any] = {
        "fuelType": product.fuel_type,
        "quantityRange": {"minQuantity": low, "maxQuantity": high, "unit": unit},
        "grade": product.grade,
    }
    if product.brand and deal.supplier == parties.SUPPLIER_ID:
        fuel["brand"] = product.brand
    if product.fuel_type != "LNG" and deal.status not in {"supplier_requested", "supplier_unassigned"}:
        quality = measure(product, quality_seed(deal.reference + deal.port, index))
        fuel["certificateOfQuality"] = quality.certificate(f"COQ-{deal.port[2:]}-{7100 + deal.index * 3 + index}")
    if product.blend is not None:
        fuel["biofuelProperties"] = {
            "typeOfFeedstock": product.feedstock,
            "blendRatio": product.blend,
            "generationCode": "gen2",
            "isccCertified": True,
            "isccValue": Decimal("14.2") if product.blend == 24 else Decimal("17.6"),
            "certificateScheme": "ISCC EU",
        }
    return fuel
