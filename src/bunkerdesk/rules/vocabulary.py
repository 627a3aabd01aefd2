"""Words and tones for the enumerated values of the specification; an unknown value stays as it came."""

from typing import Literal

Tone = Literal["accent", "ok", "warning", "error", "operation", "neutral"]

_STATUS: dict[str, dict[str, tuple[str, Tone]]] = {
    "nomination": {
        "supplier_requested": ("Supplier requested", "warning"),
        "supplier_unassigned": ("Supplier unassigned", "warning"),
        "supplier_assigned": ("Supplier assigned", "accent"),
        "operation_started": ("Operation started", "operation"),
        "cancelled": ("Cancelled", "neutral"),
        "accepted": ("Accepted", "ok"),
        "amended": ("Amended", "accent"),
    },
    "draft": {"in_progress": ("Draft in progress", "neutral")},
    "operation": {
        "created": ("Not yet started", "neutral"),
        "started": ("Started", "operation"),
        "initiating": ("Initiating", "operation"),
        "ongoing": ("Ongoing", "operation"),
        "finalising": ("Finalising", "operation"),
        "ended": ("Ended", "ok"),
        "archived": ("Archived", "neutral"),
    },
}

RESIDUAL = ("rma", "rmb", "rmd", "rme", "rmg", "rmk")
DISTILLATE = ("dmx", "dma", "dfa", "dmz", "dfz", "dmb", "dfb")
"""Grades of ISO 8217."""
_GRADES = {name: name.upper() for name in (*RESIDUAL, *DISTILLATE, "rf")}

_WORDS: dict[str, dict[str, str]] = {
    "deliveryMethod": {"vessel": "By vessel", "terminal": "From a terminal", "truck": "By truck"},
    "transactionType": {
        "transfer": "Transfer",
        "cargo": "Cargo",
        "cargo_in": "Cargo in (legacy)",
        "cargo_out": "Cargo out (legacy)",
        "transfer_in": "Transfer in (legacy)",
        "transfer_out": "Transfer out (legacy)",
    },
    "transactionDirection": {"in": "In", "out": "Out", "in_and_out": "In and out"},
    "priceType": {"floating": "Floating", "fixed": "Fixed"},
    "nextDestination": {"international": "International", "domestic": "Domestic"},
    "unit": {"metric_tonnes": "Metric tonnes", "mmbtu": "MMBtu", "mwh": "MWh"},
    "generationCode": {"gen1": "First generation", "gen2": "Second generation", "gen3": "Third generation"},
    "stakeholderType": {"surveyor": "Surveyor"},
    "bunkerType": {"conventional": "Conventional", "lng": "LNG"},
    "grade": {
        **_GRADES,
        "methanol_grade_a": "Methanol grade A",
        "methanol_grade_b": "Methanol grade B",
        "methanol_grade_c": "Methanol grade C",
        "methanol_others": "Methanol, other",
        "others": "Other grade",
    },
    "documentType": {
        "bunker_delivery_note": "Bunker delivery note",
        "statement_of_facts": "Statement of facts",
        "bunker_requisition_form": "Bunker requisition form",
        "customer_satisfaction_survey": "Customer satisfaction survey",
        "certificate_of_quality": "Certificate of quality",
        "certificate_of_origin": "Certificate of origin",
        "mass_flow_metering_system_seals_checklist_pre_operation": "Meter seals checklist, before operation",
        "mass_flow_metering_system_seals_checklist_post_operation": "Meter seals checklist, after operation",
        "meter_reading_record_form_pre_operation": "Meter reading record, before operation",
        "meter_reading_record_form_post_operation": "Meter reading record, after operation",
        "safety_checklist": "Safety checklist",
        "safety_checklist_repetitive_checks": "Safety checklist, repetitive checks",
        "order_confirmation": "Order confirmation",
        "handling_guide": "Handling guide",
        "safety_data_sheet": "Safety data sheet",
        "q88": "Q88 tanker questionnaire",
        "proof_of_sustainability": "Proof of sustainability",
        "bunker_metering_ticket": "Bunker metering ticket",
        "tank_measurements": "Tank measurements",
        "note_of_protest": "Note of protest",
        "master_requisition_form": "Master's requisition form",
        "gothenburg_checklist": "Gothenburg checklist",
        "iaph_40a_checklist": "IAPH 40a checklist",
        "iaph_40b_checklist": "IAPH 40b checklist",
        "iaph_41a_checklist": "IAPH 41a checklist",
        "iaph_41b_checklist": "IAPH 41b checklist",
        "iaph_41c_checklist": "IAPH 41c checklist",
        "ss648_statement_of_facts": "SS 648 statement of facts",
        "isgott_checklist": "ISGOTT checklist",
        "bill_of_lading": "Bill of lading",
        "other": "Other document",
    },
    "eventKind": {
        "nomination_created": "Nomination created",
        "nomination_draft_upserted": "Draft created or changed",
        "nomination_bunkering_start_time_changed": "Bunkering start time changed",
        "nomination_bunkering_end_time_changed": "Bunkering end time changed",
        "nomination_contract_changed": "Contract changed",
        "nomination_company_entity_changed": "Company entity changed",
        "nomination_counterpart_entity_changed": "Counterpart entity changed",
    },
}
# The same enumeration under the other names its fields have.
_WORDS["receiverNextDestination"] = _WORDS["nextDestination"]
_WORDS["type"] = _WORDS["stakeholderType"]
_WORDS["grades"] = _WORDS["grade"]


def as_it_came(value: str) -> str:
    """An unknown value: as it came, underscores as blanks."""
    return str(value).replace("_", " ")


def status(kind: str, value: str | None) -> str:
    """The words of a status; `kind` is `nomination`, `draft` or `operation`. Empty for None."""
    if value is None:
        return ""
    known = _STATUS.get(kind, {}).get(value)
    return known[0] if known else as_it_came(value)


def status_tone(kind: str, value: str | None) -> Tone:
    """The tone a status is painted in; an unknown one is neutral."""
    known = _STATUS.get(kind, {}).get(value or "")
    return known[1] if known else "neutral"


def word(name: str, value: str | None) -> str:
    """The word for an enumerated value of the field `name` (`documentType`, `grade`, `unit` …); empty for None."""
    if value is None:
        return ""
    return _WORDS.get(name, {}).get(value) or as_it_came(value)


def word_or_text(name: str, value: str) -> str:
    """The word where the field is an enumeration, else the text unchanged: names and references keep their form."""
    return word(name, value) if name in _WORDS else value


def choices(name: str) -> dict[str, str]:
    """The known values of a field with their words, in the order to offer them; legacy values are left out."""
    return {value: words for value, words in _WORDS.get(name, {}).items() if not words.endswith("(legacy)")}
