"""What rows become and how texts are read: kind, order of dates, decimal sign, clock."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QWidget

from bunkerdesk.models.import_model import Choices, EditKind
from bunkerdesk.views.theme.tokens import Space
from bunkerdesk.views.widgets.labels import label

KINDS = (
    (EditKind.DRAFT.value, "Drafts"),
    (EditKind.SUPPLIER.value, "Nominations as supplier"),
    (EditKind.RECEIVER.value, "Nominations as receiver"),
)
ONE = (
    (EditKind.DRAFT.value, "Draft"),
    (EditKind.SUPPLIER.value, "Nomination as supplier"),
    (EditKind.RECEIVER.value, "Nomination as receiver"),
)
ORDERS = (("day", "Day / month / year"), ("month", "Month / day / year"))
DECIMALS = ((".", "1,234.5 (point)"), (",", "1.234,5 (comma)"))
CLOCKS = (("port", "Port's clock"), ("utc", "UTC"), ("desk", "This desk's clock"))


class OptionsBar(QWidget):
    """Four choices side by side; each emits what it stands for."""

    kind_chosen = Signal(str)
    choices_chosen = Signal(object)

    def __init__(self, name: str, parent: QWidget | None = None, *, reads: bool = True) -> None:
        """`reads` shows how texts are read beside what the rows become."""
        super().__init__(parent)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(Space.S)
        self.kind = self._box(f"{name}.kind", "Make", KINDS if reads else ONE)
        self.kind.currentIndexChanged.connect(self._on_kind_changed)
        self._readers: list[QComboBox] = []
        if reads:
            self.order = self._box(f"{name}.order", "Dates", ORDERS)
            self.decimal = self._box(f"{name}.decimal", "Numbers", DECIMALS)
            self.clock = self._box(f"{name}.clock", "Times in", CLOCKS)
            self._readers = [self.order, self.decimal, self.clock]
            for box in self._readers:
                box.currentIndexChanged.connect(self._on_choice_changed)
        self._row.addStretch(1)

    def show_choices(self, kind: EditKind, choices: Choices | None = None) -> None:
        """Show these without telling anybody."""
        _select(self.kind, kind.value)
        if choices is not None and self._readers:
            _select(self.order, "month" if choices.month_first else "day")
            _select(self.decimal, choices.decimal)
            _select(self.clock, choices.clock)

    def _box(self, name: str, title: str, entries: tuple[tuple[str, str], ...]) -> QComboBox:
        box = QComboBox(self)
        box.setObjectName(name)
        box.setAccessibleName(title)
        for value, words in entries:
            box.addItem(words, value)
        caption = label(title, "dim", self)
        caption.setBuddy(box)
        self._row.addWidget(caption)
        self._row.addWidget(box)
        self._row.addSpacing(Space.S)
        return box

    def _on_kind_changed(self, _place: int) -> None:
        self.kind_chosen.emit(str(self.kind.currentData()))

    def _on_choice_changed(self, _place: int) -> None:
        chosen = Choices(self.order.currentData() == "month", self.decimal.currentData(), self.clock.currentData())
        self.choices_chosen.emit(chosen)


def _select(box: QComboBox, value: str) -> None:
    box.blockSignals(True)
    box.setCurrentIndex(max(box.findData(value), 0))
    box.blockSignals(False)
