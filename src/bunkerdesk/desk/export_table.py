"""What is exported: columns, rows read as they go, and how far it is."""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal

Cell = str | int | Decimal | bool | datetime | date | None
"""A `datetime` keeps the offset it came with; numbers are exact."""

BREATH = 50
"""Records in a row before other threads are let in: the window draws while a file is written."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A column; one of times has its offset beside it where a file format has times without one."""

    title: str
    is_time: bool = False
    is_worded: bool = False
    """Sentences of this program: a sheet gets their figures as it writes them itself, `-1250.5` for `−1 250.5`."""


class Cancelled(Exception):
    """The person stopped the export; nothing is left of it."""


@dataclass
class Pace:
    """How far an export is; written by its thread, read and stopped by any other."""

    total: int = 0
    done: int = 0
    failures: list[str] = field(default_factory=list)
    """A sentence for every record that could not be exported; the rest was."""
    is_stopped: threading.Event = field(default_factory=threading.Event)

    def step(self) -> None:
        """One record more; raises `Cancelled`."""
        if self.is_stopped.is_set():
            raise Cancelled
        self.done += 1
        if self.done % BREATH == 0:
            time.sleep(0.0005)


@dataclass(frozen=True)
class Table:
    """What is exported; `rows` reads as it goes and belongs into a worker thread."""

    title: str
    headings: tuple[Heading, ...]
    rows: Callable[[Pace], Iterator[Sequence[Cell]]]
    subtitle: str = ""
    """Where the figures come from and as of when; printed on paper."""


def clean(text: str) -> str:
    """Text that every file format can hold: no half surrogate pairs."""
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode("utf-8")
