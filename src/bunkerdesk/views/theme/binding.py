"""Icons that follow the palette and the size of the text."""

from typing import Protocol, cast

from PySide6.QtCore import QObject, QSize
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QAbstractButton

from bunkerdesk.views.theme.icons import role_icon
from bunkerdesk.views.theme.theme import Theme
from bunkerdesk.views.theme.tokens import Size


class _HasIcon(Protocol):
    def setIcon(self, icon: QIcon, /) -> None: ...


class IconBinding(QObject):
    """Keeps the icon of a button or action in the palette's colour, grown with the text; a child of what it serves."""

    def __init__(self, target: QObject, name: str, role: str = "dim", size: int = Size.ICON) -> None:
        super().__init__(target)
        self._name = name
        self._role = role
        self._size = size
        self._theme = Theme.current()
        self._theme.changed.connect(self._apply)
        self._apply()

    def show(self, name: str, role: str | None = None) -> None:
        """Change to another icon or role."""
        self._name = name
        self._role = role or self._role
        self._apply()

    def _apply(self) -> None:
        size = self._theme.pixels(self._size)
        target = self.parent()
        if isinstance(target, QAbstractButton):
            target.setIconSize(QSize(size, size))
        cast("_HasIcon", target).setIcon(role_icon(self._name, self._theme.palette, self._role, size))
