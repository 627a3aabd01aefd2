"""The download queue over real HTTP: names, manifest, skipping, stopping, resuming, hostile servers, full disks."""

import asyncio
import csv
import hashlib
import shutil
import subprocess
from pathlib import Path

import pytest
from tests.api.server import Reply, ScriptedServer, Seen, problem
from tests.desk.download_world import PDF, World, desk_over, files, in_thread, pdf_head, until

from bunkerdesk.desk.download_items import DownloadState, ItemState, Options
from bunkerdesk.desk.download_plan import Planner, What, preview
from bunkerdesk.desk.lists import ListQuery
from bunkerdesk.desk.manifest import Entry, Manifest
from bunkerdesk.desk.naming import DEFAULT_PATTERN, DOCUMENT_PATTERN, NamePattern


async def test_documents_arrive_under_their_names_with_a_manifest(world: World, tmp_path: Path):
    """A manager finds port, month, reference and vessel, and can prove each file's content."""
    ids = await world.know(3, papers=2)
    folder = tmp_path / "out"
    download = await world.download(folder, ids)
    assert (download.state, download.done, download.total) == (DownloadState.FINISHED, 6, 6)
    found = await in_thread(files, folder)
    assert sorted(found)[:2] == [
        "USHOU/2026-10/OP-0 VESSEL 0/Bunker delivery note BDN (2).pdf",
        "USHOU/2026-10/OP-0 VESSEL 0/Bunker delivery note BDN.pdf",
    ]
    assert set(found.values()) == {PDF + f"{number} {place}".encode() for number in range(3) for place in range(2)}
    text = await in_thread((folder / "manifest.csv").read_text, "utf-8")
    rows = list(csv.DictReader(text.splitlines()))
    assert {row["file"]: row["sha256"] for row in rows} == {
        name: hashlib.sha256(content).hexdigest() for name, content in found.items()
    }
    assert (rows[0]["reference"], rows[0]["document type"], rows[0]["document name"], rows[0]["size"]) == (
        *("OP-0", "Bunker delivery note", "BDN.pdf", str(len(PDF) + 3)),
    )
    checked = await in_thread(
        lambda: subprocess.run(["sha256sum", "-c", "SHA256SUMS"], cwd=folder, capture_output=True, check=False)
    )
    assert checked.returncode == 0, checked.stdout


async def test_a_second_run_fetches_nothing_and_a_changed_file_again(world: World, tmp_path: Path):
    """What is there and unchanged is skipped by its hash; a file somebody damaged is made whole."""
    ids, folder = await world.know(2, papers=2), tmp_path / "out"
    await world.download(folder, ids)
    asked = world.asked()
    again = await world.download(folder, ids)
    assert (again.counts[ItemState.SKIPPED], world.asked()) == (4, asked)
    name = again.items[2].file
    before = await in_thread(files, folder)
    await in_thread((folder / name).write_bytes, b"x" * len(before[name]))
    await in_thread((folder / again.items[0].file).unlink)
    third = await world.download(folder, ids)
    assert (third.counts[ItemState.SKIPPED], third.counts[ItemState.DONE], world.asked()) == (2, 2, asked + 2)
    assert await in_thread(files, folder) == before


async def test_the_manifest_tells_of_what_is_there(world: World, tmp_path: Path):
    """A file that somebody took away stands in it no longer; what another download added stays."""
    ids, folder = await world.know(3), tmp_path / "out"
    first = await world.download(folder, ids[:2])
    await world.download(folder, ids[2:], pattern="{reference}.pdf")
    await in_thread((folder / first.items[0].file).unlink)
    await world.download(folder, ids[2:], pattern="again {reference}.pdf")
    text = await in_thread((folder / "manifest.csv").read_text, "utf-8")
    listed = sorted(row["file"] for row in csv.DictReader(text.splitlines()))
    assert listed == sorted(await in_thread(files, folder))
    assert len(listed) == 3


def test_two_at_a_time_write_one_manifest(tmp_path: Path):
    """The window and a nightly job fill one folder: neither forgets what the other has written."""
    one, other = Manifest(tmp_path), Manifest(tmp_path)
    for number, manifest in enumerate((one, other, other, one, other)):
        (tmp_path / f"{number}.pdf").write_bytes(b"")
        manifest.add(Entry(f"{number}.pdf", f"OP-{number}", "", "", 0, "ab" * 32, "", "d"))
        manifest.write()
    assert [line.split()[1] for line in (tmp_path / "SHA256SUMS").read_text().splitlines()] == [
        f"{number}.pdf" for number in range(5)
    ]


async def test_hostile_names_and_other_peoples_files_stay_apart(world: World, tmp_path: Path):
    """Nothing leaves the folder, and a file of the person's own is never replaced."""
    ids, folder = await world.know(1, papers=1, name="../../../evil\u202efdp.exe"), tmp_path / "out"
    await in_thread(folder.mkdir)
    await in_thread((folder / "OP-0.dat").write_bytes, b"my own")
    download = await world.download(folder, ids, pattern="{reference}.pdf")
    assert download.items[0].file == "OP-0 (2).dat"
    found = await in_thread(files, folder)
    assert found == {"OP-0.dat": b"my own", "OP-0 (2).dat": PDF + b"0 0"}
    await world.download(folder, ids, pattern="{name}/{name}.{ext}")
    assert len(await in_thread(files, folder)) == 3
    assert not await in_thread((tmp_path / "evil").exists)


async def test_a_whole_file_of_a_killed_run_is_taken_as_ours(world: World, tmp_path: Path):
    """A file that came before its line in the manifest is not fetched twice under two names."""
    ids, folder = await world.know(1), tmp_path / "out"
    first = await world.download(folder, ids, pattern="{reference}.pdf")
    await in_thread((folder / "manifest.csv").unlink)
    second = await world.download(folder, ids, pattern="{reference}.pdf")
    assert second.items[0].file == first.items[0].file
    assert list(await in_thread(files, folder)) == ["OP-0.pdf"]


async def test_an_item_that_fails_is_named_and_can_be_tried_again(world: World, tmp_path: Path):
    """One missing document, one page instead of a paper, one broken off: each said, the rest is there."""
    ids, folder = await world.know(5), tmp_path / "out"
    world.document("OP-1", 0, problem(404, "gone"))
    world.document("OP-2", 0, Reply(200, b"<html>sign in</html>", {"Content-Type": "text/html"}))
    world.document("OP-3", 0, Reply(200, PDF, pdf_head(), cut=500))
    download = await world.download(folder, ids)
    assert download.state is DownloadState.FINISHED
    said = {item.wanted.reference: item.problem for item in download.failed}
    assert set(said) == {"OP-1", "OP-2", "OP-3"}
    assert "something else than a document" in said["OP-2"]
    assert "broke off" in said["OP-3"]
    assert len(await in_thread(files, folder)) == 2
    folders = await in_thread(lambda: sorted(path.name for path in folder.glob("*/*/*")))
    assert folders == ["OP-0 VESSEL 0", "OP-4 VESSEL 4"], "no empty folder is left"
    rows = world.desk.document_list.rows(world.desk.document_list.head(ListQuery(), 100)).values()
    assert {row.reference: row.why for row in rows if row.state == "failed"} == said
    world.document("OP-3", 0, Reply(200, PDF, pdf_head()))
    await world.desk.downloads.retry(download)
    await world.desk.downloads.work()
    assert {item.wanted.reference for item in download.failed} == {"OP-1", "OP-2"}
    assert download.counts[ItemState.DONE] == 3


async def test_a_folder_within_that_goes_is_made_anew(world: World, tmp_path: Path):
    """Somebody tidies up while files come: what comes later is saved all the same."""
    ids, folder = await world.know(3, papers=2), tmp_path / "out"
    gate = asyncio.Event()
    world.document("OP-1", 1, Reply(200, PDF, pdf_head(), gate=gate))
    working = asyncio.ensure_future(world.download(folder, ids, parallel=1))
    await until(lambda: bool(world.desk.downloads.downloads))
    download = world.desk.downloads.downloads[0]
    await until(lambda: download.items[3].state is ItemState.RUNNING)
    await in_thread(shutil.rmtree, folder / "USHOU")
    gate.set()
    await working
    assert (download.state, download.done, download.failed) == (DownloadState.FINISHED, 6, [])
    names = sorted(Path(name).parent.name for name in await in_thread(files, folder))
    assert names == ["OP-1 VESSEL 1", "OP-2 VESSEL 2", "OP-2 VESSEL 2"]


async def test_a_service_that_dies_stops_the_download_once_and_it_goes_on(world: World, tmp_path: Path):
    """Forty files do not each wait for a dead service; nothing half-written bears a name."""
    ids, folder = await world.know(40), tmp_path / "out"
    for number in range(10, 40):
        world.document(f"OP-{number}", 0, Reply(is_reset=True))
    download = await world.download(folder, ids)
    assert download.state is DownloadState.STOPPED
    assert "broke" in download.problem
    assert not download.failed
    assert 1 <= download.done < 40
    assert len(await in_thread(files, folder)) == download.done
    for number in range(10, 40):
        world.document(f"OP-{number}", 0, Reply(200, PDF, pdf_head()))
    await world.desk.downloads.resume(download)
    await world.desk.downloads.work()
    assert (download.state, download.done) == (DownloadState.FINISHED, 40)


async def test_pause_resume_and_cancel(world: World, tmp_path: Path):
    """A pause takes hold in the middle of a large file, which then comes whole."""
    ids, folder = await world.know(6), tmp_path / "out"
    gate = asyncio.Event()
    world.document("OP-3", 0, Reply(200, PDF, pdf_head(), gate_within=gate), Reply(200, PDF, pdf_head()))
    items = await asyncio.to_thread(
        Planner(world.desk, NamePattern(DOCUMENT_PATTERN)).of_operations, ids, What.DOCUMENTS
    )
    queue = world.desk.downloads
    download = await queue.add(folder, items, Options(parallel=1))
    working = asyncio.ensure_future(queue.work())
    await until(lambda: download.items[3].state is ItemState.RUNNING)
    await queue.pause(download)
    await working
    assert (download.state, download.done) == (DownloadState.PAUSED, 3)
    assert len(await in_thread(files, folder)) == 3
    gate.set()
    await queue.resume(download)
    await queue.work()
    assert (download.state, download.done) == (DownloadState.FINISHED, 6)
    other = await queue.add(tmp_path / "other", items, Options())
    await queue.cancel(other)
    await queue.work()
    assert (other.state, other.done) == (DownloadState.CANCELLED, 0)
    await queue.remove(other)
    assert other not in queue.downloads


async def test_a_restart_goes_on_where_it_was(server: ScriptedServer, tmp_path: Path):
    """The program ends in the middle; the next one fetches the rest and nothing twice."""
    gate = asyncio.Event()
    async with desk_over(server, tmp_path / "store") as world:
        ids = await world.know(8)
        world.document("OP-5", 0, Reply(200, PDF, pdf_head(), gate=gate))
        working = asyncio.ensure_future(world.download(tmp_path / "out", ids, parallel=1))
        await until(lambda: bool(world.desk.downloads.downloads))
        download = world.desk.downloads.downloads[0]
        await until(lambda: len(download.items) > 5 and download.items[5].state is ItemState.RUNNING)
        working.cancel()
        with pytest.raises(asyncio.CancelledError):
            await working
    world.document("OP-5", 0, Reply(200, PDF, pdf_head()))
    gate.set()
    before = world.asked()
    async with desk_over(server, tmp_path / "store") as later:
        await later.desk.downloads.load()
        assert later.desk.downloads.is_waiting
        await later.desk.downloads.work()
        taken_up = later.desk.downloads.downloads[0]
        assert (taken_up.state, taken_up.done, taken_up.options.parallel) == (DownloadState.FINISHED, 8, 1)
        assert later.asked() == before + 3
    assert len(await in_thread(files, tmp_path / "out")) == 8


async def test_a_killed_program_goes_on_too(server: ScriptedServer, tmp_path: Path):
    """What was running when the power went is as it stood on the disk: it goes on, and nothing comes twice."""
    gate = asyncio.Event()
    async with desk_over(server, tmp_path / "store") as world:
        ids = await world.know(8)
        world.document("OP-5", 0, Reply(200, PDF, pdf_head(), gate=gate), Reply(200, PDF, pdf_head()))
        working = asyncio.ensure_future(world.download(tmp_path / "out", ids, parallel=1))
        await until(lambda: bool(world.desk.downloads.downloads))
        download = world.desk.downloads.downloads[0]
        await until(lambda: download.items[5].state is ItemState.RUNNING and download.done == 5)
        await in_thread(shutil.copytree, tmp_path / "store", tmp_path / "after")
        await in_thread(shutil.copytree, tmp_path / "out", tmp_path / "kept")
        working.cancel()
        gate.set()
        with pytest.raises(asyncio.CancelledError):
            await working
    await in_thread(shutil.rmtree, tmp_path / "out")
    await in_thread((tmp_path / "kept").rename, tmp_path / "out")
    async with desk_over(server, tmp_path / "after") as later:
        await later.desk.downloads.load()
        taken_up = later.desk.downloads.downloads[0]
        assert taken_up.is_active
        await later.desk.downloads.work()
        assert (taken_up.state, taken_up.done) == (DownloadState.FINISHED, 8)
    found = await in_thread(files, tmp_path / "out")
    assert len([name for name in found if not name.rpartition("/")[2].startswith(".")]) == 8


async def test_a_polite_number_at_once(world: World, tmp_path: Path):
    """Never more than asked for, and not fewer while there is work."""
    ids = await world.know(12)
    flying, most, gate = 0, 0, asyncio.Event()

    async def slow(seen: Seen) -> Reply:
        nonlocal flying, most
        flying += 1
        most = max(most, flying)
        if flying == 3:
            gate.set()
        await gate.wait()
        flying -= 1
        return Reply(200, PDF, pdf_head())

    for number in range(12):
        world.document(f"OP-{number}", 0, slow)
    download = await world.download(tmp_path / "out", ids, parallel=3)
    assert (download.done, most) == (12, 3)


async def test_merged_documents_or_why_there_are_none(world: World, tmp_path: Path):
    """One signed in the browser has a file; the other says what to do, or is merged here."""
    ids, folder = await world.know(2, papers=2), tmp_path / "out"
    from tests.desk.test_merging import pdf

    paper = await in_thread(lambda: pdf(tmp_path / "paper.pdf", 2).read_bytes())
    for place in range(2):
        world.document("OP-1", place, Reply(200, paper, pdf_head()))
    world.server.on("GET", "/v1/operations/OP-0/merged-documents", Reply(200, PDF, pdf_head()))
    first = await world.download(folder, ids, What.MERGED, pattern=DEFAULT_PATTERN)
    assert [item.state for item in first.items] == [ItemState.DONE, ItemState.FAILED]
    assert "not signed in the browser" in first.items[1].problem
    second = await world.download(folder, ids, What.MERGED, pattern=DEFAULT_PATTERN, merge_here=True)
    assert [item.state for item in second.items] == [ItemState.SKIPPED, ItemState.DONE]
    found = await in_thread(files, folder)
    assert sorted(found) == ["USHOU/2026-10/OP-0 VESSEL 0.pdf", "USHOU/2026-10/OP-1 VESSEL 1.pdf"]
    assert found["USHOU/2026-10/OP-1 VESSEL 1.pdf"].startswith(b"%PDF")
    third = await world.download(folder, ids, What.MERGED, pattern=DEFAULT_PATTERN, merge_here=True)
    assert third.counts[ItemState.SKIPPED] == 2


async def test_the_preview_numbers_as_the_download_will(world: World):
    """Names that collide are seen before the download."""
    ids = await world.know(3, papers=2)
    items = await asyncio.to_thread(Planner(world.desk, NamePattern("{vessel}.pdf")).of_operations, ids, What.DOCUMENTS)
    seen = preview(items)
    assert seen.names == ("VESSEL 0.pdf", "VESSEL 0 (2).pdf", "VESSEL 1.pdf", "VESSEL 1 (2).pdf", "VESSEL 2.pdf")
    assert (seen.collisions, seen.total) == (3, 6)


async def test_names_may_say_imo_and_note_numbers(world: World):
    """What only the operation itself tells is read when a pattern asks for it."""
    ids = await world.know(1)
    planner = Planner(world.desk, NamePattern("{imo} {number} {type}.pdf"))
    items = await asyncio.to_thread(planner.of_operations, ids, What.MERGED)
    assert items[0].name == "no imo BDN 1 merged documents.pdf"
