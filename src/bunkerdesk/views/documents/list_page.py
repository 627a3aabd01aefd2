"""The documents of all known operations, with the chosen one shown beside the list."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from bunkerdesk.models.record_list import RecordListModel
from bunkerdesk.models.roles import Role
from bunkerdesk.runtime.settings import Settings
from bunkerdesk.views.lists.list_page import ListPage
from bunkerdesk.views.lists.list_spec import ListSpec
from bunkerdesk.views.widgets.chip import Read
from bunkerdesk.views.widgets.window_chip import PAST

DOCUMENTS = ListSpec(
    name="documents",
    title="Documents",
    one="document",
    many="documents",
    facets=(("kind", "Type"), ("status", "State"), ("port", "Port")),
    windows=PAST,
    window="any",
    sort="delivered descending",
    times=(("delivered", "Delivered"), ("ended", "Ended")),
    nothing_title="No documents yet",
    nothing_hint="The documents of an operation are listed once the operation is known here.",
    icon="documents",
)
_ROOM_FOR_TOOLS = 470
_LIST_SHARE = 60
"""Per cent of the page."""
PREVIEW_AFTER_MS = 180
"""Leafing through the list with the keys fetches nothing on the way."""


class DocumentsPage(ListPage):
    """The list; the viewer is made with the first document looked at."""

    has_pane = False

    preview_requested = Signal(object)
    """The row to be shown beside the list, or None."""

    def __init__(
        self, model: RecordListModel[Any], facet: Read, settings: Settings, now: Callable[[], datetime]
    ) -> None:
        super().__init__(DOCUMENTS, model, facet, settings, now)
        self._beside = QWidget(self)
        self._beside.setObjectName("documents.preview")
        self._beside.setMinimumWidth(_ROOM_FOR_TOOLS)
        QVBoxLayout(self._beside).setContentsMargins(0, 0, 0, 0)
        self._beside.hide()
        self._splitter = QSplitter(Qt.Orientation.Horizontal, self)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.setHandleWidth(1)
        layout = self.layout()
        assert isinstance(layout, QVBoxLayout)
        layout.removeWidget(self._stack)
        self._splitter.addWidget(self._stack)
        self._splitter.addWidget(self._beside)
        self._splitter.setStretchFactor(0, 1)
        layout.addWidget(self._splitter, 1)
        self._is_divided = False
        """Whether a person has moved the line between list and document."""
        self._splitter.splitterMoved.connect(self._on_splitter_moved)
        self._timer = QTimer(self, singleShot=True, interval=PREVIEW_AFTER_MS)
        self._timer.timeout.connect(self._ask)
        self.current_changed.connect(self._on_row_changed)

    @property
    def has_preview(self) -> bool:
        """Whether something stands beside the list."""
        return not self._beside.isHidden()

    @property
    def is_settled(self) -> bool:
        """Whether no preview waits to be asked for."""
        return not self._timer.isActive()

    def set_preview(self, widget: QWidget) -> None:
        """Put the viewer beside the list."""
        layout = self._beside.layout()
        if layout is not None:
            layout.addWidget(widget)
        self._beside.show()
        self._share()

    @property
    def current_row(self) -> Any:
        """The row that is current, or None."""
        index = self.table.currentIndex()
        return index.data(Role.ITEM) if index.isValid() and self.table.current_id is not None else None

    @property
    def shown_record(self) -> int | None:
        """The id of the operation whose document is current."""
        row = self.current_row
        return row.record if row is not None else None

    def selected_records(self) -> tuple[int, ...]:
        """Ids of the operations whose documents are selected."""
        rows = self.model.read_rows(self.table.selected_ids())
        return tuple(dict.fromkeys(row.record for row in rows.values() if row is not None))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.has_preview and not self._is_divided:
            self._share()

    def _share(self) -> None:
        """The larger part to the list, whose columns would go first."""
        width = max(self.width(), 800)
        self._splitter.setSizes([width * _LIST_SHARE // 100, width - width * _LIST_SHARE // 100])

    def _on_splitter_moved(self, _position: int, _index: int) -> None:
        self._is_divided = True

    def _ask(self) -> None:
        self.preview_requested.emit(self.current_row)

    def _on_row_changed(self, _identifier: object) -> None:
        self._timer.start()
