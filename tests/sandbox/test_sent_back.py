"""What the sandbox answers to a company of the demo world it takes back from it, and nothing changes by that."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from tests.sandbox.conftest import BASE_URL, Caller, HandClock

from bunkerdesk.contract import jsontext
from bunkerdesk.desk.editing_bodies import EditKind, upsert_body
from bunkerdesk.sandbox.sandbox import Outside, Sandbox

DRAFTS = "/v1/nominations/drafts"


@pytest.fixture(scope="module")
def demo() -> Iterator[Sandbox]:
    opened = Sandbox(BASE_URL, outside=Outside(HandClock(), lambda _: 204, lambda _: []))
    yield opened
    opened.close()


def caller(demo: Sandbox, role: str) -> Caller:
    token = demo.service.tokens.grant(demo.store.setting(f"client.{role}.company") or "")
    http = httpx.AsyncClient(transport=httpx.ASGITransport(demo.app), base_url=BASE_URL)
    return Caller(http, {"Authorization": f"Bearer {token}"})


async def sent_back(caller: Caller, path: str, body: Any) -> Any:
    answer = await caller.put(path, body)
    assert answer.status_code == 200, (body["clientReference"], answer.text)
    return jsontext.parse(answer.content)


@pytest.mark.parametrize(("role", "count"), [("supplier", 32), ("receiver", 8)])
async def test_every_draft_can_be_sent_back_by_the_company_it_is_listed_to(demo: Sandbox, role: str, count: int):
    """Also one that another company supplies; only a brand that was unset may be filled in."""
    company = caller(demo, role)
    listed = (await company.read(f"{DRAFTS}?limit=200"))["data"]
    assert len(listed) == count
    for draft in listed:
        answer = await sent_back(company, DRAFTS, draft)
        for before, after in zip(draft["fuelSpecifications"], answer["fuelSpecifications"], strict=True):
            if "brand" not in before:
                after.pop("brand", None)
        assert answer == draft
    assert len((await company.read(f"{DRAFTS}?limit=200"))["data"]) == count
    await company.http.aclose()


@pytest.mark.parametrize(("role", "least"), [("supplier", 40), ("receiver", 5), ("operator", 8)])
async def test_every_nomination_that_can_still_change_can_be_sent_back(demo: Sandbox, role: str, least: int):
    """By the company that made it, or may edit it; only a requested one counts as taken up by its supplier then."""
    company, seen = caller(demo, role), 0
    for reference in demo.references():
        path = f"/v1/nominations/{quote(reference, safe='')}/all"
        found = await company.read(path)
        if len(found) != 1 or found[0]["status"] == "cancelled":
            continue
        nomination, seen = found[0], seen + 1
        kind = EditKind.RECEIVER if nomination["delivery"]["transactionDirection"] == "in" else EditKind.SUPPLIER
        answer = await sent_back(company, f"/v1/nominations/{kind.value}", upsert_body(nomination, kind))
        if nomination["status"] == "supplier_requested":
            nomination["status"] = answer["status"]
        assert answer == nomination
        assert len(await company.read(path)) == 1
    assert seen >= least
    await company.http.aclose()
