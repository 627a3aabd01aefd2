"""What is known here that a message may be about, in words. No Qt."""

from collections.abc import Sequence
from dataclasses import dataclass

from bunkerdesk.desk.lists import NominationRow
from bunkerdesk.desk.message_stems import Stem
from bunkerdesk.rules import vocabulary, wording

NAMED = "The message names what is known here"
OF_SHIP = "This ship has a nomination there already"


@dataclass(frozen=True, slots=True)
class StemLine:
    """A nomination that can be changed instead of ordering a second time."""

    record: int
    change: str
    words: str
    is_named: bool


def stem_lines(stems: Sequence[Stem]) -> tuple[str, tuple[StemLine, ...]]:
    """A heading and a line for each."""
    lines = tuple(
        StemLine(stem.row.id, f"Change {stem.row.reference or 'the draft'}", _words(stem.row), stem.is_named)
        for stem in stems
    )
    return (NAMED if lines and lines[0].is_named else OF_SHIP), lines


def _words(row: NominationRow) -> str:
    said = (
        row.vessel or (f"IMO {row.imo}" if row.imo else ""),
        row.port_code,
        " ".join(wording.port_time(row.bunkering)) if row.bunkering else "no bunkering time",
        f"{row.fuels} {row.quantity}".strip(),
        vocabulary.status(row.kind, row.status),
    )
    return " · ".join(filter(None, said))
