"""Buttons with a name for the keyboard, for tests and for a screen reader."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QPushButton, QToolButton, QWidget

from bunkerdesk.views.theme.binding import IconBinding
from bunkerdesk.views.theme.tokens import Size


def keys_text(shortcut: str) -> str:
    """A portable key sequence as this platform writes it: `Ctrl+K`, `⌘K`."""
    return QKeySequence(shortcut).toString(QKeySequence.SequenceFormat.NativeText)


def button(text: str, name: str, parent: QWidget | None = None, look: str = "", tooltip: str = "") -> QPushButton:
    """A push button; `look` is `primary`, `link` or empty."""
    result = QPushButton(text, parent)
    result.setObjectName(name)
    result.setAccessibleName(text.replace("&", "").rstrip("…") or "Action")
    result.setAutoDefault(False)
    if tooltip:
        result.setToolTip(tooltip)
        result.setAccessibleDescription(tooltip)
    if look:
        result.setProperty("look", look)
    return result


class ActionButton(QPushButton):
    """A button of a command: greyed, with the reason as its tooltip, for as long as the command is not possible."""

    def __init__(self, action: QAction, name: str, parent: QWidget | None = None, look: str = "") -> None:
        super().__init__(action.text(), parent)
        self._action = action
        self.setObjectName(name)
        self.setAccessibleName(action.text().replace("&", "").rstrip("…"))
        self.setAutoDefault(False)
        if look:
            self.setProperty("look", look)
        self.clicked.connect(action.trigger)
        action.changed.connect(self._follow)
        self._follow()

    def _follow(self) -> None:
        self.setEnabled(self._action.isEnabled())
        self.setToolTip(self._action.toolTip())
        self.setAccessibleDescription(self._action.toolTip())


class IconButton(QToolButton):
    """A square button with an icon; its tooltip says what it does."""

    def __init__(self, icon: str, text: str, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setAccessibleName(text)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setToolTip(text)
        self.setIconSize(QSize(Size.ICON, Size.ICON))
        self._binding = IconBinding(self, icon)

    def show_icon(self, icon: str, role: str | None = None) -> None:
        """Change to another icon or role."""
        self._binding.show(icon, role)
