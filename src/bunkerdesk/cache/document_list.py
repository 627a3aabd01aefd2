"""The list of documents: one line per document of an operation, and one per required document that is absent.

A line keeps its id while its document is there, so that a selection survives every change of the operation.
"""

import sqlite3
from collections.abc import Iterable, Sequence

from bunkerdesk.cache.database import Database
from bunkerdesk.cache.document_line import DocumentLine
from bunkerdesk.cache.lines import ListTable

SLICE = 1_000
"""Rows taken at a time; between two slices other threads run."""
KEPT, HAVE, MISSING, FAILED = "kept", "have", "missing", "failed"
"""Its file is here; the service has it; it is required and absent; fetching it failed."""


DOCUMENTS = ListTable(
    name="document_list",
    display=(
        *("record", "document_id", "kind", "name", "reference", "vessel", "port_code", "port_name", "delivered"),
        *("size", "state", "why"),
    ),
    sorts={
        "kind": "kind",
        "name": "name",
        "reference": "reference",
        "vessel": "vessel",
        "port": "port_name",
        "delivered": "moment",
        "size": "size",
        "state": "state",
    },
    facets={
        "kind": ("kind", "kind"),
        "state": ("state", "state"),
        "status": ("state", "state"),
        "port": ("port_code", "port_name"),
    },
    stored=(),
    record="record",
    times={"ended": ("delivered", "moment"), "delivered": ("delivered", "moment")},
)

_TABLE = (
    """
CREATE TABLE document_list (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    record INTEGER NOT NULL REFERENCES record ON DELETE CASCADE,
    slot TEXT NOT NULL,
    document_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    name TEXT NOT NULL COLLATE NOCASE,
    reference TEXT NOT NULL COLLATE NOCASE,
    vessel TEXT NOT NULL COLLATE NOCASE,
    port_code TEXT NOT NULL,
    port_name TEXT NOT NULL COLLATE NOCASE,
    delivered TEXT,
    size INTEGER,
    state TEXT NOT NULL,
    why TEXT NOT NULL,
    moment INTEGER NOT NULL,
    text TEXT NOT NULL,
    UNIQUE (record, slot)
)""",
    *(
        f"CREATE INDEX document_list_{column} ON document_list ({column})"
        for column in ("kind", "name", "reference", "vessel", "port_name", "moment", "size", "state")
    ),
    "CREATE INDEX document_list_port_code ON document_list (port_code, port_name)",
    # Whoever keeps a file need not know of this list.
    """
CREATE TRIGGER document_kept AFTER INSERT ON document BEGIN
    UPDATE document_list SET size = NEW.size, state = 'kept', why = ''
    WHERE record = NEW.record AND document_id = NEW.document_id AND state != 'missing';
END""",
    """
CREATE TRIGGER document_lost AFTER DELETE ON document BEGIN
    UPDATE document_list SET state = 'have' WHERE record = OLD.record AND document_id = OLD.document_id
    AND state = 'kept';
END""",
)


def make_table(connection: sqlite3.Connection) -> None:
    """The migration step; its triggers hold semicolons."""
    for statement in _TABLE:
        connection.execute(statement)


_PUT = """
INSERT INTO document_list (record, slot, document_id, kind, name, reference, vessel, port_code, port_name, delivered,
    why, moment, text, size, state)
VALUES (:record, :slot, :document_id, :kind, :name, :reference, :vessel, :port_code, :port_name, :delivered,
    :why, :moment, :text,
    (SELECT size FROM document WHERE record = :record AND document_id = :document_id),
    CASE WHEN :is_missing THEN 'missing'
         WHEN EXISTS (SELECT 1 FROM document WHERE record = :record AND document_id = :document_id) THEN 'kept'
         ELSE 'have' END)
ON CONFLICT (record, slot) DO UPDATE SET kind = excluded.kind, name = excluded.name, reference = excluded.reference,
    vessel = excluded.vessel, port_code = excluded.port_code, port_name = excluded.port_name,
    delivered = excluded.delivered, moment = excluded.moment, text = excluded.text,
    why = CASE WHEN state = 'failed' THEN why ELSE excluded.why END
"""


def write_lines(connection: sqlite3.Connection, record: int, lines: Sequence[DocumentLine]) -> None:
    """Make the lines of a record these; inside the caller's transaction."""
    kept = {line.slot for line in lines}
    rows = connection.execute("SELECT id, slot FROM document_list WHERE record = ?", (record,)).fetchall()
    connection.executemany("DELETE FROM document_list WHERE id = ?", [(row[0],) for row in rows if row[1] not in kept])
    names = DocumentLine.__dataclass_fields__
    connection.executemany(
        _PUT, [{"record": record, **{name: getattr(line, name) for name in names}} for line in lines]
    )


def remove_lines(connection: sqlite3.Connection, record: int) -> None:
    """Take a record's documents off the list; inside the caller's transaction."""
    connection.execute("DELETE FROM document_list WHERE record = ?", (record,))


class DocumentStates:
    """What became of fetching documents."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def fetched(self, results: Iterable[tuple[int, str, int, str]]) -> None:
        """Keep results as (record, document id, size, sentence): a size without a sentence is a success."""
        rows = [(size if not said else None, said, record, document_id) for record, document_id, size, said in results]
        with self._database.transaction() as connection:
            connection.executemany(
                "UPDATE document_list SET size = coalesce(?1, size), why = ?2,"
                " state = CASE WHEN ?2 != '' THEN 'failed' WHEN state = 'failed' THEN 'have' ELSE state END"
                " WHERE record = ?3 AND document_id = ?4 AND state != 'missing'",
                rows,
            )

    def missing(self) -> tuple[list[int], int]:
        """The ids of the lines of missing documents, and how many records lack one."""
        ids: list[int] = []
        with self._database.cursor() as connection:
            rows = connection.execute("SELECT id FROM document_list WHERE state = 'missing'")
            while part := rows.fetchmany(SLICE):
                ids += [row[0] for row in part]
        sql = "SELECT count(DISTINCT record) FROM document_list WHERE state = 'missing'"
        return ids, self._database.read(sql)[0][0]

    def of_records(self, records: Sequence[int]) -> list[int]:
        """The ids of the lines of records, missing ones left out."""
        marks = ",".join("?" * len(records))
        sql = f"SELECT id FROM document_list WHERE record IN ({marks}) AND state != 'missing' ORDER BY record, id"
        return [row[0] for row in self._database.read(sql, list(records))]
