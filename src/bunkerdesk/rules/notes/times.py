"""Rules on the course of a delivery: B05 to B08. Times of a note are port local."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal, localcontext
from itertools import pairwise

from bunkerdesk.contract.delivery_note import DeliveryNote, LngNote
from bunkerdesk.rules import wording
from bunkerdesk.rules.findings import Finding
from bunkerdesk.rules.measurements import ARITHMETIC
from bunkerdesk.rules.notes.case import Case, on_one_clock, with_zone
from bunkerdesk.rules.notes.outcomes import ERROR, INFO, WARNING, Judged, judged, missing

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
    found: list[Finding] = []
    for first, second in _in_order(case.note):
        earlier, later = on_one_clock(first.moment, second.moment)
        must_pass = first.name == "start_transfer_timestamp" and second.name == "end_transfer_timestamp"
        if earlier > later or (must_pass and earlier == later):
            relation = "is not after" if must_pass else "is before"
            sentence = f"{_named(second)} {_clock(second)} {relation} {first.words} {_clock(first)}"
            figures = (wording.exact_time(first.moment), wording.exact_time(second.moment))
            source = "order of the events of a delivery"
            found.append(case.finding("B05", ERROR, sentence, source, figures, first.field, second.field))
    return judged(found)


def _named(event: Event) -> str:
    return f"{event.words[0].upper()}{event.words[1:]}"


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
        sentence = f"The transfer runs across midnight, delivery date is {wording.dated_day(day)}"
        return judged([case.finding("B06", INFO, sentence, source, figures, "deliveryDate")])
    return judged([])


@dataclass(frozen=True, slots=True)
class Transfer:
    """How long a transfer took and how fast it was; None where a figure for it is missing."""

    minutes: Decimal
    rate: Decimal | None
    """Tonnes an hour."""


def transfer(case: Case) -> Transfer | None:
    """The transfer of the note; None without both times."""
    start, end = case.note.start_transfer_timestamp, case.note.end_transfer_timestamp
    if start is None or end is None:
        return None
    first, last = on_one_clock(start, end)
    tonnes = case.delivered().exact
    with localcontext(ARITHMETIC):
        minutes = Decimal(int((last - first).total_seconds())) / 60
        return Transfer(minutes, tonnes * 60 / minutes if tonnes is not None and minutes > 0 else None)


def b07_duration_and_rate(case: Case) -> Judged:
    """The transfer took time, at a usual rate, and not three times longer or shorter than planned."""
    run = transfer(case)
    fields = ("startTransferTimestamp", "endTransferTimestamp")
    if run is None:
        return missing("start or end of the transfer is not stated")
    if run.minutes <= 0:
        sentence = "The transfer took no time"
        return judged([case.finding("B07", WARNING, sentence, "order of the events of a delivery", (), *fields)])
    return judged(
        [_unusual_rate(case, run, fields), _unusual_duration(case, run, fields)],
        "" if run.rate is not None else "no rate: the delivered quantity is not stated in tonnes",
    )


def _unusual_rate(case: Case, run: Transfer, fields: tuple[str, ...]) -> Finding | None:
    low, high = case.limits["rate.minimum"], case.limits["rate.maximum"]
    if run.rate is None or low.value <= run.rate <= high.value:
        return None
    limit, side = (low, "below") if run.rate < low.value else (high, "above")
    rate = f"{wording.number(run.rate.quantize(Decimal('0.1')))} t/h" if run.rate < Decimal(10) ** 12 else "huge"
    sentence = f"Transfer rate {rate} is {side} {wording.number(limit.value)} t/h"
    figures = (rate, f"{wording.number(limit.value)} t/h")
    return case.finding("B07", limit.weigh(WARNING), sentence, limit.source, figures, *fields, "quantityDelivered")


def _unusual_duration(case: Case, run: Transfer, fields: tuple[str, ...]) -> Finding | None:
    planned = case.delivery.estimated_bunkering_duration_in_minutes
    factor = case.limits["duration.factor"]
    if not planned or planned < 0 or factor.value <= 0:
        return None
    if planned / factor.value <= run.minutes <= planned * factor.value:
        return None
    took, plan = wording.duration(int(run.minutes)), wording.duration(planned)
    sentence = f"The transfer took {took}, planned were {plan},"
    return case.finding("B07", factor.weigh(WARNING), sentence, factor.source, (took, plan), *fields)


def b08_window(case: Case) -> Judged:
    """All times lie around the nominated bunkering time and none in the future."""
    stated = events(case.note)
    if not stated:
        return missing("no event times are stated")
    etb = case.delivery.estimated_time_of_bunkering
    zone = (etb.tzinfo if etb else None) or case.port_zone
    future: list[Event] = []
    early: list[Event] = []
    late: list[Event] = []
    before, after = case.limits["window.before_days"], case.limits["window.after_days"]
    for event in stated:
        moment = with_zone(event.moment, zone)
        if moment.tzinfo is not None and case.now.tzinfo is not None and moment > case.now:
            future.append(event)
        elif etb is not None:
            first, planned = on_one_clock(event.moment, etb)
            if first - planned < _days(-before.value):
                early.append(event)
            elif first - planned > _days(after.value):
                late.append(event)
    return judged(
        [
            _astray(case, future, "lies in the future", "a note states what has happened"),
            _astray(case, early, f"is more than {before.value} days before the nominated bunkering", before.source),
            _astray(case, late, f"is more than {after.value} days after the nominated bunkering", after.source),
        ],
        "" if etb else "no bunkering time is nominated; only the future was looked at",
    )


def _astray(case: Case, found: list[Event], words: str, source: str) -> Finding | None:
    """One finding for all events that lie wrong the same way, naming the first."""
    if not found:
        return None
    more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
    sentence = f"{_named(found[0])} {_clock(found[0])} {words}{more}"
    figures = tuple(wording.exact_time(event.moment) for event in found)
    return case.finding("B08", WARNING, sentence, source, figures, *(event.field for event in found))


def _days(count: Decimal) -> timedelta:
    return timedelta(days=float(max(min(count, Decimal(100_000)), Decimal(-100_000))))
