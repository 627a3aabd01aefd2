"""Times with and without an offset, and what transfers of several notes have in common."""

from decimal import Decimal
from typing import Any

import pytest
from tests.rules.notes.delivery import Judge, MakeCase

from bunkerdesk.rules.findings import Severity
from bunkerdesk.rules.notes.outcomes import Outcome
from bunkerdesk.rules.notes.registry import check
from bunkerdesk.rules.notes.times import transfer

SINGAPORE = {"operation": {"bunkeringLocationCode": "SGSIN"}}
NOWHERE = {"operation": {"bunkeringLocationCode": "ZZQQQ"}, "is_nominated": False}
OTHERS = dict.fromkeys(
    ("allFastTimestamp", "connectTimestamp", "drainingTimestamp", "disconnectTimestamp", "castOffTimestamp")
)


def _times(start: str, end: str) -> dict[str, Any]:
    return {**OTHERS, "startTransferTimestamp": start, "endTransferTimestamp": end}


@pytest.mark.parametrize(
    ("place", "start", "end", "outcome"),
    [
        # 09:00 at Singapore is 01:00Z: 02:00Z is an hour later, 00:30Z before it.
        (SINGAPORE, "2026-11-18T09:00:00", "2026-11-18T02:00:00Z", Outcome.PASSED),
        (SINGAPORE, "2026-11-18T09:00:00", "2026-11-18T00:30:00Z", Outcome.FOUND),
        (SINGAPORE, "2026-11-18T09:00:00Z", "2026-11-18T10:00:00", Outcome.FOUND),
        (SINGAPORE, "2026-11-18T09:00:00+08:00", "2026-11-18T10:00:00", Outcome.PASSED),
        (NOWHERE, "2026-11-18T09:00:00+03:00", "2026-11-18T08:00:00", Outcome.FOUND),
        (NOWHERE, "2026-11-18T09:00:00Z", "2026-11-18T08:00:00", Outcome.MISSING),
        (NOWHERE, "2026-11-18T09:00:00", "2026-11-18T08:00:00", Outcome.FOUND),
    ],
)
def test_a_time_without_offset_beside_one_in_utc(
    judge: Judge, place: dict[str, Any], start: str, end: str, outcome: Outcome
) -> None:
    """It is converted by the port's clock, not stripped; where no clock is known nothing is compared."""
    assert judge("B05", **place, **_times(start, end)).outcome is outcome


def test_the_duration_between_a_local_time_and_one_in_utc(make_case: MakeCase, judge: Judge) -> None:
    """09:00 at Singapore to 03:00Z are two hours; without a clock there is no duration to judge."""
    run = transfer(make_case(**SINGAPORE, **_times("2026-11-18T09:00:00", "2026-11-18T03:00:00Z")))
    assert run is not None
    assert run.minutes == 120
    lost = judge("B07", **NOWHERE, **_times("2026-11-18T09:00:00", "2026-11-18T03:00:00Z"))
    assert lost.outcome is Outcome.MISSING
    assert "clock is not known" in lost.reason


@pytest.mark.parametrize(
    ("end", "outcome"),
    [
        ("2027-03-01T10:00:00", Outcome.FOUND),  # in the future wherever it is
        ("2026-11-21T20:00:00", Outcome.MISSING),  # past in Singapore, not in Houston
        ("2026-11-20T20:00:00", Outcome.PASSED),
    ],
)
def test_the_future_without_a_known_clock(judge: Judge, end: str, outcome: Outcome) -> None:
    """A time without an offset at an unknown port is judged with 14 hours to spare, and that is said."""
    result = judge("B08", **NOWHERE, **_times("2026-11-18T09:00:00", end))
    assert result.outcome is outcome
    assert "clock is not known" in result.reason


def test_the_ports_clock_goes_before_the_nominations_offset(judge: Judge) -> None:
    """20:30 at Singapore is past at 12:00Z + 1 h, whatever offset the nominated time was written with."""
    written = {"delivery": {"estimatedTimeOfBunkering": "2026-11-21T00:00:00-06:00"}}
    past = judge("B08", **SINGAPORE, **written, **_times("2026-11-21T18:00:00", "2026-11-21T19:30:00"))
    assert past.outcome is Outcome.PASSED


def _parcel(number: str, tons: str, start: str, end: str) -> dict[str, Any]:
    day = "2026-11-18T"
    return {
        "bunkerType": "conventional",
        "number": number,
        "fuelIndex": 1,
        "quantityDelivered": {"value": Decimal(tons), "unit": "metric tons"},
        "startTransferTimestamp": f"{day}{start}:00+01:00",
        "endTransferTimestamp": f"{day}{end}:00+01:00",
    }


def test_the_planned_duration_is_for_all_fuels(make_case: MakeCase, judge: Judge) -> None:
    """Three parcels one after another take the planned eight hours; none is judged against all of it."""
    rest = [_parcel("2", "300", "11:00", "14:00"), _parcel("3", "300", "14:00", "17:00")]
    plan = {"delivery": {"estimatedBunkeringDurationInMinutes": 480}}
    report = check(make_case(**plan, notes=rest).of_note(0))
    assert not [each for each in report.findings if each.rule == "B07"]
    assert "last note" in judge("B07", **plan, notes=rest).reason
    long = make_case(delivery={"estimatedBunkeringDurationInMinutes": 100}, notes=rest)
    (finding,) = [each for each in check(long.of_note(2)).findings if each.rule == "B07"]
    assert finding.sentence == "The transfers of all 3 notes took 8 h, planned were 1 h 40 min, on 3"


def test_a_small_parcel_beside_a_large_one_is_not_slow(make_case: MakeCase) -> None:
    """12 t in two hours flow beside 505 t; alone they are slow."""
    beside = make_case(notes=[_parcel("2", "12", "09:00", "11:00")]).of_note(1)
    assert not [each for each in check(beside).findings if each.rule == "B07"]
    alone = make_case(notes=[_parcel("2", "12", "13:00", "15:00")]).of_note(1)
    assert "6.0 t/h is below 20 t/h" in next(each for each in check(alone).findings if each.rule == "B07").sentence


def test_a_rate_just_below_its_limit_is_shown_so(judge: Judge) -> None:
    """39.9 t in two hours are 19.95 t/h, not 20.0."""
    (finding,) = judge("B07", quantityDelivered={"value": Decimal("39.9"), "unit": "metric tons"}).findings
    assert finding.sentence == "Transfer rate 19.95 t/h is below 20 t/h on BDN-77-2"


def test_a_transfer_that_ends_before_it_starts_is_called_so(judge: Judge) -> None:
    """Took no time is another fault."""
    (backward,) = judge("B07", endTransferTimestamp="2026-11-18T08:00:00+01:00").findings
    assert backward.sentence == "The transfer ends 1 h before it starts on BDN-77-2"
    assert backward.severity is Severity.WARNING
    (still,) = judge("B07", endTransferTimestamp="2026-11-18T09:00:00+01:00").findings
    assert still.sentence == "The transfer took no time on BDN-77-2"


def test_a_delivery_across_midnight_reads_as_a_sentence(judge: Judge) -> None:
    """The date that the note carries is named as what it is."""
    (finding,) = judge("B06", endTransferTimestamp="2026-11-19T01:00:00+01:00").findings
    assert finding.sentence == ("The transfer runs across midnight; 18 Nov 2026 is the delivery date on BDN-77-2")
