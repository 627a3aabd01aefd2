"""Which papers an operation has, under which names, and from which recipe each is drawn."""

import base64
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from bunkerdesk.sandbox.stage import OperationStandard, StoredDocument
from bunkerdesk.sandbox.world import gas, parties
from bunkerdesk.sandbox.world.notes import Delivery

PDF, JPEG, PNG = "application/pdf", "image/jpeg", "image/png"
_SUFFIX = {PDF: ".pdf", JPEG: ".jpg", PNG: ".png"}


@dataclass(frozen=True)
class Setting:
    """What decides which papers there are."""

    delivery: Delivery
    standard: OperationStandard


@dataclass(frozen=True)
class Sheet:
    """One paper to be made: its kind, the words of its file name, when it appears, and what to draw."""

    kind: str
    words: str
    draws: str
    from_status: str = "ended"
    fuel_index: int | None = None
    content_type: str = PDF
    facts: dict[str, Any] | None = None


def of_operation(operation: dict[str, Any], nomination: dict[str, Any], setting: Setting) -> list[StoredDocument]:
    """The documents of an operation, each with the recipe from which it is drawn."""
    sheets = [*_before(operation, setting), *_at_the_rail(operation, setting), *_after(operation, setting)]
    shared = _shared_facts(nomination, setting)
    return [_stored(operation, sheet, shared, position) for position, sheet in enumerate(sheets)]


def add(operation: dict[str, Any], documents: list[StoredDocument], sheet: Sheet, name: str | None = None) -> None:
    """Put one more paper to an operation, under a given file name if there is one."""
    shared = {key: value for key, value in documents[0].recipe.items() if key in _SHARED}
    stored = _stored(operation, sheet, shared, 90 + len(documents))
    stored.name = name or stored.name
    documents.append(stored)


_EARLY = (
    "number",
    "productName",
    "cargoOfficerName",
    "chiefEngineerName",
    "connectTimestamp",
    "disconnectTimestamp",
)
"""What a paper written before the note is out may say of it."""

_OF_GAS = (*gas.MIXES["typical"], "methaneNumber", "grossHeatingValueMassMJ", "netHeatingValueMassMJ")
_SHARED = ("decimalComma", "supplierAddress", "supplierPhone", "zone", "fuels", "buyerReference", "place")


def _shared_facts(nomination: dict[str, Any], setting: Setting) -> dict[str, Any]:
    supplier = next((party for party in parties.PARTIES.values() if party.name == setting.delivery.supplier_name), None)
    terms, receiver = nomination.get("delivery") or {}, nomination.get("receiver") or {}
    return {
        "decimalComma": setting.delivery.port.decimal_comma,
        "supplierAddress": supplier.address if supplier else "",
        "supplierPhone": supplier.phone if supplier else "",
        "zone": setting.delivery.port.zone_name,
        "fuels": [_plain_fuel(fuel) for fuel in nomination.get("fuelSpecifications") or []],
        "buyerReference": str(receiver.get("orderReference") or ""),
        "place": str(terms.get("bunkeringLocationDetails") or ""),
    }


def _plain_fuel(fuel: dict[str, Any]) -> dict[str, Any]:
    # Recipes are kept as JSON: figures travel as texts, so that each keeps its digits and trailing zeros.
    def plain(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: plain(item) for key, item in value.items()}
        return value if value is None or isinstance(value, bool) else str(value)

    return {key: plain(value) for key, value in fuel.items()}


def _stored(operation: dict[str, Any], sheet: Sheet, shared: dict[str, Any], position: int) -> StoredDocument:
    reference = str(operation["clientReference"])
    place = str(operation["bunkeringLocationCode"])
    recipe = {
        **shared,
        "draws": sheet.draws,
        "kind": sheet.kind,
        "contentType": sheet.content_type,
        **(sheet.facts or {}),
    }
    if sheet.fuel_index is None:
        recipe.setdefault("note", 0)
    else:
        recipe["note"] = sheet.fuel_index
    recipe["seed"] = f"{reference}/{place}/{position}"
    notes = operation["bunkerDeliveryNotes"]
    if sheet.from_status != "ended" and notes:
        note = notes[min(recipe["note"], len(notes) - 1)]
        recipe["early"] = {name: note[name] for name in _EARLY if note.get(name)}
    several = len(operation["bunkerDeliveryNotes"]) > 1
    return StoredDocument(
        document_id=_identifier(recipe["seed"], position),
        type=sheet.kind,
        name=f"{sheet.words.replace(' ', '_')}_{_safe(reference)}{_suffix(sheet, several)}",
        content_type=sheet.content_type,
        recipe=recipe,
        fuel_index=sheet.fuel_index if several else None,
        from_status=sheet.from_status,
    )


def _suffix(sheet: Sheet, several: bool) -> str:
    fuel = f"_{sheet.fuel_index + 1}" if several and sheet.fuel_index is not None else ""
    return fuel + _SUFFIX[sheet.content_type]


def _safe(reference: str) -> str:
    return "".join(letter if letter.isalnum() or letter == "-" else "_" for letter in reference)


def _identifier(seed: str, position: int) -> str:
    """An opaque id: base64 with all its `+ / =`, now and then with a percent sign, as encoded ids have them."""
    digest = hashlib.sha256(seed.encode()).digest()[: 16 + position % 3]
    text = base64.b64encode(digest).decode()
    return text.replace("=", "%3D") if position % 7 == 3 else text


def _notes(operation: dict[str, Any]) -> Iterator[tuple[int, dict[str, Any]]]:
    yield from enumerate(operation["bunkerDeliveryNotes"])


def _is_lng(operation: dict[str, Any]) -> bool:
    return any(note["bunkerType"] == "lng" for note in operation["bunkerDeliveryNotes"])


def _before(operation: dict[str, Any], setting: Setting) -> Iterator[Sheet]:
    """Papers that exist before the barge is alongside."""
    yield Sheet("order_confirmation", "Order confirmation", "order_confirmation", "created")
    yield Sheet("bunker_requisition_form", "Bunker requisition form", "requisition", "started")
    for index, note in _notes(operation):
        # A gas is analysed as it is loaded: what the terminal found is what the note should say.
        is_gas = note["bunkerType"] == "lng"
        facts = {"gas": {name: str(note["fuelProperties"][name]) for name in _OF_GAS}} if is_gas else None
        yield Sheet("certificate_of_quality", "COQ", "certificate_of_quality", "created", index, facts=facts)
    for index, _ in list(_notes(operation))[:1]:
        yield Sheet("safety_data_sheet", "SDS", "safety_data_sheet", "created", index)
    if _is_lng(operation):
        yield Sheet("handling_guide", "LNG handling guide", "handling_guide", "created")
        yield Sheet("q88", "Q88", "q88", "created")
    if setting.standard.type == "Loading":
        yield Sheet("certificate_of_origin", "Certificate of origin", "certificate_of_origin", "created")


def _at_the_rail(operation: dict[str, Any], setting: Setting) -> Iterator[Sheet]:
    """Checklists, seals and readings before the transfer."""
    port = setting.delivery.port.code
    if _is_lng(operation):
        lists = ["iaph_40a_checklist", "iaph_40b_checklist"] if setting.delivery.asset is None else []
        lists = lists or ["iaph_41a_checklist", "iaph_41b_checklist", "iaph_41c_checklist"]
        for kind in lists:
            # The last of each set is filled in after the transfer.
            status = "finalising" if kind in {"iaph_40b_checklist", "iaph_41c_checklist"} else "initiating"
            yield Sheet(kind, kind.upper().replace("_CHECKLIST", " checklist"), "checklist", status)
        yield Sheet("tank_measurements", "CTMS report", "tank_measurements")
    elif setting.standard.type == "Loading":
        yield Sheet("isgott_checklist", "ISGOTT ship shore checklist", "checklist", "initiating")
    else:
        yield Sheet("safety_checklist", "Bunkering safety checklist", "checklist", "initiating")
        yield Sheet("safety_checklist_repetitive_checks", "Repetitive checks", "checklist", "ongoing")
    if port == "SEGOT":
        yield Sheet("gothenburg_checklist", "Gothenburg checklist", "checklist", "initiating")
    if port == "SGSIN" and not _is_lng(operation):
        yield from _metering(operation)


def _metering(operation: dict[str, Any]) -> Iterator[Sheet]:
    """Singapore: seals and meter readings before and after, with photographs."""
    for when, status in (("pre", "initiating"), ("post", "finalising")):
        words = f"{when} operation"
        seals = f"mass_flow_metering_system_seals_checklist_{when}_operation"
        yield Sheet(seals, f"MFM seals {words}", "seals_checklist", status, facts={"when": when})
        photo = {"when": when, "turned": when == "post"}
        yield Sheet(seals, f"Seal photo {words}", "seal_photograph", status, content_type=JPEG, facts=photo)
        readings = f"meter_reading_record_form_{when}_operation"
        yield Sheet(readings, f"Meter reading {words}", "meter_reading", status, facts={"when": when})
        kind = PNG if when == "pre" else JPEG
        yield Sheet(
            readings, f"Meter photo {words}", "gauge_photograph", status, content_type=kind, facts={"when": when}
        )


def _after(operation: dict[str, Any], setting: Setting) -> Iterator[Sheet]:
    """Papers signed at the end."""
    port = setting.delivery.port
    loading = setting.standard.type == "Loading"
    for index, note in _notes(operation):
        pages = 1 if note["bunkerType"] == "conventional" and index else 2
        yield Sheet("bunker_delivery_note", "BDN", "delivery_note", fuel_index=index, facts={"pages": pages})
        if note.get("bunkerMeteringTicketNumber"):
            yield Sheet("bunker_metering_ticket", "Bunker metering ticket", "metering_ticket", fuel_index=index)
        if note.get("biofuelQuantityDelivered"):
            yield Sheet(
                "proof_of_sustainability", "Proof of sustainability", "proof_of_sustainability", fuel_index=index
            )
    yield Sheet("statement_of_facts", "Statement of facts", "statement_of_facts")
    if port.code == "SGSIN" and not _is_lng(operation):
        yield Sheet("ss648_statement_of_facts", "SS648 statement of facts", "statement_of_facts")
        yield Sheet("master_requisition_form", "Master requisition form", "requisition", "started")
    if loading:
        yield Sheet("bill_of_lading", "Bill of lading", "bill_of_lading")
    else:
        yield Sheet("customer_satisfaction_survey", "Customer satisfaction survey", "survey")
    if not loading and not _is_lng(operation):
        photo = {"when": "sounding"}
        yield Sheet("tank_measurements", "Sounding record", "tank_measurements", "finalising")
        yield Sheet("other", "Gauge photo", "gauge_photograph", "finalising", content_type=PNG, facts=photo)
