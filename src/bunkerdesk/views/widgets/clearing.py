"""Fields that are emptied by a button of their own."""

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLineEdit

from bunkerdesk.views.theme.binding import IconBinding


def let_clear(field: QLineEdit) -> None:
    """Give a field the button that empties it, in the icons of the program."""
    field.setClearButtonEnabled(True)
    for action in field.findChildren(QAction):
        action.setText("Clear")
        IconBinding(action, "close")
