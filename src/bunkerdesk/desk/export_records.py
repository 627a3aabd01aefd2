"""What can be exported: nominations, operations, delivery notes and the findings of their checks."""

from collections.abc import Iterator, Sequence
from typing import Protocol

from bunkerdesk.cache import Store
from bunkerdesk.contract import jsontext
from bunkerdesk.contract.jsontext import JsonObject
from bunkerdesk.desk import export_fields as fields
from bunkerdesk.desk.export_fields import Field, Item
from bunkerdesk.desk.export_table import Cell, Heading, Pace, Table
from bunkerdesk.desk.lists import NominationRow, OperationRow
from bunkerdesk.desk.record import Record
from bunkerdesk.desk.review_cases import (
    Beside,
    DeskRules,
    NoteNumbers,
    build_case,
    findings_rows,
    review_key,
    reviews_of,
)
from bunkerdesk.desk.review_cases import nominations_of as beside_of
from bunkerdesk.desk.review_state import Review
from bunkerdesk.desk.sources import NominationSource, OperationSource
from bunkerdesk.rules.notes.registry import check

NOMINATIONS, OPERATIONS, NOTES, FINDINGS = "nominations", "operations", "bdns", "findings"
KINDS = (NOMINATIONS, OPERATIONS, NOTES, FINDINGS)
TITLES = {
    NOMINATIONS: "Nominations",
    OPERATIONS: "Operations",
    NOTES: "Bunker delivery notes",
    FINDINGS: "Findings on delivery notes",
}
FINDING_HEADINGS = tuple(
    Heading(title, is_worded=title == "finding")
    for title in ("reference", "note", "rule", "severity", "finding", "source")
)
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
    """As the review of each operation has them, with the desk's own limits."""
    numbers = NoteNumbers()
    numbers.refresh(store)
    reviews, beside = reviews_of(store), Beside(DeskRules.read(store), numbers, _standards(store))
    for identifier in ids:
        pace.step()
        stored = store.record(identifier)
        if stored is None:
            continue
        try:
            record = Record.of(stored)
            review = reviews.get(review_key(stored.reference, stored.place), Review())
            case = build_case(store, record, beside_of(store, record.reference), review, beside)
            found = findings_rows(record.reference, check(case))
        except Exception as error:  # noqa: BLE001  one odd operation must not cost the others their findings
            pace.failures.append(f"Operation {stored.reference} could not be checked ({type(error).__name__}).")
            continue
        yield from map(list, found)


def _standards(store: Store) -> dict[str, str]:
    """Names of operation standards by their code."""
    kept = store.known(lambda known: known.reference_data("operation_standards"))
    try:
        value = jsontext.parse(kept[0]) if kept else []
    except jsontext.MalformedJson:
        value = []
    items = [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []
    pairs = [(item.get("code"), item.get("name")) for item in items]
    return {code: name for code, name in pairs if isinstance(code, str) and isinstance(name, str)}
