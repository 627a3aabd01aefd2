"""From what the service answers to what it takes: the body of each upsert, without losing what is not understood.

The fields that only answers have stand in one table (specification, "Resources and their fields", "Endpoints").
"""

import re
from datetime import datetime
from decimal import Decimal
from typing import Any

from bunkerdesk.contract.jsontext import JsonObject, same_meaning
from bunkerdesk.contract.nomination import Draft, Nomination, NominationBody
from bunkerdesk.contract.requests import DraftUpsert, ReceiverUpsert, SupplierUpsert
from bunkerdesk.contract.resource import Resource
from bunkerdesk.desk.editing_kinds import EditKind as EditKind
from bunkerdesk.desk.editing_paths import MISSING, Steps, path_text, steps_of, value_at, with_value
from bunkerdesk.desk.record import Record

_ALWAYS_ANSWERED = (
    "status",
    "delivery.bunkeringLocationName",
    "delivery.estimatedTimeOfCompletion",
    "delivery.transactionDirection",
    "delivery.isBestEndeavourBasis",
    "supplier.counterpartEntityReference",
)
ANSWERED_ONLY: dict[EditKind, tuple[str, ...]] = {
    EditKind.DRAFT: (
        *_ALWAYS_ANSWERED,
        "delivery.contractReference",  # a draft's delivery has none ("Draft nomination")
        "receiver.assetOperatorCompanyIdentifier",
    ),
    EditKind.SUPPLIER: (*_ALWAYS_ANSWERED, "receiver.assetOperatorCompanyIdentifier", "receiver.vesselName"),
    EditKind.RECEIVER: (
        *_ALWAYS_ANSWERED[:-1],
        "supplier.internalReference",
        "supplier.priceType",
        "supplier.assetOperatorCompanyIdentifier",
        "receiver.companyIdentifier",
        "receiver.companyName",
        "receiver.vesselName",
    ),
}
"""Fields of an answer that the upsert of each side does not take."""

SUPPLIER_AT_THE_TOP = {
    "companyIdentifier": "supplierCompanyIdentifier",
    "companyEntityReference": "supplierCompanyEntityReference",
    "counterpartEntityReference": "supplierCounterpartEntityReference",
    "orderReference": "supplierOrderReference",
    "internalInstructions": "supplierInternalInstructions",
    "assetIdentifier": "supplierAssetIdentifier",
}
"""A receiver names the supplier's fields at the top of its upsert ("PUT /v1/nominations/receiver" 2)."""

_AS_SPECIFIED = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})", re.ASCII)
"""A timestamp to be sent ("Conventions" 2) as every reader of RFC 3339 takes it."""
UPSERTS: dict[EditKind, type[Resource]] = {
    EditKind.DRAFT: DraftUpsert,
    EditKind.SUPPLIER: SupplierUpsert,
    EditKind.RECEIVER: ReceiverUpsert,
}
"""The shape of each kind's upsert."""

_LAYCAN_FOLLOWS = ("delivery.estimatedTimeOfBunkering", "delivery.estimatedBunkeringDurationInMinutes")
LAYCAN = ("laycanStart", "laycanEnd")


def side_of(record: Record) -> EditKind:
    """The upsert through which a record is edited: a draft's own, else the one of the caller's role on it.

    Where no direction is answered, the asset operator tells the role: each side is shown its own.
    """
    if record.kind == "draft":
        return EditKind.DRAFT
    said = record.resource if isinstance(record.resource, NominationBody) else NominationBody()
    if said.delivery and said.delivery.transaction_direction:
        return EditKind.RECEIVER if said.delivery.transaction_direction == "in" else EditKind.SUPPLIER
    is_suppliers = said.supplier and said.supplier.asset_operator_company_identifier
    is_receivers = said.receiver and said.receiver.asset_operator_company_identifier
    return EditKind.RECEIVER if is_receivers and not is_suppliers else EditKind.SUPPLIER


def upsert_body(answer: JsonObject, kind: EditKind) -> JsonObject:
    """What to send so that a nomination or draft stays as it was answered."""
    body = dict(answer)
    for path in ANSWERED_ONLY[kind]:
        body = _taken_out(body, path)
    if kind is EditKind.RECEIVER:
        return _supplier_at_the_top(body)
    if kind is EditKind.SUPPLIER:
        body = _laycan_in_delivery(body)
        if value_at(body, "receiver.companyIdentifier"):
            body = _taken_out(body, "receiver.companyName")  # exactly one of the two ("supplier upsert" 3)
    return body


def as_sent(kind: EditKind, body: JsonObject, base: JsonObject | None) -> JsonObject:
    """What goes out for a body: each field in its specified type, a draft's laycan in both places that are named.

    Which of them the service takes is not shown. One that has answered it in a single place gets it there.
    """
    body = _with_laycan_twice(kind, body, base)
    return _typed(UPSERTS[kind].read(body), body)


def _typed(read: Resource, body: JsonObject) -> JsonObject:
    """A body in the specified types, whatever a service answers instead: nulls, `+0800`, texts for numbers.

    An upsert is whole, so that null and missing mean the same there; who answers null need not take it. Fields nobody
    knows go back as they came.
    """
    names = {field.alias or name: name for name, field in type(read).model_fields.items()}
    said = {key: value for key, value in body.items() if value is not None or key not in names}
    return {key: _typed_value(getattr(read, names[key]) if key in names else None, said[key]) for key in said}


def _typed_value(read: Any, value: Any) -> Any:
    match read, value:
        case Resource(), dict():
            return _typed(read, value)
        case list(), list() if len(read) == len(value):
            return [_typed_value(*pair) for pair in zip(read, value, strict=True)]
        case datetime(), str() if not _AS_SPECIFIED.fullmatch(value):
            return read.isoformat()
        case (bool(), _) | (int() | Decimal(), str()) | (int(), Decimal()) | (str(), int() | Decimal()):
            return read
        case _:
            return value


def _with_laycan_twice(kind: EditKind, body: JsonObject, base: JsonObject | None) -> JsonObject:
    places = ("", "delivery.")
    if kind is not EditKind.DRAFT or sum(_has_laycan(base or {}, place) for place in places) == 1:
        return body
    stated = [place for place in places if _has_laycan(body, place)]
    if len(stated) != 1:
        return body
    other = places[1 - places.index(stated[0])]
    for name in LAYCAN:
        value = value_at(body, stated[0] + name)
        body = body if value is MISSING else with_value(body, steps_of(other + name), value)
    return body


def _has_laycan(document: JsonObject, place: str) -> bool:
    return any(value_at(document, place + name) not in (MISSING, None) for name in LAYCAN)


def without_reference(body: JsonObject) -> JsonObject:
    """A body for another one like it."""
    return {name: value for name, value in body.items() if name != "clientReference"}


def left_out(answer: JsonObject, kind: EditKind, source: EditKind = EditKind.DRAFT) -> tuple[str, ...]:
    """Which fields get lost when a draft, or what the source sends, goes through another upsert.

    Not among them is what the service fills in anew.
    """
    lost = set(ANSWERED_ONLY[kind]) - set(ANSWERED_ONLY[source])
    return tuple(path for path in sorted(lost) if value_at(answer, path) not in (MISSING, None, ""))


def checkable(kind: EditKind, document: JsonObject) -> NominationBody:
    """A document to be sent, as the rules read nominations."""
    model = Draft if kind is EditKind.DRAFT else Nomination
    return model.read(_with_supplier_section(document) if kind is EditKind.RECEIVER else document)


def as_answer(kind: EditKind, document: JsonObject) -> JsonObject:
    """A document to be sent in the shape of an answer: what is said of the supplier stands in its section."""
    return _with_supplier_section(document) if kind is EditKind.RECEIVER else document


def document_path(kind: EditKind, place: str) -> str:
    """Where a place that a rule names stands in the document to be sent."""
    steps = steps_of(place)
    if kind is EditKind.RECEIVER and len(steps) > 1 and steps[0] == "supplier":
        top = SUPPLIER_AT_THE_TOP.get(str(steps[1]))
        if top:
            steps = (top, *steps[2:])
    return path_text(steps)


def rule_path(kind: EditKind, path: str) -> str:
    """The other way: the name under which rules and words know a place of the document."""
    steps = steps_of(path)
    section = {top: name for name, top in SUPPLIER_AT_THE_TOP.items()}
    if kind is EditKind.RECEIVER and steps and steps[0] in section:
        steps = ("supplier", section[str(steps[0])], *steps[1:])
    return path_text(steps)


def consequences(kind: EditKind, before: JsonObject, after: JsonObject, steps: Steps) -> JsonObject:
    """What else changes with a field, so that what the service filled in does not outlive its cause.

    A laycan derived from the bunkering time follows it, one that a draft says twice stays the same in both places; of
    the receiver's identifier and name the one just given counts.
    """
    path = path_text(steps)
    if path in _LAYCAN_FOLLOWS and laycan_is_derived(kind, before):
        after = _without_laycan(after)
    if kind is EditKind.DRAFT and path in LAYCAN and path in before:
        twice = ("delivery", path)
        if value_at(before, twice) == before[path]:
            after = with_value(after, twice, after.get(path, MISSING))
    pair = {"receiver.companyName": "companyIdentifier", "receiver.companyIdentifier": "companyName"}
    if path in pair and value_at(after, path) not in (MISSING, None, ""):
        after = _taken_out(after, f"receiver.{pair[path]}")
    return after


def laycan_is_derived(kind: EditKind, document: JsonObject) -> bool:
    """Whether the laycan is just bunkering time and duration ("Delivery", last paragraph)."""
    from bunkerdesk.rules.schedule import laycan

    stated = {name: value_at(document, f"delivery.{name}") or value_at(document, name) for name in LAYCAN}
    if not any(stated.values()):
        return False
    given, derived = laycan(checkable(kind, document)), laycan(checkable(kind, _without_laycan(document)))
    return given is not None and derived is not None and (given.start, given.end) == (derived.start, derived.end)


def comparable(kind: EditKind, document: JsonObject) -> JsonObject:
    """A document without what only repeats other fields: a derived laycan, a draft's laycan said twice."""
    if laycan_is_derived(kind, document):
        return _without_laycan(document)
    for name in LAYCAN:
        if name in document and value_at(document, f"delivery.{name}") == document[name]:
            document = _taken_out(document, f"delivery.{name}")
    return document


def _without_laycan(document: JsonObject) -> JsonObject:
    for holder in ("delivery.", ""):
        for name in LAYCAN:
            document = _taken_out(document, holder + name)
    return document


def same_body(one: JsonObject, other: JsonObject) -> bool:
    """Whether two bodies mean the same; empty objects and nulls say nothing."""
    return same_meaning(_said(one), _said(other))


def _said(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: said for key, item in value.items() if (said := _said(item)) not in (None, {})}
    return [_said(item) for item in value] if isinstance(value, list) else value


def _taken_out(document: JsonObject, path: str) -> JsonObject:
    steps = steps_of(path)
    changed: JsonObject = with_value(document, steps, MISSING) if value_at(document, steps) is not MISSING else document
    return changed


def _supplier_at_the_top(body: JsonObject) -> JsonObject:
    body = _laycan_in_delivery(body)
    section = body.get("supplier")
    if not isinstance(section, dict):
        return body
    moved = {top: section[name] for name, top in SUPPLIER_AT_THE_TOP.items() if name in section}
    unknown = {name: value for name, value in section.items() if name not in SUPPLIER_AT_THE_TOP}
    body = {**{name: value for name, value in body.items() if name != "supplier"}, **moved}
    return {**body, "supplier": unknown} if unknown else body


def _with_supplier_section(body: JsonObject) -> JsonObject:
    section = {name: body[top] for name, top in SUPPLIER_AT_THE_TOP.items() if top in body}
    unknown = body.get("supplier")
    rest = {name: value for name, value in body.items() if name not in SUPPLIER_AT_THE_TOP.values()}
    return {**rest, "supplier": {**(unknown if isinstance(unknown, dict) else {}), **section}}


def _laycan_in_delivery(body: JsonObject) -> JsonObject:
    """A draft's laycan stands at the top, a nomination's in its delivery."""
    top = {name: body[name] for name in LAYCAN if name in body}
    if not top:
        return body
    body = {name: value for name, value in body.items() if name not in LAYCAN}
    for name, value in top.items():
        if value_at(body, f"delivery.{name}") in (MISSING, None):
            body = with_value(body, ("delivery", name), value)
    return body
