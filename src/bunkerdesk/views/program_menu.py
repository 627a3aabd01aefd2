"""The button at the top right: what concerns the whole program, colours, size of text, the connection."""

from collections.abc import Sequence

from PySide6.QtCore import QPoint
from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtWidgets import QMenu, QWidget

from bunkerdesk.views.widgets.buttons import IconButton, keys_text

KEYS = "F10"


class ProgramMenu(IconButton):
    """Opens a menu of commands; F10 from anywhere in the window."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("more", f"Program menu ({keys_text(KEYS)})", "program.menu", parent)
        self.menu_shown = QMenu(self)
        self.menu_shown.setObjectName("program.menu.list")
        self.menu_shown.setAccessibleName("Program menu")
        self.clicked.connect(self.open)
        QShortcut(QKeySequence(KEYS), self).activated.connect(self.open)

    def set_actions(self, parts: Sequence[tuple[str, Sequence[QAction]]]) -> None:
        """Show these, a line between the parts; a part with a title is a menu of its own."""
        self.menu_shown.clear()
        for title, part in parts:
            if not self.menu_shown.isEmpty():
                self.menu_shown.addSeparator()
            holder = self.menu_shown.addMenu(title) if title else self.menu_shown
            holder.addActions(list(part))

    def open(self) -> None:
        """Open below the button, the first entry under the keyboard."""
        menu = self.menu_shown
        menu.popup(self.mapToGlobal(QPoint(self.width() - menu.sizeHint().width(), self.height())))
        first = next((action for action in menu.actions() if action.isEnabled() and not action.isSeparator()), None)
        if first is not None:
            menu.setActiveAction(first)
