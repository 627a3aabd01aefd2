"""How long 200 operations of three notes take from the store to the review queue; goal: at most one second.

`python reviewing.py`
"""

import asyncio
import tempfile
from pathlib import Path
from time import perf_counter, process_time

from checking import make_case, make_objects

from bunkerdesk.cache import Store
from bunkerdesk.desk.keeping import Keeper, keep_answers
from bunkerdesk.desk.record import Answer
from bunkerdesk.desk.reviews import Reviews
from bunkerdesk.rules.notes.registry import check

OPERATIONS = 200


async def _emptied(reviews: Reviews) -> int:
    count = 0
    async for queue in reviews.queue():
        count = len(queue)
    return count


async def _run(store: Store) -> None:
    answers = []
    for place in range(OPERATIONS):
        operation, nomination = make_objects(place)
        operation["status"] = "ended"
        answers += [
            Answer("operation", f"REF-{place}", (operation,)),
            Answer("nomination", f"REF-{place}", (nomination,)),
        ]
    keep_answers(store, answers)
    keeper = Keeper(store)
    reviews = Reviews(store, keeper, list)
    spent, busy = [], []
    for _ in range(2):
        started, begun = perf_counter(), process_time()
        count = await _emptied(reviews)
        spent.append(perf_counter() - started)
        busy.append(process_time() - begun)
    await keeper.aclose()
    bare = await asyncio.to_thread(_bare)
    print(
        f"{count} operations x 3 notes from the store: {spent[0]:.3f} s first ({1 / spent[0]:.1f} x the goal of 1 s),"
        f" {spent[1]:.3f} s when nothing has changed; processor {busy[0]:.3f} s,"
        f" {busy[0] / bare:.1f} x that of the rules alone ({bare:.3f} s)"
    )


def _bare() -> float:
    """Processor time of the rules alone, over cases that are made already."""
    cases = [make_case(place) for place in range(OPERATIONS)]
    begun = process_time()
    for case in cases:
        check(case)
    return process_time() - begun


def main() -> None:
    with tempfile.TemporaryDirectory() as directory:
        store = Store.open(Path(directory)).store
        asyncio.run(_run(store))
        store.close()


if __name__ == "__main__":
    main()
