"""An editor page over a store of its own, and hands on its keyboard."""

import asyncio
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from bunkerdesk.cache import Store
from bunkerdesk.desk.editing import Editing
from bunkerdesk.models.editor_list import EditorList
from bunkerdesk.models.editor_options import Options, Sources
from bunkerdesk.models.editor_setting import Setting
from bunkerdesk.rules import nomination_checks
from bunkerdesk.rules.ports import shipped
from bunkerdesk.views.editor.page import EditorPage
from bunkerdesk.views.editor.session_view import SessionView
from bunkerdesk.views.theme import Theme, ThemeChoice

NOW = datetime(2026, 11, 21, 6, 2, tzinfo=UTC)


BASE: dict[str, Any] = {
    "clientReference": "SO-1",
    "delivery": {
        "bunkeringLocationCode": "SGSIN",
        "estimatedTimeOfBunkering": "2026-11-23T12:00:00+08:00",
        "estimatedBunkeringDurationInMinutes": 480,
    },
    "receiver": {"companyIdentifier": "CMP-R201"},
    "supplier": {"assetIdentifier": {"vessel": {"imo": 9074729}}},
    "fuelSpecifications": [{"fuelType": "VLSFO", "quantityRange": {"minQuantity": 480, "maxQuantity": 520}}],
}


REFERENCE = {
    "fuel_types": [{"name": "VLSFO", "grades": ["rmg", "rmk"]}, {"name": "LSMGO", "grades": ["dma"]}],
    "counterpart_entities": [{"reference": "CP-1", "name": "Nordlys Rederi AS", "companyIdentifier": "CMP-R201"}],
}


class Room:
    """A page over a store of its own."""

    def __init__(self, editing: Editing, editors: EditorList, page: EditorPage) -> None:
        self.editing = editing
        self.editors = editors
        self.page = page

    async def open(self, kind: str, document: dict[str, Any] | None = None, *, held: bool = False) -> SessionView:
        session = await self.editing.begin_new(kind, document)
        if held:
            session.base = document
        view = self.page.show_session(session.id)
        assert view is not None
        await self.rested()
        return view

    async def rested(self) -> None:
        for _ in range(6):
            await asyncio.sleep(0)


@pytest.fixture
async def room(tmp_path: Path, qapp: QApplication) -> AsyncIterator[Room]:
    Theme.apply(qapp, ThemeChoice.LIGHT)
    store = Store.open(tmp_path / "store").store
    editing = Editing(store)
    options = Options(Sources(lambda kind: REFERENCE.get(kind, []), shipped))

    def check(_session: Any, body: Any, around: Any) -> Any:
        return nomination_checks.check(body, around)

    editors = EditorList(editing, Setting(options, lambda: NOW, ZoneInfo("Europe/Oslo"), check))
    page = EditorPage(editors, "sandbox")
    page.resize(1400, 900)
    page.show()
    yield Room(editing, editors, page)
    editors.close()
    page.close()
    page.deleteLater()
    await editing.aclose()
    store.close()


def keys(text: str) -> None:
    """Type into whatever has the keyboard."""
    widget = QApplication.focusWidget()
    assert widget is not None
    QTest.keyClicks(widget, text)


def press(key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    widget = QApplication.focusWidget()
    assert widget is not None
    QTest.keyClick(widget, key, modifier)


def focus() -> str:
    widget = QApplication.focusWidget()
    return widget.objectName() if widget is not None else ""


def tab_to(name: str) -> None:
    """Go on with Tab until a field has the keyboard."""
    for _ in range(120):
        if focus() == f"editor.{name}":
            return
        press(Qt.Key.Key_Tab)
    raise AssertionError(f"Tab never came to {name}")


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(30):
        while not condition():  # noqa: ASYNC110
            await asyncio.sleep(0.01)
