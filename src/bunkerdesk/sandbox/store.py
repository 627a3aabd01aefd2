"""The service's SQLite: the few ways in and out of its tables.

One connection, used under a lock; every public method is one transaction. Knows rows and JSON text, no rules.
"""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

from bunkerdesk.contract import jsontext
from bunkerdesk.sandbox.tables import (
    BUNKERING_AT,
    DOCUMENT,
    DRAFT,
    INSERT_DRAFT,
    INSERT_NOMINATION,
    NOMINATION,
    OPERATION,
    DocumentRow,
    DraftRow,
    JsonObject,
    NominationRow,
    OperationRow,
    document_row,
    draft_row,
    nomination_row,
    nomination_values,
    open_database,
    operation_row,
    write_text,
)


class StoreProblem(Exception):
    """The data directory cannot be used; the sentence says why."""


class Store:
    """An open data directory; without one, a private temporary database that is gone when it is closed."""

    def __init__(self, directory: Path | None = None) -> None:
        self._lock = threading.RLock()
        try:
            self._connection = open_database(directory)
        except (sqlite3.Error, OSError) as error:
            raise StoreProblem(f"The data directory {directory} cannot be used: {error}.") from error

    def close(self) -> None:
        with self._lock:
            self._connection.close()

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """All or nothing; nests."""
        with self._lock:
            if self._connection.in_transaction:
                yield self._connection
                return
            self._connection.execute("BEGIN")
            try:
                yield self._connection
            except BaseException:
                self._connection.rollback()
                raise
            self._connection.commit()

    def _rows(self, query: str, *values: Any) -> list[Any]:
        with self._lock:
            return self._connection.execute(query, values).fetchall()

    # settings

    def setting(self, name: str) -> str | None:
        rows = self._rows("SELECT value FROM settings WHERE name = ?", name)
        return str(rows[0][0]) if rows else None

    def settings(self) -> dict[str, str]:
        return dict(self._rows("SELECT name, value FROM settings"))

    def set(self, name: str, value: str) -> None:
        with self.transaction() as connection:
            connection.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", (name, value))

    # directory: companies, entities, counterparts, contracts, relations, reference data

    def directory(self) -> list[tuple[str, str, str, JsonObject]]:
        rows = self._rows("SELECT kind, owner, key, document FROM directory ORDER BY rowid")
        return [(kind, owner, key, jsontext.parse(text)) for kind, owner, key, text in rows]

    def put_directory(self, kind: str, owner: str, key: str, document: JsonObject) -> None:
        with self.transaction() as connection:
            connection.execute(
                "INSERT INTO directory VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET document = excluded.document",
                (kind, owner, key, write_text(document)),
            )

    # nominations

    def nominations(self, reference: str) -> list[NominationRow]:
        """All of a reference, the oldest first."""
        rows = self._rows(f"SELECT {NOMINATION}, id FROM nominations WHERE reference = ? ORDER BY id", reference)
        return [nomination_row(row) for row in rows]

    def due_nominations(self, after: int, until: int, most: int) -> list[NominationRow]:
        """Assigned or accepted ones due between two times (epoch seconds) that have no operation yet."""
        rows = self._rows(
            f"SELECT {NOMINATION}, id FROM nominations AS n WHERE status IN ('supplier_assigned', 'accepted')"
            " AND bunkering_at > ? AND bunkering_at <= ? AND NOT EXISTS"
            " (SELECT 1 FROM operations WHERE reference = n.reference AND supplier = n.supplier)"
            " ORDER BY bunkering_at LIMIT ?",
            after,
            until,
            most,
        )
        return [nomination_row(row) for row in rows]

    def save_nomination(self, row: NominationRow) -> NominationRow:
        """Insert, or replace by id."""
        with self.transaction() as connection:
            values = nomination_values(row)
            if row.id is None:
                row.id = connection.execute(INSERT_NOMINATION, values).lastrowid
            else:
                connection.execute(
                    f"UPDATE nominations SET ({NOMINATION}, bunkering_at)"
                    f" = (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, {BUNKERING_AT}) WHERE id = ?10",
                    (*values, row.id),
                )
        return row

    def start_nominations(self, reference: str, supplier: str, changed: str) -> None:
        """Move the nominations of an operation that has begun."""
        with self.transaction() as connection:
            connection.execute(
                "UPDATE nominations SET status = 'operation_started', last_changed = ?"
                " WHERE reference = ? AND supplier = ? AND status NOT IN ('cancelled', 'operation_started')",
                (changed, reference, supplier),
            )

    # drafts

    def drafts(self, reference: str) -> list[DraftRow]:
        rows = self._rows(f"SELECT {DRAFT}, id FROM drafts WHERE reference = ? ORDER BY id", reference)
        return [draft_row(row) for row in rows]

    def draft_page(self, company: str, after: int, most: int) -> list[tuple[int, str, str]]:
        """Id, status and JSON text of a company's drafts beyond an id, in the order they were created."""
        return self._rows(
            "SELECT id, status, document FROM (SELECT id, status, document FROM drafts WHERE company = ?1 AND id > ?2"
            " UNION SELECT id, status, document FROM drafts WHERE operator = ?1 AND operator IS NOT NULL AND id > ?2)"
            " ORDER BY id LIMIT ?3"
            if self._has_operators(company)
            else "SELECT id, status, document FROM drafts WHERE company = ?1 AND id > ?2 ORDER BY id LIMIT ?3",
            company,
            after,
            most,
        )

    def _has_operators(self, company: str) -> bool:
        return bool(self._rows("SELECT 1 FROM drafts WHERE operator = ? AND operator IS NOT NULL LIMIT 1", company))

    def save_draft(self, row: DraftRow) -> DraftRow:
        """Insert, or replace by id; the place in the list stays."""
        with self.transaction() as connection:
            values = (row.reference, row.company, row.operator, row.status, row.last_changed, write_text(row.document))
            if row.id is None:
                row.id = connection.execute(INSERT_DRAFT, values).lastrowid
            else:
                connection.execute(f"UPDATE drafts SET ({DRAFT}) = (?, ?, ?, ?, ?, ?) WHERE id = ?", (*values, row.id))
        return row

    # operations and their documents

    def operations(self, reference: str) -> list[OperationRow]:
        """All of a reference, the most recently changed first."""
        rows = self._rows(
            f"SELECT id, {OPERATION}, document FROM operations WHERE reference = ? ORDER BY last_changed DESC, id DESC",
            reference,
        )
        return [operation_row(row) for row in rows]

    def operation(self, number: int) -> OperationRow | None:
        rows = self._rows(f"SELECT id, {OPERATION}, document FROM operations WHERE id = ?", number)
        return operation_row(rows[0]) if rows else None

    def documents(self, operation: int) -> list[DocumentRow]:
        rows = self._rows(f"SELECT {DOCUMENT} FROM documents WHERE operation = ? ORDER BY position", operation)
        return [document_row(row) for row in rows]

    def content(self, document: DocumentRow) -> bytes | None:
        """The file, None until it has been drawn."""
        key = (document.operation, document.position)
        rows = self._rows("SELECT content FROM documents WHERE operation = ? AND position = ?", *key)
        return rows[0][0] if rows else None

    def keep_content(self, document: DocumentRow, content: bytes) -> None:
        with self.transaction() as connection:
            connection.execute(
                "UPDATE documents SET content = ? WHERE operation = ? AND position = ?",
                (content, document.operation, document.position),
            )

    def merged(self, operation: int) -> bytes | None:
        rows = self._rows("SELECT merged FROM operations WHERE id = ?", operation)
        return rows[0][0] if rows else None

    def keep_merged(self, operation: int, content: bytes) -> None:
        with self.transaction() as connection:
            connection.execute("UPDATE operations SET merged = ? WHERE id = ?", (content, operation))

    def references(self, company: str) -> list[str]:
        """Every reference of nominations and operations that a company can access, oldest first."""
        rows = self._rows(
            "SELECT reference FROM (SELECT reference, id FROM nominations WHERE ?1 IN (supplier, supplier_operator)"
            " OR (?1 IN (receiver, receiver_operator) AND created_by IN (receiver, receiver_operator))"
            " UNION ALL SELECT reference, id FROM operations"
            " WHERE ?1 IN (supplier, receiver, supplier_operator, receiver_operator))"
            " GROUP BY reference ORDER BY min(id)",
            company,
        )
        return [row[0] for row in rows]

    # the simulated clock

    def due_steps(self, before: int) -> list[tuple[int, str]]:
        """Take out the steps (operation, status) whose time has come, in order."""
        with self.transaction() as connection:
            rows = connection.execute("SELECT operation, status FROM plans WHERE at <= ? ORDER BY at, rowid", (before,))
            steps = rows.fetchall()
            connection.execute("DELETE FROM plans WHERE at <= ?", (before,))
        return steps

    def move_operation(self, number: int, status: str, changed: str) -> None:
        with self.transaction() as connection:
            connection.execute(
                "UPDATE operations SET status = ?, last_changed = ?, merged = NULL WHERE id = ?",
                (status, changed, number),
            )

    # webhook subscriptions

    def subscriptions(self, company: str | None = None) -> list[tuple[str, str, JsonObject]]:
        """Id, company and document, the oldest first."""
        rows = self._rows(
            "SELECT id, company, document FROM subscriptions WHERE ?1 IS NULL OR company = ?1 ORDER BY rowid", company
        )
        return [(number, owner, jsontext.parse(text)) for number, owner, text in rows]

    def add_subscription(self, number: str, company: str, document: JsonObject, created: datetime) -> None:
        with self.transaction() as connection:
            row = (number, company, int(created.timestamp()), write_text(document))
            connection.execute("INSERT INTO subscriptions VALUES (?, ?, ?, ?)", row)

    def remove_subscription(self, number: str, company: str) -> bool:
        with self.transaction() as connection:
            found = connection.execute("DELETE FROM subscriptions WHERE id = ? AND company = ?", (number, company))
            return found.rowcount > 0
