"""Papers of several pages: safety data sheet, LNG handling guide, tanker questionnaire."""

from typing import Any

from bunkerdesk.sandbox.paper.certificates import fuel_of
from bunkerdesk.sandbox.paper.sheet import Sheet

_SDS = (
    ("Identification", "Marine fuel for combustion in ships' engines and boilers. Not for any other use."),
    ("Hazards identification", "H304 may be fatal if swallowed and enters airways. H332 harmful if inhaled. H350 may "
     "cause cancer. H373 may damage organs through prolonged exposure. H410 very toxic to aquatic life."),
    ("Composition", "A complex mixture of hydrocarbons of variable composition; may contain hydrogen sulphide, "
     "nitrogen and oxygen compounds in small amounts."),
    ("First aid measures", "Inhalation: fresh air, rest, oxygen if breathing is difficult. Skin: remove clothing, wash "
     "with soap and water. Eyes: rinse for fifteen minutes. Swallowed: do not induce vomiting, call a doctor."),
    ("Fire-fighting measures", "Foam, dry powder or carbon dioxide; water spray to cool. No water jet."),
    ("Accidental release", "Stop the transfer. Keep away from drains and open water. Soak up with inert material. Tell "
     "the port authority at once."),
    ("Handling and storage", "Avoid breathing vapour. Earth all equipment. Keep at least 10 °C above the pour point "
     "and below the flash point less 10 °C."),
    ("Exposure controls", "Gloves of nitrile rubber, closed goggles, overalls. Hydrogen sulphide meter when tanks are "
     "opened."),
    ("Physical and chemical properties", "See the certificate of quality of the delivery."),
    ("Stability and reactivity", "Stable. Keep away from strong oxidisers, sparks and heat."),
    ("Toxicological information", "Repeated skin contact may cause dermatitis."),
    ("Ecological information", "Floats on water, forms films, persists in sediment."),
    ("Disposal", "As hazardous waste, through a licensed contractor."),
    ("Transport information", "UN 3082 environmentally hazardous substance, liquid, or UN 1202 as applicable."),
    ("Regulatory information", "MARPOL Annex I and VI; classification after Regulation (EC) 1272/2008."),
    ("Other information", "The information is given in good faith and concerns this product alone."),
)  # fmt: skip
_GUIDE = (
    ("Before arrival", "Compatibility study, mooring plan and joint plan of operations are agreed in writing. Safety "
     "zone, security zone and simultaneous operations are approved by the port."),
    ("Alongside", "Fenders, moorings, water curtain and drip trays. Emergency shutdown link connected first. Hoses "
     "connected, purged with nitrogen until oxygen is below one per cent."),
    ("Cool-down", "Slowly, below ten degrees a minute, until the line is at temperature all along. Watch the tank "
     "pressure; spray if it rises."),
    ("Transfer", "Start slowly, then full rate by agreement. Every fifteen minutes: rate, level, pressure."),
    ("Topping off", "Reduce the rate at 90 per cent of the loading limit. High level alarm stops the transfer."),
    ("After", "Drain, purge, inert, disconnect. Closing custody transfer when the liquid has come to rest."),
    ("Emergencies", "Leak, fire, drift-off, blackout: stop, release, separate, report."),
)  # fmt: skip
_QUESTIONS = (
    ("Length overall", "98.4 m"),
    ("Breadth", "16.2 m"),
    ("Summer draught", "6.1 m"),
    ("Manifold height above waterline, light", "7.9 m"),
    ("Cargo tanks", "4, type C, stainless"),
    ("Total capacity at 98 %", "7,350 m3"),
    ("Maximum transfer rate", "1,200 m3/h"),
    ("Hose diameter", "8 inch liquid, 6 inch vapour"),
    ("Emergency release coupling", "Yes, powered"),
    ("Emergency shutdown link", "SIGTTO electric and pneumatic"),
    ("Boil-off handling", "Reliquefaction, 0.2 t/h"),
    ("Class and notation", "Gas tanker, bunker vessel"),
    ("Last special survey", "Passed, no conditions"),
    ("Vetting", "Accepted, valid"),
)


def safety_data_sheet(recipe: dict[str, Any], operation: dict[str, Any]) -> bytes:
    """The sixteen sections."""
    sheet = Sheet("Safety data sheet", recipe, operation)
    fuel = fuel_of(recipe)
    sheet.pairs([("Product", f"{fuel.get('fuelType') or '-'} {fuel.get('brand') or ''}"), ("Revision", "7")])
    for place, (title, text) in enumerate(_SDS, 1):
        sheet.need(110)
        sheet.heading(f"Section {place}: {title}")
        sheet.paragraph(text)
        sheet.paragraph("Further advice is given by the supplier's duty officer at any hour.", size=7.5)
    return sheet.finished()


def handling_guide(recipe: dict[str, Any], operation: dict[str, Any]) -> bytes:
    """How LNG is handled, a page for each two steps."""
    sheet = Sheet("LNG handling guide", recipe, operation)
    for place, (title, text) in enumerate(_GUIDE, 1):
        sheet.need(200)
        sheet.heading(f"{place}  {title}")
        sheet.paragraph(text)
        sheet.ticks([("Agreed in the pre-transfer conference", True), ("Changed by the addendum", False)])
        sheet.paragraph("Responsible: person in charge on either side. Stop at any doubt.", size=7.5)
    return sheet.finished()


def q88(recipe: dict[str, Any], operation: dict[str, Any]) -> bytes:
    """The questionnaire of the delivering asset."""
    sheet = Sheet("Tanker questionnaire (Q88)", recipe, operation)
    sheet.pairs(
        [
            ("Name", str(operation["supplier"]["assetName"])),
            ("IMO number", str(operation["supplier"].get("assetIdentifier") or "-")),
        ]
    )
    sheet.heading("Particulars")
    rows = [(str(place), question, answer) for place, (question, answer) in enumerate(_QUESTIONS, 1)]
    sheet.table(["No.", "Question", "Answer"], rows, [0.08, 0.5, 0.42])
    return sheet.finished()
