"""`bunkerdesk download`: documents into a folder without a window, for a nightly job."""

import argparse
import asyncio
import sys
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from bunkerdesk.app import headless
from bunkerdesk.app.headless import CannotRun, Headless
from bunkerdesk.app.headless_reading import Reading
from bunkerdesk.app.start import Start
from bunkerdesk.desk import export_filter
from bunkerdesk.desk.desk import Opened
from bunkerdesk.desk.download_items import Download, DownloadState, ItemState, Options, QueueNews
from bunkerdesk.desk.download_plan import Planner, What
from bunkerdesk.desk.download_wanted import Wanted
from bunkerdesk.desk.naming import DEFAULT_PATTERN, DOCUMENT_PATTERN, NamePattern
from bunkerdesk.desk.problems import KnownProblem

_ENDED = ("ended-from", "ended-to")
_SCREEN = 500


def run(arguments: argparse.Namespace, start: Start) -> int:
    """Do it; answers the exit code."""
    terminal = headless.Terminal()
    what = What.MERGED if arguments.merged else What.DOCUMENTS
    try:
        if not arguments.reference and not arguments.filter:
            raise CannotRun("Say which operations: --reference R (repeatable) or --filter, such as status=ended.")
        if arguments.to.exists() and not arguments.to.is_dir():
            raise CannotRun(f"--to {arguments.to} is not a folder.")
        pattern = NamePattern(arguments.pattern or (DEFAULT_PATTERN if arguments.merged else DOCUMENT_PATTERN))
        wanted = Operations.of(list(dict.fromkeys(arguments.reference)), arguments.filter)
    except KnownProblem as error:
        terminal.say(" ".join(filter(None, (error.problem.happened, error.problem.todo))))
        return headless.CANNOT_RUN
    options = Options(merge_here=arguments.merge_here, parallel=arguments.parallel)
    return headless.run(start, DownloadJob(wanted, what, pattern, arguments.to.absolute(), options))


class Operations:
    """Which operations are meant: references, or a filter over the known ones, or both."""

    def __init__(
        self, references: Sequence[str], chosen: export_filter.Filter, ended: tuple[date | None, date | None]
    ) -> None:
        self.references = references
        self._filter = chosen
        self._ended = ended

    @classmethod
    def of(cls, references: Sequence[str], filters: Sequence[str]) -> "Operations":
        """Read the words of `--filter`; raises `KnownProblem`."""
        words, bounds = list[str](), dict[str, date]()
        for text in filters:
            rest = []
            for word in text.split(" "):
                key, equals, value = word.partition("=")
                if equals and key.lower() in _ENDED:
                    bounds[key.lower()] = _day(key, value)
                else:
                    rest.append(word)
            words.append(" ".join(rest))
        return cls(references, export_filter.parse(words), (bounds.get(_ENDED[0]), bounds.get(_ENDED[1])))

    def of_list(self, work: Headless) -> list[int]:
        """The ids of known operations that match, as the list orders them; for a worker thread."""
        source = work.desk.operations
        ids = list(export_filter.chosen(source, self._filter))
        first, last = self._ended
        if first is None and last is None:
            return ids
        found = []
        for start in range(0, len(ids), _SCREEN):
            part = ids[start : start + _SCREEN]
            rows = source.rows(part)
            # A day is the port's.
            days = {number: rows[number].ended.date() for number in part if number in rows and rows[number].ended}  # type: ignore[union-attr]
            found += [
                number
                for number in part
                if number in days
                and (first is None or days[number] >= first)
                and (last is None or days[number] <= last)
            ]
        return found

    def doubts(self, work: Headless) -> list[str]:
        """What in the filter is most likely misspelt; for a worker thread."""
        return export_filter.doubts(work.desk.operations, self._filter, of_operations=True)

    @property
    def narrows(self) -> bool:
        """Whether a filter says anything."""
        return self._filter != export_filter.Filter() or self._ended != (None, None)


def _day(key: str, value: str) -> date:
    try:
        return date.fromisoformat(value)
    except ValueError:
        raise CannotRun(f"--filter: “{key}={value}” is no day such as 2026-10-01.") from None


class DownloadJob:
    """The job: find the operations, plan the files, fetch what is not there."""

    def __init__(
        self, operations: Operations, what: What, pattern: NamePattern, folder: Path, options: Options
    ) -> None:
        self._operations = operations
        self._what = what
        self._pattern = pattern
        self._folder = folder
        self._options = options

    async def __call__(self, work: Headless) -> int:
        """Answers the exit code."""
        reading = Reading(work)
        ids = await self._ids(work, reading)
        if reading.found_nothing:
            return headless.CANNOT_RUN
        for sentence in await asyncio.to_thread(self._operations.doubts, work):
            reading.fail(sentence)
        items = await asyncio.to_thread(Planner(work.desk, self._pattern).of_operations, ids, self._what)
        if self._what is What.DOCUMENTS:
            self._say_empty(work, ids, items)
        download = await self._download(work, items)
        work.terminal.end_progress()
        for item in download.failed:
            reading.fail(f"{_called(item.wanted)}: {item.problem}")
        self._say_result(download)
        if download.state is DownloadState.STOPPED:
            left = download.counts[ItemState.WAITING]
            work.terminal.say(f"{download.problem} {left} of {download.total} files are left; run the command again.")
            return headless.SOME_FAILED if download.done else headless.CANNOT_RUN
        return headless.SOME_FAILED if reading.failures else headless.DONE

    async def _download(self, work: Headless, items: Sequence[Wanted]) -> Download:
        queue = work.desk.downloads

        def show(news: QueueNews) -> None:
            if news.download is not None:
                done = news.download.done + news.download.counts[ItemState.FAILED]
                work.terminal.progress("Downloading", done, news.download.total)

        unsubscribe = queue.subscribe(show)
        # Not durable: the window shall not go on with what a job began; running it again does.
        download = await queue.add(self._folder, items, self._options, is_durable=False)
        try:
            await queue.work()
        except asyncio.CancelledError:
            there = f"{download.done} of {download.total} files are there"
            work.terminal.say(f"{there}; run the command again for the rest.")
            raise
        finally:
            unsubscribe()
        return download

    async def _ids(self, work: Headless, reading: Reading) -> list[int]:
        """The operations meant: those under the given references, else all that are known; as the filters allow."""
        if not self._operations.references:
            await reading.everything()
            return await asyncio.to_thread(self._operations.of_list, work)

        def operations(reference: str, opened: Opened) -> list[int]:
            ids = [record.id for record in opened.records if record.kind == "operation"]
            if not ids and opened.problem is None:
                reading.fail(f"{reference}: There is no operation under this reference yet.")
            return ids

        ids = await reading.under(self._operations.references, operations)
        if self._operations.narrows:
            accepted = set(await asyncio.to_thread(self._operations.of_list, work))
            ids = [number for number in ids if number in accepted]
        return ids

    def _say_empty(self, work: Headless, ids: Sequence[int], items: Sequence[Wanted]) -> None:
        """An operation without papers is no failure, but must not pass for downloaded."""
        with_papers = {item.record for item in items}
        bare = [number for number in ids if number not in with_papers]
        for start in range(0, len(bare), _SCREEN):
            for row in work.desk.operations.rows(bare[start : start + _SCREEN]).values():
                work.terminal.say(f"{row.reference}: The operation has no documents yet.")

    def _say_result(self, download: Download) -> None:
        fetched, skipped = download.counts[ItemState.DONE], download.counts[ItemState.SKIPPED]
        there = f", {skipped} there already" if skipped else ""
        noun = "file" if fetched == 1 else "files"
        sys.stdout.write(f"{fetched} {noun} downloaded to {headless.printable(str(self._folder))}{there}\n")


def _called(wanted: Wanted) -> str:
    return (
        wanted.reference if wanted.is_merged else f"{wanted.reference}, {wanted.document_name or wanted.document_type}"
    )
