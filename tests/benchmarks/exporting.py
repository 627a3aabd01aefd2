"""Exports and figures over many records: `python tests/benchmarks/exporting.py [rows]` (100,000).

Prints, in one run, seconds for each format as a ratio to plain writing by the library of that format, memory added
while writing (which must not grow with the rows), the longest gap of a 60 Hz timer on the loop beside it, and the
time of the overview's figures, first and again after one change.
"""

import asyncio
import csv
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "cache"))

import made_up
import xlsxwriter

from bunkerdesk.cache import Store
from bunkerdesk.desk.export import write
from bunkerdesk.desk.export_csv import text_of
from bunkerdesk.desk.export_filter import Filter, chosen
from bunkerdesk.desk.export_records import records_table
from bunkerdesk.desk.export_table import Pace, Table
from bunkerdesk.desk.overview import OverviewSource
from bunkerdesk.desk.overview_figures import Period, local_now
from bunkerdesk.desk.sources import NominationSource
from bunkerdesk.models.columns import nomination_columns
from bunkerdesk.models.exporting import list_table


def main() -> None:
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        if len(sys.argv) > 2:  # a child: one export, and the memory it took
            _child(Path(sys.argv[2]), sys.argv[3], sys.argv[4], rows)
            return
        store = _filled(place / "store", rows)
        source = NominationSource(store)
        ids = list(chosen(source, Filter()))
        shown = list_table("Nominations", nomination_columns(local_now), ids, source.rows, "")
        for ending in ("csv", "xlsx", "pdf"):
            _told(f"list as shown, {ending}", shown, place / f"list.{ending}", rows)
        whole = records_table(store, "nominations", ids)
        for ending in ("csv", "xlsx"):
            _told(f"all fields, {ending}", whole, place / f"whole.{ending}", rows)
        _plain(shown, place)
        _overview(store)
        store.close()
        for ending in ("csv", "xlsx", "pdf"):
            for part in (rows // 10, rows):
                _memory(place / "store", ending, part)


def _filled(place: Path, rows: int) -> Store:
    store = Store.open(place).store
    started = time.perf_counter()
    for number, batch in enumerate(made_up.batches(rows, 100)):
        store.put(batch, number)
    print(f"{rows:,} records made and stored in {time.perf_counter() - started:.1f} s")
    return store


def _told(name: str, table: Table, path: Path, rows: int) -> None:
    started = time.perf_counter()
    gap = asyncio.run(_beside(lambda: write(table, path, Pace())))
    seconds = time.perf_counter() - started
    size = path.stat().st_size / 2**20
    print(f"{name}: {seconds:.1f} s, {rows / seconds:,.0f} rows/s, {size:.1f} MiB, gap {gap:.0f} ms")


async def _beside(work: Callable[[], Any]) -> float:
    """Milliseconds of the longest gap of a timer of 16 ms while the work runs in a thread."""
    task = asyncio.ensure_future(asyncio.to_thread(work))
    longest, last = 0.0, time.perf_counter()
    while not task.done():
        await asyncio.sleep(0.016)
        now = time.perf_counter()
        longest, last = max(longest, now - last), now
    await task
    return longest * 1000


def _plain(table: Table, place: Path) -> None:
    """The libraries alone, with rows that are ready as texts."""
    rows = [[text_of(cell) for cell in row] for row in table.rows(Pace())]
    started = time.perf_counter()
    with (place / "plain.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows(rows)
    comma = time.perf_counter() - started
    started = time.perf_counter()
    with xlsxwriter.Workbook(str(place / "plain.xlsx"), {"constant_memory": True}) as book:
        sheet = book.add_worksheet()
        for number, row in enumerate(rows):
            for column, cell in enumerate(row):
                sheet.write_string(number, column, cell)
    print(f"plain csv of ready texts {comma:.1f} s, plain xlsx {time.perf_counter() - started:.1f} s")


def _overview(store: Store) -> None:
    source = OverviewSource(store)
    started = time.perf_counter()
    gap = asyncio.run(_beside(lambda: source.read(local_now(), Period.ALL)))
    first = time.perf_counter() - started
    started = time.perf_counter()
    source.read(local_now(), Period.YEAR)
    print(f"overview: first {first:.1f} s (gap {gap:.0f} ms), another period {time.perf_counter() - started:.2f} s")


def _memory(place: Path, ending: str, rows: int) -> None:
    done = subprocess.run(
        [sys.executable, __file__, str(rows), str(place), ending, "x"], capture_output=True, text=True, check=True
    )
    print(done.stdout.strip())


def _child(place: Path, ending: str, _mark: str, rows: int) -> None:
    store = Store.open(place).store
    source = NominationSource(store)
    ids = list(chosen(source, Filter()))[:rows]
    table = list_table("Nominations", nomination_columns(local_now), ids, source.rows, "")
    before = _highest()
    with tempfile.TemporaryDirectory() as folder:
        write(table, Path(folder) / f"list.{ending}", Pace())
    print(f"memory added by {rows:,} rows of {ending}: {_highest() - before:.0f} MiB")
    store.close()


def _highest() -> float:
    """The most memory this process has had resident, in MiB."""
    status = Path("/proc/self/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


if __name__ == "__main__":
    main()
