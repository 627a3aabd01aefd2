"""What a keystroke in the editor costs, from the key to the repainted page, against a keystroke in a bare line.

Run: python -m tests.benchmarks.editor
"""

import asyncio
import os
import statistics
import time
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import qasync
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from bunkerdesk.app.program import make_application
from bunkerdesk.cache import Store
from bunkerdesk.desk.editing import Editing
from bunkerdesk.models.editor_list import EditorList
from bunkerdesk.models.editor_options import Options, Sources
from bunkerdesk.models.editor_setting import Setting
from bunkerdesk.rules import nomination_checks
from bunkerdesk.rules.ports import shipped
from bunkerdesk.views.editor.page import EditorPage
from bunkerdesk.views.theme import Theme

TEXT = "Night desk, call before 0600"
FUELS = 4
FRAME = 16.7


async def keystrokes(line: QLineEdit, widget: Any) -> list[float]:
    """Milliseconds of each key: the event, what it starts, the repaint."""
    taken = []
    line.setFocus()
    for letter in TEXT:
        begun = time.perf_counter()
        QTest.keyClicks(line, letter)
        for _ in range(3):
            await asyncio.sleep(0)
        widget.grab()
        taken.append((time.perf_counter() - begun) * 1000)
    return taken


async def measure() -> None:
    bare = QLineEdit()
    bare.resize(1400, 900)
    bare.show()
    plain = statistics.median(await keystrokes(bare, bare))
    bare.close()
    store = Store.in_memory()
    editing = Editing(store)
    options = Options(Sources(lambda _kind: [], shipped))

    def check(_session: Any, body: Any, around: Any) -> Any:
        return nomination_checks.check(body, around)

    setting = Setting(options, lambda: datetime.now(UTC), ZoneInfo("Europe/Oslo"), check)
    page = EditorPage(EditorList(editing, setting), "sandbox")
    page.resize(1400, 900)
    page.show()
    fuel = {"fuelType": "VLSFO", "grade": "rmg", "quantityRange": {"minQuantity": 480, "maxQuantity": 520}}
    document = {
        "clientReference": "SO-1",
        "delivery": {
            "bunkeringLocationCode": "SGSIN",
            "estimatedTimeOfBunkering": "2026-12-23T12:00:00+08:00",
            "estimatedBunkeringDurationInMinutes": 480,
        },
        "receiver": {"companyIdentifier": "CMP-R201"},
        "fuelSpecifications": [fuel] * FUELS,
    }
    session = await editing.begin_new("supplier", document)
    begun = time.perf_counter()
    view = page.show_session(session.id)
    opened = (time.perf_counter() - begun) * 1000
    assert view is not None
    box = view.box("receiver.contactName")
    assert box is not None
    for _ in range(5):
        await asyncio.sleep(0)
    begun = time.perf_counter()
    page.grab()
    paint = (time.perf_counter() - begun) * 1000
    taken = await keystrokes(box.edit, page)  # type: ignore[arg-type]
    typed = statistics.median(taken) - paint
    print(f"opening an editor with {FUELS} fuels     {opened:7.1f} ms")
    print(f"key, without the repaint         {typed:7.1f} ms  ({typed / FRAME:.2f} of a frame)")
    print(f"key and whole page repainted     {statistics.median(taken):7.1f} ms  worst {max(taken):.1f}")
    print(f"key in a bare line, repainted    {plain:7.1f} ms  ({statistics.median(taken) / plain:.1f} x)")
    await editing.aclose()
    store.close()


def main() -> None:
    application = make_application()
    Theme.apply(application, "light")
    with asyncio.Runner(loop_factory=lambda: qasync.QEventLoop(application)) as runner:
        runner.run(measure())


if __name__ == "__main__":
    assert QApplication.instance() is None
    main()
