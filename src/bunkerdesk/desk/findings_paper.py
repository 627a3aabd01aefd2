"""The findings report on paper, as a person would send it on."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from bunkerdesk.desk.export_table import clean
from bunkerdesk.desk.findings_rows import Report
from bunkerdesk.desk.paper_fonts import doubts_of, font_for
from bunkerdesk.rules.visual_order import visual
from bunkerdesk.rules.wording import first_upper

_MARGIN = 42.0
_INK, _QUIET, _RULE, _SHADE = "#141A21", "#5C6875", "#DFE4EA", "#EEF1F4"
_TONES = {
    "ok": ("#1A7F4B", "#E3F4EA"),
    "warning": ("#9A6300", "#FCF1DC"),
    "error": ("#BF2F27", "#FBE7E5"),
    "info": ("#0A66C2", "#E6F0FA"),
    "neutral": (_QUIET, _SHADE),
}
_LONGEST, _LONGEST_CELL = 700, 160
"""Characters of a text, and of one in the table of notes: a row must fit on a page."""
_WIDE_FROM = 3
"""Notes from which on the paper lies across."""


def draw(report: Report, path: Path) -> None:
    """Draw the report. Raises `OSError`."""
    from reportlab.lib.pagesizes import A4, landscape
    from reportlab.platypus import SimpleDocTemplate

    notes = max(len(report.table[0]) - 3, 0) if report.table else 0
    size = landscape(A4) if notes >= _WIDE_FROM else A4
    document = SimpleDocTemplate(
        str(path),
        pagesize=size,
        leftMargin=_MARGIN,
        rightMargin=_MARGIN,
        topMargin=_MARGIN,
        bottomMargin=_MARGIN + 8,
        title=clean(f"Findings report {report.reference}"),
        author="Bunker Desk",
        subject=clean(report.vessel),
    )
    story = _Story(size[0] - 2 * _MARGIN)
    story.head(report)
    story.findings(report)
    story.notes(report)
    story.documents(report)

    doubts = doubts_of(map(_printable, _strings(asdict(report))))

    def foot(canvas: Any, _: Any) -> None:
        canvas.saveState()
        canvas.setFillColor(_QUIET)
        font, shown = font_for(
            _printable(f"{report.reference[:40]}, {report.vessel[:60]}. Made {report.made_at} with Bunker Desk")
        )
        canvas.setFont(font, 7.5)
        canvas.drawString(_MARGIN, _MARGIN - 12, visual(shown))
        canvas.setFont("Helvetica", 7)
        canvas.drawString(_MARGIN, _MARGIN - 21, doubts)
        canvas.drawRightString(size[0] - _MARGIN, _MARGIN - 12, f"Page {canvas.getPageNumber()}")
        canvas.restoreState()

    document.build(story.parts, onFirstPage=foot, onLaterPages=foot)


class _Story:
    """Collects the parts of the paper."""

    def __init__(self, width: float) -> None:
        self.width = width
        self.parts: list[Any] = []

    def head(self, report: Report) -> None:
        """Title, verdict, facts, summary."""
        from reportlab.platypus.flowables import Spacer

        tone = report.tone if report.verdict else "neutral"
        foreground, ground = _TONES[tone]
        title = [
            _text("Findings report", 17, bold=True),
            _text(", ".join(filter(None, (report.reference, report.vessel))), 11, color=_QUIET),
        ]
        verdict = _text(report.verdict or "Not signed", 11, bold=True, color=foreground, align=1)
        widths = (self.width - 150, 150)
        style = [("VALIGN", (0, 0), (-1, -1), "MIDDLE"), ("BACKGROUND", (1, 0), (1, 0), ground),
                 ("LEFTPADDING", (0, 0), (0, 0), 0), ("TOPPADDING", (1, 0), (1, 0), 8),
                 ("BOTTOMPADDING", (1, 0), (1, 0), 8), ("ROUNDEDCORNERS", [5, 5, 5, 5])]  # fmt: skip
        self.parts.append(_table([[title, verdict]], widths, style))
        self.parts.append(Spacer(0, 8))
        pairs = [report.facts[place : place + 2] for place in range(0, len(report.facts), 2)]
        rows = []
        for pair in pairs:
            row = [part for name, value in pair for part in (_text(name, 8, color=_QUIET), _text(value, 9))]
            rows.append(row + [""] * (4 - len(row)))
        share = (self.width - 180) / 2
        self.parts.append(_table(rows, (90, share, 90, share), [("LEFTPADDING", (0, 0), (0, -1), 0), *_TIGHT]))
        if report.remark:
            self.section("Remark")
            for line in report.remark[: 8 * _LONGEST].splitlines():
                self.parts.append(_text(line or "\u00a0", 9))

    def findings(self, report: Report) -> None:
        """Every finding with its source and the reviewer's words."""
        self.section("Findings", report.summary)
        if not report.findings:
            self.parts.append(_text("Nothing found: every check that applies has passed.", 9))
            return
        rows, style = [], [*_TIGHT, *_RULED]
        for place, item in enumerate(report.findings):
            foreground, ground = _TONES[item.severity]
            style.append(("BACKGROUND", (0, place), (0, place), ground))
            words = [_text(item.sentence, 9.5, bold=True)]
            words += [_text(first_upper(item.besides), 8.5)] if item.besides else []
            words += [_text(item.source, 8, color=_QUIET)] if item.source else []
            words += [_text(f"Reviewer: {item.remark}", 8.5, color=_TONES["info"][0])] if item.remark else []
            mark = [_text(item.rule, 9, bold=True, color=foreground, align=1),
                    _text(item.severity, 7, color=foreground, align=1)]  # fmt: skip
            rows.append([mark, words, _text(item.note[:_LONGEST_CELL], 8, color=_QUIET)])
        self.parts.append(_table(rows, (48, self.width - 148, 100), style))

    def notes(self, report: Report) -> None:
        """The notes side by side."""
        if len(report.table) < 2:
            return
        self.section("Delivery notes side by side")
        columns = len(report.table[0])
        style: list[Any] = [*_TIGHT, *_RULED, ("BACKGROUND", (0, 0), (-1, 0), _SHADE)]
        rows: list[list[Any]] = [[_text(title[:_LONGEST_CELL], 8, bold=True) for title in report.table[0]]]
        for place, line in enumerate(report.table[1:], start=1):
            if len(line) == 1:
                style += [("SPAN", (0, place), (-1, place)), ("BACKGROUND", (0, place), (-1, place), "#F4F6F8")]
                rows.append([_text(line[0][:_LONGEST_CELL], 8, bold=True, color=_QUIET), *[""] * (columns - 1)])
            else:
                rows.append(
                    [
                        _text(line[0][:_LONGEST_CELL], 8, color=_QUIET),
                        *(_text(text[:_LONGEST_CELL], 8.5) for text in line[1:]),
                    ]
                )
        first, own = min(110.0, self.width / columns), self.width - min(110.0, self.width / columns)
        self.parts.append(_table(rows, (first, *[own / (columns - 1)] * (columns - 1)), style, head=1))

    def documents(self, report: Report) -> None:
        """What papers there are, with their hashes, and what changed after the signature."""
        if report.documents:
            self.section("Documents")
            rows = [[_text(title, 8, bold=True) for title in ("Document", "State", "Name", "SHA-256")]]
            for item in report.documents:
                tone = _TONES["ok" if item.state == "have" else "warning"][0]
                state = _text(item.state, 8, bold=True, color=tone)
                digest = _text(item.sha256 or "not stored here", 6.2, color=_QUIET, splits=True)
                rows.append([_text(item.kind, 8), state, _text(item.name[:_LONGEST_CELL], 8), digest])
            widths = (self.width * 0.26, 48, self.width * 0.3, self.width * 0.44 - 48)
            style = [*_TIGHT, *_RULED, ("BACKGROUND", (0, 0), (-1, 0), _SHADE)]
            self.parts.append(_table(rows, widths, style, head=1))
        if report.later:
            self.section("Changed since sign-off")
            rows = [[_text(title, 8, bold=True) for title in ("Field", "Signed", "Now")]]
            rows += [[_text(text[:_LONGEST], 8) for text in line] for line in report.later]
            style = [*_TIGHT, *_RULED, ("BACKGROUND", (0, 0), (-1, 0), _SHADE)]
            self.parts.append(_table(rows, [self.width / 3] * 3, style, head=1))

    def section(self, title: str, beside: str = "") -> None:
        """A heading with a quiet word beside it."""
        from reportlab.platypus.flowables import CondPageBreak, Spacer

        self.parts += [CondPageBreak(70), Spacer(0, 12), _text(title, 11.5, bold=True)]
        if beside:
            self.parts.append(_text(beside, 8.5, color=_QUIET))
        self.parts.append(Spacer(0, 4))


_TIGHT = [("VALIGN", (0, 0), (-1, -1), "TOP"), ("TOPPADDING", (0, 0), (-1, -1), 2.5),
          ("BOTTOMPADDING", (0, 0), (-1, -1), 3), ("LEFTPADDING", (0, 0), (-1, -1), 5),
          ("RIGHTPADDING", (0, 0), (-1, -1), 5)]  # fmt: skip
_RULED = [("LINEBELOW", (0, 0), (-1, -1), 0.5, _RULE)]


def _table(rows: list[list[Any]], widths: Sequence[float], style: Sequence[Any], head: int = 0) -> Any:
    from reportlab.platypus import Table

    return Table(rows, colWidths=list(widths), style=list(style), repeatRows=head, splitByRow=1, splitInRow=1)


def _text(  # noqa: PLR0913  a piece of type has that many sides
    text: str, size: float, *, bold: bool = False, color: str = _INK, align: int = 0, splits: bool = False
) -> Any:
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.platypus import Paragraph

    font, shown = font_for(_printable(text[:_LONGEST]), bold=bold)
    look: dict[str, Any] = {"fontName": font, "fontSize": size, "leading": size * 1.25, "textColor": color}
    style = ParagraphStyle("text", alignment=align, wordWrap="CJK" if splits else None, **look)
    return Paragraph(escape(visual(shown)), style)


def _strings(value: Any) -> Iterator[str]:
    """Every text in a report."""
    if isinstance(value, str):
        yield value[:_LONGEST]
    elif isinstance(value, dict | list | tuple):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _strings(item)


def _printable(text: str) -> str:
    return "".join(letter if letter.isprintable() else " " for letter in clean(text))
