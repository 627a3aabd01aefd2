"""Refusals: problem details, token answers and token errors ("Errors", "Authentication")."""

from pydantic import ConfigDict, Field

from bunkerdesk.contract.resource import PortTime, Resource


class ProblemDetail(Resource):
    """RFC 9457 problem detail; the values of `type` are not shown."""

    type: str | None = None
    title: str | None = None
    status: int | None = None
    detail: str | None = None
    instance: str | None = None
    timestamp: PortTime | None = None
    trace_id: str | None = Field(None, alias="trace_id")


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
