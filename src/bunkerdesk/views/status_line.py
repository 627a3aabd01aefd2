"""The line at the bottom: what is shown and waits at the left, which clock and whose desk at the right."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from bunkerdesk.views.theme.tokens import Size, Space
from bunkerdesk.views.widgets.buttons import button
from bunkerdesk.views.widgets.labels import ElidedLabel, label, set_look


class StatusLine(QFrame):
    """Four quiet texts; the one of what waits opens the outbox."""

    waiting_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("status-line")
        self.setProperty("look", "status-line")
        self.setFixedHeight(Size.STATUS_LINE)
        self._page = ElidedLabel("", "status", self)
        self._page.setObjectName("status.page")
        self._page.hide()
        self._waiting = button("", "status.waiting", self, "status-link", "Show what is on its way")
        self._waiting.clicked.connect(self.waiting_requested)
        self._waiting.hide()
        self._clock = label("Times in port clock", "status", self)
        self._company = ElidedLabel("", "status", self)
        self._company.setObjectName("status.company")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(Space.M + 2, 0, Space.M + 2, 0)
        layout.setSpacing(Space.L)
        layout.addWidget(self._page)
        layout.addWidget(self._waiting)
        layout.addStretch(1)
        layout.addWidget(self._clock)
        layout.addWidget(self._company)

    def set_page(self, text: str) -> None:
        """What the page says of itself: counts and selection."""
        self._page.set_text(text)
        self._page.setVisible(bool(text))  # an empty one would push the next in from the edge

    def set_waiting(self, text: str, look: str = "status") -> None:
        """What waits to be sent."""
        self._waiting.setText(text)
        self._waiting.setAccessibleName(text)
        self._waiting.setVisible(bool(text))
        set_look(self._waiting, "status-link-warning" if look == "status-warning" else "status-link")

    def set_clock(self, text: str) -> None:
        """Which clock times are in."""
        self._clock.setText(text)

    def set_company(self, text: str) -> None:
        """Whose desk this is."""
        self._company.set_text(text)

    @property
    def page_text(self) -> str:
        """What is said of the page."""
        return self._page.text()
