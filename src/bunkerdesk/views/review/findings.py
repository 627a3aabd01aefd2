"""What the rules found, gravest first: sentence, source, both verdicts, one's own note, the way to the figure."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from bunkerdesk.models.review_page import CheckLine, FindingLine, ReviewPage
from bunkerdesk.rules.wording import count_words, first_upper
from bunkerdesk.views.theme.tokens import Space
from bunkerdesk.views.widgets.buttons import button
from bunkerdesk.views.widgets.clearing import emptied
from bunkerdesk.views.widgets.flow import FlowLayout
from bunkerdesk.views.widgets.labels import breakable, label, rule, set_look
from bunkerdesk.views.widgets.marks import Badge

MOST = 40
"""Findings shown at once; the rest follows on demand."""
_OUTCOMES = {"passed": "passed", "not_applicable": "not applicable", "missing": "could not be judged"}


class FindingRow(QFrame):
    """One finding."""

    noted = Signal(str, str)
    typed = Signal(str, str)
    """What stands in the field, as it is typed."""
    place_requested = Signal(str)

    def __init__(self, line: FindingLine, parent: QWidget | None = None, *, is_frozen: bool = False) -> None:
        super().__init__(parent)
        self.line = line
        self._told = line.note
        self.setObjectName(f"review.finding.{line.rule}")
        said = f"{line.severity} {line.rule} {line.title}: {line.sentence}{line.on}. {line.source}. {line.margin}"
        self.setAccessibleName(said.strip())
        chip = Badge(line.rule, line.tone, self)
        chip.setAccessibleName(f"{line.severity}, rule {line.rule}")
        chip.setToolTip(f"{line.title} ({line.severity})")
        words = QVBoxLayout()
        words.setSpacing(1)
        head = QHBoxLayout()
        head.setSpacing(0)
        head.addWidget(label(breakable(line.sentence), "strong", self, wraps=True), 1)
        words.addLayout(head)
        on = line.on.strip()
        more = "; ".join(filter(None, (first_upper(on), line.source)))
        words.addWidget(label(more, "label", self, wraps=True))
        if line.margin:
            words.addWidget(label(first_upper(line.margin), "label", self, wraps=True))
        text = line.note if line.typed is None or is_frozen else line.typed
        self.field = QLineEdit(text, self)
        self.field.setObjectName(f"review.note.{line.key}")
        self.field.setAccessibleName(f"Your note on {line.rule}")
        self.field.setPlaceholderText("Your note on this finding")
        self.field.setReadOnly(is_frozen)
        self.field.setVisible(bool(text or line.note))
        self.field.textEdited.connect(self._on_text_edited)
        self.field.editingFinished.connect(self._on_editing_finished)
        words.addWidget(self.field)
        self._add = button("Note", f"review.add_note.{line.key}", self, "link", "Write a note on this finding")
        self._add.setAccessibleName(f"Note on {line.rule}")
        self._add.setVisible(self.field.isHidden() and not is_frozen)
        self._add.clicked.connect(self._on_add_clicked)
        self.show_button = button("Show", f"review.show.{line.key}", self, "link", "Go to the figure in the table")
        self.show_button.setAccessibleName(f"Show {line.rule} in the table")
        self.show_button.setVisible(line.place.startswith("bunkerDeliveryNotes["))
        self.show_button.clicked.connect(self._on_show_clicked)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, Space.XS + 2, 0, Space.XS + 2)
        layout.setSpacing(Space.S)
        top = Qt.AlignmentFlag.AlignTop
        layout.addWidget(chip, 0, top)
        layout.addLayout(words, 1)
        layout.addWidget(self._add, 0, top)
        layout.addWidget(self.show_button, 0, top)

    def show_note(self, line: FindingLine) -> None:
        """The finding is the same, the note may be another; what is being typed stays as it is."""
        is_untouched = self.field.text().strip() == self._told and not self.field.hasFocus()
        self.line, self._told = line, line.note
        if is_untouched and self.field.text() != line.note:
            self.field.setText(line.note)
            self.field.setVisible(bool(line.note))
            self._add.setVisible(not line.note and not self.field.isReadOnly())

    def _on_text_edited(self, text: str) -> None:
        self.typed.emit(self.line.key, text)

    def _on_add_clicked(self) -> None:
        self._add.hide()
        self.field.show()
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_show_clicked(self) -> None:
        self.place_requested.emit(self.line.place)

    @property
    def stops(self) -> tuple[QWidget, ...]:
        """Where Tab stops, in this order."""
        return (self.field, self._add, self.show_button)

    def commit(self) -> None:
        """Tell of what was typed and not told yet."""
        text = self.field.text().strip()
        if text != self._told:
            self._told = text
            self.noted.emit(self.line.key, text)

    def _on_editing_finished(self) -> None:
        self.commit()


class FindingsCard(QFrame):
    """All findings with their counts, and the checks that found nothing, folded."""

    noted = Signal(str, str)
    typed = Signal(int, str, str)
    """The id of the operation, the key of the finding, and what stands in its field."""
    place_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("review.findings")
        self.setProperty("look", "card")
        self.setAccessibleName("Findings")
        self._counts = [label("", "strong", self) for _ in range(3)]
        self._fold = button("", "review.checks_fold", self, "link", "Show the checks that found nothing")
        self._fold.setCheckable(True)
        self._fold.toggled.connect(self._on_fold_toggled)
        head = FlowLayout(spacing=Space.M)
        head.addWidget(label("Findings", "strong", self))
        for one in self._counts:
            head.addWidget(one)
        head.addWidget(self._fold)
        self._rows = QVBoxLayout()
        self._rows.setSpacing(0)
        self._checks = QWidget(self)
        self._check_rows = QVBoxLayout(self._checks)
        self._check_rows.setContentsMargins(0, Space.S, 0, 0)
        self._check_rows.setSpacing(2)
        self._checks.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(Space.M + 2, Space.M, Space.M + 2, Space.M)
        layout.setSpacing(Space.XS)
        layout.addLayout(head)
        layout.addLayout(self._rows)
        layout.addWidget(self._checks)
        self._page: ReviewPage | None = None
        self._is_whole = False
        self._shown: tuple[object, ...] = ()

    def show_page(self, page: ReviewPage) -> None:
        """Show another operation's findings; what has not changed keeps its place and focus."""
        shown = (page.id, tuple(line.bare for line in page.findings), page.checks, bool(page.signed.verdict))
        if shown == self._shown:
            self._page = page
            for row, line in zip(self.rows(), page.findings, strict=False):
                row.show_note(line)
            return
        if not self._shown or self._shown[0] != page.id:
            self._is_whole = False
        self._shown, self._page = shown, page
        self._show_counts(page)
        self._fill()
        self._fold.setChecked(False)

    def rows(self) -> list[FindingRow]:
        """The findings on the screen."""
        items = [self._rows.itemAt(place) for place in range(self._rows.count())]
        widgets = [item.widget() for item in items if item is not None]
        return [widget for widget in widgets if isinstance(widget, FindingRow)]

    def commit(self) -> None:
        """Tell of every note that was typed and not told yet."""
        for row in self.rows():
            row.commit()

    def _show_counts(self, page: ReviewPage) -> None:
        looks = ("error-text", "warning-text", "dim")
        for one, (name, count), look in zip(self._counts, page.counts.items(), looks, strict=True):
            one.setText(count_words(count, name))
            set_look(one, look)
            one.setVisible(count > 0)
        parts = [f"{count_words(page.passed, 'check')} passed"] if page.passed else []
        parts += [f"{page.not_applicable} not applicable"] if page.not_applicable else []
        parts += [f"{page.without_data} without data"] if page.without_data else []
        self._fold.setText(", ".join(parts))
        self._fold.setAccessibleName(", ".join(parts))
        self._fold.setVisible(bool(parts))

    def _fill(self) -> None:
        emptied(self._rows)
        page = self._page
        if page is None:
            return
        if not page.findings:
            self._rows.addWidget(label("Nothing found. Every check that applies has passed.", "dim", self))
        shown = page.findings if self._is_whole else page.findings[:MOST]
        for place, line in enumerate(shown):
            if place:
                self._rows.addWidget(rule(self))
            row = FindingRow(line, self, is_frozen=bool(page.signed.verdict))
            row.noted.connect(self.noted)
            row.typed.connect(self._on_typed)
            row.place_requested.connect(self.place_requested)
            self._rows.addWidget(row)
        rest = len(page.findings) - len(shown)
        if rest:
            more = button(f"Show {rest} more", "review.more_findings", self, "link")
            more.clicked.connect(self._on_more_clicked)
            self._rows.addWidget(more, 0, Qt.AlignmentFlag.AlignLeft)
        # What is made anew would come last: Tab goes from the counts through the findings to the table.
        former: QWidget = self._fold
        for stop in (stop for row in self.rows() for stop in row.stops):
            QWidget.setTabOrder(former, stop)
            former = stop

    def _on_typed(self, key: str, text: str) -> None:
        if self._page is not None:
            self.typed.emit(self._page.id, key, text)

    def _on_more_clicked(self) -> None:
        self._is_whole = True
        self._fill()

    def _on_fold_toggled(self, is_open: bool) -> None:
        emptied(self._check_rows)
        if is_open and self._page is not None:
            for line in self._page.checks[: 10 * MOST]:
                self._check_rows.addWidget(_check(line, self._checks))
        self._checks.setVisible(is_open)


def _check(line: CheckLine, parent: QWidget) -> QWidget:
    reason = f": {line.reason}" if line.reason else ""
    on = f", {line.on}" if line.on else ""
    return label(
        f"{line.rule}  {line.title}{on}, {_OUTCOMES.get(line.outcome, line.outcome)}{reason}",
        "label",
        parent,
        wraps=True,
    )
