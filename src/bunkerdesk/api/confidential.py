"""Credentials, and the cleaning of every text that comes from outside of them."""

from __future__ import annotations

import html
import json
import re
from base64 import b64encode
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, quote_plus

HIDDEN = "[hidden]"
_TOKENS_REMEMBERED = 4


@dataclass(frozen=True, slots=True)
class Credentials:
    """Client credentials, issued to the company out of band ("Authentication" 2)."""

    client_id: str
    client_secret: str = field(repr=False)


class HiddenBytes(bytes):
    """Bytes on their way out that a traceback with local variables does not show."""

    __slots__ = ()

    def __repr__(self) -> str:
        return HIDDEN


class Confidential:
    """Knows the secret and the latest tokens, in every spelling a server may echo them, and takes them out."""

    def __init__(self, credentials: Credentials) -> None:
        self._permanent = _spellings(credentials.client_secret) | _basic(credentials)
        self._tokens: deque[str] = deque(maxlen=_TOKENS_REMEMBERED)
        self._pattern = _pattern(self._permanent)

    def add_token(self, token: str) -> None:
        """Remember a token; the oldest of a few is forgotten."""
        self._tokens.append(token)
        self._pattern = _pattern(self._permanent.union(*map(_spellings, self._tokens)))

    def clean(self, text: str, also: Iterable[str] = ()) -> str:
        """The text without secrets; `also` names secrets of this one request."""
        for extra in also:
            if pattern := _pattern(_spellings(extra)):
                text = pattern.sub(HIDDEN, text)
        return self._pattern.sub(HIDDEN, text) if self._pattern else text

    def clean_value(self, value: Any, also: Iterable[str] = ()) -> Any:
        """A JSON value whose texts and names are clean."""
        match value:
            case str():
                return self.clean(value, also)
            case list():
                return [self.clean_value(item, also) for item in value]
            case dict():
                return {self.clean(name, also): self.clean_value(item, also) for name, item in value.items()}
            case _:
                return value


def _spellings(secret: str) -> set[str]:
    """How a secret may come back: plain, form-encoded, percent-encoded, in HTML, in JSON."""
    if not secret:
        return set()
    spellings = {secret, secret.strip(), html.escape(secret), html.escape(secret, quote=False)}
    spellings |= {json.dumps(secret)[1:-1], json.dumps(secret, ensure_ascii=False)[1:-1], repr(secret)[1:-1]}
    spellings |= {quote(secret, safe="", errors="replace"), quote_plus(secret, errors="replace")}
    spellings |= {quote(secret, errors="replace")}
    return spellings - {""}


def _basic(credentials: Credentials) -> set[str]:
    pair = f"{credentials.client_id}:{credentials.client_secret}".encode(errors="replace")
    return {b64encode(pair).decode()} if credentials.client_secret else set()


def _pattern(spellings: set[str]) -> re.Pattern[str] | None:
    if not spellings:
        return None
    longest_first = sorted(spellings, key=len, reverse=True)
    return re.compile("|".join(map(re.escape, longest_first)), re.IGNORECASE)
