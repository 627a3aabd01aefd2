"""A text with pieces marked in it, each with the field it belongs to."""

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QWidget

from bunkerdesk.views.theme.theme import Theme
from bunkerdesk.views.theme.tokens import Space


class Span(Protocol):
    """A marked piece of the text and the lines of a form it belongs to."""

    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...
    @property
    def lines(self) -> tuple[int, ...]: ...


class MarkedText(QPlainTextEdit):
    """The message, read-only; F8 goes from mark to mark, the pointer over a mark tells its field."""

    line_chosen = Signal(int)
    """The first line of a mark the cursor came into."""
    opened = Signal(int)
    """Return or a double click on a mark: its first line."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = Theme.current()
        self._theme.changed.connect(self._paint_marks)
        self._spans: list[Span] = []
        self._words: list[str] = []
        self._tones: list[str] = []
        self._current = -1
        self.setObjectName(name)
        self.setAccessibleName("Message")
        self.setReadOnly(True)
        self.document().setDocumentMargin(Space.S)
        self.setTabChangesFocus(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.cursorPositionChanged.connect(self._on_cursor_moved)

    def show_message(self, text: str, spans: Sequence[Span], words: Sequence[str], tones: Sequence[str]) -> None:
        """Show a message with its marks, the words and the tone of each."""
        if self.toPlainText() != text:
            self.setPlainText(text)
        self._spans, self._words, self._tones = list(spans), list(words), list(tones)
        self._paint_marks()

    def show_line(self, number: int) -> None:
        """Show the first place of a line of the form."""
        place = next((place for place, span in enumerate(self._spans) if number in span.lines), -1)
        self._show(place, moves=False)

    def go_to_mark(self, step: int) -> None:
        """Go to the next mark, round and round."""
        if self._spans:
            self._show((self._current + step) % len(self._spans), moves=True)
            self.line_chosen.emit(self._spans[self._current].lines[0])

    @property
    def current_words(self) -> str:
        """The field of the current mark."""
        return self._words[self._current] if 0 <= self._current < len(self._words) else ""

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            place = self._span_at(self.cursorForPosition(event.pos()).position())
            self.setToolTip(self._words[place] if place >= 0 else "")
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and 0 <= self._current < len(self._spans):
            self.opened.emit(self._spans[self._current].lines[0])
        else:
            super().keyPressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        place = self._span_at(self.cursorForPosition(event.position().toPoint()).position())
        if place >= 0:
            self.opened.emit(self._spans[place].lines[0])
        else:
            super().mouseDoubleClickEvent(event)

    def _show(self, place: int, *, moves: bool) -> None:
        self._current = place
        self._paint_marks()
        if place < 0:
            return
        cursor = self.textCursor()
        cursor.setPosition(self._spans[place].start)
        self.blockSignals(True)
        self.setTextCursor(cursor)
        self.blockSignals(False)
        self.ensureCursorVisible()
        self.setAccessibleDescription(f"Mark {place + 1} of {len(self._spans)}: {self._words[place]}")
        if moves:
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    def _span_at(self, position: int) -> int:
        return next((place for place, span in enumerate(self._spans) if span.start <= position < span.end), -1)

    def _paint_marks(self) -> None:
        palette = self._theme.palette
        selections = []
        for place, span in enumerate(self._spans):
            selection = QTextEdit.ExtraSelection()
            cursor = QTextCursor(self.document())
            cursor.setPosition(min(span.start, self.document().characterCount() - 1))
            cursor.setPosition(min(span.end, self.document().characterCount() - 1), QTextCursor.MoveMode.KeepAnchor)
            foreground, ground = palette.tone(self._tones[place])
            form = QTextCharFormat()
            form.setBackground(foreground if place == self._current else ground)
            form.setForeground(palette.color("panel") if place == self._current else foreground)
            form.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
            form.setUnderlineColor(foreground)
            selection.cursor = cursor
            selection.format = form
            selections.append(selection)
        self.setExtraSelections(selections)

    def _on_cursor_moved(self) -> None:
        place = self._span_at(self.textCursor().position())
        if place >= 0 and place != self._current:
            self._current = place
            self._paint_marks()
            self.setAccessibleDescription(f"Mark {place + 1} of {len(self._spans)}: {self._words[place]}")
            self.line_chosen.emit(self._spans[place].lines[0])
