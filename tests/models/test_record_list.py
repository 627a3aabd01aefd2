import asyncio
import importlib.util
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from random import Random
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QItemSelectionModel, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QTableView

from bunkerdesk.desk.lists import ListQuery
from bunkerdesk.models.columns import NominationColumn, nomination_columns
from bunkerdesk.models.record_list import RecordListModel
from bunkerdesk.models.roles import Role


def load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, Path(__file__).with_name(f"{name}.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


lists = load("record_lists")
BY_VESSEL = ListQuery(sort="vessel")


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(5):
        while not condition():  # noqa: ASYNC110  # several parts of the model come to rest, none tells of all
            await asyncio.sleep(0.005)


async def rested(model: RecordListModel) -> None:
    await until(lambda: not model.is_loading and not model.is_filtering)


def make(count: int = 300) -> tuple:
    source = lists.MemoryList(lists.nomination(number) for number in range(1, count + 1))
    return source, RecordListModel(source, nomination_columns(lambda: lists.NOW))


@pytest.fixture
async def filled() -> AsyncIterator[tuple]:
    source, model = make()
    model.set_query(ListQuery())
    await rested(model)
    yield source, model
    model.close()


async def test_first_screenful_is_there_before_the_order_is_read() -> None:
    """A list of 100,000 opens at once."""
    source, model = make(1000)
    model.set_query(ListQuery())
    assert list(model.ids()) == source.expected(ListQuery())[:200]
    await rested(model)
    assert list(model.ids()) == source.expected(ListQuery())
    model.close()


async def test_signals_hold_for_fill_filter_sort_and_change(qtmodeltester) -> None:
    """Whatever happens to the list, a view never sees an index that is not there."""
    source, model = make()
    qtmodeltester.check(model, force_py=True)
    model.set_query(ListQuery())
    await rested(model)
    for text in ("s", "sing", "sing ever", "", "zzz", ""):
        model.set_text(text)
        await rested(model)
        assert list(model.ids()) == source.expected(ListQuery(), text)
    model.sort(model.column_of(NominationColumn.VESSEL), Qt.SortOrder.DescendingOrder)
    source.remove(5)
    source.put(lists.nomination(2000))
    model.refresh({5, 2000})
    await rested(model)
    assert list(model.ids()) == source.expected(ListQuery(sort="vessel", descending=True))
    model.close()


CHANGES = st.lists(
    st.one_of(
        st.tuples(st.just("remove"), st.integers(1, 60)),
        st.tuples(st.just("put"), st.integers(1, 120)),
        st.tuples(st.just("rename"), st.integers(1, 60)),
        st.tuples(st.just("filter"), st.sampled_from(["", "s", "si", "ever", "ever s", "barge 1", "none of them"])),
        st.tuples(st.just("sort"), st.sampled_from(["bunkering", "vessel", "reference"])),
        st.tuples(st.just("rest"), st.just(0)),
    ),
    min_size=1,
    max_size=14,
)


class Desk:
    """A list and what it should show, changed step by step."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.source, self.model = make(60)
        self.query, self.text = ListQuery(), ""
        self.resets: list[int] = []
        self.model.modelReset.connect(lambda: self.resets.append(1))

    def remove(self, number: int) -> None:
        self.source.remove(number)
        self.model.refresh({number})

    def put(self, number: int) -> None:
        self.source.put(lists.nomination(number, self.random))
        self.model.refresh({number})

    def rename(self, number: int) -> None:
        if number in self.source.records:
            self.source.change(number, vessel=f"EVER {self.random.randrange(1000)}")
            self.model.refresh({number})

    def filter(self, text: str) -> None:
        self.text = text
        self.model.set_text(text)

    def sort(self, key: str) -> None:
        self.query = ListQuery(sort=key)
        self.model.set_query(self.query)

    def marks(self) -> dict[int, QPersistentModelIndex]:
        chosen = self.random.sample(list(self.model.ids()), 10)
        return {number: QPersistentModelIndex(self.model.index(self.model.row_of(number), 0)) for number in chosen}

    def is_marked_rightly(self, marks: dict[int, QPersistentModelIndex]) -> bool:
        return all(not index.isValid() or self.model.id_at(index.row()) == number for number, index in marks.items())


@settings(max_examples=40)
@given(changes=CHANGES, random=st.randoms(use_true_random=False))
async def test_any_run_of_changes_ends_with_the_right_list(changes: list[tuple[str, object]], random: Random) -> None:
    """Rows shown are the rows that match, in order, and what was marked is still marked."""
    desk = Desk(random)
    desk.model.set_query(desk.query)
    await rested(desk.model)
    marks = desk.marks()
    for kind, value in changes:
        if kind == "rest":
            await rested(desk.model)
        else:
            getattr(desk, kind)(value)
        assert desk.is_marked_rightly(marks)
    await rested(desk.model)
    assert list(desk.model.ids()) == desk.source.expected(desk.query, desk.text)
    for row, number in enumerate(desk.model.ids()):
        assert desk.model.index(row, 2).data() == desk.source.records[number].vessel
    assert desk.is_marked_rightly(marks)
    assert not desk.resets
    desk.model.close()


async def test_selection_and_scroll_anchor_survive_a_refresh(filled: tuple) -> None:
    """A refresh behind a person's back must not move the selection to another record."""
    source, model = filled
    view = QTableView()
    view.setModel(model)
    view.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
    flags = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
    chosen = [model.id_at(row) for row in (10, 11, 40)]
    for row in (10, 11, 40):
        view.selectionModel().select(model.index(row, 0), flags)
    for number in (400, 401, 402):
        source.put(lists.nomination(number))
    source.remove(model.id_at(20))
    model.refresh()
    await rested(model)
    rows = sorted(index.row() for index in view.selectionModel().selectedRows())
    assert sorted(model.id_at(row) for row in rows) == sorted(chosen)
    model.set_query(BY_VESSEL)
    await rested(model)
    rows = [index.row() for index in view.selectionModel().selectedRows()]
    assert sorted(model.id_at(row) for row in rows) == sorted(chosen)
    view.setModel(None)


async def test_a_selected_row_that_goes_is_announced(filled: tuple) -> None:
    """The detail pane must not keep showing a record that is gone, also when all others moved."""
    source, model = filled
    view = QTableView()
    view.setModel(model)
    rows = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
    view.selectionModel().select(model.index(30, 0), rows)  # `selectRow` would ask which keys are held
    gone = model.id_at(30)
    changes: list[object] = []
    view.selectionModel().selectionChanged.connect(lambda *_: changes.append(_))
    source.remove(gone)
    model.set_query(BY_VESSEL)
    await rested(model)
    assert changes
    assert not view.selectionModel().hasSelection()
    view.setModel(None)


async def test_hidden_list_reads_when_shown(filled: tuple) -> None:
    """A page nobody looks at costs nothing while records stream in."""
    source, model = filled
    model.set_shown(False)
    reads = source.reads["order"]
    source.put(lists.nomination(900))
    model.refresh({900})
    assert not model.is_loading
    assert source.reads["order"] == reads
    model.set_shown(True)
    await rested(model)
    assert 900 in model.ids()


async def test_unreadable_store_shows_empty_rows_and_one_failure(filled: tuple) -> None:
    """An exception out of `data()` would come thirty times a repaint."""
    source, model = filled
    source.failure = OSError("disk gone")
    failures: list[Exception] = []
    model.failed.connect(failures.append)
    assert [model.index(row, 0).data() for row in range(120)] == [""] * 120
    await until(lambda: bool(failures))
    assert len(failures) == 1
    model.refresh()
    await until(lambda: len(failures) == 2)
    assert model.rowCount() == 300


async def test_cells_say_paint_and_copy(filled: tuple) -> None:
    """What a screen reader says and a spreadsheet gets is more than what is painted."""
    source, model = filled
    row = model.row_of(7)
    record = source.records[7]

    def cell(column: NominationColumn, role: int) -> object:
        return model.index(row, model.column_of(column)).data(role)

    assert cell(NominationColumn.REFERENCE, Qt.ItemDataRole.AccessibleTextRole) == "Reference SO-00007"
    assert cell(NominationColumn.PORT, Role.SECONDARY) == record.port_name
    assert cell(NominationColumn.BUNKERING, Role.EXACT) == record.bunkering.received
    assert cell(NominationColumn.STATUS, Role.TONE) in {"accent", "ok", "warning", "operation", "neutral"}
    assert cell(NominationColumn.STATUS, Role.ID) == 7
    assert cell(NominationColumn.STATUS, Role.ITEM) is record


async def test_filter_marks_where_it_matched(filled: tuple) -> None:
    """A person sees why a row is in the list."""
    _, model = filled
    model.set_text("singa ever")
    await rested(model)
    index = model.index(0, model.column_of(NominationColumn.VESSEL))
    assert index.data(Role.MATCH) == ((0, 4),)
    port = model.index(0, model.column_of(NominationColumn.PORT))
    assert port.data(Role.SECONDARY_MATCH) == ((0, 5),)
    assert port.data(Role.MATCH) is None


async def test_rows_are_formatted_once(filled: tuple) -> None:
    """Painting the same screen again reads nothing."""
    source, model = filled
    for _ in range(3):
        for row in range(40):
            model.index(row, 0).data()
    assert source.reads["rows"] == 1


async def test_burst_of_changes_reads_little(filled: tuple) -> None:
    """Synchronising 10,000 records must not queue 10,000 reads."""
    source, model = filled
    before = source.reads["order"]
    for number in range(500, 700):
        source.put(lists.nomination(number))
        model.refresh({number})
    await rested(model)
    assert model.rowCount() == 500
    assert source.reads["order"] - before <= 3
