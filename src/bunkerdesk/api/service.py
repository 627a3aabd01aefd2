"""The service as one object: open it, use its parts, close it."""

from __future__ import annotations

from types import TracebackType
from typing import Self

from bunkerdesk.api.address import Paths, checked_address
from bunkerdesk.api.answers import Retold, as_it_came
from bunkerdesk.api.caller import Caller
from bunkerdesk.api.confidential import Credentials
from bunkerdesk.api.documents import Documents
from bunkerdesk.api.drafts import Drafts
from bunkerdesk.api.entities import Entities
from bunkerdesk.api.nominations import Nominations
from bunkerdesk.api.operations import Operations
from bunkerdesk.api.patience import Limits, RetryPolicy
from bunkerdesk.api.reference_data import ReferenceData
from bunkerdesk.api.webhooks import Webhooks

_PLAIN_PATHS = Paths()
_PLAIN_RETRIES = RetryPolicy()
_PLAIN_LIMITS = Limits()


class BunkerService:
    """The Bunkering Nomination and Operation Service at one address, seen by one company.

    An async context manager, for one event loop. Every call raises `ServiceError` or a subclass, and nothing of
    the HTTP library; a cancelled call is cancelled.
    """

    def __init__(  # noqa: PLR0913  an address and who asks; the rest has plain defaults
        self,
        base_url: str,
        credentials: Credentials,
        *,
        paths: Paths = _PLAIN_PATHS,
        retries: RetryPolicy = _PLAIN_RETRIES,
        limits: Limits = _PLAIN_LIMITS,
        retold: Retold = as_it_came,
    ) -> None:
        """Raises `InsecureAddress` for an address that must not be used.

        `retold` makes of each answered nomination and draft what is read of it.
        """
        address = checked_address(base_url)
        self.base_url = address.base
        self._caller = Caller(address, credentials, retries, limits)
        self.nominations = Nominations(self._caller, retold)
        self.drafts = Drafts(self._caller, retold)
        self.operations = Operations(self._caller)
        self.documents = Documents(self._caller)
        self.reference_data = ReferenceData(self._caller, paths)
        self.entities = Entities(self._caller, paths)
        self.webhooks = Webhooks(self._caller, paths)

    def __repr__(self) -> str:
        return f"BunkerService({self.base_url!r})"

    async def sign_in(self) -> None:
        """Obtain a token now, to tell whether address and credentials are right."""
        await self._caller.sign_in()

    async def __aenter__(self) -> Self:
        await self._caller.open()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._caller.close()
