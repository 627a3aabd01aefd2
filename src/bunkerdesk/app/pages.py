"""The pages of the window, in the order of the rail: one definition each, made when first shown."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from bunkerdesk.app.collecting import DOCUMENTS, DOWNLOADS
from bunkerdesk.app.editing_room import EDITOR
from bunkerdesk.app.planning import ACTIVITY, SCHEDULE
from bunkerdesk.commands.importing import IMPORT
from bunkerdesk.commands.review import REVIEW
from bunkerdesk.commands.standard import PageEntry
from bunkerdesk.runtime.clock import utc_now
from bunkerdesk.views.lists.pages import nomination_page, operation_page
from bunkerdesk.views.widgets.buttons import ActionButton

if TYPE_CHECKING:
    from bunkerdesk.app.workplace import Workplace

NOMINATIONS, OPERATIONS, OVERVIEW = "nominations", "operations", "overview"
REFERENCE_SECTION = "Reference"


@dataclass(frozen=True, slots=True)
class Page:
    """One page; `section` is the heading above it in the rail, empty for the work itself."""

    entry: PageEntry
    make: "Callable[[Workplace], QWidget]"
    section: str = ""


def all_pages() -> tuple[Page, ...]:
    """Every page. A page whose widgets are heavy imports them in its maker."""
    return (
        Page(PageEntry(NOMINATIONS, "Nominations", NOMINATIONS), _nominations),
        Page(PageEntry(SCHEDULE, "Schedule", SCHEDULE), _schedule),
        Page(PageEntry(OPERATIONS, "Operations", OPERATIONS), _operations),
        Page(PageEntry(REVIEW, "Review", REVIEW), _review),
        Page(PageEntry(DOCUMENTS, "Documents", "documents"), _documents),
        Page(PageEntry(DOWNLOADS, "Downloads", "download"), _downloads),
        Page(PageEntry(OVERVIEW, "Overview", OVERVIEW), _overview),
        Page(PageEntry(EDITOR, "Editor", "edit"), _editor, "Being edited"),
        Page(PageEntry(IMPORT, "Import", "import"), _import, "Being edited"),
        Page(PageEntry(ACTIVITY, "Activity", ACTIVITY, "Ctrl+B"), _activity, REFERENCE_SECTION),
    )


def _nominations(place: "Workplace") -> QWidget:
    session = place.session
    page = place.joined(nomination_page(session.nominations, session.desk.nominations.facet, place.settings, utc_now))
    page.add_actions([place.importing.serve(page)])
    return page


def _operations(place: "Workplace") -> QWidget:
    session = place.session
    page = place.joined(operation_page(session.operations, session.desk.operations.facet, place.settings, utc_now))
    page.add_actions([ActionButton(place.actions["review.open"], "operations.review", page)])
    return page


def _editor(place: "Workplace") -> QWidget:
    return place.editing_room.make_page()


def _import(place: "Workplace") -> QWidget:
    return place.importing.make_page()


def _overview(place: "Workplace") -> QWidget:
    from bunkerdesk.app.overview import overview_page

    return overview_page(place)


def _review(place: "Workplace") -> QWidget:
    return place.reviewing.make_page()


def _schedule(place: "Workplace") -> QWidget:
    return place.planning.schedule_page()


def _activity(place: "Workplace") -> QWidget:
    return place.planning.change_page()


def _documents(place: "Workplace") -> QWidget:
    return place.collecting.make_documents()


def _downloads(place: "Workplace") -> QWidget:
    return place.collecting.make_downloads()
