"""What a download consists of: one item a file, with the name the pattern gives it. For a worker thread."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import islice
from typing import TYPE_CHECKING

from bunkerdesk.contract.operation import Operation
from bunkerdesk.desk.download_wanted import Wanted
from bunkerdesk.desk.lists import DocumentRow, OperationRow
from bunkerdesk.desk.name_book import NameBook
from bunkerdesk.desk.naming import NameFacts, NamePattern, ending_of, stem_of
from bunkerdesk.rules.vocabulary import status, word

if TYPE_CHECKING:
    from bunkerdesk.desk.desk import Desk

_SCREEN = 500
_BODY_FIELDS = frozenset({"imo", "number"})
MERGED_TYPE = "merged documents"


class What(StrEnum):
    """What is downloaded of an operation."""

    MERGED = "merged"
    DOCUMENTS = "documents"


class Planner:
    """Turns operations and documents of the lists into files to be downloaded."""

    def __init__(self, desk: "Desk", pattern: NamePattern) -> None:
        self._desk = desk
        self._pattern = pattern
        self._needs_body = bool(pattern.fields & _BODY_FIELDS)

    def of_operations(self, operations: Sequence[int], what: What) -> list[Wanted]:
        """The merged documents, or every document, of operations in the order of the selection."""
        if what is What.DOCUMENTS:
            ids = [item for part in _parts(operations) for item in self._desk.document_list.of_operations(part)]
            place = {record: number for number, record in enumerate(operations)}
            items = self.of_documents(ids)
            return sorted(items, key=lambda item: place.get(item.record, 0))
        return [self._merged(row) for row in self._operations(operations)]

    def of_documents(self, documents: Sequence[int]) -> list[Wanted]:
        """Documents of the list; absent ones are left out."""
        rows: list[DocumentRow] = []
        for part in _parts(documents):
            found = self._desk.document_list.rows(part)
            rows += [found[number] for number in part if number in found and found[number].document_id]
        facts = {row.id: self._facts(row) for row in self._operations(list(dict.fromkeys(row.record for row in rows)))}
        return [self._document(row, facts[row.record]) for row in rows if row.record in facts]

    def _operations(self, records: Sequence[int]) -> list[OperationRow]:
        rows: list[OperationRow] = []
        for part in _parts(records):
            found = self._desk.operations.rows(part)
            rows += [found[number] for number in part if number in found]
        return rows

    def _merged(self, row: OperationRow) -> Wanted:
        facts = replace(self._facts(row), type=MERGED_TYPE, name=MERGED_TYPE)
        name = str(self._pattern.path(facts))
        return Wanted(row.id, row.reference, "", MERGED_TYPE, "", name, has_ending=False)

    def _document(self, row: DocumentRow, facts: NameFacts) -> Wanted:
        ending = ending_of(row.name)
        kind = word("documentType", row.kind)
        filled = replace(facts, type=kind, name=stem_of(row.name), ext=ending or "pdf")
        name = str(self._pattern.path(filled))
        return Wanted(row.record, row.reference, row.document_id, kind, row.name, name, has_ending=bool(ending))

    def _facts(self, row: OperationRow) -> NameFacts:
        facts = NameFacts(
            reference=row.reference,
            vessel=row.vessel,
            port=row.port_code,
            port_name=row.port_name,
            date=row.ended or row.started,
            fuel=row.fuels,
            supplier=row.supplier,
            receiver=row.receiver,
            status=status("operation", row.status),
        )
        if not self._needs_body:
            return facts
        imo, number = self._of_body(row.id)
        return replace(facts, imo=imo, number=number)

    def _of_body(self, record: int) -> tuple[str, str]:
        found = self._desk.record(record)
        if found is None or not isinstance(found.resource, Operation):
            return "", ""
        operation = found.resource
        numbers = [note.number for note in operation.bunker_delivery_notes or () if note.number]
        imo = operation.receiver.vessel_identifier if operation.receiver else None
        return imo or "", ", ".join(numbers)


@dataclass(frozen=True, slots=True)
class Preview:
    """The first names, numbered as they will be, and what is odd about all of them."""

    names: tuple[str, ...]
    collisions: int
    """How many names had to be numbered."""
    total: int


def preview(items: Iterable[Wanted], first: int = 5) -> Preview:
    """What the pattern makes of a selection."""
    book, names, collisions, total = NameBook(), list[str](), 0, 0
    for item in items:
        given = book.take(item.name)
        collisions += given != item.name
        total += 1
        if len(names) < first:
            names.append(given)
    return Preview(tuple(names), collisions, total)


def _parts(ids: Sequence[int]) -> Iterable[list[int]]:
    rest = iter(ids)
    while part := list(islice(rest, _SCREEN)):
        yield part
