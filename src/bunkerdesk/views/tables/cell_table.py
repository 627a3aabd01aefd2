"""Small tables of dialogs, edited in place, in the look of the lists."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QAbstractItemView, QLineEdit, QStyle, QStyleOptionViewItem, QTableView, QWidget

from bunkerdesk.views.tables.delegates import CellDelegate
from bunkerdesk.views.tables.header import TableHeader
from bunkerdesk.views.theme.theme import Theme
from bunkerdesk.views.theme.tokens import Size
from bunkerdesk.views.widgets.paint import paint_focus

Index = QModelIndex | QPersistentModelIndex
ROUNDED = 3


class EditedCellDelegate(CellDelegate):
    """A cell with a ring where the cursor stands, edited in a line of its own."""

    EDITOR = "table.cell"

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        super().paint(painter, option, index)
        self.paint_cursor(painter, option)

    def paint_cursor(self, painter: QPainter, option: QStyleOptionViewItem) -> None:
        """Draw the ring on the cell that has the focus."""
        if option.state & QStyle.StateFlag.State_HasFocus:
            paint_focus(painter, option.rect.adjusted(0, 0, -1, -1).toRectF(), self._theme, ROUNDED)

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        line = QLineEdit(parent)
        line.setObjectName(self.EDITOR)
        line.setAccessibleName(str(index.model().headerData(index.column(), Qt.Orientation.Horizontal)))
        line.setProperty("look", "cell")
        line.setFrame(False)
        alignment = index.data(Qt.ItemDataRole.TextAlignmentRole)
        if alignment is not None:
            line.setAlignment(Qt.AlignmentFlag(int(alignment)))
        return line


def dress(table: QTableView) -> TableHeader:
    """Give a table of a dialog the look of the lists; answers its head."""
    theme = Theme.current()
    table.setProperty("look", "framed")
    table.setShowGrid(False)
    table.setWordWrap(False)
    table.setTabKeyNavigation(False)
    table.setItemDelegate(EditedCellDelegate(table))
    table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    table.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    table.verticalHeader().hide()
    table.verticalHeader().setDefaultSectionSize(theme.pixels(Size.ROW))
    head = TableHeader(table)
    head.setSectionsMovable(False)
    head.setSectionsClickable(False)
    head.setSortIndicatorShown(False)
    table.setHorizontalHeader(head)
    return head
