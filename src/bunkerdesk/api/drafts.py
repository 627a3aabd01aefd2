"""Draft nominations: page through them, create and update."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import quote

from bunkerdesk.api.answers import Body, Retold, as_it_came, body_of, one, written
from bunkerdesk.api.caller import Caller
from bunkerdesk.api.errors import UnreadableAnswer
from bunkerdesk.api.orders import Order
from bunkerdesk.contract.nomination import Draft, DraftPage

_PATH = "/v1/nominations/drafts"
_LOG = logging.getLogger(__name__)


class Drafts:
    """Draft nominations of the caller's company."""

    def __init__(self, caller: Caller, retold: Retold = as_it_came) -> None:
        self._caller = caller
        self._retold = retold

    async def pages(self, limit: int = 50) -> AsyncIterator[DraftPage]:
        """Page through all drafts; the service clamps the limit to 1 to 200.

        Ends with the first page that has no next cursor or says that there is no more.
        """
        cursor: str | None = None
        seen: set[str] = set()
        while True:
            page = await self._page(cursor, limit)
            yield page
            cursor = _next_cursor(page)
            if cursor is None:
                return
            if cursor in seen:
                raise UnreadableAnswer("The list of drafts repeats itself: the service gave the same cursor twice.")
            seen.add(cursor)

    async def put(self, body: Body) -> Draft | None:
        """Create or update a draft; the answer's shape is not shown."""
        return await written(self._caller, Order("PUT", _PATH, body_of(body)), Draft, "draft", self._retold)

    async def _page(self, cursor: str | None, limit: int) -> DraftPage:
        query = f"limit={limit:d}" if cursor is None else f"cursor={quote(cursor, safe='')}&limit={limit:d}"
        return await one(self._caller, Order("GET", f"{_PATH}?{query}"), DraftPage, retold=self._retold_page)

    def _retold_page(self, page: Any) -> Any:
        drafts = page.get("data") if isinstance(page, dict) else None
        return {**page, "data": list(map(self._retold, drafts))} if isinstance(drafts, list) else page


def _next_cursor(page: DraftPage) -> str | None:
    pagination = page.pagination
    if pagination is None or pagination.has_more is False:
        return None
    if page.lacks_the_way_on:
        _LOG.warning("The list of drafts claims to go on but gives no cursor")
    return pagination.next_cursor or None
