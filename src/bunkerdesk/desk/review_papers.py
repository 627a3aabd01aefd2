"""What the notes' papers say otherwise than the service: kept with the review, valid while file and figures stand."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal

from bunkerdesk.desk.review_state import Review
from bunkerdesk.rules import wording
from bunkerdesk.rules.notes.case import Case
from bunkerdesk.rules.paper.figure import Figure
from bunkerdesk.rules.paper.figures import digest_of, figures_of

ON_PAPER = "the delivery note as signed"
"""What a difference rests on."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A figure that stands otherwise on its note's paper."""

    note: str
    place: str
    """JSON path from the operation."""
    words: str
    stated: str = ""
    """What the service says."""

    @property
    def key(self) -> str:
        """Under which a note and a tick on it are kept with the review."""
        return f"differs|{self.place}"

    @property
    def sentence(self) -> str:
        """Both figures: `Quantity delivered: the paper says 123.804 metric tons, the service 122.004 metric tons`."""
        return f"{self.words}, the service {self.stated}"


def paper_differences(case: Case, review: Review) -> list[Difference]:
    """What the papers that were read say otherwise; a paper or a note that has changed since says nothing."""
    return list(_differences(case, review)) if review.papers else []


def _differences(case: Case, review: Review) -> Iterator[Difference]:
    for place, said in sorted(review.papers.items()):
        if not said.differs or not place.isdecimal() or int(place) >= len(case.notes):
            continue
        one = case.of_note(int(place))
        facts = case.files.get(said.document_id)
        figures = figures_of(one.note)
        if facts is None or facts.sha256 != said.sha256 or digest_of(figures) != said.figures:
            continue
        stated = {figure.key: _stated(figure) for figure in figures}
        for path, words in said.differs:
            yield Difference(one.label, one.place(path), words, stated.get(path, ""))


def _stated(figure: Figure) -> str:
    match figure.value:
        case datetime():
            return wording.dated_time(figure.value)
        case date():
            return wording.dated_day(figure.value)
        case Decimal():
            return f"{wording.number(figure.value)} {figure.unit}".strip()
        case _:
            return f"{figure.value} {figure.unit}".strip()
