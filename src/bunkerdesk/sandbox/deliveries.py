"""Delivers events to subscribers: signed, one after the other in a thread of its own, never to an inside address."""

import contextlib
import hashlib
import hmac
import http.client
import queue
import socket
import ssl
import threading
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from bunkerdesk.contract import jsontext
from bunkerdesk.sandbox.addresses import ForbiddenAddress, Resolve, check_url, resolve
from bunkerdesk.sandbox.clock import Clock, utc_text
from bunkerdesk.sandbox.store import Store
from bunkerdesk.sandbox.webhooks import SIGNATURE

_TIMEOUT = 10.0
_PAUSES = (1.0, 5.0)
"""Seconds before a second and a third attempt."""
_MOST_WAITING = 10_000


@dataclass(frozen=True)
class Delivery:
    """One event for one subscriber, ready to send. `addresses` is what the host's name stood for at the check."""

    url: str
    addresses: tuple[str, ...]
    headers: dict[str, str]
    body: bytes


Transport = Callable[[Delivery], int]
"""Sends a delivery and answers the HTTP status; raises OSError when nobody is there."""


def envelope(kind: str, data: dict[str, Any], base_url: str, clock: Clock) -> dict[str, Any]:
    """The CloudEvent; `dataschema` names the event kind and the payload version."""
    words = kind.split("_")
    event = ".".join(["_".join(words[1:-1]), words[-1]] if len(words) > 3 else words[1:])
    return {
        "specversion": "1.0",
        "id": str(uuid.uuid4()),
        "source": f"{base_url}/v1/nominations",
        "type": f"net.bunkerdesk.nomination.{'draft.upserted' if kind.endswith('draft_upserted') else event}",
        "time": utc_text(clock.now()),
        "datacontenttype": "application/json",
        "dataschema": f"{base_url}/api-reference/webhooks/v1/{kind}",
        "data": data,
    }


def signature(secret: str, body: bytes) -> str:
    """HMAC-SHA256 of the body with the subscription's secret, in hexadecimal."""
    return hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()


class Deliveries:
    """The queue and the thread that empties it; `close` ends both."""

    def __init__(
        self, store: Store, clock: Clock, base_url: str, transport: Transport, look_up: Resolve = resolve
    ) -> None:
        self._store = store
        self._clock = clock
        self._base_url = base_url
        self._transport = transport
        self._look_up = look_up
        self._waiting: queue.Queue[tuple[str, dict[str, str], bytes] | None] = queue.Queue(_MOST_WAITING)
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._work, name="webhook deliveries", daemon=True)
        self._thread.start()

    def publish(self, kind: str, may_know: Callable[[str], bool], data: dict[str, Any]) -> None:
        """Queue an event for every subscription of its kind whose company may know of it."""
        for _, company, document in self._store.subscriptions():
            if kind in document["eventKinds"] and may_know(company):
                body = jsontext.write(envelope(kind, data, self._base_url, self._clock))
                headers = {
                    **document["headers"],
                    "Content-Type": "application/cloudevents+json",
                    SIGNATURE: signature(document["secret"], body),
                }
                # A full queue means nobody has answered for long; the newest event is the one to lose.
                with contextlib.suppress(queue.Full):
                    self._waiting.put_nowait((document["url"], headers, body))

    def close(self) -> None:
        self._closing.set()
        with contextlib.suppress(queue.Full):
            self._waiting.put_nowait(None)
        self._thread.join(timeout=2)

    def _work(self) -> None:
        while not self._closing.is_set() and (item := self._waiting.get()) is not None:
            for pause in (*_PAUSES, 0.0):
                if self._attempt(*item) or self._closing.wait(pause):
                    break

    def _attempt(self, url: str, headers: dict[str, str], body: bytes) -> bool:
        """Send once; True when there is nothing more to try."""
        try:
            _, addresses = check_url(url, self._look_up)
        except ForbiddenAddress:
            return True
        if not addresses:
            return False
        try:
            status = self._transport(Delivery(url, tuple(addresses), headers, body))
        except (OSError, http.client.HTTPException):
            return False
        return status < 500


def send(delivery: Delivery) -> int:
    """The true transport: to the very address that was checked, following no redirect."""
    parts = urlsplit(delivery.url)
    port = parts.port or (443 if parts.scheme == "https" else 80)
    host = parts.hostname or ""
    connection = http.client.HTTPConnection(host, port, timeout=_TIMEOUT)
    link = socket.create_connection((delivery.addresses[0], port), _TIMEOUT)
    try:
        if parts.scheme == "https":
            link = ssl.create_default_context().wrap_socket(link, server_hostname=host)
        connection.sock = link
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        connection.request("POST", target, delivery.body, {"Host": parts.netloc, **delivery.headers})
        return connection.getresponse().status
    finally:
        connection.close()
        link.close()
