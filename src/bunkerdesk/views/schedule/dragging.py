"""Moving a bar by mouse or keys: what the new time would be; nothing is sent by it."""

from dataclasses import dataclass, replace

from bunkerdesk.models.schedule import ProposedTime, port_moment
from bunkerdesk.models.schedule_layout import MINUTE, PlacedBar

GRID = 15 * MINUTE
LONGEST = 30 * 24 * 60 * MINUTE


@dataclass(frozen=True, slots=True)
class Drag:
    """A bar on its way: moved by `shift`, longer by `longer` (microseconds)."""

    placed: PlacedBar
    grabbed: int = 0
    """The instant under the mouse when it was grabbed."""
    moves_end: bool = False
    shift: int = 0
    longer: int = 0

    @property
    def start(self) -> int:
        """The new bunkering time."""
        return self.placed.bar.start + self.shift

    @property
    def end(self) -> int:
        """The new end."""
        return self.placed.bar.end + self.shift + self.longer

    @property
    def free_at(self) -> int:
        """The new end with the buffer time."""
        return self.placed.bar.free_at + self.shift + self.longer

    @property
    def is_away(self) -> bool:
        """Whether anything would change."""
        return bool(self.shift or self.longer)

    def to(self, moment: int) -> "Drag":
        """Follow the mouse, in steps of a quarter of an hour of the clock."""
        bar, distance = self.placed.bar, moment - self.grabbed
        if self.moves_end:
            return self.stretched(_snapped(bar.end + distance) - bar.end - self.longer)
        return replace(self, shift=_snapped(bar.start + distance) - bar.start)

    def shifted(self, by: int) -> "Drag":
        """Move by keys."""
        return replace(self, shift=self.shift + by)

    def stretched(self, by: int) -> "Drag":
        """Make longer or shorter, never shorter than a quarter of an hour."""
        bar = self.placed.bar
        length = min(max(bar.end - bar.start + self.longer + by, GRID), LONGEST)
        return replace(self, longer=length - (bar.end - bar.start))

    def proposal(self) -> ProposedTime:
        """What the editor is opened with."""
        bar = self.placed.bar
        return ProposedTime(
            bar.id,
            port_moment(bar, self.start) if self.shift else None,
            round((self.end - self.start) / MINUTE) if self.longer else None,
        )


def _snapped(moment: int) -> int:
    # Every offset in use is a whole number of quarters, so a quarter in UTC is one on the port's clock.
    return round(moment / GRID) * GRID
