"""One token for many calls: fetched once, renewed in time, replaced once when refused."""

import asyncio
from urllib.parse import parse_qs

import pytest
from tests.api.conftest import SECRET, Time, until
from tests.api.server import TOKEN, Reply, ScriptedServer, Seen, as_json, page, problem

from bunkerdesk.api import (
    AuthenticationFailed,
    BunkerService,
    Credentials,
    NotFound,
    Refused,
    TooManyRequests,
    Unreachable,
    UnreadableAnswer,
)

PATH = "/v1/nominations/A-1"
NOMINATION = as_json({"clientReference": "A-1"})


def numbered_tokens(server: ScriptedServer, **more: object) -> None:
    """Each token request answers with the next token."""
    server.on(
        "POST",
        "/oauth/token",
        lambda _: as_json({**TOKEN, "access_token": f"token-{len(server.token_requests)}", **more}),
    )


async def test_the_request_is_a_form_with_the_credentials(server: ScriptedServer, service: BunkerService) -> None:
    """Secrets with any character arrive as they are."""
    await service.sign_in()
    (request,) = server.token_requests
    assert request.headers["content-type"] == "application/x-www-form-urlencoded"
    assert "authorization" not in request.headers
    assert parse_qs(request.body.decode(), strict_parsing=True) == {
        "grant_type": ["client_credentials"],
        "client_id": ["desk"],
        "client_secret": [SECRET],
    }


async def test_fifty_waiting_calls_share_one_token(server: ScriptedServer, service: BunkerService) -> None:
    gate = asyncio.Event()
    server.on("POST", "/oauth/token", Reply(200, as_json(TOKEN).body, gate=gate))
    server.on("GET", PATH, NOMINATION)
    calls = [asyncio.create_task(service.nominations.read("A-1")) for _ in range(50)]
    await until(lambda: server.token_requests)
    gate.set()
    await asyncio.gather(*calls)
    assert len(server.token_requests) == 1
    assert len(server.requests("GET")) == 50


async def test_a_cancelled_waiter_does_not_take_the_token_from_the_others(
    server: ScriptedServer, service: BunkerService
) -> None:
    gate = asyncio.Event()
    server.on("POST", "/oauth/token", Reply(200, as_json(TOKEN).body, gate=gate))
    server.on("GET", PATH, NOMINATION)
    first, second = (asyncio.create_task(service.nominations.read("A-1")) for _ in range(2))
    await until(lambda: server.token_requests)
    first.cancel()
    with pytest.raises(asyncio.CancelledError):
        await first
    gate.set()
    assert (await second).client_reference == "A-1"
    assert len(server.token_requests) == 1


async def test_a_token_nobody_waits_for_any_more_is_given_up(server: ScriptedServer, service: BunkerService) -> None:
    """The next call asks anew and is not cancelled with those who left."""
    gate = asyncio.Event()
    server.on("POST", "/oauth/token", Reply(200, as_json(TOKEN).body, gate=gate), as_json(TOKEN))
    server.on("GET", PATH, NOMINATION)
    left = asyncio.create_task(service.nominations.read("A-1"))
    await until(lambda: server.token_requests)
    left.cancel()
    with pytest.raises(asyncio.CancelledError):
        await left
    assert (await service.nominations.read("A-1")).client_reference == "A-1"
    assert len(server.token_requests) == 2


async def test_it_is_renewed_before_it_lapses(server: ScriptedServer, service: BunkerService, time: Time) -> None:
    """A token of an hour serves 59 minutes."""
    numbered_tokens(server)
    server.on("GET", PATH, NOMINATION)
    await service.nominations.read("A-1")
    time.now += 3539
    await service.nominations.read("A-1")
    assert len(server.token_requests) == 1
    time.now += 2
    await service.nominations.read("A-1")
    assert [seen.headers["authorization"] for seen in server.requests("GET")] == [
        "Bearer token-1",
        "Bearer token-1",
        "Bearer token-2",
    ]


@pytest.mark.parametrize("odd", [None, 0, -5, "soon", True, [], 1e30, float("nan"), "missing"])
async def test_an_odd_validity_counts_as_an_hour(
    server: ScriptedServer, service: BunkerService, time: Time, odd: object
) -> None:
    if odd != odd:
        server.on("POST", "/oauth/token", Reply(200, b'{"access_token":"t","expires_in":"nan"}'))
    else:
        answer = {**TOKEN, "expires_in": odd}
        if odd == "missing":
            del answer["expires_in"]
        server.on("POST", "/oauth/token", as_json(answer))
    server.on("GET", PATH, NOMINATION)
    for passing, requests in ((0, 1), (3000, 1), (1000, 2)):
        time.now += passing
        await service.nominations.read("A-1")
        assert len(server.token_requests) == requests


async def test_a_byte_order_mark_before_json_is_no_part_of_it(server: ScriptedServer, service: BunkerService) -> None:
    """Before a token, a resource and a problem detail; the last names its trace as .NET does."""
    mark = b"\xef\xbb\xbf"
    server.on("POST", "/oauth/token", Reply(200, mark + as_json(TOKEN).body))
    refusal = Reply(403, mark + as_json({"detail": "not yours", "traceId": "00-4bf9-01"}).body)
    server.on("GET", PATH, Reply(200, mark + NOMINATION.body), refusal)
    assert (await service.nominations.read("A-1")).client_reference == "A-1"
    with pytest.raises(Refused, match="not yours") as caught:
        await service.nominations.read("A-1")
    assert caught.value.trace_id == "00-4bf9-01"


async def test_a_short_validity_as_text_is_understood(
    server: ScriptedServer, service: BunkerService, time: Time
) -> None:
    server.on("POST", "/oauth/token", as_json({**TOKEN, "expires_in": "100"}))
    server.on("GET", PATH, NOMINATION)
    for passing, requests in ((0, 1), (89, 1), (2, 2)):
        time.now += passing
        await service.nominations.read("A-1")
        assert len(server.token_requests) == requests


async def test_a_refused_token_is_replaced_once_and_the_call_repeated_once(
    server: ScriptedServer, service: BunkerService
) -> None:
    """A token the service has forgotten costs the caller nothing, even on a write."""
    numbered_tokens(server)
    server.on("PATCH", f"{PATH}/schedule", problem(401), as_json({"clientReference": "A-1"}))
    answer = await service.nominations.reschedule("A-1", {"estimatedBunkeringDurationInMinutes": 5})
    assert answer is not None
    assert [seen.headers["authorization"] for seen in server.requests("PATCH")] == ["Bearer token-1", "Bearer token-2"]
    assert {seen.body for seen in server.requests("PATCH")} == {b'{"estimatedBunkeringDurationInMinutes":5}'}


async def test_a_token_refused_twice_is_a_failed_sign_in(server: ScriptedServer, service: BunkerService) -> None:
    numbered_tokens(server)
    server.on("GET", PATH, problem(401, "invalid token", trace_id="t-1"))
    with pytest.raises(AuthenticationFailed, match="invalid token") as caught:
        await service.nominations.read("A-1")
    assert (caught.value.status, caught.value.trace_id) == (401, "t-1")
    assert len(server.requests("GET")) == 2
    assert len(server.token_requests) == 2


async def test_a_storm_of_refusals_renews_once(server: ScriptedServer, service: BunkerService) -> None:
    """Fifty calls whose common token is refused share one renewal."""
    numbered_tokens(server)

    def answer(seen: Seen) -> Reply:
        return problem(401) if seen.headers["authorization"] == "Bearer token-1" else NOMINATION

    server.on("GET", PATH, answer)
    await asyncio.gather(*(service.nominations.read("A-1") for _ in range(50)))
    assert len(server.token_requests) == 2


@pytest.mark.parametrize("status", [400, 401, 403])
async def test_refused_credentials_say_what_the_service_says(
    server: ScriptedServer, service: BunkerService, status: int
) -> None:
    server.on(
        "POST", "/oauth/token", as_json({"error": "invalid_client", "error_description": "unknown\nclient"}, status)
    )
    with pytest.raises(AuthenticationFailed, match="invalid_client, unknown client") as caught:
        await service.nominations.read("A-1")
    assert caught.value.error == "invalid_client"
    assert caught.value.status == status
    assert len(server.token_requests) == 1


async def test_a_missing_token_endpoint_is_never_a_missing_nomination(
    server: ScriptedServer, service: BunkerService
) -> None:
    """A wrong address must not read as `the nomination is gone`."""
    server.on("POST", "/oauth/token", page("<h1>Not Found</h1>", 404))
    with pytest.raises(AuthenticationFailed, match="Check the address") as caught:
        await service.nominations.read("A-1")
    assert not isinstance(caught.value, NotFound)


@pytest.mark.parametrize(
    "reply",
    [
        page("<!doctype html><title>Hotel network</title><p>Accept the terms"),
        as_json({"token_type": "Bearer"}),
        as_json({"access_token": ""}),
        as_json({"access_token": "two\nlines"}),
        as_json({"access_token": "tökén"}),
        as_json({"access_token": 5}),
        as_json([]),
        Reply(200, b'{"access_token": "abc'),
        Reply(204),
    ],
)
async def test_an_answer_without_a_token_is_unreadable(
    server: ScriptedServer, service: BunkerService, reply: Reply
) -> None:
    server.on("POST", "/oauth/token", reply)
    with pytest.raises(UnreadableAnswer, match="without a token"):
        await service.sign_in()


async def test_a_stumbling_token_endpoint_is_asked_again(
    server: ScriptedServer, service: BunkerService, time: Time
) -> None:
    server.on("POST", "/oauth/token", Reply(503), Reply(is_reset=True), as_json(TOKEN))
    await service.sign_in()
    assert time.slept == [0.5, 1.0]


async def test_each_waiter_gets_an_error_of_its_own(server: ScriptedServer, service: BunkerService) -> None:
    server.on("POST", "/oauth/token", problem(429))
    failures = await asyncio.gather(*(service.nominations.read("A-1") for _ in range(5)), return_exceptions=True)
    assert {type(failure) for failure in failures} == {TooManyRequests}
    assert len({id(failure) for failure in failures}) == 5


async def test_closing_ends_a_waiting_call(server: ScriptedServer, retries) -> None:
    """A call in flight at closing time is told so; it is not cancelled, for nobody cancelled it."""
    server.on("POST", "/oauth/token", Reply(gate=asyncio.Event()))
    async with BunkerService(server.base_url, Credentials("desk", SECRET), retries=retries) as service:
        waiting = asyncio.create_task(service.nominations.read("A-1"))
        await until(lambda: server.token_requests)
    with pytest.raises(Unreachable, match="closed"):
        await waiting
    with pytest.raises(Unreachable, match="not open"):
        await service.nominations.read("A-1")
