"""Nominations as the service answers them: firm and draft (specification, "Resources and their fields")."""

from bunkerdesk.contract.enums import (
    DeliveryMethod,
    DraftStatus,
    Generation,
    Grade,
    NextDestination,
    NominationStatus,
    PriceType,
    QuantityUnit,
    StakeholderType,
    TransactionDirection,
    TransactionType,
)
from bunkerdesk.contract.resource import Exact, Open, PortTime, Resource


class Delivery(Resource):
    """ "Delivery": where, when and how. Times are port local with the port's offset."""

    operation_standard_code: str | None = None
    bunkering_location_code: str | None = None
    """UN/LOCODE."""
    bunkering_location_name: str | None = None
    """Read-only."""
    port_bunkering_location_code: str | None = None
    bunkering_location_details: str | None = None
    delivery_method: Open[DeliveryMethod] | None = None
    berth_time: PortTime | None = None
    pilot_time: PortTime | None = None
    estimated_time_of_bunkering: PortTime | None = None
    """Always required on supplier and receiver upserts."""
    estimated_alongside_time: PortTime | None = None
    """Refused with 422 unless the company has the Estimated Alongside Time field enabled."""
    laycan_start: PortTime | None = None
    laycan_end: PortTime | None = None
    estimated_time_of_completion: PortTime | None = None
    """Read-only."""
    estimated_bunkering_duration_in_minutes: int | None = None
    supplier_asset_buffer_time_in_minutes: int | None = None
    contract_reference: str | None = None
    """Firm nominations only."""
    gas_up_required: bool | None = None
    cool_down_required: bool | None = None
    transaction_type: Open[TransactionType] | None = None
    transaction_direction: Open[TransactionDirection] | None = None
    """Read-only, derived from the caller's role."""
    is_best_endeavour_basis: bool | None = None
    """Read-only, maintained elsewhere."""


class VesselIdentifier(Resource):
    """IMO ship number, MMSI or an opaque id of the company's own."""

    imo: int | None = None
    mmsi: int | None = None
    external_id: str | None = None


class AssetIdentifier(Resource):
    """The supplying asset: a vessel, or a terminal for terminal and truck deliveries."""

    vessel: VesselIdentifier | None = None
    terminal_name: str | None = None


class Supplier(Resource):
    """ "Supplier"."""

    company_identifier: str | None = None
    asset_identifier: AssetIdentifier | None = None
    company_entity_reference: str | None = None
    counterpart_entity_reference: str | None = None
    """Read-only."""
    order_reference: str | None = None
    internal_reference: str | None = None
    internal_instructions: str | None = None
    price_type: Open[PriceType] | None = None
    asset_operator_company_identifier: str | None = None
    """Only for callers on the supplier's side."""


class Receiver(Resource):
    """ "Receiver"; `company_name` and `vessel_name` in drafts."""

    company_identifier: str | None = None
    company_name: str | None = None
    order_reference: str | None = None
    vessel_identifier: VesselIdentifier | None = None
    vessel_name: str | None = None
    estimated_time_of_arrival: PortTime | None = None
    estimated_time_of_departure: PortTime | None = None
    last_port_code: str | None = None
    next_port_code: str | None = None
    next_destination: Open[NextDestination] | None = None
    counterpart_entity_reference: str | None = None
    company_entity_reference: str | None = None
    contact_name: str | None = None
    asset_operator_company_identifier: str | None = None
    """Only for callers on the receiver's side."""


class QuantityRange(Resource):
    """Nominated quantity; at most 28 significant digits each, else 400. `min_quantity` is optional in drafts."""

    min_quantity: Exact | None = None
    max_quantity: Exact | None = None
    unit: Open[QuantityUnit] | None = None


class NumberValue(Resource):
    """A number with its unit; the allowed units are not shown."""

    value: Exact | None = None
    unit: str | None = None


class TextValue(Resource):
    """A text such as `<0.10` with its unit."""

    value: str | None = None
    unit: str | None = None


class CertificateOfQuality(Resource):
    """Properties stated before delivery."""

    identifier: str | None = None
    flash_point: TextValue | None = None
    pour_point: NumberValue | None = None
    viscosity: NumberValue | None = None
    sulphur_content: TextValue | None = None
    density: NumberValue | None = None
    water_content: TextValue | None = None


class BiofuelProperties(Resource):
    """Feedstock, blend and certification; the meaning of `iscc_value` is not stated."""

    type_of_feedstock: str | None = None
    blend_ratio: Exact | None = None
    generation_code: Open[Generation] | None = None
    iscc_certified: bool | None = None
    iscc_value: Exact | None = None
    certificate_scheme: str | None = None


class FuelSpecification(Resource):
    """One fuel of a nomination; its position is the `fuelIndex` of notes and documents."""

    fuel_type: str | None = None
    """A `name` of the fuel-types list."""
    quantity_range: QuantityRange | None = None
    grade: Open[Grade] | None = None
    brand: str | None = None
    certificate_of_quality: CertificateOfQuality | None = None
    biofuel_properties: BiofuelProperties | None = None


class Stakeholder(Resource):
    """A further party, such as the surveyor."""

    type: Open[StakeholderType] | None = None
    company_identifier: str | None = None
    user_email: str | None = None


class NominationBody(Resource):
    """What firm and draft nominations share."""

    required = frozenset({"clientReference"})

    client_reference: str | None = None
    delivery: Delivery | None = None
    supplier: Supplier | None = None
    receiver: Receiver | None = None
    fuel_specifications: list[FuelSpecification] | None = None
    stakeholders: list[Stakeholder] | None = None
    """Present only if there are any."""


class Nomination(NominationBody):
    """ "Firm nomination"."""

    status: Open[NominationStatus] | None = None


class Draft(NominationBody):
    """ "Draft nomination": own status, laycan at the top, neither contract nor completion time."""

    status: Open[DraftStatus] | None = None
    laycan_start: PortTime | None = None
    laycan_end: PortTime | None = None


class Pagination(Resource):
    """Where a page of drafts stands; `next_cursor` is opaque."""

    next_cursor: str | None = None
    has_more: bool | None = None
    limit: int | None = None


class DraftPage(Resource):
    """GET /v1/nominations/drafts: default 50 a page, clamped to 1..200."""

    required = frozenset({"data", "pagination"})

    data: list[Draft] | None = None
    pagination: Pagination | None = None

    @property
    def lacks_the_way_on(self) -> bool:
        """Whether it says that there is more and does not say where."""
        return bool(self.pagination and self.pagination.has_more and not self.pagination.next_cursor)
