"""Commands that bring nominations in: the import page, and pasting on the worklist."""

from typing import Protocol

from bunkerdesk.commands.command import Command, CommandContext, Flight, Group, Possible, Run

IMPORT = "import"
_WORKLIST = "nominations"


class ImportActions(Protocol):
    """What the commands ask of the import page."""

    async def open(self) -> None:
        """Show the page, with what is under way."""
        ...

    async def paste(self) -> None:
        """Take what the clipboard holds."""
        ...


def importing_commands(actions: ImportActions) -> list[Command]:
    """Import…, and paste."""
    return [
        Command(
            "import.open",
            "Import…",
            "Bring nominations in from a spreadsheet, a list of references, or a message.",
            Group.RECORDS,
            Run(actions.open),
            icon="import",
            shortcuts=("Ctrl+I",),
        ),
        Command(
            "import.paste",
            "Paste nominations",
            "Take a table, references or a message from the clipboard; nothing is sent unseen.",
            Group.RECORDS,
            Run(actions.paste),
            shortcuts=("Ctrl+V",),
            enabled=_is_worklist,
            flight=Flight.SINGLE,
        ),
    ]


def _is_worklist(context: CommandContext) -> Possible:
    return True if context.page == _WORKLIST else "Go to Nominations to paste there."
