"""The download queue in the file of unsent work: it goes on after a restart."""

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bunkerdesk.cache.unsent import Unsent


@dataclass(frozen=True, slots=True)
class DownloadRow:
    """A download: where to, and how (`options`, JSON)."""

    id: int
    folder: str
    options: bytes
    state: str
    problem: str
    created_at: int


@dataclass(frozen=True, slots=True)
class DownloadItemRow:
    """One file of a download: what it is (`content`, JSON) and what became of it."""

    id: int
    content: bytes
    state: str
    file: str
    problem: str
    size: int
    sha256: str


class DownloadRows:
    """The tables of downloads and their items."""

    def __init__(self, unsent: Unsent) -> None:
        self._unsent = unsent

    def downloads(self) -> list[DownloadRow]:
        """Every download, oldest first."""
        rows = self._unsent.read("SELECT id, folder, options, state, problem, created_at FROM download ORDER BY id")
        return [DownloadRow(*row) for row in rows]

    def items(self, download: int) -> list[DownloadItemRow]:
        """The items of a download in their order."""
        sql = "SELECT id, content, state, file, problem, size, sha256 FROM download_item WHERE download = "
        return [DownloadItemRow(*row) for row in self._unsent.read(f"{sql}{int(download)} ORDER BY id")]

    def add(self, folder: str, options: bytes, state: str, now: int, contents: Sequence[bytes]) -> tuple[int, range]:
        """Keep a download with its waiting items; answers its id and theirs."""

        def work(connection: sqlite3.Connection) -> tuple[int, range]:
            sql = "INSERT INTO download (folder, options, state, problem, created_at) VALUES (?, ?, ?, '', ?)"
            download = connection.execute(sql, (folder, options, state, now)).lastrowid or 0
            last = connection.execute("SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'download_item'")
            first = int(last.fetchone()[0]) + 1
            connection.executemany(
                "INSERT INTO download_item (id, download, content, state, file, problem, size, sha256)"
                " VALUES (?, ?, ?, 'waiting', '', '', 0, '')",
                [(first + place, download, content) for place, content in enumerate(contents)],
            )
            return download, range(first, first + len(contents))

        return self._unsent.write(work)

    def keep_state(self, download: int, state: str, problem: str) -> None:
        """Keep how a download stands."""
        values = (state, problem, download)
        self._unsent.write(lambda link: link.execute("UPDATE download SET state = ?, problem = ? WHERE id = ?", values))

    def keep_items(self, items: Iterable[DownloadItemRow]) -> None:
        """Keep what became of items, in one transaction."""
        sql = "UPDATE download_item SET state = ?, file = ?, problem = ?, size = ?, sha256 = ? WHERE id = ?"
        rows = [(item.state, item.file, item.problem, item.size, item.sha256, item.id) for item in items]
        self._unsent.write(lambda link: link.executemany(sql, rows))

    def forget(self, download: int) -> None:
        """Take a download off the queue; its files stay where they are."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM download_item WHERE download = ?", (download,))
            connection.execute("DELETE FROM download WHERE id = ?", (download,))

        self._unsent.write(work)
