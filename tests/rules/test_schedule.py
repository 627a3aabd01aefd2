"""Laycan, completion and overlapping claims on a supplying asset."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from bunkerdesk.contract.nomination import Draft, Nomination
from bunkerdesk.rules.schedule import Occupation, asset_key, clashing, completion, laycan, occupation

START = datetime(2026, 11, 21, 22, 30, tzinfo=UTC)


def nomination(reference: str = "A", imo: int = 9074729, **delivery: object) -> Nomination:
    return Nomination.read(
        {
            "clientReference": reference,
            "delivery": {"estimatedTimeOfBunkering": "2026-11-21T22:30:00+08:00", **delivery},
            "supplier": {"assetIdentifier": {"vessel": {"imo": imo}}},
        }
    )


def test_laycan_is_derived_from_bunkering_and_duration() -> None:
    """Without laycan fields the window is [bunkering, bunkering + duration], marked as derived."""
    window = laycan(nomination(estimatedBunkeringDurationInMinutes=480))
    assert window is not None
    assert window.is_derived
    assert window.end.isoformat() == "2026-11-22T06:30:00+08:00"


def test_stated_laycan_wins() -> None:
    """A stated laycan is shown as stated."""
    window = laycan(
        nomination(
            laycanStart="2026-11-21T20:00:00+08:00",
            laycanEnd="2026-11-22T20:00:00+08:00",
            estimatedBunkeringDurationInMinutes=480,
        )
    )
    assert window is not None
    assert not window.is_derived
    assert window.start.hour == 20


def test_draft_states_its_laycan_at_the_top() -> None:
    """Drafts carry laycanStart and laycanEnd beside the delivery."""
    draft = Draft.read({"laycanStart": "2026-11-21T20:00:00+08:00", "laycanEnd": "2026-11-22T20:00:00+08:00"})
    window = laycan(draft)
    assert window is not None
    assert not window.is_derived


def test_no_laycan_from_nothing_or_nonsense() -> None:
    """A missing duration or one beyond the calendar derives no window instead of a wrong one."""
    assert laycan(nomination()) is None
    assert laycan(nomination(estimatedBunkeringDurationInMinutes=10**15)) is None


def test_completion_prefers_the_service() -> None:
    """The stated completion is not overridden by arithmetic."""
    stated = nomination(
        estimatedTimeOfCompletion="2026-11-22T09:00:00+08:00", estimatedBunkeringDurationInMinutes=60
    ).delivery
    assert stated is not None
    finish = completion(stated)
    assert finish is not None
    assert (finish[0].hour, finish[1]) == (9, False)


def test_buffer_counts_in_an_overlap() -> None:
    """Eight hours and one hour of buffer: a start 30 minutes after the end still clashes."""
    first = occupation("A", nomination(estimatedBunkeringDurationInMinutes=480, supplierAssetBufferTimeInMinutes=60))
    second = occupation("B", nomination("B", estimatedTimeOfBunkering="2026-11-22T07:00:00+08:00"))
    assert first
    assert second
    assert first.end < second.start
    assert clashing([second, first]) == {"A", "B"}


def test_cancelled_and_unplaced_nominations_occupy_nothing() -> None:
    """Cancelled nominations, a missing asset and a missing offset never mark a clash."""
    cancelled = nomination()
    cancelled.status = "cancelled"
    assert occupation("A", cancelled) is None
    assert occupation("A", Nomination.read({"delivery": {"estimatedTimeOfBunkering": "2026-11-21T22:30Z"}})) is None
    assert occupation("A", nomination(estimatedTimeOfBunkering="2026-11-21T22:30:00")) is None


def test_asset_key_tells_terminals_by_folded_name() -> None:
    """The same terminal in other capitals is the same asset."""
    left = Nomination.read({"supplier": {"assetIdentifier": {"terminalName": "Vopak  1 "}}}).supplier
    right = Nomination.read({"supplier": {"assetIdentifier": {"terminalName": "VOPAK  1"}}}).supplier
    assert left
    assert right
    assert asset_key(left.asset_identifier) == asset_key(right.asset_identifier) != ""
    assert asset_key(None) == ""


@given(
    st.lists(st.tuples(st.sampled_from("ab"), st.integers(0, 500), st.integers(0, 60), st.integers(0, 30)), max_size=40)
)
def test_clashing_agrees_with_the_pairs(spans: list[tuple[str, int, int, int]]) -> None:
    """The fast marking names exactly the bars that comparing all with all gives.

    Two that begin together meet, though neither may have a length.
    """
    bars = [
        Occupation(
            key,
            asset,
            START + timedelta(minutes=begin),
            START + timedelta(minutes=begin + length),
            START + timedelta(minutes=begin + length + buffer),
        )
        for key, (asset, begin, length, buffer) in enumerate(spans)
    ]
    expected = set()
    for bar in bars:
        for other in bars:
            meets = bar.start == other.start or (bar.start < other.free_at and other.start < bar.free_at)
            if bar.key != other.key and bar.asset == other.asset and meets:
                expected.update((bar.key, other.key))
    assert clashing(bars) == expected
