"""The filters of the schedule: the same text, span and chips as the list of nominations, seen from here."""

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from bunkerdesk.models.facets import FacetModel
from bunkerdesk.views.lists.filter_field import filter_line
from bunkerdesk.views.lists.list_page import ListPage
from bunkerdesk.views.widgets.buttons import button
from bunkerdesk.views.widgets.chip import Read, ValuesChip
from bunkerdesk.views.widgets.window_chip import WindowChip


class SharedFilters(QObject):
    """Widgets that say and change what the list's own filters say; the list narrows, the board follows."""

    changed = Signal()

    def __init__(self, page: ListPage, read: Read, windows_of: WindowChip, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._page = page
        self.field = filter_line(f"{name}.filter", "Filter the schedule", parent)
        self.field.setText(page.field.text())
        self.field.setToolTip("The filter of the nominations list: every word must be found somewhere in the row")
        self.field.setMaximumWidth(300)
        self.window_chip = windows_of
        self.window_chip.follow(page.window_chip)
        self.chips = [self._chip(chip.facet, read, f"{name}.chip.{key}", parent) for key, chip in page.chips.items()]
        self.clear_button = button("Clear", f"{name}.clear", parent, "link", "Clear all filters")
        self.clear_button.clicked.connect(page.clear_filters)
        self.field.textChanged.connect(page.field.setText)
        page.field.textChanged.connect(self._on_page_text_changed)
        self.window_chip.window_changed.connect(self._on_own_window_changed)
        page.window_chip.window_changed.connect(self._on_page_window_changed)
        self._tell()

    def widgets(self) -> list[QWidget]:
        """In the order in which they stand."""
        return [self.field, self.window_chip, *self.chips, self.clear_button]

    def _chip(self, facet: FacetModel, read: Read, name: str, parent: QWidget) -> ValuesChip:
        chip = ValuesChip(facet, name, read, parent)
        facet.chosen_changed.connect(self._tell)
        return chip

    def _tell(self) -> None:
        self.clear_button.setVisible(self._page.has_filters)
        self.changed.emit()

    def _on_page_text_changed(self, text: str) -> None:
        self.field.setText(text)
        self._tell()

    def _on_own_window_changed(self) -> None:
        self._page.window_chip.follow(self.window_chip)
        self._tell()

    def _on_page_window_changed(self) -> None:
        self.window_chip.follow(self._page.window_chip)
        self._tell()
