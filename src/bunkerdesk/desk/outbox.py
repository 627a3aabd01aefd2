"""The outbox: what a person sent is on the disk until the service has said yes, whatever happens in between."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from time import monotonic

from bunkerdesk.api.errors import NotFound, Refused, ServiceError, SharedReference, TooManyRequests, Unreachable
from bunkerdesk.api.errors import Reason as Cause
from bunkerdesk.cache import Store
from bunkerdesk.cache.outgoing import Outgoing
from bunkerdesk.cache.unsent import Edit
from bunkerdesk.contract.jsontext import JsonObject, same_meaning
from bunkerdesk.desk.changes import Hub, Unsubscribe
from bunkerdesk.desk.comparing import Choice, Undecided, merged
from bunkerdesk.desk.editing import EditEvent, Editing, EditNews
from bunkerdesk.desk.editing_kinds import EditKind
from bunkerdesk.desk.editing_refusals import refusals_of
from bunkerdesk.desk.editing_session import EditSession, EditState, Refusal
from bunkerdesk.desk.lines import reference_in
from bunkerdesk.desk.outbox_item import STATUS, OutboxItem, OutboxState
from bunkerdesk.desk.problems import explain
from bunkerdesk.desk.sending import ChangedMeanwhile, GoneMeanwhile, ReferenceInUse, Sending, may_have_arrived

SIMULTANEOUS = 4
FIRST_WAIT = timedelta(seconds=2)
LONGEST_WAIT = timedelta(minutes=5)
MOST_REMEMBERED = 200
"""Sent and cancelled items that stay to be seen in this run."""
_LOG = logging.getLogger(__name__)


class Outbox:
    """Everything on its way. Methods belong to the loop's thread; `run` does the sending."""

    def __init__(self, store: Store, editing: Editing, sending: Sending, *, first_wait: timedelta = FIRST_WAIT) -> None:
        self._outgoing = Outgoing(store.unsent)
        self._editing = editing
        self._sending = sending
        self._first_wait = first_wait
        self._news: Hub[OutboxItem] = Hub()
        self._items: dict[int, OutboxItem] = {}  # in the order of their sequence
        self._over: deque[int] = deque()
        self._wake = asyncio.Event()
        self._pause_until: float | None = None  # by the monotonic clock, like every due time
        self._under_way: set[int] = set()
        self._restore()
        editing.subscribe(self._on_edit_news)

    # Looking

    def subscribe(self, listener: Callable[[OutboxItem], None]) -> Unsubscribe:
        """Hear of every item that is new or has changed."""
        return self._news.subscribe(listener)

    def items(self) -> tuple[OutboxItem, ...]:
        """Everything, in the order in which it was queued; what is over stays for this run."""
        return tuple(self._items.values())

    def item(self, identifier: int) -> OutboxItem | None:
        """One item by its id."""
        return self._items.get(identifier)

    def item_of(self, session: EditSession) -> OutboxItem | None:
        """The item of an edit that is not over."""
        mine = (item for item in self._items.values() if item.session_id == session.id and not item.state.is_over)
        return next(mine, None)

    def fronts(self) -> dict[int, OutboxItem]:
        """Of each item that stands behind others of its reference, the foremost: only that one is sent."""
        first: dict[str, OutboxItem] = {}
        behind: dict[int, OutboxItem] = {}
        for item in self._items.values():
            if not item.state.is_over and (front := first.setdefault(self._line(item), item)) is not item:
                behind[item.id] = front
        return behind

    # Giving

    async def queue(self, session: EditSession, *, accepts_used: bool = False) -> OutboxItem:
        """Put an edit into the outbox; it is on the disk when this returns. Raises what the store raises.

        `accepts_used`: the person was told that the reference is in use and wants it all the same.
        """
        former = self.item_of(session)
        if former and former.state is OutboxState.SENDING:
            return former
        item = self._new(session.kind, session.document, self._next_sequence())
        item = replace(
            item,
            session_id=session.id,
            base=session.base,
            base_status=session.base_status,
            place=session.place,
            promoted_from=session.promoted_from,
            accepts_used=accepts_used,
        )
        self._editing.set_state(session, EditState.QUEUED, ())
        try:
            if former:
                item = replace(item, id=former.id, sequence=former.sequence, may_have_arrived=former.may_have_arrived)
                await self._keep(item, session.row())
            else:
                row, edit = item.row(), session.row()
                (number,) = await self._editing.in_worker(lambda: self._outgoing.add([row], [edit]))
                item = replace(item, id=number)
                self._put(item)
        except BaseException:
            self._editing.set_state(session, EditState.OPEN)
            raise
        self.wake()
        return item

    async def queue_bodies(
        self, kind: EditKind | str, bodies: Sequence[JsonObject], *, accepts_used: bool = False
    ) -> tuple[OutboxItem, ...]:
        """Put many new bodies into the outbox in one transaction; refused ones stay there with the reason."""
        first = self._next_sequence()
        items = [
            replace(self._new(EditKind(kind), body, first + place), accepts_used=accepts_used)
            for place, body in enumerate(bodies)
        ]
        numbers = await self._editing.in_worker(lambda: self._outgoing.add([item.row() for item in items]))
        items = [replace(item, id=number) for item, number in zip(items, numbers, strict=True)]
        for item in items:
            self._put(item)
        self.wake()
        return tuple(items)

    async def cancel(self, item: OutboxItem) -> bool:
        """Take something back; its edit opens again. False where it is being sent, or was."""
        item = self._items.get(item.id, item)
        if item.state is OutboxState.SENDING or item.state.is_over:
            return False
        over = replace(item, state=OutboxState.CANCELLED, due_at=None)
        await self._change(over, partial(self._outgoing.discard, item.id))
        self._open_again(item, ())
        self._put(over)
        self.wake()
        return True

    async def resolve(self, item: OutboxItem, choices: Mapping[str, Choice]) -> OutboxItem:
        """Settle a conflict field by field and send the outcome; raises `Undecided`.

        Who leaves a nomination cancelled that was cancelled meanwhile takes the edit back.
        """
        item = self._items.get(item.id, item)
        if item.state is not OutboxState.CONFLICT or item.theirs is None:
            return item
        if item.is_out_of_reach and choices.get(STATUS) != "mine":
            if STATUS not in choices:
                raise Undecided(item.differences[0])
            await self.cancel(item)
            return self._items[item.id]
        theirs = item.theirs
        body = merged(item.base, item.body, theirs, choices, item.kind)
        session = self._session(item)
        if session:
            self._editing.rebase(session, body, theirs, item.their_status)
        item = replace(item, body=body, base=theirs, base_status=item.their_status, theirs=None, their_status="")
        settled = replace(item, state=OutboxState.WAITING, problem=None, may_have_arrived=False)
        await self._keep(settled)
        self.wake()
        return settled

    async def retry(self, item: OutboxItem) -> None:
        """Try again now; a refused one of a list is tried as it is."""
        item = self._items.get(item.id, item)
        if item.state in (OutboxState.REFUSED, OutboxState.WAITING):
            session = self._session(item)
            if session and item.state is OutboxState.REFUSED:
                await self.queue(session, accepts_used=item.accepts_used)
                return
            if item.id not in self._under_way:
                await self._keep(replace(item, state=OutboxState.WAITING, due_at=None))
        self.wake(at_once=True)

    # Sending

    def wake(self, *, at_once: bool = False) -> None:
        """Look at what waits; `at_once` forgets the back-off, for instance when the network is back."""
        if at_once:
            self._pause_until = None
            for item in self.items():
                if item.due_at is not None and item.id not in self._under_way:
                    self._items[item.id] = replace(item, due_at=None)
        self._wake.set()

    async def run(self) -> None:
        """Send what waits, for as long as this runs; never ends by itself."""
        async with asyncio.TaskGroup() as group:
            while True:
                self._wake.clear()
                # One moment for both: what falls due between two looks would be neither sent nor waited for.
                moment = monotonic()
                for item in self._ready(moment):
                    self._under_way.add(item.id)
                    group.create_task(self._send(item))
                await self._wait(moment)

    def _ready(self, moment: float) -> list[OutboxItem]:
        """What may be sent now: of each reference the first only."""
        if self._pause_until and self._pause_until > moment:
            return []
        taken = {self._line(self._items[number]) for number in self._under_way}
        ready: list[OutboxItem] = []
        for item in self.items():
            if item.state.is_over or self._line(item) in taken:
                continue
            taken.add(self._line(item))
            is_due = item.due_at is None or item.due_at <= moment
            if item.state is OutboxState.WAITING and is_due:
                ready.append(item)
        return ready[: max(SIMULTANEOUS - len(self._under_way), 0)]

    def _line(self, item: OutboxItem) -> str:
        return f"reference {item.reference}" if item.reference else f"item {item.id}"

    async def _wait(self, moment: float) -> None:
        times = [item.due_at for item in self._items.values() if item.state is OutboxState.WAITING and item.due_at]
        if self._pause_until and self._pause_until > moment:
            times = [self._pause_until]
        next_at = min((at for at in times if at > moment), default=None)
        seconds = None if next_at is None else max(next_at - monotonic(), 0)
        try:
            async with asyncio.timeout(seconds):
                await self._wake.wait()
        except TimeoutError:
            return

    async def _send(self, item: OutboxItem) -> None:
        try:
            async with self._sending.alone(item.reference):
                if self._is_current(item):
                    await self._send_one(item)
        except Exception:  # noqa: BLE001  a full disk, for instance: it goes on waiting
            _LOG.exception("The outbox could not go on with item %d", item.id)
            now = self._items[item.id]
            if not now.state.is_over:
                arrived = now.may_have_arrived or now.state is OutboxState.SENDING
                self._put(self._later(replace(now, may_have_arrived=arrived), None))
        finally:
            self._under_way.discard(item.id)
            self._wake.set()

    async def _send_one(self, given: OutboxItem) -> None:
        item = replace(given, attempts=given.attempts + 1)
        was_sent = False
        try:
            is_there = await self._sending.check(item)
            if not self._is_current(given):
                return
            item = replace(item, state=OutboxState.SENDING, problem=None, due_at=None)
            await self._keep(item)  # from here on it cannot be taken back
            was_sent = True
            sent = await (self._sending.take(item) if is_there else self._sending.put(item))
        except Exception as error:  # noqa: BLE001  each error has its place in the outbox
            if was_sent or self._is_current(given):
                await self._failed(item, error, was_sent=was_sent)
            return
        edit = self._closed(item)
        await self._editing.in_worker(lambda: self._outgoing.discard(item.id, edit))
        self._pause_until = None
        item = replace(item, record_ids=sent.record_ids, problem=sent.problem, refusals=(), theirs=None)
        self._put(replace(item, state=OutboxState.SENT))

    def _is_current(self, given: OutboxItem) -> bool:
        """Whether nobody has taken it back or changed it while the service was read."""
        return self._items.get(given.id) is given

    def _closed(self, item: OutboxItem) -> int | None:
        """Close the edit that was sent, and answer its id; what was typed after that stays as an open edit."""
        session = self._session(item)
        if session is None:
            return item.session_id
        if session.state is EditState.QUEUED and same_meaning(session.document, item.body):
            self._editing.forget(session)
            return session.id
        self._editing.rebase(session, session.document, self._sending.kept_body(item), item.base_status)
        self._editing.set_state(session, EditState.OPEN, ())
        return None

    async def _failed(self, item: OutboxItem, error: Exception, *, was_sent: bool) -> None:
        problem = explain(error)
        match error:
            case ChangedMeanwhile():
                await self._keep(replace(error.item, state=OutboxState.CONFLICT, problem=problem))
            case ReferenceInUse() | GoneMeanwhile():
                await self._refused(replace(item, problem=problem), (error.refusal,))
            case Refused() | SharedReference() | NotFound():
                found = refusals_of(item.kind, error.problem, str(error))
                arrived = item.may_have_arrived and not was_sent
                await self._refused(replace(item, problem=problem, may_have_arrived=arrived), found)
            case _:
                arrived = item.may_have_arrived or (was_sent and may_have_arrived(error))
                waiting = self._later(replace(item, problem=problem, may_have_arrived=arrived), error)
                await self._keep(waiting)

    async def _refused(self, item: OutboxItem, refusals: tuple[Refusal, ...]) -> None:
        self._open_again(item, refusals)
        await self._keep(replace(item, state=OutboxState.REFUSED, refusals=refusals, due_at=None))

    def _later(self, item: OutboxItem, error: Exception | None) -> OutboxItem:
        """The item waiting; each failure doubles the wait, a dead network makes everything wait.

        Counted by the monotonic clock: the computer's own may be set back by hours while this runs. Due times are not
        kept: after a restart everything is tried at once.
        """
        attempts = max(item.attempts, 1)
        wait = min(self._first_wait * 2 ** min(attempts - 1, 16), LONGEST_WAIT)
        if isinstance(error, TooManyRequests) and error.retry_after:
            wait = max(wait, timedelta(seconds=error.retry_after))
        moment = monotonic() + wait.total_seconds()
        concerns_all = not isinstance(error, ServiceError) or isinstance(error, TooManyRequests)
        if concerns_all or (isinstance(error, Unreachable) and error.reason is not Cause.SERVICE):
            self._pause_until = moment
        return replace(item, state=OutboxState.WAITING, attempts=attempts, due_at=moment)

    # Inside

    def _restore(self) -> None:
        for row in self._outgoing.rows():
            try:
                item = OutboxItem.of(row)
            except (ValueError, TypeError, KeyError):
                _LOG.exception("Row %d of the outbox cannot be read back; it stays in the file", row.id)
                continue
            self._items[item.id] = item
        queued = {
            item.session_id
            for item in self._items.values()
            if item.state in (OutboxState.WAITING, OutboxState.CONFLICT)
        }
        for session in self._editing.sessions():
            wanted = EditState.QUEUED if session.id in queued else EditState.OPEN
            if session.state is not wanted:
                self._editing.set_state(session, wanted)

    def _on_edit_news(self, news: EditNews) -> None:
        """An edit that was given up takes its item along; a refused one would hold up all behind it for ever."""
        if news.event not in (EditEvent.OPENED, EditEvent.CLOSED):
            return  # every letter that is typed is news
        item = self.item_of(news.session)
        if news.event is EditEvent.OPENED:
            if item is None and news.session.state is EditState.QUEUED:
                self._editing.set_state(news.session, EditState.OPEN)  # given up while it waited, and wanted again
        elif item and item.state is not OutboxState.SENDING:
            self._editing.in_worker_soon(partial(self._outgoing.discard, item.id))
            self._put(replace(item, state=OutboxState.CANCELLED, due_at=None))
            self._wake.set()

    def _new(self, kind: EditKind, body: JsonObject, sequence: int) -> OutboxItem:
        return OutboxItem(
            id=0,
            sequence=sequence,
            kind=kind,
            reference=reference_in(body),
            body=body,
            state=OutboxState.WAITING,
            created_at=datetime.now(UTC),
        )

    def _next_sequence(self) -> int:
        return max((item.sequence for item in self._items.values()), default=0) + 1

    def _session(self, item: OutboxItem) -> EditSession | None:
        return self._editing.session(item.session_id) if item.session_id is not None else None

    def _open_again(self, item: OutboxItem, refusals: tuple[Refusal, ...]) -> None:
        session = self._session(item)
        if session:
            self._editing.set_state(session, EditState.OPEN, refusals)

    async def _keep(self, item: OutboxItem, edit: Edit | None = None) -> None:
        await self._change(item, partial(self._outgoing.keep, item.row(), edit))
        if self._is_current(item):
            self._put(item)

    async def _change(self, item: OutboxItem, work: Callable[[], None]) -> None:
        """Write a change. It counts at once: nobody decides by what the item was while the disk is written."""
        former, self._items[item.id] = self._items.get(item.id), item
        try:
            await self._editing.in_worker(work)
        except BaseException:
            if former and self._is_current(item):
                self._items[item.id] = former
            raise

    def _put(self, item: OutboxItem) -> None:
        self._items[item.id] = item
        if item.state.is_over:
            self._over.append(item.id)
            if len(self._over) > MOST_REMEMBERED:
                self._items.pop(self._over.popleft(), None)
        self._news.publish(item)
