"""Rules on what a note must say and on its parties: B01 to B04, B19 and B24."""

import re
from datetime import date

from bunkerdesk.contract.nomination import Delivery
from bunkerdesk.rules import ports
from bunkerdesk.rules.findings import Finding, Severity
from bunkerdesk.rules.identifiers import folded_name, imo_in, is_ship_number
from bunkerdesk.rules.notes.case import Case
from bunkerdesk.rules.notes.checkset import FuelSet
from bunkerdesk.rules.notes.outcomes import ERROR, WARNING, Judged, judged, missing, not_applicable, passed
from bunkerdesk.rules.wording import first_upper

APPENDIX_V = "MARPOL Annex VI Appendix V"
_REDUCED = "MARPOL Annex VI reg. 18 as amended by MEPC.385(81), reduced list for gas and low-flashpoint fuels"
_SIGNED = "a note is signed for the supplier and for the ship (MARPOL Annex VI reg. 18; practice)"
_ON_EVERY_FORM = frozenset({1, 5, 6})
FLASH_POINT_ITEM_FROM = date(2024, 5, 1)


def b01_required_items(case: Case) -> Judged:
    """Appendix V items 1 to 9 for oil fuels; a reduced list for gas and methanol, density and sulphur only a warning.

    Ship, product and quantity stand on every form there is (IGF Code annex too); the rest of the reduced list is not
    confirmed.
    """
    if case.fuel_set is FuelSet.UNKNOWN:
        return not_applicable(case.choice.because)
    is_oil = case.fuel_set.is_oil
    found: list[Finding | None] = [
        _absent(case, number, words, field, severity if is_oil or number in _ON_EVERY_FORM else WARNING)
        for number, words, field, severity, is_there in _items(case)
        if not is_there
    ]
    found += [_no_quantity(case)] if case.delivered().is_stated else []
    return judged(found, "supplier's address and telephone and the signed declaration stand on the paper only")


def _no_quantity(case: Case) -> Finding | None:
    """Nothing, or less, is no delivered quantity."""
    figure = case.delivered()
    if figure.exact is None or figure.exact > 0:
        return None
    sentence, source = f"Delivered quantity {figure.words} is not above zero", f"{APPENDIX_V} item 6"
    return case.finding("B01", ERROR, sentence, source, (figure.words,), "quantityDelivered")


def _items(case: Case) -> list[tuple[int, str, str, Severity, bool]]:
    note, operation, oil = case.note, case.operation, case.conventional
    is_started = note.start_transfer_timestamp is not None or note.delivery_date is not None
    has_port = _is_said(operation.bunkering_location_code) or _is_said(operation.bunkering_location_name)
    is_signed = _is_said(note.cargo_officer_name), _is_said(note.chief_engineer_name)
    items = [
        (1, "the name of the receiving ship", "receiverVesselName", ERROR, _is_said(note.receiver_vessel_name)),
        (1, "the IMO number of the receiving ship", "receiverVesselIMO", ERROR, note.receiver_vessel_imo is not None),
        (2, "the port", "", WARNING, has_port),
        (3, "the date of commencement of delivery", "startTransferTimestamp", WARNING, is_started),
        (4, "the supplier's name", "supplierCompanyName", WARNING, _is_said(note.supplier_company_name)),
        (5, "the product name", "productName", ERROR, _is_said(getattr(note, "product_name", None))),
        (6, "the quantity", "quantityDelivered", ERROR, case.delivered().is_stated),
        (0, "the name of the cargo officer, who signs for the supplier,", "cargoOfficerName", WARNING, is_signed[0]),
        (0, "the name of the chief engineer, who signs for the ship,", "chiefEngineerName", WARNING, is_signed[1]),
    ]
    if case.lng is not None:
        gas = case.gas
        return [
            *items,
            (7, "the density", "fuelProperties.density", WARNING, bool(gas and _has(gas.density))),
            (8, "the sulphur content", "fuelProperties.sulphur", WARNING, bool(gas and _is_said(gas.sulphur))),
        ]
    if oil is None:
        return items
    items += [
        (7, "the density at 15 °C", "productDensity", WARNING, _has(oil.product_density)),
        (8, "the sulphur content", "productSulphurContent", ERROR, _has(oil.product_sulphur_content)),
    ]
    if case.fuel_set.is_oil and _is_flash_point_due(case):
        items.append((9, "the flash point", "productFlashPoint", WARNING, _has(oil.product_flash_point)))
    return items


def _has(stated: object) -> bool:
    value = getattr(stated, "value", None)
    return value is not None and _is_said(str(value))


_NOT_SAID = frozenset(
    {"", "-", "--", "—", "n/a", "n.a.", "na", "not available", "not reported", "not stated", "tba", "tbc"}
)


def _is_said(text: str | None) -> bool:
    return (text or "").strip().lower() not in _NOT_SAID


def _is_flash_point_due(case: Case) -> bool:
    start = case.note.start_transfer_timestamp
    day = case.note.delivery_date or (start.date() if start else case.now.date())
    return day >= FLASH_POINT_ITEM_FROM


def _absent(case: Case, number: int, words: str, field: str, severity: Severity) -> Finding:
    names = (field,) if field else ()
    if not number:
        return case.finding("B01", severity, f"{first_upper(words)} is missing", _SIGNED, (), *names)
    doubt = "" if number in _ON_EVERY_FORM else "; wording not confirmed"
    source = f"{APPENDIX_V} item {number}" if case.fuel_set.is_oil else f"{_REDUCED}, item {number}{doubt}"
    if field:
        return case.finding("B01", severity, f"{first_upper(words)} is missing", source, (), *names)
    sentence = f"{first_upper(words)} is missing for {case.label}"
    return Finding("B01", severity, sentence, (), ("bunkeringLocationCode",), source)


def b02_receiver_number(case: Case) -> Judged:
    """The receiving ship's IMO number: its check digit, and the same on operation and nomination."""
    stated = case.note.receiver_vessel_imo
    if stated is None:
        return missing("no IMO number of the receiving ship is stated")
    others = {"operation": _operation_number(case), "nomination": _nominated_number(case)}
    known = {where: number for where, number in others.items() if number is not None}
    different = {where: number for where, number in known.items() if number != stated}
    is_wrong = not is_ship_number(stated)
    if is_wrong or different:
        return judged([_wrong_number(case, stated, different, is_wrong=is_wrong)])
    return judged([]) if known else missing("there is no other IMO number to compare with; the check digit is right")


def _wrong_number(case: Case, stated: int, different: dict[str, int], *, is_wrong: bool) -> Finding:
    """One finding for one slip, though check digit, operation and nomination each tell it."""
    faults = ["fails its check digit"] if is_wrong else []
    if len(set(different.values())) == 1:
        number = next(iter(different.values()))
        faults.append(f"is not the {number} of the {' and the '.join(different)}")
    elif different:
        faults.append("is " + " and ".join(f"not the {where}'s {number}" for where, number in different.items()))
    sentence = f"IMO number {stated} of the receiving ship {' and '.join(faults)}"
    source = f"{APPENDIX_V} item 1" if different else _CHECK_DIGIT
    source = f"{source}; {_CHECK_DIGIT}" if different and is_wrong else source
    figures = (str(stated), *dict.fromkeys(map(str, different.values()))) if different else ()
    return case.finding("B02", ERROR, sentence, source, figures, "receiverVesselIMO")


_CHECK_DIGIT = "IMO ship number check digit"


def receiver_number(case: Case) -> int | None:
    """The number by which the receiving ship is known: the operation's, the nomination's, the note's where none is."""
    known = [n for n in (_operation_number(case), _nominated_number(case), case.note.receiver_vessel_imo) if n]
    return next((number for number in known if is_ship_number(number)), next(iter(known), None))


def _operation_number(case: Case) -> int | None:
    return imo_in(case.operation.receiver.vessel_identifier if case.operation.receiver else None)


def _nominated_number(case: Case) -> int | None:
    receiver = case.nomination.receiver if case.nomination else None
    return receiver.vessel_identifier.imo if receiver and receiver.vessel_identifier else None


def b03_names(case: Case) -> Judged:
    """The names of ship, barge and companies on the note against those of the operation and the nomination."""
    note, operation = case.note, case.operation
    receiver, supplier = operation.receiver, operation.supplier
    nominated = case.nomination.receiver if case.nomination else None
    pairs = [
        ("Receiving ship", note.receiver_vessel_name, receiver and receiver.vessel_name, "receiverVesselName"),
        ("Receiving ship", note.receiver_vessel_name, nominated and nominated.vessel_name, "receiverVesselName"),
        ("Supplying asset", note.supplier_asset_name, supplier and supplier.asset_name, "supplierAssetName"),
        ("Supplier", note.supplier_company_name, supplier and supplier.company_name, "supplierCompanyName"),
        ("Receiver", note.receiver_company_name, receiver and receiver.company_name, "receiverCompanyName"),
    ]
    compared = [(words, mine, theirs, field) for words, mine, theirs, field in pairs if mine and theirs]
    if not compared:
        return missing("there are no two names to compare")
    found = {
        (field, folded_name(theirs)): case.finding(
            "B03", WARNING, f"{words} is “{mine}”, expected “{theirs}”,", "operation and nomination", (), field
        )
        for words, mine, theirs, field in compared
        if folded_name(mine) != folded_name(theirs)
    }
    return judged(found.values())


def b04_supplying_asset(case: Case) -> Judged:
    """The supplying asset's IMO number: not the receiver's, and the nominated barge's."""
    stated = case.note.supplier_asset_imo
    if stated is None and not case.is_by_tanker:
        return not_applicable("no vessel supplies")
    if stated is None:
        return missing("no IMO number of the supplying asset is stated")
    if stated in {case.note.receiver_vessel_imo, _operation_number(case), _nominated_number(case)}:
        sentence = f"Supplying asset and receiving ship have the same IMO number {stated}"
        fields = ("supplierAssetIMO", "receiverVesselIMO")
        return judged([case.finding("B04", ERROR, sentence, "identity of the parties", (str(stated),), *fields)])
    supplier = case.nomination.supplier if case.nomination else None
    asset = supplier.asset_identifier.vessel if supplier and supplier.asset_identifier else None
    supplied = imo_in(case.operation.supplier.asset_identifier if case.operation.supplier else None)
    expected = (asset.imo if asset else None) or supplied
    if expected is None:
        return missing("no barge's IMO number is nominated or stated by the operation; it is not the receiver's")
    if expected == stated:
        return passed()
    sentence = f"Supplying asset is IMO {stated}, nominated is IMO {expected},"
    return judged(
        [case.finding("B04", WARNING, sentence, "nomination", (str(stated), str(expected)), "supplierAssetIMO")]
    )


def b27_port(case: Case) -> Judged:
    """The port of the delivery is one that was nominated; looks at the whole operation."""
    operation = case.operation
    here = _ports(operation.bunkering_location_code, operation.port_bunkering_location_code)
    asked = [_ports(each.bunkering_location_code, each.port_bunkering_location_code) for each in _deliveries(case)]
    if not here or not any(asked):
        return missing("the operation states no port" if not here else "no port is nominated")
    if any(here.keys() & each.keys() for each in asked):
        return passed()
    unknown = [code for one in (here, *asked) for code, words in one.items() if code == words]
    if unknown:
        return missing(f"the table of ports does not have {unknown[0]}")
    mine, theirs = next(iter(here.values())), next(iter(next(each for each in asked if each).values()))
    sentence = f"The delivery was at {mine}, nominated was {theirs}"
    source = f"nomination; {APPENDIX_V} item 2"
    return judged([Finding("B27", WARNING, sentence, (mine, theirs), ("bunkeringLocationCode",), source)])


def _deliveries(case: Case) -> list[Delivery]:
    return [body.delivery for body in case.nominations if body.delivery is not None]


def _ports(*codes: str | None) -> dict[str, str]:
    """The ports of some codes, each by code and by name, with what they are called; a code alone is not known."""
    found: dict[str, str] = {}
    for code in filter(None, map(ports.code_of, filter(None, codes))):
        name = ports.shipped().name(code)
        words = f"{name} ({code})" if name else code
        found |= {code: words} | ({ports.fold(name): words} if name else {})
    return found


def b19_number(case: Case) -> Judged:
    """The note's number: there, without blanks around it, and not used by another note."""
    number = case.note.number
    if not number or not number.strip():
        source = "a note is cited by its number"
        return judged([case.finding("B19", WARNING, "The number of the note is empty", source, (), "number")])
    found: list[Finding | None] = []
    plain = number.strip()
    if number != plain:
        source = "a note is cited by its number"
        found.append(case.finding("B19", WARNING, "Blanks stand around the number", source, (), "number"))
    inside = sum(1 for note in case.notes if (note.number or "").strip() == plain)
    others = [name for name in case.other_numbers.get(plain, ()) if name != case.operation.client_reference]
    if inside > 1 or others:
        where = f"by {', '.join(others)}" if others else "by another note of this operation"
        sentence = f"The number {plain} is used {where} too"
        found.append(
            Finding("B19", WARNING, sentence, tuple(others), (case.place("number"),), "note numbers are unique")
        )
    return judged(found)


_LICENCE = re.compile(r"sb[\s./-]*\w[\w\s./-]*", re.IGNORECASE)


NO_TANKER = "a loading operation, or no delivery by vessel: no bunker tanker supplies"


def is_singapore(case: Case) -> bool:
    """Whether the operation is at Singapore."""
    return (case.operation.bunkering_location_code or "").strip().upper().startswith("SG")


def b24_harbour_licence(case: Case) -> Judged:
    """At Singapore the bunker tanker's harbour licence (`SB…`) is stated."""
    if not is_singapore(case):
        return not_applicable("not at Singapore")
    if not case.is_by_tanker:
        return not_applicable(NO_TANKER)
    licence = (case.note.supplier_asset_harbour_license_number or "").strip()
    source = "Maritime and Port Authority of Singapore, bunker tanker licence (practice)"
    field = "supplierAssetHarbourLicenseNumber"
    if not licence:
        return judged(
            [case.finding("B24", WARNING, "The harbour licence of the bunker tanker is missing", source, (), field)]
        )
    if not _LICENCE.fullmatch(licence):
        sentence = f"Harbour licence “{licence}” does not begin with SB"
        return judged([case.finding("B24", WARNING, sentence, source, (licence,), field)])
    return passed()
