"""Going between the schedule and the table of the same rows, and how much time the schedule shows."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from bunkerdesk.commands.command import Command, CommandContext, Group, Possible


class ScheduleActions(Protocol):
    """The schedule as commands use it."""

    @property
    def is_shown(self) -> bool: ...

    def toggle(self) -> None:
        """From the table of nominations to the schedule and back, the selection with it."""
        ...

    def show_now(self) -> None: ...

    def show_span(self, name: str) -> None:
        """Fit a `day`, a `week` or a `month` into the width."""
        ...


@dataclass(frozen=True, slots=True)
class _Run:
    work: Callable[[], None]

    async def __call__(self, _context: CommandContext) -> None:
        self.work()


@dataclass(frozen=True, slots=True)
class _Span:
    actions: ScheduleActions
    name: str

    async def __call__(self, _context: CommandContext) -> None:
        self.actions.show_span(self.name)


def schedule_commands(actions: ScheduleActions) -> list[Command]:
    """Toggle, now, day, week, month."""

    def on_schedule(_context: CommandContext) -> Possible:
        return True if actions.is_shown else "Open the schedule first."

    spans = [
        Command(
            f"schedule.{name}",
            f"Schedule: {name}",
            f"Fit a {name} into the width of the schedule.",
            Group.VIEW,
            _Span(actions, name),
            enabled=on_schedule,
        )
        for name in ("day", "week", "month")
    ]
    return [
        Command(
            "schedule.toggle",
            "Schedule or table",
            "Show the same nominations on the schedule, or as a table.",
            Group.GO,
            _Run(actions.toggle),
            icon="schedule",
            shortcuts=("Ctrl+Shift+B",),
        ),
        Command(
            "schedule.now",
            "Schedule: now",
            "Bring now into view on the schedule.",
            Group.VIEW,
            _Run(actions.show_now),
            icon="today",
            enabled=on_schedule,
        ),
        *spans,
    ]
