"""Records in the file of what was seen: batches in, single records out."""

import sqlite3
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bunkerdesk.cache import document_list
from bunkerdesk.cache.database import Database
from bunkerdesk.cache.lines import OPERATIONS, WORKLIST, Difference, Line, ListTable, OperationLine, Seen, StoredRecord
from bunkerdesk.contract import jsontext

BREATH = 10
"""Lines made in a row before other threads are let in: the window draws while a batch is prepared."""

SLICE = 1_000
"""Rows taken at a time; between two slices other threads run."""

Notice = Callable[[list[Difference]], None]

_SELECT = """
SELECT record.id, kind, reference, place, raw, seen_at, changed_at, gone_at, departures,
       (SELECT count(*) FROM record AS other
        WHERE other.kind = record.kind AND other.reference = record.reference AND other.gone_at IS NULL)
FROM record JOIN body ON body.record = record.id
"""


@dataclass(frozen=True, slots=True)
class _Change:
    seen: Seen
    id: int | None
    line: Line
    before: tuple[bytes, bool] | None
    """What was answered before, and whether the record was gone since."""


def _difference(change: _Change, before: bytes, was_gone: bool) -> Difference:
    seen = change.seen
    return Difference(seen.kind, seen.reference, seen.place, before, seen.raw, was_gone)


def table_of(kind: str) -> ListTable:
    """The list in which a kind of record stands."""
    return OPERATIONS if kind == "operation" else WORKLIST


class Records:
    """Writes belong to one worker thread; reads may come from any."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put(
        self,
        batch: Sequence[Seen],
        now: int,
        whole: Mapping[tuple[str, str], int] | None = None,
        notice: Notice | None = None,
    ) -> frozenset[int]:
        """Keep a batch in one transaction; answers the ids of what is new, has changed, or is gone.

        `notice` hears what is answered otherwise than before, just before that is forgotten.

        `whole` tells of which (kind, reference) the service named all records, and how many: those beyond are
        gone.
        """
        touched, changes = self._compare({(seen.kind, seen.reference, seen.place): seen for seen in batch}.values())
        if notice:
            notice([_difference(change, *change.before) for change in changes if change.before])
        with self._database.transaction() as connection:
            connection.executemany("UPDATE record SET seen_at = ? WHERE id = ?", [(now, item) for item in touched])
            changed = {_write(connection, change, now) for change in changes}
            for (kind, reference), count in (whole or {}).items():
                sql = "SELECT id FROM record WHERE kind = ? AND reference = ? AND place >= ? AND gone_at IS NULL"
                extra = [row[0] for row in connection.execute(sql, (kind, reference, count))]
                changed |= _retire(connection, extra, now)
            changed |= _name_ships(connection, [change.line for change in changes])
        return frozenset(changed)

    def retire_missing(self, kind: str, present: Iterable[tuple[str, int]], now: int) -> frozenset[int]:
        """Mark every record of a kind as gone that is not among `present` (reference, place)."""
        kept = set(present)
        rows = self._database.read(
            "SELECT id, reference, place FROM record WHERE kind = ? AND gone_at IS NULL", (kind,)
        )
        missing = [row[0] for row in rows if (row[1], row[2]) not in kept]
        if not missing:
            return frozenset()
        with self._database.transaction() as connection:
            return frozenset(_retire(connection, missing, now))

    def get(self, identifier: int) -> StoredRecord | None:
        """One record, gone or not."""
        rows = self._database.read(_SELECT + "WHERE record.id = ?", (identifier,))
        return _stored(rows[0]) if rows else None

    def under(self, reference: str) -> list[StoredRecord]:
        """Every present record of a reference: nominations, drafts, operations."""
        sql = _SELECT + "WHERE reference = ? AND gone_at IS NULL ORDER BY kind, place"
        return [_stored(row) for row in self._database.read(sql, (reference,))]

    def at(self, kind: str, reference: str, place: int) -> StoredRecord | None:
        """The present record of a kind at a place among those that share a reference."""
        sql = _SELECT + "WHERE kind = ? AND reference = ? AND place = ? AND gone_at IS NULL"
        rows = self._database.read(sql, (kind, reference, place))
        return _stored(rows[0]) if rows else None

    def after(self, identifier: int, limit: int) -> list[StoredRecord]:
        """Present records in the order of their ids, behind one."""
        sql = _SELECT + "WHERE record.id > ? AND gone_at IS NULL ORDER BY record.id LIMIT ?"
        return [_stored(row) for row in self._database.read(sql, (identifier, limit))]

    def of_kind(self, kind: str, identifier: int, limit: int) -> list[StoredRecord]:
        """Present records of a kind in the order of their ids, behind one."""
        sql = _SELECT + "WHERE record.id > ? AND kind = ? AND gone_at IS NULL ORDER BY record.id LIMIT ?"
        return [_stored(row) for row in self._database.read(sql, (identifier, kind, limit))]

    def stamps(self) -> list[tuple[int, str, int]]:
        """(id, kind, when it last changed) of every present record."""
        return self._database.read("SELECT id, kind, changed_at FROM record WHERE gone_at IS NULL")

    def operation_stamps(self) -> dict[int, tuple[int, int, int]]:
        """For every present operation what changes whenever it does, or what stands under its reference besides."""
        sql = """
            SELECT own.id, own.changed_at, count(beside.id), coalesce(sum(beside.changed_at), 0)
            FROM record AS own LEFT JOIN record AS beside
            ON beside.reference = own.reference AND beside.kind != 'operation' AND beside.gone_at IS NULL
            WHERE own.kind = 'operation' AND own.gone_at IS NULL GROUP BY own.id
            """
        stamps: dict[int, tuple[int, int, int]] = {}
        with self._database.cursor() as connection:
            rows = connection.execute(sql)
            while part := rows.fetchmany(SLICE):
                stamps.update((row[0], (row[1], row[2], row[3])) for row in part)
        return stamps

    def relist(self, lines: Sequence[tuple[StoredRecord, Line]]) -> None:
        """Write lines anew, as a newer version words them; the records themselves stay as they are."""
        with self._database.transaction() as connection:
            for record, line in lines:
                _write_line(connection, table_of(record.kind), record.id, line)
            _name_ships(connection, [line for _, line in lines])

    def references(self, identifiers: Iterable[int]) -> set[tuple[str, str, bool]]:
        """(kind, reference, is gone) of records."""
        wanted = list(identifiers)
        marks = ",".join("?" * len(wanted))
        sql = f"SELECT kind, reference, gone_at IS NOT NULL FROM record WHERE id IN ({marks})"
        return {(row[0], row[1], bool(row[2])) for row in self._database.read(sql, wanted)}

    def ids(self, keys: Iterable[tuple[str, str, int]]) -> dict[tuple[str, str, int], int]:
        """The ids of present records by (kind, reference, place)."""
        sql = "SELECT id FROM record WHERE kind = ? AND reference = ? AND place = ? AND gone_at IS NULL"
        found = ((key, self._database.read(sql, key)) for key in keys)
        return {key: rows[0][0] for key, rows in found if rows}

    def _compare(self, batch: Iterable[Seen]) -> tuple[list[int], list[_Change]]:
        sql = (
            "SELECT record.id, gone_at, departures, raw FROM record JOIN body ON body.record = record.id"
            " WHERE kind = ? AND reference = ? AND place = ?"
        )
        touched: list[int] = []
        changes: list[_Change] = []
        for number, seen in enumerate(batch, start=1):
            rows = self._database.read(sql, (seen.kind, seen.reference, seen.place))
            if rows and rows[0][1] is None and _same(rows[0][3], seen.raw):
                touched.append(rows[0][0])
                continue
            before = (rows[0][3], rows[0][1] is not None) if rows else None
            changes.append(_Change(seen, rows[0][0] if rows else None, seen.line(), before))
            if not number % BREATH:
                time.sleep(0.0002)  # a mere release would be taken back before a waiting thread wakes
        return touched, changes


def _same(old: bytes, new: bytes) -> bool:
    if old == new:
        return True
    try:
        return jsontext.same_meaning(jsontext.parse(old), jsontext.parse(new))
    except jsontext.MalformedJson:
        return False


def _stored(row: tuple[Any, ...]) -> StoredRecord:
    identifier, kind, reference, place, raw, seen_at, changed_at, gone_at, departures, sharing = row
    found = tuple(departures.split("\n")) if departures else ()
    return StoredRecord(identifier, kind, reference, place, raw, seen_at, changed_at, gone_at, found, sharing)


def _write(connection: sqlite3.Connection, change: _Change, now: int) -> int:
    seen, line = change.seen, change.line
    departures = "\n".join(line.departures)
    identifier = change.id
    if identifier is None:
        cursor = connection.execute(
            "INSERT INTO record (kind, reference, place, seen_at, changed_at, departures) VALUES (?, ?, ?, ?, ?, ?)",
            (seen.kind, seen.reference, seen.place, now, now, departures),
        )
        identifier = cursor.lastrowid or 0
    else:
        connection.execute(
            "UPDATE record SET seen_at = ?, changed_at = ?, gone_at = NULL, departures = ? WHERE id = ?",
            (now, now, departures, identifier),
        )
    connection.execute("INSERT OR REPLACE INTO body VALUES (?, ?)", (identifier, seen.raw))
    _write_line(connection, table_of(seen.kind), identifier, line)
    return identifier


def _write_line(connection: sqlite3.Connection, table: ListTable, identifier: int, line: Line) -> None:
    names = ", ".join(table.stored)
    marks = ",".join("?" * (len(table.stored) + 1))
    connection.execute(f"DELETE FROM {table.name} WHERE id = ?", (identifier,))
    connection.execute(
        f"INSERT INTO {table.name} (id, {names}) VALUES ({marks})",
        (identifier, *(getattr(line, name) for name in table.stored)),
    )
    connection.executemany(
        f"INSERT INTO {table.name}_fuel (fuel, id) VALUES (?, ?)", [(fuel, identifier) for fuel in line.fuel_names]
    )
    if isinstance(line, OperationLine):
        document_list.write_lines(connection, identifier, line.papers)
    else:
        rows = [(key, identifier) for key in line.also]
        connection.executemany("INSERT INTO worklist_also (key, id) VALUES (?, ?)", rows)


def _retire(connection: sqlite3.Connection, identifiers: Sequence[int], now: int) -> set[int]:
    for identifier in identifiers:
        connection.execute("UPDATE record SET gone_at = ? WHERE id = ?", (now, identifier))
        for table in (WORKLIST, OPERATIONS):
            connection.execute(f"DELETE FROM {table.name} WHERE id = ?", (identifier,))
        document_list.remove_lines(connection, identifier)
    return set(identifiers)


def _name_ships(connection: sqlite3.Connection, lines: Sequence[Line]) -> set[int]:
    """Write the names of ships that a nomination gives by number only, in old lines and in the new ones."""
    names = dict(ship for line in lines for ship in line.ships)
    for imo in {number for line in lines for number in _unnamed(line)} - names.keys():
        row = connection.execute("SELECT name FROM ship WHERE imo = ?", (imo,)).fetchone()
        if row:
            names[imo] = row[0]
    changed: set[int] = set()
    for imo, name in names.items():
        connection.execute(
            "INSERT INTO ship VALUES (?, ?) ON CONFLICT DO UPDATE SET name = excluded.name WHERE name != excluded.name",
            (imo, name),
        )
        for column in ("vessel", "asset"):
            number = "imo" if column == "vessel" else "asset_imo"
            rows = connection.execute(
                f"UPDATE worklist SET {column} = ?, text = ? || ' ' || text WHERE {number} = ? AND {column} = ''"
                " RETURNING id",
                (name, name.lower(), imo),
            ).fetchall()
            changed.update(row[0] for row in rows)
    return changed


def _unnamed(line: Line) -> set[int]:
    if isinstance(line, OperationLine):
        return set()
    pairs = ((line.vessel, line.imo), (line.asset, line.asset_imo))
    return {imo for name, imo in pairs if not name and imo is not None}
