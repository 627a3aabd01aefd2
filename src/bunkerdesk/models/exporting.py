"""A list on the screen as a table to export: its columns as shown, with exact and typed values."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from bunkerdesk.desk.export import Cell, Heading, Pace, Table
from bunkerdesk.models.columns import Column
from bunkerdesk.rules import wording

SLICE = 200
Read = Callable[[Sequence[int]], Mapping[int, Any]]
"""Reads the rows of ids; called in a worker thread."""

# Columns with a value better than its words, by key: how the heading reads, and the value of a row.
_TYPED: dict[str, tuple[Heading, Callable[[Any], Cell]]] = {
    "bunkering": (Heading("Bunkering", is_time=True), lambda row: row.bunkering),
    "started": (Heading("Started", is_time=True), lambda row: row.started),
    "ended": (Heading("Ended", is_time=True), lambda row: row.ended),
    "seen": (Heading("Seen", is_time=True), lambda row: row.seen_at),
    "duration": (Heading("Duration in minutes"), lambda row: row.duration_minutes),
    "notes": (Heading("Delivery notes"), lambda row: row.notes),
    "documents": (Heading("Documents"), lambda row: row.documents),
}
_LEFT_OUT = frozenset({"until"})
"""What is true at the moment of looking only."""


def list_table(title: str, columns: Sequence[Column[Any]], ids: Sequence[int], read: Read, subtitle: str) -> Table:
    """The rows of ids in the given columns, in their order; rows are read in slices as the file grows."""
    wanted = [column for column in columns if str(column.key) not in _LEFT_OUT]
    typed = [_TYPED.get(str(column.key)) or (Heading(column.title), _exact(column)) for column in wanted]

    def rows(pace: Pace) -> Iterator[list[Cell]]:
        for start in range(0, len(ids), SLICE):
            part = ids[start : start + SLICE]
            found = read(part)
            for identifier in part:
                pace.step()
                row = found.get(identifier)
                if row is not None:
                    yield [value(row) for _, value in typed]

    return Table(title, tuple(heading for heading, _ in typed), rows, subtitle)


def _exact(column: Column[Any]) -> Callable[[Any], Cell]:
    return lambda row: column.exact(row).replace(wording.THIN, "")
