"""Buttons with a name for the keyboard, for tests and for a screen reader."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QToolButton, QWidget

from bunkerdesk.views.theme.binding import IconBinding

LEAST_LETTERS = 12


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

    def __init__(
        self, action: QAction, name: str, parent: QWidget | None = None, look: str = "", *, shows_keys: bool = False
    ) -> None:
        keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText) if shows_keys else ""
        super().__init__(f"{action.text()}   {keys}".rstrip(), parent)
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


class ElidedButton(QPushButton):
    """A link that gives way to its neighbours: shortened in the middle, where names of files differ least."""

    def __init__(self, text: str, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._whole = text
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setObjectName(name)
        self.setAccessibleName(text)
        self.setAutoDefault(False)
        self.setProperty("look", "link")
        self.setText(text.replace("&", "&&"))

    def sizeHint(self) -> QSize:
        self.ensurePolished()
        own = super().sizeHint()
        return QSize(own.width() + self._advance(self._whole) - self._shown_advance() + 1, own.height())

    def minimumSizeHint(self) -> QSize:
        own = super().sizeHint()
        return QSize(own.width() + self._advance(self._whole[:LEAST_LETTERS]) - self._shown_advance(), own.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        room = self.width() - (super().sizeHint().width() - self._shown_advance())
        shown = self.fontMetrics().elidedText(self._whole, Qt.TextElideMode.ElideMiddle, max(room, 0))
        self.setText(shown.replace("&", "&&"))

    def _advance(self, text: str) -> int:
        return self.fontMetrics().horizontalAdvance(text)

    def _shown_advance(self) -> int:
        return self._advance(self.text().replace("&&", "&"))


class IconButton(QToolButton):
    """A square button with an icon; its tooltip says what it does."""

    def __init__(self, icon: str, text: str, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setAccessibleName(text)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setToolTip(text)
        self._binding = IconBinding(self, icon)

    def show_icon(self, icon: str, role: str | None = None) -> None:
        """Change to another icon or role."""
        self._binding.show(icon, role)
