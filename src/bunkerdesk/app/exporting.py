"""`bunkerdesk export`: lists into a file without a window, for a nightly job."""

import argparse
import asyncio
import sys
from array import array
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

from bunkerdesk.app import headless
from bunkerdesk.app.headless import CannotRun, Headless
from bunkerdesk.app.headless_reading import Reading
from bunkerdesk.app.start import Start
from bunkerdesk.desk import export, export_filter, export_records
from bunkerdesk.desk.desk import Opened
from bunkerdesk.desk.export_table import Pace, Table
from bunkerdesk.desk.problems import KnownProblem

_PROGRESS_SECONDS = 0.2
ANY = export_filter.Filter()


def run(arguments: argparse.Namespace, start: Start) -> int:
    """Do it; answers the exit code."""
    terminal = headless.Terminal()
    try:
        if arguments.to.suffix.lower() not in (".csv", ".xlsx"):
            raise CannotRun(f"--to {arguments.to} tells no format: the name must end with .csv or .xlsx.")
        export.checked_target(arguments.to)
        wanted = export_filter.parse(arguments.filter)
    except KnownProblem as error:
        terminal.say(error.problem.happened)
        return headless.CANNOT_RUN
    references = list(dict.fromkeys(arguments.reference))
    return headless.run(start, Export(arguments.what, arguments.to, references, wanted))


class Export:
    """The job: read from the service, choose, write."""

    def __init__(self, what: str, target: Path, references: Sequence[str], wanted: export_filter.Filter) -> None:
        self._what = what
        self._target = target
        self._references = references
        self._wanted = wanted

    async def __call__(self, work: Headless) -> int:
        """Answers the exit code."""
        reading = Reading(work)
        ids = await self._ids(work, reading)
        if reading.found_nothing:
            return headless.CANNOT_RUN
        for sentence in await asyncio.to_thread(self._doubts, work):
            reading.fail(sentence)
        pace = Pace(total=len(ids))
        place = f"{work.desk.connection.name}, {datetime.now(UTC):%Y-%m-%d %H:%M} UTC"
        table = export_records.records_table(work.store, self._what, ids, place)
        count = await _in_thread(work, table, self._target, pace)
        for sentence in pace.failures:
            reading.fail(sentence)
        work.terminal.end_progress()
        sys.stdout.write(
            f"{count} {'row' if count == 1 else 'rows'} written to {headless.printable(str(self._target))}\n"
        )
        if not ids and not self._references and export_records.is_of_operations(self._what):
            work.terminal.say(self._why_nothing(work))
        return headless.SOME_FAILED if reading.failures else headless.DONE

    def _why_nothing(self, work: Headless) -> str:
        if self._wanted != ANY and len(export_filter.chosen(work.desk.operations, ANY)):
            return "No operation that is known here passes the filter."
        return (
            "No operation is known here yet: the service lists none, each is read by its reference. "
            "Name them with --reference, or use the data directory of a desk that has opened them."
        )

    async def _ids(self, work: Headless, reading: Reading) -> "array[int]":
        """The records meant: those under the given references, else all that are known; as the filter allows."""
        if not self._references:
            await reading.everything()
            return await asyncio.to_thread(self._chosen, work)

        def wanted(reference: str, opened: Opened) -> list[int]:
            is_of_operations = export_records.is_of_operations(self._what)
            ids = [record.id for record in opened.records if (record.kind == "operation") == is_of_operations]
            if opened.records and not ids:
                if is_of_operations:
                    work.terminal.say(f"{reference}: The operation has not begun, there is nothing to write of it yet.")
                else:
                    reading.fail(f"{reference}: There is no nomination under this reference.")
            return ids

        return await asyncio.to_thread(self._narrowed, work, await reading.under(self._references, wanted))

    def _chosen(self, work: Headless) -> "array[int]":
        if export_records.is_of_operations(self._what):
            return export_filter.chosen(work.desk.operations, self._wanted)
        return export_filter.chosen(work.desk.nominations, self._wanted)

    def _doubts(self, work: Headless) -> list[str]:
        """What in the filter is most likely misspelt: an empty file must not look like an empty list."""
        if export_records.is_of_operations(self._what):
            return export_filter.doubts(work.desk.operations, self._wanted, of_operations=True)
        return export_filter.doubts(work.desk.nominations, self._wanted, of_operations=False)

    def _narrowed(self, work: Headless, ids: Iterable[int]) -> "array[int]":
        if self._wanted == ANY:
            return array("q", ids)
        accepted = set(self._chosen(work))
        return array("q", [identifier for identifier in ids if identifier in accepted])


async def _in_thread(work: Headless, table: Table, target: Path, pace: Pace) -> int:
    """Write in a thread that is waited for, also when stopped: it takes its half file away itself."""
    with ThreadPoolExecutor(1, thread_name_prefix="export") as pool:
        future = asyncio.wrap_future(pool.submit(export.write, table, target, pace))
        try:
            while not future.done():
                work.terminal.progress("Writing", pace.done, pace.total)
                await asyncio.wait([future], timeout=_PROGRESS_SECONDS)
            return future.result()
        finally:
            pace.is_stopped.set()
