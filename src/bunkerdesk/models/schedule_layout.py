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


@dataclass(frozen=True, slots=True)
class _Asset:
    """The bars of one lane in the order of their times, whatever the scale."""

    key: str
    title: str
    note: str
    bars: tuple[Bar, ...]


class _Assets:
    """Bars by asset, sorted once for all scales; those without an asset come first, then by name."""

    def __init__(self, bars: Iterable[Bar]) -> None:
        lanes: dict[str, list[Bar]] = defaultdict(list)
        for bar in sorted(bars, key=lambda bar: (bar.start, bar.free_at, bar.id)):
            lanes[bar.asset_key].append(bar)
        self.all = [_Asset(key, *lane_words(key, members), tuple(members)) for key, members in lanes.items()]
        self.all.sort(key=lambda asset: (asset.key != NO_ASSET, asset.title.casefold(), asset.key))
        self.lane_of = {bar.id: lane for lane, asset in enumerate(self.all) for bar in asset.bars}
        self.extent: tuple[int, int] | None = None
        if self.all:
            first = min(asset.bars[0].start for asset in self.all)
            self.extent = first, max(bar.free_at for asset in self.all for bar in asset.bars)


_Raw = list[tuple[Bar, int, int]]
"""A track that nobody has looked at yet: each bar with its left and right edge."""


class ScheduleLayout:
    """Bars at one scale; questions are answered by halving, so that thousands of bars cost what is on the screen.

    A zoom step keeps what does not depend on the scale, and makes boxes of the tracks that are looked at only.
    """

    def __init__(self, bars: "Iterable[Bar] | _Assets", scale: Scale, heights: Heights | None = None) -> None:
        self.scale, self.heights = scale, heights or Heights()
        self._assets = bars if isinstance(bars, _Assets) else _Assets(bars)
        self.lanes: list[Lane] = []
        self.height = 0
        self._raw: list[_Raw] = []
        self._tops: list[int] = []
        self._lane_of_track: list[int] = []
        self._looked_at: dict[int, tuple[list[PlacedBar], list[int]]] = {}
        self._in_order: dict[int, list[PlacedBar]] = {}
        for asset in self._assets.all:
            self._add_lane(asset)

    def rescaled(self, scale: Scale, heights: Heights) -> "ScheduleLayout":
        """The same bars at another scale."""
        return ScheduleLayout(self._assets, scale, heights)

    def __len__(self) -> int:
        return len(self._assets.lane_of)

    def get(self, identifier: int | None) -> PlacedBar | None:
        """The bar of an id."""
        lane = self._assets.lane_of.get(identifier) if identifier is not None else None
        if lane is None:
            return None
        return next(placed for placed in self._members(lane) if placed.bar.id == identifier)

    def visible(self, area: Box) -> Iterator[PlacedBar]:
        """Every bar whose box meets an area, from above and from the left."""
        first = max(bisect_right(self._tops, area.top) - 1, 0)
        last = bisect_left(self._tops, area.bottom)
        for number in range(first, last):
            track, lefts = self._track(number)
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
        lane = self._members(placed.lane)
        place = lane.index(placed) + step
        return lane[min(max(place, 0), len(lane) - 1)]

    def nearest(self, moment: int | None, lane: int) -> PlacedBar | None:
        """The bar of a lane (moved into the lanes there are) that begins nearest to an instant."""
        if not self.lanes:
            return None
        members = self._members(min(max(lane, 0), len(self.lanes) - 1))
        if moment is None:
            return members[0]
        return min(members, key=lambda placed: abs(placed.bar.start - moment))

    def meeting(self, placed: PlacedBar, start: int, free_at: int) -> list[Bar]:
        """What else of its asset a bar would meet from one instant to another; nothing while it has no asset."""
        if placed.bar.asset_key == NO_ASSET:
            return []
        others = (bar for bar in self._assets.all[placed.lane].bars if bar is not placed.bar)
        standing = (bar for bar in others if bar.status != "cancelled")
        return [bar for bar in standing if bar.start == start or (bar.start < free_at and start < bar.free_at)]

    def extent(self) -> tuple[int, int] | None:
        """The first and the last instant that is drawn."""
        return self._assets.extent

    def _add_lane(self, asset: _Asset) -> None:
        top, origin, per_pixel = self.height, self.scale.origin, self.scale.per_pixel
        tracks: list[_Raw] = []
        ends: list[int] = []
        for bar in asset.bars:
            left = (bar.start - origin) // per_pixel
            right = max((bar.free_at - origin) // per_pixel, left + LEAST_BAR)
            for place, end in enumerate(ends):
                if end + GAP <= left:
                    tracks[place].append((bar, left, right))
                    ends[place] = right
                    break
            else:
                tracks.append([(bar, left, right)])
                ends.append(right)
        first = top + self.heights.padding // 2
        self._tops += [first + place * self.heights.track for place in range(len(tracks))]
        self._raw += tracks
        self._lane_of_track += [len(self.lanes)] * len(tracks)
        self.height = top + len(tracks) * self.heights.track + self.heights.padding
        self.lanes.append(Lane(asset.key, asset.title, asset.note, len(asset.bars), top, self.height))

    def _track(self, number: int) -> tuple[list[PlacedBar], list[int]]:
        """The bars of a track and their left edges, made when first looked at."""
        known = self._looked_at.get(number)
        if known is None:
            known = self._looked_at[number] = (self._placed(number), [left for _, left, _ in self._raw[number]])
        return known

    def _placed(self, number: int) -> list[PlacedBar]:
        members, top = self._raw[number], self._tops[number]
        nexts = [left for _, left, _ in members[1:]]
        placed = []
        for (bar, left, right), room in zip(members, [*nexts, None], strict=True):
            end = min(max(self.scale.x(bar.end), left + LEAST_BAR), right)
            box = Box(left, top, right, top + self.heights.track)
            reach = right + 400 if room is None else room - GAP
            placed.append(PlacedBar(bar, self._lane_of_track[number], box, end, reach))
        return placed

    def _members(self, lane: int) -> list[PlacedBar]:
        """The bars of a lane in the order of their times."""
        known = self._in_order.get(lane)
        if known is None:
            numbers = range(bisect_left(self._lane_of_track, lane), bisect_right(self._lane_of_track, lane))
            placed = {one.bar.id: one for number in numbers for one in self._track(number)[0]}
            known = self._in_order[lane] = [placed[bar.id] for bar in self._assets.all[lane].bars]
        return known


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
