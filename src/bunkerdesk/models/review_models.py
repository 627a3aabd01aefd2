"""Qt models of the review page: the queue, and the notes side by side."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QAbstractListModel, QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from bunkerdesk.desk.reviews import QueueItem
from bunkerdesk.models.review_tables import Cell, NoteTable, Placement, Row
from bunkerdesk.models.roles import Role
from bunkerdesk.rules import wording

Index = QModelIndex | QPersistentModelIndex
FIXED = 3
"""Columns before the first note: figure, nominated, certificate."""
_ROOT = QModelIndex()


class CellRole(IntEnum):
    """What delegates of the review page ask besides `Role`."""

    CELL = int(Role.COLUMN) + 1
    ROW = int(Role.COLUMN) + 2
    ITEM = int(Role.COLUMN) + 3


class QueueModel(QAbstractListModel):
    """Operations that await review, the riskiest first or the next claim first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._items: list[QueueItem] = []
        self._given: list[QueueItem] = []
        """As they came, by risk."""
        self._gone: dict[int, int] = {}
        """In which row those stood that are signed now."""
        self._is_by_claim = False
        self._now = datetime.now(UTC)
        self._answers: dict[int, Callable[[QueueItem], Any]] = {
            Qt.ItemDataRole.DisplayRole: lambda item: item.vessel or item.reference,
            Qt.ItemDataRole.AccessibleTextRole: self.spoken,
            Qt.ItemDataRole.ToolTipRole: self._hint,
            Role.ID: lambda item: item.id,
            Role.SECONDARY: self.age_words,
            CellRole.ITEM: lambda item: item,
        }

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._items)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self._items):
            return None
        answer = self._answers.get(role)
        return answer(self._items[index.row()]) if answer else None

    def _hint(self, item: QueueItem) -> str:
        return f"{item.reference}\n{item.vessel}, {item.port}\n{self.risk_words(item)}"

    @property
    def items(self) -> Sequence[QueueItem]:
        """All of it in order."""
        return self._items

    @property
    def ids(self) -> tuple[int, ...]:
        """The ids of its operations in order."""
        return tuple(item.id for item in self._items)

    def set_items(self, items: Sequence[QueueItem], now: datetime) -> None:
        """Show a queue; the same one moves nothing."""
        self._now, self._given = now, list(items)
        self._arrange()

    @property
    def is_by_claim(self) -> bool:
        """Whether the claim that ends next comes first."""
        return self._is_by_claim

    def order_by_claim(self, is_wanted: bool) -> None:
        """Put the claim that ends next first, or the riskiest."""
        self._is_by_claim = is_wanted
        self._arrange()

    def _arrange(self) -> None:
        ordered = sorted(self._given, key=_by_claim) if self._is_by_claim else self._given
        if ordered == self._items:
            return
        there = {item.id for item in ordered}
        self._gone |= {item.id: row for row, item in enumerate(self._items) if item.id not in there}
        self.beginResetModel()
        self._items = list(ordered)
        self.endResetModel()

    def row_of(self, identifier: int) -> int:
        """The row of an operation; -1 where it is not in the queue."""
        return next((row for row, item in enumerate(self._items) if item.id == identifier), -1)

    def neighbour(self, identifier: int | None, step: int) -> int | None:
        """The id before or after an operation; one that was just signed has its neighbours still.

        From outside the queue its first or last one.
        """
        if not self._items:
            return None
        row = self.row_of(identifier) if identifier is not None else -1
        if row < 0 and identifier in self._gone:
            wanted = self._gone[identifier] + min(step, 0)
            return self._items[min(max(wanted, 0), len(self._items) - 1)].id
        if row < 0:
            return self._items[0 if step > 0 else -1].id
        wanted = row + step
        return self._items[wanted].id if 0 <= wanted < len(self._items) else None

    @staticmethod
    def risk_words(item: QueueItem) -> str:
        """`1 error, 2 warnings`; what matters before it is opened."""
        if item.changed_since:
            return f"{item.changed_since} changed since sign-off"
        parts = []
        for count, word in ((item.errors, "error"), (item.warnings, "warning")):
            if count:
                parts.append(wording.count_words(count, word))
        parts += ["paper differs"] if item.paper_differs else []
        return ", ".join(parts) or "clean"

    @staticmethod
    def tone(item: QueueItem) -> str:
        """The tone of its risk."""
        if item.changed_since:
            return "operation"
        return "error" if item.errors else "warning" if item.warnings or item.paper_differs else "ok"

    def age_words(self, item: QueueItem) -> str:
        """`3 d ago, claim by 5 Dec`."""
        parts = [wording.age(item.ended_at, self._now) if item.ended_at else "no end"]
        if item.is_expired:
            parts.append("claim times over")
        elif item.claim_by is not None:
            parts.append(f"claim by {wording.date_words(item.claim_by.date(), self._now.date())[4:]}")
        return ", ".join(parts)

    def spoken(self, item: QueueItem) -> str:
        """The whole line for a screen reader."""
        return ", ".join(
            filter(None, (item.vessel, item.reference, item.port, self.risk_words(item), self.age_words(item)))
        )


def _by_claim(item: QueueItem) -> tuple[bool, bool, float]:
    """What changed after it was signed stays above; of the rest those whose clock runs, the next first."""
    return (not item.changed_since, item.claim_by is None, item.claim_by.timestamp() if item.claim_by else 0.0)


class NoteTableModel(QAbstractTableModel):
    """The notes of one operation: figure, nominated, certificate, then one column a note."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._table = NoteTable((), ())
        self._placements: dict[str, Placement] = {}
        self._answers: dict[int, Callable[[Row, Cell | None, int], str]] = {
            Qt.ItemDataRole.DisplayRole: lambda line, cell, column: cell.text if cell else self._words(line, column),
            Qt.ItemDataRole.AccessibleTextRole: self._spoken,
            Qt.ItemDataRole.ToolTipRole: self._hint,
            Role.EXACT: lambda line, cell, column: cell.exact if cell else self._words(line, column),
        }

    def show_table(self, table: NoteTable) -> None:
        """Show other notes."""
        self.beginResetModel()
        self._table = table
        self._placements = {}
        self.endResetModel()

    @property
    def table(self) -> NoteTable:
        """What is shown."""
        return self._table

    def set_placements(self, placements: dict[str, Placement]) -> None:
        """Say of figures (by JSON path) whether they stand on the paper."""
        self._placements = placements
        if self._table.rows:
            last = self.index(self.rowCount() - 1, self.columnCount() - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    def cell(self, row: int, column: int) -> Cell | None:
        """The cell of a note; None in the columns before and in headings."""
        line = self._table.rows[row]
        place = column - FIXED
        return line.cells[place] if 0 <= place < len(line.cells) else None

    def placement(self, cell: Cell) -> Placement:
        """Whether a figure stands on the paper, as far as anybody looked."""
        return self._placements.get(cell.place, cell.placement)

    def find(self, place: str) -> tuple[int, int] | None:
        """(row, column) of a field by its JSON path."""
        for row, line in enumerate(self._table.rows):
            for column, cell in enumerate(line.cells):
                if place and cell.place == place:
                    return row, column + FIXED
        return None

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._table.rows)

    def columnCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else FIXED + len(self._table.columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self._table.rows):
            return None
        line, column = self._table.rows[index.row()], index.column()
        cell = self.cell(index.row(), column)
        if role == CellRole.CELL:
            return cell
        if role == CellRole.ROW:
            return line
        answer = self._answers.get(role)
        return answer(line, cell, column) if answer else None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation is not Qt.Orientation.Horizontal:
            return None
        is_note = section >= FIXED and section - FIXED < len(self._table.columns)
        note = self._table.columns[section - FIXED] if is_note else None
        if role == Qt.ItemDataRole.DisplayRole:
            return note.number if note else ("Figure", "Nominated", "Certificate")[min(section, 2)]
        if role == Role.SECONDARY and note:
            return note.product
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole) and note:
            return ", ".join(filter(None, (note.number, note.product, note.fuel)))
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        if self._table.rows[index.row()].is_heading:
            return Qt.ItemFlag.ItemIsEnabled
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def _words(self, line: Row, column: int) -> str:
        return (line.label, line.nominated, line.certificate)[column] if column < FIXED else ""

    def _spoken(self, line: Row, cell: Cell | None, column: int) -> str:
        if line.is_heading or column == 0:
            return line.label
        title = self.headerData(column, Qt.Orientation.Horizontal)
        if cell is None:
            return f"{line.label}, {title}: {self._words(line, column) or 'nothing'}"
        placement = self.placement(cell).words
        return ", ".join(filter(None, (f"{line.label}, {title}: {cell.spoken()}", placement)))

    def _hint(self, line: Row, cell: Cell | None, column: int) -> str:
        if cell is None:
            return self._words(line, column)
        found = [f"{item.rule} {item.sentence}. {item.source}" for item in cell.findings]
        return "\n".join(filter(None, (cell.exact or cell.text, cell.beside, self.placement(cell).words, *found)))
