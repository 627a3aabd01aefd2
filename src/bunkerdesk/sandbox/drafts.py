"""Draft nominations: the page by page list and the upsert ("PUT /v1/nominations/drafts")."""

import base64
import binascii
import hashlib
import re
from typing import Any

from bunkerdesk.contract import jsontext
from bunkerdesk.sandbox.bodies import DRAFT_UPSERT
from bunkerdesk.sandbox.brands import fill
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
from bunkerdesk.sandbox.directory import Directory
from bunkerdesk.sandbox.nominations import direction
from bunkerdesk.sandbox.refusals import malformed, unacceptable
from bunkerdesk.sandbox.service import Service
from bunkerdesk.sandbox.tables import DraftRow, JsonObject

DEFAULT_LIMIT = 50
MOST = 200


def read_limit(text: str | None) -> int:
    """The page size, clamped to 1..200; what is no integer is 400."""
    if text is None:
        return DEFAULT_LIMIT
    if not re.fullmatch(r"[+-]?[0-9]{1,1000}", text):
        raise malformed("limit must be an integer.")
    return min(max(int(text), 1), MOST)


def make_cursor(after: int, company: str) -> str:
    """An opaque place in a company's list; it holds the last id, so drafts added meanwhile move nothing."""
    text = str(after)
    return base64.urlsafe_b64encode(f"{text}.{_seal(text, company)}".encode()).decode().rstrip("=")


def read_cursor(cursor: str, company: str) -> int:
    """The id after which a page begins; 400 for a cursor that was not given out to the company."""
    try:
        plain = base64.urlsafe_b64decode(cursor.encode("ascii") + b"=" * (-len(cursor) % 4)).decode("ascii")
    except (ValueError, binascii.Error) as error:
        raise malformed("cursor is not valid.") from error
    text, _, seal = plain.partition(".")
    if not re.fullmatch(r"[0-9]{1,18}", text) or seal != _seal(text, company):
        raise malformed("cursor is not valid.")
    return int(text)


def _seal(text: str, company: str) -> str:
    return hashlib.sha256(f"{text} {company}".encode()).hexdigest()[:8]


def page(service: Service, company: str, cursor: str | None, limit: str | None) -> bytes:
    """One page as JSON text, put together from stored text so that large pages stay quick."""
    most = read_limit(limit)
    after = 0 if cursor is None else read_cursor(cursor, company)
    rows = service.store.draft_page(company, after, most + 1)
    has_more = len(rows) > most
    rows = rows[:most]
    data = ",".join(f'{text[:-1]},"status":{jsontext.write(status).decode()}}}' for _, status, text in rows)
    following = make_cursor(rows[-1][0], company) if has_more else None
    pagination = jsontext.write({"nextCursor": following, "hasMore": has_more, "limit": most})
    return f'{{"data":[{data}],"pagination":{pagination.decode()}}}'.encode()


def put(service: Service, caller: str, body: Any) -> JsonObject:
    """Create or update the caller's draft of that reference; answers it as the list shows it."""
    sent = DRAFT_UPSERT.read(body)
    directory = service.directory
    supplier, receiver = without_empty(sent.get("supplier", {})), without_empty(sent.get("receiver", {}))
    existing = _existing(service.store.drafts(sent["clientReference"]), caller, supplier.get("companyIdentifier"))
    acting = existing.company if existing else _new_owner(directory, caller, supplier)
    delivery = dict(sent.get("delivery", {}))
    laycan = _laycan(sent, delivery)
    check_delivery({**delivery, **laycan}, acting, directory)
    fuels = sent.get("fuelSpecifications", [])
    check_fuels(fuels)
    operator = _operator(directory, supplier, caller, acting)
    supplier = _supplier_section(directory, supplier, delivery, acting, operator)
    receiver = _receiver_section(directory, receiver, (supplier["companyIdentifier"], acting))
    built = build_delivery({**delivery, **laycan}, directory)
    built.pop("estimatedTimeOfCompletion", None)
    known = existing.document.get("delivery", {}) if existing else {}
    built.update({name: known[name] for name in ("isBestEndeavourBasis",) if name in known})
    clock = PortClock(directory, delivery)
    supplies, receives = (side.get("companyIdentifier") == acting for side in (supplier, receiver))
    built.update(direction(supplies=supplies, receives=receives))
    document: JsonObject = {"clientReference": sent["clientReference"]}
    document.update({name: built[name] for name in ("laycanStart", "laycanEnd") if name in built})
    document.update({"delivery": built, "supplier": supplier, "receiver": clock.localized(receiver)})
    document["fuelSpecifications"] = [
        fill(fuel, directory, acting, delivery.get("operationStandardCode")) for fuel in fuels
    ]
    if sent.get("stakeholders"):
        document["stakeholders"] = sent["stakeholders"]
    row = existing or DraftRow(sent["clientReference"], acting, operator, "in_progress", "", {})
    row.operator, row.document, row.last_changed = operator, document, utc_text(service.clock.now())
    service.store.save_draft(row)
    data = {"clientReference": row.reference, "status": row.status, "lastChangedAtUtc": row.last_changed}
    service.publish("nomination_draft_upserted", lambda company: company in (row.company, row.operator), data)
    return {**document, "status": row.status}


def _existing(rows: list[DraftRow], caller: str, named: str | None) -> DraftRow | None:
    """The draft an upsert updates: of the supplier it names, else the caller's own, else one it operates assets for."""
    rows = [row for row in rows if caller in (row.company, row.operator)]
    if named != caller:
        rows.sort(key=lambda row: (row.company != named, row.company != caller))
    else:
        rows = [row for row in rows if row.company == caller]
    return rows[0] if rows else None


def _new_owner(directory: Directory, caller: str, supplier: JsonObject) -> str:
    """Whose a new draft is: the caller's, whoever supplies; an asset operator's that names an allowed entity is not.

    That nobody may name another supplier than itself is a rule of the supplier's upsert alone.
    """
    named = supplier.get("companyIdentifier", caller)
    allowed = directory.operator_entities(named, caller) or []
    return str(named) if supplier.get("companyEntityReference") in allowed else caller


def _laycan(sent: JsonObject, delivery: JsonObject) -> JsonObject:
    """The laycan to keep; the delivery's comes before the one at the top, which mirrors it in answers."""
    names = ("laycanStart", "laycanEnd")
    place = delivery if any(name in delivery for name in names) else sent
    return {name: place[name] for name in names if name in place}


def _operator(directory: Directory, supplier: JsonObject, caller: str, acting: str) -> str | None:
    """The asset operator of a draft: appointed by its company where that supplies, else who writes on its behalf.

    One of another company that is to supply is neither appointed nor shown: that is told on the supplier's side only.
    """
    named = check_operator(directory, supplier.get("assetOperatorCompanyIdentifier"))
    own = supplier.get("companyIdentifier", acting) == acting
    return (named if own else None) or (caller if caller != acting else None)


def _supplier_section(
    directory: Directory, supplier: JsonObject, delivery: JsonObject, acting: str, operator: str | None
) -> JsonObject:
    company = supplier.get("companyIdentifier", acting)
    if directory.company(company) is None:
        raise unacceptable("supplier.companyIdentifier names no known company.")
    reference = supplier.get("companyEntityReference")
    if reference and not directory.active_entity(company, reference):
        raise unacceptable("supplier.companyEntityReference names no active entity of the company.")
    section = {"companyIdentifier": company, **supplier}
    asset = check_asset(section.pop("assetIdentifier", {}), delivery.get("deliveryMethod"))
    section.pop("assetOperatorCompanyIdentifier", None)
    if asset:
        section["assetIdentifier"] = asset
    if operator and company == acting:
        section["assetOperatorCompanyIdentifier"] = operator
    return section


def _receiver_section(directory: Directory, receiver: JsonObject, keepers: tuple[str, str]) -> JsonObject:
    """The receiver with its company filled in: from the identifier, a known name, or the counterpart entity.

    `keepers` are the companies among whose counterpart entities it may be: the supplier's and the draft's own.
    """
    receiver = dict(receiver)
    identifier, name = receiver.pop("companyIdentifier", None), receiver.pop("companyName", None)
    if identifier and directory.company(identifier) is None:
        raise unacceptable("receiver.companyIdentifier names no known company.")
    if not identifier and name:
        identifier = directory.company_named(name)
    reference = receiver.get("counterpartEntityReference")
    if reference:
        identifier = identifier or directory.company_of_counterpart(keepers, reference)
        check_counterpart(directory, keepers, reference, identifier)
    company = directory.company(identifier)
    section = {"companyIdentifier": identifier, "companyName": company["name"] if company else name}
    return {**{key: item for key, item in section.items() if item}, **receiver}
