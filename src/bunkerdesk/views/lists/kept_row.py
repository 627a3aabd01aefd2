"""The row a person reads, as the list around it changes: awaited, left out by the filters, back again."""

from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from bunkerdesk.models.record_list import RecordListModel
from bunkerdesk.views.tables.record_table import RecordTable

PATIENCE_MS = 400
"""What was just read may still be on its way into the list."""


class KeptRow(QObject):
    """Selects a wanted row as soon as the list has it; one that the filters take away is wanted again.

    A row that goes for another reason (the service changed it) is not: what was read of it stays in the details.
    """

    revealed = Signal(int, bool)
    """The id of a record that was to be brought into view, and whether the list has it."""
    left_out = Signal()
    """The filters leave out the row that was read, as is certain now."""

    def __init__(self, table: RecordTable, model: RecordListModel[Any], parent: QObject) -> None:
        super().__init__(parent)
        self._table = table
        self._model = model
        self._wanted: int | None = None
        self._is_asked_for = False
        """Whether the row was asked for by its id: it is told of, and brought into view."""
        self._is_refiltered = False
        self._timer = QTimer(self, singleShot=True, interval=PATIENCE_MS)
        self._timer.timeout.connect(self._on_timer_timeout)
        self.is_left_out = False
        """Whether a person's filters leave out the row that was read."""

    def reveal(self, identifier: int) -> None:
        """Select a record's row and bring it into view as soon as the list has it; until then nothing is selected."""
        self._wanted, self._is_asked_for = identifier, True
        self._is_refiltered = self.is_left_out = False
        self._select_wanted()
        if self._wanted is not None:
            self._table.clearSelection()
            self._timer.start()

    def refilter(self) -> None:
        """A person is about to change the filters."""
        self._is_refiltered = True
        if self._table.current_id is not None:
            self._wanted, self._is_asked_for = self._table.current_id, False

    def forget(self) -> None:
        """A person has chosen for themselves."""
        self._wanted = None
        self.is_left_out = False

    def settle(self) -> None:
        """The list has changed, or has come to rest."""
        self._select_wanted()
        if not self._is_refiltered or self._model.is_busy:
            return
        self._is_refiltered = False
        if self._table.current_id is not None:
            if not self._model.text:
                self._table.show_current()
            return
        self._table.stand_among_rows()
        if self._table.current_id is not None:
            self.forget()  # of several selected rows some are left: one of them is read now
        elif self._wanted is not None and not self.is_left_out:
            self.is_left_out = True
            self.left_out.emit()

    # Private

    def _select_wanted(self) -> None:
        is_there = not self._is_asked_for and self._wanted == self._table.current_id
        row = self._model.row_of(self._wanted) if self._wanted is not None and not is_there else None
        if row is None or self._wanted is None:
            return
        identifier, self._wanted = self._wanted, None
        # What the typed filter finds late must not carry off the first matches, which are being read.
        self._table.select_row(row, shows=self._is_asked_for or not self._model.text)
        if self._is_asked_for:
            self.revealed.emit(identifier, True)

    # Slots

    def _on_timer_timeout(self) -> None:
        if self._wanted is None or not self._is_asked_for:
            return
        if self._model.is_busy:
            self._timer.start()
        else:
            self.revealed.emit(self._wanted, False)
