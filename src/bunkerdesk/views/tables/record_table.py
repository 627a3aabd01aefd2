"""The table of a list page."""

from collections.abc import Callable, Sequence
from itertools import chain, islice

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPoint,
    QRect,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QAction,
    QFocusEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QMenu, QTableView, QWidget

from bunkerdesk.models.copying import copy_rows, selected_runs
from bunkerdesk.models.roles import Role
from bunkerdesk.runtime.settings import Settings
from bunkerdesk.runtime.tasks import TaskScope
from bunkerdesk.views.tables.arrangement import ColumnArrangement, ColumnLike
from bunkerdesk.views.tables.delegates import CellDelegate, ReferenceDelegate, StatusDelegate
from bunkerdesk.views.tables.header import TableHeader
from bunkerdesk.views.theme.theme import Theme
from bunkerdesk.views.theme.tokens import Size
from bunkerdesk.views.widgets.paint import paint_focus

Actions = Callable[[], Sequence[QAction]]


class RecordTable(QTableView):
    """Rows of 28 pixels without boxes; Enter opens, typing filters, Ctrl+C copies tab-separated values."""

    open_requested = Signal(int)
    """The id of the row to open."""
    selection_changed = Signal()
    copied = Signal(int)
    """How many rows went to the clipboard."""
    typed = Signal(str)
    """A character typed on the table: the beginning of a filter."""

    def __init__(
        self,
        model: QAbstractItemModel,
        columns: Sequence[ColumnLike],
        list_name: str,
        settings: Settings,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = Theme.current()
        self._actions: Actions = tuple
        self._scope = TaskScope(self)
        self._is_untouched = True
        self.setObjectName(f"{list_name}.table")
        self._set_up()
        header = TableHeader(self)
        self.setHorizontalHeader(header)
        # Taking a header hides its sign of the sorting.
        header.setSortIndicatorShown(True)
        self.setModel(model)
        self._delegates = self._make_delegates(columns)
        self.arrangement = ColumnArrangement(header, columns, list_name, settings)
        self.selectionModel().selectionChanged.connect(self._on_selection_changed)
        model.rowsInserted.connect(self._on_rows_inserted)
        self.doubleClicked.connect(self._on_double_clicked)
        self.customContextMenuRequested.connect(self._on_menu_requested)
        self._theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()

    def set_actions(self, actions: Actions) -> None:
        """What the context menu offers above the copying; asked each time it opens."""
        self._actions = actions

    # Selection

    @property
    def selected_count(self) -> int:
        """How many rows are selected."""
        stretches = selected_runs(self.selectionModel().selection())
        return sum(last - first + 1 for first, last in stretches)

    def selected_ids(self, limit: int = 1000) -> tuple[int, ...]:
        """Ids of the selection from above, at most `limit`."""
        stretches = selected_runs(self.selectionModel().selection())
        rows = islice(chain.from_iterable(range(first, last + 1) for first, last in stretches), limit)
        return tuple(self.model().index(row, 0).data(Role.ID) for row in rows)

    @property
    def current_id(self) -> int | None:
        """The id of the current row, if it is selected."""
        index = self.currentIndex()
        if not index.isValid() or not self.selectionModel().isRowSelected(index.row(), QModelIndex()):
            return None
        number: int | None = index.data(Role.ID)
        return number

    def select_row(self, row: int, *, shows: bool = True) -> None:
        """Select one row and bring it into view."""
        index = self._anchor(row)
        flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
        # The view would follow by the least it can, to the edge; where the row comes into view is decided below.
        self.setAutoScroll(False)
        self.selectionModel().setCurrentIndex(index, flags)
        self.setAutoScroll(True)
        if shows:
            self.show_current()

    def stand_among_rows(self) -> None:
        """After rows went, the keyboard stands on a selected row, else on the first; Qt leaves it on a neighbour."""
        stretches = selected_runs(self.selectionModel().selection())
        row = stretches[0][0] if stretches else 0
        if row < self.model().rowCount() and row != self.currentIndex().row():
            self.selectionModel().setCurrentIndex(self._anchor(row), QItemSelectionModel.SelectionFlag.NoUpdate)

    def show_current(self) -> None:
        """Bring the current row into view."""
        index = self.currentIndex()
        is_near = self.viewport().rect().contains(self.visualRect(index))
        hint = QTableView.ScrollHint.EnsureVisible if is_near else QTableView.ScrollHint.PositionAtCenter
        self.scrollTo(index, hint)

    # Copying

    def copy(self, *, with_headers: bool = False) -> None:
        """Put the selected rows on the clipboard, exact values in the order of the columns."""
        if self.selected_count:
            self._scope.start("copy", self._copy(with_headers), replace=True)

    async def copy_selection(self, *, headers: bool) -> int:
        """As `copy`; answers the number of rows when they are on the clipboard."""
        stretches = selected_runs(self.selectionModel().selection())
        copied = await copy_rows(self.model(), stretches, self.arrangement.shown(), headers=headers)
        QGuiApplication.clipboard().setMimeData(copied.mime_data())
        self.copied.emit(copied.rows)
        return copied.rows

    async def _copy(self, with_headers: bool) -> None:
        await self.copy_selection(headers=with_headers)

    # Qt overrides

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self._is_untouched = False
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.key() == Qt.Key.Key_C and event.modifiers() == _CONTROL_SHIFT:
            self.copy(with_headers=True)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers() & _CONTROL_SHIFT:
            self._open(self.currentIndex())
        elif event.key() in _ARROWS and not event.modifiers() & _CONTROL_SHIFT and self._select_first():
            event.accept()
        else:
            super().keyPressEvent(event)

    def keyboardSearch(self, search: str) -> None:
        if search.strip():
            self.typed.emit(search)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.arrangement.fit(self.viewport().width())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._hover(self.rowAt(event.position().toPoint().y()))
        super().mouseMoveEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._hover(-1)
        super().leaveEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        keyboard = (
            Qt.FocusReason.TabFocusReason,
            Qt.FocusReason.BacktabFocusReason,
            Qt.FocusReason.ShortcutFocusReason,
        )
        # Qt has made a row current by now, but selected none: with a single row no arrow would ever select it.
        if event.reason() in keyboard and not self.selectionModel().hasSelection() and self.model().rowCount():
            self.select_row(0)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        self._paint_right_of_columns(painter)
        row = self.currentIndex().row()
        if row >= 0 and self.hasFocus():
            box = QRect(0, self.rowViewportPosition(row), self.viewport().width(), self.rowHeight(row) - 1)
            paint_focus(painter, box.toRectF(), self._theme, 3)

    # Private

    def _set_up(self) -> None:
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.setMouseTracking(True)
        self.setAlternatingRowColors(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setMinimumSectionSize(16)
        self.verticalScrollBar().setSingleStep(Size.ROW)

    def _make_delegates(self, columns: Sequence[ColumnLike]) -> list[CellDelegate]:
        plain = CellDelegate(self)
        special = {
            "reference": ReferenceDelegate(self),
            "status": StatusDelegate(self),
            "port": CellDelegate(self, "dim"),
        }
        self.setItemDelegate(plain)
        for number, column in enumerate(columns):
            if str(column.key) in special:
                self.setItemDelegateForColumn(number, special[str(column.key)])
        return [plain, *special.values()]

    def _anchor(self, row: int) -> QModelIndex:
        shown = self.arrangement.shown()
        return self.model().index(row, shown[0] if shown else 0)

    def _hover(self, row: int) -> None:
        former = self._delegates[0].hovered_row
        if row == former:
            return
        for delegate in self._delegates:
            delegate.hovered_row = row
        for changed in (former, row):
            if changed >= 0:
                top = self.rowViewportPosition(changed)
                self.viewport().update(0, top, self.viewport().width(), self.rowHeight(changed))

    def _paint_right_of_columns(self, painter: QPainter) -> None:
        """Carry ground and line of the rows on to the edge, where the columns end before it."""
        start = self.horizontalHeader().length() - self.horizontalHeader().offset()
        width = self.viewport().width() - start
        first = self.rowAt(0)
        if width <= 0 or first < 0:
            return
        palette = self._theme.palette
        last = self.rowAt(self.viewport().height() - 1)
        last = self.model().rowCount() - 1 if last < 0 else last
        selection = self.selectionModel()
        for row in range(first, last + 1):
            box = QRect(start, self.rowViewportPosition(row), width, self.rowHeight(row))
            if selection.isRowSelected(row, QModelIndex()):
                painter.fillRect(box, palette.color("accent_ground"))
            elif row == self._delegates[0].hovered_row:
                painter.fillRect(box, palette.color("hover"))
            painter.fillRect(box.left(), box.bottom(), width, 1, palette.color("line"))

    def _open(self, index: QModelIndex) -> None:
        number = index.data(Role.ID) if index.isValid() else None
        if number is not None:
            self.open_requested.emit(number)

    def _on_double_clicked(self, index: QModelIndex) -> None:
        self._open(index)

    def _select_first(self) -> bool:
        """The first arrow takes the row that the keyboard stands on; the next one moves."""
        if self.selectionModel().hasSelection() or not self.model().rowCount():
            return False
        self.select_row(max(self.currentIndex().row(), 0))
        return True

    def _on_rows_inserted(self) -> None:
        """Qt makes the first row current that comes; what comes above it until a person moves is the first row then."""
        if self._is_untouched and self.currentIndex().row() > 0 and not self.selectionModel().hasSelection():
            self.selectionModel().setCurrentIndex(self._anchor(0), QItemSelectionModel.SelectionFlag.NoUpdate)

    def _on_selection_changed(self, _selected: QItemSelection, _deselected: QItemSelection) -> None:
        self.viewport().update()
        self.selection_changed.emit()

    def _on_menu_requested(self, place: QPoint) -> None:
        menu = QMenu(self)
        menu.setObjectName("table.menu")
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setToolTipsVisible(True)
        actions = self._actions()
        for action in actions:
            menu.addAction(action)
        if actions:
            menu.addSeparator()
        has_rows = self.selected_count > 0
        copy = menu.addAction("Copy rows", QKeySequence(QKeySequence.StandardKey.Copy), self._on_copy_triggered)
        copy.setEnabled(has_rows)
        headed = menu.addAction("Copy rows with headers", QKeySequence("Ctrl+Shift+C"), self._on_headed_copy_triggered)
        headed.setEnabled(has_rows)
        index = self.indexAt(place)
        if index.isValid():
            cell = menu.addAction("Copy cell", self._on_copy_cell_triggered)
            cell.setData(str(index.data(Role.EXACT) or ""))
        menu.popup(self.viewport().mapToGlobal(place))

    def _on_copy_triggered(self) -> None:
        self.copy()

    def _on_headed_copy_triggered(self) -> None:
        self.copy(with_headers=True)

    def _on_copy_cell_triggered(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            QGuiApplication.clipboard().setText(action.data())

    def _on_theme_changed(self) -> None:
        self.verticalHeader().setDefaultSectionSize(self._theme.pixels(Size.ROW))
        self.viewport().update()


_ARROWS = (Qt.Key.Key_Down, Qt.Key.Key_Up)
_CONTROL_SHIFT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
