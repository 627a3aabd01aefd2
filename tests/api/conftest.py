"""A scripted server, services against it, and time that passes when a test says so."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Any

import pytest
from tests.api.server import ScriptedServer

from bunkerdesk.api import BunkerService, Credentials, RetryPolicy

SECRET = "s3cr3t/+ &<ümlaut>\"'"


@dataclass
class Time:
    """A clock that only sleeping moves."""

    now: float = 1000.0
    slept: list[float] = field(default_factory=list)

    def clock(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


async def until(condition: Callable[[], object]) -> None:
    """Wait for a condition, five seconds at most."""
    async with asyncio.timeout(30):
        while not condition():  # noqa: ASYNC110  conditions of a server under test have no event
            await asyncio.sleep(0.01)


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def retries(time: Time) -> RetryPolicy:
    """The usual policy; jitter always takes the whole delay."""
    return RetryPolicy(clock=time.clock, sleep=time.sleep, random=lambda: 1.0)


@pytest.fixture
async def server() -> AsyncIterator[ScriptedServer]:
    async with ScriptedServer() as server:
        yield server


@pytest.fixture
async def connect(retries: RetryPolicy) -> AsyncIterator[Callable[..., Any]]:
    """`await connect(base_url, **settings)` opens a service that is closed after the test."""
    async with AsyncExitStack() as stack:

        async def open_service(base_url: str, **settings: Any) -> BunkerService:
            settings = {"retries": retries, "credentials": Credentials("desk", SECRET), **settings}
            return await stack.enter_async_context(BunkerService(base_url, **settings))

        yield open_service


@pytest.fixture
async def service(server: ScriptedServer, connect: Callable[..., Any]) -> BunkerService:
    opened: BunkerService = await connect(server.base_url)
    return opened
