"""What stands below a field: what is wrong, what was understood, what follows from it. No Qt."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from bunkerdesk.contract.nomination import NominationBody
from bunkerdesk.models.editor_fields import Field, Kind
from bunkerdesk.models.editor_findings import Line
from bunkerdesk.models.editor_readings import Around, Fix, Reading, moment_of, read, shown, time_hint
from bunkerdesk.rules import port_clock, schedule, wording
from bunkerdesk.rules.findings import Severity

DURATION = "delivery.estimatedBunkeringDurationInMinutes"
PORT = "delivery.bunkeringLocationCode"
DERIVED = "Derived from bunkering"
MOST_MEANT = 2
_NAMED = frozenset({Kind.STANDARD, Kind.OWN_ENTITY, Kind.COUNTERPART, Kind.COMPANY, Kind.OPERATED, Kind.OPERATOR})
_LISTED = frozenset({Kind.STANDARD, Kind.COMPANY})
_REREAD = frozenset({Kind.IMO, Kind.MMSI, Kind.GRADE, Kind.EMAIL})


@dataclass(frozen=True, slots=True)
class Note:
    """A line below a field; `tone` is `hint`, `derived`, `missing`, `warning` or `error`."""

    message: str = ""
    tone: str = "hint"
    fixes: tuple[Fix, ...] = ()
    echo: str = ""
    """A time in UTC and at the desk, where the line itself says something else."""
    clock: str = ""
    """The same, kept for when something else has to be said of the field."""

    @property
    def words(self) -> str:
        """All of it in one sentence, for a tooltip and for a screen reader."""
        return ", ".join(filter(None, (self.message, self.echo)))


def of_reading(reading: Reading) -> Note:
    """The note of what is being typed."""
    return Note(reading.message, reading.tone, reading.fixes)


def standing(asked: Field, value: Any, around: Around, body: NominationBody) -> Note:
    """The note of a value that is at rest; of a field that holds nothing, what is taken in its place."""
    if value is None:
        return _of_nothing(asked, around, body)
    if asked.kind is Kind.TIME:
        note = _of_time(value, around)
        return (
            replace(note, message=DERIVED, tone="derived", echo=note.clock) if _as_derived(asked, value, body) else note
        )
    if asked.key in (DURATION, PORT):
        return Note(_ends(body, around)) if asked.key == DURATION else _clock(value, around)
    if asked.kind in _NAMED:
        option = around.options.named(asked, value, around.document, around.index)
        return Note(option.detail) if option else _of_unknown(asked, value, around)
    if asked.kind in _REREAD:
        reading = read(asked, shown(asked, value, around), around)
        return of_reading(reading) if reading.tone != "hint" or asked.kind is Kind.IMO else Note()
    return Note()


def _of_unknown(asked: Field, value: Any, around: Around) -> Note:
    """A beginning left by Tab looks like any other identifier: it is said, and what may be meant is offered."""
    is_listed = asked.kind in _LISTED and not asked.items  # a surveyor's company is on no list
    if not is_listed or not isinstance(value, str) or not around.options.of(asked, around.document, around.index):
        return Note()
    near = around.options.matching(asked, value, around.document, around.index)
    fixes = tuple(Fix(f"{one.text} {one.detail}".strip() + "?", one.value) for one in near[:MOST_MEANT])
    return Note("Not among those known here", "warning", fixes)


def told(standing: Note, line: Line | None, value: Any) -> Note:
    """The note with what the checks say of the field; a time stays readable on every clock below it."""
    if line is None or (standing.tone in ("error", "warning") and standing.fixes):
        return standing
    if value is None:
        return Note("Needed" if line.severity is Severity.ERROR else "Missing", "missing")
    return Note(line.sentence, line.severity.value, standing.fixes, standing.echo or standing.clock)


def refused(text: str, value: Any, around: Around) -> Note:
    """What the service said of a field when it was sent last."""
    moment = moment_of(value)
    return Note(text, "error", echo=wording.utc_and_desk_short(moment, around.desk_zone) if moment else "")


def derived(asked: Field, body: NominationBody, now: datetime) -> str:
    """What the service takes where a field is empty, for a faint word in it; empty where nothing follows."""
    end = _derived_end(asked, body)
    return " ".join(wording.port_time(end, now.date())) if end else ""


def _as_derived(asked: Field, value: Any, body: NominationBody) -> bool:
    """Whether a laycan that is stated says no more than bunkering time and duration: it will follow them."""
    delivery, stated = body.delivery, schedule.laycan(body)
    is_end = asked.key.rpartition(".")[2] in ("laycanStart", "laycanEnd")
    if not is_end or stated is None or delivery is None:
        return False
    begin = delivery.estimated_time_of_bunkering
    derived = (begin, schedule.later(begin, delivery.estimated_bunkering_duration_in_minutes))
    return None not in derived and (stated.start, stated.end) == derived and moment_of(value) in derived


def _derived_end(asked: Field, body: NominationBody) -> datetime | None:
    if asked.key.rpartition(".")[2] not in ("laycanStart", "laycanEnd"):
        return None
    window = schedule.laycan(body)
    holders = (body.delivery, body)
    is_begun = any(getattr(one, end, None) for one in holders for end in ("laycan_start", "laycan_end"))
    if window is None or not window.is_derived or is_begun:
        return None
    return window.start if asked.key.endswith("laycanStart") else window.end


def _of_nothing(asked: Field, around: Around, body: NominationBody) -> Note:
    end = _derived_end(asked, body)
    if end is not None:
        return Note(DERIVED, "derived", echo=wording.utc_and_desk_short(end, around.desk_zone))
    if asked.kind is Kind.TIME and around.zone is None and asked.key == "delivery.estimatedTimeOfBunkering":
        return Note("Choose the port, or type the offset")
    return Note(asked.hint)


def _of_time(value: Any, around: Around) -> Note:
    moment = moment_of(value)
    if moment is None:
        return Note("Not a time as the service writes it", "error")
    if port_clock.offset_matches_port(moment, around.zone) is False and around.zone is not None:
        there = moment.replace(tzinfo=around.zone, fold=0)
        fixed = datetime.fromisoformat(there.isoformat())
        offset = wording.offset_words(moment.astimezone(around.zone))
        same = datetime.fromisoformat(moment.astimezone(around.zone).isoformat())
        fixes = (
            Fix(f"{there:%H:%M} {wording.offset_words(there)}?", fixed.isoformat()),
            Fix(f"{same:%H:%M} {wording.offset_words(same)}?", same.isoformat()),
        )
        short = wording.utc_and_desk_short(moment, around.desk_zone)
        return Note(f"Port clock is {offset}", "warning", fixes, short)
    return Note(time_hint(moment, around), clock=wording.utc_and_desk_short(moment, around.desk_zone))


def _ends(body: NominationBody, around: Around) -> str:
    finish = schedule.completion(body.delivery) if body.delivery else None
    if finish is None:
        return ""
    return f"Ends {' '.join(wording.port_time(finish[0], around.now.date())[:1])}"


def _clock(value: Any, around: Around) -> Note:
    known = around.options.port(value)
    if around.zone is None:
        words = "Its clock is not known: type offsets" if known else "Not in the table of ports: type offsets"
        return Note(words, "warning")
    return Note(f"Clock {wording.offset_words(around.now.astimezone(around.zone))}")
