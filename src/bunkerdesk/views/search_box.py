"""Ctrl+K: opens any reference, known here or not, and any known vessel."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent, QPainter, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QLineEdit, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from bunkerdesk.views.theme.icons import icon_pixmap
from bunkerdesk.views.theme.theme import Theme
from bunkerdesk.views.theme.tokens import Radius, Size, Space, TypeSize
from bunkerdesk.views.widgets.key_hint import KeyHint
from bunkerdesk.views.widgets.paint import paint_rounded
from bunkerdesk.views.widgets.suggestion_panel import SuggestionPanel

_SUGGESTION = int(Qt.ItemDataRole.UserRole) + 1
LONGEST = 200
ROW = 32
Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A known record that fits what was typed."""

    key: object
    """What the opener needs to know; handed back as it is."""
    text: str
    detail: str = ""
    icon: str = "nominations"


Suggest = Callable[[str], Sequence[Suggestion]]


class SuggestionDelegate(QStyledItemDelegate):
    """Icon, reference, and faint behind it what it is."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._theme = Theme.current()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(200, self._theme.pixels(ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        suggestion: Suggestion = index.data(_SUGGESTION)
        palette = self._theme.palette
        area: QRect = option.rect
        if option.state & QStyle.StateFlag.State_Selected:
            paint_rounded(painter, area.toRectF(), palette.color("accent_ground"), Radius.SMALL)
        ratio = painter.device().devicePixelRatioF()
        size = self._theme.pixels(Size.ICON)
        pixmap = icon_pixmap(suggestion.icon, palette.dim, size, ratio)
        painter.drawPixmap(area.left() + Space.S, area.center().y() - size // 2 + 1, pixmap)
        words = area.adjusted(2 * Space.S + size, 0, -Space.S, 0)
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        painter.setFont(self._theme.font(TypeSize.BASE, QFont.Weight.Medium))
        painter.setPen(palette.color("text"))
        metrics = painter.fontMetrics()
        shown = metrics.elidedText(suggestion.text, Qt.TextElideMode.ElideMiddle, words.width() * 2 // 3)
        painter.drawText(words, flags, shown)
        rest = words.adjusted(metrics.horizontalAdvance(shown) + Space.S, 0, 0, 0)
        painter.setFont(self._theme.font(TypeSize.LABEL))
        painter.setPen(palette.color("faint"))
        detail = painter.fontMetrics().elidedText(suggestion.detail, Qt.TextElideMode.ElideRight, rest.width())
        painter.drawText(rest, flags, detail)


class SearchBox(QLineEdit):
    """A field with a list of what is known; the last line of the list asks the service."""

    opened = Signal(object)
    """The key of a suggestion."""
    asked = Signal(str)
    """A reference to ask the service for."""

    SHOWN = 8

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._suggest: Suggest = _nothing
        self._model = QStandardItemModel(self)
        self.setObjectName("search")
        self._panel = SuggestionPanel(self, self._model, SuggestionDelegate, ROW, 420)
        self._panel.taken.connect(self._on_taken)
        self.setAccessibleName("Open a reference or vessel")
        self.setPlaceholderText("Open a reference or vessel…")
        self.setMaxLength(LONGEST)
        self.setMaximumWidth(560)
        self.setMinimumWidth(200)
        self._keys = KeyHint("Ctrl+K", self)
        self.textEdited.connect(self._on_text_edited)

    def set_suggest(self, suggest: Suggest) -> None:
        """Who answers what is known; called at every key, so it must be quick."""
        self._suggest = suggest

    def activate(self) -> None:
        """Take the cursor."""
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.selectAll()

    @property
    def is_open(self) -> bool:
        """Tell whether the list is shown."""
        return self._panel.is_open

    def suggestions(self) -> list[Suggestion]:
        """What the list offers, the question to the service last."""
        return [self._model.item(row).data(_SUGGESTION) for row in range(self._model.rowCount())]

    # Qt overrides

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in (Qt.Key.Key_Down, Qt.Key.Key_Up) and (self.is_open or self.text().strip()):
            self._step(1 if key == Qt.Key.Key_Down else -1)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._accept()
        elif key == Qt.Key.Key_Escape:
            self._leave()
        else:
            super().keyPressEvent(event)

    # Private

    def _open(self) -> None:
        self._panel.open(self.SHOWN + 1, marks_first=True)

    def _fill(self, text: str) -> None:
        self._model.clear()
        found = [*self._suggest(text)][: self.SHOWN]
        question = Suggestion(None, text, "ask the service for this reference", "search")
        is_known = any(one.text.casefold() == text.casefold() for one in found)
        for suggestion in found if is_known else [*found, question]:
            item = QStandardItem(suggestion.text)
            item.setData(suggestion, _SUGGESTION)
            item.setData(f"{suggestion.text}, {suggestion.detail}", Qt.ItemDataRole.AccessibleTextRole)
            self._model.appendRow(item)

    def _step(self, step: int) -> None:
        if not self.is_open:
            self._on_text_edited(self.text())
        else:
            self._panel.step(step)

    def _accept(self) -> None:
        text = self.text().strip()
        if not text:
            return
        if self._panel.current.isValid():
            self._choose(self._panel.current.data(_SUGGESTION))
        else:
            self._fill(text)
            self._choose(self._model.item(0).data(_SUGGESTION))

    def _choose(self, suggestion: Suggestion) -> None:
        self._panel.close()
        self.clear()
        if suggestion.key is None:
            self.asked.emit(suggestion.text)
        else:
            self.opened.emit(suggestion.key)

    def _leave(self) -> None:
        if self.is_open:
            self._panel.close()
        elif self.text():
            self.clear()
        else:
            self.clearFocus()

    def _on_text_edited(self, text: str) -> None:
        wanted = text.strip()
        if not wanted:
            self._panel.close()
            return
        self._fill(wanted)
        self._open()

    def _on_taken(self, index: QModelIndex) -> None:
        self._choose(index.data(_SUGGESTION))


def _nothing(_text: str) -> Sequence[Suggestion]:
    return ()
