"""Copies of a nomination side by side: as it was, as typed here, as at the service. Nothing is overwritten unseen."""

import textwrap
from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QButtonGroup, QGridLayout, QPushButton, QScrollArea, QWidget

from bunkerdesk.models.editor_conflict import NOT_THERE, NOTHING, STATUS, Compared, SideBySide
from bunkerdesk.rules import wording
from bunkerdesk.views.dialogs.base import DeskDialog
from bunkerdesk.views.theme.tokens import Space
from bunkerdesk.views.widgets.buttons import button
from bunkerdesk.views.widgets.labels import breakable, label, rule
from bunkerdesk.views.widgets.page_scroll import framed

MINE, THEIRS = "mine", "theirs"
WIDEST, MOST_LINES = 38, 5


class ConflictDialog(DeskDialog):
    """Field by field: keep what was typed here, or take what the service has now."""

    def __init__(
        self, reference: str, lines: Sequence[Compared], environment: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(f"{reference} changed on the service meanwhile", "conflict", parent, environment)
        self.set_room(980, 560)
        self._lines = list(lines)
        self.choices: dict[str, str] = {line.path: line.choice for line in lines if line.choice and line.can_choose}
        self._pairs: dict[str, tuple[QPushButton, QPushButton]] = {}
        ended = "".join(f"{line.says}. " for line in lines if line.path == STATUS)
        open_ones = sum(not line.choice and line.path != STATUS for line in lines)
        words = (
            f"{wording.count_words(open_ones, 'field was', 'fields were')} changed both here and there: choose. "
            if open_ones
            else ""
        )
        text = f"{ended}{words}Nothing has been overwritten. What is pressed below is what will be sent."
        self.body.addWidget(label(text, "dim", self, wraps=True))
        self.body.addWidget(self._table(), 1)
        self.left = label("", "dim", self)
        self.body.addWidget(self.left)
        self.all_mine = button("Keep all mine", "conflict.all_mine", self)
        self.all_mine.clicked.connect(partial(self._choose_all, MINE))
        self.all_theirs = button("Take all theirs", "conflict.all_theirs", self)
        self.all_theirs.clicked.connect(partial(self._choose_all, THEIRS))
        self.add_left(self.all_theirs)
        self.add_left(self.all_mine)
        self.later = button("Decide later", "conflict.later", self)
        self.later.clicked.connect(self.reject)
        self.send = button("Send this", "conflict.send", self, "primary")
        self.send.setDefault(True)
        self.send.clicked.connect(self.accept)
        self.add_buttons((self.later, self.send))
        self._show_left()
        first = next((pair[0] for path, pair in self._pairs.items() if path not in self.choices), None)
        if first is not None:
            first.setFocus()

    def choose(self, path: str, side: str) -> None:
        """Take one side for a field."""
        self.choices[path] = side
        mine, theirs = self._pairs[path]
        (mine if side == MINE else theirs).setChecked(True)
        self._show_left()

    def _choose_all(self, side: str, *_: object) -> None:
        for line in self._lines:
            if line.can_choose:
                self.choose(line.path, side)

    def _show_left(self) -> None:
        if self.choices.get(STATUS) == THEIRS:
            self.send.setEnabled(True)
            self.send.setText("Keep editing")
            self.left.setText("Nothing will be sent; the edit opens again as it was.")
            return
        undecided = [line.words for line in self._lines if line.can_choose and line.path not in self.choices]
        self.send.setEnabled(not undecided)
        self.send.setText("Send this")
        self.left.setText(f"Still to choose: {', '.join(undecided[:3])}" if undecided else "Everything is chosen.")

    def _table(self) -> QScrollArea:
        table = QWidget(self)
        grid = QGridLayout(table)
        grid.setHorizontalSpacing(Space.M)
        grid.setVerticalSpacing(Space.XS)
        for column, (title, stretch) in enumerate((("Field", 3), ("As opened", 3), ("Mine", 4), ("Theirs", 4))):
            grid.addWidget(label(title, "label", table), 0, column)
            grid.setColumnStretch(column, stretch)
        row = 1
        for number, line in enumerate(self._lines):
            grid.addWidget(rule(table), row, 0, 1, 4)
            grid.addWidget(label(line.words, "", table, wraps=True), row + 1, 0, _TOP)
            grid.addWidget(
                label(line.says, "hint" if line.choice else "field-warning", table, wraps=True), row + 2, 0, _TOP
            )
            grid.addWidget(_value(line.base, table), row + 1, 1, 2, 1, _TOP)
            if line.can_choose:
                self._add_pair(grid, row + 1, number, line, table)
            else:
                grid.addWidget(_value(line.mine, table), row + 1, 2, 2, 1, _TOP)
                grid.addWidget(_value(line.theirs, table), row + 1, 3, 2, 1, _TOP)
            row += 3
        grid.setRowStretch(row, 1)
        area = framed(table, "conflict.table", self)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        return area

    def _add_pair(self, grid: QGridLayout, row: int, number: int, line: Compared, table: QWidget) -> None:
        group = QButtonGroup(table)
        pair = []
        for column, (side, value) in enumerate(((MINE, line.mine), (THEIRS, line.theirs)), 2):
            one = button(_button_text(value), f"conflict.{number}.{side}", table, "choice")
            one.setCheckable(True)
            one.setAutoExclusive(True)
            one.setToolTip(value)
            who = "mine" if side == MINE else "the service's"
            one.setAccessibleName(f"{line.words}, {who}: {value}")
            one.toggled.connect(partial(_mark, one, value))
            one.setChecked(line.choice == side)
            one.clicked.connect(partial(self._on_pair_clicked, line.path, side))
            group.addButton(one)
            grid.addWidget(one, row, column, 2, 1, _TOP)
            pair.append(one)
        self._pairs[line.path] = (pair[0], pair[1])

    def _on_pair_clicked(self, path: str, side: str, *_: object) -> None:
        self.choose(path, side)


class CompareDialog(DeskDialog):
    """This nomination beside another one: only what differs."""

    def __init__(self, shown: SideBySide, parent: QWidget | None = None) -> None:
        other, lines = shown.other, shown.lines
        title = f"{other} as typed here and on the service" if shown.is_same else f"{shown.mine} and {other}"
        super().__init__(title, "compare", parent)
        self.set_room(820, 520)
        differing = wording.count_words(len(lines), "field differs", "fields differ")
        count = f"{differing}, {wording.number(shown.alike)} are the same."
        told = f" The service holds {other} already: sending this one would change that one." if shown.is_same else ""
        self.body.addWidget(label(f"{count}{told}", "dim", self, wraps=True))
        table = QWidget(self)
        grid = QGridLayout(table)
        grid.setHorizontalSpacing(Space.M)
        for column, (title, stretch) in enumerate(
            (("Field", 3), (shown.mine, 4), ("On the service" if shown.is_same else other, 4))
        ):
            grid.addWidget(label(title, "label", table), 0, column)
            grid.setColumnStretch(column, stretch)
        for place, line in enumerate(lines):
            grid.addWidget(rule(table), 2 * place + 1, 0, 1, 3)
            named = f"{line.words} ({line.says})" if line.says else line.words
            for column, text in enumerate((named, line.mine, line.theirs)):
                grid.addWidget(_value(text, table), 2 * place + 2, column, _TOP)
        grid.setRowStretch(2 * len(lines) + 1, 1)
        area = framed(table, "compare.table", self)
        area.setAccessibleName("What differs")
        self.body.addWidget(area, 1)
        self.open_other = button(f"Open {other}", "compare.open", self)
        self.open_other.clicked.connect(self.accept)
        self.close_button = button("Close", "compare.close", self, "primary")
        self.close_button.setDefault(True)
        self.close_button.clicked.connect(self.reject)
        self.add_buttons((self.open_other, self.close_button))


_TOP = Qt.AlignmentFlag.AlignTop


def _mark(one: QPushButton, value: str, is_chosen: bool) -> None:
    """The chosen side carries a sign too, never a colour alone."""
    one.setText(_button_text(f"✓ {value}" if is_chosen else value))


def _button_text(value: str) -> str:
    """A button does not wrap by itself; a whole fuel takes several lines."""
    lines = textwrap.wrap(value, WIDEST, max_lines=MOST_LINES, placeholder="…") or [value]
    return "\n".join(lines).replace("&", "&&")


def _value(text: str, parent: QWidget) -> QWidget:
    return label(breakable(text), "faint" if text in ("", NOTHING, NOT_THERE) else "", parent, wraps=True)
