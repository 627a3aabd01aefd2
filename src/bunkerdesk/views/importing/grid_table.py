"""The table of the preview: cells edited in place, filled down, copied and pasted; notes marked by sign and colour."""

from collections.abc import Callable

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QGuiApplication, QKeyEvent, QKeySequence, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from bunkerdesk.models.import_grid import STATE, ImportGrid
from bunkerdesk.models.roles import Role
from bunkerdesk.views.tables.cell_table import EditedCellDelegate
from bunkerdesk.views.tables.delegates import MARGIN, StatusDelegate, paint_ground
from bunkerdesk.views.tables.header import TableHeader
from bunkerdesk.views.theme.theme import Theme
from bunkerdesk.views.theme.tokens import Size, Space, TypeSize

Index = QModelIndex | QPersistentModelIndex
_TONE, _DISPLAY = int(Role.TONE), int(Qt.ItemDataRole.DisplayRole)
NARROW, WIDE = 76, 260
_SAMPLED = 60
_TONES = frozenset({"error", "warning"})


class NoteDelegate(EditedCellDelegate):
    """A cell; with an error or warning on a tinted ground with its sign at the right."""

    EDITOR = "import.cell"

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        area: QRect = option.rect
        data = index.model().data
        tone, text = data(index, _TONE), data(index, _DISPLAY) or ""
        paint_ground(painter, area, option, self._theme, is_hovered=False)
        inner = area.adjusted(MARGIN, 0, -MARGIN, -1)
        if tone in _TONES:
            foreground, ground = self._theme.palette.tone(tone)
            painter.fillRect(area.adjusted(1, 1, -1, -2), ground)
            inner = self.paint_sign(painter, inner, tone, foreground.name())
        if text:
            self.draw(painter, inner, (text, None), self._color("faint" if tone == "faint" else "text"))
        self.paint_cursor(painter, option)


class LineHeader(QHeaderView):
    """The line of each row in its source, faint."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Vertical, parent)
        self._theme = Theme.current()
        self.setAccessibleName("Lines of the source")
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setDefaultSectionSize(self._theme.pixels(Size.ROW))

    def sizeHint(self) -> QSize:
        return QSize(self._theme.pixels(46), super().sizeHint().height())

    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:
        palette = self._theme.palette
        painter.fillRect(rect, palette.color("panel"))
        painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, palette.color("line"))
        text = self.model().headerData(logicalIndex, Qt.Orientation.Vertical, Qt.ItemDataRole.DisplayRole)
        painter.setFont(self._theme.font(TypeSize.LABEL))
        painter.setPen(palette.color("faint"))
        painter.drawText(
            rect.adjusted(0, 0, -Space.S, -1), Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, str(text)
        )


class GridTable(QTableView):
    """Ctrl+D fills down, F8 goes to the next note, Ctrl+Delete takes rows out, Ctrl+L leaves them out."""

    delete_requested = Signal()
    exclude_requested = Signal()

    def __init__(self, model: ImportGrid, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = Theme.current()
        self._grid = model
        self.setObjectName("import.grid")
        self.setProperty("look", "framed")
        self.setAccessibleName("Preview of the rows")
        self.setModel(model)
        self.setItemDelegate(NoteDelegate(self))
        self.setItemDelegateForColumn(STATE, StatusDelegate(self))
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectItems)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        trigger = QAbstractItemView.EditTrigger
        self.setEditTriggers(trigger.EditKeyPressed | trigger.DoubleClicked | trigger.AnyKeyPressed)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        header = TableHeader(self)
        header.setSectionsMovable(False)
        header.setSectionsClickable(False)
        self.setHorizontalHeader(header)
        header.setSortIndicatorShown(False)
        self.setVerticalHeader(LineHeader(self))
        self.setCornerButtonEnabled(False)
        model.modelReset.connect(self.fit_columns)

    def fit_columns(self) -> None:
        """Columns as wide as their headings and first texts, within reason."""
        metrics = QFontMetrics(self._theme.font(TypeSize.BASE))
        model = self.model()
        for column in range(model.columnCount()):
            texts = [str(model.headerData(column, Qt.Orientation.Horizontal))]
            texts += [str(model.index(row, column).data() or "") for row in range(min(model.rowCount(), _SAMPLED))]
            width = max(metrics.horizontalAdvance(text[:60]) for text in texts) + 3 * Space.M
            least = 118 if column == STATE else NARROW
            self.setColumnWidth(column, max(self._theme.pixels(least), min(width, self._theme.pixels(WIDE))))

    def selected_rows(self) -> list[int]:
        """Rows with a selected cell, from above; the current one where nothing is selected."""
        rows = sorted({index.row() for index in self.selectionModel().selectedIndexes()})
        current = self.currentIndex()
        return rows or ([current.row()] if current.isValid() else [])

    def go_to_note(self, step: int) -> bool:
        """Go to the next cell with something to look at."""
        index = self._grid.next_note(self.currentIndex(), step)
        if not index.isValid():
            return False
        self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        self.scrollTo(index)
        return True

    def fill_down(self) -> None:
        """The topmost selected text of each column goes into the selected cells below it."""
        tops: dict[int, str] = {}
        changes = []
        for index in sorted(self.selectionModel().selectedIndexes(), key=lambda one: (one.column(), one.row())):
            if index.column() in tops:
                changes.append((index.row(), index.column(), tops[index.column()]))
            else:
                tops[index.column()] = str(index.data() or "")
        current = self.currentIndex()
        if not changes and current.isValid() and current.row() > 0:
            above = str(current.siblingAtRow(current.row() - 1).data() or "")
            changes = [(current.row(), current.column(), above)]
        self._grid.change(changes)

    def copy(self) -> None:
        """The selected cells as tab-separated text."""
        chosen = self.selectionModel().selectedIndexes()
        if not chosen:
            return
        rows = sorted({index.row() for index in chosen})
        columns = sorted({index.column() for index in chosen})
        text = {(index.row(), index.column()): str(index.data() or "") for index in chosen}
        lines = ["\t".join(text.get((row, column), "") for column in columns) for row in rows]
        QGuiApplication.clipboard().setText("\n".join(lines))

    def paste(self) -> None:
        """Cells of the clipboard, from the current cell on; a single one goes into all selected cells."""
        current = self.currentIndex()
        lines = [line.split("\t") for line in QGuiApplication.clipboard().text().splitlines()]
        if not current.isValid() or not lines:
            return
        if len(lines) == 1 and len(lines[0]) == 1:
            chosen = self.selectionModel().selectedIndexes() or [current]
            self._grid.change([(index.row(), index.column(), lines[0][0].strip()) for index in chosen])
            return
        across, down = self.model().columnCount(), self.model().rowCount()
        self._grid.change(
            [
                (current.row() + row, current.column() + column, text.strip())
                for row, line in enumerate(lines)
                for column, text in enumerate(line)
                if current.row() + row < down and current.column() + column < across
            ]
        )

    def clear_cells(self) -> None:
        """Empty the selected cells."""
        chosen = self.selectionModel().selectedIndexes()
        self._grid.change([(index.row(), index.column(), "") for index in chosen])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = QKeySequence(event.keyCombination())
        for text, action in self._keys().items():
            if keys == QKeySequence(text):
                action()
                return
        super().keyPressEvent(event)

    def owns(self, keys: QKeySequence) -> bool:
        """Tell whether a key belongs to the table rather than to a command."""
        return any(keys == QKeySequence(text) for text in self._keys())

    def _keys(self) -> dict[str, Callable[[], object]]:
        return {
            "Ctrl+D": self.fill_down,
            "Ctrl+C": self.copy,
            "Ctrl+V": self.paste,
            "Del": self.clear_cells,
            "Ctrl+Del": self.delete_requested.emit,
            "Ctrl+L": self.exclude_requested.emit,
            "F8": self._next,
            "Shift+F8": self._former,
        }

    def _next(self) -> None:
        self.go_to_note(1)

    def _former(self) -> None:
        self.go_to_note(-1)
