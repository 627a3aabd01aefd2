"""The service's tables: their SQL, their rows, and how a row becomes an object and back."""

import os
import sqlite3
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bunkerdesk.contract import jsontext

JsonObject = dict[str, Any]

FILE_NAME = "sandbox.sqlite3"

VERSION = 1

SCHEMA = """
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE directory (
    kind TEXT NOT NULL, owner TEXT NOT NULL, key TEXT NOT NULL, document TEXT NOT NULL,
    PRIMARY KEY (kind, owner, key)
);
CREATE TABLE nominations (
    id INTEGER PRIMARY KEY, reference TEXT NOT NULL, supplier TEXT NOT NULL, receiver TEXT NOT NULL,
    created_by TEXT NOT NULL, supplier_operator TEXT, receiver_operator TEXT, status TEXT NOT NULL,
    last_changed TEXT NOT NULL, bunkering_at INTEGER, document TEXT NOT NULL
);
CREATE INDEX nomination_reference ON nominations (reference);
CREATE INDEX nomination_due ON nominations (bunkering_at) WHERE status IN ('supplier_assigned', 'accepted');
CREATE TABLE drafts (
    id INTEGER PRIMARY KEY, reference TEXT NOT NULL, company TEXT NOT NULL, operator TEXT, status TEXT NOT NULL,
    last_changed TEXT NOT NULL, document TEXT NOT NULL
);
CREATE INDEX draft_reference ON drafts (reference);
CREATE INDEX draft_company ON drafts (company, id);
CREATE INDEX draft_operator ON drafts (operator, id) WHERE operator IS NOT NULL;
CREATE TABLE operations (
    id INTEGER PRIMARY KEY, reference TEXT NOT NULL, supplier TEXT NOT NULL, receiver TEXT NOT NULL,
    supplier_operator TEXT, receiver_operator TEXT, status TEXT NOT NULL, signed INTEGER NOT NULL,
    last_changed TEXT NOT NULL, merged BLOB, document TEXT NOT NULL
);
CREATE INDEX operation_reference ON operations (reference);
CREATE TABLE plans (operation INTEGER NOT NULL, at INTEGER NOT NULL, status TEXT NOT NULL);
CREATE INDEX plan_due ON plans (at);
CREATE TABLE documents (
    operation INTEGER NOT NULL, position INTEGER NOT NULL, document_id TEXT NOT NULL, type TEXT NOT NULL,
    name TEXT NOT NULL, content_type TEXT NOT NULL, fuel_index INTEGER, from_status TEXT NOT NULL,
    recipe TEXT NOT NULL, content BLOB, PRIMARY KEY (operation, position)
) WITHOUT ROWID;
CREATE TABLE subscriptions (id TEXT PRIMARY KEY, company TEXT NOT NULL, created INTEGER, document TEXT NOT NULL);
"""


@dataclass
class NominationRow:
    """A nomination as stored; `id` is None before it is."""

    reference: str
    supplier: str
    receiver: str
    created_by: str
    supplier_operator: str | None
    receiver_operator: str | None
    status: str
    last_changed: str
    document: JsonObject
    id: int | None = None

    def supplier_side(self, company: str) -> bool:
        """Tell whether a company acts for the supplier here."""
        return company in (self.supplier, self.supplier_operator)

    def receiver_side(self, company: str) -> bool:
        """Tell whether a company acts for the receiver here; a receiver reads what was created on its side."""
        side = (self.receiver, self.receiver_operator)
        return company in side and self.created_by in side

    def accessible(self, company: str) -> bool:
        return self.supplier_side(company) or self.receiver_side(company)


@dataclass
class DraftRow:
    """A draft as stored."""

    reference: str
    company: str
    operator: str | None
    status: str
    last_changed: str
    document: JsonObject
    id: int | None = None


@dataclass
class OperationRow:
    """An operation as stored, without its document references."""

    id: int
    reference: str
    supplier: str
    receiver: str
    supplier_operator: str | None
    receiver_operator: str | None
    status: str
    signed: bool
    last_changed: str
    document: JsonObject

    def accessible(self, company: str) -> bool:
        return company in (self.supplier, self.receiver, self.supplier_operator, self.receiver_operator)


@dataclass
class DocumentRow:
    """A document of an operation; `recipe` is what its file is drawn from."""

    operation: int
    position: int
    document_id: str
    type: str
    name: str
    content_type: str
    fuel_index: int | None
    from_status: str
    recipe: JsonObject


def write_text(document: JsonObject | str) -> str:
    """JSON text as stored; text is taken as it is."""
    return document if isinstance(document, str) else jsontext.write(document).decode()


NOMINATION = (
    "reference, supplier, receiver, created_by, supplier_operator, receiver_operator, status, last_changed, document"
)
BUNKERING_AT = "CAST(strftime('%s', json_extract(?9, '$.delivery.estimatedTimeOfBunkering')) AS INTEGER)"
DRAFT = "reference, company, operator, status, last_changed, document"
OPERATION = "reference, supplier, receiver, supplier_operator, receiver_operator, status, signed, last_changed"
DOCUMENT = "operation, position, document_id, type, name, content_type, fuel_index, from_status, recipe"
INSERT_NOMINATION = (
    f"INSERT INTO nominations ({NOMINATION}, bunkering_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, {BUNKERING_AT})"
)
INSERT_DRAFT = f"INSERT INTO drafts ({DRAFT}) VALUES (?, ?, ?, ?, ?, ?)"
INSERT_OPERATION = f"INSERT INTO operations ({OPERATION}, document) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
INSERT_DOCUMENT = f"INSERT INTO documents ({DOCUMENT}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"


def open_database(directory: Path | None) -> sqlite3.Connection:
    """The database of a data directory, made if there is none; without a directory a temporary one.

    The file holds the clients' secrets, so it is the owner's alone. A second service on it is refused.
    """
    # An empty name is SQLite's own temporary database: on disk only when it grows, gone with the connection.
    name = ""
    if directory is not None:
        directory.mkdir(parents=True, exist_ok=True, mode=0o700)
        path = directory / FILE_NAME
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        name = str(path)
    connection = sqlite3.connect(name, isolation_level=None, check_same_thread=False, timeout=1)
    try:
        _set_up(connection, is_file=bool(name))
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _set_up(connection: sqlite3.Connection, *, is_file: bool) -> None:
    connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    connection.execute(f"PRAGMA journal_mode = {'WAL' if is_file else 'MEMORY'}")
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("BEGIN IMMEDIATE")
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version == 0:
        for statement in SCHEMA.split(";"):
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {VERSION}")
    connection.execute("COMMIT")
    if version not in (0, VERSION):
        raise sqlite3.DatabaseError(f"it was written by another version ({version})")


def nomination_values(row: NominationRow) -> tuple[Any, ...]:
    """The values of a row in the order of `NOMINATION`."""
    return (
        row.reference,
        row.supplier,
        row.receiver,
        row.created_by,
        row.supplier_operator,
        row.receiver_operator,
        row.status,
        row.last_changed,
        write_text(row.document),
    )


def nomination_row(values: Any) -> NominationRow:
    """The row of `NOMINATION` and its id."""
    return NominationRow(*(*values[:8], jsontext.parse(values[8]), values[9]))


def operation_row(values: Any) -> OperationRow:
    """The row of an id, `OPERATION` and the document."""
    *columns, signed, changed, document = values
    return OperationRow(*(*columns, bool(signed), changed, jsontext.parse(document)))


def draft_row(values: Any) -> DraftRow:
    """The row of `DRAFT` and its id."""
    *columns, document, number = values
    return DraftRow(*(*columns, jsontext.parse(document), number))


def document_row(values: Any) -> DocumentRow:
    """The row of `DOCUMENT`."""
    *columns, recipe = values
    return DocumentRow(*(*columns, jsontext.parse(recipe)))
