"""The head that pages of rows share: title, buttons at the right; below them the filters, which wrap."""

from collections.abc import Sequence

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from bunkerdesk.views.theme.tokens import Space
from bunkerdesk.views.widgets.flow import FlowLayout
from bunkerdesk.views.widgets.labels import label


class PageHead(QVBoxLayout):
    """A layout for the top of a page; its widgets belong to the page."""

    def __init__(self, title: str, page: QWidget) -> None:
        super().__init__()
        self._page = page
        self.actions = QHBoxLayout()
        self.actions.setSpacing(Space.S)
        first = QHBoxLayout()
        first.setSpacing(Space.M)
        first.addWidget(label(title, "title", page))
        first.addStretch(1)
        first.addLayout(self.actions)
        self.setContentsMargins(Space.L, Space.M, Space.M, Space.S)
        self.setSpacing(Space.S + 2)
        self.addLayout(first)

    def add_actions(self, *widgets: QWidget) -> None:
        """Buttons at the right of the title, in the order of the tab key."""
        for widget in widgets:
            self.actions.addWidget(widget)

    def add_filters(self, widgets: Sequence[QWidget], stretched: QWidget) -> None:
        """What narrows the page; `stretched` takes the room that is left."""
        line = FlowLayout(spacing=6)
        for widget in widgets:
            line.addWidget(widget)
        line.set_stretched(stretched)
        self.addLayout(line)

    def put_above(self, progress: QWidget, content: QWidget) -> None:
        """Lay the page out: this head, a thin line of progress, the content."""
        layout = QVBoxLayout(self._page)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(self)
        layout.addWidget(progress)
        layout.addWidget(content, 1)
