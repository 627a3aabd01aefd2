"""Which columns a table shows and how wide: what was chosen is remembered, a narrow window lets the rest go."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QHeaderView

from bunkerdesk.runtime.settings import ColumnLayout, Settings
from bunkerdesk.views.tables.delegates import GAP, MARGIN
from bunkerdesk.views.tables.header import ARROW
from bunkerdesk.views.theme.theme import Theme
from bunkerdesk.views.theme.tokens import Space, TypeSize
from bunkerdesk.views.widgets.paint import pill_width

# Beyond this a column of words only puts more room between the words.
WIDEST = 1.9
# A column of words may give this much before another has to go.
NARROWEST = 0.82

# A port's code says enough where its name has no room.
SHORTEST = {"port": "MMMMM"}


def _grown(widths: dict[int, int], spare: int) -> dict[int, int]:
    """Columns with their part of the room that is left, none wider than makes sense."""
    share = min(spare / max(sum(widths.values()), 1), WIDEST - 1)
    return {number: int(width * (1 + share)) for number, width in widths.items()}


class ColumnLike(Protocol):
    """What an arrangement needs to know of a column."""

    @property
    def key(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def width(self) -> int: ...
    @property
    def priority(self) -> int: ...
    @property
    def alignment(self) -> int: ...
    @property
    def visible(self) -> bool: ...
    @property
    def grows(self) -> bool: ...
    @property
    def sample(self) -> str: ...


@dataclass(slots=True)
class _Place:
    is_chosen: bool
    width: int | None


class ColumnArrangement(QObject):
    """Arranges the sections of one header; widths are kept in pixels at 100 % text."""

    changed = Signal()

    def __init__(
        self,
        header: QHeaderView,
        columns: Sequence[ColumnLike],
        list_name: str,
        settings: Settings,
    ) -> None:
        super().__init__(header)
        self._header = header
        self.columns = tuple(columns)
        self._list_name = list_name
        self._settings = settings
        self._theme = Theme.current()
        self._room = 0
        self._is_arranging = False
        self._places: list[_Place] = []
        self._read()
        header.sectionResized.connect(self._on_section_resized)
        header.sectionMoved.connect(self._on_section_moved)
        self._theme.changed.connect(self._on_theme_changed)

    def fit(self, room: int) -> None:
        """Show what has room in `room` pixels, and share what is left."""
        self._room = room
        widths = self._widths()
        self._is_arranging = True
        for number in range(len(self.columns)):
            self._header.setSectionHidden(number, number not in widths)
            if number in widths:
                self._header.resizeSection(number, widths[number])
        self._is_arranging = False

    def order(self) -> list[int]:
        """Numbers of all columns from left to right, shown or not."""
        return [self._header.logicalIndex(place) for place in range(len(self.columns))]

    def shown(self) -> list[int]:
        """Numbers of the columns on the screen from left to right."""
        return [number for number in self.order() if not self._header.isSectionHidden(number)]

    def is_chosen(self, number: int) -> bool:
        """Tell whether the column is wanted, room or not."""
        return self._places[number].is_chosen

    def choose(self, number: int, is_chosen: bool) -> None:
        """Want a column or not; the last one stays."""
        others = [place for index, place in enumerate(self._places) if index != number and place.is_chosen]
        if is_chosen or others:
            self._places[number].is_chosen = is_chosen
            self._keep()

    def move(self, number: int, step: int) -> None:
        """Move a column by places to the right (or left)."""
        place = self._header.visualIndex(number)
        self._header.moveSection(place, max(0, min(len(self.columns) - 1, place + step)))

    def reset(self) -> None:
        """Back to the arrangement nobody chose."""
        self._settings.set_columns(self._list_name, {})
        self._read()
        self.fit(self._room)
        self.changed.emit()

    def _read(self) -> None:
        layout = self._settings.columns(self._list_name)
        self._places = []
        for column in self.columns:
            kept = layout.get(str(column.key))
            self._places.append(_Place(kept.visible, kept.width) if kept else _Place(column.visible, None))
        wanted = sorted(range(len(self.columns)), key=lambda number: self._position(number, layout))
        self._is_arranging = True
        for place, number in enumerate(wanted):
            self._header.moveSection(self._header.visualIndex(number), place)
        self._is_arranging = False

    def _position(self, number: int, layout: dict[str, ColumnLayout]) -> tuple[int, int]:
        kept = layout.get(str(self.columns[number].key))
        return (kept.position if kept and kept.position is not None else number, number)

    def _widths(self) -> dict[int, int]:
        """Widths of the columns that have room, by number."""
        natural = {number: self._natural(number) for number, place in enumerate(self._places) if place.is_chosen}
        while sum(self._least(number, width) for number, width in natural.items()) > self._room:
            leaving = max(natural, key=lambda number: (self.columns[number].priority, number))
            if self.columns[leaving].priority <= 0 or len(natural) == 1:
                break
            del natural[leaving]
        return self._shared(natural)

    def _natural(self, number: int) -> int:
        chosen = self._places[number].width
        scale = self._theme.text_scale
        if chosen is not None:
            return round(chosen * scale)
        column = self.columns[number]
        return max(round(column.width * scale), self._needed(column), self._heading(number))

    def _needed(self, column: ColumnLike) -> int:
        """What the longest usual text of a column needs in the font of now; 0 where texts may be of any length."""
        if not column.sample:
            return 0
        if column.key == "status":
            return pill_width(self._theme, column.sample) + 2 * MARGIN
        return QFontMetrics(self._theme.font()).horizontalAdvance(column.sample) + 2 * MARGIN + GAP

    def _heading(self, number: int) -> int:
        """What the heading needs, also while it bears the sign of the sorting."""
        metrics = QFontMetrics(self._theme.font(TypeSize.LABEL, QFont.Weight.DemiBold))
        sign = self._theme.pixels(ARROW) + Space.XS
        return metrics.horizontalAdvance(self.columns[number].title) + 2 * MARGIN + sign + 1

    def _least(self, number: int, width: int) -> int:
        """How narrow a column may become before it has to go."""
        column = self.columns[number]
        key = str(column.key)
        if self._places[number].width is not None or column.sample:
            return width
        if key in SHORTEST:
            return min(width, QFontMetrics(self._theme.font()).horizontalAdvance(SHORTEST[key]) + 2 * MARGIN)
        return max(round(width * NARROWEST), min(self._heading(number), width))

    def _shared(self, natural: dict[int, int]) -> dict[int, int]:
        """Share what is left, or what is missing, among the columns whose width nobody chose."""
        spare = self._room - sum(natural.values())
        if spare < 0:
            give = {number: width - self._least(number, width) for number, width in natural.items()}
            share = min(-spare / max(sum(give.values()), 1), 1.0)
            return {number: int(width - share * give[number]) for number, width in natural.items()}
        elastic = {number: width for number, width in natural.items() if self._places[number].width is None}
        growing = [number for number in elastic if self.columns[number].grows]
        if growing:
            return natural | {number: natural[number] + spare // len(growing) for number in growing}
        # Names and words are cut off, times and states are not: the room goes to the words first.
        words = {number: width for number, width in elastic.items() if not self.columns[number].sample}
        widened = natural | _grown(words, spare)
        others = {number: width for number, width in elastic.items() if number not in words}
        return widened | _grown(others, self._room - sum(widened.values()))

    def _keep(self) -> None:
        self._save()
        self.fit(self._room)
        self.changed.emit()

    def _save(self) -> None:
        layout = {
            str(column.key): ColumnLayout(place.is_chosen, place.width, self._header.visualIndex(number))
            for number, (column, place) in enumerate(zip(self.columns, self._places, strict=True))
        }
        self._settings.set_columns(self._list_name, layout)

    def _on_section_resized(self, number: int, _old: int, new: int) -> None:
        if not self._is_arranging and new > 0:
            self._places[number].width = max(16, round(new / self._theme.text_scale))
            # Sharing the rest anew while the edge is being dragged would pull it from under the pointer.
            self._save()

    def _on_section_moved(self, _number: int, _old: int, _new: int) -> None:
        if not self._is_arranging:
            self._keep()

    def _on_theme_changed(self) -> None:
        self.fit(self._room)
