"""What is known here of the ship of a message: to be changed instead of ordered a second time."""

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QPushButton, QWidget

from bunkerdesk.models.import_stems import StemLine
from bunkerdesk.views.theme.tokens import Space
from bunkerdesk.views.widgets.buttons import button
from bunkerdesk.views.widgets.clearing import emptied
from bunkerdesk.views.widgets.labels import ElidedLabel, label


class KnownStems(QFrame):
    """A line for each, with the button that opens it with what the message says."""

    chosen = Signal(int)
    """The record to change."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("import.message.known")
        self.setProperty("look", "notice-info")
        self.buttons: list[QPushButton] = []
        self._shown: tuple[StemLine, ...] = ()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(Space.M, Space.S, Space.S, Space.S)
        self._grid.setSpacing(Space.S)
        self._grid.setColumnStretch(0, 1)

    def show_lines(self, heading: str, lines: tuple[StemLine, ...]) -> None:
        """Show what a message may be about; nothing where there is none. The focus stays where nothing changes."""
        self.setVisible(bool(lines))
        if lines == self._shown:
            return
        self._shown = lines
        emptied(self._grid)
        self.buttons = []
        self.setAccessibleName(heading)
        self._grid.addWidget(label(heading, "strong", self), 0, 0, 1, 2)
        for place, line in enumerate(lines, start=1):
            tip = "Opens it in the editor with what the message says. Nothing is sent yet."
            change = button(line.change, f"import.message.change{place}", self, tooltip=tip)
            change.setAccessibleDescription(f"{line.words}. {tip}")
            change.clicked.connect(partial(self._choose, line.record))
            self._grid.addWidget(ElidedLabel(line.words, "", self), place, 0)
            self._grid.addWidget(change, place, 1)
            self.buttons.append(change)

    def _choose(self, record: int, *_: object) -> None:
        self.chosen.emit(record)
