"""Downloads into folders that vanish, fill up or may not be written."""

import asyncio
import os
import shutil
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.api.server import Reply
from tests.desk.download_world import PDF, World, files, in_thread, pdf_head, until

from bunkerdesk.desk.download_items import DownloadState, ItemState


async def test_a_folder_that_cannot_be_used_is_said_before_anything_is_asked(world: World, tmp_path: Path):
    """A file in its place, or a folder taken away in the middle: said once, resumable."""
    ids = await world.know(3)
    (tmp_path / "file").write_bytes(b"")
    download = await world.download(tmp_path / "file", ids)
    assert download.state is DownloadState.STOPPED
    assert "cannot be used" in download.problem
    assert world.asked() == 0
    folder, gate = tmp_path / "out", asyncio.Event()
    world.document("OP-1", 0, Reply(200, PDF, pdf_head(), gate_within=gate), Reply(200, PDF, pdf_head()))
    working = asyncio.ensure_future(world.download(folder, ids, parallel=1))
    await until(lambda: len(world.desk.downloads.downloads) == 2)
    second = world.desk.downloads.downloads[1]
    await until(lambda: second.items[1].state is ItemState.RUNNING)
    await in_thread(shutil.rmtree, folder)
    gate.set()
    await working
    assert second.state is DownloadState.STOPPED
    await world.desk.downloads.resume(second)
    await world.desk.downloads.work()
    assert second.state is DownloadState.FINISHED
    assert len(await in_thread(files, folder)) == 2  # the first was done before the folder went


@pytest.fixture
def small_disk(tmp_path: Path) -> AsyncIterator[Path]:
    """A file system of 256 kB."""
    place = tmp_path / "disk"
    place.mkdir()
    mounted = shutil.which("mount") and subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(place)], capture_output=True, check=False
    )
    if not mounted or mounted.returncode:
        pytest.skip("a small file system cannot be mounted here")
    yield place
    subprocess.run(["umount", str(place)], check=True)


async def test_a_full_disk_stops_once_and_goes_on_when_there_is_room(world: World, small_disk: Path):
    """Whole files stay, no piece is left, and the sentence names the disk."""
    ids = await world.know(40)
    download = await world.download(small_disk, ids)
    assert download.state is DownloadState.STOPPED
    assert "no room" in download.problem or "No space" in download.problem
    assert not [name for name in await in_thread(files, small_disk) if name.endswith((".part", ".download"))]
    assert 0 < download.done < 40
    await in_thread(subprocess.run, ["mount", "-o", "remount,size=4m", str(small_disk)])
    await world.desk.downloads.resume(download)
    await world.desk.downloads.work()
    assert (download.state, download.done) == (DownloadState.FINISHED, 40)


async def test_a_large_file_that_does_not_fit_leaves_nothing(world: World, small_disk: Path):
    """A file of its own thread stops at the full disk like the small ones; what is beside it stays whole."""
    ids = await world.know(3)
    world.document("OP-1", 0, Reply(200, b"%PDF-1.7" + bytes(2_000_000), pdf_head()))
    download = await world.download(small_disk, ids, parallel=2)
    assert download.state is DownloadState.STOPPED
    assert "no room" in download.problem
    assert {content[:8] for content in (await in_thread(files, small_disk)).values()} <= {b"%PDF-1.7"}
    assert all(len(content) < 50_000 for content in (await in_thread(files, small_disk)).values())
    await in_thread(subprocess.run, ["mount", "-o", "remount,size=8m", str(small_disk)])
    await world.desk.downloads.resume(download)
    await world.desk.downloads.work()
    assert (download.state, download.done) == (DownloadState.FINISHED, 3)


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """A folder that takes no files: for a root user, whom permissions do not bind, a disk that is read only."""
    if os.geteuid():
        folder.chmod(0o500)
        yield
        folder.chmod(0o700)
        return
    done = subprocess.run(["mount", "-o", "remount,ro", str(folder)], capture_output=True, check=False)
    if done.returncode:
        pytest.skip("a disk cannot be made read only here")
    yield
    subprocess.run(["mount", "-o", "remount,rw", str(folder)], check=True)


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="permissions are set otherwise here")
async def test_a_folder_without_permission_is_said(world: World, small_disk: Path):
    """Before anything is asked of the service; once it may be written, the download goes on."""
    ids = await world.know(2)
    with locked(small_disk):
        download = await world.download(small_disk, ids)
        assert download.state is DownloadState.STOPPED
        assert any(words in download.problem for words in ("does not allow", "Read-only", "Permission denied"))
        assert world.asked() == 0
    await world.desk.downloads.resume(download)
    await world.desk.downloads.work()
    assert (download.state, download.done) == (DownloadState.FINISHED, 2)


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="permissions are set otherwise here")
async def test_permission_that_goes_in_the_middle_is_said(world: World, small_disk: Path):
    """Whole files stay, the rest comes when the folder takes files again."""
    ids, gate = await world.know(5), asyncio.Event()
    world.document("OP-2", 0, Reply(200, PDF, pdf_head(), gate=gate), Reply(200, PDF, pdf_head()))
    working = asyncio.ensure_future(world.download(small_disk, ids, parallel=1))
    await until(lambda: bool(world.desk.downloads.downloads))
    download = world.desk.downloads.downloads[0]
    await until(lambda: download.items[2].state is ItemState.RUNNING)
    with locked(small_disk):
        gate.set()
        await working
        assert download.state is DownloadState.STOPPED
        assert "only be read" in download.problem or "does not allow" in download.problem
        assert len(await in_thread(files, small_disk)) == 2
    await world.desk.downloads.resume(download)
    await world.desk.downloads.work()
    assert (download.state, download.done) == (DownloadState.FINISHED, 5)
