"""Typing and sending: how soon a change is on the disk, what a key costs, a thousand rows through the outbox.

Run: python tests/benchmarks/typing_and_sending.py
"""

import asyncio
import json
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.api.server import Reply, ScriptedServer, Seen, as_json

from bunkerdesk.api import BunkerService, Credentials
from bunkerdesk.cache import Store
from bunkerdesk.desk.connections import Connection
from bunkerdesk.desk.desk import Desk
from bunkerdesk.desk.editing_session import Cursor
from bunkerdesk.desk.outbox_item import OutboxState

KEYS, ROWS = 400, 1000
GOAL_SECONDS = 0.5


def nomination(number: int) -> dict[str, object]:
    fuels = [{"fuelType": "VLSFO", "grade": "rmg", "quantityRange": {"minQuantity": 500, "maxQuantity": 520}}] * 3
    delivery = {"estimatedTimeOfBunkering": "2026-12-03T08:00:00+01:00", "estimatedBunkeringDurationInMinutes": 240}
    return {"clientReference": f"B-{number}", "delivery": delivery, "fuelSpecifications": fuels}


def echo(seen: Seen) -> Reply:
    return Reply(200, seen.body, {"Content-Type": "application/json"})


async def typing(desk: Desk) -> None:
    """A person types fast for ten seconds' worth of keys; each key's way to the disk is timed."""
    session = await desk.editing.begin_new("supplier", nomination(0))
    open_keys: list[float] = []
    delays: list[float] = []
    costs: list[float] = []

    def saved(news: object) -> None:
        if getattr(news, "event", "") == "saved":
            moment = time.perf_counter()
            delays.extend(moment - typed for typed in open_keys)
            open_keys.clear()

    end = desk.editing.subscribe(saved)
    for number in range(KEYS):
        begin = time.perf_counter()
        desk.editing.change(
            session, f"fuelSpecifications.{number % 3}.brand", "x" * (number % 40 + 1), cursor=Cursor("x", number)
        )
        costs.append(time.perf_counter() - begin)
        open_keys.append(begin)
        await asyncio.sleep(0.02)
    await desk.editing.flush()
    end()
    worst = max(delays)
    print(f"a key: {statistics.median(costs) * 1e3:.2f} ms in the middle, {max(costs) * 1e3:.1f} ms at worst")
    print(f"to the disk: {worst * 1e3:.0f} ms at worst, {worst / GOAL_SECONDS:.2f} of the goal")
    await desk.editing.discard(session)


async def sending(desk: Desk) -> None:
    """A thousand new drafts, each checked and sent."""
    begin = time.perf_counter()
    items = await desk.outbox.queue_bodies("draft", [nomination(number) for number in range(1, ROWS + 1)])
    queued = time.perf_counter() - begin
    worst = 0.0
    sent = 0

    def told(item: object) -> None:
        nonlocal sent
        sent += getattr(item, "state", None) is OutboxState.SENT

    end = desk.outbox.subscribe(told)
    while sent < len(items):
        before = time.perf_counter()
        await asyncio.sleep(0.005)
        worst = max(worst, time.perf_counter() - before - 0.005)
    end()
    whole = time.perf_counter() - begin
    print(f"{ROWS} rows: on the disk after {queued:.2f} s, sent after {whole:.1f} s, {whole / ROWS * 1e3:.1f} ms each")
    print(f"the loop was held {worst * 1e3:.0f} ms at worst")


async def main() -> None:
    async with ScriptedServer() as server:
        server.on("GET", "/v1/nominations/drafts", as_json({"data": [], "pagination": {"hasMore": False}}))
        server.on("PUT", "/v1/nominations/drafts", echo)
        with tempfile.TemporaryDirectory() as place:
            store = Store.open(Path(place)).store
            credentials = Credentials("desk", json.dumps("secret"))
            desk = Desk(
                Connection.to(server.base_url, "desk"), store, lambda: BunkerService(server.base_url, credentials)
            )
            running = asyncio.ensure_future(desk.outbox.run())
            await typing(desk)
            await sending(desk)
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
            await desk.aclose()
            store.close()


asyncio.run(main())
