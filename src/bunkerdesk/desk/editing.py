"""Editing: every change is on the disk within half a second, and comes back after the program was killed."""

import asyncio
import logging
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from functools import partial
from typing import Any, TypeVar

from bunkerdesk.cache import Store
from bunkerdesk.cache.outgoing import Templates
from bunkerdesk.cache.unsent import Edit
from bunkerdesk.contract.jsontext import JsonObject
from bunkerdesk.desk.changes import Hub, Unsubscribe
from bunkerdesk.desk.comparing import changes
from bunkerdesk.desk.editing_bodies import (
    ANSWERED_ONLY,
    EditKind,
    as_answer,
    consequences,
    left_out,
    side_of,
    upsert_body,
    without_reference,
)
from bunkerdesk.desk.editing_history import History, Step, move_between
from bunkerdesk.desk.editing_paths import MISSING, path_text, steps_of, value_at, with_value, without
from bunkerdesk.desk.editing_session import Cursor, EditSession, EditState, NotOpen, Refusal, status_of
from bunkerdesk.desk.keeping import now
from bunkerdesk.desk.lines import reference_in
from bunkerdesk.desk.record import Record

T = TypeVar("T")

DELAY = 0.2
"""Seconds from a change to its writing; the clock does not start anew with each key."""
RETRY = 1.0
_LOG = logging.getLogger(__name__)
_KINDS = frozenset(kind.value for kind in EditKind)


class EditEvent(StrEnum):
    """What happened to an edit."""

    OPENED = "opened"
    CHANGED = "changed"
    SAVED = "saved"
    STATE = "state"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class EditNews:
    """News of one edit; `paths` are the places a change touched."""

    event: EditEvent
    session: EditSession
    paths: tuple[str, ...] = ()


class Editing:
    """All edits of a connection. Methods belong to the loop's thread; the disk is written by one worker."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._templates = Templates(store.unsent)
        self._news: Hub[EditNews] = Hub()
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="typed")
        self._dirty: set[int] = set()
        self._being_written: list[set[int]] = []
        self._timer: asyncio.TimerHandle | None = None
        self._is_closed = False
        self._beginning = asyncio.Lock()
        self._sessions: dict[int, EditSession] = {}
        for row in store.unsent.edits():
            if row.kind not in _KINDS:
                continue  # another room's, such as an import under way
            try:
                self._sessions[row.id] = EditSession.of(row)
            except (ValueError, TypeError):
                _LOG.exception("An edit cannot be read back; its row %d stays in the file", row.id)

    async def aclose(self) -> None:
        """Write what is not written yet, and take no more."""
        self._is_closed = True
        if self._timer:
            self._timer.cancel()
        await self.flush()
        await asyncio.to_thread(self._executor.shutdown)

    def subscribe(self, listener: Callable[[EditNews], None]) -> Unsubscribe:
        """Hear of every edit."""
        return self._news.subscribe(listener)

    # Beginning

    def sessions(self) -> tuple[EditSession, ...]:
        """All edits, the latest first."""
        return tuple(sorted(self._sessions.values(), key=lambda session: session.changed_at, reverse=True))

    def session(self, identifier: int) -> EditSession | None:
        """One edit by its id."""
        return self._sessions.get(identifier)

    def session_of(self, kind: EditKind | str, reference: str, place: int = 0) -> EditSession | None:
        """The edit of a record that is at the service."""
        wanted = EditKind(kind).record_kind
        for session in self.sessions():
            is_same = session.kind.record_kind == wanted and session.place == place
            if is_same and session.base is not None and reference_in(session.base) == reference:
                return session
        return None

    async def begin_new(
        self, kind: EditKind | str, document: JsonObject | None = None, source: str = ""
    ) -> EditSession:
        """A new draft or nomination, empty or with a first document; `source` is the message it was read from."""
        return await self._begin(EditSession(0, EditKind(kind), document or {}, source=source))

    async def begin_edit(self, record: Record, kind: EditKind | str | None = None, source: str = "") -> EditSession:
        """Edit what is at the service; the edit that is under way already, where there is one."""
        kind = EditKind(kind) if kind else side_of(record)
        async with self._beginning:  # asked twice in a row, it is one edit
            if under_way := self.session_of(kind, record.reference, record.place):
                under_way.source = source or under_way.source
                return under_way
            base, status = upsert_body(record.answer, kind), status_of(record.answer)
            session = EditSession(0, kind, base, base, record.seen_at, record.place, base_status=status, source=source)
            return await self._begin(session)

    async def clone(self, source: Record | EditSession, kind: EditKind | str | None = None) -> EditSession:
        """A new one like another, without its reference; `left_out` names what another kind does not take."""
        if isinstance(source, EditSession):
            of, answer = source.kind, as_answer(source.kind, source.document)
        else:
            of, answer = side_of(source), source.answer
        kind = EditKind(kind) if kind else of
        body = upsert_body(answer, kind) if isinstance(source, Record) or kind is not of else source.document
        return await self._begin(EditSession(0, kind, without_reference(body), left_out=left_out(answer, kind, of)))

    async def promote(
        self, draft: Record, kind: EditKind | str = EditKind.SUPPLIER, edit: EditSession | None = None
    ) -> EditSession:
        """A firm nomination made from a draft, under its reference; `left_out` names what it does not take.

        With an edit of the draft, what it changed is changed in the nomination too.
        """
        kind = EditKind(kind)
        firm = await self._promoted(draft, kind, edit)
        if edit and edit.base is not None and edit.is_changed:
            before, after = (upsert_body(copy, kind) for copy in (edit.base, edit.document))
            self.change_many(firm, changes(before, after, kind))
        return firm

    async def _promoted(self, draft: Record, kind: EditKind, edit: EditSession | None) -> EditSession:
        answer = draft.answer
        session = EditSession(0, kind, upsert_body(answer, kind), promoted_from=draft.reference)
        # Who edits has seen what the edit began with.
        seen = {**edit.base, "status": edit.base_status} if edit and edit.base is not None else answer
        session.promoted_place, session.taken_over = draft.place, seen
        session.left_out = left_out(answer, kind)
        async with self._beginning:
            for other in self.sessions():
                of_it = (other.promoted_from, other.promoted_place) == (draft.reference, draft.place)
                if of_it and other.kind is kind:
                    return other
            return await self._begin(session)

    async def discard(self, session: EditSession) -> None:
        """Give an edit up; `restore` takes that back."""
        self._sessions.pop(session.id, None)
        self._dirty.discard(session.id)
        self._tell(EditEvent.CLOSED, session)
        await self.in_worker(lambda: self._store.unsent.discard(session.id))

    async def restore(self, session: EditSession) -> None:
        """Keep an edit again that was given up."""
        self._sessions[session.id] = session
        await self.save(session)
        self._tell(EditEvent.OPENED, session)

    # Changing

    def change(self, session: EditSession, path: str, value: Any, *, cursor: Cursor | None = None) -> None:
        """Set a value; None takes it out. Objects on the way are made; the index behind a list's end appends."""
        self.change_many(session, [(path, value)], cursor=cursor)

    def remove(self, session: EditSession, path: str) -> None:
        """Take a value out; later items of a list move up."""
        self.change_many(session, [(path, None)])

    def insert(self, session: EditSession, path: str, value: Any) -> None:
        """Put an item into a list before the index at the end of the path."""
        *holder, index = steps_of(path)
        before = value_at(session.document, tuple(holder))
        items = before if isinstance(before, list) else []
        self.change(session, path_text(tuple(holder)), [*items[: int(index)], value, *items[int(index) :]])

    def change_many(
        self, session: EditSession, changes: Iterable[tuple[str, Any]], *, cursor: Cursor | None = None
    ) -> None:
        """Several changes that are undone together; raises `NotOpen`."""
        if session.state is not EditState.OPEN:
            raise NotOpen(session)
        document, paths = session.document, []
        for path, value in changes:
            steps, before = steps_of(path), document
            document = without(document, steps) if value is None else with_value(document, steps, value)
            document = consequences(session.kind, before, document, steps)
            paths.append(path_text(steps))
        if cursor:
            session.cursor = cursor
        move = move_between(session.document, document)
        if move is None:
            return
        session.history.add(Step((move,), paths[0] if len(paths) == 1 else ""), time.monotonic())
        self._took(session, document, (*paths, path_text(move.steps)))

    def note_text(self, session: EditSession, path: str, text: str | None) -> None:
        """Keep text that stands in a field and is no value; None where what was typed has become one."""
        place = path_text(steps_of(path))
        if session.typed.get(place) == text:
            return
        session.typed = {name: kept for name, kept in session.typed.items() if name != place}
        if text is not None:
            session.typed[place] = text
        self._took(session, session.document, (place,))

    def set_kind(self, session: EditSession, kind: EditKind | str) -> None:
        """Send what is new through another upsert; `left_out` names what that one does not take."""
        wanted = EditKind(kind)
        if wanted is session.kind or not session.is_new or session.state is not EditState.OPEN:
            return
        answer = as_answer(session.kind, session.document)
        session.left_out = tuple(path for path in ANSWERED_ONLY[wanted] if value_at(answer, path) is not MISSING)
        session.kind, session.typed, session.history = wanted, {}, History()
        self._took(session, upsert_body(answer, wanted), ())

    def undo(self, session: EditSession) -> str | None:
        """Take back the last step; answers the path it concerned, None where there was none."""
        return self._travel(session, session.history.undo)

    def redo(self, session: EditSession) -> str | None:
        """Do again what was taken back."""
        return self._travel(session, session.history.redo)

    def move_cursor(self, session: EditSession, field: str, position: int = 0) -> None:
        """Remember where the person is; leaving a field ends its typing for undo."""
        if session.cursor.field != field:
            session.history.end_of_typing()
        session.cursor = Cursor(field, position)
        self._mark(session)

    # Templates

    def templates(self) -> tuple[str, ...]:
        """Names of the templates on this computer, in alphabetical order."""
        return self._templates.names()

    async def keep_template(self, name: str, source: EditSession | Record) -> None:
        """Keep a template without a reference; one of that name is replaced."""
        kind = source.kind if isinstance(source, EditSession) else side_of(source)
        body = source.document if isinstance(source, EditSession) else upsert_body(source.answer, EditKind(kind))
        plain = without_reference(body)
        await self.in_worker(lambda: self._templates.keep(name.strip(), EditKind(kind).value, plain, now()))

    async def drop_template(self, name: str) -> None:
        """Forget a template."""
        await self.in_worker(lambda: self._templates.drop(name))

    async def from_template(self, name: str, kind: EditKind | str | None = None) -> EditSession:
        """A new one made from a template; raises `KeyError` where there is none of that name."""
        for kept, of_kind, document in self._templates.all():
            if kept == name:
                return await self._begin(EditSession(0, EditKind(kind or of_kind), document))
        raise KeyError(name)

    # For the outbox

    def set_state(self, session: EditSession, state: EditState, refusals: tuple[Refusal, ...] | None = None) -> None:
        """Open or close an edit for typing, with what the service refused."""
        session.state = state
        if refusals is not None:
            session.refusals = refusals
        self._mark(session)
        self._tell(EditEvent.STATE, session)

    def rebase(self, session: EditSession, document: JsonObject, base: JsonObject, status: str = "") -> None:
        """Take over a compared document; the base is now what the service held at the comparison."""
        session.base, session.base_seen_at, session.base_status = base, datetime.now(UTC), status
        move = move_between(session.document, document)
        if move:
            session.history.add(Step((move,)), time.monotonic())
        self._took(session, document, (path_text(move.steps),) if move else ())

    def forget(self, session: EditSession) -> None:
        """The edit was sent and its row removed."""
        self._sessions.pop(session.id, None)
        self._dirty.discard(session.id)
        self._tell(EditEvent.CLOSED, session)

    def in_worker(self, work: Callable[[], T]) -> "asyncio.Future[T]":
        """Run something on the thread that writes what was typed, in the order of the calls, awaited or not."""
        return asyncio.wrap_future(self._executor.submit(work))

    def in_worker_soon(self, work: Callable[[], object]) -> None:
        """The same without waiting; `aclose` waits for it."""
        self._executor.submit(work)

    # Saving

    def is_saved(self, session: EditSession) -> bool:
        """Whether all of it is on the disk."""
        return not any(session.id in keys for keys in (self._dirty, *self._being_written))

    async def save(self, session: EditSession) -> None:
        """Write one edit now."""
        self._dirty.add(session.id)
        await self.flush()

    async def flush(self) -> None:
        """Write every edit that has changed; raises what the store raises, and tries again later."""
        future = self._start_writing()
        await asyncio.wait([future])
        future.result()

    def _keep(self, rows: list[Edit]) -> None:
        for row in rows:
            self._store.unsent.keep(row)

    # Inside

    async def _begin(self, session: EditSession) -> EditSession:
        row, unsent = session.row(), self._store.unsent
        session.id = await self.in_worker(
            lambda: unsent.begin(row.kind, row.reference, row.document, row.meta, row.changed_at)
        )
        self._sessions[session.id] = session
        self._tell(EditEvent.OPENED, session)
        return session

    def _travel(self, session: EditSession, way: Callable[[JsonObject], tuple[JsonObject, Step] | None]) -> str | None:
        if session.state is not EditState.OPEN:
            raise NotOpen(session)
        went = way(session.document)
        if went is None:
            return None
        document, step = went
        touched = tuple(path_text(move.steps) for move in step.moves)
        self._took(session, document, touched)
        return step.field or touched[0]

    def _took(self, session: EditSession, document: JsonObject, paths: tuple[str, ...]) -> None:
        session.document = document
        session.refusals = tuple(refusal for refusal in session.refusals if refusal.path not in paths)
        session.changed_at = datetime.now(UTC)
        self._mark(session)
        self._tell(EditEvent.CHANGED, session, tuple(dict.fromkeys(paths)))

    def _mark(self, session: EditSession) -> None:
        self._dirty.add(session.id)
        if self._timer is None:
            self._arm(DELAY)

    def _arm(self, seconds: float) -> None:
        self._timer = asyncio.get_running_loop().call_later(seconds, self._on_timer)

    def _on_timer(self) -> None:
        self._timer = None
        self._start_writing()

    def _start_writing(self) -> "asyncio.Future[None]":
        keys, self._dirty = self._dirty & self._sessions.keys(), set()
        rows = [self._sessions[key].row() for key in keys]
        self._being_written.append(keys)
        future = asyncio.wrap_future(self._executor.submit(self._keep, rows))
        future.add_done_callback(partial(self._on_written, keys))
        return future

    def _on_written(self, keys: set[int], future: "asyncio.Future[None]") -> None:
        self._being_written.remove(keys)
        if future.cancelled():
            return
        kept = keys & self._sessions.keys()
        if future.exception() is not None:
            _LOG.warning("What was typed is not on the disk yet: %s", future.exception())
            self._dirty |= kept
            if self._timer is None and not self._is_closed:
                self._arm(RETRY)
            return
        for key in kept:
            self._tell(EditEvent.SAVED, self._sessions[key])

    def _tell(self, event: EditEvent, session: EditSession, paths: tuple[str, ...] = ()) -> None:
        self._news.publish(EditNews(event, session, paths))
