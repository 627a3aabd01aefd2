"""Nominations: read, cancel, accept, reschedule, create and update ("Endpoints")."""

from __future__ import annotations

from bunkerdesk.api.address import segment
from bunkerdesk.api.answers import Body, Retold, as_it_came, body_of, is_about, many, one, written
from bunkerdesk.api.caller import Caller
from bunkerdesk.api.errors import NotFound, SharedReference
from bunkerdesk.api.orders import Order
from bunkerdesk.contract.nomination import Nomination
from bunkerdesk.contract.requests import Cancellation, StatusAnswer

_PATH_WORDS = frozenset({"drafts", "supplier", "receiver"})
"""What stands where a reference does: /v1/nominations/drafts lists drafts, whatever a company calls its own."""


class Nominations:
    """Firm nominations of the caller's company."""

    def __init__(self, caller: Caller, retold: Retold = as_it_came) -> None:
        self._caller = caller
        self._retold = retold

    async def read(self, reference: str) -> Nomination:
        """Read one; raises `SharedReference` where several share the reference, `NotFound` where there is none."""
        if reference.casefold() in _PATH_WORDS:
            return _only(await self.read_all(reference))
        order = Order("GET", _path(reference), is_single_read=True)
        return await one(self._caller, order, Nomination, reference, self._retold)

    async def read_all(self, reference: str) -> list[Nomination]:
        """Read every accessible nomination with the reference; the envelope is not shown, any is taken."""
        order = Order("GET", _path(reference, "/all"))
        found = await many(self._caller, order, Nomination, ("nominations",), self._retold)
        return [nomination for nomination in found if is_about(nomination, reference)]

    async def cancel(self, reference: str, reason: str) -> StatusAnswer | None:
        """Cancel one; the reason is mandatory."""
        body = body_of(Cancellation(reason=reason))
        return await written(self._caller, Order("PUT", _path(reference, "/cancel"), body), StatusAnswer)

    async def accept(self, reference: str, body: Body | None = None) -> Nomination | None:
        """Accept one; request and answer are not shown. An empty object suits also who insists on a JSON body."""
        return await self._put(Order("PUT", _path(reference, "/accept"), body_of(body or {})))

    async def reschedule(self, reference: str, body: Body) -> StatusAnswer | None:
        """Reschedule one (deprecated, prefer an upsert). Never repeated once it may have been sent."""
        order = Order("PATCH", _path(reference, "/schedule"), body_of(body))
        return await written(self._caller, order, StatusAnswer)

    async def put_as_supplier(self, body: Body) -> Nomination | None:
        """Create or update as supplier; the answer's shape is not shown."""
        return await self._put(Order("PUT", "/v1/nominations/supplier", body_of(body)))

    async def put_as_receiver(self, body: Body) -> Nomination | None:
        """Create or update as receiver; the answer's shape is not shown."""
        return await self._put(Order("PUT", "/v1/nominations/receiver", body_of(body)))

    async def _put(self, order: Order) -> Nomination | None:
        return await written(self._caller, order, Nomination, "nomination", self._retold)


def _path(reference: str, rest: str = "") -> str:
    return f"/v1/nominations/{segment(reference)}{rest}"


def _only(found: list[Nomination]) -> Nomination:
    if not found:
        raise NotFound("There is no such nomination.", status=404)
    if len(found) > 1:
        raise SharedReference("Several nominations share this reference.", status=422)
    return found[0]
