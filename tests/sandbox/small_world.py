"""A world small enough to know by heart: two clients, an operator, a few of everything."""

from datetime import UTC, datetime, timedelta
from typing import Any

from bunkerdesk.sandbox.stage import (
    BrandMapping,
    Company,
    OperationStandard,
    OperatorRelation,
    Port,
    StoredDocument,
    StoredDraft,
    StoredNomination,
    StoredOperation,
    World,
)

NOW = datetime(2026, 11, 21, 6, 0, tzinfo=UTC)

SUPPLIER, RECEIVER, OPERATOR, OTHER = "SUP", "REC", "OPE", "OTH"

Object = dict[str, Any]


def document(reference: str, supplier: str = SUPPLIER, receiver: str = RECEIVER) -> Object:
    return {
        "clientReference": reference,
        "delivery": {
            "operationStandardCode": "CONV",
            "bunkeringLocationCode": "NLRTM",
            "bunkeringLocationName": "Rotterdam",
            "estimatedTimeOfBunkering": "2026-11-22T10:00:00+01:00",
            "laycanStart": "2026-11-22T10:00:00+01:00",
            "laycanEnd": "2026-11-22T14:00:00+01:00",
            "estimatedTimeOfCompletion": "2026-11-22T14:00:00+01:00",
            "estimatedBunkeringDurationInMinutes": 240,
            "isBestEndeavourBasis": True,
        },
        "supplier": {"companyIdentifier": supplier},
        "receiver": {"companyIdentifier": receiver},
        "fuelSpecifications": [],
    }


def nomination(reference: str, status: str = "supplier_assigned", **columns: Any) -> StoredNomination:
    given = {"supplier_company": SUPPLIER, "receiver_company": RECEIVER, "created_by": SUPPLIER, **columns}
    body = document(reference, given["supplier_company"], given["receiver_company"])
    return StoredNomination(body, status=status, last_changed=NOW, **given)


def draft(number: int, company: str = SUPPLIER) -> StoredDraft:
    body = {"clientReference": f"D-{number}", "delivery": {}, "supplier": {}, "receiver": {}, "fuelSpecifications": []}
    return StoredDraft(body, company, NOW)


NOTE: Object = {
    "bunkerType": "conventional",
    "number": "BDN-1",
    "cargoOfficerName": "A. Officer",
    "chiefEngineerName": "B. Engineer",
    "productName": "VLSFO",
    "quantityDelivered": {"value": 500, "unit": "metric tons"},
}


def operation(reference: str, status: str = "ended", *, signed: bool = False, **columns: Any) -> StoredOperation:
    body: Object = {
        "clientReference": reference,
        "operationStandardCode": "CONV",
        "bunkeringLocationCode": "NLRTM",
        "supplier": {"companyName": "Supplier Ltd", "assetName": "Barge"},
        "receiver": {"companyName": "Receiver BV", "vesselName": "Ship"},
        "bunkerDeliveryNotes": [NOTE],
    }
    documents = [
        StoredDocument("doc/1 ?#%é", "bunker_delivery_note", "note.pdf", "application/pdf", {"say": "note"}),
        StoredDocument("seal", "other", "Siegel “grün”.jpg", "image/jpeg", {"say": "seal"}, 0, "created"),
    ]
    given: Object = {"supplier_company": SUPPLIER, "receiver_company": RECEIVER, **columns}
    changed = given.pop("last_changed", NOW)
    return StoredOperation(
        body, status=status, last_changed=changed, signed_in_browser=signed, documents=documents, **given
    )


def companies() -> list[Company]:
    mappings = [BrandMapping("Clean 05", "VLSFO", "rmg"), BrandMapping("Gas Pure", "LNG", "others")]
    entities = [
        {"reference": "SUP-1", "name": "Supplier One", "isActive": True},
        {"reference": "SUP-OLD", "name": "Supplier Old", "isActive": False},
    ]
    return [
        Company(SUPPLIER, "Supplier Ltd", True, True, mappings, entities, "supplier"),
        Company(
            RECEIVER,
            "Receiver BV",
            fuel_configuration_enabled=False,
            brand_mappings=mappings,
            entities=[{"reference": "REC-1", "name": "Receiver One", "isActive": True}],
            is_client="receiver",
        ),
        Company(OPERATOR, "Barge Operations", is_client="operator"),
        Company(OTHER, "Other Trading", entities=[{"reference": "OTH-1", "name": "Other One", "isActive": True}]),
    ]


def build(today: datetime, scale: int | None = None) -> World:
    """`scale` makes that many more nominations, drafts and operations."""
    more = range(scale or 0)
    plan = [(today + timedelta(minutes=minutes), status) for minutes, status in ((10, "started"), (30, "ended"))]
    return World(
        companies=companies(),
        counterparts={
            SUPPLIER: [
                {"reference": "CP-REC", "companyIdentifier": RECEIVER, "isActive": True},
                {"reference": "CP-OTH", "companyIdentifier": OTHER, "isActive": True},
            ],
            RECEIVER: [{"reference": "CP-SUP", "companyIdentifier": SUPPLIER, "isActive": True}],
        },
        contracts={SUPPLIER: [{"reference": "CON-1", "name": "Term 2026"}]},
        operator_relations=[OperatorRelation(SUPPLIER, OPERATOR, ["SUP-1"])],
        fuel_types=[{"name": "VLSFO", "grades": ["rmg"]}, {"name": "LNG", "grades": ["others"]}],
        operation_standards=[
            OperationStandard("CONV", "Conventional", fuel_types=["VLSFO"]),
            OperationStandard("LNG", "Gas", fuel_types=["LNG"]),
            OperationStandard("LOAD", "Loading", "Loading"),
            OperationStandard("SGT", "Singapore transfer", "Transfer"),
        ],
        ports={
            "NLRTM": Port("NLRTM", "Rotterdam", "Europe/Amsterdam"),
            "SGSIN": Port("SGSIN", "Singapore", "Asia/Singapore"),
        },
        nominations=[
            nomination("N-1"),
            nomination("N-STARTED", "operation_started"),
            nomination("N-CANCELLED", "cancelled"),
            nomination("N-TWICE"),
            nomination("N-TWICE", created_by=RECEIVER),
            nomination("N-SHARED", created_by=RECEIVER, supplier_operator=OPERATOR, receiver_operator=OTHER),
            nomination("N-OTHERS", supplier_company=OTHER, receiver_company=OTHER, created_by=OTHER),
            nomination("O-PLANNED"),
            *(nomination(f"S-{number}") for number in more),
        ],
        drafts=[*(draft(number) for number in range(3 + len(more))), draft(99, RECEIVER)],
        operations=[
            operation("O-1"),
            operation("O-SIGNED", signed=True),
            operation("O-OTHERS", supplier_company=OTHER, receiver_company=OTHER),
            operation("O-TWICE", last_changed=NOW - timedelta(days=2)),
            operation("O-TWICE", "archived", last_changed=NOW - timedelta(days=1)),
            operation("O-PLANNED", "created", plan=plan),
            *(operation(f"S-{number}") for number in more),
        ],
        examples={"conventional": "O-1", "shared": "N-SHARED"},
    )


class Slips:
    """Paper for tests: says what the recipe says."""

    def draw(self, recipe: Object, operation: Object) -> bytes:
        return f"{recipe['say']} of {operation['clientReference']}".encode()

    def draw_merged(self, operation: Object, documents: list[tuple[StoredDocument, bytes]]) -> bytes:
        return b"+".join(content for _, content in documents)


def begin(nomination: StoredNomination, at: datetime) -> StoredOperation | None:
    reference = nomination.reference
    if reference.startswith("IDLE"):
        return None
    plan = [(at, "created"), (at + timedelta(minutes=5), "started"), (at + timedelta(minutes=90), "ended")]
    begun = operation(reference, "created", plan=plan, receiver_company=nomination.receiver_company)
    begun.document["receiver"] = {"companyName": nomination.receiver_company, "vesselName": "Ship"}
    begun.document["bunkerDeliveryNotes"] = [dict(NOTE)]
    return begun
