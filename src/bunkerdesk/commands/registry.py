"""All commands in one place, with their keys: no two commands answer to the same key."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from PySide6.QtGui import QKeySequence

from bunkerdesk.commands.command import Command, Group

_PORTABLE = QKeySequence.SequenceFormat.PortableText
_NATIVE = QKeySequence.SequenceFormat.NativeText


class ShortcutConflict(ValueError):
    """A key is taken by another command, or is the beginning of its keys."""

    def __init__(self, shortcut: str, command: Command) -> None:
        super().__init__(f"{shortcut} already stands for {command.text!r}")
        self.shortcut = shortcut
        self.command = command


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
    """Commands by key, in the order they were added; `overrides` are the keys a person chose."""

    def __init__(
        self, commands: Iterable[Command] = (), overrides: Mapping[str, tuple[str, ...]] | None = None
    ) -> None:
        self._commands: dict[str, Command] = {}
        self._shortcuts: dict[str, tuple[str, ...]] = {}
        for command in commands:
            self.add(command)
        for key, shortcuts in (overrides or {}).items():
            # A choice made in another version must not keep this one from starting.
            if key in self._commands and not self.conflicts(key, shortcuts):
                self._shortcuts[key] = tuple(map(_portable, shortcuts))

    def add(self, command: Command) -> None:
        """Add a command; raises `ValueError` for a key that exists, `ShortcutConflict` for a taken shortcut."""
        if command.key in self._commands:
            raise ValueError(f"two commands are called {command.key}")
        for shortcut, other in self.conflicts(command.key, command.shortcuts):
            raise ShortcutConflict(shortcut, other)
        self._commands[command.key] = command
        self._shortcuts[command.key] = tuple(map(_portable, command.shortcuts))

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

    def rebind(self, key: str, shortcuts: Iterable[str]) -> None:
        """Give a command other keys; raises `ShortcutConflict` and changes nothing when one is taken."""
        wanted = tuple(shortcuts)
        for shortcut, other in self.conflicts(key, wanted):
            raise ShortcutConflict(shortcut, other)
        self._shortcuts[self._commands[key].key] = tuple(map(_portable, wanted))

    def conflicts(self, key: str, shortcuts: Iterable[str]) -> list[tuple[str, Command]]:
        """Which of these keys other commands answer to."""
        return [
            (shortcut, self._commands[other])
            for shortcut, portable in [(shortcut, _portable(shortcut)) for shortcut in shortcuts]
            for other, taken in self._shortcuts.items()
            if other != key and any(_collide(portable, existing) for existing in taken)
        ]

    def overrides(self) -> dict[str, tuple[str, ...]]:
        """What differs from the keys the commands came with, for the settings."""
        return {
            key: shortcuts
            for key, shortcuts in self._shortcuts.items()
            if shortcuts != tuple(map(_portable, self._commands[key].shortcuts))
        }

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
