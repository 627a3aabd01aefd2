"""What was typed and has not reached the service: a file of its own, written through to the disk.

When the file is damaged, every row that can still be read is carried over and the rest is set aside, never deleted.
"""

import contextlib
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from bunkerdesk.cache.database import Database, aside_name, set_aside
from bunkerdesk.cache.mending import Mender
from bunkerdesk.cache.problem import Reason, StoreProblem
from bunkerdesk.cache.schema import UNSENT, UNSENT_TABLES
from bunkerdesk.contract import jsontext

T = TypeVar("T")

FROM_MEMORY = "What you type now is gone when you close Bunker Desk."

_UNREADABLE = (sqlite3.Error, UnicodeDecodeError)


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
    """Edits, the outbox and known references; damage and a failing disk are mended and told to `tell`."""

    def __init__(self, database: Database, tell: Callable[[str], None] = lambda _: None) -> None:
        self._database = database
        self._tell = tell
        self._mended = Mender(database, self._rebuild, FROM_MEMORY, lambda sentence: self._tell(sentence)).run

    @classmethod
    def open(cls, path: Path | None, notices: list[str], tell: Callable[[str], None]) -> "Unsent":
        """Open the file, in memory where there is none; raises `StoreProblem` where a newer version wrote it."""
        try:
            database = Database(path, UNSENT, durable=True)
        except StoreProblem as problem:
            if problem.reason is Reason.NEWER:
                raise
            database = _opened_anew(path, problem, notices)
        unsent = cls(database, notices.append)
        unsent._mended(database.check)
        unsent._tell = tell
        return unsent

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def read(self, sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """All rows of a query."""
        return self._mended(lambda: self._database.read(sql, parameters))

    def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run something in one transaction that is on the disk when this returns."""

        def run() -> T:
            with self._database.transaction() as connection:
                return work(connection)

        return self._mended(run)

    def _rebuild(self) -> str:
        if self._database.is_in_memory:
            return ""  # there is no file to read anything back from
        aside = self._database.rebuild(aside_name(Path(self._database.place).name))
        return _salvaged(aside, self._database)

    def edits(self) -> list[Edit]:
        """Every open edit, the latest first."""
        rows = self.read(
            "SELECT id, kind, reference, document, meta, changed_at FROM editing ORDER BY changed_at DESC, id DESC"
        )
        return [Edit(*row) for row in rows]

    def begin(self, kind: str, reference: str, document: bytes, meta: bytes, now: int) -> int:
        """Keep a new edit; answers its id."""
        sql = "INSERT INTO editing (kind, reference, document, meta, changed_at) VALUES (?, ?, ?, ?, ?)"
        values = (kind, reference, document, meta, now)
        return self.write(lambda connection: connection.execute(sql, values).lastrowid or 0)

    def keep(self, edit: Edit) -> None:
        """Keep an edit as it is now; one whose row was lost is written anew under its id."""
        sql = (
            "INSERT OR REPLACE INTO editing (id, kind, reference, document, meta, changed_at) VALUES (?, ?, ?, ?, ?, ?)"
        )
        values = (edit.id, edit.kind, edit.reference, edit.document, edit.meta, edit.changed_at)
        self.write(lambda connection: connection.execute(sql, values))

    def remember(self, references: Iterable[str], how: str, now: int) -> None:
        """Keep known references where a rebuild of what was seen does not reach them."""
        rows = [(reference, how, now) for reference in references]
        sql = "INSERT OR IGNORE INTO known_reference VALUES (?, ?, ?)"
        self.write(lambda connection: connection.executemany(sql, rows))

    def known_references(self) -> list[tuple[str, str, int]]:
        """(reference, how it became known, when)."""
        return [(row[0], row[1], row[2]) for row in self.read("SELECT reference, how, at FROM known_reference")]

    def discard(self, identifier: int) -> None:
        """Forget an edit that was sent or given up."""
        self.write(lambda connection: connection.execute("DELETE FROM editing WHERE id = ?", (identifier,)))


def _opened_anew(path: Path | None, problem: StoreProblem, notices: list[str]) -> Database:
    """A new file in place of one that cannot be opened, with what can be read of the old one; else memory."""
    if path and problem.reason is Reason.CORRUPT:
        aside = path.with_name(aside_name(path.name))
        with contextlib.suppress(OSError, StoreProblem):
            set_aside(path, aside)
            database = Database(path, UNSENT, durable=True)
            notices.append(_salvaged(aside, database))
            return database
    notices.append(f"{problem} {FROM_MEMORY}")
    return Database(None, UNSENT)


def _salvaged(aside: Path | None, database: Database) -> str:
    carried = salvage(aside, database) if aside else 0
    return (
        f"The file of what you typed and have not sent was damaged. {carried} entries were carried over; "
        f"the damaged file is kept as {aside.name if aside else 'it is'}."
    )


def salvage(damaged: Path, target: Database) -> int:
    """Carry every readable row of a damaged file over; answers how many."""
    carried = 0
    with contextlib.suppress(*_UNREADABLE), contextlib.closing(_lenient(damaged)) as source:
        for table in UNSENT_TABLES:
            columns = [row[1] for row in target.read(f"PRAGMA table_info({table})")]
            carried += _carry(source, target, table, columns)
    return carried


def _lenient(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(f"{path.as_uri()}?mode=rw", uri=True, isolation_level=None)
    connection.text_factory = lambda text: text.decode("utf-8", "replace")
    connection.execute("PRAGMA writable_schema = ON")  # reads past an unreadable entry of another table
    return connection


def _carry(source: sqlite3.Connection, target: Database, table: str, columns: list[str]) -> int:
    """Read from both ends towards the damage, then by single rows where an end cannot say what is next."""
    kept: dict[object, tuple[object, ...]] = {}
    names = ", ".join(columns)
    for way in ("ASC", "DESC"):
        with contextlib.suppress(*_UNREADABLE):
            for row in source.execute(f"SELECT {names} FROM {table} ORDER BY rowid {way}"):
                kept.setdefault(row[0], row)
    carried = 0
    for row in kept.values():
        if _is_whole(row):
            with contextlib.suppress(StoreProblem), target.transaction() as connection:
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
