"""The download queue against `curl --parallel`, same files, same parallelism: `python -m tests.benchmarks.downloading`.

Two lines: the small papers of the sandbox's demo world, and papers of the size of scans from a server of nothing else.
Each server is a process of its own and serves both, who take turns; ours writes manifest and queue as it does for a
person. The goal is a speed of at least 0.9 of curl's. With `--operations` one line more: every document of so many
operations in one go.
"""

import argparse
import asyncio
import contextlib
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from urllib.parse import quote

from bunkerdesk.api import BunkerService, Credentials
from bunkerdesk.cache import Store
from bunkerdesk.desk.connections import Connection
from bunkerdesk.desk.desk import Desk
from bunkerdesk.desk.download_plan import Planner, Wanted, What
from bunkerdesk.desk.downloads import DownloadState, Options
from bunkerdesk.desk.lists import ListQuery
from bunkerdesk.desk.naming import DOCUMENT_PATTERN, NamePattern
from bunkerdesk.sandbox import embedded

PARALLEL = 4
TOKEN = "/oauth/token"


def curl(base_url: str, token: str, items: Sequence[Wanted], folder: Path) -> float:
    """Fetch all with curl; answers seconds."""
    lines = []
    for number, item in enumerate(items):
        path = f"/v1/operations/{quote(item.reference, safe='')}/documents/{quote(item.document_id, safe='')}"
        lines.append(f'url = "{base_url}{path}"\noutput = "{folder}/{number}"')
    config = folder / "config"
    config.write_text("\n".join(lines))
    begun = time.perf_counter()
    command = ["curl", "--silent", "--fail", "--parallel", "--parallel-max", str(PARALLEL)]
    subprocess.run(
        [*command, "--header", f"Authorization: Bearer {token}", "--config", str(config)],
        check=True,
        stderr=subprocess.DEVNULL,
    )
    return time.perf_counter() - begun


async def ours(desk: Desk, items: Sequence[Wanted], folder: Path) -> float:
    """Fetch all with the queue; answers seconds."""
    begun = time.perf_counter()
    download = await desk.downloads.add(folder, items, Options(parallel=PARALLEL))
    await desk.downloads.work()
    passed = time.perf_counter() - begun
    if download.state is not DownloadState.FINISHED or download.failed:
        raise SystemExit(f"not downloaded: {download.state} {download.problem} {len(download.failed)} failed")
    return passed


def sign_in(running: embedded.Running) -> str:
    """A token for curl."""
    import json

    form = [("grant_type", "client_credentials"), ("client_id", running.client_id)]
    form.append(("client_secret", running.client_secret))
    data = [word for name, value in form for word in ("--data-urlencode", f"{name}={value}")]
    answer = subprocess.run(["curl", "-s", running.base_url + TOKEN, *data], capture_output=True, check=True).stdout
    return str(json.loads(answer)["access_token"])


def size_of(folder: Path) -> int:
    """Bytes below a folder."""
    return sum(one.stat().st_size for one in folder.rglob("*"))


@contextlib.contextmanager
def papers(size: int) -> Iterator[str]:
    """A server whose papers are all of this size; its address."""
    command = [sys.executable, "-m", "tests.benchmarks.file_server", str(size)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield f"http://127.0.0.1:{process.stdout.readline().strip()}"
        assert process.stdin is not None
        process.stdin.close()


@contextlib.asynccontextmanager
async def desk_at(base_url: str, credentials: Credentials, place: Path) -> AsyncIterator[Desk]:
    """A desk of its own for a service."""
    store = Store.open(place).store
    connection = Connection.to(base_url, credentials.client_id)
    desk = Desk(connection, store, lambda: BunkerService(base_url, credentials))
    try:
        yield desk
    finally:
        await desk.aclose()
        store.close()


async def planned(desk: Desk, running: embedded.Running, most: int | None = None) -> list[Wanted]:
    """The papers of so many operations of the sandbox that share their reference with no other."""
    await desk.remember(await asyncio.to_thread(running.references), "example")
    await desk.synchronise()
    unique = [
        number
        for number in desk.operations.order(ListQuery()).ids
        if (record := desk.record(number)) is not None and record.sharing == 1
    ]
    return await asyncio.to_thread(
        Planner(desk, NamePattern(DOCUMENT_PATTERN)).of_operations, unique[:most], What.DOCUMENTS
    )


async def compare(desk: Desk, base_url: str, token: str, items: Sequence[Wanted], place: Path, rounds: int) -> None:
    """Print both times and the ratio; the medians, without the first round, which draws the papers."""
    mine, theirs = list[float](), list[float]()
    for number in range(rounds + 1):
        for kind in ("curl", "ours"):
            folder = place / f"{kind}-{number}"
            await asyncio.to_thread(folder.mkdir)
            if kind == "curl":
                theirs.append(await asyncio.to_thread(curl, base_url, token, items, folder))
            else:
                mine.append(await ours(desk, items, folder))
            size = await asyncio.to_thread(size_of, folder)
            await asyncio.to_thread(shutil.rmtree, folder)
    own, other = statistics.median(mine[1:]), statistics.median(theirs[1:])
    print(
        f"{len(items)} files, {size / 1e6:.0f} MB, {PARALLEL} at once: ours {own:.2f} s, curl {other:.2f} s, "
        f"speed {other / own:.2f} of curl's (goal at least 0.90); highest memory {highest_memory():.0f} MB"
    )


def highest_memory() -> float:
    """Of this process so far, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


async def small(place: Path, rounds: int) -> None:
    """The papers of the demo world."""
    (place / "sandbox").mkdir(parents=True)
    with await asyncio.to_thread(embedded.start, place / "sandbox", frozen=True) as running:
        credentials = Credentials(running.client_id, running.client_secret)
        async with desk_at(running.base_url, credentials, place / "store") as desk:
            items = await planned(desk, running)
            token = await asyncio.to_thread(sign_in, running)
            await compare(desk, running.base_url, token, items, place, rounds)


async def scans(place: Path, rounds: int, count: int, size: int) -> None:
    """Papers as large as scans are."""
    await asyncio.to_thread(place.mkdir)
    items = [
        Wanted(number, f"OP-{number}", "scan", "bunker_delivery_note", "scan.pdf", f"OP-{number}/scan.pdf")
        for number in range(count)
    ]
    with papers(size) as base_url:
        async with desk_at(base_url, Credentials("benchmark", "secret"), place / "store") as desk:
            await compare(desk, base_url, "token", items, place, rounds)


async def in_one_go(place: Path, operations: int) -> None:
    """Every document of many operations, drawn by the sandbox as they are asked for."""
    (place / "sandbox").mkdir(parents=True)
    starting = asyncio.to_thread(embedded.start, place / "sandbox", frozen=True, scale=operations * 5 // 4)
    with await starting as running:
        credentials = Credentials(running.client_id, running.client_secret)
        async with desk_at(running.base_url, credentials, place / "store") as desk:
            items = await planned(desk, running, operations)
            folder = place / "papers"
            begun = time.perf_counter()
            download = await desk.downloads.add(folder, items, Options(parallel=PARALLEL))
            await desk.downloads.work()
            passed = time.perf_counter() - begun
            size = await asyncio.to_thread(size_of, folder)
    print(
        f"{operations} operations: {download.done} of {download.total} files, "
        f"{size / 1e6:.0f} MB, {passed:.1f} s, highest memory {highest_memory():.0f} MB"
    )


async def everything(place: Path, arguments: argparse.Namespace) -> None:
    """All lines."""
    await small(place / "small", arguments.rounds)
    await scans(place / "scans", arguments.rounds, arguments.scans, arguments.scan_bytes)
    if arguments.operations:
        await in_one_go(place / "one-go", arguments.operations)


def main() -> None:
    """Measure in a folder of its own."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--scans", type=int, default=200, help="how many papers of the size of scans")
    parser.add_argument("--scan-bytes", type=int, default=1_000_000)
    parser.add_argument("--operations", type=int, default=0, help="download of so many operations in one go")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(everything(Path(folder), arguments))


if __name__ == "__main__":
    main()
