"""Reviewing in the window."""

import asyncio
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from tests.app.window import NONE, all_known, press, until

from bunkerdesk.app.workplace import Workplace
from bunkerdesk.sandbox import embedded
from bunkerdesk.views.review.findings import FindingRow
from bunkerdesk.views.review.page import ReviewView


async def test_a_note_being_typed_when_the_window_closes_is_kept(sandbox: embedded.Running, tmp_path: Path):
    """The field has not been left yet; nobody presses Return before closing the window."""
    async with all_known(sandbox, tmp_path) as place:
        (item, *_) = [item async for items in place.session.desk.reviews.queue() for item in items if item.errors]
        (row, *_) = await rows_of(place, item.id)
        row.field.setText("tested ashore")
    async with all_known(sandbox, tmp_path) as place:
        shown = await place.session.desk.reviews.examine(item.id)
        assert list(shown.review.notes.values()) == ["tested ashore"]


async def test_a_delivery_looked_for_while_reviewing_is_reviewed(sandbox: embedded.Running, tmp_path: Path):
    """With a paper in the hand: its number and Return, and it is there to be judged, by the nomination's too."""
    async with all_known(sandbox, tmp_path) as place:
        queue = {item.id: item async for items in place.session.desk.reviews.queue() for item in items}
        records = [place.session.desk.record(identifier) for identifier in queue]
        # Keys are pressed for what a keyboard has: some references of the sandbox are Chinese.
        first, last = [one for one in records if one.sharing == 1 and one.reference.isascii()][:2]
        await place.reviewing.open(first.id)
        view = place.window.findChild(ReviewView, "review")
        number = last.resource.bunker_delivery_notes[0].number
        for typed in (number, first.reference, last.reference):
            wanted = first if typed == first.reference else last
            search = place.window.top_bar.search
            press(place, Qt.Key.Key_K)
            await until(search.hasFocus)
            QTest.keyClicks(search, typed)
            press(place, Qt.Key.Key_Return, NONE)
            await until(lambda wanted=wanted: view.page is not None and view.page.id == wanted.id)
            assert place.window.current_key == "review"
            await until(lambda: QApplication.focusWidget() is view.queue.list)


KILLED = """
import asyncio, os, signal, sys
from pathlib import Path
from types import SimpleNamespace

import qasync
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from bunkerdesk.app.program import make_application
from bunkerdesk.runtime.threads import install_workers
from tests.app.test_reviewing import rows_of
from tests.app.window import all_known

address, client, secret, directory, *references = sys.argv[1:]
service = SimpleNamespace(base_url=address, client_id=client, client_secret=secret, references=lambda: references)

async def main():
    install_workers(asyncio.get_running_loop())
    async with all_known(service, Path(directory)) as place:
        queue = [item async for items in place.session.desk.reviews.queue() for item in items if item.errors]
        row, *_ = await rows_of(place, queue[0].id)
        row.findChild(QPushButton, f"review.add_note.{row.line.key}").click()
        QTest.keyClicks(row.field, "tested ash")
        while not (await place.session.desk.reviews.examine(queue[0].id)).review.typed:
            await asyncio.sleep(0.02)
        print(queue[0].id, row.line.key, flush=True)
        os.kill(os.getpid(), signal.SIGKILL)

application = make_application()
with asyncio.Runner(loop_factory=lambda: qasync.QEventLoop(application)) as runner:
    runner.run(main())
"""


async def rows_of(place: Workplace, identifier: int) -> list[FindingRow]:
    """The findings of an operation under review."""
    await place.reviewing.open(identifier)
    view = place.window.findChild(ReviewView, "review")
    await until(lambda: view.page is not None and view.page.id == identifier and view.findings.rows())
    return list(view.findings.rows())


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
async def test_a_note_being_typed_is_there_after_a_kill_and_forgotten_once_it_is_noted(
    sandbox: embedded.Running, tmp_path: Path
):
    """kill -9 in the middle of a word of the surveyor's."""
    who = [sandbox.base_url, sandbox.client_id, sandbox.client_secret, str(tmp_path), *sandbox.references()]
    done = await asyncio.to_thread(
        subprocess.run, [sys.executable, "-c", KILLED, *who], check=False, capture_output=True, timeout=200
    )
    assert done.returncode == -signal.SIGKILL, done.stderr.decode()
    identifier, _, key = done.stdout.decode().strip().partition(" ")
    async with all_known(sandbox, tmp_path) as place:
        (row,) = [row for row in await rows_of(place, int(identifier)) if row.line.key == key]
        assert (row.field.text(), row.field.isHidden()) == ("tested ash", False)
        QTest.keyClicks(row.field, "ore")
        QTest.keyClick(row.field, Qt.Key.Key_Return)
    async with all_known(sandbox, tmp_path) as place:
        (row,) = [row for row in await rows_of(place, int(identifier)) if row.line.key == key]
        assert row.field.text() == "tested ashore"
        review = (await place.session.desk.reviews.examine(int(identifier))).review
        assert (review.notes, review.typed) == ({key: "tested ashore"}, {})
