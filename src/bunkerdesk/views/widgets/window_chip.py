"""The chip that bounds a list in time."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from PySide6.QtCore import QDate, QPoint, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QDateEdit, QDialog, QGridLayout, QHBoxLayout, QMenu, QVBoxLayout, QWidget

from bunkerdesk.rules import wording
from bunkerdesk.views.theme.tokens import Space
from bunkerdesk.views.widgets.buttons import button
from bunkerdesk.views.widgets.chip import Chip
from bunkerdesk.views.widgets.labels import label

Bounds = tuple[datetime | None, datetime | None]
Clock = Callable[[], datetime]

CUSTOM = "custom"
ANY = "any"


@dataclass(frozen=True, slots=True)
class TimeWindow:
    """A span a person names; days are the desk's. `is_late` leaves out what is under way or off."""

    key: str
    words: str
    first_day: int | None = None
    last_day: int | None = None
    is_late: bool = False

    def bounds(self, now: datetime) -> Bounds:
        """Its ends at a moment (aware), open where None."""
        if self.is_late:
            return None, now
        today = now.astimezone().date()
        return (
            None if self.first_day is None else day_start(today + timedelta(days=self.first_day)),
            None if self.last_day is None else day_start(today + timedelta(days=self.last_day + 1)),
        )


UPCOMING = (
    TimeWindow("next_14_days", "Next 14 days", 0, 13),
    TimeWindow("today", "Today", 0, 0),
    TimeWindow("late", "Late", is_late=True),
    TimeWindow(ANY, "Any time"),
)
PAST = (
    TimeWindow("today", "Today", 0, 0),
    TimeWindow("last_14_days", "Last 14 days", -13, 0),
    TimeWindow("last_90_days", "Last 90 days", -89, 0),
    TimeWindow(ANY, "Any time"),
)


def day_start(day: date) -> datetime:
    """Midnight at the desk, aware."""
    return datetime.combine(day, time()).astimezone()


class WindowChip(Chip):
    """Named spans, and a first and last day of one's own."""

    window_changed = Signal()

    def __init__(
        self, windows: Sequence[TimeWindow], name: str, now: Clock, chosen: str, parent: QWidget | None = None
    ) -> None:
        super().__init__("Window", name, parent)
        self._windows = {window.key: window for window in windows}
        self._now = now
        self._default = chosen if chosen in self._windows else ANY
        self._days: tuple[date, date] | None = None
        self.menu_shown: QMenu | None = None
        self.key = ANY
        self.clicked.connect(self.open_menu)
        self._choose(self._default)

    @property
    def is_late(self) -> bool:
        """Tell whether only what is late is wanted."""
        return self.key in self._windows and self._windows[self.key].is_late

    @property
    def days(self) -> tuple[date, date] | None:
        """The first and last day of one's own span, if one was chosen."""
        return self._days

    def bounds(self) -> Bounds:
        """The ends now."""
        if self.key == CUSTOM and self._days:
            return day_start(self._days[0]), day_start(self._days[1] + timedelta(days=1))
        return self._windows[self.key].bounds(self._now()) if self.key in self._windows else (None, None)

    def choose(self, key: str) -> None:
        """Choose a span by its key."""
        if key != self.key:
            self._choose(key)
            self.window_changed.emit()

    def choose_days(self, first: date, last: date) -> None:
        """Choose a span of days, both included."""
        self._days = (min(first, last), max(first, last))
        self.key = CUSTOM
        self._show()
        self.window_changed.emit()

    def follow(self, other: "WindowChip") -> None:
        """Choose what another chip of the same spans has chosen."""
        if (other.key, other.days) != (self.key, self.days):
            self.key, self._days = other.key, other.days
            self._show()
            self.window_changed.emit()

    def open_menu(self) -> None:
        """Open the spans below the chip."""
        menu = QMenu(self)
        menu.setObjectName(f"{self.objectName()}.menu")
        group = QActionGroup(menu)
        for window in self._windows.values():
            self._add(menu, group, window.key, window.words)
        menu.addSeparator()
        self._add(menu, group, CUSTOM, "Days…")
        group.triggered.connect(self._on_triggered)
        menu.aboutToHide.connect(menu.deleteLater)
        self.menu_shown = menu
        menu.popup(self.mapToGlobal(QPoint(0, self.height() + Space.XS)))

    def _add(self, menu: QMenu, group: QActionGroup, key: str, words: str) -> None:
        action = menu.addAction(words)
        action.setCheckable(True)
        action.setChecked(key == self.key)
        action.setData(key)
        group.addAction(action)

    def _on_triggered(self, action: QAction) -> None:
        key = action.data()
        if key != CUSTOM:
            self.choose(key)
            return
        today = self._now().astimezone().date()
        first, last = self._days or (today, today + timedelta(days=6))
        dialog = DaysDialog(first, last, self.window())
        dialog.chosen.connect(self.choose_days)
        dialog.open()

    def _choose(self, key: str) -> None:
        self.key = key if key in self._windows else ANY
        self._show()

    def _show(self) -> None:
        if self.key == CUSTOM and self._days:
            words = f"{wording.date_words(self._days[0])} – {wording.date_words(self._days[1])}"
        else:
            words = self._windows[self.key].words if self.key in self._windows else "Any time"
        self.show_choice(words, is_active=self.key != ANY, bare=True)


class DaysDialog(QDialog):
    """A first and a last day."""

    chosen = Signal(object, object)

    def __init__(self, first: date, last: date, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("days")
        self.setWindowTitle("Bunkering between")
        self._first = self._field(first, "days.first", "First day")
        self._last = self._field(last, "days.last", "Last day")
        grid = QGridLayout()
        grid.setSpacing(Space.S)
        for row, (text, field) in enumerate((("&First day", self._first), ("&Last day", self._last))):
            name = label(text, "dim", self)
            name.setBuddy(field)
            grid.addWidget(name, row, 0)
            grid.addWidget(field, row, 1)
        show = button("Show", "days.accept", self, "primary")
        show.setDefault(True)
        show.clicked.connect(self._on_show_clicked)
        cancel = button("Cancel", "days.cancel", self)
        cancel.clicked.connect(self.reject)
        row_of_buttons = QHBoxLayout()
        row_of_buttons.addStretch(1)
        row_of_buttons.addWidget(cancel)
        row_of_buttons.addWidget(show)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(Space.L, Space.L, Space.L, Space.L)
        layout.setSpacing(Space.M)
        layout.addLayout(grid)
        layout.addLayout(row_of_buttons)
        self.finished.connect(self.deleteLater)

    def _field(self, day: date, name: str, text: str) -> QDateEdit:
        field = QDateEdit(QDate(day.year, day.month, day.day), self)
        field.setDisplayFormat("ddd d MMM yyyy")
        field.setObjectName(name)
        field.setAccessibleName(text)
        field.lineEdit().setTextMargins(Space.S, 0, Space.S, 0)
        field.setMinimumWidth(200)
        return field

    def _on_show_clicked(self) -> None:
        first, last = self._first.date(), self._last.date()
        self.chosen.emit(date(first.year(), first.month(), first.day()), date(last.year(), last.month(), last.day()))
        self.accept()
