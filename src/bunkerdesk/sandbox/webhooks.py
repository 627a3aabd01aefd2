"""Webhook subscriptions: create, list, delete ("Events" 4 to 7)."""

import asyncio
import re
import secrets
import uuid
from decimal import Decimal
from typing import Any

from bunkerdesk.contract.enums import EventKind
from bunkerdesk.sandbox.addresses import ForbiddenAddress, check_url
from bunkerdesk.sandbox.bodies import SUBSCRIPTION
from bunkerdesk.sandbox.refusals import malformed, missing
from bunkerdesk.sandbox.service import Service
from bunkerdesk.sandbox.tables import JsonObject

PATH = "/v1/webhooks/subscriptions"
SUPPORTED_VERSIONS = (1,)
SIGNATURE = "X-Webhook-Signature"

_LOOK_UP_WITHIN = 3.0
"""Seconds."""

_TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}")
_VALUE = re.compile(r"[\x20-\x7e]{0,4096}")
_OURS = frozenset({SIGNATURE.lower(), "host", "content-length", "content-type", "transfer-encoding", "connection"})


async def create(service: Service, caller: str, body: Any) -> JsonObject:
    """The subscription with its secret, which is told this once only."""
    _check_version(body)
    sent = SUBSCRIPTION.read(body)
    try:
        async with asyncio.timeout(_LOOK_UP_WITHIN):
            await asyncio.to_thread(check_url, sent["url"], service.look_up)
    except TimeoutError:
        pass  # a name that does not resolve is checked when there is something to deliver
    except ForbiddenAddress as error:
        raise malformed(f"url: {error}.") from error
    headers = sent.get("headers", {})
    _check_headers(headers)
    kinds = list(dict.fromkeys(sent.get("eventKinds") or [kind.value for kind in EventKind]))
    secret = sent.get("secret") or secrets.token_urlsafe(32)
    version = sent.get("version", 1)
    document = {"url": sent["url"], "eventKinds": kinds, "version": version, "headers": headers, "secret": secret}
    number = str(uuid.uuid4())
    service.store.add_subscription(number, caller, document, service.clock.now())
    return {**_listed(number, document), "secret": secret}


def listed(service: Service, caller: str) -> list[JsonObject]:
    """The caller's subscriptions, without secrets."""
    return [_listed(number, document) for number, _, document in service.store.subscriptions(caller)]


def delete(service: Service, caller: str, number: str) -> None:
    """Remove a subscription of the caller; another's is as unknown as one that never was."""
    if not service.store.remove_subscription(number, caller):
        raise missing("There is no such webhook subscription.")


def _listed(number: str, document: JsonObject) -> JsonObject:
    return {
        "id": number,
        "url": document["url"],
        "eventKinds": document["eventKinds"],
        "version": document["version"],
        "headerKeys": list(document["headers"]),
    }


def _check_version(body: Any) -> None:
    """Refuse a version that is not supported, however its number is written, with those that are."""
    version = body.get("version") if isinstance(body, dict) else None
    if isinstance(version, int | Decimal) and not isinstance(version, bool) and version not in SUPPORTED_VERSIONS:
        supported = ", ".join(map(str, SUPPORTED_VERSIONS))
        raise malformed(f"version {version} is not supported. Supported versions: {supported}.")


def _check_headers(headers: dict[str, str]) -> None:
    for name, value in headers.items():
        if not _TOKEN.fullmatch(name) or not _VALUE.fullmatch(value):
            raise malformed("headers has a name or a value that no HTTP header can carry.")
        if name.lower() in _OURS:
            raise malformed(f"headers must not set {name}.")
