"""A message and the form it filled: what was recognised is marked in the text, each mark with its field's name."""

from functools import partial

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QScrollArea,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from bunkerdesk.models.import_message import FormLine, MessageForm, group_of
from bunkerdesk.models.import_model import EditKind, ImportModel
from bunkerdesk.models.import_rows import CellNote
from bunkerdesk.models.import_stems import stem_lines
from bunkerdesk.rules.wording import count_words
from bunkerdesk.views.importing.known_stems import KnownStems
from bunkerdesk.views.importing.note_strip import NoteStrip
from bunkerdesk.views.importing.options_bar import OptionsBar
from bunkerdesk.views.theme.tokens import Space
from bunkerdesk.views.widgets.buttons import button, keys_text
from bunkerdesk.views.widgets.labels import label
from bunkerdesk.views.widgets.marked_text import MarkedText
from bunkerdesk.views.widgets.marks import StatusPill

NOTE_HEIGHT = 28
NOTE_INDENT = 24
"""Pixels from the tick to the words behind it."""
_SURENESS = {"sure": "ok", "likely": "accent", "unsure": "warning"}


class LineRow:
    """The widgets of one line of the form."""

    def __init__(self, number: int, line: FormLine, parent: QWidget) -> None:
        self.number = number
        self.tick = QCheckBox(line.words, parent)
        self.tick.setObjectName(f"import.message.{number}.taken")
        self.tick.setAccessibleName(f"Take {line.words}")
        self.edit = QLineEdit(line.text, parent)
        self.edit.setObjectName(f"import.message.{number}.value")
        self.edit.setAccessibleName(line.words)
        self.pill = StatusPill(line.sureness, _SURENESS.get(line.sureness, "neutral"), parent)
        self.strip = NoteStrip(f"import.message.{number}.note", parent, NOTE_HEIGHT)
        self.strip.setContentsMargins(NOTE_INDENT, 0, 0, 0)
        self.tone = StatusPill("", "neutral", parent)

    def show(self, line: FormLine, notes: tuple[CellNote, ...]) -> None:
        """Show what the form holds."""
        if self.edit.text() != line.text:
            self.edit.setText(line.text)
        self.tick.blockSignals(True)
        self.tick.setChecked(line.is_taken)
        self.tick.blockSignals(False)
        self.edit.setEnabled(line.is_taken)
        self.pill.set_status(line.sureness, _SURENESS.get(line.sureness, "neutral"))
        shown = notes if line.is_taken else ()
        self.strip.show_notes("", shown)
        self.strip.icon.setVisible(bool(shown))
        self.strip.where.hide()
        self.edit.setAccessibleDescription(". ".join(note.text for note in shown))


class MessageView(QWidget):
    """Text left, form right; nothing is sent from here, the editor is opened with what was taken."""

    back_requested = Signal()
    editor_requested = Signal()
    table_requested = Signal(str)
    stem_chosen = Signal(int)
    """A record that the message changes."""

    def __init__(self, model: ImportModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("import.message")
        self._model = model
        self._rows: list[LineRow] = []
        self.text = MarkedText("import.message.text", self)
        self.text.line_chosen.connect(self._on_line_chosen)
        self.options = OptionsBar("import.message.options", self, reads=False)
        self.options.kind_chosen.connect(self._on_kind_chosen)
        self._area = QScrollArea(self)
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.ships = QComboBox(self)
        self.ships.setObjectName("import.message.ship")
        self.ships.setAccessibleName("Ship")
        self.ships.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.ships.activated.connect(model.choose_part)
        self.ships_line = QWidget(self)
        self.known = KnownStems(self)
        self.known.chosen.connect(self.stem_chosen)
        self.others = label("", "dim", self, wraps=True)
        self._lay_out()
        model.message_changed.connect(self.refresh)

    @property
    def rows(self) -> list[LineRow]:
        """The lines of the form, from above."""
        return self._rows

    def take_focus(self) -> None:
        """Put the focus on what the message names, else into the first line with a question, else an empty one."""
        form = self._model.message
        if form and form.stems and form.stems[0].is_named and self.known.buttons:
            self.known.buttons[0].setFocus(Qt.FocusReason.OtherFocusReason)
            return
        lines = form.lines if form else []
        asked = [number for number, line in enumerate(lines) if line.asks]
        place = asked[0] if asked else next((number for number, line in enumerate(lines) if not line.text), -1)
        target: QWidget = self._rows[place].edit if 0 <= place < len(self._rows) else self.open_button
        target.setFocus(Qt.FocusReason.OtherFocusReason)

    def refresh(self) -> None:
        """Show the form as it is now."""
        form = self._model.message
        if form is None:
            return
        if [line.path for line in form.lines] != [row.edit.property("path") for row in self._rows]:
            self._build(form.lines)
        self._show_ships(form)
        self.known.show_lines(*stem_lines(form.stems))
        spans = form.spans()
        words = [", ".join(form.lines[number].words for number in span.lines) for span in spans]
        tones = [group_of(form.lines[span.lines[0]].path) for span in spans]
        self.text.show_message(form.text, spans, words, tones)
        self.refresh_notes()
        self.options.show_choices(form.kind)

    def refresh_notes(self) -> None:
        """Say anew what the form means."""
        form = self._model.message
        if form is None:
            return
        found = form.assessed()
        for row, line in zip(self._rows, form.lines, strict=True):
            row.show(line, found.notes.get(row.number, ()))
        questions = form.open_questions
        words = [f"{count_words(questions, 'question')} to answer"] if questions else []
        words += [note.text for note in found.others if note.tone in ("error", "warning")]
        self.others.setText(". ".join(words))
        self.open_button.setToolTip(
            "Lines with an open question are left out." if questions else keys_text("Ctrl+Return")
        )

    def _lay_out(self) -> None:
        back = button("Back", "import.message.back", self)
        back.clicked.connect(self.back_requested)
        former = button("Previous mark", "import.message.previous", self, tooltip=keys_text("Shift+F8"))
        former.clicked.connect(partial(self._step, -1))
        following = button("Next mark", "import.message.next", self, tooltip=keys_text("F8"))
        following.clicked.connect(partial(self._step, 1))
        words = f"Open in the editor   {keys_text('Ctrl+Return')}"
        self.open_button = button(words, "import.message.open", self, "primary")
        self.open_button.setAccessibleName("Open in the editor")
        self.open_button.clicked.connect(self.editor_requested)
        right = QFrame(self)
        right.setProperty("look", "card")
        column = QVBoxLayout(right)
        column.setContentsMargins(Space.L, Space.M, Space.M, Space.M)
        column.setSpacing(Space.S)
        column.addWidget(self.options)
        ships = QHBoxLayout(self.ships_line)
        ships.setContentsMargins(0, 0, 0, 0)
        ships.setSpacing(Space.S)
        caption = label("Ship", "dim", self.ships_line)
        caption.setBuddy(self.ships)
        ships.addWidget(caption)
        ships.addWidget(self.ships)
        ships.addWidget(label("Each ship of the message is a nomination of its own", "dim", self.ships_line), 1)
        column.addWidget(self.ships_line)
        column.addWidget(self.known)
        column.addWidget(self._area, 1)
        column.addWidget(self.others)
        splitter = QSplitter(Qt.Orientation.Horizontal, self)
        splitter.addWidget(self.text)
        splitter.addWidget(right)
        splitter.setChildrenCollapsible(False)
        splitter.setHandleWidth(Space.M)
        splitter.setProperty("look", "gap")
        splitter.setStretchFactor(0, 4)
        splitter.setStretchFactor(1, 5)
        bottom = QHBoxLayout()
        bottom.setSpacing(Space.S)
        bottom.addWidget(former)
        bottom.addWidget(following)
        bottom.addWidget(label("Nothing is sent from here", "dim", self), 1)
        bottom.addWidget(back)
        bottom.addWidget(self.open_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(Space.L, 0, Space.L, Space.L)
        layout.setSpacing(Space.M)
        layout.addWidget(splitter, 1)
        layout.addLayout(bottom)

    def _show_ships(self, form: MessageForm) -> None:
        """Which ship of the message the form is of; nothing where there is one."""
        count = len(form.parts)
        words = [f"{part.ship} ({place} of {count})" for place, part in enumerate(form.parts, start=1)]
        if words != [self.ships.itemText(place) for place in range(self.ships.count())]:
            self.ships.clear()
            self.ships.addItems(words)
        self.ships.setCurrentIndex(form.part if count else -1)
        self.ships_line.setVisible(count > 0)

    def _build(self, lines: list[FormLine]) -> None:
        content = QWidget(self._area)
        content.setProperty("look", "panel")
        content.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        grid = QGridLayout(content)
        grid.setContentsMargins(0, 0, Space.S, 0)
        grid.setHorizontalSpacing(Space.S)
        grid.setVerticalSpacing(0)
        grid.setColumnStretch(2, 1)
        self._rows = []
        for number, line in enumerate(lines):
            row = LineRow(number, line, content)
            row.edit.setProperty("path", line.path)
            row.edit.textEdited.connect(partial(self._on_text_edited, number))
            row.edit.returnPressed.connect(partial(self._on_return_pressed, number))
            row.edit.installEventFilter(self)
            row.tick.toggled.connect(partial(self._on_tick_toggled, number))
            row.strip.fix_taken.connect(partial(self._on_fix_taken, number))
            grid.addWidget(row.tick, 2 * number, 0)
            grid.addWidget(row.edit, 2 * number, 2)
            grid.addWidget(row.pill, 2 * number, 1)
            grid.addWidget(row.strip, 2 * number + 1, 0, 1, 3)
            self._rows.append(row)
        grid.setRowStretch(2 * len(lines), 1)
        self._area.setWidget(content)

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusIn:
            place = next((row.number for row in self._rows if row.edit is watched), -1)
            self.text.show_line(place)
        return False

    def step(self, step: int) -> None:
        """Go to the next mark in the text."""
        self.text.go_to_mark(step)

    def _step(self, step: int, *_: object) -> None:
        self.step(step)

    def _on_line_chosen(self, number: int) -> None:
        if 0 <= number < len(self._rows):
            self._area.ensureWidgetVisible(self._rows[number].edit)

    def _on_text_edited(self, number: int, text: str) -> None:
        if self._model.message is not None:
            self._model.message.change(number, text)
            self.refresh_notes()

    def _on_tick_toggled(self, number: int, is_on: bool) -> None:
        if self._model.message is not None:
            self._model.message.lines[number].is_taken = is_on
            self.refresh_notes()

    def _on_fix_taken(self, number: int, text: str) -> None:
        self._on_text_edited(number, text)
        self._rows[number].edit.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_return_pressed(self, number: int) -> None:
        """Return takes the one answer that is offered; of several the first gets the keyboard."""
        fixes = self._rows[number].strip.fixes
        if len(fixes) == 1:
            fixes[0].click()
        elif fixes:
            fixes[0].setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_kind_chosen(self, kind: str) -> None:
        self._model.choose(kind=EditKind(kind))
