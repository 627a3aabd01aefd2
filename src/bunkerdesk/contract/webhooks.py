"""Webhook subscriptions and the envelope of a delivery ("Events"); much of it is not shown."""

from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from bunkerdesk.contract.resource import PortTime, Resource


def _identifier(value: object) -> object:
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


class NewSubscription(Resource):
    """A subscription to create; `version` other than 1 and internal addresses are refused with 400."""

    url: str | None = None
    event_kinds: list[str] | None = None
    secret: str | None = Field(default=None, repr=False)
    headers: dict[str, str] | None = None
    version: int | None = None


class Subscription(Resource):
    """A subscription; `secret` only in the answer to its creation, once."""

    id: Annotated[str | None, BeforeValidator(_identifier)] = None
    """Text or number: the field is not shown, and deleting needs it."""
    url: str | None = None
    event_kinds: list[str] | None = None
    version: int | None = None
    header_keys: list[str] | None = None
    secret: str | None = Field(default=None, repr=False)


class EventEnvelope(Resource):
    """A CloudEvent as delivered; `dataschema` names the event kind and its payload version."""

    required = frozenset({"dataschema"})

    id: str | None = None
    type: str | None = None
    source: str | None = None
    specversion: str | None = None
    time: PortTime | None = None
    datacontenttype: str | None = None
    dataschema: str | None = None
    data: Any = None
