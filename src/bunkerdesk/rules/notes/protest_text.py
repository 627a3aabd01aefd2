"""The text of a note of protest, filled from the findings; plain text in the trade's wording, to be edited."""

from datetime import datetime

from bunkerdesk.contract.delivery_note import DeliveryNote
from bunkerdesk.rules import wording
from bunkerdesk.rules.findings import Finding, Severity
from bunkerdesk.rules.notes.case import Case
from bunkerdesk.rules.notes.times import events

_WIDTH = 22
_BLANK = "____________________"


def note_of_protest(case: Case, findings: list[Finding], on: datetime | None = None) -> str:
    """A note of protest for the case's note; informations among the findings are left out."""
    note, operation = case.note, case.operation
    port = " ".join(filter(None, (operation.bunkering_location_name, f"({operation.bunkering_location_code or '?'})")))
    moment = on or case.now
    parts = [
        "NOTE OF PROTEST",
        "",
        *_lines(
            ("Date", f"{wording.exact_time(moment.replace(microsecond=0))}"),
            ("Port", port),
            ("Vessel", _with_number(note.receiver_vessel_name, note.receiver_vessel_imo)),
            ("Bunker tanker", _with_number(note.supplier_asset_name, note.supplier_asset_imo)),
            (
                "Supplier",
                note.supplier_company_name or (operation.supplier.company_name if operation.supplier else None),
            ),
            ("Bunker delivery note", note.number),
            ("Our reference", operation.client_reference),
            ("Product", getattr(note, "product_name", None)),
            ("Quantity delivered", case.delivered().words),
        ),
        "",
        "To the Master / Cargo Officer of the bunker tanker and to the Supplier",
        "",
        "Dear Sirs,",
        "",
        "On behalf of the Owners, Charterers and Managers of the above vessel we hereby protest against the following,",
        "observed in connection with the bunkering stated above:",
        "",
        *_numbered(findings),
        "",
        *_times(note),
        "We hold you responsible for all losses, damages, delays and costs arising from the above, and reserve the",
        "right to revert on this matter at a later date and to take such further action as may be necessary.",
        "",
        "Please acknowledge receipt by signing below. A signature is for receipt only.",
        "",
        *_lines(
            ("For the vessel", note.chief_engineer_name and f"{_BLANK}  {note.chief_engineer_name}, Chief Engineer"),
            ("For receipt", note.cargo_officer_name and f"{_BLANK}  {note.cargo_officer_name}, Cargo Officer"),
        ),
        "",
    ]
    return "\n".join(parts)


def _lines(*fields: tuple[str, str | None]) -> list[str]:
    return [f"{name + ':':<{_WIDTH}}{_one_line(value) if value else _BLANK}" for name, value in fields]


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _with_number(name: str | None, number: int | None) -> str | None:
    return " ".join(filter(None, (name, f"(IMO {number})" if number is not None else ""))) or None


def _numbered(findings: list[Finding]) -> list[str]:
    weighty = [finding for finding in findings if finding.severity is not Severity.INFO]
    if not weighty:
        return [f"1. {_BLANK}"]
    lines: list[str] = []
    for place, finding in enumerate(weighty, start=1):
        lines.append(f"{place}. {_one_line(finding.sentence).rstrip(',')}.")
        if finding.source:
            lines.append(f"   ({_one_line(finding.source)})")
    return lines


def _times(note: DeliveryNote) -> list[str]:
    stated = events(note)
    if not stated:
        return []
    lines = [f"{event.words.capitalize() + ':':<{_WIDTH}}{wording.exact_time(event.moment)}" for event in stated]
    return ["Times (port local):", *lines, ""]
