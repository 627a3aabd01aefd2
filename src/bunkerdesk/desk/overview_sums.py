"""Adding up what operations tell for the overview: one operation after the other, nothing kept but the sums."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal

from bunkerdesk.desk.overview_facts import RECEIVER, SUPPLIER, Delivered, Operated, Packed
from bunkerdesk.desk.overview_figures import Against, Carbon, Overview, Total
from bunkerdesk.rules.measurements import ARITHMETIC
from bunkerdesk.rules.notes.emissions import Factor

MOST_MONTHS = 60
NOT_NAMED = "Not named"


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


@dataclass
class _Range:
    low: _Sum = field(default_factory=_Sum)
    high: _Sum = field(default_factory=_Sum)
    given: _Sum = field(default_factory=_Sum)


class Sums:
    """The sums of a period; `first` is None where it has no beginning."""

    def __init__(self, first: date | None, last: date, known: Iterable[Packed]) -> None:
        self._first, self._last = first, last
        self._is_supplied = _is_supplied(known)
        self._protests: set[int] = set()
        self._notes = 0
        self._repeated = 0
        self._delivered, self._gas, self._bio, self._carbon = _Sum(), _Sum(), _Sum(), _Sum()
        self._by_fuel: dict[str, _Sum] = defaultdict(_Sum)
        self._by_port: dict[str, _Sum] = defaultdict(_Sum)
        self._by_counterparty: dict[str, _Sum] = defaultdict(_Sum)
        self._by_month: dict[tuple[int, int], _Sum] = defaultdict(_Sum)
        self._against: dict[str, _Range] = defaultdict(_Range)
        self._by_factor: dict[Factor, tuple[_Sum, _Sum]] = defaultdict(lambda: (_Sum(), _Sum()))

    def add(self, one: Operated) -> None:
        """Add an operation."""
        if one.has_protest:
            self._protests.add(one.id)
        ranged: set[int | None] = set()
        for note in one.deliveries:
            if self._first is None or (note.day is not None and self._first <= note.day <= self._last):
                self._add_note(one, note, ranged)

    def overview(self, head: Overview) -> Overview:
        """All figures, those of nominations taken from `head`."""
        return replace(
            head,
            is_whole=True,
            protests=frozenset(self._protests),
            notes=self._notes,
            repeated=self._repeated,
            delivered=self._delivered.total("Delivered"),
            gas=self._gas.total("LNG energy"),
            bio=self._bio.total("Biofuel"),
            carbon_dioxide=self._carbon.total("CO2"),
            by_fuel=_largest_first(self._by_fuel),
            by_port=_largest_first(self._by_port),
            by_counterparty=_largest_first(self._by_counterparty),
            by_month=_months(self._by_month),
            against=self._ranges(),
            by_factor=self._factors(),
        )

    def _add_note(self, one: Operated, note: Delivered, ranged: set[int | None]) -> None:
        if note.is_repeated:
            self._repeated += 1
            return
        self._notes += 1
        self._delivered.add(note.tonnes, one.id)
        self._carbon.add(note.carbon_dioxide, one.id)
        if note.is_gas:
            self._gas.add(note.gas_mwh, one.id)
        if note.bio_tonnes is not None:
            self._bio.add(note.bio_tonnes, one.id)
        if note.tonnes is not None:
            self._add_tonnes(one, note, note.tonnes, ranged)

    def _add_tonnes(self, one: Operated, note: Delivered, tonnes: Decimal, ranged: set[int | None]) -> None:
        partner = one.supplier if self._is_supplied else one.receiver
        self._by_fuel[note.fuel].add(tonnes, one.id)
        self._by_port[one.port or NOT_NAMED].add(tonnes, one.id)
        self._by_counterparty[partner or NOT_NAMED].add(tonnes, one.id)
        if note.day is not None:
            self._by_month[note.day.year, note.day.month].add(tonnes, one.id)
        if note.low is not None and note.high is not None:
            against = self._against[note.fuel]
            against.given.add(tonnes, one.id)
            if note.place not in ranged:  # one fuel may come in several notes
                ranged.add(note.place)
                against.low.add(note.low, one.id)
                against.high.add(note.high, one.id)
        if note.factor is not None:
            burned, made = self._by_factor[note.factor]
            burned.add(tonnes, one.id)
            made.add(note.carbon_dioxide, one.id)

    def _ranges(self) -> tuple[Against, ...]:
        found = [
            Against(label, one.low.value, one.high.value, one.given.value, frozenset(one.given.ids))
            for label, one in self._against.items()
        ]
        return tuple(sorted(found, key=lambda one: (-one.delivered, one.label)))

    def _factors(self) -> tuple[Carbon, ...]:
        found = [
            Carbon(
                factor.fuel,
                burned.value,
                made.value,
                factor.carbon,
                factor.confidence,
                factor.source,
                frozenset(made.ids),
            )
            for factor, (burned, made) in self._by_factor.items()
        ]
        return tuple(sorted(found, key=lambda one: (-one.carbon_dioxide, one.label)))


def _is_supplied(known: Iterable[Packed]) -> bool:
    """Whether this desk receives: its own company is the one that stands in all operations."""
    suppliers, receivers = set(), set()
    for facts in known:
        suppliers.add(facts[SUPPLIER])
        receivers.add(facts[RECEIVER])
    return len(suppliers) > len(receivers)


def _largest_first(sums: dict[str, _Sum]) -> tuple[Total, ...]:
    totals = [sum_.total(name) for name, sum_ in sums.items()]
    return tuple(sorted(totals, key=lambda total: (-total.value, total.label)))


def _months(sums: dict[tuple[int, int], _Sum]) -> tuple[Total, ...]:
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
    empty = _Sum()
    return tuple(sums.get(key, empty).total(f"{key[0]}-{key[1]:02}") for key in months)
