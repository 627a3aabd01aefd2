"""The preview grid: a row for each nomination, a column for each mapped field, notes beside the cells they concern."""

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum, auto
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from bunkerdesk.desk.importing import Batch, ImportRow, RowState
from bunkerdesk.models.import_cells import path_words
from bunkerdesk.models.import_rows import Assessed, CellNote
from bunkerdesk.models.roles import Role
from bunkerdesk.rules.wording import count_words

Index = QModelIndex | QPersistentModelIndex
STATE = 0
"""The first column says how a row stands; the mapped fields follow."""
# Plain numbers: making an enumeration's member for each cell costs more than the cell's text.
_TEXTS = frozenset(map(int, (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole, Role.EXACT)))
_TIPS = frozenset(map(int, (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleDescriptionRole)))
_TONE, _ID, _ACCESSIBLE = int(Role.TONE), int(Role.ID), int(Qt.ItemDataRole.AccessibleTextRole)
_WEIGHT = {"error": 3, "warning": 2, "hint": 1}


class Standing(Enum):
    """How a row stands, with the word and tone it is shown in."""

    READY = ("Ready", "ok")
    ASKS = ("To look at", "warning")
    ERRORS = ("Errors", "error")
    REFUSED = ("Refused", "error")
    QUEUED = ("On its way", "accent")
    EXCLUDED = ("Left out", "neutral")
    UNCHECKED = ("Checking", "neutral")


class Filter(Enum):
    """Which rows are shown."""

    ALL = auto()
    TROUBLED = auto()


class ImportGrid(QAbstractTableModel):
    """Shows a batch and its notes; texts are changed here, everything else by whoever owns the batch."""

    edited = Signal(object)
    """Numbers of the rows whose texts were changed."""
    counts_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.batch: Batch | None = None
        self._rows: list[ImportRow] = []
        self._assessed: dict[int, Assessed] = {}
        self._filter = Filter.ALL
        self._kept: frozenset[int] = frozenset()
        self._typed: tuple[int, str, str] | None = None
        """Column, former and new text of the cell that was changed last, where it was one."""

    # What it shows

    def show_batch(self, batch: Batch | None) -> None:
        """Show another import."""
        self.beginResetModel()
        self.batch = batch
        self._assessed = {}
        self._typed = None
        self._filter = Filter.ALL
        self._rows = list(batch.rows) if batch else []
        self.endResetModel()
        self.counts_changed.emit()

    def set_assessed(self, assessed: Mapping[int, Assessed]) -> None:
        """Take the notes of some rows."""
        self._assessed.update(assessed)
        self._tell(set(assessed))

    def forget(self, numbers: Iterable[int] | None = None) -> None:
        """What was known of rows counts no more, of all where no numbers are given.

        Their texts were changed, or how they are read: until they are checked again they are not ready to be sent.
        """
        gone = set(self._assessed) if numbers is None else set(numbers)
        self._assessed = {number: found for number, found in self._assessed.items() if number not in gone}
        self._tell(gone)

    def refresh(self, numbers: Iterable[int] = ()) -> None:
        """Rows of the batch came, went or changed their state."""
        batch = self.batch
        if batch is None:
            return
        wanted = self._wanted()
        if wanted != self._rows:
            self._remove_gone({row.number for row in wanted})
        if wanted != self._rows:
            self.beginResetModel()
            self._rows = wanted
            self.endResetModel()
        self._tell(set(numbers))

    def set_filter(self, chosen: Filter) -> None:
        """Show all rows or only those with something to look at; rows stay while they are mended."""
        self._filter = chosen
        self._kept = frozenset(row.number for row in self._rows if self._is_troubled(row))
        if self.batch is not None:
            self.beginResetModel()
            self._rows = self._wanted()
            self.endResetModel()

    def row_of(self, row: int) -> ImportRow:
        """The row of the import at a row of the grid."""
        return self._rows[row]

    def assessed(self, row: ImportRow) -> Assessed | None:
        """What is known of a row."""
        return self._assessed.get(row.number)

    def standing(self, row: ImportRow) -> Standing:
        """How a row stands."""
        found = self._assessed.get(row.number)
        if row.state is RowState.QUEUED:
            return Standing.QUEUED
        if row.is_excluded:
            return Standing.EXCLUDED
        if row.state is RowState.REFUSED:
            return Standing.REFUSED
        if found is None:
            return Standing.UNCHECKED
        return Standing.ERRORS if found.errors else Standing.ASKS if found.warnings else Standing.READY

    def counts(self) -> dict[Standing, int]:
        """How many rows stand how."""
        counts = dict.fromkeys(Standing, 0)
        for row in self.batch.rows if self.batch else ():
            counts[self.standing(row)] += 1
        return counts

    def sendable(self) -> list[tuple[ImportRow, Assessed]]:
        """Rows that can go: read without errors, neither left out nor on their way."""
        chosen = (Standing.READY, Standing.ASKS)
        rows = self.batch.rows if self.batch else ()
        return [(row, self._assessed[row.number]) for row in rows if self.standing(row) in chosen]

    def notes(self, index: Index) -> tuple[CellNote, ...]:
        """What is said of a cell; of the first column, everything that concerns no column."""
        found = self._assessed.get(self._rows[index.row()].number) if index.isValid() else None
        if found is None:
            return ()
        return found.others if index.column() == STATE else found.notes.get(index.column() - 1, ())

    def next_note(self, index: Index, step: int) -> QModelIndex:
        """The next cell with an error or warning, going round; an invalid index where there is none."""
        across, down = self.columnCount(), self.rowCount()
        start = index.row() * across + index.column() if index.isValid() else -1
        for turn in range(1, across * down + 1):
            place = (start + step * turn) % (across * down)
            candidate = self.index(place // across, place % across)
            if any(note.tone in ("error", "warning") for note in self.notes(candidate)):
                return candidate
        return QModelIndex()

    # Qt

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() or self.batch is None else len(self.batch.columns) + 1

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role == Qt.ItemDataRole.DisplayRole and orientation is Qt.Orientation.Horizontal:
            return self._heading(section)
        if role == Qt.ItemDataRole.DisplayRole and section < len(self._rows):
            return str(self._rows[section].number)
        return None

    def _heading(self, section: int) -> str:
        if section == STATE or self.batch is None:
            return "State"
        column = self.batch.columns[section - 1]
        words = path_words(column.field)
        return f"{words} {column.product}".strip()

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        value: Any = None
        if role in _TEXTS:
            value = self._text(row, index.column())
        elif role == _TONE:
            value = self._tone(row, index)
        elif role == _ID:
            value = row.number
        elif role in _TIPS:
            value = "\n".join(_said(note) for note in self.notes(index))
        elif role == _ACCESSIBLE:
            said = " ".join(_said(note) for note in self.notes(index))
            value = f"{self._heading(index.column())}: {self._text(row, index.column()) or 'empty'}. {said}".strip()
        return value

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.EditRole or not self.flags(index) & Qt.ItemFlag.ItemIsEditable:
            return False
        self.change([(index.row(), index.column(), str(value))])
        return True

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        flags = Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEnabled
        if index.column() != STATE and self._rows[index.row()].state is not RowState.QUEUED:
            flags |= Qt.ItemFlag.ItemIsEditable
        return flags

    def change(self, changes: Sequence[tuple[int, int, str]]) -> None:
        """Give cells other texts: (row, column, text); cells of rows on their way stay."""
        numbers = set()
        self._typed = None
        for number, column, text in changes:
            row = self._rows[number]
            if len(changes) == 1 and column != STATE and row.texts[column - 1] not in {"", text}:
                self._typed = (column, row.texts[column - 1], text)
            if row.state is RowState.QUEUED or column == STATE or row.texts[column - 1] == text:
                continue
            row.texts[column - 1] = text
            if row.state is RowState.REFUSED:
                row.state, row.reasons = RowState.OPEN, ()
            numbers.add(row.number)
        if numbers:
            self.edited.emit(frozenset(numbers))
            self._tell(numbers)

    def alike(self) -> list[tuple[int, int, str]]:
        """Changes that would do to every other cell what was done to the last one: same column, same former text."""
        if self._typed is None:
            return []
        column, former, text = self._typed
        return [
            (place, column, text)
            for place, row in enumerate(self._rows)
            if row.texts[column - 1] == former and row.state is not RowState.QUEUED
        ]

    # Inside

    def _text(self, row: ImportRow, column: int) -> str:
        if column != STATE:
            return row.texts[column - 1]
        standing = self.standing(row)
        found = self._assessed.get(row.number)
        if standing is Standing.ERRORS and found:
            return count_words(found.errors, "error")
        if standing is Standing.ASKS and found:
            return f"{found.warnings} to look at"
        word: str = standing.value[0]
        return word

    def _tone(self, row: ImportRow, index: Index) -> str:
        if index.column() == STATE:
            tone: str = self.standing(row).value[1]
            return tone
        if row.is_excluded:
            return "faint"
        return max((note.tone for note in self.notes(index)), key=lambda tone: _WEIGHT.get(tone, 0), default="")

    def _is_troubled(self, row: ImportRow) -> bool:
        return self.standing(row) in (Standing.ERRORS, Standing.REFUSED, Standing.ASKS)

    def _wanted(self) -> list[ImportRow]:
        rows = self.batch.rows if self.batch else []
        if self._filter is Filter.ALL:
            return list(rows)
        return [row for row in rows if row.number in self._kept or self._is_troubled(row)]

    def _remove_gone(self, present: set[int]) -> None:
        place = len(self._rows) - 1
        while place >= 0:
            last = place
            while place >= 0 and self._rows[place].number not in present:
                place -= 1
            if place < last:
                self.beginRemoveRows(QModelIndex(), place + 1, last)
                for row in self._rows[place + 1 : last + 1]:
                    self._assessed.pop(row.number, None)
                del self._rows[place + 1 : last + 1]
                self.endRemoveRows()
            place -= 1

    def _tell(self, numbers: set[int]) -> None:
        places = [place for place, row in enumerate(self._rows) if row.number in numbers]
        if places:
            across = self.columnCount() - 1
            self.dataChanged.emit(self.index(places[0], 0), self.index(places[-1], across))
        self.counts_changed.emit()


def _said(note: CellNote) -> str:
    words = {"error": "Error: ", "warning": "To look at: "}.get(note.tone, "")
    fixes = " or ".join(fix.text for fix in note.fixes)
    return f"{words}{note.text}" + (f": {fixes}" if fixes else "")
