"""One connection at work: its desk, the two lists, and synchronising in the background."""

from collections.abc import Callable
from datetime import UTC, datetime

from PySide6.QtCore import QObject, QTimer, Signal

from bunkerdesk.cache import Store
from bunkerdesk.desk.changes import Changes
from bunkerdesk.desk.changes import SyncState as DeskState
from bunkerdesk.desk.connections import Connection
from bunkerdesk.desk.desk import Desk
from bunkerdesk.desk.lists import ListQuery, NominationRow, OperationRow
from bunkerdesk.desk.service import ServiceFactory
from bunkerdesk.models.columns import nomination_columns, operation_columns
from bunkerdesk.models.record_list import RecordListModel
from bunkerdesk.models.sync_status import SyncPhase, SyncState, SyncStatus
from bunkerdesk.runtime.changes import ChangeHub
from bunkerdesk.runtime.clock import utc_now
from bunkerdesk.runtime.reporting import ProblemReporter
from bunkerdesk.runtime.tasks import TaskScope

SYNCHRONISE = "synchronise"
ASK_EVERY_MS = 5_000
"""How often the desk is asked whether it is time; it decides by itself."""

SYNC_PROBLEM = "synchronising"


class Session(QObject):
    """Owns the desk and what listens to it; the store is closed with it."""

    changed = Signal(object)
    """`Changes`, at most one for each turn of the loop."""
    noticed = Signal(str)
    """A sentence of the store about how it mended itself."""

    def __init__(
        self,
        connection: Connection,
        store: Store,
        service_factory: ServiceFactory,
        reporter: ProblemReporter,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.connection = connection
        self.desk = Desk(connection, store, service_factory)
        self.scope = TaskScope(self)
        self.scope.failed.connect(reporter.report_exception)
        self.status = SyncStatus(self)
        self.nominations: RecordListModel[NominationRow] = RecordListModel(
            self.desk.nominations, nomination_columns(utc_now), self
        )
        self.operations: RecordListModel[OperationRow] = RecordListModel(
            self.desk.operations, operation_columns(utc_now), self
        )
        self._store = store
        self._reporter = reporter
        self._was_stopped = False
        self._hub = ChangeHub(_merged, self)
        self._hub.changed.connect(self._on_changed)
        self._endings: list[Callable[[], None]] = [
            self.desk.subscribe(self._hub.publish),
            self.desk.subscribe_sync(self._on_sync_state),
            self.desk.subscribe_notices(self.noticed.emit),
        ]
        for model in (self.nominations, self.operations):
            model.failed.connect(reporter.report_exception)
        self._timer = QTimer(self, interval=ASK_EVERY_MS)
        self._timer.timeout.connect(self._on_timer_timeout)
        self._on_sync_state(self.desk.sync_state)

    @property
    def is_synchronising(self) -> bool:
        """Whether a run is under way."""
        return self.scope.is_running(SYNCHRONISE)

    def begin(self) -> None:
        """Synchronise now, and from here on whenever it is due."""
        self._timer.start()
        self.synchronise()

    def synchronise(self, *, everything: bool = False) -> None:
        """Start a run unless one is under way."""
        self._was_stopped = False
        self.scope.start(SYNCHRONISE, self._synchronise(everything), replace=False)

    def stop_synchronising(self) -> None:
        """Stop the run; what was read stays."""
        self._was_stopped = self.is_synchronising
        self.scope.cancel(SYNCHRONISE)

    async def close(self) -> None:
        """Stop everything, leave the service, close the store."""
        self._timer.stop()
        for end in self._endings:
            end()
        self.nominations.close()
        self.operations.close()
        self.scope.close()
        await self.scope.settle()
        await self.desk.aclose()
        self._store.close()

    async def _synchronise(self, everything: bool) -> None:
        await self.desk.synchronise(everything=everything)

    def _on_timer_timeout(self) -> None:
        if self.desk.due(datetime.now(UTC)):
            self.synchronise()

    def _on_changed(self, changes: Changes) -> None:
        touched = None if changes.everything else changes.records
        for model in (self.nominations, self.operations):
            model.refresh(touched)
        if not self.status.state.has_seen:
            self._tell(self.desk.sync_state)  # one opened by its reference is the first that was seen
        self.changed.emit(changes)

    def _on_sync_state(self, state: DeskState) -> None:
        self._tell(state)
        if state.running:
            return
        if state.problem is not None and state.offline_since is None:
            self._reporter.report(state.problem, SYNC_PROBLEM)
        elif state.problem is None:
            self._reporter.clear(SYNC_PROBLEM)

    def _tell(self, state: DeskState) -> None:
        self.status.set_state(
            SyncState(
                phase=_phase(state, was_stopped=self._was_stopped),
                synchronised_at=state.last_finished_at,
                offline_since=state.offline_since,
                done=state.done,
                total=state.total,
                has_seen=any(source.head(ListQuery(), 1) for source in (self.desk.nominations, self.desk.operations)),
            )
        )


def _merged(one: Changes, other: Changes) -> Changes:
    return one | other


def _phase(state: DeskState, *, was_stopped: bool) -> SyncPhase:
    if state.running:
        return SyncPhase.RUNNING
    if state.offline_since is not None:
        return SyncPhase.OFFLINE
    if was_stopped:
        return SyncPhase.STOPPED
    if state.problem is not None and not state.problems:
        return SyncPhase.FAILED
    return SyncPhase.DONE if state.last_finished_at else SyncPhase.NEVER
