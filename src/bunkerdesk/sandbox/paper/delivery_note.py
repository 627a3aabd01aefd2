"""Bunker delivery notes on paper: parties, product, quantities, properties, declaration, times, signatures."""

from decimal import Decimal
from typing import Any

from bunkerdesk.sandbox.paper.figures import clock, measure, moment, number, worded
from bunkerdesk.sandbox.paper.sheet import Sheet

_EVENTS = (
    ("allFastTimestamp", "All fast"),
    ("connectTimestamp", "Hoses connected"),
    ("openingCTSTimestamp", "Opening custody transfer"),
    ("startTransferTimestamp", "Transfer commenced"),
    ("endTransferTimestamp", "Transfer completed"),
    ("closingCTSTimestamp", "Closing custody transfer"),
    ("drainingTimestamp", "Draining completed"),
    ("disconnectTimestamp", "Hoses disconnected"),
    ("castOffTimestamp", "Cast off"),
)
_COMPONENTS = (
    "methane",
    "ethane",
    "propane",
    "isoButane",
    "nButane",
    "isoPentane",
    "neoPentane",
    "nPentane",
    "nHexane",
    "nitrogen",
)


def note_of(recipe: dict[str, Any], operation: dict[str, Any]) -> dict[str, Any]:
    """The note a paper belongs to; while the service holds it back, what the recipe knows of it."""
    notes = operation.get("bunkerDeliveryNotes") or [recipe.get("early") or {}]
    note: dict[str, Any] = notes[min(int(recipe.get("note") or 0), len(notes) - 1)]
    return note


def delivery_note(recipe: dict[str, Any], operation: dict[str, Any]) -> bytes:
    """One bunker delivery note, on one or two pages."""
    note = note_of(recipe, operation)
    lng = note.get("bunkerType") == "lng"
    sheet = Sheet("LNG bunker delivery note" if lng else "Bunker delivery note", recipe, operation)
    _parties(sheet, note, operation, recipe)
    if lng:
        _gas(sheet, note)
    else:
        _oil(sheet, note, recipe)
    if recipe.get("pages") == 2:
        sheet.next_page()
    _times(sheet, note)
    if not lng:
        _declaration(sheet, note)
        _samples(sheet)
    if recipe.get("pages") == 2 or note.get("isNoteOfProtestIssued"):
        _remarks(sheet, note)
    sheet.signatures(
        [
            ("For the supplier: cargo officer", str(note.get("cargoOfficerName") or "")),
            ("For the receiving vessel: chief engineer", str(note.get("chiefEngineerName") or "")),
        ]
    )
    sheet.stamp(str(operation["receiver"]["vesselName"])[:34], 520, sheet.y + 40)
    return sheet.finished()


def _parties(sheet: Sheet, note: dict[str, Any], operation: dict[str, Any], recipe: dict[str, Any]) -> None:
    sheet.pairs(
        [
            ("Bunker delivery note number", str(note.get("number") or "-")),
            ("Date of delivery", str(note.get("deliveryDate") or "-")),
            ("Port", f"{operation.get('bunkeringLocationName') or ''} ({operation['bunkeringLocationCode']})"),
        ],
        columns=3,
    )
    sheet.heading("1  Receiving vessel")
    sheet.pairs(
        [
            ("Name of vessel", str(note.get("receiverVesselName") or "-")),
            ("Owner or operator", str(note.get("receiverCompanyName") or "-")),
        ]
    )
    sheet.pairs(
        [
            ("IMO number", str(note.get("receiverVesselIMO") or "-")),
            ("Gross tonnage", number(note.get("receiverVesselGrossTonnage") or "-", comma=sheet.comma)),
            ("Next port", str(note.get("receiverVesselNextPort") or "-")),
            ("Next destination", str(note.get("receiverNextDestination") or "-")),
        ],
        columns=4,
    )
    sheet.heading("2  Supplier")
    sheet.pairs(
        [
            ("Company", str(note.get("supplierCompanyName") or "-")),
            ("Address", str(recipe.get("supplierAddress") or "-")),
            ("Bunker tanker or terminal", str(note.get("supplierAssetName") or "-")),
            ("Location", str(recipe.get("place") or "-")),
        ]
    )
    sheet.pairs(
        [
            ("Asset IMO number", str(note.get("supplierAssetIMO") or "-")),
            ("Harbour licence", str(note.get("supplierAssetHarbourLicenseNumber") or "-")),
            ("Metering ticket", str(note.get("bunkerMeteringTicketNumber") or "-")),
            ("Supplier's telephone", str(recipe.get("supplierPhone") or "-")),
        ],
        columns=4,
    )


def _oil(sheet: Sheet, note: dict[str, Any], recipe: dict[str, Any]) -> None:
    def shown(field: str) -> str:
        altered = (recipe.get("altered") or {}).get(field)
        if altered is None:
            return measure(note.get(field), comma=sheet.comma)
        text = number(Decimal(altered), comma=sheet.comma)
        return f"{text} {(note.get(field) or {}).get('unit', '')}"

    sheet.heading("3  Product and quantity")
    quantities = [("Product name", str(note.get("productName") or "-"))]
    quantities.append(("Quantity delivered, metered", shown("quantityDelivered")))
    if note.get("quantityReceived"):
        quantities.append(("Quantity on the loading document", shown("quantityReceived")))
    if note.get("biofuelQuantityDelivered"):
        quantities.append(("Of which biofuel (RED III)", shown("biofuelQuantityDelivered")))
    sheet.pairs(quantities, columns=len(quantities))
    sheet.heading("4  Properties as delivered")
    at = "40 °C" if _is_distillate(note) else "50 °C"
    methanol = "ethanol" in str(note.get("productName"))
    rows = [
        ("Density at 15 °C", shown("productDensity"), "ISO 3675 / ISO 12185"),
        ("Sulphur content", shown("productSulphurContent"), "ISO 8754 / ISO 14596"),
        ("Flash point", shown("productFlashPoint"), "ISO 2719:2016" if not methanol else "ISO 13736"),
        (f"Kinematic viscosity at {at}", shown("productViscosity"), "ISO 3104"),
        ("Pour point", shown("productPourPoint"), "ISO 3016"),
        ("Water content", shown("productWaterContent"), "ISO 3733"),
    ]
    sheet.table(["Property", "Result", "Test method"], rows, [0.42, 0.3, 0.28])


def _is_distillate(note: dict[str, Any]) -> bool:
    return any(word in str(note.get("productName")) for word in ("MGO", "DMA", "DFA", "ethanol"))


def _gas(sheet: Sheet, note: dict[str, Any]) -> None:
    quantity, found = note.get("quantityDelivered") or {}, note.get("fuelProperties") or {}
    comma = sheet.comma
    sheet.heading("3  Product and quantity delivered")
    sheet.pairs([("Product name", str(note.get("productName") or "-"))], columns=1)
    sheet.pairs(gas_quantities(quantity, comma=comma), columns=4)
    sheet.heading("4  Composition, mole per cent")
    cells = [(name, number(found.get(name), comma=comma)) for name in _COMPONENTS if found.get(name) is not None]
    half = (len(cells) + 1) // 2
    rows = [[*cells[place], *(cells[place + half] if place + half < len(cells) else ("", ""))] for place in range(half)]
    sheet.table(["Component", "mol %", "Component", "mol %"], rows, [0.3, 0.2, 0.3, 0.2])
    sheet.heading("5  Properties (ISO 6976, 15 °C; Btu at 60 °F)")
    texts = [
        ("Density at -160 °C", measure(found.get("density"), comma=comma)),
        ("Sulphur", f"{worded(found.get('sulphur'), comma=comma)} % m/m"),
        ("Methane number", number(found.get("methaneNumber"), comma=comma)),
        ("Method", str(found.get("methaneNumberMethod") or "-")),
    ]
    sheet.pairs(texts, columns=4)
    lines = [
        ("Heating value, mass", "HeatingValueMassMJ", "MJ/kg"),
        ("Heating value, mass", "HeatingValueMassBtu", "Btu/kg"),
        ("Heating value, mass", "HeatingValueMassKWh", "kWh/kg"),
        ("Heating value, volume", "HeatingValueVolumeMJ", "MJ/m3"),
        ("Heating value, volume", "HeatingValueVolumeBtuScf", "Btu/scf"),
        ("Wobbe index", "WobbeIndexBtuScf", "Btu/scf"),
    ]
    table = [
        (label, *(number(found.get(f"{side}{name}"), comma=comma) for side in ("gross", "net")), unit)
        for label, name, unit in lines
    ]
    sheet.table(["Property", "Gross", "Net", "Unit"], table, [0.4, 0.22, 0.22, 0.16])


def gas_quantities(quantity: dict[str, Any], *, comma: bool) -> list[tuple[str, str]]:
    """The quantities of an LNG delivery under their names on paper."""
    labels = {"mass": "Mass", "volume": "Liquid volume", "energy": "Energy", "energyInMegawattHours": "Energy"}
    return [(labels.get(name, name), measure(value, comma=comma)) for name, value in quantity.items()]


def _times(sheet: Sheet, note: dict[str, Any]) -> None:
    sheet.heading("Times (port local)")
    rows = [(words, moment(note[field])) for field, words in _EVENTS if note.get(field)]
    if len(rows) % 2:
        rows.append(("", ""))
    half = len(rows) // 2
    table = [[*rows[place], *rows[place + half]] for place in range(half)]
    sheet.table(["Event", "Time", "Event", "Time"], table, [0.21, 0.29, 0.21, 0.29])


def _declaration(sheet: Sheet, note: dict[str, Any]) -> None:
    sheet.heading("Declaration (MARPOL Annex VI, Appendix V)")
    sheet.paragraph(
        "The supplier declares that the fuel supplied is in conformity with regulation 18.3 of Annex VI, and that "
        "its sulphur content does not exceed:",
        size=8,
    )
    product = str(note.get("productName"))
    low, high = "0.10 %" in product or "ethanol" in product, "HSFO" in product
    sheet.ticks(
        [
            ("the limit value given by regulation 14.1 of Annex VI;", not low and not high),
            ("the limit value given by regulation 14.4 of Annex VI;", low),
            (
                "the purchaser's specified limit value of 3.50 % m/m, for use with an equivalent means of compliance "
                "(regulation 4) or under an exemption for trials (regulation 3.2).",
                high,
            ),
        ]
    )


def _samples(sheet: Sheet) -> None:
    first = sheet.chance.randint(4_100_000, 4_899_999)
    sheet.heading("Sample seal numbers")
    sheet.pairs(
        [
            ("MARPOL sample", str(first)),
            ("Vessel's sample", str(first + 1)),
            ("Supplier's sample", str(first + 2)),
            ("Surveyor's sample", str(first + 3)),
        ],
        columns=4,
    )


def _remarks(sheet: Sheet, note: dict[str, Any]) -> None:
    sheet.heading("Remarks")
    protest = "A note of protest has been issued and is attached." if note.get("isNoteOfProtestIssued") else ""
    rating = f"Customer rating: {note['customerRating']}." if note.get("customerRating") else ""
    excise = "Excise fee applies." if note.get("isExciseFeeApplicable") else ""
    words = " ".join(filter(None, (protest, rating, excise))) or "None."
    sheet.pairs([("Remarks of either party", words)], columns=1)
    sheet.paragraph(
        "This note is to be retained on board for a period of three years after the fuel has been delivered, and the "
        "representative sample until the fuel is substantially consumed, in any case not less than twelve months.",
        size=7.5,
    )


def course_of(note: dict[str, Any]) -> list[tuple[str, str]]:
    """The events of a note in their usual order, as (words, port local time)."""
    return [(words, clock(note[field])) for field, words in _EVENTS if note.get(field)]
