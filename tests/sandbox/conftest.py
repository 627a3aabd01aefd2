"""A sandbox on the small world, spoken to over HTTP messages without a socket; clocks and webhooks in hand."""

from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import httpx
import pytest
from tests.sandbox import small_world

from bunkerdesk.contract import jsontext
from bunkerdesk.sandbox.deliveries import Delivery
from bunkerdesk.sandbox.sandbox import Cast, Outside, Sandbox

BASE_URL = "http://127.0.0.1:8123"


class HandClock:
    """A clock that moves when told."""

    def __init__(self) -> None:
        self.moment = small_world.NOW

    def now(self) -> datetime:
        return self.moment

    def advance(self, **parts: float) -> None:
        self.moment += timedelta(**parts)


@dataclass
class Postbox:
    """Receives deliveries."""

    received: list[Delivery] = field(default_factory=list)
    answers: list[int] = field(default_factory=list)

    def __call__(self, delivery: Delivery) -> int:
        self.received.append(delivery)
        return self.answers.pop(0) if self.answers else 204


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def postbox() -> Postbox:
    return Postbox()


NAMES = {"hooks.example.com": ["93.184.216.34"], "inside.example.com": ["10.1.2.3"], "later.example.com": []}


@pytest.fixture
def names() -> dict[str, list[str]]:
    return {name: list(addresses) for name, addresses in NAMES.items()}


@pytest.fixture
def sandbox(clock: HandClock, postbox: Postbox, names: dict[str, list[str]]) -> Iterator[Sandbox]:
    opened = Sandbox(
        BASE_URL,
        cast=Cast(small_world.build, small_world.Slips(), small_world.begin),
        outside=Outside(clock, postbox, lambda host: names.get(host, [])),
    )
    yield opened
    opened.close()


@dataclass
class Caller:
    """A client of one company; answers keep exact numbers."""

    http: httpx.AsyncClient
    headers: dict[str, str]

    async def send(self, method: str, path: str, body: Any = None, **options: Any) -> httpx.Response:
        headers = {**self.headers, **options.pop("headers", {})}
        if body is not None:
            options["content"] = body if isinstance(body, bytes) else jsontext.write(body)
            headers.setdefault("Content-Type", "application/json")
        return await self.http.request(method, path, headers=headers, **options)

    async def get(self, path: str, **options: Any) -> httpx.Response:
        return await self.send("GET", path, **options)

    async def put(self, path: str, body: Any, **options: Any) -> httpx.Response:
        return await self.send("PUT", path, body, **options)

    async def read(self, path: str) -> Any:
        answer = await self.get(path)
        assert answer.status_code == 200, answer.text
        return jsontext.parse(answer.content)


@pytest.fixture
async def http(sandbox: Sandbox) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(transport=httpx.ASGITransport(sandbox.app), base_url=BASE_URL) as client:
        yield client


@pytest.fixture
def call_as(sandbox: Sandbox, http: httpx.AsyncClient) -> Callable[[str], Caller]:
    def caller(company: str) -> Caller:
        return Caller(http, {"Authorization": f"Bearer {sandbox.service.tokens.grant(company)}"})

    return caller


@pytest.fixture
def supplier(call_as: Callable[[str], Caller]) -> Caller:
    return call_as(small_world.SUPPLIER)


@pytest.fixture
def receiver(call_as: Callable[[str], Caller]) -> Caller:
    return call_as(small_world.RECEIVER)


@pytest.fixture
def operator(call_as: Callable[[str], Caller]) -> Caller:
    return call_as(small_world.OPERATOR)
