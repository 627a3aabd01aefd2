"""What a person can do in one window beyond going places: the commands of its parts, in the order of the sheet."""

from typing import TYPE_CHECKING

from PySide6.QtGui import QAction

from bunkerdesk.commands.alongside_time import alongside_commands
from bunkerdesk.commands.changes import change_commands
from bunkerdesk.commands.command import Command, Group
from bunkerdesk.commands.documents import document_commands
from bunkerdesk.commands.exporting import exporting_commands
from bunkerdesk.commands.importing import importing_commands
from bunkerdesk.commands.nominations import nomination_commands
from bunkerdesk.commands.outgoing import outgoing_commands
from bunkerdesk.commands.registry import CommandRegistry
from bunkerdesk.commands.review import review_commands
from bunkerdesk.commands.runner import CommandActions
from bunkerdesk.commands.schedule import schedule_commands

if TYPE_CHECKING:
    from bunkerdesk.app.workplace import Workplace


def menu_parts(actions: CommandActions, registry: CommandRegistry) -> list[tuple[str, list[QAction]]]:
    """What stands in the program's menu, with the title of what has a menu of its own: colours, view, program."""
    of_view = [command.key for command in registry if command.key.startswith("view.")]
    themes = [key for key in of_view if key.startswith("view.theme")]
    others = [key for key in of_view if key not in themes]
    program = [command.key for command in registry if command.group is Group.PROGRAM]
    program.sort(key="program.quit".__eq__)
    parts = (("Colours", themes), ("", others), ("", program))
    return [(title, [actions[key] for key in keys]) for title, keys in parts if keys]


def window_commands(place: "Workplace") -> list[Command]:
    """The commands of every part of the window."""
    return [
        *nomination_commands(place.nomination_work),
        *outgoing_commands(place.editing_room),
        *exporting_commands(),
        *importing_commands(place.importing),
        *review_commands(place.reviewing),
        *document_commands(place.collecting),
        *schedule_commands(place.planning),
        *change_commands(place.planning),
        *alongside_commands(place.editing_room),
    ]
