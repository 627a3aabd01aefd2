"""What is shown of a file that is not shown itself: what it is, why not, and what can be done with it."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from bunkerdesk.rules import wording
from bunkerdesk.rules.paper.files import DocumentFile, FileKind
from bunkerdesk.views.theme.tokens import Space
from bunkerdesk.views.widgets.buttons import button
from bunkerdesk.views.widgets.clearing import emptied
from bunkerdesk.views.widgets.labels import label
from bunkerdesk.views.widgets.messages import ToneIcon

OUTSIDE = "Open it outside only if you trust whoever sent it."


def size_words(size: int) -> str:
    """`8.1 kB`, `2.4 MB`; the bytes below a kilobyte."""
    if size < 1000:
        return f"{size} bytes"
    return f"{size / 1000:.1f} kB" if size < 1_000_000 else f"{size / 1_000_000:.1f} MB"


class FactsView(QFrame):
    """A sentence, the facts of the file, and buttons; asks for a password where one is needed."""

    save_requested = Signal()
    outside_requested = Signal()
    again_requested = Signal()
    password_entered = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("viewer.facts")
        self.setProperty("look", "panel")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._icon = ToneIcon("warning", "warning", self)
        self._title = label("", "heading", self, wraps=True)
        self._hint = label("", "dim", self, wraps=True)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(Space.L)
        self._grid.setVerticalSpacing(Space.XS)
        self._password = QLineEdit(self)
        self._password.setObjectName("viewer.password")
        self._password.setAccessibleName("Password of the document")
        self._password.setPlaceholderText("Password")
        self._password.setEchoMode(QLineEdit.EchoMode.Password)
        self._password.setMaximumWidth(300)
        self._password.returnPressed.connect(self._on_password)
        self._open = button("Open", "viewer.unlock", self, "primary")
        self._open.clicked.connect(self._on_password)
        self._outside = button("Open outside…", "viewer.outside", self)
        self._outside.clicked.connect(self.outside_requested)
        self._save = button("Save as…", "viewer.facts.save", self)
        self._save.clicked.connect(self.save_requested)
        self._again = button("Fetch again", "viewer.facts.again", self)
        self._again.clicked.connect(self.again_requested)
        unlock, actions = QHBoxLayout(), QHBoxLayout()
        for row, widgets in (
            (unlock, (self._password, self._open)),
            (actions, (self._again, self._save, self._outside)),
        ):
            row.setSpacing(Space.S)
            for widget in widgets:
                row.addWidget(widget)
            row.addStretch(1)
        head = QHBoxLayout()
        head.setSpacing(Space.S)
        head.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        head.addWidget(self._title, 1)
        column = QVBoxLayout()
        column.setSpacing(Space.M)
        for part in (head, unlock, self._grid, actions):
            column.addLayout(part)
        column.insertWidget(1, self._hint)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(3 * Space.L, 3 * Space.L, 3 * Space.L, Space.L)
        outer.addLayout(column)
        outer.addStretch(1)

    @property
    def title(self) -> str:
        """The sentence shown."""
        return self._title.text()

    def show_facts(self, title: str, hint: str, file: DocumentFile | None, name: str, tone: str = "warning") -> None:
        """Say what is so, with the facts of the file."""
        icon = {"lock": "lock", "accent": "info"}.get(tone, "warning")
        self._icon.show_icon(icon, "accent" if tone == "lock" else tone)
        self._title.setText(title)
        self._hint.setText(hint)
        self._hint.setVisible(bool(hint))
        self.setAccessibleName(f"{title} {hint}".strip())
        for widget in (self._password, self._open):
            widget.setVisible(tone == "lock")
        self._password.clear()
        for widget in (self._save, self._outside):
            widget.setVisible(file is not None)
        self.offer_fetching(True)
        self._show_grid(file, name)

    def offer_fetching(self, is_possible: bool) -> None:
        """Show the button that fetches again, or not: what nobody has cannot be fetched."""
        self._again.setVisible(is_possible)

    def show_other(self, file: DocumentFile, name: str) -> None:
        """Say of a file that is neither PDF nor picture what it is."""
        if file.kind is FileKind.EMPTY:
            title, hint, tone = "This file is empty: it has no bytes.", "Fetch it again, or ask for it anew.", "error"
        elif file.kind is FileKind.WEB_PAGE:
            title = "This is a web page, not a document."
            hint = "A sign-in page between here and the service may have taken its place. Fetch it again."
            tone = "warning"
        else:
            article = "an" if file.kind_words[0] in "aeiou" else "a"
            title, hint, tone = f"This is {article} {file.kind_words}; it is not shown here.", OUTSIDE, "accent"
        self.show_facts(title, hint, file, name, tone)

    def focus_password(self) -> None:
        """Let the person type the password."""
        self._password.setFocus()

    def _show_grid(self, file: DocumentFile | None, name: str) -> None:
        emptied(self._grid)
        facts = [("Name", name)]
        if file is not None:
            facts += [
                ("Kind", file.kind_words),
                ("Content type", file.content_type or "not stated"),
                ("Size", size_words(file.size)),
                ("SHA-256", file.sha256),
                ("Fetched", f"{wording.port_time(file.fetched_at)[0]} UTC"),
            ]
        for row, (what, value) in enumerate(facts):
            shown = label(value, "", self, wraps=True)
            shown.setTextInteractionFlags(
                Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
            )
            shown.setAccessibleName(f"{what}: {value}")
            self._grid.addWidget(label(what, "label", self), row, 0, Qt.AlignmentFlag.AlignTop)
            self._grid.addWidget(shown, row, 1)
        self._grid.setColumnStretch(1, 1)

    def _on_password(self) -> None:
        if self._password.text():
            self.password_entered.emit(self._password.text())
