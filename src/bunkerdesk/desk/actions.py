"""What is done to nominations as they stand: accept, cancel, reschedule, promote; one or many, a result for each."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import nullcontext
from dataclasses import replace
from datetime import UTC, datetime
from typing import TypeVar

from bunkerdesk.api.errors import AuthenticationFailed, Refused, ServiceError, TooManyRequests, Unreachable
from bunkerdesk.api.errors import Reason as Cause
from bunkerdesk.cache import Store
from bunkerdesk.contract import jsontext
from bunkerdesk.contract.jsontext import JsonObject
from bunkerdesk.contract.requests import Rescheduling
from bunkerdesk.contract.resource import Resource, Timestamp, has_offset
from bunkerdesk.desk.action_results import (
    CALL,
    Action,
    ActionResult,
    Move,
    NewTime,
    OnRow,
    RowResult,
    not_done,
    why_not,
)
from bunkerdesk.desk.changes import Changes
from bunkerdesk.desk.comparing_fields import same
from bunkerdesk.desk.editing import Editing
from bunkerdesk.desk.editing_bodies import EditKind, consequences, same_body, side_of, upsert_body
from bunkerdesk.desk.editing_checks import OUTDATED, Checks
from bunkerdesk.desk.editing_paths import steps_of, value_at, with_value
from bunkerdesk.desk.editing_session import status_of
from bunkerdesk.desk.outbox import Outbox
from bunkerdesk.desk.outbox_item import OUT_OF_REACH, OutboxItem, OutboxState
from bunkerdesk.desk.problems import NOTHING_SENT, KnownProblem, Problem, explain
from bunkerdesk.desk.record import Record
from bunkerdesk.desk.sending import Sending, with_answer
from bunkerdesk.desk.service import SignIn
from bunkerdesk.rules.findings import Severity

T = TypeVar("T")
SIMULTANEOUS = 4
MOST_REASONS = 10
_LOG = logging.getLogger(__name__)
_REASONS = "cancellation_reasons"
_TIME = "delivery.estimatedTimeOfBunkering"
_DURATION = "delivery.estimatedBunkeringDurationInMinutes"

_STOPPED = Problem(title="Not begun", happened="It was stopped before its turn came.", safe=NOTHING_SENT)


class Actions:
    """Writes to records as they stand. A row's failure leaves the others; a dead network ends the rest."""

    def __init__(self, store: Store, sign_in: SignIn, sending: Sending, editing: Editing, outbox: Outbox) -> None:
        self._store = store
        self._sign_in = sign_in
        self._sending = sending
        self._editing = editing
        self._outbox = outbox

    def recent_reasons(self) -> tuple[str, ...]:
        """Reasons of earlier cancellations, the latest first."""
        kept = self._store.known(lambda known: known.fact(_REASONS))
        try:
            reasons = jsontext.parse(kept) if kept else []
        except jsontext.MalformedJson:
            return ()
        return tuple(map(str, reasons)) if isinstance(reasons, list) else ()

    async def accept(self, ids: Sequence[int], on_row: OnRow | None = None) -> ActionResult:
        """Accept nominations."""

        async def accept(record: Record) -> frozenset[int]:
            service = await self._sign_in()
            return await self._settled(record, "accepted", service.nominations.accept(record.reference))

        return await self._each(Action.ACCEPT, ids, accept, on_row)

    async def cancel(self, ids: Sequence[int], reason: str, on_row: OnRow | None = None) -> ActionResult:
        """Cancel nominations; the reason is mandatory (`ValueError`) and kept for the next time before it is sent."""
        if not reason.strip():
            raise ValueError("a cancellation needs a reason")
        await self._keep_reason(reason.strip())

        async def cancel(record: Record) -> frozenset[int]:
            service = await self._sign_in()
            return await self._settled(
                record, "cancelled", service.nominations.cancel(record.reference, reason.strip())
            )

        return await self._each(Action.CANCEL, ids, cancel, on_row)

    async def reschedule(
        self, ids: Sequence[int], to: NewTime, on_row: OnRow | None = None, *, deprecated: bool = False
    ) -> ActionResult:
        """Give nominations another bunkering time through the upsert, from the service's copy of this moment.

        One that somebody else has just moved, cancelled or begun is left alone. `deprecated` uses PATCH …/schedule,
        which the service will remove; it changes nothing but the time.
        """

        return await self._move(ids, lambda _: to, on_row, deprecated=deprecated)

    async def move_back(
        self, moves: Sequence[Move], on_row: OnRow | None = None, *, deprecated: bool = False
    ) -> ActionResult:
        """Give nominations the bunkering time from before a move; one that was moved on since is left alone."""
        wanted = {move.record_id: move for move in moves}

        def before(record: Record) -> NewTime:
            move = wanted[record.id]
            if not same(value_at(record.answer, _TIME), move.after):
                raise not_done("Its bunkering time was changed again since.", "Look at that time, then decide.")
            return NewTime(move.before, whole_call=move.whole_call)

        return await self._move(list(wanted), before, on_row, deprecated=deprecated)

    async def _move(
        self, ids: Sequence[int], to: Callable[[Record], NewTime], on_row: OnRow | None, *, deprecated: bool
    ) -> ActionResult:
        moves: dict[int, Move] = {}

        async def move(record: Record) -> frozenset[int]:
            time, before = to(record), value_at(record.answer, _TIME)
            changed = await (self._reschedule_deprecated if deprecated else self._reschedule)(record, time)
            if isinstance(before, str) and has_offset(before):
                moves[record.id] = Move(record.id, record.reference, before, time.of(before), time.whole_call)
            return changed

        result = await self._each(Action.RESCHEDULE, ids, move, on_row)
        return replace(result, moves=tuple(moves[number] for number in dict.fromkeys(ids) if number in moves))

    async def promote(
        self, ids: Sequence[int], kind: EditKind | str = EditKind.SUPPLIER, on_row: OnRow | None = None
    ) -> ActionResult:
        """Send drafts as firm nominations; one with errors stays open as an edit instead."""

        async def promote(record: Record) -> frozenset[int]:
            await self._as_seen(record)
            session = await self._editing.promote(record, kind)
            checks = Checks(self._store)
            found = await asyncio.to_thread(checks.findings, session)
            if outdated := [finding for finding in found if finding.rule == OUTDATED]:
                raise not_done(f"{outdated[0].sentence}.", "It is open in the editor: look at it there and send it.")
            if errors := [finding for finding in found if finding.severity is Severity.ERROR]:
                raise not_done(f"{errors[0].sentence}.", "It is open in the editor: mend it there and send it.")
            return await self._arrived(await self._outbox.queue(session))

        return await self._each(Action.PROMOTE, ids, promote, on_row)

    # Inside

    async def _each(
        self,
        action: Action,
        ids: Sequence[int],
        work: Callable[[Record], Awaitable[frozenset[int]]],
        on_row: OnRow | None,
    ) -> ActionResult:
        results: dict[int, RowResult] = {}
        changed: set[int] = set()
        stop: list[Problem] = []
        turn = asyncio.Semaphore(SIMULTANEOUS)

        async def one(number: int) -> None:
            async with turn:
                record = self._record(number)
                result = RowResult(number, record.reference if record else "", stop[0] if stop else None)
                if result.problem is None:
                    try:
                        changed.update(await self._done(action, number, result.reference, work))
                    except Exception as error:  # noqa: BLE001  a row's failure is its result
                        result = RowResult(number, result.reference, _to_be_repeated(error))
                        if _concerns_all(error) and result.problem:
                            stop.append(result.problem)
                results[number] = result
                if on_row and result.problem is not _STOPPED and not on_row(result):
                    stop[:] = [_STOPPED]

        async with asyncio.TaskGroup() as group:
            for number in dict.fromkeys(ids):
                group.create_task(one(number))
        return ActionResult(tuple(results[number] for number in dict.fromkeys(ids)), Changes(frozenset(changed)))

    async def _done(
        self, action: Action, number: int, reference: str, work: Callable[[Record], Awaitable[frozenset[int]]]
    ) -> frozenset[int]:
        """Do it while nothing else of this desk is sent under the reference; the outbox takes its own turn."""
        async with nullcontext() if action is Action.PROMOTE else self._sending.alone(reference):
            record = self._record(number)
            reason = _why_not(action, record) if record else "It is not known any more."
            if reason or record is None:
                raise not_done(reason)
            return await work(record)

    def _record(self, number: int) -> Record | None:
        stored = self._store.record(number)
        return Record.of(stored) if stored else None

    async def _settled(self, record: Record, wished: str, sending: Awaitable[Resource | None]) -> frozenset[int]:
        """Give a nomination its wished status.

        Where an answer was lost, the service refuses the repetition because it has carried out the first: what it
        says of the nomination then decides.
        """
        try:
            answer = await sending
        except ServiceError as error:
            if not (error.is_outcome_unknown or isinstance(error, Refused)):
                raise
            now = await self._status_now(record, is_own=error.is_outcome_unknown)
            if not (error.is_outcome_unknown and now == wished):
                raise
            return frozenset({record.id})
        return await self._take_status(record, answer, wished)

    async def _status_now(self, record: Record, *, is_own: bool) -> str:
        """The status the service tells, kept in the store; empty where it cannot be asked."""
        return status_of(await self._now(record, is_own=is_own))

    async def _now(self, record: Record, *, is_own: bool) -> JsonObject:
        """The nomination as the service answers it, kept in the store; empty where it cannot be asked."""
        try:
            answers = await self._sending.answers(EditKind.SUPPLIER, record.reference, is_own=is_own)
        except ServiceError as error:
            _LOG.info("What became of a nomination cannot be asked: %s", error)
            return {}
        return answers[record.place] if record.place < len(answers) else {}

    async def _take_status(self, record: Record, answer: Resource | None, wished: str = "") -> frozenset[int]:
        """Merge the answer into the stored record: a whole nomination, or its status alone.

        Where it tells nothing, or not of which of several that share the reference, only reading does. It never
        raises for that: the service has said yes, whatever reading says.
        """
        said = answer.as_answered if answer else {}
        status = status_of(said)
        if (record.sharing > 1 or not status) and await self._is_read_back(record):
            return frozenset({record.id})
        if record.sharing == 1 and isinstance(said.get("delivery"), dict) and said.keys() >= record.answer.keys():
            return await self._keep(record, said)
        return await self._keep(record, {**record.answer, "status": status or wished or status_of(record.answer)})

    async def _is_read_back(self, record: Record) -> bool:
        try:
            return bool(await self._sending.answers(EditKind.SUPPLIER, record.reference, is_own=True))
        except ServiceError as error:
            _LOG.warning("What the service took could not be read back: %s", error)
            return False

    async def _keep(self, record: Record, whole: JsonObject) -> frozenset[int]:
        objects = with_answer(self._store, record.kind, record.reference, record.place, whole)
        await self._sending.keep("nomination", record.reference, objects)
        return frozenset({record.id})

    async def _reschedule(self, record: Record, to: NewTime) -> frozenset[int]:
        kind = side_of(record)
        now = upsert_body(await self._unmoved(record, kind), kind)
        body = _with(kind, now, _TIME, to.of(value_at(now, _TIME)))
        if to.duration_minutes is not None:
            body = _with(kind, body, _DURATION, to.duration_minutes)
        if to.whole_call:
            body = _with_call(kind, body, value_at(now, _TIME))
        item = OutboxItem(
            0, 0, kind, record.reference, body, OutboxState.SENDING, datetime.now(UTC), base=now, place=record.place
        )
        await self._moved(record, value_at(body, _TIME), to.duration_minutes, self._sending.put(item))
        return frozenset({record.id})

    async def _moved(self, record: Record, time: object, minutes: int | None, sending: Awaitable[T]) -> T | None:
        """Reschedule; where the answer got lost, the nomination itself tells whether it was moved."""
        try:
            return await sending
        except ServiceError as error:
            if not error.is_outcome_unknown:
                raise
            now = await self._now(record, is_own=True)
            if not same(value_at(now, _TIME), time) or (minutes and not same(value_at(now, _DURATION), minutes)):
                raise
        return None

    async def _unmoved(self, record: Record, kind: EditKind) -> JsonObject:
        """What the service answers now, where it may still be moved and stands where the person saw it."""
        now = await self._sending.answer_now(kind, record)
        if now is None:
            raise not_done("It is not on the service any more.")
        became = OUT_OF_REACH.get(status_of(now))
        if became:
            raise not_done(f"It was {became} on the service meanwhile.", "Edit it to send the new time all the same.")
        if not same(value_at(now, _TIME), value_at(record.answer, _TIME)):
            raise not_done(
                "Somebody else has changed its bunkering time meanwhile.", "Look at the new time, then decide."
            )
        return now

    async def _reschedule_deprecated(self, record: Record, to: NewTime) -> frozenset[int]:
        answer = await self._unmoved(record, side_of(record))
        time = to.of(value_at(answer, _TIME))
        sent = Rescheduling(
            estimated_time_of_bunkering=Timestamp.parse(time),
            estimated_bunkering_duration_in_minutes=to.duration_minutes or value_at(answer, _DURATION) or None,
        )
        service = await self._sign_in()
        patching = service.nominations.reschedule(record.reference, sent)
        said = await self._moved(record, time, to.duration_minutes, patching)
        # The answer does not hold the time as the port's clock shows it, nor what is derived from it.
        return frozenset({record.id}) if await self._is_read_back(record) else await self._take_status(record, said)

    async def _as_seen(self, draft: Record) -> None:
        """Whoever sends many drafts sends what was seen of them: one that is another by now is looked at first."""
        now = await self._sending.answer_now(EditKind.DRAFT, draft, fresh=False) if draft.reference else draft.answer
        if now is None:
            raise not_done("It is not on the service any more.")
        if not same_body(upsert_body(now, EditKind.DRAFT), upsert_body(draft.answer, EditKind.DRAFT)):
            raise not_done("Somebody else has changed it meanwhile.", "Look at it, then send it.")

    async def _arrived(self, item: OutboxItem) -> frozenset[int]:
        """Wait until an item is sent or cannot be, for itself or for one in front of it; raises why not."""
        moved = asyncio.Event()
        end = self._outbox.subscribe(lambda news: moved.set() if news.reference == item.reference else None)
        try:
            while True:
                current = self._outbox.item(item.id) or item
                if current.state is OutboxState.SENT:
                    return frozenset(current.record_ids)
                if current.state is OutboxState.CANCELLED:
                    raise not_done("It was taken back from the outbox.")
                if current.problem and current.state is not OutboxState.SENDING:
                    raise KnownProblem(current.problem)
                front = self._outbox.fronts().get(current.id)
                if front and front.problem and front.state is not OutboxState.SENDING:
                    raise KnownProblem(_waits_behind(front))
                await moved.wait()
                moved.clear()
        finally:
            end()

    async def _keep_reason(self, reason: str) -> None:
        reasons = [reason, *(known for known in self.recent_reasons() if known != reason)][:MOST_REASONS]
        text = jsontext.write(reasons).decode()
        await self._editing.in_worker(lambda: self._store.known(lambda known: known.keep_fact(_REASONS, text)))


_IN_FRONT = {
    OutboxState.REFUSED: ("a refused one", "Mend that one or take it back: this one is sent then."),
    OutboxState.CONFLICT: ("one that was changed on the service meanwhile", "Settle that one: this one is sent then."),
}


def _waits_behind(other: OutboxItem) -> Problem:
    what, todo = _IN_FRONT.get(other.state, ("one that could not be sent yet", "Both are sent by themselves."))
    return Problem(
        title="It waits in the outbox",
        happened=f"It waits behind {what} of the same reference.",
        safe="It stays in the outbox, and nothing you typed is lost.",
        todo=todo,
    )


def _why_not(action: Action, record: Record) -> str:
    status = str(getattr(record.resource, "status", None) or "")
    return "It is not on the service any more." if record.is_gone else why_not(action, record.kind, status)


def _to_be_repeated(error: Exception) -> Problem:
    """The problem behind an action: unlike what is in the outbox, it is not tried again by itself."""
    problem = explain(error)
    is_passing = isinstance(error, Unreachable | TooManyRequests)
    return replace(problem, todo="Try it again once the service answers.") if is_passing else problem


def _concerns_all(error: Exception) -> bool:
    """A refused sign-in or a dead network will not let the next row through either."""
    return isinstance(error, AuthenticationFailed) or (
        isinstance(error, Unreachable) and error.reason is not Cause.SERVICE
    )


def _with(kind: EditKind, body: JsonObject, path: str, value: object) -> JsonObject:
    changed: JsonObject = with_value(body, steps_of(path), value)
    return consequences(kind, body, changed, steps_of(path))


def _with_call(kind: EditKind, body: JsonObject, before: object) -> JsonObject:
    """The other times of the call moved by as much as the bunkering was."""
    after = value_at(body, _TIME)
    if not isinstance(before, str) or not isinstance(after, str) or not has_offset(before):
        return body
    shift = NewTime(shift=Timestamp.parse(after) - Timestamp.parse(before))
    for path in CALL:
        time = value_at(body, path)
        if isinstance(time, str) and has_offset(time):
            body = _with(kind, body, path, shift.of(time))
    return body
