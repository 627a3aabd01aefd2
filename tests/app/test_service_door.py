"""The service as the program opens it: what it answers in UTC comes in on the port's clock, everywhere."""

from pathlib import Path
from typing import Any

from tests.api.server import ScriptedServer, as_json

from bunkerdesk.app.service import OwnSandbox, ServiceDoor
from bunkerdesk.contract.nomination import Draft, Nomination
from bunkerdesk.credentials import CredentialStore
from bunkerdesk.desk.connections import Connection

NOMINATION = {
    "clientReference": "N-1",
    "status": "accepted",
    "delivery": {"bunkeringLocationCode": "SGSIN", "estimatedTimeOfBunkering": "2026-12-01T02:00:00Z"},
}
DRAFTS = "/v1/nominations/drafts"


def told(answer: Nomination | Draft | None) -> Any:
    """The bunkering time, in the answer as it is kept."""
    assert answer is not None
    return answer.as_answered["delivery"]["estimatedTimeOfBunkering"]


async def test_every_way_a_nomination_comes_in_tells_the_ports_clock(tmp_path: Path):
    async with ScriptedServer() as server:
        server.on("GET", "/v1/nominations/N-1", as_json(NOMINATION))
        server.on("GET", "/v1/nominations/N-1/all", as_json([NOMINATION, None]))
        server.on("GET", DRAFTS, as_json({"data": [NOMINATION, None], "pagination": {"hasMore": False}}))
        for path in (DRAFTS, "/v1/nominations/supplier", "/v1/nominations/receiver", "/v1/nominations/N-1/accept"):
            server.on("PUT", path, as_json(NOMINATION))
        connection = Connection.to(server.base_url, "desk")
        door = ServiceDoor(connection, CredentialStore(), OwnSandbox(tmp_path), lambda _: None, "secret")
        async with door.open() as service:
            answers: list[Nomination | Draft | None] = [
                await service.nominations.read("N-1"),
                *(await service.nominations.read_all("N-1")),
                await service.nominations.put_as_supplier({}),
                await service.nominations.put_as_receiver({}),
                await service.nominations.accept("N-1"),
                await service.drafts.put({}),
            ]
            async for page in service.drafts.pages():
                assert [one for one in page.as_answered["data"] if one is None] == [None]
                answers += page.data or []
    assert [told(answer) for answer in answers] == ["2026-12-01T10:00:00+08:00"] * 7
