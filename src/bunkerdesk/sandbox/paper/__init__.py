"""The sandbox's paper: real PDF, JPEG and PNG files, drawn from a recipe and from the operation as answered.

Figures on paper equal those of the operation; they are only written as the port's custom has it (thousands
separators, decimal point or comma). The drawing libraries are loaded with the first sheet.
"""

from importlib import import_module
from typing import Any

from bunkerdesk.sandbox.stage import StoredDocument

__all__ = ["draw", "draw_merged"]

# What a recipe's `draws` names: the module of this package and its function.
_DRAWERS = {
    "delivery_note": ("delivery_note", "delivery_note"),
    "certificate_of_quality": ("certificates", "certificate_of_quality"),
    "certificate_of_origin": ("certificates", "certificate_of_origin"),
    "proof_of_sustainability": ("certificates", "proof_of_sustainability"),
    "statement_of_facts": ("records", "statement_of_facts"),
    "metering_ticket": ("records", "metering_ticket"),
    "meter_reading": ("records", "meter_reading"),
    "tank_measurements": ("records", "tank_measurements"),
    "bill_of_lading": ("records", "bill_of_lading"),
    "checklist": ("checklists", "checklist"),
    "seals_checklist": ("checklists", "seals_checklist"),
    "survey": ("checklists", "survey"),
    "order_confirmation": ("letters", "order_confirmation"),
    "requisition": ("letters", "requisition"),
    "protest": ("letters", "protest"),
    "letter": ("letters", "letter"),
    "safety_data_sheet": ("guides", "safety_data_sheet"),
    "handling_guide": ("guides", "handling_guide"),
    "q88": ("guides", "q88"),
    "seal_photograph": ("photographs", "seal_photograph"),
    "gauge_photograph": ("photographs", "gauge_photograph"),
}


def draw(recipe: dict[str, Any], operation: dict[str, Any]) -> bytes:
    """The file of one document; the same recipe and operation give the same bytes. Raises `KeyError` if unknown."""
    module, function = _DRAWERS[recipe["draws"]]
    made: bytes = getattr(import_module(f"{__name__}.{module}"), function)(recipe, operation)
    return made


def draw_merged(operation: dict[str, Any], documents: list[tuple[StoredDocument, bytes]]) -> bytes:
    """One PDF of many pages: a cover, then every document in the order given, photographs as pages of their own."""
    from bunkerdesk.sandbox.paper.binder import bind

    return bind(operation, documents)
