"""The queue: what awaits review, the riskiest first or the next claim first."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFont, QPainter
from PySide6.QtWidgets import (
    QHBoxLayout,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from bunkerdesk.models.review_models import CellRole, QueueModel
from bunkerdesk.models.roles import Role
from bunkerdesk.rules.wording import number
from bunkerdesk.views.theme.theme import Theme
from bunkerdesk.views.theme.tokens import Space, TypeSize
from bunkerdesk.views.widgets.buttons import button, keys_text
from bunkerdesk.views.widgets.labels import label
from bunkerdesk.views.widgets.paint import paint_focus
from bunkerdesk.views.widgets.progress_line import ProgressLine

Index = QModelIndex | QPersistentModelIndex
LINE = 64
BAR = 3
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class QueueDelegate(QStyledItemDelegate):
    """Three lines: the vessel and its risk, the reference, age and claim clock."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = Theme.current()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(160, self._theme.pixels(LINE))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        item = index.data(CellRole.ITEM)
        if item is None:
            return
        palette, area = self._theme.palette, QRect(option.rect)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(area, palette.color("accent_ground"))
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(area, palette.color("hover"))
        foreground, _ = palette.tone(QueueModel.tone(item))
        painter.fillRect(area.left(), area.top() + 8, BAR, area.height() - 16, foreground)
        inner = area.adjusted(Space.M, Space.XS + 2, -Space.S, -Space.XS - 2)
        third = inner.height() // 3
        lines = [QRect(inner.left(), inner.top() + third * place, inner.width(), third) for place in range(3)]
        strong = self._theme.font(TypeSize.BASE, QFont.Weight.DemiBold)
        small = self._theme.font(TypeSize.LABEL)
        self._draw(painter, lines[0], item.vessel or "no vessel named", "text", strong)
        age, _, claim = str(index.data(Role.SECONDARY)).partition(", ")
        painter.setFont(small)
        painter.setPen(palette.color("faint"))
        painter.drawText(lines[1], _RIGHT, age)
        room = painter.fontMetrics().horizontalAdvance(age) + Space.S
        self._draw(painter, lines[1].adjusted(0, 0, -room, 0), f"{item.reference}, {item.port}", "dim", small)
        words = QueueModel.risk_words(item)
        painter.setFont(self._theme.font(TypeSize.MARK, QFont.Weight.DemiBold))
        painter.setPen(foreground)
        room = painter.fontMetrics().horizontalAdvance(words)
        painter.drawText(lines[2], _LEFT, words)
        rest = lines[2].adjusted(room + Space.S, 0, 0, 0)
        if rest.width() > 40:
            painter.setFont(small)
            painter.setPen(palette.color("error" if item.is_expired else "faint"))
            shown = painter.fontMetrics().elidedText(claim, Qt.TextElideMode.ElideRight, rest.width())
            painter.drawText(rest, _RIGHT, shown)
        painter.fillRect(area.left(), area.bottom(), area.width(), 1, palette.color("line"))
        if option.state & QStyle.StateFlag.State_HasFocus:
            paint_focus(painter, area.toRectF().adjusted(1, 1, -1, -2), self._theme, 4)

    def _draw(self, painter: QPainter, box: QRect, text: str, role: str, font: QFont) -> None:
        painter.setFont(font)
        painter.setPen(self._theme.palette.color(role))
        shown = painter.fontMetrics().elidedText(text[:200], Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(box, _LEFT, shown)


class QueueList(QWidget):
    """The list with its heading."""

    chosen = Signal(int)
    """The id of the operation to open."""
    order_chosen = Signal(bool)
    """Whether the claim that ends next is to come first."""

    def __init__(self, model: QueueModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("look", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.model = model
        self._title = label("Awaiting review", "strong", self)
        self._hint = label("", "hint", self, wraps=True)
        self.order = button("", "review.order", self, "link")
        self.order.clicked.connect(self._on_order_clicked)
        self.progress = ProgressLine(self)
        self.list = QListView(self)
        self.list.setObjectName("review.queue")
        self.list.setAccessibleName("Operations awaiting review")
        self.list.setModel(model)
        self.list.setItemDelegate(QueueDelegate(self.list))
        self.list.setUniformItemSizes(True)
        self.list.setMouseTracking(True)
        self.list.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.clicked.connect(self._on_clicked)
        self.list.activated.connect(self._on_clicked)
        self.list.selectionModel().currentChanged.connect(self._on_moved)
        model.modelReset.connect(self._on_model_reset)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        head = QVBoxLayout()
        head.setContentsMargins(Space.M, Space.M, Space.M, Space.S)
        head.setSpacing(2)
        head.addWidget(self._title)
        below = QHBoxLayout()
        below.setContentsMargins(0, 0, 0, 0)
        below.addWidget(self.order)
        below.addWidget(self._hint, 1)
        head.addLayout(below)
        layout.addLayout(head)
        layout.addWidget(self.progress)
        layout.addWidget(self.list, 1)
        self._current: int | None = None
        self._on_model_reset()

    def show_current(self, identifier: int | None) -> None:
        """Mark the operation that is open."""
        self._current = identifier
        row = self.model.row_of(identifier) if identifier is not None else -1
        if row >= 0:
            self.list.setCurrentIndex(self.model.index(row))
        else:
            self.list.clearSelection()

    def _on_model_reset(self) -> None:
        count = self.model.rowCount()
        self._title.setText(f"{number(count)} awaiting review" if count else "Nothing awaits review")
        self._hint.setText(f"{keys_text('Alt+Right')} next" if count else "Ended operations with a note come here.")
        self.order.setVisible(count > 0)
        self._show_order()
        self.show_current(self._current)

    def _show_order(self) -> None:
        now, other = (
            ("Next claim first", "the riskiest") if self.model.is_by_claim else ("Riskiest first", "the next claim")
        )
        self.order.setText(now)
        self.order.setAccessibleName(now)
        self.order.setToolTip(f"Put {other} first")
        self.order.setAccessibleDescription(f"Put {other} first")

    def _on_order_clicked(self) -> None:
        self.model.order_by_claim(not self.model.is_by_claim)
        self._show_order()
        self.order_chosen.emit(self.model.is_by_claim)

    def _on_moved(self, index: QModelIndex) -> None:
        """What is marked is what is open: else a verdict would go to another ship than the one the eye is on."""
        if self.list.hasFocus() and index.data(Role.ID) not in {None, self._current}:
            self._on_clicked(index)

    def _on_clicked(self, index: QModelIndex) -> None:
        identifier = index.data(Role.ID)
        if isinstance(identifier, int):
            self.chosen.emit(identifier)
