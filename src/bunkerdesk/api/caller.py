"""One call: its turn, its token, its repeats, its time. Knows neither resources nor the HTTP library."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeVar

from bunkerdesk.api.address import Address
from bunkerdesk.api.confidential import Confidential, Credentials, HiddenBytes
from bunkerdesk.api.errors import (
    AuthenticationFailed,
    Reason,
    ServiceError,
    TooManyRequests,
    Unreachable,
    UnreadableAnswer,
)
from bunkerdesk.api.failures import failure_of, token_failure
from bunkerdesk.api.orders import Answer, Order
from bunkerdesk.api.patience import Limits, RetryPolicy, Watch, Watchdog
from bunkerdesk.api.tokens import Token, TokenSource, read_token, token_order

if TYPE_CHECKING:
    from bunkerdesk.api.connections import Connections
    from bunkerdesk.api.transport import Sink, Transport
    from bunkerdesk.api.wishes import Source, Wish

T = TypeVar("T")
Result = TypeVar("Result", covariant=True)
_HOPELESS = frozenset({Reason.CERTIFICATE, Reason.PROXY, Reason.CLOSED})
_WORKERS = 4


class Attempt(Protocol[Result]):
    """One try of an order, within a watch."""

    async def __call__(self, transport: Transport, authorization: HiddenBytes | None, watch: Watch) -> Result: ...


@dataclass(slots=True)
class _Effort:
    """What a call has spent so far."""

    started: float
    failures: int = 0
    is_renewed: bool = False
    is_outcome_unknown: bool = False
    """An earlier attempt may have been carried out, whatever the last one says."""


class Caller:
    """Carries out orders against one address with one identity. `open` before use, `close` after."""

    def __init__(self, address: Address, credentials: Credentials, retries: RetryPolicy, limits: Limits) -> None:
        self.confidential = Confidential(credentials)
        self.limits = limits
        self._address = address
        self._retries = retries
        self._token_order = token_order(credentials)
        self._tokens = TokenSource(self._fetch_token, retries.clock)
        self._turns = asyncio.Semaphore(limits.simultaneous)
        self._download_turns = asyncio.Semaphore(limits.downloads)
        self._transport: Transport | None = None
        self._workers: ThreadPoolExecutor | None = None
        self._connections: Connections | None = None
        self._watchdog: Watchdog | None = None

    async def open(self) -> None:
        self._workers = ThreadPoolExecutor(_WORKERS, thread_name_prefix="bunkerdesk-api")
        self._watchdog = Watchdog(min(self.limits.read_seconds, self.limits.file_seconds))
        self._transport = await self.in_worker(self._make_transport)

    async def close(self) -> None:
        """End what is in flight: a renewal, the connections, the workers' queue."""
        await self._tokens.close()
        if self._watchdog is not None:
            self._watchdog.close()
        if self._transport is not None:
            await self._transport.close()
        if self._connections is not None:
            self._connections.close()
            self._connections = None
        if self._workers is not None:
            self._workers.shutdown(wait=False)
        self._transport = self._workers = self._watchdog = None

    async def in_worker(self, work: Callable[[], T]) -> T:
        """Run blocking work off the loop."""
        if self._workers is None:
            raise _closed()
        return await asyncio.get_running_loop().run_in_executor(self._workers, work)

    async def sign_in(self) -> None:
        """Obtain a token unless there is one; raises what the sign-in raises."""
        await self._tokens.current()

    async def call(self, order: Order) -> Answer:
        """Carry out an order and return its successful answer, whole; raises `ServiceError`."""

        async def attempt(transport: Transport, authorization: HiddenBytes | None, watch: Watch) -> Answer:
            answer = await transport.exchange(order, authorization, watch)
            failure = failure_of(order, answer, self.confidential)
            if failure is not None:
                raise failure
            return answer

        return await self._carry_out(order, attempt, self._turns, self._retries.budget)

    async def stream(self, order: Order, new_sink: Callable[[], Awaitable[Sink]]) -> None:
        """Carry out an order whose answer is a file; each attempt has a sink of its own.

        There is no end to the time a file may take, only to the time without progress.
        """

        async def attempt(transport: Transport, authorization: HiddenBytes | None, watch: Watch) -> None:
            answer = await transport.stream(order, authorization, watch, await new_sink())
            failure = None if answer is None else failure_of(order, answer, self.confidential)
            if failure is not None:
                raise failure

        await self._carry_out(order, attempt, self._download_turns, float("inf"))

    async def fetch_series(self, source: Source, at_once: int, ordinary: Callable[[Wish], Awaitable[object]]) -> None:
        """See `Documents.download_series`."""
        from bunkerdesk.api.connections import Connections
        from bunkerdesk.api.series_run import run_series

        if self._connections is None:
            self._connections = Connections(self._address, self.limits)
        await run_series(self._connections, source, at_once, ordinary, self._tokens.current)

    async def _carry_out(self, order: Order, attempt: Attempt[T], turns: asyncio.Semaphore, budget: float) -> T:
        effort: _Effort | None = None
        while True:
            async with turns:
                effort = effort or _Effort(self._retries.clock())
                token = await self._tokens.current()
                try:
                    return await self._within(order, attempt, token, budget - self._spent(effort))
                except ServiceError as error:
                    failure = error
            if isinstance(failure, AuthenticationFailed) and not effort.is_renewed:
                effort.is_renewed = True
                await self._tokens.replacement(token)
            else:
                await self._pause(order, effort, failure)

    async def _fetch_token(self) -> Token:
        order, effort = self._token_order, _Effort(self._retries.clock())

        async def attempt(transport: Transport, authorization: HiddenBytes | None, watch: Watch) -> Token:
            requested_at = self._retries.clock()
            answer = await transport.exchange(order, authorization, watch)
            failure = token_failure(order, answer, self.confidential)
            if failure is not None:
                raise failure
            return read_token(answer, requested_at, self.confidential)

        while True:
            try:
                return await self._within(order, attempt, None, self._retries.budget - self._spent(effort))
            except ServiceError as error:
                failure = error
            await self._pause(order, effort, failure)

    async def _within(self, order: Order, attempt: Attempt[T], token: Token | None, seconds: float) -> T:
        if self._transport is None or self._watchdog is None:
            raise _closed()
        authorization = None if token is None else token.authorization()
        patience = self.limits.file_seconds if order.is_file else self.limits.read_seconds
        try:
            async with self._watchdog.watch(patience, seconds) as watch:
                return await attempt(self._transport, authorization, watch)
        except TimeoutError:
            pass
        sentence = f"{self._address.host} did not answer in time."
        raise Unreachable.because(Reason.TIMEOUT, sentence, was_sent=order.method != "GET")

    async def _pause(self, order: Order, effort: _Effort, failure: ServiceError) -> None:
        """Wait before the next attempt, or raise the failure where there shall be none."""
        effort.failures += 1
        effort.is_outcome_unknown |= failure.is_outcome_unknown
        failure.is_outcome_unknown = effort.is_outcome_unknown
        delay = self._retries.delay(effort.failures, failure.retry_after)
        if (
            effort.failures >= self._retries.attempts
            or not _may_repeat(order, failure)
            or self._spent(effort) + delay > self._retries.budget
        ):
            raise failure
        await self._retries.sleep(delay)

    def _spent(self, effort: _Effort) -> float:
        return self._retries.clock() - effort.started

    def _make_transport(self) -> Transport:
        # Loaded here, in a worker: the library and the system's trust store take 100 ms that no window waits for.
        from bunkerdesk.api.transport import Transport

        return Transport(self._address, self.limits)


def _may_repeat(order: Order, failure: ServiceError) -> bool:
    match failure:
        case Unreachable():
            is_unsent = failure.status is None and not failure.is_outcome_unknown
            return failure.reason not in _HOPELESS and (order.is_repeatable or is_unsent)
        case TooManyRequests():
            return True  # it was turned away, whatever it was
        case UnreadableAnswer():
            return order.is_repeatable and failure.is_broken_off
    return False


def _closed() -> Unreachable:
    return Unreachable.because(Reason.CLOSED, "The connection to the service is not open.")
