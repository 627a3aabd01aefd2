"""A window over lists in memory: real widgets, real models, a real settings file."""

import asyncio
from array import array
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QWidget
from tests.views.editor_room import room as room

from bunkerdesk.contract.resource import Timestamp
from bunkerdesk.desk.lists import ListQuery, NominationRow, OperationRow, Order
from bunkerdesk.models.columns import nomination_columns, operation_columns
from bunkerdesk.models.record_list import RecordListModel
from bunkerdesk.models.sync_status import SyncPhase, SyncState, SyncStatus
from bunkerdesk.rules import wording
from bunkerdesk.runtime.settings import Settings
from bunkerdesk.views.detail.detail_view import DetailView
from bunkerdesk.views.lists.list_page import ListPage
from bunkerdesk.views.lists.pages import nomination_page, operation_page
from bunkerdesk.views.shell import MainWindow
from bunkerdesk.views.theme import Theme, ThemeChoice

NOW = datetime(2026, 11, 21, 6, 2, tzinfo=UTC)
PORTS = (("SGSIN", "Singapore", 8), ("NLRTM", "Rotterdam", 1), ("AEFJR", "Fujairah", 4), ("USHOU", "Houston", -6))
VESSELS = ("EVER SUMMIT", "MSC ANTONIA", "NYK ORION", "中远海运 宇宙", "سفينة النور")
STATUSES = ("supplier_assigned", "supplier_requested", "operation_started", "accepted", "cancelled")
FUELS = ("VLSFO RMG", "LSMGO DMA", "LNG")


def now() -> datetime:
    return NOW


def nomination(number: int) -> NominationRow:
    """One every five hours, the first four before now."""
    code, name, hours = PORTS[number % len(PORTS)]
    moment = (NOW + timedelta(hours=5 * (number - 4) - 1)).astimezone(timezone(timedelta(hours=hours)))
    return NominationRow(
        id=number,
        kind="nomination",
        reference=f"SO-{24000 + number}",
        status=STATUSES[number % len(STATUSES)],
        vessel=VESSELS[number % len(VESSELS)],
        imo=9_811_000,
        port_code=code,
        port_name=name,
        bunkering=Timestamp.fromisoformat(moment.isoformat()),
        duration_minutes=480,
        fuels=FUELS[number % len(FUELS)],
        quantity="480 – 520 t",
        supplier="Harbour Fuels",
        receiver="Oceanic Lines",
        asset="HARBOUR 7",
        seen_at=NOW - timedelta(minutes=number),
        has_problem=number == 3,
    )


def operation(number: int) -> OperationRow:
    row = nomination(number)
    return OperationRow(
        id=number,
        reference=row.reference,
        status="ongoing",
        vessel=row.vessel,
        port_code=row.port_code,
        port_name=row.port_name,
        started=row.bunkering,
        ended=None,
        fuels=row.fuels,
        delivered="498.213 t",
        supplier=row.supplier,
        asset=row.asset,
        receiver=row.receiver,
        notes=2,
        documents=11,
        seen_at=row.seen_at,
        has_problem=False,
    )


FACETS = {"status": "status", "port": "port_code", "fuel": "fuels"}
SORTS = {"port": "port_code", "fuel": "fuels", "seen": "seen_at", "duration": "duration_minutes"}


class MemoryList:
    """A `ListSource` over a dictionary."""

    def __init__(self, rows: Sequence[Any], moment: str) -> None:
        self.records = {row.id: row for row in rows}
        self._moment = moment

    def count(self, query: ListQuery) -> int:
        return len(self._ids(query))

    def head(self, query: ListQuery, limit: int) -> "array[int]":
        return array("q", self._ids(query)[:limit])

    def order(self, query: ListQuery) -> Order:
        ids, lines, ends, end = self._ids(query), list[str](), array("q"), 0
        for number in ids:
            row = self.records[number]
            line = f"{row.reference} {row.vessel} {row.port_code} {row.port_name} {row.fuels}".casefold()
            lines.append(line.replace("\n", " ") + "\n")
            end += len(lines[-1])
            ends.append(end)
        return Order(array("q", ids), "".join(lines), ends)

    def rows(self, ids: Sequence[int]) -> dict[int, Any]:
        return {number: self.records[number] for number in ids if number in self.records}

    def facet(self, name: str) -> list[tuple[str, str, int]]:
        values = [getattr(row, FACETS[name]) for row in self.records.values()]
        words = {value: wording.status("nomination", value) if name == "status" else value for value in values}
        return [(value, words[value], values.count(value)) for value in dict.fromkeys(values)]

    def _ids(self, query: ListQuery) -> list[int]:
        first, last = query.window
        chosen = [
            row
            for row in self.records.values()
            if all(getattr(row, FACETS[name]) in wanted for name, wanted in query.values.items())
            and (first is None or getattr(row, self._moment) >= first)
            and (last is None or getattr(row, self._moment) < last)
        ]
        sort = SORTS.get(query.sort, query.sort)
        chosen.sort(key=lambda row: (getattr(row, sort), row.id), reverse=query.descending)
        return [row.id for row in chosen]


async def until(condition: Callable[[], bool]) -> None:
    """Wait until something is so; fails after half a minute."""
    async with asyncio.timeout(30):
        while not condition():  # noqa: ASYNC110  # widgets tell of no such moment
            await asyncio.sleep(0.005)


@dataclass
class Desk:
    """The window and what is behind it."""

    window: MainWindow
    settings: Settings
    status: SyncStatus
    source: MemoryList
    model: RecordListModel[Any]
    detail: DetailView

    @property
    def page(self) -> ListPage:
        page = self.window.page("nominations")
        assert isinstance(page, ListPage)
        return page

    async def rested(self) -> None:
        await until(lambda: not self.model.is_loading and not self.model.is_filtering)

    def references(self) -> list[str]:
        """The references shown, from above."""
        column = self.model.column_of("reference")
        return [self.model.index(row, column).data() for row in range(self.model.rowCount())]


def press(widget: QWidget, keys: str) -> None:
    """Press a key as the platform would: first as a shortcut override, then as a key."""
    combination = QKeySequence(keys)[0]
    text = keys if len(keys) == 1 else ""
    for kind in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        event = QKeyEvent(kind, combination.key(), combination.keyboardModifiers(), text)
        event.ignore()
        QApplication.sendEvent(widget, event)


def type_text(widget: QWidget, text: str) -> None:
    """Type characters into a widget."""
    for character in text:
        event = QKeyEvent(QEvent.Type.KeyPress, 0, Qt.KeyboardModifier.NoModifier, character)
        QApplication.sendEvent(widget, event)


def bury() -> None:
    """Delete what waits for it."""
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture(autouse=True)
def _look(qapp: QApplication) -> Iterator[None]:
    """Every test begins with the light look and leaves no window behind."""
    bury()
    before = set(map(id, QApplication.topLevelWidgets()))
    if Theme.current().choice is not ThemeChoice.LIGHT or Theme.current().text_scale != 1.0:
        Theme.apply(qapp, ThemeChoice.LIGHT)
    yield
    bury()
    left = [widget for widget in QApplication.topLevelWidgets() if id(widget) not in before]
    assert not left, f"left behind: {left}"


@pytest.fixture
def settings(tmp_path: Path) -> Iterator[Settings]:
    result = Settings(tmp_path / "settings.json")
    yield result
    result.flush()


def build(settings: Settings, rows: Sequence[NominationRow]) -> Desk:
    """The window over these rows."""
    # Owned by the application: a timer that Python collects in a worker thread would go on firing at nothing.
    status = SyncStatus(QApplication.instance(), now=now)
    status.set_state(SyncState(SyncPhase.DONE, NOW - timedelta(seconds=40)))
    window = MainWindow(settings, status, "sandbox")
    source = MemoryList(rows, "bunkering")
    operations = MemoryList([operation(number) for number in range(1, 4)], "started")
    model = RecordListModel(source, nomination_columns(now), window)
    other = RecordListModel(operations, operation_columns(now), window)
    window.add_page(
        "nominations", "Nominations", "nominations", "", lambda: nomination_page(model, source.facet, settings, now)
    )
    window.add_page(
        "operations", "Operations", "operations", "", lambda: operation_page(other, operations.facet, settings, now)
    )
    detail = DetailView()
    window.set_pane(detail)
    window.resize(1440, 900)
    return Desk(window, settings, status, source, model, detail)


def end(desk: Desk) -> None:
    """Close the window for good."""
    desk.model.close()
    desk.window.close_now()
    desk.window.deleteLater()
    bury()


@pytest.fixture
async def desk(settings: Settings) -> AsyncIterator[Desk]:
    """A window showing forty nominations of any time."""
    settings.set_text("nominations.window", "any")
    result = build(settings, [nomination(number) for number in range(1, 41)])
    result.window.show_page("nominations")
    result.window.show()
    await result.rested()
    yield result
    end(result)


@pytest.fixture
def tools() -> "Tools":
    return Tools()


class Tools:
    """What the tests of this folder share; a folder without packages has no imports between files."""

    now = staticmethod(now)
    nomination = staticmethod(nomination)
    build = staticmethod(build)
    end = staticmethod(end)
    press = staticmethod(press)
    type_text = staticmethod(type_text)
    until = staticmethod(until)
    bury = staticmethod(bury)
    replace = staticmethod(replace)
    NOW = NOW
