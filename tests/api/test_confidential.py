"""Neither the secret nor a token shows up anywhere a person or a log can see."""

import asyncio
import html
import json
import logging
import traceback
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.api.conftest import SECRET
from tests.api.server import Reply, ScriptedServer, as_json, page, problem

from bunkerdesk.api import AuthenticationFailed, BunkerService, Credentials, ServiceError, UnreadableAnswer
from bunkerdesk.api.confidential import Confidential

TOKEN = "t0ken.with-Many_chars~+/=="
HOOK_SECRET = "hook-secret-77"
SPELLINGS = [SECRET, quote(SECRET, safe=""), quote_plus(SECRET), html.escape(SECRET), json.dumps(SECRET)[1:-1]]


def everything_about(error: BaseException) -> str:
    """All that a log or a report would show."""
    shown = [str(error), repr(error), repr(vars(error)), repr(getattr(error, "problem", None))]
    shown += traceback.format_exception(error)
    return "\n".join(shown)


def assert_clean(text: str) -> None:
    for secret in (*SPELLINGS, TOKEN, HOOK_SECRET):
        assert secret not in text


def echoes(secret: str) -> list[Reply]:
    """Answers of a server that repeats what it was told."""
    return [
        problem(400, f"you sent {secret}, {quote(secret, safe='')}", title=secret, trace_id=secret, extra=[secret]),
        as_json({"error": secret, "error_description": f"unknown secret {secret}"}, 400),
        page(f"<html><title>{html.escape(secret)}</title></html>", 400),
        page(f"<p>{html.escape(secret)} is wrong", 502),
        page(f"you sent {quote_plus(secret)}", 200),
        Reply(403, secret.encode(), {"X-Trace-Id": quote(secret), "WWW-Authenticate": quote(secret)}),
        Reply(200, json.dumps({"unexpected": secret}).encode()[:-1]),
        Reply(200, json.dumps(secret).encode()),
        Reply(302, b"", {"Location": f"http://nowhere.example/?{quote_plus(secret)}"}),
        Reply(raw=b"HTTP/1.1 200 OK\r\nX-" + quote(secret).encode() + b"\x00: 1\r\n\r\n"),
    ]


@pytest.mark.parametrize("number", range(10))
async def test_a_token_endpoint_that_echoes_the_secret(
    server: ScriptedServer, service: BunkerService, caplog: pytest.LogCaptureFixture, number: int
) -> None:
    caplog.set_level(logging.DEBUG)
    server.on("POST", "/oauth/token", echoes(SECRET)[number])
    with pytest.raises(ServiceError) as caught:
        await service.nominations.read("A-1")
    assert_clean(everything_about(caught.value))
    assert_clean(caplog.text)


@pytest.mark.parametrize("secret", [SECRET, TOKEN])
@pytest.mark.parametrize("number", range(10))
async def test_a_service_that_echoes_secret_or_token(
    server: ScriptedServer, service: BunkerService, caplog: pytest.LogCaptureFixture, number: int, secret: str
) -> None:
    caplog.set_level(logging.DEBUG)
    server.on("POST", "/oauth/token", as_json({"access_token": TOKEN, "expires_in": 3600}))
    for method, path in (("GET", "/v1/nominations/A-1"), ("PUT", "/v1/nominations/A-1/cancel")):
        server.on(method, path, echoes(secret)[number])
    for call in (lambda: service.nominations.read("A-1"), lambda: service.nominations.cancel("A-1", "why")):
        try:
            await call()
        except ServiceError as error:
            assert_clean(everything_about(error))
    assert_clean(caplog.text)


async def test_a_broken_connection_leaks_nothing(
    server: ScriptedServer, service: BunkerService, caplog: pytest.LogCaptureFixture
) -> None:
    """The HTTP library's error holds the request with its token: it is not chained."""
    caplog.set_level(logging.DEBUG)
    server.on("POST", "/oauth/token", as_json({"access_token": TOKEN, "expires_in": 3600}))
    server.on("GET", "/v1/nominations/A-1", Reply(is_reset=True))
    with pytest.raises(ServiceError) as caught:
        await service.nominations.read("A-1")
    with_locals = traceback.TracebackException.from_exception(caught.value, capture_locals=True)
    assert_clean("\n".join(line for line in with_locals.format() if "test_confidential" not in line))
    assert caught.value.__cause__ is None
    assert caught.value.__context__ is None
    assert_clean(everything_about(caught.value))
    assert_clean(caplog.text)


@pytest.mark.parametrize("number", range(10))
async def test_the_secret_of_a_new_subscription_is_not_repeated(
    server: ScriptedServer, service: BunkerService, number: int
) -> None:
    server.on("POST", "/v1/webhooks/subscriptions", echoes(HOOK_SECRET)[number])
    body = {"url": "https://desk.example", "secret": HOOK_SECRET, "headers": {"X-Key": HOOK_SECRET}}
    try:
        await service.webhooks.create(body)
    except ServiceError as error:
        shown = "\n".join([str(error), repr(error), repr(error.problem)])
        assert HOOK_SECRET not in shown


async def test_a_generated_secret_in_a_cut_answer_is_not_shown(server: ScriptedServer, service: BunkerService) -> None:
    server.on("POST", "/v1/webhooks/subscriptions", Reply(201, b'{"id": "1", "secret": "generated-99", '))
    with pytest.raises(UnreadableAnswer, match="no whole JSON") as caught:
        await service.webhooks.create({"url": "https://desk.example"})
    assert "generated-99" not in everything_about(caught.value)


async def test_nothing_shows_the_secret_by_itself(
    server: ScriptedServer, service: BunkerService, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    credentials = Credentials("desk", SECRET)
    assert repr(credentials) == "Credentials(client_id='desk')"
    server.on("GET", "/v1/nominations/A-1", as_json({"clientReference": "A-1"}))
    await service.nominations.read("A-1")
    assert_clean(repr(service) + str(vars(service)))
    assert_clean(caplog.text)


async def test_the_words_around_the_secret_survive(server: ScriptedServer, service: BunkerService) -> None:
    server.on("POST", "/oauth/token", as_json({"error": "invalid_client", "error_description": f"<{SECRET}>"}, 400))
    with pytest.raises(AuthenticationFailed) as caught:
        await service.sign_in()
    assert str(caught.value) == "The service refuses the credentials (HTTP 400): invalid_client, <[hidden]>."
    assert caught.value.error_description == "<[hidden]>"


async def test_half_a_character_is_refused_without_a_request(server: ScriptedServer, connect) -> None:
    with pytest.raises(AuthenticationFailed, match="cannot be sent") as caught:
        await connect(server.base_url, credentials=Credentials("desk", "a\ud800b"))
    assert "\ud800" not in str(caught.value)
    await asyncio.sleep(0)
    assert not server.seen


@given(st.text(min_size=4), st.text(), st.text())
def test_any_secret_in_any_spelling_is_cleaned(secret: str, before: str, after: str) -> None:
    """Whatever stands around it; the secret itself may be part of what replaces it only by chance."""
    confidential = Confidential(Credentials("id", secret))
    for spelling in (secret, html.escape(secret), json.dumps(secret)[1:-1]):
        assert spelling not in confidential.clean(before + spelling + after).replace("[hidden]", "\0")
