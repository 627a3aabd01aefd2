"""Which documents to merge and in which order: by mouse, by Alt with the arrow keys, or by the buttons."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QListWidget, QListWidgetItem, QWidget

from bunkerdesk.models.downloading import MergeMember
from bunkerdesk.models.roles import Role
from bunkerdesk.views.dialogs.base import DeskDialog
from bunkerdesk.views.theme.tokens import Space
from bunkerdesk.views.widgets.buttons import button
from bunkerdesk.views.widgets.chip import ValueDelegate
from bunkerdesk.views.widgets.labels import label

_ID = int(Qt.ItemDataRole.UserRole) + 1


class MergeDialog(DeskDialog):
    """The documents of one operation with check marks, in the order they will have."""

    def __init__(self, title: str, members: Sequence[MergeMember], parent: QWidget | None = None) -> None:
        super().__init__("Merge documents", "merge", parent)
        self.set_room(560, 460)
        self.body.addWidget(label(title, "heading", self, wraps=True))
        hint = "A cover, bookmarks and page numbers are added; pictures stay as they are. Alt+Up and Alt+Down move."
        self.body.addWidget(label(hint, "hint", self, wraps=True))
        self.list = QListWidget(self)
        self.list.setObjectName("merge.list")
        self.list.setAccessibleName("Documents in their order")
        self.list.setAccessibleDescription("Space includes or leaves out; Alt with the arrow keys moves")
        self.list.setProperty("look", "framed")
        self.list.setItemDelegate(ValueDelegate(self.list))
        self.list.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        for member in members:
            self.list.addItem(_line(member))
        self.list.setCurrentRow(0)
        self.list.installEventFilter(self)
        self.list.itemChanged.connect(self._refresh)
        self.list.currentRowChanged.connect(self._refresh)
        self.list.model().rowsMoved.connect(self._refresh)
        self.body.addWidget(self.list, 1)
        self._make_buttons()
        self._refresh()
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def chosen(self) -> list[str]:
        """The ids of what goes in, in order."""
        items = [self.list.item(row) for row in range(self.list.count())]
        return [str(item.data(_ID)) for item in items if item.checkState() == Qt.CheckState.Checked]

    def move_current(self, step: int) -> None:
        """Move the current document up (-1) or down (1)."""
        row = self.list.currentRow()
        target = row + step
        if row < 0 or not 0 <= target < self.list.count():
            return
        item = self.list.takeItem(row)
        self.list.insertItem(target, item)
        self.list.setCurrentRow(target)
        self._refresh()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.list and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            moves = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
            step = moves.get(Qt.Key(event.key()))
            if step is not None and event.modifiers() & Qt.KeyboardModifier.AltModifier:
                self.move_current(step)
                return True
        return super().eventFilter(watched, event)

    def _make_buttons(self) -> None:
        self.up = button("Move up", "merge.up", self)
        self.up.clicked.connect(self._on_up_clicked)
        self.down = button("Move down", "merge.down", self)
        self.down.clicked.connect(self._on_down_clicked)
        self._count = label("", "dim", self)
        row = QHBoxLayout()
        row.setSpacing(Space.S)
        row.addWidget(self.up)
        row.addWidget(self.down)
        row.addWidget(self._count, 1, Qt.AlignmentFlag.AlignRight)
        self.body.addLayout(row)
        cancel = button("Cancel", "merge.cancel", self)
        cancel.clicked.connect(self.reject)
        self.accept_button = button("Merge", "merge.accept", self, "primary")
        self.accept_button.setDefault(True)
        self.accept_button.clicked.connect(self.accept)
        self.add_buttons((cancel, self.accept_button))

    def _refresh(self, *_: object) -> None:
        count, row = len(self.chosen), self.list.currentRow()
        self._count.setText(f"{count} of {self.list.count()} documents")
        self.accept_button.setEnabled(bool(count))
        self.accept_button.setToolTip("" if count else "Include at least one document")
        self.up.setEnabled(row > 0)
        self.down.setEnabled(0 <= row < self.list.count() - 1)

    def _on_up_clicked(self) -> None:
        self.move_current(-1)

    def _on_down_clicked(self) -> None:
        self.move_current(1)


def _line(member: MergeMember) -> QListWidgetItem:
    item = QListWidgetItem(member.title)
    item.setData(int(Role.SECONDARY), member.name)
    item.setData(_ID, member.document_id)
    item.setFlags(
        Qt.ItemFlag.ItemIsEnabled
        | Qt.ItemFlag.ItemIsSelectable
        | Qt.ItemFlag.ItemIsUserCheckable
        | Qt.ItemFlag.ItemIsDragEnabled
    )
    item.setCheckState(Qt.CheckState.Checked)
    item.setToolTip(member.name)
    item.setData(int(Qt.ItemDataRole.AccessibleTextRole), f"{member.title}, {member.name}")
    return item
