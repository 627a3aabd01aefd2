"""What managers look at, in the window over 100,000 records: `python -m tests.benchmarks.managing [records]`.

The program itself runs on a filled data directory, its service out of reach. A fifth of the records are operations
with five documents each. Printed for each step: how long it took, and how long the GUI thread was away between two
beats meanwhile, by the method of the synchronising benchmark; for the list of documents also the time from a key to
the repainted table, and the memory that it takes.
"""

# ruff: noqa: ASYNC110, E402 - it looks on as a person does, and starts as the program starts

import asyncio
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")
from bunkerdesk import smoothness

smoothness.before_start()

import qasync
from tests.benchmarks.filtering import Repaints, time_until_painted
from tests.benchmarks.probe import resident_mib
from tests.benchmarks.synchronising import Beats
from tests.cache import made_up

from bunkerdesk.app.program import Program, make_application
from bunkerdesk.app.start import Start
from bunkerdesk.app.workplace import Workplace
from bunkerdesk.cache import Seen, Store, store_directory
from bunkerdesk.desk.export import write
from bunkerdesk.desk.export_table import Pace
from bunkerdesk.desk.lists import ListQuery
from bunkerdesk.desk.overview_figures import Period, local_now
from bunkerdesk.models.columns import nomination_columns
from bunkerdesk.models.exporting import list_table
from bunkerdesk.runtime.threads import run_blocking
from bunkerdesk.views.lists.list_page import ListPage
from bunkerdesk.views.overview.page import OverviewPage
from bunkerdesk.views.overview.tiles import TileButton

ADDRESS = ("http://127.0.0.1:9", "benchmark")
KINDS = ("bunker_delivery_note", "certificate_of_quality", "q88", "statement_of_facts", "other")
TYPED = ("meridian 7", "singapore", "quality rotterdam", "q88 houston", "bd-2026-0123")


def operation(number: int) -> dict[str, Any]:
    """One of five records: an operation with five papers."""
    made = made_up.operation(number)
    made["documentReferences"] = [
        {"documentId": f"{number}-{place}", "documentType": kind, "documentName": f"{kind} {number}.pdf"}
        for place, kind in enumerate(KINDS)
    ]
    return made


def batches(records: int) -> Iterator[list[Seen]]:
    batch: list[Seen] = []
    for number in range(records):
        is_operation = number % 5 == 4
        value = operation(number - 1) if is_operation else made_up.nomination(number)
        batch.append(made_up.seen("operation" if is_operation else "nomination", value))
        if len(batch) == 500:
            yield batch
            batch = []
    yield batch


def fill(directory: Path, records: int) -> None:
    store = Store.open(store_directory(directory, *ADDRESS)).store
    for number, batch in enumerate(batches(records)):
        store.put(batch, number)
    store.close()


def tell(step: str, seconds: float, gaps: list[float]) -> None:
    ordered = sorted(gaps) or [0.0]
    print(
        f"{step}: {seconds:.2f} s; gaps of the GUI thread: median {statistics.median(ordered):.1f} ms, "
        f"p99 {ordered[int(len(ordered) * 0.99)]:.1f} ms, longest {ordered[-1]:.1f} ms, over 16 ms: "
        f"{sum(gap > 16 for gap in ordered)} of {len(ordered)}",
        flush=True,
    )


class Watch:
    """Times a step and the beats of the GUI thread beside it."""

    def __init__(self) -> None:
        self._beats = Beats()

    async def step(self, name: str, act: Callable[[], object], is_busy: Callable[[], bool]) -> None:
        await asyncio.sleep(0.3)
        self._beats.start()
        begun = time.perf_counter()
        act()
        while is_busy():
            await asyncio.sleep(0.005)
        seconds = time.perf_counter() - begun
        await asyncio.sleep(0.05)
        self._beats.stop()
        tell(name, seconds, self._beats.gaps)


async def overview(place: Workplace, watch: Watch) -> None:
    def is_busy() -> bool:
        page = place.window.page("overview")
        return not isinstance(page, OverviewPage) or page.model_of_figures.is_busy or not page.model_of_figures.is_known

    await watch.step("overview, first read", lambda: place.window.show_page("overview"), is_busy)
    page = place.window.page("overview")
    assert isinstance(page, OverviewPage)
    for period in (Period.ALL, Period.YEAR):
        await watch.step(f"overview, {period}", lambda chosen=period: page.choose_period(chosen), is_busy)
    await watch.step("overview, a minute later", lambda: page.refresh_times(None), is_busy)
    tile = page.findChild(TileButton, "overview.attention.late")
    assert isinstance(tile, TileButton)
    model = place.session.nominations
    words = f"the list behind a figure of {tile.tile.figure}"
    await watch.step(words, tile.click, lambda: model.is_loading or place.window.current_key != "nominations")


async def documents(place: Workplace, watch: Watch) -> None:
    before = resident_mib()
    model = place.collecting.model

    def is_busy() -> bool:
        return place.collecting.model is None or place.collecting.is_busy

    await watch.step("documents, opened", lambda: place.window.show_page("documents"), is_busy)
    model, page = place.collecting.model, place.window.page("documents")
    assert model is not None
    assert isinstance(page, ListPage)
    print(f"documents, {model.rowCount():,} listed: {resident_mib() - before:.0f} MiB more resident")
    repaints, times = Repaints(page.table), list[float]()
    for text in TYPED:
        for end in range(1, len(text) + 1):
            if text[end - 1] != " ":
                times.append(await time_until_painted(repaints, lambda part=text[:end]: page.field.setText(part)))
                while is_busy():
                    await asyncio.sleep(0.002)
        page.field.clear()
        while is_busy():
            await asyncio.sleep(0.002)
    times.sort()
    print(
        f"documents, key to repaint: median {statistics.median(times):.1f} ms, "
        f"p95 {times[int(len(times) * 0.95)]:.1f} ms, longest {times[-1]:.1f} ms ({len(times)} keys)"
    )


async def exports(place: Workplace, watch: Watch, folder: Path) -> None:
    source = place.session.desk.nominations
    order = await run_blocking(source.order, ListQuery())
    table = list_table("Nominations", nomination_columns(local_now), list(order.ids), source.rows, "Benchmark")
    for ending in ("csv", "xlsx", "pdf"):
        tasks: list[asyncio.Task[int]] = []

        def begin(target: Path = folder / f"list.{ending}", tasks: list[asyncio.Task[int]] = tasks) -> None:
            tasks.append(asyncio.ensure_future(run_blocking(write, table, target, Pace())))

        await watch.step(f"export of {len(order.ids):,} rows, {ending}", begin, lambda: not tasks[0].done())  # noqa: B023
        await tasks[0]


async def measure(program: Program, folder: Path, chosen: set[str]) -> None:
    main = asyncio.ensure_future(program.main())
    while program.workplace is None:
        await asyncio.sleep(0.05)
    place = program.workplace
    place.window.page("nominations").clear_filters()  # type: ignore[union-attr]
    await asyncio.sleep(1)
    while program.scope.is_busy or place.session.is_synchronising or place.session.nominations.is_loading:
        await asyncio.sleep(0.05)
    watch = Watch()
    if "overview" in chosen:
        await overview(place, watch)
    if "documents" in chosen:
        await documents(place, watch)
    if "exports" in chosen:
        await exports(place, watch, folder)
    program.closing.set()
    await main


def main() -> None:
    records = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    chosen = set(sys.argv[2].split(",")) if len(sys.argv) > 2 else {"overview", "documents", "exports"}
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        data = Path(os.environ["BENCHMARK_DATA"]) if "BENCHMARK_DATA" in os.environ else folder / "desk"
        if not data.exists():
            fill(data, records)
        application = make_application()
        program = Program(application, Start(data, *ADDRESS, "secret"))
        with asyncio.Runner(loop_factory=lambda: qasync.QEventLoop(application)) as runner:
            runner.run(measure(program, folder, chosen))


if __name__ == "__main__":
    main()
