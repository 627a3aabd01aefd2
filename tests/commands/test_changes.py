"""Acknowledging changes: when it is possible, and the reason when it is not."""

from types import SimpleNamespace
from typing import Any

from bunkerdesk.commands.changes import change_commands
from bunkerdesk.commands.registry import CommandRegistry


class Actions:
    open_count, has_changes, watched_reference, is_watched = 3, False, "", False

    async def work(self) -> None: ...

    acknowledge = acknowledge_record = acknowledge_all = toggle_watch = work


def why_not(actions: Actions, selection: tuple[int, ...]) -> Any:
    command = CommandRegistry(change_commands(actions))["changes.acknowledge"]
    return command.enabled(SimpleNamespace(page="activity", selection=selection))


def test_what_to_select_is_said_where_nothing_is_selected() -> None:
    """On a page full of changes nobody is told that there are none."""
    actions = Actions()
    assert why_not(actions, ()) == "Select a change or a record first."
    assert why_not(actions, (7,)) == "Nothing in it is left to acknowledge."
    actions.has_changes = True
    assert why_not(actions, (7,)) is True
