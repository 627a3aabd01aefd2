"""The whole program against an empty window: `python -m tests.benchmarks.whole [runs]`.

Start-up: process start to first paint with 10,000 cached nominations, against an empty PySide6 window that has
imported the same libraries. Memory: resident size with 100,000 cached nominations and the list open, against the
same empty window. The two take turns; medians of one run are printed.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from tests.cache import made_up

from bunkerdesk.cache import Store, store_directory

CACHE = tempfile.TemporaryDirectory(prefix="bytecode-")
ADDRESS = ("http://127.0.0.1:9", "benchmark")


def fill(directory: Path, rows: int) -> None:
    store = Store.open(store_directory(directory, *ADDRESS)).store
    for batch in made_up.batches(rows, 500):
        store.put(batch, 1)
    store.close()


def child(*arguments: str) -> dict[str, Any]:
    environment = {
        **os.environ,
        # Byte code as an installed program has it, even where the environment forbids writing it into the tree.
        "PYTHONDONTWRITEBYTECODE": "",
        "PYTHONPYCACHEPREFIX": CACHE.name,
        "QT_QPA_PLATFORM": os.environ.get("QT_QPA_PLATFORM", "offscreen"),
        "BENCHMARK_START": str(time.monotonic_ns()),
        "PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring",
    }
    command = [sys.executable, "-m", "tests.benchmarks.probe", *arguments]
    answer = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300, check=True)
    figures: dict[str, Any] = json.loads(answer.stdout.splitlines()[-1])
    return figures


# What a desk has loaded once it talks to its service and its keyring, beside what the first paint needs.
AT_WORK = ("httpx", "httpcore", "anyio._backends._asyncio", "truststore", "keyring", "simplejson", "sqlite3")


def start_up(directory: Path, runs: int) -> None:
    fill(directory, 10_000)
    libraries = child("window", str(directory))["libraries"]
    figures: dict[str, list[float]] = {"ours": [], "floor": [], "lean": []}
    for _ in range(runs + 1):  # the first round compiles, reads from disk, and is not counted
        figures["ours"].append(child("window", str(directory))["milliseconds"])
        figures["floor"].append(child("empty", *libraries, *AT_WORK)["milliseconds"])
        figures["lean"].append(child("empty", *libraries)["milliseconds"])
    ours, floor, lean = (figures[name][1:] for name in ("ours", "floor", "lean"))
    print(f"first window, 10,000 cached nominations: {statistics.median(ours):.0f} ms")
    print(f"  against an empty window with the program's libraries: {_against(ours, floor)}")
    print(f"  against an empty window with those loaded until then: {_against(ours, lean)}")


def _against(ours: list[float], floor: list[float]) -> str:
    ratio = statistics.median(one / other for one, other in zip(ours, floor, strict=True))
    return f"{statistics.median(floor):.0f} ms, ratio {ratio:.2f}"


def memory(directory: Path) -> None:
    fill(directory, 100_000)
    listed = child("list", str(directory))
    floor = child("empty", *listed["libraries"], *AT_WORK)
    print(
        f"memory, {listed['rows']:,} in the open list: {listed['mib']:.0f} MiB, "
        f"empty window: {floor['mib']:.0f} MiB, difference {listed['mib'] - floor['mib']:.0f} MiB"
    )


def main() -> None:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    with tempfile.TemporaryDirectory() as folder:
        start_up(Path(folder, "start"), runs)
        memory(Path(folder, "memory"))


if __name__ == "__main__":
    main()
