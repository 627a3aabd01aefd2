"""Claim clocks: until when a shortage or a quality claim may be made, by counterparty, counting down.

The times are contractual. 15 days for quantity and 30 for quality are common practice notes; some contracts have 24
or 48 hours for a shortage, so hours are kept.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from enum import StrEnum, auto
from typing import Any

from bunkerdesk.rules.notes.case import Case, with_zone

COMMON_PRACTICE = "common practice; the contract governs"
_LONGEST_HOURS = 24 * 3660


class ClaimKind(StrEnum):
    """What is claimed."""

    SHORTAGE = auto()
    QUALITY = auto()


@dataclass(frozen=True, slots=True)
class ClaimTerms:
    """Hours after the delivery for each kind; `source` says where they stand."""

    shortage_hours: int = 15 * 24
    quality_hours: int = 30 * 24
    source: str = COMMON_PRACTICE

    def hours(self, kind: ClaimKind) -> int:
        """The hours for a kind of claim."""
        return self.shortage_hours if kind is ClaimKind.SHORTAGE else self.quality_hours


@dataclass(frozen=True)
class ClaimBook:
    """The terms of each counterparty, by its folded name; the default for all others. JSON-able."""

    default: ClaimTerms = field(default_factory=ClaimTerms)
    by_counterparty: Mapping[str, ClaimTerms] = field(default_factory=dict)

    def terms(self, counterparty: str | None) -> ClaimTerms:
        """The terms agreed with a counterparty."""
        return self.by_counterparty.get(_folded(counterparty or ""), self.default)

    @property
    def longest_hours(self) -> int:
        """How long after a delivery any claim may still be made."""
        every = (self.default, *self.by_counterparty.values())
        return max(max(terms.shortage_hours, terms.quality_hours) for terms in every)

    def with_terms(self, counterparty: str, terms: ClaimTerms | None) -> "ClaimBook":
        """The book with a counterparty's terms set; None removes them."""
        name = _folded(counterparty)
        kept = {key: value for key, value in self.by_counterparty.items() if key != name}
        return ClaimBook(self.default, kept if terms is None else kept | {name: terms})

    def to_object(self) -> dict[str, Any]:
        """The book as a JSON object."""
        parties = {name: _terms_object(terms) for name, terms in self.by_counterparty.items()}
        return {"default": _terms_object(self.default), "counterparties": parties}

    @classmethod
    def from_object(cls, given: object) -> "ClaimBook":
        """Read a book from JSON; what is not readable takes the common practice."""
        fields = given if isinstance(given, dict) else {}
        parties = fields.get("counterparties")
        return cls(
            _terms(fields.get("default")),
            {_folded(str(name)): _terms(item) for name, item in (parties if isinstance(parties, dict) else {}).items()},
        )


def _folded(name: str) -> str:
    return " ".join(name.casefold().split())


def _terms_object(terms: ClaimTerms) -> dict[str, Any]:
    return {"shortageHours": terms.shortage_hours, "qualityHours": terms.quality_hours, "source": terms.source}


def _terms(given: object) -> ClaimTerms:
    fields = given if isinstance(given, dict) else {}
    common = ClaimTerms()

    def hours(name: str, otherwise: int) -> int:
        value = fields.get(name)
        if isinstance(value, bool) or not isinstance(value, int | Decimal) or not 0 < value <= _LONGEST_HOURS:
            return otherwise
        return max(1, int(value))

    source = fields.get("source")
    return ClaimTerms(
        hours("shortageHours", common.shortage_hours),
        hours("qualityHours", common.quality_hours),
        source if isinstance(source, str) and source else common.source,
    )


class ClockState(StrEnum):
    """How a claim clock stands; `SOON` in its last quarter."""

    OPEN = auto()
    SOON = auto()
    EXPIRED = auto()


@dataclass(frozen=True, slots=True)
class Deadline:
    """One claim clock of one note."""

    kind: ClaimKind
    counts_from: datetime
    due: datetime
    remaining: timedelta
    state: ClockState
    source: str


def deadlines(case: Case, book: ClaimBook | None = None) -> list[Deadline]:
    """The claim clocks of the case's note, counted from the end of its transfer (else the delivery date's end).

    Hours are counted through a change of the clocks, and both ends are told by the port's. Empty where neither is
    stated or no clock is known. The counterparty is the supplier.
    """
    supplier = case.note.supplier_company_name
    if not supplier and case.operation.supplier:
        supplier = case.operation.supplier.company_name
    terms = (book or ClaimBook()).terms(supplier)
    began = _counted_from(case)
    if began is None:
        return []
    found: list[Deadline] = []
    for kind in ClaimKind:
        span = timedelta(hours=terms.hours(kind))
        try:
            due = (began.astimezone(UTC) + span).astimezone(began.tzinfo)
        except OverflowError:
            continue
        remaining = due - case.now
        state = ClockState.EXPIRED if remaining <= timedelta(0) else ClockState.OPEN
        if state is ClockState.OPEN and remaining <= span / 4:
            state = ClockState.SOON
        found.append(Deadline(kind, began, due, remaining, state, terms.source))
    return found


def _counted_from(case: Case) -> datetime | None:
    moment = case.note.end_transfer_timestamp
    if moment is None and case.note.delivery_date is not None:
        moment = datetime.combine(case.note.delivery_date, datetime.max.time().replace(microsecond=0))
    if moment is None:
        return None
    counted = with_zone(moment, case.clock)
    return case.on_port_clock(counted) if counted.tzinfo is not None else None
