"""The commands every window has: going places, synchronising, lists, how the window looks."""

from collections.abc import Sequence
from dataclasses import dataclass

from bunkerdesk.commands.command import (
    ABOUT,
    COLUMNS,
    CONNECTION,
    SEARCH,
    SHORTCUTS,
    Command,
    CommandContext,
    Flight,
    Group,
    Place,
    Possible,
)
from bunkerdesk.runtime.settings import LARGEST_TEXT, SMALLEST_TEXT, TEXT_STEP, Theme

NORMAL_TEXT = 100
NUMBERED_PAGES = 9


@dataclass(frozen=True, slots=True)
class PageEntry:
    """A page of the rail."""

    key: str
    text: str
    icon: str = ""
    shortcut: str = ""
    """A key of its own instead of its number."""


def standard_commands(pages: Sequence[PageEntry]) -> list[Command]:
    """All of them; the first nine pages get Ctrl+1 to Ctrl+9."""
    return [*_pages(pages), *_going(), *_records(), *_list(), *_themes(), *_text_sizes(), *_program()]


@dataclass(frozen=True, slots=True)
class _Go:
    place: Place

    async def __call__(self, context: CommandContext) -> None:
        context.navigate(self.place)


def _pages(pages: Sequence[PageEntry]) -> list[Command]:
    return [
        Command(
            f"go.{page.key}",
            page.text,
            f"Go to {page.text}.",
            Group.GO,
            _Go(Place(page.key)),
            icon=page.icon,
            shortcuts=_page_keys(page, number),
        )
        for number, page in enumerate(pages, 1)
    ]


def _page_keys(page: PageEntry, number: int) -> tuple[str, ...]:
    if page.shortcut:
        return (page.shortcut,)
    return (f"Ctrl+{number}",) if number <= NUMBERED_PAGES else ()


def _going() -> list[Command]:
    return [
        Command(
            "go.search",
            "Open a reference…",
            "Find a reference, vessel or delivery note; a reference never seen here is asked of the service.",
            Group.GO,
            _Go(SEARCH),
            icon="search",
            shortcuts=("Ctrl+K", "Ctrl+F"),
        )
    ]


def _records() -> list[Command]:
    return [
        Command(
            "records.synchronise",
            "Synchronise",
            "Read everything anew from the service.",
            Group.RECORDS,
            _synchronise,
            icon="refresh",
            shortcuts=("F5", "Ctrl+R"),
            enabled=_can_synchronise,
            flight=Flight.SINGLE,
        ),
        Command(
            "records.stop",
            "Stop synchronising",
            "Stop reading from the service; what was read stays.",
            Group.RECORDS,
            _stop,
            icon="stop",
            enabled=_can_stop,
        ),
    ]


async def _synchronise(context: CommandContext) -> None:
    await context.desk.synchronise()


def _can_synchronise(context: CommandContext) -> Possible:
    return "Synchronising is under way." if context.desk.is_synchronising else True


async def _stop(context: CommandContext) -> None:
    context.desk.stop_synchronising()


def _can_stop(context: CommandContext) -> Possible:
    return True if context.desk.is_synchronising else "Nothing is being synchronised at the moment."


def _list() -> list[Command]:
    return [
        Command(
            "list.copy",
            "Copy",
            "Copy the selected rows for a spreadsheet or a message.",
            Group.LIST,
            _copy,
            icon="copy",
            shortcuts=("Ctrl+C",),
            enabled=_has_selection,
        ),
        Command(
            "list.copy_with_headers",
            "Copy with headers",
            "Copy the selected rows with the titles of the columns.",
            Group.LIST,
            _copy_with_headers,
            shortcuts=("Ctrl+Shift+C",),
            enabled=_has_selection,
        ),
        Command(
            "list.columns",
            "Choose columns…",
            "Choose which columns the list shows, and their order.",
            Group.LIST,
            _Go(COLUMNS),
            icon="columns",
            enabled=_has_list,
        ),
        Command(
            "list.clear_filters",
            "Clear filters",
            "Show the whole list again.",
            Group.LIST,
            _clear_filters,
            icon="close",
            shortcuts=("Ctrl+Shift+F",),
            enabled=_has_filter,
        ),
    ]


async def _copy(context: CommandContext) -> None:
    await context.copy_selection(headers=False)


async def _copy_with_headers(context: CommandContext) -> None:
    await context.copy_selection(headers=True)


async def _clear_filters(context: CommandContext) -> None:
    context.clear_filters()


def _has_selection(context: CommandContext) -> Possible:
    return True if context.selection else "Select one or more rows first."


def _has_list(context: CommandContext) -> Possible:
    return True if context.has_list else "This page has no columns. Go to a list such as Nominations or Operations."


def _has_filter(context: CommandContext) -> Possible:
    return True if context.has_filter else "No filter is set: the whole list is shown."


_THEME_WORDS = {
    Theme.SYSTEM: "Follow the system",
    Theme.LIGHT: "Light",
    Theme.DARK: "Dark",
    Theme.HIGH_CONTRAST: "High contrast",
}


@dataclass(frozen=True, slots=True)
class _ThemeChoice:
    theme: Theme

    async def __call__(self, context: CommandContext) -> None:
        context.settings.theme = self.theme

    def is_checked(self, context: CommandContext) -> bool:
        return context.settings.theme is self.theme


def _themes() -> list[Command]:
    choices = [(_ThemeChoice(theme), words) for theme, words in _THEME_WORDS.items()]
    return [
        Command(
            f"view.theme_{choice.theme.value}",
            words,
            f"Colours: {words.lower()}.",
            Group.VIEW,
            choice,
            is_checked=choice.is_checked,
        )
        for choice, words in choices
    ]


def _text_sizes() -> list[Command]:
    return [
        Command(
            "view.text_larger",
            "Larger text",
            f"Make all text larger, up to {LARGEST_TEXT} %.",
            Group.VIEW,
            _larger,
            shortcuts=("Ctrl++", "Ctrl+="),
            enabled=_can_grow,
        ),
        Command(
            "view.text_smaller",
            "Smaller text",
            f"Make all text smaller, down to {SMALLEST_TEXT} %.",
            Group.VIEW,
            _smaller,
            shortcuts=("Ctrl+-",),
            enabled=_can_shrink,
        ),
        Command(
            "view.text_normal",
            "Normal text size",
            "Make all text its normal size.",
            Group.VIEW,
            _normal,
            shortcuts=("Ctrl+0",),
        ),
    ]


async def _larger(context: CommandContext) -> None:
    context.settings.text_scale += TEXT_STEP


async def _smaller(context: CommandContext) -> None:
    context.settings.text_scale -= TEXT_STEP


async def _normal(context: CommandContext) -> None:
    context.settings.text_scale = NORMAL_TEXT


def _can_grow(context: CommandContext) -> Possible:
    return True if context.settings.text_scale < LARGEST_TEXT else "The text is as large as it gets."


def _can_shrink(context: CommandContext) -> Possible:
    return True if context.settings.text_scale > SMALLEST_TEXT else "The text is as small as it gets."


def _program() -> list[Command]:
    return [
        Command(
            "program.connect",
            "Connect to your service…",
            "Choose the service to work with and test its credentials.",
            Group.PROGRAM,
            _Go(CONNECTION),
            icon="link",
        ),
        Command(
            "program.shortcuts",
            "Keyboard shortcuts",
            "Show every command with its keys.",
            Group.PROGRAM,
            _Go(SHORTCUTS),
            icon="keyboard",
            shortcuts=("F1",),
        ),
        Command(
            "program.about",
            "About Bunker Desk",
            "Show the version, and the licences of what is inside.",
            Group.PROGRAM,
            _Go(ABOUT),
            icon="info",
        ),
        Command(
            "program.quit",
            "Quit",
            "Close the window; what was typed is kept.",
            Group.PROGRAM,
            _quit,
            shortcuts=("Ctrl+Q",),
        ),
    ]


async def _quit(context: CommandContext) -> None:
    context.quit()
