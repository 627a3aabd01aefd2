"""Reviewing in the window."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from tests.app.window import NONE, all_known, press, until

from bunkerdesk.sandbox import embedded
from bunkerdesk.views.review.page import ReviewView


async def test_a_note_being_typed_when_the_window_closes_is_kept(sandbox: embedded.Running, tmp_path: Path):
    """The field has not been left yet; nobody presses Return before closing the window."""
    async with all_known(sandbox, tmp_path) as place:
        (item, *_) = [item async for items in place.session.desk.reviews.queue() for item in items if item.errors]
        await place.reviewing.open(item.id)
        await until(lambda: place.reviewing.is_open)
        view = place.window.findChild(ReviewView, "review")
        await until(lambda: view.findings.rows())
        view.findings.rows()[0].field.setText("tested ashore")
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
