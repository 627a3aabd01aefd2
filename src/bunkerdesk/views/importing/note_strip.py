"""What is said of the current cell, below the grid: sentences, and fixes to click."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QWidget

from bunkerdesk.models.import_cells import fix_text
from bunkerdesk.models.import_rows import CellNote
from bunkerdesk.views.theme.theme import Theme
from bunkerdesk.views.theme.tokens import Space
from bunkerdesk.views.widgets.buttons import button
from bunkerdesk.views.widgets.labels import ElidedLabel, label
from bunkerdesk.views.widgets.messages import ToneIcon

HEIGHT = 34
_ICONS = {"error": "error", "warning": "warning", "hint": "info"}
_WEIGHT = {"error": 2, "warning": 1}


class NoteStrip(QFrame):
    """One line of fixed height, so that the grid never jumps."""

    fix_taken = Signal(str)

    def __init__(self, name: str, parent: QWidget | None = None, height: int = HEIGHT) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self._buttons: list[QPushButton] = []
        self.icon = ToneIcon("info", "neutral", self)
        self.where = label("", "strong", self)
        self.text = ElidedLabel("", "", self)
        self.text.setObjectName(f"{name}.text")
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(Space.S)
        for widget in (self.icon, self.where):
            self._row.addWidget(widget)
        self._row.addWidget(self.text, 1)
        self.setFixedHeight(Theme.current().pixels(height))

    @property
    def fixes(self) -> Sequence[QPushButton]:
        """The buttons, in order."""
        return self._buttons

    def show_notes(self, where: str, notes: Sequence[CellNote], quiet: str = "") -> None:
        """Show what is said of a place; `quiet` where nothing is."""
        heavy = sorted(notes, key=lambda note: -_WEIGHT.get(note.tone, 0))
        tone = heavy[0].tone if heavy else "hint"
        self.icon.show_icon(_ICONS.get(tone, "info"), tone if tone in _WEIGHT else "neutral")
        self.where.setText(where)
        words = ". ".join(note.text for note in heavy) or quiet
        self.text.set_text(words)
        self.text.setToolTip("\n".join(note.text for note in heavy))
        for old in self._buttons:
            old.hide()
            old.deleteLater()
        self._buttons = []
        for note in heavy:
            for fix in note.fixes:
                place = len(self._buttons)
                one = button(fix.text.rstrip("?"), f"{self.objectName()}.fix{place}", self, "fix", f"Take {fix.text}")
                one.clicked.connect(partial(_emit, self, fix_text(fix)))
                self._row.addWidget(one)
                self._buttons.append(one)


def _emit(strip: NoteStrip, text: str, *_: object) -> None:
    strip.fix_taken.emit(text)
