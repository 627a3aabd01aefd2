"""What a run without a window reads first: everything known, or what the service has under some references."""

import asyncio
from collections.abc import Callable, Sequence

from bunkerdesk.app.headless import CannotRun, Headless
from bunkerdesk.desk.desk import Opened

SIMULTANEOUS = 8
"""References asked for at once."""
_WHAT = "Reading from the service"


class Reading:
    """Reads for one job, and counts what failed of it; a failure is said and does not stop the rest."""

    def __init__(self, work: Headless) -> None:
        self._work = work
        self.failures = 0
        self.found_nothing = False
        """Under none of the references is there anything that the job is about."""

    def fail(self, sentence: str) -> None:
        """Say what failed."""
        self.failures += 1
        self._work.terminal.say(sentence)

    async def everything(self) -> None:
        """Synchronise; raises `CannotRun` when that could not even begin."""
        desk, terminal = self._work.desk, self._work.terminal
        unsubscribe = desk.subscribe_sync(lambda state: terminal.progress(_WHAT, state.done, state.total))
        await desk.synchronise()
        unsubscribe()
        state = desk.sync_state
        if state.problem is not None and state.problem not in state.problems:
            raise CannotRun(f"Synchronising failed: {state.problem.happened}")
        for problem in state.problems:
            self.fail(f"{problem.title}: {problem.happened}")

    async def under(self, references: Sequence[str], chosen: Callable[[str, Opened], list[int]]) -> list[int]:
        """The ids that `chosen` takes of what each reference opens, in the order of the references."""
        gate, done = asyncio.Semaphore(SIMULTANEOUS), 0

        async def read(reference: str) -> list[int]:
            nonlocal done
            async with gate:
                opened = await self._work.desk.refresh(reference)
            if opened.problem is not None:
                self.fail(f"{reference}: {opened.problem.happened}")
            ids = chosen(reference, opened)
            done += 1
            self._work.terminal.progress(_WHAT, done, len(references))
            return ids

        found = await asyncio.gather(*map(read, references))
        self.found_nothing = not any(found)
        return list(dict.fromkeys(number for part in found for number in part))
