"""Certificates: of quality, of origin, and the proof of sustainability of a biofuel."""

import re
from typing import Any

from bunkerdesk.sandbox.paper.delivery_note import note_of
from bunkerdesk.sandbox.paper.figures import measure, number, worded
from bunkerdesk.sandbox.paper.sheet import Sheet

_PROPERTIES = (
    ("density", "productDensity", "Density at 15 °C", "ISO 12185"),
    ("viscosity", "productViscosity", "Kinematic viscosity", "ISO 3104"),
    ("flashPoint", "productFlashPoint", "Flash point", "ISO 2719:2016"),
    ("sulphurContent", "productSulphurContent", "Sulphur content", "ISO 8754"),
    ("pourPoint", "productPourPoint", "Pour point", "ISO 3016"),
    ("waterContent", "productWaterContent", "Water content", "ISO 3733"),
)


def fuel_of(recipe: dict[str, Any]) -> dict[str, Any]:
    """The nominated fuel a paper belongs to; figures are texts."""
    fuels = recipe.get("fuels") or [{}]
    fuel: dict[str, Any] = fuels[min(int(recipe.get("note") or 0), len(fuels) - 1)]
    return fuel


def _measured(value: dict[str, Any], sheet: Sheet) -> str:
    return f"{worded(value.get('value'), comma=sheet.comma)} {value.get('unit') or ''}"


_GAS_PROPERTIES = {
    "methaneNumber": ("Methane number", "", "EN 16726"),
    "grossHeatingValueMassMJ": ("Gross heating value", "MJ/kg", "ISO 6976:2016"),
    "netHeatingValueMassMJ": ("Net heating value", "MJ/kg", "ISO 6976:2016"),
}


def _gas_rows(gas: dict[str, str], sheet: Sheet) -> list[tuple[str, str, str]]:
    """The contents by gas chromatograph, and what follows from them."""
    rows = []
    for name, value in gas.items():
        words = re.sub("(?<=[a-z])(?=[A-Z])", "-", name).lower().capitalize()
        label, unit, method = _GAS_PROPERTIES.get(name, (words, "mol %", "ISO 6974"))
        rows.append((label, f"{worded(value, comma=sheet.comma)} {unit}".strip(), method))
    return rows


def certificate_of_quality(recipe: dict[str, Any], operation: dict[str, Any]) -> bytes:
    """The laboratory's table; the values are those of the nomination's certificate."""
    sheet = Sheet("Certificate of quality", recipe, operation)
    fuel, note = fuel_of(recipe), note_of(recipe, operation)
    stated = fuel.get("certificateOfQuality") or {}
    sheet.pairs(
        [
            ("Certificate number", str(stated.get("identifier") or f"COQ-{sheet.chance.randint(1000, 9999)}")),
            ("Product", f"{fuel.get('brand') or fuel.get('fuelType') or '-'}, {str(fuel.get('grade') or '-').upper()}"),
            ("Sample drawn from", f"Shore tank {sheet.chance.randint(101, 148)}"),
            ("Port", str(operation.get("bunkeringLocationName") or operation["bunkeringLocationCode"])),
        ]
    )
    sheet.heading("Results of analysis")
    rows = (
        _gas_rows(recipe["gas"], sheet)
        if recipe.get("gas")
        else [
            (
                label,
                _measured(stated[name], sheet) if name in stated else measure(note.get(field), comma=sheet.comma),
                method,
            )
            for name, field, label, method in _PROPERTIES
        ]
    )
    sheet.table(["Test", "Result", "Method"], rows, [0.45, 0.3, 0.25])
    sheet.paragraph("Results relate to the sample as received. Precision according to ISO 4259.", size=7.5)
    sheet.signatures([("For the laboratory", "Dr. E. Marchetti"), ("Checked by", "Y. Tan")])
    sheet.stamp("Harbour Petroleum Laboratory", 250, sheet.y + 40)
    return sheet.finished()


def certificate_of_origin(recipe: dict[str, Any], operation: dict[str, Any]) -> bytes:
    """Where a loaded product comes from."""
    sheet = Sheet("Certificate of origin", recipe, operation)
    sheet.pairs(
        [
            ("Consignor", str(operation["supplier"]["companyName"])),
            ("Consignee", str(operation["receiver"]["companyName"])),
            ("Loaded at", str(operation["supplier"]["assetName"])),
            ("Vessel", str(operation["receiver"]["vesselName"])),
            ("Loading document", str(operation.get("loadingNumber") or "-")),
            ("Country of origin", "Various, blended in bond"),
        ]
    )
    sheet.paragraph(
        "The undersigned certifies that the goods described above originate in the country shown in the box above, "
        "and were stored under customs supervision until loading."
    )
    sheet.signatures([("For the terminal", "M. Okafor"), ("For the chamber of commerce", "H. Lindqvist")])
    return sheet.finished()


def proof_of_sustainability(recipe: dict[str, Any], operation: dict[str, Any]) -> bytes:
    """The biofuel's proof: feedstock, scheme, greenhouse gas value, with the vessel's IMO number and the note's."""
    sheet = Sheet("Proof of sustainability", recipe, operation)
    fuel, note = fuel_of(recipe), note_of(recipe, operation)
    bio = fuel.get("biofuelProperties") or {}
    sheet.pairs(
        [
            ("Proof number", f"EU-ISCC-PoS-{sheet.chance.randint(10_000_000, 99_999_999)}"),
            ("Scheme", str(bio.get("certificateScheme") or "ISCC EU")),
            ("Recipient", str(operation["receiver"]["companyName"])),
            ("Supplier", str(operation["supplier"]["companyName"])),
            ("Bunker delivery note", str(note.get("number") or "-")),
            ("Vessel IMO number", str(note.get("receiverVesselIMO") or "-")),
        ]
    )
    sheet.heading("Sustainable material (RED III)")
    sheet.table(
        ["Item", "Value", "Unit"],
        [
            ("Feedstock", str(bio.get("typeOfFeedstock") or "-"), ""),
            ("Blend ratio", worded(bio.get("blendRatio") or "-", comma=sheet.comma), "% m/m"),
            ("Quantity delivered", measure(note.get("quantityDelivered"), comma=sheet.comma), ""),
            ("Biofuel quantity", measure(note.get("biofuelQuantityDelivered"), comma=sheet.comma), ""),
            ("Greenhouse gas emissions E", worded(bio.get("isccValue") or "-", comma=sheet.comma), "g CO2eq/MJ"),
            ("Fossil comparator", number(94, comma=sheet.comma), "g CO2eq/MJ"),
        ],
        [0.42, 0.36, 0.22],
    )
    sheet.heading("Statements")
    sheet.ticks(
        [
            ("The raw material meets the sustainability criteria of Directive (EU) 2018/2001 as amended.", True),
            ("The material has been entered in the Union database.", True),
            ("An incentive has been claimed for this consignment.", False),
        ]
    )
    sheet.signatures([("Issued by", "C. Verhaegen")])
    return sheet.finished()
