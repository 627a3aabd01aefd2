""" "Authentication": client credentials, tokens of 60 minutes, 401 without one."""

from urllib.parse import urlencode

import httpx
import pytest
from tests.sandbox.conftest import Caller, HandClock

from bunkerdesk.contract.problem import ProblemDetail
from bunkerdesk.sandbox.calls import MOST_BYTES
from bunkerdesk.sandbox.sandbox import Sandbox

FORM = {"Content-Type": "application/x-www-form-urlencoded"}


@pytest.fixture
def credentials(sandbox: Sandbox) -> dict[str, str]:
    told = sandbox.lines()
    return {
        "grant_type": "client_credentials",
        "client_id": told["client_id"],
        "client_secret": told["client_secret"],
    }


async def test_a_token_is_issued_for_client_credentials(http: httpx.AsyncClient, credentials: dict[str, str]) -> None:
    """The token opens the endpoints and lives 3600 seconds; no cache may keep it."""
    answer = await http.post("/oauth/token", data=credentials)
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-store"
    told = answer.json()
    assert (told["token_type"], told["expires_in"]) == ("Bearer", 3600)
    opened = await http.get("/v1/fuel-types", headers={"Authorization": f"Bearer {told['access_token']}"})
    assert opened.status_code == 200


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"grant_type": None}, "invalid_request"),
        ({"client_id": None}, "invalid_request"),
        ({"client_secret": ""}, "invalid_request"),
        ({"grant_type": "password"}, "unsupported_grant_type"),
        ({"client_id": "nobody"}, "invalid_client"),
        ({"client_secret": "wrong"}, "invalid_client"),
        ({"client_secret": "gräßlich"}, "invalid_client"),
    ],
)
async def test_a_refused_token_request_is_400_with_error_and_description(
    http: httpx.AsyncClient, credentials: dict[str, str], change: dict[str, str | None], error: str
) -> None:
    form = {name: value for name, value in {**credentials, **change}.items() if value is not None}
    answer = await http.post("/oauth/token", data=form)
    assert answer.status_code == 400
    assert answer.json()["error"] == error
    assert answer.json()["error_description"]
    assert answer.headers["Content-Type"] == "application/json"


async def test_a_token_request_is_a_form_and_says_each_thing_once(
    http: httpx.AsyncClient, credentials: dict[str, str]
) -> None:
    twice = urlencode([*credentials.items(), ("client_id", credentials["client_id"])])
    for answer in (
        await http.post("/oauth/token", json=credentials),
        await http.post("/oauth/token", content=urlencode(credentials)),
        await http.post("/oauth/token", content=twice, headers=FORM),
        await http.post("/oauth/token", content=b"grant_type=%ff&client_id=\xff", headers=FORM),
        await http.post("/oauth/token"),
    ):
        assert (answer.status_code, answer.json()["error"]) == (400, "invalid_request")


async def test_the_token_endpoint_keeps_its_form_whatever_is_wrong(http: httpx.AsyncClient) -> None:
    """A body beyond all measure and an unknown method are told by error and description, not by a problem detail."""
    long = await http.post("/oauth/token", content=b"client_id=" + b"x" * MOST_BYTES, headers=FORM)
    other = await http.get("/oauth/token")
    assert (long.status_code, other.status_code) == (400, 405)
    assert other.headers["Allow"] == "POST"
    for answer in (long, other):
        assert answer.headers["Content-Type"] == "application/json"
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.json().keys() == {"error", "error_description"}
        assert answer.json()["error"] == "invalid_request"


@pytest.mark.parametrize(
    "headers",
    [
        [],
        [("Authorization", "Bearer")],
        [("Authorization", "Bearer nonsense")],
        [("Authorization", "Basic dXNlcjpwYXNz")],
        [("Authorization", b"Bearer \xff\xfe")],
    ],
)
async def test_a_missing_or_invalid_token_is_401(http: httpx.AsyncClient, headers: list[tuple[str, str]]) -> None:
    answer = await http.get("/v1/nominations/N-1", headers=headers)
    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"] == "Bearer"
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert ProblemDetail.read_json(answer.content).status == 401


async def test_a_valid_token_counts_as_bearer_and_once_only(http: httpx.AsyncClient, supplier: Caller) -> None:
    token = supplier.headers["Authorization"].removeprefix("Bearer ")
    said = [("bearer", 200), ("BEARER", 200), ("Basic", 401), ("Token", 401), ("", 401)]
    for scheme, status in said:
        answer = await http.get("/v1/fuel-types", headers={"Authorization": f"{scheme} {token}".strip()})
        assert answer.status_code == status, scheme
    twice = [("Authorization", f"Bearer {token}"), ("Authorization", "Bearer other")]
    assert (await http.get("/v1/fuel-types", headers=twice)).status_code == 401


async def test_every_endpoint_but_the_token_endpoint_needs_a_token(sandbox: Sandbox, http: httpx.AsyncClient) -> None:
    described = (await http.get("/openapi.json")).json()
    asked = 0
    for path, methods in described["paths"].items():
        for method in methods:
            if path != "/oauth/token":
                answer = await http.request(method, path.replace("{", "").replace("}", ""), content=b"{")
                assert answer.status_code == 401, (method, path)
                asked += 1
    assert asked == 24


async def test_a_token_is_valid_for_60_minutes(supplier: Caller, clock: HandClock) -> None:
    clock.advance(minutes=59, seconds=59)
    assert (await supplier.get("/v1/fuel-types")).status_code == 200
    clock.advance(seconds=1)
    assert (await supplier.get("/v1/fuel-types")).status_code == 401


async def test_a_token_is_scoped_to_its_company(supplier: Caller, receiver: Caller) -> None:
    assert (await supplier.get("/v1/nominations/N-1")).status_code == 200
    assert (await receiver.get("/v1/nominations/N-1")).status_code == 404
