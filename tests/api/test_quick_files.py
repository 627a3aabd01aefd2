"""The short way for many files: the plain case in one exchange, everything else as the ordinary way does it."""

import asyncio
import gzip
import hashlib
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from tests.api.server import TOKEN, Reply, ScriptedServer, Seen, as_json, page, problem
from tests.api.test_network import certificate

from bunkerdesk.api import BunkerService, Fetched, Limits, NotFound, NotSaved, UnreadableAnswer, Wish

PATH = "/v1/operations/A%2F1/documents/d%20%3F"
PDF = b"%PDF-1.7" + b"x" * 700_000


class Basket:
    """Asks for one document under many names, and keeps what comes."""

    def __init__(self, service: BunkerService, targets: Iterable[Path], keeps: Callable[[Fetched], object]) -> None:
        self._service = service
        self._wishes = iter([Wish("A/1", "d ?", str(target)) for target in targets])
        self._keeps = keeps
        self.done: dict[str, Fetched] = {}
        self.failed: list[Exception] = []
        self.ordinary = 0

    def take(self) -> Wish | None:
        return next(self._wishes, None)

    def keep(self, wish: Wish, fetched: Fetched) -> None:
        self._keeps(fetched)
        self.done[Path(wish.target).name] = fetched

    def fail(self, _: Wish, error: Exception) -> None:
        self.failed.append(error)

    async def other_way(self, wish: Wish) -> None:
        self.ordinary += 1
        loaded = await self._service.documents.download_wish(wish)
        self.done[loaded.path.name] = Fetched(loaded.content_type, loaded.size, loaded.sha256)


async def quick(
    service: BunkerService, *targets: Path, at_once: int = 1, keeps: Callable[[Fetched], object] = id
) -> Basket:
    """A series of the same document, the ordinary way where it has to be."""
    basket = Basket(service, targets, keeps)
    await service.documents.download_series(basket, at_once, basket.other_way)
    return basket


async def test_a_plain_file_takes_one_request(server: ScriptedServer, connect: Callable[..., Any], tmp_path: Path):
    """Whole, hashed, and the connection is kept for the next."""
    server.on("GET", PATH, Reply(200, PDF, {"Content-Type": "application/pdf; x=y"}))
    service = await connect(server.base_url)
    for number in range(3):
        loaded = (await quick(service, tmp_path / str(number))).done[str(number)]
        assert (loaded.size, loaded.content_type) == (len(PDF), "application/pdf")
        assert loaded.sha256 == hashlib.sha256(PDF).hexdigest()
    assert len(server.requests("GET")) == 3
    content = await asyncio.to_thread((tmp_path / "2").read_bytes)
    assert content == PDF


async def test_an_empty_file_is_a_file(server: ScriptedServer, connect: Callable[..., Any], tmp_path: Path):
    """Nothing in it, but it is there."""
    server.on("GET", PATH, Reply(200, b""))
    service = await connect(server.base_url)
    loaded = (await quick(service, tmp_path / "empty")).done["empty"]
    assert (loaded.size, await asyncio.to_thread((tmp_path / "empty").exists)) == (0, True)


@pytest.mark.parametrize(
    "odd",
    [
        Reply(200, PDF, cut=900),
        Reply(200, PDF, is_chunked=True, cut=900),
        Reply(200, gzip.compress(PDF), {"Content-Encoding": "gzip"}),
        Reply(raw=b"HTTP/1.0 200 OK\r\n\r\n" + PDF),
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
    loaded = (await quick(service, tmp_path / "file")).done["file"]
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
    assert (await quick(service, tmp_path / "file")).done["file"].size == len(PDF)
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


@pytest.mark.parametrize("size", [5_000, 700_000])
async def test_the_next_file_is_asked_for_before_the_last_is_kept(
    server: ScriptedServer, connect: Callable[..., Any], tmp_path: Path, size: int
):
    """The service works while this computer writes, with small files and with large ones."""
    server.on("GET", PATH, Reply(200, PDF[:size]))
    service = await connect(server.base_url)
    is_asked = threading.Event()
    was_asked = list[bool]()
    targets = [tmp_path / str(number) for number in range(3)]
    work = asyncio.ensure_future(quick(service, *targets, keeps=lambda _: was_asked.append(is_asked.wait(30))))
    async with asyncio.timeout(30):
        while len(server.requests("GET")) < 2:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    is_asked.set()
    assert len((await work).done) == 3
    assert was_asked == [True] * 3


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

    def refuse(loaded: Fetched) -> None:
        raise FileExistsError(loaded.sha256)

    basket = await quick(service, tmp_path / "file", keeps=refuse)
    assert [type(error) for error in basket.failed] == [FileExistsError]
    assert await asyncio.to_thread(lambda: list(tmp_path.iterdir())) == []
    assert (await quick(service, tmp_path / "file")).done["file"].size == len(PDF)


async def test_a_folder_that_is_gone_is_said(server: ScriptedServer, connect: Callable[..., Any], tmp_path: Path):
    """As the ordinary way says it; the files of other folders come all the same."""
    server.on("GET", PATH, Reply(200, PDF))
    service = await connect(server.base_url)
    basket = await quick(service, tmp_path / "gone" / "file", tmp_path / "file")
    assert [isinstance(error, NotSaved) and "does not exist" in str(error) for error in basket.failed] == [True]
    assert list(basket.done) == ["file"]


async def test_many_at_once_are_never_more_than_asked_for(
    server: ScriptedServer, connect: Callable[..., Any], tmp_path: Path
):
    """Small, large and odd ones together: each whole, none twice, so many connections and no more."""
    flying, most, count = 0, 0, 0
    small = b"%PDF-1.4 small"

    async def answer(_: Seen) -> Reply:
        nonlocal flying, most, count
        flying, count = flying + 1, count + 1
        most, number = max(most, flying), count
        await asyncio.sleep(0)
        flying -= 1
        if number % 11 == 5:
            return Reply(200, small, cut=5)
        return Reply(200, PDF if number % 4 == 0 else small, is_chunked=number % 3 == 0)

    server.on("GET", PATH, answer)
    service = await connect(server.base_url)
    await service.sign_in()
    before = server.connections
    basket = await quick(service, *(tmp_path / str(number) for number in range(60)), at_once=4)
    assert len(basket.done) == 60
    assert most <= 4
    assert basket.ordinary >= 5
    found = await asyncio.to_thread(lambda: {path.name: path.read_bytes() for path in tmp_path.iterdir()})
    assert len(found) == 60
    assert {name: loaded.sha256 for name, loaded in basket.done.items()} == {
        name: hashlib.sha256(content).hexdigest() for name, content in found.items()
    }
    assert set(found.values()) == {PDF, small}
    assert server.connections - before < 60


async def test_a_service_that_always_answers_oddly_is_not_asked_twice_each_time(
    server: ScriptedServer, connect: Callable[..., Any], tmp_path: Path
):
    """One that sends every file on to another place is soon asked the ordinary way only."""
    server.on("GET", PATH, Reply(307, headers={"Location": "/elsewhere"}))
    server.on("GET", "/elsewhere", Reply(200, PDF))
    service = await connect(server.base_url)
    basket = await quick(service, *(tmp_path / str(number) for number in range(40)), at_once=2)
    assert len(basket.done) == 40
    assert len(server.requests("GET", PATH)) < 50


async def test_an_answer_in_chunks_is_plain(server: ScriptedServer, connect: Callable[..., Any], tmp_path: Path):
    """One request each, on one connection."""
    server.on("GET", PATH, Reply(200, PDF, is_chunked=True))
    service = await connect(server.base_url)
    await service.sign_in()
    before = server.connections
    basket = await quick(service, *(tmp_path / str(number) for number in range(3)))
    assert {loaded.sha256 for loaded in basket.done.values()} == {hashlib.sha256(PDF).hexdigest()}
    assert (basket.ordinary, len(server.requests("GET")), server.connections - before) == (0, 3, 1)


async def test_what_is_not_found_leaves_the_connection_in_use(
    server: ScriptedServer, connect: Callable[..., Any], tmp_path: Path
):
    """Half of the operations have no merged file; nobody connects anew for each of the others."""
    server.on("GET", PATH, *[problem(404), Reply(200, PDF)] * 10)
    service = await connect(server.base_url)
    await service.sign_in()
    before = server.connections
    await quick(service, *(tmp_path / str(number) for number in range(10)))
    assert server.connections - before <= 1


async def test_a_silent_service_is_left_to_the_ordinary_way(
    server: ScriptedServer, connect: Callable[..., Any], tmp_path: Path
):
    """A file that stops coming does not hold up the series for ever."""
    gate = asyncio.Event()
    server.on("GET", PATH, Reply(200, PDF[:900], gate_within=gate), Reply(200, PDF))
    service = await connect(server.base_url, limits=Limits(file_seconds=0.2))
    basket = await quick(service, *(tmp_path / str(number) for number in range(2)))
    assert [loaded.size for loaded in basket.done.values()] == [len(PDF)] * 2
    assert basket.ordinary == 1
    gate.set()


async def test_a_failure_of_the_ordinary_way_ends_the_series(
    server: ScriptedServer, connect: Callable[..., Any], tmp_path: Path
):
    """Nothing is fetched any more once the caller has given up."""
    server.on("GET", PATH, problem(404), Reply(200, PDF))
    service = await connect(server.base_url)
    basket = Basket(service, [tmp_path / str(number) for number in range(5000)], id)

    async def give_up(wish: Wish) -> None:
        raise FileNotFoundError(wish.target)

    with pytest.raises(FileNotFoundError):
        await service.documents.download_series(basket, 2, give_up)
    assert len(basket.done) < 5000
    done = len(basket.done)
    kept = await asyncio.to_thread(lambda: list(tmp_path.iterdir()))
    assert len(kept) == done


async def test_a_source_that_fails_ends_all_that_is_under_way(
    server: ScriptedServer, connect: Callable[..., Any], tmp_path: Path
):
    """Large files in threads of their own too: nothing of them is left when the failure is told."""
    gate = asyncio.Event()
    server.on("GET", PATH, *[Reply(200, PDF, gate_within=gate)] * 3, Reply(200, b"%PDF"))
    service = await connect(server.base_url)

    def refuse(_: Fetched) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await quick(service, *(tmp_path / str(number) for number in range(9)), at_once=4, keeps=refuse)
    assert await asyncio.to_thread(lambda: list(tmp_path.iterdir())) == []
    gate.set()
    assert (await quick(service, tmp_path / "file")).done["file"].size == len(b"%PDF")


async def test_files_over_tls(connect: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Large ones and small ones, as the system trusts the service."""
    public, context = certificate(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(public))
    folder = tmp_path / "out"
    folder.mkdir()
    async with ScriptedServer(context) as server:
        server.on("GET", PATH, *[Reply(200, PDF), Reply(200, PDF[:50_000]), Reply(200, PDF, is_chunked=True)] * 4)
        service = await connect(server.base_url)
        await service.sign_in()
        before = server.connections
        basket = await quick(service, *(folder / str(number) for number in range(12)), at_once=3)
        assert (basket.ordinary, len(basket.done), server.connections - before) == (0, 12, 3)
    found = await asyncio.to_thread(lambda: sorted(len(path.read_bytes()) for path in folder.iterdir()))
    assert found == [50_000] * 4 + [len(PDF)] * 8
