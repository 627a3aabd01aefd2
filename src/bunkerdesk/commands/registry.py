"""All commands in one place, with their keys: no two commands answer to the same key."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from PySide6.QtGui import QKeySequence

from bunkerdesk.commands.command import Command, Group

_PORTABLE = QKeySequence.SequenceFormat.PortableText
_NATIVE = QKeySequence.SequenceFormat.NativeText


class ShortcutConflict(ValueError):
    """A key is taken by another command, or is the beginning of its keys."""

    def __init__(self, shortcut: str, command: Command) -> None:
        super().__init__(f"{shortcut} already stands for {command.text!r}")


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A line of the shortcut sheet; keys as this platform writes them."""

    key: str
    text: str
    description: str
    shortcuts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SheetGroup:
    """A block of the shortcut sheet."""

    title: str
    lines: tuple[SheetLine, ...]


class CommandRegistry:
    """Commands by key, in the order they were added."""

    def __init__(self, commands: Iterable[Command] = ()) -> None:
        self._commands: dict[str, Command] = {}
        self._shortcuts: dict[str, tuple[str, ...]] = {}
        for command in commands:
            self.add(command)

    def add(self, command: Command) -> None:
        """Add a command; raises `ValueError` for a key that exists, `ShortcutConflict` for a taken shortcut."""
        if command.key in self._commands:
            raise ValueError(f"two commands are called {command.key}")
        shortcuts = tuple(map(_portable, command.shortcuts))
        for other, taken in self._shortcuts.items():
            for shortcut in shortcuts:
                if any(_collide(shortcut, existing) for existing in taken):
                    raise ShortcutConflict(shortcut, self._commands[other])
        self._commands[command.key] = command
        self._shortcuts[command.key] = shortcuts

    def __getitem__(self, key: str) -> Command:
        return self._commands[key]

    def __iter__(self) -> Iterator[Command]:
        return iter(self._commands.values())

    def __len__(self) -> int:
        return len(self._commands)

    def shortcuts(self, key: str) -> tuple[str, ...]:
        """The keys of a command now, as portable text."""
        return self._shortcuts[key]

    def answering(self, shortcut: str) -> Command | None:
        """The command that answers to a key, given as portable text."""
        return next((command for command in self if shortcut in self._shortcuts[command.key]), None)

    def sheet(self) -> tuple[SheetGroup, ...]:
        """Every command with its keys, in groups."""
        groups = []
        for group in Group:
            lines = tuple(
                SheetLine(command.key, command.text, command.description, self._native(command.key))
                for command in self
                if command.group is group
            )
            if lines:
                groups.append(SheetGroup(group.value, lines))
        return tuple(groups)

    def _native(self, key: str) -> tuple[str, ...]:
        return tuple(map(native, self._shortcuts[key]))


def native(shortcut: str) -> str:
    """A portable key as this platform writes it."""
    return QKeySequence(shortcut, _PORTABLE).toString(_NATIVE)


def _portable(shortcut: str) -> str:
    """`ctrl+k` is `Ctrl+K`; raises `ValueError` for what is no key."""
    sequence = QKeySequence(shortcut, _PORTABLE)
    text = sequence.toString(_PORTABLE)
    if sequence.isEmpty() or not text:
        raise ValueError(f"{shortcut!r} is not a key")
    return text


def _collide(one: str, other: str) -> bool:
    """The same keys, or one the beginning of the other (Qt would wait for the rest); both portable text.

    Compared as text: at the start every command is held against all before it.
    """
    return one == other or one.startswith(f"{other}, ") or other.startswith(f"{one}, ")
