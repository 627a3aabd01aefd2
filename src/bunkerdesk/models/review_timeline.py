"""The course of a delivery by the port's clock: one lane for notes that share their times. No Qt."""

from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo

from bunkerdesk.rules import wording
from bunkerdesk.rules.notes.case import Case, with_zone
from bunkerdesk.rules.notes.times import Event, events, transfer

_SHORT = {
    "end_transfer_timestamp": "Stop",
    "start_transfer_timestamp": "Start",
    "connect_timestamp": "Connected",
    "disconnect_timestamp": "Disconnected",
    "opening_cts_timestamp": "CTS open",
    "closing_cts_timestamp": "CTS close",
}
_PUMPING = {"start_transfer_timestamp": "start", "end_transfer_timestamp": "end"}


@dataclass(frozen=True, slots=True)
class Mark:
    """One event; `at` is its share of the whole span, from 0 to 1."""

    words: str
    clock: str
    moment: datetime
    at: float
    kind: str = ""
    """`start` or `end` of the transfer."""


@dataclass(frozen=True, slots=True)
class Lane:
    """The events of one or several notes with the same times."""

    label: str
    marks: tuple[Mark, ...]
    summary: str
    """`7 h 46 min pumping, 64.2 t/h`."""

    def spoken(self) -> str:
        """All of it as a sentence."""
        said = ", ".join(f"{mark.words} {wording.port_time(mark.moment)[0]}" for mark in self.marks)
        return ". ".join(filter(None, (f"{self.label}: {said}" if self.label else said, self.summary)))


@dataclass(frozen=True, slots=True)
class Timeline:
    """All lanes over one span of time."""

    lanes: tuple[Lane, ...] = ()
    offset: str = ""
    """The offset of the clock that is shown."""

    def spoken(self) -> str:
        """All of it as sentences."""
        return " ".join(lane.spoken() for lane in self.lanes) or "No times are stated."


def timeline_of(case: Case) -> Timeline:
    """The timeline of an operation; empty where no note states a time."""
    views = case.of_every_note()
    # Notes of one operation are of one port: a note that tells no clock of its own takes that of another.
    clock = next((view.clock for view in views if view.clock), None)
    found = [(view, [_by(clock, event) for event in events(view.note)]) for view in views]
    moments = [_clock(event.moment) for _, stated in found for event in stated]
    if not moments:
        return Timeline()
    begin, span = min(moments), max((max(moments) - min(moments)).total_seconds(), 1.0)
    lanes: list[Lane] = []
    for view, stated in found:
        if not stated:
            continue
        marks = tuple(
            Mark(
                _SHORT.get(event.name, event.words.capitalize()),
                f"{event.moment:%H:%M}",
                event.moment,
                (_clock(event.moment) - begin).total_seconds() / span,
                _PUMPING.get(event.name, ""),
            )
            for event in stated
        )
        lanes.append(Lane(view.label, marks, _summary(view)))
    offset = next((wording.offset_words(event.moment) for _, stated in found for event in stated), "")
    return Timeline(tuple(lanes) if len(lanes) > 1 else (Lane("", lanes[0].marks, lanes[0].summary),), offset)


def _by(clock: tzinfo | None, event: Event) -> Event:
    """An event by the port's clock: what is stated in UTC is put in its place beside the others."""
    if clock is None:
        return event
    with suppress(OverflowError):
        return replace(event, moment=with_zone(event.moment, clock).astimezone(clock))
    return event


def _clock(moment: datetime) -> datetime:
    """The face of the port's clock: notes of one operation are of one port."""
    return moment.replace(tzinfo=None)


def _summary(case: Case) -> str:
    run = transfer(case)
    if run is None:
        return "duration of the transfer not known"
    words = f"{wording.duration(int(run.minutes))} pumping"
    if run.rate is not None and run.rate.is_finite() and abs(run.rate.adjusted()) < 12:
        words += f", {wording.number(round(run.rate, 1))} t/h"
    return words
