"""The questions of commands as dialogs over one window; notices as bars."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QDialog
from shiboken6 import isValid

from bunkerdesk.commands.registry import SheetGroup
from bunkerdesk.runtime.prompts import Choice, Notice, Question
from bunkerdesk.views.shell import MainWindow

if TYPE_CHECKING:
    from bunkerdesk.views.dialogs.progress import ProgressDialog


class WindowPrompts:
    """`runtime.prompts.Prompts` over a window. The dialogs are loaded with the first question."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._open: list[QDialog] = []

    async def ask(self, question: Question) -> str | None:
        """A text; None when refused."""
        from bunkerdesk.views.dialogs.questions import AskDialog

        dialog = AskDialog(question, self._environment, self._window)
        return dialog.text if await self._is_accepted(dialog) else None

    async def confirm(self, question: Question) -> bool:
        """Yes or no."""
        from bunkerdesk.views.dialogs.questions import ConfirmDialog

        return await self._is_accepted(ConfirmDialog(question, self._environment, self._window))

    async def choose(self, question: Question, choices: Sequence[Choice]) -> Choice | None:
        """One of the choices; None when refused."""
        from bunkerdesk.views.dialogs.questions import ChooseDialog

        dialog = ChooseDialog(question, choices, self._environment, self._window)
        return dialog.choice if await self._is_accepted(dialog) else None

    def progress(self, title: str, total: int) -> "ProgressDialog":
        """Open the progress of many rows."""
        from bunkerdesk.views.dialogs.progress import ProgressDialog

        dialog = ProgressDialog(title, total, self._environment, self._window)
        self._show(dialog)
        return dialog

    async def notify(self, notice: Notice) -> None:
        """Show a bar."""
        self._window.messages.show_notice(notice)

    def show_shortcuts(self, sheet: Sequence[SheetGroup]) -> None:
        """Open the shortcut sheet."""
        from bunkerdesk.views.dialogs.shortcuts import ShortcutSheet

        self._show(ShortcutSheet(sheet, self._window))

    def show_about(self, version: str, licences: Sequence[tuple[str, str]]) -> None:
        """Open what the program is made of."""
        from bunkerdesk.views.dialogs.shortcuts import AboutDialog

        self._show(AboutDialog(version, licences, self._window))

    def close(self) -> None:
        """Refuse every open question."""
        for dialog in self._open:
            if isValid(dialog):
                dialog.reject()
        self._open.clear()

    @property
    def _environment(self) -> str:
        return self._window.top_bar.badge.environment

    def _show(self, dialog: QDialog) -> None:
        self._forget_closed()
        self._open.append(dialog)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    async def _is_accepted(self, dialog: QDialog) -> bool:
        from bunkerdesk.views.dialogs.base import answer

        self._forget_closed()
        self._open.append(dialog)
        return await answer(dialog) == QDialog.DialogCode.Accepted.value

    def _forget_closed(self) -> None:
        self._open = [dialog for dialog in self._open if isValid(dialog)]
