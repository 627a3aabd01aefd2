"""Webhook subscriptions ("Events"); their paths are assumptions (`NotFound.is_not_offered`)."""

from __future__ import annotations

from collections.abc import Mapping

from bunkerdesk.api.address import Paths, segment
from bunkerdesk.api.answers import Body, body_of, many, nothing, written
from bunkerdesk.api.caller import Caller
from bunkerdesk.api.orders import Order
from bunkerdesk.contract.resource import Resource
from bunkerdesk.contract.webhooks import Subscription


class Webhooks:
    """Subscriptions of the caller's company."""

    def __init__(self, caller: Caller, paths: Paths) -> None:
        self._caller = caller
        self._path = paths.webhooks

    async def list(self) -> list[Subscription]:
        """All subscriptions, without their secrets."""
        order = Order("GET", self._path, is_path_assumed=True)
        return await many(self._caller, order, Subscription, ("subscriptions", "webhooks"))

    async def create(self, body: Body) -> Subscription | None:
        """Create one; its `secret` is in this answer and never again. Not repeated once it may have been sent."""
        secrets = _secrets(body.to_object() if isinstance(body, Resource) else body)
        order = Order("POST", self._path, body_of(body), is_path_assumed=True, confidential=secrets)
        return await written(self._caller, order, Subscription, "subscription")

    async def delete(self, subscription_id: str) -> None:
        """Delete one; `NotFound` where there is none."""
        await nothing(self._caller, Order("DELETE", f"{self._path}/{segment(subscription_id)}"))


def _secrets(body: Mapping[str, object]) -> tuple[str, ...]:
    """What of a new subscription no error may repeat: its secret and the values of its headers."""
    headers = body.get("headers")
    values = [body.get("secret"), *(headers.values() if isinstance(headers, Mapping) else ())]
    return tuple(value for value in values if isinstance(value, str) and value)
