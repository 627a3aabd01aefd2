"""What goes wrong with the store, in words a person can act on."""

import sqlite3
from enum import Enum, auto


class Reason(Enum):
    """Why the store cannot do what was asked."""

    FULL = auto()
    READ_ONLY = auto()
    UNUSABLE = auto()
    NEWER = auto()
    CORRUPT = auto()
    BUSY = auto()
    CLOSED = auto()


SENTENCES = {
    Reason.FULL: "The disk is full.",
    Reason.READ_ONLY: "The folder of the local store cannot be written to.",
    Reason.UNUSABLE: "The disk of the local store does not answer as it should.",
    Reason.NEWER: "The local store was written by a newer version of Bunker Desk.",
    Reason.CORRUPT: "The local store is damaged.",
    Reason.BUSY: "Another program keeps the local store locked.",
    Reason.CLOSED: "The local store is closed.",
}

GOES_ON_FROM_MEMORY = frozenset({Reason.FULL, Reason.READ_ONLY, Reason.UNUSABLE})
"""Where the disk is at fault, not the data: the program goes on without it."""


class StoreProblem(Exception):
    """The local store cannot do what was asked; `str()` is one sentence for the person."""

    def __init__(self, reason: Reason, place: str = "", detail: str = "") -> None:
        super().__init__(SENTENCES[reason])
        self.reason = reason
        self.place = place
        """The file or folder."""
        self.detail = detail
        """The library's own words, for a report."""


_BY_CODE = {
    sqlite3.SQLITE_FULL: Reason.FULL,
    sqlite3.SQLITE_READONLY: Reason.READ_ONLY,
    sqlite3.SQLITE_PERM: Reason.READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: Reason.READ_ONLY,
    sqlite3.SQLITE_IOERR: Reason.UNUSABLE,
    sqlite3.SQLITE_BUSY: Reason.BUSY,
    sqlite3.SQLITE_LOCKED: Reason.BUSY,
    sqlite3.SQLITE_INTERRUPT: Reason.CLOSED,
}


def problem_of(error: Exception, place: str) -> StoreProblem:
    """Name an SQLite or file error; whatever is neither disk nor lock is damage: a sound file cannot say it."""
    if isinstance(error, OSError):
        full = error.errno is not None and error.errno in {28, 122}  # ENOSPC, EDQUOT
        return StoreProblem(Reason.FULL if full else Reason.READ_ONLY, place, error.strerror or "")
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
    return StoreProblem(_BY_CODE.get(code & 0xFF, Reason.CORRUPT), place, str(error))
