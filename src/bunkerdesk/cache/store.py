"""The store of one connection: two files in a directory of its own, private to its owner.

`seen.sqlite3` holds what the service answered; damaged, it is set aside and fetched again. `unsent.sqlite3` holds
what a person typed; it outlives the other, and what can be read of it is carried over. Where the disk gives way,
the program goes on from memory and says so.
"""

import contextlib
import hashlib
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from bunkerdesk.cache.change_rows import ChangeRows
from bunkerdesk.cache.database import Database, Step, aside_name, set_aside
from bunkerdesk.cache.document_list import DocumentStates
from bunkerdesk.cache.documents import DocumentRows
from bunkerdesk.cache.known import Known, Visit
from bunkerdesk.cache.lines import Line, ListTable, Seen, StoredRecord
from bunkerdesk.cache.listing import Listing
from bunkerdesk.cache.mending import Mender
from bunkerdesk.cache.problem import Reason, StoreProblem, problem_of
from bunkerdesk.cache.records import Notice, Records
from bunkerdesk.cache.schema import SEEN
from bunkerdesk.cache.unsent import Unsent

T = TypeVar("T")

SEEN_FILE = "seen.sqlite3"
UNSENT_FILE = "unsent.sqlite3"


def store_directory(data_directory: Path, base_url: str, client_id: str) -> Path:
    """The directory of a connection: readable, and distinct for each service and client."""
    readable = re.sub(r"[^a-z0-9]+", "-", base_url.partition("://")[2].lower()).strip("-")[:40] or "service"
    digest = hashlib.sha256(f"{base_url.rstrip('/')}\n{client_id}".encode()).hexdigest()[:10]
    return data_directory / "connections" / f"{readable}-{digest}"


@dataclass(frozen=True)
class Opened:
    """A store, and what the person should know about how it was opened."""

    store: "Store"
    notices: tuple[str, ...]


class Store:
    """Everything kept on this computer for one connection."""

    def __init__(self, seen: Database, directory: Path | None, notices: list[str]) -> None:
        """Opens what is unsent beside what was seen."""
        self.directory = directory
        self._seen = seen
        self._records = Records(seen)
        self._known = Known(seen)
        self._mender = Mender(seen, self._rebuild, FROM_MEMORY, self._tell)
        self._mended = self._mender.run
        self._listeners: list[Callable[[str], None]] = []
        self.unsent = Unsent.open(directory and directory / UNSENT_FILE, notices, self._tell)

    @classmethod
    def open(cls, directory: Path) -> Opened:
        """Open or create; raises `StoreProblem` only where a newer version wrote the files."""
        notices: list[str] = []
        home = _prepare(directory, notices)
        seen = _open_seen(home and home / SEEN_FILE, notices)
        try:
            store = cls(seen, home, notices)
        except StoreProblem:
            seen.close()
            raise
        unsubscribe = store.subscribe(notices.append)
        store._mended(store._refill)
        unsubscribe()
        return Opened(store, tuple(dict.fromkeys(notices)))

    @classmethod
    def in_memory(cls) -> "Store":
        """A store for this run only."""
        return cls(Database(None, SEEN), None, [])

    def close(self) -> None:
        """Close both files."""
        self._seen.close()
        self.unsent.close()

    def subscribe(self, listener: Callable[[str], None]) -> Callable[[], None]:
        """Call back with a sentence when the store had to mend itself; from any thread. Answers how to end it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener) if listener in self._listeners else None

    @property
    def is_in_memory(self) -> bool:
        """Whether what is fetched is lost at the end of this run."""
        return self._seen.is_in_memory

    @property
    def generation(self) -> int:
        """Counts up when the file was begun anew: all ids from before are void."""
        return self._mender.generation

    # What was seen

    def put(
        self,
        batch: Sequence[Seen],
        now: int,
        whole: Mapping[tuple[str, str], int] | None = None,
        notice: Notice | None = None,
    ) -> frozenset[int]:
        """See `Records.put`."""
        return self._mended(lambda: self._records.put(batch, now, whole, notice))

    def retire_missing(self, kind: str, present: Iterable[tuple[str, int]], now: int) -> frozenset[int]:
        """See `Records.retire_missing`."""
        kept = list(present)
        return self._mended(lambda: self._records.retire_missing(kind, kept, now))

    def record(self, identifier: int) -> StoredRecord | None:
        """One record, gone or not."""
        return self._mended(lambda: self._records.get(identifier))

    def records(self, reference: str) -> list[StoredRecord]:
        """Every present record of a reference."""
        return self._mended(lambda: self._records.under(reference))

    def record_at(self, kind: str, reference: str, place: int) -> StoredRecord | None:
        """See `Records.at`."""
        return self._mended(lambda: self._records.at(kind, reference, place))

    def present(self, kind: str, size: int = 200) -> Iterator[StoredRecord]:
        """Every present record of a kind, read in slices; for a worker thread."""
        last = 0
        while batch := self._mended(lambda: self._records.of_kind(kind, last, size)):  # noqa: B023  used at once
            yield from batch
            last = batch[-1].id

    def stamps(self) -> list[tuple[int, str, int]]:
        """See `Records.stamps`."""
        return self._mended(self._records.stamps)

    def operation_stamps(self) -> dict[int, tuple[int, int, int]]:
        """See `Records.operation_stamps`."""
        return self._mended(self._records.operation_stamps)

    def ids(self, keys: Iterable[tuple[str, str, int]]) -> dict[tuple[str, str, int], int]:
        """See `Records.ids`."""
        wanted = list(keys)
        return self._mended(lambda: self._records.ids(wanted))

    @property
    def change_log(self) -> ChangeRows:
        """What the service changed, and which references are watched."""
        return ChangeRows(self.unsent)

    def relist(self, make: Callable[[StoredRecord], Line], size: int) -> None:
        """Make the lines of all present records anew, `size` to a transaction."""
        last = 0
        while batch := self._mended(lambda: self._records.after(last, size)):  # noqa: B023  used at once
            lines = [(record, make(record)) for record in batch]
            self._mended(lambda: self._records.relist(lines))  # noqa: B023
            last = batch[-1].id

    def references(self, identifiers: Iterable[int]) -> set[tuple[str, str, bool]]:
        """(kind, reference, is gone) of records."""
        wanted = list(identifiers)
        return self._mended(lambda: self._records.references(wanted))

    def listing(self, table: ListTable, work: Callable[[Listing], T]) -> T:
        """Read from a list; an unreadable row counts as damage."""

        def run() -> T:
            try:
                return work(Listing(self._seen, table))
            except (ValueError, TypeError, OverflowError) as error:
                raise StoreProblem(Reason.CORRUPT, self._seen.place, str(error)) from error

        return self._mended(run)

    def known(self, work: Callable[[Known], T]) -> T:
        """Use known references, visits, reference data or facts."""
        return self._mended(lambda: work(self._known))

    def documents(self, work: Callable[[DocumentRows], T]) -> T:
        """Use the table of kept documents."""
        return self._mended(lambda: work(DocumentRows(self._seen)))

    def document_states(self, work: Callable[[DocumentStates], T]) -> T:
        """Use what became of fetching documents."""
        return self._mended(lambda: work(DocumentStates(self._seen)))

    def remember(self, references: Iterable[str], how: str, now: int) -> int:
        """Add known references; answers how many were new."""
        names = list(references)
        new = self._mended(lambda: self._known.remember(names, how, now))
        if new:
            self.unsent.remember(names, how, now)
        return new

    def due(self, now: int, *, everything: bool = False) -> list[Visit]:
        """See `Known.due`."""
        return self._mended(lambda: self._known.due(now, everything=everything))

    def check(self) -> None:
        """Walk through the whole file and begin anew where it is damaged. Slow: for a worker thread."""
        self._mended(self._seen.check)

    def begin_anew(self, detail: str) -> None:
        """Set the file of what was seen aside as damaged, for instance when a record cannot be read back."""

        def fail() -> None:
            if self.generation == before:
                raise StoreProblem(Reason.CORRUPT, self._seen.place, detail)

        before = self.generation
        self._mended(fail)

    # Mending

    def _refill(self) -> None:
        self._known.refill(self.unsent.known_references)

    def _rebuild(self) -> str:
        self._seen.rebuild(aside_name(SEEN_FILE))
        self._refill()
        return REBUILT

    def _tell(self, sentence: str) -> None:
        for listener in list(self._listeners):
            listener(sentence)


REBUILT = (
    "The local copy of what the service answered was damaged. It was set aside and is being fetched again. "
    "Nothing you typed is affected."
)
FROM_MEMORY = "Bunker Desk goes on from memory: what is fetched now is gone when you close it."


def _prepare(directory: Path, notices: list[str]) -> Path | None:
    """Make the directory, for its owner alone; None where that cannot be."""
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        if os.name == "posix":
            directory.chmod(0o700)
    except OSError as error:
        notices.append(f"{problem_of(error, str(directory))} {FROM_MEMORY}")
        return None
    return directory.resolve()


def _open_seen(path: Path | None, notices: list[str], steps: Sequence[Step] = SEEN) -> Database:
    try:
        return Database(path, steps)
    except StoreProblem as problem:
        if problem.reason is Reason.NEWER:
            raise
        if problem.reason is Reason.CORRUPT and path:
            with contextlib.suppress(OSError, StoreProblem):
                set_aside(path, path.with_name(aside_name(path.name)))
                database = Database(path, steps)
                notices.append(REBUILT)
                return database
        notices.append(f"{problem} {FROM_MEMORY}")
        return Database(None, steps)
