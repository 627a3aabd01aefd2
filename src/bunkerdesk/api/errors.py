"""What can go wrong with a call, as exceptions with a plain sentence. Knows nothing of HTTP libraries.

No error carries the client secret or a token: whatever came from outside was cleaned by `Confidential`, and no
error is chained to the one of the HTTP library, whose request holds the token.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, TypedDict, Unpack

if TYPE_CHECKING:
    from bunkerdesk.contract.problem import ProblemDetail


class About(TypedDict, total=False):
    """What is known of an answer: HTTP status, problem detail, trace id, seconds of `Retry-After`."""

    status: int | None
    problem: ProblemDetail | None
    trace_id: str | None
    retry_after: float | None


class ServiceError(Exception):
    """A call that did not succeed; `str()` is a sentence for a person.

    `status`: HTTP status, None where there was no answer. `problem`: the problem detail ("Errors" 1).
    `trace_id`: the service's own mark of the call. `retry_after`: seconds the service asks to wait.
    `is_outcome_unknown`: the request may have reached the service, so that a write may or may not have happened.
    """

    status: int | None = None
    problem: ProblemDetail | None = None
    trace_id: str | None = None
    retry_after: float | None = None
    is_outcome_unknown: bool = False

    def __init__(self, message: str, **about: Unpack[About]) -> None:
        super().__init__(message)
        self.status = about.get("status")
        self.problem = about.get("problem")
        self.trace_id = about.get("trace_id")
        self.retry_after = about.get("retry_after")


class InsecureAddress(ServiceError):
    """The address must not be used: not encrypted and not this computer, with a password in it, or no address."""


class AuthenticationFailed(ServiceError):
    """The credentials were refused, or a token issued a moment ago was (401)."""

    error: str | None = None
    """The token endpoint's code, for example `invalid_request`."""
    error_description: str | None = None


class NotFound(ServiceError):
    """There is nothing under this reference for the caller's company (404)."""

    is_not_offered: bool = False
    """The whole endpoint is missing: its path is not shown by the specification and this service has another."""


class SharedReference(ServiceError):
    """Several accessible nominations or operations share the reference (422 on a single read): use `read_all`."""


class Refused(ServiceError):
    """The service, or this client before asking it, refuses the request (other 4xx)."""


class TooManyRequests(ServiceError):
    """The service asks to slow down (429)."""


class Reason(StrEnum):
    """Why a service is out of reach."""

    NAME = "name"
    """The name is unknown to the network (DNS)."""
    REFUSED = "refused"
    """Nothing listens there."""
    TIMEOUT = "timeout"
    CERTIFICATE = "certificate"
    """The identity of the other side is not proven (TLS)."""
    PROXY = "proxy"
    NETWORK = "network"
    """No route, or the connection broke."""
    SERVICE = "service"
    """The service answered that it is out of order (5xx)."""
    CLOSED = "closed"
    """The client was closed."""


class Unreachable(ServiceError):
    """The network or the service is out of order; trying later may help."""

    reason: Reason = Reason.NETWORK

    @classmethod
    def because(cls, reason: Reason, message: str, *, was_sent: bool = False) -> Unreachable:
        """An error without an answer."""
        error = cls(message)
        error.reason = reason
        error.is_outcome_unknown = was_sent
        return error


class UnreadableAnswer(ServiceError):
    """The service, or something between, answered with what is not of this interface.

    `content_type`: without parameters, lower case. `is_broken_off`: the answer ended before it was whole.
    """

    content_type: str | None = None
    is_broken_off: bool = False


class NotSaved(ServiceError):
    """A download could not be written to the disk; nothing bears the final name that was not whole."""

    errno: int | None = None
