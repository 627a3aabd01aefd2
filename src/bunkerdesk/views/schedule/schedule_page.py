"""The schedule page: filters shared with the list, span and clock, the board, and what to say when it is empty."""

from collections.abc import Callable
from datetime import UTC, datetime, tzinfo

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QActionGroup, QHideEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QButtonGroup, QMenu, QPushButton, QStackedWidget, QWidget

from bunkerdesk.models.schedule import ScheduleModel
from bunkerdesk.rules import ports, wording
from bunkerdesk.runtime.settings import Settings
from bunkerdesk.views.lists.list_page import ListPage
from bunkerdesk.views.schedule.board import ScheduleBoard
from bunkerdesk.views.schedule.filters import SharedFilters
from bunkerdesk.views.schedule.viewport import SPANS, ZOOM
from bunkerdesk.views.widgets.buttons import IconButton, button, keys_text
from bunkerdesk.views.widgets.chip import Chip, Read
from bunkerdesk.views.widgets.empty_state import EmptyState
from bunkerdesk.views.widgets.page_head import PageHead
from bunkerdesk.views.widgets.progress_line import ProgressLine
from bunkerdesk.views.widgets.window_chip import UPCOMING, WindowChip

UTC_AXIS, DESK_AXIS = "utc", "desk"
AXIS_KEY, TIMES_KEY, SPAN_KEY = "schedule.axis", "schedule.times", "schedule.span"
PORTS_OFFERED = 14
BESIDE_NOTHING = "Times on the bars are in each port's own clock; bars stand at their instants on the axis."


class SchedulePage(QWidget):
    """The board of what the nominations list shows."""

    has_pane = True

    current_changed = Signal(object)
    """The id of the selected bar, or None."""
    open_requested = Signal(int)
    time_proposed = Signal(object)
    """`ProposedTime` of a bar that was dropped."""
    status_changed = Signal(str)
    refresh_requested = Signal()
    table_requested = Signal()
    """The same rows are wanted as a table."""

    def __init__(
        self,
        model: ScheduleModel,
        page: ListPage,
        read: Read,
        settings: Settings,
        clocks: tuple[Callable[[], datetime], tzinfo],
    ) -> None:
        super().__init__()
        self.schedule = model
        self.model = model.rows
        self.list_page = page
        self._settings = settings
        self._now, self._desk_zone = clocks
        self._awaited: tuple[int, bool] | None = None
        self._is_refiltered = False
        """Whether the filters are others than when the bar was selected."""
        self._is_left_out = False
        self.setObjectName("schedule")
        self.setAccessibleName("Schedule")
        self.setProperty("look", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.board = ScheduleBoard(self._now, self._desk_zone, model.clashing_with, self)
        windows = WindowChip(UPCOMING, "schedule.chip.window", self._now, page.window_chip.key, self)
        self.filters = SharedFilters(page, read, windows, "schedule", self)
        self.progress = ProgressLine(self)
        self.empty = EmptyState("schedule.empty", self)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self.board)
        self._stack.addWidget(self.empty)
        self._make_buttons()
        self._lay_out()
        self._connect()
        self._choose_axis(settings.text(AXIS_KEY, UTC_AXIS))
        self._choose_times(settings.text(TIMES_KEY, "port"))
        span = settings.text(SPAN_KEY, "week")
        self.board.span = span if span in SPANS else "week"
        self._show_span(self.board.span)
        self._on_filters_changed()

    @property
    def current_id(self) -> int | None:
        """The id of the selected bar."""
        return self.board.current_id

    @property
    def shown_record(self) -> int | None:
        """As `current_id`: a bar is a record."""
        return self.current_id

    @property
    def is_left_out(self) -> bool:
        """Whether the filters leave out the bar that was read."""
        return self._is_left_out

    def selected_records(self) -> tuple[int, ...]:
        """The selected bar, for commands."""
        return () if self.current_id is None else (self.current_id,)

    @property
    def status_text(self) -> str:
        """For the status line: bars, assets, clashes, and what cannot be drawn."""
        layout = self.board.board_layout
        count, lanes = len(layout), len(layout.lanes)
        if not count:
            return "No nomination matches"
        parts = [f"{wording.count_words(count, 'nomination')} on {wording.count_words(lanes, 'asset')}"]
        clashing = sum(bar.id in self.schedule.clashes.ids for bar in self.schedule.bars)
        parts += [f"{wording.number(clashing)} clash"] if clashing else []
        parts += [f"{wording.number(self.schedule.untimed)} without a time not shown"] if self.schedule.untimed else []
        parts += ["the first 10\u202f000 of the list only: narrow it by a filter"] if self.schedule.is_cut else []
        return ", ".join(parts)

    def focus_filter(self) -> None:
        """Put the cursor into the filter field."""
        self.filters.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.filters.field.selectAll()

    def take_focus(self) -> None:
        """Put the focus on the board."""
        self.board.setFocus(Qt.FocusReason.OtherFocusReason)

    def select(self, identifier: int, *, shows: bool = True) -> None:
        """Select a bar, as soon as it is on the board, and bring it into view."""
        self._awaited = (identifier, shows)
        self._select_awaited()

    def refresh_times(self, _now: object = None) -> None:
        """Move the now-line."""
        self.board.refresh_now()

    def choose_axis(self, key: str) -> None:
        """Read the axis in UTC (`utc`), by this desk's clock (`desk`) or by a port's (its UN/LOCODE)."""
        self._settings.set_text(AXIS_KEY, key)
        self._choose_axis(key)

    def choose_times(self, key: str) -> None:
        """Say the times on bars by the port's clock (`port`) or in UTC (`utc`)."""
        self._settings.set_text(TIMES_KEY, key)
        self._choose_times(key)

    # Qt overrides

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.schedule.set_shown(True)
        chosen = self.list_page.current_id
        if chosen is not None:
            # Where the board stands is time's business: it opens on now, whatever row is selected.
            self.select(chosen, shows=False)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.schedule.set_shown(False)
        row = self.list_page.model.row_of(self.current_id) if self.current_id is not None else None
        if row is not None:
            self.list_page.table.select_row(row)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        field = self.filters.field
        keys = (Qt.Key.Key_Escape, Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if not field.hasFocus() or event.key() not in keys:
            super().keyPressEvent(event)
        elif event.key() == Qt.Key.Key_Escape and field.text():
            field.clear()
        else:
            self.take_focus()

    # Private

    def _make_buttons(self) -> None:
        self.spans = {name: self._span_button(name) for name in SPANS}
        self._group = QButtonGroup(self)
        for one in self.spans.values():
            self._group.addButton(one)
        self.now_button = button("Now", "schedule.now", self, tooltip=f"Bring now into view ({keys_text('Home')})")
        self.zoom_out = IconButton("zoom-out", "Zoom out (-)", "schedule.zoom_out", self)
        self.zoom_in = IconButton("zoom-in", "Zoom in (+)", "schedule.zoom_in", self)
        self.table_button = IconButton("list", "Show as table", "schedule.table", self)
        self.axis_chip = Chip("Axis", "schedule.axis", self)
        self.times_chip = Chip("Bars", "schedule.times", self)
        self.times_chip.setAccessibleDescription(BESIDE_NOTHING)

    def _span_button(self, name: str) -> QPushButton:
        one = button(name.capitalize(), f"schedule.{name}", self, "choice", f"Fit a {name} into the width")
        one.setCheckable(True)
        one.setProperty("span", name)
        one.clicked.connect(self._on_span_clicked)
        return one

    def _lay_out(self) -> None:
        head = PageHead("Schedule", self)
        head.add_actions(self.now_button, *self.spans.values(), self.zoom_out, self.zoom_in, self.table_button)
        head.add_filters((*self.filters.widgets(), self.axis_chip, self.times_chip), self.filters.field)
        head.put_above(self.progress, self._stack)

    def _connect(self) -> None:
        board = self.board
        board.current_changed.connect(self._on_current_changed)
        board.open_requested.connect(self.open_requested)
        board.time_proposed.connect(self.time_proposed)
        board.typed.connect(self._on_typed)
        board.zoom_changed.connect(self._show_span)
        self.schedule.changed.connect(self._on_model_changed)
        self.schedule.loading_changed.connect(self._on_content_changed)
        self.filters.changed.connect(self._on_filters_changed)
        self.now_button.clicked.connect(board.show_now)
        self.zoom_in.clicked.connect(self._on_zoom_in_clicked)
        self.zoom_out.clicked.connect(self._on_zoom_out_clicked)
        self.table_button.clicked.connect(self.table_requested)
        self.axis_chip.clicked.connect(self._open_axis_menu)
        self.times_chip.clicked.connect(self._open_times_menu)
        self.empty.action_requested.connect(self._on_empty_action_requested)

    def _choose_axis(self, key: str) -> None:
        known = ports.shipped().zone(key) if key not in (UTC_AXIS, DESK_AXIS) else None
        if key == DESK_AXIS:
            zone, words = self._desk_zone, "this desk"
        elif known is not None:
            zone, words = known, ports.shipped().name(key) or key
        else:
            zone, words = UTC, "UTC"
        self._axis = key if known or key == DESK_AXIS else UTC_AXIS
        self.board.set_zone(zone)
        self.axis_chip.show_choice(words, is_active=False)

    def _choose_times(self, key: str) -> None:
        is_utc = key == "utc"
        self.board.set_times_in_utc(is_utc)
        self.times_chip.show_choice("UTC" if is_utc else "port time", is_active=False)

    def _axis_choices(self) -> list[tuple[str, str]]:
        """UTC, this desk, then the ports on the board that a clock is known of, the busiest first."""
        counts: dict[str, int] = {}
        for bar in self.schedule.bars:
            counts[bar.port_code] = counts.get(bar.port_code, 0) + 1
        choices = [(UTC_AXIS, "UTC"), (DESK_AXIS, "This desk")]
        for code in sorted(counts, key=lambda code: -counts[code])[:PORTS_OFFERED]:
            known = ports.shipped().zone(code)
            if known is not None:
                offset = wording.offset_words(self._now().astimezone(known))
                choices.append((code, f"{ports.shipped().name(code) or code}, {offset} now"))
        return choices

    def _open_axis_menu(self) -> None:
        self._open_menu(self.axis_chip, self._axis_choices(), self._axis).triggered.connect(self._on_axis_triggered)

    def _open_times_menu(self) -> None:
        choices = [("port", "Port time"), ("utc", "UTC")]
        current = self._settings.text(TIMES_KEY, "port")
        self._open_menu(self.times_chip, choices, current).triggered.connect(self._on_times_triggered)

    def _open_menu(self, chip: Chip, choices: list[tuple[str, str]], current: str) -> QActionGroup:
        menu = QMenu(self)
        menu.setObjectName(f"{chip.objectName()}.menu")
        menu.aboutToHide.connect(menu.deleteLater)
        group = QActionGroup(menu)
        for key, words in choices:
            action = menu.addAction(words.replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(key == current)
            action.setData(key)
            group.addAction(action)
        menu.popup(chip.mapToGlobal(chip.rect().bottomLeft()))
        return group

    def _show_span(self, name: str) -> None:
        self._group.setExclusive(False)
        for key, one in self.spans.items():
            one.setChecked(key == name)
        self._group.setExclusive(True)

    # Slots

    def _on_span_clicked(self) -> None:
        sender = self.sender()
        name = str(sender.property("span")) if sender else "week"
        self._settings.set_text(SPAN_KEY, name)
        self.board.show_span(name)
        self.take_focus()

    def _on_zoom_in_clicked(self) -> None:
        self.board.zoom(ZOOM * ZOOM)

    def _on_zoom_out_clicked(self) -> None:
        self.board.zoom(1 / (ZOOM * ZOOM))

    def _on_axis_triggered(self, action: object) -> None:
        self.choose_axis(str(action.data()))  # type: ignore[attr-defined]

    def _on_times_triggered(self, action: object) -> None:
        self.choose_times(str(action.data()))  # type: ignore[attr-defined]

    def _on_typed(self, text: str) -> None:
        self.filters.field.setFocus(Qt.FocusReason.OtherFocusReason)
        self.filters.field.setText(text)

    def _on_filters_changed(self) -> None:
        self._is_refiltered = True
        self.board.set_window(*self.list_page.window_chip.bounds())
        self._on_content_changed()

    def _select_awaited(self) -> None:
        if self._awaited is not None and self.board.board_layout.get(self._awaited[0]):
            identifier, shows = self._awaited
            self._awaited = None
            self.board.select(identifier, shows=shows)

    def _on_current_changed(self, identifier: object) -> None:
        self._awaited = None  # a person's own choice comes before what was on its way
        self._is_refiltered = self._is_left_out = False
        self.current_changed.emit(identifier)

    def _on_model_changed(self) -> None:
        self.board.set_bars(self.schedule.bars, self.schedule.clashes.ids)
        self._select_awaited()
        self._on_content_changed()

    def _on_content_changed(self, _value: object = None) -> None:
        is_busy = self.schedule.is_loading
        self.progress.set_busy(is_busy)
        if self.schedule.bars:
            self._stack.setCurrentWidget(self.board)
        elif not is_busy:
            self._show_nothing()
            self._stack.setCurrentWidget(self.empty)
        if not is_busy:
            self._follow_filters()
        self.status_changed.emit(self.status_text)

    def _follow_filters(self) -> None:
        """Tell when the filters leave out the selected bar, and when they let it in again."""
        is_out = self.board.has_lost_current and self._is_refiltered and self.list_page.has_filters
        if is_out != self._is_left_out:
            self._is_left_out = is_out
            self.current_changed.emit(self.current_id)

    def _show_nothing(self) -> None:
        if self.schedule.untimed:
            hint = "What the list shows has no bunkering time yet; the table has it all."
            self.empty.show_state("schedule", "Nothing has a time yet", hint, "Show as table")
        elif self.list_page.has_filters:
            self.empty.show_state(
                "search",
                "No nomination matches",
                "The schedule shows what the list of nominations is narrowed to.",
                "Clear filters",
            )
        else:
            hint = "Drafts and nominations with a bunkering time stand here, one lane for each supplying asset."
            self.empty.show_state("schedule", "Nothing to schedule yet", hint, "Synchronise now")

    def _on_empty_action_requested(self) -> None:
        if self.schedule.untimed:
            self.table_requested.emit()
        elif self.list_page.has_filters:
            self.list_page.clear_filters()
        else:
            self.refresh_requested.emit()
