"""Lanes, stacking and finding of the schedule's bars."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bunkerdesk.contract.resource import Timestamp
from bunkerdesk.desk.schedule import Bar
from bunkerdesk.models.schedule_axis import instant
from bunkerdesk.models.schedule_layout import (
    HOUR,
    LEAST_BAR,
    MINUTE,
    NO_ASSET_WORDS,
    Box,
    Heights,
    Scale,
    ScheduleLayout,
)

START = (datetime(2026, 11, 21, tzinfo=UTC) - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(microseconds=1)


def bar(number: int, asset: str, begin: int, length: int, buffer: int) -> Bar:
    """Minutes after the start of the day."""
    start, end = START + begin * MINUTE, START + (begin + length) * MINUTE
    return Bar(
        id=number,
        kind="nomination",
        reference=f"SO-{number}",
        status="accepted",
        vessel="EVER SUMMIT",
        port_code="SGSIN",
        port_name="Singapore",
        bunkering=Timestamp.fromisoformat(instant(start).isoformat()),
        duration_minutes=length,
        fuels="VLSFO",
        quantity="500 t",
        receiver="Oceanic Lines",
        asset=asset.upper(),
        asset_imo=None,
        asset_key=f"id:{asset}" if asset else "",
        start=start,
        end=end,
        free_at=end + buffer * MINUTE,
        laycan=None,
    )


SPANS = st.lists(
    st.tuples(st.sampled_from(["", "a", "b"]), st.integers(0, 4000), st.integers(0, 900), st.integers(0, 240)),
    max_size=40,
)
PER_PIXEL = st.sampled_from([15_000_000, 5 * MINUTE, HOUR, 4 * HOUR])


def laid_out(spans: list[tuple[str, int, int, int]], per_pixel: int) -> tuple[list[Bar], ScheduleLayout]:
    bars = [bar(number, *span) for number, span in enumerate(spans, start=1)]
    return bars, ScheduleLayout(bars, Scale(START - HOUR, per_pixel), Heights(28, 8))


@given(SPANS, PER_PIXEL)
def test_no_bar_ever_covers_another(spans: list[tuple[str, int, int, int]], per_pixel: int) -> None:
    """At any zoom every bar can be seen and hit, however many claim the same hour."""
    bars, layout = laid_out(spans, per_pixel)
    boxes = [layout.get(one.id).box for one in bars]
    for place, box in enumerate(boxes):
        assert box.right - box.left >= LEAST_BAR
        assert not [other for other in boxes[:place] if box.meets(other)]
        assert 0 <= box.top < box.bottom <= layout.height


@given(SPANS, PER_PIXEL, st.integers(-50, 4000), st.integers(-50, 300), st.integers(1, 900), st.integers(1, 300))
def test_what_is_visible_is_what_meets_the_screen(
    spans: list[tuple[str, int, int, int]], per_pixel: int, left: int, top: int, width: int, height: int
) -> None:
    """A bar that is missing from the screen would look like free time."""
    bars, layout = laid_out(spans, per_pixel)
    area = Box(left, top, left + width, top + height)
    expected = {one.id for one in bars if layout.get(one.id).box.meets(area)}
    assert {placed.bar.id for placed in layout.visible(area)} == expected


@given(SPANS, PER_PIXEL)
def test_bars_stand_at_their_instants(spans: list[tuple[str, int, int, int]], per_pixel: int) -> None:
    """Position is time: a later bar never stands left of an earlier one."""
    bars, layout = laid_out(spans, per_pixel)
    for one in bars:
        placed = layout.get(one.id)
        assert layout.scale.moment(placed.box.left) <= one.start < layout.scale.moment(placed.box.left + 1)


@given(SPANS, PER_PIXEL, PER_PIXEL)
def test_a_zoomed_board_is_the_one_drawn_anew(
    spans: list[tuple[str, int, int, int]], before: int, per_pixel: int
) -> None:
    """What a zoom step keeps for speed must not leave a bar where it stood."""
    bars, layout = laid_out(spans, before)
    fresh = laid_out(spans, per_pixel)[1]
    zoomed = layout.rescaled(fresh.scale, fresh.heights)
    assert [zoomed.get(one.id) for one in bars] == [fresh.get(one.id) for one in bars]
    assert (zoomed.lanes, zoomed.height, zoomed.extent()) == (fresh.lanes, fresh.height, fresh.extent())


def test_what_has_no_asset_comes_first_and_lanes_follow_by_name() -> None:
    """A scheduler sees at once what is still to be assigned."""
    _, layout = laid_out([("b", 0, 60, 0), ("", 0, 60, 0), ("a", 0, 60, 0)], MINUTE)
    assert [lane.title for lane in layout.lanes] == [NO_ASSET_WORDS, "A", "B"]


def test_arrows_walk_through_a_lane_by_time_and_stop_at_its_ends() -> None:
    """Every bar is reached by keys, stacked ones too."""
    _, layout = laid_out([("a", 100, 300, 0), ("a", 0, 300, 0), ("a", 700, 30, 0), ("b", 650, 30, 0)], MINUTE)
    walked = [2]
    for _ in range(3):
        walked.append(layout.beside(walked[-1], 1).bar.id)
    assert walked == [2, 1, 3, 3]
    assert layout.beside(2, -1).bar.id == 2
    assert layout.nearest(START + 600 * MINUTE, 0).bar.id == 3


@pytest.mark.parametrize(("begin", "meets"), [(0, ["SO-2"]), (200, ["SO-2"]), (361, []), (-120, [])])
def test_a_bar_on_its_way_knows_whom_it_would_meet(begin: int, meets: list[str]) -> None:
    """Before anything is dropped: overlaps with buffer time, on its own asset only."""
    _, layout = laid_out([("a", 1000, 60, 30), ("a", 60, 240, 60), ("b", 60, 240, 60)], MINUTE)
    start = START + begin * MINUTE
    found = layout.meeting(layout.get(1), start, start + 90 * MINUTE)
    assert [one.reference for one in found] == meets
