"""What was typed and has not reached the service: a file of its own, written through to the disk.

When the file is damaged, every row that can still be read is carried over and the rest is set aside, never deleted.
"""

import contextlib
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from bunkerdesk.cache.database import Database
from bunkerdesk.cache.schema import UNSENT, UNSENT_TABLES
from bunkerdesk.contract import jsontext


@dataclass(frozen=True, slots=True)
class Edit:
    """An open editor: the document as typed and what else brings the editor back (`meta`), both JSON."""

    id: int
    kind: str
    reference: str
    document: bytes
    meta: bytes
    changed_at: int


class Unsent:
    """Edits and the outbox."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def edits(self) -> list[Edit]:
        """Every open edit, the latest first."""
        rows = self.database.read(
            "SELECT id, kind, reference, document, meta, changed_at FROM editing ORDER BY changed_at DESC, id DESC"
        )
        return [Edit(*row) for row in rows]

    def begin(self, kind: str, reference: str, document: bytes, meta: bytes, now: int) -> int:
        """Keep a new edit; answers its id."""
        with self.database.transaction() as connection:
            cursor = connection.execute(
                "INSERT INTO editing (kind, reference, document, meta, changed_at) VALUES (?, ?, ?, ?, ?)",
                (kind, reference, document, meta, now),
            )
            return cursor.lastrowid or 0

    def keep(self, edit: Edit) -> None:
        """Keep an edit as it is now; one whose row was lost is written anew under its id."""
        with self.database.transaction() as connection:
            connection.execute(
                "INSERT OR REPLACE INTO editing (id, kind, reference, document, meta, changed_at)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                (edit.id, edit.kind, edit.reference, edit.document, edit.meta, edit.changed_at),
            )

    def remember(self, references: Iterable[str], how: str, now: int) -> None:
        """Keep known references where a rebuild of what was seen does not reach them."""
        rows = [(reference, how, now) for reference in references]
        with self.database.transaction() as connection:
            connection.executemany("INSERT OR IGNORE INTO known_reference VALUES (?, ?, ?)", rows)

    def known_references(self) -> list[tuple[str, str, int]]:
        """(reference, how it became known, when)."""
        return [
            (row[0], row[1], row[2]) for row in self.database.read("SELECT reference, how, at FROM known_reference")
        ]

    def discard(self, identifier: int) -> None:
        """Forget an edit that was sent or given up."""
        with self.database.transaction() as connection:
            connection.execute("DELETE FROM editing WHERE id = ?", (identifier,))


def salvage(damaged: Path, target: Database) -> int:
    """Carry every readable row of a damaged file over; answers how many."""
    carried = 0
    with contextlib.suppress(sqlite3.Error), contextlib.closing(_read_only(damaged)) as source:
        for table in UNSENT_TABLES:
            columns = [row[1] for row in target.read(f"PRAGMA table_info({table})")]
            carried += _carry(source, target, table, columns)
    return carried


def open_unsent(path: Path | None) -> Database:
    """Open the file of what is unsent; `None` keeps it in memory. Raises `StoreProblem`."""
    return Database(path, UNSENT, durable=True)


def _read_only(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.text_factory = lambda text: text.decode("utf-8", "replace")
    connection.execute("PRAGMA writable_schema = ON")  # reads past an unreadable entry of another table
    return connection


def _carry(source: sqlite3.Connection, target: Database, table: str, columns: list[str]) -> int:
    """Read from both ends towards the damage, then by single rows where an end cannot say what is next."""
    kept: dict[object, tuple[object, ...]] = {}
    names = ", ".join(columns)
    for way in ("ASC", "DESC"):
        with contextlib.suppress(sqlite3.Error):
            for row in source.execute(f"SELECT {names} FROM {table} ORDER BY rowid {way}"):
                kept.setdefault(row[0], row)
    carried = 0
    for row in kept.values():
        if _is_whole(row):
            with contextlib.suppress(sqlite3.Error), target.transaction() as connection:
                marks = ",".join("?" * len(row))
                connection.execute(f"INSERT OR IGNORE INTO {table} ({names}) VALUES ({marks})", row)
                carried += 1
    return carried


def _is_whole(row: tuple[object, ...]) -> bool:
    """Damage shows in a document that is no JSON any more."""
    try:
        for value in row:
            if isinstance(value, bytes):
                jsontext.parse(value)
    except jsontext.MalformedJson:
        return False
    return None not in row
