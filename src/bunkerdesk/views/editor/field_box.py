"""A field with its label above and one reserved line below, so that no message ever moves the form."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from bunkerdesk.models.editor_fields import Field, Kind
from bunkerdesk.models.editor_model import EditorModel
from bunkerdesk.models.editor_notes import Note
from bunkerdesk.models.editor_options import Option
from bunkerdesk.models.editor_readings import Fix
from bunkerdesk.views.editor.field_line import FieldLine, FieldText
from bunkerdesk.views.editor.telling import tell
from bunkerdesk.views.theme.theme import Theme
from bunkerdesk.views.theme.tokens import Space
from bunkerdesk.views.widgets.buttons import button, keys_text
from bunkerdesk.views.widgets.labels import ElidedLabel, label, set_look

NOTE_HEIGHT = 18
_LOOKS = {"error": "field-error", "warning": "field-warning", "hint": "field-hint", "derived": "field-hint"}


def _broken(text: str, metrics: QFontMetrics, room: int) -> tuple[str, str]:
    """As many words as fit, and the rest."""
    words = text.split(" ")
    fitting = next(
        (count for count in range(len(words) - 1, 0, -1) if metrics.horizontalAdvance(" ".join(words[:count])) <= room),
        1,
    )
    return " ".join(words[:fitting]), " ".join(words[fitting:])


class NoteLine(QWidget):
    """Lines of fixed height: what was understood, what is wrong, and the fixes to click.

    A time has a second line: there stands what does not fit on the first, or the other clocks below a warning.
    """

    fix_taken = Signal(object)

    def __init__(self, name: str, parent: QWidget | None = None, lines: int = 1) -> None:
        super().__init__(parent)
        self._name = name
        self._lines = lines
        self._fixes: list[QPushButton] = []
        self._shown: Note | None = None
        self.text = ElidedLabel("", "field-hint", self)
        self.text.setObjectName(f"{name}.note")
        self.second = ElidedLabel("", "field-hint", self)
        self.second.setObjectName(f"{name}.clocks")
        self.second.setVisible(lines > 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self._row = QHBoxLayout()
        self._row.setSpacing(Space.XS)
        column.addLayout(self._row)
        column.addWidget(self.second)
        column.addStretch(1)
        self._row.addWidget(self.text, 1)
        self._row.addStretch(0)
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
        self._divide()
        set_look(self.text, _LOOKS.get(note.tone, "field-hint"))
        if [one.text() for one in self._fixes] != [fix.text for fix in note.fixes]:
            self._replace(note.fixes)
        self._row.setStretch(0, 0 if note.fixes else 1)
        self._row.setStretch(self._row.count() - 1, 1 if note.fixes else 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._divide()

    def _divide(self) -> None:
        """Put on the second line what does not fit on the first."""
        note = self._shown or Note()
        first, _, second = note.message.partition(", ")
        metrics, room = self.text.fontMetrics(), self.width() - 2
        is_long = self._lines > 1 and not note.echo and metrics.horizontalAdvance(note.message) > room
        if is_long and second and note.tone not in ("error", "warning"):
            lines = (f"{first},", second)
        elif is_long and not note.fixes:
            lines = _broken(note.message, metrics, room)
        else:
            lines = (note.message, note.echo)
        self.text.set_text(lines[0])
        self.second.set_text(lines[1])
        set_look(self.second, _LOOKS.get(note.tone, "field-hint") if is_long else "field-hint")

    def _fit(self) -> None:
        for one in (self.text, self.second):
            one.setFixedHeight(self._theme.pixels(NOTE_HEIGHT))
        self.setFixedHeight(self._lines * self._theme.pixels(NOTE_HEIGHT))

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
            self._row.insertWidget(self._row.count() - 1, one)
            self._fixes.append(one)


class FieldBox(QWidget):
    """One field of the form. It shows what the model says and tells it every keystroke."""

    entered = Signal(object)
    """This box, when the cursor came into it."""
    fixes_wanted = Signal()
    """The keyboard is to go to what is offered, which stands elsewhere."""

    def __init__(
        self, model: EditorModel, asked: Field, index: int | None = None, parent: QWidget | None = None,
        *, bare: bool = False,
    ) -> None:  # fmt: skip
        """`bare` leaves label and note to a table."""
        super().__init__(parent)
        self.model = model
        self.field = asked
        self.index = index
        self.path = asked.path(index)
        name = f"editor.{self.path}"
        self.edit = self._make_edit(name)
        self.edit.setAccessibleName(asked.name(index))
        self.label = label(asked.label, "label", self)
        self.label.setBuddy(self.edit)
        self.note = NoteLine(name, self, lines=2 if asked.kind is Kind.TIME else 1)
        self.note.fix_taken.connect(self._on_fix_taken)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(self.label)
        column.addWidget(self.edit)
        column.addWidget(self.note)
        column.addStretch(1)
        if bare:
            self.label.hide()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.refresh()

    def tab_stops(self) -> list[QWidget]:
        """The field, then what can be clicked below it."""
        return [self.edit, *self.note.fixes]

    def refresh(self) -> None:
        """Show what the model holds."""
        if self.model.is_typing != self.path or not self.edit.hasFocus():
            self.edit.show_text(self.model.text(self.field, self.index))
        note = self.model.note(self.field, self.index)
        self.note.show_note(note)
        words = f"{note.words} {' or '.join(fix.text for fix in note.fixes)}".strip()
        self.edit.setAccessibleDescription(words)
        self.edit.setToolTip(note.words if len(note.message) > 24 else "")
        self.edit.setPlaceholderText(self.model.derived(self.field, self.index))
        tone = note.tone if note.tone in ("error", "warning") else ""
        if self.edit.property("tone") != tone:
            self.edit.setProperty("tone", tone)
            self.edit.style().unpolish(self.edit)
            self.edit.style().polish(self.edit)

    def take_focus(self, position: int | None = None) -> None:
        """Put the cursor into the field."""
        self.edit.setFocus(Qt.FocusReason.OtherFocusReason)
        if position is not None:
            self.edit.place_cursor(position)

    def _make_edit(self, name: str) -> FieldLine | FieldText:
        if self.field.kind is Kind.LONG_TEXT:
            text = FieldText(name, self)
            _connect(text, self)
            text.cursorPositionChanged.connect(self._on_cursor_moved)
            return text
        line = FieldLine(self.field.kind, name, self._options, self)
        line.setReadOnly(self.model.is_fixed(self.field))
        _connect(line, self)
        line.cursorPositionChanged.connect(self._on_cursor_moved)
        line.chosen.connect(self._on_chosen)
        line.stepped.connect(self._on_stepped)
        line.confirmed.connect(self._on_confirmed)
        return line

    def _options(self, text: str) -> Sequence[Option]:
        return self.model.options(self.field, text, self.index)

    def on_typed(self, text: str) -> None:
        """Every keystroke."""
        self.model.type_text(self.field, text, self.index, self.edit.position)

    def _on_chosen(self, option: Option) -> None:
        self.model.take(self.field, Fix(option.text, option.value, option.fills), self.index)

    def _on_fix_taken(self, fix: Fix) -> None:
        self.model.take(self.field, fix, self.index)
        self.take_focus()

    def _on_confirmed(self) -> None:
        """Return takes what is offered; where several things are, it goes to the first."""
        fixes = self.model.note(self.field, self.index).fixes
        if len(fixes) == 1:
            self._on_fix_taken(fixes[0])
        elif fixes and self.note.isVisible():
            self.note.fixes[0].setFocus(Qt.FocusReason.OtherFocusReason)
        elif fixes:
            self.fixes_wanted.emit()

    def _on_stepped(self, minutes: int) -> None:
        self.model.step_time(self.field, minutes, self.index)

    def on_entered(self) -> None:
        """The cursor came."""
        self.model.enter(self.path, self.edit.position)
        self.entered.emit(self)

    def _on_cursor_moved(self) -> None:
        if self.edit.hasFocus():
            self.model.enter(self.path, self.edit.position)

    def on_left(self) -> None:
        """The cursor went."""
        self.model.leave(self.field, self.index)

    def on_history_requested(self, way: int) -> None:
        """-1 undo, 1 redo."""
        self.model.undo() if way < 0 else self.model.redo()


def _connect(edit: FieldLine | FieldText, box: FieldBox) -> None:
    edit.typed.connect(box.on_typed)
    edit.entered.connect(box.on_entered)
    edit.left.connect(box.on_left)
    edit.history_requested.connect(box.on_history_requested)
