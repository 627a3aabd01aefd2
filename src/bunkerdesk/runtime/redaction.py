"""Keeps secrets and tokens out of logs and reports."""

import logging
import re

HIDDEN = "[hidden]"

# Words before a secret, as headers, JSON, form bodies and reprs write them.
_NAMED = re.compile(
    r"(?i)(\b(?:client_secret|access_token|refresh_token|password|secret|authorization)\b[\"']?\s*[:=]\s*"
    r"(?:(?:bearer|basic)\s+)?[\"']?)([^\s\"'&,;)}\]]+)"
)
_BEARER = re.compile(r"(?i)\b(bearer|basic)(\s+)([A-Za-z0-9._~+/=-]{8,})")
_JSON_WEB_TOKEN = re.compile(r"\beyJ[A-Za-z0-9_-]{5,}\.[A-Za-z0-9_-]{5,}(?:\.[A-Za-z0-9_-]*)?")
_CREDENTIALS_IN_ADDRESS = re.compile(r"(\w+://[^/\s:@]+:)([^/\s@]+)(@)")

_SHORTEST = 4  # hiding every "abc" would tell more than it hides


class Redaction:
    """Knows the secrets of this run and what tokens look like."""

    def __init__(self) -> None:
        self._secrets: tuple[str, ...] = ()

    def register(self, secret: str) -> None:
        """Hide this text from now on."""
        if len(secret) >= _SHORTEST and secret not in self._secrets:
            # The longest first: one secret may begin with another.
            self._secrets = tuple(sorted((*self._secrets, secret), key=len, reverse=True))

    def hide(self, text: str) -> str:
        """The text without secrets."""
        for secret in self._secrets:
            text = text.replace(secret, HIDDEN)
        text = _NAMED.sub(rf"\1{HIDDEN}", text)
        text = _BEARER.sub(rf"\1\2{HIDDEN}", text)
        text = _CREDENTIALS_IN_ADDRESS.sub(rf"\1{HIDDEN}\3", text)
        return _JSON_WEB_TOKEN.sub(HIDDEN, text)


class RedactingFormatter(logging.Formatter):
    """Formats records without secrets, tracebacks included."""

    def __init__(self, redaction: Redaction) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(name)s: %(message)s")
        self._redaction = redaction

    def format(self, record: logging.LogRecord) -> str:
        """The finished line (and traceback); what other handlers see stays untouched."""
        return self._redaction.hide(super().format(record))
