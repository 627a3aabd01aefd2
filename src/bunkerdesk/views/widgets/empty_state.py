"""What a page says when it has nothing to show: why, and what to do next."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from bunkerdesk.views.theme.icons import icon_pixmap
from bunkerdesk.views.theme.theme import Theme
from bunkerdesk.views.theme.tokens import Space
from bunkerdesk.views.widgets.buttons import button
from bunkerdesk.views.widgets.labels import label


class EmptyState(QWidget):
    """An icon, a sentence, a hint and at most one button."""

    action_requested = Signal()

    ICON = 40

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = Theme.current()
        self._theme.changed.connect(self._draw)
        self._icon_name = "empty"
        self._icon = QLabel(self)
        self._icon.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._title = label("", "heading", self, wraps=True)
        self._hint = label("", "dim", self, wraps=True)
        self._button = button("", f"{name}.action", self)
        self._button.clicked.connect(self.action_requested)
        self.setFocusProxy(self._button)
        for text in (self._title, self._hint):
            text.setAlignment(Qt.AlignmentFlag.AlignCenter)
        layout = QVBoxLayout(self)
        layout.setSpacing(Space.S)
        layout.setContentsMargins(3 * Space.L, Space.L, 3 * Space.L, Space.L)
        layout.addStretch(2)
        centre = Qt.AlignmentFlag.AlignHCenter
        layout.addWidget(self._icon, 0, centre)
        # Aligned texts would not be asked for the height their lines need.
        layout.addWidget(self._title)
        layout.addWidget(self._hint)
        layout.addSpacing(Space.XS)
        layout.addWidget(self._button, 0, centre)
        layout.addStretch(3)

    def show_state(self, icon: str, title: str, hint: str = "", action: str = "") -> None:
        """Say what is so; an empty `action` shows no button."""
        self._icon_name = icon
        self._title.setText(title)
        self._hint.setText(hint)
        self._hint.setVisible(bool(hint))
        self._button.setText(action)
        self._button.setAccessibleName(action or "Action")
        self._button.setVisible(bool(action))
        self.setAccessibleName(f"{title} {hint}".strip())
        self._draw()

    @property
    def title(self) -> str:
        """The sentence shown."""
        return self._title.text()

    def _draw(self) -> None:
        pixmap: QPixmap = icon_pixmap(
            self._icon_name, self._theme.palette.faint, self._theme.pixels(self.ICON), self.devicePixelRatioF() or 1.0
        )
        self._icon.setPixmap(pixmap)
