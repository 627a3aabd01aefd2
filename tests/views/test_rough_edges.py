"""Words beside each other: none over another, none cut in the middle of a button, titles over their cells."""

import pytest
from PySide6.QtWidgets import QApplication, QStyleOptionViewItem, QWidget
from tests.views.editor_room import BASE, Room, until

from bunkerdesk.models.downloading import MergeMember
from bunkerdesk.views.documents.merge_dialog import MergeDialog
from bunkerdesk.views.editor.fuel_table import FuelRow
from bunkerdesk.views.theme import Theme, ThemeChoice
from bunkerdesk.views.widgets.chip import ValueDelegate
from bunkerdesk.views.widgets.labels import ElidedLabel


def test_a_long_kind_and_a_long_file_name_do_not_stand_over_each_other() -> None:
    """The kind is whole, the file's name gives way in its middle."""
    kind, file = "Meter seals checklist, before operation", "Seal_photograph_before_the_operation_SO-24148.jpg"
    dialog = MergeDialog("SO-24148", [MergeMember("1", kind, file)])
    dialog.show()
    delegate = dialog.list.itemDelegate()
    assert isinstance(delegate, ValueDelegate)
    option = QStyleOptionViewItem()
    option.initFrom(dialog.list)
    option.widget = dialog.list
    index = dialog.list.model().index(0, 0)
    option.rect = dialog.list.visualRect(index)
    delegate.initStyleOption(option, index)
    value, beside = delegate.texts(option, index)
    assert value == kind
    assert beside.startswith("Seal")
    assert "…" in beside
    assert dialog.fontMetrics().horizontalAdvance(value) + 26 < option.rect.width()
    dialog.close()
    dialog.deleteLater()


@pytest.mark.parametrize("text_scale", [1.0, 1.5, 2.0])
async def test_titles_of_the_fuels_stand_over_their_cells(room: Room, qapp: QApplication, text_scale: float) -> None:
    """At any size of text."""
    Theme.apply(qapp, ThemeChoice.LIGHT, text_scale)
    view = await room.open("supplier", BASE)
    row = view.findChild(FuelRow)
    assert row is not None

    def ends(widgets: list[QWidget]) -> list[int]:
        return [one.mapTo(view, one.rect().topRight()).x() for one in widgets]

    names = [cell.field.label for cell in row.cells]
    titles = [one for one in view.findChildren(ElidedLabel) if one.text() in names and one.parent() is not row]
    await until(lambda: all(abs(one - other) <= 3 for one, other in zip(ends(titles), ends(row.cells), strict=True)))


async def test_the_button_that_sends_says_its_words_whole_where_it_is_narrow(room: Room, qapp: QApplication) -> None:
    """Its keys give way first; they are in the list of keys as well."""
    view = await room.open("supplier", BASE)
    await until(lambda: "Return" in view.head.send.text())
    Theme.apply(qapp, ThemeChoice.LIGHT, 2.0)
    room.page.resize(900, 700)
    await until(lambda: view.head.send.text() == "Send as supplier")
