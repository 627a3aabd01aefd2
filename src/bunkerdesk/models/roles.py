"""What a list model answers besides Qt's own roles."""

from enum import IntEnum

from PySide6.QtCore import Qt

_FIRST = int(Qt.ItemDataRole.UserRole) + 1


class Role(IntEnum):
    """Roles for delegates, commands and tests."""

    ITEM = _FIRST
    """The row object (`NominationRow`, `OperationRow`), None where it could not be read."""
    ID = _FIRST + 1
    """The id of the row."""
    SECONDARY = _FIRST + 2
    """The faint part behind the text: an offset, a port's name. Empty where there is none."""
    TONE = _FIRST + 3
    """`accent`, `ok`, `warning`, `error`, `operation` or `neutral`; empty in columns without one."""
    EXACT = _FIRST + 4
    """The exact value for copying."""
    MATCH = _FIRST + 5
    """Spans of the text that match the filter: a tuple of (start, length); None for none."""
    SECONDARY_MATCH = _FIRST + 6
    """The same for the secondary text."""
    COLUMN = _FIRST + 7
    """The column's key; also in `headerData`."""
    CHANGED = _FIRST + 8
    """True where the service changed the record and nobody has acknowledged it."""
    EDITED = _FIRST + 9
    """`being edited` or `waiting to be sent` where an edit of the record is not sent yet; empty elsewhere."""
