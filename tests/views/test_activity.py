"""The inbox of changes and the card beside a record."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from PySide6.QtWidgets import QLabel, QPushButton

from bunkerdesk.cache import ChangeRow, Store
from bunkerdesk.desk.change_log import ChangeSource
from bunkerdesk.models.change_list import announcement, change_columns, change_note, value_words
from bunkerdesk.models.record_list import RecordListModel
from bunkerdesk.models.roles import Role
from bunkerdesk.runtime.settings import Settings
from bunkerdesk.views.activity.card import ChangeCard
from bunkerdesk.views.activity.page import ChangePage

NOW = datetime(2026, 11, 21, 9, 41, tzinfo=UTC)
AT = (NOW - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(microseconds=1)


def change(path: str, before: bytes, after: bytes, weight: int = 5, reference: str = "SO-24117") -> ChangeRow:
    return ChangeRow(0, "nomination", reference, 0, path, before, after, weight, "EVER SUMMIT", "SGSIN", "", AT)


MOVED = change(
    "delivery.estimatedTimeOfBunkering", b'"2026-11-21T18:00:00+08:00"', b'"2026-11-21T22:30:00+08:00"', weight=0
)
STATUS = change("status", b'"supplier_assigned"', b'"accepted"', weight=1)
LESS = change(
    "fuelSpecifications[0].quantityRange",
    b'{"minQuantity":480,"maxQuantity":520,"unit":"metric_tonnes"}',
    b'{"minQuantity":500,"maxQuantity":510,"unit":"metric_tonnes"}',
    weight=2,
)


@pytest.fixture
async def page(settings: Settings, tools: Any) -> AsyncIterator[ChangePage]:
    store = Store.in_memory()
    store.change_log.add([MOVED, STATUS, LESS, change("status", b"1", b"2", reference="SO-24118")])
    source = ChangeSource(store)
    model: RecordListModel[Any] = RecordListModel(source, change_columns(lambda: NOW))
    result = ChangePage(model, source.facet, settings, lambda: NOW, lambda kind, reference, place: 7)
    model.setParent(result)  # deleted with it, in this thread: its timers must not be collected in a worker
    result.resize(1400, 600)
    result.show()
    await tools.until(lambda: model.rowCount() == 4)
    yield result
    model.close()
    result.close()
    result.deleteLater()
    tools.bury()
    store.close()


def cell(page: ChangePage, row: int, key: str) -> str:
    return str(page.model.index(row, page.model.column_of(key)).data())


def test_a_change_is_read_in_words_before_and_after(page: ChangePage):
    """Field names of the specification, port time, quantities with their unit."""
    rows = {cell(page, row, "field"): row for row in range(4) if cell(page, row, "reference") == "SO-24117"}
    assert cell(page, rows["Bunkering"], "before") == "Sat 21 Nov 18:00"
    assert cell(page, rows["Bunkering"], "after") == "Sat 21 Nov 22:30"
    assert cell(page, rows["Status"], "after") == "Accepted"
    assert cell(page, rows["Fuel 1"], "after") == "500 – 510 t"


def test_what_is_copied_of_a_change_is_exact(page: ChangePage):
    """A time has its year and offset, the moment it was seen its day: in a file nobody knows which day today was."""
    rows = {cell(page, row, "field"): row for row in range(4) if cell(page, row, "reference") == "SO-24117"}

    def copied(row: int, key: str) -> str:
        return str(page.model.index(row, page.model.column_of(key)).data(Role.EXACT))

    assert copied(rows["Bunkering"], "after") == "2026-11-21T22:30:00+08:00"
    assert copied(rows["Fuel 1"], "after") == "500 \u2013 510 t"
    assert datetime.fromisoformat(copied(rows["Status"], "at")).tzinfo is not None


def test_the_selection_stands_for_its_records(page: ChangePage):
    """Commands on records must never take the number of a change for that of a nomination."""
    page.table.selectAll()
    assert page.selected_records() == (7,)
    assert len(page.selected_changes()) == 4
    page.table.select_row(0)
    assert page.shown_record == 7


async def test_when_all_is_acknowledged_the_inbox_says_so(settings: Settings, tools: Any):
    """Empty means done here, not broken; what was acknowledged is one button away."""
    store = Store.in_memory()
    store.change_log.add([MOVED])
    store.change_log.acknowledge_all(AT, store.change_log.last())
    source = ChangeSource(store)
    model: RecordListModel[Any] = RecordListModel(source, change_columns(lambda: NOW))
    page = ChangePage(model, source.facet, settings, lambda: NOW, lambda kind, reference, place: 7)
    model.setParent(page)  # deleted with it, in this thread: its timers must not be collected in a worker
    page.show()
    await tools.until(lambda: page.empty.isVisible() and not model.is_loading)
    assert page.empty.title == "Everything is acknowledged"
    page.empty.action_requested.emit()
    await tools.until(lambda: model.rowCount() == 1)
    model.close()
    page.close()
    page.deleteLater()
    tools.bury()
    store.close()


def test_the_card_names_the_window_first_and_sums_up_what_moved_twice():
    """From the time I knew to the time it is now; what came back to where it was is not told."""
    later = change("delivery.estimatedTimeOfBunkering", MOVED.after, b'"2026-11-22T06:00:00+08:00"', weight=0)
    back = change("status", b'"accepted"', b'"supplier_assigned"', weight=1)
    note = change_note([later, back, MOVED, STATUS, LESS], NOW)
    assert note is not None
    assert note.title.startswith("Window changed by the service")
    first = note.lines[0]
    assert (first.field, first.before, first.after) == ("Bunkering", "Sat 21 Nov 18:00", "Sun 22 Nov 06:00 +08:00")
    assert len(note.lines) == 2
    assert change_note([], NOW) is None


def test_the_card_is_read_aloud_and_acknowledged(tools: Any):
    """One button, and a sentence for who does not see the struck-through time."""
    note = change_note([MOVED], NOW)
    assert note is not None
    card = ChangeCard(note)
    heard: list[bool] = []
    card.acknowledged.connect(lambda: heard.append(True))
    button = card.findChild(QPushButton, "detail.changes.acknowledge")
    assert button is not None
    button.click()
    assert heard == [True]
    assert "Bunkering from Sat 21 Nov 18:00 to Sat 21 Nov 22:30 +08:00" in card.accessibleName()
    assert [one.text() for one in card.findChildren(QLabel) if one.font().strikeOut()] == ["Sat 21 Nov 18:00"]
    card.deleteLater()
    tools.bury()


def test_an_announcement_is_short_and_names_what_matters():
    """A notification is read in passing."""
    title, text = announcement([LESS, MOVED], NOW)
    assert title == "SO-24117 changed"
    assert text.splitlines()[0] == "Bunkering Sat 21 Nov 18:00 → Sat 21 Nov 22:30 +08:00"
    many = [change("status", b"1", b"2", reference=f"SO-{number}") for number in range(9)]
    title, text = announcement(many, NOW)
    assert title == "9 watched references changed"
    assert text.endswith("and 6 more")


@pytest.mark.parametrize(
    "raw", [b"not json", b'"<b>bold</b>"', b"[[[[]]]]", b'{"value":"x","unit":5}', b'"' + b"x" * 3000 + b'"']
)
def test_whatever_stands_in_the_log_makes_a_line(raw: bytes):
    """One odd value must not break the list."""
    note = change_note([change("delivery.someThing", b"null", raw)], NOW)
    assert note is not None
    assert len(note.lines[0].after) <= 120


def test_a_delivery_note_is_told_by_number_product_and_quantity():
    """Of whichever fuel; nobody reads the fields one by one in a list."""
    plain = (
        b'{"bunkerType":"conventional","number":"BDN-7","productName":"VLSFO","cargoOfficerName":"A",'
        b'"quantityDelivered":{"value":498.213,"unit":"metric tons"}}'
    )
    gas = (
        b'{"bunkerType":"lng","number":"BDN-8","productName":"LNG",'
        b'"quantityDelivered":{"mass":{"value":210,"unit":"t"}}}'
    )
    rows = [change("bunkerDeliveryNotes[0]", b"null", raw) for raw in (plain, gas)]
    assert [value_words(row, row.after, NOW) for row in rows] == ["BDN-7, VLSFO, 498.213 t", "BDN-8, LNG, 210 t"]
