"""One token for all: fetched once for many waiting calls, renewed before it lapses."""

from __future__ import annotations

import asyncio
import copy
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from urllib.parse import urlencode

from pydantic import ValidationError

from bunkerdesk.api.confidential import Confidential, Credentials, HiddenBytes
from bunkerdesk.api.errors import AuthenticationFailed, Reason, ServiceError, Unreachable, UnreadableAnswer
from bunkerdesk.api.failures import excerpt
from bunkerdesk.api.orders import FORM, Answer, Order
from bunkerdesk.contract import jsontext
from bunkerdesk.contract.problem import TokenAnswer

_USUAL_SECONDS = 3600
"""Validity of a token ("Limits"), taken where the answer does not say."""
_MARGIN_SECONDS = 60
_IN_A_HEADER = re.compile(r"[\x21-\x7e]+")


@dataclass(frozen=True, slots=True)
class Token:
    """A token and the moment (on the policy's clock) from which a new one is wanted."""

    text: str = field(repr=False)
    due: float

    def authorization(self) -> HiddenBytes:
        """The value of the header."""
        return HiddenBytes(f"Bearer {self.text}".encode("ascii"))


def token_order(credentials: Credentials) -> Order:
    """The token request ("Authentication" 3); raises `AuthenticationFailed` for what cannot be written."""
    form = {
        "grant_type": "client_credentials",
        "client_id": credentials.client_id,
        "client_secret": credentials.client_secret,
    }
    try:
        return Order("POST", "/oauth/token", HiddenBytes(urlencode(form).encode("ascii")), FORM)
    except UnicodeEncodeError:
        pass
    raise AuthenticationFailed("The credentials contain half a character and cannot be sent.")


def read_token(answer: Answer, requested_at: float, confidential: Confidential) -> Token:
    """Read the token's answer; `requested_at` is the clock before the request went out."""
    try:
        value = jsontext.parse(answer.json_text)
        text = (TokenAnswer.read(value).access_token or "").strip()
        seconds = value.get("expires_in")
    except (jsontext.MalformedJson, ValidationError):
        text, seconds = "", None
    if not _IN_A_HEADER.fullmatch(text):
        # A body without a token may still be one: what it says is not repeated unless it is a page.
        words = excerpt(answer, confidential) if answer.content_type.startswith("text/") else ""
        failure = UnreadableAnswer(
            f"The sign-in answered without a token (HTTP {answer.status}){': ' + words if words else '.'}",
            status=answer.status,
        )
        failure.content_type = answer.content_type
        raise failure
    confidential.add_token(text)
    lifetime = _lifetime(seconds)
    return Token(text, requested_at + lifetime - min(_MARGIN_SECONDS, lifetime / 10))


def _lifetime(seconds: object) -> float:
    """Seconds a token lives; what is missing or odd counts as usual, a refusal (401) settles the rest."""
    try:
        lifetime = float(str(seconds))
    except ValueError:
        return _USUAL_SECONDS
    return lifetime if 0 < lifetime <= 24 * _USUAL_SECONDS else _USUAL_SECONDS


class _Renewal:
    """A fetch in flight with the calls that wait for it; it ends with the last of them."""

    def __init__(self, fetch: Callable[[], Awaitable[Token]]) -> None:
        self._waiting = 0
        # A flag of our own: connecting cancels its task within for a moment, so the task's count tells nothing.
        self._is_given_up = False
        self._task = asyncio.create_task(_outcome(fetch), name="token renewal")

    @property
    def is_open(self) -> bool:
        return not self._task.done() and not self._is_given_up

    def give_up(self) -> None:
        """End it; whoever still waits is told that the client was closed."""
        self._is_given_up = True
        self._task.cancel()

    async def ended(self) -> None:
        """Wait until nothing of it runs any more."""
        await asyncio.wait([self._task])

    async def wait(self) -> Token:
        self._waiting += 1
        try:
            outcome = await asyncio.shield(self._task)
        except asyncio.CancelledError:
            if not self._was_closed():
                raise
            outcome = Unreachable.because(Reason.CLOSED, "The connection to the service was closed.")
        finally:
            self._waiting -= 1
            if not self._waiting and self.is_open:
                self.give_up()
        if isinstance(outcome, ServiceError):
            raise copy.copy(outcome)  # each waiter its own: a shared one would gather all their tracebacks
        return outcome

    def _was_closed(self) -> bool:
        """Tell whether the renewal was cancelled rather than the caller who waits for it."""
        caller = asyncio.current_task()
        return self._is_given_up and caller is not None and not caller.cancelling()


async def _outcome(fetch: Callable[[], Awaitable[Token]]) -> Token | ServiceError:
    try:
        return await fetch()
    except ServiceError as error:
        return error.with_traceback(None)


class TokenSource:
    """Hands out the current token; a renewal is shared by everyone who needs it."""

    def __init__(self, fetch: Callable[[], Awaitable[Token]], clock: Callable[[], float]) -> None:
        self._fetch = fetch
        self._clock = clock
        self._token: Token | None = None
        self._renewal: _Renewal | None = None

    async def current(self) -> Token:
        """A token that has not lapsed."""
        token = self._token
        if token is not None and self._clock() < token.due:
            return token
        if self._renewal is None or not self._renewal.is_open:
            self._renewal = _Renewal(self._fetch_and_keep)
        return await self._renewal.wait()

    async def replacement(self, refused: Token) -> Token:
        """Another token than the refused one: the current one if someone has renewed it already."""
        if self._token is refused:
            self._token = None
        return await self.current()

    async def close(self) -> None:
        """Forget the token and end a renewal in flight."""
        self._token = None
        if self._renewal is not None:
            self._renewal.give_up()
            await self._renewal.ended()

    async def _fetch_and_keep(self) -> Token:
        self._token = token = await self._fetch()
        return token
