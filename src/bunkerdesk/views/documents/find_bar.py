"""The search inside a document: a field, how many there are, next and previous."""

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QWidget

from bunkerdesk.rules import wording
from bunkerdesk.views.theme.tokens import Space
from bunkerdesk.views.widgets.buttons import IconButton
from bunkerdesk.views.widgets.clearing import let_clear
from bunkerdesk.views.widgets.labels import label


class FindBar(QFrame):
    """Asks for a text; whoever knows the document answers with `show_count`."""

    wanted = Signal(str)
    moved = Signal(int)
    """+1 for the next hit, -1 for the one before."""
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("viewer.find")
        self.setProperty("look", "top-bar")
        self.field = QLineEdit(self)
        self.field.setObjectName("viewer.find.field")
        self.field.setPlaceholderText("Find in this document")
        self.field.setAccessibleName("Find in this document")
        self.field.setToolTip("Return goes to the next hit, Ctrl+Return from the hit to its figure in the notes")
        let_clear(self.field)
        self.field.setMaximumWidth(320)
        self._count = label("", "label", self)
        self._count.setObjectName("viewer.find.count")
        self._timer = QTimer(self, singleShot=True, interval=120)
        self._timer.timeout.connect(self._on_timer_timeout)
        self.field.textEdited.connect(self._on_text_edited)
        previous = IconButton("chevron-up", "Previous hit (Shift+F3)", "viewer.find.previous", self)
        following = IconButton("chevron-down", "Next hit (F3)", "viewer.find.next", self)
        close = IconButton("close", "Close the search (Esc)", "viewer.find.close", self)
        previous.clicked.connect(self._on_previous_clicked)
        following.clicked.connect(self._on_next_clicked)
        close.clicked.connect(self.closed)
        row = QHBoxLayout(self)
        row.setContentsMargins(Space.M, 5, Space.S, 5)
        row.setSpacing(Space.S)
        row.addWidget(self.field, 1)
        row.addWidget(previous)
        row.addWidget(following)
        row.addWidget(self._count)
        row.addStretch(1)
        row.addWidget(close)

    @property
    def count_text(self) -> str:
        """What is said of the hits."""
        return self._count.text()

    def show_count(self, current: int, count: int, *, is_whole: bool) -> None:
        """Say which hit of how many; not `is_whole` while pages are still being read."""
        if not self.field.text().strip():
            text = ""
        elif not count:
            text = "Nothing found" if is_whole else "Reading…"
        else:
            text = f"{wording.number(current + 1)} of {wording.number(count)}" + ("" if is_whole else " so far")
        self._count.setText(text)
        self.field.setAccessibleDescription(text)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, is_back = event.key(), bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if key == Qt.Key.Key_Escape:
            self.closed.emit()
        elif event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            super().keyPressEvent(event)  # Ctrl+Return, the viewer's: from the hit to its figure
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F3}:
            if self._timer.isActive():
                self._timer.stop()
                self._on_timer_timeout()
            else:
                self.moved.emit(-1 if is_back else 1)
        else:
            super().keyPressEvent(event)

    def _on_text_edited(self, _text: str) -> None:
        self._timer.start()

    def _on_timer_timeout(self) -> None:
        self.wanted.emit(self.field.text())

    def _on_previous_clicked(self) -> None:
        self.moved.emit(-1)

    def _on_next_clicked(self) -> None:
        self.moved.emit(1)
