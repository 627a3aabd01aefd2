"""Quantities, required papers, retention, claim clocks, protest text and emissions."""

import re
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from tests.rules.notes.delivery import Judge, MakeCase

from bunkerdesk.contract import jsontext
from bunkerdesk.contract.nomination import Nomination
from bunkerdesk.contract.operation import Operation
from bunkerdesk.rules.findings import Severity
from bunkerdesk.rules.notes.belonging import belonging
from bunkerdesk.rules.notes.case import Case, FileFacts
from bunkerdesk.rules.notes.certificate import side_by_side
from bunkerdesk.rules.notes.checkset import FuelSet
from bunkerdesk.rules.notes.claims import ClaimBook, ClaimKind, ClaimTerms, ClockState, deadlines
from bunkerdesk.rules.notes.emissions import emission, factor
from bunkerdesk.rules.notes.matrix import State, document_matrix, required_documents
from bunkerdesk.rules.notes.outcomes import Judged, Outcome
from bunkerdesk.rules.notes.protest_text import note_of_protest
from bunkerdesk.rules.notes.registry import BY_NUMBER, check
from bunkerdesk.rules.notes.retention import months_later, retention
from bunkerdesk.rules.notes.times import transfer

D = Decimal


def _tons(value: str) -> dict[str, Any]:
    return {"value": D(value), "unit": "metric tons"}


def _last(rule: str, case: Case) -> Judged:
    return BY_NUMBER[rule].judge(case.of_note(len(case.notes) - 1))


def test_notes_of_one_fuel_count_together(make_case: MakeCase) -> None:
    """Two barges, one fuel: the sum is held against the nominated range, once, with the last note."""
    second = {"bunkerType": "conventional", "number": "2", "fuelIndex": 0, "quantityDelivered": _tons("250")}
    assert _last("B09", make_case(quantityDelivered=_tons("250"), notes=[second])).outcome is Outcome.PASSED
    case = make_case(quantityDelivered=_tons("200"), notes=[second])
    (finding,) = _last("B09", case).findings
    assert finding.sentence == (
        "Delivered 450 t is under the nominated 480 – 520 t (−6.25 %) on BDN-77-2 and 2 together"
    )
    assert finding.places == tuple(f"bunkerDeliveryNotes[{place}].quantityDelivered" for place in (0, 1))
    first = BY_NUMBER["B09"].judge(case)
    assert first.outcome is Outcome.NOT_APPLICABLE
    assert first.reason == "the notes of one fuel are judged together, with 2"


@pytest.mark.parametrize(("other_time", "outcome"), [("08:00", Outcome.FOUND), ("20:00", Outcome.PASSED)])
def test_a_stem_that_stands_twice_is_asked_for_once(make_case: MakeCase, other_time: str, outcome: Outcome) -> None:
    """The same range at the same time under one reference does not double; another stem adds its own."""
    case = make_case(quantityDelivered=_tons("1005"))
    other = case.nominations[0].model_copy(deep=True)
    assert other.delivery is not None
    other.delivery.estimated_time_of_bunkering = datetime.fromisoformat(f"2026-11-18T{other_time}:00+01:00")
    both = replace(case, nominations=(*case.nominations, other))
    assert BY_NUMBER["B09"].judge(both).outcome is outcome


def test_energy_is_not_compared_with_tonnes(judge: Judge) -> None:
    """A range in MWh cannot judge tonnes."""
    fuel = {"quantityRange": {"minQuantity": D(7000), "maxQuantity": D(8000), "unit": "mwh"}}
    result = judge("B09", fuel=fuel)
    assert result.outcome is Outcome.MISSING
    assert "not comparable" in result.reason


@pytest.mark.parametrize(
    ("unit", "low", "high", "words"),
    [
        ("mwh", "7500", "7700", None),
        ("mwh", "7700", "7900", "Delivered 7 600 MWh is under the nominated 7 700 – 7 900 MWh (−1.30 %)"),
        ("mmbtu", "25000", "25900", "Delivered 25 932.276 MMBtu is over the nominated 25 000 – 25 900 MMBtu (+0.12 %)"),
        ("metric_tonnes", "480", "499", "Delivered 500 t is over the nominated 480 – 499 t (+0.20 %)"),
    ],
)
def test_gas_is_compared_like_with_like(judge: Judge, unit: str, low: str, high: str, words: str | None) -> None:
    """LNG states mass and energy: the one that was nominated is compared, MWh and MMBtu are one dimension."""
    delivered = {"energy": {"value": D(7600), "unit": "MWh"}, "mass": _tons("500")}
    fuel = {"grade": None, "quantityRange": {"minQuantity": D(low), "maxQuantity": D(high), "unit": unit}}
    result = judge("B09", bunkerType="lng", productName="LNG", quantityDelivered=delivered, fuel=fuel)
    said = [finding.sentence.replace("\u202f", " ").removesuffix(" on BDN-77-2") for finding in result.findings]
    assert said == ([words] if words else [])


@pytest.mark.parametrize(
    ("received", "severity", "words"),
    [
        ("502.80", None, ""),
        ("502.735", Severity.WARNING, "to be noted"),
        ("501.50", Severity.WARNING, "to be noted"),
        ("498.00", Severity.WARNING, "letter of protest territory"),
        ("493.00", Severity.WARNING, "beyond letter of protest territory"),
        ("480.00", Severity.WARNING, "critical"),
        ("530.00", Severity.WARNING, "critical"),
    ],
)
def test_bands_of_delivered_against_received(
    judge: Judge, received: str, severity: Severity | None, words: str
) -> None:
    """0.5 % good, 1 % a note, 2 % protest, 3 % critical; the bands are no standard, so never an error."""
    result = judge("B10", quantityReceived=_tons(received))
    assert [finding.severity for finding in result.findings] == ([severity] if severity else [])
    assert all(words in finding.sentence for finding in result.findings)


@pytest.mark.parametrize("ratio", [D("0.24"), D(24)])
def test_blend_ratio_as_share_or_per_cent(judge: Judge, ratio: Decimal) -> None:
    """0.24 and 24 mean the same; 1 % of the expected bio part is tolerated."""
    under = {"operation": {"operationStandardCode": "RED3"}, "fuel": {"biofuelProperties": {"blendRatio": ratio}}}
    assert judge("B23", **under, biofuelQuantityDelivered=_tons("122")).outcome is Outcome.PASSED
    assert judge("B23", **under, biofuelQuantityDelivered=_tons("125")).outcome is Outcome.FOUND


def test_a_biofuel_quantity_in_whole_tonnes_is_rounded_not_wrong(judge: Judge) -> None:
    """7 % of 120 t are 8.4 t: 8 t is that rounded, 7 t is not."""
    under = {"operation": {"operationStandardCode": "RED3"}, "fuel": {"biofuelProperties": {"blendRatio": D(7)}}}
    small = under | {"quantityDelivered": _tons("120")}
    assert judge("B23", **small, biofuelQuantityDelivered=_tons("8")).outcome is Outcome.PASSED
    assert judge("B23", **small, biofuelQuantityDelivered=_tons("7")).outcome is Outcome.FOUND


@pytest.mark.parametrize("bio", ["505.25", "5.0525"])
def test_a_ratio_of_one_is_all_or_one_per_cent(judge: Judge, bio: str) -> None:
    """Both scales hold 1: whichever fits is taken."""
    under = {
        "operation": {"operationStandardCode": "eu_red_iii_conv"},
        "fuel": {"biofuelProperties": {"blendRatio": D(1)}},
    }
    assert judge("B23", **under, biofuelQuantityDelivered=_tons(bio)).outcome is Outcome.PASSED


def test_notes_without_index_belong_to_the_single_fuel(make_case: MakeCase, judge: Judge) -> None:
    """`fuelIndex` is null when the note is not fuel-specific; two barges may have brought the one fuel."""
    assert judge("B25", fuelIndex=None).outcome is Outcome.PASSED
    assert judge("B09", fuelIndex=None).outcome is Outcome.PASSED
    second = {"bunkerType": "conventional", "number": "2", "quantityDelivered": _tons("250")}
    assert judge("B25", fuelIndex=None, notes=[second]).outcome is Outcome.PASSED
    whole = make_case(fuelIndex=None, quantityDelivered=_tons("240"), notes=[second])
    assert _last("B09", whole).outcome is Outcome.PASSED
    short = make_case(fuelIndex=None, quantityDelivered=_tons("200"), notes=[second])
    assert _last("B09", short).outcome is Outcome.FOUND


def _asked(port: str, imo: int, **more: Any) -> Nomination:
    return Nomination.read(
        {
            "delivery": {"bunkeringLocationCode": port},
            "receiver": {"vesselIdentifier": {"imo": imo}},
            "fuelSpecifications": [],
            **more,
        }
    )


def test_under_a_shared_reference_an_operation_has_its_own_nomination(make_case: MakeCase) -> None:
    """Another ship's or port's range is not added to this one's, a cancelled one neither."""
    operation = make_case().operation
    own, other = _asked("ESALG", 9074729), _asked("NLRTM", 9241061)
    gone = _asked("ESALG", 9074729, status="cancelled")
    assert belonging(operation, [other, own, gone]) == (own,)
    assert belonging(operation, [other, _asked("ESALG", 9241061)])[0].delivery.bunkering_location_code == "ESALG"
    assert belonging(operation, [own, own]) == (own, own)
    assert belonging(operation, [other]) == (other,)
    assert belonging(operation, [gone]) == (gone,)
    assert belonging(operation, []) == ()


def _kinds(standard: str, port: str, *sets: FuelSet) -> set[str]:
    return {item.document_type.value for item in required_documents(standard, port, sets)}


def test_required_papers_by_fuel_and_port() -> None:
    """Singapore's metering papers are for metered fuels, the proof of sustainability for biofuel."""
    assert "bunker_metering_ticket" in _kinds("SS648", "SGSIN", FuelSet.OIL)
    assert "ss648_statement_of_facts" in _kinds("SS648", "SGSIN", FuelSet.OIL)
    assert "bunker_metering_ticket" not in _kinds("LNG", "SGSIN", FuelSet.LNG)
    assert "bunker_metering_ticket" in _kinds("CONV", "NLRTM", FuelSet.OIL)
    assert "bunker_metering_ticket" not in _kinds("CONV", "ESALG", FuelSet.OIL)
    assert "proof_of_sustainability" in _kinds("CONV", "ESALG", FuelSet.BIOFUEL)
    assert "proof_of_sustainability" in _kinds("RED3", "ESALG", FuelSet.OIL)
    assert "iaph_40a_checklist" in _kinds("LNG", "ESBCN", FuelSet.LNG)


def test_matrix_lists_every_kind_once(make_case: MakeCase) -> None:
    """Have, missing, not needed; a kind this version does not know is listed too."""
    papers = [
        {"documentId": "1", "documentType": "bunker_delivery_note", "documentName": "a.pdf"},
        {"documentId": "2", "documentType": "isgott_checklist", "documentName": "b.pdf"},
        {"documentId": "3", "documentType": "drone_film", "documentName": "c.mp4"},
    ]
    rows = {row.document_type: row for row in document_matrix(make_case(documents=papers))}
    assert len(rows) == 32
    assert rows["bunker_delivery_note"].state is State.HAVE
    assert rows["safety_checklist"].state is State.HAVE
    assert rows["safety_data_sheet"].state is State.MISSING
    assert rows["safety_data_sheet"].why
    assert rows["note_of_protest"].state is State.NOT_NEEDED
    assert rows["drone_film"].state is State.HAVE


def test_a_stated_protest_needs_its_paper(make_case: MakeCase) -> None:
    """The matrix asks for what the note says exists."""
    rows = {row.document_type: row for row in document_matrix(make_case(isNoteOfProtestIssued=True))}
    assert rows["note_of_protest"].state is State.MISSING


@pytest.mark.parametrize(
    ("name", "head", "is_right"),
    [
        ("bdn.PDF", b"%PDF-1.4", True),
        ("bdn.pdf", b"\xef\xbb\xbf%PDF-1.4", True),
        ("bdn.pdf", b"\x89PNG\r\n\x1a\n", False),
        ("seal.jpg", b"\xff\xd8\xff\xe0", True),
        ("seal.jpeg", b"GIF89a", False),
        ("plan.png", b"\x89PNG\r\n\x1a\n", True),
        ("table.xlsx", b"PK\x03\x04", True),
        ("noending", b"anything", True),
    ],
)
def test_files_are_what_their_names_say(judge: Judge, name: str, head: bytes, is_right: bool) -> None:
    """HTML named .pdf is told before anybody opens it."""
    documents = [{"documentId": "1", "documentType": "other", "documentName": name}]
    facts = {"files": {"1": FileFacts(len(head), head, "c" * 64)}}
    result = judge("B26", documents=documents, facts=facts)
    assert (result.outcome is Outcome.PASSED) == is_right


def test_retention(make_case: MakeCase) -> None:
    """Note three years, sample twelve months, no sample of methanol."""
    kept = retention(make_case())
    assert kept.note_until == date(2029, 11, 18)
    assert kept.sample_until == date(2027, 11, 18)
    assert retention(make_case(fuel={"grade": "methanol_grade_b"}, productName="Methanol")).sample_until is None


def test_leap_days_end_the_month() -> None:
    """Three years after 29 February is 28 February."""
    assert months_later(date(2024, 2, 29), 36) == date(2027, 2, 28)
    assert months_later(date(2026, 12, 31), 2) == date(2027, 2, 28)
    assert months_later(date(9999, 6, 1), 12) == date.max


def test_claim_clocks_count_from_the_end_of_transfer(make_case: MakeCase) -> None:
    """15 and 30 days unless the counterparty has other terms."""
    case = make_case()
    clocks = {clock.kind: clock for clock in deadlines(case)}
    end = case.note.end_transfer_timestamp
    assert end is not None
    assert clocks[ClaimKind.SHORTAGE].due == end + timedelta(days=15)
    assert clocks[ClaimKind.QUALITY].due == end + timedelta(days=30)
    assert clocks[ClaimKind.SHORTAGE].remaining == clocks[ClaimKind.SHORTAGE].due - case.now
    assert clocks[ClaimKind.SHORTAGE].state is ClockState.OPEN
    assert "common practice" in clocks[ClaimKind.SHORTAGE].source


def test_own_terms_of_a_counterparty(make_case: MakeCase) -> None:
    """24 hours for a shortage with this supplier: long over; the name's case does not matter."""
    own = ClaimBook().with_terms("STRAIT  bunkers", ClaimTerms(24, 14 * 24, "contract of 2026"))
    book = ClaimBook.from_object(jsontext.parse(jsontext.write(own.to_object())))
    assert book == own
    clocks = {clock.kind: clock for clock in deadlines(make_case(), book)}
    assert clocks[ClaimKind.SHORTAGE].state is ClockState.EXPIRED
    assert clocks[ClaimKind.SHORTAGE].source == "contract of 2026"
    assert own.with_terms("Strait Bunkers", None) == ClaimBook()
    assert ClaimBook.from_object({"default": {"shortageHours": -1}, "counterparties": 3}) == ClaimBook()


def test_no_clock_without_a_time(make_case: MakeCase) -> None:
    """A delivery date alone counts from the end of that day; nothing at all gives no clock."""
    day = {"endTransferTimestamp": None}
    assert deadlines(make_case(**day))[0].counts_from.hour == 23
    assert deadlines(make_case(**day, deliveryDate=None)) == []


def test_a_claim_clock_runs_by_the_clock_of_the_port(make_case: MakeCase) -> None:
    """A time without an offset is the port's; hours are hours also in the night the clocks change."""
    before_the_change = {"startTransferTimestamp": "2026-10-24T20:00:00", "endTransferTimestamp": "2026-10-24T22:00:00"}
    book = ClaimBook(ClaimTerms(24, 48, "contract"))
    first = deadlines(make_case(**before_the_change, allFastTimestamp=None), book)[0]
    assert first.counts_from.isoformat() == "2026-10-24T22:00:00+02:00"
    assert first.due.isoformat() == "2026-10-25T21:00:00+01:00"
    in_utc = deadlines(make_case(endTransferTimestamp="2026-10-24T20:00:00Z"), book)[0]
    assert in_utc.due == first.due
    assert in_utc.due.isoformat() == first.due.isoformat()


def test_protest_text_is_filled_from_the_findings(make_case: MakeCase) -> None:
    """Ship, barge, note, numbered findings with their source; no informations, one line each."""
    case = make_case(
        productFlashPoint={"value": "55.5", "unit": "°C"},
        productName="VLSFO\nRMG 380",
        endTransferTimestamp="2026-11-19T01:00:00+01:00",
    )
    text = note_of_protest(case, check(case).findings, datetime(2026, 11, 21, 9, tzinfo=UTC))
    assert text.startswith("NOTE OF PROTEST\n")
    assert "Nordic Star (IMO 9074729)" in text
    assert "VLSFO RMG 380\n" in text
    assert "1. Draining 18 Nov 2026 11:10 (+01:00) is before end of transfer 19 Nov 2026 01:00 (+01:00).\n" in text
    assert (
        ". Flash point 55.5 °C is below 60 °C.\n"
        "   On the note 55.5 °C, limit 60 °C, difference −4.5 °C\n"
        "   (SOLAS II-2/4.2.1" in text
    )
    assert "across midnight" not in text


def test_protest_is_a_letter_to_sign(make_case: MakeCase) -> None:
    """Parties, ship with IMO, port, note and dates on the port's clock, figures, claims reserved, lines to sign."""
    case = make_case(quantityDelivered=_tons("450.5"))
    text = note_of_protest(case, check(case).findings, datetime(2026, 11, 21, 9, tzinfo=UTC))
    plain = re.sub(r" {2,}", " ", text)
    for line in (
        "Date: 21 Nov 2026 10:00 (+01:00)",
        "Place: Algeciras (ESALG)",
        "Our reference: ALG-77",
        "To the supplier: Strait Bunkers",
        "and bunker tanker: Estrecho Uno (IMO 9166778)",
        "For the vessel: Nordic Star (IMO 9074729)",
        "and her operators: Southern Lines",
        "Bunker delivery note: BDN-77-2 of 18 Nov 2026",
        "Quantity nominated: 480 – 520 t",
        "Quantity delivered: 450.5 t",
        "MARPOL sample seal: ____________________",
        " Delivered 450.5 t, nominated 480 – 520 t, difference −29.5 t",
        "Start of transfer: 18 Nov 2026 09:00 (+01:00)",
        " A. Lim, Cargo Officer",
    ):
        assert f"\n{line}\n" in plain
    assert "claims, for quantity and for quality, are reserved" in plain
    assert plain.count("Date and time: ____") == 3
    assert not re.search(r"\d{4}-\d\d-\d\dT", text)


def test_the_letter_is_for_the_ship_that_was_nominated(make_case: MakeCase) -> None:
    """A slip of the note in her name or number is protested, not repeated in the letter's head."""
    case = make_case(receiverVesselIMO=9074728, receiverVesselName="Nordic Spar")
    text = note_of_protest(case, check(case).findings, datetime(2026, 11, 21, 9, tzinfo=UTC))
    plain = re.sub(r" {2,}", " ", text)
    assert "\nFor the vessel: Nordic Star (IMO 9074729)\n" in plain
    assert "IMO number 9074728 of the receiving ship" in plain


def test_protest_text_without_findings_leaves_room() -> None:
    """A surveyor may protest against what no rule sees."""
    operation = Operation.read({"bunkerDeliveryNotes": [{"bunkerType": "conventional"}]})
    text = note_of_protest(Case(operation, datetime(2026, 11, 21, tzinfo=UTC), note_index=0), [])
    assert "1. ____" in text


@pytest.mark.parametrize(
    ("grade", "carbon"),
    [("rmg", "3.114"), ("rma", "3.151"), ("dma", "3.206"), ("methanol_grade_c", "1.375"), ("rf", "3.206")],
)
def test_carbon_factors_by_grade(grade: str, carbon: str) -> None:
    """The IMO's factors by the interface's grades; a blend of unknown share takes the least favourable."""
    found = factor(grade)
    assert found is not None
    assert found.carbon == D(carbon)
    assert (found.confidence == "high") == (grade != "rf")


def test_emission_of_a_note(make_case: MakeCase) -> None:
    """505.25 t of RMG: 1573.3485 t of CO2 and 20 311.05 GJ."""
    found = emission(make_case())
    assert found is not None
    assert (found.carbon_dioxide, found.energy) == (D("1573.34850"), D("20311.050"))
    assert factor("others") is None
    lng = emission(make_case(bunkerType="lng", productName="LNG", quantityDelivered={"netTonnes": D(100)}))
    assert lng is not None
    assert lng.carbon_dioxide == D("275.000")


def test_impossible_quantities_break_nothing(make_case: MakeCase) -> None:
    """A figure may have any exponent; what is shown beside the rules bears it too."""
    for figure in (D("9e300"), D("-1e-999999")):
        case = make_case(
            quantityDelivered={"value": figure, "unit": "kg"}, productDensity={"value": figure, "unit": "t/m3"}
        )
        assert check(case).judgements
        assert transfer(case) is not None
        assert emission(case) is not None
        assert side_by_side(case)
        assert note_of_protest(case, [])
