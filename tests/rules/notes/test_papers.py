"""Which papers are asked for, of which fuel, and where no bunker tanker delivers."""

from dataclasses import replace
from typing import Any

import pytest
from tests.rules.notes.delivery import Judge, MakeCase

from bunkerdesk.rules.notes.checkset import FuelSet
from bunkerdesk.rules.notes.matrix import State, document_matrix, required_documents
from bunkerdesk.rules.notes.outcomes import Outcome
from bunkerdesk.rules.notes.registry import check

KINDS = ("bunker_delivery_note", "safety_data_sheet", "safety_checklist", "certificate_of_quality")


def _paper(kind: str, fuel_index: int | None = None) -> dict[str, Any]:
    index = {} if fuel_index is None else {"fuelIndex": fuel_index}
    return {"documentId": f"{kind}{fuel_index}", "documentType": kind, "documentName": f"{kind}.pdf", **index}


def _second(**fields: Any) -> dict[str, Any]:
    return {"bunkerType": "conventional", "number": "2", "fuelIndex": 1, "productName": "LSMGO", **fields}


def test_the_statement_of_facts_is_asked_for(judge: Judge) -> None:
    """For an oil delivery anywhere; Singapore's own form is left to B21."""
    papers = [_paper(kind) for kind in KINDS]
    (finding,) = judge("B22", documents=papers).findings
    assert finding.sentence == "Statement of facts is missing: time log of the delivery"
    assert judge("B22", documents=[*papers, _paper("ss648_statement_of_facts")]).outcome is Outcome.PASSED
    singapore = {item.document_type.value for item in required_documents("", "SGSIN", [FuelSet.OIL])}
    assert "ss648_statement_of_facts" in singapore
    assert "statement_of_facts" not in singapore


def test_every_fuel_has_its_own_note_and_certificate(judge: Judge, make_case: MakeCase) -> None:
    """Papers of the first fuel do not serve the second; one that names no fuel may be of both."""
    shared = [_paper(kind) for kind in ("safety_data_sheet", "safety_checklist", "statement_of_facts")]
    first = [_paper("bunker_delivery_note", 0), _paper("certificate_of_quality", 0)]
    two: dict[str, Any] = {"notes": [_second()]}
    found = judge("B22", **two, documents=[*shared, *first]).findings
    assert [finding.sentence for finding in found] == [
        "Bunker delivery note is missing for fuel 2: every delivery",
        "Certificate of quality is missing for fuel 2: quality before delivery",
    ]
    rows = {row.document_type: row for row in document_matrix(make_case(**two, documents=[*shared, *first]))}
    assert rows["bunker_delivery_note"].state is State.MISSING
    assert rows["bunker_delivery_note"].why == "every delivery; missing for fuel 2"
    second = [_paper("bunker_delivery_note", 1), _paper("certificate_of_quality")]
    assert judge("B22", **two, documents=[*shared, *first, *second]).outcome is Outcome.PASSED
    assert judge("B22", documents=[*shared, *first]).outcome is Outcome.PASSED


def test_the_proof_of_sustainability_is_of_the_biofuel(judge: Judge) -> None:
    """The distillate beside it needs none."""
    shared = [_paper(kind) for kind in (*KINDS, "statement_of_facts")]
    two: dict[str, Any] = {"productName": "LSMGO", "notes": [_second(productName="B24")], "is_nominated": False}
    assert judge("B22", **two, documents=[*shared, _paper("proof_of_sustainability", 1)]).outcome is Outcome.PASSED
    (finding,) = judge("B22", **two, documents=[*shared, _paper("proof_of_sustainability", 0)]).findings
    assert "missing for fuel 2" in finding.sentence


@pytest.mark.parametrize(
    ("operation", "method", "outcome"),
    [
        ({}, None, Outcome.FOUND),
        ({}, "vessel", Outcome.FOUND),
        ({}, "truck", Outcome.NOT_APPLICABLE),
        ({}, "terminal", Outcome.NOT_APPLICABLE),
        ({"loadingNumber": "CQ-1"}, "vessel", Outcome.NOT_APPLICABLE),
        ({"bunkeringLocationCode": "ESALG"}, "vessel", Outcome.NOT_APPLICABLE),
    ],
)
def test_metering_papers_are_asked_of_bunker_tankers(
    judge: Judge, operation: dict[str, Any], method: str | None, outcome: Outcome
) -> None:
    """No metering ticket of a truck, a terminal or a loading operation."""
    place = {"bunkeringLocationCode": "SGSIN"} | operation
    assert judge("B21", operation=place, delivery={"deliveryMethod": method}).outcome is outcome


def test_the_matrix_asks_no_metering_papers_of_a_loading_operation(make_case: MakeCase) -> None:
    """What B21 does not ask for stands in no list of missing papers either; the time log does."""
    case = make_case(operation={"bunkeringLocationCode": "SGSIN", "loadingNumber": "CQ-1"}, documents=[])
    missing = {row.document_type for row in document_matrix(case) if row.state is State.MISSING}
    assert "bunker_metering_ticket" not in missing
    assert "statement_of_facts" in missing


def test_a_protest_of_the_first_fuel_serves_a_note_that_names_none(judge: Judge) -> None:
    """Two fuels are nominated and the note has no index: the document may be its own."""
    fuels = {"fuelSpecifications": [{"fuelType": "ULSFO", "grade": "rmg"}, {"fuelType": "LSMGO", "grade": "dma"}]}
    stated = {"fuelIndex": None, "isNoteOfProtestIssued": True, "nomination": fuels}
    assert judge("B20", **stated, documents=[_paper("note_of_protest", 0)]).outcome is Outcome.PASSED
    (finding,) = judge("B20", **stated, documents=[]).findings
    assert finding.sentence == ("BDN-77-2 says that a note of protest was issued, but there is no such document")
    of_another = {"isNoteOfProtestIssued": True, "documents": [_paper("note_of_protest", 1)]}
    assert judge("B20", **of_another).outcome is Outcome.FOUND


def test_a_protest_that_a_note_does_not_state_reads_as_a_sentence(judge: Judge) -> None:
    """The note is the one that states none."""
    (finding,) = judge("B20", documents=[_paper("note_of_protest", 0)]).findings
    assert finding.sentence == "There is a note of protest for this fuel, but BDN-77-2 states none"
    assert finding.places == ("bunkerDeliveryNotes[0].isNoteOfProtestIssued",)


def test_findings_on_one_note_keep_its_number_in_lists(make_case: MakeCase) -> None:
    """A rule on the whole operation tells which note it is about."""
    rows = check(replace(make_case(isNoteOfProtestIssued=True), note_index=None)).rows()
    assert [number for number, finding in rows if finding.rule == "B20"] == ["BDN-77-2"]
