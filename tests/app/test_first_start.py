"""The first start of a connection, without a network: nothing is told that nobody knows."""

from pathlib import Path

from tests.app.window import program, unreachable, until

from bunkerdesk.app.workplace import Workplace
from bunkerdesk.sandbox import embedded
from bunkerdesk.views.lists.list_page import ListPage

UNREAD = "Nothing has been read from the service yet"


def title(place: Workplace, key: str) -> str:
    """What an empty list says."""
    page = place.window.show_page(key)
    assert isinstance(page, ListPage)
    return page.empty.title if page.empty.isVisible() else ""


async def test_nothing_seen_is_not_shown_as_last_seen(tmp_path: Path) -> None:
    """Neither are there "no nominations yet": who has not been asked may have many."""
    async with unreachable(tmp_path) as place:
        await until(lambda: place.session.status.text.startswith("Offline"))
        assert place.session.status.text.endswith(", nothing seen here yet")
        for key in ("nominations", "operations", "documents", "activity"):
            await until(lambda key=key: title(place, key) == UNREAD)
        place.session.synchronise()
        assert title(place, "nominations") == UNREAD, "a try is no answer"
        await until(lambda: not place.session.is_synchronising)


async def test_what_was_seen_is_shown_as_last_seen(tmp_path: Path) -> None:
    """The service goes after a first look at it."""
    with embedded.start(tmp_path / "sandbox", frozen=True) as service:
        async with program(service, tmp_path / "desk") as place:
            await until(lambda: title(place, "nominations") == "" and place.session.nominations.rowCount())
            service.stop()
            place.session.synchronise()
            await until(lambda: place.session.status.text.startswith("Offline"))
            assert place.session.status.text.endswith(", all shown as last seen")
            assert title(place, "nominations") == ""
