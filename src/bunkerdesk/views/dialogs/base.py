"""What every dialog has: a title, the environment where it writes, its buttons at the bottom right."""

import asyncio
from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget
from shiboken6 import isValid

from bunkerdesk.views.theme.theme import Theme
from bunkerdesk.views.theme.tokens import Space
from bunkerdesk.views.widgets.labels import label
from bunkerdesk.views.widgets.marks import EnvironmentBadge

ROUND_ABOUT = 48
"""Of its window, at least, is seen round about a dialog."""


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
        self._answering: QPushButton | None = None
        self._buttons = QHBoxLayout()
        self._buttons.setSpacing(Space.S)
        self._buttons.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(Space.L + 4, Space.L, Space.L + 4, Space.L)
        layout.setSpacing(Space.M)
        layout.addLayout(head)
        layout.addLayout(self.body, 1)
        layout.addLayout(self._buttons)

    def set_room(self, width: int, height: int = 0) -> None:
        """Ask for so much room at 100 % text, more with larger text, no more than the window below has."""
        theme, parent = Theme.current(), self.parentWidget()
        wanted = QSize(theme.pixels(width), theme.pixels(height))
        if parent is not None and parent.window().isVisible():
            wanted = wanted.boundedTo(parent.window().size() - QSize(ROUND_ABOUT, ROUND_ABOUT))
        self.setMinimumWidth(wanted.width())
        if height:
            self.setMinimumHeight(wanted.height())

    def add_buttons(self, buttons: Sequence[QPushButton]) -> None:
        """Buttons from left to right, the answering one last."""
        for one in buttons:
            self._buttons.addWidget(one)
            self._answering = one

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ctrl+Return sends in the editor and goes on in an import: here too it is the answering button."""
        is_return = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if is_return and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            answering = next((one for one in self.findChildren(QPushButton) if one.isDefault()), self._answering)
            if answering is not None and answering.isVisible():
                answering.click()
        else:
            super().keyPressEvent(event)

    def add_left(self, widget: QWidget) -> None:
        """A button of its own at the left."""
        self._buttons.insertWidget(0, widget)


def under(name: QWidget, field: QWidget) -> QVBoxLayout:
    """A field close below its name."""
    column = QVBoxLayout()
    column.setSpacing(Space.XS)
    column.addWidget(name)
    column.addWidget(field)
    return column


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
