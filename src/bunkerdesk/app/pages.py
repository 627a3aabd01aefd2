"""The pages of the window, in the order of the rail."""

from dataclasses import dataclass

from bunkerdesk.commands.importing import IMPORT
from bunkerdesk.commands.review import REVIEW
from bunkerdesk.commands.standard import PageEntry

NOMINATIONS, SCHEDULE, OPERATIONS = "nominations", "schedule", "operations"
DOCUMENTS, DOWNLOADS, OVERVIEW = "documents", "downloads", "overview"
EDITOR, ACTIVITY = "editor", "activity"


@dataclass(frozen=True, slots=True)
class Page:
    """One page; `section` is the heading above it in the rail, empty for the work itself."""

    entry: PageEntry
    section: str = ""


PAGES = (
    Page(PageEntry(NOMINATIONS, "Nominations", NOMINATIONS)),
    Page(PageEntry(SCHEDULE, "Schedule", SCHEDULE)),
    Page(PageEntry(OPERATIONS, "Operations", OPERATIONS)),
    Page(PageEntry(REVIEW, "Review", REVIEW)),
    Page(PageEntry(DOCUMENTS, "Documents", "documents")),
    Page(PageEntry(DOWNLOADS, "Downloads", "download")),
    Page(PageEntry(OVERVIEW, "Overview", OVERVIEW)),
    Page(PageEntry(EDITOR, "Editor", "edit"), "Being edited"),
    Page(PageEntry(IMPORT, "Import", "import"), "Being edited"),
    Page(PageEntry(ACTIVITY, "Activity", ACTIVITY, "Ctrl+B"), "Reference"),
)
