"""How fresh the window is, in words: "Synchronised 14:02, 40 s ago", "Offline since 13:40, all shown as last seen"."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo
from enum import StrEnum

from PySide6.QtCore import QObject, QTimer, Signal

from bunkerdesk.rules import wording
from bunkerdesk.runtime.clock import utc_now


class SyncPhase(StrEnum):
    """What synchronising is doing."""

    NEVER = "never"
    RUNNING = "running"
    DONE = "done"
    STOPPED = "stopped"
    OFFLINE = "offline"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class SyncState:
    """Moments are aware; `done` of `total` records while running, `total` 0 while not yet known."""

    phase: SyncPhase = SyncPhase.NEVER
    synchronised_at: datetime | None = None
    """The end of the last complete run."""
    offline_since: datetime | None = None
    done: int = 0
    total: int = 0
    has_seen: bool = True
    """Whether anything of the service was ever seen here."""

    @property
    def is_unread(self) -> bool:
        """Whether the lists are empty only because the service has not been reached yet."""
        return not self.has_seen and self.synchronised_at is None and self.phase in _UNREAD


_UNREAD = frozenset({SyncPhase.OFFLINE, SyncPhase.FAILED, SyncPhase.STOPPED})
_TONES = {SyncPhase.OFFLINE: "warning", SyncPhase.FAILED: "error", SyncPhase.STOPPED: "warning"}


def tone(state: SyncState) -> str:
    """The tone of the text; said in words as well."""
    return _TONES.get(state.phase, "neutral")


def text(state: SyncState, now: datetime, zone: tzinfo | None = None) -> str:
    """The state in words; times on the desk's clock (`zone`, the computer's by default)."""
    seen = state.synchronised_at
    match state.phase:
        case SyncPhase.RUNNING if state.total:
            return f"Synchronising {state.done} of {max(state.total, state.done)}"
        case SyncPhase.RUNNING:
            return "Synchronising"
        case SyncPhase.OFFLINE:
            since = f" since {_clock(state.offline_since, now, zone)}" if state.offline_since else ""
            return f"Offline{since}, {'all shown as last seen' if state.has_seen else 'nothing seen here yet'}"
        case SyncPhase.FAILED:
            return f"Not synchronised{_last(seen, now, zone)}"
        case SyncPhase.STOPPED:
            return f"Synchronising stopped{_last(seen, now, zone)}"
        case _:
            return f"Synchronised {_clock(seen, now, zone)}, {_age(seen, now)}" if seen else "Not synchronised yet"


def next_change(state: SyncState, now: datetime) -> timedelta | None:
    """How long the text stays true; None where time does not change it."""
    if state.phase not in (SyncPhase.DONE, SyncPhase.NEVER) or state.synchronised_at is None:
        return None
    return timedelta(seconds=1) if now - state.synchronised_at < timedelta(minutes=1) else timedelta(seconds=30)


def _last(seen: datetime | None, now: datetime, zone: tzinfo | None) -> str:
    return f", last {_clock(seen, now, zone)}" if seen else ""


def _clock(moment: datetime | None, now: datetime, zone: tzinfo | None) -> str:
    if moment is None:
        return ""
    here, today = moment.astimezone(zone), now.astimezone(zone).date()
    return f"{here:%H:%M}" if here.date() == today else f"{wording.date_words(here.date(), today)} {here:%H:%M}"


def _age(seen: datetime | None, now: datetime) -> str:
    seconds = int((now - seen).total_seconds()) if seen else 0
    if seconds < 1:
        return "just now"
    if seconds < 60:
        return f"{seconds} s ago"
    minutes = seconds // 60
    if minutes < 60:
        return f"{minutes} min ago"
    return f"{minutes // 60} h ago" if minutes < 48 * 60 else f"{minutes // (24 * 60)} d ago"


class SyncStatus(QObject):
    """Keeps the words true while time passes; for the top bar."""

    text_changed = Signal(str)
    state_changed = Signal(object)
    unread_changed = Signal(bool)
    """See `is_unread`."""

    def __init__(self, parent: QObject | None = None, now: Callable[[], datetime] = utc_now) -> None:
        super().__init__(parent)
        self._now = now
        self._state = SyncState()
        self.is_unread = False
        """As the state is between two runs."""
        self._text = text(self._state, now())
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._renew)

    @property
    def state(self) -> SyncState:
        """The state as last set."""
        return self._state

    @property
    def text(self) -> str:
        """The words now."""
        return self._text

    @property
    def tone(self) -> str:
        """The tone now."""
        return tone(self._state)

    @property
    def progress(self) -> tuple[int, int] | None:
        """(done, total) while running; None otherwise. `total` 0 is not yet known."""
        return (self._state.done, self._state.total) if self._state.phase is SyncPhase.RUNNING else None

    def set_state(self, state: SyncState) -> None:
        """Take over what synchronising reports."""
        if state != self._state:
            self._state = state
            self.state_changed.emit(state)
            # What a run finds is known at its end; until then the lists say what they said.
            if state.phase is not SyncPhase.RUNNING and state.is_unread != self.is_unread:
                self.is_unread = state.is_unread
                self.unread_changed.emit(self.is_unread)
        self._renew()

    def _renew(self) -> None:
        now = self._now()
        words = text(self._state, now)
        if words != self._text:
            self._text = words
            self.text_changed.emit(words)
        wait = next_change(self._state, now)
        if wait is None:
            self._timer.stop()
        else:
            self._timer.start(int(wait.total_seconds() * 1000))
