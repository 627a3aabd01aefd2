"""The download queue against `curl --parallel`, same files, same parallelism: `python -m tests.benchmarks.downloading`.

Each line is a mix of papers. Both take turns, who is first alternates, and the ratio is told of each pair: other work
on the machine then hits both. Both write the same files under the same names below a new folder, both connect anew
each time with a token they have already; ours hashes, and writes manifest and queue as it does for a person. The
papers come from processes of their own that do little more than let the kernel send them; those of the last line the
sandbox draws. The goal is a speed of at least 0.9 of curl's. The second ratio is against curl and then
`openssl dgst -sha256` over its files, which ours has done by then.

The lines with a millisecond before each answer are the quickest service that a network leads to, those with five one
some way off. The lines without any are what the clients themselves cost, on the service's own machine: the processor
sets the pace there, and what hashing a file takes of it cannot be made up for elsewhere.

With `--operations` one line more: every document of so many operations of the sandbox in one go.
"""

import argparse
import asyncio
import contextlib
import gc
import json
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from tests.api.test_network import certificate

from bunkerdesk import smoothness
from bunkerdesk.api import BunkerService, Credentials
from bunkerdesk.cache import Store
from bunkerdesk.desk.connections import Connection
from bunkerdesk.desk.desk import Desk
from bunkerdesk.desk.download_items import DownloadState, Options
from bunkerdesk.desk.download_plan import Planner, What
from bunkerdesk.desk.download_wanted import Wanted
from bunkerdesk.desk.lists import ListQuery
from bunkerdesk.desk.naming import DOCUMENT_PATTERN, NamePattern
from bunkerdesk.sandbox import embedded

PARALLEL = 4
TOKEN = "/oauth/token"
GOAL = 0.9
PAPERS_OF_ONE = 5
"""Documents of one operation, in one folder."""


@dataclass(frozen=True)
class Mix:
    """Papers of a line: how many, and their sizes in turn."""

    name: str
    count: int
    sizes: tuple[int, ...]
    milliseconds: int = 0
    """Before each answer."""
    is_sealed: bool = False

    def items(self) -> list[Wanted]:
        """As the planner makes them."""
        return [
            Wanted(
                record=number // PAPERS_OF_ONE,
                reference=f"OP-{number // PAPERS_OF_ONE}",
                document_id=str(number),
                document_type="other",
                document_name=f"paper {number}.pdf",
                name=f"NLRTM/2026-10/OP-{number // PAPERS_OF_ONE} VESSEL/Other paper {number}.pdf",
            )
            for number in range(self.count)
        ]


def spread(smallest: int, largest: int, count: int = 97) -> tuple[int, ...]:
    """Sizes as those of papers are: as many around 10 kB as around 100 kB."""
    draw = random.Random(7)
    return tuple(int(smallest * (largest / smallest) ** draw.random()) for _ in range(count))


MIXES = (
    Mix("small papers, 1 ms off", 2_000, spread(4_000, 60_000), milliseconds=1),
    Mix("papers of 300 operations, 1 ms off", 1_500, spread(8_000, 800_000), milliseconds=1),
    Mix("papers of 300 operations, 1 ms off, TLS", 1_500, spread(8_000, 800_000), milliseconds=1, is_sealed=True),
    Mix("scans, 1 ms off, TLS", 200, (1_000_000,), milliseconds=1, is_sealed=True),
    Mix("small papers, 5 ms off", 800, spread(4_000, 60_000), milliseconds=5),
    Mix("papers of 100 operations, 5 ms off, TLS", 500, spread(8_000, 800_000), milliseconds=5, is_sealed=True),
    Mix("small papers, no delay", 2_000, spread(4_000, 60_000)),
    Mix("papers of 300 operations, no delay", 1_500, spread(8_000, 800_000)),
    Mix("scans, no delay", 200, (1_000_000,)),
    Mix("large scans, no delay", 20, (12_000_000,)),
    Mix("small papers, no delay, TLS", 2_000, spread(4_000, 60_000), is_sealed=True),
    Mix("papers of 300 operations, no delay, TLS", 1_500, spread(8_000, 800_000), is_sealed=True),
    Mix("scans, no delay, TLS", 200, (1_000_000,), is_sealed=True),
)


@dataclass(frozen=True)
class Place:
    """A service, and how both clients get in; `authority` is the certificate it shows."""

    base_url: str
    credentials: Credentials
    token: str
    authority: Path | None = None


def curl(place: Place, items: Sequence[Wanted], folder: Path) -> float:
    """Fetch all with curl; answers seconds."""
    lines = []
    for item in items:
        path = f"/v1/operations/{quote(item.reference, safe='')}/documents/{quote(item.document_id, safe='')}"
        name = str(folder / item.name).replace("\\", "\\\\").replace('"', '\\"')
        lines.append(f'url = "{place.base_url}{path}"\noutput = "{name}"')
    config = folder.with_suffix(".config")
    config.write_text("\n".join(lines))
    command = ["curl", "--silent", "--fail", "--create-dirs", "--parallel", "--parallel-max", str(PARALLEL)]
    if place.authority is not None:
        command += ["--cacert", str(place.authority)]
    begun = time.perf_counter()
    subprocess.run(
        [*command, "--header", f"Authorization: Bearer {place.token}", "--config", str(config)],
        check=True,
        stderr=subprocess.DEVNULL,
    )
    return time.perf_counter() - begun


def hashed(folder: Path) -> float:
    """Hash every file once more by itself; answers seconds."""
    files = [str(one) for one in folder.rglob("*/*") if one.is_file()]
    begun = time.perf_counter()
    subprocess.run(["openssl", "dgst", "-sha256", "-r", *files], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - begun


async def ours(desk: Desk, items: Sequence[Wanted], folder: Path) -> float:
    """Fetch all with the queue; answers seconds."""
    begun = time.perf_counter()
    download = await desk.downloads.add(folder, items, Options(parallel=PARALLEL))
    await desk.downloads.work()
    passed = time.perf_counter() - begun
    if download.state is not DownloadState.FINISHED or download.failed:
        raise SystemExit(f"not downloaded: {download.state} {download.problem} {len(download.failed)} failed")
    await desk.downloads.remove(download)
    return passed


def sign_in(running: embedded.Running) -> str:
    """A token for curl."""
    form = [("grant_type", "client_credentials"), ("client_id", running.client_id)]
    form.append(("client_secret", running.client_secret))
    data = [word for name, value in form for word in ("--data-urlencode", f"{name}={value}")]
    answer = subprocess.run(["curl", "-s", running.base_url + TOKEN, *data], capture_output=True, check=True).stdout
    return str(json.loads(answer)["access_token"])


def contents(folder: Path) -> tuple[int, int]:
    """Papers below a folder, and their bytes."""
    sizes = [one.stat().st_size for one in folder.rglob("*/*") if one.is_file()]
    return len(sizes), sum(sizes)


def empty(folder: Path) -> None:
    """Give the room of all files below a folder back."""
    for one in folder.rglob("*"):
        if one.is_file():
            os.truncate(one, 0)


@contextlib.contextmanager
def papers(mix: Mix, folder: Path) -> Iterator[Place]:
    """A server of the papers of a mix."""
    command = [
        sys.executable,
        "-m",
        "tests.benchmarks.file_server",
        ",".join(map(str, mix.sizes)),
        str(mix.milliseconds),
    ]
    authority = None
    if mix.is_sealed:
        authority, _ = certificate(folder)
        command.append(str(authority.with_name("both.pem")))
        os.environ["SSL_CERT_FILE"] = str(authority)
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = f"http{'s' if mix.is_sealed else ''}://127.0.0.1:{process.stdout.readline().strip()}"
        yield Place(address, Credentials("benchmark", "secret"), "token", authority)
        assert process.stdin is not None
        process.stdin.close()
    os.environ.pop("SSL_CERT_FILE", None)


@contextlib.asynccontextmanager
async def desk_at(place: Place, store: Store) -> AsyncIterator[Desk]:
    """A desk that is signed in and has asked for no file yet."""
    connection = Connection.to(place.base_url, place.credentials.client_id)
    async with BunkerService(place.base_url, place.credentials) as service:
        await service.sign_in()
        desk = Desk(connection, store, lambda: contextlib.nullcontext(service))
        try:
            yield desk
        finally:
            await desk.aclose()


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


async def compare(name: str, place: Place, store: Store, items: Sequence[Wanted], folder: Path, pairs: int) -> None:
    """Print the ratio of the pairs: their median, the lowest and the highest."""
    times: list[dict[str, float]] = []
    expected: tuple[int, int] | None = None
    for number in range(pairs + 1):  # the first one fills caches, and the sandbox draws its papers
        pair: dict[str, float] = {}
        for kind in ("curl", "ours") if number % 2 else ("ours", "curl"):
            target = folder / f"{kind}-{number}"
            if kind == "curl":
                pair[kind] = await asyncio.to_thread(curl, place, items, target)
                pair["sums"] = await asyncio.to_thread(hashed, target)
            else:
                async with desk_at(place, store) as desk:
                    pair[kind] = await ours(desk, items, target)
            found = await asyncio.to_thread(contents, target)
            expected = expected or found
            if found != expected:
                raise SystemExit(f"{kind} has {found} files and bytes instead of {expected}")
            # Not removed yet: some file systems are slow to make files while others are being forgotten.
            await asyncio.to_thread(empty, target)
        gc.collect()  # as the window does when it rests
        times.append(pair)
    count, size = expected or (0, 0)
    ratios = sorted(pair["curl"] / pair["ours"] for pair in times[1:])
    with_sums = statistics.median((pair["curl"] + pair["sums"]) / pair["ours"] for pair in times[1:])
    own, other = (statistics.median(pair[kind] for pair in times[1:]) for kind in ("ours", "curl"))
    print(
        f"{name}: {count} files, {size / 1e6:.0f} MB, {PARALLEL} at once: ours {own:.2f} s, curl {other:.2f} s, "
        f"speed {statistics.median(ratios):.2f} of curl's ({ratios[0]:.2f} to {ratios[-1]:.2f} in {pairs} pairs; "
        f"goal at least {GOAL}), {with_sums:.2f} of curl and hashing; highest memory {highest_memory():.0f} MB",
        flush=True,
    )


def highest_memory() -> float:
    """Of this process so far, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


async def mixed(mix: Mix, folder: Path, pairs: int) -> None:
    """A line with papers of our own."""
    await asyncio.to_thread(folder.mkdir)
    with papers(mix, folder) as place, contextlib.closing(Store.open(folder / "store").store) as store:
        await compare(mix.name, place, store, mix.items(), folder, pairs)


async def demo_world(folder: Path, pairs: int) -> None:
    """The papers of the sandbox, which takes most of the time."""
    (folder / "sandbox").mkdir(parents=True)
    with (
        await asyncio.to_thread(embedded.start, folder / "sandbox", frozen=True) as running,
        contextlib.closing(Store.open(folder / "store").store) as store,
    ):
        token = await asyncio.to_thread(sign_in, running)
        place = Place(running.base_url, Credentials(running.client_id, running.client_secret), token)
        async with desk_at(place, store) as desk:
            items = await planned(desk, running)
        await compare("demo world", place, store, items, folder, pairs)


async def in_one_go(folder: Path, operations: int) -> None:
    """Every document of many operations, drawn by the sandbox as they are asked for."""
    (folder / "sandbox").mkdir(parents=True)
    starting = asyncio.to_thread(embedded.start, folder / "sandbox", frozen=True, scale=operations * 5 // 4)
    with await starting as running, contextlib.closing(Store.open(folder / "store").store) as store:
        place = Place(running.base_url, Credentials(running.client_id, running.client_secret), "")
        async with desk_at(place, store) as desk:
            items = await planned(desk, running, operations)
            before = highest_memory()
            begun = time.perf_counter()
            download = await desk.downloads.add(folder / "papers", items, Options(parallel=PARALLEL))
            await desk.downloads.work()
            passed = time.perf_counter() - begun
            _, size = await asyncio.to_thread(contents, folder / "papers")
    print(
        f"{operations} operations: {download.done} of {download.total} files, {size / 1e6:.0f} MB, {passed:.1f} s, "
        f"highest memory {highest_memory():.0f} MB, {before:.0f} MB before the first file"
    )


async def everything(folder: Path, arguments: argparse.Namespace) -> None:
    """All lines."""
    for number, mix in enumerate(MIXES):
        if arguments.only in mix.name:
            await mixed(mix, folder / str(number), arguments.pairs)
    if arguments.only in "demo world":
        await demo_world(folder / "demo", arguments.pairs)
    if arguments.operations:
        await in_one_go(folder / "one-go", arguments.operations)


def main() -> None:
    """Measure in a folder of its own, with the interpreter as the window sets it."""
    smoothness.before_start()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=5)
    parser.add_argument("--only", default="", metavar="WORDS", help="lines whose name has these words")
    parser.add_argument("--operations", type=int, default=0, help="download of so many operations in one go")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(everything(Path(folder), arguments))


if __name__ == "__main__":
    main()
