"""Downloads in the program over the sandbox: what an earlier run left goes on by itself, and can be paused."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest
from PySide6.QtWidgets import QPushButton, QWidget
from tests.app.window import program, said, until

from bunkerdesk.app.workplace import Workplace
from bunkerdesk.desk.download_items import DownloadState, Options
from bunkerdesk.desk.download_plan import Planner, What
from bunkerdesk.desk.download_wanted import Wanted
from bunkerdesk.desk.lists import ListQuery
from bunkerdesk.desk.naming import DOCUMENT_PATTERN, NamePattern
from bunkerdesk.sandbox import embedded


async def planned(place: Workplace, sandbox: embedded.Running) -> Sequence[Wanted]:
    """Every paper of the operations that share their reference with no other."""
    desk = place.session.desk
    await desk.remember(await asyncio.to_thread(sandbox.references), "imported")
    await desk.synchronise(everything=True)
    numbers = [number for number in desk.operations.order(ListQuery()).ids if _is_alone(place, number)]
    return await asyncio.to_thread(Planner(desk, NamePattern(DOCUMENT_PATTERN)).of_operations, numbers, What.DOCUMENTS)


def _is_alone(place: Workplace, number: int) -> bool:
    record = place.session.desk.record(number)
    return record is not None and record.sharing == 1


def bar(place: Workplace, words: str) -> QWidget:
    found = place.window.messages.findChildren(QWidget, "notice")
    return next(one for one in found if one.isVisible() and words in one.accessibleName())


async def left_behind(sandbox: embedded.Running, data: Path, out: Path, state: DownloadState) -> int:
    """A program that ended with a download in this state; answers how many files it is of."""
    async with program(sandbox, data) as place:
        items = await planned(place, sandbox)
        queue = place.session.desk.downloads
        download = await queue.add(out, items, Options(parallel=1))
        if state is DownloadState.PAUSED:
            await queue.pause(download)
        elif state is DownloadState.STOPPED:
            await asyncio.to_thread(out.write_bytes, b"a file where the folder should be")
            await queue.work()
            assert download.state is state
            await asyncio.to_thread(out.unlink)
    return len(items)


@pytest.mark.parametrize("state", [DownloadState.WAITING, DownloadState.STOPPED])
async def test_what_an_earlier_run_left_goes_on_by_itself(
    sandbox: embedded.Running, tmp_path: Path, state: DownloadState
):
    """Also what was stopped by a trouble; one line tells how much is left."""
    count = await left_behind(sandbox, tmp_path / "data", tmp_path / "out", state)
    async with program(sandbox, tmp_path / "data") as place:
        await until(lambda: any(f"{count} of {count} files left" in line for line in said(place)))
        queue = place.session.desk.downloads
        await until(lambda: queue.downloads and queue.downloads[0].state is DownloadState.FINISHED)
        await until(lambda: not any("Continuing" in line for line in said(place)))
        assert queue.downloads[0].done == count
        assert any("Downloaded to" in line for line in said(place))


async def test_a_continued_download_can_be_paused_and_stays_so(sandbox: embedded.Running, tmp_path: Path):
    """At the line that tells of it; what the person paused waits for the person, also after another start."""
    await left_behind(sandbox, tmp_path / "data", tmp_path / "out", DownloadState.WAITING)
    async with program(sandbox, tmp_path / "data") as place:
        await until(lambda: any("Continuing" in line for line in said(place)))
        button = bar(place, "Continuing").findChild(QPushButton, "notice.action")
        assert isinstance(button, QPushButton)
        assert button.text() == "Pause"
        button.click()
        queue = place.session.desk.downloads
        await until(lambda: queue.downloads[0].state is DownloadState.PAUSED)
        await until(lambda: not any("Continuing" in line for line in said(place)))
    async with program(sandbox, tmp_path / "data") as place:
        place.window.show_page("downloads")
        queue = place.session.desk.downloads
        await until(lambda: queue.downloads)
        assert queue.downloads[0].state is DownloadState.PAUSED
        assert not queue.is_waiting
        assert not any("Continuing" in line for line in said(place))
