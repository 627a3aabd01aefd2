"""What this computer keeps for a connection: what was seen, with its age, and what was typed and not sent yet."""

from bunkerdesk.cache.change_rows import ChangeRow, ChangeRows
from bunkerdesk.cache.database import Database
from bunkerdesk.cache.document_line import DocumentLine
from bunkerdesk.cache.document_list import DOCUMENTS
from bunkerdesk.cache.lines import (
    OPERATIONS,
    WORKLIST,
    Difference,
    Line,
    ListTable,
    Near,
    OperationLine,
    ScheduleLine,
    Seen,
    Selection,
    StoredRecord,
    WorkLine,
)
from bunkerdesk.cache.listing import Busy
from bunkerdesk.cache.problem import Reason, StoreProblem
from bunkerdesk.cache.schema import LAST
from bunkerdesk.cache.store import Opened, Store, store_directory

__all__ = [
    "DOCUMENTS",
    "LAST",
    "OPERATIONS",
    "WORKLIST",
    "Busy",
    "ChangeRow",
    "ChangeRows",
    "Database",
    "Difference",
    "DocumentLine",
    "Line",
    "ListTable",
    "Near",
    "Opened",
    "OperationLine",
    "Reason",
    "ScheduleLine",
    "Seen",
    "Selection",
    "Store",
    "StoreProblem",
    "StoredRecord",
    "WorkLine",
    "store_directory",
]
