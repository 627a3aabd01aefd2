"""Lists to tick: safety before, during and after, seals of the metering system, and the customer's opinion."""

from typing import Any

from bunkerdesk.sandbox.paper.delivery_note import note_of
from bunkerdesk.sandbox.paper.sheet import Sheet

_OIL = (
    "The vessel is securely moored, with agreed fenders",
    "A safe means of access between the two vessels is provided",
    "An agreed communication system is working; a spare one is at hand",
    "Emergency stop signal agreed and tested",
    "Hoses are in good condition, properly rigged and supported",
    "Scuppers are plugged and drip trays are in place and empty",
    "Unused connections are closed, blanked and fully bolted",
    "Tank lids are closed; vents are open",
    "The transfer rate and the topping-off rate are agreed",
    "Fire hoses and extinguishers are ready for immediate use",
    "No naked lights, no smoking; warning signs are posted",
    "Safety data sheets have been exchanged",
    "A responsible officer is on watch on both sides",
    "Tank contents have been measured jointly",
)
_LNG = (
    "Bunker station and manifold are free of obstructions; water curtain is running",
    "The safety zone is established and clear of persons not involved",
    "Emergency shutdown link is connected and tested, warm and cold",
    "Emergency release coupling is in position, break-away tested",
    "Gas detection is working on both sides",
    "Tank pressure and temperature have been exchanged and are compatible",
    "Hoses are purged, inerted and leak-tested",
    "Vapour return is agreed and lined up",
    "Filling limit is agreed and alarms are tested",
    "Cool-down rate and transfer rates (start, full, topping) are agreed",
    "Personal protection for cryogenic liquids is worn",
    "Weather is within the limits of the compatibility study",
    "Authorities have been told; permission number is noted",
    "Simultaneous operations are approved or stopped",
)
_TITLES = {
    "safety_checklist": "Bunkering safety checklist",
    "safety_checklist_repetitive_checks": "Bunkering safety checklist: repetitive checks",
    "iaph_40a_checklist": "IAPH LNG checklist 40a, truck to ship: before",
    "iaph_40b_checklist": "IAPH LNG checklist 40b, truck to ship: after",
    "iaph_41a_checklist": "IAPH LNG checklist 41a: planning",
    "iaph_41b_checklist": "IAPH LNG checklist 41b: before transfer",
    "iaph_41c_checklist": "IAPH LNG checklist 41c: after transfer",
    "isgott_checklist": "ISGOTT ship/shore safety checklist",
    "gothenburg_checklist": "Gothenburg bunkering checklist",
}


def _type_of(recipe: dict[str, Any]) -> str:
    return str(recipe.get("kind") or "safety_checklist")


def checklist(recipe: dict[str, Any], operation: dict[str, Any]) -> bytes:
    """A two-sided list with a tick for each side."""
    kind = _type_of(recipe)
    sheet = Sheet(_TITLES.get(kind, "Safety checklist"), recipe, operation)
    note = note_of(recipe, operation)
    sheet.pairs(
        [
            ("Receiving vessel", str(operation["receiver"]["vesselName"])),
            ("Bunker tanker or terminal", str(operation["supplier"]["assetName"])),
        ]
    )
    lines = _LNG if kind.startswith("iaph") else _OIL
    for side in ("Receiving vessel", "Supplying side"):
        sheet.heading(f"{side}: checked before the operation proceeds")
        sheet.ticks([(f"{number}. {line}", sheet.chance.random() < 0.985) for number, line in enumerate(lines, 1)])
    sheet.paragraph(
        "Items that are not ticked have been answered in the remarks and do not stop the operation.", size=7.5
    )
    sheet.signatures(
        [
            ("For the supplier", str(note.get("cargoOfficerName") or "")),
            ("For the vessel", str(note.get("chiefEngineerName") or "")),
        ]
    )
    return sheet.finished()


def seal_numbers(operation: dict[str, Any]) -> list[str]:
    """The metering system's seal numbers: the same on the checklists and on the photographs."""
    base = sum(map(ord, str(operation["clientReference"]))) * 37 % 9000
    return [f"MPA {800_000 + base + place * 3}" for place in range(8)]


def seals_checklist(recipe: dict[str, Any], operation: dict[str, Any]) -> bytes:
    """Seals of the mass flow metering system, before or after."""
    when = "pre" if recipe.get("when") == "pre" else "post"
    sheet = Sheet(f"MFM system seals checklist, {when} operation", recipe, operation)
    places = (
        "Meter sensor housing",
        "Transmitter cover",
        "Flow computer",
        "Zero button",
        "Bypass valve",
        "Return line valve",
        "Sampling point",
        "Vapour eliminator drain",
    )
    numbers = seal_numbers(operation)
    sheet.heading("Seals")
    rows = [(place, numbers[index], "intact") for index, place in enumerate(places)]
    sheet.table(["Location", "Seal number", "Condition"], rows, [0.46, 0.32, 0.22])
    sheet.heading("Confirmed jointly")
    sheet.ticks([("All seals agree with the meter's seal verification report", True), ("Photographs taken", True)])
    note = note_of(recipe, operation)
    sheet.signatures(
        [
            ("Cargo officer", str(note.get("cargoOfficerName") or "")),
            ("Chief engineer", str(note.get("chiefEngineerName") or "")),
        ]
    )
    return sheet.finished()


def survey(recipe: dict[str, Any], operation: dict[str, Any]) -> bytes:
    """The customer's opinion; the overall rating is the one of the note."""
    sheet = Sheet("Customer satisfaction survey", recipe, operation)
    note = note_of(recipe, operation)
    overall = str(note.get("customerRating") or "Not rated")
    sheet.pairs([("Receiving vessel", str(operation["receiver"]["vesselName"])), ("Overall rating", overall)])
    for question in ("Punctuality", "Conduct of the crew", "Safety", "Paperwork"):
        sheet.heading(question)
        chosen = overall if overall in {"Excellent", "Good"} else "Fair"
        sheet.ticks([(word, word == chosen) for word in ("Excellent", "Good", "Fair", "Poor")], columns=4)
    sheet.signatures([("Chief engineer", str(note.get("chiefEngineerName") or ""))])
    return sheet.finished()
