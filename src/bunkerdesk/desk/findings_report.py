"""The findings report of a review: a paper to send on, or sheets to work with; and the note of protest as a file.

Whole or not at all: a file takes its name when it is complete.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path

from bunkerdesk.contract.operation import Operation
from bunkerdesk.desk.export import staged
from bunkerdesk.desk.export_table import clean
from bunkerdesk.desk.findings_rows import SIDE_BY_SIDE, Report, ReportDocument, ReportFinding
from bunkerdesk.desk.review_papers import ON_PAPER, Difference, paper_differences
from bunkerdesk.desk.review_state import VERDICT_WORDS, Verdict, finding_keys
from bunkerdesk.desk.reviews import Examination
from bunkerdesk.rules import wording
from bunkerdesk.rules.findings import Severity
from bunkerdesk.rules.identifiers import imo_in
from bunkerdesk.rules.notes.matrix import State, document_matrix
from bunkerdesk.rules.notes.outcomes import Outcome
from bunkerdesk.rules.notes.protest_text import note_of_protest
from bunkerdesk.rules.notes.times import transfer

STATES = {State.HAVE: "have", State.MISSING: "missing", State.NOT_NEEDED: "not needed"}


def report_of(shown: Examination, table: tuple[SIDE_BY_SIDE, ...], moment: datetime) -> Report:
    """The report of an examination; `table` are the notes side by side, its first line the columns."""
    signed, operation = shown.review.sign_off, shown.case.operation
    receiver, supplier = operation.receiver, operation.supplier
    code = operation.bunkering_location_code or ""
    port = " ".join(filter(None, (operation.bunkering_location_name or shown.case.port_name, code and f"({code})")))
    facts = [
        ("Our reference", shown.record.reference),
        ("Vessel", _vessel(operation)),
        ("Port", port),
        ("Status", wording.status("operation", str(operation.status or ""))),
        ("Supplier", (supplier.company_name if supplier else None) or ""),
        ("Supplying asset", (supplier.asset_name if supplier else None) or ""),
        ("Operation standard", operation.operation_standard_code or ""),
        *_courses(shown),
        ("Data as of", _clock(shown, shown.record.seen_at)),
    ]
    if signed is not None:
        facts += [("Reviewed by", signed.reviewer), ("Signed", _clock(shown, signed.at))]
    differs = paper_differences(shown.case, shown.review)
    tones = {"accept": "ok", "remark": "warning", "protest": "error"}
    return Report(
        shown.record.reference,
        (receiver.vessel_name if receiver else None) or "",
        VERDICT_WORDS[signed.verdict] if signed else "",
        tones[signed.verdict.value] if signed else "neutral",
        tuple((name, value) for name, value in facts if value),
        _summary(shown, differs),
        signed.remark if signed else "",
        tuple(_findings(shown, differs)),
        table,
        tuple(_documents(shown)),
        tuple((item.words, item.before, item.after) for item in shown.later),
        _clock(shown, moment),
    )


def write_report(report: Report, target: Path) -> None:
    """Write a report; the ending of the name, `.pdf` or `.xlsx`, chooses the form. Blocks; raises `OSError`."""
    if target.suffix.lower() == ".xlsx":
        from bunkerdesk.desk.findings_sheets import draw
    else:
        from bunkerdesk.desk.findings_paper import draw
    _whole(target, lambda path: draw(report, path))


def protest_texts(shown: Examination, moment: datetime) -> list[tuple[str, str]]:
    """(note, letter) of every note; once a protest is signed only the letter as it was signed, with what was edited."""
    signed = shown.review.sign_off
    if signed is not None and signed.verdict is Verdict.PROTEST and signed.remark:
        return [("as signed", signed.remark)]
    cases = enumerate(shown.case.of_every_note())
    return [(case.label, note_of_protest(case, shown.report.of_note(index).findings, moment)) for index, case in cases]


def write_protest(text: str, target: Path) -> None:
    """Write a note of protest as plain text or, where the name ends with `.pdf`, on paper. Raises `OSError`."""
    if target.suffix.lower() == ".pdf":
        from bunkerdesk.desk.letter_paper import draw_letter

        _whole(target, lambda path: draw_letter(text, path))
    else:
        _whole(target, lambda path: path.write_bytes(f"{clean(text).rstrip()}\n".encode()))


def _whole(target: Path, work: Callable[[Path], object]) -> None:
    with staged(target) as path:
        work(path)


def _clock(shown: Examination, moment: datetime) -> str:
    """On the port's clock: what is sent on names one clock throughout."""
    return wording.dated_time(shown.case.of_note(0).on_port_clock(moment) if shown.case.notes else moment)


def _vessel(operation: Operation) -> str:
    receiver = operation.receiver
    if receiver is None:
        return ""
    number = imo_in(receiver.vessel_identifier)
    named = f"(IMO {number})" if number is not None else receiver.vessel_identifier
    return " ".join(filter(None, (receiver.vessel_name, named)))


def _courses(shown: Examination) -> list[tuple[str, str]]:
    """When and how fast each note's fuel was transferred."""
    found: list[tuple[str, str]] = []
    for place in range(min(len(shown.case.notes), 6)):
        case = shown.case.of_note(place)
        start, run = case.note.start_transfer_timestamp, transfer(case)
        if start is None or run is None:
            continue
        words = f"{wording.dated_time(start)}, {wording.duration(int(run.minutes))}"
        if run.rate is not None and run.rate.is_finite() and abs(run.rate.adjusted()) < 12:
            words += f", {wording.number(round(run.rate, 1))} t/h"
        found.append((f"Transfer {case.label}", words))
    return found


def _summary(shown: Examination, differs: Sequence[Difference]) -> str:
    found, outcomes = shown.report.severities, shown.report.outcomes
    words = wording.count_words(len(differs), "figure differs from the paper", "figures differ from the paper")
    parts = [words] if differs else []
    parts += [
        wording.count_words(found[severity], word)
        for severity, word in ((Severity.ERROR, "error"), (Severity.WARNING, "warning"), (Severity.INFO, "remark"))
    ]
    passed, other = outcomes[Outcome.PASSED], outcomes[Outcome.NOT_APPLICABLE]
    return ", ".join([*parts, f"{wording.count_words(passed, 'check')} passed", f"{other} not applicable"])


def _findings(shown: Examination, differs: Sequence[Difference]) -> list[ReportFinding]:
    notes: Mapping[str, str] = shown.review.notes
    differing = [
        ReportFinding("Paper", "warning", one.note, one.sentence, "", ON_PAPER, notes.get(one.key, ""))
        for one in differs
    ]
    return differing + [
        ReportFinding(
            item.rule, item.severity.value, note or "", item.sentence, item.besides, item.source, notes.get(key, "")
        )
        for (note, item), key in zip(shown.report.rows(), finding_keys(shown.report), strict=True)
    ]


def _documents(shown: Examination) -> list[ReportDocument]:
    found: list[ReportDocument] = []
    for row in document_matrix(shown.case):
        kind = wording.word("documentType", row.document_type) or row.document_type
        if row.state is State.MISSING:
            found.append(ReportDocument(kind, STATES[row.state], row.why, ""))
        for document in row.documents:
            facts = shown.case.files.get(document.document_id or "")
            name = document.document_name or document.document_id or "document"
            found.append(ReportDocument(kind, STATES[State.HAVE], name, (facts.sha256 if facts else "") or ""))
    return found
