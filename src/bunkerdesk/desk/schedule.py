"""What the schedule board draws: when supplying assets are busy, and which nominations clash."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from bunkerdesk.cache import WORKLIST, Busy, ScheduleLine, Store
from bunkerdesk.contract.enums import NominationStatus
from bunkerdesk.contract.resource import Timestamp
from bunkerdesk.desk.lines import from_microseconds, microseconds, timestamp
from bunkerdesk.rules import schedule

SETTLED = frozenset({NominationStatus.CANCELLED.value, NominationStatus.OPERATION_STARTED.value})
"""A bunkering time in these states is not moved any more."""
MOST_NAMED = 8
KEPT = timedelta(days=31)
"""For how long a clash is still marked when both are over."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A draft or nomination with a bunkering time. `start`, `end`, `free_at` and `laycan` are microseconds UTC.

    `free_at` is the end with the buffer time; `laycan` is None where it is derived.
    """

    id: int
    kind: str
    reference: str
    status: str
    vessel: str
    port_code: str
    port_name: str
    bunkering: Timestamp
    duration_minutes: int | None
    fuels: str
    quantity: str
    receiver: str
    asset: str
    asset_imo: int | None
    asset_key: str
    start: int
    end: int
    free_at: int
    laycan: tuple[int, int] | None

    @property
    def can_move(self) -> bool:
        """Whether its time may still be changed."""
        return self.status not in SETTLED


@dataclass(frozen=True, slots=True)
class Clashes:
    """Ids of all that overlap another on the same asset, buffer time included, and of those not yet over."""

    ids: frozenset[int] = frozenset()
    ahead_ids: frozenset[int] = frozenset()

    @property
    def ahead(self) -> int:
        """How many are not yet over."""
        return len(self.ahead_ids)


class ScheduleSource:
    """Reads for the board; all but `clashing_with` are for a worker thread."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def bars(self, ids: Sequence[int]) -> list[Bar]:
        """The bars of those ids that have a bunkering time with an offset."""
        lines = self._store.listing(WORKLIST, lambda listing: listing.schedule(ids))
        return [bar for line in lines if (bar := _bar(line))]

    def clashes(self, now: datetime) -> Clashes:
        """Every clash among all drafts and nominations not over for long, whatever a list shows (N07)."""
        moment = microseconds(now)
        found: set[int] = set()
        ahead: set[int] = set()

        def look(rows: list[Busy]) -> None:
            occupations = (
                schedule.Occupation(
                    number, asset, from_microseconds(start), from_microseconds(end), from_microseconds(free_at)
                )
                for number, asset, start, end, free_at in rows
            )
            keys = schedule.clashing_under(occupations)
            found.update(number for number, *_ in rows if number in keys)
            ahead.update(number for number, _, _, _, free_at in rows if free_at > moment and number in keys)

        since = microseconds(now - KEPT)
        self._store.listing(WORKLIST, lambda listing: listing.occupied(since, look))
        self._store.listing(WORKLIST, lambda listing: listing.occupied_under(since, look))
        return Clashes(frozenset(found), frozenset(ahead))

    def clashing_with(self, bar: Bar) -> list[str]:
        """References that claim the asset of a bar at its time, in the order of their times; the first few."""
        if not bar.asset_key or bar.status == NominationStatus.CANCELLED:
            return []
        return self._store.listing(WORKLIST, lambda listing: listing.busy(bar.id, bar.start, bar.free_at, MOST_NAMED))


def _bar(line: ScheduleLine) -> Bar | None:
    moment = timestamp(line.bunkering)
    if moment is None or moment.tzinfo is None:
        return None
    stated = line.laycan_from is not None and line.laycan_to is not None and line.laycan_from <= line.laycan_to
    return Bar(
        id=line.id,
        kind=line.kind,
        reference=line.reference,
        status=line.status,
        vessel=line.vessel or (f"IMO {line.imo}" if line.imo else ""),
        port_code=line.port_code,
        port_name=line.port_name,
        bunkering=moment,
        duration_minutes=line.duration_minutes,
        fuels=line.fuels,
        quantity=line.quantity,
        receiver=line.receiver,
        asset=line.asset or (f"IMO {line.asset_imo}" if line.asset_imo else ""),
        asset_imo=line.asset_imo,
        asset_key=line.asset_key,
        start=line.starts_at,
        end=line.ends_at,
        free_at=line.free_at,
        laycan=(line.laycan_from or 0, line.laycan_to or 0) if stated else None,
    )
