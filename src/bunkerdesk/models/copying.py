"""Selected rows as text for a spreadsheet (TSV) and as an HTML table; large selections in slices of time."""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from time import perf_counter
from typing import cast

from PySide6.QtCore import QAbstractItemModel, QItemSelection, QItemSelectionRange, QMimeData, Qt

from bunkerdesk.models.roles import Role

SLICE_SECONDS = 0.006


@dataclass(frozen=True, slots=True)
class CopiedTable:
    """The same rows twice; `rows` is their number."""

    tsv: str
    html: str
    rows: int

    def mime_data(self) -> QMimeData:
        """For the clipboard."""
        mime = QMimeData()
        mime.setText(self.tsv)
        mime.setHtml(self.html)
        return mime


def selected_runs(selection: QItemSelection) -> list[tuple[int, int]]:
    """The selected rows as stretches of (first, last), ascending.

    Walks the ranges: asking for every index of 20,000 selected rows takes 0.3 s.
    """
    spans = sorted(
        (part.top(), part.bottom()) for part in cast("Iterable[QItemSelectionRange]", selection) if part.isValid()
    )
    merged: list[tuple[int, int]] = []
    for top, bottom in spans:
        if merged and top <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(bottom, merged[-1][1]))
        else:
            merged.append((top, bottom))
    return merged


async def copy_rows(
    model: QAbstractItemModel, stretches: Sequence[tuple[int, int]], columns: Sequence[int], *, headers: bool
) -> CopiedTable:
    """Copy rows in the given columns (in the order on the screen), exact values, with or without a header line.

    Gives way to the event loop every few milliseconds. The rows are those at the start: persistent indexes would
    cost more than the copy, so ids that move meanwhile are copied where they were seen last.
    """
    lines: list[Sequence[str]] = []
    deadline = perf_counter() + SLICE_SECONDS
    for first, last in stretches:
        for row in range(first, min(last, model.rowCount() - 1) + 1):
            lines.append([_cell(model, row, column) for column in columns])
            if perf_counter() > deadline:
                await asyncio.sleep(0)
                deadline = perf_counter() + SLICE_SECONDS
    titles = [_title(model, column) for column in columns] if headers else None
    return table(lines, titles)


def table(lines: Sequence[Sequence[str]], titles: Sequence[str] | None = None) -> CopiedTable:
    """Lines of cells as TSV and HTML."""
    everything = [titles, *lines] if titles is not None else lines
    tsv = "".join("\t".join(map(_one_line, line)) + "\n" for line in everything)
    head = _html_line("th", titles) if titles is not None else ""
    body = "".join(_html_line("td", line) for line in lines)
    return CopiedTable(tsv, f'<meta charset="utf-8"><table>{head}{body}</table>', len(lines))


def _html_line(tag: str, cells: Sequence[str]) -> str:
    return "<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in cells) + "</tr>"


def _one_line(cell: str) -> str:
    """A tab or a line end inside a value would shift every cell behind it."""
    return " ".join(cell.split()) if any(sign in cell for sign in "\t\r\n\v\f\x85\u2028\u2029") else cell


def _cell(model: QAbstractItemModel, row: int, column: int) -> str:
    value = model.index(row, column).data(Role.EXACT)
    return value if isinstance(value, str) else ""


def _title(model: QAbstractItemModel, column: int) -> str:
    return str(model.headerData(column, Qt.Orientation.Horizontal) or "")
