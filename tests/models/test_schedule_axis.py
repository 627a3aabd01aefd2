"""The axis of the schedule by any clock."""

from datetime import UTC, date, datetime
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bunkerdesk.models.schedule_axis import FARTHEST, NEAREST, axis, instant, microseconds, midnight
from bunkerdesk.models.schedule_layout import DAY, HOUR, MINUTE, Scale

ZONES = st.sampled_from(
    ["UTC", "Europe/Amsterdam", "Asia/Singapore", "America/Chicago", "Asia/Kolkata", "Australia/Lord_Howe"]
)
MOMENTS = st.datetimes(datetime(2024, 1, 1), datetime(2028, 1, 1))  # noqa: DTZ001  made aware below


@given(MOMENTS, ZONES, st.integers(NEAREST, FARTHEST))
def test_ticks_are_where_the_clock_says(begin: datetime, zone: str, per_pixel: int) -> None:
    """A tick that says 06:00 stands at the instant at which that clock shows 06:00, summer time or not."""
    clock, start = ZoneInfo(zone), microseconds(begin.replace(tzinfo=UTC))
    found = axis(start, start + 400 * per_pixel, Scale(start, per_pixel), clock)
    for tick in found.minor:
        if ":" in tick.words:
            assert f"{instant(tick.moment).astimezone(clock):%H:%M}" == tick.words
        else:
            assert f"{instant(tick.moment).astimezone(clock):%H:%M}" == "00:00"
    assert all(one.moment < other.moment for one, other in pairwise(found.minor))
    assert found.major


@pytest.mark.parametrize(
    ("day", "hours"), [(date(2026, 3, 29), 23), (date(2026, 10, 25), 25), (date(2026, 11, 21), 24)]
)
def test_a_day_of_a_clock_change_is_as_wide_as_it_is_long(day: date, hours: int) -> None:
    """Otherwise every bar after it would stand an hour off."""
    zone = ZoneInfo("Europe/Amsterdam")
    assert midnight(date.fromordinal(day.toordinal() + 1), zone) - midnight(day, zone) == hours * HOUR


def test_the_hour_that_is_left_out_has_no_tick() -> None:
    """02:00 does not exist in Amsterdam on 29 March 2026."""
    zone = ZoneInfo("Europe/Amsterdam")
    start = midnight(date(2026, 3, 29), zone)
    words = [tick.words for tick in axis(start, start + 4 * HOUR, Scale(start, MINUTE), zone).minor][:4]
    assert words == ["00:00", "01:00", "03:00", "04:00"]


def test_weekends_are_those_of_the_clock() -> None:
    """Saturday begins in Singapore eight hours before it does in UTC."""
    start = microseconds(datetime(2026, 11, 20, tzinfo=UTC))
    utc = axis(start, start + 3 * DAY, Scale(start, HOUR), UTC).weekends[0][0]
    singapore = axis(start, start + 3 * DAY, Scale(start, HOUR), ZoneInfo("Asia/Singapore")).weekends[0][0]
    assert utc - singapore == 8 * HOUR
