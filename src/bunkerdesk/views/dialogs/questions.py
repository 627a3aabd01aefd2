"""Questions of commands: a text, yes or no, one of several."""

import re
from collections.abc import Sequence
from typing import TypeVar

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QCompleter,
    QLineEdit,
    QListView,
    QPlainTextEdit,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from bunkerdesk.runtime.prompts import Choice, Question
from bunkerdesk.views.dialogs.base import DeskDialog, under
from bunkerdesk.views.theme.theme import Theme
from bunkerdesk.views.theme.tokens import Radius, Space, TypeSize
from bunkerdesk.views.widgets.buttons import button
from bunkerdesk.views.widgets.labels import label
from bunkerdesk.views.widgets.paint import paint_rounded

Index = QModelIndex | QPersistentModelIndex
Field = TypeVar("Field", QLineEdit, QPlainTextEdit)

LINE_LENGTH = 120
OFFERED, SUGGESTION_WIDTH = 4, 400
_CHOICE = int(Qt.ItemDataRole.UserRole) + 1
_DIFFERENT = int(Qt.ItemDataRole.UserRole) + 2
_WORD = re.compile(r"\S+")


class ConfirmDialog(DeskDialog):
    """Yes or no; for what cannot be taken back, no is the default."""

    def __init__(self, question: Question, environment: str, parent: QWidget | None = None) -> None:
        super().__init__(question.title, "confirm", parent, environment if question.writes else "")
        self.set_room(400)
        if question.text:
            self.body.addWidget(label(question.text, "", self, wraps=True))
        self.refuse_button = button(question.refuse, "confirm.refuse", self)
        self.refuse_button.clicked.connect(self.reject)
        self.accept_button = button(
            question.accept, "confirm.accept", self, "danger" if question.is_dangerous else "primary"
        )
        self.accept_button.clicked.connect(self.accept)
        self.add_buttons((self.refuse_button, self.accept_button))
        default = self.refuse_button if question.is_dangerous else self.accept_button
        default.setDefault(True)
        default.setFocus()


class AskDialog(DeskDialog):
    """A line, or a paragraph where more than a line is allowed."""

    def __init__(self, question: Question, environment: str, parent: QWidget | None = None) -> None:
        super().__init__(question.title, "ask", parent, environment if question.writes else "")
        self.set_room(440)
        self._question = question
        if question.text:
            self.body.addWidget(label(question.text, "", self, wraps=True))
        self.field = self._make_field()
        name = label(question.label or "Text", "label", self)
        name.setBuddy(self.field)
        self.body.addLayout(under(name, self.field))
        self._add_suggestions()
        self._left = label("", "hint", self)
        self.body.addWidget(self._left)
        self.refuse_button = button(question.refuse, "ask.refuse", self)
        self.refuse_button.clicked.connect(self.reject)
        look = "danger" if question.is_dangerous else "primary"
        self.accept_button = button(question.accept, "ask.accept", self, look)
        self.accept_button.setDefault(True)
        self.accept_button.clicked.connect(self.accept)
        self.add_buttons((self.refuse_button, self.accept_button))
        self.field.setFocus()
        self._on_text_changed()

    @property
    def text(self) -> str:
        """What was typed."""
        text = self.field.toPlainText() if isinstance(self.field, QPlainTextEdit) else self.field.text()
        return text.strip()

    def _make_field(self) -> QLineEdit | QPlainTextEdit:
        question = self._question
        if (question.maximum_length or 0) > LINE_LENGTH:
            paragraph = QPlainTextEdit(question.initial, self)
            paragraph.setTabChangesFocus(True)
            paragraph.document().setDocumentMargin(Space.S - 1)
            paragraph.setFixedHeight(96)
            paragraph.textChanged.connect(self._on_text_changed)
            return self._named(paragraph)
        line = QLineEdit(question.initial, self)
        if question.maximum_length is not None:
            line.setMaxLength(question.maximum_length)
        if question.suggestions:
            completer = QCompleter(list(question.suggestions), line)
            completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
            completer.setFilterMode(Qt.MatchFlag.MatchContains)
            line.setCompleter(completer)
        line.textChanged.connect(self._on_text_changed)
        return self._named(line)

    def _add_suggestions(self) -> None:
        """What was given before stands below the field, to be taken by a click or by Tab and Space."""
        if not self._question.suggestions:
            return
        self.body.addWidget(label("Used before", "hint", self))
        for number, text in enumerate(self._question.suggestions[:OFFERED]):
            short = self.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, SUGGESTION_WIDTH)
            one = button(short.replace("&", "&&"), f"ask.suggestion.{number}", self, "link")
            one.setAccessibleName(f"Take “{text}”")
            one.setProperty("suggestion", text)
            one.clicked.connect(self._on_suggestion_clicked)
            self.body.addWidget(one, 0, Qt.AlignmentFlag.AlignLeft)

    def _on_suggestion_clicked(self) -> None:
        sender = self.sender()
        text = str(sender.property("suggestion")) if sender is not None else ""
        if isinstance(self.field, QLineEdit):
            self.field.setText(text)
        else:
            self.field.setPlainText(text)
        self.field.setFocus()

    def _named(self, field: Field) -> Field:
        field.setObjectName("ask.field")
        field.setAccessibleName(self._question.label or self._question.title)
        return field

    def _on_text_changed(self) -> None:
        if not hasattr(self, "accept_button"):
            return
        limit = self._question.maximum_length
        length = len(self.text)
        is_short = limit is None or length <= limit
        self.accept_button.setEnabled(is_short and (bool(self.text) or not self._question.is_required))
        self.accept_button.setToolTip("" if self.accept_button.isEnabled() else "A text is needed")
        self._left.setVisible(limit is not None)
        self._left.setText("" if limit is None else f"{length} of {limit} characters")


class ChooseDialog(DeskDialog):
    """One of several; where they are alike, the words in which they differ stand out."""

    def __init__(
        self, question: Question, choices: Sequence[Choice], environment: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(question.title, "choose", parent, environment if question.writes else "")
        self.set_room(520)
        if question.text:
            self.body.addWidget(label(question.text, "dim", self, wraps=True))
        self._model = QStandardItemModel(self)
        details = [choice.detail for choice in choices]
        different = differences(details) if question.tells_apart else [()] * len(details)
        for choice, spans in zip(choices, different, strict=True):
            item = QStandardItem(choice.text)
            item.setData(choice, _CHOICE)
            item.setData(spans, _DIFFERENT)
            item.setData(f"{choice.text}, {choice.detail}", Qt.ItemDataRole.AccessibleTextRole)
            item.setToolTip(choice.detail)
            self._model.appendRow(item)
        self.list = self._make_list(question.title)
        self.body.addWidget(self.list, 1)
        self.refuse_button = button(question.refuse, "choose.refuse", self)
        self.refuse_button.clicked.connect(self.reject)
        self.accept_button = button(
            "Open" if question.accept == "OK" else question.accept, "choose.accept", self, "primary"
        )
        self.accept_button.setDefault(True)
        self.accept_button.clicked.connect(self.accept)
        self.add_buttons((self.refuse_button, self.accept_button))
        self.list.setFocus()

    @property
    def choice(self) -> Choice | None:
        """What is chosen."""
        index = self.list.currentIndex()
        chosen: Choice | None = index.data(_CHOICE) if index.isValid() else None
        return chosen

    def _make_list(self, title: str) -> QListView:
        view = QListView(self)
        view.setObjectName("choose.list")
        view.setAccessibleName(title)
        view.setModel(self._model)
        view.setItemDelegate(ChoiceDelegate(view))
        view.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        view.setProperty("look", "popup")
        view.setMinimumHeight(min(max(self._model.rowCount(), 2), 8) * Theme.current().pixels(50) + 10)
        view.setCurrentIndex(self._model.index(0, 0))
        view.activated.connect(self._on_activated)
        return view

    def _on_activated(self, _index: QModelIndex) -> None:
        self.accept()


class ChoiceDelegate(QStyledItemDelegate):
    """Two lines: what it is, and below what tells it from the others."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = Theme.current()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(300, self._theme.pixels(48))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        choice: Choice = index.data(_CHOICE)
        palette = self._theme.palette
        area: QRect = option.rect
        if option.state & QStyle.StateFlag.State_Selected:
            paint_rounded(painter, area.toRectF(), palette.color("accent_ground"), Radius.SMALL)
        elif option.state & QStyle.StateFlag.State_MouseOver:
            paint_rounded(painter, area.toRectF(), palette.color("hover"), Radius.SMALL)
        inner = area.adjusted(Space.M, 5, -Space.M, -5)
        half = inner.height() // 2
        first = inner.adjusted(0, 0, 0, -half)
        painter.setFont(self._theme.font(TypeSize.BASE, QFont.Weight.DemiBold))
        painter.setPen(palette.color("text"))
        text = painter.fontMetrics().elidedText(choice.text, Qt.TextElideMode.ElideRight, first.width())
        painter.drawText(first, _ONE_LINE, text)
        self._paint_detail(painter, inner.adjusted(0, half, 0, 0), choice.detail, index.data(_DIFFERENT) or ())

    def _paint_detail(self, painter: QPainter, area: QRect, detail: str, different: Sequence[tuple[int, int]]) -> None:
        starts = {start for start, _ in different}
        usual = self._theme.font(TypeSize.LABEL)
        telling = self._theme.font(TypeSize.LABEL, QFont.Weight.DemiBold)
        blank = QFontMetrics(usual).horizontalAdvance(" ")
        left = area.left()
        for match in _WORD.finditer(detail):
            is_telling = match.start() in starts
            painter.setFont(telling if is_telling else usual)
            painter.setPen(self._theme.palette.color("text" if is_telling else "dim"))
            room = area.right() - left
            word = painter.fontMetrics().elidedText(match.group(), Qt.TextElideMode.ElideRight, room)
            painter.drawText(QRect(left, area.top(), room, area.height()), _ONE_LINE, word)
            left += painter.fontMetrics().horizontalAdvance(word) + blank
            if left >= area.right():
                return


_ONE_LINE = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine


def differences(texts: Sequence[str]) -> list[tuple[tuple[int, int], ...]]:
    """For each text the words (start, length) that not all the others have as well."""
    words = [{_bare(match.group()) for match in _WORD.finditer(text)} for text in texts]
    common = set.intersection(*words) if words else set()
    return [
        tuple(
            (match.start(), len(match.group())) for match in _WORD.finditer(text) if _bare(match.group()) not in common
        )
        for text in texts
    ]


def _bare(word: str) -> str:
    return word.strip(",.;:").casefold()
