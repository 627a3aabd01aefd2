"""Every rule's four outcomes on one clean delivery spoiled a field at a time, and the report over an operation."""

from collections.abc import Callable
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.rules.notes.delivery import Judge, amount

from bunkerdesk.contract.operation import Operation
from bunkerdesk.rules.findings import Severity
from bunkerdesk.rules.notes.case import Case, FileFacts
from bunkerdesk.rules.notes.outcomes import Outcome
from bunkerdesk.rules.notes.registry import RULES, check

FOUND, PASSED, SKIPPED, MISSING = Outcome.FOUND, Outcome.PASSED, Outcome.NOT_APPLICABLE, Outcome.MISSING

LNG = {"bunkerType": "lng", "productName": "LNG", "fuel": {"fuelType": "LNG", "grade": None}}
METHANOL = {"productName": "Methanol", "fuel": {"fuelType": "Methanol", "grade": "methanol_grade_a"}}


def _singapore(**more: Any) -> dict[str, Any]:
    return {"operation": {"bunkeringLocationCode": "SGSIN"}, **more}


def _paper(kind: str, **more: Any) -> dict[str, Any]:
    return {"documentId": kind, "documentType": kind, "documentName": f"{kind}.pdf", **more}


def _file(**facts: Any) -> dict[str, Any]:
    known = {"size": 900, "head": b"%PDF-1.7", "sha256": "a" * 64} | facts
    return {"facts": {"files": {"bunker_delivery_note": FileFacts(**known)}}}


SINGAPORE_PAPERS = [
    _paper(kind)
    for kind in (
        "bunker_metering_ticket",
        "meter_reading_record_form_pre_operation",
        "meter_reading_record_form_post_operation",
        "mass_flow_metering_system_seals_checklist_pre_operation",
        "mass_flow_metering_system_seals_checklist_post_operation",
        "ss648_statement_of_facts",
        "bunker_requisition_form",
    )
]
TWO_FUELS = {"nomination": {"fuelSpecifications": [{"grade": "rmg"}, {"grade": "dma", "fuelType": "LSMGO"}]}}
NO_EVENTS = dict.fromkeys(
    (
        "allFastTimestamp",
        "connectTimestamp",
        "startTransferTimestamp",
        "endTransferTimestamp",
        "drainingTimestamp",
        "disconnectTimestamp",
        "castOffTimestamp",
    )
)
NO_PROPERTIES = dict.fromkeys(
    (
        "productViscosity",
        "productDensity",
        "productPourPoint",
        "productFlashPoint",
        "productWaterContent",
        "productSulphurContent",
    )
)
UNKNOWN_KIND = {"bunkerType": "ammonia", "productName": "Ammonia", "fuel": {"grade": None, "fuelType": "NH3"}}

OUTCOMES: list[tuple[str, dict[str, Any], Outcome]] = [
    ("B01", {}, PASSED),
    ("B01", {"productSulphurContent": None}, FOUND),
    (
        "B01",
        {"bunkerType": "hydrazine", "productName": "Product 7", "fuel": {"grade": None, "fuelType": "N2H4"}},
        SKIPPED,
    ),
    ("B01", UNKNOWN_KIND, PASSED),
    ("B01", UNKNOWN_KIND | {"receiverVesselIMO": None}, FOUND),
    ("B02", {}, PASSED),
    ("B02", {"receiverVesselIMO": 9074728}, FOUND),
    ("B02", {"receiverVesselIMO": None}, MISSING),
    ("B03", {}, PASSED),
    ("B03", {"receiverVesselName": "Nordic Sun"}, FOUND),
    (
        "B03",
        dict.fromkeys(("receiverVesselName", "supplierAssetName", "supplierCompanyName", "receiverCompanyName")),
        MISSING,
    ),
    ("B04", {}, PASSED),
    ("B04", {"supplierAssetIMO": 9074729}, FOUND),
    ("B04", {"supplierAssetIMO": 9241061}, FOUND),
    ("B04", {"supplierAssetIMO": None}, MISSING),
    ("B05", {}, PASSED),
    ("B05", {"endTransferTimestamp": "2026-11-18T08:45:00+01:00"}, FOUND),
    ("B05", NO_EVENTS, MISSING),
    ("B06", {}, PASSED),
    ("B06", {"deliveryDate": "2026-11-20"}, FOUND),
    ("B06", {"deliveryDate": None}, MISSING),
    ("B07", {}, PASSED),
    ("B07", {"quantityDelivered": amount(Decimal(12), "metric tons")}, FOUND),
    ("B07", {"endTransferTimestamp": None}, MISSING),
    ("B08", {}, PASSED),
    ("B08", {"castOffTimestamp": "2026-11-22T12:00:00+01:00"}, FOUND),
    ("B08", NO_EVENTS, MISSING),
    ("B09", {}, PASSED),
    ("B09", {"quantityDelivered": amount(Decimal(530), "metric tons")}, FOUND),
    ("B09", {"quantityDelivered": amount(Decimal(505), "barrels")}, MISSING),
    ("B10", {"quantityReceived": amount(Decimal(505), "metric tons")}, PASSED),
    ("B10", {"quantityReceived": amount(Decimal(480), "metric tons")}, FOUND),
    ("B10", {}, SKIPPED),
    ("B10", {"operation": {"loadingNumber": "BL-9"}}, MISSING),
    ("B11", {}, PASSED),
    ("B11", {"productSulphurContent": amount("0.11", "%")}, FOUND),
    ("B11", {"facts": {"has_scrubber": True}}, SKIPPED),
    ("B11", {"productSulphurContent": amount("low", "%")}, MISSING),
    ("B12", {}, PASSED),
    ("B12", {"productSulphurContent": amount("0.12", "%")}, FOUND),
    ("B12", METHANOL, SKIPPED),
    ("B12", {"productSulphurContent": None}, MISSING),
    ("B13", {}, PASSED),
    ("B13", {"productFlashPoint": amount("55.5", "°C")}, FOUND),
    ("B13", {**METHANOL, "productFlashPoint": amount("11", "°C")}, SKIPPED),
    ("B13", {"productFlashPoint": amount("high", "°C")}, MISSING),
    ("B14", {}, PASSED),
    ("B14", {"productDensity": amount(Decimal("992.5"), "kg/m3")}, FOUND),
    ("B14", METHANOL, SKIPPED),
    ("B14", {"productDensity": None, "productViscosity": None}, MISSING),
    ("B15", {}, PASSED),
    ("B15", {"productDensity": amount(Decimal("988.0"), "kg/m3")}, FOUND),
    ("B15", LNG, SKIPPED),
    ("B15", {"fuel": {"certificateOfQuality": None}}, MISSING),
    ("B16", {}, PASSED),
    ("B16", {"productSulphurContent": amount("0.10", "%")}, FOUND),
    ("B16", LNG, SKIPPED),
    ("B16", {"is_nominated": False}, MISSING),
    ("B17", {}, PASSED),
    ("B17", {"productName": "Fuel oil 380 cSt", "fuel": {"grade": "dma"}}, FOUND),
    ("B17", {"fuel": {"grade": "others", "fuelType": None}}, SKIPPED),
    ("B17", {"is_nominated": False}, MISSING),
    ("B18", {}, PASSED),
    ("B18", {"productDensity": amount(Decimal("0.9851"), "kg/m3")}, FOUND),
    ("B18", LNG, SKIPPED),
    ("B18", NO_PROPERTIES, MISSING),
    ("B19", {}, PASSED),
    ("B19", {"number": " BDN-77-2"}, FOUND),
    ("B19", {"number": ""}, FOUND),
    ("B19", {"facts": {"other_numbers": {"BDN-77-2": ("ALG-76",)}}}, FOUND),
    ("B20", {}, PASSED),
    ("B20", {"isNoteOfProtestIssued": True}, FOUND),
    ("B20", {"documents": [_paper("note_of_protest")]}, FOUND),
    ("B20", {"isNoteOfProtestIssued": None}, MISSING),
    ("B20", {"documents": [_paper("note_of_protest", fuelIndex=0)]}, FOUND),
    ("B20", {"operation": {"bunkerDeliveryNotes": []}}, SKIPPED),
    ("B20", LNG, SKIPPED),
    ("B21", _singapore(documents=SINGAPORE_PAPERS), PASSED),
    ("B21", _singapore(documents=SINGAPORE_PAPERS[1:]), FOUND),
    ("B21", _singapore(documents=SINGAPORE_PAPERS, bunkerMeteringTicketNumber=None), FOUND),
    ("B21", {}, SKIPPED),
    ("B21", {"operation": {"bunkeringLocationCode": None}}, MISSING),
    ("B22", {}, PASSED),
    ("B22", {"documents": []}, FOUND),
    ("B22", {"operation": {"bunkerDeliveryNotes": []}}, SKIPPED),
    ("B23", {}, SKIPPED),
    ("B23", {"operation": {"operationStandardCode": "RED III"}}, MISSING),
    (
        "B23",
        {
            "operation": {"operationStandardCode": "RED III"},
            "fuel": {"biofuelProperties": {"blendRatio": 24}},
            "biofuelQuantityDelivered": amount(Decimal("121.26"), "metric tons"),
        },
        PASSED,
    ),
    ("B23", {"biofuelQuantityDelivered": amount(Decimal("121.26"), "metric tons")}, FOUND),
    ("B24", {}, SKIPPED),
    ("B24", _singapore(), FOUND),
    ("B24", _singapore(supplierAssetHarbourLicenseNumber="SB123C"), PASSED),
    ("B25", {}, PASSED),
    ("B25", TWO_FUELS, FOUND),
    ("B25", {"fuelIndex": 3}, FOUND),
    ("B25", {"is_nominated": False}, MISSING),
    ("B25", {"operation": {"bunkerDeliveryNotes": []}}, SKIPPED),
    ("B26", _file(), PASSED),
    ("B26", _file(size=0), FOUND),
    ("B26", _file(head=b"<!DOCTYPE html>"), FOUND),
    ("B26", _file(frozen_sha256="b" * 64), FOUND),
    ("B26", _file(sha256=None), FOUND),
    ("B26", {}, MISSING),
    ("B26", {"documents": []}, SKIPPED),
    ("B27", {}, PASSED),
    ("B27", {"operation": {"bunkeringLocationCode": "SGSIN"}}, FOUND),
    ("B27", {"is_nominated": False}, MISSING),
]


@pytest.mark.parametrize(("rule", "spoiled", "expected"), OUTCOMES)
def test_outcome_of_each_rule(judge: Judge, rule: str, spoiled: dict[str, Any], expected: Outcome) -> None:
    """A rule says whether it found something, passed, does not concern the note, or lacks a figure."""
    result = judge(rule, **spoiled)
    assert result.outcome is expected, result
    assert (expected is FOUND) == bool(result.findings)
    if expected in {SKIPPED, MISSING}:
        assert result.reason


def test_every_rule_is_covered() -> None:
    """No oil rule is without a pass and a finding here."""
    for rule in RULES:
        if rule.number.startswith("B"):
            assert {PASSED, FOUND} <= {expected for number, _, expected in OUTCOMES if number == rule.number}


def test_every_finding_names_rule_figures_and_source(judge: Judge) -> None:
    """A finding can be sent on: it names its rule, the note and where the rule comes from."""
    for rule, spoiled, expected in OUTCOMES:
        if expected is FOUND:
            for finding in judge(rule, **spoiled).findings:
                assert finding.rule == rule
                assert finding.source
                assert finding.places


def test_clean_operation_has_no_finding(make_case: Callable[..., Case]) -> None:
    """Nothing is remarked on a delivery in order; what was not judged is counted apart."""
    report = check(make_case(**_file()))
    assert report.findings == []
    assert report.outcomes[FOUND] == 0
    assert report.outcomes[SKIPPED] > 0
    assert report.risk == 0


def test_report_puts_errors_first_and_knows_the_note(make_case: Callable[..., Case]) -> None:
    """A queue can be ordered by risk, and an export can name the note of each finding."""
    spoiled = {"productFlashPoint": amount("55.5", "°C"), "productSulphurContent": amount("0.30", "%")}
    report = check(make_case(**spoiled))
    assert report.findings[0].rule == "B13"
    assert report.risk > 10_000
    assert {number for number, _ in report.rows()} == {"BDN-77-2"}
    assert [finding.rule for finding in report.of_place("bunkerDeliveryNotes[0].productFlashPoint")][:1] == ["B13"]


def test_a_finding_of_the_operation_on_one_note_names_it(make_case: Callable[..., Case]) -> None:
    """An export's column `note` is filled wherever a finding is about one note, papers of the operation are not."""
    one = make_case(isNoteOfProtestIssued=True, documents=[], fuelIndex=3)
    whole = check(Case(one.operation, one.now, one.nominations))
    numbers = {(finding.rule, finding.places): number for number, finding in whole.rows()}
    assert numbers["B20", ("bunkerDeliveryNotes[0].isNoteOfProtestIssued",)] == "BDN-77-2"
    assert numbers["B25", ("bunkerDeliveryNotes[0].fuelIndex",)] == "BDN-77-2"
    assert {number for (rule, _), number in numbers.items() if rule == "B22"} == {None}


def test_metering_at_rotterdam_since_2026(make_case: Callable[..., Case]) -> None:
    """Before the port's rule nobody asks for the ticket."""
    rotterdam = {"operation": {"bunkeringLocationCode": "NLRTM"}}
    before = make_case(**rotterdam, startTransferTimestamp="2025-12-31T09:00:00+01:00")
    assert [each.outcome for each in check(Case(before.operation, before.now)).judgements if each.rule == "B21"] == [
        SKIPPED
    ]
    since = make_case(**rotterdam, startTransferTimestamp="2026-01-01T09:00:00+01:00")
    assert [each.outcome for each in check(Case(since.operation, since.now)).judgements if each.rule == "B21"] == [
        FOUND
    ]


def test_whole_operation_judges_each_note_once(make_case: Callable[..., Case]) -> None:
    """Rules on papers are asked once an operation, the others once a note."""
    one = make_case(notes=[{"bunkerType": "conventional", "number": "BDN-77-3"}])
    whole = check(Case(one.operation, one.now, one.nominations))
    assert sum(judgement.rule == "B13" for judgement in whole.judgements) == 2
    assert sum(judgement.rule == "B22" for judgement in whole.judgements) == 1
    assert {judgement.note_number for judgement in whole.of_note(1).judgements} == {"BDN-77-3"}


ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.decimals(allow_nan=False, allow_infinity=False)
    | st.text(max_size=12),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.fixed_dictionaries({"value": inner, "unit": st.sampled_from(["metric tons", "°C", "%", "kg/m3", "?", ""])})
    ),
    max_leaves=3,
)
_NAMES = ["number", "productName", "receiverVesselIMO", "supplierAssetIMO", "deliveryDate", "fuelIndex"]
_NAMES += ["startTransferTimestamp", "endTransferTimestamp", "openingCTSTimestamp", "quantityDelivered"]
_NAMES += ["quantityReceived", "productViscosity", "productDensity", "productFlashPoint", "productSulphurContent"]
_NAMES += ["productPourPoint", "productWaterContent", "biofuelQuantityDelivered", "isNoteOfProtestIssued"]


@given(
    st.sampled_from(["conventional", "lng", "other"]),
    st.dictionaries(st.sampled_from(_NAMES), ANYTHING, max_size=8),
    st.dictionaries(st.sampled_from(["methane", "ethane", "nitrogen", "density", "grossHeatingValueMassMJ"]), ANYTHING),
)
def test_no_answer_of_the_service_breaks_a_rule(kind: str, note: dict[str, Any], gas: dict[str, Any]) -> None:
    """Whatever stands in a note, every rule gives an outcome."""
    body = {"bunkerType": kind, **note, "fuelProperties": gas}
    operation = Operation.read({"bunkeringLocationCode": "SGSIN", "bunkerDeliveryNotes": [body]})
    report = check(Case(operation, datetime(2026, 11, 21, tzinfo=UTC)))
    assert len(report.judgements) in {len(RULES), sum(rule.looks_at_all for rule in RULES)}


def test_general_knowledge_never_makes_an_error(judge: Judge) -> None:
    """Only identity, order of events, required items, flash point and files stop a note; all else warns."""
    stopping = {
        finding.rule
        for rule, spoiled, expected in OUTCOMES
        if expected is FOUND
        for finding in judge(rule, **spoiled).findings
        if finding.severity is Severity.ERROR
    }
    assert stopping == {"B01", "B02", "B04", "B05", "B13", "B26"}
