"""Imported rows as nominations with their findings, each beside the cell it concerns. No Qt."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from bunkerdesk.contract.jsontext import JsonObject
from bunkerdesk.contract.nomination import NominationBody
from bunkerdesk.desk.editing_bodies import checkable, upsert_body
from bunkerdesk.desk.editing_paths import value_at
from bunkerdesk.desk.importing import ImportRow
from bunkerdesk.desk.importing_headers import PORT, Guess
from bunkerdesk.models.editor_fields import Situation, is_loading
from bunkerdesk.models.editor_readings import Fix, Reading
from bunkerdesk.models.import_cells import QUANTITY, Reader, path_words
from bunkerdesk.rules.findings import Severity
from bunkerdesk.rules.neighbours import Neighbour, Neighbours
from bunkerdesk.rules.nomination_checks import Circumstances, SentAs, check

MOST_ALIKE = 3
"""Look-alikes that are named for a row."""


@dataclass(frozen=True, slots=True)
class CellNote:
    """What is said of a cell: tone, sentence and ways to mend it."""

    tone: str
    text: str
    fixes: tuple[Fix, ...] = ()


@dataclass(frozen=True, slots=True)
class Assessed:
    """A row as understood: the body to send, notes by column, and those that belong to no column."""

    body: JsonObject
    notes: Mapping[int, tuple[CellNote, ...]]
    others: tuple[CellNote, ...]
    is_used: bool = False
    """The reference is in use already (N09)."""

    @property
    def errors(self) -> int:
        """How many things stop sending."""
        return sum(note.tone == "error" for note in self.all_notes)

    @property
    def warnings(self) -> int:
        """How many things a colleague would ask about."""
        return sum(note.tone == "warning" for note in self.all_notes)

    @property
    def all_notes(self) -> tuple[CellNote, ...]:
        """Every note, of cells and of the row."""
        return (*(note for notes in self.notes.values() for note in notes), *self.others)


Known = Callable[[Sequence[NominationBody]], Sequence[Neighbour]]


def assess(
    rows: Sequence[ImportRow], reader: Reader, columns: Sequence[Guess], known: Sequence[Neighbour] | Known = ()
) -> dict[int, Assessed]:
    """Every row by its number, checked by itself, against each other and against what is known."""
    kind = reader.setting.kind
    read_rows = {row.number: _taken(row, reader) for row in rows}
    bodies = {number: checkable(kind, body) for number, (body, _, _) in read_rows.items()}
    others = known(list(bodies.values())) if callable(known) else known
    mine = [
        Neighbour(row.number, bodies[row.number].client_reference or "", bodies[row.number])
        for row in rows
        if not row.is_excluded
    ]
    neighbours = Neighbours([*others, *mine])
    return {
        row.number: _assessed(
            row,
            read_rows[row.number],
            bodies[row.number],
            columns,
            _around(row, read_rows[row.number][2], reader, neighbours),
        )
        for row in rows
    }


Taken = tuple[JsonObject, dict[int, Reading], JsonObject]


def _taken(row: ImportRow, reader: Reader) -> Taken:
    document, readings = reader.read(row.texts)
    return upsert_body(document, reader.setting.kind), readings, document


def _around(row: ImportRow, document: JsonObject, reader: Reader, neighbours: Neighbours) -> Circumstances:
    setting = reader.setting
    situation = Situation(SentAs(setting.kind.value), standard_types=setting.options.standard_types())
    return Circumstances(
        sent_as=SentAs(setting.kind.value),
        zone=setting.options.zone(value_at(document, PORT)),
        key=row.number,
        neighbours=neighbours,
        is_new=True,
        may_send_alongside_time=setting.may_send_alongside_time,
        is_loading=is_loading(document, situation),
    )


def _assessed(
    row: ImportRow, taken: Taken, body: NominationBody, columns: Sequence[Guess], around: Circumstances
) -> Assessed:
    sent, readings, _ = taken
    notes: dict[int, list[CellNote]] = {}
    unread: set[int] = set()
    for place, reading in readings.items():
        if not reading.is_value or reading.tone == "error":
            unread.add(place)
        if not reading.is_value or (reading.message and reading.tone != "hint"):
            tone = "error" if not reading.is_value else reading.tone
            text = reading.message or f"{path_words(columns[place].field)} is not understood"
            notes.setdefault(place, []).append(CellNote(tone, text, reading.fixes))
        elif reading.message:
            notes.setdefault(place, []).append(CellNote("hint", reading.message))
    others: list[CellNote] = []
    is_used = False
    alike = 0
    for finding in check(body, around):
        alike += finding.rule == "N08"
        if finding.severity is Severity.INFO or (finding.rule == "N08" and alike > MOST_ALIKE):
            continue
        is_used = is_used or (finding.rule == "N09" and finding.severity is Severity.WARNING)
        note = CellNote(str(finding.severity), finding.sentence)
        beside = _column_of(finding.places, columns)
        if beside in unread:
            continue  # what could not be read is told already
        (others if beside is None else notes.setdefault(beside, [])).append(note)
    for path, text in row.reasons:
        beside = _column_of((path,), columns) if path else None
        (others if beside is None else notes.setdefault(beside, [])).insert(0, CellNote("error", f"Refused: {text}"))
    return Assessed(sent, {place: tuple(_distinct(found)) for place, found in notes.items()}, tuple(others), is_used)


def _distinct(notes: Iterable[CellNote]) -> list[CellNote]:
    return list({note.text: note for note in notes}.values())


def _column_of(places: Sequence[str], columns: Sequence[Guess]) -> int | None:
    """The first column that holds one of these places; the ends of a quantity stand in one column."""
    fields = {column.field: place for place, column in enumerate(columns)}
    for path in places:
        plain = re.sub(r"\.(\d+)", r"[\1]", path)
        whole = re.sub(r"quantityRange(\.\w+)?$", QUANTITY, plain)
        laycan = f"delivery.{plain}" if plain in ("laycanStart", "laycanEnd") else plain
        for spelling in (laycan, whole):
            if spelling in fields:
                return fields[spelling]
    return None
