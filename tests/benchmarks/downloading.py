"""The download queue against `curl --parallel`, same files, same parallelism: `python -m tests.benchmarks.downloading`.

A sandbox in its own process serves the papers of the demo world to both, who take turns;
ours writes manifest and queue as it does for a person. The goal is a
speed of at least 0.9 of curl's.
"""

import argparse
import asyncio
import contextlib
import resource
import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Sequence
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
    subprocess.run([*command, "--header", f"Authorization: Bearer {token}", "--config", str(config)], check=True)
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


async def measure(running: embedded.Running, place: Path, rounds: int, copies: int) -> None:
    """Print both times and the ratio."""
    store = Store.open(place / "store").store
    credentials = Credentials(running.client_id, running.client_secret)
    connection = Connection.to(running.base_url, running.client_id)
    desk = Desk(connection, store, lambda: BunkerService(running.base_url, credentials))
    await desk.remember(await asyncio.to_thread(running.references), "example")
    await desk.synchronise()
    unique = [
        number
        for number in desk.operations.order(ListQuery()).ids
        if (record := desk.record(number)) is not None and record.sharing == 1
    ]
    planner = Planner(desk, NamePattern(DOCUMENT_PATTERN))
    items = await asyncio.to_thread(planner.of_operations, unique, What.DOCUMENTS) * copies
    token = await asyncio.to_thread(sign_in, running)
    mine, theirs = list[float](), list[float]()
    for number in range(rounds + 1):
        for kind in ("curl", "ours"):
            folder = place / f"{kind}-{number}"
            await asyncio.to_thread(folder.mkdir)
            if kind == "curl":
                theirs.append(await asyncio.to_thread(curl, running.base_url, token, items, folder))
            else:
                mine.append(await ours(desk, items, folder))
            size = await asyncio.to_thread(size_of, folder)
            await asyncio.to_thread(shutil.rmtree, folder)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    # The first round draws the papers.
    own, other = statistics.median(mine[1:]), statistics.median(theirs[1:])
    print(
        f"{len(items)} files, {size / 1e6:.0f} MB, {PARALLEL} at once: ours {own:.2f} s, curl {other:.2f} s, "
        f"speed {other / own:.2f} of curl's (goal at least 0.90); highest memory {memory:.0f} MB"
    )
    await desk.aclose()
    store.close()


def main() -> None:
    """Start a sandbox and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--copies", type=int, default=1, help="how often each document is fetched in a round")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        place = Path(folder)
        (place / "sandbox").mkdir()
        running = stack.enter_context(embedded.start(place / "sandbox", frozen=True))
        asyncio.run(measure(running, place, arguments.rounds, arguments.copies))


if __name__ == "__main__":
    main()
