"""What changed in the store and how synchronising stands; subscribers hear of it on the loop's thread."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Generic, TypeVar

from bunkerdesk.desk.problems import Problem

T = TypeVar("T")

Unsubscribe = Callable[[], None]


@dataclass(frozen=True, slots=True)
class Changes:
    """Ids of records that are new, have changed or are gone; `everything` where the store was begun anew."""

    records: frozenset[int] = frozenset()
    reference_data: bool = False
    everything: bool = False
    log: bool = False
    """Something was noted in the log of changes, or acknowledged."""

    def __or__(self, other: "Changes") -> "Changes":
        return Changes(
            self.records | other.records,
            self.reference_data or other.reference_data,
            self.everything or other.everything,
            self.log or other.log,
        )

    def __bool__(self) -> bool:
        return bool(self.records) or self.reference_data or self.everything or self.log


@dataclass(frozen=True, slots=True)
class SyncState:
    """How synchronising stands; `done` of `total` references and pages."""

    running: bool = False
    done: int = 0
    total: int = 0
    last_finished_at: datetime | None = None
    offline_since: datetime | None = None
    problem: Problem | None = None
    """What to show first; None after a clean run."""
    problems: tuple[Problem, ...] = field(default=())
    """Each thing that could not be read in the last run; the rest is usable."""


MOST_PROBLEMS = 50


@dataclass
class Progress:
    """How far a run is; `on_change` is called after each step."""

    on_change: Callable[[], None]
    done: int = 0
    total: int = 0
    problems: list[Problem] = field(default_factory=list)

    def step(self) -> None:
        self.done += 1
        self.total = max(self.total, self.done)
        self.on_change()

    def failed(self, problem: Problem) -> None:
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(problem)


class Hub(Generic[T]):
    """Subscribers of one kind of news."""

    def __init__(self) -> None:
        self._listeners: list[Callable[[T], None]] = []

    def subscribe(self, listener: Callable[[T], None]) -> Unsubscribe:
        """Call back with each news; answers how to end it."""
        self._listeners.append(listener)

        def unsubscribe() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return unsubscribe

    def publish(self, news: T) -> None:
        """Tell every subscriber."""
        for listener in list(self._listeners):
            listener(news)
