"""One connection's use cases: the two lists, records, synchronising, opening a reference. Knows no window."""

import asyncio
import contextlib
import importlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, TypeVar

from bunkerdesk.cache import Store, StoredRecord
from bunkerdesk.contract import jsontext
from bunkerdesk.contract.jsontext import JsonObject
from bunkerdesk.desk.change_log import ChangeLog
from bunkerdesk.desk.changes import Changes, Hub, Progress, SyncState, Unsubscribe
from bunkerdesk.desk.connections import Connection
from bunkerdesk.desk.document_source import DocumentSource
from bunkerdesk.desk.keeping import Keeper, now
from bunkerdesk.desk.lines import storable
from bunkerdesk.desk.problems import Problem, explain, not_found
from bunkerdesk.desk.record import Answer, Kind, Record
from bunkerdesk.desk.schedule import ScheduleSource
from bunkerdesk.desk.service import Service, ServiceFactory
from bunkerdesk.desk.sources import NominationSource, OperationSource
from bunkerdesk.desk.writing import WritingDesk

if TYPE_CHECKING:
    from bunkerdesk.desk.documents import OperationDocuments
    from bunkerdesk.desk.downloads import DownloadQueue
    from bunkerdesk.desk.export_table import Table
    from bunkerdesk.desk.message_stems import Stem
    from bunkerdesk.desk.overview import OverviewSource
    from bunkerdesk.desk.reviews import Reviews

T = TypeVar("T")

INTERVAL = timedelta(minutes=2)
FIRST_RETRY = timedelta(seconds=15)
_FINISHED = "last_finished_at"
_STEP = 0.1
"""Seconds between two tellings of progress."""


@dataclass(frozen=True, slots=True)
class Opened:
    """What stands under a reference: one record, several to choose from, or a problem."""

    records: tuple[Record, ...] = ()
    problem: Problem | None = None


class Desk(WritingDesk):
    """The desk of one connection; methods belong to the loop's thread, `nominations.order` to any."""

    def __init__(self, connection: Connection, store: Store, service_factory: ServiceFactory) -> None:
        self.connection = connection
        self.nominations = NominationSource(store)
        self.operations = OperationSource(store)
        self.document_list = DocumentSource(store)
        self._store = store
        self._service_factory = service_factory
        self._service: Service | None = None
        self._signing_in = asyncio.Lock()
        self._exits = contextlib.AsyncExitStack()
        self._keeper = Keeper(store)
        self._states: Hub[SyncState] = Hub()
        self._state = SyncState(last_finished_at=_moment(store.known(lambda known: known.fact(_FINISHED))))
        self._running: asyncio.Task[object] | None = None
        self._is_stopping = False
        self._failures = 0
        self._attempted_at: datetime | None = None
        self._was_checked = False
        self._told_at = 0.0

    async def aclose(self) -> None:
        """Leave the service; the store is closed by whoever opened it."""
        await self._close_writing()
        await self._keeper.aclose()
        await self._exits.aclose()
        if "documents" in self.__dict__:
            await asyncio.to_thread(self.documents.close)

    # News

    def subscribe(self, listener: Callable[[Changes], None]) -> Unsubscribe:
        """Hear which records changed."""
        return self._keeper.changes.subscribe(listener)

    def subscribe_sync(self, listener: Callable[[SyncState], None]) -> Unsubscribe:
        """Hear how synchronising stands."""
        return self._states.subscribe(listener)

    def subscribe_notices(self, listener: Callable[[str], None]) -> Unsubscribe:
        """Hear a sentence when the store had to mend itself; called from any thread."""
        return self._store.subscribe(listener)

    # Reading what was seen

    @property
    def sync_state(self) -> SyncState:
        """How synchronising stands."""
        return self._state

    def record(self, identifier: int) -> Record | None:
        """One record, gone or not; None for an id of another store."""
        return self._read_one(self._store.record(identifier))

    def records(self, reference: str) -> tuple[Record, ...]:
        """Every present record under a reference: drafts, nominations, operations."""
        return tuple(self._read(self._store.records(storable(reference))))

    def record_at(self, kind: str, reference: str, place: int) -> Record | None:
        """The one present record of a kind at a place among those that share a reference."""
        return self._read_one(self._store.record_at(kind, storable(reference), place))

    def stems(self, text: str, said: JsonObject) -> "tuple[Stem, ...]":
        """What a message that says this may be about; for a worker thread."""
        from bunkerdesk.desk.message_stems import stems

        return stems(self._store, self.nominations.rows, text, said)

    def related(self, record: Record) -> tuple[Record, ...]:
        """What else stands under its reference: the operation of a nomination and back."""
        return (
            tuple(other for other in self.records(record.reference) if other.id != record.id)
            if record.reference
            else ()
        )

    def reference_data(self, kind: str) -> list[JsonObject]:
        """A list of reference data as received: `fuel_types`, `operation_standards`, `company_entities`,

        `counterpart_entities`, `contracts`, `asset_operators` (one object). Empty where never seen.
        """
        kept = self._store.known(lambda known: known.reference_data(kind))
        if kept is None:
            return []
        try:
            value = jsontext.parse(kept[0])
        except jsontext.MalformedJson as error:
            self._store.begin_anew(str(error))
            return []
        return [item for item in (value if isinstance(value, list) else [value]) if isinstance(item, dict)]

    @cached_property
    def documents(self) -> "OperationDocuments":
        """The files of operations."""
        from bunkerdesk.desk.documents import OperationDocuments

        return OperationDocuments(self._store, self._keeper, self._signed_in)

    @cached_property
    def reviews(self) -> "Reviews":
        """Judging delivery notes."""
        from bunkerdesk.desk.reviews import Reviews

        return Reviews(self._store, self._keeper, partial(self.reference_data, "operation_standards"))

    def export_table(self, kind: str, identifiers: Sequence[int], subtitle: str) -> "Table":
        """Records as a table to export; `kind` is one of `export_records.KINDS`."""
        from bunkerdesk.desk.export_records import records_table

        return records_table(self._store, kind, identifiers, subtitle)

    @cached_property
    def change_log(self) -> ChangeLog:
        """What the service changed, to acknowledge; and the watched references."""

        async def work(write: Callable[[], Any]) -> None:
            await self._keeper.in_worker(write)
            self._keeper.tell(Changes(log=True))
            self._keeper.flush()

        return ChangeLog(self._store, work, now)

    @cached_property
    def schedule(self) -> ScheduleSource:
        """Which supplying asset is busy when."""
        return ScheduleSource(self._store)

    @cached_property
    def overview(self) -> "OverviewSource":
        """Figures over everything that is known."""
        from bunkerdesk.desk.overview import OverviewSource

        return OverviewSource(self._store)

    @cached_property
    def downloads(self) -> "DownloadQueue":
        """Files of any selection into folders."""
        from bunkerdesk.desk.download_items import Means
        from bunkerdesk.desk.downloads import DownloadQueue

        return DownloadQueue(Means(self._store, self._keeper, self._signed_in, self.documents, self.record))

    @property
    def has_downloads(self) -> bool:
        """Whether any download is kept, told without loading what downloads."""
        return bool(self._store.unsent.read("SELECT 1 FROM download LIMIT 1"))

    # Asking the service

    async def remember(self, references: Iterable[str], how: str) -> int:
        """Make references known, so that synchronising asks for them; answers how many were new.

        `how` tells where they come from: `imported`, `opened`, `created`, `event`, `example`.
        """
        names = [name for name in (storable(reference) for reference in references) if name.strip()]
        return await self._keeper.in_worker(lambda: self._store.remember(names, how, now()))

    async def open_reference(self, text: str) -> Opened:
        """What stands under a reference, from the store, else from the service; a problem where nothing does."""
        for reference in _spellings(text):
            records = self.records(reference)
            if records:
                return Opened(records)
        return await self._ask(_spellings(text))

    async def refresh(self, reference: str) -> Opened:
        """Ask the service for a reference, whatever the store has; offline, the store's records and the problem."""
        return await self._ask([reference])

    async def synchronise(self, *, everything: bool = False) -> bool:
        """Run once; False where a run is under way. Failures are in `sync_state`, never raised.

        `everything` asks for references too that are waiting because there was nothing, or nothing changes.
        """
        if self._state.running:
            return False
        progress = Progress(lambda: self._tell_progress(progress.done, progress.total))
        self._attempted_at = datetime.now(UTC)
        self._running, self._is_stopping = asyncio.current_task(), False
        self._set_state(replace(self._state, running=True, done=0, total=0))
        try:
            await self._check_store()
            service = await self._signed_in()
            from bunkerdesk.desk.synchronising import Run

            await Run(service, self._store, self._keeper, progress).all(everything=everything)
            await self._keep_finished()
        except asyncio.CancelledError:
            self._set_state(replace(self._state, running=False))
            if not self._is_stopping:
                raise
            if self._running:
                self._running.uncancel()
        except Exception as error:  # noqa: BLE001  the background run ends in a state, never in a traceback
            self._finished(progress.problems, error)
        else:
            self._finished(progress.problems, None)
        finally:
            self._running = None
            self._keeper.flush()
        return True

    @property
    def is_synchronising(self) -> bool:
        """Whether a run is under way."""
        return self._state.running

    def stop_synchronising(self) -> None:
        """Stop the run soon; what was read stays, and `synchronise` returns as if done."""
        if self._running:
            self._is_stopping = True
            self._running.cancel()

    def due(self, moment: datetime | None = None) -> bool:
        """Whether it is time to synchronise: every two minutes, after a failure sooner and then less and less often."""
        if self._state.running:
            return False
        if self._attempted_at is None:
            return True
        wait = min(FIRST_RETRY * 2 ** min(self._failures - 1, 10), INTERVAL) if self._failures else INTERVAL
        passed = (moment or datetime.now(UTC)) - self._attempted_at
        return passed >= wait or passed < timedelta(0)  # a clock set back must not stop it for hours

    # Inside

    async def _signed_in(self) -> Service:
        async with self._signing_in:
            if self._service is None:
                # The client and its HTTP library take a tenth of a second to load: not on the thread that draws.
                for module in ("bunkerdesk.desk.synchronising", "bunkerdesk.api.transport"):
                    await self._keeper.in_worker(partial(importlib.import_module, module))
                self._service = await self._exits.enter_async_context(self._service_factory())
            return self._service

    async def _keep_finished(self) -> None:
        text = datetime.now(UTC).isoformat()
        await self._keeper.in_worker(lambda: self._store.known(lambda known: known.keep_fact(_FINISHED, text)))

    async def _check_store(self) -> None:
        """Once a run of the program: damage shows before it is built upon."""
        if not self._was_checked:
            await self._keeper.mend()
            self._was_checked = True

    async def _ask(self, references: Sequence[str]) -> Opened:
        problem: Problem | None = None
        for reference in references:
            try:
                service = await self._signed_in()
                from bunkerdesk.desk.synchronising import read_answer

                kinds: tuple[Kind, Kind] = ("nomination", "operation")
                results = await asyncio.gather(
                    *(read_answer(service, self._keeper, kind, reference) for kind in kinds), return_exceptions=True
                )
                await self._keep_opened(reference, [result for result in results if isinstance(result, Answer)])
                errors = [result for result in results if not isinstance(result, Answer)]
            except Exception as error:  # noqa: BLE001  whatever goes wrong is said, and what was seen stays
                errors = [error]
            problem = problem or (explain(errors[0]) if errors else None)
            records = self.records(reference)
            if records:
                return Opened(records, problem)
        return Opened(problem=problem or not_found(references[-1] if references else "without a name"))

    async def _keep_opened(self, reference: str, answers: Sequence[Answer]) -> None:
        if any(answer.objects for answer in answers):
            await self.remember([reference], "opened")
        elif not self.records(reference):
            return  # a mistyped reference leaves no trace
        await self._keeper.keep(answers)
        self._keeper.flush()

    def _read_one(self, stored: StoredRecord | None) -> Record | None:
        return next(iter(self._read([stored] if stored else [])), None)

    def _read(self, stored: Iterable[StoredRecord]) -> list[Record]:
        """Records read back; one that is no JSON any more is a sign of damage."""
        records = []
        for item in stored:
            try:
                records.append(Record.of(item))
            except ValueError as error:
                self._store.begin_anew(type(error).__name__)
                self._keeper.tell(Changes(everything=True))
                return []
        return records

    def _finished(self, problems: Sequence[Problem], error: Exception | None) -> None:
        from bunkerdesk.api.errors import Unreachable

        moment = datetime.now(UTC)
        cause: BaseException | None = error
        while isinstance(cause, BaseExceptionGroup):
            cause = cause.exceptions[0]
        self._failures = self._failures + 1 if cause else 0
        first = explain(cause) if cause else (problems[0] if problems else None)
        is_offline = isinstance(cause, Unreachable)
        if self._state.offline_since and not is_offline:
            self._network_is_back()
        self._set_state(
            SyncState(
                last_finished_at=self._state.last_finished_at if cause else moment,
                offline_since=(self._state.offline_since or moment) if is_offline else None,
                problem=first,
                problems=tuple(problems),
            )
        )

    def _tell_progress(self, done: int, total: int) -> None:
        moment = asyncio.get_running_loop().time()
        self._state = replace(self._state, done=done, total=total)
        if moment - self._told_at >= _STEP:
            self._told_at = moment
            self._states.publish(self._state)

    def _set_state(self, state: SyncState) -> None:
        self._state = state
        self._states.publish(state)


def _spellings(text: str) -> list[str]:
    """The exact text, then without the blanks that come with copying."""
    return [spelling for spelling in dict.fromkeys((text, text.strip())) if spelling.strip()]


def _moment(text: str | None) -> datetime | None:
    with contextlib.suppress(TypeError, ValueError):
        return datetime.fromisoformat(text or "")
    return None
