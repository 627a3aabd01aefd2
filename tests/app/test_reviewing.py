"""Reviewing in the window."""

from pathlib import Path

from tests.app.window import all_known, until

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
