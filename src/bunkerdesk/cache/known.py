"""References this desk knows, and when each is to be asked for again; reference data; small facts of synchronising.

The service has no list of firm nominations or operations, so what is known is all there is.
"""

from collections.abc import Callable, Iterable, Sequence

from bunkerdesk.cache.database import Database

MINUTE = 60_000_000
FIRST_WAIT = 10 * MINUTE
LONGEST_WAIT = 6 * 60 * MINUTE
FARTHEST = 25 * 60 * MINUTE
"""Nothing waits longer: a visit later than that was noted while the computer's clock was wrong."""

Visit = tuple[str, str]
"""(reference, kind)."""


class Known:
    """Known references, visits, reference data and named facts."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def remember(self, references: Iterable[str], how: str, now: int) -> int:
        """Add references; answers how many were new."""
        new = 0
        with self._database.transaction() as connection:
            for reference in references:
                cursor = connection.execute(
                    "INSERT OR IGNORE INTO known_reference VALUES (?, ?, ?)", (reference, how, now)
                )
                new += cursor.rowcount
        return new

    def refill(self, kept: Callable[[], list[tuple[str, str, int]]]) -> None:
        """Take over references from the file of what is unsent, unless some are here already."""
        if not self._database.read("SELECT 1 FROM known_reference LIMIT 1") and (rows := kept()):
            with self._database.transaction() as connection:
                connection.executemany("INSERT OR IGNORE INTO known_reference VALUES (?, ?, ?)", rows)

    def count(self) -> int:
        """How many references are known."""
        return int(self._database.read("SELECT count(*) FROM known_reference")[0][0])

    def due(self, now: int, *, everything: bool = False) -> list[Visit]:
        """What is to be asked for now, in the order in which it became known."""
        rows = self._database.read(
            """
            SELECT known.reference, kinds.kind FROM known_reference AS known
            CROSS JOIN (SELECT 'nomination' AS kind UNION ALL SELECT 'operation') AS kinds
            LEFT JOIN visit ON visit.reference = known.reference AND visit.kind = kinds.kind
            WHERE ? OR visit.next_at IS NULL OR visit.next_at NOT BETWEEN ? AND ?
            ORDER BY known.at, known.reference, kinds.kind
            """,
            (everything, now + 1, now + FARTHEST),
        )
        return [(row[0], row[1]) for row in rows]

    def visited(
        self, found: Iterable[Visit], absent: Iterable[Visit], settled: Iterable[Visit], now: int, rest: int
    ) -> None:
        """Note answers: what is absent waits twice as long each time, what is settled waits `rest` microseconds."""
        with self._database.transaction() as connection:
            connection.executemany("DELETE FROM visit WHERE reference = ? AND kind = ?", list(found))
            connection.executemany(
                "INSERT OR REPLACE INTO visit VALUES (?, ?, 0, ?)",
                [(*visit, now + rest) for visit in settled],
            )
            for visit in absent:
                row = connection.execute("SELECT misses FROM visit WHERE reference = ? AND kind = ?", visit).fetchone()
                misses = row[0] if row else 0
                wait = min(FIRST_WAIT << min(misses, 20), LONGEST_WAIT)
                connection.execute("INSERT OR REPLACE INTO visit VALUES (?, ?, ?, ?)", (*visit, misses + 1, now + wait))

    def ask_again(self, visits: Sequence[Visit]) -> None:
        """Forget the waiting of these, for instance of a nomination whose draft has just gone."""
        if visits:
            with self._database.transaction() as connection:
                connection.executemany("DELETE FROM visit WHERE reference = ? AND kind = ?", visits)

    def keep_reference_data(self, kind: str, raw: bytes, now: int) -> bool:
        """Keep a list of reference data; answers whether it differs from what was kept."""
        before = self.reference_data(kind)
        with self._database.transaction() as connection:
            connection.execute("INSERT OR REPLACE INTO reference_data VALUES (?, ?, ?)", (kind, raw, now))
        return before is None or before[0] != raw

    def reference_data(self, kind: str) -> tuple[bytes, int] | None:
        """(JSON array, seen at) of a list of reference data."""
        rows = self._database.read("SELECT raw, seen_at FROM reference_data WHERE kind = ?", (kind,))
        return (rows[0][0], rows[0][1]) if rows else None

    def fact(self, name: str) -> str | None:
        """A named fact, such as when synchronising last finished."""
        rows = self._database.read("SELECT value FROM sync_state WHERE name = ?", (name,))
        return str(rows[0][0]) if rows else None

    def keep_fact(self, name: str, value: str) -> None:
        """Keep a named fact."""
        with self._database.transaction() as connection:
            connection.execute("INSERT OR REPLACE INTO sync_state VALUES (?, ?)", (name, value))
