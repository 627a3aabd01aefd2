"""Figures over everything that is known: what is due, late or clashing, what was delivered, what is missing.

Read in a worker thread. What nominations tell comes from the worklist's table. An operation is read once and again
when it, or a nomination under its reference, has changed; its facts are kept as plain tuples of plain values, which
the garbage collector need not walk through: over 100,000 objects that would stop the window for 400 ms.
"""

import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from datetime import time as clock

from bunkerdesk.cache import Store, StoredRecord
from bunkerdesk.contract.enums import NominationStatus
from bunkerdesk.contract.nomination import NominationBody
from bunkerdesk.contract.operation import Operation
from bunkerdesk.desk.lists import ListQuery
from bunkerdesk.desk.overview_facts import Operated, Packed, operated
from bunkerdesk.desk.overview_figures import NONE, DayLoad, Ids, Overview, Period
from bunkerdesk.desk.overview_sums import Sums
from bunkerdesk.desk.record import MODELS
from bunkerdesk.desk.schedule import ScheduleSource
from bunkerdesk.desk.sources import NominationSource, OperationSource

DAYS_AHEAD = 8
"""Today and the next seven days."""
NOT_LATE = frozenset({NominationStatus.OPERATION_STARTED.value, NominationStatus.CANCELLED.value})
"""Nominations that are under way or off are not late, however long ago their time was."""
WIDEST_OFFSET = timedelta(hours=26)
"""A port's day begins and ends at most this long before and after the same day in UTC."""
BREATH = 8
_SCREEN = 500

_Known = tuple[tuple[int, int, int], Packed | None]
"""The stamp of an operation and its facts; None for one in a shape that cannot be read."""


class OverviewSource:
    """Reads the figures of one store; from one thread at a time, others wait."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._nominations = NominationSource(store)
        self._operations = OperationSource(store)
        self._schedule = ScheduleSource(store)
        self._known: dict[int, _Known] = {}
        self._lock = threading.Lock()

    def head(self, now: datetime) -> Overview:
        """What the lists tell, at once; nothing is added up yet. Blocks."""
        off = frozenset({NominationStatus.CANCELLED.value})
        missing, lacking = self._store.document_states(lambda states: states.missing())
        return Overview(
            today=now.date(),
            is_whole=False,
            days=self._days(now.date()),
            nominations=self._nominations.count(ListQuery()),
            operations=self._operations.count(ListQuery()),
            late=self._without(NOT_LATE, window=(None, now)),
            clashing=self._schedule.clashes(now).ahead_ids,
            drafts=self._without(off, kind="draft"),
            missing=frozenset(missing),
            missing_at=lacking,
        )

    def read(self, now: datetime, period: Period, is_stopped: Callable[[], bool] = lambda: False) -> Overview | None:
        """The figures at a moment (aware, with the desk's zone); None where stopped. Blocks."""
        with self._lock:
            for _ in self._refresh(now):
                if is_stopped():
                    return None
            sums = Sums(*period.days(now.date()), [facts for _, facts in self._known.values() if facts])
            for count, (_, facts) in enumerate(self._known.values()):
                if facts is not None:
                    sums.add(Operated.unpacked(facts))
                if not count % _SCREEN:
                    _breathe()
        return sums.overview(self.head(now))

    # What nominations tell

    def _without(
        self,
        statuses: frozenset[str],
        *,
        kind: str = "",
        window: tuple[datetime | None, datetime | None] = (None, None),
    ) -> Ids:
        """Ids of drafts and nominations in any other status, of a kind, within a window."""
        every = frozenset(value for value, _, _ in self._nominations.facet("status"))
        values = {"status": every - statuses} | ({"kind": frozenset({kind})} if kind else {})
        return frozenset(self._nominations.head(ListQuery(values=values, window=window), -1))

    def _days(self, today: date) -> tuple[DayLoad, ...]:
        loads: list[dict[tuple[str, str], Ids]] = [{} for _ in range(DAYS_AHEAD)]
        first = datetime.combine(today, clock(), UTC)
        window = (first - WIDEST_OFFSET, first + timedelta(days=DAYS_AHEAD) + WIDEST_OFFSET)
        ids = self._nominations.head(ListQuery(window=window), -1)
        for start in range(0, len(ids), _SCREEN):
            for row in self._nominations.rows(ids[start : start + _SCREEN]).values():
                place = (row.bunkering.date() - today).days if row.bunkering is not None else -1
                if 0 <= place < DAYS_AHEAD and row.status != NominationStatus.CANCELLED:
                    key = (row.kind, row.status)
                    loads[place][key] = loads[place].get(key, NONE) | {row.id}
        return tuple(DayLoad(today + timedelta(days=place), load) for place, load in enumerate(loads))

    # What operations tell

    def _refresh(self, now: datetime) -> Iterator[None]:
        """Read the operations that are new, have changed, or whose nominations have."""
        stamps = self._store.operation_stamps()
        for identifier in self._known.keys() - stamps.keys():
            del self._known[identifier]
        count = 0
        for identifier, stamp in stamps.items():
            known = self._known.get(identifier)
            if known is not None and known[0] == stamp:
                continue
            self._learn(identifier, stamp, now)
            count += 1
            if not count % BREATH:
                _breathe()
            yield

    def _learn(self, identifier: int, stamp: tuple[int, int, int], now: datetime) -> None:
        stored = self._store.record(identifier)
        if stored is None:
            return
        try:
            facts = self._facts(stored, now).packed()
        except Exception:  # noqa: BLE001  one odd answer must not cost the figures of all others
            facts = None
        self._known[identifier] = (stamp, facts)

    def _facts(self, stored: StoredRecord, now: datetime) -> Operated:
        beside = self._store.records(stored.reference)
        firm = [one for one in beside if one.kind == "nomination"]
        bodies = [MODELS[one.kind].read_json(one.raw) for one in firm or beside if one.kind != "operation"]
        nominations = [body for body in bodies if isinstance(body, NominationBody)]
        return operated(stored.id, Operation.read_json(stored.raw), nominations, now)


def _breathe() -> None:
    time.sleep(0.0005)  # the window draws meanwhile
