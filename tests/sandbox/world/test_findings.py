"""What the checks tell of the demo world is what is planted in it, and nothing else."""

from datetime import UTC, datetime
from typing import Any

import pytest

from bunkerdesk.contract.nomination import Nomination
from bunkerdesk.contract.operation import Operation
from bunkerdesk.rules.findings import Finding, Severity
from bunkerdesk.rules.notes.belonging import belonging
from bunkerdesk.rules.notes.case import Case
from bunkerdesk.rules.notes.registry import check
from bunkerdesk.sandbox import world
from bunkerdesk.sandbox.stage import StoredNomination, StoredOperation, World
from bunkerdesk.sandbox.world import planted

MOMENTS = [
    datetime(2026, 11, 21, 5, 58, tzinfo=UTC),
    datetime(2026, 11, 22, 17, 3, tzinfo=UTC),
    datetime(2027, 3, 28, 1, 3, tzinfo=UTC),
    datetime(2028, 2, 29, 23, 59, tzinfo=UTC),
]


def _opened(document: Any) -> dict[str, Any]:
    assert isinstance(document, dict)
    return document


def _asked(made: StoredNomination) -> Nomination:
    return Nomination.read({**_opened(made.document), "status": made.status})


def _told(made: StoredOperation, asked: list[Nomination], demo: World, numbers: dict[str, tuple[str, ...]]) -> set[str]:
    """The rules that tell of an operation as it is answered once it has ended; informations are no findings."""
    papers = [
        {"documentId": paper.document_id, "documentType": paper.type, "documentName": paper.name}
        | ({} if paper.fuel_index is None else {"fuelIndex": paper.fuel_index})
        for paper in made.documents
    ]
    operation = Operation.read({**_opened(made.document), "status": "ended", "documentReferences": papers})
    names = {standard.code: standard.name for standard in demo.operation_standards}
    ended = next(moment for moment, status in made.plan if status == "ended")
    case = Case(
        operation,
        ended,
        belonging(operation, asked),
        other_numbers=numbers,
        standard_name=names.get(operation.operation_standard_code or "", ""),
    )
    found: list[Finding] = check(case).findings
    return {finding.rule for finding in found if finding.severity is not Severity.INFO} - planted.LAWFUL


@pytest.mark.parametrize("moment", MOMENTS)
def test_the_checks_tell_exactly_what_is_planted(moment: datetime) -> None:
    """Every other operation is clean, whenever the sandbox begins."""
    demo = world.build(moment)
    asked: dict[str, list[Nomination]] = {}
    for made in demo.nominations:
        asked.setdefault(_opened(made.document)["clientReference"], []).append(_asked(made))
    numbers: dict[str, tuple[str, ...]] = {}
    for operation in demo.operations:
        document = _opened(operation.document)
        for note in document["bunkerDeliveryNotes"]:
            numbers[note["number"]] = (*numbers.get(note["number"], ()), document["clientReference"])
    told: dict[str, frozenset[str]] = {}
    for operation in demo.operations:
        reference = _opened(operation.document)["clientReference"]
        rules = _told(operation, asked[reference], demo, numbers)
        if rules:
            told[reference] = told.get(reference, frozenset()) | rules
    assert told == planted.TOLD


def test_an_operation_that_begins_later_is_clean_too() -> None:
    """What the simulated clock starts has nothing planted in it, where it was told which asset delivers."""
    demo = world.build(MOMENTS[0])
    for made in demo.nominations:
        due = datetime.fromisoformat(_opened(made.document)["delivery"]["estimatedTimeOfBunkering"])
        has_asset = bool((_opened(made.document).get("supplier") or {}).get("assetIdentifier"))
        begun = world.begin(made, due) if has_asset and made.status != "operation_started" else None
        if begun is not None:
            assert _told(begun, [_asked(made)], demo, {}) == set(), made.document
