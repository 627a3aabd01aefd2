"""Commands of collecting documents: download a selection or a filter, merge an operation's papers here."""

from dataclasses import dataclass
from typing import Protocol

from bunkerdesk.commands.command import Command, CommandContext, Flight, Group, Possible, Run

LISTS = frozenset({"documents", "operations"})
_ELSEWHERE = "Go to Operations or Documents and select what you want."


class CollectingActions(Protocol):
    """What the commands ask of the window."""

    async def download(self) -> None:
        """Ask what, where to and under which names, then begin."""
        ...

    async def merge(self) -> None:
        """Ask for the order, merge, and show the file."""
        ...

    @property
    def has_rows(self) -> bool:
        """The list on the screen has something to download."""
        ...

    @property
    def operation(self) -> int | None:
        """The id of the operation of the current row."""
        ...


@dataclass(frozen=True, slots=True)
class _IsPossible:
    actions: CollectingActions
    needs_one: bool

    def __call__(self, context: CommandContext) -> Possible:
        if context.page not in LISTS:
            return _ELSEWHERE
        if self.needs_one:
            return True if self.actions.operation is not None else "Select an operation, or one of its documents."
        return (
            True
            if self.actions.has_rows
            else "There is nothing to download in this list. Clear its filters, or synchronise."
        )


def document_commands(actions: CollectingActions) -> list[Command]:
    """Download… and Merge here…"""
    return [
        Command(
            "documents.download",
            "Download…",
            "Download the selected rows, or the list as filtered, into a folder.",
            Group.RECORDS,
            Run(actions.download),
            icon="download",
            shortcuts=("Ctrl+J",),
            enabled=_IsPossible(actions, needs_one=False),
            flight=Flight.SINGLE,
        ),
        Command(
            "documents.merge",
            "Merge here…",
            "Merge the documents of the operation into one PDF on this computer.",
            Group.RECORDS,
            Run(actions.merge),
            icon="merge",
            shortcuts=("Ctrl+M",),
            enabled=_IsPossible(actions, needs_one=True),
            flight=Flight.SINGLE,
        ),
    ]
