"""A file of an older version opens with everything in it, and a copy of it is made first."""

import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from bunkerdesk.cache import Database, Reason, StoreProblem
from bunkerdesk.cache.database import Step, script

FIRST = script("CREATE TABLE thing (id INTEGER PRIMARY KEY, name TEXT NOT NULL)")
SECOND = script("ALTER TABLE thing ADD COLUMN size INTEGER NOT NULL DEFAULT 7; CREATE INDEX thing_size ON thing (size)")


def failing(connection: sqlite3.Connection) -> None:
    connection.execute("DELETE FROM thing")
    raise sqlite3.OperationalError("no such thing")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file of version 1."""
    path = tmp_path / "store.sqlite3"
    old = Database(path, (FIRST,))
    with old.transaction() as connection:
        connection.execute("INSERT INTO thing (name) VALUES ('kept')")
    old.close()
    return path


def opened(path: Path, *steps: Step) -> Database:
    return Database(path, steps)


def test_an_old_file_is_copied_then_migrated(path: Path):
    """The copy is private, whole, and of the old version."""
    database = opened(path, FIRST, SECOND)
    assert database.read("SELECT name, size FROM thing") == [("kept", 7)]
    assert database.read("PRAGMA user_version") == [(2,)]
    assert database.backup is not None
    assert stat.S_IMODE(database.backup.stat().st_mode) == 0o600
    with closing(sqlite3.connect(database.backup)) as copy:
        assert copy.execute("SELECT * FROM thing").fetchall() == [(1, "kept")]
        assert copy.execute("PRAGMA user_version").fetchone() == (1,)
    database.close()


def test_a_current_file_is_not_copied(path: Path):
    """No copy at every start."""
    database = opened(path, FIRST)
    assert database.backup is None
    database.close()
    assert not list(path.parent.glob("*.before-*"))


def test_a_migration_that_fails_leaves_the_old_version(path: Path):
    """Half a migration is worse than none."""
    with pytest.raises(StoreProblem):
        opened(path, FIRST, failing)
    database = opened(path, FIRST)
    assert database.read("SELECT name FROM thing") == [("kept",)]
    database.close()


def test_a_newer_file_is_refused_and_a_flipped_number_is_damage(path: Path):
    """Both numbers must agree before a file may call itself newer."""
    opened(path, FIRST, SECOND).close()
    with pytest.raises(StoreProblem) as newer:
        opened(path, FIRST)
    assert newer.value.reason is Reason.NEWER
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 300")
    with pytest.raises(StoreProblem) as flipped:
        opened(path, FIRST, SECOND)
    assert flipped.value.reason is Reason.CORRUPT
