"""What every dialog has: a title, the environment where it writes, its buttons at the bottom right."""

import asyncio
from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget
from shiboken6 import isValid

from bunkerdesk.views.theme.tokens import Space
from bunkerdesk.views.widgets.labels import label
from bunkerdesk.views.widgets.marks import EnvironmentBadge


class DeskDialog(QDialog):
    """A modal sheet over its window; `body` takes the content."""

    def __init__(self, title: str, name: str, parent: QWidget | None = None, environment: str = "") -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setAccessibleName(title)
        self.setWindowTitle(title)
        self.setWindowModality(Qt.WindowModality.WindowModal)
        head = QHBoxLayout()
        head.setSpacing(Space.M)
        head.addWidget(label(title, "title", self, wraps=True), 1)
        self.badge: EnvironmentBadge | None = None
        if environment:
            self.badge = EnvironmentBadge(environment, self)
            head.addWidget(self.badge, 0, Qt.AlignmentFlag.AlignTop)
        self.body = QVBoxLayout()
        self.body.setSpacing(Space.M)
        self._buttons = QHBoxLayout()
        self._buttons.setSpacing(Space.S)
        self._buttons.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(Space.L + 4, Space.L, Space.L + 4, Space.L)
        layout.setSpacing(Space.M)
        layout.addLayout(head)
        layout.addLayout(self.body, 1)
        layout.addLayout(self._buttons)

    def add_buttons(self, buttons: Sequence[QPushButton]) -> None:
        """Buttons from left to right, the answering one last."""
        for one in buttons:
            self._buttons.addWidget(one)

    def add_left(self, widget: QWidget) -> None:
        """A button of its own at the left."""
        self._buttons.insertWidget(0, widget)


async def answer(dialog: QDialog) -> int:
    """Open a dialog and wait for it; cancelling the wait closes it. The dialog is deleted afterwards."""
    future: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def settle(code: int) -> None:
        if not future.done():
            future.set_result(code)

    dialog.finished.connect(settle)
    dialog.open()
    try:
        return await future
    finally:
        if isValid(dialog):
            dialog.hide()
            dialog.deleteLater()
