"""The rows of the table of notes: fields by group as on paper, with where the nomination says the same. No Qt."""

from collections.abc import Callable
from dataclasses import dataclass

from bunkerdesk.rules import wording
from bunkerdesk.rules.notes.case import Case

Value = Callable[[Case], str]


@dataclass(frozen=True, slots=True)
class Field:
    """A row: the Python name of the note's field, its group, and where nomination and certificate say the same."""

    name: str
    group: str
    label: str = ""
    nominated: Value | None = None
    is_due: bool = False
    """Shown as missing where no note states it."""


def _vessel(case: Case) -> str:
    receiver = case.nomination.receiver if case.nomination else None
    return (receiver.vessel_name if receiver else None) or ""


def _vessel_imo(case: Case) -> str:
    receiver = case.nomination.receiver if case.nomination else None
    given = receiver.vessel_identifier if receiver else None
    return str(given.imo) if given and given.imo is not None else ""


def _receiver(case: Case) -> str:
    receiver = case.nomination.receiver if case.nomination else None
    return (receiver.company_name or receiver.company_identifier or "") if receiver else ""


def _supplier(case: Case) -> str:
    supplier = case.nomination.supplier if case.nomination else None
    return (supplier.company_identifier or "") if supplier else ""


def _asset_imo(case: Case) -> str:
    supplier = case.nomination.supplier if case.nomination else None
    vessel = supplier.asset_identifier.vessel if supplier and supplier.asset_identifier else None
    return str(vessel.imo) if vessel and vessel.imo is not None else ""


def _planned(case: Case) -> str:
    moment = case.delivery.estimated_time_of_bunkering
    return f"{wording.port_time(moment, case.now.date())[0]}" if moment else ""


def _fuel(case: Case) -> str:
    return wording.fuel(case.specification) if case.specification else ""


def _range(case: Case) -> str:
    words = [wording.quantity_range(item.quantity_range) for item in case.specifications()]
    return " + ".join(filter(None, words))


FIELDS = (
    Field("number", "Note", "Number", is_due=True),
    Field("delivery_date", "Note", "Delivery date"),
    Field("bunker_metering_ticket_number", "Note", "Metering ticket"),
    Field("is_note_of_protest_issued", "Note", "Note of protest issued"),
    Field("is_excise_fee_applicable", "Note", "Excise fee applies"),
    Field("customer_rating", "Note"),
    Field("supplier_company_name", "Parties", "Supplier", _supplier),
    Field("receiver_company_name", "Parties", "Receiver", _receiver),
    Field("cargo_officer_name", "Parties", "Cargo officer", is_due=True),
    Field("chief_engineer_name", "Parties", "Chief engineer", is_due=True),
    Field("receiver_vessel_name", "Vessel", "Receiving vessel", _vessel, is_due=True),
    Field("receiver_vessel_imo", "Vessel", "Vessel IMO", _vessel_imo, is_due=True),
    Field("receiver_vessel_gross_tonnage", "Vessel", "Gross tonnage"),
    Field("receiver_vessel_next_port", "Vessel", "Next port"),
    Field("receiver_next_destination", "Vessel", "Next destination"),
    Field("supplier_asset_name", "Vessel", "Supplying asset"),
    Field("supplier_asset_imo", "Vessel", "Asset IMO", _asset_imo),
    Field("supplier_asset_harbour_license_number", "Vessel", "Harbour licence"),
    Field("all_fast_timestamp", "Times, port clock", "All fast", _planned),
    Field("connect_timestamp", "Times, port clock", "Hose connected"),
    Field("opening_cts_timestamp", "Times, port clock", "Opening CTS reading"),
    Field("start_transfer_timestamp", "Times, port clock", "Start of transfer"),
    Field("end_transfer_timestamp", "Times, port clock", "End of transfer"),
    Field("closing_cts_timestamp", "Times, port clock", "Closing CTS reading"),
    Field("draining_timestamp", "Times, port clock", "Draining"),
    Field("disconnect_timestamp", "Times, port clock", "Hose disconnected"),
    Field("cast_off_timestamp", "Times, port clock", "Cast off"),
    Field("product_name", "Product", "Product", _fuel, is_due=True),
    Field("quantity_delivered", "Quantity", "Delivered", _range, is_due=True),
    Field("quantity_received", "Quantity", "Received"),
    Field("biofuel_quantity_delivered", "Quantity", "Biofuel"),
)
ORDER = ("Quantity", "Product", "Quality", "Composition", "Heating values", "Vessel", "Parties",
          "Times, port clock", "Note", "Also reported")  # fmt: skip
