"""Writes answers into the store from one worker thread, and tells what changed on the loop's thread.

A batch is one transaction: cancelled at any moment, the store holds whole batches only.
"""

import asyncio
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import TypeVar

from bunkerdesk.cache import Seen, Store
from bunkerdesk.contract.jsontext import JsonObject
from bunkerdesk.desk.change_log import LogWriter
from bunkerdesk.desk.changes import Changes, Hub
from bunkerdesk.desk.lines import WORDING, microseconds, storable
from bunkerdesk.desk.record import Answer, DraftPlaces, line_again

T = TypeVar("T")

BATCH = 100
REST = 24 * 60 * 60 * 1_000_000
"""How long a settled record is left alone, in microseconds."""

QUIET = 0.25
"""Seconds between two tellings while batches come in."""


def now() -> int:
    """The moment in microseconds."""
    return microseconds(datetime.now(UTC))


class Keeper:
    """The one writer of a store."""

    def __init__(self, store: Store) -> None:
        self.changes: Hub[Changes] = Hub()
        self._store = store
        self._generation = store.generation
        self.own_writes = 0
        """How many answers to writes of this desk were kept: whoever reads notes it before asking."""
        self._written: dict[tuple[str, str], int] = {}
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="store")
        self._pending = Changes()
        self._timer: asyncio.TimerHandle | None = None

    async def aclose(self) -> None:
        """Take no more, and write what was asked for: a note of a review may stand behind a batch."""
        if self._timer:
            self._timer.cancel()
        await asyncio.to_thread(self._executor.shutdown)

    async def in_worker(self, work: Callable[[], T]) -> T:
        """Run something on the writing thread; it is done although whoever asked is cancelled meanwhile."""
        return await asyncio.shield(asyncio.wrap_future(self._executor.submit(work)))

    async def keep(self, answers: Sequence[Answer]) -> None:
        """Store answers whole: what is no longer among them is gone.

        One that was asked for before this desk wrote says how it was: it is left out, and asked for again in time.
        """
        current = [one for one in answers if not self._is_outdated(one.kind, storable(one.reference), one.asked_at)]
        await self._write(lambda: keep_answers(self._store, current))

    async def keep_own(self, answers: Sequence[Answer]) -> None:
        """Store answers to writes of this desk: nothing of them is a change to acknowledge."""
        self.own_writes += 1
        self._written.update(((one.kind, storable(one.reference)), self.own_writes) for one in answers)
        await self._write(lambda: keep_answers(self._store, answers, is_own=True))

    async def keep_drafts(self, drafts: Sequence[JsonObject], places: DraftPlaces) -> None:
        """Store some drafts of a page and remember their references; what this desk wrote since is left as it is."""

        def work() -> Changes:
            seen = places.seen(drafts)
            current = [one for one in seen if not self._is_outdated("draft", one.reference, places.asked_at)]
            return keep_drafts(self._store, current)

        await self._write(work)

    async def retire_drafts(self, places: DraftPlaces) -> None:
        """Take drafts off the list that are on no page any more; they may have become firm.

        What this desk wrote while the pages were read may stand on none of them yet.
        """
        written = {
            reference
            for kind, reference in self._written
            if kind == "draft" and self._is_outdated(kind, reference, places.asked_at)
        }
        await self._write(lambda: retire_drafts(self._store, places.present, written))

    def _is_outdated(self, kind: str, reference: str, asked_at: int | None) -> bool:
        return asked_at is not None and self._written.get((kind, reference), 0) > asked_at

    async def mend(self) -> None:
        """See `mend`."""
        await self._write(lambda: mend(self._store))

    async def keep_reference_data(self, kind: str, raw: bytes) -> None:
        """Store a list of reference data."""

        def work() -> Changes:
            return Changes(reference_data=self._store.known(lambda k: k.keep_reference_data(kind, raw, now())))

        await self._write(work)

    def tell(self, changes: Changes) -> None:
        """Gather changes and tell them at most every quarter of a second."""
        if self._store.generation != self._generation:
            self._generation = self._store.generation
            changes |= Changes(everything=True)
        self._pending |= changes
        if self._pending and self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(QUIET, self.flush)

    def flush(self) -> None:
        """Tell what is gathered now."""
        if self._timer:
            self._timer.cancel()
            self._timer = None
        pending, self._pending = self._pending, Changes()
        if pending:
            self.changes.publish(pending)

    async def _write(self, work: Callable[[], Changes]) -> None:
        future = asyncio.wrap_future(self._executor.submit(work))
        try:
            self.tell(await asyncio.shield(future))
        except asyncio.CancelledError:
            # The thread goes on to the end of its transaction; what it wrote is told all the same.
            future.add_done_callback(self._on_late)
            raise

    def _on_late(self, future: "asyncio.Future[Changes]") -> None:
        if not future.cancelled() and future.exception() is None:
            self.tell(future.result())


def mend(store: Store) -> Changes:
    """Look the whole store over, and make its lines anew where another version wrote them; in the writing thread."""
    store.check()
    if store.known(lambda known: known.fact("wording")) == WORDING:
        return Changes()
    store.relist(line_again, BATCH)
    store.known(lambda known: known.keep_fact("wording", WORDING))
    return Changes(everything=True)


def keep_answers(store: Store, answers: Sequence[Answer], *, is_own: bool = False) -> Changes:
    """One batch of answers; in the writing thread."""
    moment = now()
    batch = [item for answer in answers for item in answer.seen()]
    whole = {(str(answer.kind), storable(answer.reference)): len(answer.objects) for answer in answers}
    log = LogWriter(store, moment)
    changed = store.put(batch, moment, whole, None if is_own else log.note)
    if not is_own:
        log.note_gone(changed)
    visits = [((storable(answer.reference), answer.kind), answer) for answer in answers if answer.kind != "draft"]
    found = [visit for visit, answer in visits if answer.objects and not answer.is_settled]
    absent = [visit for visit, answer in visits if not answer.objects]
    settled = [visit for visit, answer in visits if answer.is_settled]
    store.known(lambda known: known.visited(found, absent, settled, moment, REST))
    # A nomination that has changed may have been taken up by an operation since we last looked for one.
    follow = [(reference, "operation") for kind, reference, _ in store.references(changed) if kind == "nomination"]
    asked_now = {visit for visit, _ in visits}
    store.known(lambda known: known.ask_again([visit for visit in follow if visit not in asked_now]))
    return Changes(changed, log=log.has_noted)


def keep_drafts(store: Store, drafts: Sequence[Seen]) -> Changes:
    """Some drafts; in the writing thread."""
    moment = now()
    log = LogWriter(store, moment)
    changed = store.put(drafts, moment, None, log.note)
    store.remember([draft.reference for draft in drafts if draft.reference], "draft", moment)
    return Changes(changed, log=log.has_noted)


def retire_drafts(store: Store, present: set[tuple[str, int]], spared: Collection[str] = ()) -> Changes:
    """Drafts on no page any more, but for some references; in the writing thread."""
    moment = now()
    kept = {(record.reference, record.place) for reference in spared for record in store.records(reference)}
    gone = store.retire_missing("draft", present | kept, moment)
    log = LogWriter(store, moment)
    log.note_gone(gone)
    again = [(reference, "nomination") for _, reference, _ in store.references(gone)]
    store.known(lambda known: known.ask_again(again))
    return Changes(gone, log=log.has_noted)
