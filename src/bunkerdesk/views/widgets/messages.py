"""Problems and notices in the window: bars that never block, and the banner of a first run."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPlainTextEdit, QSizePolicy, QVBoxLayout, QWidget

from bunkerdesk.runtime.prompts import Notice
from bunkerdesk.runtime.reporting import ReportedProblem
from bunkerdesk.views.theme.icons import icon_pixmap
from bunkerdesk.views.theme.theme import Theme
from bunkerdesk.views.theme.tokens import Size, Space
from bunkerdesk.views.widgets.announcing import announce
from bunkerdesk.views.widgets.buttons import IconButton, button
from bunkerdesk.views.widgets.labels import ElidedLabel, breakable, label

_ICONS = {"error": "error", "warning": "warning", "ok": "ok", "accent": "info", "neutral": "info"}
_LOOKS = {"error": "notice-error", "warning": "notice-warning", "ok": "notice-ok"}


class ToneIcon(QLabel):
    """An icon in the colour of a tone; follows the palette."""

    def __init__(self, icon: str, tone: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = Theme.current()
        self._theme.changed.connect(self._draw)
        self._icon, self._tone = icon, tone
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._draw()

    def show_icon(self, icon: str, tone: str) -> None:
        """Change to another icon and tone."""
        self._icon, self._tone = icon, tone
        self._draw()

    def _draw(self) -> None:
        color = self._theme.palette.tone(self._tone)[0].name()
        self.setPixmap(icon_pixmap(self._icon, color, self._theme.pixels(Size.ICON), self.devicePixelRatioF() or 1.0))


class MessageBar(QFrame):
    """One problem or notice: what happened, what is safe, what to do; details and the reference fold out."""

    dismissed = Signal(str)
    action_requested = Signal(str)

    def __init__(self, key: str, tone: str, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.key = key
        self.is_done = False
        """It tells of something done and offers nothing: read once, it may go."""
        self._name = name
        self.setObjectName(name)
        self.setProperty("look", _LOOKS.get(tone, "notice-info"))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self._icon = ToneIcon(_ICONS.get(tone, "info"), "accent" if tone == "neutral" else tone, self)
        self._title = label("", "strong", self, wraps=True)
        self._texts = QVBoxLayout()
        # The first line stands at the height of the buttons.
        self._texts.setContentsMargins(0, Space.XS + 2, 0, Space.XS)
        self._icon.setContentsMargins(0, Space.XS + 2, 0, 0)
        self._texts.setSpacing(2)
        self._texts.addWidget(self._title)
        self._close = IconButton("close", "Dismiss", f"{name}.dismiss", self)
        self._close.clicked.connect(self._on_close_clicked)
        at_top = QVBoxLayout()
        self._buttons = QHBoxLayout()
        self._buttons.setSpacing(Space.XS)
        self._buttons.addWidget(self._close)
        at_top.addLayout(self._buttons)
        at_top.addStretch(1)
        row = QHBoxLayout()
        row.setSpacing(Space.S + 2)
        row.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(self._texts, 1)
        row.addLayout(at_top)
        self._details: QPlainTextEdit | None = None
        layout = QVBoxLayout(self)
        layout.setContentsMargins(Space.M, Space.S, Space.S, Space.S)
        layout.setSpacing(Space.S)
        layout.addLayout(row)

    @classmethod
    def of_problem(
        cls, reported: ReportedProblem, action: str = "", parent: QWidget | None = None, tone: str = "error"
    ) -> "MessageBar":
        """The bar of a problem; `action` is the text of a button that mends it."""
        problem = reported.problem
        bar = cls(reported.key, tone, "message", parent)
        bar._fill(problem.title, problem.happened, f"{problem.safe} {problem.todo}".strip())
        bar._add_action(action)
        details = reported.report
        if problem.reference and problem.reference not in details:
            details = f"{details}\nReference: {problem.reference}".strip()
        bar._add_details(details, problem.reference)
        return bar

    @classmethod
    def of_notice(cls, notice: Notice, parent: QWidget | None = None) -> "MessageBar":
        """The bar of a notice."""
        bar = cls(notice.key or notice.title, notice.tone, "notice", parent)
        bar.is_done = notice.is_passing or (notice.tone == "ok" and not notice.action)
        bar._fill(notice.title, notice.text)
        bar._add_action(notice.action)
        return bar

    def _fill(self, title: str, *lines: str) -> None:
        self._title.setText(breakable(title))
        for line in filter(None, lines):
            self._texts.addWidget(label(line, "", self, wraps=True))
        self.setAccessibleName(" ".join(filter(None, (title, *lines))))

    def _add_action(self, text: str) -> None:
        if text:
            action = button(text, f"{self._name}.action", self)
            action.clicked.connect(self._on_action_clicked)
            self._buttons.insertWidget(self._buttons.count() - 1, action)

    def _add_details(self, details: str, reference: str | None) -> None:
        if not details:
            return
        self._report = details
        self._fold = button("Details", f"{self._name}.details", self, "link")
        self._fold.setCheckable(True)
        self._fold.toggled.connect(self._on_fold_toggled)
        if reference:
            self._fold.setToolTip(f"Reference {reference}")
        self._buttons.insertWidget(self._buttons.count() - 1, self._fold)
        copy = IconButton("copy", "Copy the report", f"{self._name}.copy", self)
        copy.clicked.connect(self._on_copy_clicked)
        self._buttons.insertWidget(self._buttons.count() - 1, copy)

    def _on_close_clicked(self) -> None:
        self.dismissed.emit(self.key)

    def _on_action_clicked(self) -> None:
        self.action_requested.emit(self.key)

    def _on_copy_clicked(self) -> None:
        QGuiApplication.clipboard().setText(self._report)

    def _on_fold_toggled(self, is_open: bool) -> None:
        if self._details is None:
            self._details = QPlainTextEdit(self._report, self)
            self._details.setReadOnly(True)
            self._details.setObjectName(f"{self._name}.report")
            self._details.setAccessibleName("Report")
            self._details.setTabChangesFocus(True)
            self._details.setFixedHeight(110)
            self.layout().addWidget(self._details)  # type: ignore[union-attr]
        self._details.setVisible(is_open)


class MessageArea(QWidget):
    """The bars of the window, newest first; beyond three the oldest wait until there is room."""

    dismissed = Signal(str)
    action_requested = Signal(str)

    SHOWN = 3

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("messages")
        self.setAccessibleName("Messages")
        self._bars: dict[str, MessageBar] = {}
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(Space.L, Space.S, Space.L, Space.XS)
        self._layout.setSpacing(Space.S)
        self.hide()

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of what is shown or waits, newest first."""
        return tuple(reversed(self._bars))

    def show_problem(self, reported: ReportedProblem, action: str = "", tone: str = "error") -> None:
        """Show a problem; one of the same key is replaced."""
        self._put(MessageBar.of_problem(reported, action, self, tone))

    def show_notice(self, notice: Notice) -> None:
        """Show a word that asks nothing."""
        self._put(MessageBar.of_notice(notice, self))

    def clear(self, key: str) -> None:
        """Take a bar away; an unknown key is no error."""
        bar = self._bars.pop(key, None)
        if bar is not None:
            self._layout.removeWidget(bar)
            bar.hide()
            bar.deleteLater()
            self._arrange()

    def clear_done(self) -> None:
        """Take away what tells of something done; problems and offers stay."""
        for key in [key for key, bar in self._bars.items() if bar.is_done]:
            self.clear(key)

    def _put(self, bar: MessageBar) -> None:
        self.clear(bar.key)
        self._bars[bar.key] = bar
        bar.dismissed.connect(self._on_bar_dismissed)
        bar.action_requested.connect(self.action_requested)
        self._layout.insertWidget(0, bar)
        self._arrange()
        announce(bar, bar.accessibleName())

    def _arrange(self) -> None:
        for place, key in enumerate(self.keys):
            self._bars[key].setVisible(place < self.SHOWN)
        self.setVisible(bool(self._bars))

    def _on_bar_dismissed(self, key: str) -> None:
        self.clear(key)
        self.dismissed.emit(key)


class Banner(QFrame):
    """A word across the top that stays until its cause is gone: the sandbox, and how to leave it."""

    action_requested = Signal()

    def __init__(self, text: str, action: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("banner")
        self.setProperty("look", "banner")
        self.setAccessibleName(text)
        self._icon = ToneIcon("flask", "operation", self)
        self._button = button(action, "banner.action", self)
        self._button.clicked.connect(self.action_requested)
        self._close = IconButton("close", "Hide for now", "banner.close", self)
        self._close.clicked.connect(self.hide)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(Space.L, 5, Space.S, 5)
        layout.setSpacing(Space.S)
        layout.addWidget(self._icon)
        layout.addWidget(ElidedLabel(text, "", self), 1)
        layout.addWidget(self._button)
        layout.addWidget(self._close)
