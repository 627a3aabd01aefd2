"""Where a value is typed: one line with suggestions, or several lines for instructions."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QWidget

from bunkerdesk.models.editor_fields import Kind
from bunkerdesk.models.editor_options import Option
from bunkerdesk.views.editor.completion import Completion
from bunkerdesk.views.theme.theme import Theme
from bunkerdesk.views.theme.tokens import Size, Space

QUARTER, HOUR, DAY = 15, 60, 24 * 60
_RIGHT = frozenset({Kind.MINIMUM, Kind.MAXIMUM, Kind.NUMBER})
PLAIN = frozenset({Kind.TEXT, Kind.TIME, Kind.DURATION, Kind.WHOLE, Kind.NUMBER, Kind.EMAIL, Kind.REFERENCE})
"""Kinds without suggestions."""


def asks_for_undo(event: QKeyEvent) -> int:
    """-1 for undo, 1 for redo, else 0: the editor's own undo covers all fields."""
    if event.matches(QKeySequence.StandardKey.Undo):
        return -1
    is_redo = event.matches(QKeySequence.StandardKey.Redo) or (
        event.key() == Qt.Key.Key_Y and event.modifiers() == Qt.KeyboardModifier.ControlModifier
    )
    return 1 if is_redo else 0


class FieldLine(QLineEdit):
    """One line; Down opens the suggestions, Up and Down step a time by a quarter of an hour."""

    typed = Signal(str)
    entered = Signal()
    left = Signal()
    chosen = Signal(object)
    """An `Option` taken from the list."""
    stepped = Signal(int)
    """Minutes, for a time."""
    history_requested = Signal(int)
    """-1 undo, 1 redo."""
    confirmed = Signal()
    """Return: what is offered below the field is wanted."""

    def __init__(
        self, kind: Kind, name: str, options: Callable[[str], Sequence[Option]], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.kind = kind
        self._options = options
        self._completion: Completion | None = None
        self.setObjectName(name)
        if kind in _RIGHT:
            self.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.textEdited.connect(self._on_text_edited)
        self._theme = Theme.current()
        self._theme.changed.connect(self._fit)
        self._fit()

    def _fit(self) -> None:
        # The border of the focus is wider; the form must not move for it.
        self.setFixedHeight(self._theme.pixels(Size.CONTROL))

    def show_text(self, text: str) -> None:
        """Show another text, the cursor staying where it can."""
        if text != self.text():
            place = self.cursorPosition() if self.hasFocus() else 0
            self.setText(text)
            self.setCursorPosition(min(place, len(text)))

    def place_cursor(self, position: int) -> None:
        """Put the cursor back where it stood."""
        self.setCursorPosition(position)

    @property
    def position(self) -> int:
        """Where the cursor stands."""
        return self.cursorPosition()

    def open_options(self, text: str) -> None:
        """Open the list for a text; an empty one lists everything."""
        if self.kind in PLAIN or self.isReadOnly():
            return
        if self._completion is None:
            self._completion = Completion(self)
            self._completion.chosen.connect(self.chosen)
        self._completion.offer(self._options(text))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        way = asks_for_undo(event)
        step = _STEPS.get(Qt.Key(event.key())) if event.modifiers() in _STEPPING else None
        if way:
            self.history_requested.emit(way)
        elif step and self.kind is Kind.TIME and not self.isReadOnly():
            is_hour = event.modifiers() == Qt.KeyboardModifier.ShiftModifier and abs(step) == QUARTER
            self.stepped.emit(step * HOUR // QUARTER if is_hour else step)
        elif event.key() in (Qt.Key.Key_Down, Qt.Key.Key_F4) and self.kind not in PLAIN:
            self.open_options("")
        elif event.key() in _RETURNS and event.modifiers() in _PLAIN_RETURN and not self._is_offering:
            self.confirmed.emit()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.entered.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.left.emit()

    @property
    def _is_offering(self) -> bool:
        return self._completion is not None and self._completion.is_open

    def _on_text_edited(self, text: str) -> None:
        self.typed.emit(text)
        if text.strip():
            self.open_options(text)
        elif self._completion is not None:
            self._completion.close()


_STEPS = {
    Qt.Key.Key_Up: QUARTER,
    Qt.Key.Key_Down: -QUARTER,
    Qt.Key.Key_PageUp: DAY,
    Qt.Key.Key_PageDown: -DAY,
}
_RETURNS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_PLAIN_RETURN = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
_STEPPING = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.KeypadModifier)


class FieldText(QPlainTextEdit):
    """Several lines; Tab goes on to the next field."""

    typed = Signal(str)
    entered = Signal()
    left = Signal()
    history_requested = Signal(int)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_showing = False
        self.setObjectName(name)
        self.setTabChangesFocus(True)
        self.document().setDocumentMargin(Space.S - 2)
        self._theme = Theme.current()
        self._theme.changed.connect(self._fit)
        self._fit()
        self.textChanged.connect(self._on_text_changed)

    def _fit(self) -> None:
        self.setFixedHeight(self._theme.pixels(50))

    def show_text(self, text: str) -> None:
        """Show another text."""
        if text != self.toPlainText():
            self._is_showing = True
            place = self.position
            self.setPlainText(text)
            self.place_cursor(place)
            self._is_showing = False

    def text(self) -> str:
        """What stands in it."""
        return self.toPlainText()

    def place_cursor(self, position: int) -> None:
        """Put the cursor back where it stood."""
        cursor = self.textCursor()
        cursor.setPosition(min(position, len(self.toPlainText())))
        self.setTextCursor(cursor)

    @property
    def position(self) -> int:
        """Where the cursor stands."""
        return self.textCursor().position()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        way = asks_for_undo(event)
        if way:
            self.history_requested.emit(way)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.entered.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.left.emit()

    def _on_text_changed(self) -> None:
        if not self._is_showing:
            self.typed.emit(self.toPlainText())
