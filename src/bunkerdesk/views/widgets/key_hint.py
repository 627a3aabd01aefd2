"""The keys that lead into a field, shown inside it."""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QLineEdit

from bunkerdesk.views.theme.theme import Theme
from bunkerdesk.views.theme.tokens import Space
from bunkerdesk.views.widgets.buttons import keys_text
from bunkerdesk.views.widgets.labels import KeyCap

LEAST_FIELD = 2.2
"""Widths of the cap from which a field has room for it beside its own words."""


class KeyHint(KeyCap):
    """A key cap at the right end of a field, for as long as the field is empty."""

    def __init__(self, shortcut: str, field: QLineEdit) -> None:
        super().__init__(keys_text(shortcut), field)
        self._field = field
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        field.installEventFilter(self)
        field.textChanged.connect(self._place)
        Theme.current().changed.connect(self._place)
        self._place()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.FontChange, QEvent.Type.Polish):
            self._place()
        return super().eventFilter(watched, event)

    def _place(self) -> None:
        size = self.sizeHint()
        place = (self._field.width() - size.width() - Space.S, (self._field.height() - size.height()) // 2)
        self.setGeometry(*place, size.width(), size.height())
        # The style sheet's own padding stays; the placeholder must not run under the cap.
        is_shown = not self._field.text() and self._field.width() >= LEAST_FIELD * size.width()
        self.setVisible(is_shown)
        self._field.setTextMargins(0, 0, size.width() + Space.XS if is_shown else 0, 0)
