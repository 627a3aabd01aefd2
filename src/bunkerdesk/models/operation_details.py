"""The sections of an operation: parties, every delivery note grouped as on paper, documents."""

from collections.abc import Iterable
from datetime import datetime, tzinfo

from bunkerdesk.contract.delivery_note import ConventionalNote, DeliveryNote, LngNote
from bunkerdesk.contract.operation import DocumentReference, Operation
from bunkerdesk.contract.resource import Resource
from bunkerdesk.models.detail_lines import Line, Page, Section, Table, also_reported, departure_section, place_lines
from bunkerdesk.rules import wording

_OPERATION = (
    "transaction_type",
    "loading_number",
)
_PLACE = ("bunkering_location_code", "bunkering_location_name", "port_bunkering_location_code")
_SUPPLIER = ("company_name", "asset_name", "asset_identifier", "order_reference", "company_entity_reference")
_RECEIVER = ("company_name", "vessel_name", "vessel_identifier", "next_port_code", "next_destination")

# A note as it is laid out on paper: what it is, who receives, who supplies, the product, its quality, the times.
_NOTE_PARTS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("note", "", ("number", "bunker_type", "fuel_index", "delivery_date")),
    (
        "receiver",
        "receiving vessel",
        (
            "receiver_vessel_name",
            "receiver_vessel_imo",
            "receiver_vessel_gross_tonnage",
            "receiver_company_name",
            "receiver_vessel_next_port",
            "receiver_next_destination",
        ),
    ),
    (
        "supplier",
        "supplier",
        (
            "supplier_company_name",
            "supplier_asset_name",
            "supplier_asset_imo",
            "supplier_asset_harbour_license_number",
        ),
    ),
    (
        "product",
        "product and quantity",
        (
            "product_name",
            "quantity_delivered",
            "quantity_received",
            "biofuel_quantity_delivered",
            "bunker_metering_ticket_number",
            "is_excise_fee_applicable",
        ),
    ),
    (
        "quality",
        "quality",
        (
            "product_sulphur_content",
            "product_density",
            "product_viscosity",
            "product_flash_point",
            "product_pour_point",
            "product_water_content",
        ),
    ),
    ("lng", "LNG properties", ("fuel_properties",)),
    (
        "times",
        "times",
        (
            "all_fast_timestamp",
            "connect_timestamp",
            "opening_cts_timestamp",
            "start_transfer_timestamp",
            "end_transfer_timestamp",
            "closing_cts_timestamp",
            "draining_timestamp",
            "disconnect_timestamp",
            "cast_off_timestamp",
        ),
    ),
    (
        "remarks",
        "signatures and remarks",
        ("cargo_officer_name", "chief_engineer_name", "is_note_of_protest_issued", "customer_rating"),
    ),
)
# MARPOL Annex VI, appendix V asks for these on the note of an oil fuel; the common part requires the names.
_LOOKED_FOR = {
    ConventionalNote: frozenset(
        {
            "number",
            "receiver_vessel_name",
            "receiver_vessel_imo",
            "supplier_company_name",
            "product_name",
            "quantity_delivered",
            "product_sulphur_content",
            "product_density",
            "product_flash_point",
            "start_transfer_timestamp",
            "end_transfer_timestamp",
            "cargo_officer_name",
            "chief_engineer_name",
        }
    ),
    LngNote: frozenset(
        {"number", "product_name", "quantity_delivered", "start_transfer_timestamp", "end_transfer_timestamp"}
    ),
}


def operation_sections(operation: Operation, now: datetime, desk_zone: tzinfo | str) -> tuple[Section, ...]:
    """The sections of an operation."""
    page = Page(now, desk_zone)
    supplier = page.lines(operation.supplier, "supplier", _SUPPLIER, ("company_name", "asset_name"))
    receiver = page.lines(operation.receiver, "receiver", _RECEIVER, ("company_name", "vessel_name"))
    sections = [
        Section("operation", "Operation", tuple(_operation_lines(page, operation))),
        Section("supplier", "Supplier", tuple(supplier)),
        Section("receiver", "Receiver", tuple(receiver)),
    ]
    notes = operation.bunker_delivery_notes or []
    for place, note in enumerate(notes):
        sections += _note_sections(page, place, note, several=len(notes) > 1)
    if not notes:
        nothing = Line("Notes", "none yet", tone="neutral", key="bunkerDeliveryNotes")
        sections.append(Section("notes", "Bunker delivery notes", (nothing,)))
    sections.append(_documents(operation.document_references or []))
    unknown = [line for line in also_reported(page, operation) if not line.key.startswith("bunkerDeliveryNotes[")]
    if unknown:
        sections.append(Section("also", "Also reported", tuple(unknown)))
    return (*sections, *departure_section(operation))


def _operation_lines(page: Page, operation: Operation) -> Iterable[Line]:
    standard = ("operation_standard_code",)
    yield from page.lines(operation, "", standard, standard)
    yield from place_lines(page, operation, "", _PLACE)
    yield from page.lines(operation, "", _OPERATION)
    total = wording.total_delivered(operation.bunker_delivery_notes)
    if total:
        yield Line("Total delivered", total, "added up from the delivery notes", exact=total)


def _note_sections(page: Page, place: int, note: DeliveryNote, *, several: bool) -> list[Section]:
    path = f"bunkerDeliveryNotes[{place}]"
    name = f"Delivery note {note.number or place + 1}"
    looked_for = _LOOKED_FOR.get(type(note), frozenset({"number", "bunker_type"}))
    sections = []
    for key, title, names in _NOTE_PARTS:
        lines = tuple(page.lines(note, path, names, looked_for & frozenset(names)))
        if key == "product":
            lines += tuple(_quantity_lines(page, note, path))
        if lines:
            heading = name if not title else f"{name}: {title}" if several else wording.first_upper(title)
            sections.append(Section(f"note:{place}:{key}", heading, lines))
    unknown = [line for line in also_reported(page, note, f"{path}.") if ".quantityDelivered." not in line.key]
    if unknown:
        sections.append(Section(f"note:{place}:also", f"{name}: also reported", tuple(map(_short, unknown))))
    return sections


def _quantity_lines(page: Page, note: DeliveryNote, path: str) -> Iterable[Line]:
    """The LNG quantity object has no shown fields: whatever it holds is listed."""
    quantity = getattr(note, "quantity_delivered", None)
    if isinstance(note, LngNote) and isinstance(quantity, Resource):
        yield from map(_short, also_reported(page, quantity, f"{path}.quantityDelivered."))


def _short(line: Line) -> Line:
    """Without the words for the note itself, which the section's title says."""
    inside = wording.field_words(line.key.split("].", 1)[-1])
    return Line(inside, line.value, line.hint, line.tone, line.exact, line.key)


def _documents(documents: list[DocumentReference]) -> Section:
    if not documents:
        nothing = Line("Files", "none yet", tone="neutral", key="documentReferences")
        return Section("documents", "Documents", (nothing,))
    rows = tuple(
        (
            wording.word("documentType", each.document_type) or wording.NOT_REPORTED,
            each.document_name or wording.NOT_REPORTED,
            "" if each.fuel_index is None else str(each.fuel_index),
        )
        for each in documents
    )
    keys = tuple(each.document_id or "" for each in documents)
    return Section("documents", "Documents", (), (Table(("Document type", "Document name", "Fuel index"), rows, keys),))
