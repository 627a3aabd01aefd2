"""From an answer of 4xx or 5xx to the error a caller sees."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import ValidationError

from bunkerdesk.api.confidential import Confidential
from bunkerdesk.api.errors import (
    About,
    AuthenticationFailed,
    NotFound,
    Reason,
    Refused,
    ServiceError,
    SharedReference,
    TooManyRequests,
    Unreachable,
    UnreadableAnswer,
)
from bunkerdesk.api.orders import Answer, Order
from bunkerdesk.api.patience import retry_after
from bunkerdesk.api.wording import readable, tidy
from bunkerdesk.contract import jsontext
from bunkerdesk.contract.problem import ProblemDetail, TokenError, sentence_in

_TRACE_HEADERS = ("x-trace-id", "x-request-id", "x-correlation-id")
_PROXY_WANTS_SIGN_IN = 407
_SHARED = 422
_KINDS: dict[int, tuple[type[ServiceError], str]] = {
    401: (AuthenticationFailed, "The service does not accept the sign-in"),
    404: (NotFound, "The service has nothing under this reference"),
    _PROXY_WANTS_SIGN_IN: (Unreachable, "The proxy asks for a sign-in"),
    408: (Unreachable, "The service gave up waiting for the request"),
    429: (TooManyRequests, "The service asks to slow down"),
}
_NOT_OFFERED = frozenset({404, 405, 501})
_NOT_READABLE = _NOT_OFFERED | {400, 403, 410}
"""How services and the gateways before them answer a read of a path that they do not have."""


def failure_of(order: Order, answer: Answer, confidential: Confidential) -> ServiceError | None:
    """The error an answer stands for, None for a success. Its texts are clean of secrets."""
    status = answer.status
    if 200 <= status < 300:
        return None
    about, said = _said(order, answer, confidential)
    kind, sentence = _kind(order, status)
    failure = kind(f"{sentence} (HTTP {status}){said}", **about)
    if isinstance(failure, NotFound):
        failure.is_not_offered = order.is_path_assumed
    if isinstance(failure, Unreachable):
        failure.reason = Reason.PROXY if status == _PROXY_WANTS_SIGN_IN else Reason.SERVICE
        failure.is_outcome_unknown = order.method != "GET" and status != _PROXY_WANTS_SIGN_IN
    return failure


def _kind(order: Order, status: int) -> tuple[type[ServiceError], str]:
    if order.is_path_assumed and status in (_NOT_READABLE if order.method == "GET" else _NOT_OFFERED):
        return NotFound, "This is not offered by this service"
    if order.is_single_read and status == _SHARED:
        return SharedReference, "Several share this reference; read all of them"
    if status >= 500:
        return Unreachable, "The service is out of order"
    if status < 400:
        return UnreadableAnswer, "The service answered with nothing to read"
    return _KINDS.get(status, (Refused, "The service refuses this"))


def token_failure(order: Order, answer: Answer, confidential: Confidential) -> ServiceError | None:
    """The error of the token endpoint; never `NotFound`, which would read as a nomination that is gone."""
    failure = failure_of(order, answer, confidential)
    if not isinstance(failure, AuthenticationFailed | NotFound | Refused):
        return failure
    status = answer.status
    about = About(status=status, problem=failure.problem, trace_id=failure.trace_id, retry_after=failure.retry_after)
    if status in _NOT_OFFERED:
        return AuthenticationFailed(
            f"There is no sign-in at this address (HTTP {status}). Check the address of the service.", **about
        )
    value = _json(answer, confidential, ())
    told = TokenError.read(value if isinstance(value, dict) else {})
    error, description = told.error, told.error_description
    words = [tidy(word) for word in (error, description) if word]
    said = ": " + ", ".join(words) if words else _said(order, answer, confidential)[1]
    refused = AuthenticationFailed(f"The service refuses the credentials (HTTP {status}){said.rstrip('.')}.", **about)
    refused.error, refused.error_description = error, description
    return refused


def excerpt(answer: Answer, confidential: Confidential, also: tuple[str, ...] = ()) -> str:
    """The first readable sentence of a body, clean of secrets; empty where there is none."""
    text = confidential.clean(answer.body.decode("utf-8", "replace"), also).encode()
    return tidy(confidential.clean(readable(text), also))


def _said(order: Order, answer: Answer, confidential: Confidential) -> tuple[About, str]:
    """What the answer tells about itself, and its words as the end of a sentence."""
    value = _json(answer, confidential, order.confidential)
    problem: ProblemDetail | None = None
    if isinstance(value, dict):
        try:
            problem = ProblemDetail.read(value)
        except ValidationError:
            problem = None
    about = About(
        status=answer.status,
        problem=problem,
        trace_id=(problem and _trace_within(problem)) or _trace(answer.headers, confidential),
        retry_after=retry_after(answer.headers),
    )
    words = _words(problem) if problem else sentence_in(value)
    if not words and value is None:
        words = excerpt(answer, confidential, order.confidential)
    return about, f": {tidy(words)}" if words else "."


def _words(problem: ProblemDetail) -> str | None:
    """The detail; without one what is said field by field or in another place, which tells more than a title."""
    listed = "; ".join(map(str, problem.complaints))
    return problem.detail or listed or problem.sentence or problem.title


def _json(answer: Answer, confidential: Confidential, also: tuple[str, ...]) -> object:
    try:
        return confidential.clean_value(jsontext.parse(answer.json_text), also)
    except jsontext.MalformedJson:
        return None


def _trace_within(problem: ProblemDetail) -> str | None:
    """The trace id as the specification names it, else as some frameworks do."""
    other = problem.unknown_fields.get("traceId")
    return problem.trace_id or (tidy(other) if isinstance(other, str) else None)


def _trace(headers: Mapping[str, str], confidential: Confidential) -> str | None:
    for name in _TRACE_HEADERS:
        if text := headers.get(name):
            return tidy(confidential.clean(text))
    return None
