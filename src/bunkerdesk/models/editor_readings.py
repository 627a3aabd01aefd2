"""From typed text to a JSON value and back, with what was understood said beside it. No Qt.

Every reading is one of three: a value, several to choose from, or none with the reason in words. Text that is no
value is never sent and never lost.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo
from decimal import Decimal
from typing import Any

from bunkerdesk.contract.jsontext import JsonObject
from bunkerdesk.contract.resource import Timestamp
from bunkerdesk.models.editor_fields import Field, Kind, value_at
from bunkerdesk.models.editor_options import Options
from bunkerdesk.rules import identifiers, port_clock, quantities, wording
from bunkerdesk.rules.findings import Severity

LONGEST_MINUTES = 100_000_000
QUARTER = 15
NEAR = timedelta(days=150)
_MINUTES = re.compile(
    r"(?i)(?:(?P<days>\d{1,5})\s*d(?:ays?)?)?\s*"
    r"(?:(?P<hours>\d{1,6})(?:[.,](?P<part>\d{1,2}))?\s*h(?:(?:ou)?rs?)?)?\s*"
    r"(?:(?P<minutes>\d{1,8})\s*(?:m|min|mins|minutes?)?)?"
)
_CLOCK = re.compile(r"(?P<hours>\d{1,5}):(?P<minutes>\d{2})")


@dataclass(frozen=True, slots=True)
class Fix:
    """One possible meaning to click: what it says, the value, and the values that come with it."""

    text: str
    value: Any
    fills: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """What a text means. `value` counts only where `is_value`; None then means "nothing stated"."""

    value: Any = None
    is_value: bool = True
    message: str = ""
    tone: str = "hint"
    """`hint`, `warning` or `error`."""
    fixes: tuple[Fix, ...] = ()
    fills: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Around:
    """What a text is read against."""

    document: JsonObject
    options: Options
    now: datetime
    desk_zone: tzinfo
    zone: tzinfo | None = None
    """The port's clock."""
    index: int | None = None
    value: Any = None
    """What the field holds."""
    month_first: bool = False


def problem(message: str, *fixes: Fix) -> Reading:
    """A text that is no value."""
    return Reading(None, is_value=False, message=message, tone="error", fixes=fixes)


def read(asked: Field, text: str, around: Around) -> Reading:
    """What a text typed into a field means; an empty one states nothing."""
    typed = text.strip()
    if asked.kind is Kind.LONG_TEXT:
        return Reading(text if typed else None)
    if not typed:
        return Reading()
    return _READERS.get(asked.kind, _option)(asked, typed, around)


def shown(asked: Field, value: Any, around: Around) -> str:
    """How a value stands in its field, in a form that can be read back."""
    if value is None:
        return ""
    text = str(value)
    if asked.kind is Kind.TIME:
        moment = moment_of(value)
        text = time_words(moment, around.now) if moment else text
    elif asked.kind is Kind.DURATION and _is_whole(value):
        text = wording.duration(value).replace(wording.MINUS, "-")
    elif asked.kind in (Kind.NUMBER, Kind.MINIMUM, Kind.MAXIMUM):
        text = _plain_number(value)
    elif asked.kind in (Kind.CHOICE, Kind.GRADE, Kind.FLAG, Kind.PORT):
        option = around.options.named(asked, value, around.document, around.index)
        unnamed = text if asked.kind is Kind.PORT else wording.word_or_text(asked.key.rpartition(".")[2], text)
        text = option.text if option else unnamed
    return text


def time_words(moment: datetime, now: datetime) -> str:
    """`Mon 23 Nov 14:00 +08:00`; with the year where another year would be nearer to today."""
    is_near = abs(moment.date() - now.date()) < NEAR
    return " ".join(wording.port_time(moment, now.date() if is_near else date.min))


def moment_of(value: Any) -> datetime | None:
    """The moment of a JSON text; None where it is none."""
    if not isinstance(value, str):
        return None
    try:
        return Timestamp.parse(value)
    except ValueError:
        return None


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _plain_number(value: Any) -> str:
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        return str(value)
    return wording.number(value).replace(wording.MINUS, "-")


def _text(_asked: Field, typed: str, _around: Around) -> Reading:
    return Reading(typed)


def _option(asked: Field, typed: str, around: Around) -> Reading:
    option = around.options.meant(asked, typed, around.document, around.index)
    if option is not None:
        return Reading(option.value, message=option.detail, fills=option.fills)
    unit = quantities.unit_of(typed) if asked.key.endswith(".unit") else ""
    if unit:
        return Reading(unit, message=wording.word("unit", unit))
    if asked.kind is Kind.CHOICE:
        return Reading(typed, message="Not known here; it is sent as it stands", tone="warning")
    return Reading(typed)


def _grade(asked: Field, typed: str, around: Around) -> Reading:
    option = around.options.meant(asked, typed, around.document, around.index)
    if option is not None:
        return Reading(option.value)
    known = {words.casefold(): value for value, words in wording.choices("grade").items()}
    value = known.get(typed.casefold()) or (typed.casefold() if typed.casefold() in known.values() else None)
    if value is not None:
        return Reading(value, message="Not a grade of this fuel type", tone="warning")
    return Reading(typed, message="Not known here; it is sent as it stands", tone="warning")


def _flag(asked: Field, typed: str, around: Around) -> Reading:
    option = around.options.meant(asked, typed, around.document)
    if option is None and typed.casefold() in ("y", "n", "true", "false"):
        return Reading(typed.casefold() in ("y", "true"))
    return Reading(option.value) if option else problem("Yes or no, or nothing")


def _port(asked: Field, typed: str, around: Around) -> Reading:
    option = around.options.meant(asked, typed, around.document)
    if option is not None:
        return Reading(option.value)
    found = around.options.matching(asked, typed, around.document)[:2]
    fixes = tuple(Fix(f"{option.text}?", option.value) for option in found)
    verdict = identifiers.port_code(typed)
    if verdict.severity is None:
        return Reading(verdict.value, message="Not in the table of ports", tone="warning", fixes=fixes)
    message = "Not a UN/LOCODE" if not fixes else ""
    return Reading(typed, message=message, tone="warning", fixes=fixes)


def _time(_asked: Field, typed: str, around: Around) -> Reading:
    now = port_clock.Now(around.now, moment_of(around.value), around.month_first)
    understood = port_clock.parse(typed, around.zone, now)
    if understood.problem:
        return problem(understood.problem)
    only = understood.only
    if only is None:
        fixes = tuple(Fix(each.echo, _wire(each.moment)) for each in understood.readings)
        return problem(understood.readings[0].note.partition(";")[0], *fixes)
    message = time_hint(only.moment, around)
    if only.note:
        return Reading(_wire(only.moment), message=wording.first_upper(only.note), tone="warning")
    return Reading(_wire(only.moment), message=message)


def _wire(moment: datetime) -> str:
    return moment.isoformat()


def time_hint(moment: datetime, around: Around) -> str:
    """`06:00 UTC, 07:00 at this desk`."""
    try:
        utc, desk = moment.astimezone(UTC), moment.astimezone(around.desk_zone)
    except OverflowError:
        return wording.utc_and_desk(moment, around.desk_zone)
    if moment.date() != utc.date() == desk.date():
        return f"{wording.date_words(utc.date(), moment.date())} {utc:%H:%M} UTC, {desk:%H:%M} here"
    return wording.utc_and_desk(moment, around.desk_zone)


def stepped(value: Any, minutes: int, around: Around) -> str:
    """Later or earlier by the port's clock, a quarter to the full quarter; from now where nothing is held."""
    moment = moment_of(value)
    zone = around.zone or UTC
    if moment is None or moment.tzinfo is None:
        moment = around.now.astimezone(zone).replace(second=0, microsecond=0)
    over = moment.minute % QUARTER if abs(minutes) == QUARTER else 0
    shift = (minutes - over if minutes > 0 else -over or minutes) * 60
    later = datetime.fromtimestamp(moment.timestamp() + shift, UTC)
    clock = zone if around.zone is not None else moment.tzinfo
    return _wire(_fixed(later.astimezone(clock)))


def _fixed(moment: datetime) -> datetime:
    return datetime.fromisoformat(moment.isoformat())


def _duration(_asked: Field, typed: str, _around: Around) -> Reading:
    minutes = minutes_of(typed)
    if minutes is None:
        return problem("Hours and minutes, such as 8 h 30 min or 510")
    if minutes > LONGEST_MINUTES:
        return problem("This is longer than a lifetime")
    words = wording.duration(minutes)
    if typed.isdecimal():
        fixes = (Fix(f"{typed} h?", minutes * 60),) if 0 < minutes <= 24 else ()
        return Reading(minutes, message=f"{words} ({minutes} min)" if minutes >= 60 else words, fixes=fixes)
    return Reading(minutes, message=f"{minutes} min" if minutes >= 60 else "")


def minutes_of(typed: str) -> int | None:
    """Minutes of `8 h 30`, `8:30`, `8.5 h`, `2 d`, `510`; None for anything else."""
    clock = _CLOCK.fullmatch(typed.strip())
    if clock:
        return int(clock["hours"]) * 60 + int(clock["minutes"])
    match = _MINUTES.fullmatch(typed.strip())
    if match is None or not any(match[name] for name in ("days", "hours", "minutes")):
        return None
    part = round(Decimal(f"0.{match['part']}") * 60) if match["part"] else 0
    return int(match["days"] or 0) * 1440 + int(match["hours"] or 0) * 60 + part + int(match["minutes"] or 0)


def _whole(_asked: Field, typed: str, _around: Around) -> Reading:
    digits = re.sub(r"\s", "", typed)
    return Reading(int(digits)) if re.fullmatch(r"-?[0-9]{1,28}", digits) else problem("A whole number is needed")


def _imo(_asked: Field, typed: str, around: Around) -> Reading:
    option = around.options.meant(_asked, typed, around.document)
    verdict = identifiers.imo_number(option.value if option else typed)
    if verdict.value.isdecimal() and len(verdict.value) == 7:
        fixes = (Fix(verdict.suggestion, int(verdict.suggestion)),) if verdict.suggestion else ()
        sentence = verdict.sentence.rpartition(",")[0] if fixes else verdict.sentence
        name = around.options.named(_asked, int(verdict.value), around.document)
        tone = "error" if verdict.sentence else "hint"
        message = sentence or (name.detail if name else "Check digit fits")
        return Reading(int(verdict.value), message=message, tone=tone, fixes=fixes)
    return problem(verdict.sentence)


def _mmsi(_asked: Field, typed: str, _around: Around) -> Reading:
    verdict = identifiers.mmsi(typed)
    if verdict.value.isdecimal() and verdict.severity is not Severity.ERROR:
        return Reading(int(verdict.value), message=verdict.sentence, tone="warning" if verdict.sentence else "hint")
    return problem(verdict.sentence)


def _email(_asked: Field, typed: str, _around: Around) -> Reading:
    verdict = identifiers.email(typed)
    return Reading(typed, message=verdict.sentence, tone="error" if verdict.severity else "hint")


def _reference(_asked: Field, typed: str, _around: Around) -> Reading:
    verdict = identifiers.client_reference(typed)
    if verdict.severity is Severity.ERROR:
        fixes = (Fix(verdict.suggestion, verdict.suggestion),) if verdict.suggestion else ()
        return problem(verdict.sentence, *fixes)
    return Reading(verdict.value)


def _number(asked: Field, typed: str, around: Around) -> Reading:
    return _quantity(asked, typed, around, unit="")


def _quantity(_asked: Field, typed: str, _around: Around, unit: str) -> Reading:
    understood = quantities.parse(typed)
    if understood.problem:
        return problem(understood.problem)
    only = understood.only
    if only is None:
        return problem("Which is meant?", *(Fix(each.echo, _json_number(each.value)) for each in understood.readings))
    words = wording.quantity(only.value, understood.unit or unit)
    path = _asked.path(_around.index).rpartition(".")[0]
    fills = ((f"{path}.unit", understood.unit),) if understood.unit and unit is not None and path else ()
    return Reading(_json_number(only.value), message=words, fills=fills if _asked.kind in _ENDS else ())


_ENDS = (Kind.MINIMUM, Kind.MAXIMUM)


def _end(asked: Field, typed: str, around: Around) -> Reading:
    """One end of a range; a whole range such as `480-520 mt` fills both ends."""
    path = asked.path(around.index).rpartition(".")[0]
    unit = value_at(around.document, f"{path}.unit")
    single = _quantity(asked, typed, around, unit if isinstance(unit, str) else "")
    if single.is_value or single.fixes:
        return single
    ranged = quantities.parse_range(typed)
    if ranged.problem or not ranged.readings:
        return single
    fixes = []
    for each in ranged.readings:
        ends = {"minQuantity": each.low, "maxQuantity": each.high}
        name = asked.key.rpartition(".")[2]
        fills: list[tuple[str, Any]] = [
            (f"{path}.{end}", None if value is None else _json_number(value))
            for end, value in ends.items()
            if end != name
        ]
        if ranged.unit:
            fills.append((f"{path}.unit", ranged.unit))
        own = ends[name]
        fixes.append(Fix(f"{each.echo}?", None if own is None else _json_number(own), tuple(fills)))
    return problem("This is a range", *fixes)


def _json_number(value: Decimal) -> Decimal | int:
    """Whole numbers as `int`, everything else with all its digits."""
    exponent = value.as_tuple().exponent
    return int(value) if exponent == 0 else value


_READERS: dict[Kind, Callable[[Field, str, Around], Reading]] = {
    Kind.TEXT: _text,
    Kind.TIME: _time,
    Kind.DURATION: _duration,
    Kind.WHOLE: _whole,
    Kind.NUMBER: _number,
    Kind.MINIMUM: _end,
    Kind.MAXIMUM: _end,
    Kind.FLAG: _flag,
    Kind.PORT: _port,
    Kind.GRADE: _grade,
    Kind.IMO: _imo,
    Kind.MMSI: _mmsi,
    Kind.EMAIL: _email,
    Kind.REFERENCE: _reference,
}
