"""Times as people type them, read by the port's clock: never without an offset, never across a clock change unseen."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo

from bunkerdesk.rules import wording
from bunkerdesk.rules.calendar_words import MONTHS, RELATIVE_DAYS, WEEKDAYS
from bunkerdesk.rules.ports import fold

ASK_ZONE = "The clock of this port is not known: give the offset too, such as 22:30 +08:00"
_NOT_READ = "This is not a time; 21/11 22:30, tomorrow 0600 or +6h can be read"


@dataclass(frozen=True, slots=True)
class ClockReading:
    """One reading: an aware moment with the offset in force, how it is said back, and what is odd about it."""

    moment: datetime
    echo: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class TypedTime:
    """What was understood: one reading, two around a clock change, or none with the problem in words."""

    readings: tuple[ClockReading, ...] = ()
    problem: str = ""

    @property
    def only(self) -> ClockReading | None:
        """The reading, if there is just one."""
        return self.readings[0] if len(self.readings) == 1 else None


@dataclass(frozen=True, slots=True)
class Now:
    """What a typed time is relative to.

    `moment` is the present (aware); `field` is what the field holds, the day of a bare clock time and the start of
    `+6h`; `month_first` reads 11/12 as November 12. A day without a year is the nearest one, or, where `back` is
    given, the next one from that long ago on; then the year taken is noted.
    """

    moment: datetime
    field: datetime | None = None
    month_first: bool = False
    back: timedelta | None = None


def parse(text: str, zone: tzinfo | None, now: Now) -> TypedTime:
    """Read a typed time in the port's zone; an offset in the text wins. Without both the person is asked."""
    typed = " ".join(fold(text).replace("−", "-").split())
    if not typed:
        return TypedTime(problem="A time is needed")
    body, offset, region = _split_clock(typed)
    clock = offset or zone
    try:
        shift = _SHIFT.fullmatch(typed)
        if shift or typed == "now":
            return _shifted(shift, zone, now)
        wall = _wall(body, clock or UTC, now)
    except (ValueError, OverflowError):
        return TypedTime(problem="There is no such day or time in the calendar")
    if wall is None:
        return TypedTime(problem=_NOT_READ)
    if clock is None:
        return TypedTime(problem=ASK_ZONE)
    moment, note = wall
    readings = _localised(moment, clock, zone, now)
    if offset is not None and region is not None:
        readings = _by_season(readings, moment, region, zone, now)
    return TypedTime(tuple(replace(each, note=", ".join(filter(None, (note, each.note)))) for each in readings))


def offset_matches_port(moment: datetime, zone: tzinfo | None) -> bool | None:
    """Tell whether a moment carries the offset in force at the port that day; None when it cannot be told."""
    if moment.tzinfo is None or zone is None:
        return None
    try:
        return moment.utcoffset() == moment.astimezone(zone).utcoffset()
    except OverflowError:
        return None


def clock_for(served: Iterable[datetime], zone: tzinfo | None) -> tuple[tzinfo | None, str]:
    """The clock to type times in, and a note where the service contradicts the table.

    The service's own offset is the first truth: the zone is used as long as the served times agree with it, else
    their offset is taken as it stands.
    """
    offsets = [moment for moment in served if moment.tzinfo is not None]
    if not offsets:
        return zone, ""
    contradicting = [moment for moment in offsets if offset_matches_port(moment, zone) is False]
    if zone is not None and not contradicting:
        return zone, ""
    last = (contradicting or offsets)[-1]
    fixed = timezone(last.utcoffset() or timedelta())
    words = wording.offset_words(last)
    return fixed, f"the service uses {words} here" + ("" if zone is None else ", other than the ports table")


_OFFSET = re.compile(
    r"\s*(?:(?P<zulu>z|utc|gmt)(?=$|[+-])|(?=[+-]\d))(?:(?P<sign>[+-])(?P<hours>\d{1,2})(?::?(?P<minutes>\d{2}))?)?$"
)
_SHIFT = re.compile(
    r"(?P<sign>[+-]) ?(?:(?P<days>\d{1,4}) ?d(?:ays?)?)? ?(?:(?P<hours>\d{1,5}) ?h(?:(?:ou)?rs?)?)?"
    r" ?(?:(?P<minutes>\d{1,6}) ?m(?:in(?:ute)?s?)?)?"
)


def _split_offset(typed: str) -> tuple[str, timezone | None]:
    """Part "22:30 +08:00" or "2230 utc"; a date such as 2026-11-21 ends with no offset."""
    match = _OFFSET.search(typed)
    body = typed[: match.start()] if match else typed
    if match is None or not (match["zulu"] or match["sign"]) or not _CLOCK_END.search(body):
        return typed, None
    if not match["zulu"] and not match["minutes"] and re.fullmatch(r"\d{4}(?:-\d{1,2})?", body):
        return typed, None  # a date, not a clock time and an offset
    hours, minutes = int(match["hours"] or 0), int(match["minutes"] or 0)
    if hours > 15 or minutes > 59:
        return typed, None
    shift = timedelta(hours=hours, minutes=minutes)
    return body, timezone(-shift if match["sign"] == "-" else shift)


_CENTRAL, _EASTERN, _WESTERN = ZoneInfo("Europe/Brussels"), ZoneInfo("Europe/Athens"), ZoneInfo("Europe/Lisbon")
_BRITISH, _ATLANTIC = ZoneInfo("Europe/London"), ZoneInfo("America/New_York")
_CLOCKS: dict[str, tuple[int, ZoneInfo | None]] = {
    **{"cet": (1, _CENTRAL), "mez": (1, _CENTRAL), "cest": (2, _CENTRAL), "mesz": (2, _CENTRAL)},
    **{"wet": (0, _WESTERN), "west": (1, _WESTERN), "eet": (2, _EASTERN), "eest": (3, _EASTERN)},
    **{"bst": (1, _BRITISH), "est": (-5, _ATLANTIC), "edt": (-4, _ATLANTIC)},
    **{"sgt": (8, None), "hkt": (8, None), "jst": (9, None), "kst": (9, None), "msk": (3, None)},
}
"""Hours of clocks that are called by name, and where those are kept. Names of several clocks (CST, IST) are none."""
_NAMED = re.compile(r" ?\(?(?P<name>" + "|".join(_CLOCKS) + r")\)?$")


def _split_clock(typed: str) -> tuple[str, timezone | None, ZoneInfo | None]:
    """As `_split_offset`; a clock called by name ("14:00 CET") also tells where that clock is kept."""
    match = _NAMED.search(typed)
    body = typed[: match.start()] if match else typed
    if match is None or not _CLOCK_END.search(body):
        return *_split_offset(typed), None
    hours, region = _CLOCKS[match["name"]]
    return body, timezone(timedelta(hours=hours)), region


def _by_season(
    readings: tuple[ClockReading, ...], wall: datetime, region: ZoneInfo, zone: tzinfo | None, now: Now
) -> tuple[ClockReading, ...]:
    """Winter time named in summer, or the other way round: what is kept there that day is meant, and that is told.

    In the hour that comes twice both are kept, and the name tells which of the two is meant; in the one that is left
    out neither is, and the name tells the moment all the same.
    """
    kept = [wall.replace(tzinfo=region, fold=fold).utcoffset() or timedelta() for fold in (0, 1)]
    if any(reading.moment.utcoffset() in kept for reading in readings):
        return tuple(_with_note(each, _left_out(wall)) for each in readings) if kept[0] < kept[1] else readings
    meant = _localised(wall, timezone(kept[0]), zone, now)
    note = f"that clock is not kept that day, {wording.offset_words(meant[0].moment)} is taken"
    return tuple(_with_note(each, note) for each in meant)


def _with_note(reading: ClockReading, note: str) -> ClockReading:
    return replace(reading, note=", ".join(filter(None, (reading.note, note))))


def _left_out(wall: datetime) -> str:
    return f"{wall:%H:%M} is left out that night, the clocks go forward"


def _shifted(shift: re.Match[str] | None, zone: tzinfo | None, now: Now) -> TypedTime:
    """`+6h` from what the field holds, else from now; `now` itself."""
    passed = timedelta()
    if shift:
        parts = {name: int(shift[name] or 0) for name in ("days", "hours", "minutes")}
        if not any(shift[name] for name in parts):
            return TypedTime(problem=_NOT_READ)
        passed = timedelta(**parts) * (-1 if shift["sign"] == "-" else 1)
    start = now.field if shift and now.field and now.field.tzinfo else now.moment.replace(second=0, microsecond=0)
    clock = zone or (start.tzinfo if now.field and shift else None)
    if clock is None:
        return TypedTime(problem=ASK_ZONE)
    # Through UTC: adding to a wall clock would lose the hour of a clock change.
    moment = (start.astimezone(UTC) + passed).astimezone(clock)
    return TypedTime((_reading(moment, now),))


def _reading(moment: datetime, now: Now, note: str = "") -> ClockReading:
    fixed = moment.replace(tzinfo=timezone(moment.utcoffset() or timedelta()), fold=0)
    clock, offset = wording.port_time(fixed, now.moment.date())
    return ClockReading(fixed, f"{clock} {offset}", note)


def _localised(wall: datetime, clock: tzinfo, zone: tzinfo | None, now: Now) -> tuple[ClockReading, ...]:
    """The moments a wall time can mean: two in the hour that comes twice, two around the hour that is left out."""
    early, late = wall.replace(tzinfo=clock, fold=0), wall.replace(tzinfo=clock, fold=1)
    if early.utcoffset() == late.utcoffset():
        reading = _reading(early, now)
        if offset_matches_port(reading.moment, zone) is False:
            port = wording.offset_words(reading.moment.astimezone(zone))
            return (ClockReading(reading.moment, reading.echo, f"the port's clock shows {port} that day"),)
        return (reading,)
    if early.astimezone(UTC).astimezone(clock).replace(tzinfo=None, fold=0) == wall:
        return (
            _reading(early, now, f"{wall:%H:%M} comes twice that night; this is the first"),
            _reading(late, now, f"{wall:%H:%M} comes twice that night; this is the second"),
        )
    left_out = _left_out(wall)
    before, after = sorted((each.astimezone(UTC).astimezone(clock) for each in (early, late)), key=_utc)
    return _reading(before, now, left_out), _reading(after, now, left_out)


def _utc(moment: datetime) -> datetime:
    return moment.astimezone(UTC)


_CLOCK = (
    r"(?:(?P<hour>\d{1,2})(?:[:.h](?P<minute>\d{2})(?::(?P<second>\d{2}))?|(?P<bare>\d{2})?)"
    r"(?:(?<=\d) ?(?P<half>am|pm))?"
    r"|(?P<word>noon|midday|midnight))"
    r"(?: ?(?:lt|hrs?|hours|h|uhr|local time))?"
)
_CLOCK_END = re.compile(
    r"(?:\d{1,2}[:.h]\d{2}(?::\d{2})?|\d{4}|\d ?[ap]m|noon|midday|midnight)(?: ?(?:lt|hrs?|hours|h|uhr))?$"
)
# Four digits behind a month's name are a year only when a clock time follows: "21 Nov 2030" is half past eight.
_YEAR = r"(?:20\d{2}|(?<=[ \-/])\d{2})(?=,? ?[^\d:.h])|20\d{2}(?= \d)|(?<=[ \-/])\d{2}(?= \d)"
_DAY = re.compile(
    r"(?:(?P<year>\d{4})(?P<dash>[-/.])(?P<month>\d{1,2})(?P=dash)(?P<day>\d{1,2})"
    r"|(?P<one>\d{1,2})(?P<sep>[/.\-])(?P<two>\d{1,2})(?:(?P=sep)(?P<year2>\d{4}|\d{2}))?\.?"
    r"|(?P<day3>\d{1,2})(?:st|nd|rd|th|\.)?(?: |-|/| de )?(?P<name3>[a-z]{3,10})\.?"
    rf"(?:(?:, | |-|/| de )(?P<year3>{_YEAR}))?"
    r"|(?P<name4>[a-z]{3,10})\.? (?P<day4>\d{1,2})(?:st|nd|rd|th)?(?!\d|[:.h])"
    rf"(?:,? (?P<year4>{_YEAR}))?)"
)


def _wall(body: str, clock: tzinfo, now: Now) -> tuple[datetime, str] | None:
    """The wall time of a text with a note: a day and a clock time, or a clock time on the day of the field."""
    rest = re.sub(r"^(?:at|on|am|le|el) ", "", body)
    day: date | None = None
    weekday: int | None = None
    notes: list[str] = []
    today = now.moment.astimezone(clock).date()
    first = re.match(r"([a-z']+)\.?,? ?", rest)
    if first and first[1] in RELATIVE_DAYS:
        day = today + timedelta(days=RELATIVE_DAYS[first[1]])
        rest = rest[first.end() :]
    elif first and first[1] in WEEKDAYS:
        weekday = WEEKDAYS[first[1]]
        rest = rest[first.end() :]
    if day is None:
        found = _DAY.match(rest)
        day, used = _calendar_day(found, today, now) if found else (None, 0)
        if day is not None and found is not None and now.back is not None and not _has_year(found):
            notes.append(f"year {day.year} assumed")
        rest = rest[used:]
    at = _clock_time(re.sub(r"^(?:,| |t|at|um|a las|- )+(?=[\dnm])", "", rest))
    if at is None:
        return None
    if day is not None and weekday is not None and day.weekday() != weekday:
        notes.append(f"{day.day}/{day.month} is not the weekday given, it is {wording.date_words(day, today)}")
    if day is None:
        day = _next_day(weekday, at[0], clock, now)
    return datetime.combine(day, at[0]) + timedelta(days=at[1]), ", ".join(notes)


def _next_day(weekday: int | None, at: time, clock: tzinfo, now: Now) -> date:
    """The day of a bare clock time: the field's, else the next one to come, on the named weekday if any."""
    if weekday is None and now.field is not None:
        return now.field.date()
    present = now.moment.astimezone(clock)
    day = present.date() + timedelta(days=0 if weekday is None else (weekday - present.weekday()) % 7)
    if datetime.combine(day, at) < present.replace(tzinfo=None, second=0, microsecond=0):
        day += timedelta(days=1 if weekday is None else 7)
    return day


def _has_year(found: re.Match[str]) -> bool:
    return any(found[name] for name in ("year", "year2", "year3", "year4"))


def _calendar_day(found: re.Match[str], today: date, now: Now) -> tuple[date | None, int]:
    """The date of a match and how much of the text it took; `ValueError` for a day that does not exist."""
    part = found.groupdict()
    month: int | None
    if part["year"]:
        return date(int(part["year"]), int(part["month"]), int(part["day"])), found.end()
    if part["one"]:
        first, second, year = int(part["one"]), int(part["two"]), part["year2"]
        if part["sep"] in ".-" and year is None and second > 12:
            return None, 0  # 22.30 is a clock time
        day, month = (second, first) if (now.month_first and first <= 12) or second > 12 else (first, second)
    else:
        month = MONTHS.get(part["name3"] or part["name4"])
        day, year = int(part["day3"] or part["day4"]), part["year3"] or part["year4"]
    if month is None:
        return None, 0
    return dated(day, month, year, today, now.back), found.end()


def dated(day: int, month: int, year: str | None, today: date, back: timedelta | None = None) -> date:
    """A date, two digits of a year in this century; without a year the nearest one, or the next from `back` ago on."""
    if year:
        return date(int(year) + (2000 if len(year) == 2 else 0), month, day)
    near = []
    for candidate in (today.year - 1, today.year, today.year + 1):
        try:
            near.append(date(candidate, month, day))
        except ValueError:  # 29 February
            continue
    if not near:
        raise ValueError("no such day")
    ahead = [each for each in near if back is not None and each >= today - back]
    return min(ahead, default=None) or min(near, key=lambda each: abs(each - today))


def _clock_time(text: str) -> tuple[time, int] | None:
    """A clock time and whether it belongs to the day after (24:00)."""
    match = re.fullmatch(_CLOCK, text.strip())
    if match is None:
        return None
    if match["word"]:
        return time(0 if match["word"] == "midnight" else 12), 0
    minute_text = match["minute"] or match["bare"]
    if minute_text is None and not match["half"] and not re.search(r"h|uhr", text):
        return None  # a lone number is no time
    hour, minute = int(match["hour"]), int(minute_text or 0)
    if match["half"]:
        if not 1 <= hour <= 12:
            raise ValueError("no such hour")
        hour = hour % 12 + (12 if match["half"] == "pm" else 0)
    if (hour, minute) == (24, 0):
        return time(0), 1
    return time(hour, minute, int(match["second"] or 0)), 0
