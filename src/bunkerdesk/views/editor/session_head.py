"""The head of an editor: what it is, how it stands, what can be done with it."""

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from bunkerdesk.models.editor_model import EditorModel
from bunkerdesk.views.editor.telling import tell
from bunkerdesk.views.theme.tokens import Space
from bunkerdesk.views.widgets.buttons import IconButton, button, keys_text
from bunkerdesk.views.widgets.flow import FlowLayout
from bunkerdesk.views.widgets.labels import ElidedLabel
from bunkerdesk.views.widgets.marks import EnvironmentBadge, StatusPill

SEND_KEYS = "Ctrl+Return"
MOST_TITLE, KEPT_ROOM = 380, 96
_SIDES = (("draft", "Draft"), ("supplier", "As supplier"), ("receiver", "As receiver"))
_SEND = {"draft": "Send draft", "supplier": "Send as supplier", "receiver": "Send as receiver"}


class SideChooser(QWidget):
    """For what is new: a draft, or a firm nomination of either side."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Kind of nomination")
        self._group = QButtonGroup(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(Space.XS)
        self._buttons = {}
        for key, text in _SIDES:
            one = button(text, f"editor.side.{key}", self, "choice")
            one.setCheckable(True)
            one.clicked.connect(partial(tell, self.chosen, key))
            self._group.addButton(one)
            row.addWidget(one)
            self._buttons[key] = one

    def show_side(self, key: str) -> None:
        """Mark one."""
        self._buttons[key].setChecked(True)


class SessionHead(QWidget):
    """Title, state and buttons; in a second line where there is little room."""

    send_requested = Signal(str)
    """`draft`, `supplier` or `receiver`."""
    discard_requested = Signal()
    promote_requested = Signal()
    side_requested = Signal(str)
    take_back_requested = Signal()

    def __init__(self, model: EditorModel, environment: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.title = ElidedLabel("", "title", self)
        self.title.setObjectName("editor.title")
        self.title.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
        self.pill = StatusPill("", "neutral", self)
        self.kept = ElidedLabel("", "hint", self)
        self.kept.setObjectName("editor.kept")
        self.side = SideChooser(self)
        self.side.chosen.connect(self.side_requested)
        self.undo = IconButton("undo", f"Undo ({keys_text('Ctrl+Z')})", "editor.undo", self)
        self.undo.clicked.connect(self._on_undo_clicked)
        self.redo = IconButton("redo", f"Redo ({keys_text('Ctrl+Y')})", "editor.redo", self)
        self.redo.clicked.connect(self._on_redo_clicked)
        self.discard = button("Discard…", "editor.discard", self)
        self.discard.clicked.connect(self.discard_requested)
        self.second = button("Send as draft", "editor.send_draft", self)
        self.second.clicked.connect(self._on_second_clicked)
        self.badge = EnvironmentBadge(environment, self)
        self.send = button("Send", "editor.send", self, "primary")
        self.send.clicked.connect(self._on_send_clicked)
        self.take_back = button(
            "Take back", "editor.take_back", self, tooltip="Take it out of the outbox and go on editing"
        )
        self.take_back.clicked.connect(self.take_back_requested)
        self._lay_out()
        self.refresh()

    @property
    def controls(self) -> list[QWidget]:
        """In the order of the Tab key."""
        sides = list(self.side.findChildren(QWidget))
        return [*sides, self.undo, self.redo, self.discard, self.second, self.take_back, self.send]

    def refresh(self) -> None:
        """Show how the session stands."""
        model = self._model
        session = model.session
        self.title.set_text(model.title)
        self.pill.set_status(*model.state)
        words = min(self.title.sizeHint().width(), MOST_TITLE)
        self._left.setMinimumWidth(words + self.pill.sizeHint().width() + KEPT_ROOM)
        self.kept.set_text(model.kept)
        self.side.setVisible(session.is_new)
        self.side.show_side(session.kind.value)
        self.side.setEnabled(model.is_open)
        self.undo.setEnabled(session.can_undo and model.is_open)
        self.redo.setEnabled(session.can_redo and model.is_open)
        is_draft = session.kind.value == "draft"
        self.second.setText("Make firm…" if is_draft else "Send as draft")
        self.second.setAccessibleName(self.second.text().rstrip("…"))
        self.second.setVisible(session.is_new != is_draft)
        errors = len(model.review.errors)
        self._name_send()
        self.send.setAccessibleName(_SEND[session.kind.value])
        reason = model.why_not_send()
        self.send.setEnabled(not reason)
        self.send.setToolTip(reason or f"{model.target}, {errors or 'no'} errors")
        self.send.setAccessibleDescription(reason)
        self.take_back.setVisible(not model.is_open)
        self.second.setEnabled(model.is_open)
        self.discard.setEnabled(model.is_open)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._name_send()

    def _name_send(self) -> None:
        """With its keys, as long as all buttons fit on one line."""
        words = _SEND[self._model.session.kind.value]
        self.send.setText(f"{words}   {keys_text(SEND_KEYS)}")
        shown = [one for one in self._controls if not one.isHidden()]
        if sum(one.sizeHint().width() + Space.S for one in shown) - Space.S > self.width():
            self.send.setText(words)

    def _lay_out(self) -> None:
        left = QWidget(self)
        words = QHBoxLayout(left)
        words.setContentsMargins(0, 0, 0, 0)
        words.setSpacing(Space.S)
        for part in (self.title, self.pill, self.kept):
            words.addWidget(part)
        words.addStretch(1)
        self._left = left
        right = QWidget(self)
        doing = QHBoxLayout(right)
        doing.setContentsMargins(0, 0, 0, 0)
        doing.setSpacing(Space.S)
        self._controls: list[QWidget] = [
            self.undo,
            self.redo,
            self.discard,
            self.second,
            self.take_back,
            self.badge,
            self.send,
        ]
        for control in self._controls:
            doing.addWidget(control)
        line = QWidget(self)
        flow = FlowLayout(line, Space.S)
        flow.addWidget(left)
        flow.addWidget(right)
        flow.set_stretched(left)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Space.XS)
        column.addWidget(line)
        column.addWidget(self.side, 0, Qt.AlignmentFlag.AlignLeft)

    def _on_undo_clicked(self) -> None:
        self._model.undo()

    def _on_redo_clicked(self) -> None:
        self._model.redo()

    def _on_send_clicked(self) -> None:
        self.send_requested.emit(self._model.session.kind.value)

    def _on_second_clicked(self) -> None:
        if self._model.session.kind.value == "draft":
            self.promote_requested.emit()
        else:
            self.send_requested.emit("draft")
