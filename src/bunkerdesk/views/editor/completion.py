"""The list below a field: what may be meant, best first. It offers, it never insists."""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QCompleter, QLineEdit, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from bunkerdesk.models.editor_options import Option
from bunkerdesk.views.theme.theme import Theme
from bunkerdesk.views.theme.tokens import Radius, Size, Space, TypeSize
from bunkerdesk.views.widgets.paint import paint_rounded

Index = QModelIndex | QPersistentModelIndex
OPTION = int(Qt.ItemDataRole.UserRole) + 1
SHOWN = 10


class OptionDelegate(QStyledItemDelegate):
    """The text of an option, its detail dim behind it."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._theme = Theme.current()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(160, self._theme.pixels(Size.ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        offered: Option = index.data(OPTION)
        palette = self._theme.palette
        area: QRect = option.rect
        if option.state & QStyle.StateFlag.State_Selected:
            paint_rounded(painter, area.toRectF(), palette.color("accent_ground"), Radius.SMALL)
        words = area.adjusted(Space.S, 0, -Space.S, 0)
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        painter.setFont(self._theme.font(TypeSize.BASE))
        painter.setPen(palette.color("text"))
        metrics = painter.fontMetrics()
        text = metrics.elidedText(offered.text, Qt.TextElideMode.ElideRight, words.width())
        painter.drawText(words, flags, text)
        rest = words.adjusted(metrics.horizontalAdvance(text) + Space.S, 0, 0, 0)
        painter.setFont(self._theme.font(TypeSize.LABEL))
        painter.setPen(palette.color("dim"))
        detail = painter.fontMetrics().elidedText(offered.detail, Qt.TextElideMode.ElideRight, rest.width())
        painter.drawText(rest, flags, detail)


class Completion(QObject):
    """Serves one line; `chosen` hands over the option taken with Return or the mouse."""

    chosen = Signal(object)

    def __init__(self, line: QLineEdit) -> None:
        super().__init__(line)
        self._line = line
        self._model = QStandardItemModel(self)
        self._completer = QCompleter(self)
        self._completer.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        self._completer.setMaxVisibleItems(SHOWN)
        self._completer.setModel(self._model)
        self._completer.setWidget(line)
        self._popup = QListView()
        self._popup.setObjectName(f"{line.objectName()}.options")
        self._popup.setAccessibleName("Suggestions")
        self._popup.setProperty("look", "popup")
        self._completer.setPopup(self._popup)
        # The completer puts its own delegate in when it takes the list over.
        self._popup.setItemDelegate(OptionDelegate(self._popup))
        self._completer.activated.connect(self._on_text_activated)

    @property
    def is_open(self) -> bool:
        """Tell whether the list is shown."""
        return self._popup.isVisible()

    def offer(self, options: Sequence[Option]) -> None:
        """Show these below the line; nothing hides the list."""
        self._model.clear()
        for option in options:
            item = QStandardItem(option.text)
            item.setData(option, OPTION)
            item.setData(f"{option.text} {option.detail}".strip(), Qt.ItemDataRole.AccessibleTextRole)
            self._model.appendRow(item)
        if not options:
            self.close()
            return
        width = max(self._line.width(), 280)
        self._completer.complete(QRect(0, 0, width, self._line.height() + 2))

    def close(self) -> None:
        """Hide the list."""
        self._popup.hide()

    def _on_text_activated(self, _text: str) -> None:
        self._on_activated(self._popup.currentIndex())

    def _on_activated(self, index: QModelIndex) -> None:
        option = index.data(OPTION)
        if isinstance(option, Option):
            self.chosen.emit(option)
