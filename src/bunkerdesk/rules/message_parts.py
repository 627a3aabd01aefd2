"""Parts of a message that orders for several ships: each is a nomination of its own, what stands above is for all."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from bunkerdesk.rules.message_fuels import fuels
from bunkerdesk.rules.message_reading import LONGEST, VESSEL, Mark, quoted_from
from bunkerdesk.rules.message_text import flat

SURE_OF_A_SHIP = 0.7
"""A name in the subject or an older mail below begins no part."""
_QUANTITY = ".quantityRange"
_PARAGRAPH = re.compile(r"\n[ \t]*\r?\n")
LEAST_NAME = 5
"""Letters of a ship known here whose bare name is looked for: shorter ones are words too."""


@dataclass(frozen=True, slots=True)
class Part:
    """What is said of one ship: `text[start:end]`, her name at `text[at:]`."""

    ship: str
    start: int
    end: int
    at: int


def parts(text: str, marks: Sequence[Mark], known: Collection[str] = ()) -> tuple[Part, ...]:
    """The parts of a message that was read, two or more; none where it is about one ship.

    `known` are names of ships seen before.

    A ship begins a part where her quantity follows: another one that is only mentioned does not.
    """
    ships = _ships(text, marks, known)
    if len({ship for ship, _ in ships}) < 2:
        return ()
    plain = flat(text[:LONGEST])
    found: list[Part] = []
    for place, (ship, at) in enumerate(ships):
        following = ships[place + 1][1] if place + 1 < len(ships) else len(text)
        has_quantity = any(mark.field.endswith(_QUANTITY) for mark in fuels(plain[at:following]))
        if found and (ship == found[-1].ship or not has_quantity):
            continue
        if has_quantity:
            found.append(Part(ship, _beginning(text, at, ships[place - 1][1] if place else 0), len(text), at))
    ends = [*(one.start for one in found[1:]), _end(text, plain)]
    ended = [replace(one, end=end) for one, end in zip(found, ends, strict=False)]
    return tuple(ended) if len({one.ship for one in ended}) > 1 else ()


def _end(text: str, plain: str) -> int:
    """Where the last part ends: an older message below may be of any of the ships."""
    quoted = quoted_from(plain)
    return quoted if quoted < len(plain) else len(text)


def only(text: str, every: Sequence[Part], chosen: int) -> str:
    """The text with the other ships' parts blanked out, each letter in its place; what is above all is kept."""
    part, head = every[chosen], every[0].start
    before, after = (re.sub(r"[^\n]", " ", piece) for piece in (text[head : part.start], text[part.end :]))
    return f"{text[:head]}{before}{text[part.start : part.end]}{after}"


def excerpt(text: str, every: Sequence[Part], chosen: int) -> str:
    """What is said of one ship, below what is above all."""
    part = every[chosen]
    return f"{text[: every[0].start]}{text[part.start : part.end]}".strip("\n")


def _ships(text: str, marks: Sequence[Mark], known: Collection[str]) -> list[tuple[str, int]]:
    """(name, place) of each mention of a receiving ship, in the order of the text."""
    said = {
        mark.start: " ".join(mark.value.split())
        for mark in marks
        if mark.field == VESSEL and mark.confidence >= SURE_OF_A_SHIP
    }
    plain = flat(text[:LONGEST])
    first, quoted = min(said, default=0), quoted_from(plain)
    for name in known:
        wanted = flat(" ".join(name.split()))
        if len(wanted) < LEAST_NAME or wanted not in plain:
            continue
        for match in re.finditer(rf"(?<![a-z0-9]){re.escape(wanted)}(?![a-z0-9])", plain):
            if first < match.start() < quoted and text[match.start()].isupper():
                said.setdefault(match.start(), " ".join(name.upper().split()))
    return [(name, start) for start, name in sorted(said.items())]


def _beginning(text: str, at: int, former: int) -> int:
    """Where a ship's part begins: with her paragraph; where another ship is named in that too, with her line."""
    line = text.rfind("\n", 0, at) + 1
    breaks = [match.end() for match in _PARAGRAPH.finditer(text, 0, at)]
    paragraph = breaks[-1] if breaks else 0
    if paragraph > former or (former == 0 and paragraph == 0):
        return paragraph
    return line if line > former else at
