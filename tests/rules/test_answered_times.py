"""Times that a service answers in UTC, told on the port's clock."""

from typing import Any

import pytest

from bunkerdesk.rules.answered_times import on_port_clock


def nomination(time: Any, code: str | None = "SGSIN", **more: Any) -> dict[str, Any]:
    return {"delivery": {"bunkeringLocationCode": code, "estimatedTimeOfBunkering": time, **more}}


@pytest.mark.parametrize(
    ("code", "answered", "told"),
    [
        ("SGSIN", "2026-12-01T02:00:00Z", "2026-12-01T10:00:00+08:00"),
        ("SGSIN", "2026-12-01T02:00:00.000+00:00", "2026-12-01T10:00:00+08:00"),
        ("SGSIN", "2026-12-01T02:00:00.5+0000", "2026-12-01T10:00:00.500000+08:00"),
        ("USHOU", "2026-12-01T02:00:00z", "2026-11-30T20:00:00-06:00"),
        ("NLRTM", "2026-07-01T02:00:00Z", "2026-07-01T04:00:00+02:00"),
    ],
)
def test_utc_becomes_the_ports_clock_at_the_same_moment(code: str, answered: str, told: str):
    assert on_port_clock(nomination(answered, code)) == nomination(told, code)


@pytest.mark.parametrize(
    ("code", "answered"),
    [
        ("SGSIN", "2026-12-01T10:00:00+08:00"),  # as it should be
        ("SGSIN", "2026-12-01T03:00:00+01:00"),  # another offset: the service knows why
        ("SGSIN", "2026-12-01T10:00:00"),
        ("SGSIN", "soonZ"),
        ("SGSIN", None),
        ("GBSOU", "2026-12-01T02:00:00Z"),  # keeps UTC in winter
        ("XXXXX", "2026-12-01T02:00:00Z"),
        (None, "2026-12-01T02:00:00Z"),
        (7, "2026-12-01T02:00:00Z"),
    ],
)
def test_everything_else_stays_as_it_came(code: Any, answered: Any):
    assert on_port_clock(nomination(answered, code)) == nomination(answered, code)


def test_every_time_of_a_nomination_or_draft_is_told_so_and_nothing_that_is_none():
    utc, local = "2026-12-01T02:00:00Z", "2026-12-01T10:00:00+08:00"
    answer = nomination(utc, novelTime=utc, portBunkeringLocationCode="NLRTM")
    answer |= {"laycanStart": utc, "receiver": {"estimatedTimeOfArrival": utc, "contactName": utc}, "supplier": None}
    told = nomination(local, novelTime=utc, portBunkeringLocationCode="NLRTM")
    told |= {"laycanStart": local, "receiver": {"estimatedTimeOfArrival": local, "contactName": utc}, "supplier": None}
    assert on_port_clock(answer) == told
    assert answer["laycanStart"] == utc
    answer["delivery"]["bunkeringLocationCode"] = None
    assert on_port_clock(answer)["laycanStart"] == "2026-12-01T03:00:00+01:00"


@pytest.mark.parametrize("odd", [None, [], "x", {}, {"delivery": None}, {"delivery": []}])
def test_what_is_no_nomination_is_left_alone(odd: Any):
    assert on_port_clock(odd) == odd
