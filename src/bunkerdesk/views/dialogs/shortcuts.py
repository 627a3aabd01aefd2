"""The shortcut sheet, and what the program is made of."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QGuiApplication, QTextBlockFormat, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QScrollArea,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from bunkerdesk.commands.registry import SheetGroup, SheetLine
from bunkerdesk.views.dialogs.base import DeskDialog
from bunkerdesk.views.theme.theme import Theme
from bunkerdesk.views.theme.tokens import Space, TypeSize
from bunkerdesk.views.widgets.buttons import button
from bunkerdesk.views.widgets.clearing import let_clear
from bunkerdesk.views.widgets.labels import ElidedLabel, KeyCap, label

COLUMNS = 2
ICON = 40


class ShortcutSheet(DeskDialog):
    """Every command with its keys, by group; typing narrows it."""

    def __init__(self, sheet: Sequence[SheetGroup], parent: QWidget | None = None) -> None:
        super().__init__("Keyboard shortcuts", "shortcuts", parent)
        self.set_room(820, 780)
        self._rows: list[tuple[str, QWidget]] = []
        self._blocks: list[tuple[QWidget, list[QWidget]]] = []
        self.field = QLineEdit(self)
        self.field.setObjectName("shortcuts.search")
        self.field.setAccessibleName("Search the commands")
        self.field.setPlaceholderText("Search")
        let_clear(self.field)
        self.field.textChanged.connect(self._on_text_changed)
        self.body.addWidget(self.field)
        self.body.addWidget(self._make_sheet(sheet), 1)
        close = button("Close", "shortcuts.close", self)
        close.clicked.connect(self.reject)
        self.add_buttons((close,))
        self.field.setFocus()

    def shown(self) -> tuple[str, ...]:
        """The commands not hidden by the search."""
        return tuple(text for text, row in self._rows if not row.isHidden())

    def _make_sheet(self, sheet: Sequence[SheetGroup]) -> QScrollArea:
        content = QWidget()
        content.setProperty("look", "page")
        grid = QGridLayout(content)
        grid.setContentsMargins(0, 0, Space.M, 0)
        grid.setHorizontalSpacing(2 * Space.L)
        grid.setVerticalSpacing(Space.L)
        heights = [0] * COLUMNS
        columns = [QVBoxLayout() for _ in range(COLUMNS)]
        for group in sheet:
            shortest = heights.index(min(heights))
            columns[shortest].addWidget(self._make_block(group))
            heights[shortest] += len(group.lines) + 2
        for number, column in enumerate(columns):
            column.setSpacing(Space.L)
            column.addStretch(1)
            grid.addLayout(column, 0, number)
            grid.setColumnStretch(number, 1)
        area = QScrollArea(self)
        area.setObjectName("shortcuts.sheet")
        area.setAccessibleName("Commands")
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(content)
        return area

    def _make_block(self, group: SheetGroup) -> QWidget:
        block = QWidget()
        layout = QVBoxLayout(block)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(Space.XS)
        layout.addWidget(label(group.title, "section", block))
        rows = [self._make_row(line, block) for line in group.lines]
        for row in rows:
            layout.addWidget(row)
        self._blocks.append((block, rows))
        return block

    def _make_row(self, line: SheetLine, parent: QWidget) -> QWidget:
        row = QWidget(parent)
        row.setToolTip(line.description)
        row.setAccessibleName(f"{line.text}: {', '.join(line.shortcuts) or 'no keys'}")
        layout = QHBoxLayout(row)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(Space.XS)
        layout.addWidget(ElidedLabel(line.text, "" if line.shortcuts else "dim", row), 1)
        for keys in line.shortcuts:
            layout.addWidget(KeyCap(keys, row))
        self._rows.append((line.text, row))
        return row

    def _on_text_changed(self, text: str) -> None:
        wanted = text.strip().casefold()
        for words, row in self._rows:
            row.setVisible(wanted in f"{words} {row.accessibleName()} {row.toolTip()}".casefold())
        for block, rows in self._blocks:
            block.setVisible(any(not row.isHidden() for row in rows))


class AboutDialog(DeskDialog):
    """Name, version, and the licences of what is inside."""

    def __init__(self, version: str, licences: Sequence[tuple[str, str]], parent: QWidget | None = None) -> None:
        super().__init__("Bunker Desk", "about", parent)
        self.set_room(620, 520)
        sign = QLabel(self)
        sign.setPixmap(QGuiApplication.windowIcon().pixmap(ICON, ICON))
        head = QHBoxLayout()
        head.setSpacing(Space.M)
        head.addWidget(sign)
        head.addWidget(label(f"Version {version}", "dim", self), 1)
        self.body.addLayout(head)
        self.licences = QTextBrowser(self)
        self.licences.setTabChangesFocus(True)
        self.licences.document().setDocumentMargin(Space.M)
        self.licences.setObjectName("about.licences")
        self.licences.setAccessibleName("Licences")
        self._write(licences)
        self.licences.moveCursor(QTextCursor.MoveOperation.Start)
        self.body.addWidget(self.licences, 1)
        close = button("Close", "about.close", self)
        close.clicked.connect(self.reject)
        self.add_buttons((close,))

    def _write(self, licences: Sequence[tuple[str, str]]) -> None:
        theme = Theme.current()
        heading, words, gap = QTextCharFormat(), QTextCharFormat(), QTextBlockFormat()
        heading.setFont(theme.font(TypeSize.BASE, QFont.Weight.DemiBold))
        words.setFont(theme.font(TypeSize.BASE))
        words.setForeground(theme.palette.color("dim"))
        gap.setTopMargin(Space.M)
        cursor = QTextCursor(self.licences.document())
        for place, (name, text) in enumerate(licences):
            if place:
                cursor.insertBlock(gap)
            cursor.insertText(name, heading)
            cursor.insertBlock(QTextBlockFormat())
            cursor.insertText(text, words)
