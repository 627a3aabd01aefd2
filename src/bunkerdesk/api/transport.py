"""One exchange over HTTP: the only module that knows the HTTP library. No token logic, no retries, no resources."""

from __future__ import annotations

import logging
import ssl
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Protocol

import anyio
import httpx
import truststore

from bunkerdesk import __version__
from bunkerdesk.api.address import Address
from bunkerdesk.api.confidential import HiddenBytes
from bunkerdesk.api.errors import Reason, ServiceError, Unreachable, UnreadableAnswer
from bunkerdesk.api.orders import Answer, Order, plain_content_type
from bunkerdesk.api.patience import Limits, Watch
from bunkerdesk.api.proxies import proxy_for, proxy_host
from bunkerdesk.api.redirects import REDIRECTS, Place, redirected
from bunkerdesk.api.unpacking import Damaged, Unpacker
from bunkerdesk.api.wording import connection_failure

_MOST_REDIRECTS = 5
_ERROR_BYTES = 256 * 1024
_SMALL = 32 * 1024
_KEEPALIVE_SECONDS = 30
_BASE_HEADERS = [(b"User-Agent", f"bunkerdesk/{__version__}".encode())]
# The whole list, so that a broken connection, a broken encoding and a wrong address are all said in our words.
_FAILURES = (httpx.HTTPError, httpx.StreamError, httpx.InvalidURL, OSError, ValueError)

# Their debugging lines hold the headers of answers, which may echo what must not be logged.
for _name in ("httpx", "httpcore"):
    logging.getLogger(_name).setLevel(logging.WARNING)


class Sink(Protocol):
    """Where a file's body goes."""

    def begin(self, head: Answer) -> None:
        """Look at status and headers; raises to refuse the body."""
        ...

    async def take(self, chunk: bytes) -> None:
        """Take the next piece of the decoded body."""
        ...


class _TooLarge(Exception):
    """More than may be read into memory."""


class _Memory:
    """A sink that keeps a bounded body."""

    def __init__(self, most: int) -> None:
        self.data = bytearray()
        self._most = most

    def begin(self, head: Answer) -> None:
        """Any head is fine."""

    async def take(self, chunk: bytes) -> None:
        self.data += chunk[: self._most - len(self.data) + 1]
        if len(self.data) > self._most:
            raise _TooLarge


class Transport:
    """Sends orders to one address, follows redirects by hand, and speaks of failures in our words."""

    def __init__(self, address: Address, limits: Limits) -> None:
        """Blocking for some 70 ms (the system's trust store, the library's late imports): make it in a worker."""
        anyio.run(anyio.sleep, 0)  # loads its asyncio part, which the first connection would load on the GUI thread
        self._address = address
        self._limits = limits
        self._context: ssl.SSLContext = truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        self._pools: dict[str | None, httpx.AsyncHTTPTransport] = {}
        self._ways: dict[tuple[str, str, int], httpx.AsyncHTTPTransport] = {}
        self._is_closed = False
        # Reading and writing are guarded by the watchdog; these two are armed only when really waiting.
        self._timeouts = {
            "connect": limits.connect_seconds, "pool": limits.pool_seconds, "read": None, "write": None,
        }  # fmt: skip

    async def close(self) -> None:
        self._is_closed = True
        for pool in self._pools.values():
            await pool.aclose()

    async def exchange(self, order: Order, authorization: HiddenBytes | None, watch: Watch) -> Answer:
        """Send an order and read the whole answer, within the limit of size."""
        response = await self.open(order, authorization, watch)
        try:
            if response.status_code >= httpx.codes.BAD_REQUEST:
                return await self.error_answer(response, watch)
            body = await self._body(response, watch)
            return Answer(response.status_code, response.headers, body)
        finally:
            await response.aclose()

    async def stream(self, order: Order, authorization: HiddenBytes | None, watch: Watch, sink: Sink) -> Answer | None:
        """Send an order and hand the body of a success to the sink; any other answer comes back."""
        response = await self.open(order, authorization, watch)
        try:
            if not response.is_success:
                return await self.error_answer(response, watch)
            sink.begin(Answer(response.status_code, response.headers, b""))
            await self._pour(response, watch, sink)
        finally:
            await response.aclose()
        return None

    async def _pour(self, response: httpx.Response, watch: Watch, sink: Sink) -> None:
        """Hand a body to a sink; raises `UnreadableAnswer` unless it is whole and its compression sound."""
        pieces = response.aiter_raw()
        try:
            unpacker = Unpacker(response.headers.get("content-encoding", ""))
            while (piece := await self._next(pieces, response)) is not None:
                watch.touch()
                await sink.take(unpacker.feed(piece))
                watch.touch()  # a slow disk is not the network's fault
            is_damaged = False
        except Damaged:
            is_damaged = True
        finally:
            await _abandon(response, pieces)
        if is_damaged:
            raise _unreadable(response, "is damaged: its compression cannot be undone")
        if not unpacker.is_whole:
            raise _broken_off(response)

    async def _next(self, pieces: AsyncIterator[bytes], response: httpx.Response) -> bytes | None:
        """The next piece of a body, None at its end; the HTTP library holds it against `Content-Length`."""
        with suppress(*_FAILURES):
            return await anext(pieces, None)
        raise _broken_off(response)

    async def open(self, order: Order, authorization: HiddenBytes | None, watch: Watch) -> httpx.Response:
        """Send an order and follow redirects; the caller closes the answer, whose body is not read yet."""
        place = Place(self._address.base + order.path, self._address.origin)
        for _ in range(_MOST_REDIRECTS + 1):
            response = await self._send(order, place, authorization)
            watch.touch()
            if response.status_code not in REDIRECTS:
                return response
            await response.aclose()
            target = redirected(place, order.method, response.status_code, response.headers.get("location", ""))
            if target.origin != place.origin:
                authorization = None  # and it stays away, even if the way leads back
            place = target
        raise UnreadableAnswer(f"{self._address.host} redirects in circles.", status=response.status_code)

    async def error_answer(self, response: httpx.Response, watch: Watch) -> Answer:
        """The beginning of an answer that reports an error; what cannot be read of it is left out."""
        body = _Memory(_ERROR_BYTES)
        with suppress(UnreadableAnswer, _TooLarge):
            await self._pour(response, watch, body)
        return Answer(response.status_code, response.headers, bytes(body.data))

    async def _body(self, response: httpx.Response, watch: Watch) -> bytes:
        if _is_small(response.headers):
            with suppress(*_FAILURES):
                return await response.aread()
            raise _broken_off(response)
        body = _Memory(self._limits.answer_bytes)
        with suppress(_TooLarge):
            await self._pour(response, watch, body)
            return bytes(body.data)
        raise _unreadable(response, f"is larger than {self._limits.answer_bytes} bytes")

    async def _send(self, order: Order, place: Place, authorization: HiddenBytes | None) -> httpx.Response:
        headers = [*_BASE_HEADERS, (b"Accept", order.accept)]
        if order.is_file:
            headers.append((b"Accept-Encoding", b"identity"))
        else:
            headers.append((b"Accept-Encoding", b"gzip, deflate"))
        if order.body is not None:
            headers.append((b"Content-Type", order.content_type))
        if authorization is not None:
            headers.append((b"Authorization", authorization))
        try:
            request = httpx.Request(
                order.method, place.url, headers=headers, content=order.body, extensions={"timeout": self._timeouts}
            )
            response = await self._way(place).handle_async_request(request)
        except _FAILURES as error:
            failure = self._failure(error, place, is_write=order.method != "GET")
        else:
            return response
        self._ways.pop(place.origin, None)  # the next attempt asks the system for its proxy anew
        raise failure

    def _way(self, place: Place) -> httpx.AsyncHTTPTransport:
        if self._is_closed:
            raise Unreachable.because(Reason.CLOSED, "The connection to the service was closed.")
        way = self._ways.get(place.origin)
        if way is None:
            proxy = proxy_for(place.url)
            way = self._pools.get(proxy) or self._pool(proxy)
            self._ways[place.origin] = way
        return way

    def _pool(self, proxy: str | None) -> httpx.AsyncHTTPTransport:
        connections = self._limits.simultaneous + self._limits.downloads + 1
        try:
            pool = httpx.AsyncHTTPTransport(
                verify=self._context,
                trust_env=False,
                limits=httpx.Limits(
                    max_connections=connections,
                    max_keepalive_connections=connections,
                    keepalive_expiry=_KEEPALIVE_SECONDS,
                ),
                proxy=self._proxy(proxy),
            )
        except (ImportError, ValueError, RuntimeError, httpx.InvalidURL):
            pass  # the address of a proxy may hold a password: no chained error
        else:
            self._pools[proxy] = pool
            return pool
        raise Unreachable.because(Reason.PROXY, "The system's proxy setting is not one this program can use.")

    def _proxy(self, address: str | None) -> httpx.Proxy | None:
        if address is None:
            return None
        return httpx.Proxy(address, ssl_context=self._context if address.startswith("https:") else None)

    def _failure(self, error: BaseException, place: Place, *, is_write: bool) -> ServiceError:
        host = place.origin[1]
        match error:
            case httpx.ConnectTimeout() | httpx.PoolTimeout():
                failure: ServiceError = Unreachable.because(Reason.TIMEOUT, f"{host} did not answer in time.")
            case httpx.ProxyError():
                code = str(error)[:3]
                said = f" (HTTP {code})" if code.isdigit() else ""
                failure = Unreachable.because(Reason.PROXY, f"The proxy does not let this through to {host}{said}.")
            case httpx.ConnectError():
                reason, sentence = connection_failure(error, host)
                if reason is not Reason.CERTIFICATE and (proxy := proxy_for(place.url)) is not None:
                    _, sentence = connection_failure(error, f"the system's proxy {proxy_host(proxy)}".rstrip())
                    reason, sentence = Reason.PROXY, sentence[0].upper() + sentence[1:]
                failure = Unreachable.because(reason, sentence)
            case httpx.RemoteProtocolError() if "disconnected" not in str(error):
                failure = UnreadableAnswer(f"What answers at {host} does not speak HTTP as expected.")
                failure.is_outcome_unknown = is_write
            case httpx.UnsupportedProtocol() | httpx.InvalidURL() | httpx.LocalProtocolError():
                failure = UnreadableAnswer(f"The request to {host} cannot be put into HTTP.")
            case _:
                sentence = f"The connection to {host} broke before an answer came."
                failure = Unreachable.because(Reason.NETWORK, sentence, was_sent=is_write)
        return failure


def _is_small(headers: httpx.Headers) -> bool:
    length = headers.get("content-length", "")
    return length.isdigit() and int(length) <= _SMALL and "content-encoding" not in headers


def _broken_off(response: httpx.Response) -> UnreadableAnswer:
    failure = _unreadable(response, "broke off before it was whole")
    failure.is_broken_off = True
    return failure


def _unreadable(response: httpx.Response, what: str) -> UnreadableAnswer:
    """An answer that is not what it should be, with its status and content type."""
    status = response.status_code
    failure = UnreadableAnswer(f"The answer {what} (HTTP {status}).", status=status)
    failure.content_type = plain_content_type(response.headers)
    return failure


async def _abandon(response: httpx.Response, pieces: AsyncIterator[bytes]) -> None:
    """Close an answer that is perhaps not read to its end, and let its iterator run out.

    Left suspended, the library's nested generators would clean up in their finalisers, where no loop runs.
    """
    await response.aclose()
    with suppress(*_FAILURES):
        async for _ in pieces:
            pass
