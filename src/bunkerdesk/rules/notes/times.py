"""Rules on the course of a delivery: B05 to B08. Times of a note are port local."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from decimal import Decimal, localcontext
from itertools import pairwise

from bunkerdesk.contract.delivery_note import DeliveryNote, LngNote
from bunkerdesk.rules import wording
from bunkerdesk.rules.findings import Finding
from bunkerdesk.rules.measurements import ARITHMETIC
from bunkerdesk.rules.notes.case import Case
from bunkerdesk.rules.notes.outcomes import ERROR, INFO, WARNING, Judged, judged, missing
from bunkerdesk.rules.port_clock import offset_matches_port

EVENTS: tuple[tuple[str, str, str], ...] = (
    ("all_fast_timestamp", "allFastTimestamp", "all fast"),
    ("connect_timestamp", "connectTimestamp", "hose connected"),
    ("start_transfer_timestamp", "startTransferTimestamp", "start of transfer"),
    ("end_transfer_timestamp", "endTransferTimestamp", "end of transfer"),
    ("draining_timestamp", "drainingTimestamp", "draining"),
    ("disconnect_timestamp", "disconnectTimestamp", "hose disconnected"),
    ("cast_off_timestamp", "castOffTimestamp", "cast off"),
)
"""The seven events of a delivery in their order: Python name, name in the interface, words."""


@dataclass(frozen=True, slots=True)
class Event:
    """One event of a delivery as stated."""

    name: str
    field: str
    words: str
    moment: datetime


def events(note: DeliveryNote) -> list[Event]:
    """The stated events of a note in the order they must have, custody transfer readings of LNG included."""
    found = [
        Event(name, field, words, moment)
        for name, field, words in EVENTS
        if (moment := getattr(note, name)) is not None
    ]
    if isinstance(note, LngNote):
        opening, closing = note.opening_cts_timestamp, note.closing_cts_timestamp
        if opening is not None:
            place = next((i for i, event in enumerate(found) if _RANK[event.name] >= _START), len(found))
            found.insert(place, Event("opening_cts_timestamp", "openingCTSTimestamp", "opening CTS reading", opening))
        if closing is not None:
            place = next((i for i, event in enumerate(found) if _RANK.get(event.name, 0) > _END), len(found))
            found.insert(place, Event("closing_cts_timestamp", "closingCTSTimestamp", "closing CTS reading", closing))
    return found


_RANK = {name: rank for rank, (name, _, _) in enumerate(EVENTS)}
_START, _END = _RANK["start_transfer_timestamp"], _RANK["end_transfer_timestamp"]


def _in_order(note: DeliveryNote) -> Iterator[tuple[Event, Event]]:
    """The pairs of events that must follow one another; CTS readings only bind start and end."""
    chain = [event for event in events(note) if event.name in _RANK]
    yield from pairwise(chain)
    by_name = {event.name: event for event in events(note)}
    for first, second in (
        ("opening_cts_timestamp", "start_transfer_timestamp"),
        ("end_transfer_timestamp", "closing_cts_timestamp"),
    ):
        if first in by_name and second in by_name:
            yield by_name[first], by_name[second]


def b05_order(case: Case) -> Judged:
    """The events follow one another; the transfer ends after it has started."""
    stated = events(case.note)
    if len(stated) < 2:
        return missing("fewer than two event times are stated")
    pairs = [(pair, case.comparable(pair[0].moment, pair[1].moment)) for pair in _in_order(case.note)]
    found = [_disorder(case, pair, moments) for pair, moments in pairs if moments is not None]
    is_unclear = any(moments is None for _, moments in pairs)
    if is_unclear and not any(found):
        return missing(_NO_CLOCK)
    return judged(found, _NO_CLOCK if is_unclear else "")


_NO_CLOCK = "some times carry an offset and some do not, and the port's clock is not known"


def _disorder(case: Case, pair: tuple[Event, Event], moments: tuple[datetime, datetime]) -> Finding | None:
    (first, second), (earlier, later) = pair, moments
    must_pass = first.name == "start_transfer_timestamp" and second.name == "end_transfer_timestamp"
    if earlier < later or (earlier == later and not must_pass):
        return None
    relation = "is not after" if must_pass else "is before"
    sentence = f"{wording.first_upper(second.words)} {_clock(second)} {relation} {first.words} {_clock(first)}"
    figures = (wording.exact_time(first.moment), wording.exact_time(second.moment))
    return case.finding("B05", ERROR, sentence, _ORDER, figures, first.field, second.field)


_ORDER = "order of the events of a delivery"


def _clock(event: Event) -> str:
    return wording.dated_time(event.moment)


def b06_delivery_date(case: Case) -> Judged:
    """The delivery date is the port's date of the start or the end of the transfer."""
    note = case.note
    day, start, end = note.delivery_date, note.start_transfer_timestamp, note.end_transfer_timestamp
    if day is None:
        return missing("no delivery date is stated")
    dates = [case.port_day(moment) for moment in (start, end) if moment is not None]
    if not dates:
        return missing("neither start nor end of the transfer is stated")
    source = "MARPOL Annex VI Appendix V item 3"
    figures = (day.isoformat(), *(date.isoformat() for date in dates))
    if day not in dates:
        expected = " or ".join(dict.fromkeys(map(wording.dated_day, dates)))
        sentence = f"Delivery date {wording.dated_day(day)} is not the date of the transfer, {expected},"
        return judged([case.finding("B06", WARNING, sentence, source, figures, "deliveryDate")])
    if len(set(dates)) > 1:
        sentence = f"The transfer runs across midnight; {wording.dated_day(day)} is the delivery date"
        return judged([case.finding("B06", INFO, sentence, source, figures, "deliveryDate")])
    return judged([])


@dataclass(frozen=True, slots=True)
class Transfer:
    """How long a transfer took and how fast it was; None where a figure for it is missing."""

    minutes: Decimal
    rate: Decimal | None
    """Tonnes an hour."""


def transfer(case: Case) -> Transfer | None:
    """The transfer of the note; None without both times, or where they cannot be compared."""
    begun = _run(case)
    if begun is None:
        return None
    tonnes, minutes = case.delivered().exact, _minutes(*begun)
    with localcontext(ARITHMETIC):
        return Transfer(minutes, tonnes * 60 / minutes if tonnes is not None and minutes > 0 else None)


def _run(case: Case) -> tuple[datetime, datetime] | None:
    """Start and end of the note's transfer."""
    start, end = case.note.start_transfer_timestamp, case.note.end_transfer_timestamp
    return None if start is None or end is None else case.comparable(start, end)


def _minutes(first: datetime, last: datetime) -> Decimal:
    with localcontext(ARITHMETIC):
        return Decimal(int((last - first).total_seconds())) / 60


_TRANSFER = ("startTransferTimestamp", "endTransferTimestamp")


def b07_duration_and_rate(case: Case) -> Judged:
    """The transfer took time, at a usual rate, and not three times longer or shorter than planned.

    The plan is for the operation, so all its transfers count together: they are judged with the last note.
    """
    run = transfer(case)
    if run is None:
        is_stated = case.note.start_transfer_timestamp and case.note.end_transfer_timestamp
        return missing(_NO_CLOCK if is_stated else "start or end of the transfer is not stated")
    if run.minutes <= 0:
        early = wording.duration(int(-run.minutes))
        sentence = f"The transfer ends {early} before it starts" if run.minutes < 0 else "The transfer took no time"
        return judged([case.finding("B07", WARNING, sentence, _ORDER, (), *_TRANSFER)])
    duration, reason = _unusual_duration(case)
    if run.rate is None:
        reason = "; ".join(filter(None, ("no rate: the delivered quantity is not stated in tonnes", reason)))
    return judged([_unusual_rate(case, run), duration], reason)


def _unusual_rate(case: Case, run: Transfer) -> Finding | None:
    low, high = case.limits["rate.minimum"], case.limits["rate.maximum"]
    if run.rate is None or run.rate <= 0 or low.value <= run.rate <= high.value:
        return None
    if run.rate < low.value and not _is_slow_together(case, low.value):
        return None
    limit, side = (low, "below") if run.rate < low.value else (high, "above")
    rate = f"{_told_apart(run.rate, limit.value)} t/h" if run.rate < Decimal(10) ** 12 else "huge"
    sentence = f"Transfer rate {rate} is {side} {wording.number(limit.value)} t/h"
    figures = (rate, f"{wording.number(limit.value)} t/h")
    return case.finding("B07", limit.weigh(WARNING), sentence, limit.source, figures, *_TRANSFER, "quantityDelivered")


def _told_apart(value: Decimal, limit: Decimal) -> str:
    """A figure with one place, or with as many as show that it is not the limit."""
    for places in ("0.1", "0.01", "0.001"):
        shown = value.quantize(Decimal(places))
        if shown != limit:
            return wording.number(shown)
    return wording.number(value.quantize(Decimal("0.000001")))


def _is_slow_together(case: Case, least: Decimal) -> bool:
    """A small parcel beside a large one takes the time of both: what flows at once is judged as one."""
    own = _run(case)
    together, moments = Decimal(0), list(own or ())
    for other in case.of_every_note():
        run, tonnes = _run(other), other.delivered().exact
        if own and run and tonnes is not None and _overlap(own, run):
            together, moments = ARITHMETIC.add(together, tonnes), [*moments, *run]
    with localcontext(ARITHMETIC):
        return together * 60 < least * _minutes(min(moments), max(moments)) if moments else True


def _overlap(own: tuple[datetime, datetime], other: tuple[datetime, datetime]) -> bool:
    is_alike = (own[0].tzinfo is None) == (other[0].tzinfo is None)
    return is_alike and own[0] < other[1] and other[0] < own[1]


def _unusual_duration(case: Case) -> tuple[Finding | None, str]:
    """A finding on the whole operation's transfers, or why nothing can be said."""
    planned = case.delivery.estimated_bunkering_duration_in_minutes
    factor = case.limits["duration.factor"]
    if not planned or planned < 0 or factor.value <= 0:
        return None, ""
    if case.note_index != len(case.notes) - 1:
        return None, "the planned duration is that of all fuels: it is compared with the last note"
    runs = [_run(other) for other in case.of_every_note()]
    stated = [run for run in runs if run is not None]
    if len(stated) < len(runs) or len({run[0].tzinfo is None for run in stated}) > 1:
        return None, "not compared with the planned duration: the times of another note are missing"
    minutes = _minutes(min(first for first, _ in stated), max(last for _, last in stated))
    if planned / factor.value <= minutes <= planned * factor.value:
        return None, ""
    took, plan = wording.duration(int(minutes)), wording.duration(planned)
    subject = "The transfer" if len(runs) == 1 else f"The transfers of all {len(runs)} notes"
    sentence = f"{subject} took {took}, planned were {plan},"
    return case.finding("B07", factor.weigh(WARNING), sentence, factor.source, (took, plan), *_TRANSFER), ""


_ABOUT = "times without an offset were compared with 14 hours to spare, the port's clock is not known"


def b08_window(case: Case) -> Judged:
    """All times lie around the nominated bunkering time, on the port's clock, and none in the future."""
    stated = events(case.note)
    if not stated:
        return missing("no event times are stated")
    etb = case.delivery.estimated_time_of_bunkering
    planned = case.bounds(etb) if etb else None
    now = case.now if case.now.tzinfo else case.now.replace(tzinfo=UTC)
    future: list[Event] = []
    early: list[Event] = []
    late: list[Event] = []
    before, after = case.limits["window.before_days"], case.limits["window.after_days"]
    for event in stated:
        first, last = case.bounds(event.moment)
        if first > now:
            future.append(event)
        elif planned and last - planned[0] < _days(-before.value):
            early.append(event)
        elif planned and first - planned[1] > _days(after.value):
            late.append(event)
    found = [
        _other_clock(case, stated),
        _astray(case, future, "lies in the future", "a note states what has happened"),
        _astray(case, early, f"is more than {before.value} days before the nominated bunkering", before.source),
        _astray(case, late, f"is more than {after.value} days after the nominated bunkering", after.source),
    ]
    if not any(found) and any(case.bounds(event.moment)[1] > now for event in stated):
        return missing("a time without an offset may lie in the future, the port's clock is not known")
    is_about = case.clock is None and any(event.moment.tzinfo is None for event in stated)
    unplanned = "" if etb else "no bunkering time is nominated; only the future was looked at"
    return judged(found, "; ".join(filter(None, (unplanned, _ABOUT if is_about else ""))))


def _other_clock(case: Case, stated: list[Event]) -> Finding | None:
    """Events with another offset than the port's clock has that day; one in UTC is an instant and no slip."""
    wrong = [
        event
        for event in stated
        if event.moment.utcoffset() and offset_matches_port(event.moment, case.port_zone) is False
    ]
    if not wrong or case.port_zone is None:
        return None
    there = wording.offset_words(wrong[0].moment.astimezone(case.port_zone))
    return _astray(case, wrong, f"is not on the port's clock, which has {there}", "times of a note are port local")


def _astray(case: Case, found: list[Event], words: str, source: str) -> Finding | None:
    """One finding for all events that lie wrong the same way, naming the first."""
    if not found:
        return None
    more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
    sentence = f"{wording.first_upper(found[0].words)} {_clock(found[0])} {words}{more}"
    figures = tuple(wording.exact_time(event.moment) for event in found)
    return case.finding("B08", WARNING, sentence, source, figures, *(event.field for event in found))


def _days(count: Decimal) -> timedelta:
    return timedelta(days=float(max(min(count, Decimal(100_000)), Decimal(-100_000))))
