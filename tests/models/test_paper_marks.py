"""What is said of figures on paper."""

import pytest

from bunkerdesk.models.paper_index import PlacedFigure
from bunkerdesk.models.paper_marks import placement_words, summary, tone_of
from bunkerdesk.rules.paper.figure import Placement, Verdict, not_found

FOUND = Placement("productDensity", Verdict.FOUND, 0, 10, 15, "968.5", "Density")
WEAK = Placement("receiverVesselIMO", Verdict.FOUND, 0, 30, 37, "9811000")
DIFFERS = Placement("quantityDelivered", Verdict.DIFFERS, 1, 5, 12, "123.804 metric tons", "Quantity")


@pytest.mark.parametrize(
    ("placement", "tone", "words"),
    [
        (FOUND, "ok", "Product density: found on the paper"),
        (WEAK, "warning", "without a label"),
        (DIFFERS, "error", "the paper says 123.804 metric tons"),
        (not_found("customerRating"), "neutral", "not found"),
    ],
)
def test_each_verdict_has_its_tone_and_words(placement: Placement, tone: str, words: str):
    """Colour is never alone: a screen reader hears the same."""
    assert tone_of(placement) == tone
    assert words in placement_words(placement)


def test_the_summary_counts_what_a_surveyor_wants_to_know():
    """Found first, then what is wrong; nothing said of a paper without figures."""
    placed = [PlacedFigure(each) for each in (FOUND, WEAK, DIFFERS, not_found("customerRating"))]
    assert summary(placed) == "2 figures found on the paper, 1 differs, 1 not found"
    assert summary(placed[:1]) == "1 figure found on the paper"
    assert summary([]) == ""
