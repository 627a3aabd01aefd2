"""The store against plain SQLite: `python tests/benchmarks/store.py [rows]`.

Prints ratios of one run: filling (lines ready-made on both sides), the order of all rows, a screenful of rows.
"""

import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
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
        narrow = ListQuery(
            sort="vessel", descending=True, values={"fuel": frozenset({"LNG"}), "port": frozenset({"NLRTM"})}
        )
        for name, chosen in (
            ("all", query),
            ("narrow", narrow),
            *((sort, ListQuery(sort)) for sort in ("reference", "quantity", "supplier")),
        ):
            print(
                f"{name}: count {timed(lambda q=chosen: source.count(q), 5):.2f} ms, head {timed(lambda q=chosen: source.head(q, 60), 5):.2f} ms, order {timed(lambda q=chosen: source.order(q), 1):.1f} ms"
            )
        for facet in ("status", "port", "fuel", "kind"):
            print(f"facet {facet}: {timed(lambda f=facet: source.facet(f), 5):.2f} ms")
        size = sum(path.stat().st_size for path in (Path(directory) / "store").iterdir())
        print(f"files: {size / rows:.0f} bytes a record")
        plain.close()
        store.close()


if __name__ == "__main__":
    main()
