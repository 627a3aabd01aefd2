"""What stands below a field: its message, whole where it warns, and the fixes to click."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QFontMetrics, QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from bunkerdesk.models.editor_notes import Note
from bunkerdesk.models.editor_readings import Fix
from bunkerdesk.views.editor.telling import tell
from bunkerdesk.views.theme.theme import Theme
from bunkerdesk.views.theme.tokens import Space
from bunkerdesk.views.widgets.buttons import button, keys_text
from bunkerdesk.views.widgets.labels import ElidedLabel, breakable, set_look

NOTE_HEIGHT = 18
_LOOKS = {"error": "field-error", "warning": "field-warning", "hint": "field-hint", "derived": "field-hint"}
_SERIOUS = frozenset({"error", "warning"})
_AGAIN_MS = 40


def _broken(text: str, metrics: QFontMetrics, room: int) -> tuple[str, str]:
    """As many words as fit, and the rest."""
    words = text.split(" ")
    fitting = next(
        (count for count in range(len(words) - 1, 0, -1) if metrics.horizontalAdvance(" ".join(words[:count])) <= room),
        1,
    )
    return " ".join(words[:fitting]), " ".join(words[fitting:])


class NoteText(ElidedLabel):
    """One line that gives way, or the lines that it takes to say all of it."""

    def show_whole(self, text: str) -> None:
        """Say all of a text, in as many lines as that takes."""
        if not self.wordWrap():
            self.setWordWrap(True)
        if self.text() != breakable(text):
            self.setText(breakable(text))
            self.setAccessibleName(text)

    def set_text(self, text: str) -> None:
        self.setWordWrap(False)
        super().set_text(text)

    @property
    def is_elided(self) -> bool:
        return not self.wordWrap() and super().is_elided


class NoteLine(QWidget):
    """Reserved lines that most messages fit, so that they move nothing; a longer warning takes the lines it needs.

    A time has a second line: there stands what does not fit on the first, or the other clocks below a warning.
    While its field is typed in, it does not shrink again, nor does it change under a mouse button that is down.
    """

    fix_taken = Signal(object)

    def __init__(self, name: str, parent: QWidget | None = None, lines: int = 1) -> None:
        super().__init__(parent)
        self._name = name
        self._lines = lines
        self._fixes: list[QPushButton] = []
        self._shown: Note | None = None
        self._keeps_height = False
        self.text = NoteText("", "field-hint", self)
        self.text.setObjectName(f"{name}.note")
        self.second = ElidedLabel("", "field-hint", self)
        self.second.setObjectName(f"{name}.clocks")
        self.second.setVisible(lines > 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._row.setSpacing(Space.XS)
        column.addLayout(self._row)
        column.addWidget(self.second)
        column.addStretch(1)
        self._row.addWidget(self.text, 1)
        self._row.addStretch(0)
        self._timer = QTimer(self, singleShot=True, interval=_AGAIN_MS)
        self._timer.timeout.connect(self._fit_when_still)
        self._theme = Theme.current()
        self._theme.changed.connect(self._fit)
        self._fit()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    @property
    def fixes(self) -> Sequence[QPushButton]:
        """The buttons, in order."""
        return self._fixes

    def show_note(self, note: Note) -> None:
        """Show another note."""
        if note == self._shown:
            return
        self._shown = note
        set_look(self.text, _LOOKS.get(note.tone, "field-hint"))
        if [one.text() for one in self._fixes] != [fix.text for fix in note.fixes]:
            self._replace(note.fixes)
        self._divide()
        self._fit_when_still()

    def keep_height(self, keeps: bool) -> None:
        """While a field is typed in, what stands below it keeps its place."""
        self._keeps_height = keeps
        self._fit_when_still()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self._divide()
            self._fit(may_shrink=True)

    def _divide(self) -> None:
        """Put on further lines what does not fit on the first."""
        note = self._shown or Note()
        is_long = self._needed(note) > self.width() - 2
        if is_long and note.tone in _SERIOUS:
            self.text.show_whole(note.message)
            self.second.set_text(note.echo)
        else:
            first, second = self._two_lines(note) if is_long else (note.message, note.echo)
            self.text.set_text(first)
            self.second.set_text(second)
        takes_over = is_long and not note.echo
        set_look(self.second, _LOOKS.get(note.tone, "field-hint") if takes_over else "field-hint")
        self._arrange(is_long and note.tone in _SERIOUS)

    def _two_lines(self, note: Note) -> tuple[str, str]:
        """A hint in the lines there are; the rest of it is left to the tooltip."""
        first, _, second = note.message.partition(", ")
        if self._lines < 2 or note.echo:
            return note.message, note.echo
        if second:
            return f"{first},", second
        return (note.message, "") if note.fixes else _broken(note.message, self.text.fontMetrics(), self.width() - 2)

    def _arrange(self, is_stacked: bool) -> None:
        """The fixes beside the message, or below one that takes the whole width."""
        way = QBoxLayout.Direction.TopToBottom if is_stacked else QBoxLayout.Direction.LeftToRight
        self._row.setDirection(way)
        has_fixes = bool(self._fixes)
        self._row.setStretch(0, 0 if has_fixes or is_stacked else 1)
        self._row.setStretch(self._row.count() - 1, 1 if has_fixes and not is_stacked else 0)

    def _needed(self, note: Note) -> int:
        """The width of everything on one line."""
        fixes = sum(one.sizeHint().width() + Space.XS for one in self._fixes)
        return self.text.fontMetrics().horizontalAdvance(note.message) + fixes

    def _fit_when_still(self) -> None:
        """A form that moves between press and release makes a click miss."""
        if QGuiApplication.mouseButtons() == Qt.MouseButton.NoButton:
            self._fit()
        else:
            self._timer.start()

    def _fit(self, *, may_shrink: bool = False) -> None:
        line = self._theme.pixels(NOTE_HEIGHT)
        self.second.setFixedHeight(line)
        height = line
        if self.text.wordWrap():
            self.text.setMinimumHeight(0)  # a label never answers less than it was held to before
            height = max(self.text.heightForWidth(max(self.width(), 1)) + Space.XS, line)
        self.text.setFixedHeight(height)
        if self.text.wordWrap():
            height += sum(one.sizeHint().height() + Space.XS for one in self._fixes)
        height += line if self._lines > 1 and (self.second.text() or height == line) else 0
        height = max(height, self._lines * line)
        keeps = self._keeps_height and not may_shrink
        self.setFixedHeight(max(height, self.height()) if keeps else height)

    def _replace(self, fixes: Sequence[Fix]) -> None:
        for old in self._fixes:
            old.hide()
            old.deleteLater()
        self._fixes = []
        for place, fix in enumerate(fixes):
            one = button(fix.text, f"{self._name}.fix{place}", self, "fix")
            one.setToolTip(f"Take {fix.text.rstrip('?')} ({keys_text('Return')} in the field)")
            one.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
            one.clicked.connect(partial(tell, self.fix_taken, fix))
            self._row.insertWidget(self._row.count() - 1, one, 0, Qt.AlignmentFlag.AlignLeft)
            self._fixes.append(one)
