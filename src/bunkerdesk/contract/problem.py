"""Refusals: problem details, token answers and token errors ("Errors", "Authentication")."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pydantic import ConfigDict, Field

from bunkerdesk.contract.resource import PortTime, Resource

_PLACES = ("pointer", "field", "path", "name", "propertyName", "property", "loc", "source")
_TEXTS = ("detail", "message", "msg", "errorMessage", "defaultMessage", "reason", "title")
_LISTS = ("errors", "detail", "violations", "fieldErrors", "invalidParams", "invalid-params")
_SENTENCES = ("detail", "message", "msg", "error_description", "errorMessage", "description", "faultstring")
_AROUND = ("error", "fault")


@dataclass(frozen=True)
class Complaint:
    """What is said of one field; `place` is its path with dots, empty where none is named."""

    place: str
    text: str

    def __str__(self) -> str:
        return f"{self.place}: {self.text}" if self.place else self.text


class ProblemDetail(Resource):
    """RFC 9457 problem detail; the values of `type` are not shown."""

    type: str | None = None
    title: str | None = None
    status: int | None = None
    detail: str | None = None
    instance: str | None = None
    timestamp: PortTime | None = None
    trace_id: str | None = Field(None, alias="trace_id")

    @property
    def sentence(self) -> str:
        """The detail, else what a refusal of another form says in its place; empty where nothing speaks."""
        return self.detail or sentence_in(self.as_received)

    @property
    def complaints(self) -> tuple[Complaint, ...]:
        """What a service says field by field, where it does.

        In a member `errors` or one of the like, as an object by field or as a list (RFC 9457 has one in its example),
        or in a list in the place of `detail`.
        """
        received = self.as_received or {}
        return tuple(complaint for name in _LISTS for complaint in _complaints(received.get(name)))


def sentence_in(value: Any, levels: int = 3) -> str:
    """What a refusal of another form says, as frameworks and gateways have it; empty where nothing can be read."""
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, list):
        return "; ".join(item.strip() for item in value if isinstance(item, str))
    if not isinstance(value, dict) or not levels:
        return ""
    places = (*_SENTENCES, *_AROUND)
    return next((said for name in places if (said := sentence_in(value.get(name), levels - 1))), "")


def _complaints(value: Any) -> Iterator[Complaint]:
    if isinstance(value, dict):
        for name, texts in value.items():
            text = " ".join(map(str, texts)) if isinstance(texts, list) else str(texts)
            yield Complaint(_place(name), text)
    elif isinstance(value, list):
        for item in value:
            if isinstance(item, str):
                yield Complaint("", item)
            elif isinstance(item, dict) and (text := _first(item, _TEXTS)):
                yield Complaint(_place(_first(item, _PLACES)), str(text))


def _first(item: dict[str, Any], names: tuple[str, ...]) -> Any:
    return next((item[name] for name in names if item.get(name)), None)


def _place(said: Any) -> str:
    """A field as services name it (`#/a/0/b`, `$.a[0].b`, `A[0].B`, a list of steps) in the specification's letters."""
    if isinstance(said, dict):  # JSON:API
        said = said.get("pointer")
    steps = said if isinstance(said, list) else str(said or "").replace("[", ".").replace("]", "").replace("/", ".")
    parts = [str(step).strip() for step in (steps if isinstance(steps, list) else steps.split("."))]
    parts = [part for part in parts if part not in ("", "#", "$")]
    if len(parts) > 1 and parts[0] in ("body", "data"):
        parts = parts[1:]
    return ".".join(part[0].lower() + part[1:] for part in parts)


class TokenAnswer(Resource):
    """Success of POST /oauth/token; `expires_in` in seconds. The token is kept out of every repr."""

    model_config = ConfigDict(coerce_numbers_to_str=False)  # a number is no token

    required = frozenset({"access_token", "token_type", "expires_in"})

    access_token: str | None = Field(None, alias="access_token", repr=False)
    token_type: str | None = Field(None, alias="token_type")
    expires_in: int | None = Field(None, alias="expires_in")


class TokenError(Resource):
    """Failure of POST /oauth/token; only `invalid_request` is shown as a code."""

    error: str | None = None
    error_description: str | None = Field(None, alias="error_description")
