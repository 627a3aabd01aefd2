"""A list on the screen as a table to export: its columns as shown, with exact and typed values."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from typing import Any

from bunkerdesk.desk.export_table import Cell, Heading, Pace, Table
from bunkerdesk.models.columns import RIGHT, Column
from bunkerdesk.rules import wording

SLICE = 200
Read = Callable[[Sequence[int]], Mapping[int, Any]]
"""Reads the rows of ids; called in a worker thread."""

Typed = tuple[Heading, Callable[[Any], Cell]]


def _quantity(row: Any) -> Cell:
    """The figure where all notes are in one unit; else the words, for sums of tonnes and cubic metres are none."""
    figure, _ = _parted(row.delivered)
    return wording.plain_figures(row.delivered) if figure is None else figure


def _unit(row: Any) -> Cell:
    return _parted(row.delivered)[1]


def _parted(words: str) -> tuple[Decimal | None, str]:
    figure, _, unit = wording.plain_figures(words).partition(" ")
    try:
        return (None, "") if " " in unit else (Decimal(figure), unit)
    except InvalidOperation:
        return None, ""


# Columns with a value better than its words, by key: how the headings read, and the values of a row.
_TYPED: dict[str, tuple[Typed, ...]] = {
    "bunkering": ((Heading("Bunkering", is_time=True), lambda row: row.bunkering),),
    "started": ((Heading("Started", is_time=True), lambda row: row.started),),
    "ended": ((Heading("Ended", is_time=True), lambda row: row.ended),),
    "seen": ((Heading("Seen", is_time=True), lambda row: row.seen_at),),
    "duration": ((Heading("Duration in minutes"), lambda row: row.duration_minutes),),
    "notes": ((Heading("Delivery notes"), lambda row: row.notes),),
    "documents": ((Heading("Documents"), lambda row: row.documents),),
}
_LEFT_OUT = frozenset({"until"})
"""What is true at the moment of looking only."""


def list_table(title: str, columns: Sequence[Column[Any]], ids: Sequence[int], read: Read, subtitle: str) -> Table:
    """The rows of ids in the given columns, in their order; rows are read in slices as the file grows."""
    wanted = [column for column in columns if str(column.key) not in _LEFT_OUT]
    typed = [pair for column in wanted for pair in _typed(column)]

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


def _typed(column: Column[Any]) -> tuple[Typed, ...]:
    key = str(column.key)
    if key == "delivered" and column.alignment == RIGHT:  # the quantity; the list of documents has a time of that name
        return (Heading("Delivered"), _quantity), (Heading("Delivered unit"), _unit)
    if key == "delivered":
        return ((Heading("Delivered", is_time=True), lambda row: row.started),)
    if key == "size":
        return ((Heading("Size in bytes"), lambda row: row.size),)
    return _TYPED.get(key) or ((Heading(column.title), column.exact),)
