"""The short way for many files: the plain case in one exchange, everything else as the ordinary way does it."""

import asyncio
import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.api.server import TOKEN, Reply, ScriptedServer, as_json, page, problem

from bunkerdesk.api import BunkerService, Downloaded, NotFound, NotSaved, UnreadableAnswer, Wish

PATH = "/v1/operations/A%2F1/documents/d%20%3F"
PDF = b"%PDF-1.7" + b"x" * 700_000


async def quick(service: BunkerService, *targets: Path) -> Downloaded:
    """A series of the same document, the ordinary way where it has to be; the last answer."""
    wishes = iter([Wish("A/1", "d ?", target) for target in targets])
    done: list[Downloaded] = []

    def keep(_: Wish, loaded: Downloaded) -> None:
        done.append(loaded)

    while (left := await service.documents.download_series(lambda: next(wishes, None), keep)) is not None:
        done.append(await service.documents.download(left.reference, left.document_id, left.target))
    return done[-1]


async def test_a_plain_file_takes_one_request(server: ScriptedServer, connect: Callable[..., Any], tmp_path: Path):
    """Whole, hashed, and the connection is kept for the next."""
    server.on("GET", PATH, Reply(200, PDF, {"Content-Type": "application/pdf; x=y"}))
    service = await connect(server.base_url)
    for number in range(3):
        loaded = await quick(service, tmp_path / str(number))
        assert (loaded.size, loaded.content_type) == (len(PDF), "application/pdf")
        assert loaded.sha256 == hashlib.sha256(PDF).hexdigest()
    assert len(server.requests("GET")) == 3
    content = await asyncio.to_thread((tmp_path / "2").read_bytes)
    assert content == PDF


async def test_an_empty_file_is_a_file(server: ScriptedServer, connect: Callable[..., Any], tmp_path: Path):
    """Nothing in it, but it is there."""
    server.on("GET", PATH, Reply(200, b""))
    service = await connect(server.base_url)
    loaded = await quick(service, tmp_path / "empty")
    assert (loaded.size, await asyncio.to_thread((tmp_path / "empty").exists)) == (0, True)


@pytest.mark.parametrize(
    "odd",
    [
        Reply(200, PDF, cut=900),
        Reply(200, PDF, is_chunked=True),
        Reply(is_reset=True),
        Reply(307, headers={"Location": PATH}),
        Reply(raw=b"nonsense\r\n\r\n"),
    ],
)
async def test_what_is_not_plain_is_asked_again_the_ordinary_way(
    server: ScriptedServer, connect: Callable[..., Any], tmp_path: Path, odd: Reply
):
    """Nobody notices but the service."""
    server.on("GET", PATH, odd, Reply(200, PDF))
    service = await connect(server.base_url)
    loaded = await quick(service, tmp_path / "file")
    assert loaded.size == len(PDF)
    assert [path.name for path in await asyncio.to_thread(lambda: list(tmp_path.iterdir()))] == ["file"]


async def test_refusals_have_their_own_words(server: ScriptedServer, connect: Callable[..., Any], tmp_path: Path):
    """A missing document, and a sign-in page that calls itself a document."""
    service = await connect(server.base_url)
    server.on("GET", PATH, problem(404, "gone"))
    with pytest.raises(NotFound):
        await quick(service, tmp_path / "file")
    server.on("GET", PATH, Reply(200, b"<!doctype html><html>sign in</html>", {"Content-Type": "application/pdf"}))
    with pytest.raises(UnreadableAnswer):
        await quick(service, tmp_path / "file")
    server.on("GET", PATH, page("<html>"))
    with pytest.raises(UnreadableAnswer):
        await quick(service, tmp_path / "file")
    assert await asyncio.to_thread(lambda: list(tmp_path.iterdir())) == []


async def test_a_lapsed_token_is_renewed(server: ScriptedServer, connect: Callable[..., Any], tmp_path: Path):
    """In the middle of a long download."""
    server.on("POST", "/oauth/token", as_json(TOKEN), as_json({**TOKEN, "access_token": "token-2"}))
    server.on("GET", PATH, problem(401), problem(401), Reply(200, PDF))
    service = await connect(server.base_url)
    assert (await quick(service, tmp_path / "file")).size == len(PDF)
    assert len(server.token_requests) == 2


async def test_a_cancelled_file_leaves_nothing(server: ScriptedServer, connect: Callable[..., Any], tmp_path: Path):
    """The thread that still reads finds its file given up."""
    gate = asyncio.Event()
    server.on("GET", PATH, Reply(200, PDF, gate_within=gate))
    service = await connect(server.base_url)
    task = asyncio.ensure_future(quick(service, tmp_path / "file"))
    async with asyncio.timeout(30):
        while not server.requests("GET"):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    gate.set()
    assert await asyncio.to_thread(lambda: list(tmp_path.iterdir())) == []


async def test_a_series_takes_one_connection(server: ScriptedServer, connect: Callable[..., Any], tmp_path: Path):
    """Many files, one after the other, nobody connects anew for each."""
    server.on("GET", PATH, Reply(200, PDF))
    service = await connect(server.base_url)
    await service.sign_in()
    before = server.connections
    await quick(service, *(tmp_path / str(number) for number in range(20)))
    assert server.connections == before + 1
    assert {path.stat().st_size for path in await asyncio.to_thread(lambda: list(tmp_path.iterdir()))} == {len(PDF)}


async def test_a_connection_that_ends_after_each_file(
    server: ScriptedServer, connect: Callable[..., Any], tmp_path: Path
):
    """Each file is asked for once all the same."""
    server.on("GET", PATH, Reply(200, PDF, {"Connection": "close"}))
    service = await connect(server.base_url)
    await quick(service, *(tmp_path / str(number) for number in range(3)))
    assert len(server.requests("GET")) == 3


async def test_a_file_nobody_can_place_is_removed(server: ScriptedServer, connect: Callable[..., Any], tmp_path: Path):
    """The reason comes through, the file does not stay, and the next series works."""
    server.on("GET", PATH, Reply(200, PDF))
    service = await connect(server.base_url)
    wishes = [Wish("A/1", "d ?", tmp_path / "file")]

    def refuse(_: Wish, loaded: Downloaded) -> None:
        raise FileExistsError(str(loaded.path))

    with pytest.raises(FileExistsError):
        await service.documents.download_series(lambda: wishes.pop() if wishes else None, refuse)
    assert await asyncio.to_thread(lambda: list(tmp_path.iterdir())) == []
    assert (await quick(service, tmp_path / "file")).size == len(PDF)


async def test_a_folder_that_is_gone_is_said(server: ScriptedServer, connect: Callable[..., Any], tmp_path: Path):
    """As the ordinary way says it."""
    server.on("GET", PATH, Reply(200, PDF))
    service = await connect(server.base_url)
    with pytest.raises(NotSaved, match="does not exist"):
        await quick(service, tmp_path / "gone" / "file")
