"""What a rule says of a case: found, passed, not applicable or missing data, always with the reason in words."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum, auto

from bunkerdesk.rules.findings import Finding, Severity


class Outcome(StrEnum):
    """The four outcomes of a rule."""

    FOUND = auto()
    PASSED = auto()
    NOT_APPLICABLE = auto()
    MISSING = auto()


@dataclass(frozen=True, slots=True)
class Judged:
    """The outcome of one rule; `reason` says why it passed, does not apply or could not be judged."""

    outcome: Outcome
    findings: tuple[Finding, ...] = ()
    reason: str = ""


def passed(reason: str = "") -> Judged:
    """Nothing to remark."""
    return Judged(Outcome.PASSED, (), reason)


def not_applicable(reason: str) -> Judged:
    """The rule does not concern this case."""
    return Judged(Outcome.NOT_APPLICABLE, (), reason)


def missing(reason: str) -> Judged:
    """The rule concerns this case, but a figure it needs is not there or cannot be read."""
    return Judged(Outcome.MISSING, (), reason)


def judged(findings: Iterable[Finding | None], reason: str = "") -> Judged:
    """Found when there is any finding, else passed; None entries are left out."""
    kept = tuple(finding for finding in findings if finding is not None)
    return Judged(Outcome.FOUND, kept, reason) if kept else passed(reason)


ERROR, WARNING, INFO = Severity.ERROR, Severity.WARNING, Severity.INFO
