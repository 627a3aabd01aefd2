"""A field with its label above and room for a message below."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from bunkerdesk.models.editor_fields import Field, Kind
from bunkerdesk.models.editor_model import EditorModel
from bunkerdesk.models.editor_options import Option
from bunkerdesk.models.editor_readings import Fix
from bunkerdesk.views.editor.field_line import FieldLine, FieldText
from bunkerdesk.views.editor.note_line import NoteLine
from bunkerdesk.views.widgets.labels import label


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
        self.note.keep_height(True)
        self.model.enter(self.path, self.edit.position)
        self.entered.emit(self)

    def _on_cursor_moved(self) -> None:
        if self.edit.hasFocus():
            self.model.enter(self.path, self.edit.position)

    def on_left(self) -> None:
        """The cursor went."""
        self.model.leave(self.field, self.index)
        self.note.keep_height(False)

    def on_history_requested(self, way: int) -> None:
        """-1 undo, 1 redo."""
        self.model.undo() if way < 0 else self.model.redo()


def _connect(edit: FieldLine | FieldText, box: FieldBox) -> None:
    edit.typed.connect(box.on_typed)
    edit.entered.connect(box.on_entered)
    edit.left.connect(box.on_left)
    edit.history_requested.connect(box.on_history_requested)
