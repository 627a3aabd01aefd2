"""The OpenAPI document, made from the endpoint table, the request shapes and the contract's own models."""

from functools import cache
from typing import Any

from pydantic import TypeAdapter

from bunkerdesk.contract.delivery_note import ConventionalNote, LngNote
from bunkerdesk.contract.entities import AssetOperators, CompanyEntity, Contract, CounterpartEntity
from bunkerdesk.contract.nomination import Draft, DraftPage, Nomination
from bunkerdesk.contract.operation import DocumentReference, Operation, OperationReceiver, OperationSupplier
from bunkerdesk.contract.problem import ProblemDetail, TokenAnswer, TokenError
from bunkerdesk.contract.reference import FuelType, OperationStandard
from bunkerdesk.contract.requests import StatusAnswer
from bunkerdesk.contract.resource import Resource
from bunkerdesk.contract.webhooks import Subscription
from bunkerdesk.sandbox.endpoints import ENDPOINTS, JSON, Endpoint
from bunkerdesk.sandbox.refusals import PROBLEM_TYPE
from bunkerdesk.sandbox.shapes import JsonObject
from bunkerdesk.sandbox.tokens import FORM

VERSION = "1.28.0"
"""The version of the interface description that is served ("Versioning" 1)."""

_ANSWERS: tuple[type[Resource], ...] = (
    Nomination,
    Draft,
    DraftPage,
    StatusAnswer,
    Operation,
    FuelType,
    OperationStandard,
    AssetOperators,
    CompanyEntity,
    CounterpartEntity,
    Contract,
    Subscription,
    ProblemDetail,
    TokenAnswer,
    TokenError,
)
_CLOSED: tuple[type[Resource], ...] = (
    Operation,
    OperationSupplier,
    OperationReceiver,
    DocumentReference,
    ConventionalNote,
    LngNote,
)
"""Of an operation, all properties beyond those listed are disallowed."""

_ALWAYS = {
    "Nomination": ["clientReference", "delivery", "supplier", "receiver", "fuelSpecifications", "status"],
    "Draft": ["clientReference", "delivery", "supplier", "receiver", "fuelSpecifications", "status"],
    "Pagination": ["nextCursor", "hasMore", "limit"],
    "CounterpartEntity": ["reference"],
    "Contract": ["reference"],
    "OperationStandard": ["code", "name", "type"],
    "Subscription": ["id", "url", "eventKinds", "version", "headerKeys"],
    "ProblemDetail": ["type", "title", "status", "detail", "instance", "timestamp", "trace_id"],
    "TokenError": ["error", "error_description"],
}
"""What this service always answers, beyond what the specification requires."""

_PARAMETERS: dict[str, JsonObject] = {
    "limit": {"type": "integer", "description": "Default 50; values are clamped to 1 to 200."},
    "cursor": {"type": "string", "description": "The nextCursor of a previous page; opaque."},
}
_DESCRIPTIONS = {
    400: "The request cannot be read or breaks a limit",
    401: "Missing or invalid access token",
    404: "Not found, or not accessible to the caller's company",
    413: "The body is too large",
    415: "The body is of another media type",
    422: "A rule forbids it",
}


def document(base_url: str) -> JsonObject:
    """The whole OpenAPI 3.1 document."""
    paths: dict[str, JsonObject] = {"/oauth/token": {"post": _token_endpoint()}}
    for endpoint in ENDPOINTS:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Bunkering Nomination and Operation Service (sandbox)",
            "version": VERSION,
            "description": "Nominations and bunkering operations over a demo world, on this machine only.",
        },
        "servers": [{"url": base_url}],
        "security": [{"token": []}],
        "paths": paths,
        "components": {
            "schemas": _schemas(),
            "securitySchemes": {
                "token": {
                    "type": "oauth2",
                    "flows": {"clientCredentials": {"tokenUrl": f"{base_url}/oauth/token", "scopes": {}}},
                }
            },
        },
    }


def _operation(endpoint: Endpoint) -> JsonObject:
    described: JsonObject = {
        "operationId": endpoint.name,
        "summary": endpoint.summary,
        "responses": {str(endpoint.status): _success(endpoint)},
    }
    parameters = [_path_parameter(part[1:-1]) for part in endpoint.path.split("/") if part.startswith("{")]
    parameters += [{"name": name, "in": "query", "schema": _PARAMETERS[name]} for name in endpoint.query]
    if parameters:
        described["parameters"] = parameters
    refusals = {401, *endpoint.refusals}
    if parameters or endpoint.body:
        refusals.add(400)
    if endpoint.body:
        refusals |= {413, 415}
        described["requestBody"] = {
            "required": not endpoint.body_optional,
            "content": {JSON: {"schema": endpoint.body.schema()}},
        }
    for status in sorted(refusals):
        described["responses"][str(status)] = _refusal(status)
    if endpoint.deprecated:
        described["deprecated"] = True
    return described


def _path_parameter(name: str) -> JsonObject:
    return {"name": name, "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}}


def _success(endpoint: Endpoint) -> JsonObject:
    if endpoint.status == 204:
        return {"description": "Done"}
    if not endpoint.answer:
        file = {"schema": {"type": "string", "format": "binary"}}
        merged = endpoint.path.endswith("merged-documents")
        types = ("application/pdf",) if merged else ("application/pdf", "image/jpeg", "image/png")
        return {"description": "The file", "content": dict.fromkeys(types, file)}
    name = endpoint.answer.removesuffix("[]")
    schema: JsonObject = {"$ref": f"#/components/schemas/{name}"}
    if endpoint.answer.endswith("[]"):
        schema = {"type": "array", "items": schema}
    described: JsonObject = {"description": "Success", "content": {JSON: {"schema": schema}}}
    if endpoint.deprecated:
        described["headers"] = {"Deprecation": {"schema": {"type": "string"}}}
    return described


def _refusal(status: int) -> JsonObject:
    described: JsonObject = {
        "description": _DESCRIPTIONS[status],
        "content": {PROBLEM_TYPE: {"schema": {"$ref": "#/components/schemas/ProblemDetail"}}},
    }
    if status == 401:
        described["headers"] = {"WWW-Authenticate": {"schema": {"type": "string"}}}
    return described


def _token_endpoint() -> JsonObject:
    names = ("grant_type", "client_id", "client_secret")
    properties: dict[str, JsonObject] = {name: {"type": "string", "minLength": 1} for name in names}
    properties["grant_type"]["enum"] = ["client_credentials"]
    form = {"type": "object", "properties": properties, "required": list(names)}
    return {
        "operationId": "obtainToken",
        "summary": "Obtain an access token (OAuth 2.0 client credentials)",
        "security": [],
        "requestBody": {"required": True, "content": {FORM: {"schema": form}}},
        "responses": {
            "200": _answer_of("TokenAnswer", "The token, valid for 3600 seconds"),
            "400": _answer_of("TokenError", "The request is invalid"),
        },
    }


def _answer_of(name: str, description: str) -> JsonObject:
    return {"description": description, "content": {JSON: {"schema": {"$ref": f"#/components/schemas/{name}"}}}}


@cache
def _schemas() -> JsonObject:
    """The answers' schemas, from the models: what is required is there, operations have nothing else."""
    inputs: list[Any] = [(model.__name__, "serialization", TypeAdapter(model)) for model in _ANSWERS]
    _, described = TypeAdapter.json_schemas(inputs, ref_template="#/components/schemas/{model}")
    schemas: dict[str, JsonObject] = described["$defs"]
    required = {model.__name__: model.required for model in _known_models(Resource)}
    closed = {model.__name__ for model in _CLOSED}
    for name, schema in schemas.items():
        if schema.get("type") != "object":
            continue
        needed = sorted({*required.get(name, ()), *_ALWAYS.get(name, ())})
        if needed:
            schema["required"] = needed
        schema["additionalProperties"] = name not in closed
    _settle_notes(schemas)
    return schemas


def _settle_notes(schemas: dict[str, JsonObject]) -> None:
    """A note is of one of the two variants; the contract's third, for variants yet to come, is the reader's."""
    variants = {"conventional": ConventionalNote.__name__, "lng": LngNote.__name__}
    refs = {kind: f"#/components/schemas/{name}" for kind, name in variants.items()}
    for kind, name in variants.items():
        schemas[name]["properties"]["bunkerType"] = {"type": "string", "const": kind}
    note: JsonObject = {
        "oneOf": [{"$ref": ref} for ref in refs.values()],
        "discriminator": {"propertyName": "bunkerType", "mapping": refs},
    }
    schemas[Operation.__name__]["properties"]["bunkerDeliveryNotes"] = {"type": "array", "items": note}
    schemas.pop("OtherNote", None)


def _known_models(base: type[Resource]) -> set[type[Resource]]:
    return {base}.union(*(_known_models(child) for child in base.__subclasses__()))
