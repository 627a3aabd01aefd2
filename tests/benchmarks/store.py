"""The store against plain SQLite: `python tests/benchmarks/store.py [rows]`.

Prints ratios of one run: filling (lines ready-made on both sides), the order of all rows, a screenful of rows.
"""

import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "cache"))

import made_up

from bunkerdesk.cache import Seen, Store
from bunkerdesk.desk.lists import ListQuery
from bunkerdesk.desk.sources import NominationSource

SIZE = 100


def timed(work: Callable[[], Any], times: int = 1) -> float:
    """Milliseconds of the fastest of some runs."""
    best = float("inf")
    for _ in range(times):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best * 1000


def fill_plain(path: Path, batches: list[list[Seen]]) -> sqlite3.Connection:
    """One table, one index, the same batches."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute(
        "CREATE TABLE plain (id INTEGER PRIMARY KEY, reference TEXT, moment INTEGER, text TEXT, raw BLOB)"
    )
    connection.execute("CREATE INDEX plain_moment ON plain (moment)")
    for batch in batches:
        connection.execute("BEGIN")
        rows = [(item.reference, item.line().moment, item.line().text, item.raw) for item in batch]
        connection.executemany("INSERT INTO plain (reference, moment, text, raw) VALUES (?, ?, ?, ?)", rows)
        connection.execute("COMMIT")
    return connection


def main() -> None:
    """Run and print."""
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    started = time.perf_counter()
    made = []
    for batch in made_up.batches(rows, SIZE):
        made.append([replace(item, line=(lambda line: lambda: line)(item.line())) for item in batch])
    print(f"made: {(time.perf_counter() - started) / rows * 1e6:.0f} us a line")
    with tempfile.TemporaryDirectory() as directory:
        store = Store.open(Path(directory) / "store").store
        plain_fill = timed(lambda: fill_plain(Path(directory) / "plain", made).close())
        fill = timed(lambda: [store.put(batch, 1) for batch in made])
        again = timed(lambda: [store.put(batch, 2) for batch in made])
        plain = sqlite3.connect(Path(directory) / "plain")
        source = NominationSource(store)
        query = ListQuery()
        ids = source.head(query, 60)
        order = timed(lambda: source.order(query), 3)
        plain_order = timed(lambda: plain.execute("SELECT id, text FROM plain ORDER BY moment").fetchall(), 3)
        screen = timed(lambda: source.rows(ids), 20)
        marks = ",".join("?" * len(ids))
        plain_screen = timed(
            lambda: plain.execute(f"SELECT * FROM plain WHERE id IN ({marks})", list(ids)).fetchall(), 20
        )
        print(f"fill: {fill:.0f} ms, {fill / plain_fill:.2f} x plain; unchanged again: {again:.0f} ms")
        print(f"order: {order:.1f} ms, {order / plain_order:.2f} x plain")
        print(f"rows of a screen: {screen:.2f} ms, {screen / plain_screen:.2f} x plain")
        narrow = {"fuel": frozenset({"LNG"}), "port": frozenset({"NLRTM"})}
        queries = {"all": query, "narrow": ListQuery("vessel", descending=True, values=narrow)}
        queries |= {name: ListQuery(name) for name in ("reference", "quantity", "supplier")}
        for name, chosen in queries.items():
            count = timed(partial(source.count, chosen), 5)
            head = timed(partial(source.head, chosen, 60), 5)
            print(
                f"{name}: count {count:.2f} ms, head {head:.2f} ms, order {timed(partial(source.order, chosen)):.1f} ms"
            )
        for facet in ("status", "port", "fuel", "kind"):
            print(f"facet {facet}: {timed(partial(source.facet, facet), 5):.2f} ms")
        size = sum(path.stat().st_size for path in (Path(directory) / "store").iterdir())
        print(f"files: {size / rows:.0f} bytes a record")
        plain.close()
        store.close()


if __name__ == "__main__":
    main()
