"""Operations of the demo world: what becomes of a nomination, hour by hour."""

from datetime import datetime, timedelta
from random import Random
from typing import Any

from bunkerdesk.sandbox.stage import OperationStandard, StoredNomination, StoredOperation
from bunkerdesk.sandbox.world import documents, notes, parties
from bunkerdesk.sandbox.world.fleet import Ship, ship_by_imo
from bunkerdesk.sandbox.world.places import PORTS, Port, other_port
from bunkerdesk.sandbox.world.products import STANDARDS
from bunkerdesk.sandbox.world.texts import opened

_STANDARDS = {standard.code: standard for standard in STANDARDS}
_ARCHIVED_AFTER = timedelta(days=12)


def operation(nomination: StoredNomination, etb: datetime, now: datetime | None = None) -> StoredOperation:
    """The operation of a nomination with deliveries from `etb` (UTC) on; its status is that of `now`."""
    asked = opened(nomination.document)
    reference = str(asked.get("clientReference"))
    delivery_terms = asked.get("delivery") or {}
    place = str(delivery_terms.get("bunkeringLocationCode") or "")
    chance = Random(f"operation/{reference}/{place}")
    minutes = int(delivery_terms.get("estimatedBunkeringDurationInMinutes") or 300)
    course = notes.Course.after(etb, min(max(minutes, 150), 4320), chance)
    standard = _standard(delivery_terms.get("operationStandardCode"))
    delivery = _delivery(nomination, course, standard)
    plan = _plan(course)
    document = _document(nomination, delivery, standard, chance)
    status = _status(plan, now or plan[0][0])
    return StoredOperation(
        document=document,
        supplier_company=nomination.supplier_company,
        receiver_company=nomination.receiver_company,
        status=status,
        last_changed=max((moment for moment, _ in plan if moment <= (now or plan[0][0])), default=plan[0][0]),
        plan=plan,
        documents=documents.of_operation(document, asked, documents.Setting(delivery, standard)),
        supplier_operator=nomination.supplier_operator,
        receiver_operator=nomination.receiver_operator,
    )


def _standard(code: object) -> OperationStandard:
    return _STANDARDS.get(str(code)) or OperationStandard(str(code or "CONV"), "")


def _plan(course: notes.Course) -> list[tuple[datetime, str]]:
    """When the operation takes each status; created a day before, archived twelve days after its end."""
    ended = course.cast_off + timedelta(minutes=10)
    return [
        (course.all_fast - timedelta(hours=24), "created"),
        (course.all_fast - timedelta(hours=2), "started"),
        (course.all_fast, "initiating"),
        (course.start, "ongoing"),
        (course.end, "finalising"),
        (ended, "ended"),
        (ended + _ARCHIVED_AFTER, "archived"),
    ]


def _status(plan: list[tuple[datetime, str]], now: datetime) -> str:
    return [status for moment, status in plan if moment <= now][-1:][0] if plan[0][0] <= now else "created"


def _port(terms: dict[str, Any]) -> Port:
    code = str(terms.get("bunkeringLocationCode") or "")
    return PORTS.get(code) or other_port(code, str(terms.get("bunkeringLocationName") or code))


def _vessel(identifier: object) -> Ship:
    imo = identifier.get("imo") if isinstance(identifier, dict) else None
    known = ship_by_imo(imo)
    if known is not None:
        return known
    if not isinstance(imo, int) or not 0 < imo < 2**31:
        return Ship("Vessel to be named", 0, 0, 0, "")
    return Ship(f"Vessel {imo}", imo, 0, 25_000, "")


def _company_name(identifier: str) -> str:
    party = parties.PARTIES.get(identifier)
    return party.name if party else identifier


def _delivery(nomination: StoredNomination, course: notes.Course, standard: OperationStandard) -> notes.Delivery:
    asked = opened(nomination.document)
    terms, supplier, receiver = (asked.get(name) or {} for name in ("delivery", "supplier", "receiver"))
    asset = supplier.get("assetIdentifier") or {}
    barge = _vessel(asset.get("vessel")) if asset.get("vessel") else None
    return notes.Delivery(
        reference=str(asked.get("clientReference")),
        port=_port(terms),
        course=course,
        supplier_name=_company_name(nomination.supplier_company),
        receiver_name=_company_name(nomination.receiver_company),
        asset_name=barge.name if barge else str(asset.get("terminalName") or "Asset to be named"),
        asset=barge,
        vessel=_vessel(receiver.get("vesselIdentifier")),
        next_port=receiver.get("nextPortCode"),
        next_destination=receiver.get("nextDestination"),
        received=standard.type in {"Transfer", "Loading"},
        red_iii=standard.red_iii,
        protest=False,
    )


def _document(
    nomination: StoredNomination, delivery: notes.Delivery, standard: OperationStandard, chance: Random
) -> dict[str, Any]:
    asked = opened(nomination.document)
    terms, supplier = asked.get("delivery") or {}, asked.get("supplier") or {}
    fuels = [fuel for fuel in asked.get("fuelSpecifications") or [] if isinstance(fuel, dict)]
    document: dict[str, Any] = {
        "clientReference": delivery.reference,
        "operationStandardCode": terms.get("operationStandardCode") or standard.code,
        "bunkeringLocationCode": terms.get("bunkeringLocationCode") or "",
        "bunkeringLocationName": terms.get("bunkeringLocationName"),
        "portBunkeringLocationCode": terms.get("portBunkeringLocationCode"),
        "supplier": {
            "companyName": delivery.supplier_name,
            "assetName": delivery.asset_name,
            "companyEntityReference": supplier.get("companyEntityReference"),
            "orderReference": supplier.get("orderReference"),
            "assetIdentifier": str(delivery.asset.imo) if delivery.asset else None,
        },
        "receiver": {
            "companyName": delivery.receiver_name,
            "vesselName": delivery.vessel.name,
            "vesselIdentifier": str(delivery.vessel.imo) if delivery.vessel.imo else None,
            "nextPortCode": delivery.next_port,
            "nextDestination": delivery.next_destination,
        },
        "bunkerDeliveryNotes": [
            (notes.lng if fuel.get("fuelType") == "LNG" else notes.conventional)(
                delivery, fuel, (index, len(fuels) > 1), chance
            )
            for index, fuel in enumerate(fuels)
        ],
    }
    if standard.type == "Transfer":
        document["transactionType"] = "transfer"
    if standard.type == "Loading":
        document["loadingNumber"] = f"CQ-{chance.randint(10_000, 99_999)}"
    return document
