"""The inbox of changes: a list page that begins with what nobody has acknowledged."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton

from bunkerdesk.models.change_list import ChangeRow
from bunkerdesk.models.record_list import RecordListModel
from bunkerdesk.models.roles import Role
from bunkerdesk.runtime.settings import Settings
from bunkerdesk.views.lists.list_page import ListPage
from bunkerdesk.views.lists.list_spec import ListSpec
from bunkerdesk.views.widgets.chip import Read
from bunkerdesk.views.widgets.window_chip import PAST

OPEN = "open"
SPEC = ListSpec(
    name="activity",
    title="Activity",
    one="change",
    many="changes",
    facets=(("state", "State"), ("kind", "Kind"), ("port", "Port"), ("vessel", "Vessel")),
    windows=PAST,
    window="any",
    sort="at descending",
    nothing_title="Nothing has changed on the service",
    nothing_hint="When a nomination, draft or operation you know is answered otherwise than before, it says so here, "
    "field by field. What you change yourself is not listed.",
    icon="activity",
)

Record = Callable[[str, str, int], int | None]
"""The id of the record of (kind, reference, place), None where it is gone."""


class ChangePage(ListPage):
    """Field by field, before and after; the record stands beside it."""

    acknowledge_requested = Signal()
    acknowledge_all_requested = Signal()

    def __init__(
        self,
        model: RecordListModel[Any],
        read: Read,
        settings: Settings,
        now: Callable[[], datetime],
        record: Record,
    ) -> None:
        self._record = record
        super().__init__(SPEC, model, read, settings, now)
        self.acknowledge_button = QPushButton("Acknowledge", self)
        self.acknowledge_button.setObjectName("activity.acknowledge")
        self.acknowledge_button.setToolTip("Take note of the selected changes")
        self.acknowledge_button.clicked.connect(self.acknowledge_requested)
        self.all_button = QPushButton("Acknowledge all", self)
        self.all_button.setObjectName("activity.acknowledge_all")
        self.all_button.setToolTip("Take note of every change")
        self.all_button.clicked.connect(self.acknowledge_all_requested)
        self.add_actions([self.acknowledge_button, self.all_button])
        self.show_open()

    @property
    def shown_record(self) -> int | None:
        """The id of the record that the current change is of."""
        current = self.table.currentIndex()
        row = current.data(Role.ITEM) if current.isValid() and self.current_id is not None else None
        return self._record_of(row)

    def selected_records(self) -> Sequence[int]:
        """Ids of the records that the selected changes are of."""
        found = (self._record_of(self.row(number)) for number in self.table.selected_ids())
        return tuple(dict.fromkeys(number for number in found if number is not None))

    def selected_changes(self) -> Sequence[ChangeRow]:
        """The selected changes."""
        return [row for number in self.table.selected_ids() if (row := self.row(number)) is not None]

    def row(self, identifier: int) -> ChangeRow | None:
        """The change of an id."""
        place = self.model.row_of(identifier)
        item = self.model.item_at(place) if place is not None else None
        return item if isinstance(item, ChangeRow) else None

    def show_open(self) -> None:
        """Narrow the list to what is to acknowledge."""
        facet = self.chips["state"].facet
        facet.set_values(self._facet("state") or [(OPEN, "To acknowledge", 0)])
        facet.choose({OPEN})

    def set_open_count(self, count: int) -> None:
        """Tell how many are to acknowledge."""
        self.all_button.setEnabled(count > 0)
        self.acknowledge_button.setEnabled(count > 0)

    # Private

    def _record_of(self, row: ChangeRow | None) -> int | None:
        return self._record(row.kind, row.reference, row.place) if row is not None else None

    def _show_nothing(self) -> None:
        is_inbox = self.chips["state"].facet.chosen == {OPEN} and not self.field.text().strip()
        others = [chip for key, chip in self.chips.items() if key != "state" and chip.is_active]
        if is_inbox and not others and not self.window_chip.is_active and self._facet("state"):
            self.empty.show_state(
                "ok", "Everything is acknowledged", "New changes on the service appear here.", "Show all changes"
            )
        elif not self._facet("state"):
            self.empty.show_state("activity", SPEC.nothing_title, SPEC.nothing_hint, "Synchronise now")
        else:
            super()._show_nothing()
