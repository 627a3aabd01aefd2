"""Figures over everything that is known: what is due, late or clashing, what was delivered, what is missing.

Read in a worker thread. A record is read once and again when it has changed; the figures are added up anew.
"""

import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from enum import StrEnum, auto

from bunkerdesk.cache import Store, StoredRecord
from bunkerdesk.contract import jsontext
from bunkerdesk.contract.nomination import Draft, Nomination, NominationBody
from bunkerdesk.contract.operation import Operation
from bunkerdesk.desk.overview_facts import Delivered, Nominated, Operated, essence, nominated, operated
from bunkerdesk.desk.record import MODELS
from bunkerdesk.rules.measurements import ARITHMETIC
from bunkerdesk.rules.schedule import Occupation, clashing

DAYS_AHEAD = 8
"""Today and the next seven days."""
BREATH = 20
NOT_NAMED = "Not named"

Ids = frozenset[int]
NONE: Ids = frozenset()


class Period(StrEnum):
    """Which deliveries are added up; days are the desk's, today included."""

    WEEK = auto()
    MONTH = auto()
    YEAR = auto()
    ALL = auto()

    def first_day(self, today: date) -> date | None:
        """The first day of it; None where it has none."""
        match self:
            case Period.WEEK:
                return today - timedelta(days=6)
            case Period.MONTH:
                return today - timedelta(days=29)
            case Period.YEAR:
                return today.replace(month=1, day=1)
            case Period.ALL:
                return None


@dataclass(frozen=True, slots=True)
class DayLoad:
    """The nominations of one day on the ports' clocks, by kind and status."""

    day: date
    ids: Mapping[tuple[str, str], Ids]


@dataclass(frozen=True, slots=True)
class Total:
    """A figure and the operations behind it; `left_out` notes did not tell theirs."""

    label: str
    value: Decimal = Decimal(0)
    ids: Ids = NONE
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class Against:
    """A fuel's nominated range beside what was delivered, in tonnes, over notes that have both."""

    label: str
    low: Decimal
    high: Decimal
    delivered: Decimal
    ids: Ids


@dataclass(frozen=True, slots=True)
class Carbon:
    """Carbon dioxide of one kind of fuel by its factor, in tonnes."""

    label: str
    tonnes: Decimal
    carbon_dioxide: Decimal
    factor: Decimal
    confidence: str
    source: str
    ids: Ids


@dataclass(frozen=True, slots=True)
class Overview:
    """All figures at one moment."""

    today: date
    days: tuple[DayLoad, ...] = ()
    nominations: int = 0
    operations: int = 0
    late: Ids = NONE
    clashing: Ids = NONE
    drafts: Ids = NONE
    missing: Ids = NONE
    missing_papers: int = 0
    protests: Ids = NONE
    notes: int = 0
    delivered: Total = Total("Delivered")
    gas: Total = Total("LNG energy")
    bio: Total = Total("Biofuel")
    carbon_dioxide: Total = Total("CO2")
    by_fuel: tuple[Total, ...] = ()
    by_port: tuple[Total, ...] = ()
    by_counterparty: tuple[Total, ...] = ()
    by_month: tuple[Total, ...] = ()
    """Months as `2026-11`, in order, gaps included."""
    against: tuple[Against, ...] = ()
    by_factor: tuple[Carbon, ...] = ()


@dataclass(slots=True)
class _Known:
    """A record's facts with the moment of its last change."""

    changed_at: int
    reference: str
    facts: Nominated | Operated | None


class OverviewSource:
    """Reads the figures of one store; from one thread at a time, others wait."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[int, _Known] = {}
        self._lock = threading.Lock()

    def read(self, now: datetime, period: Period, is_stopped: Callable[[], bool] = lambda: False) -> Overview | None:
        """The figures at a moment (aware, with the desk's zone); None where stopped. Blocks."""
        with self._lock:
            for _ in self._refresh(now):
                if is_stopped():
                    return None
            facts = [known.facts for known in self._known.values()]
        today = now.date()
        return _figures(
            [one for one in facts if isinstance(one, Nominated)],
            [one for one in facts if isinstance(one, Operated)],
            now,
            (period.first_day(today), today),
        )

    def _refresh(self, now: datetime) -> Iterator[None]:
        """Read what is new or has changed; an operation also when a nomination under its reference has."""
        stamps = {identifier: (kind, changed) for identifier, kind, changed in self._store.stamps()}
        touched: set[str] = set()
        for identifier in self._known.keys() - stamps.keys():
            touched.add(self._known.pop(identifier).reference)
        nominations = [
            key for key, (kind, changed) in stamps.items() if kind != "operation" and self._is_new(key, changed)
        ]
        for count, identifier in enumerate(nominations):
            touched.add(self._learn(identifier, now))
            _breathe(count)
            yield
        for count, (identifier, (kind, changed)) in enumerate(stamps.items()):
            if kind != "operation":
                continue
            known = self._known.get(identifier)
            if known is None or known.changed_at != changed or known.reference in touched:
                self._learn(identifier, now)
                _breathe(count)
                yield

    def _is_new(self, identifier: int, changed: int) -> bool:
        known = self._known.get(identifier)
        return known is None or known.changed_at != changed

    def _learn(self, identifier: int, now: datetime) -> str:
        stored = self._store.record(identifier)
        if stored is None:
            return ""
        try:
            facts = self._facts(stored, now)
        except Exception:  # noqa: BLE001  one odd answer must not cost the figures of all others
            facts = None
        self._known[identifier] = _Known(stored.changed_at, stored.reference, facts)
        return stored.reference

    def _facts(self, stored: StoredRecord, now: datetime) -> Nominated | Operated:
        if stored.kind == "operation":
            beside = self._store.records(stored.reference)
            firm = [one for one in beside if one.kind == "nomination"]
            bodies = [MODELS[one.kind].read_json(one.raw) for one in firm or beside if one.kind != "operation"]
            nominations = [body for body in bodies if isinstance(body, NominationBody)]
            return operated(stored.id, stored.reference, Operation.read_json(stored.raw), nominations, now)
        raw = essence(jsontext.parse(stored.raw))
        body = Draft.read(raw) if stored.kind == "draft" else Nomination.read(raw)
        return nominated(stored.id, stored.kind, stored.reference, body)


def _breathe(count: int) -> None:
    if count % BREATH == 0:
        time.sleep(0.0005)  # the window draws meanwhile


# Adding up


@dataclass
class _Sum:
    value: Decimal = Decimal(0)
    ids: set[int] = field(default_factory=set)
    left_out: int = 0

    def add(self, value: Decimal | None, identifier: int) -> None:
        if value is None:
            self.left_out += 1
        else:
            self.value = ARITHMETIC.add(self.value, value)
            self.ids.add(identifier)

    def total(self, label: str) -> Total:
        return Total(label, self.value, frozenset(self.ids), self.left_out)


Span = tuple[date | None, date]
Note = tuple[Operated, Delivered]


def _figures(nominations: list[Nominated], operations: list[Operated], now: datetime, span: Span) -> Overview:
    first, today = span
    present = [one for one in nominations if not one.is_off]
    notes = [
        (operation, note)
        for operation in operations
        for note in operation.deliveries
        if first is None or (note.day is not None and first <= note.day <= today)
    ]
    partner = _counterparty(operations)
    return Overview(
        today=today,
        days=_days(present, today),
        nominations=len(nominations),
        operations=len(operations),
        late=frozenset(one.id for one in present if one.is_late(now)),
        clashing=_clashing(one.hold for one in present if one.hold is not None and one.hold.free_at >= now),
        drafts=frozenset(one.id for one in present if one.kind == "draft"),
        missing=frozenset(one.id for one in operations if one.missing),
        missing_papers=sum(one.missing for one in operations),
        protests=frozenset(one.id for one in operations if one.has_protest),
        notes=len(notes),
        delivered=_total("Delivered", ((one.id, note.tonnes) for one, note in notes)),
        gas=_total("LNG energy", ((one.id, note.gas_mwh) for one, note in notes if note.is_gas)),
        bio=_total("Biofuel", ((one.id, note.bio_tonnes) for one, note in notes if note.bio_tonnes is not None)),
        carbon_dioxide=_total("CO2", ((one.id, note.carbon_dioxide) for one, note in notes)),
        by_fuel=_grouped(notes, lambda one, note: note.fuel),
        by_port=_grouped(notes, lambda one, note: one.port or NOT_NAMED),
        by_counterparty=_grouped(notes, lambda one, note: partner(one) or NOT_NAMED),
        by_month=_months(notes),
        against=_against(notes),
        by_factor=_carbon(notes),
    )


def _counterparty(operations: Iterable[Operated]) -> Callable[[Operated], str]:
    """The other side: the desk's own company is the one that stands in all operations."""
    known = list(operations)
    suppliers, receivers = ({one.supplier for one in known}, {one.receiver for one in known})
    if len(suppliers) > len(receivers):
        return lambda one: one.supplier
    return lambda one: one.receiver


def _clashing(holds: Iterable[Occupation]) -> Ids:
    """Asset by asset: sorting all at once would keep other threads out for as long as it takes."""
    by_asset: dict[str, list[Occupation]] = defaultdict(list)
    for hold in holds:
        by_asset[hold.asset].append(hold)
    return frozenset(key for group in by_asset.values() for key in clashing(group) if isinstance(key, int))


def _days(nominations: Iterable[Nominated], today: date) -> tuple[DayLoad, ...]:
    loads: list[dict[tuple[str, str], set[int]]] = [defaultdict(set) for _ in range(DAYS_AHEAD)]
    for one in nominations:
        if one.begin is not None and 0 <= (place := (one.begin.date() - today).days) < DAYS_AHEAD:
            loads[place][one.kind, one.status].add(one.id)
    return tuple(
        DayLoad(today + timedelta(days=place), {key: frozenset(ids) for key, ids in load.items()})
        for place, load in enumerate(loads)
    )


def _total(label: str, values: Iterable[tuple[int, Decimal | None]]) -> Total:
    sum_ = _Sum()
    for identifier, value in values:
        sum_.add(value, identifier)
    return sum_.total(label)


def _grouped(notes: Iterable[Note], label: Callable[[Operated, Delivered], str]) -> tuple[Total, ...]:
    sums: dict[str, _Sum] = defaultdict(_Sum)
    for one, note in notes:
        if note.tonnes is not None:
            sums[label(one, note)].add(note.tonnes, one.id)
    totals = [sum_.total(name) for name, sum_ in sums.items()]
    return tuple(sorted(totals, key=lambda total: (-total.value, total.label)))


def _months(notes: Iterable[Note]) -> tuple[Total, ...]:
    sums: dict[tuple[int, int], _Sum] = defaultdict(_Sum)
    for one, note in notes:
        if note.tonnes is not None and note.day is not None:
            sums[note.day.year, note.day.month].add(note.tonnes, one.id)
    if not sums:
        return ()
    months = []
    year, month = min(sums)
    # A typing error in a year must not make ten thousand bars.
    for _ in range(MOST_MONTHS):
        months.append((year, month))
        if (year, month) >= max(sums):
            break
        year, month = (year + 1, 1) if month == 12 else (year, month + 1)
    else:
        months = sorted(sums)[-MOST_MONTHS:]
    return tuple(sums[key].total(f"{key[0]}-{key[1]:02}") for key in months)


MOST_MONTHS = 60


def _against(notes: Iterable[Note]) -> tuple[Against, ...]:
    sums: dict[str, tuple[_Sum, _Sum, _Sum]] = defaultdict(lambda: (_Sum(), _Sum(), _Sum()))
    counted: set[tuple[int, int | None]] = set()
    for one, note in notes:
        if note.low is None or note.high is None or note.tonnes is None:
            continue
        low, high, given = sums[note.fuel]
        given.add(note.tonnes, one.id)
        if (one.id, note.place) not in counted:  # one fuel may come in several notes
            counted.add((one.id, note.place))
            low.add(note.low, one.id)
            high.add(note.high, one.id)
    found = [
        Against(label, low.value, high.value, given.value, frozenset(given.ids))
        for label, (low, high, given) in sums.items()
    ]
    return tuple(sorted(found, key=lambda one: (-one.delivered, one.label)))


def _carbon(notes: Iterable[Note]) -> tuple[Carbon, ...]:
    sums: dict[str, tuple[_Sum, _Sum]] = defaultdict(lambda: (_Sum(), _Sum()))
    factors = {}
    for one, note in notes:
        if note.factor is not None and note.tonnes is not None:
            factors[note.factor.fuel] = note.factor
            tonnes, carbon = sums[note.factor.fuel]
            tonnes.add(note.tonnes, one.id)
            carbon.add(note.carbon_dioxide, one.id)
    found = []
    for label, (tonnes, carbon) in sums.items():
        factor = factors[label]
        found.append(
            Carbon(
                label,
                tonnes.value,
                carbon.value,
                factor.carbon,
                factor.confidence,
                factor.source,
                frozenset(carbon.ids),
            )
        )
    return tuple(sorted(found, key=lambda one: (-one.carbon_dioxide, one.label)))


def local_now() -> datetime:
    """The moment in the desk's zone."""
    return datetime.now(UTC).astimezone()
