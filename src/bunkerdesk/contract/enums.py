"""The enumerations of the specification. All are open: an unknown value stays a plain text ("Conventions" 4)."""

from enum import auto

from bunkerdesk.contract.resource import OpenEnum


class NominationStatus(OpenEnum):
    """ "States and transitions"; `amended` is accepted though not currently returned."""

    SUPPLIER_REQUESTED = auto()
    SUPPLIER_UNASSIGNED = auto()
    SUPPLIER_ASSIGNED = auto()
    OPERATION_STARTED = auto()
    CANCELLED = auto()
    ACCEPTED = auto()
    AMENDED = auto()


class DraftStatus(OpenEnum):
    """ "Draft nomination status": one value is shown, the others are not."""

    IN_PROGRESS = auto()


class OperationStatus(OpenEnum):
    """ "Operation status", in the order of an operation's life."""

    CREATED = auto()
    STARTED = auto()
    INITIATING = auto()
    ONGOING = auto()
    FINALISING = auto()
    ENDED = auto()
    ARCHIVED = auto()


class DeliveryMethod(OpenEnum):
    """`vessel` is shown; terminal and truck are named under "Supplier"."""

    VESSEL = auto()
    TERMINAL = auto()
    TRUCK = auto()


class TransactionType(OpenEnum):
    """The two types; the legacy ones in `LEGACY_TRANSACTION_TYPES` are refused with 422."""

    TRANSFER = auto()
    CARGO = auto()


LEGACY_TRANSACTION_TYPES = frozenset({"cargo_in", "cargo_out", "transfer_in", "transfer_out"})


class TransactionDirection(OpenEnum):
    """Read-only, derived from the caller's role."""

    IN = auto()
    OUT = auto()
    IN_AND_OUT = auto()


class PriceType(OpenEnum):
    """Supplier's price type, optional."""

    FLOATING = auto()
    FIXED = auto()


class NextDestination(OpenEnum):
    """Receiver's next destination."""

    INTERNATIONAL = auto()
    DOMESTIC = auto()


class QuantityUnit(OpenEnum):
    """`metric_tonnes` is shown; the energy units are named as fuel measurement units."""

    METRIC_TONNES = auto()
    MMBTU = auto()
    MWH = auto()


class Generation(OpenEnum):
    """Biofuel generation; `gen1` is shown, others are not."""

    GEN1 = auto()


class StakeholderType(OpenEnum):
    """`surveyor` is shown, others are not."""

    SURVEYOR = auto()


class BunkerType(OpenEnum):
    """Discriminates the variants of a bunker delivery note."""

    CONVENTIONAL = auto()
    LNG = auto()


class Grade(OpenEnum):
    """ "Fuel grades": ISO 8217 residual (RM), distillate (DM, DF) and bio (RF) grades, methanol grades."""

    RMA = auto()
    RMB = auto()
    RMD = auto()
    RME = auto()
    RMG = auto()
    RMK = auto()
    DMX = auto()
    DMA = auto()
    DFA = auto()
    DMZ = auto()
    DFZ = auto()
    DMB = auto()
    DFB = auto()
    RF = auto()
    METHANOL_GRADE_A = auto()
    METHANOL_GRADE_B = auto()
    METHANOL_GRADE_C = auto()
    METHANOL_OTHERS = auto()
    OTHERS = auto()


class DocumentType(OpenEnum):
    """ "Document reference": the 31 kinds of paper of an operation."""

    BUNKER_DELIVERY_NOTE = auto()
    STATEMENT_OF_FACTS = auto()
    BUNKER_REQUISITION_FORM = auto()
    CUSTOMER_SATISFACTION_SURVEY = auto()
    CERTIFICATE_OF_QUALITY = auto()
    CERTIFICATE_OF_ORIGIN = auto()
    MASS_FLOW_METERING_SYSTEM_SEALS_CHECKLIST_PRE_OPERATION = auto()
    SAFETY_CHECKLIST = auto()
    METER_READING_RECORD_FORM_PRE_OPERATION = auto()
    OTHER = auto()
    MASS_FLOW_METERING_SYSTEM_SEALS_CHECKLIST_POST_OPERATION = auto()
    METER_READING_RECORD_FORM_POST_OPERATION = auto()
    ORDER_CONFIRMATION = auto()
    HANDLING_GUIDE = auto()
    SAFETY_DATA_SHEET = auto()
    Q88 = auto()
    PROOF_OF_SUSTAINABILITY = auto()
    BUNKER_METERING_TICKET = auto()
    TANK_MEASUREMENTS = auto()
    NOTE_OF_PROTEST = auto()
    GOTHENBURG_CHECKLIST = auto()
    IAPH_40B_CHECKLIST = auto()
    MASTER_REQUISITION_FORM = auto()
    SAFETY_CHECKLIST_REPETITIVE_CHECKS = auto()
    IAPH_40A_CHECKLIST = auto()
    SS648_STATEMENT_OF_FACTS = auto()
    IAPH_41B_CHECKLIST = auto()
    IAPH_41A_CHECKLIST = auto()
    ISGOTT_CHECKLIST = auto()
    IAPH_41C_CHECKLIST = auto()
    BILL_OF_LADING = auto()


class EventKind(OpenEnum):
    """ "Events" 1: the kinds of webhook event."""

    NOMINATION_CREATED = auto()
    NOMINATION_DRAFT_UPSERTED = auto()
    NOMINATION_BUNKERING_START_TIME_CHANGED = auto()
    NOMINATION_BUNKERING_END_TIME_CHANGED = auto()
    NOMINATION_CONTRACT_CHANGED = auto()
    NOMINATION_COMPANY_ENTITY_CHANGED = auto()
    NOMINATION_COUNTERPART_ENTITY_CHANGED = auto()
