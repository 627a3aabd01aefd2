"""What a demo world is made of: the seam between those who invent the data and the service that serves them.

`World` is handed over once, when a data directory is new; from then on the service's store holds the truth. The
lists of nominations, drafts and operations may be iterators, so that 100,000 of each are never in memory at once.
Documents are plain JSON objects with the specification's names, quantities as `Decimal` or `int`, and times as
text in port local time with the port's offset.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, Protocol

JsonObject = dict[str, Any]

ClientRole = Literal["supplier", "receiver", "operator"]


@dataclass(frozen=True)
class BrandMapping:
    """One configured brand of a company: the brand stands for this fuel type and grade."""

    brand: str
    fuel_type: str
    grade: str


@dataclass
class Company:
    """A company; one with an `is_client` role gets credentials when the data directory is new."""

    identifier: str
    name: str
    estimated_alongside_time_enabled: bool = False
    fuel_configuration_enabled: bool = True
    brand_mappings: list[BrandMapping] = field(default_factory=list)
    entities: list[JsonObject] = field(default_factory=list)
    """Answered by GET /v1/company-entities: `reference` (unique in the world), `name`, `isActive`, and more."""
    is_client: ClientRole | None = None
    """At most one company a role; the supplier and the receiver must exist."""


@dataclass(frozen=True)
class OperatorRelation:
    """`owner` has appointed `operator` for the assets of these of its entities."""

    owner: str
    operator: str
    company_entity_references: list[str]


@dataclass(frozen=True)
class OperationStandard:
    """A set of rules an operation follows.

    `type` is `Delivery`, `Transfer` or `Loading`. `fuel_types` are the names valid under it (empty: all).
    `red_iii` tells that delivery notes carry `biofuelQuantityDelivered`.
    """

    code: str
    name: str
    type: str = "Delivery"
    fuel_types: list[str] = field(default_factory=list)
    red_iii: bool = False


@dataclass(frozen=True)
class Port:
    """A bunkering port by UN/LOCODE, with the IANA zone its local time follows."""

    code: str
    name: str
    zone: str


@dataclass
class StoredNomination:
    """A firm nomination as nobody in particular sees it.

    `document` holds `clientReference`, `delivery` (with `bunkeringLocationName`, laycan and
    `estimatedTimeOfCompletion`), `supplier`, `receiver`, `fuelSpecifications` and `stakeholders` if there are
    any; it holds neither `status`, `transactionDirection` nor the two `assetOperatorCompanyIdentifier`, which
    depend on the columns beside it and on the caller. Companies by identifier; `last_changed` is aware, UTC.
    """

    document: JsonObject | str
    """The object, or its JSON text already written (quick for large worlds; then `reference` must be given)."""
    supplier_company: str
    receiver_company: str
    created_by: str
    status: str
    last_changed: datetime
    supplier_operator: str | None = None
    receiver_operator: str | None = None
    reference: str = ""


@dataclass
class StoredDraft:
    """A draft nomination of one company: `document` as answered, but without `status`."""

    document: JsonObject | str
    company: str
    last_changed: datetime
    status: str = "in_progress"
    reference: str = ""


@dataclass
class StoredDocument:
    """A document of an operation, drawn from `recipe` when it is first downloaded and kept from then on.

    `from_status` is the operation status from which on it exists (`created`: from the beginning).
    """

    document_id: str
    type: str
    name: str
    content_type: str
    recipe: JsonObject
    fuel_index: int | None = None
    from_status: str = "ended"


@dataclass
class StoredOperation:
    """An operation as it will be when it has ended.

    `document` is the answer with `clientReference` and all `bunkerDeliveryNotes`, without `status` and
    `documentReferences`; the service holds the notes back until the operation has ended. `plan` is the times
    (aware, UTC) at which it takes a status, in order; what lies before now has happened.
    """

    document: JsonObject | str
    supplier_company: str
    receiver_company: str
    status: str
    last_changed: datetime
    signed_in_browser: bool = False
    plan: list[tuple[datetime, str]] = field(default_factory=list)
    documents: list[StoredDocument] = field(default_factory=list)
    supplier_operator: str | None = None
    receiver_operator: str | None = None
    reference: str = ""


@dataclass
class World:
    """Everything the service begins with.

    `counterparts` by owner company identifier: `reference`, `name`, `companyIdentifier` (whose entity it is),
    `isActive`, `email`, `phoneNumber`. `contracts` by owner company identifier: `reference`, `name`, `validFrom`,
    `validTo`. `fuel_types`: `name`, `grades`. `examples`: the printed references by name without `example.`.
    """

    companies: list[Company]
    counterparts: dict[str, list[JsonObject]]
    contracts: dict[str, list[JsonObject]]
    operator_relations: list[OperatorRelation]
    fuel_types: list[JsonObject]
    operation_standards: list[OperationStandard]
    ports: dict[str, Port]
    nominations: Iterable[StoredNomination]
    drafts: Iterable[StoredDraft]
    operations: Iterable[StoredOperation]
    examples: dict[str, str] = field(default_factory=dict)


class Builder(Protocol):
    """`bunkerdesk.sandbox.world.build`: makes the world around a moment (aware); `scale` asks for that many."""

    def __call__(self, today: datetime, scale: int | None = None) -> World: ...


class Starter(Protocol):
    """`bunkerdesk.sandbox.world.begin`: the operation of a nomination whose time has come.

    Called by the simulated clock when its plans run out, with the nomination and the moment (aware, UTC) at which
    the first status is due. None leaves the nomination as it is.
    """

    def __call__(self, nomination: StoredNomination, at: datetime) -> StoredOperation | None: ...


class Paper(Protocol):
    """`bunkerdesk.sandbox.paper`: draws files; figures on paper equal those of the operation as answered."""

    def draw(self, recipe: JsonObject, operation: JsonObject) -> bytes:
        """The file of one document."""
        ...

    def draw_merged(self, operation: JsonObject, documents: list[tuple[StoredDocument, bytes]]) -> bytes:
        """One PDF of many pages: every document of the operation, in the order given."""
        ...
