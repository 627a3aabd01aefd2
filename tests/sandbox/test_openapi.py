"""The OpenAPI document is true: schemathesis calls every operation by it and compares the answers."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import CHECKS
from tests.sandbox import small_world
from tests.sandbox.conftest import BASE_URL, HandClock

from bunkerdesk.sandbox.endpoints import ENDPOINTS
from bunkerdesk.sandbox.sandbox import Cast, Outside, Sandbox

BOUNDED = settings(
    max_examples=15,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)

EXCLUDED = {
    "positive_data_acceptance": "readable data may still break a rule: companies must exist, a cursor be given out"
}


@pytest.fixture(scope="module")
def world() -> Iterator[Sandbox]:
    cast = Cast(small_world.build, small_world.Slips(), small_world.begin)
    opened = Sandbox(BASE_URL, cast=cast, outside=Outside(HandClock(), lambda _: 204, lambda _: []))
    yield opened
    opened.close()


PATHS = [(endpoint.method, endpoint.path) for endpoint in ENDPOINTS]


@pytest.mark.parametrize(("method", "path"), [("POST", "/oauth/token"), *PATHS])
def test_every_answer_is_the_documented_one(world: Sandbox, method: str, path: str) -> None:
    """No 500, no undocumented status, no body beside its schema, whatever is sent."""
    operation = schemathesis.openapi.from_asgi("/openapi.json", world.app)[path][method]
    headers = {"Authorization": f"Bearer {world.service.tokens.grant(small_world.SUPPLIER)}"}
    excluded = [check for check in CHECKS.get_all() if check.__name__ in EXCLUDED]

    def call(case: Any) -> None:
        case.call_and_validate(headers=headers, excluded_checks=excluded)

    for mode in GenerationMode:
        strategy = operation.as_strategy(generation_mode=mode)
        try:
            BOUNDED(given(strategy)(call))()
        except Unsatisfiable:
            assert mode is GenerationMode.NEGATIVE  # nothing about a call without parameters can be wrong


async def test_the_document_names_every_endpoint_of_the_specification(http: httpx.AsyncClient) -> None:
    described = (await http.get("/openapi.json")).json()
    operations = {(method.upper(), path) for path, methods in described["paths"].items() for method in methods}
    specified = """
        POST /oauth/token
        GET /v1/nominations/{clientReference}
        GET /v1/nominations/{clientReference}/all
        PUT /v1/nominations/{clientReference}/cancel
        PATCH /v1/nominations/{clientReference}/schedule
        PUT /v1/nominations/{clientReference}/accept
        PUT /v1/nominations/supplier
        PUT /v1/nominations/receiver
        GET /v1/nominations/drafts
        PUT /v1/nominations/drafts
        GET /v1/operations/{clientReference}
        GET /v1/operations/{clientReference}/all
        GET /v1/operations/{clientReference}/documents/{documentId}
        GET /v1/operations/{clientReference}/merged-documents
        GET /v1/fuel-types
        GET /v1/asset-operators/companies
        GET /v1/company-entities
        GET /v1/counterpart-entities
        PUT /v1/counterpart-entities
        PUT /v1/contracts
    """
    assert {tuple(line.split()) for line in specified.strip().splitlines()} <= operations
    assert described["paths"]["/v1/nominations/{clientReference}/schedule"]["patch"]["deprecated"] is True
