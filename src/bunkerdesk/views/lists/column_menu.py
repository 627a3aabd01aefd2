"""Choosing, ordering and sorting by columns, from the button and from the header."""

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QToolButton

from bunkerdesk.views.tables.record_table import RecordTable
from bunkerdesk.views.theme.tokens import Space


class ColumnMenu(QObject):
    """Builds the menu anew each time, as columns come and go."""

    def __init__(self, table: RecordTable, anchor: QToolButton) -> None:
        super().__init__(table)
        self._table = table
        self._anchor = anchor
        self._number = -1
        self.shown: QMenu | None = None
        table.horizontalHeader().customContextMenuRequested.connect(self._on_header_menu_requested)

    def open(self) -> None:
        """Open the menu below the button."""
        self._number = -1
        self._popup(self._anchor.mapToGlobal(QPoint(0, self._anchor.height() + Space.XS)))

    def _popup(self, place: QPoint) -> None:
        menu = QMenu(self._table)
        menu.setObjectName("columns.menu")
        menu.aboutToHide.connect(menu.deleteLater)
        if self._number >= 0:
            self._add_section_actions(menu)
        self._add_sorting(menu)
        menu.addSeparator()
        self._add_choice(menu)
        menu.addSeparator()
        menu.addAction("Default columns", self._table.arrangement.reset)
        self.shown = menu
        menu.popup(place)

    def _add_section_actions(self, menu: QMenu) -> None:
        column = self._table.arrangement.columns[self._number]
        title = column.title
        if getattr(column, "sort", None):
            for words, order in (
                ("ascending", Qt.SortOrder.AscendingOrder),
                ("descending", Qt.SortOrder.DescendingOrder),
            ):
                action = menu.addAction(f"Sort {words} by {title}")
                action.setData((self._number, order.value))
                action.triggered.connect(self._on_sort_triggered)
        for words, step in (("left", -1), ("right", 1)):
            action = menu.addAction(f"Move {title} to the {words}")
            action.setData((self._number, step))
            action.triggered.connect(self._on_move_triggered)
        menu.addSeparator()

    def _add_sorting(self, menu: QMenu) -> None:
        sorting = menu.addMenu("Sort by")
        header = self._table.horizontalHeader()
        for number in self._table.arrangement.order():
            column = self._table.arrangement.columns[number]
            if not getattr(column, "sort", None):
                continue
            action = sorting.addAction(column.title)
            action.setCheckable(True)
            is_current = header.sortIndicatorSection() == number
            action.setChecked(is_current)
            turned = is_current and header.sortIndicatorOrder() is Qt.SortOrder.AscendingOrder
            action.setData((number, (Qt.SortOrder.DescendingOrder if turned else Qt.SortOrder.AscendingOrder).value))
            action.triggered.connect(self._on_sort_triggered)

    def _add_choice(self, menu: QMenu) -> None:
        arrangement = self._table.arrangement
        shown = set(arrangement.shown())
        for number in arrangement.order():
            column = arrangement.columns[number]
            is_chosen = arrangement.is_chosen(number)
            action = menu.addAction(column.title if not is_chosen or number in shown else f"{column.title} (no room)")
            action.setCheckable(True)
            action.setChecked(is_chosen)
            action.setData((number, 0))
            action.triggered.connect(self._on_choice_triggered)

    def _data(self) -> tuple[int, int]:
        action = self.sender()
        number, value = action.data() if isinstance(action, QAction) else (0, 0)
        return int(number), int(value)

    def _on_sort_triggered(self) -> None:
        number, order = self._data()
        self._table.horizontalHeader().setSortIndicator(number, Qt.SortOrder(order))

    def _on_move_triggered(self) -> None:
        self._table.arrangement.move(*self._data())

    def _on_choice_triggered(self) -> None:
        number, _ = self._data()
        self._table.arrangement.choose(number, not self._table.arrangement.is_chosen(number))

    def _on_header_menu_requested(self, place: QPoint) -> None:
        header = self._table.horizontalHeader()
        self._number = header.logicalIndexAt(place)
        self._popup(header.viewport().mapToGlobal(place))
