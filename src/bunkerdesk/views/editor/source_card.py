"""Beside the form: the message it was filled from with its marks, and what did not come along."""

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QSizePolicy, QVBoxLayout, QWidget

from bunkerdesk.models.editor_findings import Line
from bunkerdesk.models.editor_model import EditorModel
from bunkerdesk.models.editor_source import LeftOut, jump_path, not_taken_over, origin, source_of
from bunkerdesk.rules.findings import Severity
from bunkerdesk.views.editor.before_sending import FindingLine
from bunkerdesk.views.editor.field_grid import Fold
from bunkerdesk.views.editor.telling import tell
from bunkerdesk.views.theme.tokens import Space
from bunkerdesk.views.widgets.buttons import keys_text
from bunkerdesk.views.widgets.cards import Card
from bunkerdesk.views.widgets.clearing import emptied
from bunkerdesk.views.widgets.labels import breakable, label
from bunkerdesk.views.widgets.marked_text import MarkedText

LEAST_TEXT = 180


class SourceCard(Card):
    """Folds; a mark leads to its field, a field shows its mark."""

    jump_requested = Signal(str)
    changed = Signal()
    """Other lines stand in it."""

    def __init__(self, model: EditorModel, parent: QWidget | None = None) -> None:
        super().__init__("", "editor.source", parent)
        self.setAccessibleName("Where it came from")
        self._model = model
        self._source = source_of(model.session, model.setting)
        self.fold = Fold("", "editor.source.fold", self)
        self.fold.setToolTip(f"From mark to mark: {keys_text('F8')}, to the field of a mark: {keys_text('Return')}")
        self._content = QWidget(self)
        self._content.setProperty("look", "panel")
        self.text = MarkedText("editor.source.text", self._content)
        self.text.setMinimumHeight(LEAST_TEXT)
        self.text.opened.connect(self._on_mark_opened)
        self.text.setVisible(self._source is not None)
        self.heading = label("", "label", self._content, wraps=True)
        self._list = QVBoxLayout()
        self._list.setSpacing(0)
        inside = QVBoxLayout(self._content)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(Space.XS)
        inside.addWidget(self.text, 1)
        inside.addWidget(self.heading)
        inside.addLayout(self._list)
        self.body.addWidget(self.fold, 0, Qt.AlignmentFlag.AlignLeft)
        self.body.addWidget(self._content, 1)
        self.lines: list[QPushButton] = []
        self._shown: tuple[str, list[LeftOut]] | None = None
        self.fold.serve(self._content)
        self.fold.folded.connect(self._on_folded)
        self.fold.set_open(True)
        self._on_folded(True)
        self.refresh()

    @property
    def has_message(self) -> bool:
        """There is a text to read beside the form."""
        return self._source is not None and not self.isHidden()

    def tab_stops(self) -> list[QWidget]:
        """In reading order."""
        return [self.fold, self.text, *self.lines]

    def refresh(self) -> None:
        """Show what the nomination holds by now."""
        source, document, session = self._source, self._model.document, self._model.session
        left = source.left_out(document, session.kind) if source else []
        told = {one.words for one in left}
        gone = [one for one in not_taken_over(session) if one.words not in told]
        self.setVisible(source is not None or bool(gone))
        if source is not None:
            self.text.show_message(source.text, source.spans, source.words(document), source.tones(document))
        words = "Message" if source is not None else origin(session)
        self.fold.set_words(f"{words} · {len(left) + len(gone)} left out" if left or gone else words)
        shown = ("In the message, not in the nomination" if left else "", [*left, *gone])
        if shown != self._shown:
            self._shown = shown
            self.heading.setText(shown[0])
            self.heading.setVisible(bool(left))
            self._show_lines(shown[1])

    def show_field(self, path: str) -> None:
        """The cursor is in a field: its piece of the message stands out."""
        number = self._source.line_of(path) if self._source else None
        if number is not None:
            self.text.show_line(number)

    def step(self, step: int) -> None:
        """From mark to mark."""
        if self.has_message:
            self.fold.set_open(True)
            self.text.go_to_mark(step)

    def _show_lines(self, left: list[LeftOut]) -> None:
        emptied(self._list)
        self.lines = []
        for place, one in enumerate(left):
            if not one.path:
                self._list.addWidget(label(breakable(one.sentence), "hint", self._content, wraps=True))
                continue
            told = Line(Severity.INFO, one.sentence, one.path)
            line = FindingLine(told, f"editor.source.left{place}", self._content)
            line.clicked.connect(partial(tell, self.jump_requested, one.path))
            self._list.addWidget(line)
            self.lines.append(line)
        self.changed.emit()

    def _on_mark_opened(self, number: int) -> None:
        if self._source is not None:
            self.jump_requested.emit(jump_path(self._source.lines[number].path))

    def _on_folded(self, is_open: bool) -> None:
        is_tall = is_open and self._source is not None
        self.setSizePolicy(
            QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding if is_tall else QSizePolicy.Policy.Maximum
        )
