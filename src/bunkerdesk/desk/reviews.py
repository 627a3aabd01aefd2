"""Reviewing: which operations await judgement, what the rules say of each, and what a person has said.

The rules run in worker threads; the results are remembered until something they rest on changes.
"""

import asyncio
import time
from bisect import insort
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import partial

from bunkerdesk.cache import OPERATIONS, Selection, Store
from bunkerdesk.cache.reviews import ReviewRows
from bunkerdesk.contract import jsontext
from bunkerdesk.contract.enums import OperationStatus
from bunkerdesk.contract.jsontext import JsonObject
from bunkerdesk.contract.operation import Operation
from bunkerdesk.desk.changes import Hub, Unsubscribe
from bunkerdesk.desk.keeping import Keeper, now
from bunkerdesk.desk.lines import microseconds
from bunkerdesk.desk.record import Record
from bunkerdesk.desk.review_cases import (
    CLAIMS,
    LIMITS,
    Beside,
    DeskRules,
    NoteNumbers,
    build_case,
    findings_rows,
    nominations_among,
    nominations_of,
    review_key,
    review_of,
    reviews_of,
)
from bunkerdesk.desk.review_papers import paper_differences
from bunkerdesk.desk.review_state import (
    Later,
    Reopening,
    Review,
    SignOff,
    Verdict,
    changed_files,
    later_changes,
)
from bunkerdesk.rules.findings import Severity
from bunkerdesk.rules.fuel_limits import Limits
from bunkerdesk.rules.notes.case import Case, with_zone
from bunkerdesk.rules.notes.claims import ClaimBook, ClockState, Deadline, deadlines
from bunkerdesk.rules.notes.registry import Report, check

AWAITING = frozenset({OperationStatus.FINALISING.value, OperationStatus.ENDED.value})
"""States in which a delivery note is there and may be judged."""
PUT_AWAY = frozenset({OperationStatus.ARCHIVED.value})
"""What the service archives before anybody has judged it waits on while a claim can still be made."""
LONGEST_DELIVERY = timedelta(days=7)
"""Claim clocks count from the end of a delivery, the list knows its beginning."""
SLICE = 25
"""Operations checked in a row before the queue so far is told."""
_BREATH, _BREATH_AFTER = 0.0002, 3
"""Seconds of rest after so many operations: the window draws meanwhile."""


@dataclass(frozen=True, slots=True)
class QueueItem:
    """An operation that awaits review, or was signed and has changed since."""

    id: int
    reference: str
    vessel: str
    port: str
    errors: int
    warnings: int
    risk: int
    ended_at: datetime | None
    claim_by: datetime | None
    """The next claim clock that still runs."""
    is_expired: bool
    """Every claim clock has run out."""
    changed_since: int = 0
    """Fields and files that differ from what was signed; 0 for one that is not signed."""
    paper_differs: int = 0
    """Figures that stand otherwise on their note's paper, as far as the papers were read."""


@dataclass(frozen=True)
class Examination:
    """Everything about one operation under review."""

    record: Record
    case: Case
    report: Report
    review: Review
    nominations: tuple[Record, ...]
    deadlines: tuple[Deadline, ...]
    later: tuple[Later, ...]
    """What is otherwise than at the signature."""

    @property
    def name(self) -> str:
        """Which delivery it is: its reference and ship, as they stand beside a signature."""
        return ", ".join(filter(None, (self.record.reference, self.vessel)))

    @property
    def vessel(self) -> str:
        """The receiving ship's name: the operation's, else a note's."""
        receiver = self.case.operation.receiver
        named = (note.receiver_vessel_name for note in self.case.notes)
        return next(filter(None, (receiver.vessel_name if receiver else "", *named)), "")


PAPER_RISK = 100
"""A paper that says otherwise comes before warnings and after errors: what was signed is what a claim rests on."""

_Remembered = tuple[str, tuple[object, ...], QueueItem | None]
"""The key of the review, what the item rests on, and the item; a plain tuple, for there may be 20,000."""


class Reviews:
    """The reviews of one connection; methods belong to the loop's thread."""

    def __init__(self, store: Store, keeper: Keeper, standards: Callable[[], list[JsonObject]]) -> None:
        self._store = store
        self._keeper = keeper
        self._standards = standards
        self._numbers = NoteNumbers()
        self._remembered: dict[int, _Remembered] = {}
        self._hub: Hub[str] = Hub()

    def subscribe(self, listener: Callable[[str], None]) -> Unsubscribe:
        """Hear the reference of a review that was written; empty when the desk's rules changed."""
        return self._hub.subscribe(listener)

    # Reading

    async def queue(self) -> AsyncIterator[list[QueueItem]]:
        """The queue by risk and age, told again and again while operations are still being checked."""
        store, standards = self._store, self._standards_by_code()
        work = await asyncio.to_thread(_begin, store, self._numbers, standards)
        found: list[QueueItem] = []
        for start in range(0, len(work.candidates), SLICE):
            part = work.candidates[start : start + SLICE]
            for item in await asyncio.to_thread(_survey, store, work, part, self._remembered):
                insort(found, item, key=_by_risk_and_age)  # sorting 20,000 anew would hold up the window each time
            yield list(found)
        if not work.candidates:
            yield []

    async def examine(self, identifier: int) -> Examination | None:
        """Everything about an operation; None where it is none, or not in the store."""
        standards = self._standards_by_code()
        return await asyncio.to_thread(_examine, self._store, self._numbers, standards, identifier)

    async def desk_rules(self) -> DeskRules:
        """What this desk has set for itself."""
        return await asyncio.to_thread(DeskRules.read, self._store)

    # Writing

    async def keep(self, record: Record, change: Callable[[Review], Review]) -> Review:
        """Change a review that is not signed and keep it at once; a signed one stays as it is."""
        review = await self.keep_quietly(record, change)
        self._hub.publish(record.reference)
        return review

    async def keep_quietly(self, record: Record, change: Callable[[Review], Review]) -> Review:
        """The same without telling: nothing that is shown or counted rests on what is still being typed."""

        def work() -> Review:
            key, former = review_of(self._store, record)
            changed = former if former.is_signed else change(former)
            if changed != former:
                ReviewRows(self._store.unsent).put(key, changed.to_json(), now())
            return changed

        return await self._keeper.in_worker(work)

    async def sign(self, shown: Examination, verdict: Verdict, reviewer: str, remark: str = "") -> Review:
        """Sign what was shown: the data and the files' hashes stand frozen from here on."""
        signed = SignOff(
            verdict,
            reviewer.strip(),
            datetime.now(UTC),
            remark.strip(),
            shown.record.answer,
            tuple(record.answer for record in shown.nominations),
            {key: facts.sha256 for key, facts in shown.case.files.items() if facts.sha256},
            tuple(_finding_object(row) for row in findings_rows(shown.record.reference, shown.report)),
        )
        return await self.keep(shown.record, lambda review: replace(review, sign_off=signed))

    async def reopen(self, record: Record, by: str, reason: str) -> Review:
        """Take a signature back; raises `ValueError` without a reason."""
        if not reason.strip():
            raise ValueError("reopening a review needs a reason")

        def work() -> Review:
            key, former = review_of(self._store, record)
            if former.sign_off is None:
                return former
            entry = Reopening(datetime.now(UTC), by.strip(), reason.strip(), former.sign_off.verdict.value)
            opened = replace(former, sign_off=None, reopened=(*former.reopened, entry))
            ReviewRows(self._store.unsent).put(key, opened.to_json(), now())
            return opened

        review = await self._keeper.in_worker(work)
        self._hub.publish(record.reference)
        return review

    async def set_limits(self, limits: Limits) -> None:
        """Set the limits of this desk; every check follows them."""
        await self._set(LIMITS, jsontext.write(limits.to_object()))

    async def set_claims(self, claims: ClaimBook) -> None:
        """Set the claim terms of counterparties."""
        await self._set(CLAIMS, jsontext.write(claims.to_object()))

    async def _set(self, name: str, content: bytes) -> None:
        rows = ReviewRows(self._store.unsent)
        await self._keeper.in_worker(partial(rows.put_desk_rule, name, content, now()))
        self._remembered.clear()
        self._hub.publish("")

    def _standards_by_code(self) -> dict[str, str]:
        return {
            item["code"]: item["name"]
            for item in self._standards()
            if isinstance(item.get("code"), str) and isinstance(item.get("name"), str)
        }


def _by_risk_and_age(item: QueueItem) -> tuple[bool, int, float]:
    """Signed ones that have changed come first, then by risk, then the oldest."""
    return (not item.changed_since, -item.risk, item.ended_at.timestamp() if item.ended_at else 0.0)


def _finding_object(row: tuple[str, str, str, str, str, str]) -> JsonObject:
    _, note, rule, severity, sentence, source = row
    return {"rule": rule, "note": note, "severity": severity, "finding": sentence, "source": source}


# In worker threads


@dataclass(frozen=True)
class _Work:
    candidates: list[int]
    stamps: Mapping[int, tuple[int, int, int]]
    files: Mapping[int, tuple[int, int]]
    reviews: Mapping[str, Review]
    beside: Beside


def _begin(store: Store, numbers: NoteNumbers, standards: Mapping[str, str]) -> _Work:
    numbers.refresh(store)
    stamps, files = store.operation_stamps(), store.documents(lambda rows: rows.stamps())
    reviews = reviews_of(store)
    rules = DeskRules.read(store)
    waiting = Selection("started", descending=True, values={"status": AWAITING})
    since = datetime.now(UTC) - timedelta(hours=rules.claims.longest_hours) - LONGEST_DELIVERY
    put_away = Selection("started", descending=True, values={"status": PUT_AWAY}, start=microseconds(since))
    candidates = store.listing(
        OPERATIONS, lambda listing: [int(key) for one in (waiting, put_away) for key in listing.head(one, -1)]
    )
    return _Work(candidates, stamps, files, reviews, Beside(rules, numbers, standards))


def _survey(store: Store, work: _Work, part: list[int], remembered: dict[int, _Remembered]) -> list[QueueItem]:
    found: list[QueueItem] = []
    for count, identifier in enumerate(part):
        known = remembered.get(identifier)
        if known is None or known[1] != _rests_on(work, identifier, known[0]):
            known = _summary(store, work, identifier)
            if known is None:
                continue
            remembered[identifier] = known
            if not count % _BREATH_AFTER:
                time.sleep(_BREATH)
        if known[2] is not None:
            found.append(known[2])
    return found


def _rests_on(work: _Work, identifier: int, key: str) -> tuple[object, ...]:
    """What an item rests on: its operation and nominations, the kept files, the review, and the day."""
    review = work.reviews.get(key, Review())
    said = (review.edition, review.has_scrubber, review.sign_off, review.papers)
    return (work.stamps.get(identifier), work.files.get(identifier), said, datetime.now(UTC).date())


def _summary(store: Store, work: _Work, identifier: int) -> _Remembered | None:
    stored = store.record(identifier)
    if stored is None:
        return None
    key = review_key(stored.reference, stored.place)
    nominations = nominations_among(store.records(stored.reference))
    item = _checked(store, Record.of(stored), nominations, work.reviews.get(key, Review()), work.beside)
    return key, _rests_on(work, identifier, key), item


def _checked(
    store: Store, record: Record, nominations: list[Record], review: Review, beside: Beside
) -> QueueItem | None:
    case = build_case(store, record, nominations, review, beside)
    if not case.notes:
        return None
    changed = len(_later(case, review, record, nominations))
    if review.is_signed and not changed:
        return None
    report = check(case)
    clocks = _clocks(case, beside.rules.claims)
    running = [clock.due for clock in clocks if clock.state is not ClockState.EXPIRED]
    if case.operation.status in PUT_AWAY and not running:
        return None
    operation, differs = case.operation, len(paper_differences(case, review))
    views = case.of_every_note()
    ends = [
        with_zone(view.note.end_transfer_timestamp, view.clock) for view in views if view.note.end_transfer_timestamp
    ]
    aware = [end for end in ends if end.tzinfo is not None]
    return QueueItem(
        record.id,
        record.reference,
        (operation.receiver.vessel_name if operation.receiver else None) or "",
        operation.bunkering_location_name or operation.bunkering_location_code or "",
        report.severities[Severity.ERROR],
        report.severities[Severity.WARNING],
        report.risk + PAPER_RISK * differs,
        max(aware, default=None),
        min(running, default=None),
        bool(clocks) and not running,
        changed if review.is_signed else 0,
        differs,
    )


def _clocks(case: Case, claims: ClaimBook) -> list[Deadline]:
    """The claim clocks of all notes; of each kind the one that ends first."""
    every = [clock for one in case.of_every_note() for clock in deadlines(one, claims)]
    kinds = dict.fromkeys(clock.kind for clock in every)
    return [min((clock for clock in every if clock.kind is kind), key=lambda clock: clock.due) for kind in kinds]


def _later(case: Case, review: Review, record: Record, nominations: list[Record]) -> list[Later]:
    if review.sign_off is None:
        return []
    hashes = {key: facts.sha256 or "" for key, facts in case.files.items()}
    names = {item.document_id or "": item.document_name or "" for item in case.operation.document_references or ()}
    fields = later_changes(review.sign_off, record.answer, [item.answer for item in nominations])
    return [*fields, *changed_files(review.sign_off, hashes, names)]


def _examine(store: Store, numbers: NoteNumbers, standards: Mapping[str, str], identifier: int) -> Examination | None:
    stored = store.record(identifier)
    if stored is None or stored.kind != "operation":
        return None
    numbers.refresh(store)
    record = Record.of(stored)
    if not isinstance(record.resource, Operation):
        return None
    _, review = review_of(store, record)
    beside = Beside(DeskRules.read(store), numbers, standards)
    nominations = nominations_of(store, record.reference)
    case = build_case(store, record, nominations, review, beside)
    return Examination(
        record,
        case,
        check(case),
        review,
        tuple(nominations),
        tuple(_clocks(case, beside.rules.claims)),
        tuple(_later(case, review, record, nominations)),
    )
