"""A list of records: ids in order, and the rows that are on the screen, formatted once.

Knows nothing of the store: order, head and rows come from a `ListSource`.
"""

from array import array
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, Generic

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from bunkerdesk.desk.lists import ListQuery, ListSource, Order, Row
from bunkerdesk.models.columns import Column
from bunkerdesk.models.id_list import NO_INDEX, IdListModel, Index
from bunkerdesk.models.lines import Line, LineCache, Spans, match_spans
from bunkerdesk.models.roles import Role
from bunkerdesk.models.row_changes import rows_of, runs
from bunkerdesk.models.text_filter import TextFilter, words_of
from bunkerdesk.rules.wording import first_upper
from bunkerdesk.runtime.tasks import TaskScope
from bunkerdesk.runtime.threads import run_blocking

HEAD_ROWS = 200
# A keystroke has 16 ms until the picture: 4 for the first matches, the rest for reading and painting rows.
FIRST_SLICE_SECONDS = 0.004
SLICE_SECONDS = 0.004
FIRST_MATCHES = 100
# Without a pause the next slice would come before the picture of the first.
PAUSE_MS = 12

Answer = Callable[[Line[Row], int], Any]

_TEXT_ROLES = [int(Qt.ItemDataRole.DisplayRole), int(Qt.ItemDataRole.AccessibleTextRole)]
_MATCH_ROLES = [int(Role.MATCH), int(Role.SECONDARY_MATCH)]


class RecordListModel(IdListModel, Generic[Row]):
    """The worklist or the operations list as a table.

    Selection and scroll survive whatever changes: rows come and go and move, the model is never reset. A hidden
    list marks itself stale and reads again when shown.
    """

    loading_changed = Signal(bool)
    """The order is being read."""
    filtering_changed = Signal(bool)
    """The typed filter is still looking further down the list."""
    failed = Signal(object)
    """The exception of a read; what was shown stays."""

    def __init__(self, source: ListSource[Row], columns: Sequence[Column[Row]], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.columns: tuple[Column[Row], ...] = tuple(columns)
        self._source: ListSource[Row] = source
        self._query = ListQuery()
        self._text = ""
        self._words: tuple[str, ...] = ()
        self._order: Order | None = None
        self._lines: LineCache[Row] = LineCache(source.rows, self._on_read_failed)
        self._read_error: Exception | None = None
        self._filter = TextFilter()
        self._filtered_words: tuple[str, ...] = ()
        self._shows_partial = False
        self._viewers = {"list"}
        self._is_stale = False
        self._must_reload = False
        self._changed: set[int] = set()
        self._marked: frozenset[int] = frozenset()
        self._edited: dict[int, str] = {}
        self._scope = TaskScope(self)
        self._scope.busy_changed.connect(self.loading_changed)
        self._scope.failed.connect(self.failed)
        self._filter_timer = QTimer(self, interval=0)
        self._filter_timer.timeout.connect(self._on_filter_timer_timeout)
        self._failure_timer = QTimer(self, interval=0, singleShot=True)
        self._failure_timer.timeout.connect(self._on_failure_timer_timeout)
        self._answers: dict[int, Answer[Row]] = self._answers_by_role()

    @property
    def query(self) -> ListQuery:
        """What the list shows and in which order."""
        return self._query

    @property
    def read_rows(self) -> Callable[[Sequence[int]], dict[int, Row]]:
        """Reads rows of any ids; from any thread."""
        return self._source.rows

    @property
    def text(self) -> str:
        """The typed filter."""
        return self._text

    @property
    def total(self) -> int:
        """The number of rows without the typed filter, as far as known."""
        return len(self._order.ids) if self._order is not None else len(self._ids)

    @property
    def is_loading(self) -> bool:
        """Tell whether the order is being read."""
        return self._scope.is_busy

    @property
    def is_filtering(self) -> bool:
        """Tell whether the typed filter is still looking."""
        return self._filter_timer.isActive()

    @property
    def is_busy(self) -> bool:
        """Whether rows are being read or looked for."""
        return self.is_loading or self.is_filtering

    def item_at(self, row: int) -> Row | None:
        """The record of a row, None where it could not be read; raises `IndexError`."""
        return self._lines.at(self._ids, row).row

    def column_of(self, key: str) -> int:
        """The place of a column; raises `KeyError`."""
        for place, column in enumerate(self.columns):
            if column.key == key:
                return place
        raise KeyError(key)

    def set_query(self, query: ListQuery) -> None:
        """Show something else or in another order: the first screenful at once, the whole list soon."""
        self._query = query
        if not self._is_shown:
            self._is_stale = True
            return
        if not self._ids and not self._words:
            self._show_head()
        self._reload()

    def set_text(self, text: str) -> None:
        """Filter as typed: the first matches at once, the rest in slices while the window stays live."""
        self._text = text
        words = words_of(text)
        if words == self._words:
            return
        self._words = words
        if self._order is not None:
            self._apply_filter(self._order)
            self._announce(0, len(self._ids) - 1, _MATCH_ROLES)

    def refresh(self, changed: Collection[int] | None = None) -> None:
        """Read again, because records with these ids changed, came or went; None when any may have."""
        if changed is None:
            self._changed.update(self._lines.known())
        else:
            self._changed.update(changed)
        if self._is_shown:
            self._reload()
        else:
            self._is_stale = True

    def set_shown(self, is_shown: bool, viewer: str = "list") -> None:
        """Tell the list that one of its views is visible, or not; a stale one reads then."""
        if is_shown:
            self._viewers.add(viewer)
        else:
            self._viewers.discard(viewer)
        if is_shown and self._is_stale:
            self._reload()

    @property
    def _is_shown(self) -> bool:
        return bool(self._viewers)

    def set_marked(self, ids: frozenset[int]) -> None:
        """Mark the rows whose records the service changed; see `Role.CHANGED`."""
        other, self._marked = self._marked ^ ids, ids
        for first, last in runs(rows_of(self._ids, other).values()):
            self._announce(first, last, [int(Role.CHANGED), int(Qt.ItemDataRole.AccessibleTextRole)])

    def set_edited(self, words: Mapping[int, str]) -> None:
        """Mark the rows whose records have an unsent edit, and how it stands; see `Role.EDITED`."""
        other = {one for one in (*words, *self._edited) if words.get(one) != self._edited.get(one)}
        self._edited = dict(words)
        for first, last in runs(rows_of(self._ids, other).values()):
            self._announce(first, last, [int(Role.EDITED), int(Qt.ItemDataRole.AccessibleTextRole)])

    def refresh_times(self) -> None:
        """Say anew what depends on the time; connect it to `MinuteTicker.ticked`."""
        self._lines.forget_texts()
        last = len(self._ids) - 1
        for place, column in enumerate(self.columns):
            if column.follows_time and last >= 0:
                self.dataChanged.emit(self.index(0, place), self.index(last, place), _TEXT_ROLES)

    def close(self) -> None:
        """Stop reading and filtering for good."""
        self._filter_timer.stop()
        self._scope.close()

    # Qt's side

    def columnCount(self, parent: Index = NO_INDEX) -> int:
        """All columns, also those a view hides."""
        return 0 if parent.isValid() else len(self.columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What a cell answers; never raises."""
        answer = self._answers.get(role)
        if answer is None:
            return None
        row = index.row()
        if not 0 <= row < len(self._ids):
            return None
        return answer(self._lines.at(self._ids, row), index.column())

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Titles, alignment and keys of the columns; nothing for rows."""
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(self.columns):
            return None
        column = self.columns[section]
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                return column.title
            case Qt.ItemDataRole.TextAlignmentRole:
                return column.alignment
            case Role.COLUMN:
                return str(column.key)
            case _:
                return None

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column; without effect for one the list cannot be sorted by."""
        if 0 <= column < len(self.columns) and (key := self.columns[column].sort):
            self.set_query(replace(self._query, sort=key, descending=order == Qt.SortOrder.DescendingOrder))

    def _answers_by_role(self) -> dict[int, Answer[Row]]:
        columns = self.columns
        alignments = tuple(column.alignment for column in columns)

        def texts(line: Line[Row]) -> tuple[str, ...]:
            return line.texts or line.format(columns)

        def secondary(line: Line[Row], place: int) -> str:
            texts(line)
            return line.secondaries[place]

        def tone(line: Line[Row], place: int) -> str:
            texts(line)
            return line.tones[place]

        def exact(line: Line[Row], place: int) -> str:
            return columns[place].exact(line.row) if line.row is not None else ""

        def hint(line: Line[Row], place: int) -> str:
            edited = self._edited.get(line.id, "") if not place else ""
            told = f"\n{first_upper(edited)}: Return goes on with it" if edited else ""
            return columns[place].hint(line.row) + told if line.row is not None else ""

        def accessible(line: Line[Row], place: int) -> str:
            if line.row is None:
                return ""
            edited = self._edited.get(line.id, "") if not place else ""
            changed = "changed by the service" if not place and line.id in self._marked else ""
            return ", ".join(filter(None, (columns[place].accessible(line.row), changed, edited)))

        return {
            int(Qt.ItemDataRole.DisplayRole): lambda line, place: texts(line)[place],
            int(Qt.ItemDataRole.TextAlignmentRole): lambda line, place: alignments[place],
            int(Qt.ItemDataRole.ToolTipRole): hint,
            int(Qt.ItemDataRole.AccessibleTextRole): accessible,
            Role.ITEM: lambda line, place: line.row,
            Role.ID: lambda line, place: line.id,
            Role.SECONDARY: secondary,
            Role.TONE: tone,
            Role.EXACT: exact,
            Role.MATCH: lambda line, place: self._match(texts(line)[place]),
            Role.SECONDARY_MATCH: lambda line, place: self._match(secondary(line, place)),
            Role.COLUMN: lambda line, place: str(columns[place].key),
            Role.CHANGED: lambda line, place: line.id in self._marked,
            Role.EDITED: lambda line, place: self._edited.get(line.id, ""),
        }

    def _match(self, text: str) -> Spans | None:
        return match_spans(text, self._words) or None if self._words else None

    def _announce(self, first: int, last: int, roles: list[int]) -> None:
        if 0 <= first <= last:
            self.dataChanged.emit(self.index(first, 0), self.index(last, len(self.columns) - 1), roles)

    # Reading

    def _show_head(self) -> None:
        try:
            self._show(self._source.head(self._query, HEAD_ROWS))
        except Exception as error:  # noqa: BLE001  # in a slot; the order is read next and may still come
            self._on_read_failed(error)

    def _reload(self) -> None:
        self._is_stale = False
        self._must_reload = True
        # One read at a time: a burst of changes would otherwise put a read into every worker.
        self._scope.start("order", self._load(), replace=False)

    async def _load(self) -> None:
        while self._must_reload:
            self._must_reload = False
            query, changed = self._query, frozenset(self._changed)
            order = await run_blocking(self._source.order, query)
            if query is self._query:
                self._changed -= changed
                self._adopt(order, changed)

    def _adopt(self, order: Order, changed: Collection[int]) -> None:
        self._order = order
        outdated = self._lines.forget(changed)
        if self._words == self._filtered_words:
            self._apply_filter_quietly(order)
        else:
            self._apply_filter(order)
        for first, last in runs(rows_of(self._ids, outdated).values()):
            self._announce(first, last, [])

    def _on_read_failed(self, error: Exception) -> None:
        """May come in the middle of painting; the person is told in the next turn, once."""
        self._read_error = error
        self._failure_timer.start()

    def _on_failure_timer_timeout(self) -> None:
        error, self._read_error = self._read_error, None
        if error is not None:
            self.failed.emit(error)

    # Filtering

    def _apply_filter(self, order: Order) -> None:
        """Show the first matches at once and go on in slices."""
        self._filtered_words = self._words
        self._shows_partial = True
        if not self._words:
            self._show(order.ids)
            self._set_filtering(False)
            return
        self._filter.start(order, self._text)
        is_finished = self._filter.advance(FIRST_SLICE_SECONDS, FIRST_MATCHES)
        self._show(self._found(order, 0))
        self._set_filtering(not is_finished)

    def _apply_filter_quietly(self, order: Order) -> None:
        """After a refresh: show nothing before every match is known, so that no selected row goes and comes back."""
        self._shows_partial = False
        if not self._words:
            self._show(order.ids)
            return
        self._filter.start(order, self._text)
        self._set_filtering(True)

    def _on_filter_timer_timeout(self) -> None:
        order = self._order
        if order is None:
            self._set_filtering(False)
            return
        self._filter_timer.setInterval(0)
        known = len(self._filter.places)
        is_finished = self._filter.advance(SLICE_SECONDS)
        if self._shows_partial:
            self._append(self._found(order, known))
        elif is_finished:
            self._show(self._found(order, 0))
        if is_finished:
            self._set_filtering(False)

    def _found(self, order: Order, start: int) -> "array[int]":
        return array(order.ids.typecode, map(order.ids.__getitem__, self._filter.places[start:]))

    def _set_filtering(self, is_filtering: bool) -> None:
        was_filtering = self._filter_timer.isActive()
        if is_filtering:
            self._filter_timer.start(PAUSE_MS)
        else:
            self._filter_timer.stop()
        if is_filtering != was_filtering:
            self.filtering_changed.emit(is_filtering)
