"""Tables into files: CSV, XLSX or PDF, streamed row by row, whole or not at all."""

import contextlib
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from bunkerdesk.desk.export_table import Pace, Table
from bunkerdesk.desk.problems import KnownProblem, Problem

FORMATS = (".csv", ".xlsx", ".pdf")


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
