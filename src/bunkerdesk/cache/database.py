"""One SQLite file: private to its owner, migrated by numbered steps, read by many threads, written by one at a time.

Knows nothing of what is in the tables.
"""

import contextlib
import os
import sqlite3
import threading
import uuid
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bunkerdesk.cache.problem import Reason, StoreProblem, problem_of

Step = Callable[[sqlite3.Connection], None]
"""One migration; runs inside a transaction."""

SIDE_FILES = ("", "-wal", "-shm", "-journal")


def script(text: str) -> Step:
    """A step of plain SQL statements; none of them holds a semicolon of its own."""

    def run(connection: sqlite3.Connection) -> None:
        for statement in text.split(";"):
            if statement.strip():
                connection.execute(statement)

    return run


@dataclass(eq=False)
class _Link:
    """A connection; its lock keeps it from being closed under a running query."""

    connection: sqlite3.Connection
    lock: threading.RLock = field(default_factory=threading.RLock)
    is_closed: bool = False

    def close(self) -> None:
        if not self.lock.acquire(blocking=False):
            self.connection.interrupt()
            self.lock.acquire()
        try:
            if not self.is_closed:
                self.is_closed = True
                with contextlib.suppress(sqlite3.Error):
                    # An interrupt stays pending until the next statement; it would stop the last checkpoint.
                    self.connection.execute("SELECT 1")
                self.connection.close()
        finally:
            self.lock.release()


def _refuse_unwritable_format(path: Path) -> None:
    """A damaged version byte in the header would make SQLite open the file for reading only, without a word."""
    with path.open("rb") as file:
        header = file.read(HEADER_BYTES)
    if len(header) == HEADER_BYTES and not {header[18], header[19]} <= {1, 2}:
        raise StoreProblem(Reason.CORRUPT, str(path), "the header names an unknown format")


HEADER_BYTES = 20
CACHE_KIB = 2_000
"""Pages a connection keeps; there is one connection for each thread, and the system caches the file itself."""


class Database:
    """A file, or memory where `path` is None.

    `durable` survives a power cut after each transaction (what was typed); otherwise the last transactions may
    be lost by it, never the file.
    """

    def __init__(self, path: Path | None, steps: Sequence[Step], *, durable: bool = False) -> None:
        """Open and migrate; raises `StoreProblem`."""
        self._path = path
        self._steps = steps
        self._durable = durable
        self._memory_name = ""
        self._guard = threading.RLock()
        self._links: list[_Link] = []
        self._mine = threading.local()
        self._is_closed = False
        self.backup: Path | None = None
        """The copy made before the last migration of this run."""
        with self._translated():
            self._open()

    @property
    def place(self) -> str:
        """Where the data is, for messages."""
        return str(self._path) if self._path else "memory"

    @property
    def is_in_memory(self) -> bool:
        """Whether what is written is lost at the end of this run."""
        return self._path is None

    # Reading and writing

    def read(self, sql: str, parameters: Sequence[Any] | dict[str, Any] = ()) -> list[tuple[Any, ...]]:
        """All rows of a query; any thread."""
        with self.cursor() as connection:
            return connection.execute(sql, parameters).fetchall()

    @contextlib.contextmanager
    def cursor(self) -> Iterator[sqlite3.Connection]:
        """This thread's reading connection."""
        with self._translated():
            while True:
                link = self._link()
                with link.lock:
                    if not link.is_closed:
                        yield link.connection
                        return

    @contextlib.contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """The writing connection inside one transaction: all of it is kept, or nothing."""
        with self._guard, self._translated():
            if self._is_closed:
                raise StoreProblem(Reason.CLOSED, self.place)
            with self._writer.lock:
                connection = self._writer.connection
                connection.execute("BEGIN IMMEDIATE")
                try:
                    yield connection
                    connection.execute("COMMIT")
                except BaseException:
                    with contextlib.suppress(sqlite3.Error):
                        if connection.in_transaction:
                            connection.execute("ROLLBACK")
                    raise

    def check(self) -> None:
        """Walk through the whole file; raises `StoreProblem` where it is damaged. Slow: for a worker thread."""
        found = self.read("PRAGMA quick_check(1)")
        if found != [("ok",)]:
            raise StoreProblem(Reason.CORRUPT, self.place, str(found[0][0]) if found else "")

    # The file's life

    def close(self) -> None:
        """Close every connection; running queries are interrupted."""
        with self._guard:
            self._is_closed = True
            self._close_links()

    def rebuild(self, name: str) -> Path | None:
        """Set the damaged file aside under `name` and begin a new one; memory if even that fails."""
        with self._guard, self._translated():
            self._close_links()
            aside = self._path and self._path.with_name(name)
            if self._path and aside:
                try:
                    set_aside(self._path, aside)
                except OSError:
                    self._path = None
            self._open()
            return aside

    def move_to_memory(self) -> None:
        """Go on without the disk, keeping what is readable."""
        with self._guard:
            old, old_links = self._writer, self._links
            self._links, self._path = [], None
            with self._translated():
                self._connect_memory()
                with old.lock, contextlib.suppress(sqlite3.Error):
                    old.connection.backup(self._writer.connection)
                self._migrate()
            for link in old_links:
                with contextlib.suppress(sqlite3.Error):
                    link.close()

    # Inside

    @contextlib.contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.ProgrammingError:
            raise  # wrong use of the library is our mistake, not damage
        except (sqlite3.Error, OSError, UnicodeDecodeError) as error:  # the last from a message about a broken schema
            raise problem_of(error, self.place) from error

    def _link(self) -> _Link:
        link: _Link | None = getattr(self._mine, "link", None)
        if link is None or link.is_closed:
            with self._guard:
                if self._is_closed:
                    raise StoreProblem(Reason.CLOSED, self.place)
                link = self._mine.link = self._connect()
        return link

    def _connect(self) -> _Link:
        uri = self._path.as_uri() if self._path else f"file:{self._memory_name}?mode=memory&cache=shared"
        connection = sqlite3.connect(uri, uri=True, check_same_thread=False, isolation_level=None, timeout=5)
        link = _Link(connection)
        self._links.append(link)
        if self._path is None:
            # Shared memory locks whole tables; a reader would be refused while a batch is written.
            connection.execute("PRAGMA read_uncommitted = ON")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
        connection.execute("PRAGMA trusted_schema = OFF")
        return link

    def _close_links(self) -> None:
        links, self._links = self._links, []
        for link in links:
            with contextlib.suppress(sqlite3.Error):
                link.close()

    def _open(self) -> None:
        try:
            if self._path is None:
                self._connect_memory()
            else:
                _make_private(self._path)
                _refuse_unwritable_format(self._path)
                self._writer = self._connect()
                self._writer.connection.execute("PRAGMA journal_mode = WAL")
                self._writer.connection.execute(f"PRAGMA synchronous = {'FULL' if self._durable else 'NORMAL'}")
            self._migrate()
        except BaseException:
            self._close_links()
            raise

    def _connect_memory(self) -> None:
        self._memory_name = f"bunkerdesk-{uuid.uuid4().hex}"
        self._writer = self._connect()

    def _migrate(self) -> None:
        connection = self._writer.connection
        version = _version(connection, self.place)
        if version > len(self._steps):
            raise StoreProblem(Reason.NEWER, self.place, f"schema {version}, this version knows {len(self._steps)}")
        if self._path and 0 < version < len(self._steps):
            self.backup = self._back_up(version)
        for number, step in enumerate(self._steps[version:], start=version + 1):
            connection.execute("BEGIN IMMEDIATE")
            try:
                step(connection)
                connection.execute("CREATE TABLE IF NOT EXISTS about (version INTEGER NOT NULL)")
                connection.execute("DELETE FROM about")
                connection.execute("INSERT INTO about VALUES (?)", (number,))
                connection.execute(f"PRAGMA user_version = {number}")
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise

    def _back_up(self, version: int) -> Path:
        assert self._path
        target = self._path.with_name(f"{self._path.name}.before-{version + 1}-{stamp()}")
        _make_private(target)
        with contextlib.closing(sqlite3.connect(target)) as copy:
            self._writer.connection.backup(copy)
        return target


def stamp() -> str:
    """The moment as part of a file name."""
    return datetime.now(UTC).strftime("%Y%m%dT%H%M%S.%fZ")


def aside_name(name: str) -> str:
    """The name under which a damaged file is kept."""
    return f"{name}.damaged-{stamp()}"


def set_aside(path: Path, aside: Path) -> None:
    """Rename a database with its side files."""
    for suffix in SIDE_FILES:
        with contextlib.suppress(FileNotFoundError):
            path.with_name(path.name + suffix).rename(aside.with_name(aside.name + suffix))


def _version(connection: sqlite3.Connection, place: str) -> int:
    """The schema's number, held twice: a flipped bit must not pass for a newer version."""
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    held = connection.execute("SELECT version FROM about").fetchone() if "about" in tables else (0,)
    if held != (version,) or (not version and tables):
        raise StoreProblem(Reason.CORRUPT, place, f"schema {version} or {held}")
    return version


def _make_private(path: Path) -> None:
    """Create the file for its owner alone; SQLite gives its side files the same mode."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    if os.name == "posix" and path.stat().st_mode & 0o077:
        for suffix in SIDE_FILES:
            with contextlib.suppress(FileNotFoundError):
                path.with_name(path.name + suffix).chmod(0o600)
