"""The bar across the top: name, search, how fresh everything is, and where writes go."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from bunkerdesk.models.sync_status import SyncPhase, SyncState, SyncStatus
from bunkerdesk.views.program_menu import ProgramMenu
from bunkerdesk.views.search_box import SearchBox
from bunkerdesk.views.theme.theme import Theme
from bunkerdesk.views.theme.tokens import Size, Space
from bunkerdesk.views.widgets.buttons import IconButton
from bunkerdesk.views.widgets.labels import ElidedLabel, label, set_look
from bunkerdesk.views.widgets.marks import EnvironmentBadge
from bunkerdesk.views.widgets.messages import ToneIcon
from bunkerdesk.views.widgets.progress_line import ProgressLine

_SIGNS = {SyncPhase.OFFLINE: "offline", SyncPhase.FAILED: "error", SyncPhase.STOPPED: "warning"}
_LOOKS = {"warning": "status-warning", "error": "status-warning"}
LEAST_HEIGHT = 38
"""Pixels at 100 % text: the field with some air around it."""


class TopBar(QFrame):
    """Reads the words of synchronising from a `SyncStatus`."""

    refresh_requested = Signal()
    stop_requested = Signal()

    def __init__(
        self, product: str, environment: str, status: SyncStatus, rail_width: int, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("top-bar")
        self.setProperty("look", "top-bar")
        self._theme = Theme.current()
        self._theme.changed.connect(self._fit)
        self._status = status
        self._product = label(product, "product", self)
        self.search = SearchBox(self)
        self.badge = EnvironmentBadge(environment, self)
        self.menu = ProgramMenu(self)
        self._sign = ToneIcon("offline", "warning", self)
        self._words = ElidedLabel(status.text, "status", self)
        self._words.setObjectName("sync.state")
        self._words.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._refresh = IconButton("refresh", "Synchronise now", "sync.refresh", self)
        self._refresh.clicked.connect(self.refresh_requested)
        self._stop = IconButton("stop", "Stop synchronising", "sync.stop", self)
        self._stop.clicked.connect(self.stop_requested)
        self.progress = ProgressLine(self)
        self._lay_out()
        self._fit()
        self.align(rail_width)
        status.text_changed.connect(self._words.set_text)
        status.state_changed.connect(self._on_state_changed)
        self._on_state_changed(status.state)

    def align(self, rail_width: int) -> None:
        """Let the search begin where the page does."""
        self._product.setFixedWidth(rail_width - Space.M - Space.S)

    def _fit(self) -> None:
        self.setFixedHeight(max(Size.TOP_BAR, self._theme.pixels(LEAST_HEIGHT)) + 1)

    def _lay_out(self) -> None:
        layout = QHBoxLayout(self)
        layout.setContentsMargins(Space.M + 2, 0, Space.M + 2, 1)
        layout.setSpacing(Space.S)
        layout.addWidget(self._product)
        layout.addWidget(self.search, 3)
        layout.addStretch(1)
        layout.addWidget(self._sign)
        layout.addWidget(self._words)
        layout.addWidget(self._refresh)
        layout.addWidget(self._stop)
        layout.addSpacing(Space.XS)
        layout.addWidget(self.badge)
        layout.addWidget(self.menu)

    def resizeEvent(self, event: object) -> None:
        height = self.progress.height()
        self.progress.setGeometry(0, self.height() - height, self.width(), height)

    def _on_state_changed(self, state: SyncState) -> None:
        tone = self._status.tone
        is_running = state.phase is SyncPhase.RUNNING
        set_look(self._words, _LOOKS.get(tone, "status"))
        self._sign.setVisible(state.phase in _SIGNS)
        if state.phase in _SIGNS:
            self._sign.show_icon(_SIGNS[state.phase], tone)
        self._refresh.setVisible(not is_running)
        self._stop.setVisible(is_running)
        self.progress.set_busy(is_running, state.done, state.total)
