"""The time axis of the schedule: ticks, labels and weekends by one clock. No Qt.

Ticks are wall-clock moments of the axis' own zone put at their instants: a day of 23 or 25 hours is that wide.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from enum import Enum

from bunkerdesk.models import schedule_layout
from bunkerdesk.models.schedule_layout import HOUR, MINUTE, Scale
from bunkerdesk.rules import wording

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)

NEAREST = 15 * 1_000_000
"""Microseconds for each pixel when zoomed in most: an hour in 240 pixels."""
FARTHEST = 4 * HOUR
"""… and out most: a year in 2,190 pixels."""


class Step(Enum):
    """What stands between two minor ticks: its usual length in microseconds and the pixels its label needs."""

    QUARTER = (15 * MINUTE, 44)
    HOUR = (schedule_layout.HOUR, 44)
    HOURS_3 = (3 * schedule_layout.HOUR, 44)
    HOURS_6 = (6 * schedule_layout.HOUR, 44)
    HOURS_12 = (12 * schedule_layout.HOUR, 44)
    DAY = (schedule_layout.DAY, 46)
    DAY_NUMBER = (schedule_layout.DAY, 22)
    WEEK = (7 * schedule_layout.DAY, 50)
    MONTH = (30 * schedule_layout.DAY, 36)

    @property
    def length(self) -> int:
        """Microseconds."""
        return self.value[0]

    @property
    def is_clock(self) -> bool:
        """Shorter than a day."""
        return self.length < schedule_layout.DAY


@dataclass(frozen=True, slots=True)
class Tick:
    """A line of the axis at an instant, and the words behind it."""

    moment: int
    words: str


@dataclass(frozen=True, slots=True)
class Axis:
    """What is between two instants: the upper and the lower row of labels, and the days off."""

    major: tuple[Tick, ...]
    minor: tuple[Tick, ...]
    weekends: tuple[tuple[int, int], ...]


def step_for(per_pixel: int, text_scale: float = 1.0) -> Step:
    """The shortest step whose labels have room."""
    for step in Step:
        if step.length >= step.value[1] * text_scale * per_pixel:
            return step
    return Step.MONTH


def axis(first: int, last: int, scale: Scale, zone: tzinfo, text_scale: float = 1.0) -> Axis:
    """The axis from one instant to another by the clock of a zone."""
    step = step_for(scale.per_pixel, text_scale)
    begin, end = day_of(first, zone), day_of(last, zone) + timedelta(days=1)
    days = [begin + timedelta(days=number) for number in range((end - begin).days + 1)]
    starts = {day: midnight(day, zone) for day in days}
    weekends = tuple((starts[day], starts[day + timedelta(days=1)]) for day in days[:-1] if day.weekday() >= 5)
    return Axis(tuple(_major(step, days, starts)), tuple(_minor(step, days, starts, zone)), weekends)


def day_of(moment: int, zone: tzinfo) -> date:
    """The day of an instant by a clock."""
    return instant(moment).astimezone(zone).date()


def midnight(day: date, zone: tzinfo) -> int:
    """The instant at which a day begins by a clock."""
    return microseconds(datetime.combine(day, time(), zone))


def instant(moment: int) -> datetime:
    """The moment in UTC."""
    return EPOCH + timedelta(microseconds=moment)


def microseconds(moment: datetime) -> int:
    """Microseconds since 1970-01-01 UTC of an aware moment."""
    return (moment.astimezone(UTC) - EPOCH) // _MICROSECOND


def _major(step: Step, days: list[date], starts: dict[date, int]) -> Iterator[Tick]:
    """The upper row: days above clock times, months above days, years above months; the first reaches in."""
    for number, day in enumerate(days):
        if step.is_clock:
            yield Tick(starts[day], wording.date_words(day))
        elif step is Step.MONTH:
            if number == 0 or (day.month, day.day) == (1, 1):
                yield Tick(starts[day], str(day.year))
        elif number == 0 or day.day == 1:
            yield Tick(starts[day], f"{MONTHS[day.month - 1]} {day.year}")


def _minor(step: Step, days: list[date], starts: dict[date, int], zone: tzinfo) -> Iterator[Tick]:
    for day in days:
        if step.is_clock:
            yield from _clock_ticks(step, day, starts[day], zone)
        elif step is Step.DAY:
            yield Tick(starts[day], f"{wording.date_words(day).split()[0]} {day.day}")
        elif step is Step.DAY_NUMBER:
            yield Tick(starts[day], str(day.day))
        elif step is Step.WEEK:
            if day.weekday() == 0:
                yield Tick(starts[day], f"{day.day} {MONTHS[day.month - 1][:3]}")
        elif day.day == 1:
            yield Tick(starts[day], MONTHS[day.month - 1][:3])


def _clock_ticks(step: Step, day: date, start: int, zone: tzinfo) -> Iterator[Tick]:
    """Clock times of a day; one that a clock change leaves out has no tick, one that comes twice has one."""
    last = None
    for minute in range(0, 24 * 60, step.length // MINUTE):
        wall = datetime.combine(day, time(minute // 60, minute % 60), zone)
        moment = microseconds(wall) if minute else start
        is_there = not minute or instant(moment).astimezone(zone).replace(tzinfo=None, fold=0) == wall.replace(
            tzinfo=None
        )
        if is_there and (last is None or moment > last):
            last = moment
            yield Tick(moment, f"{wall:%H:%M}")


MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
