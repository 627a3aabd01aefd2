"""Rows of the outbox and of templates, in the file of what was typed."""

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bunkerdesk.cache.unsent import Edit, Unsent
from bunkerdesk.contract import jsontext
from bunkerdesk.contract.jsontext import JsonObject

_COLUMNS = "id, sequence, kind, reference, body, state, attempts, last_problem, created_at, meta"


@dataclass(frozen=True, slots=True)
class OutgoingRow:
    """Something to be sent; body, problem and meta are JSON."""

    id: int
    sequence: int
    kind: str
    reference: str
    body: bytes
    state: str
    attempts: int
    last_problem: str
    created_at: int
    meta: bytes


class Outgoing:
    """The outbox on the disk; for the thread that writes what was typed."""

    def __init__(self, unsent: Unsent) -> None:
        self._unsent = unsent

    def rows(self) -> list[OutgoingRow]:
        """Everything that is not sent, in the order in which it was queued."""
        return [OutgoingRow(*row) for row in self._unsent.read(f"SELECT {_COLUMNS} FROM outbox ORDER BY sequence, id")]

    def under(self, references: Iterable[str]) -> list[OutgoingRow]:
        """What is not sent of some references, in that order, in one query; any thread."""
        sql = f"SELECT {_COLUMNS} FROM outbox WHERE reference IN (SELECT value FROM json_each(?)) ORDER BY sequence, id"
        names = jsontext.write(list(references)).decode()
        return [OutgoingRow(*row) for row in self._unsent.read(sql, (names,))]

    def add(self, rows: Sequence[OutgoingRow], edits: Sequence[Edit] = ()) -> list[int]:
        """Queue rows and keep their edits in one transaction; answers the ids."""

        def work(connection: sqlite3.Connection) -> list[int]:
            for edit in edits:
                _keep_edit(connection, edit)
            return [_insert(connection, row) for row in rows]

        return self._unsent.write(work)

    def keep(self, row: OutgoingRow, edit: Edit | None = None) -> None:
        """Keep a row as it is now, with its edit."""

        def work(connection: sqlite3.Connection) -> None:
            marks = ", ".join("?" * 10)
            connection.execute(f"INSERT OR REPLACE INTO outbox ({_COLUMNS}) VALUES ({marks})", (row.id, *_values(row)))
            if edit is not None:
                _keep_edit(connection, edit)

        self._unsent.write(work)

    def discard(self, identifier: int, edit: int | None = None) -> None:
        """Forget what was sent, with its edit, in one transaction."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM outbox WHERE id = ?", (identifier,))
            connection.execute("DELETE FROM editing WHERE id = ?", (edit,))

        self._unsent.write(work)


class Templates:
    """Templates by name."""

    def __init__(self, unsent: Unsent) -> None:
        self._unsent = unsent

    def all(self) -> list[tuple[str, str, JsonObject]]:
        """(name, kind, document), in alphabetical order."""
        rows = self._unsent.read("SELECT name, kind, document FROM template ORDER BY name COLLATE NOCASE")
        return [(row[0], row[1], jsontext.parse(row[2])) for row in rows]

    def names(self) -> tuple[str, ...]:
        """Their names, in alphabetical order."""
        return tuple(row[0] for row in self._unsent.read("SELECT name FROM template ORDER BY name COLLATE NOCASE"))

    def keep(self, name: str, kind: str, document: JsonObject, now: int) -> None:
        """Keep one, in place of one of that name."""
        values = (name, kind, jsontext.write(document), now)
        sql = "INSERT OR REPLACE INTO template (name, kind, document, changed_at) VALUES (?, ?, ?, ?)"
        self._unsent.write(lambda connection: connection.execute(sql, values))

    def drop(self, name: str) -> None:
        """Forget one."""
        self._unsent.write(lambda connection: connection.execute("DELETE FROM template WHERE name = ?", (name,)))


def _values(row: OutgoingRow) -> tuple[object, ...]:
    return (
        row.sequence,
        row.kind,
        row.reference,
        row.body,
        row.state,
        row.attempts,
        row.last_problem,
        row.created_at,
        row.meta,
    )


def _insert(connection: sqlite3.Connection, row: OutgoingRow) -> int:
    columns, marks = _COLUMNS.removeprefix("id, "), ", ".join("?" * 9)
    return connection.execute(f"INSERT INTO outbox ({columns}) VALUES ({marks})", _values(row)).lastrowid or 0


def _keep_edit(connection: sqlite3.Connection, edit: Edit) -> None:
    values = (edit.id, edit.kind, edit.reference, edit.document, edit.meta, edit.changed_at)
    connection.execute(
        "INSERT OR REPLACE INTO editing (id, kind, reference, document, meta, changed_at) VALUES (?, ?, ?, ?, ?, ?)",
        values,
    )
