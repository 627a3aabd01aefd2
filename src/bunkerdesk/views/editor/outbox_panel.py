"""What is on its way: waiting, refused, changed meanwhile; retry now, take back, open."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from bunkerdesk.models.outbox_list import OutboxLine
from bunkerdesk.views.dialogs.base import DeskDialog
from bunkerdesk.views.editor.telling import tell
from bunkerdesk.views.theme.tokens import Space
from bunkerdesk.views.widgets.buttons import button
from bunkerdesk.views.widgets.labels import ElidedLabel, label, rule
from bunkerdesk.views.widgets.marks import StatusPill
from bunkerdesk.views.widgets.page_scroll import framed


class OutboxPanel(DeskDialog):
    """Stays open while things go; it starts nothing itself."""

    retry_requested = Signal(int)
    take_back_requested = Signal(int)
    open_requested = Signal(int)
    """The id of an item whose editor is wanted, or whose conflict is to be settled."""

    def __init__(self, environment: str, parent: QWidget | None = None) -> None:
        super().__init__("On its way to the service", "outbox", parent, environment)
        self.setWindowModality(Qt.WindowModality.NonModal)
        self.set_room(640, 420)
        self._shown: list[OutboxLine] | None = None
        self._rows: list[QWidget] = []
        self.body.addWidget(
            label(
                "What you sent is kept on this computer until the service has said yes, and goes out in order.",
                "dim",
                self,
                wraps=True,
            )
        )
        self._content = QWidget(self)
        self._list = QVBoxLayout(self._content)
        self._list.setSpacing(Space.S)
        self._list.addStretch(1)
        area = framed(self._content, "outbox.list", self)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.body.addWidget(area, 1)
        self.close_button = button("Close", "outbox.close", self, "primary")
        self.close_button.setDefault(True)
        self.close_button.clicked.connect(self.accept)
        self.add_buttons((self.close_button,))

    def show_lines(self, lines: Sequence[OutboxLine]) -> None:
        """Show other lines."""
        if list(lines) == self._shown:
            return
        self._shown = list(lines)
        for old in self._rows:
            old.hide()
            old.deleteLater()
        self._rows = []
        for line in lines:
            if self._rows:
                self._rows.append(rule(self._content))
            self._rows.append(self._row(line))
        if not lines:
            nothing = label("Nothing is waiting: everything you sent has reached the service.", "", self._content)
            self._rows = [nothing]
        for place, row in enumerate(self._rows):
            self._list.insertWidget(place, row)

    def _row(self, line: OutboxLine) -> QWidget:
        row = QWidget(self._content)
        row.setAccessibleName(f"{line.title}, {line.state}. {line.detail}")
        head = QHBoxLayout()
        head.setSpacing(Space.S)
        head.addWidget(ElidedLabel(line.title, "strong", row), 1)
        head.addWidget(StatusPill(line.state, line.tone, row))
        wishes = (
            ("Compare…", "compare", line.is_conflict, self.open_requested),
            ("Open", "open", line.tone == "error" and line.session_id is not None, self.open_requested),
            ("Retry now", "retry", line.can_retry, self.retry_requested),
            ("Take back", "take_back", line.can_take_back, self.take_back_requested),
        )
        for text, name, is_possible, signal in wishes:
            if is_possible:
                one = button(text, f"outbox.{line.id}.{name}", row, "link")
                one.setAccessibleName(f"{text.rstrip('…')} {line.title}")
                one.clicked.connect(partial(tell, signal, line.id))
                head.addWidget(one)
        column = QVBoxLayout(row)
        column.setContentsMargins(Space.XS, 0, Space.XS, 0)
        column.setSpacing(2)
        column.addLayout(head)
        if line.detail:
            column.addWidget(label(line.detail, "dim", row, wraps=True))
        return row
