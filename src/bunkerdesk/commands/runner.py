"""Runs commands in a task scope, and keeps their actions true to what is possible now."""

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeySequence

from bunkerdesk.commands.command import Command, CommandContext, Flight
from bunkerdesk.commands.registry import CommandRegistry
from bunkerdesk.runtime.tasks import TaskScope


class CommandRunner(QObject):
    """Runs a command when it is possible. Its failures leave through `scope.failed`."""

    refused = Signal(str, str)
    """The key of a command that was not possible, and why."""
    running_changed = Signal(str, bool)
    """The key of a command that began or ended."""

    def __init__(
        self, registry: CommandRegistry, context: CommandContext, scope: TaskScope, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.registry = registry
        self._context = context
        self._scope = scope
        self._ended: set[str] = set()
        """Commands whose work is done while their task is still coming to its end."""

    def is_running(self, key: str) -> bool:
        """Tell whether this command runs."""
        return key not in self._ended and self._scope.is_running(_task(key))

    def why_not(self, key: str) -> str:
        """Why a command is not possible now; empty when it is."""
        answer = self.registry[key].enabled(self._context)
        return "" if answer is True else str(answer)

    def is_checked(self, key: str) -> bool:
        """Tell whether a choice is the one in force."""
        is_checked = self.registry[key].is_checked
        return is_checked is not None and is_checked(self._context)

    def trigger(self, key: str) -> bool:
        """Start a command; answers whether it began."""
        command = self.registry[key]
        reason = self.why_not(key)
        if not reason and command.flight is Flight.SINGLE and self.is_running(key):
            reason = f"{command.text.rstrip('…')} is under way."
        if reason:
            self.refused.emit(key, reason)
            return False
        self._ended.discard(key)
        return self._scope.start(_task(key), self._run(command), replace=command.flight is Flight.REPLACE)

    def press(self, shortcut: str) -> bool:
        """Answer a key that nothing on the screen took (a greyed action hears none); tells whether it is one."""
        command = self.registry.answering(shortcut)
        if command is not None:
            self.trigger(command.key)
        return command is not None

    async def _run(self, command: Command) -> None:
        self.running_changed.emit(command.key, True)
        try:
            await command.run(self._context)
        finally:
            if command.flight is Flight.SINGLE:
                self._ended.add(command.key)
            self.running_changed.emit(command.key, False)


def _task(key: str) -> str:
    return f"command {key}"


class CommandActions(QObject):
    """One `QAction` for each command, for menus, buttons and keys. Icons are the views' business (`command.icon`)."""

    def __init__(self, runner: CommandRunner, parent: QObject) -> None:
        super().__init__(parent)
        self._runner = runner
        # The group hands over the action; a lambda for each would keep this object alive.
        self._group = QActionGroup(self)
        self._group.setExclusionPolicy(QActionGroup.ExclusionPolicy.None_)
        self._group.triggered.connect(self._on_group_triggered)
        self._actions = {command.key: self._make(command) for command in runner.registry}
        runner.running_changed.connect(self._on_running_changed)
        self.refresh()

    def __getitem__(self, key: str) -> QAction:
        return self._actions[key]

    def all(self) -> list[QAction]:
        """Every action, for `QWidget.addActions`."""
        return list(self._actions.values())

    def refresh(self) -> None:
        """Say anew what is possible; call it when selection, page or state changed."""
        for key in self._actions:
            self._refresh_one(key)

    def _make(self, command: Command) -> QAction:
        action = QAction(command.text, self._group)
        action.setObjectName(command.key)
        action.setData(command.key)
        action.setCheckable(command.is_checked is not None)
        action.setShortcuts([QKeySequence(shortcut) for shortcut in self._runner.registry.shortcuts(command.key)])
        return action

    def _refresh_one(self, key: str) -> None:
        command, action = self._runner.registry[key], self._actions[key]
        reason = self._runner.why_not(key)
        is_busy = command.flight is Flight.SINGLE and self._runner.is_running(key)
        action.setEnabled(not reason and not is_busy)
        keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        tip = reason or command.description
        action.setToolTip(f"{tip} ({keys})" if keys and not reason else tip)
        action.setStatusTip(tip)
        if action.isCheckable():
            action.setChecked(self._runner.is_checked(key))

    def _on_group_triggered(self, action: QAction) -> None:
        key = str(action.data())
        self._runner.trigger(key)
        self._refresh_one(key)

    def _on_running_changed(self, _key: str, _is_running: bool) -> None:
        self.refresh()
