"""From placements to what is marked on the paper and said about it."""

from collections.abc import Iterable

from bunkerdesk.models.paper_index import PlacedFigure
from bunkerdesk.rules.field_names import field_words
from bunkerdesk.rules.paper.figure import Placement, Verdict
from bunkerdesk.rules.wording import count_words

STATES = {Verdict.FOUND: "found", Verdict.DIFFERS: "differs", Verdict.NOT_FOUND: "not found"}
TONES = {Verdict.FOUND: "ok", Verdict.DIFFERS: "error"}


def tone_of(placement: Placement) -> str:
    """`ok`, `error` where the paper says otherwise, `warning` where nothing says what the value is."""
    return "warning" if placement.is_weak else TONES.get(placement.verdict, "neutral")


def placement_words(placement: Placement) -> str:
    """What is said of one figure: `Quantity delivered: the paper says 123.804 metric tons`."""
    name = field_words(placement.key)
    match placement.verdict:
        case Verdict.DIFFERS:
            return f"{name}: the paper says {placement.printed}"
        case Verdict.FOUND:
            return f"{name}: found on the paper" + (", without a label" if placement.is_weak else "")
        case _:
            return f"{name}: not found on the paper"


def summary(placed: Iterable[PlacedFigure]) -> str:
    """`17 figures found on the paper, 1 differs, 2 not found`; empty for none."""
    verdicts = [each.placement.verdict for each in placed]
    if not verdicts:
        return ""
    counts = {verdict: verdicts.count(verdict) for verdict in Verdict}
    found = counts[Verdict.FOUND]
    parts = [f"{count_words(found, 'figure')} found on the paper"]
    if counts[Verdict.DIFFERS]:
        parts.append(count_words(counts[Verdict.DIFFERS], "differs", "differ"))
    if counts[Verdict.NOT_FOUND]:
        parts.append(f"{counts[Verdict.NOT_FOUND]} not found")
    return ", ".join(parts)
