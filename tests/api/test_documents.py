"""Downloads: whole or not at all, honest about what they are."""

import asyncio
import errno
import gzip
import hashlib
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from tests.api.conftest import until
from tests.api.server import Reply, ScriptedServer, as_json, page, problem

from bunkerdesk.api import (
    BunkerService,
    Limits,
    NotFound,
    NotSaved,
    RetryPolicy,
    SharedReference,
    Unreachable,
    UnreadableAnswer,
)
from bunkerdesk.api.partial_file import PartialFile, not_saved

PATH = "/v1/operations/A-1/documents/D-1"
PDF = b"%PDF-1.7\n" + bytes(range(256)) * 6000
PDF_TYPE = {"Content-Type": "application/PDF; name=x"}


@dataclass(frozen=True)
class Content:
    """Bytes that a failed comparison does not print."""

    data: bytes = field(repr=False)

    @classmethod
    def of(cls, path: Path) -> "Content":
        return cls(path.read_bytes())


@pytest.fixture
def target(tmp_path: Path) -> Path:
    """The final name, taken by an older document."""
    path = tmp_path / "note.pdf"
    path.write_bytes(b"old")
    return path


def assert_saved(target: Path) -> None:
    assert Content.of(target) == Content(PDF)
    assert list(target.parent.iterdir()) == [target]


def assert_untouched(target: Path) -> None:
    assert Content.of(target) == Content(b"old")
    assert list(target.parent.iterdir()) == [target]


async def test_a_document_is_saved_whole(server: ScriptedServer, service: BunkerService, target: Path) -> None:
    server.on("GET", PATH, Reply(200, PDF, PDF_TYPE))
    progress: list[tuple[int, int | None]] = []
    saved = await service.documents.download("A-1", "D-1", str(target), lambda *at: progress.append(at))
    assert saved.path == target
    assert saved.content_type == "application/pdf"
    assert saved.size == len(PDF)
    assert saved.sha256 == hashlib.sha256(PDF).hexdigest()
    assert_saved(target)
    assert progress[-1] == (len(PDF), len(PDF))
    assert progress == sorted(progress)
    assert server.seen[-1].headers["accept-encoding"] == "identity"


async def test_a_merged_document_of_unknown_length(
    server: ScriptedServer, service: BunkerService, target: Path
) -> None:
    """Without Content-Length the total is unknown, not wrong."""
    server.on("GET", "/v1/operations/A-1/merged-documents", Reply(200, PDF, is_chunked=True))
    progress: list[tuple[int, int | None]] = []
    saved = await service.documents.download_merged("A-1", target, lambda *at: progress.append(at))
    assert saved.content_type == ""
    assert_saved(target)
    assert progress[-1] == (len(PDF), None)


async def test_a_compressed_document_is_unpacked(server: ScriptedServer, service: BunkerService, target: Path) -> None:
    """The length on the way says nothing of the length of the document."""
    packed = gzip.compress(PDF)
    server.on("GET", PATH, Reply(200, packed, {"Content-Encoding": "gzip"}))
    totals: set[int | None] = set()
    saved = await service.documents.download("A-1", "D-1", target, lambda _, total: totals.add(total))
    assert saved.size == len(PDF)
    assert_saved(target)
    assert totals == {None}


@pytest.mark.parametrize(
    "reply",
    [
        Reply(200, PDF, PDF_TYPE, cut=len(PDF) // 2),
        Reply(200, PDF, PDF_TYPE, length=len(PDF) + 1, cut=len(PDF)),
        Reply(200, PDF, PDF_TYPE, is_chunked=True, cut=len(PDF) // 2),
        Reply(200, gzip.compress(PDF)[:-20], {"Content-Encoding": "gzip"}, length=99, cut=50),
    ],
)
async def test_a_document_that_breaks_off_is_tried_again_then_given_up(
    server: ScriptedServer, service: BunkerService, target: Path, reply: Reply
) -> None:
    """The old file stays; no partial one is left."""
    server.on("GET", PATH, reply)
    with pytest.raises(UnreadableAnswer, match="broke off"):
        await service.documents.download("A-1", "D-1", target)
    assert len(server.requests("GET")) == 4
    assert_untouched(target)


async def test_a_second_attempt_starts_over(server: ScriptedServer, service: BunkerService, target: Path) -> None:
    server.on("GET", PATH, Reply(200, PDF, cut=700_000), problem(503), Reply(200, PDF, PDF_TYPE))
    saved = await service.documents.download("A-1", "D-1", target)
    assert saved.sha256 == hashlib.sha256(PDF).hexdigest()
    assert list(target.parent.iterdir()) == [target]


@pytest.mark.parametrize(
    "reply",
    [
        page("<html><title>Sign in</title></html>"),
        Reply(200, b"  <!DOCTYPE html><html>", PDF_TYPE),
        Reply(200, b"\xef\xbb\xbf<html lang=en>", {"Content-Type": "application/octet-stream"}),
        Reply(200, b"<HTML>"),
        problem(200, "not now"),
        Reply(204),
        Reply(206, PDF, PDF_TYPE),
        Reply(200, b"no gzip at all", {"Content-Encoding": "gzip"}),
    ],
)
async def test_a_page_instead_of_a_document_is_refused(
    server: ScriptedServer, service: BunkerService, target: Path, reply: Reply
) -> None:
    server.on("GET", PATH, reply)
    with pytest.raises(UnreadableAnswer):
        await service.documents.download("A-1", "D-1", target)
    assert_untouched(target)


async def test_a_page_in_small_pieces_is_recognised(
    server: ScriptedServer, service: BunkerService, target: Path
) -> None:
    pieces = b"".join(b"1\r\n%c\r\n" % byte for byte in b"<html>sign in") + b"0\r\n\r\n"
    server.on("GET", PATH, Reply(raw=b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + pieces))
    with pytest.raises(UnreadableAnswer, match="something else than a document"):
        await service.documents.download("A-1", "D-1", target)
    assert_untouched(target)


async def test_refusals_are_those_of_the_operation(
    server: ScriptedServer, service: BunkerService, target: Path
) -> None:
    server.on("GET", PATH, problem(404, "no such document"))
    server.on("GET", "/v1/operations/A-1/merged-documents", problem(422, "several share it"))
    with pytest.raises(NotFound, match="no such document"):
        await service.documents.download("A-1", "D-1", target)
    with pytest.raises(SharedReference):
        await service.documents.download_merged("A-1", target)
    assert_untouched(target)


async def test_a_cancelled_download_leaves_nothing(
    server: ScriptedServer, service: BunkerService, target: Path
) -> None:
    server.on("GET", PATH, Reply(200, PDF * 2, PDF_TYPE, gate_within=asyncio.Event()))
    download = asyncio.create_task(service.documents.download("A-1", "D-1", target))
    await until(lambda: len(list(target.parent.iterdir())) > 1)
    download.cancel()
    with pytest.raises(asyncio.CancelledError):
        await download
    assert_untouched(target)


async def test_a_caller_who_fails_while_told_of_progress_leaves_nothing(
    server: ScriptedServer, service: BunkerService, target: Path
) -> None:
    """The caller's own error comes back as it is, not as one of the network."""
    server.on("GET", PATH, Reply(200, PDF, PDF_TYPE))

    def fail(received: int, total: int | None) -> None:
        raise ValueError("window is gone")

    with pytest.raises(ValueError, match="window is gone"):
        await service.documents.download("A-1", "D-1", target, fail)
    assert_untouched(target)


async def test_a_stalled_download_ends(connect, server: ScriptedServer, target: Path) -> None:
    server.on("GET", PATH, Reply(200, PDF, PDF_TYPE, gate_within=asyncio.Event()))
    service = await connect(server.base_url, limits=Limits(file_seconds=0.1), retries=RetryPolicy(attempts=1))
    with pytest.raises(Unreachable, match="in time"):
        await service.documents.download("A-1", "D-1", target)
    assert_untouched(target)


async def test_a_file_may_take_longer_to_come_than_an_answer(connect, server: ScriptedServer, target: Path) -> None:
    """The service puts it together while it is waited for; other silence is given up in the meantime."""
    ready = asyncio.Event()
    server.on("GET", PATH, Reply(200, PDF, PDF_TYPE, gate=ready))
    server.on("GET", "/v1/fuel-types", Reply(gate=asyncio.Event()))
    service = await connect(server.base_url, limits=Limits(read_seconds=0.1), retries=RetryPolicy(attempts=1))
    download = asyncio.create_task(service.documents.download("A-1", "D-1", target))
    await until(lambda: server.requests("GET", PATH))
    with pytest.raises(Unreachable, match="in time"):
        await service.reference_data.fuel_types()
    ready.set()
    assert (await download).size == len(PDF)


async def test_a_missing_folder_is_said_plainly(server: ScriptedServer, service: BunkerService, tmp_path: Path) -> None:
    server.on("GET", PATH, Reply(200, PDF, PDF_TYPE))
    with pytest.raises(NotSaved, match="does not exist") as caught:
        await service.documents.download("A-1", "D-1", tmp_path / "gone" / "note.pdf")
    assert caught.value.errno is not None
    assert len(server.requests("GET")) == 1


async def test_a_folder_is_no_target(server: ScriptedServer, service: BunkerService, target: Path) -> None:
    server.on("GET", PATH, Reply(200, PDF, PDF_TYPE))
    with pytest.raises(NotSaved, match="is a folder"):
        await service.documents.download("A-1", "D-1", target.parent)
    assert_untouched(target)


async def test_a_place_that_takes_no_files_is_said_plainly(server: ScriptedServer, service: BunkerService) -> None:
    server.on("GET", PATH, Reply(200, PDF, PDF_TYPE))
    with pytest.raises(NotSaved, match=r"note.pdf|/proc"):
        await service.documents.download("A-1", "D-1", "/proc/note.pdf")


@pytest.mark.parametrize(
    ("code", "sentence"),
    [(errno.ENOSPC, "no room left in /d"), (errno.EROFS, "only be read"), (errno.EIO, "could not be saved in /d")],
)
def test_each_trouble_with_the_disk_has_its_sentence(code: int, sentence: str) -> None:
    failure = not_saved(OSError(code, "x"), Path("/d/note.pdf"))
    assert sentence in str(failure)
    assert failure.errno == code


def test_what_was_discarded_is_never_finished(tmp_path: Path) -> None:
    """A worker that comes late writes nothing any more, and a finished file is not discarded."""
    late, done = PartialFile(tmp_path / "late"), PartialFile(tmp_path / "done")
    late.write(b"x")
    late.discard()
    late.write(b"y")
    late.finish()
    done.write(b"z")
    done.finish()
    done.discard()
    assert [path.name for path in tmp_path.iterdir()] == ["done"]


async def test_many_downloads_do_not_hold_up_reading(
    server: ScriptedServer, service: BunkerService, tmp_path: Path
) -> None:
    gate = asyncio.Event()
    server.on("GET", PATH, Reply(200, PDF, PDF_TYPE, gate=gate))
    server.on("GET", "/v1/operations/A-1", as_json({"clientReference": "A-1"}))
    downloads = [
        asyncio.create_task(service.documents.download("A-1", "D-1", tmp_path / f"{number}.pdf"))
        for number in range(40)
    ]
    await until(lambda: server.requests("GET"))
    await service.operations.read("A-1")
    gate.set()
    saved = await asyncio.gather(*downloads)
    assert {Content.of(one.path) for one in saved} == {Content(PDF)}
