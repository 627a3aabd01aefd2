"""The findings report as a workbook: summary, findings, the notes side by side, documents. Texts are never formulas.

Sentences and figures are this program's words, with their units: they stay texts, written as a spreadsheet writes them.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from bunkerdesk.desk.export_table import clean
from bunkerdesk.desk.findings_rows import Report
from bunkerdesk.rules.wording import plain_figures

LONGEST_TEXT = 32_000
_WIDEST = 80


def draw(report: Report, path: Path) -> None:
    """Write the workbook. Raises `OSError`."""
    import xlsxwriter

    options = {"strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
    with xlsxwriter.Workbook(str(path), options) as book:
        facts = [(name, plain_figures(value)) for name, value in report.facts]
        summary = [("Verdict", report.verdict or "not signed"), *facts, ("Found", report.summary)]
        summary += [("Remark", report.remark)] if report.remark else []
        _sheet(book, "Summary", ("Findings report", report.made_at), summary)
        titles = ("reference", "note", "rule", "severity", "finding", "source", "reviewer's note")
        _sheet(
            book,
            "Findings",
            titles,
            [
                (
                    report.reference,
                    item.note,
                    item.rule,
                    item.severity,
                    plain_figures(item.whole),
                    item.source,
                    item.remark,
                )
                for item in report.findings
            ],
        )
        columns, rows = (report.table[0], report.table[1:]) if report.table else ((), ())
        _sheet(book, "Delivery notes", columns, [tuple(map(plain_figures, row)) for row in rows])
        files = [(item.kind, item.state, item.name, item.sha256) for item in report.documents]
        _sheet(book, "Documents", ("document", "state", "name", "SHA-256"), files)
        if report.later:
            later = [tuple(map(plain_figures, row)) for row in report.later]
            _sheet(book, "Changed since sign-off", ("field", "signed", "now"), later)


def _sheet(book: Any, name: str, titles: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    sheet = book.add_worksheet(name)
    bold = book.add_format({"bold": True, "bottom": 1})
    group = book.add_format({"bold": True, "bg_color": "#EEF1F4"})
    wrapped = book.add_format({"text_wrap": True, "valign": "top"})
    widths = [len(title) + 2 for title in titles]
    for place, title in enumerate(titles):
        sheet.write_string(0, place, clean(title), bold)
    for line, row in enumerate(rows, start=1):
        for place, text in enumerate(row):
            sheet.write_string(
                line, place, clean(text)[:LONGEST_TEXT], group if len(row) == 1 < len(titles) else wrapped
            )
            if place < len(widths):
                widths[place] = max(widths[place], min(len(text) + 2, _WIDEST))
    for place, width in enumerate(widths):
        sheet.set_column(place, place, width)
    sheet.freeze_panes(1, 0)
