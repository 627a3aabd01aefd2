"""The detail view of a nomination, a draft or an operation: heading, actions, notes, sections."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QStackedLayout, QVBoxLayout, QWidget

from bunkerdesk.models.details import Heading, Section
from bunkerdesk.rules import wording
from bunkerdesk.views.theme.tokens import Space
from bunkerdesk.views.widgets.buttons import IconButton, button
from bunkerdesk.views.widgets.cards import SectionCard
from bunkerdesk.views.widgets.clearing import emptied
from bunkerdesk.views.widgets.empty_state import EmptyState
from bunkerdesk.views.widgets.flow import FlowLayout
from bunkerdesk.views.widgets.labels import ElidedLabel, breakable, label
from bunkerdesk.views.widgets.marks import StatusPill
from bunkerdesk.views.widgets.messages import ToneIcon
from bunkerdesk.views.widgets.page_scroll import PageScroll
from bunkerdesk.views.widgets.progress_line import ProgressLine

# Sections made before the first paint; the rest follow in the next turns of the loop.
SECTIONS_AT_ONCE = 2
SECTIONS_A_TURN = 2
NAMED_DEPARTURES = 3


@dataclass(frozen=True, slots=True)
class Detail:
    """What the view shows of one record."""

    key: object
    """Tells records apart: the same key keeps the scroll position."""
    kind: str
    """`nomination`, `draft` or `operation`."""
    heading: Heading
    sections: tuple[Section, ...]
    age: str = ""
    """`Seen 5 min ago`."""
    link: str = ""
    """Text of the button to the operation or nomination of the same reference; empty for none."""


class DetailView(QFrame):
    """One record, read-only, with room for buttons."""

    link_requested = Signal(object)
    """The key of the record whose counterpart is wanted."""
    close_requested = Signal()
    refresh_requested = Signal(object)
    row_activated = Signal(object, str)
    """The key of the record and that of a row of one of its tables: a document."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("detail")
        self.setAccessibleName("Details")
        self._detail: Detail | None = None
        self._card: QWidget | None = None
        self._waiting: list[Section] = []
        self._cards: list[SectionCard] = []
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._on_timer_timeout)
        self._progress = ProgressLine(self)
        self._empty = EmptyState("detail.empty", self)
        self._empty.show_state("panel", "Nothing selected", "Select a row to read it here.")
        self._page = QWidget(self)
        self._make_head()
        self._make_body()
        self._stack = QStackedLayout()
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self._page)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._progress)
        layout.addLayout(self._stack, 1)

    @property
    def detail(self) -> Detail | None:
        """What is shown."""
        return self._detail

    @property
    def is_filling(self) -> bool:
        """Whether sections are still to be made."""
        return bool(self._waiting)

    @property
    def section_titles(self) -> tuple[str, ...]:
        """The titles of all sections, also those not made yet."""
        return tuple(section.title for section in (*(card.section for card in self._cards), *self._waiting))

    def cards(self) -> tuple[SectionCard, ...]:
        """The sections made so far."""
        return tuple(self._cards)

    def show_detail(self, detail: Detail) -> None:
        """Show a record; the same one anew keeps its place."""
        former, self._detail = self._detail, detail
        self._show_heading(detail)
        is_same = former is not None and former.key == detail.key
        if former is None or not is_same or former.sections != detail.sections:
            self._show_sections(detail, keeps_place=is_same)
        self._stack.setCurrentWidget(self._page)

    def show_nothing(self, title: str = "Nothing selected", hint: str = "Select a row to read it here.") -> None:
        """Say why there is nothing."""
        self._detail = None
        self._clear()
        self._empty.show_state("panel", title, hint)
        self._stack.setCurrentWidget(self._empty)

    def set_busy(self, is_busy: bool) -> None:
        """Show that the record is being read again."""
        self._progress.set_busy(is_busy)

    def set_actions(self, buttons: Sequence[QPushButton]) -> None:
        """Buttons below the heading, replacing those before; at most one of them primary."""
        emptied(self._actions)
        for one in buttons:
            one.setParent(self._page)
            self._actions.addWidget(one)
            one.show()

    def show_card(self, card: QWidget | None) -> None:
        """Show a card between the buttons and the sections, replacing the one before."""
        if self._card is not None:
            self._head.removeWidget(self._card)
            self._card.hide()
            self._card.deleteLater()
        self._card = card
        if card is not None:
            card.setParent(self._page)
            self._head.addWidget(card)
            card.show()

    # Private

    def _make_head(self) -> None:
        self._title = ElidedLabel("", "title", self._page)
        self._title.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._pill = StatusPill("", "neutral", self._page)
        self._subtitle = label("", "dim", self._page, wraps=True)
        self._age = ElidedLabel("", "hint", self._page)
        self._link = button("", "detail.link", self._page, "link")
        self._link.clicked.connect(self._on_link_clicked)
        self._refresh = IconButton("refresh", "Read again from the service", "detail.refresh", self._page)
        self._refresh.clicked.connect(self._on_refresh_clicked)
        self._close = IconButton("close", "Hide the details", "detail.close", self._page)
        self._close.clicked.connect(self.close_requested)
        first = QHBoxLayout()
        first.setSpacing(Space.S)
        name = FlowLayout(spacing=Space.S)
        name.setContentsMargins(0, 3, 0, 0)  # in line with the tools, which are higher
        name.addWidget(self._title)
        name.addWidget(self._pill)
        first.addLayout(name, 1)
        for tool in (self._refresh, self._close):
            first.addWidget(tool, 0, Qt.AlignmentFlag.AlignTop)
        third = QHBoxLayout()
        third.addWidget(self._age, 1)
        third.addWidget(self._link)
        self._actions = FlowLayout(spacing=Space.S)
        self._head = QVBoxLayout()
        self._head.setContentsMargins(Space.L, Space.M, Space.L, Space.S)
        self._head.setSpacing(Space.S)
        words = QVBoxLayout()
        words.setSpacing(Space.XS)
        words.addLayout(first)
        words.addWidget(self._subtitle)
        words.addLayout(third)
        self._head.addLayout(words)
        self._head.addLayout(self._actions)

    def _make_body(self) -> None:
        self._note = QFrame(self._page)
        self._note.setObjectName("detail.departures")
        self._note.setProperty("look", "notice-warning")
        self._note_text = label("", "", self._note, wraps=True)
        row = QHBoxLayout(self._note)
        row.setContentsMargins(Space.M, Space.S, Space.M, Space.S)
        row.addWidget(ToneIcon("warning", "warning", self._note), 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self._note_text, 1)
        content = QWidget()
        self._sections = QVBoxLayout(content)
        self._sections.setContentsMargins(Space.L, Space.XS, Space.L, Space.L)
        self._sections.setSpacing(Space.M)
        self._sections.addWidget(self._note)
        self._sections.addStretch(1)
        self._scroll = PageScroll(content, "detail.sections", self._page)
        self._scroll.setAccessibleName("Sections")
        layout = QVBoxLayout(self._page)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(self._head)
        layout.addWidget(self._scroll, 1)

    def _show_heading(self, detail: Detail) -> None:
        heading = detail.heading
        self._title.set_text(heading.title)
        self._pill.set_status(heading.status, heading.tone)
        self._subtitle.setText(breakable(heading.subtitle))
        self._subtitle.setVisible(bool(heading.subtitle))
        self._age.set_text(detail.age)
        self._link.setText(detail.link)
        self._link.setAccessibleName(detail.link or "Link")
        self._link.setVisible(bool(detail.link))
        self.setAccessibleName(f"{detail.kind.capitalize()} {heading.title}, {heading.status}")

    def _show_sections(self, detail: Detail, *, keeps_place: bool) -> None:
        place = self._scroll.verticalScrollBar().value() if keeps_place else 0
        self._clear()
        departures = next((section for section in detail.sections if section.key == "departures"), None)
        self._show_departures(departures)
        self._waiting = [section for section in detail.sections if section is not departures and _has_content(section)]
        self._make_sections(len(self._waiting) if keeps_place else SECTIONS_AT_ONCE)
        if self._waiting:
            self._timer.start()
        self._scroll.verticalScrollBar().setValue(place)

    def _show_departures(self, section: Section | None) -> None:
        self._note.setVisible(section is not None)
        if section is None:
            return
        names = [wording.field_words(line.label.rsplit(".", 1)[-1]) for line in section.lines]
        shown = ", ".join(names[:NAMED_DEPARTURES]) + (
            f" and {len(names) - NAMED_DEPARTURES} more" if len(names) > NAMED_DEPARTURES else ""
        )
        count = f"{len(names)} fields" if len(names) > 1 else "One field"
        text = f"{count} of this answer could not be read: {shown}. Everything else is shown, and kept as it came."
        self._note_text.setText(breakable(text))
        self._note.setAccessibleName(text)
        self._note.setToolTip("\n".join(f"{line.label}: {line.value}" for line in section.lines))

    def _clear(self) -> None:
        self._timer.stop()
        self._waiting = []
        for card in self._cards:
            self._sections.removeWidget(card)
            card.hide()
            card.deleteLater()
        self._cards = []

    def _make_sections(self, count: int) -> None:
        for section in self._waiting[:count]:
            card = SectionCard(section, f"detail.{section.key}")
            card.row_activated.connect(self._on_row_activated)
            self._sections.insertWidget(self._sections.count() - 1, card)
            self._cards.append(card)
        del self._waiting[:count]

    def _on_timer_timeout(self) -> None:
        self._make_sections(SECTIONS_A_TURN)
        if not self._waiting:
            self._timer.stop()

    def _on_row_activated(self, key: str) -> None:
        if self._detail is not None and key:
            self.row_activated.emit(self._detail.key, key)

    def _on_link_clicked(self) -> None:
        if self._detail is not None:
            self.link_requested.emit(self._detail.key)

    def _on_refresh_clicked(self) -> None:
        if self._detail is not None:
            self.refresh_requested.emit(self._detail.key)


def _has_content(section: Section) -> bool:
    return bool(section.lines or section.tables)
