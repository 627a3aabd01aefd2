"""What the detail pages of nominations, drafts and operations say. No Qt: views render it.

Every field of the specification has its place, named as the trade names it. Absent ones are left out, except those a
desk looks for, which are shown as not reported; a port's name is not said twice.
"""

from datetime import datetime, tzinfo

from bunkerdesk.contract.nomination import (
    Delivery,
    Draft,
    FuelSpecification,
    Nomination,
    NominationBody,
    Receiver,
    Stakeholder,
)
from bunkerdesk.contract.operation import Operation
from bunkerdesk.models.detail_lines import (
    Heading,
    Line,
    Page,
    Section,
    Table,
    also_reported,
    departure_section,
    label_of,
    place_lines,
)
from bunkerdesk.models.operation_details import operation_sections
from bunkerdesk.rules import ports, schedule, wording

__all__ = [
    "Heading",
    "Line",
    "Section",
    "Table",
    "draft_heading",
    "draft_sections",
    "nomination_heading",
    "nomination_sections",
    "operation_heading",
    "operation_sections",
]

_PLACE = (
    "bunkering_location_code",
    "bunkering_location_name",
    "port_bunkering_location_code",
    "bunkering_location_details",
)
_TERMS = (
    "delivery_method",
    "operation_standard_code",
    "contract_reference",
    "transaction_type",
    "transaction_direction",
    "gas_up_required",
    "cool_down_required",
    "is_best_endeavour_basis",
)
_SUPPLIER = (
    "company_identifier",
    "asset_identifier",
    "order_reference",
    "internal_reference",
    "internal_instructions",
    "price_type",
    "company_entity_reference",
    "counterpart_entity_reference",
    "asset_operator_company_identifier",
)
_RECEIVER = (
    "company_name",
    "company_identifier",
    "vessel_name",
    "vessel_identifier",
    "order_reference",
    "contact_name",
    "estimated_time_of_arrival",
    "estimated_time_of_departure",
    "last_port_code",
    "next_port_code",
    "next_destination",
    "company_entity_reference",
    "counterpart_entity_reference",
    "asset_operator_company_identifier",
)
_FUEL = ("fuel_type", "grade", "brand", "quantity_range")


def nomination_sections(nomination: Nomination, now: datetime, desk_zone: tzinfo | str) -> tuple[Section, ...]:
    """The sections of a firm nomination."""
    return _body_sections(nomination, Page(now, desk_zone))


def draft_sections(draft: Draft, now: datetime, desk_zone: tzinfo | str) -> tuple[Section, ...]:
    """The sections of a draft nomination."""
    return _body_sections(draft, Page(now, desk_zone))


def _body_sections(body: NominationBody, page: Page) -> tuple[Section, ...]:
    supplier = page.lines(body.supplier, "supplier", _SUPPLIER, ("company_identifier",))
    sections = [
        Section("delivery", "Delivery", tuple(_delivery_lines(body, page))),
        Section("supplier", "Supplier", tuple(supplier)),
        _receiver_section(page, body.receiver),
    ]
    sections += [_fuel_section(page, place, fuel) for place, fuel in enumerate(body.fuel_specifications or ())]
    if not body.fuel_specifications:
        nothing = Line("Specification", wording.NOT_REPORTED, tone="neutral", key="fuelSpecifications")
        sections.append(Section("fuel", "Fuel", (nothing,)))
    sections += _stakeholder_section(body.stakeholders or [])
    unknown = also_reported(page, body)
    if unknown:
        sections.append(Section("also", "Also reported", tuple(unknown)))
    return (*sections, *departure_section(body))


def _receiver_section(page: Page, receiver: Receiver | None) -> Section:
    """The company goes by name or identifier and the vessel by name or number: one of each is looked for."""
    important = []
    if receiver is None or not (receiver.company_name or receiver.company_identifier):
        important.append("company_identifier")
    if receiver is None or not (receiver.vessel_name or receiver.vessel_identifier):
        important.append("vessel_identifier")
    return Section("receiver", "Receiver", tuple(page.lines(receiver, "receiver", _RECEIVER, important)))


def _delivery_lines(body: NominationBody, page: Page) -> list[Line]:
    delivery = body.delivery or Delivery()
    bunkering = ("estimated_time_of_bunkering", "estimated_bunkering_duration_in_minutes")
    return [
        *page.lines(delivery, "delivery", bunkering, bunkering),
        *page.lines(delivery, "delivery", ("supplier_asset_buffer_time_in_minutes",)),
        *_completion_line(delivery, page),
        *_laycan_lines(body, page),
        *page.lines(delivery, "delivery", ("estimated_alongside_time", "pilot_time", "berth_time")),
        *place_lines(page, delivery, "delivery", _PLACE),
        *page.lines(delivery, "delivery", _TERMS, ("delivery_method", "operation_standard_code")),
    ]


def _completion_line(delivery: Delivery, page: Page) -> list[Line]:
    finish = schedule.completion(delivery)
    if finish is None:
        return []
    moment, is_derived = finish
    name = "estimatedTimeOfCompletion"
    return [page.time(label_of(name), f"delivery.{name}", moment, "derived" if is_derived else "")]


def _laycan_lines(body: NominationBody, page: Page) -> list[Line]:
    window = schedule.laycan(body)
    if window is None or not window.is_derived:
        lines = list(page.lines(body.delivery, "delivery", ("laycan_start", "laycan_end")))
        stated_above = page.lines(body, "", ("laycan_start", "laycan_end")) if isinstance(body, Draft) else ()
        said = {(line.label, line.value) for line in lines}
        # A draft states its laycan at the top, in its delivery, or in both.
        return [*lines, *(line for line in stated_above if (line.label, line.value) not in said)]
    start, _ = wording.port_time(window.start, page.now.date())
    end, offset = wording.port_time(window.end, page.now.date())
    exact = f"{wording.exact_time(window.start)}/{wording.exact_time(window.end)}"
    hint = "derived from the bunkering time and its duration"
    return [Line("Laycan", f"{start} to {end} {offset}", hint, "neutral", exact, "delivery.laycanStart")]


def _fuel_section(page: Page, place: int, fuel: FuelSpecification) -> Section:
    path = f"fuelSpecifications[{place}]"
    name = wording.fuel(fuel)
    lines = [
        *page.lines(fuel, path, _FUEL, ("fuel_type", "quantity_range")),
        *(_under(line, "COQ") for line in page.lines(fuel, path, ("certificate_of_quality",))),
        *page.lines(fuel, path, ("biofuel_properties",)),
    ]
    return Section(f"fuel:{place}", f"Fuel {place + 1}: {name}" if name else f"Fuel {place + 1}", tuple(lines))


def _under(line: Line, source: str) -> Line:
    label = f"{line.label} ({source})" if line.label != "Identifier" else "Certificate"
    return Line(label, line.value, line.hint, line.tone, line.exact, line.key)


def _stakeholder_section(stakeholders: list[Stakeholder]) -> list[Section]:
    if not stakeholders:
        return []
    columns = ("Type", "Company identifier", "User email")
    rows = tuple(
        (wording.word("stakeholderType", each.type), each.company_identifier or "", each.user_email or "")
        for each in stakeholders
    )
    return [Section("stakeholders", "Stakeholders", (), (Table(columns, rows),))]


def nomination_heading(nomination: Nomination, known: str = "") -> Heading:
    """Reference, status and "EVER SUMMIT at Singapore, Eastern Anchorage".

    `known` is the ship's name as the lists say it, for a nomination that gives its number only.
    """
    return _body_heading("nomination", nomination, nomination.status, known)


def draft_heading(draft: Draft, known: str = "") -> Heading:
    """As of a nomination, with the draft's own status."""
    return _body_heading("draft", draft, draft.status, known)


def _body_heading(kind: str, body: NominationBody, status: str | None, known: str) -> Heading:
    receiver, delivery = body.receiver or Receiver(), body.delivery or Delivery()
    vessel = receiver.vessel_name or known
    if not vessel and receiver.vessel_identifier and receiver.vessel_identifier.imo:
        vessel = f"IMO {receiver.vessel_identifier.imo}"
    place = _port_words(delivery.bunkering_location_name, delivery.bunkering_location_code)
    where = ", ".join(filter(None, (place, delivery.bunkering_location_details)))
    return _heading(kind, body.client_reference, status, vessel, where)


def operation_heading(operation: Operation) -> Heading:
    """Reference, status, vessel and port of an operation."""
    receiver = operation.receiver
    vessel = (receiver.vessel_name or receiver.vessel_identifier or "") if receiver else ""
    where = _port_words(operation.bunkering_location_name, operation.bunkering_location_code)
    return _heading("operation", operation.client_reference, operation.status, vessel, where)


def _heading(kind: str, reference: str | None, status: str | None, vessel: str, where: str) -> Heading:
    subtitle = " at ".join(filter(None, (vessel or ("" if where else "Vessel and port not reported"), where)))
    words = wording.status(kind, status) or "Status not reported"
    return Heading(reference or "No reference", words, wording.status_tone(kind, status), subtitle)


def _port_words(name: str | None, code: str | None) -> str:
    return name or ports.shipped().name(code) or code or ""
