"""The card above a record's details: what the service changed, before → after, with its acknowledgement."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from bunkerdesk.models.change_list import ChangeLine, ChangeNote
from bunkerdesk.views.theme.tokens import Space
from bunkerdesk.views.widgets.buttons import button
from bunkerdesk.views.widgets.flow import FlowLayout
from bunkerdesk.views.widgets.labels import breakable, label
from bunkerdesk.views.widgets.messages import ToneIcon


class ChangeCard(QFrame):
    """One record's changes, made anew for each note."""

    acknowledged = Signal()
    more_requested = Signal()

    def __init__(self, note: ChangeNote, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.note = note
        self.setObjectName("detail.changes")
        self.setProperty("look", "notice-warning")
        spoken = [f"{line.field} from {line.before} to {line.after}" for line in note.lines]
        self.setAccessibleName(". ".join([note.title, *spoken]))
        top = Qt.AlignmentFlag.AlignTop
        acknowledge = button("Acknowledge", "detail.changes.acknowledge", self, "link", "Take note of these changes")
        acknowledge.clicked.connect(self.acknowledged)
        head = QHBoxLayout()
        head.setSpacing(Space.S)
        head.addWidget(label(note.title, "strong", self, wraps=True), 1)
        head.addWidget(acknowledge, 0, top)
        words = QVBoxLayout()
        words.setSpacing(Space.XS)
        words.addLayout(head)
        lines = QGridLayout()
        lines.setHorizontalSpacing(Space.M)
        lines.setVerticalSpacing(Space.XS)
        lines.setColumnStretch(1, 1)
        for row, line in enumerate(note.lines):
            lines.addWidget(label(line.field, "", self), row, 0, top)
            lines.addLayout(self._line(line), row, 1)
        words.addLayout(lines)
        if note.more:
            more = button(f"and {note.more} more", "detail.changes.more", self, "link", "Show all in Activity")
            more.clicked.connect(self.more_requested)
            words.addWidget(more, 0, Qt.AlignmentFlag.AlignLeft)
        icon = ToneIcon("bell", "warning", self)
        icon.setContentsMargins(0, 2, 0, 0)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(Space.M, Space.S, Space.S, Space.S + 2)
        layout.setSpacing(Space.S)
        layout.addWidget(icon, 0, top)
        layout.addLayout(words, 1)

    def _line(self, line: ChangeLine) -> FlowLayout:
        row = FlowLayout(spacing=Space.XS)
        before = label(breakable(line.before), "dim", self)
        font = before.font()
        font.setStrikeOut(True)
        before.setFont(font)
        row.addWidget(before)
        # The arrow goes with what it leads to, also into the next line.
        row.addWidget(label(f"→ {line.after}", "strong", self, wraps=len(line.after) > WRAPPED))
        return row


WRAPPED = 40
