"""The log of what the service changed, and the watched references; in the file that outlives a rebuild.

Acknowledging is a person's act: it must not come undone because what was seen is fetched anew.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from bunkerdesk.cache.unsent import Unsent

MOST_ROWS = 20_000
"""Beyond this the oldest go, acknowledged ones first."""

RecordKey = tuple[str, str, int]
"""(kind, reference, place)."""


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """One field of one record; `before` and `after` are JSON, `path` is empty where the record itself went or came.

    `acknowledged_at` is 0 until somebody has taken note.
    """

    id: int
    kind: str
    reference: str
    place: int
    path: str
    before: bytes
    after: bytes
    weight: int
    vessel: str
    port_code: str
    port_name: str
    at: int
    acknowledged_at: int = 0


_COLUMNS = tuple(ChangeRow.__dataclass_fields__)
_NAMES = ", ".join(_COLUMNS)


class ChangeRows:
    """Reads and writes; each write is one transaction."""

    def __init__(self, unsent: Unsent, most: int = MOST_ROWS) -> None:
        self._unsent = unsent
        self._most = most

    def add(self, rows: Sequence[ChangeRow]) -> int:
        """Keep rows (their ids are given here); one that an open row says already is left out.

        The same difference comes twice where the program ended between noting it and keeping the answer.
        """
        names = ", ".join(_COLUMNS[1:])
        marks = ",".join("?" * (len(_COLUMNS) - 1))
        last = (
            "SELECT before, after, acknowledged_at FROM change_log"
            " WHERE kind = ? AND reference = ? AND place = ? AND path = ? ORDER BY id DESC LIMIT 1"
        )

        def work(connection: Any) -> int:
            added = 0
            for row in rows:
                key = (row.kind, row.reference, row.place, row.path)
                if connection.execute(last, key).fetchone() == (row.before, row.after, 0):
                    continue
                values = [getattr(row, name) for name in _COLUMNS[1:]]
                connection.execute(f"INSERT INTO change_log ({names}) VALUES ({marks})", values)
                added += 1
            surplus = connection.execute("SELECT count(*) FROM change_log").fetchone()[0] - self._most
            if surplus > 0:
                connection.execute(
                    "DELETE FROM change_log WHERE id IN"
                    " (SELECT id FROM change_log ORDER BY acknowledged_at = 0, id LIMIT ?)",
                    (surplus,),
                )
            return added

        return self._unsent.write(work) if rows else 0

    def all(self) -> list[ChangeRow]:
        """Every row, the latest first, of one moment the weightiest first."""
        sql = f"SELECT {_NAMES} FROM change_log ORDER BY at DESC, weight, id"
        return [ChangeRow(*row) for row in self._unsent.read(sql)]

    def last(self) -> int:
        """The id of the latest row; 0 where there is none."""
        return int(self._unsent.read("SELECT coalesce(max(id), 0) FROM change_log")[0][0])

    def watched_since(self, identifier: int) -> list[ChangeRow]:
        """Rows of watched references behind an id, the weightiest first."""
        sql = (
            f"SELECT {_NAMES} FROM change_log WHERE id > ? AND reference IN (SELECT reference FROM watched)"
            " ORDER BY weight, id"
        )
        return [ChangeRow(*row) for row in self._unsent.read(sql, (identifier,))]

    def open_of(self, kind: str, reference: str, place: int) -> list[ChangeRow]:
        """What is not acknowledged of a record, the latest first."""
        sql = (
            f"SELECT {_NAMES} FROM change_log WHERE acknowledged_at = 0 AND kind = ? AND reference = ? AND place = ?"
            " ORDER BY at DESC, weight, id"
        )
        return [ChangeRow(*row) for row in self._unsent.read(sql, (kind, reference, place))]

    def open_count(self) -> int:
        """How many rows are not acknowledged."""
        return int(self._unsent.read("SELECT count(*) FROM change_log WHERE acknowledged_at = 0")[0][0])

    def open_records(self) -> set[RecordKey]:
        """The records with rows that are not acknowledged."""
        sql = "SELECT DISTINCT kind, reference, place FROM change_log WHERE acknowledged_at = 0"
        return {(row[0], row[1], row[2]) for row in self._unsent.read(sql)}

    def acknowledge(self, ids: Iterable[int], now: int) -> None:
        """Take note of rows."""
        rows = [(now, number) for number in ids]
        sql = "UPDATE change_log SET acknowledged_at = ? WHERE id = ? AND acknowledged_at = 0"
        self._unsent.write(lambda connection: connection.executemany(sql, rows))

    def acknowledge_records(self, keys: Iterable[RecordKey], now: int, last: int) -> None:
        """Take note of everything about records up to an id."""
        rows = [(now, *key, last) for key in keys]
        sql = (
            "UPDATE change_log SET acknowledged_at = ? WHERE kind = ? AND reference = ? AND place = ?"
            " AND id <= ? AND acknowledged_at = 0"
        )
        self._unsent.write(lambda connection: connection.executemany(sql, rows))

    def acknowledge_all(self, now: int, last: int) -> None:
        """Take note of everything up to an id."""
        sql = "UPDATE change_log SET acknowledged_at = ? WHERE id <= ? AND acknowledged_at = 0"
        self._unsent.write(lambda connection: connection.execute(sql, (now, last)))

    def watched(self) -> frozenset[str]:
        """References whose changes are announced on the desktop."""
        return frozenset(row[0] for row in self._unsent.read("SELECT reference FROM watched"))

    def watch(self, reference: str, now: int) -> None:
        """Announce changes of a reference."""
        self._unsent.write(
            lambda connection: connection.execute("INSERT OR IGNORE INTO watched VALUES (?, ?)", (reference, now))
        )

    def unwatch(self, reference: str) -> None:
        """Announce them no more."""
        self._unsent.write(
            lambda connection: connection.execute("DELETE FROM watched WHERE reference = ?", (reference,))
        )
