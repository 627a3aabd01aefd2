"""Records of a delivery: statement of facts, metering ticket, meter readings, tank measurements, bill of lading."""

from datetime import datetime
from decimal import Decimal
from typing import Any

from bunkerdesk.sandbox.paper.delivery_note import course_of, gas_quantities, note_of
from bunkerdesk.sandbox.paper.figures import measure, moment, number
from bunkerdesk.sandbox.paper.sheet import Sheet


def _rounded(units: int, divisor: int, places: str) -> Decimal:
    """A reading with all its places, zeros too."""
    return (Decimal(units) / divisor).quantize(Decimal(places))


def _names(note: dict[str, Any], operation: dict[str, Any]) -> list[tuple[str, str]]:
    return [
        ("Receiving vessel", str(operation["receiver"]["vesselName"])),
        ("Bunker tanker or terminal", str(operation["supplier"]["assetName"])),
        ("Place", f"{operation.get('bunkeringLocationName') or ''} ({operation['bunkeringLocationCode']})"),
        ("Bunker delivery note", str(note.get("number") or "-")),
    ]


def _officers(note: dict[str, Any]) -> list[tuple[str, str]]:
    return [
        ("Cargo officer", str(note.get("cargoOfficerName") or "")),
        ("Chief engineer", str(note.get("chiefEngineerName") or "")),
    ]


def statement_of_facts(recipe: dict[str, Any], operation: dict[str, Any]) -> bytes:
    """The log of the delivery, event by event, for every note of the operation."""
    sheet = Sheet("Statement of facts", recipe, operation)
    notes = operation.get("bunkerDeliveryNotes") or [{}]
    sheet.pairs(_names(note_of(recipe, operation), operation))
    for note in notes:
        sheet.heading(f"Log: {note.get('productName') or 'operation'}")
        rows = [(when, words, "") for words, when in course_of(note)]
        sheet.table(["Port time", "Event", "Remarks"], rows, [0.24, 0.4, 0.36])
    sheet.heading("Delays and remarks")
    sheet.paragraph(
        sheet.chance.choice(
            (
                "No delays. Weather: wind NE 4, slight sea, good visibility.",
                "Waited 15 minutes for the vessel's fenders. Weather: calm, haze.",
                "Hose connection on the second manifold, as agreed with the chief engineer.",
            )
        )
    )
    sheet.signatures(_officers(note_of(recipe, operation)))
    return sheet.finished()


def metering_ticket(recipe: dict[str, Any], operation: dict[str, Any]) -> bytes:
    """The flow computer's ticket: start and end totals whose difference is the delivered quantity."""
    sheet = Sheet("Bunker metering ticket", recipe, operation)
    note = note_of(recipe, operation)
    quantity = note.get("quantityDelivered") or {"value": Decimal(0), "unit": ""}
    start, end = _totals(sheet, quantity["value"])
    sheet.pairs([("Ticket number", str(note.get("bunkerMeteringTicketNumber") or "-")), *_names(note, operation)[:3]])
    sheet.heading("Totaliser, mass")
    unit = str(quantity["unit"])
    rows = [
        ("Opening reading", f"{number(start, comma=sheet.comma)}", unit),
        ("Closing reading", f"{number(end, comma=sheet.comma)}", unit),
        ("Quantity delivered", f"{number(quantity['value'], comma=sheet.comma)}", unit),
    ]
    sheet.table(["Reading", "Value", "Unit"], rows, [0.46, 0.34, 0.2])
    sheet.heading("Meter")
    sheet.pairs(
        [
            ("Transfer commenced", moment(note.get("startTransferTimestamp"))),
            ("Transfer completed", moment(note.get("endTransferTimestamp"))),
            ("Product", str(note.get("productName") or "-")),
            ("Average flow", _flow(note, quantity["value"], sheet)),
            ("Meter serial number", f"MFM-{sheet.chance.randint(20_000, 89_999)}"),
            ("Approval", f"Valid, certificate {sheet.chance.randint(100, 999)}/B"),
        ]
    )
    sheet.signatures(_officers(note))
    return sheet.finished()


def _totals(sheet: Sheet, delivered: Any) -> tuple[Decimal, Decimal]:
    start = _rounded(sheet.chance.randint(120_000_000, 480_000_000), 1000, "0.001")
    return start, start + Decimal(str(delivered))


def _flow(note: dict[str, Any], delivered: Any, sheet: Sheet) -> str:
    start, end = note.get("startTransferTimestamp"), note.get("endTransferTimestamp")
    if not start or not end:
        return "-"
    hours = (datetime.fromisoformat(end) - datetime.fromisoformat(start)).total_seconds() / 3600
    rate = (Decimal(str(delivered)) / Decimal(repr(hours))).quantize(Decimal(1)) if hours > 0 else Decimal(0)
    return f"{number(rate, comma=sheet.comma)} t/h"


def meter_reading(recipe: dict[str, Any], operation: dict[str, Any]) -> bytes:
    """Readings of all meters before or after the operation."""
    before = recipe.get("when") == "pre"
    sheet = Sheet(f"Meter reading record form, {'pre' if before else 'post'} operation", recipe, operation)
    note = note_of(recipe, operation)
    sheet.pairs(_names(note, operation))
    sheet.heading("Readings")
    rows = [
        (
            meter,
            number(_rounded(sheet.chance.randint(10_000_000, 480_000_000), 1000, "0.001"), comma=sheet.comma),
            state,
        )
        for meter, state in (
            ("Resettable totaliser", "reset" if before else "read"),
            ("Non-resettable totaliser", "read"),
            ("Density at meter, kg/m3", "read"),
            ("Temperature at meter, °C", "read"),
        )
    ]
    if before:
        rows[0] = (rows[0][0], number(Decimal("0.000"), comma=sheet.comma), "reset")
    rows[2] = (rows[2][0], number(_rounded(sheet.chance.randint(8300, 9900), 10, "0.1"), comma=sheet.comma), "read")
    rows[3] = (rows[3][0], number(_rounded(sheet.chance.randint(280, 480), 10, "0.1"), comma=sheet.comma), "read")
    sheet.table(["Meter", "Reading", "State"], rows, [0.5, 0.3, 0.2])
    sheet.heading("Witnessed")
    sheet.ticks([("Zero verification done, within the limit", True), ("Photograph of the display taken", True)])
    sheet.signatures(_officers(note))
    return sheet.finished()


def tank_measurements(recipe: dict[str, Any], operation: dict[str, Any]) -> bytes:
    """Soundings of the delivering tanks, or the custody transfer report of an LNG delivery."""
    note = note_of(recipe, operation)
    lng = note.get("bunkerType") == "lng"
    sheet = Sheet("Custody transfer report" if lng else "Sounding record", recipe, operation)
    sheet.pairs(_names(note, operation))
    for when in ("Opening", "Closing"):
        sheet.heading(f"{when} measurement")
        rows = []
        for tank in ("1 P", "1 S", "2 P", "2 S"):
            level = sheet.chance.randint(400, 900) if when == "Opening" else sheet.chance.randint(40, 300)
            warm = sheet.chance.randint(-1612, -1588) if lng else sheet.chance.randint(290, 460)
            rows.append(
                (
                    tank,
                    number(_rounded(level, 100, "0.01"), comma=sheet.comma),
                    number(_rounded(warm, 10, "0.1"), comma=sheet.comma),
                    number(_rounded(level * 1873, 1000, "0.001"), comma=sheet.comma),
                )
            )
        sheet.table(["Tank", "Level, m", "Temperature, °C", "Observed volume, m3"], rows, [0.2, 0.24, 0.26, 0.3])
    if lng:
        sheet.heading("Transferred")
        quantity = note.get("quantityDelivered") or {}
        sheet.pairs(gas_quantities(quantity, comma=sheet.comma), columns=4)
    sheet.signatures(_officers(note))
    return sheet.finished()


def bill_of_lading(recipe: dict[str, Any], operation: dict[str, Any]) -> bytes:
    """The loading document with the quantity it states."""
    sheet = Sheet("Bill of lading", recipe, operation)
    note = note_of(recipe, operation)
    sheet.pairs(
        [
            ("Loading number", str(operation.get("loadingNumber") or "-")),
            ("Shipper", str(operation["supplier"]["companyName"])),
            ("Vessel", str(operation["receiver"]["vesselName"])),
            ("Consignee", str(operation["receiver"]["companyName"])),
        ]
    )
    sheet.heading("Shipped in apparent good order and condition")
    rows = [
        (str(each.get("productName") or "-"), measure(each.get("quantityReceived"), comma=sheet.comma))
        for each in operation.get("bunkerDeliveryNotes") or [note]
    ]
    sheet.table(["Product", "Quantity stated"], rows, [0.6, 0.4])
    sheet.paragraph(
        "In witness whereof the master has signed three originals, one of which being accomplished, "
        "the others stand void."
    )
    sheet.signatures([("Master", "Capt. S. Balakrishnan"), ("For the terminal", "M. Okafor")])
    return sheet.finished()
