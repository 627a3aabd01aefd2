"""Cards: a panel with a heading, and the label and value grid of detail pages."""

import re

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QMenu, QVBoxLayout, QWidget

from bunkerdesk.models.details import Line, Section, Table
from bunkerdesk.rules import wording
from bunkerdesk.views.theme.theme import Theme
from bunkerdesk.views.theme.tokens import Space
from bunkerdesk.views.widgets.buttons import IconButton
from bunkerdesk.views.widgets.flow import FlowLayout
from bunkerdesk.views.widgets.labels import BREAK, NO_BREAK, breakable, label, rule

_WITH_OFFSET = re.compile(r"(?P<clock>.*\d\d:\d\d) (?P<offset>[+\u2212-]\d\d:\d\d|no offset)")
# A table's first two columns are words, the others figures.
_STRETCHES = {0: 2, 1: 3}
LONGEST_CLOCK = 24
NAMES_PART = 33
"""Of a card's width, in per cent, may be for the names."""
CELL_WORD = 14


class Card(QFrame):
    """A panel with a heading; `body` takes what stands in it."""

    def __init__(self, heading: str, name: str, parent: QWidget | None = None, note: str = "") -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setProperty("look", "card")
        self.setAccessibleName(heading)
        self.body = QVBoxLayout(self)
        self.body.setContentsMargins(Space.M + 2, Space.M, Space.M + 2, Space.M)
        self.body.setSpacing(Space.S)
        if heading:
            head = QHBoxLayout()
            head.addWidget(label(heading, "strong", self, wraps=True), 1)
            if note:
                head.addWidget(label(note, "label", self))
            self.body.addLayout(head)


class ValueLabel(QLabel):
    """A value that can be selected with mouse and keys; its context menu copies the exact text."""

    activated = Signal(str)
    """The key of what it opens: a double click or the return key."""

    def __init__(self, line: Line, text: str, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.line = line
        self.opens = ""
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(breakable(text))
        self.setObjectName(name)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._on_menu_requested)
        self.setToolTip(line.exact if line.exact and line.exact != line.value else "")
        self.setAccessibleName(f"{line.label}: {line.value}")
        self.setAccessibleDescription(line.hint)
        look = {"warning": "warning-text", "error": "error-text"}.get(line.tone, "")
        if line.tone == "neutral" and not line.exact:
            look = "faint"
        if look:
            self.setProperty("look", look)

    @property
    def copy_text(self) -> str:
        """The exact text."""
        return self.line.exact or self.line.value

    def copy(self) -> None:
        """Put the exact text on the clipboard."""
        QGuiApplication.clipboard().setText(self.copy_text)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if self.opens:
            self.activated.emit(self.opens)
        else:
            super().mouseDoubleClickEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.opens and event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.activated.emit(self.opens)
        else:
            super().keyPressEvent(event)

    def _copy_with_name(self) -> None:
        QGuiApplication.clipboard().setText(f"{self.line.label}\t{self.copy_text}")

    def _copy_selection(self) -> None:
        QGuiApplication.clipboard().setText(self.selectedText().replace(BREAK, "").replace(NO_BREAK, " "))

    def _on_menu_requested(self, place: QPoint) -> None:
        menu = QMenu(self)
        menu.aboutToHide.connect(menu.deleteLater)
        if self.selectedText():
            menu.addAction("Copy selection", self._copy_selection)
        menu.addAction("Copy value", self.copy)
        menu.addAction("Copy name and value", self._copy_with_name)
        menu.popup(self.mapToGlobal(place))


class SectionCard(Card):
    """Names at the left, values at the right, a dim second line where there is more to say."""

    row_activated = Signal(str)
    """The key of a table's row that is to be opened."""

    NAME_WIDTH = 124

    def __init__(self, section: Section, name: str, parent: QWidget | None = None) -> None:
        super().__init__(section.title, name, parent)
        self.section = section
        self.values: list[ValueLabel] = []
        self._names: list[QLabel] = []
        if section.lines:
            self._grid = QGridLayout()
            self._grid.setHorizontalSpacing(Space.M)
            self._grid.setVerticalSpacing(Space.XS + 2)
            self._grid.setColumnStretch(1, 1)
            self.body.addLayout(self._grid)
        for row, line in enumerate(section.lines):
            self._add(row, line)
        for table in section.tables:
            self.body.addLayout(self._table(table))
        Theme.current().changed.connect(self._set_name_widths)
        self._set_name_widths()

    def _add(self, row: int, line: Line) -> None:
        top = Qt.AlignmentFlag.AlignTop
        name = label(breakable(line.label, 16), "dim", self, wraps=True)
        self._names.append(name)
        whole = wording.field_words(line.key) if line.key else ""
        name.setToolTip(whole if whole != line.label else "")
        self._grid.addWidget(name, row, 0, top)
        text, beside, hint = _parts(line)
        value = ValueLabel(line, text, f"{self.objectName()}.{line.key or row}", self)
        name.setBuddy(value)
        self.values.append(value)
        if not beside and not hint:
            value.setWordWrap(True)
            self._grid.addWidget(value, row, 1, top)
            return
        cell = QVBoxLayout()
        cell.setSpacing(1)
        if beside:
            first = FlowLayout(spacing=Space.XS + 1)
            first.addWidget(value)
            first.addWidget(label(beside, "faint", self))
            cell.addLayout(first)
        else:
            value.setWordWrap(True)
            cell.addWidget(value)
        if hint:
            cell.addWidget(label(hint, "hint", self, wraps=True))
        # Aligned, a layout gets the height of its unwrapped lines: what wraps at a larger text would be cut off.
        cell.addStretch(1)
        self._grid.addLayout(cell, row, 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._set_name_widths()

    def _set_name_widths(self) -> None:
        """As wide as the words are, but most of a narrow card is for the values."""
        width = min(Theme.current().pixels(self.NAME_WIDTH), self.width() * NAMES_PART // 100)
        if self._names and self._names[0].minimumWidth() != width:
            for name in self._names:
                name.setFixedWidth(width)

    def _table(self, table: Table) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(Space.M)
        grid.setVerticalSpacing(Space.XS + 1)
        for column, title in enumerate(table.columns):
            grid.addWidget(label(title, "label", self), 0, column)
            grid.setColumnStretch(column, _STRETCHES.get(column, 0))
        for row, cells in enumerate(table.rows):
            grid.addWidget(rule(self), 2 * row + 1, 0, 1, len(table.columns))
            for column, (title, cell) in enumerate(zip(table.columns, cells, strict=False)):
                line = Line(title, cell, key=f"{title}.{row}")
                value = ValueLabel(line, breakable(cell, CELL_WORD), f"{self.objectName()}.{column}.{row}", self)
                value.setWordWrap(True)
                self.values.append(value)
                grid.addWidget(value, 2 * row + 2, column, Qt.AlignmentFlag.AlignTop)
                if row < len(table.keys):
                    value.opens = table.keys[row]
                    value.activated.connect(self.row_activated)
            if row < len(table.keys):
                opener = IconButton("document", f"Open {' '.join(cells[:2])}", f"{self.objectName()}.open.{row}", self)
                opener.setProperty("opens", table.keys[row])
                opener.clicked.connect(self._on_opener_clicked)
                grid.addWidget(opener, 2 * row + 2, len(table.columns), Qt.AlignmentFlag.AlignTop)
        return grid

    def _on_opener_clicked(self) -> None:
        self.row_activated.emit(self.sender().property("opens"))


def _parts(line: Line) -> tuple[str, str, str]:
    """The value, what stands faint beside it (the offset), and the line below."""
    moment = _WITH_OFFSET.fullmatch(line.value)
    # A span of two moments is too long for one line.
    if moment is None or len(moment["clock"]) > LONGEST_CLOCK:
        return line.value, "", line.hint
    return moment["clock"], moment["offset"], line.hint
