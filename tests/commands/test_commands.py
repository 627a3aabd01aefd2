import asyncio
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QObject

from bunkerdesk.commands.command import Command, CommandContext, Flight, Group, Place
from bunkerdesk.commands.registry import CommandRegistry, ShortcutConflict
from bunkerdesk.commands.runner import CommandActions, CommandRunner
from bunkerdesk.commands.standard import PageEntry, standard_commands
from bunkerdesk.runtime.settings import Settings, Theme
from bunkerdesk.runtime.tasks import TaskScope

PAGES = [PageEntry("nominations", "Nominations"), PageEntry("operations", "Operations")]


class Desk:
    def __init__(self) -> None:
        self.is_synchronising = False
        self.may_end = asyncio.Event()
        self.runs = 0

    async def synchronise(self) -> None:
        self.runs += 1
        await self.may_end.wait()

    def stop_synchronising(self) -> None:
        self.may_end.set()


class Context(SimpleNamespace):
    def navigate(self, place: Place) -> None:
        self.places.append(place)

    async def copy_selection(self, *, headers: bool) -> int:
        self.copied.append(headers)
        return len(self.selection)


@pytest.fixture
def context(tmp_path: Path) -> Context:
    return Context(
        places=[],
        copied=[],
        selection=(),
        has_list=True,
        has_filter=False,
        desk=Desk(),
        settings=Settings(tmp_path / "s"),
    )


@pytest.fixture
def runner(context: Context) -> CommandRunner:
    parent = QObject()
    runner = CommandRunner(CommandRegistry(standard_commands(PAGES)), context, TaskScope(parent), parent)
    runner.owner = parent
    return runner


async def settled(runner: CommandRunner, key: str) -> None:
    async with asyncio.timeout(30):
        while runner.is_running(key):  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def test_keys_go_where_they_say(runner: CommandRunner, context: Context) -> None:
    """Every place is reached without a mouse."""
    for key in ("go.search", "go.operations", "program.shortcuts", "program.connect"):
        assert runner.trigger(key)
        await settled(runner, key)
    assert [place.key for place in context.places] == ["search", "operations", "shortcuts", "connection"]
    assert runner.registry.shortcuts("go.search")[0] == "Ctrl+K"
    assert runner.registry.shortcuts("go.operations") == ("Ctrl+2",)


async def test_impossible_command_says_why(runner: CommandRunner, context: Context) -> None:
    """A greyed button is never a riddle."""
    actions = CommandActions(runner, QObject(runner))
    reasons: list[tuple[str, str]] = []
    runner.refused.connect(lambda key, reason: reasons.append((key, reason)))
    assert not runner.trigger("list.copy")
    assert reasons == [("list.copy", "Select one or more rows first.")]
    assert not actions["list.copy"].isEnabled()
    assert actions["list.copy"].toolTip() == "Select one or more rows first."
    context.selection = (4,)
    actions.refresh()
    actions["list.copy_with_headers"].trigger()
    await settled(runner, "list.copy_with_headers")
    assert context.copied == [True]


async def test_synchronising_twice_runs_once(runner: CommandRunner, context: Context) -> None:
    """Leaning on F5 does not flood the service."""
    assert runner.trigger("records.synchronise")
    assert not runner.trigger("records.synchronise")
    await asyncio.sleep(0)
    context.desk.is_synchronising = True
    assert runner.trigger("records.stop")
    await settled(runner, "records.synchronise")
    assert context.desk.runs == 1


async def test_theme_and_text_size(runner: CommandRunner, context: Context) -> None:
    """The choice in force carries the mark; the size stops at its bounds."""
    runner.trigger("view.theme_dark")
    await settled(runner, "view.theme_dark")
    assert context.settings.theme is Theme.DARK
    assert runner.is_checked("view.theme_dark")
    assert not runner.is_checked("view.theme_light")
    context.settings.text_scale = 200
    assert "large" in runner.why_not("view.text_larger")
    context.settings.flush()


async def nothing(_context: object) -> None:
    return


def command(key: str, *shortcuts: str) -> Command:
    return Command(key, key, key, Group.LIST, nothing, shortcuts=shortcuts)


@pytest.mark.parametrize("taken", ["Ctrl+K", "ctrl+k", "Ctrl+K, Ctrl+O"])
def test_a_key_stands_for_one_command(taken: str) -> None:
    """Qt answers an ambiguous key with silence."""
    registry = CommandRegistry([command("a", "Ctrl+K"), command("b", "Ctrl+B")])
    with pytest.raises(ShortcutConflict):
        registry.add(command("c", taken))
    assert registry.shortcuts("a") == ("Ctrl+K",)
    assert len(registry) == 2


def test_sheet_shows_every_command_with_its_keys() -> None:
    """F1 hides nothing."""
    registry = CommandRegistry(standard_commands(PAGES))
    lines = {line.key: line for group in registry.sheet() for line in group.lines}
    assert len(lines) == len(registry)
    assert lines["records.synchronise"].shortcuts[0] == "F5"
    assert registry.shortcuts("program.quit") == ("Ctrl+Q",)


async def test_a_command_that_has_ended_is_possible_again_at_once(context: Context) -> None:
    """A dialog that was cancelled must not leave its button grey until something else happens."""
    asked = asyncio.Event()

    async def ask(_context: CommandContext) -> None:
        await asked.wait()

    parent = QObject()
    command = Command("ask", "Ask…", "Asks.", Group.RECORDS, ask, flight=Flight.SINGLE)
    runner = CommandRunner(CommandRegistry([command]), context, TaskScope(parent), parent)
    actions = CommandActions(runner, parent)
    ended: list[bool] = []
    runner.running_changed.connect(lambda _key, is_running: ended.append(not is_running))
    for _ in range(2):
        asked.clear()
        actions["ask"].trigger()
        assert not actions["ask"].isEnabled()
        asked.set()
        async with asyncio.timeout(30):
            while not ended or not ended[-1]:  # noqa: ASYNC110
                await asyncio.sleep(0)
        assert actions["ask"].isEnabled()
        await settled(runner, "ask")
        await asyncio.sleep(0)
        ended.clear()
