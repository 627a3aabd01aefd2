"""From an operation to the lines of its documents: what it lists, and what it should list and does not."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import NamedTuple

from bunkerdesk.cache import DocumentLine, OperationLine
from bunkerdesk.contract.enums import OperationStatus
from bunkerdesk.contract.operation import Operation
from bunkerdesk.rules.vocabulary import word

PAPERS_ARE_DUE = frozenset(
    {OperationStatus.FINALISING.value, OperationStatus.ENDED.value, OperationStatus.ARCHIVED.value}
)
"""Before that an absent paper is not missing: it has not been written yet."""


def document_lines(operation: Operation, line: OperationLine) -> tuple[DocumentLine, ...]:
    """The documents of an operation with what its own line says."""
    return tuple(_lines(operation, line))


def _lines(operation: Operation, line: OperationLine) -> Iterator[DocumentLine]:
    seen: set[str] = set()
    for place, document in enumerate(operation.document_references or ()):
        identifier = _text(document.document_id) or "?"
        slot = identifier if identifier != "?" else f"?{place}"
        if slot not in seen:
            seen.add(slot)
            kind = _text(str(document.document_type or "other"))
            yield _line(line, _Paper(slot, identifier, kind, _text(document.document_name)))
    for kind, why in _missing(operation):
        yield _line(line, _Paper(f"missing {kind}", "", kind, "", why))


def _missing(operation: Operation) -> Iterator[tuple[str, str]]:
    if operation.status not in PAPERS_ARE_DUE:
        return
    # The rules are not needed for the first paint.
    from bunkerdesk.rules.notes.case import Case
    from bunkerdesk.rules.notes.matrix import State, document_matrix

    for row in document_matrix(Case(operation, datetime.now(UTC))):
        if row.state is State.MISSING:
            yield row.document_type, f"Needed for {row.why} ({row.source})"


class _Paper(NamedTuple):
    slot: str
    identifier: str
    kind: str
    name: str
    why: str = ""


def _line(line: OperationLine, paper: _Paper) -> DocumentLine:
    is_ended = line.ended is not None
    parts = (word("documentType", paper.kind), paper.name, line.reference, line.vessel, line.port_name, line.port_code)
    return DocumentLine(
        slot=paper.slot,
        document_id=paper.identifier,
        kind=paper.kind,
        name=paper.name,
        reference=line.reference,
        vessel=line.vessel,
        port_code=line.port_code,
        port_name=line.port_name,
        delivered=line.ended if is_ended else line.started,
        is_missing=not paper.identifier,
        why=paper.why,
        moment=line.moment_end if is_ended else line.moment,
        text=" ".join(" ".join(filter(None, parts)).lower().replace("\0", " ").split()),
    )


def _text(given: str | None) -> str:
    """Text that SQLite can hold: half a surrogate pair, valid in JSON, is not."""
    return (given or "").encode("utf-8", "backslashreplace").decode("utf-8")
