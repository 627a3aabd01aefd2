"""What stands below a field: what is wrong, what was understood, what follows from it. No Qt."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from bunkerdesk.contract.nomination import NominationBody
from bunkerdesk.models.editor_fields import Field, Kind
from bunkerdesk.models.editor_readings import Around, Fix, Reading, moment_of, read, shown, time_hint
from bunkerdesk.rules import port_clock, schedule, wording

DURATION = "delivery.estimatedBunkeringDurationInMinutes"
PORT = "delivery.bunkeringLocationCode"
_NAMED = frozenset({Kind.STANDARD, Kind.OWN_ENTITY, Kind.COUNTERPART, Kind.COMPANY, Kind.OPERATED, Kind.OPERATOR})
_REREAD = frozenset({Kind.IMO, Kind.MMSI, Kind.GRADE, Kind.EMAIL})


@dataclass(frozen=True, slots=True)
class Note:
    """A line below a field; `tone` is `hint`, `derived`, `missing`, `warning` or `error`."""

    message: str = ""
    tone: str = "hint"
    fixes: tuple[Fix, ...] = ()


def of_reading(reading: Reading) -> Note:
    """The note of what is being typed."""
    return Note(reading.message, reading.tone, reading.fixes)


def standing(asked: Field, value: Any, around: Around, body: NominationBody) -> Note:
    """The note of a value that is at rest; of a field that holds nothing, what is taken in its place."""
    if value is None:
        return _of_nothing(asked, around, body)
    if asked.kind is Kind.TIME:
        return _of_time(value, around)
    if asked.key in (DURATION, PORT):
        return Note(_ends(body, around)) if asked.key == DURATION else _clock(value, around)
    if asked.kind in _NAMED:
        option = around.options.named(asked, value, around.document, around.index)
        return Note(option.detail if option else "")
    if asked.kind in _REREAD:
        reading = read(asked, shown(asked, value, around), around)
        return of_reading(reading) if reading.tone != "hint" or asked.kind is Kind.IMO else Note()
    return Note()


def derived(asked: Field, body: NominationBody, now: datetime) -> str:
    """What the service takes where a field is empty, for a faint word in it; empty where nothing follows."""
    if asked.key.rpartition(".")[2] not in ("laycanStart", "laycanEnd"):
        return ""
    window = schedule.laycan(body)
    holders = (body.delivery, body)
    is_begun = any(getattr(one, end, None) for one in holders for end in ("laycan_start", "laycan_end"))
    if window is None or not window.is_derived or is_begun:
        return ""
    end = window.start if asked.key.endswith("laycanStart") else window.end
    return " ".join(wording.port_time(end, now.date()))


def _of_nothing(asked: Field, around: Around, body: NominationBody) -> Note:
    if derived(asked, body, around.now):
        return Note("Derived from bunkering", "derived")
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
        return Note(f"Port clock is {offset}", "warning", fixes)
    return Note(time_hint(moment, around))


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
