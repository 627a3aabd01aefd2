"""Typed times by the port's clock: what people write, clock changes, and no time without an offset."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bunkerdesk.rules import wording
from bunkerdesk.rules.port_clock import ASK_ZONE, Now, clock_for, offset_matches_port, parse

SINGAPORE = ZoneInfo("Asia/Singapore")
AMSTERDAM = ZoneInfo("Europe/Amsterdam")
ATHENS = ZoneInfo("Europe/Athens")
LONDON = ZoneInfo("Europe/London")
NEW_YORK = ZoneInfo("America/New_York")
NOW = Now(datetime(2026, 11, 20, 6, 0, tzinfo=UTC))  # Friday, 14:00 at Singapore


@pytest.mark.parametrize(
    "typed",
    [
        "21/11 22:30",
        "21 Nov 2230",
        "21NOV 2230",
        "Sat 22:30",
        "Saturday 2230",
        "Sat 21 Nov 22:30",
        "Sat 21 Nov 22:30 +08:00",
        "2026-11-21T22:30+08:00",
        "2026-11-21 22:30",
        "tomorrow 2230",
        "21.11.2026 22:30 Uhr",
        "21-11-26 2230",
        "11/21 22:30",
        "Nov 21, 2026 22:30",
        "21st November 2026 at 10:30 pm",
        "21 de noviembre 22:30",
        "am 21. November um 22:30 Uhr",
        "le 21 novembre 22h30",
        "sábado 22:30",
        "demain 22h30",
        "21/11 2230 LT",
        "21/11 2230 hrs",
        "21/11 2230+8",
        "+1d 8h 30m",
        "21/11/2026 22:30 UTC+8",
    ],
)
def test_many_ways_to_write_one_time(typed: str) -> None:
    """Each is Saturday 22:30 at Singapore, said back in one form."""
    only = parse(typed, SINGAPORE, NOW).only
    assert only is not None
    assert only.moment.isoformat() == "2026-11-21T22:30:00+08:00"
    assert only.echo == "Sat 21 Nov 22:30 +08:00"
    assert only.note == ""


@pytest.mark.parametrize(
    ("typed", "iso"),
    [
        ("2230", "2026-11-20T22:30:00+08:00"),
        ("0600", "2026-11-21T06:00:00+08:00"),
        ("Fri 1300", "2026-11-27T13:00:00+08:00"),
        ("Fri 1500", "2026-11-20T15:00:00+08:00"),
        ("noon", "2026-11-21T12:00:00+08:00"),
        ("24:00", "2026-11-22T00:00:00+08:00"),
        ("5/1 0600", "2027-01-05T06:00:00+08:00"),
        ("21 Nov 2030", "2026-11-21T20:30:00+08:00"),
        ("21 Nov 2030 0600", "2030-11-21T06:00:00+08:00"),
        ("12am", "2026-11-21T00:00:00+08:00"),
        ("now", "2026-11-20T14:00:00+08:00"),
    ],
)
def test_what_is_left_out_is_taken_from_the_present(typed: str, iso: str) -> None:
    """A bare clock time is the next one to come; a date without a year the nearest."""
    only = parse(typed, SINGAPORE, NOW).only
    assert only is not None
    assert only.moment.isoformat() == iso


def test_a_field_keeps_its_day() -> None:
    """Only the clock time is typed over: the day of the field stays; +6h counts from the field."""
    held = Now(NOW.moment, datetime(2026, 12, 24, 10, 0, tzinfo=SINGAPORE))
    assert parse("2230", SINGAPORE, held).readings[0].echo == "Thu 24 Dec 22:30 +08:00"
    assert parse("+6h", SINGAPORE, held).readings[0].echo == "Thu 24 Dec 16:00 +08:00"


def test_month_first_where_asked() -> None:
    """5/6 is a day and a month, for American desks a month and a day."""
    american = Now(datetime(2026, 6, 1, tzinfo=UTC), month_first=True)
    assert parse("5/6 0600", SINGAPORE, american).readings[0].moment.month == 5
    assert parse("5/6 0600", SINGAPORE, Now(american.moment)).readings[0].moment.month == 6


def test_the_hour_that_comes_twice_offers_both() -> None:
    """02:30 in the night of the 25th of October at Rotterdam."""
    first, second = parse("25/10 02:30", AMSTERDAM, NOW).readings
    assert (first.echo, second.echo) == ("Sun 25 Oct 02:30 +02:00", "Sun 25 Oct 02:30 +01:00")
    assert "twice" in first.note
    assert second.moment - first.moment == timedelta(hours=1)


def test_the_hour_that_is_left_out_offers_both_sides() -> None:
    """02:30 on 28 March 2027 does not exist at Rotterdam."""
    before, after = parse("28/3/2027 02:30", AMSTERDAM, NOW).readings
    assert (before.moment.hour, after.moment.hour) == (1, 3)
    assert "left out" in before.note


def test_relative_times_cross_a_clock_change_rightly() -> None:
    """Six hours are six hours, though the wall clock shows five."""
    evening = Now(NOW.moment, datetime(2026, 10, 24, 22, 0, tzinfo=AMSTERDAM))
    (reading,) = parse("+6h", AMSTERDAM, evening).readings
    assert reading.moment.isoformat() == "2026-10-25T03:00:00+01:00"


def test_without_zone_and_offset_the_person_is_asked() -> None:
    """Nothing is guessed; with an offset in the text nothing is asked."""
    asked = parse("21/11 22:30", None, NOW)
    assert asked.readings == ()
    assert asked.problem == ASK_ZONE
    assert parse("21/11 2230 +0800", None, NOW).only is not None


def test_another_offset_than_the_ports_is_noted() -> None:
    """A time in UTC is taken as it stands, and said to differ from the port's clock."""
    only = parse("2026-11-21T14:30Z", SINGAPORE, NOW).only
    assert only is not None
    assert "+08:00" in only.note
    wrong_day = parse("Mon 24 Nov 16:00", SINGAPORE, NOW).only
    assert wrong_day is not None
    assert "Tue 24 Nov" in wrong_day.note


@pytest.mark.parametrize(
    "typed", ["", "hello", "7", "25:00", "31/2 12:00", "13pm", "21/11", "2026-11-21", "+", "99/99 1"]
)
def test_what_is_no_time(typed: str) -> None:
    """Refused with a sentence, not with a guess."""
    understood = parse(typed, SINGAPORE, NOW)
    assert understood.readings == ()
    assert understood.problem


def test_offsets_against_the_port() -> None:
    """An offset is right only for its season; it cannot be told without a zone."""
    summer = datetime.fromisoformat("2026-07-01T12:00:00+02:00")
    winter = datetime.fromisoformat("2026-12-01T12:00:00+02:00")
    assert offset_matches_port(summer, AMSTERDAM) is True
    assert offset_matches_port(winter, AMSTERDAM) is False
    assert offset_matches_port(winter, None) is None
    assert offset_matches_port(winter.replace(tzinfo=None), AMSTERDAM) is None


def test_the_services_own_offset_is_the_first_truth() -> None:
    """A zone the served times agree with is kept; where they contradict it, their offset is taken and noted."""
    served = [datetime.fromisoformat("2026-12-01T12:00:00+01:00")]
    assert clock_for(served, AMSTERDAM) == (AMSTERDAM, "")
    assert clock_for([], AMSTERDAM) == (AMSTERDAM, "")
    fixed, note = clock_for(served, SINGAPORE)
    assert fixed is not None
    assert fixed.utcoffset(None) == timedelta(hours=1)
    assert "+01:00" in note
    assert clock_for(served, None)[0] == fixed


zones = st.sampled_from(
    ["Asia/Singapore", "Europe/Amsterdam", "America/Chicago", "Asia/Kolkata", "Australia/Lord_Howe"]
)
moments = st.datetimes(datetime(2020, 1, 1), datetime(2035, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001


@given(moments, zones)
@example(datetime(2021, 10, 31, 0, 0, tzinfo=UTC), "Europe/Amsterdam")
@example(datetime(2021, 10, 31, 1, 0, tzinfo=UTC), "Europe/Amsterdam")
def test_what_is_shown_can_be_typed(moment: datetime, zone_name: str) -> None:
    """The desk's own way to write a time, with its offset, is read as the same moment; without it, as one of two."""
    zone = ZoneInfo(zone_name)
    shown = moment.replace(second=0, microsecond=0)
    clock, offset = wording.port_time(shown.astimezone(zone))
    only = parse(f"{clock} {offset}", zone, Now(moment)).only
    assert only is not None
    # In UTC: times of two zones are never equal within an hour that one of them has twice.
    assert only.moment.astimezone(UTC) == shown
    assert shown in [reading.moment.astimezone(UTC) for reading in parse(clock, zone, Now(moment)).readings]


@given(st.text(max_size=20) | st.text("0123456789:/ +-.hpmnov", max_size=16), st.none() | zones.map(ZoneInfo))
def test_a_naive_result_is_impossible(text: str, zone: ZoneInfo | None) -> None:
    """Whatever is typed: aware readings or a problem."""
    understood = parse(text, zone, NOW)
    assert bool(understood.readings) != bool(understood.problem)
    assert all(reading.moment.utcoffset() is not None for reading in understood.readings)


@pytest.mark.parametrize(
    ("typed", "zone", "echo", "note"),
    [
        ("3/12 14:00 CET", AMSTERDAM, "Thu 3 Dec 14:00 +01:00", ""),
        ("3/12 1400 MEZ", AMSTERDAM, "Thu 3 Dec 14:00 +01:00", ""),
        ("3/12 14:00 (CET)", SINGAPORE, "Thu 3 Dec 14:00 +01:00", "the port's clock shows +08:00 that day"),
        ("3/12 14:00 SGT", None, "Thu 3 Dec 14:00 +08:00", ""),
        ("3/7/2027 14:00 CEST", AMSTERDAM, "Sat 3 Jul 2027 14:00 +02:00", ""),
        ("3/7/2027 14:00 CET", AMSTERDAM, "Sat 3 Jul 2027 14:00 +02:00", "+02:00 is taken"),
        ("3/7/2027 14:00 EST", NEW_YORK, "Sat 3 Jul 2027 14:00 -04:00", "-04:00 is taken"),
        ("3/12 14:00 BST", LONDON, "Thu 3 Dec 14:00 +00:00", "+00:00 is taken"),
        # Both are kept in the hour that comes twice: the name tells which.
        ("31/10/2027 02:30 CET", AMSTERDAM, "Sun 31 Oct 2027 02:30 +01:00", ""),
        ("31/10/2027 02:30 CEST", AMSTERDAM, "Sun 31 Oct 2027 02:30 +02:00", ""),
        ("31/10/2027 03:30 EET", ATHENS, "Sun 31 Oct 2027 03:30 +02:00", ""),
        ("31/10/2027 03:30 EEST", ATHENS, "Sun 31 Oct 2027 03:30 +03:00", ""),
        ("31/10/2027 01:30 GMT", LONDON, "Sun 31 Oct 2027 01:30 +00:00", ""),
        ("31/10/2027 01:30 BST", LONDON, "Sun 31 Oct 2027 01:30 +01:00", ""),
        ("7/11/2027 01:30 EST", NEW_YORK, "Sun 7 Nov 2027 01:30 -05:00", ""),
        ("7/11/2027 01:30 EDT", NEW_YORK, "Sun 7 Nov 2027 01:30 -04:00", ""),
        # An hour later only one of them is.
        ("31/10/2027 03:30 CEST", AMSTERDAM, "Sun 31 Oct 2027 03:30 +01:00", "+01:00 is taken"),
        ("28/3/2027 02:30 CET", AMSTERDAM, "Sun 28 Mar 2027 02:30 +01:00", "02:30 is left out that night"),
        ("28/3/2027 02:30 CEST", AMSTERDAM, "Sun 28 Mar 2027 02:30 +02:00", "02:30 is left out that night"),
    ],
)
def test_a_clock_called_by_its_name_is_that_clock(typed: str, zone: ZoneInfo | None, echo: str, note: str):
    """CET in a spreadsheet is Central Europe's clock, in summer too, and what was taken is told."""
    only = parse(typed, zone, NOW).only
    assert only is not None
    assert only.echo.replace(wording.MINUS, "-") == echo
    assert note in only.note.replace(wording.MINUS, "-")
    assert bool(only.note) is bool(note)


@pytest.mark.parametrize("typed", ["3/12 14:00 CST", "3/12 14:00 IST", "3/12 14:00 XYZ"])
def test_a_name_of_several_clocks_is_not_guessed(typed: str):
    """CST is at home in Chicago and in Shanghai."""
    assert parse(typed, AMSTERDAM, NOW).readings == ()
