"""Operations and their document references ("Operation")."""

from bunkerdesk.contract.delivery_note import AnyNote
from bunkerdesk.contract.enums import DocumentType, NextDestination, OperationStatus, TransactionType
from bunkerdesk.contract.resource import Open, Resource


class OperationSupplier(Resource):
    """Supplying company and asset; `asset_identifier` is a text, for example an IMO number."""

    required = frozenset({"companyName", "assetName"})

    company_name: str | None = None
    asset_name: str | None = None
    company_entity_reference: str | None = None
    order_reference: str | None = None
    asset_identifier: str | None = None


class OperationReceiver(Resource):
    """Receiving company and vessel."""

    required = frozenset({"companyName", "vesselName"})

    company_name: str | None = None
    vessel_name: str | None = None
    vessel_identifier: str | None = None
    next_port_code: str | None = None
    next_destination: Open[NextDestination] | None = None


class DocumentReference(Resource):
    """A document of an operation; `document_id` is opaque, `document_name` is never to be trusted as a path."""

    required = frozenset({"documentId", "documentType", "documentName"})

    document_id: str | None = None
    document_type: Open[DocumentType] | None = None
    document_name: str | None = None
    fuel_index: int | None = None


class Operation(Resource):
    """The bunkering delivery itself, under the reference of its nomination."""

    required = frozenset(
        {
            "status",
            "clientReference",
            "operationStandardCode",
            "bunkeringLocationCode",
            "supplier",
            "receiver",
            "bunkerDeliveryNotes",
            "documentReferences",
        }
    )

    status: Open[OperationStatus] | None = None
    client_reference: str | None = None
    operation_standard_code: str | None = None
    bunkering_location_code: str | None = None
    bunkering_location_name: str | None = None
    port_bunkering_location_code: str | None = None
    transaction_type: Open[TransactionType] | None = None
    """Only under an operation standard of type `Transfer`."""
    loading_number: str | None = None
    """Loading operations only."""
    supplier: OperationSupplier | None = None
    receiver: OperationReceiver | None = None
    bunker_delivery_notes: list[AnyNote] | None = None
    document_references: list[DocumentReference] | None = None
