"""What can be exported: nominations, operations, delivery notes and the findings of their checks."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Protocol

from bunkerdesk.cache import Store, StoredRecord
from bunkerdesk.contract import jsontext
from bunkerdesk.contract.jsontext import JsonObject
from bunkerdesk.contract.nomination import NominationBody
from bunkerdesk.contract.operation import Operation
from bunkerdesk.desk import export_fields as fields
from bunkerdesk.desk.export import Cancelled, Cell, Heading, Pace, Table
from bunkerdesk.desk.export_fields import Field, Item
from bunkerdesk.desk.lists import NominationRow, OperationRow
from bunkerdesk.desk.record import MODELS
from bunkerdesk.desk.sources import NominationSource, OperationSource
from bunkerdesk.rules.findings import Finding
from bunkerdesk.rules.notes.case import Case
from bunkerdesk.rules.notes.registry import check

NOMINATIONS, OPERATIONS, NOTES, FINDINGS = "nominations", "operations", "bdns", "findings"
KINDS = (NOMINATIONS, OPERATIONS, NOTES, FINDINGS)
TITLES = {
    NOMINATIONS: "Nominations",
    OPERATIONS: "Operations",
    NOTES: "Bunker delivery notes",
    FINDINGS: "Findings on delivery notes",
}
FINDING_HEADINGS = tuple(map(Heading, ("reference", "note", "rule", "severity", "finding", "source")))
_SLICE = 100


class RowSource(Protocol):
    """What gives the list lines of ids."""

    def rows(self, ids: Sequence[int]) -> dict[int, NominationRow] | dict[int, OperationRow]: ...


def is_of_operations(kind: str) -> bool:
    """Whether the ids of an export are those of operations."""
    return kind != NOMINATIONS


def records_table(store: Store, kind: str, ids: Sequence[int], subtitle: str = "") -> Table:
    """The table of some records, in their order; `kind` is one of `KINDS`, the ids are of its list."""
    match kind:
        case "nominations":
            source = NominationSource(store)
            columns = fields.NOMINATIONS
            headings = fields.headings(columns)
            return Table(TITLES[kind], headings, lambda pace: _whole(store, source, columns, ids, pace), subtitle)
        case "operations":
            operations = OperationSource(store)
            headings = fields.headings(fields.OPERATIONS)
            return Table(
                TITLES[kind], headings, lambda pace: _whole(store, operations, fields.OPERATIONS, ids, pace), subtitle
            )
        case "bdns":
            headings = (*(heading for heading, _ in fields.NOTE_OF), *fields.headings(fields.NOTES))
            return Table(TITLES[kind], headings, lambda pace: _notes(store, ids, pace), subtitle)
        case _:
            return Table(TITLES[FINDINGS], FINDING_HEADINGS, lambda pace: _findings(store, ids, pace), subtitle)


def _items(store: Store, source: RowSource, ids: Sequence[int], pace: Pace) -> Iterator[Item]:
    """Records with their lines; one that has gone meanwhile is left out, one that cannot be read is named."""
    for start in range(0, len(ids), _SLICE):
        part = ids[start : start + _SLICE]
        rows = source.rows(part)
        for identifier in part:
            pace.step()
            row, stored = rows.get(identifier), store.record(identifier)
            if row is None or stored is None:
                continue
            try:
                raw = jsontext.parse(stored.raw)
            except jsontext.MalformedJson:
                raw = None
            if isinstance(raw, dict):
                yield Item(raw, row)
            else:
                pace.failures.append(f"{stored.kind.capitalize()} {stored.reference} could not be read back.")


def _whole(
    store: Store, source: RowSource, columns: Sequence[Field], ids: Sequence[int], pace: Pace
) -> Iterator[list[Cell]]:
    for item in _items(store, source, ids, pace):
        yield fields.cells(columns, item)


def _notes(store: Store, ids: Sequence[int], pace: Pace) -> Iterator[list[Cell]]:
    for item in _items(store, OperationSource(store), ids, pace):
        for note in notes_of(item.raw):
            own = [value(item.row) for _, value in fields.NOTE_OF if isinstance(item.row, OperationRow)]
            yield [*own, *fields.cells(fields.NOTES, Item(note, item.row))]


def notes_of(raw: JsonObject) -> list[JsonObject]:
    """The delivery notes of an operation as received."""
    notes = raw.get("bunkerDeliveryNotes")
    return [note for note in notes if isinstance(note, dict)] if isinstance(notes, list) else []


# Findings


def _findings(store: Store, ids: Sequence[int], pace: Pace) -> Iterator[list[Cell]]:
    numbers = numbers_of_notes(store, pace)
    for identifier in ids:
        pace.step()
        stored = store.record(identifier)
        if stored is None:
            continue
        try:
            found = list(_checked(store, stored, numbers))
        except Cancelled:
            raise
        except Exception as error:  # noqa: BLE001  one odd operation must not cost the others their findings
            pace.failures.append(f"Operation {stored.reference} could not be checked ({type(error).__name__}).")
            continue
        for note, finding in found:
            yield [
                stored.reference, note or "", finding.rule, finding.severity.value, finding.sentence, finding.source
            ]  # fmt: skip


def _checked(
    store: Store, stored: StoredRecord, numbers: dict[str, tuple[str, ...]]
) -> list[tuple[str | None, Finding]]:
    operation = Operation.read_json(stored.raw)
    case = Case(operation, datetime.now(UTC), tuple(nominations_of(store, stored.reference)), other_numbers=numbers)
    return list(check(case).rows())


def nominations_of(store: Store, reference: str) -> Iterator[NominationBody]:
    """The firm nominations under a reference, else its drafts."""
    beside = store.records(reference)
    firm = [record for record in beside if record.kind == "nomination"]
    for record in firm or [record for record in beside if record.kind == "draft"]:
        body = MODELS[record.kind].read_json(record.raw)
        if isinstance(body, NominationBody):
            yield body


def numbers_of_notes(store: Store, pace: Pace) -> dict[str, tuple[str, ...]]:
    """Every note number that several known operations use, with their references."""
    found: dict[str, set[str]] = defaultdict(set)
    for stored in store.present("operation"):
        if pace.is_stopped.is_set():
            raise Cancelled
        try:
            raw = jsontext.parse(stored.raw)
        except jsontext.MalformedJson:
            continue
        for note in notes_of(raw if isinstance(raw, dict) else {}):
            number = note.get("number")
            if isinstance(number, str) and number.strip():
                found[number.strip()].add(stored.reference)
    return {number: tuple(sorted(references)) for number, references in found.items() if len(references) > 1}
