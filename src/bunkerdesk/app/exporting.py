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
from bunkerdesk.app.start import Start
from bunkerdesk.desk import export, export_filter, export_records
from bunkerdesk.desk.export_table import Pace, Table
from bunkerdesk.desk.problems import KnownProblem
from bunkerdesk.desk.record import Record

SIMULTANEOUS = 8
"""References asked for at once."""
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
        self._failed = 0
        self._missed: set[str] = set()

    async def __call__(self, work: Headless) -> int:
        """Answers the exit code."""
        ids = await (self._under_references(work) if self._references else self._all(work))
        if self._references and len(self._missed) == len(self._references):
            return headless.CANNOT_RUN
        for sentence in await asyncio.to_thread(self._doubts, work):
            self._fail(work, sentence)
        pace = Pace(total=len(ids))
        place = f"{work.desk.connection.name}, {datetime.now(UTC):%Y-%m-%d %H:%M} UTC"
        table = export_records.records_table(work.store, self._what, ids, place)
        count = await _in_thread(work, table, self._target, pace)
        for sentence in pace.failures:
            self._fail(work, sentence)
        work.terminal.end_progress()
        sys.stdout.write(
            f"{count} {'row' if count == 1 else 'rows'} written to {headless.printable(str(self._target))}\n"
        )
        if not ids and not self._references and export_records.is_of_operations(self._what):
            work.terminal.say(self._why_nothing(work))
        return headless.SOME_FAILED if self._failed else headless.DONE

    def _why_nothing(self, work: Headless) -> str:
        if self._wanted != export_filter.Filter() and len(export_filter.chosen(work.desk.operations, ANY)):
            return "No operation that is known here passes the filter."
        return (
            "No operation is known here yet: the service lists none, each is read by its reference. "
            "Name them with --reference, or use the data directory of a desk that has opened them."
        )

    async def _all(self, work: Headless) -> "array[int]":
        """Everything known after synchronising."""
        unsubscribe = work.desk.subscribe_sync(
            lambda state: work.terminal.progress("Reading from the service", state.done, state.total)
        )
        await work.desk.synchronise()
        unsubscribe()
        state = work.desk.sync_state
        if state.problem is not None and state.problem not in state.problems:
            raise CannotRun(f"Synchronising failed: {state.problem.happened}")
        for problem in state.problems:
            self._fail(work, f"{problem.title}: {problem.happened}")
        return await asyncio.to_thread(self._chosen, work)

    def _chosen(self, work: Headless) -> "array[int]":
        if export_records.is_of_operations(self._what):
            return export_filter.chosen(work.desk.operations, self._wanted)
        return export_filter.chosen(work.desk.nominations, self._wanted)

    def _doubts(self, work: Headless) -> list[str]:
        """What in the filter is most likely misspelt: an empty file must not look like an empty list."""
        if export_records.is_of_operations(self._what):
            unmet = export_filter.unmet(work.desk.operations, self._wanted, of_operations=True)
        else:
            unmet = export_filter.unmet(work.desk.nominations, self._wanted, of_operations=False)
        return [*self._wanted.doubts, *unmet]

    async def _under_references(self, work: Headless) -> "array[int]":
        """What the service has under the given references, in their order."""
        gate = asyncio.Semaphore(SIMULTANEOUS)
        done = 0

        async def read(reference: str) -> list[int]:
            nonlocal done
            async with gate:
                ids = await self._under(work, reference)
            done += 1
            work.terminal.progress("Reading from the service", done, len(self._references))
            return ids

        found = await asyncio.gather(*map(read, self._references))
        ids = [identifier for part in found for identifier in part]
        return await asyncio.to_thread(self._narrowed, work, ids)

    async def _under(self, work: Headless, reference: str) -> list[int]:
        opened = await work.desk.refresh(reference)
        if opened.problem is not None:
            self._fail(work, f"{reference}: {opened.problem.happened}")
        wanted = [record.id for record in opened.records if self._is_wanted(record)]
        if not wanted:
            self._missed.add(reference)
        if opened.records and not wanted:
            if export_records.is_of_operations(self._what):
                work.terminal.say(f"{reference}: The operation has not begun, there is nothing to write of it yet.")
            else:
                self._fail(work, f"{reference}: There is no nomination under this reference.")
        return wanted

    def _is_wanted(self, record: Record) -> bool:
        return (record.kind == "operation") == export_records.is_of_operations(self._what)

    def _narrowed(self, work: Headless, ids: Iterable[int]) -> "array[int]":
        listed = list(dict.fromkeys(ids))
        if self._wanted == export_filter.Filter():
            return array("q", listed)
        accepted = set(self._chosen(work))
        return array("q", [identifier for identifier in listed if identifier in accepted])

    def _fail(self, work: Headless, sentence: str) -> None:
        self._failed += 1
        work.terminal.say(sentence)


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
