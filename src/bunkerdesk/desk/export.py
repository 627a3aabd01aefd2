"""Tables into files: CSV, XLSX or PDF, streamed row by row, whole or not at all."""

import contextlib
import os
import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path

from bunkerdesk.desk.problems import KnownProblem, Problem

Cell = str | int | Decimal | bool | datetime | date | None
"""A `datetime` keeps the offset it came with; numbers are exact."""

FORMATS = (".csv", ".xlsx", ".pdf")
BREATH = 50
"""Records in a row before other threads are let in: the window draws while a file is written."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A column; one of times has its offset beside it where a file format has times without one."""

    title: str
    is_time: bool = False


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


def checked_target(path: Path) -> Path:
    """The file to write, links followed; raises `KnownProblem` where it cannot be one."""
    if path.suffix.lower() not in FORMATS:
        raise _cannot(f"{path.name or path} tells no format: its name must end with .csv or .xlsx, or .pdf for paper.")
    target = Path(os.path.realpath(path))
    if target.is_dir():
        raise _cannot(f"{path} is a folder.")
    if not target.parent.is_dir():
        raise _cannot(f"The folder {target.parent} does not exist.")
    if target.exists() and not target.is_file():
        raise _cannot(f"{path} is no ordinary file.")
    return target


def write(table: Table, path: Path, pace: Pace) -> int:
    """Write a table into a file chosen by its ending; answers the number of rows. Blocks: for a worker thread.

    The file takes its name when it is whole; until then, and after a failure, a former file stays as it was.
    Raises `KnownProblem`, `Cancelled`.
    """
    target = checked_target(path)
    try:
        with staged(target) as partial:
            return _writer(target.suffix.lower())(table, partial, pace)
    except OSError as error:
        raise _not_written(path, error) from error


def _writer(suffix: str) -> Callable[[Table, Path, Pace], int]:
    """The writer of a format, loaded when chosen."""
    match suffix:
        case ".csv":
            from bunkerdesk.desk.export_csv import write_csv

            return write_csv
        case ".xlsx":
            from bunkerdesk.desk.export_xlsx import write_xlsx

            return write_xlsx
        case _:
            from bunkerdesk.desk.export_pdf import write_pdf

            return write_pdf


@contextlib.contextmanager
def staged(target: Path) -> Iterator[Path]:
    """A place beside the target, on the same disk; what is there becomes the target in one step."""
    folder = Path(tempfile.mkdtemp(prefix=f".{target.stem[:40]}-", suffix=".part", dir=target.parent))
    try:
        partial = folder / target.name
        yield partial
        with partial.open("rb") as file:
            os.fsync(file.fileno())
        partial.replace(target)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def clean(text: str) -> str:
    """Text that every file format can hold: no half surrogate pairs."""
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode("utf-8")


def _cannot(sentence: str) -> KnownProblem:
    return KnownProblem(Problem(title="This cannot be exported", happened=sentence, safe="", todo=""))


def _not_written(path: Path, error: OSError) -> KnownProblem:
    return KnownProblem(
        Problem(
            title="The file could not be written",
            happened=f"{path} could not be written: {error.strerror or error}.",
            safe="Nothing half-written was left; a former file of this name is as it was.",
            todo="Check free space and permissions, then export again.",
        )
    )
