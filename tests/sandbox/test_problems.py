"""Whatever is wrong with a request, the answer is a problem detail with all its fields, and never a 500."""

from typing import Any

import httpx
import pytest
from tests.sandbox.conftest import Caller

from bunkerdesk.contract import jsontext
from bunkerdesk.contract.resource import has_offset

FIELDS = {"type", "title", "status", "detail", "instance", "timestamp", "trace_id"}
CANCEL = "/v1/nominations/N-1/cancel"
SUPPLIER = "/v1/nominations/supplier"


def check(answer: httpx.Response, status: int) -> dict[str, Any]:
    assert answer.status_code == status, answer.text
    assert answer.headers["Content-Type"] == "application/problem+json"
    problem: dict[str, Any] = jsontext.parse(answer.content)
    assert problem.keys() == FIELDS
    assert problem["status"] == status
    assert has_offset(problem["timestamp"])
    assert len(problem["trace_id"]) == 32
    assert "Traceback" not in answer.text
    assert ".py" not in answer.text
    return problem


async def test_an_unknown_path_is_404_and_says_where(http: httpx.AsyncClient) -> None:
    assert check(await http.get("/v1/nothing/here"), 404)["instance"] == "/v1/nothing/here"
    check(await http.get("/v1/nominations/"), 404)
    check(await http.get("/v1/nominations//all"), 404)


async def test_an_unknown_method_is_405_and_names_the_known_ones(supplier: Caller) -> None:
    answer = await supplier.send("DELETE", "/v1/nominations/drafts")
    check(answer, 405)
    assert {"GET", "PUT"} <= set(answer.headers["Allow"].replace(",", " ").split())
    check(await supplier.send("OPTIONS", SUPPLIER), 405)


async def test_head_asks_what_get_asks(supplier: Caller) -> None:
    assert (await supplier.send("HEAD", "/v1/nominations/N-1")).status_code == 200
    assert (await supplier.send("HEAD", "/v1/nominations/unknown")).status_code == 404


MALFORMED = {
    "empty": b"",
    "cut off": b'{"reason": "x"',
    "no JSON": b"reason=x",
    "a NaN": b'{"reason": NaN}',
    "invalid UTF-8": b'{"reason": "\xff"}',
    "an array": b"[]",
    "a text": b'"reason"',
    "null": b"null",
    "a field of another type": b'{"reason": 1}',
    "half a surrogate pair": b'{"reason": "\\ud800"}',
    "half a surrogate pair as a name": b'{"reason": "x", "\\udfff": 1}',
    "deep nesting": b'{"reason": ' + b"[" * 5000 + b"]" * 5000 + b"}",
    "deep nesting that parses": b'{"reason": "x", "other": ' + b"[" * 80 + b"]" * 80 + b"}",
    "a number of many digits": b'{"reason": ' + b"9" * 10_000 + b"}",
    "a number of a huge exponent": b'{"reason": 1e99999999999999999999}',
}


@pytest.mark.parametrize("body", MALFORMED.values(), ids=MALFORMED)
async def test_a_malformed_body_is_400(supplier: Caller, body: bytes) -> None:
    check(await supplier.put(CANCEL, body), 400)


async def test_nul_and_every_script_are_characters_like_any_other(supplier: Caller) -> None:
    """References are opaque: what was put under one is read back under it."""
    for reference, path in (
        ("a\u0000b", "a%00b"),
        ("a/b ?#%", "a%2Fb%20%3F%23%25"),
        ("订单-α", "%E8%AE%A2%E5%8D%95-%CE%B1"),
        ("supplier", "supplier"),
    ):
        body = {
            "clientReference": reference,
            "delivery": {"estimatedTimeOfBunkering": "2026-12-01T10:00:00Z"},
            "receiver": {"companyIdentifier": "REC"},
        }
        assert (await supplier.put(SUPPLIER, body)).status_code == 200
        assert (await supplier.read(f"/v1/nominations/{path}"))["clientReference"] == reference


async def test_a_path_that_is_not_utf8_is_400(supplier: Caller) -> None:
    check(await supplier.get("/v1/nominations/%ff"), 400)
    check(await supplier.get("/v1/operations/O-1/documents/%c3%28"), 400)


async def test_a_body_of_another_media_type_is_415(supplier: Caller) -> None:
    for media_type in ("text/plain", "application/x-www-form-urlencoded", "application/xml"):
        check(await supplier.put(CANCEL, b'{"reason": "x"}', headers={"Content-Type": media_type}), 415)
    kept = await supplier.put(CANCEL, b'{"reason": "x"}', headers={"Content-Type": "application/json; charset=utf-8"})
    assert kept.status_code == 200


async def test_a_body_beyond_a_mebibyte_is_413(supplier: Caller) -> None:
    longest = b'{"reason": "' + b"x" * (1024 * 1024 - len('{"reason": ""}')) + b'"}'
    check(await supplier.put(CANCEL, longest + b" "), 413)
    assert (await supplier.put(CANCEL, longest)).status_code == 200


WRONG = [
    {"clientReference": ""},
    {"clientReference": 7},
    {"clientReference": None},
    {"delivery": None},
    {"delivery": []},
    {"delivery": {}},
    {"delivery": {"estimatedTimeOfBunkering": 5}},
    {"supplier": "x"},
    {"supplier": {"assetIdentifier": {"vessel": {"imo": "9074729"}}}},
    {"supplier": {"assetIdentifier": {"vessel": {"imo": 1.5}}}},
    {"supplier": {"assetIdentifier": {"vessel": {"imo": 2**31}}}},
    {"supplier": {"assetIdentifier": {"vessel": {"imo": True}}}},
    {"supplier": {"priceType": "free"}},
    {"receiver": {"nextDestination": "moon"}},
    {"delivery": {"estimatedTimeOfBunkering": "2026-12-01T10:00:00Z", "deliveryMethod": "Vessel"}},
    {"delivery": {"estimatedTimeOfBunkering": "2026-12-01T10:00:00Z", "deliveryMethod": ""}},
    {"fuelSpecifications": [{"biofuelProperties": {"generationCode": "GEN1"}}]},
    {"fuelSpecifications": {}},
    {"fuelSpecifications": [1]},
    {"fuelSpecifications": [{"grade": "rmz"}]},
    {"fuelSpecifications": [{"quantityRange": {"maxQuantity": 5}}]},
    {"fuelSpecifications": [{"quantityRange": {"minQuantity": "5", "maxQuantity": 5}}]},
    {"fuelSpecifications": [{"biofuelProperties": {"isccCertified": "yes"}}]},
    {"stakeholders": [{"type": 3}]},
    {"stakeholders": [{"type": "Surveyor\n"}]},
]


@pytest.mark.parametrize("change", WRONG, ids=str)
async def test_a_field_of_another_type_is_400_and_named(supplier: Caller, change: dict[str, Any]) -> None:
    body = {
        "clientReference": "W-1",
        "delivery": {"estimatedTimeOfBunkering": "2026-12-01T10:00:00Z"},
        "receiver": {"companyIdentifier": "REC"},
        **change,
    }
    assert next(iter(change)) in check(await supplier.put(SUPPLIER, body), 400)["detail"]


async def test_a_fault_of_the_service_shows_no_internals(
    supplier: Caller, sandbox: Any, http: httpx.AsyncClient
) -> None:
    sandbox.store.close()
    silent = httpx.ASGITransport(sandbox.app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=silent, base_url="http://127.0.0.1") as client:
        check(await client.get("/v1/nominations/N-1", headers=supplier.headers), 500)
