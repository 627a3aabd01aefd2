"""Where the bars of the schedule stand: one lane for each supplying asset, stacked where they would cover each other.

Pure geometry in pixels, no Qt. Moments are microseconds UTC: a bar stands at its instant, whatever clock it is read by.
"""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from bunkerdesk.desk.schedule import Bar as Bar

SECOND = 1_000_000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR

LEAST_BAR = 8
"""Pixels of a bar whose duration is short or not stated: it must be seen and hit."""
GAP = 2
NO_ASSET = ""
NO_ASSET_WORDS = "No asset yet"


@dataclass(frozen=True, slots=True)
class Scale:
    """Microseconds for each pixel, and the instant at pixel 0."""

    origin: int
    per_pixel: int

    def x(self, moment: int) -> int:
        """The pixel of an instant."""
        return (moment - self.origin) // self.per_pixel

    def moment(self, x: int) -> int:
        """The instant at the left edge of a pixel."""
        return self.origin + x * self.per_pixel


@dataclass(frozen=True, slots=True)
class Heights:
    """Pixels: one track of bars, and what a lane has above and below its tracks together."""

    track: int = 28
    padding: int = 8


@dataclass(frozen=True, slots=True)
class Box:
    """Pixels from `left` up to `right`, `top` up to `bottom`; both ends excluded at the far side."""

    left: int
    top: int
    right: int
    bottom: int

    def meets(self, other: "Box") -> bool:
        """Whether two boxes share a pixel."""
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )


@dataclass(frozen=True, slots=True)
class PlacedBar:
    """A bar with its box; `end` is where the delivery ends and the buffer time begins, `room` how far text may run."""

    bar: Bar
    lane: int
    box: Box
    end: int
    room: int


@dataclass(frozen=True, slots=True)
class Lane:
    """One supplying asset, or the bars that have none yet."""

    key: str
    title: str
    note: str
    count: int
    top: int
    bottom: int


class ScheduleLayout:
    """Bars at one scale; questions are answered by halving, so that thousands of bars cost what is on the screen."""

    def __init__(self, bars: Iterable[Bar], scale: Scale, heights: Heights | None = None) -> None:
        self.scale = scale
        self.heights = heights or Heights()
        self.lanes: list[Lane] = []
        self._by_id: dict[int, PlacedBar] = {}
        self._tracks: list[list[PlacedBar]] = []
        self._lefts: list[list[int]] = []
        self._tops: list[int] = []
        self._by_lane: list[list[PlacedBar]] = []
        self.height = 0
        for key, members in _grouped(bars):
            self._add_lane(key, members)

    def __len__(self) -> int:
        return len(self._by_id)

    def get(self, identifier: int | None) -> PlacedBar | None:
        """The bar of an id."""
        return self._by_id.get(identifier) if identifier is not None else None

    def visible(self, area: Box) -> Iterator[PlacedBar]:
        """Every bar whose box meets an area, from above and from the left."""
        first = max(bisect_right(self._tops, area.top) - 1, 0)
        last = bisect_left(self._tops, area.bottom)
        for number in range(first, last):
            track, lefts = self._tracks[number], self._lefts[number]
            # Boxes of a track neither overlap nor nest: only one that begins before the area can reach into it.
            begin = max(bisect_right(lefts, area.left) - 1, 0)
            for placed in track[begin : bisect_left(lefts, area.right)]:
                if placed.box.meets(area):
                    yield placed

    def at(self, x: int, y: int) -> PlacedBar | None:
        """The bar at a pixel."""
        return next(self.visible(Box(x, y, x + 1, y + 1)), None)

    def lane_at(self, y: int) -> Lane | None:
        """The lane at a height."""
        return next((lane for lane in self.lanes if lane.top <= y < lane.bottom), None)

    def beside(self, identifier: int | None, step: int) -> PlacedBar | None:
        """The next (1) or former (-1) bar of the same lane by time; itself at the end of the lane."""
        placed = self.get(identifier)
        if placed is None:
            return self.nearest(None, 0)
        lane = self._by_lane[placed.lane]
        place = lane.index(placed) + step
        return lane[min(max(place, 0), len(lane) - 1)]

    def nearest(self, moment: int | None, lane: int) -> PlacedBar | None:
        """The bar of a lane (moved into the lanes there are) that begins nearest to an instant."""
        if not self._by_lane:
            return None
        members = self._by_lane[min(max(lane, 0), len(self._by_lane) - 1)]
        if moment is None:
            return members[0]
        return min(members, key=lambda placed: abs(placed.bar.start - moment))

    def meeting(self, placed: PlacedBar, start: int, free_at: int) -> list[Bar]:
        """What else of its asset a bar would meet from one instant to another; nothing while it has no asset."""
        if placed.bar.asset_key == NO_ASSET:
            return []
        others = (other.bar for other in self._by_lane[placed.lane] if other is not placed)
        return [bar for bar in others if bar.start < free_at and start < bar.free_at and bar.status != "cancelled"]

    def extent(self) -> tuple[int, int] | None:
        """The first and the last instant that is drawn."""
        if not self._by_id:
            return None
        bars = [placed.bar for placed in self._by_id.values()]
        return min(bar.start for bar in bars), max(bar.free_at for bar in bars)

    def _add_lane(self, key: str, members: Sequence[Bar]) -> None:
        top, number = self.height, len(self.lanes)
        tracks: list[list[tuple[Bar, int, int]]] = []
        for bar in members:
            left = self.scale.x(bar.start)
            right = max(self.scale.x(bar.free_at), left + LEAST_BAR)
            track = next((track for track in tracks if track[-1][2] + GAP <= left), None)
            if track is None:
                track = []
                tracks.append(track)
            track.append((bar, left, right))
        for place, track in enumerate(tracks):
            self._add_track(number, top + self.heights.padding // 2 + place * self.heights.track, track)
        self.height = top + len(tracks) * self.heights.track + self.heights.padding
        title, note = lane_words(key, members)
        self.lanes.append(Lane(key, title, note, len(members), top, self.height))
        self._by_lane.append([self._by_id[bar.id] for bar in members])

    def _add_track(self, lane: int, top: int, members: list[tuple[Bar, int, int]]) -> None:
        placed = []
        nexts = [left for _, left, _ in members[1:]]
        for (bar, left, right), room in zip(members, [*nexts, None], strict=True):
            end = min(max(self.scale.x(bar.end), left + LEAST_BAR), right)
            box = Box(left, top, right, top + self.heights.track)
            one = PlacedBar(bar, lane, box, end, right + 400 if room is None else room - GAP)
            self._by_id[bar.id] = one
            placed.append(one)
        self._tracks.append(placed)
        self._lefts.append([one.box.left for one in placed])
        self._tops.append(top)


def _grouped(bars: Iterable[Bar]) -> list[tuple[str, list[Bar]]]:
    """Bars by asset in the order of their times; those without an asset first, then by name."""
    lanes: dict[str, list[Bar]] = defaultdict(list)
    for bar in sorted(bars, key=lambda bar: (bar.start, bar.free_at, bar.id)):
        lanes[bar.asset_key].append(bar)
    return sorted(lanes.items(), key=lambda item: (item[0] != NO_ASSET, lane_words(*item)[0].casefold(), item[0]))


def lane_words(key: str, bars: Sequence[Bar]) -> tuple[str, str]:
    """What stands beside a lane: `HARBOUR 7` and `IMO 9811000`."""
    if key == NO_ASSET:
        return NO_ASSET_WORDS, ""
    kind, _, value = key.partition(":")
    number = f"{kind.upper()} {value}" if kind in ("imo", "mmsi") else ("Terminal" if kind == "terminal" else "")
    name = next((bar.asset for bar in bars if bar.asset), "")
    if not name or name == number:
        return number or value, ""
    return name, number
