"""The schedule board's content: the bars of what the worklist shows, the clashes, and what a moved bar would be."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from typing import Any, Protocol

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from bunkerdesk.contract.resource import Timestamp
from bunkerdesk.desk.schedule import Bar, Clashes
from bunkerdesk.models.record_list import RecordListModel
from bunkerdesk.models.roles import Role
from bunkerdesk.models.schedule_axis import instant, microseconds
from bunkerdesk.models.schedule_layout import DAY, MINUTE
from bunkerdesk.rules import port_clock, ports, wording
from bunkerdesk.runtime.tasks import TaskScope
from bunkerdesk.runtime.threads import run_blocking

MOST_BARS = 10_000
"""More than that nobody reads as bars; the page says so and asks to narrow the list."""
BEYOND = 3653 * DAY
"""A time farther from now than ten years is a slip of the pen; it would make the axis endless."""

_VIEWER = "schedule"
_LOOKS = {int(Role.MATCH), int(Role.SECONDARY_MATCH)}


class Source(Protocol):
    """Reads for the board; both for a worker thread except `clashing_with`."""

    def bars(self, ids: Sequence[int]) -> list[Bar]: ...
    def clashes(self, now: datetime) -> Clashes: ...
    def clashing_with(self, bar: Bar) -> list[str]: ...


@dataclass(frozen=True, slots=True)
class ProposedTime:
    """What a moved bar asks for; None where it stays as it is."""

    record: int
    bunkering: Timestamp | None = None
    duration_minutes: int | None = None


class ScheduleModel(QObject):
    """The bars of the rows of a list: filter and text are the list's, the board shows what the list shows."""

    changed = Signal()
    """Bars or clashes are others."""
    loading_changed = Signal(bool)
    clash_count_changed = Signal(int)
    """How many nominations that are not yet over clash, whatever the list shows."""
    failed = Signal(object)

    def __init__(
        self, source: Source, rows: RecordListModel[Any], now: Callable[[], datetime], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.rows = rows
        self.bars: tuple[Bar, ...] = ()
        self.clashes = Clashes()
        self.untimed = 0
        """Rows of the list that have no bunkering time, or one beyond all reason."""
        self.is_cut = False
        """The list has more than can be shown."""
        self._source = source
        self._now = now
        self._is_shown = False
        self._is_stale = True
        self._must_reload = False
        self._scope = TaskScope(self)
        self._scope.failed.connect(self.failed)
        self._scope.busy_changed.connect(self.loading_changed)
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._timer.timeout.connect(self.refresh)
        for signal in (rows.rowsInserted, rows.rowsRemoved, rows.layoutChanged, rows.modelReset):
            signal.connect(self._on_rows_changed)
        rows.dataChanged.connect(self._on_data_changed)

    @property
    def is_loading(self) -> bool:
        """Whether bars are being read, or the list behind them."""
        return self._scope.is_busy or self.rows.is_loading or self._timer.isActive()

    def set_shown(self, is_shown: bool) -> None:
        """Tell that the board is visible: the list behind it then reads even while it is hidden."""
        self._is_shown = is_shown
        self.rows.set_shown(is_shown, _VIEWER)
        if is_shown and self._is_stale:
            self.refresh()

    def refresh(self) -> None:
        """Read bars and clashes anew."""
        self._must_reload = True
        self._is_stale = not self._is_shown
        self._scope.start("bars", self._load(), replace=False)

    def clashing_with(self, bar: Bar) -> list[str]:
        """References that claim the asset of a bar at its time."""
        return self._source.clashing_with(bar) if bar.id in self.clashes.ids else []

    def close(self) -> None:
        """Stop reading for good."""
        self._timer.stop()
        self._scope.close()

    async def _load(self) -> None:
        while self._must_reload:
            self._must_reload = False
            ids = self.rows.ids() if self._is_shown else self.rows.ids()[:0]
            moment = self._now()
            shown = ids[:MOST_BARS]
            bars = await run_blocking(self._source.bars, shown)
            clashes = await run_blocking(self._source.clashes, moment)
            self._adopt(bars, clashes, moment, len(shown), is_cut=len(ids) > len(shown))

    def _adopt(self, bars: list[Bar], clashes: Clashes, now: datetime, rows: int, *, is_cut: bool) -> None:
        if self._is_shown:
            middle = microseconds(now)
            near = tuple(bar for bar in bars if abs(bar.start - middle) <= BEYOND and bar.free_at - middle <= BEYOND)
            is_other = near != self.bars or clashes.ids != self.clashes.ids
            self.bars, self.untimed, self.is_cut = near, rows - len(near), is_cut
        else:
            is_other = False
        counted, self.clashes = self.clashes.ahead, clashes
        if is_other:
            self.changed.emit()
        if counted != clashes.ahead:
            self.clash_count_changed.emit(clashes.ahead)

    def _on_rows_changed(self, *_: object) -> None:
        self._timer.start()

    def _on_data_changed(self, _first: object, _last: object, roles: list[int]) -> None:
        # Marks of matches and texts that follow the time change nothing on the board.
        if not roles or (int(Qt.ItemDataRole.DisplayRole) not in roles and not _LOOKS.issuperset(roles)):
            self._timer.start()


def port_zone(bar: Bar) -> tzinfo:
    """The clock of a bar's port: the table's zone while the service's own offset agrees with it."""
    clock, _ = port_clock.clock_for((bar.bunkering,), ports.shipped().zone(bar.port_code))
    return clock or UTC


def port_moment(bar: Bar, moment: int) -> Timestamp:
    """An instant by the clock of a bar's port, with the offset in force there that day."""
    local = instant(moment).astimezone(port_zone(bar))
    fixed = local.replace(tzinfo=timezone(local.utcoffset() or timedelta()), fold=0)
    return Timestamp.fromisoformat(fixed.isoformat())


def time_words(moment: datetime, now: datetime) -> str:
    """`Sat 21 Nov 22:30 +08:00`."""
    return " ".join(wording.port_time(moment, now.date()))


def status_words(bar: Bar) -> str:
    """The status in words."""
    return wording.status(bar.kind, bar.status) or "Status not reported"


def bar_lines(bar: Bar, now: datetime, clashing: Sequence[str], desk_zone: tzinfo) -> list[str]:
    """What a tooltip and a screen reader say of a bar, line by line."""
    where = bar.port_name or bar.port_code
    what = " at ".join(filter(None, (bar.vessel or ("Vessel not reported" if where else ""), where)))
    buffer = round((bar.free_at - bar.end) / MINUTE)
    length = round((bar.end - bar.start) / MINUTE)
    times = [wording.duration(length) if length else "duration not stated"]
    times += [f"buffer {wording.duration(buffer)}"] if buffer else []
    lines = [
        f"{bar.reference or 'No reference'}, {status_words(bar)}",
        what,
        ", ".join(filter(None, (bar.fuels, bar.quantity))),
        f"Bunkering {time_words(bar.bunkering, now)}, {', '.join(times)}",
        wording.utc_and_desk(bar.bunkering, desk_zone),
        _laycan(bar, now),
        f"On {bar.asset}" if bar.asset else "No asset assigned yet",
        f"Clashes with {', '.join(clashing)}" if clashing else "",
    ]
    return [line for line in lines if line]


def _laycan(bar: Bar, now: datetime) -> str:
    if bar.laycan is None:
        return ""
    zone = bar.bunkering.tzinfo
    start, end = (instant(moment).astimezone(zone) for moment in bar.laycan)
    return f"Laycan {wording.port_time(start, now.date())[0]} to {time_words(end, now)}"
