"""What this computer keeps for a connection: what was seen, with its age, and what was typed and not sent yet."""

from bunkerdesk.cache.database import Database
from bunkerdesk.cache.lines import (
    OPERATIONS,
    WORKLIST,
    Line,
    ListTable,
    OperationLine,
    Seen,
    Selection,
    StoredRecord,
    WorkLine,
)
from bunkerdesk.cache.problem import Reason, StoreProblem
from bunkerdesk.cache.schema import LAST
from bunkerdesk.cache.store import Opened, Store, store_directory

__all__ = [
    "LAST",
    "OPERATIONS",
    "WORKLIST",
    "Database",
    "Line",
    "ListTable",
    "Opened",
    "OperationLine",
    "Reason",
    "Seen",
    "Selection",
    "Store",
    "StoreProblem",
    "StoredRecord",
    "WorkLine",
    "store_directory",
]
