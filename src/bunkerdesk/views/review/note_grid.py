"""The notes side by side, painted: group rows, figures, differences, findings, and what the paper says."""

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QFocusEvent,
    QFont,
    QFontMetrics,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from bunkerdesk.models.review_models import FIXED, CellRole, NoteTableModel
from bunkerdesk.models.review_tables import TONES, Cell, Row
from bunkerdesk.models.roles import Role
from bunkerdesk.views.tables.delegates import MARGIN
from bunkerdesk.views.tables.header import TableHeader
from bunkerdesk.views.theme.theme import Theme
from bunkerdesk.views.theme.tokens import Radius, Size, Space, TypeSize
from bunkerdesk.views.widgets.paint import paint_focus, paint_rounded

Index = QModelIndex | QPersistentModelIndex
CHIP_HEIGHT = 17
LEAST_NOTE = 180
FIXED_WIDTHS, MOST_LETTERS = (84, 206), 60
"""Least and most width of the columns before the notes."""
ROOMY_NOTE, NARROW_LABEL = 200, 148
LEAST_BESIDE = 90
"""Width of a note below which the labels give way; what stands beside a figure needs so much to tell anything."""
TEXT_SHARE = 0.6
"""Of a cell, at least, is for the figure; chips and the word of the paper take the rest."""
_ONE_LINE = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
_PLACEMENTS = {
    "found": ("\u2713 paper", "ok"),
    "differs": ("\u2260 paper", "error"),
    "not found": ("? paper", "warning"),
}


class NoteDelegate(QStyledItemDelegate):
    """Paints one cell."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = Theme.current()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(80, self._theme.pixels(Size.ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        area: QRect = option.rect
        row: Row | None = index.data(CellRole.ROW)
        palette = self._theme.palette
        if row is None:
            return
        if row.is_heading:
            painter.fillRect(area, palette.color("sunken"))
            painter.setFont(self._theme.font(TypeSize.LABEL, QFont.Weight.DemiBold))
            painter.setPen(palette.color("dim"))
            painter.drawText(area.adjusted(MARGIN, 0, -MARGIN, 0), _ONE_LINE, row.label)
        else:
            if option.state & QStyle.StateFlag.State_Selected and index.column() >= FIXED:
                painter.fillRect(area, palette.color("accent_ground"))
            self._content(painter, area.adjusted(MARGIN, 0, -Space.S, -1), index, row)
        painter.fillRect(area.left(), area.bottom(), area.width(), 1, palette.color("line"))
        if option.state & QStyle.StateFlag.State_HasFocus and not row.is_heading:
            paint_focus(painter, QRectF(area).adjusted(1, 1, -1, -2), self._theme, Radius.SMALL)

    def _content(self, painter: QPainter, area: QRect, index: Index, row: Row) -> None:
        cell: Cell | None = index.data(CellRole.CELL)
        if cell is not None:
            self._cell(painter, area, index, cell)
            return
        text = str(index.data() or "")
        if index.column() == 0:  # `Gross heating … MJ/kg`: the unit at its end must be seen
            text = self._middle(text, area.width())
        self._text(painter, area, text, "dim" if index.column() == 0 else "text")

    def _middle(self, text: str, width: int) -> str:
        return QFontMetrics(self._theme.font()).elidedText(text, Qt.TextElideMode.ElideMiddle, max(width, 0))

    def _cell(self, painter: QPainter, area: QRect, index: Index, cell: Cell) -> None:
        tone = cell.tone if cell.tone in {"error", "warning", "faint"} else "text"
        weight = QFont.Weight.DemiBold if tone in {"error", "warning"} else QFont.Weight.Normal
        font = self._theme.font(TypeSize.BASE, weight)
        rest = QRect(area)
        model = index.model()
        mark = _PLACEMENTS.get(model.placement(cell).state) if isinstance(model, NoteTableModel) else None
        room = self._reserved(cell, mark)
        least = min(QFontMetrics(font).horizontalAdvance(cell.text[:80]), int(area.width() * TEXT_SHARE))
        used = self._text(painter, rest.adjusted(0, 0, -min(room, area.width() - least), 0), cell.text, tone, font)
        rest.setLeft(rest.left() + used + Space.S)
        for rule, severity in dict.fromkeys((item.rule, item.severity) for item in cell.findings):
            width = self._chip(painter, rest, rule, TONES[severity])
            rest.setLeft(rest.left() + width + Space.XS)
        if mark is not None:
            word, tone = mark
            painter.setFont(self._theme.font(TypeSize.MARK, QFont.Weight.DemiBold))
            painter.setPen(self._theme.palette.color(tone))
            painter.drawText(rest, _ONE_LINE, word)
            rest.setLeft(rest.left() + painter.fontMetrics().horizontalAdvance(word) + Space.S)
        if cell.beside:
            self._beside(painter, rest, cell.beside)

    def _beside(self, painter: QPainter, rest: QRect, text: str) -> None:
        font = self._theme.font(TypeSize.LABEL)
        needed = QFontMetrics(font).horizontalAdvance(text)
        if rest.width() >= min(needed, self._theme.pixels(LEAST_BESIDE)):
            self._text(painter, rest, text, "faint", font)

    def _reserved(self, cell: Cell, mark: tuple[str, str] | None) -> int:
        """What chips and the word of the paper need: a long name gives way to them."""
        metrics = QFontMetrics(self._theme.font(TypeSize.MARK, QFont.Weight.DemiBold))
        chips = dict.fromkeys(item.rule for item in cell.findings)
        room = sum(metrics.horizontalAdvance(rule) + 3 * Space.XS + Space.XS for rule in chips)
        return room + (metrics.horizontalAdvance(mark[0]) + Space.S if mark else 0) + (Space.S if room else 0)

    def _text(self, painter: QPainter, area: QRect, text: str, role: str, font: QFont | None = None) -> int:
        painter.setFont(font or self._theme.font())
        painter.setPen(self._theme.palette.color(role))
        shown = painter.fontMetrics().elidedText(text[:400], Qt.TextElideMode.ElideRight, max(area.width(), 0))
        painter.drawText(area, _ONE_LINE, shown)
        return painter.fontMetrics().horizontalAdvance(shown)

    def _chip(self, painter: QPainter, area: QRect, text: str, tone: str) -> int:
        font = self._theme.font(TypeSize.MARK, QFont.Weight.DemiBold)
        width = QFontMetrics(font).horizontalAdvance(text) + 3 * Space.XS
        height = self._theme.pixels(CHIP_HEIGHT)
        foreground, ground = self._theme.palette.tone(tone)
        box = QRectF(area.left(), area.top() + (area.height() - height) / 2, width, height)
        paint_rounded(painter, box, ground, Radius.SMALL)
        painter.setFont(font)
        painter.setPen(foreground)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
        return width


class NoteHeader(TableHeader):
    """The notes' numbers with their products faint behind."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("review.notes.header")
        self.setSectionsMovable(False)
        self.setSectionsClickable(False)
        self.setSortIndicatorShown(False)

    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:
        super().paintSection(painter, rect, logicalIndex)
        model = self.model()
        product = str(model.headerData(logicalIndex, self.orientation(), Role.SECONDARY) or "")
        if not product:
            return
        title = str(model.headerData(logicalIndex, self.orientation()) or "")
        font = self._theme.font(TypeSize.LABEL, QFont.Weight.Medium)
        used = QFontMetrics(font).horizontalAdvance(title) + Space.S
        rest = rect.adjusted(MARGIN + used, 0, -Space.S, -1)
        painter.setFont(self._theme.font(TypeSize.LABEL))
        painter.setPen(self._theme.palette.color("faint"))
        shown = painter.fontMetrics().elidedText(product, Qt.TextElideMode.ElideRight, max(rest.width(), 0))
        painter.drawText(rest, _ONE_LINE, shown)


class NoteGrid(QTableView):
    """As high as its rows: the page scrolls, not the table."""

    figure_activated = Signal(str)
    """The JSON path of the figure a person went to."""

    def __init__(self, model: NoteTableModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("review.notes")
        self.setAccessibleName("Delivery notes side by side")
        self._notes = model
        self._theme = Theme.current()
        self._theme.changed.connect(self._arrange)
        self.setModel(model)
        self.setItemDelegate(NoteDelegate(self))
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.verticalHeader().hide()
        head = NoteHeader(self)
        self.setHorizontalHeader(head)
        head.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        model.modelReset.connect(self._arrange)
        self._arrange()

    def go_to(self, place: str) -> bool:
        """Put the cursor on a field; False where the table has no such cell."""
        found = self._notes.find(place)
        if found is None:
            return False
        self.setCurrentIndex(self._notes.index(*found))
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.figure_activated.emit(place)
        return True

    def row_top(self, row: int) -> int:
        """Where a row begins, in the table's own pixels."""
        return self.horizontalHeader().height() + self.rowViewportPosition(row)

    def current_place(self) -> str:
        """The JSON path under the cursor."""
        cell: Cell | None = self.currentIndex().data(CellRole.CELL)
        return cell.place if cell else ""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if _is_copy(event):
            QGuiApplication.clipboard().setText(str(self.currentIndex().data(Role.EXACT) or ""))
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.current_place():
            self.figure_activated.emit(self.current_place())
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        # The page's own copy command is for lists; here a figure is copied.
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride and _is_copy(event):
            event.accept()
            return True
        return super().event(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Coming with Tab, the cursor goes to the first figure of the first note, where there is something to say."""
        super().focusInEvent(event)
        if self.current_place() or event.reason() not in (
            Qt.FocusReason.TabFocusReason,
            Qt.FocusReason.BacktabFocusReason,
        ):
            return
        lines = self._notes.table.rows
        first = next((row for row, line in enumerate(lines) if not line.is_heading), None)
        if first is not None:
            self.setCurrentIndex(self._notes.index(first, FIXED))

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        place = self.current_place()
        if place and self.hasFocus():
            self.figure_activated.emit(place)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_width()

    def _arrange(self) -> None:
        model: QAbstractItemModel = self._notes
        height = self._theme.pixels(Size.ROW)
        self.verticalHeader().setDefaultSectionSize(height)
        self.clearSpans()
        columns = model.columnCount()
        for row, line in enumerate(self._notes.table.rows):
            if line.is_heading and columns > 1:
                self.setSpan(row, 0, 1, columns)
        head = self._theme.pixels(Size.ROW) + 2
        self.horizontalHeader().setFixedHeight(head)
        self._share_width()
        is_wide = self.horizontalScrollBar().maximum() > 0
        self.setFixedHeight(head + model.rowCount() * height + (14 if is_wide else 2))

    def _share_width(self) -> None:
        notes = self._notes.columnCount() - FIXED
        if notes <= 0:
            return
        room, least = self.viewport().width(), self._theme.pixels(LEAST_NOTE)
        widths = [self._fixed_width(column) for column in range(FIXED)]
        if room - sum(widths) < notes * self._theme.pixels(ROOMY_NOTE):
            widths[0] = min(widths[0], self._theme.pixels(NARROW_LABEL))
        for column, width in enumerate(widths):
            self.setColumnWidth(column, width)
        share = max((room - sum(widths)) // notes, least)
        for column in range(FIXED, FIXED + notes):
            self.setColumnWidth(column, share)

    def _fixed_width(self, column: int) -> int:
        """What a column before the notes needs: a unit is never cut off where there is room for it."""
        metrics = QFontMetrics(self._theme.font())
        texts = [
            str(self._notes.index(row, column).data() or "")[:MOST_LETTERS] for row in range(self._notes.rowCount())
        ]
        lines = self._notes.table.rows
        needed = [
            metrics.horizontalAdvance(text) for text, line in zip(texts, lines, strict=True) if not line.is_heading
        ]
        title = str(self._notes.headerData(column, Qt.Orientation.Horizontal) or "")
        least, most = (self._theme.pixels(width) for width in FIXED_WIDTHS)
        least = max(least, metrics.horizontalAdvance(title) + 2 * MARGIN)
        return min(max([least, *(width + MARGIN + Space.M for width in needed)]), most)


def _is_copy(event: QKeyEvent) -> bool:
    return bool(event.matches(QKeySequence.StandardKey.Copy))
