"""Reviews of operations and the desk's own limits and claim terms: typed by people, so kept beside what is unsent."""

from bunkerdesk.cache.unsent import Unsent


class ReviewRows:
    """The tables of reviews and of the desk's own rules; contents are JSON."""

    def __init__(self, unsent: Unsent) -> None:
        self._unsent = unsent

    def every(self) -> dict[str, bytes]:
        """All reviews by their key."""
        return {row[0]: row[1] for row in self._unsent.read("SELECT key, content FROM review")}

    def one(self, key: str) -> bytes | None:
        """One review by its key."""
        rows = self._unsent.read("SELECT content FROM review WHERE key = ?", (key,))
        return rows[0][0] if rows else None

    def put(self, key: str, content: bytes, now: int) -> None:
        """Keep a review; on the disk when this returns."""
        self._put("review", "key", (key, content, now))

    def desk_rules(self) -> dict[str, bytes]:
        """What this desk has set for itself, by name."""
        return {row[0]: row[1] for row in self._unsent.read("SELECT name, content FROM desk_rule")}

    def put_desk_rule(self, name: str, content: bytes, now: int) -> None:
        """Keep what this desk has set."""
        self._put("desk_rule", "name", (name, content, now))

    def _put(self, table: str, key: str, values: tuple[str, bytes, int]) -> None:
        sql = f"INSERT OR REPLACE INTO {table} ({key}, content, changed_at) VALUES (?, ?, ?)"
        self._unsent.write(lambda connection: connection.execute(sql, values))
