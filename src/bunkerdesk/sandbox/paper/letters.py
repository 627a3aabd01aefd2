"""Letters and forms in words: order confirmation, requisitions, note of protest, an agent's letter."""

from typing import Any

from bunkerdesk.sandbox.paper.delivery_note import note_of
from bunkerdesk.sandbox.paper.figures import measure, worded
from bunkerdesk.sandbox.paper.sheet import Sheet


def _order(sheet: Sheet, recipe: dict[str, Any]) -> None:
    rows = []
    for fuel in recipe.get("fuels") or []:
        asked = fuel.get("quantityRange") or {}
        low, high = (worded(asked.get(name) or "-", comma=sheet.comma) for name in ("minQuantity", "maxQuantity"))
        unit = str(asked.get("unit") or "").replace("_", " ")
        grade = str(fuel.get("grade") or "-").upper().replace("_", " ")
        rows.append((str(fuel.get("fuelType") or "-"), grade, low[:17], high[:17], unit))
    sheet.table(["Fuel", "Grade", "Minimum", "Maximum", "Unit"], rows, [0.24, 0.26, 0.16, 0.16, 0.18])


def _heads(recipe: dict[str, Any], operation: dict[str, Any]) -> list[tuple[str, str]]:
    place = operation.get("bunkeringLocationName") or operation["bunkeringLocationCode"]
    return [
        ("Buyer", str(operation["receiver"]["companyName"])),
        ("Buyer's reference", str(recipe.get("buyerReference") or "-")),
        ("Vessel", str(operation["receiver"]["vesselName"])),
        ("Vessel IMO number", str(operation["receiver"].get("vesselIdentifier") or "-")),
        ("Port", f"{place}, {recipe.get('place') or ''}".rstrip(", ")),
        ("Delivered by", str(operation["supplier"]["assetName"])),
    ]


def order_confirmation(recipe: dict[str, Any], operation: dict[str, Any]) -> bytes:
    """What was ordered, as the supplier confirmed it."""
    sheet = Sheet("Order confirmation", recipe, operation)
    sheet.pairs(
        [("Our order", str(operation["supplier"].get("orderReference") or "-")), *_heads(recipe, operation)[:5]]
    )
    sheet.heading("Products and quantities")
    _order(sheet, recipe)
    sheet.heading("Terms")
    for line in (
        "Quantity: as measured by the supplier's meter or by sounding of the delivering tanks; in case of doubt the "
        "supplier's figures are binding.",
        "Quality: ISO 8217 as agreed, or the product's own standard. Complaints about quantity are to be noted at the "
        "time of delivery, complaints about quality within 30 days.",
        "Delivery in turn, weather and berth permitting. 48, 24 and 12 hours' notice to the agent.",
        "Payment: 30 days from the date of delivery against invoice.",
    ):
        sheet.paragraph(line)
    sheet.signatures([("For the supplier", "A. Seow, bunker desk")])
    return sheet.finished()


def requisition(recipe: dict[str, Any], operation: dict[str, Any]) -> bytes:
    """The requisition form handed over before hoses are connected."""
    sheet = Sheet("Bunker requisition form", recipe, operation)
    note = note_of(recipe, operation)
    sheet.pairs(_heads(recipe, operation))
    sheet.heading("Requested")
    _order(sheet, recipe)
    sheet.heading("Agreed before delivery")
    sheet.ticks(
        [
            ("Sequence of products and pumping rates", True),
            ("Point and method of sampling: continuous drip at the vessel's manifold", True),
            ("Flash point of the fuel declared before bunkering (SOLAS II-2)", True),
            ("Stripping of tanks permitted at the end only", True),
        ]
    )
    sheet.signatures(
        [
            ("Cargo officer", str(note.get("cargoOfficerName") or "")),
            ("Chief engineer", str(note.get("chiefEngineerName") or "")),
        ]
    )
    return sheet.finished()


def protest(recipe: dict[str, Any], operation: dict[str, Any]) -> bytes:
    """A note of protest about a quantity."""
    sheet = Sheet("Note of protest", recipe, operation)
    note = note_of(recipe, operation)
    sheet.pairs(
        [("Bunker delivery note", str(note.get("number") or "-")), ("Product", str(note.get("productName") or "-"))]
    )
    said = measure(note.get("quantityDelivered"), comma=sheet.comma)
    sheet.paragraph(f"To: {operation['supplier']['companyName']}, {operation['supplier']['assetName']}")
    sheet.paragraph(
        f"The bunker delivery note states {said}. By the vessel's own soundings the quantity received is less. We "
        "hereby protest against the difference and hold you responsible for all consequences. Air was seen in the "
        "line during topping-off, and the hose was jerking."
    )
    sheet.paragraph("Signed for receipt only, without acceptance of its contents, by the cargo officer.")
    sheet.signatures(
        [
            ("Chief engineer", str(note.get("chiefEngineerName") or "")),
            ("Cargo officer, for receipt only", str(note.get("cargoOfficerName") or "")),
        ]
    )
    return sheet.finished()


def letter(recipe: dict[str, Any], operation: dict[str, Any]) -> bytes:
    """A letter of the agent."""
    sheet = Sheet("Agent's letter", recipe, operation)
    sheet.paragraph(f"Re: {operation['receiver']['vesselName']}, call at {operation.get('bunkeringLocationName')}")
    sheet.paragraph(
        "Please find our notes of the call. Bunkers were taken alongside while cargo work went on; the terminal had "
        "given its permission. There is nothing else to report."
    )
    sheet.signatures([("Agent", "B. Castellano")])
    return sheet.finished()
