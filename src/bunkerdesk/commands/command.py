"""A command: one thing a person can do, with its words, keys, condition and coroutine."""

from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any, Literal, Protocol

from bunkerdesk.runtime.prompts import Prompts
from bunkerdesk.runtime.settings import Settings

Possible = Literal[True] | str
"""True, or the reason why not: a short sentence for the tooltip."""


@dataclass(frozen=True, slots=True)
class Place:
    """Somewhere the window can go: a page, the search box, a dialog; `argument` is a reference or an id."""

    key: str
    argument: str = ""


SEARCH = Place("search")
CONNECTION = Place("connection")
COLUMNS = Place("columns")
SHORTCUTS = Place("shortcuts")
ABOUT = Place("about")


class DeskActions(Protocol):
    """What commands ask of the desk."""

    @property
    def is_synchronising(self) -> bool: ...

    async def synchronise(self) -> None:
        """Read everything anew; raises the desk's problems."""
        ...

    def stop_synchronising(self) -> None:
        """Stop soon; what was read stays."""
        ...


class CommandContext(Protocol):
    """What a command may look at and use; the shell provides it."""

    @property
    def page(self) -> str:
        """The key of the page on the screen."""
        ...

    @property
    def selection(self) -> Sequence[int]:
        """Ids of the selected rows."""
        ...

    @property
    def has_list(self) -> bool:
        """The page is a list with columns."""
        ...

    @property
    def has_filter(self) -> bool:
        """A text or a chip narrows the list."""
        ...

    @property
    def desk(self) -> DeskActions: ...

    @property
    def prompts(self) -> Prompts: ...

    @property
    def settings(self) -> Settings: ...

    def navigate(self, place: Place) -> None:
        """Go to a page, put the focus into the search box, or open a dialog."""
        ...

    async def copy_selection(self, *, headers: bool) -> int:
        """Put the selected rows on the clipboard; answers their number."""
        ...

    def clear_filters(self) -> None:
        """Show the whole list again."""
        ...

    def quit(self) -> None:
        """Begin the orderly end of the program."""
        ...


class Flight(Enum):
    """What happens when a command is given again while it runs."""

    REPLACE = auto()
    """A read: the new one takes over."""
    SINGLE = auto()
    """A write: the second one is refused."""


class Group(Enum):
    """Where menus and the shortcut sheet show a command; in this order."""

    GO = "Go to"
    RECORDS = "Records"
    LIST = "List"
    VIEW = "View"
    PROGRAM = "Program"


def always(_context: CommandContext) -> Possible:
    """The condition of a command that is always possible."""
    return True


@dataclass(frozen=True, slots=True)
class Run:
    """What a command does that needs nothing of its context."""

    work: Callable[[], Awaitable[None]]

    async def __call__(self, _context: CommandContext) -> None:
        await self.work()


@dataclass(frozen=True, slots=True)
class Command:
    """One thing a person can do. Menus, buttons, keys and the shortcut sheet are made from it."""

    key: str
    """`list.copy`: stable, also the `objectName` of its actions."""
    text: str
    """In menus and on buttons; an ellipsis where a dialog follows."""
    description: str
    """A sentence for tooltips and screen readers."""
    group: Group
    run: Callable[[CommandContext], Coroutine[Any, Any, None]]
    icon: str = ""
    shortcuts: tuple[str, ...] = ()
    """Portable key names; the first is the one shown."""
    enabled: Callable[[CommandContext], Possible] = field(default=always)
    flight: Flight = Flight.REPLACE
    is_checked: Callable[[CommandContext], bool] | None = None
    """For a choice that is shown with a mark."""
