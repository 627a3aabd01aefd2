"""Field names of the specification in words: `estimatedTimeOfBunkering` is "Estimated time of bunkering".

Where a heading says whose field it is, and on a form, a field goes by the trade's short name: "Bunkering starts".
"""

import re
from functools import lru_cache

_PIECE = re.compile(r"[A-Z]{2,}(?![a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")
_SPELLED = {
    "imo": "IMO",
    "mmsi": "MMSI",
    "cts": "CTS",
    "mj": "MJ",
    "btu": "Btu",
    "kwh": "kWh",
    "mmbtu": "MMBtu",
    "scf": "scf",
    "iscc": "ISCC",
    "lng": "LNG",
    "utc": "UTC",
    "id": "ID",
    "url": "URL",
    "mwh": "MWh",
    "ghg": "GHG",
    "min": "minimum",
    "max": "maximum",
}
# Names that read badly when split, by themselves or with their parents.
_WHOLE = {
    "isoButane": "iso-Butane",
    "nButane": "n-Butane",
    "isoPentane": "iso-Pentane",
    "neoPentane": "neo-Pentane",
    "nPentane": "n-Pentane",
    "nHexane": "n-Hexane",
    "isccCertified": "ISCC certified",
    "isccValue": "ISCC value (as reported)",
    "grossHeatingValueMassMJ": "Gross heating value by mass, MJ/kg",
    "netHeatingValueMassMJ": "Net heating value by mass, MJ/kg",
    "grossHeatingValueMassBtu": "Gross heating value by mass, Btu/kg",
    "netHeatingValueMassBtu": "Net heating value by mass, Btu/kg",
    "grossHeatingValueMassKWh": "Gross heating value by mass, kWh/kg",
    "netHeatingValueMassKWh": "Net heating value by mass, kWh/kg",
    "grossHeatingValueVolumeMJ": "Gross heating value by volume, MJ/m³",
    "netHeatingValueVolumeMJ": "Net heating value by volume, MJ/m³",
    "grossHeatingValueMassMMBtu": "Gross heating value by mass, MMBtu (deprecated)",
    "netHeatingValueMassMMBtu": "Net heating value by mass, MMBtu (deprecated)",
    "grossHeatingValueVolumeBtuScf": "Gross heating value by volume, Btu/scf",
    "netHeatingValueVolumeBtuScf": "Net heating value by volume, Btu/scf",
    "grossWobbeIndexBtuScf": "Gross Wobbe index, Btu/scf",
    "netWobbeIndexBtuScf": "Net Wobbe index, Btu/scf",
    "grossHeatingValueVolumeMMBtu": "Gross heating value by volume, MMBtu (deprecated)",
    "netHeatingValueVolumeMMBtu": "Net heating value by volume, MMBtu (deprecated)",
    "grossWobbeIndexMMBtu": "Gross Wobbe index, MMBtu (deprecated)",
    "netWobbeIndexMMBtu": "Net Wobbe index, MMBtu (deprecated)",
}
_TITLES = {
    "bunkeringLocationCode": "Port",
    "bunkeringLocationName": "Port name",
    "portBunkeringLocationCode": "Port location code",
    "bunkeringLocationDetails": "Place in the port",
    "operationStandardCode": "Operation standard",
    "estimatedTimeOfBunkering": "Bunkering starts",
    "estimatedBunkeringDurationInMinutes": "Duration",
    "estimatedTimeOfCompletion": "Completion",
    "supplierAssetBufferTimeInMinutes": "Buffer of asset",
    "laycanStart": "Laycan from",
    "laycanEnd": "Laycan to",
    "estimatedAlongsideTime": "Alongside",
    "pilotTime": "Pilot",
    "berthTime": "Berth",
    "deliveryMethod": "Method",
    "contractReference": "Contract",
    "transactionType": "Transaction",
    "transactionDirection": "Direction",
    "gasUpRequired": "Gas-up required",
    "coolDownRequired": "Cool-down required",
    "isBestEndeavourBasis": "Best endeavour",
    "companyIdentifier": "Company",
    "companyEntityReference": "Company entity",
    "counterpartEntityReference": "Counterpart entity",
    "assetOperatorCompanyIdentifier": "Asset operator",
    "priceType": "Price",
    "vesselName": "Vessel",
    "contactName": "Contact",
    "estimatedTimeOfArrival": "Arrival",
    "estimatedTimeOfDeparture": "Departure",
    "lastPortCode": "Last port",
    "nextPortCode": "Next port",
    "quantityRange": "Quantity",
    "sulphurContent": "Sulphur",
    "waterContent": "Water",
    "typeOfFeedstock": "Feedstock",
    "generationCode": "Generation",
    "receiverVesselName": "Vessel",
    "receiverVesselIMO": "Vessel IMO",
    "receiverVesselGrossTonnage": "Gross tonnage",
    "receiverVesselNextPort": "Next port",
    "receiverNextDestination": "Next destination",
    "receiverCompanyName": "Company name",
    "supplierCompanyName": "Company name",
    "assetName": "Asset",
    "supplierAssetName": "Asset",
    "supplierAssetIMO": "Asset IMO",
    "supplierAssetHarbourLicenseNumber": "Harbour licence",
    "productName": "Product",
    "quantityDelivered": "Delivered",
    "quantityReceived": "Received",
    "biofuelQuantityDelivered": "Biofuel delivered",
    "bunkerMeteringTicketNumber": "Metering ticket",
    "isExciseFeeApplicable": "Excise fee applies",
    "isNoteOfProtestIssued": "Protest issued",
    "productSulphurContent": "Sulphur",
    "productDensity": "Density",
    "productViscosity": "Viscosity",
    "productFlashPoint": "Flash point",
    "productPourPoint": "Pour point",
    "productWaterContent": "Water",
    "allFastTimestamp": "All fast",
    "connectTimestamp": "Hose connected",
    "openingCTSTimestamp": "Opening CTS",
    "startTransferTimestamp": "Start of transfer",
    "endTransferTimestamp": "End of transfer",
    "closingCTSTimestamp": "Closing CTS",
    "drainingTimestamp": "Draining",
    "disconnectTimestamp": "Hose disconnected",
    "castOffTimestamp": "Cast off",
}
# Objects that only hold fields, and lists whose items are counted from one.
_SILENT = frozenset({"delivery", "vesselIdentifier", "assetIdentifier", "quantityRange", "value"})
_ITEMS = {
    "fuelSpecifications": "fuel",
    "stakeholders": "stakeholder",
    "bunkerDeliveryNotes": "delivery note",
    "documentReferences": "document",
}


@lru_cache(maxsize=1024)
def field_words(name: str) -> str:
    """The words of a field, given by its camelCase or snake_case name or by its JSON path.

    `receiver.orderReference` is "Receiver order reference", `fuelSpecifications[0].grade` is "Fuel 1 grade".
    """
    steps = re.findall(r"[^.\[\]]+", name)
    if not steps:
        return name
    if len(steps) == 1:
        return _WHOLE.get(name) or first_upper(" ".join(_pieces(steps[0])))
    return first_upper(_joined(steps))


def field_title(name: str) -> str:
    """The short name of a field, given by its camelCase name, where its section is named already."""
    return _TITLES.get(name) or field_words(name)


def _joined(steps: list[str]) -> str:
    words: list[str] = []
    for place, step in enumerate(steps):
        is_last = place == len(steps) - 1
        if step.isdecimal():
            words.append(str(int(step) + 1))
        elif step in _ITEMS and not is_last:
            words.append(_ITEMS[step])
        elif step == "vesselIdentifier" or (step == "vessel" and not is_last):
            words.append("vessel")
        elif step == "assetIdentifier" and not is_last:
            words.append("asset")
        elif step not in _SILENT or (is_last and not words):
            words.append(first_lower(_WHOLE[step]) if step in _WHOLE else " ".join(_pieces(step)))
    return " ".join(words)


def _pieces(name: str) -> list[str]:
    pieces: list[str] = []
    for part in re.split(r"[_\s]+", _spell_out(name)):
        found = _PIECE.findall(part)
        pieces.extend(found if "".join(found) == part else [part])
    # Names outside ASCII are kept as they came: their capitals are not ours to judge.
    return [_SPELLED.get(piece.lower(), piece.lower() if piece.isascii() else piece) for piece in pieces if piece]


def _spell_out(name: str) -> str:
    """Keep unit names together that camelCase would split: `MassKWh`, `MassMMBtu`."""
    return (
        re.sub(r"(MMBtu|KWh|MWh)", r"_\1_", name).replace("KWh", "Kwh").replace("MWh", "Mwh").replace("MMBtu", "Mmbtu")
    )


def first_upper(words: str) -> str:
    """Words as the beginning of a sentence."""
    return words[:1].upper() + words[1:]


def first_lower(words: str) -> str:
    """Words as they stand within a sentence: an abbreviation keeps its capitals."""
    return words if words[:2].isupper() else words[:1].lower() + words[1:]
