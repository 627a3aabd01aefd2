"""What can be done about changes on the service: acknowledge them, and watch a reference."""

from typing import Protocol

from bunkerdesk.commands.command import Command, CommandContext, Flight, Group, Possible, Run


class ChangeActions(Protocol):
    """The inbox and the watched references as commands use them."""

    @property
    def open_count(self) -> int:
        """How many changes nobody has acknowledged."""
        ...

    @property
    def has_changes(self) -> bool:
        """What is selected or shown has changes to acknowledge."""
        ...

    @property
    def watched_reference(self) -> str:
        """The reference that is shown, empty where there is none."""
        ...

    @property
    def is_watched(self) -> bool:
        """Its changes are announced on the desktop."""
        ...

    async def acknowledge(self) -> None:
        """The selected changes; outside the inbox those of the record that is shown."""
        ...

    async def acknowledge_record(self) -> None:
        """Everything about the records that are selected or shown."""
        ...

    async def acknowledge_all(self) -> None:
        """Everything."""
        ...

    async def toggle_watch(self) -> None:
        """Begin or end announcing the changes of the reference that is shown."""
        ...


def change_commands(actions: ChangeActions) -> list[Command]:
    """Acknowledge, acknowledge a record, acknowledge all, watch."""

    def can_acknowledge(context: CommandContext) -> Possible:
        if actions.has_changes:
            return True
        return "Nothing in it is left to acknowledge." if context.selection else "Select a change or a record first."

    def can_acknowledge_all(_context: CommandContext) -> Possible:
        return True if actions.open_count else "Everything is acknowledged."

    def can_watch(_context: CommandContext) -> Possible:
        return True if actions.watched_reference else "Select a record first."

    def is_watched(_context: CommandContext) -> bool:
        return actions.is_watched

    return [
        Command(
            "changes.acknowledge",
            "Acknowledge changes",
            "Take note of the selected changes, or of those of the record that is shown.",
            Group.RECORDS,
            Run(actions.acknowledge),
            icon="check",
            shortcuts=("Ctrl+Shift+A",),
            enabled=can_acknowledge,
            flight=Flight.SINGLE,
        ),
        Command(
            "changes.acknowledge_record",
            "Acknowledge the record",
            "Take note of everything the service changed in the selected records.",
            Group.RECORDS,
            Run(actions.acknowledge_record),
            enabled=can_acknowledge,
            flight=Flight.SINGLE,
        ),
        Command(
            "changes.acknowledge_all",
            "Acknowledge all changes",
            "Take note of every change.",
            Group.RECORDS,
            Run(actions.acknowledge_all),
            shortcuts=("Ctrl+Alt+A",),
            enabled=can_acknowledge_all,
            flight=Flight.SINGLE,
        ),
        Command(
            "changes.watch",
            "Watch",
            "Announce changes of this reference on the desktop.",
            Group.RECORDS,
            Run(actions.toggle_watch),
            icon="bell",
            shortcuts=("Ctrl+D",),
            enabled=can_watch,
            is_checked=is_watched,
        ),
    ]
