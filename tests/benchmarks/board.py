"""Time of a scroll step of the schedule with 2,000 bars, against the same step of an empty scroll area.

    .venv/bin/python tests/benchmarks/board.py [--bars 2000] [--assets 100] [--steps 200]

A step moves the scroll bar and paints until nothing is left to paint. Whole repaints and laying out anew (a zoom)
are told beside it.
"""

import argparse
import os
import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from statistics import quantiles
from time import perf_counter

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
from PySide6.QtWidgets import QAbstractScrollArea, QApplication
from tests.models.test_schedule_layout import START, bar

from bunkerdesk import smoothness
from bunkerdesk.desk.schedule import Bar
from bunkerdesk.models.schedule_axis import instant
from bunkerdesk.runtime.settings import Theme as ThemeChoice
from bunkerdesk.views.schedule.board import ScheduleBoard
from bunkerdesk.views.theme.theme import Theme

WINDOW = (1600, 900)
DAYS = 60


def bars(count: int, assets: int) -> list[Bar]:
    """Spread over two months on so many assets."""
    source = random.Random(1)
    return [
        bar(number, f"barge {source.randrange(assets)}", source.randrange(DAYS * 1440), source.randrange(120, 900), 60)
        for number in range(1, count + 1)
    ]


def p95(act: Callable[[int], None], steps: int) -> float:
    """Milliseconds."""
    times = []
    for number in range(steps):
        begun = perf_counter()
        act(number)
        QApplication.processEvents()
        times.append((perf_counter() - begun) * 1000)
    return quantiles(times, n=20)[-1]


def scrolled(area: QAbstractScrollArea, step: int) -> Callable[[int], None]:
    """There and back along the time axis."""
    horizontal = area.horizontalScrollBar()

    def act(number: int) -> None:
        horizontal.setValue(horizontal.value() + (step if number % 100 < 50 else -step))

    return act


def down(area: QAbstractScrollArea, step: int) -> Callable[[int], None]:
    """There and back along the assets."""
    vertical = area.verticalScrollBar()

    def act(number: int) -> None:
        vertical.setValue(vertical.value() + (step if number % 40 < 20 else -step))

    return act


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bars", type=int, default=2000)
    parser.add_argument("--assets", type=int, default=100)
    parser.add_argument("--steps", type=int, default=200)
    chosen = parser.parse_args()
    smoothness.before_start()
    application = QApplication([])
    Theme.apply(application, ThemeChoice.LIGHT)
    now = instant(START) + timedelta(days=DAYS // 2)
    empty = QAbstractScrollArea()
    empty.resize(*WINDOW)
    empty.horizontalScrollBar().setRange(0, 100_000)
    empty.show()
    board = ScheduleBoard(lambda: now, UTC, lambda _: [])
    board.resize(*WINDOW)
    board.show()
    everything = tuple(bars(chosen.bars, chosen.assets))
    board.set_bars(everything, frozenset(one.id for one in everything[::10]))
    QApplication.processEvents()
    smoothness.after_first_paint()
    floor = p95(scrolled(empty, 40), chosen.steps)
    print(f"empty scroll area, a step of 40 px: p95 {floor:.2f} ms")
    for span in ("day", "week", "month"):
        board.show_span(span)
        board.show_now()
        board.verticalScrollBar().setValue(0)
        QApplication.processEvents()
        along = p95(scrolled(board, 40), chosen.steps)
        across = p95(down(board, 40), chosen.steps)
        fast = p95(scrolled(board, 800), chosen.steps // 4)
        board.show_now()
        QApplication.processEvents()
        whole = p95(lambda _: board.viewport().update(), chosen.steps // 4)
        print(
            f"{chosen.bars} bars, a {span}: along time p95 {along:.2f} ms ({along / floor:.1f} times the empty area), "
            f"across assets {across:.2f} ms ({across / floor:.1f}), 800 px at once {fast:.2f} ms, "
            f"whole repaint {whole:.2f} ms"
        )
    zoomed = p95(lambda number: board.zoom(1.25 if number % 20 < 10 else 0.8), chosen.steps // 4)
    print(f"zooming one step, laid out and painted anew: p95 {zoomed:.2f} ms ({datetime.now(UTC):%Y-%m-%d})")


main()
