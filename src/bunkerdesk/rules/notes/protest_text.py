"""The text of a note of protest, filled from the findings: a letter in the trade's wording, to be edited and signed."""

import re
from datetime import datetime
from decimal import Decimal

from bunkerdesk.contract.delivery_note import DeliveryNote
from bunkerdesk.rules import wording
from bunkerdesk.rules.findings import Finding, Severity
from bunkerdesk.rules.measurements import ARITHMETIC, Interval, interval
from bunkerdesk.rules.notes.case import Case
from bunkerdesk.rules.notes.parties import receiver_number
from bunkerdesk.rules.notes.quality import is_as_ordered
from bunkerdesk.rules.notes.quantity import nominated
from bunkerdesk.rules.notes.times import events

_WIDTH = 24
_BLANK = "____________________"
_HALF_BLANK, _SHORT_BLANK = "__________", "______________"
_AGAINST = {
    "B09": ("Delivered", "nominated"),
    "B10": ("Delivered", "received"),
    "B15": ("On the note", "certificate of quality"),
    "B16": ("On the note", "certificate of quality"),
    "B23": ("Stated", "expected"),
    "L13": ("Stated", "expected"),
}
_STATED = ("On the note", "limit")
_COMPARED = frozenset({"B09", "B10", "B11", "B12", "B13", "B14", "B15", "B23", "L13"}) | {
    f"L{n:02}" for n in range(1, 12)
}
"""Rules whose first two figures are what was stated and what it is held against."""


def note_of_protest(case: Case, findings: list[Finding], on: datetime | None = None) -> str:
    """A note of protest for the case's note; informations, and sulphur that is as ordered, are left out."""
    note = case.note
    parts = [
        "NOTE OF PROTEST",
        "",
        *_lines(
            ("Date", wording.dated_time(case.on_port_clock(on or case.now))),
            ("Place", _port(case)),
            ("Our reference", case.operation.client_reference),
        ),
        "",
        *_lines(("To the supplier", _supplier(case)), ("and bunker tanker", _tanker(case))),
        "",
        *_lines(
            ("For the vessel", _vessel(case)),
            ("and her operators", _receiver(case)),
        ),
        "",
        *_lines(*_delivery(case)),
        "",
        "Dear Sirs,",
        "",
        "On behalf of the Owners, Charterers and Managers of the above vessel we hereby protest against the following, "
        "observed in connection with the bunkering stated above:",
        "",
        *_numbered(case, findings),
        "",
        *_times(note),
        "We hold you responsible for all losses, damages, delays and costs arising from the above. All rights and "
        "claims, for quantity and for quality, are reserved, and we shall revert on this matter with further evidence.",
        "",
        "Please acknowledge receipt by signing below. A signature is for receipt only, without prejudice.",
        "",
        *_signature("For the vessel", note.chief_engineer_name, "Chief Engineer"),
        *_signature("Surveyor", None, ""),
        *_signature("Received by", note.cargo_officer_name, "Cargo Officer"),
    ]
    return "\n".join(parts)


def _lines(*fields: tuple[str, str | None]) -> list[str]:
    return [f"{name + ':':<{_WIDTH}}{_one_line(value) if value else _BLANK}" for name, value in fields]


def _signature(role: str, name: str | None, rank: str) -> list[str]:
    """A line to sign on, the name where it is known, and room for date and time."""
    who = ", ".join(filter(None, (_one_line(name or ""), rank if name else "")))
    signed = f"{role + ':':<{_WIDTH}}{_BLANK}{_HALF_BLANK}  Date and time: {_SHORT_BLANK}"
    return [signed, f"{'':<{_WIDTH}}{who or 'Name and rank:'}", ""]


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _with_number(name: str | None, number: int | None) -> str | None:
    return " ".join(filter(None, (name, f"(IMO {number})" if number is not None else ""))) or None


def _port(case: Case) -> str:
    operation = case.operation
    name, code = operation.bunkering_location_name or case.port_name, operation.bunkering_location_code
    return " ".join(filter(None, (name, f"({code})" if code else "")))


def _supplier(case: Case) -> str | None:
    supplier = case.operation.supplier
    return case.note.supplier_company_name or (supplier.company_name if supplier else None)


def _vessel(case: Case) -> str | None:
    """The ship on whose behalf it is written; the note may be wrong about her, and that be what is protested."""
    receiver = case.operation.receiver
    name = (receiver.vessel_name if receiver else None) or case.note.receiver_vessel_name
    return _with_number(name, receiver_number(case))


def _receiver(case: Case) -> str | None:
    receiver = case.operation.receiver
    return case.note.receiver_company_name or (receiver.company_name if receiver else None)


def _tanker(case: Case) -> str | None:
    note, supplier = case.note, case.operation.supplier
    name = note.supplier_asset_name or (supplier.asset_name if supplier else None)
    return _with_number(name, note.supplier_asset_imo)


def _delivery(case: Case) -> list[tuple[str, str | None]]:
    """The note, and what was nominated and delivered."""
    note, asked = case.note, nominated(case)
    day = note.delivery_date or (note.start_transfer_timestamp.date() if note.start_transfer_timestamp else None)
    number = " of ".join(filter(None, (note.number, wording.dated_day(day) if day else "")))
    delivered = asked.delivered(case) if asked else None
    stated = [wording.quantity(value, words) for value, words in wording.delivered_amounts(note)]
    got = asked.figure(delivered) if asked and delivered is not None else stated[0] if stated else None
    found = [
        ("Bunker delivery note", number),
        ("Product", getattr(note, "product_name", None)),
        ("Quantity nominated", asked.words if asked else None),
        ("Quantity delivered", got),
    ]
    if not asked:
        del found[2]
    if case.fuel_set.is_oil:
        # No field of the interface has them, and a quality claim without its sample is lost.
        found += [("MARPOL sample seal", None), ("Ship's sample seal", None)]
    return found


def _numbered(case: Case, findings: list[Finding]) -> list[str]:
    weighty = [finding for finding in findings if finding.severity is not Severity.INFO]
    if is_as_ordered(case):
        # Who ordered fuel for use outside a control area cannot protest against getting it.
        weighty = [finding for finding in weighty if finding.rule != "B11"]
    if not weighty:
        return [f"1. {_BLANK}{_BLANK}{_BLANK}"]
    lines: list[str] = []
    for place, finding in enumerate(weighty, start=1):
        sentence = _one_line(finding.sentence.removesuffix(f" on {case.label}")).rstrip(",")
        lines.append(f"{place}. {sentence}.")
        figures = _figures(finding)
        if figures:
            lines.append(f"   {figures}")
        basis = _basis(finding.source)
        if basis:
            lines.append(f"   ({basis})")
    return lines


_NO_BASIS = re.compile(
    r"(?:general knowledge|(?:low|medium) confidence|computed|practice|trade usage|not a standard|wording not confirmed"
    r"|that the port lies in it .*|a student project .*|common practice.*)"
)


def _basis(source: str) -> str:
    """The regulation or standard a protest may rest on; how far we trust a source is no matter for the letter."""
    return _one_line("; ".join(part for part in source.split("; ") if not _NO_BASIS.fullmatch(part)))


def _figures(finding: Finding) -> str:
    """`On the note 55.5 °C, limit 60 °C, difference −4.5 °C`; empty where a finding compares nothing."""
    if finding.rule not in _COMPARED or len(finding.figures) < 2:
        return ""
    stated, against = finding.figures[:2]
    first, second = _AGAINST.get(finding.rule, _STATED)
    if finding.rule == "B12" and "certificate of quality" in finding.sentence:
        second = "certificate of quality"
    gap = _difference(stated, against)
    return f"{first} {stated}, {second} {against}" + (f", difference {gap}" if gap else "")


def _difference(stated: str, against: str) -> str:
    """What lies between two worded figures of one unit; empty where one is not exact."""
    mine, theirs = _read(stated), _read(against)
    unit = stated.rpartition(" ")[2]
    if mine is None or theirs is None or mine.exact is None or unit != against.rpartition(" ")[2]:
        return ""
    end = theirs.exact
    if end is None:
        end = theirs.low if theirs.low is not None and mine.exact < theirs.low else theirs.high
    if end is None:
        return ""
    gap = ARITHMETIC.subtract(mine.exact, end)
    return f"{'+' if gap > 0 else ''}{wording.number(gap)} {unit}" if gap and gap.is_finite() else ""


def _read(words: str) -> Interval | None:
    """A worded figure or range; digits are grouped by thin spaces and the minus is the typographer's."""
    number = wording.plain_figures(words.rpartition(" ")[0])
    found = interval(number) if number else None
    return found if found is None or all(_is_plain(end) for end in (found.low, found.high)) else None


def _is_plain(end: Decimal | None) -> bool:
    return end is None or end.is_finite()


def _times(note: DeliveryNote) -> list[str]:
    stated = events(note)
    if not stated:
        return []
    lines = [
        f"{wording.first_upper(event.words) + ':':<{_WIDTH}}{wording.dated_time(event.moment)}" for event in stated
    ]
    return ["Times as stated on the note (port local):", *lines, ""]
