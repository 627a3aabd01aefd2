"""When a nomination holds its port window and its supplying asset: laycan, completion, overlaps."""

from collections import defaultdict
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import groupby
from operator import attrgetter

from bunkerdesk.contract.enums import NominationStatus
from bunkerdesk.contract.nomination import AssetIdentifier, Delivery, Draft, NominationBody, VesselIdentifier

_SHIP = "imo:"


@dataclass(frozen=True, slots=True)
class Window:
    """From `start` to `end`; derived where the service did not state it."""

    start: datetime
    end: datetime
    is_derived: bool


def laycan(body: NominationBody) -> Window | None:
    """The stated laycan, else [bunkering, bunkering + duration] (specification, "Delivery").

    A draft states it at the top or in its delivery. None where neither can be told.
    """
    delivery = body.delivery or Delivery()
    start, end = delivery.laycan_start, delivery.laycan_end
    if isinstance(body, Draft) and start is None and end is None:
        start, end = body.laycan_start, body.laycan_end
    if start is not None and end is not None:
        return Window(start, end, is_derived=False)
    begin = delivery.estimated_time_of_bunkering
    finish = later(begin, delivery.estimated_bunkering_duration_in_minutes)
    return Window(begin, finish, is_derived=True) if begin and finish else None


def completion(delivery: Delivery) -> tuple[datetime, bool] | None:
    """The estimated time of completion and whether it is derived from the bunkering time and duration."""
    if delivery.estimated_time_of_completion is not None:
        return delivery.estimated_time_of_completion, False
    finish = later(delivery.estimated_time_of_bunkering, delivery.estimated_bunkering_duration_in_minutes)
    return (finish, True) if finish else None


def later(moment: datetime | None, minutes: int | None) -> datetime | None:
    """A moment some minutes later; None where either is not known, or beyond the calendar."""
    if moment is None or minutes is None:
        return None
    try:
        return moment + timedelta(minutes=minutes)
    except OverflowError:
        return None


@dataclass(frozen=True, slots=True)
class Span:
    """From the bunkering time to completion; `free_at` is the end with the buffer time added."""

    start: datetime
    end: datetime
    free_at: datetime


def span(delivery: Delivery) -> Span | None:
    """How long a delivery takes its asset; None when the time or its offset is missing.

    A completion before the bunkering time counts as not stated. The buffer time is taken to follow the delivery.
    """
    start, finish = delivery.estimated_time_of_bunkering, completion(delivery)
    if start is None or start.tzinfo is None:
        return None
    end = finish[0] if finish and finish[0].tzinfo and finish[0] >= start else start
    return Span(start, end, later(end, max(0, delivery.supplier_asset_buffer_time_in_minutes or 0)) or end)


@dataclass(frozen=True, slots=True)
class Occupation:
    """A supplying asset is busy with one nomination; `free_at` is the end with the buffer time added."""

    key: Hashable
    asset: str
    start: datetime
    end: datetime
    free_at: datetime
    also: tuple[str, ...] = ()
    """The asset by its other identifiers: one desk writes the IMO number, another the MMSI."""

    def meets(self, other: "Occupation") -> bool:
        """Whether both want the asset at once; two that begin together do, however little is known of their length."""
        return self.start == other.start or (self.start < other.free_at and other.start < self.free_at)

    def is_of_same_asset(self, other: "Occupation") -> bool:
        """Whether one identifier is the same."""
        return is_same({self.asset, *self.also}, {other.asset, *other.also})


def is_same(mine: set[str], theirs: set[str]) -> bool:
    """Whether one identifier is in both; two IMO numbers are two ships, whatever else is stated."""
    ships = {key for key in mine | theirs if key.startswith(_SHIP)}
    return len(ships) < 2 and bool(mine & theirs)


def ship_keys(vessel: VesselIdentifier | None) -> tuple[str, ...]:
    """One text for each identifier of a vessel: IMO number, MMSI, external id."""
    stated = (("imo", vessel.imo), ("mmsi", vessel.mmsi), ("id", vessel.external_id)) if vessel is not None else ()
    return tuple(f"{kind}:{value}" for kind, value in stated if value)


def asset_keys(asset: AssetIdentifier | None) -> tuple[str, ...]:
    """One text for each identifier of a supplying asset: those of a vessel, else the terminal's name."""
    if asset is None:
        return ()
    keys, terminal = ship_keys(asset.vessel), (asset.terminal_name or "").strip()
    return keys or ((f"terminal:{terminal.casefold()}",) if terminal else ())


def asset_key(asset: AssetIdentifier | None) -> str:
    """The text for a supplying asset by the first of its identifiers; empty when unknown."""
    return next(iter(asset_keys(asset)), "")


def occupation(key: Hashable, body: NominationBody) -> Occupation | None:
    """When a nomination occupies its asset; None when cancelled, or when asset, time or offset are missing."""
    keys = asset_keys(body.supplier.asset_identifier if body.supplier else None)
    if not keys or body.delivery is None or getattr(body, "status", None) == NominationStatus.CANCELLED:
        return None
    busy = span(body.delivery)
    return Occupation(key, keys[0], busy.start, busy.end, busy.free_at, keys[1:]) if busy else None


_ORDER = attrgetter("asset", "start", "free_at")


def clashing(occupations: Iterable[Occupation]) -> set[Hashable]:
    """The keys of all occupations that overlap another, without listing the pairs (n log n)."""
    found: set[Hashable] = set()
    for _, group in groupby(sorted(occupations, key=_ORDER), key=attrgetter("asset")):
        longest: Occupation | None = None
        for later in group:
            if longest is not None and longest.meets(later):
                found.update((longest.key, later.key))
            # Among equals the last: one of no length meets only what begins with it.
            if longest is None or later.free_at >= longest.free_at:
                longest = later
    return found


def clashing_under(occupations: Iterable[Occupation]) -> set[Hashable]:
    """The same for occupations with one identifier in common, whatever each names first; two IMO numbers are two ships.

    One that names no IMO number may be of any of them.
    """
    named: dict[str, list[Occupation]] = defaultdict(list)
    for each in occupations:
        named[each.asset if each.asset.startswith(_SHIP) else ""].append(replace(each, asset=""))
    unnamed = named.pop("", [])
    return set().union(*(clashing([*unnamed, *of_ship]) for of_ship in (*named.values(), [])))
