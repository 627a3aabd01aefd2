"""Work that meets a damaged file or a failing disk: what it met is mended once, and the work is tried again."""

import threading
from collections.abc import Callable
from typing import TypeVar

from bunkerdesk.cache.database import Database
from bunkerdesk.cache.problem import GOES_ON_FROM_MEMORY, Reason, StoreProblem

T = TypeVar("T")


class Mender:
    """Mends one database: of several threads that meet the same damage, one does it for all."""

    def __init__(
        self, database: Database, rebuild: Callable[[], str], in_memory: str, tell: Callable[[str], None]
    ) -> None:
        """`rebuild` begins the file anew and answers what to tell, empty where it must not.

        `in_memory` says what going on without the disk means.
        """
        self.generation = 0
        """Counts up with each mending."""
        self._database = database
        self._rebuild = rebuild
        self._in_memory = in_memory
        self._tell = tell
        self._lock = threading.Lock()
        self._was_rebuilt = False

    def run(self, work: Callable[[], T]) -> T:
        """Do the work; mend the file once for it, then try again."""
        generation = self.generation
        try:
            return work()
        except StoreProblem as problem:
            if not self._mend(problem, generation):
                raise
        return work()

    def _mend(self, problem: StoreProblem, generation: int) -> bool:
        with self._lock:
            if self.generation != generation:
                return True  # another thread has done it meanwhile
            sentence = self._mended(problem)
            if not sentence:
                return False
            self.generation += 1
        self._tell(sentence)
        return True

    def _mended(self, problem: StoreProblem) -> str:
        """What was done, in words; empty where nothing can be."""
        if problem.reason is Reason.CORRUPT and not self._was_rebuilt:
            # Damage that comes back is none of the file's, and is not to cost a file each time.
            self._was_rebuilt = True
            return self._rebuild()
        if problem.reason in GOES_ON_FROM_MEMORY and not self._database.is_in_memory:
            self._database.move_to_memory()
            return f"{problem} {self._in_memory}"
        return ""
