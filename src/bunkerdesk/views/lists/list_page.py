"""A page with one list: filter field, chips, table, and what to say when there is nothing."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import Any

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QPushButton, QStackedWidget, QWidget

from bunkerdesk.models.facets import FacetModel
from bunkerdesk.models.record_list import RecordListModel
from bunkerdesk.models.typed_filter import FilterLanguage, Typed
from bunkerdesk.rules import wording
from bunkerdesk.runtime.settings import Settings
from bunkerdesk.views.lists.column_menu import ColumnMenu
from bunkerdesk.views.lists.filter_field import FilterEcho, FilterHelp, filter_line
from bunkerdesk.views.lists.kept_row import KeptRow
from bunkerdesk.views.lists.list_spec import ListSpec
from bunkerdesk.views.tables.delegates import INSET
from bunkerdesk.views.tables.record_table import RecordTable
from bunkerdesk.views.widgets.buttons import IconButton, button, keys_text
from bunkerdesk.views.widgets.chip import PickedChip, Read, ValuesChip
from bunkerdesk.views.widgets.empty_state import EmptyState
from bunkerdesk.views.widgets.page_head import PageHead
from bunkerdesk.views.widgets.progress_line import ProgressLine
from bunkerdesk.views.widgets.window_chip import WindowChip

# Under way or off: no longer late, however long ago the bunkering time was.
NOT_LATE = frozenset({"operation_started", "cancelled"})


class ListPage(QWidget):
    """One list. Selection and scroll are the model's to keep; filters are kept here."""

    has_pane = True

    open_requested = Signal(int)
    """The id of a row that was opened."""
    current_changed = Signal(object)
    """The id of the current selected row, or None."""
    status_changed = Signal(str)
    refresh_requested = Signal()
    revealed = Signal(int, bool)
    """The id of a record that was to be brought into view, and whether the list has it."""

    def __init__(
        self,
        spec: ListSpec,
        model: RecordListModel[Any],
        facet: Read,
        settings: Settings,
        now: Callable[[], datetime],
    ) -> None:
        super().__init__()
        self.spec = spec
        self.model = model
        self._facet = facet
        self._settings = settings
        self._now = now
        self._is_clearing = False
        self._is_unread = False
        self._only: frozenset[str] = frozenset()
        self._typed = Typed()
        self.setObjectName(spec.name)
        self.setAccessibleName(spec.title)
        self.setProperty("look", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._make_head()
        self.progress = ProgressLine(self)
        self.table = RecordTable(model, model.columns, spec.name, settings, self)
        self.table.setAccessibleName(spec.title)
        self._kept = KeptRow(self.table, model, self)
        self.empty = EmptyState(f"{spec.name}.empty", self)
        self._stack = QStackedWidget(self)
        self._stack.setContentsMargins(INSET, 0, 0, 0)
        self._stack.addWidget(self.table)
        self._stack.addWidget(self.empty)
        self._make_column_menu()
        self._lay_out()
        self._connect()
        self._sort_as_remembered()
        self._apply_query()
        self._on_content_changed()

    @property
    def status_text(self) -> str:
        """For the status line: how many rows, how many selected."""
        count = self.model.rowCount()
        if not count and not self._facet("status"):
            return f"No {self.spec.many}"
        matches, match = (" matches", " match") if self.has_filters else ("", "")
        selected = self.table.selected_count
        words = wording.count_words(count, self.spec.one + matches, self.spec.many + match)
        return words + (f", {wording.number(selected)} selected" if selected else "")

    @property
    def has_filters(self) -> bool:
        """Tell whether text or chips narrow the list."""
        return bool(self.field.text().strip()) or any(
            chip.is_active for chip in (*self.chips.values(), self.window_chip, self.only_chip)
        )

    def show_only(self, words: str, ids: frozenset[int]) -> None:
        """Show these records and nothing else, until the filters are cleared; `words` says what they are."""
        self._is_clearing = True
        self.clear_filters()
        self._is_clearing = True
        self._only = frozenset(map(str, ids))
        self.only_chip.show_choice(words, is_active=True, bare=True)
        self.only_chip.show()
        self._is_clearing = False
        # Another list than before, not a narrower one: what was read in it is over.
        self.table.clearSelection()
        self._kept.forget()
        self._apply_query()
        self.take_focus()

    @property
    def current_id(self) -> int | None:
        """The id of the current row."""
        return self.table.current_id

    @property
    def shown_record(self) -> int | None:
        """The id of the record that the current row is, or is of."""
        return self.current_id

    def selected_records(self) -> Sequence[int]:
        """Ids of the records that the selected rows are, or are of."""
        return self.table.selected_ids()

    @property
    def is_left_out(self) -> bool:
        """Whether the filters leave out the row that was read; it is selected again when they no longer do."""
        return self._kept.is_left_out

    def reveal(self, identifier: int) -> None:
        """Select a record's row and bring it into view as soon as the list has it; until then nothing is selected."""
        self._kept.reveal(identifier)

    def clear_filters(self) -> None:
        """Show everything."""
        self._is_clearing = True
        self.field.clear()
        for chip in self.chips.values():
            chip.facet.choose(())
        self._only = frozenset()
        self.only_chip.show_choice("any", is_active=False)
        self.only_chip.hide()
        self.window_chip.choose("any")
        self._is_clearing = False
        self._apply_query()
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def focus_filter(self) -> None:
        """Put the cursor into the filter field."""
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    def open_columns(self) -> None:
        """Open the menu of the columns."""
        self.column_menu.open()

    def take_focus(self) -> None:
        """Put the focus where work goes on: into the table."""
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)

    def add_actions(self, buttons: Sequence[QPushButton]) -> None:
        """Buttons of the page, at the right of the title; at most one of them primary."""
        for one in buttons:
            self._head.actions.insertWidget(self._head.actions.count() - 1, one)
            QWidget.setTabOrder(self.columns_button, one)

    def set_unread(self, is_unread: bool) -> None:
        """Tell whether the service has never answered: an empty list then says nothing of what there is."""
        if is_unread != self._is_unread:
            self._is_unread = is_unread
            self._on_content_changed()

    def refresh_times(self, _now: object = None) -> None:
        """Say anew what depends on the time, and move a span that follows it."""
        self.model.refresh_times()
        if self._window() != self.model.query.window:
            self._narrow()

    # Qt overrides

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.model.set_shown(True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.model.set_shown(False)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.field.hasFocus():
            self._leave_field()
        elif event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.field.hasFocus():
            self._enter_table()
        else:
            super().keyPressEvent(event)

    # Private

    def _make_head(self) -> None:
        spec = self.spec
        self._head = PageHead(spec.title, self)
        self.columns_button = IconButton("columns", "Columns", f"{spec.name}.columns", self)
        self.field = filter_line(f"{spec.name}.filter", f"Filter {spec.many}", self)
        self._language = FilterLanguage(spec.facets, spec.times, self._facet, self._today)
        self.filter_help = FilterHelp(self._language, f"{spec.name}.filter.help", self)
        self.echo = FilterEcho(f"{spec.name}.filter.echo", self.field, self)
        remembered = self._settings.text(f"{spec.name}.window", spec.window)
        self.window_chip = WindowChip(spec.windows, f"{spec.name}.chip.window", self._now, remembered, self)
        self.chips = {
            key: ValuesChip(FacetModel(key, title, self), f"{spec.name}.chip.{key}", self._facet, self)
            for key, title in spec.facets
        }
        self.only_chip = PickedChip("Shown only", f"{spec.name}.chip.only", self)
        self.only_chip.clicked.connect(self.clear_filters)
        self.only_chip.hide()
        self.clear_button = button("Clear", f"{spec.name}.clear", self, "link", "Clear all filters")

    def _make_column_menu(self) -> None:
        self.column_menu = ColumnMenu(self.table, self.columns_button)

    def _lay_out(self) -> None:
        self._head.add_actions(self.columns_button)
        filters = (self.field, self.filter_help, self.only_chip, self.window_chip, *self.chips.values())
        self._head.add_filters((*filters, self.clear_button), self.field)
        self._head.addWidget(self.echo)
        self._head.put_above(self.progress, self._stack)

    def _connect(self) -> None:
        self.field.textChanged.connect(self._on_text_changed)
        self.filter_help.chosen.connect(self._on_example_chosen)
        self.window_chip.window_changed.connect(self._on_window_changed)
        for chip in self.chips.values():
            chip.facet.chosen_changed.connect(self._apply_query)
        self.clear_button.clicked.connect(self.clear_filters)
        self.columns_button.clicked.connect(self.column_menu.open)
        self.empty.action_requested.connect(self._on_empty_action_requested)
        self.table.open_requested.connect(self.open_requested)
        self.table.typed.connect(self._on_table_typed)
        self.table.selection_changed.connect(self._on_selection_changed)
        self.table.selectionModel().currentRowChanged.connect(self._on_current_changed)
        self.table.horizontalHeader().sortIndicatorChanged.connect(self._on_sort_changed)
        self._kept.revealed.connect(self.revealed)
        self._kept.left_out.connect(self._on_left_out)
        self.model.count_changed.connect(self._on_content_changed)
        self.model.loading_changed.connect(self._on_content_changed)
        self.model.filtering_changed.connect(self._on_content_changed)

    def _sort_as_remembered(self) -> None:
        key, _, direction = self._settings.text(f"{self.spec.name}.sort", self.spec.sort).partition(" ")
        number = next((place for place, column in enumerate(self.model.columns) if column.key == key), 0)
        order = Qt.SortOrder.DescendingOrder if direction == "descending" else Qt.SortOrder.AscendingOrder
        column = self.model.columns[number]
        self.model.set_shown(False)  # the query that follows reads once, for order and filters together
        self.table.horizontalHeader().setSortIndicator(number, order)
        if column.sort:
            descending = order is Qt.SortOrder.DescendingOrder
            self.model.set_query(replace(self.model.query, sort=column.sort, descending=descending))
        self.model.set_shown(True)

    def _apply_query(self) -> None:
        if self._is_clearing:
            return
        self._kept.refilter()
        self._narrow()

    def _narrow(self) -> None:
        values = {key: chip.facet.chosen for key, chip in self.chips.items() if chip.facet.chosen}
        if self.window_chip.is_late:
            known = values.get("status") or frozenset(value for value, _, _ in self._facet("status"))
            values["status"] = known - NOT_LATE
        if self._only:
            values["id"] = self._only
        for key, typed in self._typed.values.items():
            values[key] = values[key] & typed if key in values else typed
        query = replace(self.model.query, values=values, window=self._window(), days=self._typed.days)
        self.clear_button.setVisible(self.has_filters)
        self.model.set_query(query)

    def _window(self) -> tuple[datetime | None, datetime | None]:
        """The span of the chip; days that were typed take its place."""
        return (None, None) if self._typed.days else self.window_chip.bounds()

    def _today(self) -> date:
        return self._now().astimezone().date()

    def _leave_field(self) -> None:
        if self.field.text():
            self.field.clear()
        else:
            self._enter_table()

    def _enter_table(self) -> None:
        self.table.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _show_unread(self) -> None:
        hint = f"Its {self.spec.many} are listed as soon as it answers. What you write until then is kept, and waits."
        self.empty.show_state("offline", "Nothing has been read from the service yet", hint, "Try again")

    def _show_nothing(self) -> None:
        if self.has_filters and self._facet("status"):
            self.empty.show_state(
                "search",
                f"No {self.spec.one} matches",
                f"{keys_text('Ctrl+K')} asks the service for a reference that is not in the list.",
                "Clear filters",
            )
        else:
            self.empty.show_state(self.spec.icon, self.spec.nothing_title, self.spec.nothing_hint, "Synchronise now")

    # Slots

    def _on_text_changed(self, text: str) -> None:
        self._kept.refilter()
        former, self._typed = self._typed, self._language.read(text)
        self.echo.show_typed(self._typed)
        self.clear_button.setVisible(self.has_filters)
        if (self._typed.values, self._typed.days) != (former.values, former.days):
            self._apply_query()
        self.model.set_text(self._typed.words)
        self._on_content_changed()

    def _on_example_chosen(self, text: str) -> None:
        self.field.setText(text)
        self.focus_filter()

    def _on_window_changed(self) -> None:
        if self.window_chip.key != "custom":
            self._settings.set_text(f"{self.spec.name}.window", self.window_chip.key)
        self._apply_query()

    def _on_sort_changed(self, number: int, order: Qt.SortOrder) -> None:
        column = self.model.columns[number]
        if column.sort is None:
            return
        direction = " descending" if order is Qt.SortOrder.DescendingOrder else ""
        self._settings.set_text(f"{self.spec.name}.sort", f"{column.key}{direction}")
        self.model.sort(number, order)

    def _on_content_changed(self, _value: object = None) -> None:
        is_busy = self.model.is_busy
        self.progress.set_busy(is_busy)
        self._kept.settle()
        if not self.model.rowCount() and not is_busy:
            self._show_unread() if self._is_unread else self._show_nothing()
            self._stack.setCurrentWidget(self.empty)
        elif self.model.rowCount():
            self._stack.setCurrentWidget(self.table)
        self.status_changed.emit(self.status_text)

    def _on_left_out(self) -> None:
        self.current_changed.emit(None)

    def _on_selection_changed(self) -> None:
        if self.table.current_id is not None:
            self._kept.forget()
        self.status_changed.emit(self.status_text)
        self.current_changed.emit(self.table.current_id)

    def _on_current_changed(self, _current: QModelIndex, _former: QModelIndex) -> None:
        self.current_changed.emit(self.table.current_id)

    def _on_table_typed(self, text: str) -> None:
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)
        self.field.setText(text)

    def _on_empty_action_requested(self) -> None:
        if self.has_filters and not self._is_unread and self._facet("status"):
            self.clear_filters()
        else:
            self.refresh_requested.emit()
