"""What stands in the program's menu."""

from PySide6.QtGui import QAction

from bunkerdesk.commands.command import Group
from bunkerdesk.commands.registry import CommandRegistry
from bunkerdesk.commands.runner import CommandActions

_LAST = ("program.about", "program.quit")


def menu_parts(actions: CommandActions, registry: CommandRegistry) -> list[tuple[str, list[QAction]]]:
    """Colours, view and program: the actions of each, with the title of what has a menu of its own."""
    of_view = [command.key for command in registry if command.key.startswith("view.")]
    themes = [key for key in of_view if key.startswith("view.theme")]
    others = [key for key in of_view if key not in themes]
    program = [command.key for command in registry if command.group is Group.PROGRAM]
    program.sort(key=lambda key: _LAST.index(key) if key in _LAST else -1)
    parts = (("Colours", themes), ("", others), ("", program))
    return [(title, [actions[key] for key in keys]) for title, keys in parts if keys]
