"""PUT /v1/nominations/supplier and /receiver: create, or update the caller's own nomination of that reference."""

from typing import Any

from bunkerdesk.sandbox.bodies import RECEIVER_UPSERT, SUPPLIER_UPSERT
from bunkerdesk.sandbox.building import (
    PortClock,
    build_delivery,
    check_asset,
    check_counterpart,
    check_delivery,
    check_fuels,
    check_operator,
    without_empty,
)
from bunkerdesk.sandbox.clock import utc_text
from bunkerdesk.sandbox.directory import Directory, is_active
from bunkerdesk.sandbox.nominations import announce_changes, seen_by, shared, status_by_asset
from bunkerdesk.sandbox.refusals import unacceptable
from bunkerdesk.sandbox.service import Service
from bunkerdesk.sandbox.tables import JsonObject, NominationRow

_SUPPLIER_ORDER = (
    "companyIdentifier",
    "assetIdentifier",
    "companyEntityReference",
    "counterpartEntityReference",
    "orderReference",
    "internalReference",
    "internalInstructions",
    "priceType",
)


def put_as_supplier(service: Service, caller: str, body: Any) -> JsonObject:
    """The nomination as the caller reads it afterwards.

    A request of the named receiver under the same reference is taken up; another receiver's stays as it is.
    """
    sent = SUPPLIER_UPSERT.read(body)
    directory, delivery = service.directory, sent["delivery"]
    supplier, receiver = without_empty(sent.get("supplier", {})), without_empty(sent.get("receiver", {}))
    rows = service.store.nominations(sent["clientReference"])
    acting = acting_supplier(directory, caller, supplier, rows)
    check_delivery(delivery, acting, directory)
    check_fuels(sent.get("fuelSpecifications", []))
    operator = check_operator(directory, supplier.pop("assetOperatorCompanyIdentifier", None))
    loading = directory.is_loading(delivery.get("operationStandardCode"))
    asset = check_asset(supplier.pop("assetIdentifier", {}), delivery.get("deliveryMethod"))
    company, name = _receiver_company(directory, receiver, acting, delivery.get("transactionType"))
    if "counterpartEntityReference" in receiver:
        check_counterpart(directory, (acting,), receiver["counterpartEntityReference"], company)
    _check_entity(directory, acting, supplier.get("companyEntityReference"), "supplier.companyEntityReference")
    is_own_loading = loading and company == acting
    _settle_receiver_entity(directory, receiver, company, applies=is_own_loading)
    rows = [row for row in rows if row.supplier == acting and (row.created_by == acting or row.receiver == company)]
    existing = _existing(directory, caller, sent["clientReference"], rows)
    company = company or directory.suggest_company(name)
    if existing is not None and existing.receiver != company:
        existing.receiver_operator = None
    elif existing is not None and not is_own_loading:
        receiver = {**_entity_of_receiver(existing), **receiver}
    row = existing or _new(sent["clientReference"], acting, company, acting, status="supplier_unassigned")
    before = row.document if existing else None
    row.receiver = company
    row.supplier_operator = operator or (caller if caller != acting else None)
    row.status = status_by_asset(row.status, asset)
    known = row.document.get("supplier", {})
    kept = {name: known[name] for name in ("counterpartEntityReference",) if name in known}
    section = {**kept, **supplier, "companyIdentifier": acting, "assetIdentifier": asset}
    _write(service, row, sent, section, {**receiver, "companyIdentifier": company})
    announce_changes(service, row, before)
    return seen_by(row, caller)


def put_as_receiver(service: Service, caller: str, body: Any) -> JsonObject:
    """The nomination as the caller reads it afterwards."""
    sent = RECEIVER_UPSERT.read(body)
    directory, delivery = service.directory, sent["delivery"]
    receiver = without_empty(sent.get("receiver", {}))
    rows = [row for row in service.store.nominations(sent["clientReference"]) if row.receiver_side(caller)]
    acting = caller if not rows or any(row.receiver == caller for row in rows) else rows[0].receiver
    check_delivery(delivery, acting, directory)
    check_fuels(sent.get("fuelSpecifications", []))
    operator = check_operator(directory, receiver.pop("assetOperatorCompanyIdentifier", None))
    company = _supplier_company(directory, sent, acting)
    loading = directory.is_loading(delivery.get("operationStandardCode"))
    asset = check_asset(sent.get("supplierAssetIdentifier", {}), delivery.get("deliveryMethod"), loading=loading)
    if "counterpartEntityReference" in receiver:
        check_counterpart(directory, (company, acting), receiver["counterpartEntityReference"], acting)
    applies = loading or delivery.get("transactionType") == "transfer"
    _settle_receiver_entity(directory, receiver, acting, applies=applies)
    existing = _existing(directory, caller, sent["clientReference"], rows)
    row = existing or _new(sent["clientReference"], company, acting, acting, status="supplier_requested")
    before = row.document if existing else None
    known = row.document.get("supplier", {}) if row.supplier == company else {}
    row.supplier_operator = row.supplier_operator if row.supplier == company else None
    row.supplier = company
    row.receiver_operator = operator or (caller if caller != acting else None)
    section = {**known, **_sent_of_supplier(sent)}
    section.update(_entities_of_supplier(directory, sent, acting, company))
    section.update({"companyIdentifier": company, "assetIdentifier": asset})
    if row.status != "supplier_requested":
        row.status = status_by_asset(row.status, asset)
    _write(service, row, sent, section, {**receiver, "companyIdentifier": acting})
    announce_changes(service, row, before)
    return seen_by(row, caller)


def acting_supplier(
    directory: Directory, caller: str, supplier: JsonObject, rows: list[NominationRow] | None = None
) -> str:
    """The supplier company the caller acts for: its own, or one it operates assets for (else 422)."""
    acting = str(supplier.get("companyIdentifier", caller))
    if acting == caller or any(row.supplier == acting and row.supplier_operator == caller for row in rows or []):
        return acting
    allowed = directory.operator_entities(acting, caller)
    if allowed is None:
        raise unacceptable(
            "supplier.companyIdentifier is neither the caller nor a company it is an asset operator for."
        )
    if supplier.get("companyEntityReference") not in allowed:
        raise unacceptable("An asset operator needs an allowed supplier.companyEntityReference.")
    return acting


def _receiver_company(
    directory: Directory, receiver: JsonObject, acting: str, transaction_type: str | None
) -> tuple[str | None, str]:
    """The receiver's company, or None and the name of one to suggest; takes both out of the section."""
    identifier, name = receiver.pop("companyIdentifier", None), str(receiver.pop("companyName", "")).strip()
    if identifier and name:
        raise unacceptable("receiver takes companyIdentifier or companyName, not both.")
    if identifier and directory.company(identifier) is None:
        raise unacceptable("receiver.companyIdentifier names no known company.")
    if identifier or name:
        return identifier or directory.company_named(name), name
    if transaction_type == "transfer":
        return acting, ""
    raise unacceptable("receiver needs companyIdentifier or companyName, unless the transaction type is transfer.")


def _supplier_company(directory: Directory, sent: JsonObject, acting: str) -> str:
    identifier = sent.get("supplierCompanyIdentifier")
    if identifier:
        if directory.company(identifier) is None:
            raise unacceptable("supplierCompanyIdentifier names no known company.")
        return str(identifier)
    if sent["delivery"].get("transactionType") == "transfer":
        return acting
    raise unacceptable("supplierCompanyIdentifier is required, unless the transaction type is transfer.")


def _sent_of_supplier(sent: JsonObject) -> JsonObject:
    """What a receiver says of the supplier's section besides entities."""
    return {
        "orderReference": sent.get("supplierOrderReference"),
        "internalInstructions": sent.get("supplierInternalInstructions"),
    }


def _entities_of_supplier(directory: Directory, sent: JsonObject, acting: str, company: str) -> JsonObject:
    """The supplier's entities as a receiver may set them: on loading and transfer operations only."""
    section = {}
    loading = directory.is_loading(sent["delivery"].get("operationStandardCode"))
    entity = sent.get("supplierCompanyEntityReference")
    if loading or sent["delivery"].get("transactionType") == "transfer":
        _check_entity(directory, company, entity, "supplierCompanyEntityReference")
        section["companyEntityReference"] = entity
    counterpart = sent.get("supplierCounterpartEntityReference")
    if loading and company != acting:
        if counterpart:
            _check_counterpart(directory.counterpart(acting, counterpart) or {}, company)
        section["counterpartEntityReference"] = counterpart
    return section


def _check_counterpart(entity: JsonObject, company: str) -> None:
    if entity.get("companyIdentifier") != company:
        raise unacceptable("supplierCounterpartEntityReference does not belong to the supplier company.")
    if not is_active(entity):
        raise unacceptable("supplierCounterpartEntityReference names an entity that is not active.")


def _check_entity(directory: Directory, company: str, reference: str | None, place: str) -> None:
    if reference and not directory.active_entity(company, reference):
        raise unacceptable(f"{place} names no active entity of the company.")


def _settle_receiver_entity(directory: Directory, receiver: JsonObject, company: str | None, *, applies: bool) -> None:
    """Check the receiver's entity where it applies, pass over it elsewhere."""
    reference = receiver.pop("companyEntityReference", None)
    if applies and company and reference:
        _check_entity(directory, company, reference, "receiver.companyEntityReference")
        receiver["companyEntityReference"] = reference


def _entity_of_receiver(row: NominationRow) -> JsonObject:
    """What the receiver has said of its own entity: a supplier's word on it is ignored, and so is its silence."""
    reference = row.document.get("receiver", {}).get("companyEntityReference")
    return {"companyEntityReference": reference} if reference else {}


def _existing(directory: Directory, caller: str, reference: str, rows: list[NominationRow]) -> NominationRow | None:
    """The nomination an upsert updates: the caller's own first; cancelled ones are not revived (422)."""
    rows = [row for row in rows if _may_edit(directory, caller, row)]
    open_rows = [row for row in rows if row.status != "cancelled"]
    own = [row for row in open_rows if row.created_by in (caller, row.supplier)] or open_rows
    if len(own) > 1:
        raise shared("nominations", reference)
    if rows and not own:
        raise unacceptable("The nomination of this reference is cancelled.")
    return own[0] if own else None


def _may_edit(directory: Directory, caller: str, row: NominationRow) -> bool:
    if row.accessible(caller):
        return True
    entity = row.document.get("supplier", {}).get("companyEntityReference")
    return entity in (directory.operator_entities(row.supplier, caller) or [])


def _new(reference: str, supplier: str, receiver: str, creator: str, *, status: str) -> NominationRow:
    return NominationRow(
        reference=reference,
        supplier=supplier,
        receiver=receiver,
        created_by=creator,
        supplier_operator=None,
        receiver_operator=None,
        status=status,
        last_changed="",
        document={},
    )


def _write(service: Service, row: NominationRow, sent: JsonObject, supplier: JsonObject, receiver: JsonObject) -> None:
    """Build the whole document anew and save it."""
    delivery = build_delivery(sent["delivery"], service.directory)
    known = row.document.get("delivery", {})
    delivery["isBestEndeavourBasis"] = known.get("isBestEndeavourBasis", False)
    clock = PortClock(service.directory, delivery)
    document = {
        "clientReference": row.reference,
        "delivery": delivery,
        "supplier": {name: supplier[name] for name in _SUPPLIER_ORDER if supplier.get(name)},
        "receiver": clock.localized({"companyIdentifier": receiver.pop("companyIdentifier"), **receiver}),
        "fuelSpecifications": sent.get("fuelSpecifications", []),
    }
    if sent.get("stakeholders"):
        document["stakeholders"] = sent["stakeholders"]
    row.document = document
    row.last_changed = utc_text(service.clock.now())
    service.store.save_nomination(row)
