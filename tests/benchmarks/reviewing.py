"""How long 200 operations of three notes take from the store to the review queue; goal: at most one second.

`python reviewing.py`
"""

import asyncio
import tempfile
from pathlib import Path
from time import perf_counter

from checking import make_objects

from bunkerdesk.cache import Store
from bunkerdesk.desk.keeping import Keeper, keep_answers
from bunkerdesk.desk.record import Answer
from bunkerdesk.desk.reviews import Reviews

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
    spent = []
    for _ in range(2):
        started = perf_counter()
        count = await _emptied(reviews)
        spent.append(perf_counter() - started)
    await keeper.aclose()
    print(
        f"{count} operations x 3 notes from the store: {spent[0]:.3f} s first ({1 / spent[0]:.1f} x the goal of 1 s),"
        f" {spent[1]:.3f} s when nothing has changed"
    )


def main() -> None:
    with tempfile.TemporaryDirectory() as directory:
        store = Store.open(Path(directory)).store
        asyncio.run(_run(store))
        store.close()


if __name__ == "__main__":
    main()
