"""What a findings report says, in words; the sheets and the paper only lay it out."""

from dataclasses import dataclass

SIDE_BY_SIDE = tuple[str, ...]
"""One line of the table of notes; a line of one text is the heading of a group."""


@dataclass(frozen=True, slots=True)
class ReportFinding:
    """One finding with the reviewer's words on it."""

    rule: str
    severity: str
    note: str
    sentence: str
    besides: str
    """Both verdicts where they differ, and what makes it lawful all the same."""
    source: str
    remark: str

    @property
    def whole(self) -> str:
        """The sentence with what must be known beside it."""
        return ": ".join(filter(None, (self.sentence, self.besides)))


@dataclass(frozen=True, slots=True)
class ReportDocument:
    """One document or one that is missing."""

    kind: str
    state: str
    name: str
    sha256: str


@dataclass(frozen=True)
class Report:
    """Everything a findings report says, in words."""

    reference: str
    vessel: str
    verdict: str
    """Empty while nobody has signed."""
    tone: str
    """`ok`, `warning`, `error` or `neutral`."""
    facts: tuple[tuple[str, str], ...]
    summary: str
    remark: str
    findings: tuple[ReportFinding, ...]
    table: tuple[SIDE_BY_SIDE, ...]
    documents: tuple[ReportDocument, ...]
    later: tuple[tuple[str, str, str], ...]
    """Field, as signed, now."""
    made_at: str
