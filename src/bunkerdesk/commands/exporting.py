"""The command that exports the list on the screen."""

from bunkerdesk.commands.command import Command, CommandContext, Flight, Group, Place, Possible

EXPORT = Place("export")


def exporting_commands() -> list[Command]:
    """Export…"""
    return [
        Command(
            "list.export",
            "Export…",
            "Write the list, or the selected rows, into a file: CSV, Excel or PDF.",
            Group.LIST,
            _export,
            icon="export",
            shortcuts=("Ctrl+E",),
            enabled=_has_list,
            flight=Flight.SINGLE,
        )
    ]


async def _export(context: CommandContext) -> None:
    context.navigate(EXPORT)


def _has_list(context: CommandContext) -> Possible:
    return True if context.has_list else "This page has no list to export. Go to Nominations, Operations or Documents."
