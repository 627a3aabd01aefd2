"""Time from a key to the repainted table, over 100,000 rows in memory, against the repaint of an empty table.

    .venv/bin/python tests/benchmarks/filtering.py [--rows 100000] [--rounds 12]

The table is a plain `QTableView`: reading from the store and the window's own delegates come on top.
"""

import argparse
import asyncio
import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).parents[1] / "models"))

import qasync
from PySide6.QtCore import QEvent, QObject, QStringListModel
from PySide6.QtWidgets import QApplication, QTableView
from record_lists import NOW, MemoryList, nomination, order_of

from bunkerdesk.desk.lists import ListQuery, NominationRow, Order
from bunkerdesk.models.columns import nomination_columns
from bunkerdesk.models.record_list import RecordListModel

TYPED = ("ever summit", "so-09", "singapore vlsfo", "e", "gulf methanol tigris", "zzz nowhere", "9000123", "antonia 7")


class Repaints(QObject):
    """Notes when the table was painted: a waiting task wakes later than that."""

    def __init__(self, view: QTableView) -> None:
        super().__init__(view)
        self.painted = asyncio.Event()
        self.at = 0.0
        self._viewport = view.viewport()
        self._viewport.installEventFilter(self)

    def ask(self) -> None:
        """Where a key changes nothing on the screen there would be no repaint to wait for."""
        self._viewport.update()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            watched.removeEventFilter(self)
            QApplication.sendEvent(watched, event)
            watched.installEventFilter(self)
            if not self.painted.is_set():
                self.at = perf_counter()
                self.painted.set()
            return True
        return False


class FrozenList(MemoryList):
    """The same order at every read."""

    def __init__(self, rows: list[NominationRow]) -> None:
        super().__init__(rows)
        self._frozen = order_of(self._sorted(ListQuery()))

    def order(self, query: ListQuery) -> Order:
        return self._frozen


def shown(view: QTableView) -> QTableView:
    view.verticalHeader().hide()
    view.verticalHeader().setDefaultSectionSize(28)
    view.verticalHeader().setSectionResizeMode(view.verticalHeader().ResizeMode.Fixed)
    view.resize(1280, 720)
    view.show()
    return view


async def time_until_painted(repaints: Repaints, act: Callable[[], None]) -> float:
    repaints.painted.clear()
    began = perf_counter()
    act()
    repaints.ask()
    await repaints.painted.wait()
    return (repaints.at - began) * 1000


async def until_idle(model: RecordListModel[NominationRow]) -> None:
    """Wait for the read and the filter to come to their ends."""
    idle = asyncio.Event()

    def look(_is_busy: bool) -> None:
        if not (model.is_loading or model.is_filtering):
            idle.set()

    model.loading_changed.connect(look)
    model.filtering_changed.connect(look)
    look(False)
    await idle.wait()
    model.loading_changed.disconnect(look)
    model.filtering_changed.disconnect(look)


async def keystrokes(model: RecordListModel[NominationRow], repaints: Repaints, rounds: int) -> dict[str, list[float]]:
    """Type each text letter by letter, take it back the same way, a pause after each key."""
    times: dict[str, list[float]] = {"typing": [], "taking back": [], "key while still filtering": []}
    for _ in range(rounds):
        for text in TYPED:
            # A blank changes no word, so nothing is painted for it.
            texts = [text[:count] for count in range(1, len(text) + 1) if text[count - 1] != " "]
            for kind, steps in (("typing", texts), ("taking back", [*reversed(texts[:-1]), ""])):
                for step in steps:
                    times[kind].append(await time_until_painted(repaints, partial(model.set_text, step)))
                    await until_idle(model)
        for text in TYPED:
            for count in (place for place, letter in enumerate(text, 1) if letter != " "):
                act = partial(model.set_text, text[:count])
                times["key while still filtering"].append(await time_until_painted(repaints, act))
        model.set_text("")
        await until_idle(model)
    return times


async def floor(view: QTableView, repaints: Repaints, rounds: int) -> list[float]:
    times = []
    for _ in range(rounds * 20):
        times.append(await time_until_painted(repaints, view.viewport().update))
    return times


def line(name: str, times: list[float], empty: float) -> str:
    p95 = quantiles(times, n=100)[94]
    return (
        f"{name:32} p50 {median(times):6.2f} ms  p95 {p95:6.2f} ms  max {max(times):6.2f} ms"
        f"  p95 / empty {p95 / empty:6.1f}  ({len(times)} keys)"
    )


async def measure(rows: int, rounds: int) -> None:
    empty_view = shown(QTableView())
    empty_view.setModel(QStringListModel(empty_view))
    empty_repaints = Repaints(empty_view)
    source = FrozenList([nomination(number) for number in range(rows)])
    model = RecordListModel(source, nomination_columns(lambda: NOW))
    view = shown(QTableView())
    view.setModel(model)
    repaints = Repaints(view)
    model.set_query(ListQuery())
    await until_idle(model)
    empty = await floor(empty_view, empty_repaints, rounds)
    empty_p95 = quantiles(empty, n=100)[94]
    print(f"{rows} rows, {len(source.order(ListQuery()).texts) / 1e6:.1f} million characters of filter text")
    print(line("empty table, repaint", empty, empty_p95))
    print(line("full table, repaint", await floor(view, repaints, rounds), empty_p95))
    for name, times in (await keystrokes(model, repaints, rounds)).items():
        print(line(name, times, empty_p95))
    model.close()
    view.close()
    empty_view.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=12)
    options = parser.parse_args()
    app = QApplication([])
    app.setQuitOnLastWindowClosed(False)
    with asyncio.Runner(loop_factory=lambda: qasync.QEventLoop(app)) as runner:
        runner.run(measure(options.rows, options.rounds))


if __name__ == "__main__":
    main()
