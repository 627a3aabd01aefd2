"""A download and its files: how each stands, how it is done, and what of the desk it uses."""

import contextlib
import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from bunkerdesk.cache import Store
from bunkerdesk.cache.download_rows import DownloadItemRow
from bunkerdesk.desk.download_wanted import Wanted
from bunkerdesk.desk.keeping import Keeper
from bunkerdesk.desk.problems import Problem
from bunkerdesk.desk.record import Record
from bunkerdesk.desk.service import SignIn

if TYPE_CHECKING:
    from bunkerdesk.desk.documents import OperationDocuments

PARALLEL = 4
MOST_PARALLEL = 8


class ItemState(StrEnum):
    """How one file stands."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    SKIPPED = "skipped"
    """It was there already, unchanged."""
    FAILED = "failed"


class DownloadState(StrEnum):
    """How a download stands as a whole."""

    WAITING = "waiting"
    RUNNING = "running"
    PAUSED = "paused"
    STOPPED = "stopped"
    """Something stands in the way of every file; `problem` says what."""
    FINISHED = "finished"
    CANCELLED = "cancelled"


UNFINISHED = frozenset({DownloadState.WAITING, DownloadState.RUNNING, DownloadState.PAUSED, DownloadState.STOPPED})


@dataclass(slots=True)
class Item:
    """One file of a download; `file` is its path below the folder once it has one."""

    id: int
    wanted: Wanted
    state: ItemState = ItemState.WAITING
    file: str = ""
    problem: str = ""
    size: int = 0
    sha256: str = ""

    def row(self) -> DownloadItemRow:
        """For the queue's table."""
        state = ItemState.WAITING if self.state is ItemState.RUNNING else self.state
        return DownloadItemRow(self.id, b"", state.value, self.file, self.problem, self.size, self.sha256)


@dataclass(frozen=True, slots=True)
class Options:
    """How to download; `parallel` files at once."""

    merge_here: bool = False
    """Merge on this computer what the service has no merged file of."""
    parallel: int = PARALLEL

    def to_json(self) -> bytes:
        """For the queue's table."""
        return json.dumps({"merge_here": self.merge_here, "parallel": self.parallel}).encode()

    @classmethod
    def from_json(cls, raw: bytes) -> "Options":
        """Read back, whatever another version wrote."""
        with contextlib.suppress(ValueError, AttributeError, TypeError):
            given = json.loads(raw)
            parallel = max(1, min(int(given.get("parallel", PARALLEL)), MOST_PARALLEL))
            return cls(merge_here=bool(given.get("merge_here")), parallel=parallel)
        return cls()


@dataclass
class Download:
    """Files into one folder."""

    id: int
    folder: Path
    options: Options
    items: list[Item]
    state: DownloadState = DownloadState.WAITING
    problem: str = ""
    bytes_done: int = 0
    """Fetched in this run of the program."""
    is_durable: bool = True
    counts: Counter[ItemState] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.counts.update(item.state for item in self.items)

    @property
    def total(self) -> int:
        """How many files."""
        return len(self.items)

    @property
    def is_active(self) -> bool:
        """Whether it is under way, or will be by itself."""
        return self.state in (DownloadState.WAITING, DownloadState.RUNNING)

    @property
    def done(self) -> int:
        """How many need nothing more."""
        return self.counts[ItemState.DONE] + self.counts[ItemState.SKIPPED]

    @property
    def failed(self) -> list[Item]:
        """What could not be fetched."""
        return [item for item in self.items if item.state is ItemState.FAILED]

    def mark(self, item: Item, state: ItemState, problem: str = "") -> None:
        """Change how an item stands."""
        self.counts[item.state] -= 1
        self.counts[state] += 1
        item.state, item.problem = state, problem


@dataclass(frozen=True, slots=True)
class QueueNews:
    """Items of a download that changed; no items: the download as a whole, or the queue where there is none."""

    download: Download | None = None
    items: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Means:
    """What downloads use of the desk."""

    store: Store
    keeper: Keeper
    sign_in: SignIn
    documents: "OperationDocuments"
    record: Callable[[int], Record | None]


def standing_in_the_way(problem: Problem) -> str:
    """What stops a download, in one sentence with what to do."""
    return " ".join(filter(None, (problem.happened, problem.todo)))
