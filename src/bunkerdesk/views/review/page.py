"""The review page: the queue at the left, the operation in the middle, its documents at the right."""

from collections.abc import Mapping
from datetime import datetime

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from bunkerdesk.models.review_models import NoteTableModel, QueueModel
from bunkerdesk.models.review_page import ReviewPage
from bunkerdesk.rules.fuel_limits import EDITIONS
from bunkerdesk.rules.wording import count_words
from bunkerdesk.runtime.settings import Settings
from bunkerdesk.views.review.findings import FindingsCard
from bunkerdesk.views.review.lists import ChartsCard, ChecklistCard, LaterCard, PapersCard
from bunkerdesk.views.review.note_grid import NoteGrid
from bunkerdesk.views.review.queue_list import QueueList
from bunkerdesk.views.review.timeline import TimelineView
from bunkerdesk.views.theme.theme import Theme
from bunkerdesk.views.theme.tokens import Space
from bunkerdesk.views.widgets.buttons import ActionButton, button
from bunkerdesk.views.widgets.cards import Card
from bunkerdesk.views.widgets.empty_state import EmptyState
from bunkerdesk.views.widgets.flow import FlowLayout
from bunkerdesk.views.widgets.labels import ElidedLabel, label, set_look
from bunkerdesk.views.widgets.marks import StatusPill
from bunkerdesk.views.widgets.page_scroll import PageScroll

ORDER, BY_CLAIM = "review.order", "claim"
PANE, PANE_WIDTH, ON = "review.document_pane", "review.document_width", "on"
QUEUE_WIDTH, ROOMY = 236, 1280
BESIDE_FROM, CLAIM_LEAST = 900, 120
"""Width of the middle from which checklist and documents stand side by side."""
ACTIONS = ("review.remark", "review.protest", "review.accept")
MORE_ACTIONS = ("review.report", "review.limits", "review.claims", "review.reopen")
_SUGGESTED = {"accept": "review.accept", "remark": "review.remark", "protest": "review.protest"}
SCRUBBER = (("Scrubber: not said", None), ("Has a scrubber", True), ("No scrubber", False))


class ReviewView(QWidget):
    """Everything it shows is handed in by `show_page`; what a person does leaves as signals."""

    has_pane = False
    status_changed = Signal(str)
    chosen = Signal(int)
    ticked = Signal(str, bool)
    noted = Signal(str, str)
    edition_chosen = Signal(str)
    scrubber_chosen = Signal(object)
    document_requested = Signal(str)
    figure_activated = Signal(str)
    documents_wanted = Signal()
    """The document pane is to be shown; it is made with the first wish."""

    def __init__(
        self,
        queue: QueueModel,
        actions: Mapping[str, QAction],
        parent: QWidget | None = None,
        settings: Settings | None = None,
    ) -> None:
        super().__init__(parent)
        self._settings = settings
        self.setObjectName("review")
        self.setAccessibleName("Review")
        self._page: ReviewPage | None = None
        self._documents: QWidget | None = None
        self._is_pane_chosen = settings is not None and bool(settings.text(PANE))
        self.queue = QueueList(queue, self)
        self.queue.chosen.connect(self.chosen)
        self.queue.order_chosen.connect(self._on_order_chosen)
        if settings is not None:
            queue.order_by_claim(settings.text(ORDER) == BY_CLAIM)
        queue.modelReset.connect(self._on_queue_reset)
        self.notes = NoteTableModel(self)
        self._actions = actions
        self._buttons = {key: self._button(key) for key in (*ACTIONS, *MORE_ACTIONS)}
        self._make_content()
        self.empty = EmptyState("review.empty", self)
        self.empty.show_state(
            "review", "Nothing to review", "Operations that have ended and have a delivery note are put here by risk."
        )
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self._centre)
        self.splitter = QSplitter(Qt.Orientation.Horizontal, self)
        self.splitter.setHandleWidth(1)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.addWidget(self.queue)
        self.splitter.addWidget(self._stack)
        self.splitter.setStretchFactor(1, 1)
        self.queue.setMinimumWidth(QUEUE_WIDTH - 6)
        self.splitter.setSizes([QUEUE_WIDTH, 1000])
        self.splitter.splitterMoved.connect(self._on_splitter_moved)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.splitter)

    # Showing

    @property
    def page(self) -> ReviewPage | None:
        """What is shown."""
        return self._page

    @property
    def status_text(self) -> str:
        """For the status line: how many await review, and which of them this is."""
        count = self.queue.model.rowCount()
        row = self.queue.model.row_of(self._page.id) if self._page else -1
        waits = count_words(count, "operation awaits review", "operations await review")
        return f"{waits}, this is {row + 1}" if row >= 0 else waits

    def show_page(self, page: ReviewPage | None, now: datetime | None = None) -> None:
        """Show an operation; None shows that there is nothing. The same operation keeps its place."""
        former, self._page = self._page, page
        self.queue.show_current(page.id if page else None)
        if page is None:
            self._stack.setCurrentWidget(self.empty)
            self.status_changed.emit(self.status_text)
            return
        self._show_head(page)
        self.timeline.show_timeline(page.timeline)
        summary = page.timeline.lanes[0].summary if len(page.timeline.lanes) == 1 else ""
        offset = f"port clock {page.timeline.offset}" if page.timeline.offset else ""
        self._summary.set_text(", ".join(filter(None, (summary, offset))))
        self.findings.show_page(page)
        if former is None or former.table != page.table:
            self.notes.show_table(page.table)
        self.charts.show_charts(page.charts)
        self.checklist.show_page(page)
        self.papers.show_page(page)
        self.later.show_page(page)
        self._stack.setCurrentWidget(self._centre)
        self._choose_pane()
        if former is None or former.id != page.id:
            self._scroll.verticalScrollBar().setValue(0)
        self.status_changed.emit(self.status_text)

    def go_to(self, place: str) -> bool:
        """Go to a figure in the table; False where it has no cell."""
        if not self.grid.go_to(place):
            return False
        row = self.grid.currentIndex().row()
        top = self.grid.mapTo(self._content, self.grid.rect().topLeft()).y() + self.grid.row_top(row)
        self._scroll.ensureVisible(0, top, 0, self._scroll.viewport().height() // 3)
        return True

    def show_below(self) -> None:
        """Scroll to the charts, the checklist and the documents."""
        bar = self._scroll.verticalScrollBar()
        bar.setValue(min(self.charts.y() - Space.M, bar.maximum()))

    def take_focus(self) -> None:
        """Put the focus where work goes on: into the queue."""
        self.queue.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def focus_filter(self) -> None:
        """There is no filter: the queue takes the focus."""
        self.take_focus()

    def regions(self) -> list[QWidget]:
        """For F6: the queue, the operation under review, its paper."""
        return [self.queue, self._stack, *([self._documents] if self._documents is not None else [])]

    def set_documents(self, widget: QWidget) -> None:
        """Put the document viewer at the right."""
        self._documents = widget
        self.splitter.addWidget(widget)
        self.splitter.setStretchFactor(2, 0)
        width = self.splitter.width()
        kept = self._settings.number(PANE_WIDTH, 0) if self._settings else 0
        pane = max(kept or width * 34 // 100, widget.minimumWidth())
        self.splitter.setSizes([QUEUE_WIDTH, max(width - QUEUE_WIDTH - pane, 400), pane])
        self._stack_cards()

    def toggle_documents(self, is_wanted: bool) -> None:
        """Show the document beside the tables, or give its room to them."""
        if is_wanted:
            self.documents_wanted.emit()
        if self._documents is not None:
            self._documents.setVisible(is_wanted)
        self._stack_cards()

    # Making

    def _button(self, key: str) -> QPushButton:
        return ActionButton(self._actions[key], f"{key}.button", self)

    def _make_content(self) -> None:
        self._centre = QWidget(self)
        self._centre.setProperty("look", "page")
        self._content = QWidget(self)
        self.timeline = TimelineView(self)
        self._summary = ElidedLabel("", "label", self)
        self.findings = FindingsCard(self)
        self.findings.noted.connect(self.noted)
        self.findings.place_requested.connect(self.go_to)
        self.grid = NoteGrid(self.notes, self)
        self.grid.figure_activated.connect(self.figure_activated)
        self.charts = ChartsCard(self)
        self.checklist = ChecklistCard(self)
        self.checklist.ticked.connect(self.ticked)
        self.papers = PapersCard(self)
        self.papers.document_requested.connect(self._on_document_requested)
        self.later = LaterCard(self)
        self._lay_out_cards()
        self._scroll = PageScroll(self._content, "review.scroll", self)
        outer = QVBoxLayout(self._centre)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addLayout(self._make_head())
        outer.addWidget(self._scroll, 1)

    def _lay_out_cards(self) -> None:
        course = Card("", "review.course", self)
        head = QHBoxLayout()
        head.addWidget(label("Operation", "strong", self))
        head.addWidget(self._summary, 1)
        self._summary.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        course.body.addLayout(head)
        course.body.addWidget(self.timeline)
        tables = QFrame(self)
        tables.setProperty("look", "card")
        inside = QVBoxLayout(tables)
        inside.setContentsMargins(1, 1, 1, 1)
        inside.addWidget(self.grid)
        self._below = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._below.setSpacing(Space.M)
        self._below.addWidget(self.checklist, 1)
        self._below.addWidget(self.papers, 1)
        column = QVBoxLayout(self._content)
        column.setContentsMargins(Space.L, Space.S, Space.L, Space.L)
        column.setSpacing(Space.M)
        for card in (self.later, course, self.findings, tables, self.charts):
            column.addWidget(card)
        column.addLayout(self._below)
        column.addStretch(1)

    def _make_head(self) -> QVBoxLayout:
        self._title = ElidedLabel("", "title", self)
        self._title.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._pill = StatusPill("", "neutral", self)
        self._verdict = StatusPill("", "neutral", self)
        self._subtitle = ElidedLabel("", "dim", self)
        self._claim = label("", "label", self)
        self._claim.setMinimumWidth(CLAIM_LEAST)
        self._edition = self._choice(
            "review.edition",
            "Edition of ISO 8217",
            [("ISO 8217: usual edition", ""), *((f"ISO 8217:{year}", year) for year in EDITIONS)],
        )
        self._edition.activated.connect(self._on_edition_activated)
        self._scrubber = self._choice("review.scrubber", "Scrubber of the receiving vessel", list(SCRUBBER))
        self._scrubber.activated.connect(self._on_scrubber_activated)
        first = QHBoxLayout()
        first.setSpacing(Space.S)
        first.addWidget(self._title)
        first.addWidget(self._pill)
        first.addWidget(self._verdict)
        first.addStretch(1)
        for key in ACTIONS:
            first.addWidget(self._buttons[key])
        second = QHBoxLayout()
        second.setSpacing(Space.S)
        second.addWidget(self._subtitle, 1)
        second.addWidget(self._claim, 0, Qt.AlignmentFlag.AlignRight)
        third = FlowLayout(spacing=Space.XS)
        third.addWidget(self._edition)
        third.addWidget(self._scrubber)
        self.documents_button = button(
            "Document", "review.document_pane", self, "link", "Show the paper beside the tables"
        )
        self.documents_button.setCheckable(True)
        self.documents_button.toggled.connect(self.toggle_documents)
        self.documents_button.clicked.connect(self._on_pane_clicked)
        third.addWidget(self.documents_button)
        for key in MORE_ACTIONS:
            self._buttons[key].setProperty("look", "link")
            third.addWidget(self._buttons[key])
        self._signed = label("", "", self, wraps=True)
        head = QVBoxLayout()
        head.setContentsMargins(Space.L, Space.M, Space.L, Space.XS)
        head.setSpacing(Space.XS)
        for line in (first, second, third):
            head.addLayout(line)
        head.addWidget(self._signed)
        return head

    def _choice(self, name: str, title: str, entries: list[tuple[str, object]]) -> QComboBox:
        box = QComboBox(self)
        box.setObjectName(name)
        box.setAccessibleName(title)
        box.setToolTip(title)
        for text, value in entries:
            box.addItem(text, value)
        return box

    def _show_head(self, page: ReviewPage) -> None:
        head, signed = page.header, page.signed
        self._title.set_text(", ".join(filter(None, (head.reference, head.vessel))))
        self._pill.set_status(head.status, head.tone)
        self._verdict.set_status(signed.verdict, signed.tone or "neutral")
        self._subtitle.set_text(head.subtitle)
        self._claim.setText(head.claim)
        self._claim.setToolTip("\n".join(filter(None, (head.claim_hint, page.keeping))))
        set_look(self._claim, {"warning": "warning-text", "error": "error-text"}.get(head.claim_tone, "label"))
        self._edition.setCurrentIndex(max(self._edition.findData(page.edition), 0))
        self._edition.setItemText(
            0, f"ISO 8217:{page.edition_in_use} (usual)" if not page.edition else "ISO 8217: usual"
        )
        self._scrubber.setCurrentIndex(next(i for i, entry in enumerate(SCRUBBER) if entry[1] is page.has_scrubber))
        is_open = not signed.verdict
        for box in (self._edition, self._scrubber):
            box.setEnabled(is_open)
            box.setVisible(not page.is_gas_only)
        words = [". ".join(filter(None, (signed.words, signed.remark))), *signed.reopened]
        self._signed.setText("\n".join(filter(None, words)))
        self._signed.setVisible(any(words))
        self._show_buttons(page, is_open=is_open)

    def _show_buttons(self, page: ReviewPage, *, is_open: bool) -> None:
        suggested = _SUGGESTED[page.suggested.value]
        for key, one in self._buttons.items():
            if key in ACTIONS:
                set_look(one, "primary" if key == suggested and is_open else "")
                one.setVisible(is_open)
        self._buttons["review.reopen"].setVisible(not is_open)
        self._buttons["review.protest"].setVisible(True)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._stack_cards()
        self._choose_pane()

    def _choose_pane(self) -> None:
        """Until a person has said otherwise, the document is shown where there is room for it; then as last left."""
        if self._page is None:
            return
        if not self._is_pane_chosen:
            self.documents_button.setChecked(self.width() >= ROOMY)
        elif self._documents is None and self._settings is not None:
            self.documents_button.setChecked(self._settings.text(PANE) == ON)

    def _stack_cards(self) -> None:
        room = self.splitter.sizes()[1]
        is_wide = room >= Theme.current().pixels(BESIDE_FROM)
        ways = QBoxLayout.Direction
        self._below.setDirection(ways.LeftToRight if is_wide else ways.TopToBottom)

    # Slots

    def _on_splitter_moved(self, _position: int, _index: int) -> None:
        self._stack_cards()
        if self._settings is not None and self._documents is not None and self._documents.isVisible():
            self._settings.set_number(PANE_WIDTH, self.splitter.sizes()[2])

    def _on_order_chosen(self, is_by_claim: bool) -> None:
        if self._settings is not None:
            self._settings.set_text(ORDER, BY_CLAIM if is_by_claim else "")

    def _on_queue_reset(self) -> None:
        self.status_changed.emit(self.status_text)

    def _on_pane_clicked(self) -> None:
        self._is_pane_chosen = True
        if self._settings is not None:
            self._settings.set_text(PANE, ON if self.documents_button.isChecked() else "off")

    def _on_document_requested(self, identifier: str) -> None:
        self._is_pane_chosen = True
        self.documents_button.setChecked(True)
        self.document_requested.emit(identifier)

    def _on_edition_activated(self, _index: int) -> None:
        self.edition_chosen.emit(str(self._edition.currentData() or ""))

    def _on_scrubber_activated(self, _index: int) -> None:
        self.scrubber_chosen.emit(self._scrubber.currentData())
