"""Refusals and the RFC 9457 problem details that carry them ("Errors")."""

import uuid
from collections.abc import Mapping
from datetime import datetime
from http import HTTPStatus
from typing import Any

from bunkerdesk.contract import jsontext

PROBLEM_TYPE = "application/problem+json"


class Refusal(Exception):
    """The service says no: a status and a sentence for the caller, without internal details."""

    def __init__(self, status: HTTPStatus, detail: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.headers = dict(headers or {})


def malformed(detail: str) -> Refusal:
    """400: the request cannot be read, or a value breaks a limit of its own."""
    return Refusal(HTTPStatus.BAD_REQUEST, detail)


def unacceptable(detail: str) -> Refusal:
    """422: the request can be read, but a rule forbids it."""
    return Refusal(HTTPStatus.UNPROCESSABLE_ENTITY, detail)


def missing(detail: str) -> Refusal:
    """404: there is no such thing, or it belongs to others, which a caller cannot tell apart."""
    return Refusal(HTTPStatus.NOT_FOUND, detail)


def unauthenticated(detail: str) -> Refusal:
    """401: no valid access token."""
    return Refusal(HTTPStatus.UNAUTHORIZED, detail, {"WWW-Authenticate": "Bearer"})


def title(status: int) -> str:
    """The standard phrase of a status."""
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return "Error"


def problem(status: int, detail: str, instance: str, now: datetime) -> dict[str, Any]:
    """The problem detail: all seven fields, always. The values of `type` are not shown: `about:blank`."""
    return {
        "type": "about:blank",
        "title": title(status),
        "status": status,
        "detail": detail,
        "instance": instance,
        "timestamp": now.isoformat(),
        "trace_id": uuid.uuid4().hex,
    }


def problem_text(status: int, detail: str, instance: str, now: datetime) -> bytes:
    """The problem detail as JSON."""
    return jsontext.write(problem(status, detail, instance, now))
