"""The download queue: a card for each download, and the files of the chosen one."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QScrollArea, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from bunkerdesk.models.download_list import DownloadPicture, item_words
from bunkerdesk.models.record_list import RecordListModel
from bunkerdesk.models.roles import Role
from bunkerdesk.runtime.settings import Settings
from bunkerdesk.views.tables.delegates import INSET
from bunkerdesk.views.tables.record_table import RecordTable
from bunkerdesk.views.theme.tokens import Space
from bunkerdesk.views.widgets.buttons import button
from bunkerdesk.views.widgets.empty_state import EmptyState
from bunkerdesk.views.widgets.labels import ElidedLabel, breakable, label, set_look
from bunkerdesk.views.widgets.marks import StatusPill
from bunkerdesk.views.widgets.progress_line import ProgressLine

_ACTIONS = (
    ("pause", "Pause", "Stop soon; what is left goes on with Resume"),
    ("resume", "Resume", "Go on with what is left"),
    ("retry", "Retry failed", "Try the failed files once more"),
    ("open", "Open folder", "Show the folder with its manifest"),
    ("remove", "Remove", "Take the download off this list; its files stay"),
)


_CARDS_IN_SIGHT = 3


class DownloadCard(QFrame):
    """One download: where to, how far, and what can be done with it."""

    action_requested = Signal(str, int)
    """`pause`, `resume`, `retry`, `open` or `remove`, and the id of the download."""
    chosen = Signal(int)

    def __init__(self, picture: DownloadPicture, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.id = picture.id
        self.setObjectName(f"downloads.card.{picture.id}")
        self.setProperty("look", "card")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._folder = ElidedLabel("", "strong", self)
        self._pill = StatusPill("", "neutral", self)
        self._words = label("", "dim", self, wraps=True)
        self._problem = label("", "error-text", self, wraps=True)
        self.progress = ProgressLine(self)
        self.buttons = {key: button(text, f"downloads.{key}", self, "", hint) for key, text, hint in _ACTIONS}
        top = QHBoxLayout()
        top.addWidget(self._folder, 1)
        top.addWidget(self._pill)
        row = QHBoxLayout()
        row.setSpacing(Space.S)
        row.addWidget(self._words, 1)
        for key, one in self.buttons.items():
            one.setProperty("key", key)
            one.clicked.connect(self._on_button_clicked)
            row.addWidget(one)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(Space.M, Space.S, Space.M, Space.S)
        layout.setSpacing(Space.XS)
        layout.addLayout(top)
        layout.addLayout(row)
        layout.addWidget(self._problem)
        layout.addWidget(self.progress)
        self.show_picture(picture)

    def show_picture(self, picture: DownloadPicture) -> None:
        """Say how it stands now."""
        self.picture = picture
        self._folder.set_text(picture.folder)
        self._pill.set_status(picture.state, picture.tone)
        self._words.setText(picture.words)
        self._problem.setText(breakable(picture.problem))
        self._problem.setVisible(bool(picture.problem))
        self.progress.set_busy(picture.can_pause or picture.can_resume, picture.done, picture.total)
        for key, is_shown in (
            ("pause", picture.can_pause),
            ("resume", picture.can_resume),
            ("retry", picture.can_retry),
        ):
            self.buttons[key].setVisible(is_shown)
        self.buttons["remove"].setText("Cancel" if picture.can_cancel else "Remove")
        self.buttons["remove"].setAccessibleName(self.buttons["remove"].text())
        self.setAccessibleName(f"{picture.folder}: {picture.state}, {picture.words} {picture.problem}".strip())

    def set_current(self, is_current: bool) -> None:
        """Mark the card whose files are listed."""
        set_look(self, "card-chosen" if is_current else "card")

    def mousePressEvent(self, event: Any) -> None:
        super().mousePressEvent(event)
        self.chosen.emit(self.id)

    def keyPressEvent(self, event: Any) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.chosen.emit(self.id)
        else:
            super().keyPressEvent(event)

    def _on_button_clicked(self) -> None:
        sender = self.sender()
        self.action_requested.emit(str(sender.property("key")) if sender else "", self.id)


class QueuePage(QWidget):
    """All downloads, the latest first; below them the files of the chosen one."""

    has_pane = False

    action_requested = Signal(str, int)
    chosen = Signal(int)
    new_requested = Signal()

    def __init__(self, model: RecordListModel[Any], settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = model
        self.cards: dict[int, DownloadCard] = {}
        self._room_for = 0
        self.setObjectName("downloads")
        self.setAccessibleName("Downloads")
        self.setProperty("look", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.table = RecordTable(model, model.columns, "downloads", settings, self)
        self.table.setAccessibleName("Files of the download")
        self.table.horizontalHeader().setSortIndicator(0, Qt.SortOrder.AscendingOrder)
        self.table.horizontalHeader().sortIndicatorChanged.connect(model.sort)
        self.table.selectionModel().currentRowChanged.connect(self._on_current_changed)
        model.dataChanged.connect(self._on_current_changed)
        self.detail = self._make_detail()
        self.empty = EmptyState("downloads.empty", self)
        self.empty.show_state(
            "download",
            "Nothing is downloaded",
            "Select operations or documents and choose Download. Downloads go on after a restart.",
            "Go to documents",
        )
        self.empty.action_requested.connect(self.new_requested)
        self._lay_out()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(Space.L, Space.M, Space.M, Space.S)
        head.addWidget(label("Downloads", "title", self), 1)
        holder = QWidget(self)
        holder.setObjectName("downloads.cards")
        holder.setProperty("look", "panel")
        holder.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._cards = QVBoxLayout(holder)
        self._cards.setContentsMargins(Space.L, 0, Space.L, Space.S)
        self._cards.setSpacing(Space.S)
        self._cards.addStretch(1)
        scroll = QScrollArea(self)
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(holder)
        self._splitter = splitter = QSplitter(Qt.Orientation.Vertical, self)
        splitter.setChildrenCollapsible(False)
        splitter.setHandleWidth(1)
        splitter.addWidget(scroll)
        splitter.addWidget(self._files())
        splitter.setStretchFactor(1, 1)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(splitter)
        self._stack.addWidget(self.empty)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(self._stack, 1)

    def _make_detail(self) -> QLabel:
        """What the current line says, in full: a reason is a sentence or two."""
        detail = label("", "dim", self, wraps=True)
        detail.setObjectName("downloads.detail")
        detail.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        detail.setContentsMargins(Space.L, Space.S, Space.L, Space.S)
        detail.hide()
        return detail

    def _files(self) -> QWidget:
        files = QWidget(self)
        column = QVBoxLayout(files)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        table = QHBoxLayout()
        table.setContentsMargins(INSET, 0, 0, 0)
        table.addWidget(self.table)
        column.addLayout(table, 1)
        column.addWidget(self.detail)
        return files

    def show_downloads(self, pictures: Sequence[DownloadPicture], current: int) -> None:
        """Show these cards, the latest first, and mark the one whose files are listed."""
        wanted = {picture.id for picture in pictures}
        for number in [number for number in self.cards if number not in wanted]:
            card = self.cards.pop(number)
            self._cards.removeWidget(card)
            card.hide()
            card.deleteLater()
        for picture in pictures:
            known = self.cards.get(picture.id)
            if known is not None:
                known.show_picture(picture)
                continue
            made = DownloadCard(picture, self)
            made.action_requested.connect(self.action_requested)
            made.chosen.connect(self.chosen)
            self.cards[picture.id] = made
            self._cards.insertWidget(0, made)
        for number, card in self.cards.items():
            card.set_current(number == current and len(self.cards) > 1)
        self._stack.setCurrentIndex(0 if pictures else 1)
        in_sight = list(reversed(self.cards.values()))[:_CARDS_IN_SIGHT]
        room = sum(card.heightForWidth(max(self.width() - 2 * Space.L, 320)) + Space.S for card in in_sight) + Space.S
        if room != self._room_for:
            self._room_for = room
            self._splitter.setSizes([room, max(self.height() - room, room)])

    def _on_current_changed(self, *_: object) -> None:
        index = self.table.currentIndex()
        item = index.data(Role.ITEM) if index.isValid() else None
        words = item_words(item) if item is not None else ""
        self.detail.setText(breakable(words))
        self.detail.setAccessibleName(words)
        self.detail.setVisible(item is not None)

    def take_focus(self) -> None:
        """Put the focus where work goes on."""
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)
