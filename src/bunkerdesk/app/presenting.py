"""From a record of the desk to what the detail view shows of it."""

from datetime import datetime, tzinfo

from bunkerdesk.contract.nomination import Draft, Nomination
from bunkerdesk.contract.operation import Operation
from bunkerdesk.desk.record import Record
from bunkerdesk.models import details
from bunkerdesk.models.details import Heading, Section
from bunkerdesk.rules import wording
from bunkerdesk.views.detail.detail_view import Detail


def detail_of(record: Record, now: datetime, zone: tzinfo, counterpart: Record | None, vessel: str = "") -> Detail:
    """Everything about one record; `counterpart` is its operation or nomination, for the link.

    `vessel` is the ship's name in the list.
    """
    heading, sections = _content(record, now, zone, vessel)
    gone = "Gone from the service, seen" if record.is_gone else "Seen"
    return Detail(
        key=record.id,
        kind=record.kind,
        heading=heading,
        sections=sections,
        age=f"{gone} {wording.age(record.seen_at, now)}",
        link=f"Show the {counterpart.kind}" if counterpart else "",
    )


def _content(record: Record, now: datetime, zone: tzinfo, vessel: str) -> tuple[Heading, tuple[Section, ...]]:
    match record.resource:
        case Operation() as operation:
            return details.operation_heading(operation), details.operation_sections(operation, now, zone)
        case Draft() as draft:
            return details.draft_heading(draft, vessel), details.draft_sections(draft, now, zone)
        case Nomination() as nomination:
            return details.nomination_heading(nomination, vessel), details.nomination_sections(nomination, now, zone)


def chooser_words(record: Record) -> tuple[str, str]:
    """A line and a detail line for choosing among records that share a reference."""
    match record.resource:
        case Operation() as operation:
            heading = details.operation_heading(operation)
        case Draft() as draft:
            heading = details.draft_heading(draft)
        case Nomination() as nomination:
            heading = details.nomination_heading(nomination)
    return f"{record.kind.capitalize()}, {heading.status}", heading.subtitle
