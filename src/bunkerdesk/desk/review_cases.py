"""Cases from the store: an operation with all that is known beside it, ready for the rules. Blocking: for workers."""

import threading
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from bunkerdesk.cache import Store, StoredRecord
from bunkerdesk.cache.reviews import ReviewRows
from bunkerdesk.contract import jsontext
from bunkerdesk.contract.nomination import NominationBody
from bunkerdesk.contract.operation import Operation
from bunkerdesk.desk.record import Record
from bunkerdesk.desk.review_state import Review
from bunkerdesk.rules.fuel_limits import Limits
from bunkerdesk.rules.notes.belonging import belonging
from bunkerdesk.rules.notes.case import Case, FileFacts
from bunkerdesk.rules.notes.claims import ClaimBook
from bunkerdesk.rules.notes.registry import Report

LIMITS, CLAIMS = "limits", "claims"
HEAD = 16
_BREATH, _BREATH_AFTER = 0.0002, 10
"""Seconds of rest after so many operations: the window draws meanwhile."""
_FOLDER = "documents"


@dataclass(frozen=True)
class DeskRules:
    """What this desk has set for itself: limits other than the shipped ones, and claim terms by counterparty."""

    limits: Limits = field(default_factory=Limits)
    claims: ClaimBook = field(default_factory=ClaimBook)

    @classmethod
    def read(cls, store: Store) -> "DeskRules":
        """From the store; what is not readable is as shipped."""
        found = {name: _parsed(content) for name, content in ReviewRows(store.unsent).desk_rules().items()}
        return cls(Limits.from_object(found.get(LIMITS)), ClaimBook.from_object(found.get(CLAIMS)))


def review_key(reference: str, place: int) -> str:
    """The key of a review; operations that share a reference have one each."""
    return reference if place == 0 else f"{reference}\n{place}"


def reviews_of(store: Store) -> dict[str, Review]:
    """All reviews by their key."""
    return {key: Review.read(content) for key, content in ReviewRows(store.unsent).every().items()}


def review_of(store: Store, record: StoredRecord | Record) -> tuple[str, Review]:
    """The review of an operation, and its key."""
    key = review_key(record.reference, record.place)
    content = ReviewRows(store.unsent).one(key)
    return key, Review.read(content) if content is not None else Review()


class NoteNumbers:
    """Which operations use a note number; reads only operations that are new or have changed. From any thread."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._of: dict[int, tuple[int, str, tuple[str, ...]]] = {}
        self._users: dict[str, dict[str, int]] = {}

    def refresh(self, store: Store) -> dict[int, int]:
        """Bring it up to date; answers when each operation last changed, by id."""
        with self._guard:
            return self._refresh(store)

    def _refresh(self, store: Store) -> dict[int, int]:
        stamps = {identifier: changed for identifier, kind, changed in store.stamps() if kind == "operation"}
        for identifier in self._of.keys() - stamps.keys():
            self._forget(identifier)
        known = self._of
        new = [key for key, changed in stamps.items() if key not in known or known[key][0] != changed]
        for count, identifier in enumerate(new, start=1):
            self._learn(store, identifier, stamps[identifier])
            if not count % _BREATH_AFTER:
                time.sleep(_BREATH)
        return stamps

    def others(self, numbers: Iterable[str], reference: str) -> dict[str, tuple[str, ...]]:
        """Of an operation's numbers those that others use too, by reference; one may share its own."""
        own = Counter(number for number in numbers if number)
        with self._guard:
            users = {number: dict(self._users.get(number, {})) for number in own}
        found: dict[str, tuple[str, ...]] = {}
        for number, count in own.items():
            used = users[number]
            names = sorted(name for name in used if name != reference)
            names += [f"another operation {reference}"] if used.get(reference, 0) > count else []
            if names:
                found[number] = tuple(names)
        return found

    def _learn(self, store: Store, identifier: int, changed: int) -> None:
        self._forget(identifier)
        stored = store.record(identifier)
        if stored is None:
            return
        numbers = tuple(_numbers(stored.raw))
        self._of[identifier] = (changed, stored.reference, numbers)
        for number in numbers:
            users = self._users.setdefault(number, {})
            users[stored.reference] = users.get(stored.reference, 0) + 1

    def _forget(self, identifier: int) -> None:
        _, reference, numbers = self._of.pop(identifier, (0, "", ()))
        for number in numbers:
            users = self._users.get(number, {})
            users[reference] = users.get(reference, 1) - 1
            if users[reference] <= 0:
                users.pop(reference)


def _numbers(raw: bytes) -> Iterator[str]:
    given = _parsed(raw)
    notes = given.get("bunkerDeliveryNotes") if isinstance(given, dict) else None
    for note in notes if isinstance(notes, list) else ():
        number = note.get("number") if isinstance(note, dict) else None
        if isinstance(number, str) and number.strip():
            yield number.strip()


def _parsed(content: bytes) -> object:
    try:
        return jsontext.parse(content)
    except jsontext.MalformedJson:
        return None


@dataclass(frozen=True)
class Beside:
    """What stands beside all operations: the desk's rules, the note numbers in use, names of operation standards."""

    rules: DeskRules
    numbers: NoteNumbers
    standards: Mapping[str, str] = field(default_factory=dict)


def nominations_of(store: Store, reference: str) -> list[Record]:
    """The firm nominations under a reference, else its drafts."""
    return nominations_among(store.records(reference))


def nominations_among(stored: Sequence[StoredRecord]) -> list[Record]:
    """The firm nominations among records, else the drafts."""
    firm = [item for item in stored if item.kind == "nomination"]
    return [Record.of(item) for item in firm or [item for item in stored if item.kind == "draft"]]


def build_case(store: Store, record: Record, nominations: Sequence[Record], review: Review, beside: Beside) -> Case:
    """The case of an operation's record as of now; raises `TypeError` for another kind of record."""
    operation = record.resource
    if not isinstance(operation, Operation):
        raise TypeError("only operations are reviewed")
    numbers = [(note.number or "").strip() for note in operation.bunker_delivery_notes or ()]
    bodies = [item.resource for item in nominations]
    return Case(
        operation,
        datetime.now(UTC),
        belonging(operation, [body for body in bodies if isinstance(body, NominationBody)]),
        file_facts(store, record.id, review),
        beside.numbers.others(numbers, record.reference),
        beside.rules.limits,
        review.edition,
        review.has_scrubber,
        beside.standards.get(operation.operation_standard_code or "", ""),
    )


def file_facts(store: Store, record: int, review: Review) -> dict[str, FileFacts]:
    """What is known of an operation's kept files, by document id, beside the hashes that were signed."""
    kept = store.documents(lambda rows: rows.of_record(record))
    frozen = review.sign_off.hashes if review.sign_off else {}
    found: dict[str, FileFacts] = {}
    for item in kept:
        head = _head(store.directory, item.sha256)
        if head is not None:
            found[item.document_id] = FileFacts(item.size, head, item.sha256, frozen.get(item.document_id))
    return found


def _head(directory: Path | None, sha256: str) -> bytes | None:
    """The first bytes of a kept file; None where it is not here."""
    if directory is None or len(sha256) != 64 or not sha256.isalnum():
        return None
    try:
        with (directory / _FOLDER / sha256[:2] / sha256).open("rb") as file:
            return file.read(HEAD)
    except OSError:
        return None


def findings_rows(reference: str, report: Report) -> list[tuple[str, str, str, str, str, str]]:
    """`reference, note, rule, severity, finding, source` of every finding, errors first; for lists and exports."""
    return [
        (reference, note or "", item.rule, item.severity.value, item.whole, item.source) for note, item in report.rows()
    ]
