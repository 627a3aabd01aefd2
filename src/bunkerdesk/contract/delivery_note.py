"""Bunker delivery notes: conventional, LNG, and whatever variant may come ("Bunker delivery note")."""

from datetime import date
from typing import Annotated, Any

from pydantic import Discriminator, Tag

from bunkerdesk.contract.enums import BunkerType, NextDestination
from bunkerdesk.contract.resource import Exact, Open, PortTime, Resource


class Measurement(Resource):
    """Decimal measurement: a number and its unit as a stored, human-readable word ("metric tons")."""

    required = frozenset({"value", "unit"})

    value: Exact | None = None
    unit: str | None = None


class TextMeasurement(Resource):
    """Text measurement: `<0.10`, `>70` or `0,48`, with its unit word."""

    required = frozenset({"value", "unit"})

    value: str | None = None
    unit: str | None = None


class DeliveryNote(Resource):
    """The common part of all variants. Times are port local."""

    required = frozenset({"bunkerType", "number", "cargoOfficerName", "chiefEngineerName"})

    bunker_type: Open[BunkerType] | None = None
    fuel_index: int | None = None
    """Set when the note is fuel-specific."""
    number: str | None = None
    cargo_officer_name: str | None = None
    chief_engineer_name: str | None = None
    receiver_company_name: str | None = None
    receiver_vessel_name: str | None = None
    receiver_vessel_next_port: str | None = None
    receiver_next_destination: Open[NextDestination] | None = None
    receiver_vessel_imo: int | None = None
    receiver_vessel_gross_tonnage: int | None = None
    supplier_company_name: str | None = None
    supplier_asset_name: str | None = None
    supplier_asset_harbour_license_number: str | None = None
    supplier_asset_imo: int | None = None
    delivery_date: date | None = None
    all_fast_timestamp: PortTime | None = None
    connect_timestamp: PortTime | None = None
    start_transfer_timestamp: PortTime | None = None
    end_transfer_timestamp: PortTime | None = None
    draining_timestamp: PortTime | None = None
    disconnect_timestamp: PortTime | None = None
    cast_off_timestamp: PortTime | None = None


class ConventionalNote(DeliveryNote):
    """ "Conventional BDN": oil fuels, and methanol too."""

    required = DeliveryNote.required | {"productName", "quantityDelivered"}

    product_name: str | None = None
    quantity_delivered: Measurement | None = None
    quantity_received: Measurement | None = None
    """Loading and Singapore transfer operations only."""
    biofuel_quantity_delivered: Measurement | None = None
    """Metric tons; only under the RED III operation standard."""
    product_viscosity: Measurement | None = None
    product_density: Measurement | None = None
    product_pour_point: Measurement | None = None
    product_flash_point: TextMeasurement | None = None
    product_water_content: TextMeasurement | None = None
    product_sulphur_content: TextMeasurement | None = None
    bunker_metering_ticket_number: str | None = None
    customer_rating: str | None = None
    is_note_of_protest_issued: bool | None = None


class LngFuelProperties(Resource):
    """ "LNG fuel properties"; whether contents are mole or mass per cent is not stated.

    Heating values per mass in MJ/kg, Btu/kg and kWh/kg; per volume in MJ/m3 and Btu/scf. Fields ending in MMBtu
    are deprecated since 2026-08-23.
    """

    methane: Exact | None = None
    ethane: Exact | None = None
    propane: Exact | None = None
    iso_butane: Exact | None = None
    n_butane: Exact | None = None
    iso_pentane: Exact | None = None
    neo_pentane: Exact | None = None
    n_pentane: Exact | None = None
    n_hexane: Exact | None = None
    nitrogen: Exact | None = None
    sulphur: str | None = None
    density: Measurement | None = None
    methane_number: Exact | None = None
    methane_number_method: str | None = None
    gross_heating_value_mass_mj: Exact | None = None
    net_heating_value_mass_mj: Exact | None = None
    gross_heating_value_mass_btu: Exact | None = None
    net_heating_value_mass_btu: Exact | None = None
    gross_heating_value_mass_kwh: Exact | None = None
    net_heating_value_mass_kwh: Exact | None = None
    gross_heating_value_volume_mj: Exact | None = None
    net_heating_value_volume_mj: Exact | None = None
    gross_heating_value_mass_mmbtu: Exact | None = None
    net_heating_value_mass_mmbtu: Exact | None = None
    gross_heating_value_volume_btu_scf: Exact | None = None
    net_heating_value_volume_btu_scf: Exact | None = None
    gross_wobbe_index_btu_scf: Exact | None = None
    net_wobbe_index_btu_scf: Exact | None = None
    gross_heating_value_volume_mmbtu: Exact | None = None
    net_heating_value_volume_mmbtu: Exact | None = None
    gross_wobbe_index_mmbtu: Exact | None = None
    net_wobbe_index_mmbtu: Exact | None = None


class LngQuantity(Resource):
    """LNG `quantityDelivered`: its fields are not shown, so it is read generically."""


class LngNote(DeliveryNote):
    """ "LNG BDN"."""

    required = DeliveryNote.required | {"productName"}

    product_name: str | None = None
    is_excise_fee_applicable: bool | None = None
    opening_cts_timestamp: PortTime | None = None
    closing_cts_timestamp: PortTime | None = None
    fuel_properties: LngFuelProperties | None = None
    quantity_delivered: LngQuantity | None = None


class OtherNote(DeliveryNote):
    """A variant this version does not know: the common part is read, the rest is in `unknown_fields`."""

    product_name: str | None = None


def _variant(value: Any) -> str:
    kind = value.get("bunkerType") if isinstance(value, dict) else getattr(value, "bunker_type", None)
    return kind if isinstance(kind, str) and BunkerType.known(kind) else "other"


AnyNote = Annotated[
    Annotated[ConventionalNote, Tag("conventional")]
    | Annotated[LngNote, Tag("lng")]
    | Annotated[OtherNote, Tag("other")],
    Discriminator(_variant),
]
