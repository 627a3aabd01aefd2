"""The demo world as the service answers it fits the OpenAPI document, resource by resource."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import httpx
import jsonschema_rs
import pytest
from tests.sandbox.conftest import BASE_URL, HandClock

from bunkerdesk.sandbox import openapi
from bunkerdesk.sandbox.sandbox import Outside, Sandbox


@pytest.fixture(scope="module")
def demo() -> Iterator[Sandbox]:
    opened = Sandbox(BASE_URL, outside=Outside(HandClock(), lambda _: 204, lambda _: []))
    yield opened
    opened.close()


def validator(name: str) -> jsonschema_rs.Draft202012Validator:
    schemas = openapi.document(BASE_URL)["components"]["schemas"]
    whole = {"$ref": f"#/components/schemas/{name}", "components": {"schemas": schemas}}
    return jsonschema_rs.Draft202012Validator(whole)


async def read(demo: Sandbox, role: str, path: str) -> Any:
    company = demo.store.setting(f"client.{role}.company")
    headers = {"Authorization": f"Bearer {demo.service.tokens.grant(company or '')}"}
    async with httpx.AsyncClient(transport=httpx.ASGITransport(demo.app), base_url=BASE_URL) as client:
        answer = await client.get(path, headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.parametrize(("kind", "name"), [("nominations", "Nomination"), ("operations", "Operation")])
async def test_every_nomination_and_operation_fits_its_schema(demo: Sandbox, kind: str, name: str) -> None:
    """Operations have no property beyond those listed."""
    fits, seen = validator(name), 0
    for reference in demo.references():
        for item in await read(demo, "supplier", f"/v1/{kind}/{quote(reference, safe='')}/all"):
            errors = [f"{error.instance_path}: {error.message[:200]}" for error in fits.iter_errors(item)]
            assert errors == [], reference
            seen += 1
    assert seen >= 25


@pytest.mark.parametrize("role", ["supplier", "receiver", "operator"])
@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/v1/nominations/drafts", "DraftPage"),
        ("/v1/fuel-types", "FuelType"),
        ("/v1/operation-standards", "OperationStandard"),
        ("/v1/company-entities", "CompanyEntity"),
        ("/v1/counterpart-entities", "CounterpartEntity"),
        ("/v1/contracts", "Contract"),
        ("/v1/asset-operators/companies", "AssetOperators"),
    ],
)
async def test_every_list_fits_its_schema(demo: Sandbox, role: str, path: str, name: str) -> None:
    answer = await read(demo, role, path)
    for item in answer if isinstance(answer, list) else [answer]:
        validator(name).validate(item)
