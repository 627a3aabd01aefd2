"""What a command may ask a person. Views implement it; nothing below views opens a dialog."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Question:
    """A question in plain text (server strings are never HTML)."""

    title: str
    text: str = ""
    accept: str = "OK"
    refuse: str = "Cancel"
    is_dangerous: bool = False
    """The answer cannot be taken back; the refusing button is the default."""
    writes: bool = False
    """The answer sends something to the service; the environment badge is shown beside it."""
    label: str = ""
    """The name of the field for `ask`."""
    initial: str = ""
    suggestions: tuple[str, ...] = ()
    maximum_length: int | None = None
    tells_apart: bool = False
    """For `choose`: the choices are alike, and the words in which they differ stand out."""
    is_required: bool = True
    """For `ask`: an empty answer cannot be accepted."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several answers to `choose`."""

    key: str
    text: str
    detail: str = ""
    tone: str = "neutral"


@dataclass(frozen=True, slots=True)
class Notice:
    """A word to the person that asks nothing: a bar, never a dialog."""

    title: str
    text: str = ""
    tone: str = "neutral"
    key: str = ""
    """A later notice with the same key replaces this one."""
    action: str = ""
    """The text of a button; `MessageArea.action_requested` tells of it by the key."""
    is_passing: bool = False
    """It goes with the page it was said on."""


@dataclass(frozen=True, slots=True)
class ResultLine:
    """What became of one of many; no problem: it was done."""

    text: str
    problem: str = ""


class BatchProgress(Protocol):
    """One progress for many rows, with a line for each result."""

    def add(self, line: ResultLine) -> None:
        """One more is done, or was refused."""
        ...

    def on_stop(self, stop: Callable[[], object]) -> None:
        """What to call when the person stops the rest."""
        ...

    async def finish(self) -> None:
        """All are through; waits until the person has read the results and closes them."""
        ...


class Prompts(Protocol):
    """Questions to the person; every method waits without blocking the loop."""

    async def ask(self, question: Question) -> str | None:
        """A line or paragraph of text; None when refused."""
        ...

    async def confirm(self, question: Question) -> bool:
        """Yes or no."""
        ...

    async def choose(self, question: Question, choices: Sequence[Choice]) -> Choice | None:
        """One of the choices; None when refused."""
        ...

    def progress(self, title: str, total: int) -> BatchProgress:
        """Show the progress of writing many rows."""
        ...

    async def notify(self, notice: Notice) -> None:
        """Show a notice; returns at once."""
        ...
