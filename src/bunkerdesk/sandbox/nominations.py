"""Firm nominations: who sees what, and every change but the upserts ("States and transitions")."""

from collections.abc import Sequence
from typing import Any, TypeVar
from urllib.parse import quote

from bunkerdesk.sandbox.bodies import ACCEPTANCE, CANCELLATION, RESCHEDULING
from bunkerdesk.sandbox.building import (
    PortClock,
    check_asset,
    derive_times,
    laycan_is_derived,
    ordered,
)
from bunkerdesk.sandbox.clock import utc_text
from bunkerdesk.sandbox.moments import same_instant
from bunkerdesk.sandbox.refusals import Refusal, missing, unacceptable
from bunkerdesk.sandbox.service import Service
from bunkerdesk.sandbox.tables import JsonObject, NominationRow

Row = TypeVar("Row")

FINAL = frozenset({"cancelled", "operation_started"})


def shared(kind: str, reference: str) -> Refusal:
    """422 of a single read: several share the reference, and `/all` has them."""
    path = f"/v1/{kind}/{quote(reference, safe='')}/all"
    return unacceptable(f"Several accessible {kind} share this reference; read them with GET {path}.")


def the_only(rows: Sequence[Row], kind: str, reference: str) -> Row:
    """The one accessible record of a reference; 404 without one, 422 with several."""
    if not rows:
        raise missing(f"There is no such {kind}.")
    if len(rows) > 1:
        raise shared(f"{kind}s", reference)
    return rows[0]


def direction(*, supplies: bool, receives: bool) -> JsonObject:
    """The member of the delivery that tells the caller's role; none for a caller without one."""
    told = "in_and_out" if supplies and receives else "out" if supplies else "in"
    return {"transactionDirection": told} if supplies or receives else {}


def seen_by(row: NominationRow, company: str) -> JsonObject:
    """A nomination as a company reads it: the direction from its role, the operator of its own side."""
    supplies, receives = row.supplier_side(company), row.receiver_side(company)
    document = dict(row.document)
    document["delivery"] = {**document.get("delivery", {}), **direction(supplies=supplies, receives=receives)}
    document["supplier"] = dict(document.get("supplier", {}))
    document["receiver"] = dict(document.get("receiver", {}))
    if supplies and row.supplier_operator:
        document["supplier"]["assetOperatorCompanyIdentifier"] = row.supplier_operator
    if receives and row.receiver_operator:
        document["receiver"]["assetOperatorCompanyIdentifier"] = row.receiver_operator
    document["status"] = row.status
    return document


def accessible(service: Service, company: str, reference: str) -> list[NominationRow]:
    """The nominations of a reference that a company can access."""
    return [row for row in service.store.nominations(reference) if row.accessible(company)]


def only_one(service: Service, company: str, reference: str) -> NominationRow:
    """The one accessible nomination; 404 without one, 422 with several."""
    return the_only(accessible(service, company, reference), "nomination", reference)


def read(service: Service, company: str, reference: str) -> JsonObject:
    return seen_by(only_one(service, company, reference), company)


def read_all(service: Service, company: str, reference: str) -> list[JsonObject]:
    return [seen_by(row, company) for row in accessible(service, company, reference)]


def cancel(service: Service, company: str, reference: str, body: Any) -> JsonObject:
    """The reason is mandatory: missing is 400, blank is 422."""
    reason = CANCELLATION.read(body)["reason"]
    row = only_one(service, company, reference)
    if not reason.strip():
        raise unacceptable("reason must not be blank.")
    if row.status in FINAL:
        raise unacceptable(f"A nomination with status {row.status} cannot be cancelled.")
    row.status = "cancelled"
    return _status_answer(service, row)


def accept(service: Service, company: str, reference: str, body: Any) -> JsonObject:
    """A nomination that is neither cancelled nor under way becomes `accepted`; accepting twice changes nothing."""
    ACCEPTANCE.read(body)
    row = only_one(service, company, reference)
    if row.status in FINAL:
        raise unacceptable(f"A nomination with status {row.status} cannot be accepted.")
    row.status = "accepted"
    return _status_answer(service, row)


def reschedule(service: Service, company: str, reference: str, body: Any) -> JsonObject:
    """Deprecated: change bunkering time, duration or supplying asset; what is not sent stays."""
    sent = RESCHEDULING.read(body)
    row = only_one(service, company, reference)
    if row.status == "cancelled":
        raise unacceptable("A cancelled nomination cannot be rescheduled.")
    before = row.document
    delivery = dict(before.get("delivery", {}))
    clock = PortClock(service.directory, delivery)
    follows = laycan_is_derived(delivery)
    delivery.update({name: item for name, item in clock.localized(sent).items() if name != "supplierAsset"})
    derive_times(delivery, clock, keep_laycan=not follows)
    row.document = {**before, "delivery": ordered(delivery)}
    loading = service.directory.is_loading(delivery.get("operationStandardCode"))
    asset = check_asset(sent.get("supplierAsset", {}), delivery.get("deliveryMethod"), loading=loading)
    if asset:
        row.document["supplier"] = {**before.get("supplier", {}), "assetIdentifier": asset}
        row.status = status_by_asset(row.status, asset)
    answer = _status_answer(service, row)
    announce_changes(service, row, before)
    return answer


def status_by_asset(status: str, asset: JsonObject | None) -> str:
    """The supplier's asset decides between assigned and unassigned; later states stay."""
    if status not in ("supplier_requested", "supplier_unassigned", "supplier_assigned"):
        return status
    return "supplier_assigned" if asset else "supplier_unassigned"


def _status_answer(service: Service, row: NominationRow) -> JsonObject:
    row.last_changed = utc_text(service.clock.now())
    service.store.save_nomination(row)
    return {"clientReference": row.reference, "status": row.status, "lastChangedAtUtc": row.last_changed}


_START = "nomination_bunkering_start_time_changed"
_END = "nomination_bunkering_end_time_changed"
_TIMES = ((_START, "estimatedTimeOfBunkering"), (_END, "estimatedTimeOfCompletion"))


def announce_changes(service: Service, row: NominationRow, before: JsonObject | None) -> None:
    """Publish the events of a saved nomination; `before` is its former document, None for a new one."""
    if before is None:
        _publish(service, "nomination_created", row)
        return
    old, new = before.get("delivery", {}), row.document.get("delivery", {})
    for kind, name in _TIMES:
        if not same_instant(old.get(name), new.get(name)):
            _publish(service, kind, row)
    if old.get("contractReference") != new.get("contractReference"):
        _publish(service, "nomination_contract_changed", row)
    if _at(before, "supplier", "companyEntityReference") != _at(row.document, "supplier", "companyEntityReference"):
        _publish(service, "nomination_company_entity_changed", row)
    if any(
        _at(before, side, "counterpartEntityReference") != _at(row.document, side, "counterpartEntityReference")
        for side in ("supplier", "receiver")
    ):
        _publish(service, "nomination_counterpart_entity_changed", row)


def _at(document: JsonObject, section: str, name: str) -> Any:
    return document.get(section, {}).get(name)


def _publish(service: Service, kind: str, row: NominationRow) -> None:
    data = {"clientReference": row.reference, "status": row.status, "lastChangedAtUtc": row.last_changed}
    service.publish(kind, row.accessible, data)
