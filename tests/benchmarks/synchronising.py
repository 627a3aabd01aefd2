"""Synchronising with the window open: `python -m tests.benchmarks.synchronising [records]`.

A sandbox of that size runs in a process of its own. Printed: how long the GUI thread was away between two beats
while all drafts and references were read and stored, and the rate of calls against bare httpx calls to the same
addresses, on the same loop, with the same concurrency.
"""

# ruff: noqa: ASYNC110, E402 - it looks on as a person does, and starts as the program starts

import asyncio
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path
from urllib.parse import quote

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")

from bunkerdesk import smoothness

smoothness.before_start()

import qasync
from PySide6.QtCore import QTimer

from bunkerdesk.app.program import Program, make_application
from bunkerdesk.app.start import Start
from bunkerdesk.sandbox import embedded

SIMULTANEOUS = 16


class Beats:
    """A timer that fires as often as the loop lets it; remembers the gaps in milliseconds."""

    def __init__(self) -> None:
        self.gaps: list[float] = []
        self._last = time.perf_counter()
        self._timer = QTimer(interval=1)
        self._timer.timeout.connect(self._on_timeout)

    def start(self) -> None:
        self.gaps.clear()
        self._last = time.perf_counter()
        self._timer.start()

    def stop(self) -> None:
        self._timer.stop()

    def _on_timeout(self) -> None:
        now = time.perf_counter()
        self.gaps.append((now - self._last) * 1000)
        self._last = now


async def bare_rate(sandbox: embedded.Running, paths: list[str]) -> float:
    """Calls a second of plain httpx over the same addresses."""
    import httpx

    async with httpx.AsyncClient(
        base_url=sandbox.base_url, limits=httpx.Limits(max_connections=SIMULTANEOUS)
    ) as client:
        form = {
            "grant_type": "client_credentials",
            "client_id": sandbox.client_id,
            "client_secret": sandbox.client_secret,
        }
        token = (await client.post("/oauth/token", data=form)).json()["access_token"]
        client.headers["Authorization"] = f"Bearer {token}"
        queue = iter(paths)
        begun = time.perf_counter()

        async def work() -> None:
            for path in queue:
                await (await client.get(path)).aread()

        await asyncio.gather(*(work() for _ in range(SIMULTANEOUS)))
        return len(paths) / (time.perf_counter() - begun)


async def measure(program: Program, sandbox: embedded.Running, records: int) -> None:
    main = asyncio.ensure_future(program.main())
    while program.workplace is None or program.scope.is_busy or program.workplace.session.is_synchronising:
        await asyncio.sleep(0.05)
    session = program.workplace.session
    references = sandbox.references()[: records // 2]
    await session.desk.remember(references, "imported")
    totals = [0]
    session.desk.subscribe_sync(lambda state: totals.append(state.total))
    beats = Beats()
    beats.start()
    begun = time.perf_counter()
    await session.desk.synchronise(everything=True)
    seconds = time.perf_counter() - begun
    beats.stop()
    gaps = sorted(beats.gaps)
    paths = [f"/v1/{kind}/{quote(one, safe='')}" for one in references for kind in ("nominations", "operations")]
    calls = max(totals)
    rate, bare = calls / seconds, await bare_rate(sandbox, paths)
    state = session.desk.sync_state
    print(f"{calls} calls, their answers read and stored, in {seconds:.1f} s; problem: {state.problem}")
    print(
        f"gaps of the GUI thread: median {statistics.median(gaps):.1f} ms, "
        f"p99 {gaps[int(len(gaps) * 0.99)]:.1f} ms, longest {gaps[-1]:.1f} ms, over 16 ms: "
        f"{sum(gap > 16 for gap in gaps)} of {len(gaps)}"
    )
    print(f"{rate:.0f} calls a second, bare httpx {bare:.0f}, ratio {rate / bare:.2f}")
    program.closing.set()
    await main


def run() -> None:
    records = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    with tempfile.TemporaryDirectory() as folder:
        world = Path(folder, "world")
        world.mkdir()
        with embedded.start(world, frozen=True, scale=records) as sandbox:
            application = make_application()
            start = Start(Path(folder, "desk"), sandbox.base_url, sandbox.client_id, sandbox.client_secret)
            program = Program(application, start)
            with asyncio.Runner(loop_factory=lambda: qasync.QEventLoop(application)) as runner:
                runner.run(measure(program, sandbox, records))


if __name__ == "__main__":
    run()
