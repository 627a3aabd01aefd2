"""The command that opens the outbox."""

from dataclasses import dataclass
from typing import Protocol

from bunkerdesk.commands.command import Command, CommandContext, Group


class OutgoingActions(Protocol):
    """What the command asks of the window."""

    def show_outbox(self) -> None:
        """Show what is on its way to the service."""
        ...


@dataclass(frozen=True, slots=True)
class _Show:
    actions: OutgoingActions

    async def __call__(self, _context: CommandContext) -> None:
        self.actions.show_outbox()


def outgoing_commands(actions: OutgoingActions) -> list[Command]:
    """Outbox."""
    return [
        Command(
            "records.outbox",
            "Outbox",
            "Show what waits to be sent, was refused or is to be compared; take it back or try again.",
            Group.RECORDS,
            _Show(actions),
            icon="send",
            shortcuts=("Ctrl+Shift+O",),
        )
    ]
