"""The async client of the service: transport, token, retries, one module per resource. No Qt, no store.

The HTTP library is loaded when a service is opened, not when this package is imported.
"""

from bunkerdesk.api.address import Paths
from bunkerdesk.api.confidential import Credentials
from bunkerdesk.api.documents import Downloaded
from bunkerdesk.api.errors import (
    AuthenticationFailed,
    InsecureAddress,
    NotFound,
    NotSaved,
    Reason,
    Refused,
    ServiceError,
    SharedReference,
    TooManyRequests,
    Unreachable,
    UnreadableAnswer,
)
from bunkerdesk.api.patience import Limits, RetryPolicy
from bunkerdesk.api.service import BunkerService
from bunkerdesk.api.wishes import Fetched, Wish

__all__ = [
    "AuthenticationFailed",
    "BunkerService",
    "Credentials",
    "Downloaded",
    "Fetched",
    "InsecureAddress",
    "Limits",
    "NotFound",
    "NotSaved",
    "Paths",
    "Reason",
    "Refused",
    "RetryPolicy",
    "ServiceError",
    "SharedReference",
    "TooManyRequests",
    "Unreachable",
    "UnreadableAnswer",
    "Wish",
]
