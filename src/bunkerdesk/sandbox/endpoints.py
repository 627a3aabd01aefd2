"""Every endpoint of the specification in one table: routes and the OpenAPI document both come from it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from fastapi import Response

from bunkerdesk.contract import jsontext
from bunkerdesk.sandbox import bodies, drafts, entities, nominations, operations, upserts, webhooks
from bunkerdesk.sandbox.calls import Call
from bunkerdesk.sandbox.shapes import Fields

JSON = "application/json"
CONTRACTS = "/v1/contracts"
OPERATION_STANDARDS = "/v1/operation-standards"

Handler = Callable[[Call], Awaitable[Response]]


@dataclass(frozen=True)
class Endpoint:
    """A method and path with its handler, and what OpenAPI says of it."""

    method: str
    path: str
    name: str
    summary: str
    handler: Handler
    answer: str = ""
    """Name of the answer's schema; `[]` behind it: an array of them; empty: no JSON."""
    body: Fields | None = None
    body_optional: bool = False
    status: int = 200
    query: tuple[str, ...] = ()
    refusals: tuple[int, ...] = ()
    deprecated: bool = False


def _json(value: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    return Response(jsontext.write(value), status, headers, JSON)


def _told(answer: Callable[[Call], Any], headers: dict[str, str] | None = None) -> Handler:
    """A handler that answers a value as JSON."""

    async def handle(call: Call) -> Response:
        return _json(answer(call), 200, headers)

    return handle


async def _drafts(call: Call) -> Response:
    page = drafts.page(call.service, call.company, call.query.get("cursor"), call.query.get("limit"))
    return Response(page, media_type=JSON)


async def _create_subscription(call: Call) -> Response:
    return _json(await webhooks.create(call.service, call.company, call.body), 201)


async def _delete_subscription(call: Call) -> Response:
    webhooks.delete(call.service, call.company, call.path["subscriptionId"])
    return Response(status_code=204)


def _file(content: bytes, content_type: str, name: str) -> Response:
    return Response(content, 200, {"Content-Disposition": operations.attachment(name)}, content_type)


async def _document(call: Call) -> Response:
    return _file(*await operations.document(call.service, call.company, call.reference, call.path["documentId"]))


async def _merged(call: Call) -> Response:
    return _file(*await operations.merged(call.service, call.company, call.reference))


_ONE = (404, 422)
_N = "/v1/nominations"
_O = "/v1/operations/{clientReference}"

ENDPOINTS = (
    Endpoint(
        "PUT",
        f"{_N}/supplier",
        "putNominationAsSupplier",
        "Create or update a nomination as supplier",
        _told(lambda call: upserts.put_as_supplier(call.service, call.company, call.body)),
        "Nomination",
        bodies.SUPPLIER_UPSERT,
        refusals=(422,),
    ),
    Endpoint(
        "PUT",
        f"{_N}/receiver",
        "putNominationAsReceiver",
        "Create or update a nomination as receiver",
        _told(lambda call: upserts.put_as_receiver(call.service, call.company, call.body)),
        "Nomination",
        bodies.RECEIVER_UPSERT,
        refusals=(422,),
    ),
    Endpoint(
        "GET", f"{_N}/drafts", "listDrafts", "List draft nominations", _drafts, "DraftPage", query=("cursor", "limit")
    ),
    Endpoint(
        "PUT",
        f"{_N}/drafts",
        "putDraft",
        "Create or update a draft nomination",
        _told(lambda call: drafts.put(call.service, call.company, call.body)),
        "Draft",
        bodies.DRAFT_UPSERT,
        refusals=(422,),
    ),
    Endpoint(
        "GET",
        f"{_N}/{{clientReference}}",
        "readNomination",
        "Read one nomination",
        _told(lambda call: nominations.read(call.service, call.company, call.reference)),
        "Nomination",
        refusals=_ONE,
    ),
    Endpoint(
        "GET",
        f"{_N}/{{clientReference}}/all",
        "readAllNominations",
        "Read all accessible nominations sharing a reference",
        _told(lambda call: nominations.read_all(call.service, call.company, call.reference)),
        "Nomination[]",
    ),
    Endpoint(
        "PUT",
        f"{_N}/{{clientReference}}/cancel",
        "cancelNomination",
        "Cancel a nomination",
        _told(lambda call: nominations.cancel(call.service, call.company, call.reference, call.body)),
        "StatusAnswer",
        bodies.CANCELLATION,
        refusals=_ONE,
    ),
    Endpoint(
        "PATCH",
        f"{_N}/{{clientReference}}/schedule",
        "rescheduleNomination",
        "Reschedule a nomination; the supplier and receiver upserts replace it",
        _told(
            lambda call: nominations.reschedule(call.service, call.company, call.reference, call.body),
            headers={"Deprecation": "true"},
        ),
        "StatusAnswer",
        bodies.RESCHEDULING,
        refusals=_ONE,
        deprecated=True,
    ),
    Endpoint(
        "PUT",
        f"{_N}/{{clientReference}}/accept",
        "acceptNomination",
        "Accept a nomination",
        _told(lambda call: nominations.accept(call.service, call.company, call.reference, call.body)),
        "StatusAnswer",
        bodies.ACCEPTANCE,
        body_optional=True,
        refusals=_ONE,
    ),
    Endpoint(
        "GET",
        _O,
        "readOperation",
        "Read one operation",
        _told(lambda call: operations.read(call.service, call.company, call.reference)),
        "Operation",
        refusals=_ONE,
    ),
    Endpoint(
        "GET",
        f"{_O}/all",
        "readAllOperations",
        "List operations sharing a reference, the most recently changed first",
        _told(lambda call: operations.read_all(call.service, call.company, call.reference)),
        "Operation[]",
    ),
    Endpoint(
        "GET",
        f"{_O}/documents/{{documentId}}",
        "downloadDocument",
        "Download a document file",
        _document,
        refusals=_ONE,
    ),
    Endpoint(
        "GET",
        f"{_O}/merged-documents",
        "downloadMergedDocuments",
        "Download the merged documents file of an operation signed in the browser",
        _merged,
        refusals=_ONE,
    ),
    Endpoint(
        "GET",
        "/v1/fuel-types",
        "listFuelTypes",
        "List fuel types",
        _told(lambda call: call.service.directory.fuel_types()),
        "FuelType[]",
    ),
    Endpoint(
        "GET",
        OPERATION_STANDARDS,
        "listOperationStandards",
        "List operation standards",
        _told(lambda call: call.service.directory.standards()),
        "OperationStandard[]",
    ),
    Endpoint(
        "GET",
        "/v1/asset-operators/companies",
        "readAssetOperators",
        "Asset-operator relationships",
        _told(lambda call: call.service.directory.asset_operators(call.company)),
        "AssetOperators",
    ),
    Endpoint(
        "GET",
        "/v1/company-entities",
        "listCompanyEntities",
        "List company entities",
        _told(lambda call: call.service.directory.entities(call.company)),
        "CompanyEntity[]",
    ),
    Endpoint(
        "GET",
        "/v1/counterpart-entities",
        "listCounterpartEntities",
        "List counterpart entities",
        _told(lambda call: call.service.directory.counterparts(call.company)),
        "CounterpartEntity[]",
    ),
    Endpoint(
        "PUT",
        "/v1/counterpart-entities",
        "putCounterpartEntity",
        "Create or update a counterpart entity",
        _told(lambda call: entities.put_counterpart(call.service, call.company, call.body)),
        "CounterpartEntity",
        bodies.COUNTERPART_ENTITY,
        refusals=(422,),
    ),
    Endpoint(
        "GET",
        CONTRACTS,
        "listContracts",
        "List contracts",
        _told(lambda call: call.service.directory.contracts(call.company)),
        "Contract[]",
    ),
    Endpoint(
        "PUT",
        CONTRACTS,
        "putContract",
        "Create or update a contract",
        _told(lambda call: entities.put_contract(call.service, call.company, call.body)),
        "Contract",
        bodies.CONTRACT,
    ),
    Endpoint(
        "GET",
        webhooks.PATH,
        "listWebhookSubscriptions",
        "List webhook subscriptions; the secret is not told again",
        _told(lambda call: webhooks.listed(call.service, call.company)),
        "Subscription[]",
    ),
    Endpoint(
        "POST",
        webhooks.PATH,
        "createWebhookSubscription",
        "Create a webhook subscription; the answer tells the secret once",
        _create_subscription,
        "Subscription",
        bodies.SUBSCRIPTION,
        status=201,
    ),
    Endpoint(
        "DELETE",
        f"{webhooks.PATH}/{{subscriptionId}}",
        "deleteWebhookSubscription",
        "Delete a webhook subscription",
        _delete_subscription,
        status=204,
        refusals=(404,),
    ),
)
