"""A table over a list of ids that changes without ever being reset: selection and scroll live on."""

from array import array
from collections.abc import Collection

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Signal

from bunkerdesk.models.row_changes import Difference, difference, rows_of

NO_INDEX = QModelIndex()
Index = QModelIndex | QPersistentModelIndex

# Places kept behind the end, while rows move, for persistent indexes whose rows are about to go. Only a row that is
# removed (rather than lost in a move) makes the selection say that it has changed.
DEPARTING_ROWS = 256


class IdListModel(QAbstractTableModel):
    """Owns the ids shown and every structural signal; what a cell says is the subclass's business."""

    count_changed = Signal(int)
    """The number of rows shown."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._ids: array[int] = array("q")

    def ids(self) -> "array[int]":
        """The ids shown, in order."""
        return self._ids[:]

    def id_at(self, row: int) -> int:
        """The id of a row; raises `IndexError`."""
        return self._ids[row]

    def row_of(self, record_id: int) -> int | None:
        """The row of an id, None when it is not shown."""
        return rows_of(self._ids, [record_id]).get(record_id)

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        """Rows shown."""
        return 0 if parent.isValid() else len(self._ids)

    def _show(self, ids: "array[int]") -> None:
        """Become this list, with the narrowest signals that say so."""
        old_count = len(self._ids)
        change = difference(self._ids, ids)
        if not change.removed and change.inserted:
            self._insert(change, ids)
        elif change.removed and not change.inserted:
            self._remove(change, ids)
        elif change.removed:
            self._rearrange(ids)
        if len(self._ids) != old_count:
            self.count_changed.emit(len(self._ids))

    def _append(self, ids: Collection[int]) -> None:
        """Put rows behind the last one."""
        if ids:
            start = len(self._ids)
            longer = self._ids[:]
            longer.extend(ids)
            self._insert(Difference(start, start, len(longer)), longer)
            self.count_changed.emit(len(longer))

    def _insert(self, change: Difference, ids: "array[int]") -> None:
        self.beginInsertRows(QModelIndex(), change.start, change.new_stop - 1)
        self._ids = ids
        self.endInsertRows()

    def _remove(self, change: Difference, ids: "array[int]") -> None:
        self.beginRemoveRows(QModelIndex(), change.start, change.old_stop - 1)
        self._ids = ids
        self.endRemoveRows()

    def _rearrange(self, ids: "array[int]") -> None:
        """Rows moved, some may have come or gone: make room at the end, move, cut the end off."""
        count = len(ids)
        departing = min(len(self._ids), DEPARTING_ROWS) if self.persistentIndexList() else 0
        room = count + departing
        if len(self._ids) < room:
            padding = (ids + self._ids[:departing])[len(self._ids) : room]
            self._insert(Difference(len(self._ids), len(self._ids), room), self._ids + padding)
        self._move(ids)
        if len(self._ids) > count:
            self._remove(Difference(count, len(self._ids), count), ids)

    def _move(self, ids: "array[int]") -> None:
        self.layoutAboutToBeChanged.emit()
        former, count = self._ids, len(ids)
        kept = self.persistentIndexList()
        wanted = {former[index.row()] for index in kept}
        places = rows_of(ids, wanted)
        moved = ids + former[count:]
        for record_id, place in zip(sorted(wanted - places.keys()), range(count, len(moved)), strict=False):
            places[record_id] = place
            moved[place] = record_id
        self._ids = moved
        targets = []
        for index in kept:
            row = places.get(former[index.row()])
            targets.append(QModelIndex() if row is None else self.index(row, index.column()))
        self.changePersistentIndexList(kept, targets)
        self.layoutChanged.emit()
