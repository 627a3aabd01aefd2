"""What the overview tells, as plain figures: each with the ids of the records behind it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from enum import StrEnum, auto

Ids = frozenset[int]
NONE: Ids = frozenset()


class Period(StrEnum):
    """Which deliveries are added up; days are the desk's, today included."""

    WEEK = auto()
    MONTH = auto()
    """Thirty days."""
    THIS_MONTH = auto()
    LAST_MONTH = auto()
    """The calendar's."""
    YEAR = auto()
    ALL = auto()

    def days(self, today: date) -> tuple[date | None, date]:
        """The first and the last day of it; None where it has no beginning."""
        match self:
            case Period.WEEK:
                return today - timedelta(days=6), today
            case Period.MONTH:
                return today - timedelta(days=29), today
            case Period.THIS_MONTH:
                return today.replace(day=1), today
            case Period.LAST_MONTH:
                last = today.replace(day=1) - timedelta(days=1)
                return last.replace(day=1), last
            case Period.YEAR:
                return today.replace(month=1, day=1), today
            case Period.ALL:
                return None, today


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
    is_whole: bool = True
    """Whether the operations are added up; what needs a person and the days ahead are known long before."""
    days: tuple[DayLoad, ...] = ()
    nominations: int = 0
    operations: int = 0
    late: Ids = NONE
    clashing: Ids = NONE
    drafts: Ids = NONE
    missing: Ids = NONE
    """Lines of the list of documents: required papers that are not there."""
    missing_at: int = 0
    """Operations that lack one."""
    protests: Ids = NONE
    notes: int = 0
    repeated: int = 0
    """Notes left out because their operation holds them twice, word for word."""
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


def local_now() -> datetime:
    """The moment in the desk's zone."""
    return datetime.now(UTC).astimezone()
