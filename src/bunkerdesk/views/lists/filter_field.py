"""The filter field of a list, the help on what can be typed into it, and the echo of what was understood."""

from PySide6.QtCore import QPoint, Signal
from PySide6.QtWidgets import QLineEdit, QMenu, QWidget

from bunkerdesk.models.typed_filter import FilterLanguage, Typed
from bunkerdesk.views.widgets.buttons import IconButton
from bunkerdesk.views.widgets.clearing import let_clear
from bunkerdesk.views.widgets.key_hint import KeyHint
from bunkerdesk.views.widgets.labels import ElidedLabel, set_look


def filter_line(name: str, spoken: str, parent: QWidget) -> QLineEdit:
    """The field itself."""
    field = QLineEdit(parent)
    field.setObjectName(name)
    field.setAccessibleName(spoken)
    field.setPlaceholderText("Filter…")
    KeyHint("Ctrl+F", field)
    field.setToolTip("Words found anywhere in the row, and keys such as port:rotterdam or ended:october")
    let_clear(field)
    field.setMaxLength(200)
    field.setMinimumWidth(128)
    field.setMaximumWidth(420)
    return field


class FilterHelp(IconButton):
    """What can be typed, as a menu: choosing an example types it."""

    chosen = Signal(str)

    def __init__(self, language: FilterLanguage, name: str, parent: QWidget | None = None) -> None:
        super().__init__("help", "What the filter understands", name, parent)
        self._language = language
        self.menu_shown: QMenu | None = None
        self.clicked.connect(self.open_menu)

    def open_menu(self) -> None:
        """Open it below the button."""
        menu = QMenu(self)
        menu.setObjectName(f"{self.objectName()}.menu")
        menu.setAccessibleName("What the filter understands")
        for example in self._language.examples():
            action = menu.addAction(f"{example.text}\t{example.meaning}".replace("&", "&&"))
            action.setData(example.text)
        menu.triggered.connect(lambda action: self.chosen.emit(str(action.data())))
        menu.aboutToHide.connect(menu.deleteLater)
        self.menu_shown = menu
        menu.popup(self.mapToGlobal(QPoint(0, self.height() + 2)))


class FilterEcho(ElidedLabel):
    """What the keys of the filter were understood as, or which of them could not be."""

    def __init__(self, name: str, field: QLineEdit, parent: QWidget | None = None) -> None:
        super().__init__("", "status", parent)
        self.setObjectName(name)
        self._field = field
        self.hide()

    def show_typed(self, typed: Typed) -> None:
        """Say it, also to a screen reader in the field."""
        words = " ".join(filter(None, (typed.problem, typed.said)))
        set_look(self, "error-text" if typed.problem else "status")
        self.set_text(words)
        self.setVisible(bool(words))
        self._field.setAccessibleDescription(words)
