"""Client credentials and access tokens ("Authentication"): a token lives 60 minutes and belongs to one company."""

import hashlib
import hmac
import secrets
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qsl

from bunkerdesk.sandbox.clock import Clock
from bunkerdesk.sandbox.refusals import unauthenticated
from bunkerdesk.sandbox.store import Store

LIFETIME = timedelta(seconds=3600)
FORM = "application/x-www-form-urlencoded"
_MOST_FIELDS = 100


class TokenRefusal(Exception):
    """A refused token request in the form of the token endpoint: a code and a description."""

    status = HTTPStatus.BAD_REQUEST

    def __init__(self, error: str, description: str) -> None:
        super().__init__(description)
        self.body = {"error": error, "error_description": description}


class Tokens:
    """Issues and checks tokens; they are forgotten when the service ends, as no client may rely on them then."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._clock = clock
        self._clients: dict[str, tuple[str, str]] = {}
        settings = store.settings()
        for name, value in settings.items():
            if name.startswith("client.") and name.endswith(".id"):
                role = name.removesuffix(".id")
                self._clients[value] = (settings[f"{role}.secret"], settings[f"{role}.company"])
        self._issued: dict[bytes, tuple[str, datetime]] = {}

    def issue(self, content_type: str, body: bytes) -> dict[str, Any]:
        """Answer a token request; raises `TokenRefusal`."""
        if content_type.partition(";")[0].strip().lower() != FORM:
            raise TokenRefusal("invalid_request", f"the content type must be {FORM}")
        fields = _form(body)
        for name in ("grant_type", "client_id", "client_secret"):
            if not fields.get(name):
                raise TokenRefusal("invalid_request", f"{name} is required")
        if fields["grant_type"] != "client_credentials":
            raise TokenRefusal("unsupported_grant_type", "grant_type must be client_credentials")
        secret, company = self._clients.get(fields["client_id"], ("", ""))
        if not company or not hmac.compare_digest(secret.encode(), fields["client_secret"].encode()):
            raise TokenRefusal("invalid_client", "client_id or client_secret is not valid")
        return {
            "access_token": self.grant(company),
            "token_type": "Bearer",
            "expires_in": int(LIFETIME.total_seconds()),
        }

    def grant(self, company: str) -> str:
        """A fresh token of a company."""
        now = self._clock.now()
        self._issued = {key: held for key, held in self._issued.items() if held[1] > now}
        token = secrets.token_urlsafe(32)
        self._issued[_key(token)] = (company, now + LIFETIME)
        return token

    def company(self, headers: list[str]) -> str:
        """The company of the Authorization headers of a request; raises a 401 `Refusal`."""
        if not headers:
            raise unauthenticated("An access token is required.")
        scheme, _, token = headers[0].partition(" ")
        company, until = self._issued.get(_key(token.strip()), ("", None))
        if len(headers) > 1 or scheme.lower() != "bearer" or until is None or until <= self._clock.now():
            raise unauthenticated("The access token is not valid.")
        return company


def _key(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "surrogateescape")).digest()


def _form(body: bytes) -> dict[str, str]:
    try:
        pairs = parse_qsl(body.decode("ascii"), keep_blank_values=True, errors="strict", max_num_fields=_MOST_FIELDS)
    except ValueError as error:
        raise TokenRefusal("invalid_request", "the form cannot be read") from error
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise TokenRefusal("invalid_request", "a field is given twice")
    return fields
