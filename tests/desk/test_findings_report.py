"""The findings report and the note of protest as files a person would send on."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtPdf import QPdfDocument
from tests.review_world import LOW_FLASH, keep, operation

from bunkerdesk.cache import Store
from bunkerdesk.desk.findings_report import protest_texts, report_of, write_protest, write_report
from bunkerdesk.desk.findings_rows import Report, ReportDocument, ReportFinding
from bunkerdesk.desk.keeping import Keeper
from bunkerdesk.desk.review_state import Verdict, finding_keys
from bunkerdesk.desk.reviews import Examination, Reviews

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
TABLE = (
    ("Figure", "Nominated", "Certificate", "BDN-1"),
    ("Quality",),
    ("Flash point", "min 60 °C", "72 °C", "55.5 °C B13"),
)


def text_of(path: Path) -> str:
    document = QPdfDocument()
    document.load(str(path))
    return "\n".join(document.getAllText(page).text() for page in range(document.pageCount()))


def made_up(**fields: Any) -> Report:
    values: dict[str, Any] = {
        "reference": "ONE",
        "vessel": "Nordic Star",
        "verdict": "",
        "tone": "neutral",
        "facts": (("Port", "Algeciras"),),
        "summary": "1 error",
        "remark": "",
        "findings": (ReportFinding("B13", "error", "BDN-1", "Flash point is low", "beyond both", "SOLAS", ""),),
        "table": TABLE,
        "documents": (ReportDocument("Bunker delivery note", "have", "bdn.pdf", "ab" * 32),),
        "later": (),
        "made_at": "2026-11-21 12:00 +00:00",
    }
    return Report(**(values | fields))


@pytest.fixture
async def reviews(tmp_path: Path) -> AsyncIterator[Reviews]:
    """Of one operation with a flash point too low."""
    store = Store.open(tmp_path / "store").store
    keeper = Keeper(store)
    keep(store, operation("ONE", LOW_FLASH))
    yield Reviews(store, keeper, list)
    await keeper.aclose()
    store.close()


@pytest.fixture
async def first(reviews: Reviews) -> Examination:
    """The head of the queue, as nobody has judged it yet."""
    async for items in reviews.queue():
        number = items[0].id
    return await examined(reviews, number)


async def examined(reviews: Reviews, number: int) -> Examination:
    shown = await reviews.examine(number)
    assert shown is not None
    return shown


@pytest.fixture
async def report(reviews: Reviews, first: Examination) -> Report:
    """Of a signed protest with a note on the finding."""
    key = finding_keys(first.report)[0]
    await reviews.keep(first.record, lambda review: review.with_note(key, "tested ashore"))
    noted = await examined(reviews, first.record.id)
    await reviews.sign(noted, Verdict.PROTEST, "A. Surveyor", "Protested on board")
    return report_of(await examined(reviews, first.record.id), TABLE, NOW)


async def test_a_signed_protest_is_the_letter_that_was_signed(reviews: Reviews, first: Examination) -> None:
    """What a surveyor changed in the letter is what is saved again, not what the rules would write today."""
    ((note, letter),) = protest_texts(first, NOW)
    assert note
    assert letter.startswith("NOTE OF PROTEST")
    edited = letter.replace("Dear Sirs,", "Dear Captain,")
    await reviews.sign(first, Verdict.PROTEST, "A. Surveyor", edited)
    ((_, again),) = protest_texts(await examined(reviews, first.record.id), NOW)
    assert again.rstrip() == edited.rstrip()


async def test_the_paper_says_verdict_findings_sources_and_who_signed(report: Report, tmp_path: Path) -> None:
    """What is sent on stands by itself."""
    write_report(report, tmp_path / "report.pdf")
    said = text_of(tmp_path / "report.pdf")
    for words in ("ONE", "Nordic Star", "Protested", "A. Surveyor", "B13", "Flash point 55.5", "SOLAS", "tested ashore",
                  "Protested on board", "min 60", "Safety data sheet"):  # fmt: skip
        assert words in said, words


async def test_the_workbook_has_every_finding_in_a_row(report: Report, tmp_path: Path) -> None:
    """A sheet to sort and filter; a text that looks like a formula stays a text."""
    from python_calamine import CalamineWorkbook

    evil = ReportFinding("B99", "warning", "=1+1", "=cmd|' /C calc'!A0", "", "", "")
    write_report(made_up(findings=(*report.findings, evil)), tmp_path / "report.xlsx")
    book = CalamineWorkbook.from_path(str(tmp_path / "report.xlsx"))
    rows = book.get_sheet_by_name("Findings").to_python()
    assert rows[0] == ["reference", "note", "rule", "severity", "finding", "source", "reviewer's note"]
    assert len(rows) == len(report.findings) + 2
    assert rows[-1][4] == "=cmd|' /C calc'!A0"
    assert "tested ashore" in rows[1]


async def test_a_figure_of_the_workbook_is_found_as_it_is_typed(tmp_path: Path) -> None:
    """Findings, facts and the notes side by side: a minus that is one, digits in one piece."""
    from python_calamine import CalamineWorkbook

    figure, plain = "\u22121\u202f250.5 t", "-1250.5 t"
    finding = ReportFinding("B10", "warning", "BDN-1", f"Short by {figure}", "", "", "")
    made = made_up(findings=(finding,), facts=(("Transfer", figure),), table=(TABLE[0], ("Mass", figure, "", "")))
    write_report(made, tmp_path / "report.xlsx")
    book = CalamineWorkbook.from_path(str(tmp_path / "report.xlsx"))
    cells = [str(cell) for name in book.sheet_names for row in book.get_sheet_by_name(name).to_python() for cell in row]
    assert {plain, f"Short by {plain}"} <= set(cells)
    assert not any(sign in cell for cell in cells for sign in "\u2212\u202f")


async def test_endless_and_exotic_texts_fit_on_the_paper(tmp_path: Path) -> None:
    """A hostile note must not keep the report from being written."""
    words = "W" * 3_000
    odd = "中远海运 <b>& سفينة \x00\x07 \ud800"
    finding = ReportFinding("B01", "warning", odd, words, odd, odd, words)
    wide = (
        ("Figure", "Nominated", "Certificate", *(f"BDN-{n}" for n in range(9))),
        (words,),
        ("x", odd, words, *[words] * 9),
    )
    write_report(made_up(findings=(finding,) * 30, table=wide, vessel=odd, remark=words), tmp_path / "report.pdf")
    assert "B01" in text_of(tmp_path / "report.pdf")


async def test_a_report_that_cannot_be_written_leaves_the_former_one(tmp_path: Path) -> None:
    """Whole or not at all."""
    target = tmp_path / "folder" / "report.pdf"
    with pytest.raises(OSError, match="folder"):
        write_report(made_up(), target)
    assert not target.exists()


async def test_the_letter_has_its_values_in_a_column_and_its_signatures_on_one_page(tmp_path: Path) -> None:
    """A labelled line, a long one, a paragraph, signatures: all on paper, the last together."""
    long = "A very long company name " * 8
    filler = "\n\n".join(f"{number}. Paragraph of the letter." for number in range(21))
    signed = (
        "Please acknowledge receipt.\n\nFor the vessel:         ____   Date: ____\n                        B. Ortiz"
    )
    head = f"NOTE OF PROTEST\n\nDate:                   22 Nov 2026\nSupplier:               {long}"
    text = f"{head}\n\n{filler}\n\n{signed}\n"
    write_protest(text, tmp_path / "letter.pdf")
    document = QPdfDocument()
    document.load(str(tmp_path / "letter.pdf"))
    pages = [document.getAllText(page).text() for page in range(document.pageCount())]
    assert len(pages) == 2
    assert "Please acknowledge" in pages[1]
    assert "B. Ortiz" in pages[1]
    assert "20. Paragraph" in "".join(pages)
    assert " ".join("".join(pages).split()).count("very long company name") == 8


async def test_a_note_of_protest_keeps_its_lines(tmp_path: Path) -> None:
    """As edited, as plain text and on paper; long lines are broken, none is lost."""
    text = "NOTE OF PROTEST\n\n" + "\n".join(f"{n}. " + "long words " * 14 for n in range(1, 80))
    write_protest(text, tmp_path / "protest.txt")
    assert (tmp_path / "protest.txt").read_text(encoding="utf-8").splitlines()[2].startswith("1. long")
    write_protest(text, tmp_path / "protest.pdf")
    assert "79. long words" in text_of(tmp_path / "protest.pdf")
