"""Every endpoint of the specification in one table: routes and the OpenAPI document both come from it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from fastapi import Response

from bunkerdesk.contract import jsontext
from bunkerdesk.sandbox import bodies, drafts, entities, nominations, operations, upserts, webhooks
from bunkerdesk.sandbox.calls import Call
from bunkerdesk.sandbox.service import Service
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


def _as_reader(answer: Callable[[Service, str, str], Any]) -> Handler:
    """A handler of what is read by reference."""
    return _told(lambda call: answer(call.service, call.company, call.reference))


def _as_writer(answer: Callable[[Service, str, Any], Any]) -> Handler:
    """A handler of what is put whole."""
    return _told(lambda call: answer(call.service, call.company, call.body))


def _as_change(answer: Callable[[Service, str, str, Any], Any], headers: dict[str, str] | None = None) -> Handler:
    """A handler of what changes one nomination."""
    return _told(lambda call: answer(call.service, call.company, call.reference, call.body), headers)


_ONE = (404, 422)
_N = "/v1/nominations"
_R = "/v1/nominations/{clientReference}"
_O = "/v1/operations/{clientReference}"
_COUNTERPARTS = "/v1/counterpart-entities"

_LISTS: dict[str, tuple[str, str, str, Callable[[Call], Any]]] = {
    "/v1/fuel-types": (
        "listFuelTypes",
        "List fuel types",
        "FuelType[]",
        lambda call: call.service.directory.fuel_types(),
    ),
    OPERATION_STANDARDS: (
        "listOperationStandards",
        "List operation standards",
        "OperationStandard[]",
        lambda call: call.service.directory.standards(),
    ),
    "/v1/asset-operators/companies": (
        "readAssetOperators",
        "Asset-operator relationships",
        "AssetOperators",
        lambda call: call.service.directory.asset_operators(call.company),
    ),
    "/v1/company-entities": (
        "listCompanyEntities",
        "List company entities",
        "CompanyEntity[]",
        lambda call: call.service.directory.entities(call.company),
    ),
    _COUNTERPARTS: (
        "listCounterpartEntities",
        "List counterpart entities",
        "CounterpartEntity[]",
        lambda call: call.service.directory.counterparts(call.company),
    ),
    CONTRACTS: (
        "listContracts",
        "List contracts",
        "Contract[]",
        lambda call: call.service.directory.contracts(call.company),
    ),
    webhooks.PATH: (
        "listWebhookSubscriptions",
        "List webhook subscriptions; the secret is not told again",
        "Subscription[]",
        lambda call: webhooks.listed(call.service, call.company),
    ),
}
"""Path to operation name, summary, schema and answer."""

_UPSERTS: dict[str, tuple[str, str, str, Fields, Callable[[Service, str, Any], Any]]] = {
    f"{_N}/supplier": (
        "putNominationAsSupplier",
        "Create or update a nomination as supplier",
        "Nomination",
        bodies.SUPPLIER_UPSERT,
        upserts.put_as_supplier,
    ),
    f"{_N}/receiver": (
        "putNominationAsReceiver",
        "Create or update a nomination as receiver",
        "Nomination",
        bodies.RECEIVER_UPSERT,
        upserts.put_as_receiver,
    ),
    f"{_N}/drafts": (
        "putDraft",
        "Create or update a draft nomination",
        "Draft",
        bodies.DRAFT_UPSERT,
        drafts.put,
    ),
    _COUNTERPARTS: (
        "putCounterpartEntity",
        "Create or update a counterpart entity",
        "CounterpartEntity",
        bodies.COUNTERPART_ENTITY,
        entities.put_counterpart,
    ),
    CONTRACTS: (
        "putContract",
        "Create or update a contract",
        "Contract",
        bodies.CONTRACT,
        entities.put_contract,
    ),
}
"""Path to operation name, summary, schema of the answer, shape of the body, and answer."""

_READS: dict[str, tuple[str, str, str, Handler, tuple[int, ...]]] = {
    _R: ("readNomination", "Read one nomination", "Nomination", _as_reader(nominations.read), _ONE),
    f"{_R}/all": (
        "readAllNominations",
        "Read all accessible nominations sharing a reference",
        "Nomination[]",
        _as_reader(nominations.read_all),
        (),
    ),
    _O: ("readOperation", "Read one operation", "Operation", _as_reader(operations.read), _ONE),
    f"{_O}/all": (
        "readAllOperations",
        "List operations sharing a reference, the most recently changed first",
        "Operation[]",
        _as_reader(operations.read_all),
        (),
    ),
    f"{_O}/documents/{{documentId}}": ("downloadDocument", "Download a document file", "", _document, _ONE),
    f"{_O}/merged-documents": (
        "downloadMergedDocuments",
        "Download the merged documents file of an operation signed in the browser",
        "",
        _merged,
        _ONE,
    ),
}
"""Path to operation name, summary, schema (empty: a file), handler and refusals."""

ENDPOINTS = (
    # Before the reads: `drafts` would pass for a reference.
    Endpoint(
        "GET", f"{_N}/drafts", "listDrafts", "List draft nominations", _drafts, "DraftPage", query=("cursor", "limit")
    ),
    *(
        Endpoint("PUT", path, name, summary, _as_writer(put), schema, body, refusals=(422,))
        for path, (name, summary, schema, body, put) in _UPSERTS.items()
    ),
    *(
        Endpoint("GET", path, name, summary, handler, schema, refusals=refusals)
        for path, (name, summary, schema, handler, refusals) in _READS.items()
    ),
    *(
        Endpoint("GET", path, name, summary, _told(answer), schema)
        for path, (name, summary, schema, answer) in _LISTS.items()
    ),
    Endpoint(
        "PUT",
        f"{_R}/cancel",
        "cancelNomination",
        "Cancel a nomination",
        _as_change(nominations.cancel),
        "StatusAnswer",
        bodies.CANCELLATION,
        refusals=_ONE,
    ),
    Endpoint(
        "PUT",
        f"{_R}/accept",
        "acceptNomination",
        "Accept a nomination",
        _as_change(nominations.accept),
        "StatusAnswer",
        bodies.ACCEPTANCE,
        body_optional=True,
        refusals=_ONE,
    ),
    Endpoint(
        "PATCH",
        f"{_R}/schedule",
        "rescheduleNomination",
        "Reschedule a nomination; the supplier and receiver upserts replace it",
        _as_change(nominations.reschedule, {"Deprecation": "true"}),
        "StatusAnswer",
        bodies.RESCHEDULING,
        refusals=_ONE,
        deprecated=True,
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
