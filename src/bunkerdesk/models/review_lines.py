"""The notes side by side as plain texts, for paper and sheets. No Qt."""

from bunkerdesk.models.review_tables import NoteTable, Row


def as_lines(table: NoteTable) -> tuple[tuple[str, ...], ...]:
    """The table as plain texts, its columns first; a line of one text is the heading of a group."""
    titles = ("Figure", "Nominated", "Certificate", *(column.number for column in table.columns))
    lines = [(row.label,) if row.is_heading else _line(row) for row in table.rows]
    return (titles, *lines) if table.rows else ()


def _line(row: Row) -> tuple[str, ...]:
    cells = []
    for cell in row.cells:
        rules = " ".join(dict.fromkeys(item.rule for item in cell.findings))
        cells.append(" ".join(filter(None, (cell.text, f"({cell.beside})" if cell.beside else "", rules))))
    return (row.label, row.nominated, row.certificate, *cells)
