"""The pages of the window, in the order of the rail: one definition each, made when first shown."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from bunkerdesk.commands.standard import PageEntry
from bunkerdesk.runtime.clock import utc_now
from bunkerdesk.views.lists.pages import nomination_page, operation_page

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
        Page(PageEntry(OPERATIONS, "Operations", OPERATIONS), _operations),
        Page(PageEntry(OVERVIEW, "Overview", OVERVIEW), _overview),
    )


def _nominations(place: "Workplace") -> QWidget:
    session = place.session
    return place.joined(nomination_page(session.nominations, session.desk.nominations.facet, place.settings, utc_now))


def _operations(place: "Workplace") -> QWidget:
    session = place.session
    return place.joined(operation_page(session.operations, session.desk.operations.facet, place.settings, utc_now))


def _overview(place: "Workplace") -> QWidget:
    from bunkerdesk.app.overview import overview_page

    return overview_page(place)
