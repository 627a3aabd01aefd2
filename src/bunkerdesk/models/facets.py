"""Filter chips: which statuses, ports and fuels a list shows."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractListModel, QObject, Qt, Signal

from bunkerdesk.models.id_list import NO_INDEX, Index
from bunkerdesk.models.roles import Role
from bunkerdesk.rules import wording

WORDS_IN_CHIP = 2


@dataclass(frozen=True, slots=True)
class FacetValue:
    """A value with its words and how many rows have it."""

    value: str
    words: str
    count: int


class FacetModel(QAbstractListModel):
    """The values of one facet as a list with check marks; nothing checked accepts everything."""

    chosen_changed = Signal()

    def __init__(self, name: str, title: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.name = name
        self.title = title
        self._values: tuple[FacetValue, ...] = ()
        self._chosen: frozenset[str] = frozenset()

    @property
    def chosen(self) -> frozenset[str]:
        """The accepted values; empty accepts all."""
        return self._chosen

    def choose(self, values: Iterable[str]) -> None:
        """Accept these values only."""
        chosen = frozenset(values)
        if chosen != self._chosen:
            self._chosen = chosen
            if self._values:
                self.dataChanged.emit(self.index(0), self.index(len(self._values) - 1), [_CHECK])
            self.chosen_changed.emit()

    def set_values(self, values: Iterable[tuple[str, str, int]]) -> None:
        """Take the values as `ListSource.facet` gives them. A chosen one that has no rows any more stays, with 0."""
        found = [FacetValue(*value) for value in values]
        words = {value.value: value.words for value in (*self._values, *found)}
        absent = sorted(self._chosen - {value.value for value in found})
        found += [FacetValue(value, words.get(value, value), 0) for value in absent]
        if tuple(found) == self._values:
            return
        # A few dozen rows in a pop-up that is filled before it opens: a reset loses nothing.
        self.beginResetModel()
        self._values = tuple(found)
        self.endResetModel()

    def chip_text(self) -> str:
        """`Status: any`, `Status: Accepted`, `Port: Singapore, Rotterdam, 3 more`."""
        if not self._chosen:
            return f"{self.title}: any"
        words = {value.value: value.words for value in self._values}
        ranked = [value.value for value in self._values if value.value in self._chosen]
        ranked += sorted(self._chosen - set(ranked))
        named = [words.get(value, value) for value in ranked[:WORDS_IN_CHIP]]
        more = len(ranked) - len(named)
        return f"{self.title}: {', '.join(named)}" + (f", {more} more" if more else "")

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        """Values."""
        return 0 if parent.isValid() else len(self._values)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Words, check state, count (as the secondary text) and value."""
        if not 0 <= index.row() < len(self._values):
            return None
        value = self._values[index.row()]
        answers = {
            int(Qt.ItemDataRole.DisplayRole): value.words,
            _CHECK: Qt.CheckState.Checked if value.value in self._chosen else Qt.CheckState.Unchecked,
            int(Qt.ItemDataRole.AccessibleTextRole): f"{value.words}, {wording.count_words(value.count, 'row')}",
            int(Role.SECONDARY): wording.number(value.count),
            int(Role.ITEM): value,
        }
        return answers.get(role)

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Check or uncheck a value."""
        if role != Qt.ItemDataRole.CheckStateRole or not 0 <= index.row() < len(self._values):
            return False
        name = self._values[index.row()].value
        is_checked = Qt.CheckState(value) == Qt.CheckState.Checked
        self.choose(self._chosen | {name} if is_checked else self._chosen - {name})
        return True

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Every value can be checked."""
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsUserCheckable


_CHECK = int(Qt.ItemDataRole.CheckStateRole)
