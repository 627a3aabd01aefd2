import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

from bunkerdesk.runtime.changes import ChangeHub
from bunkerdesk.runtime.clock import MinuteTicker, milliseconds_to_next_minute
from bunkerdesk.runtime.threads import Workers, run_blocking


async def test_burst_of_changes_arrives_as_one() -> None:
    """A hundred records stored in one turn repaint a list once."""
    hub = ChangeHub(lambda left, right: left | right)
    arrived: list[frozenset[int]] = []
    hub.changed.connect(arrived.append)
    for number in range(100):
        hub.publish(frozenset({number}))
    assert arrived == []
    async with asyncio.timeout(30):
        while not arrived:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    assert arrived == [frozenset(range(100))]


def test_minute_tick_falls_on_the_minute() -> None:
    """`in 1 d 8 h` changes when the clock on the wall does."""
    assert milliseconds_to_next_minute(datetime(2026, 11, 21, 6, 0, 59, 500_000, UTC)) == 500
    assert milliseconds_to_next_minute(datetime(2026, 11, 21, 6, 0, tzinfo=UTC)) == 60_000


async def test_ticker_ticks_and_goes_on() -> None:
    """The first tick does not stop the clock."""
    ticker = MinuteTicker(now=lambda: datetime(2026, 11, 21, 6, 0, 59, 990_000, UTC))
    ticks: list[datetime] = []
    ticker.ticked.connect(ticks.append)
    ticker.start()
    async with asyncio.timeout(30):
        while len(ticks) < 2:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    ticker.stop()


async def test_blocking_work_runs_in_a_worker() -> None:
    """The window stays live meanwhile."""
    assert await run_blocking(threading.get_ident) != threading.get_ident()


def test_end_of_the_workers_does_not_wait() -> None:
    """A keyring prompt nobody answers must not hold the window's end."""
    workers, begun, may_end = Workers(), threading.Event(), threading.Event()
    assert isinstance(workers, ThreadPoolExecutor)
    jobs = [workers.submit(lambda: (begun.set(), may_end.wait(5))) for _ in range(9)]
    begun.wait(5)
    workers.shutdown()
    assert jobs[-1].cancelled()
    assert not jobs[0].done()
    may_end.set()
