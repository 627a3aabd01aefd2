"""One exchange over HTTP: the only module that knows the HTTP library. No token logic, no retries, no resources."""

from __future__ import annotations

import logging
import ssl
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Protocol, cast

import httpx
import truststore

from bunkerdesk import __version__
from bunkerdesk.api.address import Address
from bunkerdesk.api.errors import Reason, ServiceError, Unreachable, UnreadableAnswer
from bunkerdesk.api.orders import Answer, Order, plain_content_type
from bunkerdesk.api.patience import Limits, Watch
from bunkerdesk.api.proxies import proxy_for
from bunkerdesk.api.redirects import REDIRECTS, Place, redirected
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


class Transport:
    """Sends orders to one address, follows redirects by hand, and speaks of failures in our words."""

    def __init__(self, address: Address, limits: Limits) -> None:
        """Blocking for some 40 ms (the system's trust store): make it in a worker thread."""
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

    async def exchange(self, order: Order, authorization: str | None, watch: Watch) -> Answer:
        """Send an order and read the whole answer, within the limit of size."""
        response = await self.open(order, authorization, watch)
        try:
            if response.status_code >= httpx.codes.BAD_REQUEST:
                return await self.error_answer(response, watch)
            body = await self._body(response, watch)
            return Answer(response.status_code, response.headers, body)
        finally:
            await response.aclose()

    async def stream(self, order: Order, authorization: str | None, watch: Watch, sink: Sink) -> Answer | None:
        """Send an order and hand the body of a success to the sink; any other answer comes back."""
        response = await self.open(order, authorization, watch)
        try:
            if not response.is_success:
                return await self.error_answer(response, watch)
            sink.begin(Answer(response.status_code, response.headers, b""))
            async with aclosing(_pieces(response)) as chunks:
                while (chunk := await self._next(chunks, response)) is not None:
                    watch.touch()
                    await sink.take(chunk)
                    watch.touch()  # a slow disk is not the network's fault
        finally:
            await response.aclose()
        return None

    async def _next(self, chunks: AsyncGenerator[bytes, None], response: httpx.Response) -> bytes | None:
        """The next piece of a body, None at its end; the HTTP library holds it against `Content-Length`."""
        try:
            return await anext(chunks)
        except StopAsyncIteration:
            return None
        except _FAILURES as error:
            failure = _broken(response, error)
        raise failure

    async def open(self, order: Order, authorization: str | None, watch: Watch) -> httpx.Response:
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
        body = bytearray()
        try:
            async with aclosing(_pieces(response)) as chunks:
                async for chunk in chunks:
                    watch.touch()
                    body += chunk
                    if len(body) >= _ERROR_BYTES:
                        break
        except _FAILURES:
            pass
        return Answer(response.status_code, response.headers, bytes(body[:_ERROR_BYTES]))

    async def _body(self, response: httpx.Response, watch: Watch) -> bytes:
        body = bytearray()
        try:
            if _is_small(response.headers):
                return await response.aread()
            async with aclosing(_pieces(response)) as chunks:
                async for chunk in chunks:
                    watch.touch()
                    body += chunk
                    if len(body) > self._limits.answer_bytes:
                        break
        except _FAILURES as error:
            failure = _broken(response, error)
        else:
            if len(body) <= self._limits.answer_bytes:
                return bytes(body)
            failure = _unreadable(response, f"is larger than {self._limits.answer_bytes} bytes")
        raise failure

    async def _send(self, order: Order, place: Place, authorization: str | None) -> httpx.Response:
        headers = [*_BASE_HEADERS, (b"Accept", order.accept)]
        if order.is_file:
            headers.append((b"Accept-Encoding", b"identity"))
        else:
            headers.append((b"Accept-Encoding", b"gzip, deflate"))
        if order.body is not None:
            headers.append((b"Content-Type", order.content_type))
        if authorization is not None:
            headers.append((b"Authorization", authorization.encode("ascii")))
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
                proxy=None if proxy is None else httpx.Proxy(proxy, ssl_context=self._context),
            )
        except (ImportError, ValueError, httpx.InvalidURL):
            pass  # the address of a proxy may hold a password: no chained error
        else:
            self._pools[proxy] = pool
            return pool
        raise Unreachable.because(Reason.PROXY, "The system's proxy setting is not one this program can use.")

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
                if self._ways.get(place.origin) is not self._pools.get(None):
                    reason, sentence = Reason.PROXY, f"By the system's proxy: {sentence}"
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


def _broken(response: httpx.Response, error: BaseException) -> UnreadableAnswer:
    """What to say of a body that could not be read to its end."""
    if isinstance(error, httpx.DecodingError):
        return _unreadable(response, "is damaged: its compression cannot be undone")
    failure = _unreadable(response, "broke off before it was whole")
    failure.is_broken_off = True
    return failure


def _unreadable(response: httpx.Response, what: str) -> UnreadableAnswer:
    """An answer that is not what it should be, with its status and content type."""
    status = response.status_code
    failure = UnreadableAnswer(f"The answer {what} (HTTP {status}).", status=status)
    failure.content_type = plain_content_type(response.headers)
    return failure


def _pieces(response: httpx.Response) -> AsyncGenerator[bytes, None]:
    """The decoded body; a generator, though the library's type says iterator, and to be closed as one."""
    return cast("AsyncGenerator[bytes, None]", response.aiter_bytes())
