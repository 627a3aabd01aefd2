"""The overview page: what needs a person now, the days ahead, and what was delivered in a period."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QHideEvent, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from bunkerdesk.models.overview import OverviewModel, Period
from bunkerdesk.models.overview_picture import Bar, Picture
from bunkerdesk.rules import wording
from bunkerdesk.runtime.settings import Settings
from bunkerdesk.views.overview.charts import NOTHING, BarButton, Chart, ColumnBar, RangeBar, RowBar, fill
from bunkerdesk.views.overview.even_grid import EvenGrid
from bunkerdesk.views.overview.tiles import TileRow
from bunkerdesk.views.theme.theme import Theme
from bunkerdesk.views.theme.tokens import Space
from bunkerdesk.views.widgets.buttons import IconButton, button
from bunkerdesk.views.widgets.cards import Card
from bunkerdesk.views.widgets.empty_state import EmptyState
from bunkerdesk.views.widgets.labels import ElidedLabel, label
from bunkerdesk.views.widgets.page_scroll import PageScroll
from bunkerdesk.views.widgets.progress_line import ProgressLine

PERIODS = (
    (Period.WEEK, "7 days", "the last seven days"),
    (Period.MONTH, "30 days", "the last thirty days"),
    (Period.THIS_MONTH, "This month", "this month"),
    (Period.LAST_MONTH, "Last month", "last month"),
    (Period.YEAR, "This year", "this year"),
    (Period.ALL, "All", "all that is known"),
)
_CARD, _MOST_CARDS = 400, 3
_PERIOD_KEY = "overview.period"


class Swatch(QWidget):
    """A small square in a tone, filled as the bars are."""

    def __init__(self, tone: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tone = tone
        self.setFixedSize(12, 12)

    def paintEvent(self, event: QPaintEvent) -> None:
        fill(QPainter(self), QRectF(self.rect()), self._tone, Theme.current().palette)


class OverviewPage(QWidget):
    """Everything in one scroll; figures and bars open the list behind them."""

    list_requested = Signal(object)
    """A `Target`: page, words and ids."""
    status_changed = Signal(str)
    refresh_requested = Signal()
    print_requested = Signal()

    def __init__(self, model: OverviewModel, settings: Settings) -> None:
        super().__init__()
        self.model_of_figures = model
        self.settings = settings
        self.setObjectName("overview")
        self.setAccessibleName("Overview")
        self.setProperty("look", "page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._charts: dict[str, Chart] = {}
        self.attention = self._tiles("attention", "Needs attention")
        self.delivered = self._tiles("delivered", "Delivered")
        self.progress = ProgressLine(self)
        self.empty = EmptyState("overview.empty", self)
        self.empty.action_requested.connect(self.refresh_requested)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self._scrolled(self._content()))
        self._stack.addWidget(self.empty)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.progress)
        layout.addWidget(self._stack, 1)
        kept = settings.text(_PERIOD_KEY, Period.MONTH.value)
        model.set_period(Period(kept) if kept in list(Period) else Period.MONTH)
        self._check_period()
        model.changed.connect(self._on_changed)
        model.busy_changed.connect(self.progress.set_busy)
        self._on_changed()

    @property
    def status_text(self) -> str:
        """For the status line."""
        if self._stack.currentWidget() is self.empty:
            return "No figures"
        words = next(words for period, _, words in PERIODS if period is self.model_of_figures.period)
        first, last = self.model_of_figures.days
        # On paper "last month" says little a month later.
        span = f", {wording.dated_day(first)} to {wording.dated_day(last)}" if first is not None else ""
        return f"Deliveries of {words}{span}"

    @property
    def charts(self) -> dict[str, Chart]:
        """The charts by name."""
        return self._charts

    def print_to(self, path: Path, where: str) -> str:
        """Write what is shown as a PDF; answers why it could not be written, else nothing."""
        from bunkerdesk.views.overview.printing import print_overview

        return print_overview(
            path, f"{where}. {self.status_text}", self.model_of_figures.picture, list(self._charts.values())
        )

    def choose_period(self, period: Period) -> None:
        """Add up the deliveries of another period."""
        self.settings.set_text(_PERIOD_KEY, period.value)
        self.model_of_figures.set_period(period)
        self._check_period()

    def refresh_times(self, _now: object = None) -> None:
        """A minute has passed: what is late may be more."""
        self.model_of_figures.refresh_times()

    # Qt overrides

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.model_of_figures.set_shown(True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.model_of_figures.set_shown(False)

    # Private

    def _tiles(self, name: str, title: str) -> TileRow:
        row = TileRow(f"overview.{name}", title, self)
        row.opened.connect(self.list_requested)
        return row

    def _chart(self, name: str, title: str, kind: type[BarButton]) -> Chart:
        chart = Chart(kind, f"overview.{name}", title, self)
        chart.opened.connect(self.list_requested)
        self._charts[name] = chart
        return chart

    def _card(self, name: str, title: str, kind: type[BarButton], note: str = "") -> Card:
        card = Card(title, f"overview.card.{name}", self, note)
        card.body.addWidget(self._chart(name, title, kind))
        if not issubclass(kind, ColumnBar):
            card.body.addStretch(1)
        return card

    def _content(self) -> QWidget:
        content = QWidget(self)
        column = QVBoxLayout(content)
        column.setContentsMargins(Space.L, Space.M, Space.L, Space.L)
        column.setSpacing(Space.M)
        head = QHBoxLayout()
        head.addWidget(label("Overview", "title", self), 1)
        save = IconButton("print", "Save as PDF…", "overview.print", self)
        save.clicked.connect(self.print_requested)
        head.addWidget(save)
        column.addLayout(head)
        column.addWidget(self.attention)
        days = self._card("days", "Today and the next seven days", ColumnBar)
        days.body.addLayout(self._legend())
        column.addWidget(days)
        column.addSpacing(Space.S)
        column.addLayout(self._periods())
        column.addWidget(self.delivered)
        column.addWidget(self._cards())
        column.addStretch(1)
        return content

    def _cards(self) -> EvenGrid:
        grid = EvenGrid(_CARD, _MOST_CARDS, self)
        for name, title, kind in (
            ("by_month", "By month", ColumnBar),
            ("by_fuel", "By fuel", RowBar),
            ("by_port", "By port", RowBar),
            ("by_counterparty", "By counterparty", RowBar),
            ("against", "Nominated against delivered", RangeBar),
        ):
            grid.add(self._card(name, title, kind))
        carbon = self._card("carbon", "Carbon dioxide by fuel", RowBar, "estimate")
        self._source = label("", "hint", self, wraps=True)
        carbon.body.addWidget(self._source)
        grid.add(carbon)
        return grid

    def _legend(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(Space.S)
        self._legend_row = row
        return row

    def _periods(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(Space.XS)
        row.addWidget(label("Delivered", "heading", self))
        self._note = ElidedLabel("", "status", self)
        row.addWidget(self._note, 1)
        self._group = QButtonGroup(self)
        for period, words, long in PERIODS:
            one = button(words, f"overview.period.{period.value}", self, "choice")
            one.setCheckable(True)
            one.setAccessibleName(f"Deliveries of {long}")
            one.setProperty("period", period.value)
            self._group.addButton(one)
            row.addWidget(one)
        self._group.buttonClicked.connect(self._on_period_clicked)
        return row

    def _scrolled(self, content: QWidget) -> PageScroll:
        area = PageScroll(content, "overview.scroll", self)
        area.setAccessibleName("Overview")
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        return area

    def _check_period(self) -> None:
        for one in self._group.buttons():
            one.setChecked(one.property("period") == self.model_of_figures.period.value)

    def _show_legend(self, legend: Sequence[tuple[str, str]]) -> None:
        if not legend or self._legend_row.count():
            return
        for tone, words in legend:
            self._legend_row.addWidget(Swatch(tone, self))
            self._legend_row.addWidget(label(words, "label", self))
            self._legend_row.addSpacing(Space.S)
        self._legend_row.addStretch(1)

    # Slots

    def _on_changed(self) -> None:
        picture = self.model_of_figures.picture
        if picture.is_empty and self.model_of_figures.is_known:
            self.empty.show_state(
                "overview",
                "Nothing to look over yet",
                "Figures appear as soon as nominations or operations are known here.",
                "Synchronise now",
            )
            self._stack.setCurrentWidget(self.empty)
        else:
            self._stack.setCurrentIndex(0)
            self._show(picture)
        self.status_changed.emit(self.status_text)

    def _show(self, picture: Picture) -> None:
        self.attention.show_tiles(picture.attention)
        self.delivered.show_tiles(picture.delivered)
        for name, chart in self._charts.items():
            bars: tuple[Bar, ...] = getattr(picture, name)
            chart.show_bars(bars, NOTHING if picture.is_whole else "")
        self._show_legend(picture.legend)
        self._source.setText(picture.carbon_source)
        self._source.setVisible(bool(picture.carbon_source))
        self._note.set_text(picture.note)

    def _on_period_clicked(self, chosen: QWidget) -> None:
        self.choose_period(Period(str(chosen.property("period"))))
