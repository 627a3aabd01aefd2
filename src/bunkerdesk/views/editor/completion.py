"""The list below a field: what may be meant, best first. It offers, it never insists."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QLineEdit, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from bunkerdesk.models.editor_options import Option
from bunkerdesk.views.theme.theme import Theme
from bunkerdesk.views.theme.tokens import Radius, Size, Space, TypeSize
from bunkerdesk.views.widgets.paint import paint_rounded
from bunkerdesk.views.widgets.suggestion_panel import SuggestionPanel

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
    """Serves one line; `chosen` hands over the option taken with Return, Tab or the mouse."""

    chosen = Signal(object)

    def __init__(self, line: QLineEdit) -> None:
        super().__init__(line)
        self._model = QStandardItemModel(self)
        self._panel = SuggestionPanel(line, self._model, OptionDelegate, Size.ROW, 280)
        self._panel.taken.connect(self._on_taken)
        line.installEventFilter(self)

    @property
    def is_open(self) -> bool:
        """Tell whether the list is shown."""
        return self._panel.is_open

    def offer(self, options: Sequence[Option]) -> None:
        """Show these below the line; nothing hides the list. None is marked until an arrow key says so."""
        self._model.clear()
        for option in options:
            item = QStandardItem(option.text)
            item.setData(option, OPTION)
            item.setData(f"{option.text} {option.detail}".strip(), Qt.ItemDataRole.AccessibleTextRole)
            self._model.appendRow(item)
        self._panel.open(SHOWN, marks_first=False)

    def close(self) -> None:
        """Hide the list."""
        self._panel.close()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not self._panel.is_open or not isinstance(event, QKeyEvent):
            return False
        key = Qt.Key(event.key())
        if event.type() == QEvent.Type.ShortcutOverride and key == Qt.Key.Key_Escape:
            event.accept()  # it closes the list, nothing else
            return True
        return event.type() == QEvent.Type.KeyPress and self._is_used(key)

    def _is_used(self, key: Qt.Key) -> bool:
        """Do what a key means to the list; answers whether the line must not see it."""
        if key in _STEPS:
            self._panel.step(_STEPS[key])
            return True
        if key == Qt.Key.Key_Escape:
            self._panel.close()
            return True
        if key not in _TAKING:
            return False
        index = self._panel.current
        self._panel.close()
        if not index.isValid():
            return False
        self._on_taken(index)
        return key != Qt.Key.Key_Tab  # Tab takes it and goes on

    def _on_taken(self, index: QModelIndex) -> None:
        self._panel.close()
        option = index.data(OPTION)
        if isinstance(option, Option):
            self.chosen.emit(option)


_STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}
_TAKING = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab})
