"""What the review page says of one operation, made from its examination. No Qt: views draw it."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from bunkerdesk.contract.delivery_note import LngNote
from bunkerdesk.desk.review_papers import ON_PAPER, Difference, paper_differences
from bunkerdesk.desk.review_state import VERDICT_WORDS, Later, Review, Verdict, finding_keys
from bunkerdesk.desk.reviews import Examination
from bunkerdesk.models.review_charts import Charts, charts_of
from bunkerdesk.models.review_gas import computed_values
from bunkerdesk.models.review_tables import SEVERITY_WORDS, TONES, NoteTable, note_table
from bunkerdesk.models.review_timeline import Timeline, timeline_of
from bunkerdesk.rules import wording
from bunkerdesk.rules.findings import Severity
from bunkerdesk.rules.notes.by_eye import to_look_for
from bunkerdesk.rules.notes.case import Case
from bunkerdesk.rules.notes.claims import ClaimKind, ClockState, Deadline
from bunkerdesk.rules.notes.matrix import State, document_matrix
from bunkerdesk.rules.notes.outcomes import Outcome
from bunkerdesk.rules.notes.registry import BY_NUMBER, Report
from bunkerdesk.rules.notes.retention import retention


@dataclass(frozen=True, slots=True)
class Header:
    """Who, where, when, and how long a claim may be made."""

    reference: str
    vessel: str
    status: str
    tone: str
    subtitle: str
    claim: str
    claim_tone: str
    claim_hint: str


@dataclass(frozen=True, slots=True)
class FindingLine:
    """One finding as the panel shows it."""

    key: str
    rule: str
    title: str
    severity: str
    """`error`, `warning` or `remark`; `paper differs` for what no rule but the paper tells."""
    tone: str
    sentence: str
    on: str
    """` on BDN-77-2`, or empty."""
    source: str
    margin: str
    """How limit and limit + 0.59 R judge, and what makes it lawful all the same."""
    place: str
    note: str
    typed: str | None = None
    """What stood in the note's field when the program ended in the middle of it; None where nothing was."""

    @property
    def bare(self) -> "FindingLine":
        """The finding without what a person wrote on it."""
        return replace(self, note="", typed=None)


@dataclass(frozen=True, slots=True)
class CheckLine:
    """One rule that found nothing, with the reason."""

    rule: str
    title: str
    on: str
    outcome: str
    reason: str


@dataclass(frozen=True, slots=True)
class TickLine:
    """One line of the checklist."""

    key: str
    text: str
    hint: str
    tone: str
    is_ticked: bool


@dataclass(frozen=True, slots=True)
class PaperLine:
    """One kind of paper: `have`, `missing` or `not needed`."""

    name: str
    state: str
    tone: str
    why: str
    files: tuple[tuple[str, str], ...]
    """(document id, document name)."""


LETTER_ELSEWHERE = "Protest… opens the letter as it was signed"


@dataclass(frozen=True, slots=True)
class Signed:
    """The signature under the review, in words; `verdict` empty while it is open."""

    verdict: str = ""
    words: str = ""
    tone: str = ""
    remark: str = ""
    reopened: tuple[str, ...] = ()


@dataclass(frozen=True)
class ReviewPage:
    """Everything the page shows."""

    id: int
    header: Header
    timeline: Timeline
    table: NoteTable
    charts: Charts
    findings: tuple[FindingLine, ...]
    checks: tuple[CheckLine, ...]
    checklist: tuple[TickLine, ...]
    papers: tuple[PaperLine, ...]
    later: tuple[Later, ...]
    signed: Signed
    suggested: Verdict
    """What the findings speak for: the primary action."""
    edition: str
    """The agreed edition of ISO 8217; empty while nobody has chosen."""
    edition_in_use: str
    has_scrubber: bool | None
    is_gas_only: bool
    """Every note is an LNG note: neither ISO 8217 nor a scrubber means anything."""
    keeping: str
    """How long note and sample are kept."""

    @property
    def counts(self) -> dict[str, int]:
        """How many findings of each severity."""
        return {name: sum(1 for line in self.findings if line.severity == name) for name in SEVERITY_WORDS.values()}

    @property
    def passed(self) -> int:
        """How many checks passed."""
        return sum(1 for line in self.checks if line.outcome == Outcome.PASSED)

    @property
    def not_applicable(self) -> int:
        """How many checks do not concern these notes."""
        return sum(1 for line in self.checks if line.outcome == Outcome.NOT_APPLICABLE)

    @property
    def without_data(self) -> int:
        """How many checks could not be made: a figure is missing."""
        return sum(1 for line in self.checks if line.outcome == Outcome.MISSING)


def review_page(shown: Examination, now: datetime) -> ReviewPage:
    """The page of an examination."""
    case, report, review = shown.case, shown.report, shown.review
    first = case.of_note(0) if case.notes else None
    findings = tuple(_finding_lines(report, review))
    papers = tuple(_paper_lines(shown))
    differs = paper_differences(case, review)
    return ReviewPage(
        shown.record.id,
        _header(shown, now),
        timeline_of(case),
        note_table(case, report, computed_values(case)),
        charts_of(case),
        (*_of_papers(differs, review), *findings),
        tuple(_check_lines(report)),
        (*_differing(differs, review), *_by_eye(case, review), *_checklist(findings, papers, review)),
        papers,
        shown.later,
        _signed(review, now),
        _suggested(report, differs),
        review.edition,
        first.edition if first else "",
        review.has_scrubber,
        bool(case.notes) and all(isinstance(note, LngNote) for note in case.notes),
        _keeping(shown, now),
    )


def _suggested(report: Report, differs: list[Difference]) -> Verdict:
    if report.severities[Severity.ERROR]:
        return Verdict.PROTEST
    return Verdict.REMARK if report.severities[Severity.WARNING] or differs else Verdict.ACCEPT


def _header(shown: Examination, now: datetime) -> Header:
    operation = shown.case.operation
    status = str(operation.status or "")
    port = operation.bunkering_location_name or operation.bunkering_location_code or "no port"
    starts = [note.start_transfer_timestamp for note in shown.case.notes if note.start_transfer_timestamp]
    day = wording.date_words(starts[0].date(), now.date()) if starts else ""
    supplier = (operation.supplier.company_name if operation.supplier else None) or ""
    claim, tone, hint = claim_words(shown.deadlines, now)
    return Header(
        shown.record.reference or "no reference",
        shown.vessel,
        wording.status("operation", status) if status else "",
        wording.status_tone("operation", status),
        ", ".join(filter(None, (port, day, supplier))),
        claim,
        tone,
        hint,
    )


_CLAIM = {ClaimKind.SHORTAGE: "Shortage", ClaimKind.QUALITY: "Quality"}


def claim_words(clocks: Iterable[Deadline], now: datetime) -> tuple[str, str, str]:
    """The next claim clock in words, its tone, and all clocks with their source."""
    every = sorted(clocks, key=lambda clock: clock.due)
    if not every:
        return "No claim clock: the end of the transfer is not stated, or not by a known clock", "neutral", ""
    hint = "\n".join(
        f"{_CLAIM[clock.kind]} claim by {' '.join(wording.port_time(clock.due, now.date()))}: "
        f"{_left(clock, now)} ({clock.source})"
        for clock in every
    )
    running = [clock for clock in every if clock.due > now]
    if not running:
        return "Claim times have run out", "error", hint
    first = running[0]
    words = f"{_CLAIM[first.kind]} claim by {wording.date_words(first.due.date(), now.date())}, {_left(first, now)}"
    return words, "warning" if first.state is ClockState.SOON else "neutral", hint


def _left(clock: Deadline, now: datetime) -> str:
    words = wording.until(clock.due, now)
    return words if words.endswith("ago") else f"{words} left"


def doubts(shown: Examination) -> str:
    """What is asked before a delivery is accepted; empty where checks and papers have nothing against it."""
    errors = shown.report.severities[Severity.ERROR]
    differs = paper_differences(shown.case, shown.review)
    found = [f"The checks found {wording.count_words(errors, 'error')}."] if errors else []
    found += [f"{one.sentence}." for one in differs]
    return "\n".join([*found, "Accept all the same?"]) if found else ""


def _of_papers(differs: list[Difference], review: Review) -> Iterable[FindingLine]:
    """What the paper says otherwise stands before what the rules found: the signed paper is what a claim rests on."""
    for one in differs:
        yield FindingLine(
            key=one.key,
            rule="Paper",
            title="Figure against paper",
            severity="paper differs",
            tone="error",
            sentence=one.sentence,
            on=f" on {one.note}",
            source=ON_PAPER,
            margin="",
            place=one.place,
            note=review.notes.get(one.key, ""),
            typed=review.typed.get(one.key),
        )


def _finding_lines(report: Report, review: Review) -> Iterable[FindingLine]:
    keys = finding_keys(report)
    for (number, item), key in zip(report.rows(), keys, strict=True):
        tail = f" on {number}" if number and item.sentence.endswith(f" on {number}") else ""
        rule = BY_NUMBER.get(item.rule)
        yield FindingLine(
            key,
            item.rule,
            rule.title if rule else "",
            SEVERITY_WORDS[item.severity],
            TONES[item.severity],
            item.sentence.removesuffix(tail).rstrip(",; ") if tail else item.sentence,
            tail,
            item.source,
            item.besides,
            item.places[0] if item.places else "",
            review.notes.get(key, ""),
            review.typed.get(key),
        )


def _check_lines(report: Report) -> Iterable[CheckLine]:
    for judgement in report.judgements:
        if judgement.outcome is not Outcome.FOUND:
            rule = BY_NUMBER[judgement.rule]
            yield CheckLine(
                rule.number, rule.title, judgement.note_number or "", judgement.outcome.value, judgement.reason
            )


_STATES = {State.HAVE: "have", State.MISSING: "missing", State.NOT_NEEDED: "not needed"}
_STATE_TONES = {State.HAVE: "ok", State.MISSING: "warning", State.NOT_NEEDED: "faint"}


def _paper_lines(shown: Examination) -> Iterable[PaperLine]:
    for row in document_matrix(shown.case):
        files = tuple((item.document_id or "", item.document_name or "document") for item in row.documents)
        is_extra = row.state is State.HAVE and not row.why
        yield PaperLine(
            wording.word("documentType", row.document_type) or row.document_type,
            _STATES[row.state],
            "neutral" if is_extra else _STATE_TONES[row.state],
            "; ".join(filter(None, (row.why, row.source))),
            files,
        )


_OF_PAPERS = frozenset({"B21", "B22"})
"""Their missing papers stand in the list of papers."""


def _differing(differs: list[Difference], review: Review) -> Iterable[TickLine]:
    for one in differs:
        yield TickLine(one.key, f"Paper differs. {one.words}", f"on {one.note}", "error", one.key in review.ticked)


def _by_eye(case: Case, review: Review) -> Iterable[TickLine]:
    for glance in to_look_for(case):
        key = f"eye|{glance.key}"
        yield TickLine(key, glance.words, glance.source, "neutral", key in review.ticked)


def _checklist(findings: tuple[FindingLine, ...], papers: tuple[PaperLine, ...], review: Review) -> Iterable[TickLine]:
    for line in findings:
        is_of_papers = line.place == "documentReferences" and line.rule in _OF_PAPERS
        if line.severity != SEVERITY_WORDS[Severity.INFO] and not is_of_papers:
            yield TickLine(
                line.key, f"{line.rule}: {line.sentence}", line.on.strip(), line.tone, line.key in review.ticked
            )
    for paper in papers:
        if paper.state != "not needed" and paper.why:
            key = f"paper|{paper.name}"
            text = f"{paper.name} sighted" if paper.state == "have" else f"{paper.name} asked for"
            yield TickLine(key, text, paper.why, paper.tone, key in review.ticked)


def _signed(review: Review, now: datetime) -> Signed:
    past = tuple(
        f"Reopened {wording.port_time(item.at, now.date())[0]} UTC by {item.by or 'nobody named'}: {item.reason}"
        for item in review.reopened
    )
    signed = review.sign_off
    if signed is None:
        return Signed(reopened=past)
    tone = {Verdict.ACCEPT: "ok", Verdict.REMARK: "warning", Verdict.PROTEST: "error"}[signed.verdict]
    clock, _ = wording.port_time(signed.at, now.date())
    words = f"{VERDICT_WORDS[signed.verdict]} by {signed.reviewer or 'nobody named'}, {clock} UTC"
    if signed.verdict is Verdict.PROTEST:  # a letter: it would push what it is about off the screen
        return Signed(VERDICT_WORDS[signed.verdict], words, tone, LETTER_ELSEWHERE, past)
    return Signed(VERDICT_WORDS[signed.verdict], words, tone, signed.remark, past)


def _keeping(shown: Examination, now: datetime) -> str:
    if not shown.case.notes:
        return ""
    kept = retention(shown.case.of_note(0))
    until = wording.date_words(kept.sample_until, now.date()) if kept.sample_until else ""
    return f"Keep the note until {wording.date_words(kept.note_until, now.date())} ({kept.note_source})\n" + (
        f"Keep the sample until {until} ({kept.sample_source})" if until else f"Sample: {kept.sample_source}"
    )
