"""The columns of the documents list, and the words around downloading."""

from collections.abc import Callable
from datetime import datetime

from bunkerdesk.desk.lists import DocumentRow
from bunkerdesk.models.columns import RIGHT, Column, time_column
from bunkerdesk.rules.vocabulary import word

_WORDS = {"kept": "Have, here", "have": "Have", "missing": "Missing", "failed": "Failed"}
_TONES = {"kept": "ok", "have": "accent", "missing": "warning", "failed": "error"}
_HINTS = {
    "kept": "Its file is on this computer",
    "have": "The service has it; it is fetched when it is opened or downloaded",
}
_STEP = 1000


def size_words(size: int | None) -> str:
    """`312 kB`, `4.1 MB`; empty while nobody knows."""
    if size is None:
        return ""
    if size < _STEP:
        return f"{size} B"
    for unit, scale in (("kB", _STEP), ("MB", _STEP**2), ("GB", _STEP**3)):
        # As it is shown: 999 999 bytes are 1.0 MB, not 1000 kB.
        value = size / scale
        if round(value) < _STEP or unit == "GB":
            return f"{value:.0f} {unit}" if round(value, 1) >= 10 or unit == "kB" else f"{value:.1f} {unit}"
    return ""


def document_columns(now: Callable[[], datetime]) -> tuple[Column[DocumentRow], ...]:
    """In their default order."""
    return (
        Column("kind", "Type", lambda row: word("documentType", row.kind), 208, 0, sort="kind"),
        Column(
            "status",
            "State",
            lambda row: _WORDS.get(row.state, row.state),
            112,
            0,
            sort="state",
            tone=lambda row: _TONES.get(row.state, "neutral"),
            hinted=lambda row: row.why or _HINTS.get(row.state, ""),
            sample="Have, here",
        ),
        Column("reference", "Operation", lambda row: row.reference, 120, 0, sort="reference", tone=_problem),
        Column("vessel", "Receiver vessel", lambda row: row.vessel, 152, 1, sort="vessel"),
        Column("port", "Port", lambda row: row.port_code, 144, 3, sort="port", secondary=lambda row: row.port_name),
        time_column("delivered", "Delivery (port time)", lambda row: row.started, now, 2),
        Column(
            "size", "Size", lambda row: size_words(row.size), 76, 4, sort="size", alignment=RIGHT, copied=_exact_size
        ),
        Column("name", "File name", lambda row: row.name or row.why, 220, 5, sort="name"),
    )


def _exact_size(row: DocumentRow) -> str:
    return "" if row.size is None else str(row.size)


def _problem(row: DocumentRow) -> str:
    return "warning" if row.has_problem else ""
