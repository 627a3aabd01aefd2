"""Fields that are emptied by a button of their own, and layouts that are filled anew."""

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLayout, QLineEdit

from bunkerdesk.views.theme.binding import IconBinding


def let_clear(field: QLineEdit) -> None:
    """Give a field the button that empties it, in the icons of the program."""
    field.setClearButtonEnabled(True)
    for action in field.findChildren(QAction):
        action.setText("Clear")
        IconBinding(action, "close")


def emptied(layout: QLayout) -> None:
    """Take every widget out of a layout."""
    while (item := layout.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None:
            widget.hide()
            widget.deleteLater()
