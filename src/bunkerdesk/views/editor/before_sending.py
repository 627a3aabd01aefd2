"""The column at the right: what stands before sending, and what will be sent."""

from functools import partial

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QFont,
    QFontDatabase,
    QFontMetrics,
    QGuiApplication,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextOption,
)
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QTextEdit, QVBoxLayout, QWidget

from bunkerdesk.models.editor_findings import Line, Review
from bunkerdesk.models.editor_sent import SentLine
from bunkerdesk.rules.findings import Severity
from bunkerdesk.rules.wording import count_words
from bunkerdesk.views.editor.field_grid import Fold
from bunkerdesk.views.editor.telling import tell
from bunkerdesk.views.theme.theme import Theme
from bunkerdesk.views.theme.tokens import Space, TypeSize
from bunkerdesk.views.widgets.buttons import button
from bunkerdesk.views.widgets.cards import Card
from bunkerdesk.views.widgets.labels import ElidedLabel, label

_SIGNS = {Severity.ERROR: ("✕", "error"), Severity.WARNING: ("!", "warning")}
_WORDS = {Severity.ERROR: "Error: ", Severity.WARNING: "Warning: "}
_ROLES = {"+": "ok", "~": "warning", "-": "faint"}
GUTTER, SIGN = 16, 12
LEAST_JSON = 120


class FindingLine(QPushButton):
    """A sign, a sentence that wraps, the part of the form dim behind it; a click goes to the field."""

    def __init__(self, line: Line, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.line = line
        self._theme = Theme.current()
        self.setObjectName(name)
        self.setProperty("look", "line")
        self.setAutoDefault(False)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        word = _WORDS.get(line.severity, "")
        self.setAccessibleName(f"{word}{line.sentence}{f', {line.where}' if line.where else ''}")
        self.setAccessibleDescription("Goes to the field" if line.path else "")
        self.setToolTip(f"{line.rule} {line.source}".strip())
        self._theme.changed.connect(self._fit)
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._box(width).height() + 2 * Space.XS

    def sizeHint(self) -> QSize:
        width = max(self.width(), 200)
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(60, self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        self.setFixedHeight(self.heightForWidth(self.width()))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        sign, tone = _SIGNS.get(self.line.severity, ("·", "dim"))
        palette = self._theme.palette
        painter.setFont(self._theme.font(TypeSize.BASE))
        painter.setPen(palette.color(tone))
        top = Space.XS
        painter.drawText(QRect(Space.XS, top, self._theme.pixels(SIGN), 80), Qt.AlignmentFlag.AlignHCenter, sign)
        painter.setPen(palette.color("text"))
        box = self._box(self.width()).translated(0, top)
        painter.drawText(box, _WRAPPED, self._words)

    @property
    def _sign(self) -> int:
        return self._theme.pixels(GUTTER)

    @property
    def words_left(self) -> int:
        """Where the sentence begins."""
        return self._sign + Space.XS + 2

    @property
    def _words(self) -> str:
        return f"{self.line.sentence} ({self.line.where})" if self.line.where else self.line.sentence

    def _box(self, width: int) -> QRect:
        metrics = QFontMetrics(self._theme.font(TypeSize.BASE))
        room = QRect(0, 0, max(width - self._sign - 3 * Space.XS, 40), 4000)
        box = metrics.boundingRect(room, _WRAPPED, self._words)
        return QRect(self.words_left, 0, room.width(), box.height())


_WRAPPED = int(Qt.TextFlag.TextWordWrap) | int(Qt.AlignmentFlag.AlignLeft)


class FindingsCard(Card):
    """Before it can go."""

    jump_requested = Signal(str)
    compare_requested = Signal(str)
    """The reference of a nomination to look at."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Before it can go", "editor.findings", parent)
        self._shown: Review | None = None
        self._list = QVBoxLayout()
        self._list.setSpacing(0)
        self.body.addLayout(self._list)
        self.fold = Fold("", "editor.findings.passed", self)
        self.passed = label("", "hint", self, wraps=True)
        self.fold.serve(self.passed)
        self.body.addWidget(self.fold, 0, Qt.AlignmentFlag.AlignLeft)
        self.body.addWidget(self.passed)
        self.lines: list[FindingLine] = []
        self.stops: list[QWidget] = []
        """For the Tab key: each line, and what it offers behind it."""

    def show_review(self, review: Review) -> None:
        """Show other lines."""
        if review == self._shown:
            return
        self._shown = review
        for old in self.stops:
            old.hide()
            old.deleteLater()
        while self._list.count():
            self._list.takeAt(0)
        self.lines, self.stops = [], []
        for place, line in enumerate(review.lines):
            one = FindingLine(line, f"editor.finding{place}", self)
            one.clicked.connect(partial(tell, self.jump_requested, line.path))
            self._list.addWidget(one)
            self.lines.append(one)
            self.stops.append(one)
            if line.reference:
                look = button("Compare…", f"editor.finding{place}.compare", self, "link")
                look.setAccessibleName(f"Compare with {line.reference}")
                look.clicked.connect(partial(tell, self.compare_requested, line.reference))
                below = QHBoxLayout()
                # In line with the words above it; a link has a padding of its own.
                below.setContentsMargins(one.words_left - Space.XS, 0, 0, Space.XS)
                below.addWidget(look)
                below.addStretch(1)
                self._list.addLayout(below)
                self.stops.append(look)
        count = len(review.passed)
        others = "other " if review.lines else ""
        self.fold.set_words(f"✓  {count_words(count, f'{others}check passes', f'{others}checks pass')}")
        self.passed.setText("\n".join(review.passed))
        errors, warnings = len(review.errors), len(review.warnings)
        found = f"{count_words(errors, 'error')}, {count_words(warnings, 'warning')}"
        self.setAccessibleDescription(f"{found}, {count_words(count, 'check passes', 'checks pass')}")


class JsonView(QTextEdit):
    """The JSON, to read and to copy; marks stand in a gutter so that copying gives clean text."""

    jump_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = Theme.current()
        self._theme.changed.connect(self._draw)
        self._lines: list[SentLine] = []
        self.setObjectName("editor.json")
        self.setAccessibleName("What will be sent, as JSON")
        self.setProperty("look", "code")
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setViewportMargins(GUTTER, 0, 0, 0)
        self._gutter = _Gutter(self)
        self.verticalScrollBar().valueChanged.connect(self._on_scrolled)

    def show_lines(self, lines: list[SentLine]) -> None:
        """Show other lines; the scroll position stays."""
        if lines == self._lines:
            return
        self._lines = lines
        self._draw()

    def line_of(self, block: QTextBlock) -> SentLine | None:
        """The line shown in a block."""
        number = block.blockNumber()
        return self._lines[number] if number < len(self._lines) else None

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._scroll_to(self.verticalScrollBar().value())
        inner = self.contentsRect()
        self._gutter.setGeometry(QRect(inner.left(), inner.top(), GUTTER, inner.height()))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        line = self.line_of(self.cursorForPosition(event.position().toPoint()).block())
        if line is not None and line.path:
            self.jump_requested.emit(line.path)

    def paint_marks(self, painter: QPainter) -> None:
        """Draw the marks of the visible lines."""
        painter.setFont(self._font())
        layout, scrolled = self.document().documentLayout(), self.verticalScrollBar().value()
        block = self.document().begin()
        while block.isValid():
            box = layout.blockBoundingRect(block)
            top, line = round(box.top()) - scrolled, self.line_of(block)
            if top > self.height():
                return
            if box.bottom() >= scrolled and line is not None and line.mark:
                painter.setPen(self._theme.palette.color(_ROLES[line.mark]))
                shown = "−" if line.mark == "-" else line.mark
                painter.drawText(QRect(3, top, GUTTER, 80), Qt.AlignmentFlag.AlignLeft, shown)
            block = block.next()

    def _font(self) -> QFont:
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        font.setPixelSize(self._theme.pixels(TypeSize.MARK))
        return font

    def _draw(self) -> None:
        scrolled = self.verticalScrollBar().value()
        font = self._font()
        self.document().setDefaultFont(font)
        wide = QFontMetrics(font).horizontalAdvance(" ")
        self.clear()
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        for place, line in enumerate(self._lines):
            words = QTextCharFormat()
            words.setFont(font)
            words.setForeground(self._theme.palette.color(_ROLES.get(line.mark, "dim")))
            body = line.text.lstrip()
            blank = line.text[: len(line.text) - len(body)]
            hanging = (len(blank) + 2) * wide
            block = QTextBlockFormat()
            block.setLeftMargin(hanging)
            block.setTextIndent(-hanging)
            if place:
                cursor.insertBlock(block)
            else:
                cursor.setBlockFormat(block)
            cursor.insertText(blank, words)
            # Only the words are struck through, not the room before them.
            words.setFontStrikeOut(line.mark == "-")
            cursor.insertText(body, words)
        cursor.endEditBlock()
        self.moveCursor(QTextCursor.MoveOperation.Start)
        self._scroll_to(scrolled)
        self._gutter.update()

    def _scroll_to(self, value: int) -> None:
        """Stay there; a few pixels from the top is the top."""
        self.verticalScrollBar().setValue(value if value > 2 * GUTTER else 0)

    def _on_scrolled(self, _value: int) -> None:
        self._gutter.update()


class _Gutter(QWidget):
    def __init__(self, view: JsonView) -> None:
        super().__init__(view)
        self._view = view

    def paintEvent(self, event: QPaintEvent) -> None:
        self._view.paint_marks(QPainter(self))


class SentCard(Card):
    """What will be sent."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", "editor.sent", parent)
        self.setAccessibleName("What will be sent")
        self._text = ""
        head = QHBoxLayout()
        head.addWidget(label("What will be sent", "strong", self))
        self.target = ElidedLabel("", "label", self)
        head.addStretch(1)
        self.copy_button = button("Copy", "editor.sent.copy", self, "link", "Copy the exact JSON")
        self.copy_button.clicked.connect(self.copy)
        head.addWidget(self.copy_button)
        self.view = JsonView(self)
        self.view.setMinimumHeight(LEAST_JSON)
        self.summary = ElidedLabel("", "hint", self)
        title = QVBoxLayout()
        title.setSpacing(0)
        title.addLayout(head)
        title.addWidget(self.target)
        self.body.addLayout(title)
        self.body.addWidget(self.view, 1)
        self.body.addWidget(self.summary)

    def show_sent(self, target: str, lines: list[SentLine], text: str) -> None:
        """Show method and path, the lines, and what is copied."""
        self.target.set_text(target)
        self._text = text
        self.view.show_lines(lines)
        counts = {mark: sum(line.mark == mark for line in lines) for mark in _ROLES}
        words = (("~", "changed"), ("+", "new"), ("-", "taken out"))
        said = [f"{counts[mark]} {word}" for mark, word in words if counts[mark]]
        self.summary.set_text(f"Against the service: {', '.join(said)}" if said else "")

    def copy(self) -> None:
        """Put the exact JSON on the clipboard."""
        QGuiApplication.clipboard().setText(self._text)
