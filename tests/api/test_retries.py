"""What is repeated, how long is waited, and when it ends."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.api.conftest import Time, until
from tests.api.server import TOKEN, Reply, ScriptedServer, as_json, problem

from bunkerdesk.api import (
    BunkerService,
    Limits,
    Reason,
    Refused,
    RetryPolicy,
    TooManyRequests,
    Unreachable,
    UnreadableAnswer,
)
from bunkerdesk.api.patience import retry_after

PATH = "/v1/nominations/A-1"
GOOD = as_json({"clientReference": "A-1", "status": "accepted"})


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 504])
async def test_a_read_survives_a_stumbling_service(
    server: ScriptedServer, service: BunkerService, time: Time, status: int
) -> None:
    server.on("GET", PATH, problem(status), problem(status), GOOD)
    assert (await service.nominations.read("A-1")).client_reference == "A-1"
    assert time.slept == [0.5, 1.0]


@pytest.mark.parametrize(
    "reply",
    [Reply(is_reset=True), Reply(raw=b""), Reply(body=GOOD.body, cut=5), Reply(body=GOOD.body, length=500, cut=30)],
)
async def test_a_broken_connection_is_repeated(server: ScriptedServer, service: BunkerService, reply: Reply) -> None:
    server.on("GET", PATH, reply, GOOD)
    server.on("PUT", "/v1/nominations/supplier", reply, GOOD)
    assert (await service.nominations.read("A-1")).client_reference == "A-1"
    assert await service.nominations.put_as_supplier({}) is not None


@pytest.mark.parametrize("status", [400, 403, 404, 409, 410, 415, 422])
async def test_a_refusal_is_not_repeated(
    server: ScriptedServer, service: BunkerService, time: Time, status: int
) -> None:
    server.on("PUT", "/v1/nominations/drafts", problem(status, "no"))
    with pytest.raises(Exception, match="no"):
        await service.drafts.put({})
    assert len(server.requests("PUT")) == 1
    assert time.slept == []


@pytest.mark.parametrize("reply", [problem(503), Reply(is_reset=True), Reply(raw=b"")])
async def test_what_may_have_been_done_is_not_repeated(
    server: ScriptedServer, service: BunkerService, reply: Reply
) -> None:
    """A reschedule or a new subscription is sent once; the error says whether it may have been carried out."""
    server.on("PATCH", f"{PATH}/schedule", reply)
    server.on("POST", "/v1/webhooks/subscriptions", reply)
    for call in (service.nominations.reschedule("A-1", {}), service.webhooks.create({"url": "https://x.example"})):
        with pytest.raises(Unreachable) as caught:
            await call
        assert caught.value.is_outcome_unknown
    assert len(server.requests("PATCH")) == 1
    assert len(server.requests("POST", "/v1/webhooks/subscriptions")) == 1


async def test_what_was_turned_away_is_repeated_whatever_it_is(
    server: ScriptedServer, service: BunkerService, time: Time
) -> None:
    """A service that asks to slow down has done nothing yet."""
    status = as_json({"clientReference": "A-1", "status": "accepted"})
    server.on("PATCH", f"{PATH}/schedule", as_json({}, 429, Retry_After="2"), status)
    server.on("POST", "/v1/webhooks/subscriptions", problem(429), as_json({"id": "w-1"}, 201))
    assert (await service.nominations.reschedule("A-1", {})).status == "accepted"
    assert (await service.webhooks.create({"url": "https://x.example"})).id == "w-1"
    assert time.slept == [2.0, 0.5]


async def test_what_was_certainly_not_sent_is_repeated(connect, server: ScriptedServer, time: Time) -> None:
    """Nothing listens: even a reschedule is tried again, and its outcome is known."""

    def last_answer(_: object) -> Reply:
        server.stop_listening()
        return Reply(200, as_json(TOKEN).body, {"Connection": "close"}, cut=1000)

    server.on("POST", "/oauth/token", last_answer)
    service = await connect(server.base_url)
    await service.sign_in()
    with pytest.raises(Unreachable, match="refuses the connection") as caught:
        await service.nominations.reschedule("A-1", {})
    assert caught.value.reason is Reason.REFUSED
    assert not caught.value.is_outcome_unknown
    assert time.slept == [0.5, 1.0, 2.0]


async def test_an_unknown_outcome_stays_unknown(server: ScriptedServer, service: BunkerService) -> None:
    """The first attempt may have been carried out, though the last was plainly refused."""
    server.on("PUT", "/v1/nominations/supplier", Reply(is_reset=True), problem(409, "exists already"))
    with pytest.raises(Refused) as caught:
        await service.nominations.put_as_supplier({})
    assert caught.value.is_outcome_unknown


async def test_it_gives_up_after_four_attempts(server: ScriptedServer, service: BunkerService, time: Time) -> None:
    server.on("GET", PATH, problem(503, "maintenance", trace_id="t-4"))
    with pytest.raises(Unreachable, match="maintenance") as caught:
        await service.nominations.read("A-1")
    assert caught.value.reason is Reason.SERVICE
    assert (caught.value.status, caught.value.trace_id) == (503, "t-4")
    assert time.slept == [0.5, 1.0, 2.0]


async def test_retry_after_is_honoured(server: ScriptedServer, service: BunkerService, time: Time) -> None:
    """Seconds, or a date counted from the answer's own date."""
    server.on(
        "GET",
        PATH,
        as_json({}, 429, Retry_After="7"),
        as_json({}, 503, Retry_After="Sat, 21 Nov 2026 10:00:11 GMT", Date="Sat, 21 Nov 2026 10:00:00 GMT"),
        GOOD,
    )
    await service.nominations.read("A-1")
    assert time.slept == [7.0, 11.0]


async def test_a_wait_beyond_the_budget_is_left_to_the_caller(
    server: ScriptedServer, service: BunkerService, time: Time
) -> None:
    server.on("GET", PATH, as_json({}, 429, Retry_After="20"), as_json({}, 429, Retry_After="15"))
    with pytest.raises(TooManyRequests) as caught:
        await service.nominations.read("A-1")
    assert caught.value.retry_after == 15
    assert time.slept == [20.0]


async def test_a_silent_service_is_given_up(connect, server: ScriptedServer) -> None:
    """Without any progress an attempt ends; the time in all is bounded too."""
    server.on("GET", PATH, Reply(gate=asyncio.Event()))
    service = await connect(
        server.base_url, limits=Limits(read_seconds=0.1), retries=RetryPolicy(attempts=2, first_delay=0)
    )
    with pytest.raises(Unreachable, match="did not answer in time") as caught:
        await service.nominations.read("A-1")
    assert caught.value.reason is Reason.TIMEOUT
    assert not caught.value.is_outcome_unknown
    assert len(server.requests("GET")) == 2


async def test_an_answer_that_stops_half_way_is_given_up(connect, server: ScriptedServer) -> None:
    server.on("GET", PATH, Reply(body=GOOD.body, gate_within=asyncio.Event()))
    service = await connect(server.base_url, limits=Limits(read_seconds=0.1), retries=RetryPolicy(attempts=1))
    with pytest.raises(Unreachable, match="did not answer in time"):
        await service.nominations.read("A-1")


async def test_the_budget_bounds_one_long_attempt(connect, server: ScriptedServer) -> None:
    """Patience of minutes does not outlast the budget."""
    server.on("GET", PATH, Reply(gate=asyncio.Event()))
    service = await connect(server.base_url, limits=Limits(read_seconds=600), retries=RetryPolicy(budget=0.2))
    with pytest.raises(Unreachable, match="did not answer in time"):
        await service.nominations.read("A-1")


async def test_a_cancelled_call_is_cancelled(server: ScriptedServer, service: BunkerService) -> None:
    """And the connection is fit for the next call."""
    server.on("GET", PATH, Reply(gate=asyncio.Event()), GOOD)
    call = asyncio.create_task(service.nominations.read("A-1"))
    await until(lambda: server.requests("GET"))
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    assert (await service.nominations.read("A-1")).client_reference == "A-1"


async def test_thousands_of_reads_take_turns(server: ScriptedServer, connect) -> None:
    """No more connections than the limit, however many calls wait."""
    server.on("GET", PATH, GOOD)
    service = await connect(server.base_url, limits=Limits(simultaneous=4))
    await asyncio.gather(*(service.nominations.read("A-1") for _ in range(300)))
    assert len(server.requests("GET")) == 300
    assert server.connections <= 5


@given(st.integers(1, 40), st.floats(0, 1), st.one_of(st.none(), st.floats(0, 1e6)))
def test_a_delay_is_jittered_bounded_and_never_shorter_than_asked(
    attempt: int, share: float, asked: float | None
) -> None:
    policy = RetryPolicy(random=lambda: share)
    delay = policy.delay(attempt, asked)
    assert delay >= (asked or 0)
    assert delay <= max(asked or 0, min(8, 0.5 * 2 ** (attempt - 1)))


@given(st.text())
def test_any_retry_after_is_read_or_ignored(text: str) -> None:
    seconds = retry_after({"retry-after": text})
    assert seconds is None or seconds >= 0


@pytest.mark.parametrize("reply", [Reply(raw=b"SSH-2.0-OpenSSH_9\r\n\r\n"), Reply(raw=b"\x16\x03\x01garbage\r\n\r\n")])
async def test_something_that_speaks_no_http(server: ScriptedServer, service: BunkerService, reply: Reply) -> None:
    server.on("GET", PATH, reply)
    with pytest.raises(UnreadableAnswer, match="does not speak HTTP"):
        await service.nominations.read("A-1")
