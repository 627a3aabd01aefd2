"""What a person can do in one window beyond going places: the commands of its parts, in the order of the sheet."""

from typing import TYPE_CHECKING

from bunkerdesk.commands.changes import change_commands
from bunkerdesk.commands.command import Command
from bunkerdesk.commands.documents import document_commands
from bunkerdesk.commands.exporting import exporting_commands
from bunkerdesk.commands.importing import importing_commands
from bunkerdesk.commands.nominations import nomination_commands
from bunkerdesk.commands.review import review_commands
from bunkerdesk.commands.schedule import schedule_commands

if TYPE_CHECKING:
    from bunkerdesk.app.workplace import Workplace


def window_commands(place: "Workplace") -> list[Command]:
    """The commands of every part of the window."""
    return [
        *nomination_commands(place.nomination_work),
        *exporting_commands(),
        *importing_commands(place.importing),
        *review_commands(place.reviewing),
        *document_commands(place.collecting),
        *schedule_commands(place.planning),
        *change_commands(place.planning),
    ]
