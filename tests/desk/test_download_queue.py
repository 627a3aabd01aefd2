"""The download queue while it is read and added to at once."""

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.api.server import ScriptedServer
from tests.desk.download_world import World, desk_over

from bunkerdesk.cache.download_rows import DownloadRow, DownloadRows
from bunkerdesk.desk.download_items import Options
from bunkerdesk.desk.download_plan import Planner, What
from bunkerdesk.desk.download_wanted import Wanted
from bunkerdesk.desk.naming import DOCUMENT_PATTERN, NamePattern

SLOW = 0.2


@pytest.mark.parametrize("before", [SLOW, 0])
async def test_what_is_added_while_the_queue_is_read_is_there_once(
    server: ScriptedServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, before: float
):
    """Neither lost nor another than the one that was answered, which nobody would hear of."""
    async with desk_over(server, tmp_path / "store") as world:
        left = await world.desk.downloads.add(tmp_path / "out", await _wanted(world), Options())
    read = DownloadRows.downloads

    def slowly(rows: DownloadRows) -> list[DownloadRow]:
        time.sleep(before)
        found = read(rows)
        time.sleep(SLOW - before)
        return found

    monkeypatch.setattr(DownloadRows, "downloads", slowly)
    async with desk_over(server, tmp_path / "store") as world:
        queue, items = world.desk.downloads, await _wanted(world)
        _, added = await asyncio.gather(queue.load(), queue.add(tmp_path / "out", items, Options()))
        await queue.load()
        assert [download.id for download in queue.downloads] == [left.id, added.id]
        assert queue.downloads[1] is added


async def _wanted(world: World) -> Sequence[Wanted]:
    ids, planner = await world.know(1), Planner(world.desk, NamePattern(DOCUMENT_PATTERN))
    return await asyncio.to_thread(planner.of_operations, ids, What.DOCUMENTS)
