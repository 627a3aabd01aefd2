"""What the service accepts: upserts, cancel, reschedule, accept ("Endpoints").

The complete shapes are not shown; these are the plainest reading of the rules that are. Times to be sent need an
offset (400), a laycan goes whole or not at all, legacy transaction types are refused (422).
"""

from bunkerdesk.contract.enums import DeliveryMethod, NextDestination, NominationStatus, PriceType, TransactionType
from bunkerdesk.contract.nomination import AssetIdentifier, FuelSpecification, Stakeholder, VesselIdentifier
from bunkerdesk.contract.resource import Open, PortTime, Resource, SentTime


class DeliveryToSend(Resource):
    """ "Delivery" without its read-only fields."""

    operation_standard_code: str | None = None
    bunkering_location_code: str | None = None
    port_bunkering_location_code: str | None = None
    bunkering_location_details: str | None = None
    delivery_method: Open[DeliveryMethod] | None = None
    berth_time: SentTime | None = None
    pilot_time: SentTime | None = None
    estimated_time_of_bunkering: SentTime | None = None
    estimated_alongside_time: SentTime | None = None
    laycan_start: SentTime | None = None
    laycan_end: SentTime | None = None
    estimated_bunkering_duration_in_minutes: int | None = None
    supplier_asset_buffer_time_in_minutes: int | None = None
    contract_reference: str | None = None
    gas_up_required: bool | None = None
    cool_down_required: bool | None = None
    transaction_type: Open[TransactionType] | None = None


class SupplierToSend(Resource):
    """Supplier section of the supplier and draft upserts."""

    company_identifier: str | None = None
    """Another company than the caller's: the caller acts as its asset operator."""
    asset_identifier: AssetIdentifier | None = None
    company_entity_reference: str | None = None
    order_reference: str | None = None
    internal_reference: str | None = None
    internal_instructions: str | None = None
    price_type: Open[PriceType] | None = None
    asset_operator_company_identifier: str | None = None


class ReceiverCommon(Resource):
    """Receiver fields that every upsert accepts."""

    order_reference: str | None = None
    vessel_identifier: VesselIdentifier | None = None
    estimated_time_of_arrival: SentTime | None = None
    estimated_time_of_departure: SentTime | None = None
    last_port_code: str | None = None
    next_port_code: str | None = None
    next_destination: Open[NextDestination] | None = None
    counterpart_entity_reference: str | None = None
    company_entity_reference: str | None = None
    contact_name: str | None = None


class ReceiverForSupplier(ReceiverCommon):
    """Receiver section of the supplier upsert: exactly one of identifier and name, unless it is a transfer."""

    company_identifier: str | None = None
    company_name: str | None = None


class ReceiverForDraft(ReceiverForSupplier):
    """Receiver section of the draft upsert; without a company it follows from the counterpart entity."""

    vessel_name: str | None = None


class ReceiverForReceiver(ReceiverCommon):
    """Receiver section of the receiver upsert: no company identifier, the caller is the receiver."""

    asset_operator_company_identifier: str | None = None


class SupplierUpsert(Resource):
    """PUT /v1/nominations/supplier."""

    required = frozenset({"clientReference", "delivery"})

    client_reference: str | None = None
    delivery: DeliveryToSend | None = None
    supplier: SupplierToSend | None = None
    receiver: ReceiverForSupplier | None = None
    fuel_specifications: list[FuelSpecification] | None = None
    stakeholders: list[Stakeholder] | None = None


class ReceiverUpsert(Resource):
    """PUT /v1/nominations/receiver; the supplier's fields stand at the top."""

    required = frozenset({"clientReference", "delivery"})

    client_reference: str | None = None
    delivery: DeliveryToSend | None = None
    receiver: ReceiverForReceiver | None = None
    supplier_company_identifier: str | None = None
    """Required unless the transaction type is `transfer` (422)."""
    supplier_company_entity_reference: str | None = None
    supplier_counterpart_entity_reference: str | None = None
    supplier_order_reference: str | None = None
    supplier_internal_instructions: str | None = None
    supplier_asset_identifier: AssetIdentifier | None = None
    fuel_specifications: list[FuelSpecification] | None = None
    stakeholders: list[Stakeholder] | None = None


class DraftUpsert(Resource):
    """PUT /v1/nominations/drafts."""

    required = frozenset({"clientReference"})

    client_reference: str | None = None
    delivery: DeliveryToSend | None = None
    supplier: SupplierToSend | None = None
    receiver: ReceiverForDraft | None = None
    fuel_specifications: list[FuelSpecification] | None = None
    stakeholders: list[Stakeholder] | None = None
    laycan_start: SentTime | None = None
    laycan_end: SentTime | None = None


class Cancellation(Resource):
    """PUT …/cancel: the reason is mandatory."""

    required = frozenset({"reason"})

    reason: str | None = None


class Rescheduling(Resource):
    """PATCH …/schedule (deprecated); which fields are required is not shown."""

    estimated_time_of_bunkering: SentTime | None = None
    estimated_bunkering_duration_in_minutes: int | None = None
    supplier_asset: AssetIdentifier | None = None


class StatusAnswer(Resource):
    """Answer of cancel and reschedule; `last_changed_at_utc` is UTC."""

    required = frozenset({"clientReference", "status", "lastChangedAtUtc"})

    client_reference: str | None = None
    status: Open[NominationStatus] | None = None
    last_changed_at_utc: PortTime | None = None
