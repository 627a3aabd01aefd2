"""Checks N01-N12: each passes on a good nomination, fails on its fault, and knows its edge."""

from copy import deepcopy
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bunkerdesk.contract.nomination import Draft, Nomination, NominationBody
from bunkerdesk.rules.findings import Finding, Severity
from bunkerdesk.rules.neighbours import Neighbour, Neighbours
from bunkerdesk.rules.nomination_checks import Circumstances, SentAs, check

GOOD: dict[str, Any] = {
    "clientReference": "SO-1",
    "delivery": {
        "bunkeringLocationCode": "SGSIN",
        "deliveryMethod": "vessel",
        "estimatedTimeOfBunkering": "2026-11-21T22:30:00+08:00",
        "estimatedBunkeringDurationInMinutes": 480,
        "supplierAssetBufferTimeInMinutes": 60,
    },
    "supplier": {"companyIdentifier": "harbour", "assetIdentifier": {"vessel": {"imo": 9074729}}},
    "receiver": {
        "companyIdentifier": "oceanic",
        "vesselIdentifier": {"imo": 9811000},
        "estimatedTimeOfArrival": "2026-11-21T16:00:00+08:00",
        "estimatedTimeOfDeparture": "2026-11-22T10:00:00+08:00",
    },
    "fuelSpecifications": [
        {"fuelType": "VLSFO", "grade": "rmg", "quantityRange": {"minQuantity": 480, "maxQuantity": 520}}
    ],
}
SINGAPORE = Circumstances(zone=ZoneInfo("Asia/Singapore"), key="own")


def changed(base: dict[str, Any] = GOOD, **places: Any) -> dict[str, Any]:
    """The good nomination with values at `section__field` replaced; None takes the field out."""
    body = deepcopy(base)
    for place, value in places.items():
        *sections, name = place.split("__")
        holder: Any = body
        for section in sections:
            holder = holder[int(section)] if section.isdigit() else holder.setdefault(section, {})
        if value is None:
            holder.pop(name, None)
        else:
            holder[name] = value
    return body


def findings(
    body: dict[str, Any], around: Circumstances = SINGAPORE, kind: type[NominationBody] = Nomination
) -> list[Finding]:
    return check(kind.read(body), around)


def of(rule: str, found: list[Finding]) -> list[tuple[Severity, str]]:
    return [(finding.severity, finding.sentence) for finding in found if finding.rule == rule]


E, W = Severity.ERROR, Severity.WARNING


def test_a_good_nomination_has_no_findings() -> None:
    """Nothing is said about what is right."""
    assert findings(GOOD) == []


ETB = "delivery__estimatedTimeOfBunkering"
Q = "fuelSpecifications__0__quantityRange__"


@pytest.mark.parametrize(
    ("rule", "severity", "words", "changes"),
    [
        ("N01", E, "missing", {ETB: None}),
        ("N01", E, "no UTC offset", {ETB: "2026-11-21T22:30:00"}),
        ("N01", W, "carries +09:00", {ETB: "2026-11-21T23:30:00+09:00"}),
        ("N01", E, "arrival has no UTC", {"receiver__estimatedTimeOfArrival": "2026-11-21T16:00:00"}),
        ("N02", E, "no end", {"delivery__laycanStart": "2026-11-21T20:00:00+08:00"}),
        (
            "N02",
            E,
            "ends before",
            {"delivery__laycanStart": "2026-11-22T20:00:00+08:00", "delivery__laycanEnd": "2026-11-21T20:00:00+08:00"},
        ),
        (
            "N02",
            E,
            "ends the moment it starts",
            {"delivery__laycanStart": "2026-11-21T20:00:00+08:00", "delivery__laycanEnd": "2026-11-21T12:00:00Z"},
        ),
        (
            "N02",
            W,
            "outside",
            {"delivery__laycanStart": "2026-11-22T00:00:00+08:00", "delivery__laycanEnd": "2026-11-23T00:00:00+08:00"},
        ),
        (
            "N03",
            W,
            "Estimated time of bunkering is before",
            {"receiver__estimatedTimeOfArrival": "2026-11-21T23:00:00+08:00"},
        ),
        ("N03", W, "departure is before", {"receiver__estimatedTimeOfDeparture": "2026-11-22T05:00:00+08:00"}),
        (
            "N03",
            W,
            "is before receiver estimated time of arrival",
            {"delivery__berthTime": "2026-11-21T15:00:00+08:00"},
        ),
        ("N04", E, "Maximum 9 is below minimum 480 for VLSFO RMG", {f"{Q}maxQuantity": 9}),
        ("N04", E, "not above zero", {f"{Q}minQuantity": 0}),
        ("N04", E, "significant digits", {f"{Q}maxQuantity": "600." + "1" * 28}),
        ("N04", W, "only drafts", {f"{Q}minQuantity": None}),
        ("N05", W, "supplying vessel", {"supplier__assetIdentifier": None}),
        ("N05", E, "supplying vessel", {"supplier__assetIdentifier": {"terminalName": "Vopak"}}),
        ("N05", E, "terminal's name", {"delivery__deliveryMethod": "truck"}),
        ("N06", E, "missing", {"receiver__companyIdentifier": None}),
        ("N06", E, "exactly one", {"receiver__companyName": "Oceanic Lines"}),
        ("N09", E, "needed", {"clientReference": ""}),
        ("N10", E, "refused", {"delivery__transactionType": "cargo_in"}),
        ("N10", E, "alongside", {"delivery__estimatedAlongsideTime": "2026-11-21T22:00:00+08:00"}),
        ("N11", E, "9811000?", {"receiver__vesselIdentifier": {"imo": 9811001}}),
        ("N11", W, "same IMO", {"receiver__vesselIdentifier": {"imo": 9074729}}),
        ("N12", E, "port is missing", {"delivery__bunkeringLocationCode": None}),
        ("N12", W, "UN/LOCODE", {"receiver__nextPortCode": "ROTTERDAM"}),
        ("N12", W, "not in the table of ports", {"delivery__bunkeringLocationCode": "ZZQQQ"}),
        ("N12", W, "a place that is no port", {"receiver__lastPortCode": "CNSHA"}),
        ("N04", W, "only drafts", {f"{Q}maxQuantity": None}),
    ],
)
def test_each_fault_is_found(rule: str, severity: Severity, words: str, changes: dict[str, Any]) -> None:
    """One fault, one finding of its rule, with the fields to jump to and where the rule comes from."""
    found = findings(changed(**changes))
    ((actual, sentence),) = of(rule, found)
    assert actual is severity
    assert words in sentence
    assert all(finding.places and finding.source for finding in found)


@pytest.mark.parametrize(
    "changes",
    [
        {"delivery__laycanStart": "2026-11-21T22:30:00+08:00", "delivery__laycanEnd": "2026-11-22T06:30:00+08:00"},
        {"receiver__estimatedTimeOfArrival": "2026-11-21T22:30:00+08:00"},
        {"receiver__estimatedTimeOfDeparture": "2026-11-22T06:30:00+08:00"},
        {f"{Q}minQuantity": 520},
        {"delivery__transactionType": "transfer", "receiver__companyIdentifier": None},
        {"delivery__deliveryMethod": "pipeline"},
        {"delivery__transactionType": "barter"},
        {"delivery__bunkeringLocationCode": "sg sin"},
    ],
)
def test_edges_pass(changes: dict[str, Any]) -> None:
    """Equal times and quantities, transfers without a company, values and codes this version does not know."""
    assert findings(changed(**changes)) == []


def test_offset_follows_the_season() -> None:
    """+02:00 is right at Rotterdam in July and wrong in December."""
    rotterdam = Circumstances(zone=ZoneInfo("Europe/Amsterdam"))
    body = {"receiver__estimatedTimeOfArrival": None, "receiver__estimatedTimeOfDeparture": None}
    assert of("N01", findings(changed(**body, **{ETB: "2026-07-01T12:00:00+02:00"}), rotterdam)) == []
    assert len(of("N01", findings(changed(**body, **{ETB: "2026-12-01T12:00:00+02:00"}), rotterdam))) == 1
    assert of("N01", findings(changed(**{ETB: "2026-12-01T12:00:00+02:00"}), Circumstances())) == []


def test_a_draft_may_lack_what_a_nomination_must_have() -> None:
    """Drafts are stopped by nothing that is merely missing; their laycan stands at the top."""
    around = Circumstances(sent_as=SentAs.DRAFT)
    found = findings({"clientReference": "D-1"}, around, Draft)
    assert found
    assert all(finding.severity is not E for finding in found)
    half = findings({"clientReference": "D-1", "laycanEnd": "2026-11-21T20:00:00+08:00"}, around, Draft)
    assert of("N02", half)[0][0] is E


def test_sent_as_receiver() -> None:
    """The supplier is needed, unless it is a transfer; a loading operation is from a terminal."""
    around = Circumstances(sent_as=SentAs.RECEIVER)
    assert len(of("N06", findings(changed(supplier__companyIdentifier=None), around))) == 1
    transfer = changed(supplier__companyIdentifier=None, delivery__transactionType="transfer")
    assert of("N06", findings(transfer, around)) == []
    loading = Circumstances(sent_as=SentAs.RECEIVER, is_loading=True)
    assert "loading" in of("N05", findings(GOOD, loading))[0][1]


def around_others(*others: dict[str, Any], is_new: bool = False) -> Circumstances:
    known = [Neighbour(place, body["clientReference"], Nomination.read(body)) for place, body in enumerate(others)]
    return Circumstances(zone=SINGAPORE.zone, key="own", neighbours=Neighbours(known), is_new=is_new)


def test_busy_barge() -> None:
    """The asset is taken until its buffer time is over; another asset or a cancelled nomination does not matter."""
    other = changed(clientReference="SO-2", **{ETB: "2026-11-21T15:00:00+08:00"})
    other["receiver"] = {"vesselIdentifier": {"imo": 9000003}}
    ((severity, sentence),) = of("N07", findings(GOOD, around_others(other)))
    assert severity is W
    assert sentence == "IMO 9074729 is busy until Sun 22 Nov 00:00 with SO-2, buffer included".replace(
        "Sun 22", "Sun 22"
    )
    just_free = changed(other, **{ETB: "2026-11-21T13:30:00+08:00"})
    assert of("N07", findings(GOOD, around_others(just_free))) == []
    assert of("N07", findings(GOOD, around_others({**other, "status": "cancelled"}))) == []
    other["supplier"] = {"assetIdentifier": {"vessel": {"imo": 9312793}}}
    assert of("N07", findings(GOOD, around_others(other))) == []


@pytest.mark.parametrize(
    ("changes", "is_found"),
    [
        ({}, True),
        ({ETB: "2026-11-24T22:30:00+08:00"}, True),
        ({ETB: "2026-11-24T22:31:00+08:00"}, False),
        ({"delivery__bunkeringLocationCode": "NLRTM"}, False),
        ({"receiver__vesselIdentifier": {"imo": 9312793}}, False),
        ({"fuelSpecifications": [{"fuelType": "LSMGO", "grade": "dma"}]}, False),
    ],
)
def test_look_alikes(changes: dict[str, Any], is_found: bool) -> None:
    """Same vessel, port and fuel within three days; the nomination is not its own double."""
    other = changed(clientReference="SO-2", supplier__assetIdentifier={"vessel": {"imo": 9312793}}, **changes)
    found = of("N08", findings(GOOD, around_others(other)))
    assert bool(found) == is_found


def vessel(**receiver: Any) -> dict[str, Any]:
    """A receiver of these fields only, at the times of the good nomination."""
    return {"receiver": receiver}


@pytest.mark.parametrize(
    ("mine", "theirs", "is_found"),
    [
        ({"vesselName": "MV Nordic Star"}, {"vesselName": "NORDIC  STAR"}, True),
        (
            {"vesselIdentifier": {"imo": 9811000}, "vesselName": "Nordic Star"},
            {"vesselName": "M/V Nordic Star"},
            True,
        ),
        ({"vesselIdentifier": {"mmsi": 563000001}}, {"vesselIdentifier": {"mmsi": 563000001}}, True),
        ({"vesselIdentifier": {"mmsi": 563000001}}, {"vesselIdentifier": {"imo": 9811000, "mmsi": 563000001}}, True),
        (
            {"vesselIdentifier": {"imo": 9811000}, "vesselName": "Nordic Star"},
            {"vesselIdentifier": {"imo": 9312793}, "vesselName": "Nordic Star"},
            False,
        ),
        ({"vesselName": "Nordic Star"}, {"vesselName": "Nordic Moon"}, False),
        ({}, {}, False),
    ],
)
def test_one_vessel_in_two_ways(mine: dict[str, Any], theirs: dict[str, Any], is_found: bool) -> None:
    """Prefixes of names, a name without a number, an MMSI alone, a port in small letters: still the same stem."""
    other = changed(clientReference="SO-2", supplier__assetIdentifier={"vessel": {"imo": 9312793}}) | vessel(**theirs)
    other["delivery"]["bunkeringLocationCode"] = "sgsin"
    found = of("N08", findings(GOOD | vessel(**mine), around_others(other)))
    assert len(found) == is_found


@pytest.mark.parametrize(
    ("mine", "theirs", "is_found"),
    [
        ({"mmsi": 563000001}, {"imo": 9074729, "mmsi": 563000001}, True),
        ({"imo": 9074729, "mmsi": 563000001}, {"mmsi": 563000001}, True),
        ({"imo": 9074729, "mmsi": 563000001}, {"imo": 9074729}, True),
        ({"imo": 9074729, "mmsi": 563000001}, {"imo": 9312793, "mmsi": 563000001}, False),
        ({"imo": 9074729}, {"mmsi": 563000001}, False),
    ],
)
def test_one_barge_in_two_ways(mine: dict[str, Any], theirs: dict[str, Any], is_found: bool) -> None:
    """By IMO number here and by MMSI there; two IMO numbers are two barges."""
    other = changed(clientReference="SO-2", supplier__assetIdentifier={"vessel": theirs})
    other["receiver"] = {"vesselIdentifier": {"imo": 9000003}}
    own = changed(supplier__assetIdentifier={"vessel": mine})
    assert len(of("N07", findings(own, around_others(other)))) == is_found


def test_two_vessels_at_the_same_time_without_durations() -> None:
    """Nothing is known of their lengths; both begin with the same barge at the same minute."""
    bare = {"delivery__estimatedBunkeringDurationInMinutes": None, "delivery__supplierAssetBufferTimeInMinutes": None}
    other = changed(clientReference="SO-2", **bare)
    other["receiver"] = {"vesselIdentifier": {"imo": 9000003}}
    ((_, sentence),) = of("N07", findings(changed(**bare), around_others(other)))
    assert sentence == "IMO 9074729 is asked for at the same time, Sat 21 Nov 22:30, with SO-2"
    later = changed(other, **{ETB: "2026-11-21T22:31:00+08:00"})
    assert of("N07", findings(changed(**bare), around_others(later))) == []


def test_one_late_arrival_is_one_finding() -> None:
    """It passes berth, bunkering, completion and departure: said once, with all of them to jump to."""
    late = changed(
        receiver__estimatedTimeOfArrival="2026-11-23T16:00:00+08:00",
        delivery__berthTime="2026-11-21T20:00:00+08:00",
    )
    (finding,) = [each for each in findings(late) if each.rule == "N03"]
    assert finding.sentence == (
        "Berth time, estimated time of bunkering, estimated time of completion and "
        "receiver estimated time of departure are before receiver estimated time of arrival"
    )
    assert len(finding.places) == len(finding.figures) == 5
    early = changed(receiver__estimatedTimeOfDeparture="2026-11-21T15:00:00+08:00")
    assert len(of("N03", findings(early))) == 1


def test_used_reference() -> None:
    """A new nomination under a known reference asks; a change of the known one does not."""
    assert len(of("N09", findings(GOOD, around_others(changed(), is_new=True)))) == 1
    assert of("N09", findings(GOOD, around_others(changed()))) == []


texts = st.none() | st.text(max_size=8) | st.integers() | st.sampled_from(["2026-11-21T22:30:00", "2026-11-21T22:30Z"])
delivery = st.dictionaries(
    st.sampled_from(["laycanStart", "laycanEnd", "berthTime", "transactionType", ETB[10:]]), texts
)
receiver = st.dictionaries(st.sampled_from(["companyName", "lastPortCode", "estimatedTimeOfArrival"]), texts)


@given(delivery, receiver, st.sampled_from(list(SentAs)))
def test_any_nomination_can_be_checked(given_delivery: Any, given_receiver: Any, sent_as: SentAs) -> None:
    """Half-typed nominations give findings, never an error."""
    around = Circumstances(sent_as=sent_as, zone=ZoneInfo("Europe/Amsterdam"))
    body = {"clientReference": "A", "delivery": given_delivery, "receiver": given_receiver}
    assert {finding.rule for finding in findings(body, around)} >= {"N12"}


def test_a_full_board_of_others_is_no_finding() -> None:
    """Among 2,000 nominations only those of the same asset and the same call matter."""
    start = datetime(2026, 1, 1, tzinfo=UTC)
    others = [
        changed(
            clientReference=f"X-{place}",
            supplier__assetIdentifier={"vessel": {"externalId": f"B{place % 40}"}},
            receiver__vesselIdentifier={"externalId": f"V{place}"},
            **{ETB: (start + timedelta(hours=place)).isoformat()},
        )
        for place in range(2_000)
    ]
    around = around_others(*others)
    assert findings(GOOD, around) == []
