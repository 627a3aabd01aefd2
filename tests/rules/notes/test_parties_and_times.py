"""Names, numbers and the course of a delivery."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from tests.rules.notes.delivery import Judge

from bunkerdesk.rules.findings import Severity
from bunkerdesk.rules.identifiers import folded_name, imo_in
from bunkerdesk.rules.notes.case import Case
from bunkerdesk.rules.notes.outcomes import Outcome
from bunkerdesk.rules.notes.times import events, transfer


@pytest.mark.parametrize("name", ["MV Nordic Star", "M/V NORDIC STAR", "M.V. Nordic-Star", "m.t. nordic  star"])
def test_prefix_case_and_blanks_do_not_make_another_ship(name: str) -> None:
    """`MV`, `M.T.` and the like are not part of a name."""
    assert folded_name(name) == folded_name("Nordic Star")


def test_prefix_letters_inside_a_name_stay() -> None:
    """`Mt Fuji` without more is a name of its own; `Mvemba` is not `emba`."""
    assert folded_name("Mvemba") == "mvemba"
    assert folded_name("MV") == "mv"


@pytest.mark.parametrize(
    ("field", "severity"),
    [
        ("receiverVesselName", Severity.ERROR),
        ("receiverVesselIMO", Severity.ERROR),
        ("productName", Severity.ERROR),
        ("quantityDelivered", Severity.ERROR),
        ("productSulphurContent", Severity.ERROR),
        ("supplierCompanyName", Severity.WARNING),
        ("productDensity", Severity.WARNING),
        ("productFlashPoint", Severity.WARNING),
    ],
)
def test_required_items_weigh_differently(judge: Judge, field: str, severity: Severity) -> None:
    """Ship, product, quantity and sulphur are errors when missing, the rest warns."""
    (finding,) = judge("B01", **{field: None}).findings
    assert finding.severity is severity
    assert finding.places == (f"bunkerDeliveryNotes[0].{field}",)
    assert "Appendix V item" in finding.source


def test_flash_point_is_due_since_may_2024(judge: Judge) -> None:
    """A note from before the amendment is not remarked."""
    before = {"deliveryDate": "2024-04-30", "startTransferTimestamp": "2024-04-30T09:00:00+02:00"}
    assert judge("B01", productFlashPoint=None, **before).outcome is Outcome.PASSED


def test_methanol_needs_the_reduced_list_only(judge: Judge) -> None:
    """No flash point for methanol, and nothing is an error where the list itself is not confirmed."""
    methanol = {"fuel": {"grade": "methanol_grade_a"}, "productName": "Methanol"}
    assert judge("B01", **methanol, productFlashPoint=None).outcome is Outcome.PASSED
    (finding,) = judge("B01", **methanol, productSulphurContent=None).findings
    assert finding.severity is Severity.WARNING


def test_same_imo_number_for_both_ships_is_an_error(judge: Judge) -> None:
    """A barge does not bunker itself; another barge than nominated is a warning."""
    assert judge("B04", supplierAssetIMO=9074729).findings[0].severity is Severity.ERROR
    assert judge("B04", supplierAssetIMO=9241061).findings[0].severity is Severity.WARNING


def test_opaque_vessel_identifiers_are_not_compared(judge: Judge) -> None:
    """The operation's identifier is a text; what is no IMO number is not held against one."""
    receiver = {"companyName": "Southern Lines", "vesselName": "Nordic Star", "vesselIdentifier": "fleet-7"}
    result = judge("B02", operation={"receiver": receiver}, is_nominated=False)
    assert result.outcome is Outcome.MISSING
    assert "no other IMO number" in result.reason


@pytest.mark.parametrize(
    "text", ["9811000", "IMO 9811000", "IMO No. 9811000", "imo no.9811000", "IMO Number: 9811000", "IMO#9811000"]
)
def test_an_imo_number_is_known_in_the_ways_it_is_written(judge: Judge, text: str) -> None:
    """The operation's identifier is a text; the number in it is held against the note's."""
    assert imo_in(text) == 9811000
    receiver = {"companyName": "Southern Lines", "vesselName": "Nordic Star", "vesselIdentifier": text}
    (finding,) = judge("B02", operation={"receiver": receiver}, is_nominated=False).findings
    assert (
        finding.sentence == "IMO number 9074729 of the receiving ship is not the 9811000 of the operation on BDN-77-2"
    )


@pytest.mark.parametrize("text", ["98110001", "IMO 981100", "NORD9811000", "no 9811000 yet"])
def test_what_is_no_imo_number_is_none(text: str) -> None:
    """Seven digits inside something else are not taken for one."""
    assert imo_in(text) is None


def test_one_slipped_digit_is_one_finding(judge: Judge) -> None:
    """Check digit, operation and nomination all tell it, in one sentence."""
    (finding,) = judge("B02", receiverVesselIMO=9074728).findings
    assert finding.sentence == (
        "IMO number 9074728 of the receiving ship fails its check digit and "
        "is not the 9074729 of the operation and the nomination on BDN-77-2"
    )
    assert finding.severity is Severity.ERROR
    assert finding.figures == ("9074728", "9074729")
    assert "item 1" in finding.source
    assert "check digit" in finding.source


def test_a_number_that_two_others_contradict_names_both(judge: Judge) -> None:
    """Operation and nomination differ from the note and from each other."""
    asked = {"receiver": {"vesselIdentifier": {"imo": 9241061}}}
    (finding,) = judge("B02", receiverVesselIMO=9811000, nomination=asked).findings
    assert "is not the operation's 9074729 and not the nomination's 9241061" in finding.sentence


def test_a_barge_that_nothing_names_cannot_be_compared(judge: Judge) -> None:
    """It is not the receiver; that is no reason to pass."""
    supplier = {"companyName": "Strait Bunkers", "assetName": "Estrecho Uno"}
    lost = judge("B04", operation={"supplier": supplier}, nomination={"supplier": {}})
    assert lost.outcome is Outcome.MISSING
    truck = {"delivery": {"deliveryMethod": "truck"}}
    assert judge("B04", **truck, supplierAssetIMO=None).outcome is Outcome.NOT_APPLICABLE
    assert judge("B04", supplierAssetIMO=None).outcome is Outcome.MISSING


def test_a_number_used_twice_reads_as_a_sentence(judge: Judge) -> None:
    """The number and who else has it."""
    (finding,) = judge("B19", facts={"other_numbers": {"BDN-77-2": ("SO-24121",)}}).findings
    assert finding.sentence == "The number BDN-77-2 is used by SO-24121 too"
    assert finding.places == ("bunkerDeliveryNotes[0].number",)


def test_numbers_across_operations_and_blanks(judge: Judge) -> None:
    """The number's own operation does not count as another one."""
    own = {"other_numbers": {"BDN-77-2": ("ALG-77",)}}
    assert judge("B19", facts=own).outcome is Outcome.PASSED
    twice = judge("B19", notes=[{"bunkerType": "conventional", "number": "BDN-77-2"}])
    assert "another note of this operation" in twice.findings[0].sentence


def test_events_out_of_order_name_both(judge: Judge) -> None:
    """The finding shows both times and marks both fields."""
    (finding,) = judge("B05", drainingTimestamp="2026-11-18T11:40:00+01:00").findings
    assert finding.sentence == (
        "Hose disconnected 18 Nov 2026 11:30 (+01:00) is before draining 18 Nov 2026 11:40 (+01:00) on BDN-77-2"
    )
    assert finding.places[1].endswith("disconnectTimestamp")
    assert finding.severity is Severity.ERROR


def test_equal_times_are_in_order_except_start_and_end(judge: Judge) -> None:
    """Draining may begin at the end of transfer; a transfer takes time."""
    assert judge("B05", drainingTimestamp="2026-11-18T11:00:00+01:00").outcome is Outcome.PASSED
    assert judge("B05", endTransferTimestamp="2026-11-18T09:00:00+01:00").outcome is Outcome.FOUND


def test_a_change_of_offset_is_no_disorder(judge: Judge) -> None:
    """Clocks go back during a delivery: the instants count."""
    assert (
        judge(
            "B05",
            startTransferTimestamp="2026-10-25T02:50:00+02:00",
            endTransferTimestamp="2026-10-25T02:20:00+01:00",
            **dict.fromkeys(
                ("allFastTimestamp", "connectTimestamp", "drainingTimestamp", "disconnectTimestamp", "castOffTimestamp")
            ),
        ).outcome
        is Outcome.PASSED
    )


def test_times_without_offset_are_read_on_the_ports_clock(judge: Judge) -> None:
    """A naive time among others is port local, not lost."""
    assert judge("B05", endTransferTimestamp="2026-11-18T11:00:00").outcome is Outcome.PASSED
    assert judge("B05", endTransferTimestamp="2026-11-18T08:00:00").outcome is Outcome.FOUND


def test_custody_transfer_readings_enclose_the_transfer(make_case: Callable[..., Case], judge: Judge) -> None:
    """Opening before the start, closing after the end."""
    readings = {
        "openingCTSTimestamp": "2026-11-18T08:50:00+01:00",
        "closingCTSTimestamp": "2026-11-18T11:05:00+01:00",
    }
    lng = {"bunkerType": "lng", "productName": "LNG", **readings}
    assert judge("B05", **lng).outcome is Outcome.PASSED
    assert judge("B05", **lng | {"openingCTSTimestamp": "2026-11-18T09:10:00+01:00"}).outcome is Outcome.FOUND
    assert judge("B05", **lng | {"closingCTSTimestamp": "2026-11-18T10:50:00+01:00"}).outcome is Outcome.FOUND
    words = [event.words for event in events(make_case(**lng).note)]
    assert words.index("opening CTS reading") == words.index("start of transfer") - 1
    assert words.index("closing CTS reading") == words.index("end of transfer") + 1


def test_delivery_across_midnight_is_told(judge: Judge) -> None:
    """Both dates are right; the note can only carry one."""
    (finding,) = judge("B06", endTransferTimestamp="2026-11-19T01:00:00+01:00").findings
    assert finding.severity is Severity.INFO


def test_rate_and_duration(make_case: Callable[..., Case]) -> None:
    """505.25 t in two hours are 252.625 t/h."""
    run = transfer(make_case())
    assert run is not None
    assert (run.minutes, run.rate) == (120, Decimal("252.625"))


def test_planned_duration(judge: Judge) -> None:
    """More than three times the plan, or less than a third, is told."""
    assert judge("B07", delivery={"estimatedBunkeringDurationInMinutes": 39}).outcome is Outcome.FOUND
    assert judge("B07", delivery={"estimatedBunkeringDurationInMinutes": 40}).outcome is Outcome.PASSED
    assert judge("B07", delivery={"estimatedBunkeringDurationInMinutes": 361}).outcome is Outcome.FOUND


def test_times_far_from_the_nomination(judge: Judge) -> None:
    """Seven days before the nominated bunkering, fourteen after; all events in one finding."""
    early = judge("B08", delivery={"estimatedTimeOfBunkering": "2026-12-01T08:00:00+01:00"})
    assert len(early.findings) == 1
    assert "more than 7 days before" in early.findings[0].sentence
    assert len(early.findings[0].places) == 7


@pytest.mark.parametrize("licence", ["SB123C", "sb 123", "SB-4567/A", "SB 123 C"])
def test_harbour_licence_of_singapore(judge: Judge, licence: str) -> None:
    """There in any spelling; one of another form is doubted."""
    at_singapore = {"operation": {"bunkeringLocationCode": "SGSIN"}}
    assert judge("B24", **at_singapore, supplierAssetHarbourLicenseNumber=licence).outcome is Outcome.PASSED
    (finding,) = judge("B24", **at_singapore, supplierAssetHarbourLicenseNumber="X77").findings
    assert finding.severity is Severity.WARNING


def test_harbour_licence_is_asked_of_bunker_tankers_only(judge: Judge) -> None:
    """A truck, a terminal and a loading operation have no bunker tanker."""
    at_singapore = {"bunkeringLocationCode": "SGSIN"}
    assert judge("B24", operation=at_singapore).outcome is Outcome.FOUND
    assert judge("B24", operation=at_singapore, delivery={"deliveryMethod": "vessel"}).outcome is Outcome.FOUND
    assert judge("B24", operation=at_singapore, delivery={"deliveryMethod": "truck"}).outcome is Outcome.NOT_APPLICABLE
    loading = at_singapore | {"loadingNumber": "CQ-1"}
    assert judge("B24", operation=loading).outcome is Outcome.NOT_APPLICABLE


def test_blank_texts_are_missing_items(judge: Judge) -> None:
    """A name of blanks is no name."""
    (finding,) = judge("B01", receiverVesselName="  ").findings
    assert finding.severity is Severity.ERROR
    assert judge("B01", operation={"bunkeringLocationCode": " ", "bunkeringLocationName": ""}).findings


@pytest.mark.parametrize(
    "kind",
    [
        {"bunkerType": "lng", "productName": "LNG"},
        {"productName": "Methanol", "fuel": {"grade": "methanol_grade_a"}},
        {"productName": "LPG (propane)", "fuel": {"grade": "others", "fuelType": "LPG"}},
    ],
)
def test_ship_product_and_quantity_stand_on_every_form(judge: Judge, kind: dict[str, Any]) -> None:
    """The reduced list of gas and methanol: its first items are as firm as on an oil note, the rest warns."""
    (finding,) = [each for each in judge("B01", **kind, receiverVesselIMO=None).findings if "IMO" in each.sentence]
    assert finding.severity is Severity.ERROR
    assert "reduced list" in finding.source


def test_the_receiver_of_the_nomination_is_no_barge_either(judge: Judge) -> None:
    """The note may leave the receiving ship's number out; the asset must still not be that ship."""
    (finding,) = judge("B04", receiverVesselIMO=None, supplierAssetIMO=9074729).findings
    assert finding.severity is Severity.ERROR


def test_a_delivery_date_between_start_and_end_is_neither(judge: Judge) -> None:
    """Three days of transfer: the date is that of the start or of the end, not of a day between."""
    long = {"endTransferTimestamp": "2026-11-20T01:00:00+01:00"}
    (finding,) = judge("B06", **long, deliveryDate="2026-11-19").findings
    assert finding.severity is Severity.WARNING
    (finding,) = judge("B06", **long, deliveryDate="2026-11-20").findings
    assert finding.severity is Severity.INFO


def test_a_utc_time_is_read_on_the_ports_clock(judge: Judge) -> None:
    """23:30 UTC is the next day in Singapore; with the port's own offset the day stands as it is."""
    times = {"startTransferTimestamp": "2026-11-18T17:30:00Z", "endTransferTimestamp": "2026-11-18T20:00:00Z"}
    at_singapore = {"operation": {"bunkeringLocationCode": "SGSIN"}}
    assert judge("B06", **at_singapore, **times, deliveryDate="2026-11-19").outcome is Outcome.PASSED
    assert judge("B06", **at_singapore, **times, deliveryDate="2026-11-18").outcome is Outcome.FOUND


def test_a_naive_time_in_the_future_is_told_by_the_ports_clock(judge: Judge) -> None:
    """Without an offset and without a nomination the table of ports has the clock."""
    late = {"castOffTimestamp": "2026-11-21T20:30:00"}
    singapore = {"operation": {"bunkeringLocationCode": "SGSIN"}}
    assert judge("B08", **singapore, **late, is_nominated=False).outcome is Outcome.FOUND
    assert (
        judge("B08", **late | {"castOffTimestamp": "2026-11-21T12:30:00"}, is_nominated=False).outcome is Outcome.PASSED
    )


@pytest.mark.parametrize(
    ("product", "fuel", "is_odd"),
    [
        ("VLSFO 380", {"fuelType": "VLSFO", "grade": "rmg"}, False),
        ("RMG 380", {"fuelType": "VLSFO", "grade": None}, False),
        ("LSMGO", {"fuelType": "VLSFO", "grade": None}, True),
        ("HSFO 380", {"fuelType": "VLSFO", "grade": "rmg"}, True),
        ("ULSFO", {"fuelType": "VLSFO", "grade": "rmg"}, True),
        ("Marine Gas Oil", {"fuelType": "LSMGO", "grade": "dma"}, False),
        ("DMB", {"fuelType": "MGO", "grade": "dma"}, True),
        ("ULSFO DMA", {"fuelType": "ULSFO", "grade": "dma"}, False),
        ("Marine fuel", {"fuelType": "VLSFO", "grade": "rmg"}, False),
        ("380", {"fuelType": None, "grade": "dma"}, True),
        ("Methanol", {"fuelType": "VLSFO", "grade": None}, True),
        ("Shell Super", {"fuelType": "VLSFO", "grade": "rmg", "brand": "Shell Super"}, False),
        ("B24 VLSFO", {"fuelType": "B24", "grade": "rf"}, False),
    ],
)
def test_product_against_fuel_type_grade_and_brand(
    judge: Judge, product: str, fuel: dict[str, Any], *, is_odd: bool
) -> None:
    """Kind of fuel, grade and class of sulphur must not contradict; a brand of its own says nothing."""
    result = judge("B17", productName=product, fuel=fuel)
    assert (result.outcome is Outcome.FOUND) == is_odd
