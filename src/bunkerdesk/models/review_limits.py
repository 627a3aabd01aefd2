"""Every limit with its value, unit, confidence and source; the value can be set at this desk."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from bunkerdesk.models.roles import Role
from bunkerdesk.rules import wording
from bunkerdesk.rules.figure_texts import number
from bunkerdesk.rules.fuel_limits import DESK, Limit, Limits

Index = QModelIndex | QPersistentModelIndex
TITLES = ("Limit", "Value", "Unit", "Confidence", "Source")
VALUE = 1
_ROOT = QModelIndex()
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
_LARGEST = Decimal(10) ** 9


class LimitsModel(QAbstractTableModel):
    """The limits of a desk; changes stay in the model until they are kept."""

    def __init__(self, limits: Limits, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.limits = limits
        self._rows = limits.every()
        self._words: dict[int, Callable[[Limit], str]] = {
            0: lambda limit: limit.title,
            VALUE: lambda limit: wording.number(limit.value),
            2: lambda limit: limit.unit,
            3: lambda limit: "set at this desk" if limit.confidence == DESK else limit.confidence,
            4: lambda limit: limit.source,
        }

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(TITLES)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return TITLES[section]
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.TextAlignmentRole and section == VALUE:
            return _RIGHT
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        limit = self._rows[index.row()]
        words = self._words[index.column()](limit)
        if role == Qt.ItemDataRole.EditRole:
            return str(limit.value) if index.column() == VALUE else words
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{limit.title}, {TITLES[index.column()]}: {words}"
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column() == VALUE:
            return _RIGHT
        if role == Role.TONE:
            return "accent" if limit.confidence == DESK else ""
        return words if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole) else None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        figure = number(str(value)) if index.isValid() and role == Qt.ItemDataRole.EditRole else None
        if figure is None or index.column() != VALUE or abs(figure) >= _LARGEST:
            return False
        self._take(self.limits.with_override(self._rows[index.row()].key, figure))
        return True

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return flags | Qt.ItemFlag.ItemIsEditable if index.isValid() and index.column() == VALUE else flags

    def reset_one(self, row: int) -> None:
        """Take the shipped value back."""
        if 0 <= row < len(self._rows):
            self._take(self.limits.with_override(self._rows[row].key, None))

    def reset_all(self) -> None:
        """Take every shipped value back."""
        self._take(Limits())

    def is_set(self, row: int) -> bool:
        """Whether this desk has set the limit of a row."""
        return 0 <= row < len(self._rows) and self._rows[row].key in self.limits.overrides

    def _take(self, limits: Limits) -> None:
        self.limits = limits
        self._rows = limits.every()
        self.dataChanged.emit(self.index(0, 0), self.index(len(self._rows) - 1, len(TITLES) - 1))
