"""One dialog for many writes: how far they are, and what became of each."""

import asyncio
from collections.abc import Callable

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QSize, Qt, Slot
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QListView, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from bunkerdesk.runtime.prompts import ResultLine
from bunkerdesk.views.dialogs.base import DeskDialog
from bunkerdesk.views.theme.icons import role_icon
from bunkerdesk.views.theme.theme import Theme
from bunkerdesk.views.theme.tokens import Size, Space
from bunkerdesk.views.widgets.buttons import button
from bunkerdesk.views.widgets.labels import label
from bunkerdesk.views.widgets.progress_line import ProgressLine

Index = QModelIndex | QPersistentModelIndex
_NO_INDEX = QModelIndex()
ROW_PADDING = 2 * Space.L


class ResultList(QAbstractListModel):
    """A line for each row; what failed comes first, in the order in which it came."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._lines: list[ResultLine] = []
        palette, size = Theme.current().palette, Theme.current().pixels(Size.ICON)
        self._icons: dict[bool, QIcon] = {
            True: role_icon("error", palette, "error", size),
            False: role_icon("ok", palette, "ok", size),
        }
        self.failed = 0

    def add(self, line: ResultLine) -> None:
        """One more result."""
        place = self.failed if line.problem else len(self._lines)
        self.beginInsertRows(_NO_INDEX, place, place)
        self._lines.insert(place, line)
        self.failed += bool(line.problem)
        self.endInsertRows()

    def rowCount(self, parent: Index = _NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self._lines)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self._lines):
            return None
        line = self._lines[index.row()]
        words = f"{line.text}: {line.problem}" if line.problem else line.text
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return words
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return words if line.problem else f"{words}: done"
        return self._icons[bool(line.problem)] if role == Qt.ItemDataRole.DecorationRole else None


class SentenceDelegate(QStyledItemDelegate):
    """Gives a sentence all the lines it is painted in: the style measures it without the padding of a row."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        narrower = QStyleOptionViewItem(option)
        narrower.rect = option.rect.adjusted(0, 0, -ROW_PADDING, 0)
        return super().sizeHint(narrower, index)


class ProgressDialog(DeskDialog):
    """The progress of one command over many rows. Closing it stops the rest; what was done stays done."""

    def __init__(self, title: str, total: int, environment: str, parent: QWidget | None = None) -> None:
        super().__init__(title, "progress", parent, environment)
        self.set_room(560, 380)
        self._total = total
        self._stop: Callable[[], object] = lambda: None
        self._is_over = False
        self._closed = asyncio.Event()
        self.words = label("", "", self)
        self.bar = ProgressLine(self)
        self.bar.setObjectName("progress.bar")
        self.results = ResultList(self)
        self.list = QListView(self)
        self.list.setObjectName("progress.results")
        self.list.setAccessibleName("Results")
        self.list.setModel(self.results)
        size = Theme.current().pixels(Size.ICON)
        self.list.setIconSize(QSize(size, size))
        self.list.setWordWrap(True)
        self.list.setItemDelegate(SentenceDelegate(self.list))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.list.setProperty("look", "popup")
        self.close_button = button("Stop", "progress.close", self)
        self.close_button.clicked.connect(self._on_close_clicked)
        self.body.addWidget(self.words)
        self.body.addWidget(self.bar)
        self.body.addWidget(self.list, 1)
        self.add_buttons((self.close_button,))
        self.finished.connect(self._on_finished)
        self._show_words()

    def add(self, line: ResultLine) -> None:
        """One more result."""
        self.results.add(line)
        self._show_words()

    def on_stop(self, stop: Callable[[], object]) -> None:
        """What stops the rest."""
        self._stop = stop

    async def finish(self) -> None:
        """Offer to close, and wait for it."""
        if self._closed.is_set():
            return
        self._is_over = True
        self.close_button.setText("Close")
        self.close_button.setAccessibleName("Close")
        self.close_button.setEnabled(True)
        self.close_button.setDefault(True)
        self.close_button.setFocus()
        self._show_words()
        await self._closed.wait()

    def _show_words(self) -> None:
        done, failed = self.results.rowCount(), self.results.failed
        self.bar.set_busy(not self._is_over, done, self._total)
        words = f"{done - failed} of {self._total} done"
        if failed:
            words += f", {failed} not done"
        if self._is_over and done < self._total:
            words += f", {self._total - done} not begun"
        self.words.setText(f"{words}.")

    @Slot()
    def _on_close_clicked(self) -> None:
        if self._is_over:
            self.accept()
            return
        self.close_button.setEnabled(False)
        self._stop()

    @Slot(int)
    def _on_finished(self, _code: int) -> None:
        if not self._is_over:
            self._stop()
        self._closed.set()
