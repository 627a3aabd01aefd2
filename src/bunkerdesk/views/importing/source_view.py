"""Where an import begins: paste anything, or open a file; what it looks like is said before it is taken."""

from pathlib import Path

from PySide6.QtCore import QMimeData, Qt, QTimer, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QTextOption
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from bunkerdesk.models.import_source import Looks, looks_of
from bunkerdesk.rules.wording import count_words
from bunkerdesk.views.theme.tokens import Space
from bunkerdesk.views.widgets.buttons import button, keys_text
from bunkerdesk.views.widgets.labels import label

LOOK_MS = 150
MOST_COLUMNS, MOST_MEASURED = 60, 20_000
"""Columns and letters that are measured to line a table up."""


class PasteBox(QPlainTextEdit):
    """Takes text and remembers the table that came with it; Tab leaves the box."""

    files_dropped = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.html = ""
        self.setObjectName("import.text")
        self.setAccessibleName("Table, references or message")
        self.setPlaceholderText(
            "Paste cells of a spreadsheet, a list of references, or an e-mail or message.\n"
            "Files can be dropped here too: CSV, XLSX, XLS, ODS."
        )
        self.setTabChangesFocus(True)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.document().setDocumentMargin(Space.S)
        self.setAcceptDrops(True)

    def line_up(self) -> None:
        """Let the columns of a pasted table stand below each other."""
        rows = [line.split("\t")[:MOST_COLUMNS] for line in self.toPlainText()[:MOST_MEASURED].split("\n")]
        metrics, stops, at = self.fontMetrics(), [], 0
        for column in range(max(map(len, rows)) - 1):
            at += max(metrics.horizontalAdvance(row[column]) for row in rows if len(row) > column) + 2 * Space.S
            stops.append(QTextOption.Tab(at, QTextOption.TabType.LeftTab))
        option = self.document().defaultTextOption()
        if option.tabs() != stops:
            # Setting them lays the whole text out again, which takes its time with a long one.
            option.setTabs(stops)
            self.document().setDefaultTextOption(option)

    def insertFromMimeData(self, source: QMimeData) -> None:
        if source.hasUrls() and source.urls()[0].isLocalFile():
            self.files_dropped.emit(Path(source.urls()[0].toLocalFile()))
            return
        self.html = source.html() if source.hasHtml() and not self.toPlainText() else ""
        super().insertFromMimeData(source)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls():
            event.acceptProposedAction()
        else:
            super().dragEnterEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        self.insertFromMimeData(event.mimeData())
        event.acceptProposedAction()


class SourceView(QWidget):
    """One box for everything; the primary button says what will happen."""

    taken = Signal(str, str)
    """Text and the HTML that came with it."""
    message_taken = Signal(str)
    references_taken = Signal(str)
    file_requested = Signal()
    file_dropped = Signal(object)
    preview_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("import.source")
        self.preview_button = button("", "import.to_preview", self)
        self.preview_button.clicked.connect(self.preview_requested)
        self.preview_button.hide()
        self.box = PasteBox(self)
        self.box.files_dropped.connect(self.file_dropped)
        self.box.textChanged.connect(self._on_text_changed)
        self.looks_line = label("", "dim", self, wraps=True)
        self.looks_line.setObjectName("import.looks")
        self.file_button = button("Open file…", "import.file", self, tooltip="CSV, XLSX, XLS or ODS")
        self.file_button.clicked.connect(self.file_requested)
        self.message_button = button("Read as message", "import.as_message", self)
        self.message_button.clicked.connect(self._on_message_clicked)
        self.next_button = button("Choose columns", "import.next", self, "primary", f"{keys_text('Ctrl+Return')}")
        self.next_button.clicked.connect(self.take)
        row = QHBoxLayout()
        row.setSpacing(Space.S)
        row.addWidget(self.file_button)
        row.addWidget(self.looks_line, 1)
        row.addWidget(self.preview_button)
        row.addWidget(self.message_button)
        row.addWidget(self.next_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(Space.L, 0, Space.L, Space.L)
        layout.setSpacing(Space.M)
        layout.addWidget(self.box, 1)
        layout.addLayout(row)
        self._looks = Looks()
        self._timer = QTimer(self, singleShot=True, interval=LOOK_MS)
        self._timer.timeout.connect(self._look)
        self._look()

    def take_focus(self) -> None:
        """Put the cursor into the box."""
        self.box.setFocus(Qt.FocusReason.OtherFocusReason)

    def set_under_way(self, count: int) -> None:
        """Offer the way back to rows that are under preview."""
        words = f"Back to {count_words(count, 'row')}"
        self.preview_button.setText(words)
        self.preview_button.setAccessibleName(words)
        self.preview_button.setVisible(count > 0)

    def give(self, text: str, html: str = "") -> None:
        """Put a text into the box."""
        self.box.setPlainText(text)
        self.box.html = html
        self._look()

    def take(self) -> None:
        """Go on with what is in the box."""
        self._look()
        text = self.box.toPlainText()
        if self._looks.action == "references":
            self.references_taken.emit(text)
        elif self._looks.action:
            self.taken.emit(text, self.box.html)

    def _look(self) -> None:
        self._timer.stop()
        self.box.line_up()
        self._looks = looks_of(self.box.toPlainText())
        self.looks_line.setText(self._looks.words)
        self.looks_line.setAccessibleName(self._looks.words)
        self.next_button.setText(self._looks.button)
        self.next_button.setAccessibleName(self._looks.button)
        self.next_button.setEnabled(bool(self._looks.action))
        self.next_button.setToolTip("" if self._looks.action else "Paste something first, or open a file.")
        self.message_button.setVisible(self._looks.action in ("table", "references"))

    def _on_text_changed(self) -> None:
        if not self.box.toPlainText():
            self.box.html = ""
        self._timer.start()

    def _on_message_clicked(self) -> None:
        self.message_taken.emit(self.box.toPlainText())
